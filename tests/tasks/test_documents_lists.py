"""Reading lists of things found: from strict JSON down to what a model in a loop leaves behind.

Source: specification 7.0 (OCR lists).
"""

from __future__ import annotations

import json
import time

import pytest

from document_items import DETECTION, DIALOGUE, SPOTTING
from panelwise.profile import RECOMMENDED
from panelwise.tasks import outcome_of, read_response

A = {"bbox_2d": [100, 100, 200, 300], "text_content": "Hello there"}
B = {"bbox_2d": [400, 600, 500, 700], "text_content": "Bang"}
BOTH = json.dumps([A, B])
READ_A = {"box": [100, 100, 200, 300], "text": "Hello there"}
READ_B = {"box": [400, 600, 500, 700], "text": "Bang"}


def read(text, *, item=SPOTTING, **facts):
    return read_response(item, text, profile=RECOMMENDED, **facts)


def texts(parsed):
    return [entry["text"] for entry in parsed.answer["texts"]]


@pytest.mark.parametrize(
    ("text", "rule", "status"),
    [
        (BOTH, "json", "ok"),
        (json.dumps([A, B], indent=2), "json", "ok"),
        (json.dumps({"texts": [A, B]}), "json", "ok"),
        (json.dumps({"page": {"width": 800, "texts": [A, B]}}), "json", "ok"),
        (json.dumps({"dialogue": [A], "sounds": [B]}), "json", "ok"),
        (f"```json\n{BOTH}\n```", "fenced", "ok"),
        (f"```json\r\n{BOTH}\r\n```", "fenced", "ok"),
        (f"Here they are.\n```\n{BOTH}\n```\nAnything else?", "fenced", "ok"),
        (f"The page [image 1] says: {BOTH} and no more.", "embedded", "ok_repaired"),
        (f'A 5" page. {BOTH}', "embedded", "ok_repaired"),
        (BOTH.replace("}, {", "}, {").replace("}]", "},]"), "mended", "ok_repaired"),
        (f"```json\n{BOTH[:-1]},\n]\n```", "mended", "ok_repaired"),
        (str([A, B]), "mended", "ok_repaired"),
        (f"Found {[A, B]!s}!", "mended", "ok_repaired"),
        (f"{json.dumps(A)}\n{json.dumps(B)}", "objects", "ok_repaired"),
        (f"1. {json.dumps(A)}\n2. {json.dumps(B)}", "objects", "ok_repaired"),
        (f"{json.dumps(A)}, {json.dumps(B)}", "mended", "ok_repaired"),
        (f"See :[ {BOTH}", "objects", "ok_repaired"),
        (f"<think>[{json.dumps(A)}]</think>{BOTH}", "json", "ok"),
    ],
)
def test_the_ladder_reads_the_same_list_and_says_how(text, rule, status):
    parsed = read(text)
    assert (parsed.status, parsed.rule) == (status, rule)
    assert parsed.answer == {"texts": [READ_A, READ_B], "discarded": 0}
    assert outcome_of(SPOTTING, parsed) == "correct"
    assert (parsed.reason is None) == (status == "ok")


@pytest.mark.parametrize("finish_reason", ["stop", "length"])
@pytest.mark.parametrize("opening", ["[", '{"texts": [', "```json\n[", "Sure:\n\n["])
def test_of_a_list_that_is_cut_off_the_whole_entries_count(opening, finish_reason):
    whole = opening + ",\n\t".join(map(json.dumps, [A, B, A]))
    parsed = read(whole[:-20], finish_reason=finish_reason)
    assert parsed.status == "ok_repaired"
    assert texts(parsed) == ["Hello there", "Bang"]
    assert parsed.answer["discarded"] == 1
    assert {"cut_off", "discarded"} <= set(parsed.flags)
    assert "final" not in parsed.flags


def test_a_list_cut_off_between_entries_has_lost_none_but_is_cut_off():
    parsed = read(BOTH[:-1] + ", ", finish_reason="length")
    assert (texts(parsed), parsed.answer["discarded"]) == (["Hello there", "Bang"], 0)
    assert parsed.flags == ("cut_off",)


