"""The overlay of a transcript. Source: specification 7.11."""

from __future__ import annotations

from panelwise.metrics import GoldLine, SpokenLine, match_lines, normaliser
from panelwise.profile import Profile
from panelwise.tasks._item import Document, Item
from panelwise.tasks.kinds._settings import TextSettings
from panelwise.tasks.kinds.documents import (
    FINE,
    MISSING,
    MORE,
    PARTLY,
    STATES,
    WRONG,
    about_name,
    count_hits,
    lines_overlay,
)
from panelwise.tasks.overlay import Cell, Overlay, Piece, Row, Table, letters, verdict
from panelwise.wording import counted

HEADINGS = ("#", "Right line", "State", "Answered as", "Answered line")


def overlay(item: Item, gold: Document, answer: Document, profile: Profile) -> Overlay:
    """The right transcript next to the answered one; lines as the score pairs them."""
    norm = normaliser(profile.section(TextSettings).normaliser)
    true, said = gold["lines"], answer["lines"]
    pairs = match_lines(
        [SpokenLine(norm(line["text"]), line.get("name") or "") for line in said],
        [GoldLine(norm(line["text"] or ""), tuple(line["names"])) for line in true],
    )
    said_as = {j: i for i, j in pairs}
    rows: list[Row] = []
    for at, line in enumerate(true):
        name = line["names"][0] if line["names"] else "?"
        right: Cell = (Piece("name", name), Piece("", " " + (line["text"] or "")))
        word, place = MISSING, ""
        cell: Cell = ""
        if at in said_as:
            word, cell = _about_line(line, said[said_as[at]], profile)
            place = str(said_as[at] + 1)
        state = STATES[word]
        rows.append(Row(state, (str(at + 1), right, verdict(state, word), place, cell)))
    states = [row.state for row in rows]
    for at, line in enumerate(said):
        if at not in said_as.values():
            words: Cell = (Piece("name", line.get("name") or "?"), Piece("surplus", line["text"]))
            rows.append(Row(STATES[MORE], ("", "", verdict("extra", MORE), str(at + 1), words)))
    summary = (
        f"{count_hits(rows)} of {counted(len(true), 'line')} right in words and name; "
        f"{len(rows) - len(true)} invented."
    )
    return lines_overlay(item, states, summary, Table("Transcript", HEADINGS, tuple(rows)))


def _about_line(true: Document, said: Document, profile: Profile) -> tuple[str, Cell]:
    """How a line came out, and its words in pieces, the name first."""
    norm = normaliser(profile.section(TextSettings).normaliser)
    words = letters(norm(true["text"] or ""), norm(said["text"]), true["text"])
    name = said.get("name") or ""
    named = not true["names"] or about_name(name, true, profile) == FINE
    read = all(state == "same" for state, _ in words)
    some = any(state == "same" for state, _ in words)
    speaker = Piece("name", name or "?") if named else Piece("wrong-name", name or "nobody")
    word = FINE if read and named else PARTLY if some or named else WRONG
    return word, (speaker, Piece("", " "), *words)
