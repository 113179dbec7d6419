"""A report's folder: pages, tables, pictures and the data of the sample browser."""

from __future__ import annotations

import dataclasses
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment

from panelwise.analysis import (
    Comparison,
    CutoffSplit,
    ReadingQuality,
    TaskChanges,
    changes,
    compare,
    cutoff_splits,
)
from panelwise.errors import InputError, SettingError
from panelwise.evaluation import Run
from panelwise.outputs import new_folder
from panelwise.registry import did_you_mean
from panelwise.report import _formats, _tables, _words
from panelwise.report._answers import questions
from panelwise.report._bias import UNTESTED_PLACE, bias_axis, expected_range, place_verdict, points
from panelwise.report._changes import (
    CHANGES_PAGE,
    CHANGES_TABLE,
    ChangesView,
    change_views,
    changes_csv,
)
from panelwise.report._details import measures, pair_measures
from panelwise.report._digest import digest
from panelwise.report._example import example
from panelwise.report._facets import value_meaning
from panelwise.report._findings import (
    MOST_CONDITIONS,
    chosen_cell,
    condition_interval,
    condition_label,
    part_label,
    same_label,
    tested_p,
)
from panelwise.report._grid import overview_grid
from panelwise.report._headline import headline_rows, in_order
from panelwise.report._images import LONGEST, Gallery
from panelwise.report._languages import language_grid
from panelwise.report._links import samples_link
from panelwise.report._methods import report_command, sent_prompts
from panelwise.report._naming import column_titles, compared
from panelwise.report._overview import TaskView, task_views
from panelwise.report._pages import STATIC, page_environment, styled
from panelwise.report._paper_plots import FOLDER as PLOTS
from panelwise.report._paper_plots import write_plots
from panelwise.report._report_run import ItemKey, ReportRun, report_run
from panelwise.report._run_totals import all_totals, cost_words, duration, totals_of
from panelwise.report._samples import catalogue, write_data
from panelwise.report._terms import PHRASES, TERMS, metric_terms

SCRIPTS = ("samples-store.js", "samples-drawing.js", "samples-sheet.js", "samples.js")
TABLES = (
    *("tables.md", "tables.tex"),
    *(
        "headline.csv",
        "comparison.csv",
        "averages.csv",
        "breakdowns.csv",
        "published.csv",
        "samples.csv",
    ),
    "summary.json",
)
OURS = ("assets", "data", "images", PLOTS)
PAGES = ("index.html", "samples.html", CHANGES_PAGE, CHANGES_TABLE)


class _Page(NamedTuple):
    title: str | None
    samples: int
    reading: Sequence[ReadingQuality]
    has_changes: bool
    plots: tuple[str, ...]
    splits: Sequence[CutoffSplit]


def write_report(
    runs: Sequence[Run],
    out: str | Path,
    *,
    title: str | None = None,
    reading: Sequence[ReadingQuality] = (),
    changed: bool = False,
    cutoffs: Mapping[str, str] | None = None,
) -> Path:
    """Write the report of runs on disk: summaries, comparison, every sample.

    Args:
        runs: opened runs of different names.
        out: the folder to write, as for :func:`write_report_files`.
        title: of the report.
        reading: how well the pages were read, where the truth is known.
        changed: add a page and a table of what changed from the first run to the second, the only
            other one.
        cutoffs: run or model → the end of its training data, ``2023`` or ``2023-10``: scores on
            comics published before and after it are shown.

    Returns:
        The page to open, ``index.html``.

    Raises:
        InputError: when there is no run, two runs have one name, a pack has moved or changed, or
            the folder cannot be written.
        SettingError: for a cut-off that is no date, or of no run.
    """
    if not runs:
        raise InputError("no run to report; name at least one")
    if changed and len(runs) != 2:
        raise InputError(f"changes are shown between two runs, not {len(runs)}; give two runs")
    shown = [report_run(run) for run in runs]
    found = changes(runs[0], runs[1]) if changed else None
    splits = _splits(runs, cutoffs or {})
    return write_report_files(
        shown, compare(runs), Path(out), title=title, reading=reading, changed=found, splits=splits
    )


