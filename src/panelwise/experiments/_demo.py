"""The demonstration: every room once, from comics to a report.

A plan and nothing else: which packs are built, who answers them, where the report goes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from panelwise.analysis import Comparison, ReadingQuality, ReadPage, compare, reading_quality
from panelwise.benchmarks import build
from panelwise.comics import Book, Generator, Page, ReadingDirection, get_generator
from panelwise.errors import UnavailableError, UserError
from panelwise.evaluation import Run, evaluate
from panelwise.metrics.resampling import cluster_of
from panelwise.models import get_model
from panelwise.outputs import unfinished
from panelwise.packs import Pack
from panelwise.reading import check_direction, classical_reader, read_book
from panelwise.report import write_report
from panelwise.tasks import AnswerForm, get_kind
from panelwise.training.retention import write_suite
from panelwise.wording import counted

TASKS = (
    "chromic.panel_reordering",
    "stripcipher.reordering_generation",
    "stripcipher.reordering_choice",
)
PARTS = ("comics", "worlds", "packs", "runs", "report")  # of the folder
SMALL_VLM = "small-vlm"
FAMILIES = 4  # of worlds, drawn for the small model
UNSEEN = ("turned-sign", "two-ghosts")  # templates that its weights were not trained on
BASELINES: dict[AnswerForm, tuple[str, ...]] = {
    "order": ("random", "identity", "reversed", "continuity", "noisy_oracle", "oracle"),
    "option": ("random", "constant", "noisy_oracle", "oracle"),
}


@dataclass(frozen=True, slots=True)
class Demo:
    """What a demonstration left on disk."""

    packs: tuple[Pack, ...]
    unavailable: dict[str, str]
    runs: tuple[Run, ...]
    comparison: Comparison
    reading: tuple[ReadingQuality, ...]
    report: Path


def run_demo(
    comics: str | Path | Sequence[str | Path] | None,
    out: Path,
    *,
    direction: ReadingDirection | Literal["auto"] = "auto",
    say: Callable[[str], None] = lambda text: None,
) -> Demo:
    """Build the panel-ordering tasks from comics, let the baselines answer, write the report.

    Args:
        comics: the comics; ``None`` draws an anthology (extra ``[press]``), and also reads its
            pages back from the pictures alone, to hold what was read against the truth. Where the
            small vision-language model is installed, families of worlds are drawn for it, too.
        out: a new folder for comics, packs, runs and report.
        direction: reading direction of books whose files do not tell it.
        say: called with a line of progress.

    Raises:
        UserError: for unusable comics, or a folder that holds something else than a demonstration
            that was killed.
        UnavailableError: when the comics can feed none of the tasks.
        MissingExtraError: when there are no comics and nothing is installed that draws them.
    """
    check_direction(direction)
    source = get_generator() if comics is None else comics
    with unfinished(out, PARTS):
        return _demonstrate(source, out, direction, say)


def _demonstrate(
    source: str | Path | Sequence[str | Path] | Generator,
    out: Path,
    direction: ReadingDirection | Literal["auto"],
    say: Callable[[str], None],
) -> Demo:
    reading: tuple[ReadingQuality, ...] = ()
    panels: Pack | None = None
    if isinstance(source, str | Path | Sequence):
        comics = source
    else:
        comics = out / "comics"
        books = source.print_anthology(comics)
        pages = sum(len(book.pages) for book in books)
        say(f"drew {counted(len(books), 'book')}, {counted(pages, 'page')}")
        reading = _read_back(books)
        say("read them back from the pictures alone")
        panels = _panels(source, out, say)
    packs: list[Pack] = []
    unavailable: dict[str, str] = {}
    for task in TASKS:
        try:
            pack = build(task, comics, out=out / "packs" / task, direction=direction)
        except UnavailableError as error:
            unavailable[task] = str(error)
            say(f"not built: {error}")
            continue
        say(f"built {task}: {counted(len(pack), 'item')}")
        packs.append(pack)
    if not packs:
        raise UnavailableError("; ".join(dict.fromkeys(unavailable.values())))
    if panels is not None:
        packs.append(panels)
    runs = [
        evaluate(chosen, f"baseline:{name}", out=out / "runs" / f"{name}")
        for name, chosen in _plan(packs)
    ]
    say(f"answered by {len(runs)} baselines")
    if panels is not None:
        runs.append(evaluate(panels, SMALL_VLM, out=out / "runs" / SMALL_VLM))
        say("questions about single panels answered by the small vision-language model")
    report = write_report(runs, out / "report", title="Demonstration", reading=reading)
    return Demo(tuple(packs), unavailable, tuple(runs), compare(runs), reading, report)


def _panels(generator: Generator, out: Path, say: Callable[[str], None]) -> Pack | None:
    """Questions for the small vision-language model, where it is installed."""
    try:
        get_model(SMALL_VLM)
    except UserError as error:
        say(f"optional: {error}")
        return None
    generator.print_worlds(out / "worlds", FAMILIES, style="clean", templates=UNSEEN, name="worlds")
    pack = write_suite("panels", out / "worlds", out / "packs" / "panels")
    families = counted(FAMILIES, "family", "families")
    say(f"drew {families} of worlds: {counted(len(pack), 'item')} about their panels")
    return pack


def _read_back(books: Sequence[Book]) -> tuple[ReadingQuality, ...]:
    """Every page read from its picture, without direction, panels or any other hint."""
    read = []
    for book in books:
        bare = tuple(
            Page(page.id, page.width, page.height, page.image, layout=page.layout)
            for page in book.pages
        )
        seen = read_book(Book(book.id, bare), classical_reader())
        group = f"{book.pages[0].layout}, {book.pages[0].reading_direction}, {book.source.style}"
        read += [
            ReadPage(group, cluster_of(book.id, book.family), truth, page)
            for truth, page in zip(book.pages, seen, strict=True)
        ]
    return reading_quality(read)


def _plan(packs: Sequence[Pack]) -> list[tuple[str, list[Pack]]]:
    """Each baseline with the packs whose kind it can answer."""
    names = dict.fromkeys(name for some in BASELINES.values() for name in some)
    return [
        (name, chosen)
        for name in names
        if (
            chosen := [
                pack for pack in packs if name in BASELINES[get_kind(pack.manifest["kind"]).form]
            ]
        )
    ]
