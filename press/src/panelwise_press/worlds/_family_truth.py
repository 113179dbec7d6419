"""What is true of the story of a family in one world, and what its panels prove."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from panelwise.comics import (
    PanelAlternatives,
    PanelRef,
    Story,
    StoryQuestion,
    UnseenFacts,
    WrongOption,
)
from panelwise_press._book import events_of
from panelwise_press._scene import Language
from panelwise_press._story import Beat
from panelwise_press._telling import Telling
from panelwise_press._words import fill
from panelwise_press.worlds._family_plan import FamilyPlan
from panelwise_press.worlds._open_questions import OpenWorldQuestion
from panelwise_press.worlds._pools import all_forms
from panelwise_press.worlds._solver import WorldSolver, WorldValues, alternatives_at
from panelwise_press.worlds._variables import World
from panelwise_press.worlds._world_questions import WorldQuestion

WINDOW = 5  # panels in a row, of which one is sought (CV-1)
Alternatives = Mapping[tuple[WorldValues, int], PanelAlternatives]


def alternatives_of(
    plan: FamilyPlan, refs: Sequence[PanelRef], books: Sequence[str]
) -> Alternatives:
    """What could be offered in place of each panel, by world and position.

    Only panels of a page of :data:`WINDOW` or more count, and only what some panels next to it on
    the page rule out without their lettering.

    Args:
        plan: of the family.
        refs: where the panels are.
        books: the ids of the books, one for each world.
    """
    worlds = [tuple(world.values()) for world in plan.worlds]
    names = dict(zip(worlds, books, strict=True))
    found: dict[tuple[WorldValues, int], PanelAlternatives] = {}
    for at in range(len(refs)):
        for window in _windows(refs, at):
            four = alternatives_at(plan.solver, worlds, at, [k for k in window if k != at])
            if four is not None:
                for world, (others, needed) in four.items():
                    found[world, at] = PanelAlternatives(
                        tuple(names[other] for other in others), tuple(refs[k] for k in needed)
                    )
                break
    return found


def _windows(refs: Sequence[PanelRef], at: int) -> list[range]:
    """The panels in a row on one page, one of which is at a position; the middle ones first."""
    page = [k for k, ref in enumerate(refs) if ref.page == refs[at].page]
    starts = range(max(page[0], at - WINDOW + 1), min(at, page[-1] - WINDOW + 1) + 1)
    return [range(start, start + WINDOW) for start in sorted(starts, key=lambda k: abs(at - k - 2))]


def truth_of_world(
    plan: FamilyPlan, telling: Telling, world: World, alternatives: Alternatives
) -> Story:
    """The story as page JSON has it."""
    template, values = plan.kind, tuple(world.values())
    pictured = plan.solver.pictured[values]
    seen = replace(telling, story=replace(telling.story, beats=pictured))
    beats = zip(telling.beats, pictured, strict=True)
    # Nobody looked what every picture of a chapter shows: its orders are not asked for.
    unseen = [None if telling.chapter else _unseen(*both) for both in beats]
    return Story(
        telling.id,
        tuple(
            replace(event, alternatives=alternatives.get((values, at)), unseen=unseen[at])
            for at, event in enumerate(events_of(telling))
        ),
        title=telling.story.title[plan.book.language],
        kind=f"{template.domain}/{template.name}",
        causes=telling.causes,
        orders=seen.orders,
        orders_complete=seen.orders_complete,
        questions=(
            *(_asked(plan, telling, one, values) for one in plan.questions),
            *(_asked_openly(plan, telling, one, values) for one in plan.open_questions),
        ),
        harmful=False,
        author="press",
        family=plan.id,
        world=dict(world),
    )


def _unseen(beat: Beat, seen: Beat) -> UnseenFacts:
    """Which facts of a beat its picture does not show."""
    return UnseenFacts(
        tuple(key for key in beat.needs if key not in seen.needs),
        tuple(key for key in beat.makes if key not in seen.makes),
    )


def _asked(
    plan: FamilyPlan, telling: Telling, question: WorldQuestion, world: WorldValues
) -> StoryQuestion:
    """A question as every world asks it, with the answer of this one."""
    solver, language = plan.solver, plan.asked_in
    words = plan.kind.texts[question.id]
    positions = {beat.id: at for at, beat in enumerate(telling.beats)}
    hidden = positions[question.hidden] if question.hidden else None
    fewest = solver.fewest(world, question.id, hidden)
    assert fewest is not None  # the plan leaves out what the panels do not prove
    right = solver.answers[world][question.id]

    def said(text: Mapping[Language, str]) -> str:  # names as the book spells them
        return fill(text[language], telling.story.cast, telling.language)

    texts = {key: said(text) for key, text in words.options.items()}
    return StoryQuestion(
        id=f"{telling.id}-{question.id}",
        task=question.task,
        perspective=question.perspective,
        question=said(words.ask),
        answer=texts[right],
        wrong=tuple(
            WrongOption(text, question.error, strength=question.strength)
            for key, text in texts.items()
            if key != right
        ),
        evidence=tuple(telling.panels[positions[name]] for name in question.beats),
        hidden=None if hidden is None else telling.panels[hidden],
        required="one_panel" if len(fewest) == 1 else "several_panels",
        interrogative=question.interrogative,
        fewest_panels=len(fewest),
        fewest_pages=_fewest_pages(solver, telling, world, question.id) if plan.pages else None,
        language=language,
    )


def _fewest_pages(
    solver: WorldSolver, telling: Telling, world: WorldValues, question: str
) -> int | None:
    pages: dict[str, list[int]] = {}
    for at, ref in enumerate(telling.panels):
        pages.setdefault(ref.page, []).append(at)
    return solver.fewest_pages(world, question, pages.values())


def _asked_openly(
    plan: FamilyPlan, telling: Telling, question: OpenWorldQuestion, world: WorldValues
) -> StoryQuestion:
    """An open question as every world asks it, with the member of its pool that this one shows."""
    solver, language = plan.solver, plan.asked_in
    positions = {beat.id: at for at, beat in enumerate(telling.beats)}
    fewest = solver.fewest(world, question.id)
    assert fewest is not None  # the plan leaves out what the panels do not prove
    pool, right = question.members, solver.answers[world][question.id]
    answer, *others = all_forms(pool, right, language)
    return StoryQuestion(
        id=f"{telling.id}-{question.id}",
        task="reading",
        question=question.question[language],
        answer=answer,
        answers=tuple(others),
        evidence=tuple(telling.panels[positions[name]] for name in question.beats),
        answer_type=question.answer_type,
        required="one_panel" if len(fewest) == 1 else "several_panels",
        interrogative=question.interrogative,
        language=language,
        fewest_panels=len(fewest),
        pool=tuple(all_forms(pool, member, language) for member in pool),
    )
