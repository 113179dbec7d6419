"""What a task kind is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Protocol

from panelwise.metrics import MetricInfo
from panelwise.profile import Profile
from panelwise.settings import Section
from panelwise.tasks._draft import ItemDraft
from panelwise.tasks._item import Answer, AnswerForm, Item, Outcome, Parsed
from panelwise.tasks.forms import Form, FormValues
from panelwise.tasks.kinds._capabilities import FromPage
from panelwise.tasks.kinds._guesses import Guesses
from panelwise.tasks.kinds._lines import AnswerLine
from panelwise.tasks.kinds._presentation import Presentation
from panelwise.tasks.overlay import Overlay


class Kind(Protocol):
    """A way to ask: how its answers are read and scored.

    Attributes:
        name: as in ``Item.kind``.
        headline: the metric that ranks, unless an item says otherwise (``headline_of``).
        metrics: every metric of this kind by name.
        form: the type of its gold and answers: an order of shown things (a tuple), an option (its
            index), or a document.
        settings: the sections of settings that reading and scoring its answers obeys.
        presentation: how reports and cards present it.
        verbatim: whether its answers are read letter by letter, signs of all scripts untouched.
        anything: a pattern of what makes a text more than nothing.
        empty: the answer that says nothing (no box, no link); ``None`` where there is none.
        on_bare_pages: whether it asks what is where on a page, so that nothing may be marked there.
        line: what a line of a file of its answers holds; ``None``: files of them are not scored.
        exported_metrics: those that other programs work out by plain rules, from exported items.
    """

    @property
    def name(self) -> str: ...

    @property
    def headline(self) -> str: ...

    @property
    def metrics(self) -> Mapping[str, MetricInfo]: ...

    @property
    def form(self) -> AnswerForm: ...

    @property
    def settings(self) -> tuple[type[Section], ...]: ...

    @property
    def presentation(self) -> Presentation: ...

    @property
    def verbatim(self) -> bool: ...

    @property
    def anything(self) -> str: ...

    @property
    def empty(self) -> Answer | None: ...

    @property
    def on_bare_pages(self) -> bool: ...

    @property
    def line(self) -> type[AnswerLine[Any]] | None: ...

    @property
    def exported_metrics(self) -> tuple[str, ...]: ...

    def read(self, item: Item, text: str, profile: Profile) -> Parsed:
        """The answer that a plain text gives: status ``ok``, ``ok_repaired`` or ``invalid``."""
        ...

    def reads_by_gold(self, profile: Profile) -> bool:
        """Whether it depends on gold what a text is read as."""
        ...

    def write(self, item: Item, answer: Answer, profile: Profile) -> str:
        """An answer as a model would write it; ``read`` makes the answer of it again."""
        ...

    def score(self, item: Item, answer: Answer, profile: Profile) -> dict[str, float]:
        """Metric → value of a readable answer, and the parts of pooled metrics."""
        ...

    def invalid_scores(self, item: Item, profile: Profile) -> dict[str, float] | None:
        """What an unreadable answer scores; ``None`` when the profile leaves it out."""
        ...

    def drops_unread(self, profile: Profile) -> bool:
        """Whether the profile's headline leaves unreadable answers out (AMB-3, AMB-18)."""
        ...

    def chance(self, item: Item, profile: Profile) -> dict[str, float]:
        """Metric → expected value of a uniform random answer; empty where there is none.

        Of a pooled metric the expected value of each of its parts.
        """
        ...

    def random(self, item: Item, generator: Random, profile: Profile) -> Answer | None:
        """Any answer that may be right, all equally likely; ``None`` where there are too many."""
        ...

    def constant(self, item: Item) -> Answer | None:
        """An answer that needs no look at the item; ``None`` where only ``empty`` is one."""
        ...

    def from_page(self, item: Item) -> FromPage | None:
        """How a page that was read answers the item; ``None`` where no reading of it can."""
        ...

    def guesses(self, items: Sequence[Item], profile: Profile) -> Guesses:
        """The constant answers to try on a set of items, and why there is no random one."""
        ...

    def outcome(self, item: Item, answer: Answer, profile: Profile) -> Outcome:
        """``correct``, ``partial`` or ``wrong``."""
        ...

    def words_of_gold(self, gold: Answer) -> Sequence[str]:
        """What gold says in words of its own, which a mirror can make false: "on the left"."""
        ...

    def cover_texts(self, draft: ItemDraft) -> ItemDraft | str | None:
        """The item to ask when the texts in its pictures are covered.

        Gold that needs them is changed. Why such items cannot be asked at all, in words, or
        ``None`` where just this one cannot.
        """
        ...

    def question(self, items: Sequence[Item]) -> str:
        """What a set of items asks, in one sentence."""
        ...

    def chance_words(self, metric: str) -> str:
        """What a random answer scores by a metric, for a task's card; empty where none does."""
        ...

    def overlay(
        self, item: Item, answer: Answer | None, profile: Profile, scores: Mapping[str, float]
    ) -> Overlay | None:
        """An answer next to what is right, to be drawn; ``None`` for an order or option as it is.

        Args:
            item: what was asked.
            answer: as it was read; ``None`` when nothing could be, which shows what was missed.
            profile: under which it was scored: normalisation, matcher, coordinate frame.
            scores: of the answer; empty where there are none.
        """
        ...

    def answer_form(self, item: Item) -> Form:
        """The form in which a person answers; nothing in it depends on what is right."""
        ...

    def read_form(self, item: Item, values: FormValues, profile: Profile) -> Answer:
        """The answer that a filled-in form gives, in the numbers that the profile reads.

        Args:
            item: what was asked.
            values: as ``Form.check`` returned them; boxes are in pixels of the picture.
            profile: under which the answer will be scored.

        Raises:
            FormError: where the values are no answer after all.
        """
        ...

    def fill_form(self, item: Item, answer: Answer, profile: Profile) -> FormValues:
        """The values with which a form gives an answer, or gold; the inverse of ``read_form``."""
        ...
