"""How far several people, or models, agree who answer the same questions. Source: CV-11."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from panelwise.analysis import RunData, Score
from panelwise.metrics import fleiss_kappa


def agreement(runs: Sequence[RunData]) -> tuple[Score, str]:
    """Fleiss' κ of the chosen options, and what must be known to read it.

    An option counts by its place, as people choose it; answers that could not be read are left out,
    and so are questions that fewer than two answered.
    """
    chosen: dict[tuple[str, str], Counter[int]] = {}
    options = 0
    for run in runs:
        sizes = {item.id: item.n for items in run.items.values() for item in items}
        for result in run.results:
            if isinstance(result.answer, int):
                key = (result.pack, result.item)
                chosen.setdefault(key, Counter())[result.answer] += 1
                options = max(options, sizes[result.item], result.answer + 1)
    rows = [[row[k] for k in range(options)] for row in chosen.values() if row.total() > 1]
    if not rows:
        return Score(None, None, None, 0, "none", None), "give two --model or more that answer"
    found = fleiss_kappa(rows)
    most = max(row.total() for row in chosen.values())
    note = f"of {most}; 0 is what chance gives, {found.observed:.3f} of all pairs agree"
    if found.value is None:
        note = "not defined: all gave the same answer to every question"
    return Score(found.value, None, None, found.n, "none", None), note
