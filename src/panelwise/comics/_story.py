"""What a comic tells: events panel by panel, what causes what, and questions about it.

Source: specification 1.2 (Description, QA), MS-8, MS-14. Known for a comic that was made by rule
or annotated by people; empty otherwise. Panels are named by page and position in reading order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

Perspective = Literal["CPT", "CAS", "IMN", "ICM", "PBP", "CFR"]
QuestionTask = Literal[
    "chrono_mcq", "frame_prediction", "narrative_comprehension", "true_statement", "reading"
]
ErrorType = Literal[
    "temporal",
    "causal_reasoning",
    "character_state",
    "object_state",
    "scene_transition",
    "dialogue",
    "other_story",
    "unspecified",
]
AnswerType = Literal["choice", "exact", "descriptive"]
Interrogative = Literal["who", "what", "when", "where", "why", "how", "which"]
Tier = Literal["easy", "medium", "hard"]


class PanelRef(NamedTuple):
    """A panel: the id of its page and its position in the page's reading order."""

    page: str
    panel: int


class PanelAlternatives(NamedTuple):
    """What other books of the family show in place of a panel, impossible given the panels here.

    Attributes:
        books: their ids; each has another picture at the same place of the same page.
        needed: the panels that together show that none of these pictures belongs here.
        tier: how hard that is to see.
    """

    books: tuple[str, ...]
    needed: tuple[PanelRef, ...]
    tier: Tier | None = None


@dataclass(frozen=True, slots=True)
class UnseenFacts:
    """Facts of an event whose value its picture does not show, lettering apart.

    Attributes:
        needs, makes: their keys among those of the event.
    """

    needs: tuple[str, ...] = ()
    makes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Event:
    """What one panel tells.

    Attributes:
        panel: where it stands.
        description: a sentence that is true of this panel and of no other of the story.
        actor: id of the identity who acts, if anybody does.
        feeling: what the actor visibly feels, an adjective.
        place, time: where and when ("kitchen", "night"); panels that follow one another in one
            place and time are one scene.
        scene: number of the scene in its story, from 0.
        needs, makes: facts that hold before and that it brings about.
        states: all that is known to hold after it.
        present: ids of the identities who are to be seen.
        alternatives: pictures of other books that could be offered instead, where they are known.
        unseen: which of the facts that it needs and makes the picture does not show; ``None`` when
            nobody looked.
    """

    panel: PanelRef
    description: str
    id: str = ""
    actor: str | None = None
    feeling: str | None = None
    place: str | None = None
    time: str | None = None
    scene: int = 0
    needs: Mapping[str, str] = field(default_factory=dict)
    makes: Mapping[str, str] = field(default_factory=dict)
    states: Mapping[str, str] = field(default_factory=dict)
    present: tuple[str, ...] = ()
    alternatives: PanelAlternatives | None = None
    unseen: UnseenFacts | None = None

    @property
    def pictured(self) -> Event | None:
        """The event with no more facts than its picture shows; ``None`` when nobody looked."""
        if self.unseen is None:
            return None
        needs = {key: one for key, one in self.needs.items() if key not in self.unseen.needs}
        makes = {key: one for key, one in self.makes.items() if key not in self.unseen.makes}
        return replace(self, needs=needs, makes=makes)


@dataclass(frozen=True, slots=True)
class WrongOption:
    """A distractor: the kind of error it makes, and the panel that it was taken from, if any.

    ``unspecified`` is the error of those that came without a word on it.
    ``strength`` tells how it was drafted: ``strong`` ones mislead by plausible mistakes, ``weak``
    ones were written to be wrong (SC-10, SC-11).
    """

    text: str
    error: ErrorType
    panel: PanelRef | None = None
    strength: Literal["strong", "weak"] | None = None


@dataclass(frozen=True, slots=True)
class StoryQuestion:
    """A question about a story, its answer, and the panels that prove it.

    Attributes:
        task: which kind of question, in the words of the task registry of specification 1.3;
            ``true_statement`` asks for the one true statement among typed errors, ``reading``
            is MangaVQA's open question.
        perspective: CHROMIC's, for ``chrono_mcq``.
        evidence: the panels that prove the answer.
        answer_type: how it is answered: by a choice among options, by exact words, or by a
            description.
        interrogative: the word that it asks with.
        answers: for an open question, other answers that are as right.
        pool: for an open question whose answer was drawn from a list, every member of the list,
            the right one among them, in each form that counts as it.
        hidden: the panel that must be blanked before asking, if one must.
        required: whether one panel proves the answer, or several together do.
        fewest_panels: from how many panels the answer follows at the least, where that is proved.
        fewest_pages: the same of pages, for chapters of many pages.
        tier: how hard it is to see, where that is computed.
    """

    id: str
    task: QuestionTask
    question: str
    answer: str
    wrong: tuple[WrongOption, ...] = ()
    evidence: tuple[PanelRef, ...] = ()
    perspective: Perspective | None = None
    hidden: PanelRef | None = None
    answer_type: AnswerType = "choice"
    required: Literal["one_panel", "several_panels"] = "several_panels"
    interrogative: Interrogative = "which"
    answers: tuple[str, ...] = ()
    language: str = "en"
    fewest_panels: int | None = None
    pool: tuple[tuple[str, ...], ...] = ()
    tier: Tier | None = None
    fewest_pages: int | None = None


@dataclass(frozen=True, slots=True)
class Story:
    """One story of a book: its events in the order of the book.

    Attributes:
        kind: what it was made from: the template of a generated story.
        causes: edges ``(i, j)``: event i brings about something that event j needs.
        orders: the orders of the events that no picture contradicts, as positions in ``events``;
            the order of the book is one of them, and comes first. Empty when they are not known.
        orders_complete: false when there are more than are listed.
        summary: what the story tells as a whole, in words.
        harmful: whether it was found to hold harmful content; ``None`` when nobody looked.
        author: who wrote the descriptions and questions: ``press``, ``human``, a model's name.
        changed: in a counterfactual twin, the panels that differ from the story it is a twin of.
        family: the same for stories that differ in nothing but what is drawn in their panels, and
            are asked the same questions with the same options; they belong together in a pack and
            in a split.
        world: what differs, variable by variable.
    """

    id: str
    events: tuple[Event, ...]
    title: str | None = None
    kind: str | None = None
    causes: tuple[tuple[int, int], ...] = ()
    orders: tuple[tuple[int, ...], ...] = ()
    orders_complete: bool = True
    questions: tuple[StoryQuestion, ...] = ()
    summary: str | None = None
    harmful: bool | None = None
    author: str | None = None
    changed: tuple[PanelRef, ...] = ()
    family: str | None = None
    world: Mapping[str, str] | None = None

    @property
    def unique_order(self) -> bool:
        """Whether the pictures allow the order of the book and no other."""
        return len(self.orders) == 1 and self.orders_complete

    def is_ambiguous_on(self, page: str) -> bool:
        """Whether the panels of a page have several valid orders; false when nobody looked."""
        here = {at for at, event in enumerate(self.events) if event.panel.page == page}
        seen = {tuple(at for at in order if at in here) for order in self.orders}
        return len(seen) > 1 or (bool(self.orders) and not self.orders_complete)
