"""How hard it is to see an answer: how many panels it takes, how hidden in them what decides is.

What decides is hidden if it is small, or one of many alike things: a bird on a wire, a face in a
crowd.

Tiers are computed from the solver and the printed pages; no template states them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from panelwise.comics import Event, PanelRef, Story, StoryQuestion, Tier
from panelwise_press._scene import Scene
from panelwise_press.worlds._family_plan import FamilyPlan
from panelwise_press.worlds._solver import WorldSolver, WorldValues
from panelwise_press.worlds._variables import World
from panelwise_press.worlds._visible import PrintedPanels

SMALL = 0.01
"""A difference in fewer than this share of the pixels of a panel is a small detail."""
MANY = 6
"""So many alike things in a panel are a crowd, in which one of them is hard to find."""


def tier_of(panels: int, difference: float, alike: int = 1) -> Tier:
    """The tier of what a number of panels decides together.

    Args:
        panels: the fewest that decide it.
        difference: the smallest share of a panel's pixels that decides.
        alike: the most things of one kind in a panel among which the difference lies.

    >>> tier_of(1, 0.001), tier_of(2, 0.2), tier_of(2, 0.001), tier_of(3, 0.2)
    ('easy', 'medium', 'hard', 'hard')
    >>> tier_of(1, 0.2, alike=8), tier_of(2, 0.2, alike=8)
    ('medium', 'hard')
    """
    if panels <= 1:
        return "medium" if alike >= MANY else "easy"
    return "hard" if panels > 2 or difference < SMALL or alike >= MANY else "medium"


def alike_in(scene: Scene, other: Scene) -> int:
    """How many things of one kind a panel shows where two worlds differ in things of that kind.

    People of a crowd are one kind. 0 where the worlds differ in no thing and in nobody of a crowd.
    """
    seen, differ = _by_kind(scene), _by_kind(other)
    return max(
        (things.total() for kind, things in seen.items() if things != differ.get(kind)), default=0
    )


def _by_kind(scene: Scene) -> dict[str, Counter[str]]:
    extras = dict(scene.extras)
    found: dict[str, Counter[str]] = {}
    for thing in scene.things:
        found.setdefault(thing.prop, Counter())[repr(thing)] += 1
    for actor in scene.actors:
        if actor.person in extras:
            found.setdefault("crowd", Counter())[f"{actor} {extras[actor.person]}"] += 1
    return found


def with_tiers(
    plan: FamilyPlan, story: Story, world: World, books: Sequence[str], printed: PrintedPanels
) -> Story:
    """The truth of a world with the tier of every question and missing panel.

    Args:
        plan: of the family.
        story: the truth without tiers.
        world: whose story it is.
        books: the ids of the books, one for each world.
        printed: the panels of all worlds.
    """
    worlds = [tuple(one.values()) for one in plan.worlds]
    names = dict(zip(books, worlds, strict=True))
    values = tuple(world.values())
    events = tuple(
        _with_tier(event, at, values, names, plan.solver, printed)
        for at, event in enumerate(story.events)
    )
    places = {event.panel: at for at, event in enumerate(story.events)}
    questions = tuple(
        replace(asked, tier=_tier_of_question(plan.solver, story, asked, places, values, printed))
        for asked in story.questions
    )
    return replace(story, events=events, questions=questions)


def _with_tier(
    event: Event,
    at: int,
    world: WorldValues,
    names: Mapping[str, WorldValues],
    solver: WorldSolver,
    printed: PrintedPanels,
) -> Event:
    offered = event.alternatives
    if offered is None:
        return event
    others = [names[book] for book in offered.books]
    difference = min(printed.change(at, world, other) for other in others)
    alike = max(_alike(solver, world, other, at) for other in others)
    tier = tier_of(len(offered.needed), difference, alike)
    return replace(event, alternatives=offered._replace(tier=tier))


def _tier_of_question(
    solver: WorldSolver,
    story: Story,
    asked: StoryQuestion,
    places: Mapping[PanelRef, int],
    world: WorldValues,
    printed: PrintedPanels,
) -> Tier:
    """By the smallest set of panels, and what sets them apart from those that say otherwise."""
    question = asked.id.removeprefix(f"{story.id}-")
    hidden = None if asked.hidden is None else places[asked.hidden]
    panels = solver.fewest(world, question, hidden)
    assert panels is not None  # the plan leaves out what the panels do not prove
    apart = [
        (at, other)
        for at in panels
        for other in printed.worlds
        if solver.left_by(other, at, question) != solver.left_by(world, at, question)
    ]
    return tier_of(
        len(panels),
        min((printed.change(at, world, other) for at, other in apart), default=1.0),
        _crowd(solver, question, panels, world),
    )


def _crowd(solver: WorldSolver, question: str, panels: Sequence[int], world: WorldValues) -> int:
    """The most alike things among which a panel decides: another one there is another answer."""
    answer, mine = solver.answers[world][question], solver.shown[world]
    return max(
        (
            _alike(solver, world, other, at)
            for other, looks in solver.shown.items()
            for at in panels
            if solver.answers[other][question] != answer
            and [k for k in panels if looks[k] != mine[k]] == [at]
        ),
        default=1,
    )


def _alike(solver: WorldSolver, world: WorldValues, other: WorldValues, at: int) -> int:
    """How many alike things a panel shows among which the difference of two worlds lies."""
    one, two = (solver.stories[values].beats[at].scene for values in (world, other))
    return alike_in(one, two)
