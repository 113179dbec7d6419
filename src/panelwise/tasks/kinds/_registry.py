"""The task kinds by name."""

from __future__ import annotations

from functools import cache

from panelwise.errors import UnknownNameError
from panelwise.registry import did_you_mean
from panelwise.tasks.kinds._added_metrics import with_added_metrics
from panelwise.tasks.kinds._kind import Kind
from panelwise.tasks.kinds.answer import AnswerKind
from panelwise.tasks.kinds.choice import ChoiceKind
from panelwise.tasks.kinds.detection import DetectionKind
from panelwise.tasks.kinds.dialogue import DialogueKind
from panelwise.tasks.kinds.identities import IdentitiesKind
from panelwise.tasks.kinds.mark import MarkKind
from panelwise.tasks.kinds.naming import NamingKind
from panelwise.tasks.kinds.ordering import OrderingKind
from panelwise.tasks.kinds.rating import RatingKind
from panelwise.tasks.kinds.reading_order import ReadingOrderKind
from panelwise.tasks.kinds.speakers import SpeakersKind
from panelwise.tasks.kinds.spotting import SpottingKind
from panelwise.tasks.kinds.structure import StructureKind

_KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        *(OrderingKind(), ChoiceKind(), AnswerKind(), SpottingKind(), DetectionKind()),
        *(SpeakersKind(), IdentitiesKind(), StructureKind(), NamingKind(), DialogueKind()),
        *(ReadingOrderKind(), MarkKind(), RatingKind()),
    )
}


def kind_names() -> list[str]:
    """The names of all task kinds, sorted."""
    return sorted(_KINDS)


@cache
def get_kind(name: str) -> Kind:
    """The task kind called ``name``, with the metrics that installed packages add to it.

    Raises:
        UnknownNameError: for a name that no kind has.

    >>> get_kind("choice").headline
    'accuracy'
    """
    if name not in _KINDS:
        raise UnknownNameError(f"unknown task kind '{name}'; {did_you_mean(name, _KINDS)}")
    return with_added_metrics(_KINDS[name])
