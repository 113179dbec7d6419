"""HTML for notebooks: facts, tables and thumbnails of the objects that a user meets."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from html import escape


def facts_html(title: str, facts: Iterable[tuple[str, object]]) -> str:
    """A title and a table of names and values; everything is escaped, ``None`` is left out.

    >>> facts_html("Pack", [("items", 3), ("note", None)])
    '<b>Pack</b><table><tr><th>items</th><td>3</td></tr></table>'
    """
    rows = "".join(
        f"<tr><th>{escape(name)}</th><td>{escape(str(value))}</td></tr>"
        for name, value in facts
        if value is not None
    )
    return f"<b>{escape(title)}</b><table>{rows}</table>"


def table_html(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of texts."""
    head = "".join(f"<th>{escape(header)}</th>" for header in headers)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><tr>{head}</tr>{body}</table>"


def images_html(pictures: Iterable[bytes], height: int = 220) -> str:
    """PNG pictures side by side, so many pixels high."""
    return "".join(
        f'<img style="height:{height}px;margin:2px" alt=""'
        f' src="data:image/png;base64,{base64.b64encode(picture).decode()}">'
        for picture in pictures
    )
