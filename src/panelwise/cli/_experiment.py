"""``panelwise experiment``: the papers' experiments, listed, described and run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from panelwise.cli._build import Settings
from panelwise.cli._estimates import Estimated, check_pace, estimated, print_estimates
from panelwise.cli._evaluate import Decoding, Limit, MaxCost, Pace, Repeats, Replay
from panelwise.cli._options import DirectionOption
from panelwise.cli._output import RunProgress, say, write_json, write_line, write_table, write_text
from panelwise.wording import TERMINAL

if TYPE_CHECKING:
    from panelwise.analysis import ConditionFigure, PaperTable
    from panelwise.experiments import ExperimentDone, SuiteDone

ROOT = "experiment"
Models = Annotated[
    list[str] | None,
    typer.Option(
        help="A model, as panelwise evaluate takes it; repeatable. {pack} stands for the pack's"
        " name: recorded:people/{pack}.jsonl. Without a model, only the paper's figures are shown."
    ),
]
GivenComics = Annotated[
    list[Path] | None,
    typer.Option(help="Your comics; repeatable. Default: the press draws some."),
]
GivenPacks = Annotated[
    Path | None, typer.Option(help="A folder of packs, or an earlier --out; nothing is built.")
]
Books = Annotated[int, typer.Option(min=1, help="How many books are drawn for each collection.")]
OwnProfile = Annotated[
    str | None,
    typer.Option(help="recommended or paper. Default: the experiment's, which is paper."),
]
Sizes = Annotated[
    list[str] | None,
    typer.Option(
        help="A model's billions of parameters, as MODEL=7, if its name does not state them."
    ),
]
DryRun = Annotated[
    bool,
    typer.Option("--dry-run", help="Build the packs; print what would be sent, and its cost."),
]
Writer = Annotated[
    str,
    typer.Option(
        help="The model that drafts wrong options, if the experiment needs them. press:truth"
        " works only for comics of the press."
    ),
]
PrintedAs = Annotated[
    list[str] | None,
    typer.Option(help="The name that the paper prints for a model, as MODEL=NAME, if it differs."),
]
Screened = Annotated[
    list[Path] | None,
    typer.Option(
        help="For the experiment CX-T8: a file that panelwise screen wrote. People's classes are"
        " read from NAME-check.jsonl next to it."
    ),
]
Judges = Annotated[
    list[str] | None,
    typer.Option(
        "--judge", help="A model that marks open answers. Repeatable; two are recommended."
    ),
]
People = Annotated[
    list[str] | None,
    typer.Option(
        help="A person's marks of a model's answers: JSON Lines with id and mark. {pack} stands"
        " for the pack's name. Repeatable."
    ),
]


class _NamesAnExperiment(TyperGroup):
    """A group in which a name that is no command is that of an experiment to run."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            from panelwise.experiments import get_experiment

            get_experiment(args[0])  # an unknown name is reported before a missing --out
            args = ["run", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=_NamesAnExperiment,
    rich_markup_mode=None,
    help="Run the papers' experiments.\n\n"
    "For example: panelwise experiment NAME --model A --model B --out DIR, which is short for"
    " panelwise experiment run NAME and so on.",
    no_args_is_help=True,
)


