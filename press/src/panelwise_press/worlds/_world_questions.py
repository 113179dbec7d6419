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


@dataclass(frozen=True, slots=True)
class WorldAnswer:
    """Which option is right.

    Attributes:
        parts: what an option consists of. Each is a variable or has words in the TOML file.
        of: the key of the right option: the values of the parts, joined by spaces.
    """

    parts: tuple[str, ...]
    of: Callable[[Ending], str]


@dataclass(frozen=True, slots=True)
class WorldQuestion:
    """A question with its four options; its words are in the template's TOML file.

    Attributes:
        id: unique in its template.
        task: which kind of question, as in :class:`panelwise.comics.StoryQuestion`.
        answer: the right option in a world; each is right in as many worlds as any other. Of a
            question with ``without`` it gets the ending of the story without that event.
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
    answer: WorldAnswer
    beats: tuple[str, ...]
    perspective: Perspective | None = None
    hidden: str = ""
    without: str = ""
    strength: Literal["strong", "weak"] = "strong"
    error: ErrorType = "causal_reasoning"
    interrogative: Interrogative = "what"


def chronology(
    perspective: Perspective,
    answer: WorldAnswer,
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
        answer,
        beats,
        perspective,
        without=without,
        error=error,
        interrogative=interrogative,
    )


def blank_panel(
    answer: WorldAnswer,
    beats: tuple[str, ...],
    hidden: str,
    error: ErrorType = "causal_reasoning",
) -> WorldQuestion:
    """The question of what happens in the hidden panel (SC-1)."""
    return WorldQuestion("blank", "frame_prediction", answer, beats, hidden=hidden, error=error)


def meaning(answer: WorldAnswer, beats: tuple[str, ...]) -> WorldQuestion:
    """The question of what the whole story means (SC-2)."""
    return WorldQuestion("meaning", "narrative_comprehension", answer, beats)


def by(*variables: str) -> WorldAnswer:
    """The answer that variables decide.

    >>> by("who", "what").of(Ending({"who": "a", "what": "cup"}, {}))
    'a cup'
    """
    return WorldAnswer(variables, lambda ending: " ".join(ending[name] for name in variables))


def ends(**facts: str) -> WorldAnswer:
    """The answer that facts decide which hold at the end of the story: a fact for each part.

    >>> ends(finder="toy.with").of(Ending({}, {"toy.with": "c"}))
    'c'
    """
    return WorldAnswer(
        tuple(facts), lambda ending: " ".join(ending.facts[name] for name in facts.values())
    )
