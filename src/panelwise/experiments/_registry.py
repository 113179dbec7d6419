"""Experiments by name: their handle ("SC-E1") or their alias by table ("stripcipher.t4").

Ours and those of other packages are found through the entry points ``panelwise.experiments``. An
entry point leads to an :class:`Experiment` or to a tuple of them; its own name only says whose they
are ("chromic").
"""

from __future__ import annotations

import re

from panelwise.errors import PluginError, SettingError, UnknownNameError
from panelwise.experiments._plan import Experiment
from panelwise.registry import Registry, unknown_name

EXPERIMENTS = Registry("set of experiments", "panelwise.experiments")


def list_experiments() -> tuple[Experiment, ...]:
    """Every experiment that is installed, paper by paper in the papers' order.

    A plug-in that cannot be imported is left out with a warning.

    Raises:
        SettingError: where two experiments have the same handle or alias.
        PluginError: where an entry point leads to something else.

    >>> [one.handle for one in list_experiments() if one.alias == "stripcipher.t4"]
    ['SC-E1']
    """
    found: list[Experiment] = []
    for name, target in EXPERIMENTS.working():
        some = (target,) if isinstance(target, Experiment) else target
        if not isinstance(some, tuple) or not all(isinstance(one, Experiment) for one in some):
            raise PluginError(
                f"the entry point '{name}' is neither an Experiment nor a tuple of them;"
                " uninstall its package or correct the entry point"
            )
        found += some
    names = [_plain(name) for one in found for name in (one.handle, one.alias)]
    for name in names:
        if names.count(name) > 1:
            raise SettingError(f"two experiments are called '{name}'; uninstall the package of one")
    return tuple(found)


def get_experiment(name: str) -> Experiment:
    """The experiment called ``name``, by handle or by alias, in any case.

    Raises:
        UnknownNameError: when there is none; the text names the nearest.

    >>> get_experiment("sc-e1").alias, get_experiment("stripcipher.t04").handle
    ('stripcipher.t4', 'SC-E1')
    """
    known = {key: one for one in list_experiments() for key in (one.handle, one.alias)}
    found = {_plain(key): one for key, one in known.items()}.get(_plain(name))
    if found is None:
        line = unknown_name("experiment", name, known, "panelwise experiment list")
        raise UnknownNameError(line)
    return found


def _plain(name: str) -> str:
    """A name without case and without zeros before a table's number."""
    return re.sub(r"\.([a-z])0+(?=\d)", r".\1", name.lower())
