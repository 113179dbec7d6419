"""The data behind the sample browser, as script files.

A page opened from disk may not fetch, so data come as scripts that call ``panelwiseReport.put``.
``index.js`` holds what the list and its filters need, as columns; items and answers follow in
chunks that are loaded when they are looked at.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from panelwise.analysis import Comparison
from panelwise.evaluation import Result
from panelwise.profile import Profile
from panelwise.rendering import cells_of
from panelwise.report._images import PictureLink
from panelwise.report._overlays import overlay_data
from panelwise.report._report_run import ItemKey, ReportRun
from panelwise.report._words import OUTCOME_WORDS, metric_label
from panelwise.tasks import ImageEntry, Item, Rendering, get_kind, story_order
from panelwise.tasks.kinds import marked_texts
from panelwise.wording import ends_of

ITEMS_PER_CHUNK = 100
ANSWERS_PER_CHUNK = 500
CHUNK_CHARACTERS = 400_000
LONGEST_RESPONSE = 200_000  # characters; a model that repeats itself can write millions
ImageLink = Callable[[ImageEntry], PictureLink | None]
CUT_KINDS = ("composite", "row", "crop")
_ANSWER_FIELDS = (
    *("response", "refusal", "finish_reason", "error", "status", "rule", "reason", "answer"),
    *("tokens_in", "tokens_out", "cost", "latency", "attempts", "cached", "model", "finished"),
    *("rendering", "scores", "flags"),
)


@dataclass(frozen=True, slots=True)
class SamplePage:
    """One answer and the positions of its run and its item."""

    run: int
    item: int
    result: Result


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All items, each once, and all samples: item by item, then run by run."""

    keys: tuple[ItemKey, ...]
    items: tuple[Item, ...]
    samples: tuple[SamplePage, ...]


def catalogue(runs: Sequence[ReportRun]) -> Catalogue:
    """Every item and every sample of the runs.

    A result whose item nobody gave is left to ``samples.csv``: there is nothing to show of it.
    """
    items: dict[ItemKey, Item] = {}
    for run in runs:
        for key, item in run.items.items():
            items.setdefault(key, item)
    place = {key: position for position, key in enumerate(items)}
    samples = [
        SamplePage(number, place[ItemKey(result.pack, result.item)], result)
        for number, run in enumerate(runs)
        for result in run.results
        if (result.pack, result.item) in place
    ]
    samples.sort(key=lambda sample: (sample.item, sample.run, sample.result.repeat))
    return Catalogue(tuple(items), tuple(items.values()), tuple(samples))


def write_data(
    folder: Path,
    runs: Sequence[ReportRun],
    comparison: Comparison,
    everything: Catalogue,
    link: ImageLink,
) -> None:
    """Write ``index.js`` and the chunks of items and answers.

    Args:
        folder: exists.
        runs: what is shown.
        comparison: tells the headline metric of each task.
        everything: their items and samples.
        link: where an image is, ``None`` when the report does not have it.
    """
    folder.mkdir(exist_ok=True)
    details = [script_json(item_detail(item, link)) for item in everything.items]
    for number, start in enumerate(range(0, len(details), ITEMS_PER_CHUNK)):
        _write_chunk(folder, "items", number, details[start : start + ITEMS_PER_CHUNK])
    answers = [
        script_json(
            answer_detail(
                sample.result,
                everything.items[sample.item],
                runs[sample.run].profile_of(everything.items[sample.item].task),
            )
        )
        for sample in everything.samples
    ]
    starts = chunk_starts([len(answer) for answer in answers])
    for number, (start, end) in enumerate(pairwise([*starts, len(answers)])):
        _write_chunk(folder, "answers", number, answers[start:end])
    index = script_json(_index(runs, comparison, everything, link) | {"answer_starts": starts})
    (folder / "index.js").write_text(f"panelwiseReport.start({index});\n", encoding="ascii")


def chunk_starts(lengths: Sequence[int]) -> list[int]:
    """Where chunks begin, so that none is much longer than ``CHUNK_CHARACTERS``.

    >>> chunk_starts([10, 10, 500_000, 10])
    [0, 3]
    """
    starts: list[int] = []
    size = CHUNK_CHARACTERS
    for position, length in enumerate(lengths):
        if size >= CHUNK_CHARACTERS or position - starts[-1] >= ANSWERS_PER_CHUNK:
            starts.append(position)
            size = 0
        size += length
    return starts


def script_json(value: Any) -> str:
    """JSON in plain ASCII that can stand in a script.

    Whatever a response holds (``</script>``, line separators, half a surrogate pair) leaves as an
    escape, so that nothing in it can end the string, the script or the file's encoding.
    """
    return json.dumps(value, ensure_ascii=True, separators=(",", ":")).replace("<", "\\u003c")


def answer_detail(result: Result, item: Item, profile: Profile) -> dict[str, Any]:
    """What the browser shows of an answer; what is absent is left out."""
    values = {name: getattr(result, name) for name in _ANSWER_FIELDS}
    if result.response is not None:
        values["response"] = ends_of(result.response, LONGEST_RESPONSE)
    overlay = None
    if not item.withheld:
        overlay = get_kind(item.kind).overlay(item, result.answer, profile, result.scores)
    if overlay is not None:
        values["drawing"] = overlay_data(overlay)
    if isinstance(result.answer, dict):
        del values["answer"]  # the overlay shows it, and the response is next to it
        values["scores"] = _told(item, result)
    return {
        name: value
        for name, value in values.items()
        if value is not None and value is not False and value not in ((), {})  # 0 is an answer
    }