def test_cut_off_in_its_first_entry_a_list_is_truncated():
    parsed = read('[{"bbox_2d": [100, 100, 200, 300], "text_con', finish_reason="length")
    assert parsed.status == "truncated"
    assert read('[{"bbox_2d": [100, 100, 200, 300], "text_con').status == "invalid"


@pytest.mark.parametrize(
    "entry",
    [
        {"bbox_2d": [1, 2, 3], "text_content": "x"},
        {"bbox_2d": [1, 2, 3, None], "text_content": "x"},
        {"bbox_2d": [1, 2, 3, True], "text_content": "x"},
        {"bbox_2d": [1, 2, 3, "4"], "text_content": "x"},
        {"bbox_2d": "1, 2, 3, 4", "text_content": "x"},
        {"bbox_2d": {"x": 1}, "text_content": "x"},
        {"bbox_2d": [1, 2, 3, 10**400], "text_content": "x"},
        {"bbox_2d": [1, 2, 3, 4], "text_content": 5},
        {"bbox_2d": [1, 2, 3, 4], "text_content": None},
        {"bbox_2d": [1, 2, 3, 4]},
        {"text_content": "x"},
        {},
        "x",
        7,
        None,
        [[1, 2, 3, 4], "x"],
    ],
)
def test_entries_of_the_wrong_shape_are_lost_and_counted(entry):
    parsed = read(json.dumps([A, entry, B]))
    assert (texts(parsed), parsed.answer["discarded"]) == (["Hello there", "Bang"], 1)
    assert (parsed.status, parsed.flags) == ("ok_repaired", ("discarded",))
    alone = read(json.dumps([entry]))
    assert (alone.status, outcome_of(SPOTTING, alone)) == ("invalid", "unparsed")


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "9" * 5000, "1" * 400])
def test_numbers_that_no_page_has_are_lost(number):
    broken = f'{{"bbox_2d": [1, 2, 3, {number}], "text_content": "x"}}'
    parsed = read(f"[{json.dumps(A)}, {broken}, {json.dumps(B)}]")
    assert (texts(parsed), parsed.answer["discarded"]) == (["Hello there", "Bang"], 1)


@pytest.mark.parametrize(
    "words",
    ['He said "no"', "a } b { c", "] [", "{x}", ",]", ", }", "it's", "\\", "a\nb", "```", "C:\\n"],
)
@pytest.mark.parametrize("shape", ["{}", "so: {}.", "{0}\n{0}"])
def test_quotes_braces_and_commas_in_words_are_words(words, shape):
    entry = A | {"text_content": words}
    parsed = read(shape.format(json.dumps([entry, B])))
    assert texts(parsed)[:2] == [words, "Bang"]
    mended = read(shape.format(json.dumps([entry, B])[:-1] + ",]"))
    assert texts(mended)[:2] == [words, "Bang"]
    picked = read(f"{json.dumps(entry)}\n{json.dumps(B)}")
    assert texts(picked) == [words, "Bang"]


def test_a_line_break_within_a_string_is_mended():
    parsed = read(BOTH.replace("Hello there", "Hello\nthere"))
    assert (texts(parsed), parsed.rule) == (["Hello\nthere", "Bang"], "mended")


def test_an_unescaped_quote_costs_its_entry_only():
    parsed = read(json.dumps([A, B, A]).replace("Bang", 'Ba"ng'))
    assert (texts(parsed), parsed.answer["discarded"]) == (["Hello there"] * 2, 1)


def test_objects_within_entries_do_not_disturb():
    entry = A | {"style": {"font": "bold"}, "letters": [{"x": 1}, {"x": 2}]}
    for text in (json.dumps([entry, B]), f"{json.dumps(entry)}\n{json.dumps(B)}"):
        assert texts(read(text)) == ["Hello there", "Bang"]


def test_half_a_character_can_be_stored():
    parsed = read('[{"bbox_2d": [1, 2, 3, 4], "text_content": "\\ud83d!"}]')
    assert texts(parsed) == ["\ufffd!"]


@pytest.mark.parametrize("text", ["[]", "```json\n[]\n```", '{"texts": []}', "There are none: []"])
def test_an_empty_list_is_an_answer(text):
    parsed = read(text)
    assert parsed.answer == {"texts": [], "discarded": 0}
    assert outcome_of(SPOTTING, parsed) == "wrong"


