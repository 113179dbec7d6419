"""``panelwise check --blind``: what can be answered without pixels, or by a text-only model."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from panelwise.cli._output import figure, interval, say, write_json, write_line, write_table
from panelwise.cli._run_output import to_continue
from panelwise.wording import argument, counted

if TYPE_CHECKING:
    from panelwise.analysis import TextOnlyScore
    from panelwise.evaluation import Run
    from panelwise.packs import BlindBound, BlindCheck, Pack

Blind = Annotated[
    bool,
    typer.Option(
        "--blind",
        help="Instead of the other checks: compute, over all packs together, how many answers can"
        " be right without pixels.",
    ),
]
BlindModel = Annotated[
    str | None,
    typer.Option(
        help="With --blind: instead ask this model every item without its pictures, and test"
        " whether it scores above chance. Names as for panelwise evaluate."
    ),
]
BlindRun = Annotated[
    Path | None,
    typer.Option(
        help="With --model: the folder of its run; an unfinished run in it is continued."
        " Default: runs/blind-…, the same for the same packs and model."
    ),
]
BlindLimit = Annotated[
    int | None,
    typer.Option(min=1, help="With --model: ask the first N items of each pack.", metavar="N"),
]
VERDICTS = {
    "evidence": "text is the evidence",
    "weak": "weak options, not checked",
    "not compared": "not checked",
}


class TextOnlyAsking(NamedTuple):
    """Which model is asked the words alone, and how."""

    model: str | None
    out: Path | None
    limit: int | None
    settings: tuple[str, ...]
    max_cost: float | None

    def require_none(self) -> None:
        """Stop where any of it is given without --blind.

        Raises:
            SettingError: in that case.
        """
        from panelwise.errors import SettingError

        if self.model is not None:
            raise SettingError("--model is for --blind; add it")
        if any(one not in (None, ()) for one in self):
            raise SettingError(
                "--out, --limit, --max-cost and --set are for --blind with a model; add --blind and"
                " --model NAME"
            )


def run_blind(
    paths: Sequence[Path], asked: TextOnlyAsking, *, others: Sequence[Path | None], as_json: bool
) -> None:
    """Check what can be answered without pixels: at most, or by a model if one is named.

    Raises:
        SettingError: where other checks are asked for, or options of a model without one.
    """
    from panelwise.errors import SettingError
    from panelwise.packs import Pack

    if any(others):
        raise SettingError("--blind makes no other checks; leave out --split and --known")
    if asked.model is None and any(one not in (None, ()) for one in asked):
        raise SettingError("--out, --limit, --max-cost and --set are for --model; name a model")
    packs = [Pack.open(path) for path in paths]
    require_gold(packs)
    if asked.model is None:
        check_bounds(packs, as_json=as_json)
    else:
        ask_model(packs, asked.model, asked, as_json=as_json)


def require_gold(packs: Sequence[Pack]) -> None:
    """Stop where the right answers of a pack are withheld.

    Raises:
        UnavailableError: naming the first such pack.
    """
    from panelwise.errors import UnavailableError

    if hidden := [pack.path for pack in packs if pack.withheld]:
        raise UnavailableError(
            f"{hidden[0]}: its right answers are withheld; check the pack that it was made from,"
            f" or its hashes and pictures with panelwise verify {argument(hidden[0])}"
        )


def check_bounds(packs: Sequence[Pack], *, as_json: bool) -> None:
    """Print what a reader without pixels can score at most; exit status 1 if that is too much."""
    from panelwise.benchmarks import text_is_evidence
    from panelwise.packs import check_blind

    items = [item for pack in packs for item in pack.items()]
    found = check_blind(items, evidence=text_is_evidence)
    if as_json:
        write_json(_record(found), indent=True)
    else:
        _print(found)
    refused = len(found.findings.refused)
    say(f"{counted(len(items), 'item')} checked without pixels: {refused} rejected")
    if refused:
        raise typer.Exit(1)


def _record(found: BlindCheck) -> dict[str, object]:
    import dataclasses

    tasks = [
        dataclasses.asdict(one) | {"gap": one.gap, "refused": one.refused} for one in found.bounds
    ]
    return {"tasks": tasks, "findings": found.findings.records()}


def _print(found: BlindCheck) -> None:
    rows = [
        [
            *(one.task, str(one.items), str(one.texts), str(one.alone)),
            *(figure(one.bound), figure(one.chance), figure(one.gap), _verdict(one)),
        ]
        for one in found.bounds
    ]
    headers = ("task", "items", "texts", "alone", "without pixels", "chance", "gap", "")
    write_table(headers, rows)
    for finding in found.findings:
        write_line(f"reject  {finding.gate}: {finding.what}; {finding.remedy}")


def _verdict(bound: BlindBound) -> str:
    return VERDICTS.get(bound.sort) or ("rejected" if bound.refused else "passes")


def ask_model(packs: Sequence[Pack], model: str, asked: TextOnlyAsking, *, as_json: bool) -> None:
    """Print what a model has right from words alone; exit status 1 if that is above chance."""
    from panelwise.analysis import ask_text_only, text_only_scores
    from panelwise.benchmarks import text_is_evidence
    from panelwise.cli._output import RunProgress
    from panelwise.profile import parse_settings

    folder = asked.out or _folder(packs, model)
    progress = RunProgress(f"{model}, words only", ())
    run = ask_text_only(
        packs,
        model,
        folder,
        evidence=text_is_evidence,
        settings=parse_settings(asked.settings),
        limit=asked.limit,
        max_cost=asked.max_cost,
        progress=progress,
    )
    progress.close()
    scores = text_only_scores(run, evidence=text_is_evidence)
    scored = {one.task for one in scores}
    left_out = sorted({str(pack.manifest["task"]) for pack in packs} - scored)
    if as_json:
        _write_scores(run, scores, left_out)
    else:
        _print_scores(scores)
        for task in left_out:
            write_line(f"{task}: asks about pictures only, so the model was not asked")
    say(f"run: {run.path}")
    if run.status != "complete":
        say(to_continue(run.status, folder))
        raise typer.Exit(1)
    if any(one.refused for one in scores):
        raise typer.Exit(1)


def _folder(packs: Sequence[Pack], model: str) -> Path:
    """The same folder for the same packs and model, so that the same command continues."""
    import hashlib

    asked = " ".join([model, *(pack.hash for pack in packs)])
    return Path("runs") / f"blind-{hashlib.sha256(asked.encode()).hexdigest()[:12]}"


def _write_scores(run: Run, scores: Sequence[TextOnlyScore], left_out: Sequence[str]) -> None:
    import dataclasses

    tasks = [dataclasses.asdict(one) | {"refused": one.refused} for one in scores if one.task]
    together = [dataclasses.asdict(one) for one in scores if not one.task]
    write_json(
        {
            "run": str(run.path),
            "status": run.status,
            "model": run.model,
            "tasks": tasks,
            "together": together[0] if together else None,
            "not_asked": list(left_out),
        },
        indent=True,
    )


def _print_scores(scores: Sequence[TextOnlyScore]) -> None:
    rows = [
        [
            *(one.task or "all that are checked", str(one.right.n), figure(one.right.value)),
            *(interval(one.right), figure(one.chance), f"{one.read:.1%}"),
            *(figure(one.p, 4), figure(one.p_holm, 4) if one.task else "", _words(one)),
        ]
        for one in scores
    ]
    headers = ("task", "items", "right", "95 % interval", "chance", "read", "p", "p (Holm)", "")
    write_table(headers, rows)
    for one in scores:
        if one.task and one.refused:
            write_line(
                f"reject  text-only model: {one.task}: {figure(one.right.value)} right from words"
                f" alone, chance is {figure(one.chance)}"
            )


def _words(score: TextOnlyScore) -> str:
    if not score.task:
        return ""
    if score.sort != "gated":
        return VERDICTS[score.sort]
    return "above chance" if score.refused else "not shown above chance"