def _told(item: Item, result: Result) -> dict[str, float]:
    """The metrics among the scores: the counts that data sets' figures are made of stay behind."""
    metrics = get_kind(item.kind).metrics
    return {name: value for name, value in result.scores.items() if name in metrics}


def item_detail(item: Item, link: ImageLink) -> dict[str, Any]:
    """What the browser shows of an item."""
    detail: dict[str, Any] = {
        "gold": None if isinstance(item.gold, dict) else item.gold,
        "thing": "panel" if marked_texts(item) is None else "text",
        **({"accepted": item.accepted} if item.accepted else {}),
        "story": story_order(item),
        "base": item.index_base,
        "sources": [[source.book, source.page, source.path] for source in item.sources],
        "options": [[option.label, option.text, option.image] for option in item.options],
        "meta": {key: value for key, value in item.meta.items() if value is not None},
        "default": _rendering(item.rendering, link),
    }
    if item.single_image is not None:
        detail["single_image"] = _rendering(item.single_image, link)
    return detail | _panels(item.rendering, link)


def _rendering(rendering: Rendering, link: ImageLink) -> dict[str, Any]:
    return {
        "prompt": rendering.prompt_id,
        "text": rendering.text,
        "images": [_image(image, link(image)) for image in rendering.images],
    }


def _image(image: ImageEntry, found: PictureLink | None) -> list[str | int | None]:
    """Preview, size, and the original where it can be reached."""
    size: list[str | int | None] = [image.width, image.height]
    if found is None:
        return [None, *size]
    return [found.preview, *size, *filter(None, [found.original])]


def _panels(rendering: Rendering, link: ImageLink) -> dict[str, Any]:
    """The shown panels: where each lies in its image, and where it lies on its page."""
    shown: list[dict[str, Any]] = []
    pages: dict[str, list[Any]] = {}
    for number, image in enumerate(rendering.images):
        recipe = image.recipe
        if recipe.get("kind") == "page":
            found = link(image)
            preview = found and found.preview
            pages[recipe["page"]] = [preview, 0, 0, image.width, image.height]
        elif recipe.get("kind") in CUT_KINDS:
            for cut, cell in zip(recipe["panels"], cells_of(recipe), strict=True):
                shown.append({"image": number, "cell": cell} | cut)
    return {"shown": shown, "pages": pages | _outlines(shown, pages)}


def _outlines(shown: Iterable[Mapping[str, Any]], known: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Pages whose size is not known: the space that their panels take, and a margin."""
    boxes: dict[str, list[list[float]]] = {}
    for cut in shown:
        if cut["page"] not in known:
            boxes.setdefault(cut["page"], []).append(cut["box"])
    outlines: dict[str, list[Any]] = {}
    for page, group in boxes.items():
        x0, y0 = min(box[0] for box in group), min(box[1] for box in group)
        x1, y1 = max(box[2] for box in group), max(box[3] for box in group)
        margin = round(0.03 * max(x1 - x0, y1 - y0))
        width, height = x1 - x0 + 2 * margin, y1 - y0 + 2 * margin
        outlines[page] = [None, x0 - margin, y0 - margin, width, height]
    return outlines


def _thumb(item: Item, link: ImageLink) -> str | None:
    """The first picture of an item that the report has."""
    found = (link(image) for image in item.rendering.images)
    return next((one.preview for one in found if one is not None), None)


def _index(
    runs: Sequence[ReportRun], comparison: Comparison, everything: Catalogue, link: ImageLink
) -> dict[str, Any]:
    """Everything that the list and its filters need, as columns of small numbers."""
    metrics = {summary.task: summary.headline_metric for summary in comparison.summaries}
    outcomes = list(OUTCOME_WORDS)
    tasks = list(dict.fromkeys(item.task for item in everything.items))
    packs = list(dict.fromkeys(key.pack for key in everything.keys))
    flag_sets: dict[tuple[str, ...], int] = {}
    samples = everything.samples
    task_place = {task: place for place, task in enumerate(tasks)}
    pack_place = {pack: place for place, pack in enumerate(packs)}
    return {
        "runs": [[run.name, run.model, run.profile_name] for run in runs],
        "tasks": [[task, metric_label(metrics.get(task, "score"))] for task in tasks],
        "packs": packs,
        "outcomes": [[name, *OUTCOME_WORDS[name]] for name in outcomes],
        "items_per_chunk": ITEMS_PER_CHUNK,
        "items": {
            "id": [item.id for item in everything.items],
            "pack": [pack_place[key.pack] for key in everything.keys],
            "task": [task_place[item.task] for item in everything.items],
            "n": [item.n for item in everything.items],
            "thumb": [_thumb(item, link) for item in everything.items],
        },
        "samples": {
            "run": [sample.run for sample in samples],
            "item": [sample.item for sample in samples],
            "repeat": [sample.result.repeat for sample in samples],
            "outcome": [outcomes.index(sample.result.outcome) for sample in samples],
            "flags": [
                flag_sets.setdefault(sample.result.flags, len(flag_sets)) for sample in samples
            ],
            "score": [_score(sample, everything.items, metrics) for sample in samples],
        },
        "flags": list(flag_sets),
    }


def _score(sample: SamplePage, items: Sequence[Item], metrics: Mapping[str, str]) -> float | None:
    """The sample's own headline score."""
    score = sample.result.scores.get(metrics.get(items[sample.item].task, ""))
    return None if score is None else round(score, 4)


def _write_chunk(folder: Path, kind: str, number: int, rows: Iterable[str]) -> None:
    body = ",\n".join(rows)
    path = folder / f"{kind}-{number:03d}.js"
    path.write_text(f'panelwiseReport.put("{kind}",{number},[{body}]);\n', encoding="ascii")
