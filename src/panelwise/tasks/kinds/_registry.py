"""The task kinds by name, from the entry points ``panelwise.kinds``."""

from __future__ import annotations

from functools import cache
from typing import Any

from panelwise.registry import Registry, lacking
from panelwise.tasks.kinds._added_metrics import with_added_metrics
from panelwise.tasks.kinds._kind import Kind


def _fault(name: str, make: Any) -> str:
    """What is wrong with a registered kind; empty if nothing is."""
    kind = make()
    missing = lacking(kind, Kind)
    if missing:
        return f"{missing}; BaseKind has what most kinds share"
    return "" if kind.name == name else f"calls itself '{kind.name}'; use one name"


KINDS = Registry("task kind", "panelwise.kinds", fault=_fault, command="panelwise list kinds")
"""Name → what makes the kind, with no arguments: its class."""


def kind_names() -> list[str]:
    """The names of all task kinds, sorted; no kind is imported."""
    return KINDS.names()


@cache
def get_kind(name: str) -> Kind:
    """The task kind called ``name``, with the metrics that installed packages add to it.

    Raises:
        UnknownNameError: for a name that no kind has.
        PluginError: for a kind of another package that cannot be loaded, or is none.

    >>> get_kind("choice").headline
    'accuracy'
    """
    kind: Kind = KINDS.get(name)()
    return with_added_metrics(kind)
