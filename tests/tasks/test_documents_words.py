"""Marks and answers in words, whole: what is read, what it scores, and which answers are guessed.

Source: specification 7.0, 7.3, 7.6. The wording of reasons is this project's own.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from document_items import ANSWER, MARK
from panelwise.profile import RECOMMENDED
from panelwise.tasks import Parsed, get_kind

JUDGED = [
    # text, what is read
    ("8/10, so 8", Parsed("ok", {"mark": 8}, "number", None, ("final",))),
    ("8", Parsed("ok", {"mark": 8}, "number", None, ("final",))),
    ("8/10", Parsed("ok", {"mark": 8}, "number", None, ("final",))),
    ("8 out of 10", Parsed("ok", {"mark": 8}, "number", None, ("final",))),
    ("8/5", Parsed("invalid", None, None, "no mark: 8/5", ())),
    ("8.0", Parsed("ok", {"mark": 8}, "number", None, ("final",))),
    ("8,00", Parsed("ok", {"mark": 8}, "number", None, ("final",))),
    ("8.5", Parsed("invalid", None, None, "no mark: 8.5", ())),
    ("11", Parsed("invalid", None, None, "out of range: 11", ())),
    ("0", Parsed("invalid", None, None, "out of range: 0", ())),
    ("1000", Parsed("invalid", None, None, "out of range: 1000", ())),
    ("999", Parsed("invalid", None, None, "out of range: 999", ())),
    ("1", Parsed("ok", {"mark": 1}, "number", None, ("final",))),
    ("10", Parsed("ok", {"mark": 10}, "number", None, ("final",))),
    ("8 8.0 08", Parsed("ok", {"mark": 8}, "number", None, ("final",))),
    ("8 or 9", Parsed("invalid", None, None, "ambiguous: 8 or 9", (), unclear=True)),
    ("from 1 to 10: 7", Parsed("ok", {"mark": 7}, "number", None, ("final",))),
    ("1-10: 7", Parsed("ok", {"mark": 7}, "number", None, ("final",))),
    ("no", Parsed("invalid", None, None, "none found: no number", (), unclear=True)),
    (
        "12345678901234567890123",
        Parsed("invalid", None, None, "out of range: 12345678901234567890", ()),
    ),
    (
        "7.1234567890123456789012345",
        Parsed("invalid", None, None, "no mark: 7.123456789012345678", ()),
    ),
    (
        "8, 12345678901234567890123",
        Parsed("invalid", None, None, "ambiguous: 8 or 12345678901234567890", (), unclear=True),
    ),
    ("-3", Parsed("invalid", None, None, "none found: no number", (), unclear=True)),
    ("010", Parsed("ok", {"mark": 10}, "number", None, ("final",))),
]


@pytest.mark.parametrize(("text", "parsed"), JUDGED)
def test_the_mark_of_a_reply(text, parsed):
    assert get_kind("mark").read(MARK, text, RECOMMENDED) == parsed


ANSWERS = [
    # text, what is read, anls, similarity, exact, contains, outcome
    (
        " The old king ",
        Parsed("ok", {"text": "The old king"}, "whole", None, ()),
        [1.0, 1.0, 1.0, 1.0],
        "correct",
    ),
    ("I can't help with that.", Parsed("refusal", None, None, "declines in words", ()), None, None),
    (
        "I can't help, said the old king",
        Parsed("ok", {"text": "I can't help, said the old king"}, "whole", None, ()),
        [0.0, 0.4, 0.0, 1.0],
        "correct",
    ),
    ("Lear", Parsed("ok", {"text": "Lear"}, "whole", None, ()), [1.0, 1.0, 1.0, 1.0], "correct"),
    (
        "lear, the king",
        Parsed("ok", {"text": "lear, the king"}, "whole", None, ()),
        [0.0, 0.333333, 0.0, 1.0],
        "correct",
    ),
    (
        "The old kin",
        Parsed("ok", {"text": "The old kin"}, "whole", None, ()),
        [0.9, 0.9, 0.0, 0.0],
        "partial",
    ),
    ("xx", Parsed("ok", {"text": "xx"}, "whole", None, ()), [0.0, 0.0, 0.0, 0.0], "wrong"),
    ("…", Parsed("ok", {"text": "…"}, "whole", None, ()), [0.0, 0.0, 0.0, 0.0], "wrong"),
]


@pytest.mark.parametrize(("text", "parsed", "scores", "outcome"), ANSWERS)
def test_an_answer_in_words(text, parsed, scores, outcome):
    kind = get_kind("answer")
    assert kind.read(ANSWER, text, RECOMMENDED) == parsed
    if parsed.answer:
        found = kind.score(ANSWER, parsed.answer, RECOMMENDED)
        names = ("anls", "similarity", "exact", "contains")
        assert [found[name] for name in names] == pytest.approx(scores, abs=1e-6)
        assert kind.outcome(ANSWER, parsed.answer, RECOMMENDED) == outcome


def test_the_commonest_answers_are_guessed_one_by_one_and_at_once():
    words = "bbbaacdefghijklmnopqrstuvwxyz"
    items = [
        replace(ANSWER, id=str(k), gold={"question": "?", "answers": [word, "Lear"]})
        for k, word in enumerate(words)
    ]
    kind = get_kind("answer")
    constants = kind.guesses(items, RECOMMENDED).constants
    every = "the 20 commonest answers at once"
    assert list(constants) == ['"b"', '"a"', '"c"', '"d"', '"e"', every]
    assert constants[every](items[0]) == {"text": "; ".join("bacdefghijklmnopqrst")}
    assert constants['"a"'](items[0]) == {"text": "a"}
    two = kind.guesses(items[2:4], RECOMMENDED).constants
    assert list(two) == ['"b"', '"a"', "the 2 commonest answers at once"]
    assert list(kind.guesses(items[:1], RECOMMENDED).constants) == ['"b"']


def test_what_the_best_and_the_worst_figures_are():
    bounds = {
        (kind, name): (info.best, info.worst(4) if info.worst else None)
        for kind in ("answer", "mark")
        for name, info in get_kind(kind).metrics.items()
    }
    assert bounds["answer", "judge"] == bounds["mark", "mark"] == (10.0, 1.0)
    binary = [name for name, info in get_kind("answer").metrics.items() if info.binary]
    assert binary == ["exact", "contains", "named"]
    assert get_kind("answer").invalid_scores(ANSWER, RECOMMENDED) == dict.fromkeys(
        ("anls", "similarity", "exact", "contains"), 0.0
    )
