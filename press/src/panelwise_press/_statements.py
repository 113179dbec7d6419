"""One true statement among three false ones, each false in its own way.

The ways are ComicVQA's error categories (CV-13): time, cause, a character's state, an object's
state, the scene, the dialogue. True and false statements come from the same moulds, so that the
wording tells nothing.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from panelwise.comics import ErrorType, PanelRef, StoryQuestion, WrongOption
from panelwise_press._telling import Telling, ordinal, quoted
from panelwise_press._words import fill

QUESTIONS = 2
GLAD = frozenset(
    {
        "happy",
        "proud",
        "glad",
        "cheerful",
        "delighted",
        "relieved",
        "content",
        "excited",
        "satisfied",
        "joyful",
        "pleased",
    }
)
UPSET = frozenset(
    {
        "sad",
        "angry",
        "scared",
        "upset",
        "disappointed",
        "worried",
        "annoyed",
        "furious",
        "frightened",
        "unhappy",
        "afraid",
    }
)


@dataclass(frozen=True, slots=True)
class _Pair:
    """A statement and its falsification, proved by the same panels."""

    true: str
    false: str
    error: ErrorType
    panels: tuple[PanelRef, ...]


def statement_questions(telling: Telling, rng: random.Random) -> Iterator[StoryQuestion]:
    """At most :data:`QUESTIONS` questions for the one true statement about a story."""
    by_error: dict[ErrorType, list[_Pair]] = {}
    for mould in (_temporal, _causal, _feelings, _objects, _scenes, _dialogue):
        for pair in mould(telling):
            by_error.setdefault(pair.error, []).append(pair)
    for at in range(QUESTIONS):
        kinds = [kind for kind, pairs in by_error.items() if pairs]
        if len(kinds) < 4:
            return
        right, *wrong = (
            by_error[kind].pop(rng.randrange(len(by_error[kind]))) for kind in rng.sample(kinds, 4)
        )
        pairs = (right, *wrong)
        yield StoryQuestion(
            id=f"{telling.id}-statement-{at}",
            task="true_statement",
            question="Which of these four statements is true?",
            answer=right.true,
            wrong=tuple(WrongOption(pair.false, pair.error, pair.panels[0]) for pair in wrong),
            evidence=tuple(dict.fromkeys(panel for pair in pairs for panel in pair.panels)),
        )


def _temporal(telling: Telling) -> Iterator[_Pair]:
    count = len(telling.beats)
    for i in range(count):
        for j in range(i + 1, count):
            if telling.always_before(i, j):
                a, b = quoted(telling.sentences[i]), quoted(telling.sentences[j])
                panels = (telling.panels[i], telling.panels[j])
                yield _Pair(f"{a} comes before {b}.", f"{b} comes before {a}.", "temporal", panels)


def _causal(telling: Telling) -> Iterator[_Pair]:
    for i, j in telling.causes:
        a, b = quoted(telling.sentences[i]), quoted(telling.sentences[j])
        panels = (telling.panels[i], telling.panels[j])
        true, false = f"{a} makes {b} possible.", f"{b} makes {a} possible."
        yield _Pair(true, false, "causal_reasoning", panels)


def _feelings(telling: Telling) -> Iterator[_Pair]:
    """A feeling turned into one of the other sort; feelings of neither sort are left alone.

    Glad and upset panels go in pairs, each falsified by the other's feeling: then every word is
    as often false as true.
    """
    felt = [(at, beat) for at, beat in enumerate(telling.beats) if beat.actor is not None]
    glad = [(at, beat) for at, beat in felt if beat.feeling in GLAD]
    upset = [(at, beat) for at, beat in felt if beat.feeling in UPSET]
    for one, other in zip(glad, upset, strict=False):
        for (at, beat), (_, opposite) in ((one, other), (other, one)):
            assert beat.actor is not None
            start = f"In the {ordinal(at)} panel {telling.name(beat.actor)} is"
            yield _Pair(
                f"{start} {beat.feeling}.",
                f"{start} {opposite.feeling}.",
                "character_state",
                (telling.panels[at],),
            )


def _objects(telling: Telling) -> Iterator[_Pair]:
    """A thing's state before or after an event; keys of places are no states.

    Asked of both sides of the event, so that final states are false as often as true.
    """
    for at, beat in enumerate(telling.beats):
        for key, made in beat.makes.items():
            before = beat.needs.get(key)
            if "." in key or before is None:
                continue
            thing = key.replace("_", " ")
            for when, is_so, is_not in (("Before", before, made), ("After", made, before)):
                start = f"{when} the event of the {ordinal(at)} panel, the {thing} is:"
                yield _Pair(
                    f"{start} {is_so}.",
                    f"{start} {is_not}.",
                    "object_state",
                    (telling.panels[at],),
                )


def _scenes(telling: Telling) -> Iterator[_Pair]:
    """Panels of two places in pairs, each falsified by the other's place."""
    from panelwise_press.drawing import PLACES

    says = [PLACES[beat.scene.place].says for beat in telling.beats]
    left = list(range(len(says)))
    while left:
        at = left.pop(0)
        twin = next((x for x in left if says[x] != says[at]), None)
        if twin is None:
            continue
        left.remove(twin)
        for here, there in ((at, twin), (twin, at)):
            start = f"The {ordinal(here)} panel takes place"
            yield _Pair(
                f"{start} {says[here]}.",
                f"{start} {says[there]}.",
                "scene_transition",
                (telling.panels[here],),
            )


def _dialogue(telling: Telling) -> Iterator[_Pair]:
    """Who says what: the words given to somebody else who is in the story."""
    if telling.silent:
        return
    cast = telling.story.cast
    for beat, panel in zip(telling.beats, telling.panels, strict=True):
        for line in beat.scene.lines:
            others = [role for role in cast if role != line.speaker]
            if (
                line.speaker is None
                or line.kind not in ("speech", "shout", "whisper")
                or not others
            ):
                continue
            words = fill(line.words[telling.language], cast, telling.language)
            yield _Pair(
                f"{telling.name(line.speaker)} says “{words}”.",
                f"{telling.name(others[0])} says “{words}”.",
                "dialogue",
                (panel,),
            )
