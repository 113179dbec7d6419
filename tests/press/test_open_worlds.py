"""Open questions of families: answers from pools, and what guessing is worth."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

import panelwise
from panelwise.comics import Book, ComicImage, Page, Panel, PanelRef, encode_png
from panelwise.comics.formats import get_format
from panelwise.geometry import Box
from panelwise.packs import check_blind
from panelwise.profile import RECOMMENDED
from panelwise.tasks import guess_levels
from panelwise.tasks.kinds import get_kind
from panelwise.tasks.kinds.answer._pool import members_named
from panelwise_press import BookPlan
from panelwise_press._scene import Thing
from panelwise_press._telling import Telling
from panelwise_press._write import TRUTH, cbz_bytes
from panelwise_press.drawing import PROPS, Ink, Pen, Sheet
from panelwise_press.worlds import WORLD_TEMPLATES, FamilyPlan, template_faults
from panelwise_press.worlds._family_truth import truth_of_world
from panelwise_press.worlds._pools import LANGUAGES, SIZE, all_forms, named_pool, paired

POOLS = ("things", "numbers", "times", "relations", "places")
OPEN = {name: one for name, one in WORLD_TEMPLATES.items() if one.open_questions}


@pytest.mark.parametrize("name", POOLS)
def test_every_form_of_a_pool_names_one_member(name):
    """Also in another language than the one that was asked in."""
    pool = named_pool(name)
    assert len(pool) == SIZE >= 20
    forms = [all_forms(pool, member, "en") for member in pool]
    for at, member in enumerate(pool):
        assert all(pool[member][language] for language in LANGUAGES)
        for form in forms[at]:
            assert members_named(form, forms) == {at}, form


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ("At half past four.", {"4:30"}),
        ("4:30", {"4:30"}),
        ("16.30", {"4:30"}),
        ("four thirty in the afternoon", {"4:30"}),
        ("4 o'clock", {"4:00"}),
        ("４時半です", {"4:30"}),
        ("十一時", {"11:00"}),
        ("à quatre heures et demie", {"4:30"}),
        ("a las cuatro y media", {"4:30"}),
        ("四点半", {"4:30"}),
        ("between 4:00 and 4:30", {"4:00", "4:30"}),
        ("14:15", set()),
        ("noon", set()),
    ],
)
def test_a_time_is_read_as_people_write_it(said, named):
    pool = named_pool("times")
    forms = [all_forms(pool, member, "en") for member in pool]
    assert {list(pool)[at] for at in members_named(said, forms)} == named


def test_a_longer_word_or_number_is_another_one():
    pool = named_pool("numbers")
    forms = [all_forms(pool, member, "en") for member in pool]
    assert {list(pool)[at] for at in members_named("Number 21.", forms)} == {"21"}
    assert {list(pool)[at] for at in members_named("二十一番", forms)} == {"21"}
    assert members_named("121, and phones", forms) == set()


def test_what_is_shown_beside_the_answer_does_not_say_which_it_is():
    """Of every two that are shown together either may be the right one."""
    members = [str(at) for at in range(SIZE)]
    beside = paired(members, random.Random(1))
    assert sorted(beside) == sorted(members)
    assert all(beside[beside[one]] == one != beside[one] for one in members)


def test_the_documented_templates_are_those_that_exist():
    """With their pools, and the panels that the solver finds to be needed."""
    text = (Path(__file__).parents[2] / "docs/press.md").read_text("utf-8")
    rows = re.findall(r"^\| `([\w-]+)` \| [^|]+ \| (\w+) \| ([^|]+) \|$", text, re.M)
    found = {}
    for name, template in OPEN.items():
        (question,) = template.open_questions
        plan = FamilyPlan(name, BookPlan(1, chapters=1))
        worlds = [tuple(world.values()) for world in plan.worlds]
        needed = {len(plan.solver.fewest(world, question.id) or ()) for world in worlds}
        found[name] = (question.pool, " or ".join(map(str, sorted(needed))))
    assert {name: rest for name, *rest in rows} == {name: [*one] for name, one in found.items()}


def test_a_clock_and_a_number_are_not_mirrored():
    """On a mirrored stage half past four would be half past seven."""
    for prop, state in (("wall_clock", "4:30"), ("front_door", "12")):
        drawn = []
        for side in (1.0, -1.0):
            sheet = Sheet(Ink(), random.Random(0))
            pen = Pen(sheet, (side, 0.0, 200.0, 0.0, 1.0, 200.0))
            PROPS[prop].draw(pen, Thing(prop, state=state))
            drawn.append(sheet.elements[-3:])  # the hands and their middle; the last strokes
        assert drawn[0] == drawn[1]


@pytest.mark.parametrize("name", sorted(OPEN))
@pytest.mark.parametrize("seed", range(5))
def test_a_family_shows_every_member_of_a_pool_once(name, seed):
    """So an answer that does not depend on the pictures is right in one of 24 books."""
    plan = FamilyPlan(name, BookPlan(seed, chapters=1))
    assert plan.open_questions == OPEN[name].open_questions
    for question in plan.open_questions:
        right = [plan.solver.answers[tuple(world.values())][question.id] for world in plan.worlds]
        assert Counter(right) == dict.fromkeys(question.members, 1)
    for variable in OPEN[name].variables:
        shown = Counter(world[variable.name] for world in plan.worlds)
        assert set(shown.values()) == {SIZE // len(variable.values)}


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"beats": ("buy",)}, "in-it: beats buy do not prove the answer"),
        ({"beats": ("fly",)}, "in-it: one of the beats fly is missing"),
        ({"pool": "times"}, "in-it: 'thing' does not have the values of pool 'times'"),
        ({"question": {"en": "What does {a} get?"}}, "in-it: names somebody"),
    ],
)
def test_an_open_question_that_the_panels_do_not_decide_is_a_fault(changes, fault):
    template = OPEN["two-presents"]
    (question,) = template.open_questions
    changed = replace(template, open_questions=(replace(question, **changes),))
    assert any(found.startswith(fault) for found in template_faults(changed))


def undrawn(plan, name):
    """The books of a family with blank pages, which take no time."""
    books = []
    for at, world in enumerate(plan.worlds):
        story = plan.story(world)
        count = len(story.beats)
        refs = tuple(PanelRef("1", k) for k in range(count))
        panels = tuple(Panel(Box(0, 20 * k, 40, 20 * k + 20)) for k in range(count))
        picture = Image.new("RGB", (40, 20 * count), (at, len(books), 0))
        image = ComicImage.from_bytes(encode_png(picture), f"{name}-w{at}.cbz/1.png")
        page = Page("1", 40, 20 * count, image=image, panels=panels, story="story1")
        telling = Telling("story1", story, refs, plan.book.language, plan.book.silent)
        truth = truth_of_world(plan, telling, world, {})
        books.append(Book(f"{name}-w{at}", (page,), stories=(truth,)))
    return books


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    """The open questions of one family."""
    folder = tmp_path_factory.mktemp("open")
    books = undrawn(FamilyPlan("two-presents", BookPlan(5, chapters=1)), "one")
    (folder / "books").mkdir()
    for book in books:
        (folder / "books" / f"{book.id}.cbz").write_bytes(cbz_bytes(book))
    get_format("page-json").write(books, folder / "books" / TRUTH)
    return panelwise.build("mangavqa.manga_vqa", folder / "books", out=folder / "pack")


def test_without_pixels_one_answer_of_24_is_right(pack):
    (bound,) = check_blind(pack.items()).bounds
    assert (bound.items, bound.texts, bound.alone) == (SIZE, 1, 0)
    assert bound.bound == pytest.approx(1 / SIZE)
    assert bound.chance == pytest.approx(1 / SIZE)
    assert not bound.refused


def test_the_best_constant_has_what_is_printed_as_chance(pack):
    items = pack.items()
    assert {item.meta["headline"] for item in items} == {"named"}
    level = guess_levels(items, RECOMMENDED)["named"]
    assert level.random == pytest.approx(1 / SIZE)
    assert level.constant.value == pytest.approx(1 / SIZE)


def test_a_list_of_all_answers_is_wrong_and_any_accepted_form_is_right(pack):
    kind, items = get_kind("answer"), pack.items()
    everything = "; ".join(item.gold["answers"][0] for item in items)
    for item in items:
        assert kind.score(item, {"text": everything}, RECOMMENDED)["named"] == 0
        assert kind.score(item, {"text": f"A {item.gold['answers'][-1]}."}, RECOMMENDED)["named"]
        assert kind.blind_answer(item, {"text": f"It is a {item.gold['answers'][0]}!"}) == (
            kind.blind_answer(item, item.gold)
        )
