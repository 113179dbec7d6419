"""Families: one text, several worlds, and nothing but the pictures that sets them apart."""

from __future__ import annotations

import hashlib
import itertools
import re
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

import panelwise
from panelwise.comics.formats import get_format
from panelwise.errors import SettingError, UnknownNameError
from panelwise.packs import BookFacts, check_blind, split_books, stratified
from panelwise_press import BookPlan, print_worlds
from panelwise_press._story import Beat
from panelwise_press._write import TRUTH, cbz_bytes
from panelwise_press.lettering import DoesNotFit
from panelwise_press.stories import CHILD, Actor, Line, Scene, Thing, Translations
from panelwise_press.worlds import (
    WORLD_TEMPLATES,
    FamilyPlan,
    Variable,
    WorldAnswer,
    WorldQuestion,
    by,
    family_plans,
    print_family,
    template_faults,
    world_template,
    worlds_of,
)

ROLES = {"a": CHILD, "b": CHILD}
VARIABLES = (Variable("who", ("a", "b")), Variable("cup", ("full", "broken")))
WORDS = {
    "full": dict.fromkeys(("en", "ja", "fr", "es", "zh"), "Tea!"),
    "broken": dict.fromkeys(("en", "ja", "fr", "es", "zh"), "Oh no!"),
}
QUESTIONS = (
    WorldQuestion("what", "chrono_mcq", by("who", "cup"), ("hold", "end"), "CPT"),
    WorldQuestion(
        "blank", "frame_prediction", by("who", "cup"), ("hold", "drop", "end"), hidden="drop"
    ),
    WorldQuestion(
        "if",
        "chrono_mcq",
        WorldAnswer(
            ("who", "state"),
            lambda ending: (
                f"{ending.facts['cup.with']} {'wet' if ending['cup'] == 'full' else 'dry'}"
            ),
        ),
        ("hold", "end"),
        "CFR",
        without="drop",
    ),
)
TEXTS = Translations(__name__, "cups.toml", ROLES)


def tell(builder):
    """Somebody holds a cup; it slides away; it is full, or it is broken."""
    who, cup = builder["who"], builder["cup"]
    colour = builder.choose(("red", "teal"))
    ball = Thing("balloon", -90, -60, "whole", colour=colour)
    holding = Actor(who, 0, "hold_out", "smile", "right", holds=("cup", "full"))
    hold = Beat("hold", f"{{{who}}} holds a cup.", Scene("kitchen", (holding,), (ball,)))
    hold = replace(hold, needs={"cup": "held"}, makes={"cup.with": who}, actor=who)
    sliding = Scene("kitchen", (), (Thing("cup", 0, 0, "sliding"),))
    drop = Beat("drop", "A cup slides.", sliding, {"cup.with": who}, {"cup.with": "nobody"})
    said = Line(WORDS[cup], "speech", who)
    last = Scene("kitchen", (Actor(who, 60),), (ball, Thing("cup", 0, 0, cup)), (said,))
    end = Beat("end", "A cup stands there.", last, {"cup.with": "nobody"}, {"cup": cup})
    happened = [hold, drop, end] if builder.happens("drop") else [hold]
    return builder.story(dict.fromkeys(("en", "ja", "fr", "es", "zh"), "Cup"), happened)


CUPS = world_template("cups", "home", ROLES, VARIABLES, QUESTIONS, TEXTS)(tell)


@pytest.fixture(scope="module")
def plan():
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(WORLD_TEMPLATES, "cups", CUPS)
        yield FamilyPlan("cups", BookPlan(5, "ink", "strip", chapters=1, scale=0.5))


@pytest.fixture(scope="module")
def books(plan):
    return print_family(plan, "one")


@pytest.fixture(scope="module")
def folder(books, tmp_path_factory):
    """The family as ``panelwise press`` writes it."""
    folder = tmp_path_factory.mktemp("worlds") / "books"
    folder.mkdir()
    for book in books:
        (folder / f"{book.id}.cbz").write_bytes(cbz_bytes(book))
    get_format("page-json").write(books, folder / TRUTH)
    return folder


def pixels_of(book, beat):
    """The pixels of one panel of a story."""
    at = [event.id for event in book.stories[0].events].index(beat)
    ref = book.stories[0].events[at].panel
    page = next(page for page in book.pages if page.id == ref.page)
    x0, y0, x1, y1 = page.panels[ref.panel].box.rounded()
    return np.asarray(page.image.decode())[y0:y1, x0:x1]


