"""Whole answers for whole texts: links and pages, what was lost and why.

Source: specification 7.0, 7.8. The wording of reasons is this project's own.
"""

from __future__ import annotations

import pytest

from document_items import PERFECT, SPEAKERS, STRUCTURE
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
    (
        "x",
        Parsed(
            "invalid",
            None,
            None,
            "none found: no links between texts and characters",
            (),
            unclear=True,
        ),
    ),
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
        '{"page": {"texts": [ONE], "characters": []}}',
        Parsed(
            "ok",
            page([{"box": [5, 6, 7, 8], "speakers": []}], [], 0),
            "json",
            None,
            ("final",),
        ),
    ),
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
    (
        "nothing",
        Parsed(
            "invalid", None, None, "none found: no lists of texts and characters", (), unclear=True
        ),
    ),
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


def test_what_a_drawn_character_hits_is_one_in_their_number():
    hits = dict.fromkeys(("top_hits", "text_hits", "best_hits"), 1.5)
    rates = dict.fromkeys(("recall_at_texts", "best_speaker"), 0.5)
    counts = {"links": 3, "texts": 3, "no_speaker": 0}
    assert get_kind("speakers").chance(SPEAKERS, RECOMMENDED) == hits | rates | counts


def test_which_speakers_are_guessed_for_every_text():
    constants = get_kind("speakers").guesses([SPEAKERS], RECOMMENDED).constants
    texts = ("T1", "T2", "T3")
    assert [guess(SPEAKERS)["links"] for guess in constants.values()] == [
        [[text, "C1", 1.0] for text in texts],
        [[text, "C2", 1.0] for text in texts],
        [[text, who, 1.0] for text in texts for who in ("C1", "C2")],
        [],
    ]


def test_the_surest_links_count_and_one_without_a_score_is_as_sure_as_1():
    links = [["T1", "C2", 0.9], ["T1", "C1"], ["T2", "C2", 1.1], ["T3", "C2", 0.95]]
    scores = get_kind("speakers").score(SPEAKERS, {"links": links}, RECOMMENDED)
    assert (scores["top_hits"], scores["best_hits"], scores["no_speaker"]) == (3, 3, 0)
    links[1] = ["T1", "C1", 0.85]
    scores = get_kind("speakers").score(SPEAKERS, {"links": links}, RECOMMENDED)
    assert (scores["top_hits"], scores["best_hits"], scores["no_speaker"]) == (2, 2, 0)


def test_a_page_is_right_when_all_of_it_is_and_partly_right_when_any_is():
    kind, perfect = get_kind("structure"), PERFECT["structure"]
    turned = perfect | {"texts": perfect["texts"][::-1]}
    nothing = {"texts": [], "characters": []}
    outcomes = [kind.outcome(STRUCTURE, one, RECOMMENDED) for one in (perfect, turned, nothing)]
    assert outcomes == ["correct", "partial", "wrong"]
