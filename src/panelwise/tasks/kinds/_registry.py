"""The task kinds by name, from the entry points ``panelwise.kinds``."""

from __future__ import annotations

from functools import cache

from panelwise.errors import PluginError
from panelwise.registry import Registry
from panelwise.tasks.kinds._added_metrics import with_added_metrics
from panelwise.tasks.kinds._kind import Kind

KINDS = Registry("task kind", "panelwise.kinds")
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
    missing = [one for one in vars(Kind) if not one.startswith("_") and not hasattr(kind, one)]
    if missing:
        raise PluginError(
            f"the task kind '{name}' lacks {', '.join(missing)}; BaseKind has what most kinds share"
        )
    if kind.name != name:
        raise PluginError(f"the task kind '{name}' calls itself '{kind.name}'; use one name")
    return with_added_metrics(kind)