@pytest.mark.parametrize("item", [SPOTTING, DETECTION])
def test_words_are_no_list(item):
    parsed = read("There is a large bang in the middle.", item=item)
    assert (parsed.status, parsed.answer) == ("invalid", None)
    assert parsed.reason.startswith("none found")
    assert outcome_of(item, parsed) == "unparsed"


@pytest.mark.parametrize("item", [SPOTTING, DETECTION, DIALOGUE])
@pytest.mark.parametrize(
    "text",
    ["I'm sorry, but I can't help with that.", "I cannot read this image {sorry}.", "我无法回答。"],
)
def test_who_declines_refuses(item, text):
    assert read(text, item=item).status == "refusal"


def test_the_providers_refusal_and_silence_are_told_apart():
    assert read(BOTH, refusal="no").status == "refusal"
    assert read("").status == read("<think>…</think> ").status == "empty"


@pytest.mark.parametrize(
    "text",
    [
        json.dumps([A] * 5000)[:100_000],
        "[" + ", ".join([json.dumps(A)] * 1500),
        "[" * 60_000,
        "{" * 60_000,
        '{"' * 40_000,
        '{\\"' * 30_000,
        '{"a": {"b": "' * 7_000,
        '[{"a": \'' * 10_000,
        '"\\' * 40_000,
        "\n\t{" * 30_000,
        "```\n" * 25_000,
        " " * 90_000 + "x",
        "\n" * 90_000 + "x",
        "T1: " * 20_000,
        "T1 says C" * 10_000,
        "a " * 40_000 + ": b",
        ("{\\\" '\\\t" * 20_000)[:99_997],  # ends with a backslash
        "[" + ('\\"' * 60_000)[:99_998],
        "-" * 90_000 + "x",
    ],
    ids=range(19),
)
@pytest.mark.parametrize("kind", ["spotting", "detection", "speakers", "identities", "structure"])
def test_a_loop_costs_little_time(text, kind, kind_items):
    started = time.process_time()
    for item in kind_items[kind]:
        read(text, item=item)
    assert time.process_time() - started < 6


@pytest.fixture
def kind_items():
    from document_items import ITEMS

    last = ("identities", "naming", "dialogue", "answer", "mark")
    items = {kind: [one] for kind, one in ITEMS.items()}
    return items | {"identities": [ITEMS[kind] for kind in last]}


def test_five_thousand_times_the_same_is_read_and_filtered():
    from panelwise.tasks import score_answer

    started = time.process_time()
    parsed = read(json.dumps([A] * 5000)[-99_000:])
    scores = score_answer(SPOTTING, parsed, RECOMMENDED)
    assert time.process_time() - started < 5
    assert len(parsed.answer["texts"]) > 1000
    assert scores["predicted"] == 1  # copies that lie upon each other are one


@pytest.mark.parametrize(
    ("entry", "read_as"),
    [
        ({"class": "panel", "bbox": [0, 0, 8, 6]}, {"class": "panel", "box": [0, 0, 8, 6]}),
        ({"label": "Panels", "box": [[0, 0], [8, 6]]}, {"class": "panel", "box": [0, 0, 8, 6]}),
        (
            {"category": " TEXT ", "bbox_2d": [0, 0, 8, 6], "confidence": 0.5},
            {"class": "text", "box": [0, 0, 8, 6], "score": 0.5},
        ),
        (
            {"class": "text", "bbox": [0, 0, 8, 6], "score": 10**400},
            {"class": "text", "box": [0, 0, 8, 6]},
        ),
    ],
)
def test_boxes_with_classes(entry, read_as):
    parsed = read(json.dumps([entry]), item=DETECTION)
    assert parsed.answer == {"boxes": [read_as], "discarded": 0}


@pytest.mark.parametrize("entry", [{"class": "face", "bbox": [0, 0, 8, 6]}, {"bbox": [0, 0, 8, 6]}])
def test_boxes_of_other_classes_are_counted(entry):
    panel = {"class": "panel", "bbox": [0, 0, 8, 6]}
    parsed = read(json.dumps([panel, entry]), item=DETECTION)
    assert (len(parsed.answer["boxes"]), parsed.answer["discarded"]) == (1, 1)
    assert read(json.dumps([entry]), item=DETECTION).status == "invalid"
