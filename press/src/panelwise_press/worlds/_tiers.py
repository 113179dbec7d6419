"""How hard it is to see an answer: how many panels it takes, and how small what decides is in them.

Tiers are computed from the solver and the printed pages; no template states them.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace

from panelwise.comics import Event, PanelRef, Story, StoryQuestion, Tier
from panelwise_press._story import Beat, contradictions
from panelwise_press.worlds._family_plan import FamilyPlan
from panelwise_press.worlds._solver import WorldSolver, WorldValues
from panelwise_press.worlds._variables import World
from panelwise_press.worlds._visible import PrintedPanels

SMALL = 0.01
"""A difference in fewer than this share of the pixels of a panel is a small detail."""


def tier_of(panels: int, difference: float) -> Tier:
    """The tier of what a number of panels decides together.

    Args:
        panels: the fewest that decide it.
        difference: the smallest share of a panel's pixels that decides.

    >>> tier_of(1, 0.001), tier_of(2, 0.2), tier_of(2, 0.001), tier_of(3, 0.2)
    ('easy', 'medium', 'hard', 'hard')
    """
    if panels <= 1:
        return "easy"
    return "hard" if panels > 2 or difference < SMALL else "medium"


def order_evidence(beats: Sequence[Beat]) -> tuple[int | None, ...]:
    """How many facts show that each beat comes after the one before it; ``None`` for the first.

    Counted are the contradictions if the two change places.
    """
    pairs = itertools.pairwise(beats)
    return (None, *(len(list(contradictions([after, before]))) for before, after in pairs))


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
    evidence = order_evidence(plan.solver.pictured[values])
    events = tuple(
        replace(_with_tier(event, at, values, names, printed), order_evidence=evidence[at])
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
    printed: PrintedPanels,
) -> Event:
    offered = event.alternatives
    if offered is None:
        return event
    difference = min(printed.change(at, world, names[book]) for book in offered.books)
    tier = tier_of(len(offered.needed), difference)
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
    differences = [
        printed.change(at, world, other)
        for at in panels
        for other in printed.worlds
        if solver.left_by(other, at, question) != solver.left_by(world, at, question)
    ]
    return tier_of(len(panels), min(differences, default=1.0))
