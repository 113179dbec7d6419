"""The overlay of an open answer: the question, what is right, and what was said."""

from __future__ import annotations

from panelwise.metrics import similarity
from panelwise.tasks._item import Document, Outcome
from panelwise.tasks.kinds.documents import FINE, MISSING, PARTLY, STATES, WRONG
from panelwise.tasks.overlay import LETTERS, Cell, Overlay, Piece, Row, Table, letters, verdict

WORDS = {"correct": FINE, "partial": PARTLY, "wrong": WRONG}


def overlay(gold: Document, said: str, outcome: Outcome) -> Overlay:
    """The question, every right answer, and what was said."""
    answers = list(dict.fromkeys(gold["answers"]))
    word = WORDS[outcome] if said else MISSING
    state = STATES[word]
    nearest = max(answers, key=lambda one: similarity(said.casefold(), one.casefold()))
    shown: Cell = said if word == FINE else (Piece("wrong", said),)
    if word == PARTLY:
        shown = letters(nearest, said)
    rows = [Row("", ("Question", gold["question"])), Row("", ("Right answer", answers[0]))]
    if len(answers) > 1:
        rows.append(Row("", ("Also right", ", ".join(answers[1:]))))
    rows.append(Row(state, ("Answered", shown if said else verdict("miss", "nothing"))))
    if said:
        rows.append(Row("", ("As strings tell", verdict(state, word))))
    summary = f"As strings tell, the answer is {word[2:]}." if said else "Nothing was answered."
    return Overlay(summary, (), (Table("Question and answer", (), tuple(rows)),), LETTERS)
