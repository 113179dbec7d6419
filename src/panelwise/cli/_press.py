"""``panelwise press``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from panelwise.cli._options import EngineName
from panelwise.cli._output import building, say, write_json
from panelwise.wording import counted

if TYPE_CHECKING:
    from panelwise.comics import Book

BookName = Annotated[
    str,
    typer.Option(
        help="What the books' names begin with. Give the books of a test set another name than"
        " those of the training set."
    ),
]
Templates = Annotated[
    list[str] | None,
    typer.Option(help="Draw only stories of this template; repeatable. Default: all."),
]
Suite = Annotated[
    str | None,
    typer.Option(
        help="Draw a suite instead: press-v2 (families of worlds), or press-v1, which is for"
        " testing pipelines and is too easy for comparing models. Of the other options, only"
        " --secret, --out, --engine and --json have an effect."
    ),
]
Secret = Annotated[
    str | None,
    typer.Option(
        help="With --suite press-v2: draw other books instead, which nobody can know without this"
        " key (at least 16 characters, 8 of them different). The key is not stored.",
        metavar="KEY",
    ),
]


Worlds = Annotated[
    int | None,
    typer.Option(
        help="Draw this many families instead. A family is one story with several courses of events"
        " (worlds), and has a book for each. Only the pictures can answer its questions. --books"
        " and --chapters have no effect.",
        metavar="FAMILIES",
    ),
]
Pages = Annotated[
    int | None,
    typer.Option(
        help="With --worlds: draw each book as one chapter of this many pages, 10 to 16. Each"
        " question then needs two pages or more.",
    ),
]
Layout = Annotated[
    str,
    typer.Option(
        help="The page layout: western, rtl, spread, four_panel, strip, bd, scroll or any."
    ),
]
Questions = Annotated[
    str,
    typer.Option(
        help="With --worlds: the language of the questions, book (the language of the lettering)"
        " or en. Without --worlds, questions are in English."
    ),
]


def press(
    out: Annotated[Path, typer.Option(help="A new folder for the books.")],
    books: Annotated[int, typer.Option(help="How many books to draw.")] = 1,
    worlds: Worlds = None,
    pages: Pages = None,
    style: Annotated[
        str, typer.Option(help="The style: clean, manga, flat, ink, halftone or any.")
    ] = "any",
    layout: Layout = "any",
    language: Annotated[
        str, typer.Option(help="The language of the lettering: en, ja, fr, es, zh or any.")
    ] = "en",
    seed: Annotated[int, typer.Option(help="The same seed gives the same books.", min=0)] = 0,
    chapters: Annotated[int, typer.Option(help="How many stories each book has.")] = 3,
    silent: Annotated[bool, typer.Option("--silent", help="Draw no lettering.")] = False,
    template: Templates = None,
    questions: Questions = "book",
    name: BookName = "book",
    suite: Suite = None,
    secret: Secret = None,
    engine: EngineName = "local",
    as_json: Annotated[
        bool, typer.Option("--json", help="Print a summary of what was written, as JSON.")
    ] = False,
) -> None:
    """Draw comics whose ground truth is known.

    Writes CBZ files, and next to them pages.jsonl with their panels, texts, characters and stories.
    """
    from panelwise.comics import get_generator
    from panelwise.workers import LOCAL
    from panelwise.workers import engine as engine_of

    _check_options(suite, secret, worlds, pages, questions)
    generator = get_generator()
    chosen = engine_of(engine, (), out, ("panelwise", "panelwise_press"))
    with building() as progress, chosen as where:
        # Not every generator knows other engines.
        engines: dict[str, Any] = {} if where is LOCAL else {"engine": where}
        options: dict[str, Any] = {
            "style": style,
            "layout": layout,
            "language": language,
            "seed": seed,
            "silent": silent,
            "templates": template or (),
            "name": name,
        }
        if suite is not None:
            printed = generator.print_suite(suite, out, secret=secret, progress=progress, **engines)
        elif worlds is not None:
            options |= {"questions": questions} | ({} if pages is None else {"pages": pages})
            printed = generator.print_worlds(out, worlds, progress=progress, **options, **engines)
        else:
            printed = generator.print_comics(
                out, books, chapters=chapters, progress=progress, **options, **engines
            )
    _write_counts(printed, out, as_json=as_json)
    if suite is not None and not as_json:
        _warn(generator.suite_warning(suite))


def _warn(text: str) -> None:
    """What a suite must not be used for, if anything."""
    if text:
        say(f"note: {text}")


def _check_options(
    suite: str | None, secret: str | None, worlds: int | None, pages: int | None, questions: str
) -> None:
    """Refuse a key without a suite, and options of worlds without them."""
    from panelwise.errors import SettingError

    if secret is not None and suite is None:
        raise SettingError("--secret: a key needs a suite; add --suite press-v2")
    if pages is not None and worlds is None:
        raise SettingError(
            "--pages: works only with --worlds; add --worlds 1, or leave --pages out"
        )
    if questions != "book" and worlds is None:
        raise SettingError(
            "--questions: works only with --worlds; add --worlds 1, or leave --questions out"
        )


def _write_counts(printed: Sequence[Book], out: Path, *, as_json: bool) -> None:
    """How much was drawn, and where its ground truth is."""
    pages = sum(len(book.pages) for book in printed)
    panels = sum(len(page.panels) for book in printed for page in book.pages)
    if as_json:
        write_json({"books": len(printed), "pages": pages, "panels": panels, "out": str(out)})
        return
    drawn = f"{counted(len(printed), 'book')}, {counted(pages, 'page')}, {counted(panels, 'panel')}"
    say(f"{drawn} written to {out} (CC0)")
    say(f"ground truth: {out / 'pages.jsonl'}")


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(press)
