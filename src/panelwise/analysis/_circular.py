"""The circular score: right whichever way the options are turned (MS-3)."""

from __future__ import annotations

from collections.abc import Sequence

from panelwise.analysis._intervals import estimate_mean
from panelwise.analysis._samples import Sample
from panelwise.analysis._summary_types import CircularScore


def circular_score(samples: Sequence[Sample]) -> CircularScore | None:
    """How many questions were answered right in every rotation of their options.

    A pack built with the transform ``rotations`` asks each question once a rotation; an answer that
    could not be read is not right. ``None`` when no question was turned. Chance is that of a
    guesser who guesses each time anew: one in k to the power of the rotations.
    """
    turned: dict[tuple[str, str], list[Sample]] = {}
    for sample in samples:
        question = sample.item.meta.get("rotation_of")
        if isinstance(question, str):
            turned.setdefault((sample.pack, question), []).append(sample)
    if not turned:
        return None
    always = [float(all(_right(sample) for sample in group)) for group in turned.values()]
    same = [float(len({_chosen(sample) for sample in group}) == 1) for group in turned.values()]
    books = [group[0].item.book for group in turned.values()]
    keys = list(turned)
    chance = [(1 / group[0].item.n) ** len(group) for group in turned.values()]
    return CircularScore(
        questions=len(turned),
        all_right=estimate_mean(always, books=books, items=keys, binary=True),
        consistent=estimate_mean(same, books=books, items=keys, binary=True),
        chance=sum(chance) / len(chance),
    )


def _right(sample: Sample) -> bool:
    return sample.result.outcome == "correct"


def _chosen(sample: Sample) -> str | int:
    """What was chosen, by its words; every unread answer is another."""
    answer = sample.result.answer
    if not sample.readable or not isinstance(answer, int):
        return id(sample)
    option = sample.item.options[answer]
    return option.text if option.text is not None else option.label
