"""``panelwise screen``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from panelwise.cli._options import ProfileOption
from panelwise.cli._output import RunProgress, figure, interval, say, write_table
from panelwise.wording import counted

if TYPE_CHECKING:
    from panelwise.analysis import ScreeningSummary
    from panelwise.evaluation import Screening


NO_MODEL = (
    "no model named, and there is no word list as a fallback; give --model openai/NAME,"
    " http://host:port/v1#NAME, hf/PATH or recorded:FILE"
)
MaxCost = Annotated[
    float | None,
    typer.Option(min=0, help="Stop when the run costs more than N US dollars.", metavar="N"),
]

Marks = Annotated[
    Path | None,
    typer.Option(help="The file of panels to check, with the classes that a person filled in."),
]


def screen(
    inputs: Annotated[
        list[Path], typer.Argument(help="Comics with texts, from an annotation or a reader.")
    ],
    out: Annotated[
        Path, typer.Option(help="The JSON Lines file to write; the run is stored next to it.")
    ],
    model: Annotated[
        str | None,
        typer.Option(
            help="The model that classifies, such as openai/NAME, http://host:port/v1#NAME, hf/PATH"
            " or recorded:FILE. Required: there is no word list as a fallback."
        ),
    ] = None,
    marks: Marks = None,
    card: Annotated[Path | None, typer.Option(help="A screening card (Markdown) to write.")] = None,
    profile: ProfileOption = "recommended",
    settings: Annotated[
        list[str] | None, typer.Option("--set", help="Change a setting of the model, as key=value.")
    ] = None,
    max_cost: MaxCost = None,
) -> None:
    """Find panels with offensive text.

    Prints shares by class, and lists what a person must check.
    """
    from panelwise.analysis import summarise_screening
    from panelwise.benchmarks import read_books
    from panelwise.comics import open_comics
    from panelwise.errors import SettingError
    from panelwise.evaluation import only_screened, read_classes, screen_books, write_screening
    from panelwise.outputs import write_file
    from panelwise.profile import get_profile, parse_settings
    from panelwise.reading import READERS
    from panelwise.report import screening_card

    if model is None:
        raise SettingError(NO_MODEL)
    folder = _run_folder(out)
    classes = None if marks is None else read_classes(marks)  # before anything is paid for
    progress = RunProgress(model)
    done = screen_books(
        read_books(open_comics(inputs), READERS.get("default")()),
        model,
        folder,
        profile=get_profile(profile),
        settings=parse_settings(settings or []),
        max_cost=max_cost,
        progress=progress,
    )
    progress.close()
    checked = None if classes is None else only_screened(classes, done)
    summary = summarise_screening(done, checked)
    to_check = write_screening(done, out)
    if card is not None:
        write_file(card, screening_card(summary).encode())
    _print(summary, to_check)
    _stop_unless_complete(done)


def _run_folder(out: Path) -> Path:
    """The folder of the run next to a screening file; a file of another sort is not replaced."""
    from panelwise.errors import InputError

    folder = out.with_name(f"{out.stem}-run")
    if out.exists() and not folder.exists():
        raise InputError(f"{out}: already exists, and is not a screening file; give another --out")
    return folder


def _stop_unless_complete(done: Screening) -> None:
    """Exit status 1 for a screening that left panels out."""
    if not done.complete:
        say("some panels were not sent; the same command continues")
        raise typer.Exit(1)


def _print(summary: ScreeningSummary, to_check: Path | None) -> None:
    """Shares to standard output; what was left out and what is to be done beside it."""
    rows = [
        [f"{one.code} {one.name}", str(one.n), figure(one.share.value), interval(one.share)]
        for one in summary.classes
    ]
    write_table(("class", "panels", "share", "95 % interval"), rows)
    if summary.precision is not None:
        shown = summary.precision
        say(f"precision of classes 3 to 5: {figure(shown.value)} {interval(shown)}, n {shown.n}")
    for reason, pages in summary.screening.left_out.items():
        say(f"left out: {counted(pages, 'page')}, {reason}")
    for reason, count in summary.reasons.items():
        say(f"no class: {counted(count, 'panel')}, {reason}")
    if to_check is not None:
        some = len(summary.screening.to_check)
        say(
            f"{counted(some, 'panel')} for a person to check in {to_check}: fill in 'checked', then"
            " use --marks"
        )


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(screen)
