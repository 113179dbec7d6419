"""Stories whose order follows from what their pictures show.

A beat is one panel's event. It *needs* facts to hold and *makes* facts; both are visible in its
picture, unless it calls them unseen. An order of beats is valid when no picture contradicts the
ones before it: what a beat needs is what the last beat that touched the fact left behind, and what
a beat makes, it changes: it was not so already. What nobody has touched yet may be anything,
because a reader of shuffled pictures does not know how things were at first. So a lamp switched on
and off has two valid orders, and a window thrown in has one.

Source: MS-8, MS-14.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from panelwise_press._scene import Language, Person, Scene

BeatFacts = Mapping[str, str]  # "window" -> "broken"; "ball.at" -> "air"
MAX_ORDERS = 200


@dataclass(frozen=True, slots=True)
class Beat:
    """One panel's event.

    Attributes:
        id: unique in the story, a verb by preference: "throw".
        tells: the gold description, an English sentence in the present tense with names as
            ``{role}``, distinct from that of every other beat.
        scene: what the picture shows. ``needs`` and ``makes`` must be visible in it; ``makes`` as
            a change, so that the picture contradicts its having been so before.
        unseen: the keys of facts that the story needs or makes here, but whose value nobody can
            tell from the picture alone. They prove no order (SC-8).
        actor: the role that acts, if any.
        feeling: what the actor visibly feels here, one English adjective.
    """

    id: str
    tells: str
    scene: Scene
    needs: BeatFacts = field(default_factory=dict)
    makes: BeatFacts = field(default_factory=dict)
    actor: str | None = None
    feeling: str | None = None
    unseen: frozenset[str] = frozenset()


WrongKind = Literal["temporal", "causal", "character", "object", "place", "feeling", "motive"]


@dataclass(frozen=True, slots=True)
class WrongAnswer:
    """A distractor: what is wrong with it, and the beat whose picture it borrows from, if any."""

    text: str
    kind: WrongKind
    source: str | None = None


@dataclass(frozen=True, slots=True)
class TemplateQuestion:
    """A question that only the template can ask, with at least three wrong answers.

    ``beats`` are the ids of the beats that prove the answer. All answers are of one form and of
    nearly one length, so that nobody who has not seen the pictures can tell them apart.
    """

    question: str
    answer: str
    wrong: tuple[WrongAnswer, ...]
    beats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TemplateStory:
    """A story: beats in the order in which they are drawn, which is a valid one.

    Attributes:
        template, domain: where it comes from.
        title: in every language.
        cast: role -> person; scenes, lines and descriptions name roles.
        motive: why somebody acts, shown by expression or dialogue (CHROMIC's ICM).
        prediction: what comes after the last panel (PBP).
        meaning: what the story says as a whole (StripCipher's narrative comprehension).
        otherwise: a beat id and a beat that could replace it with another event, for
            counterfactual twins and questions.
        instead: what might have happened in a beat's place and did not, as the panels around it
            show: wrong answers to what happens in a frame that is left blank, by beat id.
        changed: in a twin, the id of the beat whose picture was changed.
    """

    template: str
    domain: str
    title: dict[Language, str]
    cast: dict[str, Person]
    beats: tuple[Beat, ...]
    motive: tuple[TemplateQuestion, ...] = ()
    prediction: tuple[TemplateQuestion, ...] = ()
    meaning: tuple[TemplateQuestion, ...] = ()
    otherwise: tuple[str, Beat] | None = None
    instead: Mapping[str, tuple[WrongAnswer, ...]] = field(default_factory=dict)
    changed: str | None = None

    def states(self) -> list[dict[str, str]]:
        """What is known to hold after each beat."""
        known: dict[str, str] = {}
        after = []
        for beat in self.beats:
            known = {**known, **beat.needs, **beat.makes}
            after.append(known)
        return after


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two panels that cannot both be true in an order of beats.

    Attributes:
        earlier, later: positions of the last beat that said what holds, and of the one that
            contradicts it.
        text: what is wrong.
    """

    earlier: int
    later: int
    text: str


def contradictions(beats: Sequence[Beat]) -> Iterator[Contradiction]:
    """Every contradiction in this order of beats; none for a valid order."""
    known: dict[str, tuple[str, int]] = {}
    for at, beat in enumerate(beats):
        for key, value in beat.needs.items():
            before, since = known.get(key, (value, at))
            if before != value:
                text = f"{beat.id} needs {key} = {value}, but it is {before}"
                yield Contradiction(since, at, text)
        known |= {key: (value, at) for key, value in beat.needs.items()}
        for key, value in beat.makes.items():
            before, since = known.get(key, ("", at))
            if before == value:
                text = f"{beat.id} makes {key} = {value}, but it is so already"
                yield Contradiction(since, at, text)
        known |= {key: (value, at) for key, value in beat.makes.items()}


def contradiction(beats: Sequence[Beat]) -> str | None:
    """The first contradiction in this order of beats, in words, or ``None`` for a valid order."""
    first = next(contradictions(beats), None)
    return first.text if first else None


def valid_orders(beats: Sequence[Beat]) -> Iterator[tuple[int, ...]]:
    """Every order of the beats that no picture contradicts, in lexicographic order.

    >>> from panelwise_press._scene import Scene
    >>> empty = Scene("street")
    >>> whole = Beat("throw", "", empty, needs={"window": "whole"}, makes={"ball": "flying"})
    >>> before = {"window": "whole", "ball": "flying"}
    >>> crash = Beat("crash", "", empty, needs=before, makes={"window": "broken"})
    >>> list(valid_orders([whole, crash]))
    [(0, 1)]
    """
    yield from _extend(beats, (), {})


def _extend(
    beats: Sequence[Beat], chosen: tuple[int, ...], known: dict[str, str]
) -> Iterator[tuple[int, ...]]:
    if len(chosen) == len(beats):
        yield chosen
        return
    for index, beat in enumerate(beats):
        if index in chosen:
            continue
        before = {**known, **beat.needs}
        if all(known.get(key, value) == value for key, value in beat.needs.items()) and all(
            before.get(key) != value for key, value in beat.makes.items()
        ):
            yield from _extend(beats, (*chosen, index), {**before, **beat.makes})


def causes(beats: Sequence[Beat]) -> tuple[tuple[int, int], ...]:
    """Edges of the causal graph: ``(i, j)`` when beat i makes a fact that beat j needs.

    The maker is the last beat before j that made the fact, so the graph has no cycle.
    """
    edges: set[tuple[int, int]] = set()
    maker: dict[str, tuple[int, str]] = {}
    for j, beat in enumerate(beats):
        for key, value in beat.needs.items():
            if key in maker and maker[key][1] == value:
                edges.add((maker[key][0], j))
        for key, value in beat.makes.items():
            maker[key] = (j, value)
    return tuple(sorted(edges))
