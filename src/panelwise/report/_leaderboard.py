"""A static site that ranks the runs of many reports."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from urllib.parse import quote

from panelwise.errors import InputError
from panelwise.evaluation import open_runs
from panelwise.outputs import new_folder, write_file
from panelwise.report._board_overview import board_overview
from panelwise.report._boards import boards, read_report
from panelwise.report._pages import STATIC, page_environment, styled
from panelwise.report._words import NARROW, count, figure, interval
from panelwise.report._write import write_report

OWN_REPORT = "report"  # of the runs that were given without one
PAGES = ("index.html", "leaderboard.js", OWN_REPORT)


def write_leaderboard(
    sources: Sequence[str | Path],
    out: str | Path,
    *,
    title: str | None = None,
    packs: Sequence[str | Path] = (),
) -> Path:
    """Rank the runs of reports and of folders of runs, task by task, ties shown as ties.

    Runs are compared with each other, and get a report inside the site. Only runs on the same
    items of a task under the same profile share a board. A run's place is 1 plus the number of runs
    that are shown to be better: by the paired test of a report that holds both, else by
    intervals that do not overlap.

    Args:
        sources: folders of reports or runs.
        out: an empty or new folder, or one that holds an older leaderboard, which is replaced.
        title: of the site.
        packs: where packs of the runs are now, if they moved.

    Returns:
        The page to open, ``index.html``.

    Raises:
        InputError: for a folder that is neither, two runs of one name, or a folder ``out`` that
            holds something else.
    """
    if not sources:
        raise InputError("no report and no run to rank; name at least one")
    folders = [Path(source) for source in sources]
    runs = [folder for folder in folders if (folder / "run.json").is_file()]
    reports = [folder for folder in folders if folder not in runs]
    target = Path(out)
    known = [(read_report(folder), _link(folder, target)) for folder in reports]
    opened = open_runs(runs, packs)
    with new_folder(target, _older) as new:
        if opened:
            write_report(opened, new / OWN_REPORT)
            known.append((read_report(new / OWN_REPORT), f"{OWN_REPORT}/index.html"))
        environment = page_environment()
        environment.filters |= {"figure": figure, "count": count, "interval": interval}
        found = boards(known)
        made = environment.get_template("leaderboard.html.j2").render(
            title=title or "Leaderboard",
            version=version("panelwise"),
            boards=found,
            overview=board_overview(found),
            reports=len(known),
            narrow=NARROW if any(board.has_narrow for board in found) else "",
            **styled("report.css", "leaderboard.css"),
        )
        write_file(new / "index.html", made.encode("utf-8", "replace"))
        shutil.copyfile(STATIC / "leaderboard.js", new / "leaderboard.js")
    return target / "index.html"


def _older(out: Path) -> list[str]:
    """The names that an older leaderboard consists of; whatever else is there stays."""
    if not (out / "leaderboard.js").is_file():
        raise InputError(f"{out} holds something that is not a leaderboard; give a new folder")
    return [name for name in PAGES if (out / name).exists()]


def _link(report: Path, out: Path) -> str:
    """A report's address relative to the site, where both lie in one folder.

    A path outside it would show readers the folders of somebody's disk.
    """
    folder = out.resolve().parent
    try:
        report.resolve().relative_to(folder)
    except ValueError:
        return ""
    way = os.path.relpath(report.resolve(), out.resolve())
    return quote(Path(way).as_posix()) + "/index.html"
