"""CSV for spreadsheets: no text in it is taken for a formula, and numbers stay numbers."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Any

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)


def neutralised(value: Any) -> Any:
    """A text that no spreadsheet takes for a formula; numbers stay numbers, printed ones too.

    >>> neutralised("=1+1"), neutralised(" @SUM(A1)"), neutralised(-0.5), neutralised("-0.50")
    ("'=1+1", "' @SUM(A1)", -0.5, '-0.50')
    """
    if not isinstance(value, str) or _NUMBER.fullmatch(value):
        return value
    bare = value.lstrip(" \u00a0\u3000\ufeff\x00")
    return "'" + value if bare.startswith(_FORMULA_STARTS) else value


def csv_table(columns: Sequence[str], rows: Iterable[Sequence[Any]], end: str = "\r\n") -> str:
    r"""Lines under the names of their columns.

    >>> csv_table(["model", "gain"], [["=cmd()", -0.5]], end="\n")
    "model,gain\n'=cmd(),-0.5\n"
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator=end)
    writer.writerow([neutralised(name) for name in columns])
    writer.writerows([neutralised(value) for value in row] for row in rows)
    return text.getvalue()