def write_report_files(
    runs: Sequence[ReportRun],
    comparison: Comparison,
    out: Path,
    *,
    title: str | None = None,
    reading: Sequence[ReadingQuality] = (),
    changed: Sequence[TaskChanges] | None = None,
    splits: Sequence[CutoffSplit] = (),
) -> Path:
    """Write a report as a folder that needs neither network nor server.

    Args:
        runs: what was asked and answered.
        comparison: every number that is printed; nothing is computed here.
        out: an empty or new folder, or one that holds an older report, which is replaced.
        title: of the report; the tasks' names when not given.
        reading: how well the pages were read, where the truth is known.
        changed: what changed from the first run to the second, for a page of its own.
        splits: scores before and after the end of a model's training data.

    Returns:
        The page to open, ``index.html``.

    Raises:
        InputError: when the folder holds something else or cannot be written.
    """
    given, runs = runs, in_order(runs, comparison)
    with new_folder(out, _older_report) as new:
        everything = catalogue(runs)
        gallery = Gallery(new / "images", runs, report=out)
        gallery.bring(dict(zip(everything.keys, everything.items, strict=True)), _single(runs))
        write_data(new / "data", runs, comparison, everything, gallery.link)
        (new / "assets").mkdir()
        for script in SCRIPTS:
            shutil.copyfile(STATIC / script, new / "assets" / script)
        tasks = task_views(runs, comparison)
        _write_tables(runs, comparison, tasks, splits, new)
        plots = write_plots(new / PLOTS, tasks)
        page = _Page(title, len(everything.samples), reading, changed is not None, plots, splits)
        _write_pages(runs, comparison, tasks, new, gallery, page)
        if changed is not None:
            views = change_views(changed, comparison, given, gallery)
            _write_changes(given, changed, views, new)
    return out / "index.html"


def _splits(runs: Sequence[Run], cutoffs: Mapping[str, str]) -> list[CutoffSplit]:
    """The splits of every run that is named, or whose model is."""
    names = {name for run in runs for name in (run.name, run.model)}
    for name in cutoffs:
        if name not in names:
            raise SettingError(f"no run is called '{name}'; {did_you_mean(name, sorted(names))}")
    dates = [(run, cutoffs.get(run.name) or cutoffs.get(run.model)) for run in runs]
    return [split for run, date in dates if date for split in cutoff_splits(run, date)]


def _single(runs: Sequence[ReportRun]) -> set[ItemKey]:
    """The items that were sent with one image to some model."""
    return {
        ItemKey(result.pack, result.item)
        for run in runs
        for result in run.results
        if result.rendering == "single_image"
    }


def _older_report(out: Path) -> list[str]:
    """The names that an older report in a folder consists of; whatever else is there stays."""
    if not (out / "samples.html").is_file() or not (out / "summary.json").is_file():
        raise InputError(f"{out} holds something that is not a report; give a new folder")
    return [name for name in (*OURS, *PAGES, *TABLES) if (out / name).exists()]


def _write_tables(
    runs: Sequence[ReportRun],
    comparison: Comparison,
    tasks: Sequence[TaskView],
    splits: Sequence[CutoffSplit],
    out: Path,
) -> None:
    rows = headline_rows(runs, comparison)
    summary = dataclasses.asdict(comparison) | {
        "baseline_differences": [
            _tables.untested_row(one) for one in comparison.baseline_differences
        ],
        "panelwise": version("panelwise"),
        "runs": [
            {
                "name": run.name,
                "model": run.model,
                "answered_as": run.model_versions,
                "profile": run.profile_name,
                "packs": _packs(run),
                "items": Counter(item.task for item in run.items.values()),
                "totals": totals_of(run).plain,
            }
            for run in runs
        ],
        "cutoffs": [dataclasses.asdict(split) for split in splits],
        "mistakes": {
            task.task: [dataclasses.asdict(view) for view in task.errors] for task in tasks
        },
    }
    _write(out / "tables.md", _tables.markdown(tasks, comparison.averages))
    _write(out / "tables.tex", _tables.latex(tasks, comparison.averages))
    # The mark at the start makes spreadsheets read UTF-8.
    _write(out / "headline.csv", "\ufeff" + _tables.headline_csv(rows))
    _write(out / "comparison.csv", "\ufeff" + _tables.comparison_csv(tasks))
    averages = _tables.averages_csv(comparison.averages)
    _write(out / "averages.csv", "\ufeff" + averages)
    _write(out / "breakdowns.csv", "\ufeff" + _tables.breakdowns_csv(tasks))
    _write(out / "published.csv", "\ufeff" + _tables.published_csv(tasks))
    _write(out / "samples.csv", "\ufeff" + _tables.samples_csv(runs))
    _write(out / "summary.json", _formats.summary_json(summary))


def _packs(run: ReportRun) -> dict[str, list[str]]:
    """The packs that each task's items come from: runs on the same ones can be ranked."""
    packs: dict[str, dict[str, None]] = {}
    for key, item in run.items.items():
        packs.setdefault(item.task, {})[key.pack] = None
    return {task: sorted(hashes) for task, hashes in packs.items()}


