"""What panels prove: recomputed from the scenes by trying every set of panels."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from PIL import Image

from panelwise.comics import Page, Panel, PanelRef, contradiction
from panelwise.geometry import Box
from panelwise_press import BookPlan
from panelwise_press._story import Beat, TemplateStory
from panelwise_press.stories import Actor, Line, Scene, Thing
from panelwise_press.worlds import WORLD_TEMPLATES, FamilyPlan, WorldSolver
from panelwise_press.worlds._family_truth import WINDOW, alternatives_of
from panelwise_press.worlds._solver import alternatives_at
from panelwise_press.worlds._visible import PrintedPanels, unseen_difference

KEYS = [("a", "cup"), ("a", "hat"), ("b", "cup"), ("b", "hat")]


def story(who: str, what: str, said: str = "", factual: bool = True) -> TemplateStory:
    """Who comes, what lies there, and then both (in words only, if something is said)."""
    words = dict.fromkeys(("en", "ja", "fr", "es", "zh"), said)
    facts = [{"key.with": who}, {"thing": what}, {"key.with": who, "thing": what}]
    both = Scene("kitchen", (Actor(who),), (Thing(what),))
    scenes = [
        Scene("street", (Actor(who),)),
        Scene("street", (), (Thing(what),)),
        Scene("street", (), (), (Line(words),)) if said else both,
    ]
    beats = tuple(
        Beat(f"beat{at}", f"{at}", scene, facts[at] if factual else {})
        for at, scene in enumerate(scenes)
    )
    return TemplateStory("test", "test", words, {}, beats)


def solver(**options) -> WorldSolver:
    said, factual = options.get("said", False), options.get("factual", True)
    stories = {key: story(*key, " ".join(key) if said else "", factual) for key in KEYS}
    answers = {key: {"who": key[0], "both": " ".join(key)} for key in KEYS}
    return WorldSolver(stories, answers, options.get("language", "en"))


def test_the_fewest_panels_are_those_that_leave_one_option():
    found = solver()
    assert found.fewest(KEYS[0], "who") == (0,)
    assert found.fewest(KEYS[0], "both") == (2,)
    assert found.fewest(KEYS[0], "both", hidden=2) == (0, 1)
    assert found.proves(KEYS[0], [0, 1], "both")
    assert not found.proves(KEYS[0], [1], "both")


def test_words_prove_only_where_they_are_lettered():
    assert solver(said=True).fewest(KEYS[3], "both") == (2,)
    assert solver(said=True, language=None).fewest(KEYS[3], "both") == (0, 1)


def test_what_is_hidden_everywhere_decides_nothing():
    found = solver()
    blind = replace(found, stories={key: story("a", key[1]) for key in KEYS})
    assert found.decides("both")
    assert found.decides("both", "beat2")
    assert not blind.decides("who")
    assert blind.fewest(KEYS[0], "who") is None


def test_the_four_pictures_of_a_panel_serve_each_other():
    """The panel with both is offered in all four; who comes and what lies there rule out three."""
    found = alternatives_at(solver(), KEYS, 2, [0, 1])
    assert found is not None
    for key in KEYS:
        others, needed = found[key]
        assert set(others) == set(KEYS) - {key}
        assert needed == (0, 1)


def test_a_panel_that_the_others_do_not_rule_out_is_not_offered():
    assert alternatives_at(solver(), KEYS, 2, [0]) is None
    assert alternatives_at(solver(), KEYS, 0, [1, 2]) is None  # two pictures, not four
    assert alternatives_at(solver(said=True), KEYS, 2, [0, 1]) is None  # differs in words only


def test_that_a_template_never_has_two_pictures_together_rules_nothing_out():
    """No world has these panels side by side, but nothing that they show is a contradiction."""
    found = solver(factual=False)
    assert not any(
        looks[0] == 0 and looks[2] == found.drawn[KEYS[3]][2] for looks in found.drawn.values()
    )
    assert found.ruled_out(KEYS[0], 2, [KEYS[3]], [0, 1]) is None
    assert solver().ruled_out(KEYS[0], 2, [KEYS[3]], [0, 1]) == (0,)


def test_a_fact_that_its_picture_does_not_show_rules_nothing_out():
    """All worlds show the same empty street first, whoever has the key there."""
    known = solver().stories
    street = Scene("street")
    unseen = {
        key: replace(one, beats=(replace(one.beats[0], scene=street), *one.beats[1:]))
        for key, one in known.items()
    }
    found = replace(solver(), stories=unseen)
    assert [beat.needs for beat in found.pictured[KEYS[0]]] == [
        {},
        {"thing": "cup"},
        {"key.with": "a", "thing": "cup"},
    ]
    assert found.ruled_out(KEYS[0], 2, [KEYS[2]], [0, 1]) is None


def test_what_a_panel_in_between_changes_rules_nothing_out():
    """First the key is with a; then b gets it, so b may have it at the end."""
    given = Beat(
        "give", "", Scene("hall", (Actor("a"), Actor("b"))), {"key.with": "a"}, {"key.with": "b"}
    )
    stories = {
        key: replace(one, beats=(one.beats[0], given, one.beats[2]))
        for key, one in solver().stories.items()
    }
    found = replace(solver(), stories=stories)
    assert found.ruled_out(("a", "cup"), 2, [("b", "cup")], [0, 1]) is None
    assert found.ruled_out(("b", "cup"), 2, [("a", "cup")], [0, 1]) == (1,)


@pytest.mark.parametrize("name", sorted(WORLD_TEMPLATES))
def test_the_difficulty_of_a_template_is_what_trying_all_sets_finds(name):
    plan = FamilyPlan(name, BookPlan(8, chapters=1))
    scenes = {
        values: [repr(beat.scene) for beat in one.beats]
        for values, one in plan.solver.stories.items()
    }
    world = tuple(plan.worlds[0].values())
    for question in plan.questions:
        beats = [beat.id for beat in plan.solver.stories[world].beats]
        shown = [at for at, beat in enumerate(beats) if beat != question.hidden]
        right = plan.solver.answers[world][question.id]

        def enough(panels, question=question, right=right):
            return all(
                plan.solver.answers[other][question.id] == right
                for other, looks in scenes.items()
                if all(looks[at] == scenes[world][at] for at in panels)
            )

        hidden = beats.index(question.hidden) if question.hidden else None
        fewest = plan.solver.fewest(world, question.id, hidden)
        assert fewest is not None
        assert enough(fewest)
        assert not any(enough(some) for some in itertools.combinations(shown, len(fewest) - 1))


@pytest.mark.parametrize(
    "name", ["class-vote", "empty-seat", "four-cups", "turned-sign", "two-ghosts", "two-rules"]
)
def test_some_templates_ask_nothing_that_one_panel_answers(name):
    """No question of them is decided by one panel, and half of them need three or more."""
    plan = FamilyPlan(name, BookPlan(8, chapters=1))
    world = tuple(plan.worlds[0].values())
    beats = [beat.id for beat in plan.solver.stories[world].beats]
    fewest = [
        plan.solver.fewest(world, one.id, beats.index(one.hidden) if one.hidden else None)
        for one in plan.questions
    ]
    sizes = sorted(len(panels) for panels in fewest if panels is not None)
    assert len(sizes) == 8
    assert sizes[0] == 2
    assert sizes[4] >= 3


@pytest.mark.parametrize("name", sorted(WORLD_TEMPLATES))
def test_wrong_panels_of_a_template_are_impossible_where_they_are_offered(name):
    """Each contradicts what the needed panels show, and the right one contradicts nothing."""
    plan = FamilyPlan(name, BookPlan(8, chapters=1))
    solver = plan.solver
    refs = [PanelRef("001", at) for at in range(len(next(iter(solver.drawn.values()))))]
    books = [f"w{at}" for at in range(len(plan.worlds))]
    world_of = dict(zip(books, (tuple(w.values()) for w in plan.worlds), strict=True))
    found = alternatives_of(plan, refs, books)
    if len(refs) < WINDOW:
        pytest.skip("its pages have too few panels")
    assert found, "no panel can be sought"
    for (world, at), offered in found.items():
        needed = [ref.panel for ref in offered.needed]
        assert at not in needed
        shown = range(min([*needed, at]), max([*needed, at]) + 1)
        assert len(shown) <= 5
        mine = {k: solver.pictured[world][k] for k in shown}
        assert contradiction(list(mine.values())) is None
        wrong = {solver.drawn[world_of[book]][at] for book in offered.books}
        assert len(wrong) == 3
        for book in offered.books:
            other = solver.pictured[world_of[book]][at]
            assert contradiction([beat if k != at else other for k, beat in mine.items()])
        for looks in solver.drawn.values():
            assert not (
                all(looks[k] == solver.drawn[world][k] for k in shown if k != at)
                and looks[at] in wrong
            )
        own = next(book for book, one in world_of.items() if one == world)
        for book in offered.books:
            assert {book, *found[world_of[book], at].books} == {own, *offered.books}


def printed(*colours: str):
    """A page of one panel for each colour of its lower half."""
    page = Page(
        "1",
        100,
        40 * len(colours),
        panels=tuple(Panel(Box(0, 40 * at, 100, 40 * at + 40)) for at in range(len(colours))),
    )
    image = Image.new("RGB", (page.width, page.height), "white")
    for at, colour in enumerate(colours):
        image.paste(colour, (0, 40 * at + 20, 100, 40 * at + 40))
    return [(image, page)]


def test_a_difference_that_nobody_can_see_is_refused():
    drawn = {("a",): (1, 2), ("b",): (1, 3)}
    unlike = PrintedPanels(list(drawn), [printed("red", "blue"), printed("red", "green")])
    assert unseen_difference(drawn, unlike) == ""
    near = PrintedPanels(list(drawn), [printed("red", "#0000f0"), printed("red", "#0000ff")])
    alike = unseen_difference(drawn, near)
    assert alike == "panel 2 looks alike in the worlds a and b"


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(WORLD_TEMPLATES))
def test_one_option_remains_in_every_story_of_many_families(name):
    """32 casts and choices of each template: in every world all panels leave one option."""
    for seed in range(32):
        plan = FamilyPlan(name, BookPlan(seed, chapters=1))
        assert plan.questions == WORLD_TEMPLATES[name].questions, seed
        assert all(story_is_ordered(plan, world) for world in plan.worlds), seed


def story_is_ordered(plan: FamilyPlan, world) -> bool:
    """Whether the order in which the panels are drawn is a valid one."""
    return contradiction(plan.story(world).beats) is None
