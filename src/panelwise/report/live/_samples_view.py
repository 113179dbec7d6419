"""What the pages show of samples: a list with filters, page by page, and one alone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from panelwise.errors import PanelwiseError
from panelwise.evaluation import Result, SampleKey, read_answers
from panelwise.report._images import PictureLink
from panelwise.report._report_run import ItemKey
from panelwise.report._samples import answer_detail, item_detail
from panelwise.report.live._run import LiveRun
from panelwise.report.live._run_view import item_of
from panelwise.report.live._shelf import Shelf
from panelwise.tasks import ImageEntry, Item, Outcome, get_kind

PER_PAGE = 50
LATEST = 8
LONGEST_END = 90
# What would show letters in another order than they are in.
_TURNS = re.compile("[\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True, slots=True)
class Filters:
    """Which samples to list."""

    outcome: str = ""
    task: str = ""
    q: str = ""

    def fits(self, result: Result, item: Item | None) -> bool:
        """Whether a sample is listed."""
        return (
            (not self.outcome or result.outcome == self.outcome)
            and (not self.task or (item is not None and item.task == self.task))
            and self.q.casefold() in result.item.casefold()
        )

    def query(self, **more: object) -> str:
        """As a part of an address."""
        given = {"outcome": self.outcome, "task": self.task, "q": self.q} | more
        return urlencode({k: v for k, v in given.items() if v}, errors="replace")


@dataclass(frozen=True, slots=True)
class SampleRow:
    """One sample in a list."""

    result: Result
    task: str
    score: float | None
    thumb: str | None
    end: str
    link: str


@dataclass(frozen=True, slots=True)
class SampleList:
    """One page of a list."""

    rows: tuple[SampleRow, ...]
    matching: int
    page: int
    pages: int
    counts: Mapping[Outcome, int]
    tasks: tuple[str, ...]


def sample_list(run: LiveRun, filters: Filters, page: int) -> SampleList:
    """A page of the samples that pass, in the order of the run.

    Raises:
        InputError: when the run cannot be read.
    """
    items = _items(run)
    fitting = _fitting(run, filters, items)
    pages = max(1, -(-len(fitting) // PER_PAGE))
    page = min(max(1, page), pages)
    some = fitting[(page - 1) * PER_PAGE : page * PER_PAGE]
    counts: dict[Outcome, int] = {}
    anything = Filters("", filters.task, filters.q)
    for result in _fitting(run, anything, items):
        counts[result.outcome] = counts.get(result.outcome, 0) + 1
    tasks = tuple(dict.fromkeys(item.task for item in items.values()))
    return SampleList(_rows(run, some, items, filters), len(fitting), page, pages, counts, tasks)


def latest_samples(run: LiveRun) -> tuple[SampleRow, ...]:
    """The samples that came last, the newest first.

    Raises:
        InputError: when the run cannot be read.
    """
    results = sorted(run.state().results, key=lambda one: one.finished, reverse=True)
    return _rows(run, results[:LATEST], _items(run), Filters())


@dataclass(frozen=True, slots=True)
class OtherAnswer:
    """What another run made of the same item."""

    run: str
    result: Result
    link: str


@dataclass(frozen=True, slots=True)
class SampleView:
    """One sample with all that the browser draws of it.

    ``data`` is drawn by the scripts of the report's sample browser; ``None`` where the pack of the
    item is not here.
    """

    result: Result
    item: Item | None
    data: dict[str, Any] | None
    before: str
    after: str
    others: tuple[OtherAnswer, ...]
    where: str


def sample_view(shelf: Shelf, run: LiveRun, key: SampleKey, filters: Filters) -> SampleView | None:
    """A sample; ``None`` when it is not stored.

    Raises:
        InputError: when the run cannot be read.
    """
    result = read_answers(run.path, [key]).get(key)
    if result is None:
        return None
    items = _items(run)
    item = item_of(result, items)
    data = None
    if item is not None:
        profile = run.opened().profiles.of_task(item.task)
        data = {
            "item": item_detail(item, _link_of(run)),
            "answer": answer_detail(result, item, profile),
        }
    fitting = _fitting(run, filters, items)
    place = next((k for k, one in enumerate(fitting) if _key(one) == key), -1)
    return SampleView(
        result=result,
        item=item,
        data=data,
        before=_link(run, fitting[place - 1], filters) if place > 0 else "",
        after=_link(run, fitting[place + 1], filters) if -1 < place < len(fitting) - 1 else "",
        others=_others(shelf, run, key),
        where=f"{place + 1:,} of {len(fitting):,}" if place >= 0 else "",
    )


def picture_address(image: ImageEntry) -> str:
    """Where a picture of an item is served."""
    return f"/pictures/{image.sha256}"


def _link_of(run: LiveRun) -> Any:
    packs = run.packs()

    def link(image: ImageEntry) -> PictureLink | None:
        if not any(pack.image_path(image.sha256) for pack in packs):
            return None
        address = picture_address(image)
        return PictureLink(address, f"{address}/full", 0)

    return link


def _others(shelf: Shelf, run: LiveRun, key: SampleKey) -> tuple[OtherAnswer, ...]:
    found = []
    for other in shelf.runs:
        try:
            results = other.state().results
        except PanelwiseError:
            continue
        found += [
            OtherAnswer(other.path.resolve().name, one, _link(other, one, Filters()))
            for one in results
            if one.item == key.item and one.pack == key.pack
            if other is not run or one.repeat != key.repeat
        ]
    return tuple(found)


def _items(run: LiveRun) -> Mapping[ItemKey, Item]:
    """The items of a run; none where its packs are gone: its samples are listed all the same."""
    try:
        return run.items()
    except PanelwiseError:
        return {}


def _fitting(run: LiveRun, filters: Filters, items: Mapping[ItemKey, Item]) -> list[Result]:
    return [one for one in run.state().results if filters.fits(one, item_of(one, items))]


def _rows(
    run: LiveRun, results: Sequence[Result], items: Mapping[ItemKey, Item], filters: Filters
) -> tuple[SampleRow, ...]:
    headlines = {one.task: one.headline_metric for one in run.scores().summaries}
    answers = read_answers(run.path, [_key(one) for one in results])
    return tuple(
        _row(run, answers.get(_key(one), one), item_of(one, items), headlines, filters)
        for one in results
    )


def _row(
    run: LiveRun,
    result: Result,
    item: Item | None,
    headlines: Mapping[str, str],
    filters: Filters,
) -> SampleRow:
    task = item.task if item else ""
    metric = headlines.get(task) or (get_kind(item.kind).headline if item else "")
    images = item.rendering.images if item else ()
    return SampleRow(
        result=result,
        task=task,
        score=result.scores.get(metric),
        thumb=f"{picture_address(images[0])}/small" if images else None,
        end=_end(result.response or result.refusal or result.error or ""),
        link=_link(run, result, filters),
    )


def _end(text: str) -> str:
    """The last words, where the answer is."""
    words = " ".join(text[-4 * LONGEST_END :].split())
    words = _TURNS.sub(lambda found: f"\\u{ord(found[0]):04x}", words)
    return words if len(words) <= LONGEST_END else "… " + words[-LONGEST_END:]


def _key(result: Result) -> SampleKey:
    return SampleKey(result.pack, result.item, result.repeat)


def _link(run: LiveRun, result: Result, filters: Filters) -> str:
    query = filters.query(pack=result.pack[:16], item=result.item)
    repeat = f"&repeat={result.repeat}" if result.repeat else ""
    return f"/runs/{run.id}/sample?{query}{repeat}"
