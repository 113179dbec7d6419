"""What most kinds have in common: the defaults of :class:`panelwise.tasks.kinds.Kind`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from panelwise.errors import FormError
from panelwise.profile import Profile
from panelwise.settings import Section
from panelwise.tasks._draft import ItemDraft
from panelwise.tasks._item import Answer, AnswerForm, Item
from panelwise.tasks.extraction import SOMETHING, plain
from panelwise.tasks.forms import Form, FormValues, TextField
from panelwise.tasks.kinds._capabilities import FromPage
from panelwise.tasks.kinds._lines import AnswerLine
from panelwise.tasks.kinds._presentation import Presentation
from panelwise.tasks.kinds._question import from_books, language_of
from panelwise.tasks.overlay import Overlay, Row, Table
from panelwise.wording import counted

if TYPE_CHECKING:
    from panelwise.tasks.kinds._kind import Kind


class BaseKind:
    """Defaults; a kind overrides those that do not hold for it."""

    form: AnswerForm = "document"
    settings: tuple[type[Section], ...] = ()
    presentation = Presentation()
    verbatim = False
    anything = SOMETHING
    on_bare_pages = False
    line: type[AnswerLine[Any]] | None = None
    exported_metrics: tuple[str, ...] = ()

    @property
    def empty(self) -> Answer | None:
        """None: there is no answer that says nothing."""
        return None

    def reads_by_gold(self, profile: Profile) -> bool:
        """Never."""
        del profile
        return False

    def drops_unread(self, profile: Profile) -> bool:
        """Never: an unreadable answer is wrong, or found nothing."""
        del profile
        return False

    def chance(self, item: Item, profile: Profile) -> dict[str, float]:
        """Empty, unless a kind has a finite set of answers to draw from."""
        del item, profile
        return {}

    def random(self, item: Item, generator: Random, profile: Profile) -> Answer | None:
        """None: there is no finite set of answers to draw from."""
        del item, generator, profile
        return None

    def constant(self, item: Item) -> Answer | None:
        """None: what can be answered without a look is ``empty``."""
        del item
        return None

    def from_page(self, item: Item) -> FromPage | None:
        """None: what is asked is not on the page."""
        del item
        return None

    def words_of_gold(self, gold: Answer) -> Sequence[str]:
        """None: gold is places, names, numbers, or words that stand on the page."""
        del gold
        return ()

    def cover_texts(self, draft: ItemDraft) -> ItemDraft | str | None:
        """The same item: what is asked for is no text."""
        return draft

    def question(self, items: Sequence[Item]) -> str:
        """How many items there are."""
        return f"{counted(len(items), 'item')} {from_books(items)}."

    def chance_words(self, metric: str) -> str:
        """Empty: no random answer, or nothing to say of it before the items are known."""
        del metric
        return ""

    def overlay(
        self, item: Item, answer: Answer | None, profile: Profile, scores: Mapping[str, float]
    ) -> Overlay | None:
        """A document next to the right one, as they are stored; orders and options need none."""
        del profile, scores
        if self.form != "document":
            return None
        said = "Nothing was read." if answer is None else "The answer as it was read."
        read = "nothing" if answer is None else json.dumps(answer, ensure_ascii=False)
        right = Row("", ("Right", json.dumps(item.gold, ensure_ascii=False)))
        return Overlay(said, (), (Table("Answer", (), (right, Row("", ("Answered", read)))),))

    def answer_form(self, item: Item) -> Form:
        """A text, which is read as a model's response is."""
        return Form((TextField("text", "Your answer", lines=4, language=language_of(item)),))

    def read_form(self: Kind, item: Item, values: FormValues, profile: Profile) -> Answer:
        """The answer that ``read`` finds in the text."""
        words = values["text"] if self.verbatim else plain(values["text"])
        parsed = self.read(item, words, profile)
        if parsed.status not in ("ok", "ok_repaired") or parsed.answer is None:
            raise FormError("text", parsed.reason or "no answer", "answer as the question asks")
        return parsed.answer

    def fill_form(self: Kind, item: Item, answer: Answer, profile: Profile) -> FormValues:
        """The answer as ``write`` writes it."""
        return {"text": self.write(item, answer, profile)}
