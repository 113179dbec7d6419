"""The ladders on answers written to be awkward (``tests/data/awkward_answers.md``).

A floor, so that no change loses what was gained; ``bench/answer_reading.py`` prints the figures.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from panelwise.profile import RECOMMENDED
from panelwise.tasks import Item, Option, Parsed, Rendering, read_response

CORPUS = Path(__file__).parents[1] / "data" / "awkward_answers.jsonl"
LINES = [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines()]
SETTLED = [line for line in LINES if not line.get("contested")]
# Answers that have one meaning and are not read: add none, strike out what is read now.
MISSED = {
    "cho-0125",
    "cho-0296",
    "cho-0358",
    "ord-0067",
    "ord-0113",
    "ord-0152",
    "ord-0171",
    "ord-0179",
    "ord-0185",
    "ord-0186",
    "ord-0461",
}


def read(line: dict) -> Parsed:
    labels = line["options"] or []
    texts = line["option_texts"] or [None] * len(labels)
    ordering = line["kind"] == "ordering"
    item = Item(
        id=line["id"],
        task="awkward",
        kind=line["kind"],
        n=line["n"],
        rendering=Rendering((), (), "awkward"),
        gold=tuple(range(line["n"])) if ordering else 0,
        sources=(),
        options=tuple(Option(a, text=b) for a, b in zip(labels, texts, strict=True)),
        index_base=line["index_base"] if ordering else 0,
    )
    return read_response(
        item, line["response"], finish_reason=line["finish_reason"], profile=RECOMMENDED
    )


def expected(line: dict) -> tuple[int, ...] | int | None:
    answer = line["expected"]
    return tuple(answer) if isinstance(answer, list) else answer


@pytest.mark.parametrize("kind", ["ordering", "choice"])
def test_nothing_is_read_wrongly(kind):
    false = [
        (line["id"], parsed.answer)
        for line in SETTLED
        if line["kind"] == kind
        and (parsed := read(line)).answer is not None
        and parsed.answer != expected(line)
    ]
    assert false == []


@pytest.mark.parametrize(("kind", "floor"), [("ordering", 0.96), ("choice", 0.96)])
def test_and_little_is_missed(kind, floor):
    answers = [x for x in SETTLED if x["kind"] == kind and x["expected"] is not None]
    right = sum(read(line).answer == expected(line) for line in answers)
    assert right / len(answers) >= floor


def test_what_is_missed_is_known_by_name():
    """A change that reads one answer more and another no longer is seen, too."""
    missed = {
        line["id"]
        for line in SETTLED
        if line["expected"] is not None and read(line).answer != expected(line)
    }
    assert missed <= MISSED
