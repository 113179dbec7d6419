"""``panelwise audit``."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from panelwise.cli._output import figure, say, write_json, write_line
from panelwise.cli._published import PublishedFormat, write_rows

if TYPE_CHECKING:
    from panelwise.analysis import AuditFinding, ColumnAudit, MeanAudit


def audit(
    tables: Annotated[
        list[str] | None, typer.Argument(help="The published tables to check. Default: all.")
    ] = None,
    file: Annotated[Path | None, typer.Option(help="Check a CSV table of your own.")] = None,
    n: Annotated[
        int | None, typer.Option("--n", help="The number of questions behind each share.")
    ] = None,
    columns: Annotated[
        str | None, typer.Option(help="The columns that hold shares, as A,B.")
    ] = None,
    shares: Annotated[
        bool, typer.Option("--shares", help="Shares are between 0 and 1, not in percent.")
    ] = False,
    mean_of: Annotated[
        str | None, typer.Option(help="The columns whose mean to check, as A,B.")
    ] = None,
    mean: Annotated[
        str | None,
        typer.Option("--is", help="The column that holds the mean of those in --mean-of."),
    ] = None,
    form: Annotated[
        PublishedFormat, typer.Option("--format", help="The output format.")
    ] = PublishedFormat.table,
) -> None:
    """Check whether printed tables are consistent.

    Checks the tables of the five papers, or with --file a table of your own.
    """
    from panelwise.errors import SettingError

    if file is None:
        if (n, columns, mean_of, mean) != (None,) * 4 or shares:
            raise SettingError("--n, --columns, --shares, --mean-of and --is belong to a --file")
        _print_findings(_findings(tables or ()), form)
        return
    if tables:
        raise SettingError("give either printed tables or a --file, not both")
    if (mean_of is None) != (mean is None):
        raise SettingError("--mean-of names the parts, --is the column of their mean; give both")
    if n is None and (mean_of is None or columns or shares):
        raise SettingError("give --n, the number of questions behind every share of the --file")
    _audit_file(file, n, _names(columns), shares, _names(mean_of), mean, form)


def _names(text: str | None) -> list[str]:
    return [name.strip() for name in text.split(",")] if text else []


def _findings(names: Sequence[str]) -> list[AuditFinding]:
    from panelwise.analysis import audit_papers, published_table

    wanted = {published_table(name).id for name in names}
    return [one for one in audit_papers() if not wanted or wanted.intersection(one.tables)]


def _print_findings(found: Sequence[AuditFinding], form: PublishedFormat) -> None:
    if form is PublishedFormat.json:
        write_json([dataclasses.asdict(one) for one in found], indent=True)
        return
    if form is PublishedFormat.csv:
        headers = ("id", "verdict", "claim", "evidence", "reference", "tables")
        rows = [
            [one.id, one.verdict, one.claim, "; ".join(one.evidence), one.reference,
             " ".join(one.tables)]
            for one in found
        ]  # fmt: skip
        write_rows(headers, rows, form)
        return
    for one in found:
        write_line(f"{one.verdict:<17}  {one.claim} ({one.reference})")
        for line in one.evidence:
            write_line(f"{'':<17}    {line}")
    if not found:
        write_line("there is no check of these tables")
        return
    counts = Counter(one.verdict for one in found)
    write_line(
        f"{len(found)} checks: {counts['agrees']} agree, {counts['disagrees']} disagree, "
        f"{counts['cannot be checked']} cannot be checked from the tables"
    )


def _audit_file(
    file: Path,
    n: int | None,
    columns: list[str],
    shares: bool,
    parts: list[str],
    mean: str | None,
    form: PublishedFormat,
) -> None:
    from panelwise.analysis import audit_mean, audit_shares, read_results

    table = read_results(file)
    means = audit_mean(table, parts, mean) if mean else ()
    found = audit_shares(table, n, columns, percent=not shares) if n is not None else ()
    found = tuple(one for one in found if columns or one.column != mean)
    if form is PublishedFormat.json:
        write_json({"columns": [dataclasses.asdict(one) for one in found],
                    "means": [dataclasses.asdict(one) for one in means]}, indent=True)  # fmt: skip
    elif form is PublishedFormat.csv:
        _write_file_rows(found, means, mean)
    else:
        for one in found:
            _print_column(one)
        if mean:
            _print_means(means, parts, mean)
    figures = [float(one.printed) for column in found for *_, one in column.figures]
    if figures and not shares and max(figures) <= 1:
        say("no figure is above 1; --shares reads them as shares from 0 to 1")


def _print_column(one: ColumnAudit) -> None:
    good = sum(tested.possible for *_, tested in one.figures)
    if not one.can_fail:
        write_line(
            f"{one.column}: cannot be checked: with this many questions every"
            " printed figure is possible"
        )
        return
    write_line(f"{one.column}: {good} of {len(one.figures)} figures are possible")
    for line, row, tested in one.figures:
        if not tested.possible:
            write_line(f"  line {line}, {row}: {tested}")


def _print_means(means: Sequence[MeanAudit], parts: Sequence[str], mean: str) -> None:
    good = sum(one.agrees is True for one in means)
    write_line(f"{mean}: {good} of {len(means)} are the mean of {', '.join(parts)}")
    for one in means:
        if not one.agrees:
            write_line(f"  line {one.line}, {one.row}: {_told_mean(one)}")


def _told_mean(one: MeanAudit) -> str:
    value = figure(one.mean, len(one.printed.partition(".")[2]) + 1)
    if one.missing:
        return f"cannot be checked: {one.missing} without a score; as 0 the mean is {value}, " + (
            f"printed {one.printed}"
        )
    return f"printed {one.printed}, the mean is {value}"


def _write_file_rows(
    found: Sequence[ColumnAudit], means: Sequence[MeanAudit], mean: str | None
) -> None:
    headers = ("line", "row", "column", "printed", "verdict", "evidence")
    rows = []
    for one in found:
        for line, row, tested in one.figures:
            verdict = "agrees" if tested.possible else "disagrees"
            verdict = verdict if one.can_fail else "cannot be checked"
            rows.append([str(line), row, one.column, tested.printed, verdict, str(tested)])
    for about in means:
        verdict = {True: "agrees", False: "disagrees", None: "cannot be checked"}[about.agrees]
        rows.append([str(about.line), about.row, mean or "", about.printed, verdict,
                     _told_mean(about)])  # fmt: skip
    write_rows(headers, rows, PublishedFormat.csv)


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(audit)
