"""Drawings of what was found on a bare page: boxes, speakers, people, and the order of the texts.

What was found is put on the true boxes it fits, and then drawn as the kinds are that ask about
marked boxes. Source: REQUIREMENTS CX-3, 7.8 (end to end).
"""

from __future__ import annotations

from dataclasses import replace

from panelwise.profile import Profile
from panelwise.report._drawings_boxes import draw_detection
from panelwise.report._drawings_links import draw_identities, draw_speakers
from panelwise.report._drawings_shapes import (
    Drawing,
    Entry,
    View,
    box,
    centre,
    counted,
    curve,
    dot,
)
from panelwise.tasks import Document, Item
from panelwise.tasks.documents import PlacedStructure


def draw_structure(item: Item, gold: Document, answer: Document, profile: Profile) -> Drawing:
    """Boxes that were found and missed, the order, and, where asked for, speakers and people."""
    placed = PlacedStructure.of(gold, answer, profile)
    drawings = [
        draw_detection(item, *_as_boxes(gold, answer), profile, profile.link_iou),
        _draw_order(gold, placed),
    ]
    if "characters" in gold:
        drawings.append(draw_speakers(item, *_as_speakers(gold, answer, placed), profile))
        drawings.append(draw_identities(item, *_as_identities(gold, answer, placed), profile))
    size = (gold["size"][0], gold["size"][1])
    return Drawing(
        " ".join(one.summary for one in drawings),
        tuple(replace(view, size=size) for one in drawings for view in one.views),
        tuple(listing for one in drawings for listing in one.listings),
        tuple(dict.fromkeys(entry for one in drawings for entry in one.legend)),
    )


def _as_boxes(gold: Document, answer: Document) -> tuple[Document, Document]:
    parts = {"texts": "text", "characters": "character"}
    asked = {part: label for part, label in parts.items() if part in gold}

    def boxes(page: Document) -> list[Document]:
        return [
            {"class": label, "box": one["box"]}
            for part, label in asked.items()
            for one in page.get(part, ())
        ]

    named = {"size": gold["size"], "classes": [*asked.values()], "boxes": boxes(gold)}
    return named, {"boxes": boxes(answer)}


def _as_speakers(
    gold: Document, answer: Document, placed: PlacedStructure
) -> tuple[Document, Document]:
    """Links between true boxes; what fits none is told by the drawing of boxes."""
    texts = {f"T{at}": text for at, text in enumerate(gold["texts"], 1)}
    spoken = {mark: text for mark, text in texts.items() if text["speakers"]}
    true_text = {i: f"T{j + 1}" for i, j in placed.text_pairs.pairs}
    ids = _true_ids(gold, answer, placed)
    links = [
        [true_text[at], ids[who]]
        for at, text in enumerate(answer["texts"])
        for who in text["speakers"]
        if true_text.get(at) in spoken and who in ids
    ]
    marked = {
        "texts": {mark: text["box"] for mark, text in spoken.items()},
        "characters": {one["id"]: one["box"] for one in gold["characters"]},
        "links": [[mark, who] for mark, text in spoken.items() for who in text["speakers"]],
    }
    return marked, {"links": links}


def _true_ids(gold: Document, answer: Document, placed: PlacedStructure) -> dict[str, str]:
    """The true character of each id of an answer; of an id given twice, of the first."""
    true = dict(placed.character_pairs.pairs)
    found: dict[str, str] = {}
    seen: set[str] = set()
    for at, one in enumerate(answer["characters"]):
        if one["id"] not in seen and at in true:
            found[one["id"]] = gold["characters"][true[at]]["id"]
        seen.add(one["id"])
    return found


def _as_identities(
    gold: Document, answer: Document, placed: PlacedStructure
) -> tuple[Document, Document]:
    def groups(people: list[tuple[str, str | None]]) -> list[list[str]]:
        by_person: dict[str, list[str]] = {}
        for mark, person in people:
            if person is not None:
                by_person.setdefault(person, []).append(mark)
        return list(by_person.values())

    characters = gold["characters"]
    true = [(one["id"], one["person"]) for one in characters]
    said = [
        (characters[j]["id"], answer["characters"][i]["person"])
        for i, j in placed.character_pairs.pairs
    ]
    marked = {"characters": {one["id"]: one["box"] for one in characters}, "groups": groups(true)}
    return marked, {"groups": groups(said)}


def _draw_order(gold: Document, placed: PlacedStructure) -> Drawing:
    """A spline through the found texts as they were read; dashed: through the true ones."""
    true = [text["box"] for text in gold["texts"]]
    at = dict(placed.text_pairs.pairs)
    ranks = sorted(at.values())
    marks = [box("text", corners) for corners in true]
    marks.append(curve("gold", [centre(corners) for corners in true]))
    if placed.texts:
        marks.append(curve("answered", [centre(found) for found in placed.texts]))
    in_order = 0
    matched = 0
    for place, found in enumerate(placed.texts):
        state = "wrong"
        if place in at:
            fine = ranks[matched] == at[place]  # among the found ones it is the next
            in_order, matched = in_order + fine, matched + 1
            state = "right" if fine else "wrong"
        marks.append(dot(state, (found[2], found[3]), str(place + 1)))
    summary = f"{in_order} of {counted(matched, 'found text')} in place among them."
    view = View("The order of the texts", (0, 0), tuple(marks), summary)
    legend: tuple[Entry, ...] = (
        ("line", "answered", "answered order"),
        ("line", "gold", "right order"),
    )
    return Drawing(summary, (view,), (), legend)
