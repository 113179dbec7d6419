"""Drawings of words: names of speakers, transcripts, open answers, marks.

Source: specification 7.6, 7.11.
"""

from __future__ import annotations

from panelwise.metrics import GoldLine, SpokenLine, anls, match_lines, normaliser, similarity
from panelwise.profile import Profile
from panelwise.report._drawings_boxes import LETTERS
from panelwise.report._drawings_letters import letters
from panelwise.report._drawings_shapes import (
    Cell,
    Drawing,
    Entry,
    Listing,
    Mark,
    View,
    box,
    counted,
    verdict,
)
from panelwise.tasks import Document, Item, get_kind
from panelwise.tasks.kinds import AnswerKind

FINE, PARTLY, WRONG, MISSING, MORE = "✓ right", "◐ in part", "✗ wrong", "– missing", "+ invented"
STATES = {FINE: "hit", PARTLY: "extra", WRONG: "miss", MISSING: "miss", MORE: "extra"}
PLACES: tuple[Entry, ...] = (
    ("shape", "hit", "line that is right"),
    ("shape", "extra", "right in part"),
    ("shape", "miss", "wrong or missing"),
)
Row = tuple[str, tuple[Cell, ...]]


def draw_naming(item: Item, gold: Document, answer: Document, profile: Profile) -> Drawing:
    """Every line with its speaker's name and the answered one."""
    rows: list[Row] = []
    marks: list[Mark] = []
    for text in gold["lines"]:
        named = answer["names"].get(text["mark"])
        word = _about_name(named, text, profile)
        marks.append(_place(text, STATES[word]))
        told: Cell = letters(_nearest(named, text["names"]), named) if named else ""
        shown = verdict(STATES[word], word)
        cells = (text["mark"], text["text"] or "", shown, _names(text), told)
        rows.append((STATES[word], cells))
    fine = sum(state == "hit" for state, _ in rows)
    summary = f"{fine} of {counted(len(rows), 'line')} given to the right name."
    headings = ("Line", "Words", "State", "Right name", "Answered")
    return Drawing(
        summary,
        _view(item, "Lines on the page", marks, summary),
        (Listing("Names", headings, tuple(rows)),),
        (*PLACES, *LETTERS),
    )


def draw_dialogue(item: Item, gold: Document, answer: Document, profile: Profile) -> Drawing:
    """The right transcript beside the answered one, line by line; lines as the score pairs them."""
    norm = normaliser(profile.normaliser)
    true, said = gold["lines"], answer["lines"]
    pairs = match_lines(
        [SpokenLine(norm(text["text"]), text.get("name") or "") for text in said],
        [GoldLine(norm(text["text"] or ""), tuple(text["names"])) for text in true],
    )
    line_of = {j: i for i, j in pairs}
    rows: list[Row] = []
    marks: list[Mark] = []
    for at, text in enumerate(true):
        right: Cell = (("name", _first(text)), ("", " " + (text["text"] or "")))
        if at in line_of:
            told = said[line_of[at]]
            word, cell = _about_line(text, told, profile)
            place = str(line_of[at] + 1)
        else:
            word, cell, place = MISSING, "", ""
        marks.append(_place(text, STATES[word]))
        shown = verdict(STATES[word], word)
        rows.append((STATES[word], (str(at + 1), right, shown, place, cell)))
    for at, told in enumerate(said):
        if at not in line_of.values():
            words: Cell = (("name", told.get("name") or "?"), ("surplus", told["text"]))
            rows.append((STATES[MORE], ("", "", verdict("extra", MORE), str(at + 1), words)))
    fine = sum(state == "hit" for state, _ in rows)
    more = len(rows) - len(true)
    summary = f"{fine} of {counted(len(true), 'line')} right in words and name; {more} invented."
    headings = ("#", "Right line", "State", "Answered as", "Answered line")
    return Drawing(
        summary,
        _view(item, "Lines on the page", marks, summary),
        (Listing("Transcript", headings, tuple(rows)),),
        (*PLACES, *LETTERS),
    )


