"""Answers that somebody already read from a model, written as a model would have written them.

They go through the same extractors as a model's own words, so that a box of three numbers is lost
here, too. Nothing is mended: an entry that is not understood is passed on as it is, for the
extractor to count.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from panelwise.metrics import usable_shape
from panelwise.tasks._item import Document
from panelwise.tasks.kinds.documents import BOX_KEYS, as_mark, as_number, first_of, write_list
from panelwise.tasks.kinds.speakers import TEXT_KEYS as TEXT_ID_KEYS
from panelwise.tasks.kinds.speakers import WHO_KEYS
from panelwise.tasks.kinds.spotting import TEXT_KEYS


def written(kind: str, answer: Any, gold: Document) -> str:
    """The text of a structured answer (a list or an object) to an item with this gold.

    >>> written("naming", [{"mark": "t1", "name": "Anna"}], {})
    '{"T1": "Anna"}'
    """
    return _WRITERS[kind](answer, gold)


def named_speakers(answer: Any) -> list[str]:
    """The characters that a structured answer names as speakers."""
    return [link["speaker"] for link in _links(answer) if "score" in link]


def _spotting(answer: Any, gold: Document) -> str:
    """In the very shape that the released patterns read, too (MV-11)."""
    del gold
    return write_list(_region(entry) for entry in _entries(answer, "texts"))


def _region(entry: Any) -> Any:
    if not isinstance(entry, dict):
        return entry
    box = first_of(entry, BOX_KEYS) or _bounds(entry.get("polygon"))
    text = first_of(entry, TEXT_KEYS)
    if box is None or text is None:
        return entry
    if isinstance(box, list):  # 10.0 is 10, as whole numbers are all the released patterns know
        box = [int(v) if isinstance(v, float) and v.is_integer() else v for v in box]
    return {"bbox_2d": box, "text_content": text}


def _bounds(polygon: Any) -> list[float] | None:
    """The box around a polygon that has an area."""
    if not isinstance(polygon, list) or not all(_is_corner(corner) for corner in polygon):
        return None
    if usable_shape(tuple((x, y) for x, y in polygon)) is None:
        return None
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    return [min(xs), min(ys), max(xs), max(ys)]


def _is_corner(corner: Any) -> bool:
    return isinstance(corner, list) and len(corner) == 2 and None not in map(as_number, corner)


def _detection(answer: Any, gold: Document) -> str:
    del gold
    return write_list(_entries(answer, "boxes"))


def _speakers(answer: Any, gold: Document) -> str:
    """Objects, as only these have scores."""
    del gold
    links = _links(answer)
    return write_list(links) if links else "[]"


def _links(answer: Any) -> list[Document]:
    """Links ``{"text", "speaker", "score"}``; one that is none names a speaker nobody has."""
    inner = answer.get("links", answer) if isinstance(answer, dict) else answer
    pairs = inner if isinstance(inner, list) else []
    if isinstance(inner, dict):
        pairs = [
            [text, who]
            for text, named in inner.items()
            for who in (named if isinstance(named, list) else [named])
        ]
    return [link for pair in pairs if (link := _link(pair)) is not None]


def _link(pair: Any) -> Document | None:
    if isinstance(pair, dict):
        pair = [first_of(pair, TEXT_ID_KEYS), first_of(pair, WHO_KEYS), pair.get("score", 1.0)]
    if isinstance(pair, list) and len(pair) in (2, 3) and as_mark(pair[0]):
        text, who, score = (*pair, 1.0)[:3]
        if who is None:
            return None  # said to have no speaker: no link
        # How sure a link is decides its place: without a number it has none.
        if as_mark(who) and as_number(score) is not None:
            return {"text": as_mark(text), "speaker": as_mark(who), "score": score}
    return {"text": "?", "speaker": f"no link: {json.dumps(pair)}"}


def _identities(answer: Any, gold: Document) -> str:
    del gold
    inner = answer
    if isinstance(answer, dict) and "similarity" not in answer:
        inner = answer.get("groups", answer)
    return json.dumps(inner, ensure_ascii=False)


def _structure(answer: Any, gold: Document) -> str:
    del gold
    return json.dumps(answer, ensure_ascii=False)


def _reading_order(answer: Any, gold: Document) -> str:
    del gold
    return write_list(_entries(answer, "texts"))


def _naming(answer: Any, gold: Document) -> str:
    """An object from marks to names; of a mark named twice the first name."""
    del gold
    inner = answer
    if isinstance(answer, dict):
        inner = next((answer[key] for key in ("lines", "names") if key in answer), answer)
    if not isinstance(inner, list):
        return json.dumps(inner, ensure_ascii=False)
    names: dict[str, Any] = {}
    for entry in inner:
        if isinstance(entry, dict) and as_mark(entry.get("mark")):
            name = entry.get("name", entry.get("names"))
            name = name[0] if isinstance(name, list) and name else name
            names.setdefault(as_mark(entry["mark"]), name)
    return json.dumps(names, ensure_ascii=False)


def _dialogue(answer: Any, gold: Document) -> str:
    del gold
    return write_list(_entries(answer, "lines"))


def _answer(answer: Any, gold: Document) -> str:
    del gold
    told = answer.get("text") if isinstance(answer, dict) else None
    return told if isinstance(told, str) else json.dumps(answer, ensure_ascii=False)


def _entries(answer: Any, key: str) -> Sequence[Any]:
    inner = answer.get(key, answer) if isinstance(answer, dict) else answer
    return inner if isinstance(inner, list) else [inner]


_WRITERS: dict[str, Callable[[Any, Document], str]] = {
    "spotting": _spotting,
    "detection": _detection,
    "speakers": _speakers,
    "identities": _identities,
    "structure": _structure,
    "reading_order": _reading_order,
    "naming": _naming,
    "dialogue": _dialogue,
    "answer": _answer,
}