def without_worlds(book):
    """All that must be the same in every world."""
    story = book.stories[0]
    texts = tuple(sorted((q.answer, *(w.text for w in q.wrong))) for q in story.questions)
    return (
        book.title,
        book.identities,
        story.family,
        [(page.width, page.height, page.panels) for page in book.pages],
        [q.question for q in story.questions],
        texts,
    )


def test_the_books_of_a_family_show_every_world_once(books, plan):
    worlds = [book.stories[0].world for book in books]
    assert sorted(map(sorted, (w.items() for w in worlds))) == sorted(
        sorted(world.items()) for world in worlds_of(VARIABLES)
    )
    assert [book.id for book in books] == ["one-w0", "one-w1", "one-w2", "one-w3"]


def test_everything_but_the_pictures_is_the_same(books):
    first, *others = map(without_worlds, books)
    assert all(other == first for other in others)


def test_every_option_of_a_question_is_right_once(books):
    for questions in zip(*(book.stories[0].questions for book in books), strict=True):
        assert len({question.answer for question in questions}) == len(books) == 4


def test_panels_that_show_the_same_are_the_same_to_the_pixel(books):
    """Also where a hand trembles, and where the panel before it shows something else."""
    for one, other in itertools.combinations(books, 2):
        differ = {
            beat: bool((pixels_of(one, beat) != pixels_of(other, beat)).any())
            for beat in ("hold", "drop", "end")
        }
        worlds = one.stories[0].world, other.stories[0].world
        same_person = worlds[0]["who"] == worlds[1]["who"]
        assert differ == {"hold": not same_person, "drop": False, "end": True}


def test_a_thing_that_is_in_all_worlds_is_drawn_alike_next_to_another_person(books):
    """The camera stands where it stands in the other worlds, too."""
    one, other = (
        next(b for b in books if b.stories[0].world == {"who": who, "cup": "full"}) for who in "ab"
    )
    equal = (pixels_of(one, "hold") == pixels_of(other, "hold")).all(axis=2)
    assert 0.5 < equal.mean() < 1


def test_a_balloon_is_in_the_same_place_whatever_is_said(books):
    """Of the outline only the tail may differ, which goes to whoever speaks."""
    frames = set()
    for book in books:
        ((balloon,),) = [page.balloons for page in book.pages if page.balloons]
        frames.add(tuple(round(min(axis)) for axis in zip(*balloon.polygon, strict=True)))
    assert len(frames) == 1
    said = {
        book.stories[0].world["cup"]: text.contents["en"]
        for book in books
        for page in book.pages
        for text in page.texts
    }
    assert said == {"full": "Tea!", "broken": "Oh no!"}


def test_the_counterfactual_is_answered_by_telling_the_story_again(books):
    """Whoever held the cup would still have it, which no fact at the end of the story says."""
    for book in books:
        (asked,) = [q for q in book.stories[0].questions if q.perspective == "CFR"]
        holder = book.stories[0].events[0].actor
        name = next(who.name for who in book.identities if who.id == holder)
        assert asked.answer.startswith(f"{name} would have it")


def test_every_question_has_the_tier_of_its_panels(books):
    """The last panel shows who stands next to which cup; no picture shows who let it slide."""
    for book in books:
        (story,) = book.stories
        assert {(one.fewest_panels, one.tier) for one in story.questions} == {(1, "easy")}


def test_what_all_worlds_with_a_picture_have_in_common_is_what_it_shows(books):
    """The sliding cup looks the same whoever held it, and the beats hide nothing."""
    for book in books:
        (story,) = book.stories
        unseen = [(event.unseen.needs, event.unseen.makes) for event in story.events]
        assert unseen == [((), ()), (("cup.with",), ()), ((), ())]
        assert story.events[1].pictured.needs == {}


def test_a_fact_that_a_beat_calls_unseen_proves_no_order(plan):
    def tell_unseen(builder):
        story = tell(builder)
        last = replace(story.beats[-1], unseen=frozenset({"cup.with"}))
        return replace(story, beats=(*story.beats[:-1], last))

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(WORLD_TEMPLATES, "cups", replace(CUPS, tell=tell_unseen))
        books = print_family(FamilyPlan("cups", plan.book), "unseen")
    for book in books:
        (story,) = book.stories
        assert story.events[2].unseen.needs == ("cup.with",)
        assert not story.unique_order


def test_page_json_keeps_family_and_world(books, folder):
    opened = panelwise.open(folder)
    assert [book.stories[0].world for book in opened] == [b.stories[0].world for b in books]
    assert {book.family for book in opened} == {books[0].family}
    assert [book.stories for book in opened] == [book.stories for book in books]


