"""Means over pages and over collections that say what they left out. Source: AMB-43 to AMB-45."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PageMeans:
    """Means over pages.

    Attributes:
        means: metric by metric; ``None`` where no page has a value.
        counts: how many pages each mean is over.
        pages: pages that were scored.
        skipped: pages on which there was nothing to score.
    """

    means: dict[str, float | None]
    counts: dict[str, int]
    pages: int
    skipped: int


@dataclass(frozen=True, slots=True)
class CollectionMeans:
    """Two means over collections of different sizes.

    Attributes:
        page_weighted: every page counts the same (CoMix's ``avg`` columns).
        plain: every collection counts the same.
        missing: collections without a value, in neither mean.
    """

    page_weighted: float | None
    plain: float | None
    missing: tuple[str, ...]


def mean_over_pages(pages: Sequence[Mapping[str, float | None] | None]) -> PageMeans:
    """The mean of every metric over the pages, with the pages and values left out counted.

    Args:
        pages: the scores of each page; ``None`` for a page with nothing to score. Within a page
            ``None`` is a value that is not defined there.

    Raises:
        ValueError: for pages with different metrics, or a value that is not a finite number: one
            such page would make the mean undefined or vanish in it.

    >>> mean_over_pages([{"ami": 1.0}, None, {"ami": 0.5}])
    PageMeans(means={'ami': 0.75}, counts={'ami': 2}, pages=2, skipped=1)
    """
    values: dict[str, list[float]] = {}
    scored = [(place, page) for place, page in enumerate(pages) if page is not None]
    if scored:
        values = {name: [] for name in scored[0][1]}
    for place, page in scored:
        if page.keys() != values.keys():
            raise ValueError(f"page {place} has the metrics {list(page)}, others {list(values)}")
        for name, value in page.items():
            if value is not None and not math.isfinite(value):
                raise ValueError(f"page {place} has {name} = {value}, which is not a finite number")
            if value is not None:
                values[name].append(value)
    return PageMeans(
        means={name: sum(some) / len(some) if some else None for name, some in values.items()},
        counts={name: len(some) for name, some in values.items()},
        pages=len(scored),
        skipped=len(pages) - len(scored),
    )


def mean_over_collections(
    scores: Mapping[str, float | None], pages: Mapping[str, int]
) -> CollectionMeans:
    """The page-weighted and the plain mean over collections.

    Args:
        scores: the score of each collection; ``None`` where it has none.
        pages: how many pages each has.

    Raises:
        ValueError: for a collection whose number of pages is not given or not positive.

    Source: specification 7.7; AMB-45.

    >>> mean_over_collections({"dcm": 0.5, "pop": 0.9}, {"dcm": 1, "pop": 3})
    CollectionMeans(page_weighted=0.8, plain=0.7, missing=())
    """
    for name in scores:
        if pages.get(name, 0) <= 0:
            raise ValueError(f"collection '{name}' needs a positive number of pages")
    known = {name: score for name, score in scores.items() if score is not None}
    missing = tuple(name for name in scores if name not in known)
    if not known:
        return CollectionMeans(None, None, missing)
    weight = sum(pages[name] for name in known)
    weighted = sum(score * pages[name] for name, score in known.items()) / weight
    return CollectionMeans(weighted, sum(known.values()) / len(known), missing)
