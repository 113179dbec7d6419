"""``panelwise list``."""

from __future__ import annotations

import warnings
from types import ModuleType
from typing import TYPE_CHECKING, Annotated

import typer

from panelwise.cli._output import write_json, write_line

if TYPE_CHECKING:
    from panelwise.registry import Registry


def list_names(
    what: Annotated[
        str,
        typer.Argument(
            help="What to list: tasks, kinds, metrics, models, encoders, readers, formats,"
            " generators, procedures, screens or transforms."
        ),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List tasks, kinds, models, readers and more.

    Includes those of plug-ins. A plug-in that cannot be loaded is reported and left out.
    """
    rows = _rows(what)
    if as_json:
        write_json([{"name": name, "about": about} for name, about in rows], indent=True)
        return
    width = max((len(name) for name, _ in rows), default=0)
    for name, about in rows:
        write_line(f"{name:<{width}}  {about}".rstrip())


def _rows(what: str) -> list[tuple[str, str]]:
    from panelwise.errors import SettingError
    from panelwise.registry import did_you_mean

    lists = {
        "tasks": _tasks,
        "kinds": _kinds,
        "metrics": _metrics,
        "models": _models,
        "encoders": _encoders,
        "readers": _readers,
        "formats": _formats,
        "generators": _generators,
        "procedures": _procedures,
        "screens": _screens,
        "transforms": _transforms,
    }
    if what not in lists:
        raise SettingError(f"cannot list '{what}'; {did_you_mean(what, lists)}")
    return lists[what]()


def _tasks() -> list[tuple[str, str]]:
    from panelwise.benchmarks import list_tasks

    return [(task.id, f"{task.title}; {task.kind}, needs {task.needs}") for task in list_tasks()]


def _kinds() -> list[tuple[str, str]]:
    from panelwise.tasks.kinds import KINDS, get_kind

    return [(name, _about(get_kind(name))) for name, _ in KINDS.working()]


def _procedures() -> list[tuple[str, str]]:
    from panelwise.annotation import procedure_names, read_procedure

    return [(name, read_procedure(name).title) for name in procedure_names()]


def _screens() -> list[tuple[str, str]]:
    from panelwise.annotation.screens import SCREENS

    return [(name, screen.title) for name, screen in SCREENS.working()]


def _transforms() -> list[tuple[str, str]]:
    from panelwise.packs import TRANSFORMS
    from panelwise.rendering import LEVELS

    effects = [
        (f"{name}:1 to {name}:{len(levels)}", f"Pictures with the effect {name}, mild to strong.")
        if len(levels) > 1
        else (f"{name}:1", f"Pictures with the effect {name}.")
        for name, levels in LEVELS.items()
    ]
    return [(name, _about(found)) for name, found in TRANSFORMS.items()] + effects


def _metrics() -> list[tuple[str, str]]:
    from panelwise.errors import PluginWarning
    from panelwise.registry import did_you_mean
    from panelwise.tasks.kinds import KINDS, METRICS, get_kind

    for name in METRICS.names():
        kind = name.partition(".")[0]
        if kind not in KINDS:
            message = f"the metric '{name}' belongs to no installed kind; left out"
            warnings.warn(f"{message}; {did_you_mean(kind, KINDS.names())}", PluginWarning, 2)
    kinds = [get_kind(name) for name, _ in KINDS.working()]
    return [
        (f"{kind.name}.{info.name}", info.explanation)
        for kind in kinds
        for info in kind.metrics.values()
    ]


def _models() -> list[tuple[str, str]]:
    from panelwise.evaluation import SOLVERS
    from panelwise.models import MODELS

    return _forms(MODELS) + _forms(SOLVERS)


def _encoders() -> list[tuple[str, str]]:
    from panelwise.models import ENCODERS
    from panelwise.reading import IMAGE_ENCODERS

    return _forms(ENCODERS) + _forms(IMAGE_ENCODERS)


def _forms(registry: Registry) -> list[tuple[str, str]]:
    """How names of providers are written; each name, where a provider has only some."""
    found: dict[str, str] = {}  # http and https are one provider
    for prefix, provider in registry.working():
        if provider.members is None:
            found[provider.form] = provider.about
        else:
            found |= {f"{prefix}:{name}": about for name, about in provider.members().items()}
    return [(form, _plain(about)) for form, about in found.items()]


def _readers() -> list[tuple[str, str]]:
    from panelwise.reading import READERS

    return [(name, _about(reader)) for name, reader in READERS.working()]


def _formats() -> list[tuple[str, str]]:
    from panelwise.comics.formats import FORMATS

    return [(name, _about(format_)) for name, format_ in FORMATS.working()]


def _generators() -> list[tuple[str, str]]:
    from panelwise.comics import GENERATORS

    return [(name, _about(generator)) for name, generator in GENERATORS.working()]


def _about(thing: object) -> str:
    own = callable(thing) or isinstance(thing, ModuleType)
    text = thing.__doc__ if own else type(thing).__doc__
    return _plain((text or "").strip().split("\n")[0])


def _plain(docstring: str) -> str:
    """A line of a docstring without its marks of code."""
    return docstring.replace("``", "")


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command(name="list")(list_names)
