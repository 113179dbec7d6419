"""How sure people are of their answers, on their own scale of three. Source: CV-11; MS-5."""

from __future__ import annotations

from collections.abc import Sequence

from panelwise.analysis._estimate import Estimate
from panelwise.analysis._intervals import estimate_mean
from panelwise.analysis._samples import RunData, samples_by_task
from panelwise.analysis.calibration._confidence import LEVELS, confidences, level_of
from panelwise.evaluation import Run
from panelwise.metrics.resampling import Cluster


def mean_confidence(runs: Sequence[Run]) -> Estimate:
    """The mean confidence of all readable answers that have one: 1 low, 2 medium, 3 high.

    What is recorded with an answer counts, and else what its words state; a number in [0, 1] is
    put on the scale by thirds. The probability of tokens is nobody's statement and does not count.

    Raises:
        InputError: as :func:`panelwise.analysis.summarise`.
    """
    values: list[float] = []
    books: list[Cluster] = []
    items: list[str] = []
    for run in runs:
        responses = {(r.pack, r.item, r.repeat): said for r, said in run.answers()}
        for task in samples_by_task(RunData.of(run)):
            for sample in task.samples:
                said = responses.get((sample.pack, sample.item.id, sample.result.repeat))
                if said is None or not sample.readable:
                    continue
                known = confidences(sample.item, said, sample.result.answer)
                stated = known.get("recorded", known.get("stated"))
                if stated is not None:
                    values.append(1.0 + LEVELS.index(level_of(stated)))
                    books.append(sample.item.cluster)
                    items.append(sample.item.id)
    if not values:
        return Estimate(None, None, None, 0, "none")
    return estimate_mean(values, books=books, items=items, bounds=(1.0, 3.0))