@pytest.fixture(scope="module")
def packs(folder, tmp_path_factory):
    out = tmp_path_factory.mktemp("packs")
    tasks = ("chromic.chrono_mcq", "stripcipher.frame_prediction")
    return [panelwise.build(task, folder, out=out / task) for task in tasks]


def test_without_pixels_nobody_scores_above_chance(packs):
    checked = check_blind([item for pack in packs for item in pack.items()])
    assert [(one.bound, one.chance, one.alone) for one in checked.bounds] == [(0.25, 0.25, 0)] * 2


def test_the_prompt_describes_the_whole_cast_in_every_world(packs, books):
    names = [person.name for person in books[0].identities]
    for item in packs[0].items():
        assert all(f"{name}: " in item.rendering.text for name in names)


def test_a_subset_keeps_a_family_whole_or_drops_it(packs, books):
    items = packs[0].items()
    assert {item.meta["family"] for item in items} == {books[0].family}
    assert stratified(items, len(items) - 1) == []
    assert len(stratified(items, len(items))) == len(items)


def test_a_split_keeps_a_family_together(books):
    """Also a split by single books."""
    shelf = [BookFacts.of(book) for book in books]
    shelf += [replace(one, id=f"{one.id}-again", family="another") for one in shelf]
    split = split_books(shelf, {"train": 1, "test": 1}, by="book")
    assert {len({book.family for book in split.books_in(part)}) for part in split.parts} == {1}
    record = split.as_record()["books"][0]
    assert BookFacts.from_record(record).family is not None


def test_a_variable_may_be_called_like_a_misspelt_key(folder, tmp_path):
    told = (folder / TRUTH).read_text("utf-8")
    renamed = re.sub(r'("world": ?\{[^}]*)"cup"', r'\1"next"', told)
    assert renamed != told
    (tmp_path / TRUTH).write_text(renamed, "utf-8")
    [story, *_] = get_format("page-json").read(tmp_path / TRUTH)[0].stories
    assert set(story.world) == {"who", "next"}


def questioned(**changes):
    return replace(CUPS, questions=(replace(QUESTIONS[0], **changes), *QUESTIONS[1:]))


def always(key):
    return WorldAnswer(("who", "cup"), lambda ending: key)


def silent(builder):
    """A story in which nobody speaks if the cup is broken."""
    story = tell(builder)
    quiet = replace(story.beats[-1].scene, lines=())
    broken = builder["cup"] == "broken"
    last = replace(story.beats[-1], scene=quiet) if broken else story.beats[-1]
    return replace(story, beats=(*story.beats[:-1], last))


def hidden(builder):
    """A story whose pictures show nothing of the cup."""
    same = builder["cup"] == "full"
    return tell(builder if same else replace(builder, world={**builder.world, "cup": "full"}))


def loose(builder):
    """A story whose first panel could as well be its last."""
    story = tell(builder)
    return replace(story, beats=(replace(story.beats[0], needs={}), *story.beats[1:]))


def crossed(builder):
    """A story in which the answer comes from the left of the question."""
    story = tell(builder)
    actors = (Actor("a", 60), Actor("b", -60))
    lines = tuple(Line(WORDS["full"], "speech", one.person) for one in actors)
    last = replace(story.beats[-1].scene, actors=actors, lines=lines)
    return replace(story, beats=(*story.beats[:-1], replace(story.beats[-1], scene=last)))


def unlettered(builder):
    """A story with a character that no Chinese font has."""
    story = tell(builder)
    lines = (Line({**WORDS["full"], "zh": "噗"}, "speech", builder["who"]),)
    last = replace(story.beats[-1], scene=replace(story.beats[-1].scene, lines=lines))
    return replace(story, beats=(*story.beats[:-1], last))


@pytest.mark.parametrize(
    ("template", "fault"),
    [
        (questioned(answer=always("a full")), "what: its options are right in different"),
        (questioned(answer=always("tea")), "what: the answer 'tea' is not one of its options"),
        (questioned(beats=("fly",)), "what: no beat 'fly'"),
        (questioned(beats=("hold",)), "what: beats hold do not prove the answer"),
        (questioned(hidden="hold"), "what: the hidden panel 'hold' is not second to last"),
        (replace(CUPS, tell=silent), "a broken: panel 3 has no texts, elsewhere ['speech']"),
        (replace(CUPS, tell=unlettered), "a full: no font for 'zh' has '噗'"),
        (replace(CUPS, tell=crossed), "a full: panel 3: the first speaker is to the right of the"),
        (replace(CUPS, tell=loose), "a full: another order of the panels contradicts no picture"),
        (replace(CUPS, tell=hidden), "what: worlds that look alike have different answers"),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) else "",
)
def test_a_template_that_gives_something_away_is_refused(template, fault):
    assert any(found.startswith(fault) for found in template_faults(template))


