"""Registries of named extension points, filled by entry points.

Built-ins register through the entry points of this very package, so the path that a plug-in
takes is exercised by every call. Targets are loaded on first use: listing names imports nothing.
A plug-in that cannot be imported is an error only if it is named.
"""

from __future__ import annotations

import difflib
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from panelwise.errors import (
    PanelwiseError,
    PluginError,
    PluginWarning,
    SettingError,
    UnknownNameError,
)


def did_you_mean(name: str, known: Iterable[str], command: str = "") -> str:
    """A hint for an error message: the nearest known name, and the whole list or its command.

    >>> did_you_mean("magy", ["magi", "xycut"])
    "did you mean 'magi'? Known: magi, xycut"
    >>> did_you_mean("magy", ["magi", "xycut"], "panelwise list orders")
    "did you mean 'magi'? panelwise list orders lists all"
    """
    names = sorted(known)
    near = _nearest(name, names)
    if command:
        return f"did you mean '{near[0]}'? {command} lists all" if near else f"{command} lists all"
    if near:
        return f"did you mean '{near[0]}'? Known: {', '.join(names)}"
    return f"known: {', '.join(names)}" if names else "there are none"


def _nearest(name: str, names: Sequence[str]) -> list[str]:
    """The nearest name, if one is near enough.

    Names that share a prefix with a dot ("chromic.") are compared by what follows it, since the
    prefix alone would make any two of them alike. If none is near, other prefixes are tried.

    >>> names = ["chromic.t9", "chromic.panel_reordering", "comicvqa.missing_panel"]
    >>> [_nearest(name, names) for name in ("chromic.nope", "chromic.missing_panel")]
    [[], ['comicvqa.missing_panel']]
    """
    prefix = name[: name.rfind(".") + 1]
    if not prefix or not any(one.startswith(prefix) for one in names):
        return difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    rest = name.removeprefix(prefix)
    for cutoff, found in (
        (0.6, {one.removeprefix(prefix): one for one in names if one.startswith(prefix)}),
        (0.8, {one.rpartition(".")[2]: one for one in names}),
    ):
        near = difflib.get_close_matches(rest, found, n=1, cutoff=cutoff)
        if near:
            return [found[near[0]]]
    return []


def unknown_name(what: str, name: str, known: Iterable[str], command: str = "") -> str:
    """The line for a name that means nothing: the nearest one, and how to see them all.

    >>> unknown_name("order", "magy", ["magi", "xycut"], "panelwise list orders")
    "unknown order 'magy'; did you mean 'magi'? panelwise list orders lists all"
    """
    return f"unknown {what} '{name}'; {did_you_mean(name, known, command)}"


def lacking(found: object, protocol: type) -> str:
    """Which members of a protocol an object does not have, as a fault; empty if it has them all.

    >>> from collections.abc import Mapping
    >>> lacking((3, 4), Mapping)
    'lacks get, keys, items, values'
    """
    public = (name for name in vars(protocol) if not name.startswith("_"))
    missing = [name for name in public if not hasattr(found, name)]
    return f"lacks {', '.join(missing)}" if missing else ""


class Registry:
    """The objects that entry points of one group name.

    Args:
        kind: what is registered, in the singular, for messages ("reader").
        group: the entry point group ("panelwise.readers").
        of: what every target must be an instance of, if anything.
        fault: name and object to what is wrong with it ("lacks write"), empty if nothing is.
        command: that lists the names; without one, messages list them.

    Raises:
        UnknownNameError: by ``get`` for a name that nobody registered.
        SettingError: by ``get`` for a name that two have registered for different things.
        PluginError: by ``get`` for a name whose target cannot be imported, or is something else.
    """

    def __init__(
        self,
        kind: str,
        group: str,
        of: type | None = None,
        *,
        fault: Callable[[str, Any], str] | None = None,
        command: str = "",
    ) -> None:
        self.kind = kind
        self.group = group
        self._of = of
        self._fault = fault
        self.command = command
        self._reported: set[str] = set()

    @cached_property
    def _targets(self) -> dict[str, list[EntryPoint]]:
        """Name → who registered it: one, or several that quarrel."""
        targets: dict[str, list[EntryPoint]] = {}
        for point in entry_points(group=self.group):
            found = targets.setdefault(point.name, [])
            if all(point.value != other.value for other in found):
                found.append(point)
        return targets

    def names(self) -> list[str]:
        """All registered names, sorted; nothing is imported."""
        return sorted(self._targets)

    def __contains__(self, name: str) -> bool:
        return name in self._targets

    def get(self, name: str) -> Any:
        """The object registered as ``name``, imported now."""
        try:
            targets = self._targets[name]
        except KeyError:
            line = unknown_name(self.kind, name, self._targets, self.command)
            raise UnknownNameError(line) from None
        if len(targets) > 1:
            who = " and ".join(f"{_distribution(point)} ({point.value})" for point in targets)
            raise SettingError(f"the {self.kind} '{name}' is registered by {who}; uninstall one")
        return self._load(targets[0])

    def working(self, prefix: str = "") -> Iterator[tuple[str, Any]]:
        """Every name with its object, sorted; for one that cannot be had, a ``PluginWarning``.

        For whatever looks at all of them: one broken plug-in must not take the others away. With
        a prefix, of the names that begin with it.
        """
        for name in self.names():
            if not name.startswith(prefix):
                continue
            try:
                found = self.get(name)
            except (PluginError, SettingError) as error:
                if name not in self._reported:
                    self._reported.add(name)
                    warnings.warn(f"{error}; left out", PluginWarning, stacklevel=2)
            else:
                yield name, found

    def _load(self, point: EntryPoint) -> Any:
        try:
            found = point.load()
            fault = self._fault(point.name, found) if self._fault else ""
        except PanelwiseError:  # says by itself what is missing
            raise
        except Exception as error:
            cause = " ".join(f"{type(error).__name__}: {error}".split())
            raise PluginError(
                f"the {self.kind} '{point.name}' of {_distribution(point)} cannot be loaded"
                f" ({cause}); install {_distribution(point)} again, or uninstall it"
            ) from error
        if self._of is not None and not isinstance(found, self._of):
            raise PluginError(
                f"the {self.kind} '{point.name}' of {_distribution(point)} is no"
                f" {self._of.__name__} but of type {type(found).__name__};"
                f" install {_distribution(point)} again, or uninstall it"
            )
        if fault:
            raise PluginError(f"the {self.kind} '{point.name}' of {_distribution(point)} {fault}")
        return found


def _distribution(point: EntryPoint) -> str:
    return "somebody" if point.dist is None else point.dist.name
