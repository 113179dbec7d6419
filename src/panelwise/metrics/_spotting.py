"""Text spotting: texts found on a page, and what was read where they were found.

Counts of pages add up; the rates of a data set are those of the summed counts (micro average), so
that no page is lost in a mean of means. Two matchers: the released scorer takes the first
prediction in file order that overlaps enough, which depends on that order; the other finds the
matching of largest total overlap. End to end there are two figures that never share a name:
``…_ned`` weighs a match by how well it was read, as the paper does, ``…_exact`` counts right
readings, as the ICDAR contests do.

Source: specification 7.4; AMB-26, AMB-27, AMB-36.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from panelwise.metrics._info import MetricInfo
from panelwise.metrics._regions import TextRegion, overlap_area, shape_area, shape_iou
from panelwise.metrics._strings import nfc, similarity

LEAST_IOU = 0.5  # a pair needs more than this
COVERED = 0.5  # more than this share of a prediction in a don't-care region: not scored
NEAR = 0.8  # similarity from which a reading is nearly right
_WAYS = ("ned", "exact", "near")
FORGIVEN = frozenset("!?.:,*\"()·[]/'")  # at either end of a gold text, by ICDAR's rule

SPOTTING_METRICS: dict[str, MetricInfo] = {
    info.name: info
    for info in (
        MetricInfo("detection_precision", "share of predictions that found a text"),
        MetricInfo("detection_recall", "share of texts that were found"),
        MetricInfo("detection_hmean", "harmonic mean of detection precision and recall"),
        MetricInfo("e2e_precision_ned", "precision, every match weighted by how well it was read"),
        MetricInfo("e2e_recall_ned", "recall, every match weighted by how well it was read"),
        MetricInfo("e2e_hmean_ned", "the paper's end-to-end Hmean: matches weighted by similarity"),
        MetricInfo("e2e_precision_exact", "share of predictions found and read right"),
        MetricInfo("e2e_recall_exact", "share of texts found and read right"),
        MetricInfo("e2e_hmean_exact", "ICDAR's end-to-end Hmean: only right readings count"),
        MetricInfo("e2e_precision_near", "share of predictions found and read nearly right"),
        MetricInfo("e2e_recall_near", "share of texts found and read nearly right"),
        MetricInfo("e2e_hmean_near", "end-to-end Hmean: nearly right readings count whole"),
        MetricInfo("matched_similarity", "how well found texts were read, whatever was missed"),
    )
}


@dataclass(frozen=True, slots=True)
class SpottingMatches:
    """Which gold text of a page was found as which prediction.

    Attributes:
        gold, predicted: all regions of the page, in file order.
        pairs: ``(gold, predicted)`` positions, one to one, in the order of gold.
        ignored_gold: positions of don't-care regions.
        ignored_predicted: positions of predictions that such a region covers by more than half.
    """

    gold: tuple[TextRegion, ...]
    predicted: tuple[TextRegion, ...]
    pairs: tuple[tuple[int, int], ...]
    ignored_gold: frozenset[int] = frozenset()
    ignored_predicted: frozenset[int] = frozenset()

    @property
    def texts(self) -> Iterator[tuple[str, str]]:
        """``(gold, predicted)`` texts of the pairs."""
        return ((self.gold[i].text, self.predicted[j].text) for i, j in self.pairs)


@dataclass(frozen=True, slots=True)
class SpottingCounts:
    """What is counted on a page; counts of pages add up, from ``SpottingCounts()`` on.

    Attributes:
        gold: texts that had to be found.
        predicted: predictions that are scored.
        hits: pairs of the two.
        similarity: sum of the similarities of the pairs' texts.
        exact: pairs that were read right.
        near: pairs whose similarity reaches a threshold.
    """

    gold: int = 0
    predicted: int = 0
    hits: int = 0
    similarity: float = 0.0
    exact: int = 0
    near: int = 0

    def __add__(self, other: SpottingCounts) -> SpottingCounts:
        return SpottingCounts(
            self.gold + other.gold,
            self.predicted + other.predicted,
            self.hits + other.hits,
            self.similarity + other.similarity,
            self.exact + other.exact,
            self.near + other.near,
        )


class Rates(NamedTuple):
    """Precision, recall and their harmonic mean."""

    precision: float
    recall: float
    hmean: float


def matches_greedy(
    gold: Sequence[TextRegion], predicted: Sequence[TextRegion], threshold: float = LEAST_IOU
) -> SpottingMatches:
    """Every gold text takes the first free prediction whose IoU is above ``threshold``.

    The released scorer's matching: it depends on the order of both lists and may take an overlap
    of 0.51 before one of 0.95 (AMB-27). Source: specification 7.4.

    >>> from panelwise.geometry import Box
    >>> page = [TextRegion(Box(0, 0, 10, 10), "apple"), TextRegion(Box(20, 0, 30, 10), "pear")]
    >>> matches_greedy(page, page[::-1]).pairs
    ((0, 1), (1, 0))
    """
    ignored_gold, ignored = _ignored(gold, predicted)
    free = [j for j in range(len(predicted)) if j not in ignored]
    pairs = []
    for i, text in enumerate(gold):
        if i in ignored_gold:
            continue
        for j in free:
            if shape_iou(text.shape, predicted[j].shape) > threshold:
                pairs.append((i, j))
                free.remove(j)
                break
    return SpottingMatches(tuple(gold), tuple(predicted), tuple(pairs), ignored_gold, ignored)


def matches_hungarian(
    gold: Sequence[TextRegion], predicted: Sequence[TextRegion], threshold: float = LEAST_IOU
) -> SpottingMatches:
    """The one-to-one matching of largest total IoU among pairs whose IoU is above ``threshold``.

    Whatever the order of the lists, that total is the same; of two predictions with the very same
    outline either may be taken. Source: AMB-27.

    >>> from panelwise.geometry import Box
    >>> gold = [TextRegion(Box(0, 0, 10, 10), "apple")]
    >>> loose, tight = TextRegion(Box(0, 0, 10, 19), "a"), TextRegion(Box(0, 0, 10, 11), "apple")
    >>> matches_hungarian(gold, [loose, tight]).pairs, matches_greedy(gold, [loose, tight]).pairs
    (((0, 1),), ((0, 0),))
    """
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    ignored_gold, ignored = _ignored(gold, predicted)
    overlap = np.zeros((len(gold), len(predicted)))
    for i, text in enumerate(gold):
        for j, guess in enumerate(predicted):
            if i not in ignored_gold and j not in ignored:
                overlap[i, j] = shape_iou(text.shape, guess.shape)
    # Pairs below the threshold are worth nothing, or they could push an admissible pair aside.
    overlap[overlap <= threshold] = 0
    rows, columns = linear_sum_assignment(overlap, maximize=True)
    pairs = tuple((int(i), int(j)) for i, j in zip(rows, columns, strict=True) if overlap[i, j] > 0)
    return SpottingMatches(tuple(gold), tuple(predicted), pairs, ignored_gold, ignored)


def spotting_counts(matches: SpottingMatches, near: float = NEAR) -> SpottingCounts:
    """The counts of one page; add those of all pages and pass the sum to :func:`spotting_scores`.

    A page without gold adds only its predictions. A reading is nearly right from similarity
    ``near`` on.
    """
    alike = [similarity(text, read) for text, read in matches.texts]
    return SpottingCounts(
        gold=len(matches.gold) - len(matches.ignored_gold),
        predicted=len(matches.predicted) - len(matches.ignored_predicted),
        hits=len(matches.pairs),
        similarity=sum(alike),
        exact=sum(reads_right(text, read) for text, read in matches.texts),
        near=sum(one >= near for one in alike),
    )


def recall_by_group(matches: SpottingMatches, groups: Sequence[str]) -> dict[str, tuple[int, int]]:
    """``(found, all)`` gold texts of a page for each group: k and n of a detection recall.

    Args:
        matches: of one page.
        groups: the group of every gold text, don't-care regions included (and left out of the
            result): its class, size, orientation. Predictions have no class, so there is no
            precision of a group.

    Raises:
        ValueError: when there is not one group for each gold text.
    """
    if len(groups) != len(matches.gold):
        raise ValueError(f"{len(groups)} groups for {len(matches.gold)} gold texts")
    hit = {i for i, _ in matches.pairs}
    result: dict[str, tuple[int, int]] = {}
    for i, group in enumerate(groups):
        if i not in matches.ignored_gold:
            found, total = result.get(group, (0, 0))
            result[group] = found + (i in hit), total + 1
    return result


def reads_right(gold: str, predicted: str) -> bool:
    """ICDAR's equality: case does not count, nor one of ``!?.:,*"()·[]/'`` at each end of gold.

    Source: specification 7.4.

    >>> reads_right("(Stop!", "STOP"), reads_right("Stop", "Stop!")
    (True, False)
    """
    text, read = nfc(gold).upper(), nfc(predicted).upper()
    begins = text[:1] in FORGIVEN
    ends = text[-1:] in FORGIVEN
    readings = {text}
    if begins:
        readings.add(text[1:])
    if ends:
        readings.add(text[:-1])
    if begins and ends:
        readings.add(text[1:-1])
    return read in readings


def detection_rates(counts: SpottingCounts) -> Rates:
    """Were the texts found, whatever was read there? A zero denominator gives 0."""
    return _rates(counts.hits, counts)


def e2e_ned_rates(counts: SpottingCounts) -> Rates:
    """Found and read, every match weighted by its similarity: the paper's end-to-end figures.

    A zero denominator gives 0. Source: specification 7.4; AMB-26.
    """
    return _rates(counts.similarity, counts)


def e2e_exact_rates(counts: SpottingCounts) -> Rates:
    """Found and read right, see :func:`reads_right`: ICDAR's end-to-end figures.

    A zero denominator gives 0. Source: specification 7.4; AMB-26.
    """
    return _rates(counts.exact, counts)


def e2e_near_rates(counts: SpottingCounts) -> Rates:
    """Found and read nearly right, which counts whole: between the other two readings of AMB-26.

    A zero denominator gives 0.
    """
    return _rates(counts.near, counts)


def spotting_scores(counts: SpottingCounts) -> dict[str, float]:
    """Every metric of :data:`SPOTTING_METRICS` for a data set, or for a page that has gold.

    ``matched_similarity`` is absent where nothing was matched. Zero denominators give 0.

    >>> scores = spotting_scores(SpottingCounts(3, 4, 2, 1.8, 1))
    >>> round(scores["detection_hmean"], 3), round(scores["e2e_hmean_ned"], 3)
    (0.571, 0.514)
    """
    rates = {
        "detection_{}": detection_rates(counts),
        "e2e_{}_ned": e2e_ned_rates(counts),
        "e2e_{}_exact": e2e_exact_rates(counts),
        "e2e_{}_near": e2e_near_rates(counts),
    }
    scores = {
        name.format(rate): value
        for name, three in rates.items()
        for rate, value in three._asdict().items()
    }
    if counts.hits:
        scores["matched_similarity"] = counts.similarity / counts.hits
    return scores


def page_spotting_scores(counts: SpottingCounts) -> dict[str, float]:
    """:func:`spotting_scores` of one page, where having nothing to find is no failure.

    Without gold every recall is 1, and every precision is 1 without predictions, else 0.
    For a table of pages only: the figures of a data set come from summed counts.

    >>> page_spotting_scores(SpottingCounts(predicted=2))["detection_recall"]
    1.0
    """
    if counts.gold:
        return spotting_scores(counts)
    precision = 0.0 if counts.predicted else 1.0
    empty = Rates(precision, 1.0, precision)._asdict()
    return {
        name: value
        for rate, value in empty.items()
        for name in (f"detection_{rate}", *(f"e2e_{rate}_{way}" for way in _WAYS))
    }


def _ignored(
    gold: Sequence[TextRegion], predicted: Sequence[TextRegion]
) -> tuple[frozenset[int], frozenset[int]]:
    """Don't-care gold, and the predictions that one of them covers by more than half."""
    dont_care = frozenset(i for i, text in enumerate(gold) if text.is_dont_care)
    covering = [gold[i] for i in dont_care]
    return dont_care, frozenset(j for j, guess in enumerate(predicted) if _covers(covering, guess))


def _covers(regions: Collection[TextRegion], guess: TextRegion) -> bool:
    area = shape_area(guess.shape)
    return any(overlap_area(one.shape, guess.shape) > COVERED * area for one in regions)


def _rates(hits: float, counts: SpottingCounts) -> Rates:
    precision = hits / counts.predicted if counts.predicted else 0.0
    recall = hits / counts.gold if counts.gold else 0.0
    both = precision + recall
    return Rates(precision, recall, 2 * precision * recall / both if both else 0.0)
