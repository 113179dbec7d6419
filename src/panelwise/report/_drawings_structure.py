"""Drawings of what was found on a bare page: boxes, speakers, people, and the order of the texts.

What was found is put on the true boxes it fits. Source: specification CX-3, 7.8 (end to end).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from panelwise.geometry import Box
from panelwise.metrics import Matching
from panelwise.profile import Profile
from panelwise.report._drawings_boxes import draw_detection
from panelwise.report._drawings_links import draw_identities
from panelwise.report._drawings_shapes import (
    Drawing,
    Entry,
    Listing,
    Mark,
    View,
    box,
    centre,
    counted,
    curve,
    dot,
    line,
    verdict,
)
from panelwise.tasks import Document, Item
from panelwise.tasks.kinds import PlacedStructure, ReadingOrderKind, placed_boxes

NOT_FOUND = "not found"


def draw_structure(item: Item, gold: Document, answer: Document, profile: Profile) -> Drawing:
    """Boxes that were found and missed, the order, speakers and people."""
    placed = PlacedStructure.of(gold, answer, profile)
    parts = {"texts": "text", "characters": "character"}
    drawings = (
        _draw_boxes(item, gold, answer, profile, parts),
        _draw_order(gold, placed.texts, placed.text_pairs),
        _draw_speakers(gold, answer, placed),
        _draw_people(item, gold, answer, placed, profile),
    )
    return _together(gold, drawings)


def draw_reading_order(item: Item, gold: Document, answer: Document, profile: Profile) -> Drawing:
    """Texts that were found and missed, and the order of those that were found."""
    found = placed_boxes(answer["texts"], gold["size"], profile)
    matching = ReadingOrderKind().matches(item, answer, profile)
    boxes = _draw_boxes(item, gold, answer, profile, {"texts": "text"})
    return _together(gold, (boxes, _draw_order(gold, found, matching)))


def _together(gold: Document, drawings: Sequence[Drawing]) -> Drawing:
    size = (gold["size"][0], gold["size"][1])
    return Drawing(
        " ".join(one.summary for one in drawings),
        tuple(replace(view, size=size) for one in drawings for view in one.views),
        tuple(listing for one in drawings for listing in one.listings),
        tuple(dict.fromkeys(entry for one in drawings for entry in one.legend)),
    )


def _draw_boxes(
    item: Item, gold: Document, answer: Document, profile: Profile, parts: dict[str, str]
) -> Drawing:
    def boxes(page: Document) -> list[Document]:
        return [
            {"class": label, "box": one["box"]}
            for part, label in parts.items()
            for one in page[part]
        ]

    named = {"size": gold["size"], "classes": [*parts.values()], "boxes": boxes(gold)}
    return draw_detection(item, named, {"boxes": boxes(answer)}, profile, profile.link_iou)


def _draw_order(gold: Document, texts: Sequence[Box], matching: Matching) -> Drawing:
    """A spline through the found texts as they were read; dashed: through the true ones."""
    true = [text["box"] for text in gold["texts"]]
    at = dict(matching.pairs)
    ranks = sorted(at.values())
    marks = [box("text", corners) for corners in true]
    marks.append(curve("gold", [centre(corners) for corners in true]))
    if texts:
        marks.append(curve("answered", [centre(found) for found in texts]))
    in_order = 0
    matched = 0
    rows = []
    for place, found in enumerate(texts):
        state, words, name = "wrong", "+ fits no text", "–"
        if place in at:
            fine = ranks[matched] == at[place]  # among the found ones it is the next
            in_order, matched = in_order + fine, matched + 1
            state, name = "right" if fine else "wrong", f"T{at[place] + 1}"
            words = "✓ in place" if fine else "✗ out of place"
        marks.append(dot(state, (found[2], found[3]), str(place + 1)))
        shown = "hit" if state == "right" else "extra"
        rows.append((shown, (str(place + 1), name, verdict(shown, words))))
    missed = [f"T{k + 1}" for k in range(len(true)) if k not in at.values()]
    rows += [("miss", ("–", name, verdict("miss", "✗ missed"))) for name in missed]
    summary = f"{in_order} of {counted(matched, 'found text')} in place among them."
    view = View("The order of the texts", (0, 0), tuple(marks), summary)
    legend: tuple[Entry, ...] = (
        ("line", "answered", "answered order"),
        ("line", "gold", "right order"),
    )
    listing = Listing("Order of the texts", ("Answered as", "Text", "State"), tuple(rows))
    return Drawing(summary, (view,), (listing,), legend)


def _draw_speakers(gold: Document, answer: Document, placed: PlacedStructure) -> Drawing:
    """A line from every found text to whoever was answered; those of invented texts cost, too."""
    ids = [one["id"] for one in answer["characters"]]
    true_who = {i: gold["characters"][j]["id"] for i, j in placed.character_pairs.pairs}
    true_text = dict(placed.text_pairs.pairs)
    marks: list[Mark] = [box("who", one["box"], one["id"]) for one in gold["characters"]]
    marks += [box("text", one["box"], f"T{k}") for k, one in enumerate(gold["texts"], 1)]
    rows: list[tuple[str, tuple[str | tuple[tuple[str, str], ...], ...]]] = []
    hits = 0
    said = {true_text[at]: at for at in range(len(placed.texts)) if at in true_text}
    asked = [k for k, text in enumerate(gold["texts"]) if text["speakers"]]
    strays = [at for at, text in enumerate(answer["texts"])
              if at not in true_text and text["speakers"]]  # fmt: skip
    for k, at in [*((k, said.get(k)) for k in asked), *((None, at) for at in strays)]:
        right = gold["texts"][k]["speakers"] if k is not None else []
        where = gold["texts"][k]["box"] if k is not None else placed.texts[at or 0]
        shown: list[tuple[str, str]] = []
        fine = False
        for who in answer["texts"][at]["speakers"] if at is not None else ():
            place = ids.index(who)
            name = true_who.get(place, f"{who} (fits nobody)")
            good = name in right
            fine = fine or good
            shown.append(("same" if good else "wrong", name))
            end = placed.characters[place]
            marks.append(line("right" if good else "wrong", centre(where), centre(end)))
        hits += fine
        words = (
            "✓ right" if fine
            else "✗ wrong" if shown
            else f"– {NOT_FOUND}" if at is None
            else "– no speaker"
        )  # fmt: skip
        state = "hit" if fine else "extra" if shown else "miss"
        name = f"T{k + 1}" if k is not None else "fits no text"
        spaced = tuple(part for one in shown for part in (one, ("", " ")))[:-1]
        cells = (name, verdict("hit" if fine else "miss", words), ", ".join(right), spaced)
        rows.append((state, cells))
    summary = f"{hits} of {counted(len(asked), 'text')} given to whoever says them."
    if strays:
        summary += f" {counted(len(strays), 'link')} from a text that is none."
    legend: tuple[Entry, ...] = (
        ("line", "right", "answered and right"),
        ("line", "wrong", "answered and wrong"),
        ("shape", "text", "text"),
        ("shape", "who", "character"),
    )
    listing = Listing("Speakers", ("Text", "State", "Right", "Answered"), tuple(rows))
    view = View("Who says what", (0, 0), tuple(marks), summary)
    return Drawing(summary, (view,), (listing,), legend)


def _draw_people(
    item: Item, gold: Document, answer: Document, placed: PlacedStructure, profile: Profile
) -> Drawing:
    """The groups of the characters that were found; the others are told by the boxes."""
    characters = gold["characters"]
    said = {
        characters[j]["id"]: answer["characters"][i]["person"]
        for i, j in placed.character_pairs.pairs
    }
    true = {one["id"]: one["person"] for one in characters if one["id"] in said}
    marked = {
        "characters": {one["id"]: one["box"] for one in characters if one["id"] in said},
        "groups": _groups(true),
    }
    drawn = draw_identities(item, marked, {"groups": _groups(said)}, profile)
    missed = sum(one["person"] is not None for one in characters) - sum(
        person is not None for person in true.values()
    )
    if not missed:
        return drawn
    return replace(drawn, summary=f"{drawn.summary} {counted(missed, 'character')} {NOT_FOUND}.")


def _groups(people: dict[str, str | None]) -> list[list[str]]:
    by_person: dict[str, list[str]] = {}
    for mark, person in people.items():
        if person is not None:
            by_person.setdefault(person, []).append(mark)
    return list(by_person.values())
