"""What makes a world template a good one, as checks that name every fault.

They look at stories and words. Whether a variable is easily seen is a matter of the drawing: print
a family and look at it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping

from panelwise.comics import contradiction, have_one_order
from panelwise_press._cast import draw_cast
from panelwise_press._story import TemplateStory
from panelwise_press._template import cast_of
from panelwise_press._words import fill
from panelwise_press.lettering import MissingGlyphError, check_words
from panelwise_press.worlds._chapter_checks import chapter_faults
from panelwise_press.worlds._chapter_template import ChapterTemplate
from panelwise_press.worlds._solver import WorldSolver
from panelwise_press.worlds._staging import first_speaker
from panelwise_press.worlds._variables import worlds_of
from panelwise_press.worlds._world_template import WorldTemplate

Retellings = Mapping[tuple[str, ...], TemplateStory]
Fault = tuple[str, str]  # where it is, and what it is


def template_faults(template: WorldTemplate | ChapterTemplate, seed: int = 0) -> list[str]:
    """What is wrong with a template, one line each; empty for a good one.

    A fault of many worlds is named for the first of them. A chapter is checked without interludes.

    Args:
        template: to be checked.
        seed: of its people and choices.
    """
    chapter = template if isinstance(template, ChapterTemplate) else None
    template = template if isinstance(template, WorldTemplate) else template.with_interludes(())
    cast = cast_of(
        template.name,
        template.roles,
        draw_cast(random.Random(f"check {seed} cast")),
        random.Random(f"check {seed} roles"),
    )

    def seeded() -> random.Random:
        return random.Random(f"check {seed} story")

    if wrong := list(template.texts.faults()):
        return wrong
    worlds = worlds_of(template.variables)
    stories = {tuple(world.values()): template.story(cast, world, seeded) for world in worlds}
    right = {tuple(world.values()): template.answers(cast, world, seeded) for world in worlds}
    solver = WorldSolver(stories, right)
    faults = [
        *_of_variables(template),
        *_of_balance(template, right),
        *_of_stories(template, stories),
        *_of_letters(stories),
        *_of_beats(template, stories),
        *_of_evidence(template, solver),
        *_of_pools(template, solver),
        *(chapter_faults(chapter, cast, seeded, solver) if chapter else _of_orders(stories)),
    ]
    first: dict[str, str] = {}
    for where, fault in faults:
        first.setdefault(fault, f"{where}: {fault}" if where else fault)
    return list(first.values())


def _of_variables(template: WorldTemplate) -> Iterator[Fault]:
    for variable in template.variables:
        if len(set(variable.values)) < max(2, len(variable.values)):
            yield f"variable {variable.name}", "needs two or more values, all different"
    names = Counter(variable.name for variable in template.variables)
    ids = Counter(question.id for question in template.questions)
    yield from (("", f"two variables are called {name}") for name, n in names.items() if n > 1)
    yield from (("", f"two questions are called {name}") for name, n in ids.items() if n > 1)


def _of_balance(
    template: WorldTemplate, right: Mapping[tuple[str, ...], Mapping[str, str]]
) -> Iterator[Fault]:
    for question in template.questions:
        counts = Counter(answers[question.id] for answers in right.values())
        options = template.texts[question.id].options
        unknown = sorted(set(counts) - set(options))
        if unknown:
            yield question.id, f"the answer {unknown[0]!r} is not one of its options"
        elif len({counts[key] for key in options}) > 1:
            shares = ", ".join(f"{key}: {counts[key]}" for key in options)
            yield question.id, f"its options are right in different numbers of worlds ({shares})"


def _of_stories(template: WorldTemplate, stories: Retellings) -> Iterator[Fault]:
    """Whether all worlds have as many panels and balloons, and each is a story."""
    first = next(iter(stories.values()))
    for values, story in stories.items():
        where = " ".join(values)
        if len(story.beats) != len(first.beats):
            yield where, f"{len(story.beats)} panels, elsewhere {len(first.beats)}"
            continue
        wrong = contradiction(story.beats)
        if wrong:
            yield where, wrong
        if story.title != first.title:
            yield where, "another title"
        for at, (beat, other) in enumerate(zip(story.beats, first.beats, strict=True), 1):
            mine, theirs = ([line.kind for line in one.scene.lines] for one in (beat, other))
            if mine != theirs:
                yield where, f"panel {at} has {mine or 'no'} texts, elsewhere {theirs or 'none'}"
            shots = beat.scene.shot, other.scene.shot
            if shots[0] != shots[1]:
                yield where, f"panel {at} is a {shots[0]} shot, elsewhere {shots[1]}"
            if first_speaker(beat.scene) < 0:
                yield where, f"panel {at}: the first speaker is to the right of the second"
        sentences = Counter(fill(beat.tells, story.cast) for beat in story.beats)
        yield from ((where, f"twice {text!r}") for text, n in sentences.items() if n > 1)


def _of_orders(stories: Retellings) -> Iterator[Fault]:
    for values, story in stories.items():
        valid = not contradiction(story.beats)
        if valid and not have_one_order(story.beats):
            yield " ".join(values), "another order of the panels contradicts no picture"


def _of_letters(stories: Retellings) -> Iterator[Fault]:
    """Whether a font has every character that is lettered."""
    for values, story in stories.items():
        for line in (line for beat in story.beats for line in beat.scene.lines):
            for language, words in line.words.items():
                try:
                    check_words(words, language, line.kind == "sound")
                except MissingGlyphError as error:
                    yield " ".join(values), str(error)


def _of_beats(template: WorldTemplate, stories: Retellings) -> Iterator[Fault]:
    for question in template.questions:
        for values, story in stories.items():
            ids = [beat.id for beat in story.beats]
            missing = [name for name in question.beats if name not in ids]
            if missing:
                yield question.id, f"no beat {missing[0]!r} in {' '.join(values)}"
                break
            if question.hidden and ids.index(question.hidden) != len(ids) - 2:
                yield question.id, f"the hidden panel {question.hidden!r} is not second to last"
                break


def _of_evidence(template: WorldTemplate, solver: WorldSolver) -> Iterator[Fault]:
    """Whether the panels that are shown decide every answer, and those that are named do."""
    for question in template.questions:
        if not solver.decides(question.id, question.hidden):
            yield question.id, "worlds that look alike have different answers"
            continue
        for values, story in solver.stories.items():
            ids = [beat.id for beat in story.beats]
            named = [ids.index(one) for one in question.beats if one in ids]
            shown = [at for at in named if ids[at] != question.hidden]
            if not solver.proves(values, shown, question.id):
                yield question.id, f"beats {', '.join(question.beats)} do not prove the answer"
                break


def _of_pools(template: WorldTemplate, solver: WorldSolver) -> Iterator[Fault]:
    """Whether open questions have the pools of their variables, and panels that decide them."""
    values = {variable.name: variable.values for variable in template.variables}
    for question in template.open_questions:
        if set(values.get(question.variable, ())) != set(question.members):
            yield (
                question.id,
                f"{question.variable!r} does not have the values of pool {question.pool!r}",
            )
            continue
        if any("{" in text for text in question.question.values()):
            yield question.id, "names somebody; families differ in their names"
        for world, story in solver.stories.items():
            ids = [beat.id for beat in story.beats]
            if set(question.beats) - set(ids):
                yield question.id, f"one of the beats {', '.join(question.beats)} is missing"
            elif not solver.proves(world, [ids.index(one) for one in question.beats], question.id):
                yield question.id, f"beats {', '.join(question.beats)} do not prove the answer"
                break