def draw_answer(item: Item, gold: Document, answer: Document, profile: Profile) -> Drawing:
    """The question, every right answer, and what was said."""
    said, answers = answer["text"], list(dict.fromkeys(gold["answers"]))
    words = {"correct": FINE, "partial": PARTLY, "wrong": WRONG}
    word = words[AnswerKind().outcome(item, answer, profile)] if said else MISSING
    nearest = max(answers, key=lambda one: similarity(said.casefold(), one.casefold()))
    shown: Cell = said if word == FINE else (("wrong", said),)
    if word == PARTLY:
        shown = letters(nearest, said)
    rows: tuple[Row, ...] = (
        ("", ("Question", gold["question"])),
        ("", ("Right answer", answers[0])),
        *([("", ("Also right", ", ".join(answers[1:])))] if len(answers) > 1 else []),
        (STATES[word], ("Answered", shown if said else verdict("miss", "nothing"))),
        *([("", ("As strings tell", verdict(STATES[word], word)))] if said else []),
    )
    summary = f"As strings tell, the answer is {word[2:]}." if said else "Nothing was answered."
    return Drawing(summary, (), (Listing("Question and answer", (), rows),), LETTERS)


def draw_mark(item: Item, gold: Document, answer: Document, profile: Profile) -> Drawing:
    """The mark itself; what was judged stands in the prompt."""
    del item, gold, profile
    return Drawing(f"Mark: {answer['mark']} of 10." if "mark" in answer else "No mark was given.")


def draw_rating(item: Item, gold: Document, answer: Document, profile: Profile) -> Drawing:
    """The rating, and whether the descriptions belong to the panels."""
    whose = "of these panels" if gold["own"] else "of another page's panels"
    summary, state, rating = (
        f"The descriptions are {whose}; no rating was given.",
        "miss",
        "nothing",
    )
    if "rating" in answer:
        right = get_kind("rating").outcome(item, answer, profile) == "correct"
        rating = "Uncertain" if answer["rating"] is None else f"{answer['rating']} of 5"
        summary = f"The descriptions are {whose}; they were rated {rating}."
        state = STATES[FINE if right else WRONG]
    rows: tuple[Row, ...] = (
        ("", ("Descriptions", whose)),
        (state, ("Rating", verdict(state, rating))),
    )
    return Drawing(summary, (), (Listing("Rating", (), rows),))


def _about_name(named: str | None, text: Document, profile: Profile) -> str:
    if not named:
        return MISSING
    alike = anls(named, text["names"], boundary=profile.anls_boundary) if text["names"] else 0.0
    return FINE if alike == 1 else PARTLY if alike else WRONG


def _about_line(text: Document, told: Document, profile: Profile) -> tuple[str, Cell]:
    """How a line came out, and its words in pieces, the name first."""
    norm = normaliser(profile.normaliser)
    words = letters(norm(text["text"] or ""), norm(told["text"]), text["text"])
    name = told.get("name") or ""
    named = not text["names"] or _about_name(name, text, profile) == FINE
    read = all(state == "same" for state, _ in words)
    some = any(state == "same" for state, _ in words)
    speaker = ("name", name or "?") if named else ("wrong-name", name or "nobody")
    word = FINE if read and named else PARTLY if some or named else WRONG
    return word, (speaker, ("", " "), *words)


def _nearest(named: str | None, names: list[str]) -> str:
    return max(names, key=lambda name: anls(named or "", [name]), default="")


def _names(text: Document) -> str:
    return " / ".join(dict.fromkeys(text["names"])) or "nobody knows"


def _first(text: Document) -> str:
    return text["names"][0] if text["names"] else "?"


def _place(text: Document, state: str) -> Mark:
    return box(state, text["box"], text["mark"].removeprefix("T")) if text.get("box") else []


def _view(item: Item, title: str, marks: list[Mark], words: str) -> tuple[View, ...]:
    image = item.rendering.images[0] if len(item.rendering.images) == 1 else None
    placed = tuple(mark for mark in marks if mark)
    if image is None or not placed:
        return ()
    return (View(title, (image.width, image.height), placed, words),)
