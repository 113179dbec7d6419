"""What makes a chapter template a good one, besides what makes a world template one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from panelwise_press._scene import Person
from panelwise_press.worlds._chapter_template import Chapter, ChapterTemplate, beats_of, props_of
from panelwise_press.worlds._solver import WorldSolver
from panelwise_press.worlds._variables import worlds_of
from panelwise_press.worlds._world_template import Seeded

SCENE = 4  # panels of a scene; every layout has room for so many on one page


def chapter_faults(
    template: ChapterTemplate, cast: Mapping[str, Person], seeded: Seeded, solver: WorldSolver
) -> Iterator[tuple[str, str]]:
    """Where a chapter has faults, and which.

    A scene alone must leave every option of every question, each in as many worlds as any other. So
    every answer takes two pages or more, and a reader of any one page can only guess.

    Args:
        template: to be checked.
        cast: who plays its roles.
        seeded: the source of its choices.
        solver: of the chapter without interludes.
    """
    first = template.first(cast, seeded)
    scenes, props = _scenes(first), props_of(beats_of(first))
    for world in worlds_of(template.variables):
        where, chapter = " ".join(world.values()), template.in_world(cast, world, seeded)
        if list(map(len, _scenes(chapter))) != list(map(len, scenes)):
            yield where, "scenes with other numbers of panels than in the first world"
        if more := props_of(beats_of(chapter)) - props:
            yield where, f"shows {min(more)}, which the first world does not"
    if max(map(len, scenes)) > SCENE:
        yield "", f"a scene of more than {SCENE} panels; it may not fit on one page"
    start = 0
    for number, scene in enumerate(scenes, 1):
        yield from _of_scene(template, solver, number, range(start, start + len(scene)))
        start += len(scene)


def _scenes(chapter: Chapter) -> Sequence[Sequence[object]]:
    return (*chapter.opening, *chapter.ending)


def _of_scene(
    template: ChapterTemplate, solver: WorldSolver, number: int, panels: range
) -> Iterator[tuple[str, str]]:
    """Whether one scene alone says anything about an answer."""
    for question in template.questions:
        counts: dict[tuple[int, ...], Counter[str]] = {}
        for world, looks in solver.shown.items():
            seen = looks[panels.start : panels.stop]
            counts.setdefault(seen, Counter())[solver.answers[world][question.id]] += 1
        options = len(template.texts[question.id].options)
        if any(len(one) < options or len(set(one.values())) > 1 for one in counts.values()):
            yield question.id, f"scene {number} alone says something about the answer"
