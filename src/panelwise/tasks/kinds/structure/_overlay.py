"""The overlay of a whole page found bare: boxes, the order, speakers and people.

What was found is put on the true boxes it fits. Source: specification CX-3, 7.8 (end to end).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from panelwise.profile import Profile
from panelwise.tasks._item import Document, Item
from panelwise.tasks.kinds.documents import groups_overlay, order_overlay, parts_overlay, together
from panelwise.tasks.kinds.structure._placed import PlacedStructure
from panelwise.tasks.overlay import (
    Arrow,
    Entry,
    Overlay,
    OverlayMark,
    Piece,
    Rectangle,
    Row,
    Table,
    View,
    centre,
    spaced,
    verdict,
)
from panelwise.wording import counted

NOT_FOUND = "not found"
PARTS = {"texts": "text", "characters": "character"}
LINKED = (
    Entry("line", "right", "answered and right"),
    Entry("line", "wrong", "answered and wrong"),
    Entry("shape", "text", "text"),
    Entry("shape", "who", "character"),
)
HEADINGS = ("Text", "State", "Right", "Answered")


def overlay(item: Item, gold: Document, answer: Document, profile: Profile) -> Overlay:
    """Boxes that were found and missed, the order, speakers and people."""
    placed = PlacedStructure.of(gold, answer, profile)
    parts = (
        parts_overlay(gold, answer, profile, PARTS),
        order_overlay(gold, placed.texts, placed.text_pairs),
        _speakers(gold, answer, placed),
        _people(item, gold, answer, placed),
    )
    return together(gold, parts)


def _speakers(gold: Document, answer: Document, placed: PlacedStructure) -> Overlay:
    """A line from every found text to its answered speakers; those of invented texts cost, too."""
    ids = [one["id"] for one in answer["characters"]]
    true_who = {i: gold["characters"][j]["id"] for i, j in placed.character_pairs.pairs}
    marks: list[OverlayMark] = [
        Rectangle("who", one["box"], one["id"]) for one in gold["characters"]
    ]
    marks += [Rectangle("text", one["box"], f"T{k}") for k, one in enumerate(gold["texts"], 1)]
    rows: list[Row] = []
    strays = 0
    for k, at in _texts_asked(gold, answer, placed):
        strays += k is None
        right = gold["texts"][k]["speakers"] if k is not None else []
        where = gold["texts"][k]["box"] if k is not None else placed.texts[at or 0]
        shown: list[Piece] = []
        for who in answer["texts"][at]["speakers"] if at is not None else ():
            place = ids.index(who)
            name = true_who.get(place, f"{who} (fits nobody)")
            good = name in right
            shown.append(Piece("same" if good else "wrong", name))
            end = placed.characters[place]
            marks.append(Arrow("right" if good else "wrong", centre(where), centre(end)))
        rows.append(_speaker_row(k, right, shown, found=at is not None))
    asked = len(rows) - strays
    hits = sum(row.state == "hit" for row in rows)
    summary = f"{hits} of {counted(asked, 'text')} given to the right speaker."
    if strays:
        summary += f" {counted(strays, 'link')} from a text that is none."
    view = View("Who says what", (0, 0), tuple(marks), summary)
    return Overlay(summary, (view,), (Table("Speakers", HEADINGS, tuple(rows)),), LINKED)


def _texts_asked(
    gold: Document, answer: Document, placed: PlacedStructure
) -> Iterator[tuple[int | None, int | None]]:
    """(true text, answered text): the spoken ones, then invented ones that have a speaker."""
    true_text = dict(placed.text_pairs.pairs)
    said = {true_text[at]: at for at in range(len(placed.texts)) if at in true_text}
    for k, text in enumerate(gold["texts"]):
        if text["speakers"]:
            yield k, said.get(k)
    for at, text in enumerate(answer["texts"]):
        if at not in true_text and text["speakers"]:
            yield None, at


def _speaker_row(at: int | None, right: list[str], shown: list[Piece], *, found: bool) -> Row:
    fine = any(piece.state == "same" for piece in shown)
    words = (
        "✓ right" if fine
        else "✗ wrong" if shown
        else "– no speaker" if found
        else f"– {NOT_FOUND}"
    )  # fmt: skip
    state = "hit" if fine else "extra" if shown else "miss"
    name = f"T{at + 1}" if at is not None else "fits no text"
    word = verdict("hit" if fine else "miss", words)
    return Row(state, (name, word, ", ".join(right), spaced(shown)))


def _people(item: Item, gold: Document, answer: Document, placed: PlacedStructure) -> Overlay:
    """The groups of the characters that were found; the boxes show the others."""
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
    drawn = groups_overlay(item, marked, {"groups": _groups(said)})
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
