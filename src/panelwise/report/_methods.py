"""How the runs and the report of them were made: the prompts and the commands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from panelwise.analysis import CutoffSplit
from panelwise.report._report_run import ItemKey, ReportRun, command_lines


class SentPrompt(NamedTuple):
    """A wording, as it went out for one item."""

    id: str
    item: str
    text: str


def sent_prompts(runs: Sequence[ReportRun]) -> list[SentPrompt]:
    """Every wording that was sent, as its first item shows it."""
    found: dict[str, SentPrompt] = {}
    for run in runs:
        for result in run.results:
            item = run.items.get(ItemKey(result.pack, result.item))
            if item is None:
                continue
            single = item.single_image if result.rendering == "single_image" else None
            rendering = single or item.rendering
            if rendering.prompt_id not in found:
                prompt = SentPrompt(rendering.prompt_id, item.id, rendering.text)
                found[rendering.prompt_id] = prompt
    return list(found.values())


def report_command(
    runs: Sequence[ReportRun], title: str | None, splits: Sequence[CutoffSplit], *, changed: bool
) -> str:
    """The command that builds this report of the runs, each in the folder of its name.

    ``panelwise compare`` writes what changed, and takes neither a title nor cut-offs.
    """
    names = [run.name for run in runs]
    if changed:
        return command_lines(["panelwise", "compare", *names], [("--out", "report")])
    options = [("--title", title)] if title else []
    cutoffs = dict.fromkeys(f"{split.run}={split.cutoff}" for split in splits)
    options += [("--cutoff", cutoff) for cutoff in cutoffs]
    return command_lines(["panelwise", "report", *names], [*options, ("--out", "report")])
