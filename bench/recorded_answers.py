"""Real answers of two models to shuffled strips, recorded by others, scored by us.

The recording's authors shuffled all strips of one length alike and mended unreadable answers; here
such an answer counts as unreadable, and the shuffle shows as position bias.
"""

from __future__ import annotations

import sys
from pathlib import Path

import orjson

from panelwise.analysis import RunData, compare, summarise
from panelwise.evaluation import Result
from panelwise.profile import PAPER, RECOMMENDED, Profile
from panelwise.tasks import outcome_of, read_answer_lines, read_response, score_answer

MODELS = ("gpt-4o", "gpt-4o-mini")


def main(shared: Path) -> None:
    """Print every metric, the share of failures, position bias and the paired test."""
    folder = shared / "annotations" / "recorded-orderings"
    if not folder.is_dir():
        sys.stdout.write(f"skipped: needs {folder}\n")
        return
    for profile in (RECOMMENDED, PAPER):
        runs = [load(folder / f"{name}.json", name, profile) for name in MODELS]
        for run in runs:
            show(run)
        for test in compare(runs).tests:
            low, high = test.difference.low, test.difference.high
            sys.stdout.write(
                f"{test.first} − {test.second}, {test.metric}: {test.difference.value:+.4f}"
                f" [{low:+.4f}, {high:+.4f}], n {test.n}, {test.test} p = {test.p:.2g}\n\n"
            )


def load(path: Path, name: str, profile: Profile) -> RunData:
    """A recording as a run; an answer that its authors could not read is unreadable."""
    lines = (
        orjson.dumps(
            {
                "id": row["panels_path"],
                "gold": row["correct_order"],
                "answer": "unreadable" if row["failed"] else str(row["predicted_order"]),
            }
        ).decode()
        for row in orjson.loads(path.read_bytes())
    )
    items, results = [], []
    for one in read_answer_lines("ordering", lines, path.name):
        parsed = read_response(one.item, one.response, profile=profile)
        items.append(one.item)
        results.append(
            Result(
                pack="recorded",
                item=one.item.id,
                outcome=outcome_of(one.item, parsed),
                status=parsed.status,
                flags=parsed.flags,
                answer=parsed.answer,
                scores=score_answer(one.item, parsed, profile),
            )
        )
    return RunData(name, name, profile, {"recorded": items}, results)


def show(run: RunData) -> None:
    """One model's table."""
    [summary] = summarise(run)
    bias, constant = summary.bias, summary.headline.constant
    sys.stdout.write(
        f"{run.name}, profile {run.profile.name}: n {summary.n}, readable {summary.coverage:.1%};"
        f" repeats the shown order {bias.identity_rate or 0:.3f}"
        f" (it is right {bias.identity_expected or 0:.3f}),"
        f" best constant order {constant.value if constant else 0:.3f}\n"
    )
    for metric in summary.metrics.values():
        shown, every = metric.headline, metric.all_items
        sys.stdout.write(
            f"  {metric.metric:<18} {shown.value:7.4f} [{shown.low:.4f}, {shown.high:.4f}]"
            f"  n {shown.n}  chance {metric.chance:.4f}  all items {every.value:.4f}\n"
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
