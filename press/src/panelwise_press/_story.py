"""Stories whose order follows from what their pictures show.

A beat is one panel's event. It *needs* facts to hold and *makes* facts; both are visible in its
picture, unless it calls them unseen. Which orders the pictures allow follows from the facts
(:func:`panelwise.comics.valid_orders`).

Source: MS-8, MS-14.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
