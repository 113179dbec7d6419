"""Panelwise: from a comic to a trustworthy benchmark score.

>>> import panelwise
>>> books = panelwise.open("strips.cbz")                             # doctest: +SKIP
>>> for book, page in panelwise.read("strips.cbz"): ...              # doctest: +SKIP
>>> pack = panelwise.build("chromic.panel_reordering", "strips.cbz", out="pack")  # doctest: +SKIP
>>> run = panelwise.evaluate(pack, "baseline:continuity", out="run")   # doctest: +SKIP
>>> panelwise.summarise(run)[0].score                                # doctest: +SKIP
>>> panelwise.write_report([run], "report")                           # doctest: +SKIP

Names are loaded when first used, so that importing the package costs nothing; ``dir(panelwise)``
lists them, and ``__init__.pyi`` says where each is defined. See ``docs/python.md`` for a tour that
runs.
"""

import ast as _ast
from importlib import import_module as _import_module
from pathlib import Path as _Path
from typing import Any as _Any

# Public name → the module and the name in it, as the stub next to this file imports them.
_DEFINED_IN = {
    alias.asname: (statement.module, alias.name)
    for statement in _ast.parse(_Path(__file__).with_suffix(".pyi").read_bytes()).body
    if isinstance(statement, _ast.ImportFrom)
    for alias in statement.names
}
__all__ = sorted(_DEFINED_IN)  # noqa: PLE0605 - computed


def __getattr__(name: str) -> _Any:
    if name == "__version__":
        from importlib.metadata import version

        value: object = version("panelwise")
    elif name in _DEFINED_IN:
        module, original = _DEFINED_IN[name]
        value = getattr(_import_module(module), original)
    else:
        raise AttributeError(f"module 'panelwise' has no attribute '{name}'")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