def _write_pages(
    runs: Sequence[ReportRun],
    comparison: Comparison,
    tasks: Sequence[TaskView],
    out: Path,
    gallery: Gallery,
    about: _Page,
) -> None:
    environment = _environment()
    rows = headline_rows(runs, comparison)
    overview = overview_grid(rows, comparison.tests)
    order = [row.name for _, group in overview.groups for row in group]
    name = about.title or compared(comparison.summaries)
    heads = metric_terms([(task.title, task.rows[0]) for task in tasks])
    totals, shown = all_totals(runs, order), example(runs, order, gallery)
    asked = questions(tasks, runs)
    shared = {"title": name, "version": version("panelwise"), "words": _words.OUTCOME_WORDS}
    page = environment.get_template("index.html.j2").render(
        **shared,
        **styled("report.css"),
        heading=about.title,
        tasks=tasks,
        runs=runs,
        manifests={key: one for run in runs for key, one in run.manifests.items()},
        samples=about.samples,
        changes_page=CHANGES_PAGE if about.has_changes else "",
        compared=compared(comparison.summaries),
        columns=column_titles(task.task for task in tasks),
        overview=overview,
        totals=totals,
        questions=asked,
        digest=digest(asked, tasks, runs, shown, totals),
        languages=language_grid(rows, runs, order),
        example=shown,
        average_headings=_tables.AVERAGE_HEADINGS,
        averages=[_tables.average_cells(one) for one in comparison.averages],
        prompts=sent_prompts(runs),
        report_command=report_command(runs, about.title, about.splits, changed=about.has_changes),
        definitions=(*heads, *PHRASES, *_words.DEFINITIONS, *TERMS),
        files=TABLES,
        plots=about.plots,
        images=_about_images(gallery),
        reading=about.reading,
        splits=about.splits,
    )
    _write(out / "index.html", page)
    sheets = styled("report.css", "samples.css")
    browser = environment.get_template("samples.html.j2").render(**shared, **sheets, tasks=tasks)
    _write(out / "samples.html", browser)


def _write_changes(
    runs: Sequence[ReportRun],
    changed: Sequence[TaskChanges],
    views: Sequence[ChangesView],
    out: Path,
) -> None:
    environment = page_environment()
    environment.filters["count"] = _words.count
    page = environment.get_template("changes.html.j2").render(
        title=f"What changed from {runs[0].name} to {runs[-1].name}",
        before=runs[0].name,
        after=runs[-1].name,
        version=version("panelwise"),
        views=views,
        table_file=CHANGES_TABLE,
        **styled("report.css", "changes.css"),
    )
    _write(out / CHANGES_PAGE, page)
    _write(out / CHANGES_TABLE, "\ufeff" + changes_csv(changed))


@cache
def _environment() -> Environment:
    """The templates of a report, compiled once: that takes longer than to fill them."""
    environment = page_environment()
    environment.filters |= {
        "chosen_cell": chosen_cell,
        "condition_interval": condition_interval,
        "condition_label": condition_label,
        "count": _words.count,
        "constant_words": _words.constant_words,
        "cost_words": cost_words,
        "duration": duration,
        "figure": _words.figure,
        "interval": _words.interval,
        "measures": measures,
        "pair_measures": pair_measures,
        "metric_label": _words.metric_label,
        "over_chance": _words.over_chance,
        "metric_meaning": _words.metric_meaning,
        "p_value": _words.p_value,
        "place_verdict": place_verdict,
        "expected_range": expected_range,
        "points": points,
        "pretty": _pretty,
        "part_label": part_label,
        "same_label": same_label,
        "share": _words.share,
        "signed": _words.signed,
        "tally": _tally,
        "test_words": _words.test_words,
        "tested_p": tested_p,
        "pair_remark": _words.pair_remark,
        "undecided_words": _words.undecided_words,
    }
    environment.globals |= {
        "samples_link": samples_link,
        "value_meaning": value_meaning,
        "bias_axis": bias_axis,
        "most_conditions": MOST_CONDITIONS,
        "few_books": _words.FEW,
        "narrow_mark": _words.NARROW_MARK,
        "untested_place": UNTESTED_PLACE,
        "baseline_pairs": _words.BASELINE_PAIRS,
    }
    return environment


def _about_images(gallery: Gallery) -> str:
    if not gallery.count:
        return "It holds no pictures: the packs carry annotations only."
    return (
        f"It holds {_words.count(gallery.count)} pictures, {gallery.size / 1e6:.1f} MB, none longer"
        f" than {_words.count(LONGEST)} pixels; the originals lie in the packs."
    )


def _pretty(value: Mapping[str, Any]) -> str:
    return _formats.readable_json(value)


def _tally(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {_words.count(k)}" for name, k in counts.items()) or _words.MISSING


def _write(path: Path, text: str) -> None:
    """Half a surrogate pair, which JSON may carry but no file can, is written as ``?``."""
    path.write_text(text, encoding="utf-8", errors="replace", newline="")
