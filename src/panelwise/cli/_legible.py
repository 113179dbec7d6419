"""``panelwise legible``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from panelwise.cli._options import Comics
from panelwise.cli._output import say, write_json, write_table
from panelwise.wording import counted

if TYPE_CHECKING:
    from panelwise.evaluation import PageSeen


def legible(
    inputs: Comics,
    models: Annotated[list[str], typer.Option("--model", help="A model's name; repeatable.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print every page as JSON.")] = False,
) -> None:
    """Show where lettering gets too small for models.

    Nothing is sent: how a model's provider resizes pictures is known from the model's name. The
    height of letters is estimated from the comics' annotated texts; below 8 pixels they may be
    illegible.

    Columns: "page" is the size of the first page, "seen" its size after the provider's resizing.
    "tokens" is the mean number of image tokens of a page. "letters" is the height of the smallest
    letters in pixels, "seen as" the same after resizing. "below 8" counts the texts whose letters
    are less than 8 pixels high after resizing.
    """
    from panelwise.comics import open_comics
    from panelwise.evaluation import pages_seen
    from panelwise.models import family_of, shown

    books = list(open_comics(inputs))
    found = {name: pages_seen(books, name) for name in models}
    if as_json:
        lines = [{"model": shown(name)} | asdict(one) for name in found for one in found[name]]
        write_json(lines, indent=True)
        return
    headers = ("model", "page", "seen", "tokens", "letters", "seen as", "texts", "below 8")
    write_table(headers, [[shown(name), *_row(pages)] for name, pages in found.items()])
    for name, pages in found.items():
        if family_of(name) is None:
            say(f"note: nothing is known of '{shown(name)}'; docs/families.md lists the families")
        small = sum(one.illegible for one in pages)
        if small:
            some = [f"{one.book}/{one.page}" for one in pages if one.illegible]
            more = f" and {counted(len(some) - 1, 'other page')}" if some[1:] else ""
            say(f"warning: {counted(small, 'text')} too small for {shown(name)}: {some[0]}{more}")
    if not any(one.texts for pages in found.values() for one in pages):
        say("note: the comics have no annotated texts; panelwise read finds them")


def _row(pages: Sequence[PageSeen]) -> list[str]:
    """The figures of one model; what is not known is a dash."""
    if not pages:
        return ["–"] * 7
    first = pages[0]
    seen = first.seen
    tokens = [one.seen.tokens for one in pages if one.seen and one.seen.tokens is not None]
    known = seen is not None and seen.width is not None
    return [
        f"{first.width} × {first.height}",
        f"{seen.width} × {seen.height}" if seen is not None and known else "–",
        f"{sum(tokens) / len(tokens):.0f}" if tokens else "–",
        _smallest([one.letters for one in pages]),
        _smallest([one.letters_seen for one in pages]),
        str(sum(one.texts for one in pages)),
        str(sum(one.illegible for one in pages)) if known else "–",
    ]


def _smallest(heights: Sequence[float | None]) -> str:
    found = [one for one in heights if one is not None]
    return f"{min(found):.1f}" if found else "–"


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(legible)
