"""Questions that only the pictures can answer: their options are fixed before the world is drawn.

Every world of a family is asked the same question with the same options, and every option is the
right one in as many worlds as any other. So what is sent besides the pixels says nothing about the
answer, neither to a reader who knows the template nor to one who knows how stories usually go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from panelwise.comics import ErrorType, Interrogative, Perspective, QuestionTask
from panelwise_press._story import BeatFacts
from panelwise_press.worlds._variables import World


@dataclass(frozen=True, slots=True)
class Ending(Mapping[str, str]):
    """How a story ends: a mapping of its variables, and the facts that hold at its end.

    >>> Ending({"who": "a"}, {"vase": "broken"}).facts["vase"]
    'broken'
    """

    world: World
    facts: BeatFacts

    def __getitem__(self, name: str) -> str:
        return self.world[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.world)

    def __len__(self) -> int:
        return len(self.world)


AnswerOf = Callable[[Ending], str]


@dataclass(frozen=True, slots=True)
class WorldQuestion:
    """A question with its four options.

    Attributes:
        id: unique in its template.
        task: which kind of question, as in :class:`panelwise.comics.StoryQuestion`.
        question: English, names as ``{role}``.
        options: key -> text. Each is right in as many worlds as any other.
        answer: the key of the right option in a world. Of a question with ``without`` it gets the
            ending of the story without that event.
        beats: the ids of the beats that prove the answer together.
        perspective: CHROMIC's, for ``chrono_mcq``.
        hidden: the id of the beat whose panel is blanked, for ``frame_prediction``.
        without: an event of :meth:`WorldBuilder.happens` that the question supposes not to have
            happened (CFR).
        strength: ``weak`` for options that a reader of the words alone can sort out; they are
            reported apart (SC-11).
        error: what is wrong with the options that are not right.
        interrogative: the question word.
    """

    id: str
    task: QuestionTask
    question: str
    options: Mapping[str, str]
    answer: AnswerOf
    beats: tuple[str, ...]
    perspective: Perspective | None = None
    hidden: str = ""
    without: str = ""
    strength: Literal["strong", "weak"] = "strong"
    error: ErrorType = "causal_reasoning"
    interrogative: Interrogative = "what"


def chronology(
    perspective: Perspective,
    question: str,
    options: Mapping[str, str],
    answer: AnswerOf,
    beats: tuple[str, ...],
    *,
    without: str = "",
    error: ErrorType = "causal_reasoning",
    interrogative: Interrogative = "what",
) -> WorldQuestion:
    """A question of one of CHROMIC's six perspectives (CH-12), called by it in small letters."""
    return WorldQuestion(
        perspective.lower(),
        "chrono_mcq",
        question,
        options,
        answer,
        beats,
        perspective,
        without=without,
        error=error,
        interrogative=interrogative,
    )


def blank_panel(
    options: Mapping[str, str],
    answer: AnswerOf,
    beats: tuple[str, ...],
    hidden: str,
    error: ErrorType = "causal_reasoning",
) -> WorldQuestion:
    """The question of what happens in the hidden panel (SC-1)."""
    text = "What happens in the blank panel?"
    return WorldQuestion(
        "blank", "frame_prediction", text, options, answer, beats, hidden=hidden, error=error
    )


def meaning(options: Mapping[str, str], answer: AnswerOf, beats: tuple[str, ...]) -> WorldQuestion:
    """The question of what the whole story means (SC-2)."""
    text = "Which sentence says best what this story is about?"
    return WorldQuestion("meaning", "narrative_comprehension", text, options, answer, beats)


def by(*variables: str) -> AnswerOf:
    """The answer that variables decide: their values, joined by spaces, are the option's key.

    >>> by("who", "what")(Ending({"who": "a", "what": "cup"}, {}))
    'a cup'
    """
    return lambda ending: " ".join(ending[name] for name in variables)


def ends(*facts: str) -> AnswerOf:
    """The answer that facts decide which hold at the end of the story."""
    return lambda ending: " ".join(ending.facts[name] for name in facts)


def crossed(text: str, *parts: Mapping[str, str]) -> dict[str, str]:
    """Options from every combination of parts; ``%s`` is where each part goes.

    >>> options = crossed("%s has %s.", {"a": "{a}", "b": "{b}"}, {"cup": "a cup", "hat": "a hat"})
    >>> options["b cup"]
    '{b} has a cup.'
    """
    keys: list[tuple[str, ...]] = [()]
    for part in parts:
        keys = [(*key, value) for key in keys for value in part]
    return {
        " ".join(key): text % tuple(part[value] for part, value in zip(parts, key, strict=True))
        for key in keys
    }
