"""How well pages were read: panels and their order against the truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from panelwise.analysis._estimate import Estimate
from panelwise.analysis._intervals import estimate_mean
from panelwise.comics import Page
from panelwise.metrics import Matching, detection_f1, match_boxes
from panelwise.metrics.resampling import Cluster


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page as it is and as a reader saw it; ``group`` and ``cluster`` say where it belongs."""

    group: str
    cluster: Cluster
    truth: Page
    seen: Page


@dataclass(frozen=True, slots=True)
class ReadingQuality:
    """What a reader made of a group of pages.

    Attributes:
        panel_f1: F1 of panels at IoU 0.5 over all pages.
        panels_right: share of pages where every panel was found and nothing else.
        order_right: share of pages with all panels right and in the right order.
        direction_right: share of pages whose reading direction was found correctly.
    """

    group: str
    pages: int
    panels: int
    panel_f1: float | None
    panels_right: Estimate
    order_right: Estimate
    direction_right: Estimate


def reading_quality(read: Sequence[ReadPage]) -> tuple[ReadingQuality, ...]:
    """The quality of reading by group, in the order in which the groups first appear.

    Shares carry 95 % intervals, clustered by book or family.
    """
    groups: dict[str, list[ReadPage]] = {}
    for page in read:
        groups.setdefault(page.group, []).append(page)
    return tuple(_quality(name, pages) for name, pages in groups.items())


def _quality(group: str, pages: Sequence[ReadPage]) -> ReadingQuality:
    clusters = [page.cluster for page in pages]
    items = [(page.cluster, page.truth.id) for page in pages]
    matchings = [
        match_boxes(
            [panel.box for panel in page.seen.panels], [panel.box for panel in page.truth.panels]
        )
        for page in pages
    ]

    def share(right: Sequence[bool]) -> Estimate:
        values = [float(value) for value in right]
        return estimate_mean(values, books=clusters, items=items, binary=True)

    return ReadingQuality(
        group,
        len(pages),
        sum(matching.true for matching in matchings),
        detection_f1(matchings),
        share([matching.is_right for matching in matchings]),
        share([matching.is_right and _in_order(matching) for matching in matchings]),
        share([page.seen.reading_direction == page.truth.reading_direction for page in pages]),
    )


def _in_order(matching: Matching) -> bool:
    """Panels of both pages stand in reading order, so a right order pairs equal positions."""
    return all(found == true for found, true in matching.pairs)
