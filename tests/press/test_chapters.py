"""Chapters: books whose questions need an early page and a late one."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

import panelwise
from panelwise.cli import run
from panelwise.comics import contradiction
from panelwise.comics.formats import get_format
from panelwise.errors import SettingError, UnknownNameError
from panelwise.packs import check_blind
from panelwise_press._scene import Actor, Line, Scene, Thing
from panelwise_press._story import Beat
from panelwise_press._write import TRUTH, cbz_bytes
from panelwise_press.layouts import LAYOUTS
from panelwise_press.worlds import (
    CHAPTER_TEMPLATES,
    FamilyPlan,
    family_plans,
    get_chapter_template,
    print_family,
    template_faults,
)
from panelwise_press.worlds._chapter_template import Chapter, props_of
from panelwise_press.worlds._interludes import renamed

TEMPLATES = sorted(CHAPTER_TEMPLATES)


@cache
def plan_of(template, **options):
    (plan,) = family_plans(1, templates=[template], **{"pages": 12, "seed": 5} | options)
    return plan


def page_numbers(plan):
    """For each page, the panels on it."""
    most, pages, first = LAYOUTS[plan.book.layout].most, [], 0
    for count in plan.scenes:
        pages += [
            range(first + start, first + min(start + most, count))
            for start in range(0, count, most)
        ]
        first += count
    return pages


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_chapter_template_has_no_faults(template):
    assert template_faults(get_chapter_template(template)) == []


@pytest.mark.parametrize("template", TEMPLATES)
def test_every_question_takes_at_least_two_pages(template):
    plan = plan_of(template, layout="western")
    pages = page_numbers(plan)
    world = tuple(plan.worlds[3].values())
    needed = [plan.solver.fewest_pages(world, one.id, pages) for one in plan.questions]
    assert len(needed) == 6
    assert sorted(needed) == [2, 2, 2, 2, 3, 3]


@pytest.mark.parametrize("template", TEMPLATES)
def test_one_page_alone_leaves_every_option_in_as_many_worlds(template):
    plan = plan_of(template, layout="western")
    for page in page_numbers(plan):
        for question in plan.questions:
            left = {}
            for world, looks in plan.solver.shown.items():
                seen = tuple(looks[at] for at in page)
                answer = plan.solver.answers[world][question.id]
                left.setdefault(seen, Counter())[answer] += 1
            for counts in left.values():
                assert len(counts) == 4
                assert len(set(counts.values())) == 1


@pytest.mark.parametrize("template", TEMPLATES)
def test_every_option_is_right_in_as_many_printed_worlds(template):
    plan = plan_of(template, layout="western")
    assert len(plan.worlds) % 4 == 0
    for question in plan.questions:
        right = Counter(plan.solver.answers[tuple(w.values())][question.id] for w in plan.worlds)
        assert set(right.values()) == {len(plan.worlds) // 4}


@pytest.mark.parametrize(
    ("layout", "pages"), [("strip", 10), ("strip", 16), ("four_panel", 13), ("spread", 12)]
)
def test_a_chapter_has_as_many_pages_as_asked_for(layout, pages):
    plan = plan_of("four-cases", layout=layout, pages=pages)
    assert len(page_numbers(plan)) == pages


def test_interludes_show_the_same_people_but_none_of_the_things_that_are_asked_about():
    plan = plan_of("under-the-lamp", layout="western")
    chapter, middle = plan._parts
    asked = props_of([beat for scene in (*chapter.opening, *chapter.ending) for beat in scene])
    shown = props_of([beat for story in middle for beat in story.beats])
    assert len(middle) == 8
    assert not asked & shown
    people = {person.id for person in plan.cast.values()}
    seen = {person.id for story in middle for person in story.cast.values()}
    assert len(people & seen) >= 4
    first, last = (plan.story(plan.worlds[at]) for at in (0, -1))
    own = [beat for beat in first.beats if beat.id[0].isdigit()]
    assert own == [beat for beat in last.beats if beat.id[0].isdigit()]
    assert contradiction(first.beats) is None


def test_joined_stories_share_neither_roles_nor_facts():
    story = plan_of("under-the-lamp").story(plan_of("under-the-lamp").worlds[0])
    person = story.cast["a"]
    words = dict.fromkeys(("en", "ja", "fr", "es", "zh"), "Look, {thrower}!")
    scene = Scene(
        "street",
        (Actor("thrower"),),
        (Thing("balloon"),),
        (Line(words, "speech", "thrower"),),
        focus=("thrower", "balloon"),
    )
    beat = Beat("throw", "{thrower} takes {thrower.her} ball.", scene, {"ball": "held"})
    one = renamed(replace(story, beats=(beat,), cast={"thrower": person}), "2")
    (other,) = one.beats
    name = person.id
    assert one.cast == {name: person}
    assert other.id == "2 throw"
    assert other.tells == f"{{{name}}} takes {{{name}.her}} ball."
    assert other.needs == {"2 ball": "held"}
    assert other.scene.focus == (name, "balloon")
    assert other.scene.lines[0].speaker == name
    assert other.scene.lines[0].words["ja"] == f"Look, {{{name}}}!"


def test_a_scene_that_gives_an_answer_away_is_a_fault():
    template = get_chapter_template("under-the-lamp")

    def telling(builder):
        chapter = template.tell(builder)
        thing = template.questions[0].answer.of(builder.world)
        hint = Beat("hint", "Somebody waves.", Scene("street", (Actor(thing),)))
        return Chapter(chapter.title, chapter.opening, (*chapter.ending, (hint,)))

    faults = template_faults(replace(template, tell=telling))
    assert "owner: scene 5 alone says something about the answer" in faults


def test_long_scenes_are_a_fault():
    template = get_chapter_template("under-the-lamp")

    def telling(builder):
        chapter = template.tell(builder)
        extra = Beat("extra", "Nobody is there.", Scene("hill"))
        return replace(chapter, opening=((*chapter.opening[0], extra), *chapter.opening[1:]))

    faults = template_faults(replace(template, tell=telling))
    assert faults == ["a scene of more than 4 panels; it may not fit on one page"]


def test_plans_of_chapters_are_checked_and_have_ids_of_their_own():
    with pytest.raises(SettingError, match="--pages 9: a chapter has 10 to 16 pages"):
        plan_of("four-cases", pages=9)
    with pytest.raises(SettingError, match="lost-and-found: this is a world template"):
        plan_of("lost-and-found")
    with pytest.raises(UnknownNameError, match="unknown chapter template 'four-case'; did you"):
        plan_of("four-case")
    plan = plan_of("four-cases")
    assert plan.id != replace(plan, pages=13).id
    assert (
        FamilyPlan("lost-and-found", plan.book).id
        == replace(plan, template="lost-and-found", pages=0).id
    )


@pytest.mark.slow
def test_the_books_of_a_chapter_share_its_interludes_and_ask_across_pages(tmp_path):
    plan = plan_of("four-cases", layout="four_panel", pages=10)
    books = print_family(plan, "book")
    hashes = [[page.image.sha256 for page in book.pages] for book in books]
    varied = [len(set(page)) for page in zip(*hashes, strict=True)]
    assert varied == [4, 4, 1, 1, 1, 1, 1, 1, 4, 16]
    known = {identity.id for identity in books[0].identities}
    for page in books[0].pages:
        assert {one.identity for one in page.characters} <= known
    (story,) = books[0].stories
    assert not story.unique_order
    assert {question.fewest_pages for question in story.questions} == {2, 3}
    for book in books:
        (tmp_path / f"{book.id}.cbz").write_bytes(cbz_bytes(book))
    get_format("page-json").write(books, tmp_path / TRUTH)
    assert [book.stories for book in panelwise.open(tmp_path)] == [book.stories for book in books]
    items = panelwise.build("chromic.chrono_mcq", tmp_path, out=tmp_path / "pack").items()
    assert len(items) == 6 * len(books)
    assert {len(item.rendering.images) for item in items} == {10}
    assert {item.meta["pages_needed"] for item in items} == {2, 3}
    assert {item.meta["tier"] for item in items} <= {"medium", "hard"}
    (checked,) = check_blind(items).bounds
    assert (checked.bound, checked.chance, checked.alone) == (0.25, 0.25, 0)
    rated = panelwise.build("chromic.description_faithfulness", tmp_path, out=tmp_path / "rated")
    (checked,) = check_blind(rated.items()).bounds
    assert (checked.bound, checked.chance, checked.alone) == (0.5, 0.5, 0)


def test_the_language_of_questions_needs_worlds(capsys, tmp_path):
    assert run(["press", "--questions", "en", "--out", str(tmp_path / "out")]) == 2
    assert "--questions: works only with --worlds" in capsys.readouterr().err
