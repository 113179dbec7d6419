"""Whole answers for whole texts: links, pages, marks and words, what was lost and why.

Source: specification 7.0, 7.6, 7.8. The wording of reasons is this project's own.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from document_items import ANSWER, MARK, SPEAKERS, STRUCTURE
from panelwise.profile import RECOMMENDED
from panelwise.tasks import Parsed, get_kind, read_response

LINKS = [
    # text, what is read
    ("[]", Parsed("ok", {"links": []}, "json", None, ("final",))),
    ("{}", Parsed("ok", {"links": []}, "json", None, ("final",))),
    (" {} ", Parsed("ok", {"links": []}, "json", None, ("final",))),
    ('{"T1": "C1"}', Parsed("ok", {"links": [["T1", "C1", 1.0]]}, "json", None, ("final",))),
    (
        '{"T1": "C1", "T9": "C1"}',
        Parsed(
            "ok_repaired",
            {"links": [["T1", "C1", 1.0]]},
            "json",
            "1 links to marks that are not on the page",
            ("final", "discarded"),
        ),
    ),
    (
        '{"T9": "C1", "T8": "C1"}',
        Parsed("invalid", None, None, "2 links to marks that are not on the page", ()),
    ),
    ('{"T1": "none", "T9": null}', Parsed("ok", {"links": []}, "json", None, ("final",))),
    ('{"T9": "none"}', Parsed("ok", {"links": []}, "json", None, ("final",))),
    ("T1: C1", Parsed("ok", {"links": [["T1", "C1", 1.0]]}, "lines", None, ("final",))),
    ("T1: none", Parsed("ok", {"links": []}, "lines", None, ("final",))),
    (
        '[["T1", "C1"], ["T2"], 5, ["T2", "C2", 0.5]]',
        Parsed("ok", {"links": [["T1", "C1", 1.0], ["T2", "C2", 1.0]]}, "json", None, ("final",)),
    ),
    (
        '[{"text": "T1", "speaker": "C1", "score": 0.25}]',
        Parsed("ok", {"links": [["T1", "C1", 0.25]]}, "json", None, ("final",)),
    ),
    ('[{"text": "T2"}, {"speaker": "C1"}]', Parsed("ok", {"links": []}, "json", None, ("final",))),
    (
        '[{"text": "T1", "speaker": "C1", "score": 0}]',
        Parsed("ok", {"links": [["T1", "C1", 0.0]]}, "json", None, ("final",)),
    ),
    ('[["C1", "T1"]]', Parsed("ok", {"links": [["T1", "C1", 1.0]]}, "json", None, ("final",))),
    (
        '[[null, "C1"], ["T1", "C1"]]',
        Parsed("ok", {"links": [["T1", "C1", 1.0]]}, "json", None, ("final",)),
    ),
    (
        '{"T1": "C1", "T2": "C2", "T',
        Parsed(
            "ok_repaired",
            {"links": [["T1", "C1", 1.0], ["T2", "C2", 1.0]]},
            "pieces",
            "JSON pieces",
            ("final",),
        ),
    ),
    (
        "T1: C1, T2: C2 [x",
        Parsed(
            "ok_repaired",
            {"links": [["T1", "C1", 1.0], ["T2", "C2", 1.0]]},
            "pieces",
            "JSON pieces",
            ("final",),
        ),
    ),
    ("x", Parsed("invalid", None, None, "none found: no links between texts and characters", ())),
    (
        '{"T1": {"name": "C1"}, "T2": {"x": 1}, "T3": 7}',
        Parsed(
            "ok_repaired",
            {"links": [["T1", "C1", 1.0]]},
            "json",
            "1 links to marks that are not on the page",
            ("final", "discarded"),
        ),
    ),
    (
        '{"": "C1", "T1": "C1"}',
        Parsed("ok", {"links": [["T1", "C1", 1.0]]}, "json", None, ("final",)),
    ),
    (
        '{"T1": ["C1", "C2"]}',
        Parsed("ok", {"links": [["T1", "C1", 1.0], ["T1", "C2", 1.0]]}, "json", None, ("final",)),
    ),
    (
        "{'T1': 'C1'}",
        Parsed("ok_repaired", {"links": [["T1", "C1", 1.0]]}, "mended", "JSON mended", ("final",)),
    ),
]


def test_an_empty_object_links_nobody_and_is_no_silence():
    parsed = read_response(SPEAKERS, "{}", profile=RECOMMENDED)
    assert (parsed.status, parsed.answer) == ("ok", {"links": []})


@pytest.mark.parametrize(("text", "parsed"), LINKS)
def test_the_links_of_a_text(text, parsed):
    assert get_kind("speakers").read(SPEAKERS, text, RECOMMENDED) == parsed


LINKS_WRITTEN = [
    # links, text
    ([], "[]"),
    ([["T1", "C1", 1.0]], '{"T1": "C1"}'),
    ([["T1", "C1", 1.0], ["T1", "C2"]], '{"T1": ["C1", "C2"]}'),
]


@pytest.mark.parametrize(("links", "text"), LINKS_WRITTEN)
def test_links_as_they_are_written(links, text):
    assert get_kind("speakers").write(SPEAKERS, {"links": links}, RECOMMENDED) == text


TEXT = '{"bbox": [1, 2, 3, 4], "speaker": "C1"}'
ONE = '{"id": "C1", "bbox": [5, 6, 7, 8]}'
SAID = {"box": [1, 2, 3, 4], "speakers": ["C1"]}
UNSAID = {"box": [1, 2, 3, 4], "speakers": []}
WHO = {"id": "C1", "box": [5, 6, 7, 8], "person": None}


def page(texts, characters, discarded):
    return {"texts": texts, "characters": characters, "discarded": discarded}


PAGES = [
    # text, what is read
    (
        '{"texts": [TEXT], "characters": [ONE]}',
        Parsed("ok", page([SAID], [WHO], 0), "json", None, ("final",)),
    ),
    ("[TEXT, ONE]", Parsed("ok", page([SAID], [WHO], 0), "json", None, ("final",))),
    (
        '[TEXT, {"id": "C1"}]',
        Parsed(
            "ok_repaired",
            page([UNSAID], [], 2),
            "json",
            "2 entries or links lost",
            ("final", "discarded"),
        ),
    ),
    (
        '{"texts": [{"x": 1}], "characters": []}',
        Parsed("invalid", None, None, "1 entries, of which none can be read", ()),
    ),
    ("{}", Parsed("ok", page([], [], 0), "json", None, ("final",))),
    ("[]", Parsed("ok", page([], [], 0), "json", None, ("final",))),
    ('{"texts": []}', Parsed("ok", page([], [], 0), "json", None, ("final",))),
    ('{"x": 1}', Parsed("invalid", None, None, "1 entries, of which none can be read", ())),
    (
        '{"page": {"texts": [], "characters": [ONE]}}',
        Parsed("ok", page([], [WHO], 0), "json", None, ("final",)),
    ),
    (
        '{"texts": [], "characters": {"Anna": [5, 6, 7, 8]}}',
        Parsed(
            "ok",
            page([], [{"id": "ANNA", "box": [5, 6, 7, 8], "person": None}], 0),
            "json",
            None,
            ("final",),
        ),
    ),
    (
        '{"texts": 5, "characters": []}',
        Parsed("invalid", None, None, "1 entries, of which none can be read", ()),
    ),
    (
        "[TEXT, 3]",
        Parsed(
            "ok_repaired",
            page([UNSAID], [], 2),
            "json",
            "2 entries or links lost",
            ("final", "discarded"),
        ),
    ),
    (
        "x [TEXT, ONE] y",
        Parsed("ok_repaired", page([SAID], [WHO], 0), "embedded", "list embedded", ("final",)),
    ),
    (
        "[TEXT, ONE",
        Parsed(
            "ok_repaired", page([SAID], [WHO], 0), "objects", "list objects", ("final", "cut_off")
        ),
    ),
    (
        '[ONE, {"id"',
        Parsed(
            "ok_repaired",
            page([], [WHO], 1),
            "objects",
            "1 entries or links lost",
            ("final", "cut_off", "discarded"),
        ),
    ),
    (
        '{"texts": [TEXT], "characters": [ONE],}',
        Parsed("ok_repaired", page([SAID], [WHO], 0), "mended", "list mended", ("final",)),
    ),
    ("nothing", Parsed("invalid", None, None, "none found: no lists of texts and characters", ())),
    (
        '{"texts": [{"box": [1,2,3,4], "speakers": ["C1", "c1", "C2", null]}, 7],'
        ' "characters": [ONE]}',
        Parsed(
            "ok_repaired",
            page([SAID], [WHO], 2),
            "json",
            "2 entries or links lost",
            ("final", "discarded"),
        ),
    ),
    (
        '{"texts": [{"box": [1,2,3,4], "score": 0.5}]}',
        Parsed(
            "ok",
            page([{"box": [1, 2, 3, 4], "speakers": [], "score": 0.5}], [], 0),
            "json",
            None,
            ("final",),
        ),
    ),
    (
        '{"characters": [{"id": 2, "box": [1,1,2,2], "name": "a"}]}',
        Parsed(
            "ok",
            page([], [{"id": "2", "box": [1, 1, 2, 2], "person": "A"}], 0),
            "json",
            None,
            ("final",),
        ),
    ),
    (
        '{"characters": [{"box": [1,1,2,2], "person": 3}, [1,1,2,2]]}',
        Parsed(
            "ok_repaired",
            page([], [{"id": "", "box": [1, 1, 2, 2], "person": "3"}], 1),
            "json",
            "1 entries or links lost",
            ("final", "discarded"),
        ),
    ),
    ('[{"bbox": [1,2,3,4]}]', Parsed("ok", page([UNSAID], [], 0), "json", None, ("final",))),
    (
        '[{"bbox": [1,2,3,4], "person": "x"}]',
        Parsed(
            "ok",
            page([], [{"id": "", "box": [1, 2, 3, 4], "person": "X"}], 0),
            "json",
            None,
            ("final",),
        ),
    ),
    (
        '[{"bbox": [1,2,3,4], "said_by": "x", "id": 1}]',
        Parsed(
            "ok_repaired",
            page([UNSAID], [], 1),
            "json",
            "1 entries or links lost",
            ("final", "discarded"),
        ),
    ),
    (
        '{"texts": [{"bbox": [1,2,3,4], "confidence": true}]}',
        Parsed("ok", page([UNSAID], [], 0), "json", None, ("final",)),
    ),
    (
        '{"texts": [TEXT], "characters": [ONE]} [1, 2',
        Parsed("ok_repaired", page([SAID], [WHO], 0), "embedded", "list embedded", ("final",)),
    ),
    ('{"answer": [ONE]}', Parsed("ok", page([], [WHO], 0), "json", None, ("final",))),
]


@pytest.mark.parametrize(("text", "parsed"), PAGES)
def test_the_structure_of_a_page(text, parsed):
    text = text.replace("TEXT", TEXT).replace("ONE", ONE)
    assert get_kind("structure").read(STRUCTURE, text, RECOMMENDED) == parsed


JUDGED = [
    # text, what is read
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
    ("8 or 9", Parsed("invalid", None, None, "ambiguous: 8 or 9", ())),
    ("from 1 to 10: 7", Parsed("ok", {"mark": 7}, "number", None, ("final",))),
    ("1-10: 7", Parsed("ok", {"mark": 7}, "number", None, ("final",))),
    ("no", Parsed("invalid", None, None, "none found: no number", ())),
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
        Parsed("invalid", None, None, "ambiguous: 8 or 12345678901234567890", ()),
    ),
    ("-3", Parsed("invalid", None, None, "none found: no number", ())),
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
        replace(ANSWER, id=str(k), gold={"question": "?", "answers": [word]})
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
