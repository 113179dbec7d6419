"""In which order texts or panels are read, when some may be missing or not be there.

Source: AMB-44. Where an answer orders exactly what gold orders, these are the ordering metrics of
specification 7.1; where it does not, they are computed over what both have, beside the share of
gold that is.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from panelwise.geometry import Box
from panelwise.metrics._detection import match_boxes
from panelwise.metrics._ordering import pairwise_accuracy


@dataclass(frozen=True, slots=True)
class ReadingOrder:
    """How right one page's reading order is.

    Attributes:
        exact_match: 1 when what both have stands in the right order.
        kendall_tau: pairs of it in order minus pairs out of order, over all its pairs.
        pairwise_accuracy: share of its pairs in the right order.
        edit_distance: insertions, deletions and substitutions that turn the one sequence of what
            both have into the other, over its length; 0 is perfect.
        coverage: share of gold that the answer has.
        whole_page: 1 when the answer has all of gold, nothing else, and in the right order.
        whole_edit_distance: the edit distance of the whole sequences over the longer length, so
            that what is missing or invented costs; 0 is perfect.
        matched: how many both have. Below two the first four are ``None``: no order is no wrong
            order, and ``coverage`` and ``whole_edit_distance`` tell of it.
        answered: how many the answer has.
        true: how many gold has.
    """

    exact_match: float | None
    kendall_tau: float | None
    pairwise_accuracy: float | None
    edit_distance: float | None
    coverage: float
    whole_page: float
    whole_edit_distance: float
    matched: int
    answered: int
    true: int

    def as_scores(self) -> dict[str, float | None]:
        """The measures by name, for :func:`mean_over_pages`."""
        return {
            "exact_match": self.exact_match,
            "kendall_tau": self.kendall_tau,
            "pairwise_accuracy": self.pairwise_accuracy,
            "edit_distance": self.edit_distance,
            "coverage": self.coverage,
            "whole_page": self.whole_page,
            "whole_edit_distance": self.whole_edit_distance,
        }


def reading_order(answer: Sequence[Hashable], gold: Sequence[Hashable]) -> ReadingOrder | None:
    """Compare two sequences of names, say of the text boxes of a page.

    Args:
        answer: names as somebody reads them; a name that gold does not have, or a second time, is
            an invention.
        gold: every name once, in the right order.

    Returns:
        ``None`` when gold has fewer than two: there is no order then.

    Raises:
        ValueError: when gold holds a name twice.

    >>> order = reading_order(["a", "c", "b"], ["a", "b", "c", "d"])
    >>> round(order.kendall_tau, 3), order.coverage, order.whole_edit_distance
    (0.333, 0.75, 0.5)
    """
    from rapidfuzz.distance import Levenshtein

    place = {name: index for index, name in enumerate(gold)}
    if len(place) != len(gold):
        raise ValueError(f"gold holds {len(gold)} names, of which only {len(place)} differ")
    if len(gold) < 2:
        return None
    # A name of gold is its place; an invention is a number that gold does not have.
    whole = [place[name] if name in place else -1 - k for k, name in enumerate(answer)]
    seen: set[int] = set()
    for k, index in enumerate(whole):
        whole[k] = -1 - k if index in seen else index
        seen.add(index)
    common = [index for index in whole if index >= 0]
    rank = {index: k for k, index in enumerate(sorted(common))}
    ranks = [rank[index] for index in common]
    count = len(ranks)
    right = list(range(count))
    pairs = pairwise_accuracy(ranks, right) if count > 1 else None
    return ReadingOrder(
        exact_match=None if pairs is None else float(ranks == right),
        kendall_tau=None if pairs is None else 2 * pairs - 1,
        pairwise_accuracy=pairs,
        edit_distance=None if pairs is None else Levenshtein.normalized_distance(ranks, right),
        coverage=count / len(gold),
        whole_page=float(whole == list(range(len(gold)))),
        whole_edit_distance=Levenshtein.normalized_distance(whole, list(range(len(gold)))),
        matched=count,
        answered=len(answer),
        true=len(gold),
    )


def reading_order_of_boxes(
    found: Sequence[Box], gold: Sequence[Box], threshold: float = 0.5
) -> ReadingOrder | None:
    """Compare found boxes, as somebody reads them, with the true ones in the right order.

    Args:
        found: boxes in the order of the answer.
        gold: true boxes in the right order.
        threshold: least IoU of boxes that are the same (:func:`match_boxes`).

    >>> panels = [Box(0, 0, 10, 10), Box(20, 0, 30, 10)]
    >>> reading_order_of_boxes([Box(20, 0, 30, 9), Box(0, 0, 10, 9)], panels).kendall_tau
    -1.0
    """
    same = dict(match_boxes(found, gold, threshold).pairs)
    return reading_order([same.get(k, -1 - k) for k in range(len(found))], range(len(gold)))
