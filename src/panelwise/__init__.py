"""Panelwise: from a comic to a trustworthy benchmark score.

>>> import panelwise
>>> books = panelwise.open("strips.cbz")                             # doctest: +SKIP
>>> for book, page in panelwise.read("strips.cbz"): ...              # doctest: +SKIP
>>> pack = panelwise.build("chromic.panel_reordering", "strips.cbz", out="pack")  # doctest: +SKIP
>>> run = panelwise.evaluate(pack, "baseline:continuity", out="run")   # doctest: +SKIP
>>> panelwise.summarise(run)[0].headline                             # doctest: +SKIP
>>> panelwise.write_report([run], "report")                           # doctest: +SKIP

Names are loaded when first used, so that importing the package costs nothing; ``dir(panelwise)``
lists them. See ``docs/python.md`` for a tour that runs.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from panelwise.analysis import Comparison, Estimate, TaskSummary, compare, score_file, summarise
    from panelwise.benchmarks import build, rehydrate
    from panelwise.comics import Book, Page, Panel, Text, print_comics
    from panelwise.comics import open_comics as open  # noqa: A004 - the word for it
    from panelwise.errors import PanelwiseError, UnavailableError, UserError
    from panelwise.evaluation import Result, Run, evaluate, evaluate_async, judge_run, rescore
    from panelwise.geometry import Box
    from panelwise.packs import Pack
    from panelwise.profile import PAPER, RECOMMENDED, Profile
    from panelwise.reading import Order, order_panels, order_texts, read, transcribe
    from panelwise.report import report_runs as write_report
    from panelwise.tasks import Item

_HOME = {
    "Book": "comics",
    "Box": "geometry",
    "Comparison": "analysis",
    "Estimate": "analysis",
    "Item": "tasks",
    "Order": "reading",
    "PAPER": "profile",
    "Pack": "packs",
    "Page": "comics",
    "Panel": "comics",
    "PanelwiseError": "errors",
    "Profile": "profile",
    "RECOMMENDED": "profile",
    "Result": "evaluation",
    "Run": "evaluation",
    "TaskSummary": "analysis",
    "Text": "comics",
    "UnavailableError": "errors",
    "UserError": "errors",
    "build": "benchmarks",
    "compare": "analysis",
    "evaluate": "evaluation",
    "evaluate_async": "evaluation",
    "judge_run": "evaluation",
    "open": "comics:open_comics",
    "order_panels": "reading",
    "order_texts": "reading",
    "print_comics": "comics",
    "read": "reading",
    "rehydrate": "benchmarks",
    "rescore": "evaluation",
    "score_file": "analysis",
    "summarise": "analysis",
    "transcribe": "reading",
    "write_report": "report:report_runs",
}

__all__ = [
    "PAPER",
    "RECOMMENDED",
    "Book",
    "Box",
    "Comparison",
    "Estimate",
    "Item",
    "Order",
    "Pack",
    "Page",
    "Panel",
    "PanelwiseError",
    "Profile",
    "Result",
    "Run",
    "TaskSummary",
    "Text",
    "UnavailableError",
    "UserError",
    "build",
    "compare",
    "evaluate",
    "evaluate_async",
    "judge_run",
    "open",
    "order_panels",
    "order_texts",
    "print_comics",
    "read",
    "rehydrate",
    "rescore",
    "score_file",
    "summarise",
    "transcribe",
    "write_report",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'panelwise' has no attribute '{name}'")
    room, _, inside = _HOME[name].partition(":")
    value = getattr(import_module(f"panelwise.{room}"), inside or name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