@pytest.mark.parametrize("template", [CUPS, *WORLD_TEMPLATES.values()], ids=lambda one: one.name)
@pytest.mark.parametrize("seed", range(2))
def test_the_templates_of_the_press_have_no_fault(template, seed):
    assert template_faults(template, seed) == []


@pytest.mark.parametrize("name", sorted(WORLD_TEMPLATES))
def test_a_family_is_small_and_balanced(name):
    """Every option right equally often, and no variable says anything about another."""
    plan = FamilyPlan(name, BookPlan(3))
    template = WORLD_TEMPLATES[name]
    for one, other in itertools.combinations([v.name for v in template.variables], 2):
        assert len(set(Counter((w[one], w[other]) for w in plan.worlds).values())) == 1
    answers = [template.answers(plan.cast, world, plan.seeded) for world in plan.worlds]
    for question in template.questions:
        counts = Counter(found[question.id] for found in answers)
        assert set(counts) == set(template.texts[question.id].options)
        assert len(set(counts.values())) == 1
    assert len(plan.worlds) <= 32


def test_families_are_spread_over_styles_and_layouts():
    plans = family_plans(10, seed=4)
    assert {Counter(p.book.style for p in plans)[style] for style in ("ink", "flat")} == {2}
    assert len({plan.id for plan in plans}) == 10
    assert [plan.id for plan in family_plans(10, seed=4)] == [plan.id for plan in plans]


def test_the_id_of_a_family_is_a_hash_of_the_settings_that_were_chosen():
    """Golden values: ids are stored in packs and splits."""
    plan = FamilyPlan("lost-and-found", BookPlan(7, "ink", "four_panel", "ja", chapters=1))
    chosen = (
        '{"book": {"chapters": 1, "language": "ja", "layout": "four_panel", "seed": 7,'
        ' "style": "ink"}, "template": "lost-and-found"}'
    )
    assert plan.id == "lost-and-found-" + hashlib.sha256(chosen.encode()).hexdigest()[:12]
    assert plan.id == "lost-and-found-4398db56d537"
    silent = FamilyPlan(plan.template, replace(plan.book, silent=True))
    assert silent.id != plan.id


def test_what_cannot_be_drawn_is_said():
    with pytest.raises(SettingError, match="--worlds 0"):
        family_plans(0)
    with pytest.raises(UnknownNameError, match="unknown world template 'lost-an-found'; did you"):
        family_plans(1, templates=["lost-an-found"])
    with pytest.raises(SettingError, match="--layout colum"):
        family_plans(1, layout="colum")


def test_a_template_of_another_kind_is_not_called_unknown(tmp_path):
    for draw, name, advice in [
        (panelwise.print_comics, "lost-and-found", "a world template; give --worlds N, without"),
        (panelwise.print_comics, "four-cases", "a chapter template; give --worlds N --pages 12"),
        (print_worlds, "four-cases", "a chapter template; give --worlds N --pages 12"),
        (print_worlds, "kite", "a story template; leave out --worlds and --pages"),
    ]:
        with pytest.raises(SettingError, match=f"--template {name}: this is {advice}"):
            draw(tmp_path / "out", templates=[name])
    with pytest.raises(SettingError, match="lost-and-found: this is a world template"):
        family_plans(1, templates=["lost-and-found"], pages=12)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 31])
def test_a_dense_page_in_grey_shows_which_toy_is_on_the_bed(seed):
    """Bear and rabbit were once so small and alike that frames were drawn again up to ten times."""
    (plan,) = family_plans(1, style="manga", layout="bd", seed=seed, templates=("get-well",))
    books = print_family(plan, "book")
    assert len({book.pages[0].image.sha256 for book in books}) == len(books)


def test_a_drawn_family_that_does_not_fit_its_layout_gives_way_to_another_one(
    tmp_path, monkeypatch
):
    wanted = {"layout": "strip", "templates": ["turned-sign"]}
    (first,) = family_plans(1, **wanted)

    def fit_others(plan, name):
        if plan == first:
            raise DoesNotFit("no frames of layout 'strip' fit it")
        return print_family(plan, name)

    monkeypatch.setattr("panelwise_press._suite.print_family", fit_others)
    books = print_worlds(tmp_path / "out", 1, **wanted)
    assert {page.layout for book in books for page in book.pages} == {"strip"}
    [family] = {story.family for book in books for story in book.stories}
    assert family != first.id
    assert len(books) == len(first.worlds)