@app.command("list")
def list_(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the experiments, and what some still lack.

    Some need people's answers, data sets or trained models, which do not come with Panelwise.
    """
    from panelwise.experiments import list_experiments

    found = list_experiments()
    if as_json:
        write_json(
            [
                {
                    "handle": one.handle,
                    "alias": one.alias,
                    "title": one.title,
                    "table": one.table,
                    "runs": one.runs,
                    "waits_for": {need.kind: need.what for need in one.waits_for},
                }
                for one in found
            ],
            indent=True,
        )
        return
    width = max((len(one.alias) for one in found), default=0)
    for one in found:
        needs = ", ".join(need.kind for need in one.waits_for)
        lacks = f" (lacks {needs})" if needs else ""
        write_line(f"{one.handle:<7} {one.alias:<{width}}  {one.title}{lacks}")


@app.command("show")
def show(
    name: Annotated[str, typer.Argument(help="An experiment listed by panelwise experiment list.")],
) -> None:
    """Print an experiment's question, packs and columns."""
    from panelwise.experiments import describe, get_experiment

    write_text(describe(get_experiment(name)))


Name = Annotated[
    str,
    typer.Argument(
        help="The name of an experiment, such as SC-E1 or stripcipher.t4; panelwise experiment list"
        " lists them."
    ),
]
Out = Annotated[
    Path,
    typer.Option(
        help="A folder for packs, runs and table; an unfinished experiment in it is continued."
    ),
]


@app.command("run")
def run(
    name: Name,
    out: Out,
    model: Models = None,
    comics: GivenComics = None,
    packs: GivenPacks = None,
    books: Books = 4,
    seed: Annotated[int, typer.Option(min=0, help="The seed of comics, orders and options.")] = 0,
    profile: OwnProfile = None,
    writer: Writer = "press:truth",
    settings: Settings = None,
    direction: DirectionOption = "auto",
    judge: Judges = None,
    human: People = None,
    screened: Screened = None,
    size: Sizes = None,
    printed_as: PrintedAs = None,
    limit: Limit = None,
    decoding: Decoding = None,
    repeats: Repeats = 1,
    max_cost: MaxCost = None,
    replay: Replay = False,
    dry_run: DryRun = False,
    pace: Pace = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the table as JSON.")] = False,
) -> None:
    """Run an experiment and print its table.

    Builds the packs from your comics (or takes packs, or draws comics) and runs every model. The
    table is the paper's, with the scores of your models next to the printed ones. It is written as
    Markdown, LaTeX, CSV and JSON; if the experiment has figures, they are written as SVG. The same
    command continues an experiment that was stopped.
    """
    from panelwise.errors import SettingError
    from panelwise.experiments import PacksFrom, RunOptions, run_experiment
    from panelwise.profile import parse_settings

    if comics and packs:
        raise SettingError("--comics and --packs: give one of them")
    given = None if direction == "auto" else direction
    source = PacksFrom(tuple(comics or ()), packs, books, seed, given, writer=writer)  # type: ignore[arg-type]
    values = parse_settings(settings or ())
    ways = (limit, repeats, decoding, max_cost, replay)
    asking: dict[str, Any] = {
        "judges": tuple(judge or ()),
        "human": tuple(human or ()),
        "progress": RunProgress,
    }
    options = RunOptions(profile or "", values, *ways, **asking)
    named, models = _pairs(printed_as, "--printed-as"), model or ()
    sizes = {one: _billions(one, text) for one, text in _pairs(size, "--size").items()}
    asked: dict[str, Any] = {"source": source, "options": options, "say": say}
    check_pace(pace, dry_run=dry_run)
    if dry_run:
        print_estimates(_estimates(name, models, out, asked), pace=pace, as_json=as_json)
        return
    asked |= {"screened": screened or ()}
    done = run_experiment(name, models, out, sizes=sizes, named=named, **asked)
    report_done(done, as_json=as_json)


def _estimates(
    name: str, models: Sequence[str], out: Path, asked: dict[str, Any]
) -> list[Estimated]:
    """What an experiment would send: to models that answer packs, or that write."""
    from panelwise.experiments import estimate_drafts, get_experiment, plan_experiment

    plan = get_experiment(name)
    if plan.drafts:
        return [Estimated(one) for one in estimate_drafts(plan, models, out, **asked)]
    return estimated(plan_experiment(plan, models, out, **asked), cache=True)


def report_done(done: ExperimentDone | SuiteDone, *, as_json: bool) -> None:
    """What an experiment left, and what stopped."""
    if as_json:
        write_text((done.folder / "table.json").read_text(encoding="utf-8"))
    else:
        print_table(done.table, done.figures)
    say(f"written: {done.folder}/table.md, .tex, .csv, .json and cells.csv")
    for line in done.stopped:
        say(line)
    if done.stopped:
        raise typer.Exit(1)


def print_table(table: PaperTable, figures: tuple[ConditionFigure, ...]) -> None:
    """The table in the paper's layout, then what was measured, then what must be known."""
    from panelwise.report import (
        cell_notes,
        layout_headings,
        layout_rows,
        measured_table,
        paired_lines,
        table_heading,
    )

    rows = layout_rows(table, TERMINAL)
    marked = [
        [f"> {cells[0]}", *cells[1:]] if row.measured else cells
        for row, cells in zip(table.rows, rows, strict=True)
    ]
    write_table(layout_headings(table), marked, table_heading(table))
    if table.measured:
        write_line("")
        write_table(*measured_table(table, TERMINAL), "Measured")
    for note in (*paired_lines(figures), *cell_notes(table), *table.notes):
        write_line(f"- {note}")


def _pairs(given: list[str] | None, flag: str) -> dict[str, str]:
    """``MODEL=VALUE`` texts; a model's own name may hold an equals sign."""
    from panelwise.errors import SettingError

    pairs: dict[str, str] = {}
    for text in given or ():
        model, sign, value = text.rpartition("=")
        if not (sign and model and value):
            raise SettingError(f"{flag} {text}: write {flag} MODEL=VALUE")
        pairs[model] = value
    return pairs


def _billions(model: str, text: str) -> float:
    from panelwise.errors import SettingError

    try:
        size = float(text.lower().removesuffix("b"))
    except ValueError:
        size = 0.0
    if size <= 0:
        raise SettingError(f"--size {model}={text}: write a number of billions, such as {model}=7")
    return size


def register(root: typer.Typer) -> None:
    """Add the verbs."""
    root.add_typer(app, name=ROOT)
