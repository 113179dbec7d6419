"""Every stored sample, compared with what its response says now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from panelwise.evaluation import (
    FROM_RESPONSE,
    READ_FIELDS,
    Result,
    Run,
    SentRequest,
    judged_answers,
    read_again,
    requests_of,
)
from panelwise.models import Response
from panelwise.packs import Pack
from panelwise.tasks import Item
from panelwise.trust._types import Difference, differing

SampleName = tuple[str, str, int]
JUDGE, JUDGE_FLAG = "judge", "addresses_judge"


@dataclass(slots=True)
class Reread:
    """All samples of a run, read again.

    Attributes:
        results: as they are now read and scored, of items that the packs hold.
        rescored: how many have a response.
    """

    results: list[Result] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)
    rescored: int = 0


def reread(run: Run, packs: Mapping[str, Pack]) -> Reread:
    """Compare every stored sample with its response; name those that are missing or too many."""
    limit = run.config["limit"]
    items = {
        (known, item.id): item for known, pack in packs.items() for item in pack.items()[:limit]
    }
    absent = {entry["hash"] for entry in run.config["packs"]} - packs.keys()
    found = Reread()
    seen: Counter[SampleName] = Counter()
    answered: dict[SampleName, Result] = {}
    profiles = run.profiles
    for stored, response in run.answers():
        if stored.pack in absent:
            continue
        name = (stored.pack, stored.item, stored.repeat)
        seen[name] += 1
        item = items.get(name[:2])
        if item is None or not 0 <= stored.repeat < run.repeats:
            where = where_of(name)
            found.differences.append(
                Difference.fault(
                    where, "sample", "a result is stored, but the run asks no such question"
                )
            )
            continue
        new = read_again(stored, item, response, profiles.of_task(item.task))
        found.results.append(new)
        found.rescored += response is not None
        found.differences += _differences(stored, new, item, response)
        if response is not None:
            answered[name] = stored
    expected = [(*key, repeat) for key in items for repeat in range(run.repeats)]
    found.differences += _counted(len(run), seen, expected, whole=not absent)
    requests = [request for request in requests_of(run) if request.pack not in absent]
    found.differences += _against_requests(requests, answered)
    if all(known == pack.hash for known, pack in packs.items()) and not absent:
        found.differences += _against_judges(run)
    return found


def where_of(name: SampleName) -> str:
    """A sample in words."""
    return f"sample '{name[1]}'" + (f", repeat {name[2]}" if name[2] else "")


def _differences(
    stored: Result, new: Result, item: Item, response: Response | None
) -> Iterator[Difference]:
    where = where_of((stored.pack, stored.item, stored.repeat))
    for name in (*READ_FIELDS, *FROM_RESPONSE) if response is not None else READ_FIELDS:
        left, right = getattr(stored, name), getattr(new, name)
        if left != right:
            yield from differing(where, left, right, name)
    if response is None and stored.status not in ("error", "unsupported"):
        lost = f"no response is stored, although its status is '{stored.status}'"
        yield Difference.fault(where, "response", lost)
    if stored.rendering == "single_image" and item.single_image is None:
        no_form = "stored as sent in one picture, a form that the item does not have"
        yield Difference.fault(where, "rendering", no_form)
    said = _said_by_the_service(response)
    if response is not None and said is not None and said.strip() != response.text.strip():
        yield Difference.of(where, "response", response.text, said)


def _said_by_the_service(response: Response | None) -> str | None:
    """The text in the service's own JSON, in the shape of chat completions; else ``None``."""
    try:
        content = response.raw["choices"][0]["message"]["content"] if response else None
    except (KeyError, IndexError, TypeError):
        return None
    return content if isinstance(content, str) else None


def _counted(
    said: int, seen: Mapping[SampleName, int], expected: list[SampleName], *, whole: bool
) -> Iterator[Difference]:
    for name in expected:
        if name not in seen:
            yield Difference.fault(where_of(name), "result", "the run asks it and stores no result")
    for name, count in seen.items():
        if count > 1:
            yield Difference.of(where_of(name), "results", count, 1)
    if whole and said != len(expected):
        yield Difference.of("configuration", "samples", said, len(expected))


def _against_requests(
    requests: list[SentRequest], answered: Mapping[SampleName, Result]
) -> Iterator[Difference]:
    """A request that was answered has its answer among the results, at what it cost."""
    last: dict[SampleName, SentRequest] = {}
    for request in requests:
        if request.state == "answered":
            last[request.pack, request.item, request.repeat] = request
    for name, request in last.items():
        where, stored = where_of(name), answered.get(name)
        if stored is None:
            lost = f"no response is stored, although a request was answered at {request.sent}"
            yield Difference.fault(where, "response", lost)
            continue
        for key in ("rendering", "tokens_in", "tokens_out", "cost"):
            left, right = getattr(stored, key), getattr(request, key)
            if left != right:
                yield Difference.of(where, f"{key} (of the request)", left, right)


def _against_judges(run: Run) -> Iterator[Difference]:
    """Marks are what the judges' own runs say."""
    stored = {(one.pack, one.item, one.repeat): one for one in run.results()}
    judged: set[SampleName] = set()
    for answer in judged_answers(run):
        judged.add(answer.sample)
        result = stored[answer.sample]
        mark: Any = result.scores.get(JUDGE)
        allowed = sorted(answer.possible)
        if mark not in allowed and (mark is not None or allowed):
            where = where_of(answer.sample)
            yield Difference.of(where, f"scores.{JUDGE}", mark, allowed or None)
        if answer.flagged != (JUDGE_FLAG in result.flags):
            where = where_of(answer.sample)
            yield Difference.of(where, f"flags.{JUDGE_FLAG}", not answer.flagged, answer.flagged)
    for name, result in stored.items():
        if JUDGE in result.scores and name not in judged:
            mark = result.scores[JUDGE]
            yield Difference.of(where_of(name), f"scores.{JUDGE}", mark, "no judge's answer")
