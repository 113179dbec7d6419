"""``panelwise quality``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from panelwise.cli._output import figure, say, write_json, write_line, write_table

if TYPE_CHECKING:
    from panelwise.annotation.quality import QualityReport, Share


def quality(
    project: Annotated[Path, typer.Argument(help="A project of 'panelwise annotate'.")],
    database: Annotated[
        str,
        typer.Option(
            envvar="PANELWISE_DATABASE",
            help="The URL of the project's database, if it is not in its folder.",
        ),
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Print how far people's work has come, and how good it is.

    Prints what admins see on the page 'Dashboard': progress by stage, agreement with intervals,
    how reliable each person is, items to look at again, time and pay. People appear under
    pseudonyms. The project may be served at the same time. Needs the extra 'annotate'.
    """
    from panelwise.annotation import open_project, project_forms
    from panelwise.annotation.quality import quality_report

    with open_project(project, database=database, alone=False) as opened:
        report = quality_report(opened.work.state, project_forms(opened))
    if as_json:
        write_json(report.as_json())
        return
    write_line(f"{report.title} ({report.procedure})")
    for one in report.conclusions:
        write_line(f"{'! ' if one.act else '  '}{one.words}")
    _print_work(report)
    _print_people(report)
    _print_items(report)


def _print_work(report: QualityReport) -> None:
    write_table(
        ("stage", "role", "waiting", "reached", "submissions", "accept", "reject", "flags"),
        [
            [one.stage, one.role, *map(str, (one.waiting, one.reached, one.submissions,
                                             one.accepts, one.rejects, one.flags))]
            for one in report.progress.stages
        ],
        title="progress",
    )  # fmt: skip
    rows = [
        [field.stage, field.units, field.field, str(field.items), one.title, figure(one.value),
         "–" if one.low is None else f"[{figure(one.low)}, {figure(one.high)}]",
         figure(one.observed)]
        for field in report.agreement for one in field.measures
    ]  # fmt: skip
    headers = ("stage", "units", "field", "items", "measure", "value", "95 % interval", "observed")
    if rows:
        write_table(headers, rows, title="agreement")


def _print_people(report: QualityReport) -> None:
    time = {one.person: one for one in report.time.people}
    rows = []
    for one in report.people:
        spent = time.get(one.person)
        kinds = {finding.kind: None for finding in report.suspicions_of(one.person)}
        rows.append(
            [one.person, str(one.submissions), _share(one.hidden), _share(one.test),
             _share(one.judged), figure(one.agreement, 2),
             figure(spent.hours if spent else 0.0, 2), figure(spent.pay if spent else 0.0, 2),
             "paused" if one.paused else "", ", ".join(kinds)]
        )  # fmt: skip
    if rows:
        headers = ("person", "answers", "hidden", "test", "accepted", "agreement", "hours",
                   report.time.currency, "status", "look at")  # fmt: skip
        write_table(headers, rows, title="people")


def _print_items(report: QualityReport) -> None:
    if report.concerns:
        shown = report.concerns[:20]
        rows = [[one.unit, one.place, "; ".join(one.reasons)] for one in shown]
        write_table(("unit", "place", "why"), rows, title="to look at again")
        if len(report.concerns) > len(shown):
            say(f"{len(report.concerns) - len(shown)} more: --json")
    for several in report.orders:
        orders = ", ".join(
            f"{'-'.join(str(card + 1) for card in one.order)} ({one.votes})"
            for one in several.orders
        )
        write_line(f"{several.unit}: several orders that people agree on: {orders}")


def _share(given: Share) -> str:
    return f"{given.right}/{given.of}" if given.of else "–"


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(quality)
