"""A contact sheet: every overlay of a command on one page, offline, nothing to run."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple
from urllib.parse import quote

from panelwise.wording import counted

_HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Panels and their order</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' file:;
 style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
body { font: 16px/1.4 system-ui, sans-serif; margin: 1.5rem; color: #222; background: #fff }
ul { display: flex; flex-wrap: wrap; gap: 1.5rem; padding: 0; list-style: none }
li { flex: 1 1 18rem; max-width: 28rem } li.wide { flex-basis: 100%; max-width: 100% }
img { max-width: 100%; height: auto; border: 1px solid #bbb }
p { margin: .25rem 0; overflow-wrap: anywhere }
</style></head><body>
"""


class SheetPage(NamedTuple):
    """One drawn page: its image relative to the sheet, and what to write below it."""

    book: str
    page: str
    image: str
    panels: int
    order_confidence: float | None
    wide: bool


def contact_sheet(overlays: Sequence[SheetPage]) -> str:
    """The HTML of the sheet; all names are escaped."""
    parts = [_HEAD, f"<h1>{counted(len(overlays), 'page')}</h1>\n"]
    book = None
    for one in overlays:
        if one.book != book:
            parts.append(
                ("</ul>\n" if book is not None else "") + f"<h2>{escape(one.book)}</h2>\n<ul>\n"
            )
            book = one.book
        parts.append(_entry(one))
    return "".join(parts) + ("</ul>\n" if overlays else "") + "</body></html>\n"


def _entry(one: SheetPage) -> str:
    name, link = escape(one.page), escape(quote(one.image))
    order = one.order_confidence
    sure = "" if order is None else f", order confidence {order:.2f}"
    words = f"{counted(one.panels, 'panel')}{sure}"
    alternative = f"page {name}: {words}"
    return (
        f'<li{" class=wide" * one.wide}><a href="{link}"><img src="{link}" loading="lazy"'
        f' alt="{alternative}"></a><p>{name}<br>{words}</p></li>\n'
    )
