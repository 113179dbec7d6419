"""Tables and values as Markdown, LaTeX, CSV and JSON, whatever the texts in them hold."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Sequence
from typing import Any

from panelwise.spreadsheets import csv_table

_LATEX = {
    **{mark: "\\" + mark for mark in "&%$#_{}"},
    **{"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"},
    **{"<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", "−": "$-$"},
    **{"≈": r"$\approx$", "≥": r"$\geq$", "≤": r"$\leq$", "→": r"$\rightarrow$"},
    **{"—": "---", "τ": r"$\tau$", "ρ": r"$\rho$"},
}


def summary_json(value: Any) -> str:
    """Strict JSON: what is not a finite number is ``null``."""
    return json.dumps(_strict(value), ensure_ascii=True, indent=1, allow_nan=False) + "\n"


def readable_json(value: Any) -> str:
    """JSON for people: sorted and indented."""
    return json.dumps(_strict(value), ensure_ascii=False, indent=2, sort_keys=True, default=str)


def latex_text(text: str) -> str:
    r"""A text with LaTeX's own characters escaped.

    >>> latex_text("50 % of a_b")
    '50 \\% of a\\_b'
    """
    return "".join(_LATEX.get(mark, mark) for mark in _one_line(text))


def markdown_text(text: str) -> str:
    """A cell in which nothing is markup."""
    safe = re.sub(r"([\\`*\[\]|])", r"\\\1", _one_line(text))
    return safe.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def markdown_table(columns: Sequence[str], body: Iterable[Sequence[str]]) -> str:
    """A pipe table; texts are escaped."""
    rule = ["---"] * len(columns)
    lines = [columns, rule, *([markdown_text(cell) for cell in row] for row in body)]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def latex_table(
    columns: Sequence[str],
    body: Iterable[Sequence[str]],
    title: str,
    notes: Sequence[str],
    *,
    more: Iterable[Sequence[str]] = (),
) -> str:
    """A ``booktabs`` table; title and notes must be LaTeX already, cells are escaped.

    ``more`` are further rows, below a rule.
    """
    end = " \\\\\n"
    blocks = ["".join(_latex_row(row) + end for row in some) for some in (body, more)]
    lines = "\\midrule\n".join(filter(None, blocks))
    return (
        "\\begin{table}\n\\centering\\small\n"
        f"\\caption{{{title}}}\n"
        f"\\begin{{tabular}}{{{'l' + 'r' * (len(columns) - 1)}}}\n\\toprule\n"
        f"{' & '.join(latex_text(column) for column in columns)}{end}\\midrule\n"
        f"{lines}\\bottomrule\n\\end{{tabular}}\n"
        + "".join(f"\\par\\footnotesize {note}\n" for note in notes)
        + "\\end{table}\n"
    )


def _latex_row(cells: Sequence[str]) -> str:
    r"""A row's cells; a first ``[`` or ``*`` would be taken for an option of the last ``\\``."""
    row = " & ".join(latex_text(cell) for cell in cells)
    return "{}" + row if row.startswith(("[", "*")) else row


def csv_text(table: Sequence[dict[str, Any]], columns: Sequence[str] = ()) -> str:
    """Lines under the given columns, else those of the first line; formulas are neutralised."""
    names = list(columns or (table[0] if table else ()))
    if not names:
        return ""
    if unknown := {name for row in table for name in row} - set(names):
        raise ValueError(f"no such columns: {sorted(unknown)}")
    return csv_table(names, ([row.get(name, "") for name in names] for row in table))


def _strict(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {str(key): _strict(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_strict(entry) for entry in value]
    return value


def _one_line(text: str) -> str:
    return " ".join(text.split())
