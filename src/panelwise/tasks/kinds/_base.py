"""What most kinds have in common: the defaults of :class:`panelwise.tasks.kinds.Kind`."""

from __future__ import annotations

from panelwise.profile import Profile
from panelwise.tasks._item import Answer, AnswerForm, Item
from panelwise.tasks.extraction import SOMETHING


class BaseKind:
    """Defaults; a kind overrides those that do not hold for it."""

    form: AnswerForm = "document"
    verbatim = False
    anything = SOMETHING

    @property
    def empty(self) -> Answer | None:
        """None: there is no answer that says nothing."""
        return None

    def chance(self, item: Item, profile: Profile) -> dict[str, float]:
        """Empty, unless a kind has a finite set of answers to draw from."""
        del item, profile
        return {}
