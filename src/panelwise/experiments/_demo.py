"""The demonstration: every room once, from comics to a report.

A plan and nothing else: which packs are built, who answers them, where the report goes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from panelwise.analysis import Comparison, compare
from panelwise.benchmarks import build
from panelwise.comics import ReadingDirection
from panelwise.errors import InputError, UnavailableError
from panelwise.evaluation import Run, evaluate
from panelwise.report import report_runs
from panelwise.tasks import Pack

TASKS = (
    "chromic.panel_reordering",
    "stripcipher.reordering_generation",
    "stripcipher.reordering_choice",
)
ORDERERS = ("random", "identity", "reversed", "continuity", "noisy_oracle", "oracle")
CHOOSERS = ("random", "constant", "noisy_oracle", "oracle")


def sample() -> Path:
    """The folder of the package's own sample comic: two wordless books, annotated, CC0."""
    return Path(__file__).parent / "sample"


@dataclass(frozen=True, slots=True)
class Demo:
    """What a demonstration left on disk."""

    packs: tuple[Pack, ...]
    unavailable: dict[str, str]
    runs: tuple[Run, ...]
    comparison: Comparison
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
        comics: the comics; the package's own sample comic when ``None``.
        out: a new folder for packs, runs and report.
        direction: reading direction of books whose files do not tell it.
        say: called with a line of progress.

    Raises:
        UserError: for unusable comics or folder.
        UnavailableError: when the comics can feed none of the tasks.
    """
    if out.exists() and any(out.iterdir()):
        raise InputError(f"{out}: already holds something; give a new folder with --out")
    if comics is None:
        comics = sample()
    packs: list[Pack] = []
    unavailable: dict[str, str] = {}
    for task in TASKS:
        try:
            pack = build(task, comics, out=out / "packs" / task, direction=direction)
        except UnavailableError as error:
            unavailable[task] = str(error)
            say(f"not built: {error}")
            continue
        say(f"built {task}: {len(pack)} items")
        packs.append(pack)
    if not packs:
        raise UnavailableError("; ".join(unavailable.values()))
    runs = [
        evaluate(chosen, f"baseline:{name}", out=out / "runs" / f"{name}")
        for name, chosen in _plan(packs)
    ]
    say(f"answered by {len(runs)} baselines")
    report = report_runs(runs, out / "report", title="Panel ordering: the demonstration")
    return Demo(tuple(packs), unavailable, tuple(runs), compare(runs), report)


def _plan(packs: Sequence[Pack]) -> list[tuple[str, list[Pack]]]:
    """Each baseline with the packs whose kind it can answer."""
    names = dict.fromkeys((*ORDERERS, *CHOOSERS))
    return [
        (name, chosen)
        for name in names
        if (
            chosen := [
                pack
                for pack in packs
                if name in (CHOOSERS if pack.manifest["kind"] == "choice" else ORDERERS)
            ]
        )
    ]
