"""Reading links, groups, names, transcripts and marks in the words that models use.

Source: specification 7.0, 7.6, 7.8, 7.9, 7.11.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from document_items import DIALOGUE, IDENTITIES, MARK, NAMING, SPEAKERS
from panelwise.benchmarks import PAPERS
from panelwise.profile import RECOMMENDED
from panelwise.tasks import get_kind, outcome_of, read_response

PAPER = PAPERS["mangavqa"]
BOTH = pytest.mark.parametrize("profile", [RECOMMENDED, PAPER], ids=lambda p: p.name)
ALL_RIGHT = [["T1", "C1"], ["T2", "C2"], ["T3", "C2"]]


def read(item, text, profile=RECOMMENDED, **facts):
    return read_response(item, text, profile=profile, **facts)


def links(text, **facts):
    parsed = read(SPEAKERS, text, **facts)
    return parsed, [link[:2] for link in parsed.answer["links"]] if parsed.answer else None


@pytest.mark.parametrize(
    "text",
    [
        '{"T1": "C1", "T2": "C2", "T3": "C2"}',
        '{"t1": " c1", "T2 ": "C2", "T3": "C2"}',
        '{"links": {"T1": "C1", "T2": ["C2"], "T3": {"speaker": "C2"}}}',
        '```json\n{"answer": {"T1": "C1", "T2": "C2", "T3": "C2"}}\n```',
        "{'T1': 'C1', 'T2': 'C2', 'T3': 'C2'}",
        '{"T1": "C1", "T2": "C2", "T3": "C2",}',
        'As marked in [1]: {"T1": "C1", "T2": "C2", "T3": "C2"}.',
        '[["T1", "C1"], ["T2", "C2"], ["T3", "C2"]]',
        '[{"text": "T1", "speaker": "C1"}, {"text": "T2", "character": "C2"},'
        ' {"text_id": "T3", "character_id": "C2"}]',
        '{"C1": "T1", "C2": ["T2", "T3"]}',
        "T1: C1\nT2: C2\nT3: C2",
        "- **T1**: C1\n- **T2** → C2\n- T3 – C2",
        "T1：C1、T2：C2、T3：C2",
        "T1 is said by C1, T2 is said by C2, and T3 by C2.",
        "T1: speaker C1; T2: speaker C2; T3 is spoken by C2.",
        "| T1 | C1 |\n| T2 | C2 |\n| T3 | C2 |",
        '{"T1": "C1", "T2": "C2", "T3": "C2", "T4',
    ],
)
def test_links_are_read_however_they_are_written(text):
    parsed, found = links(text)
    assert found == ALL_RIGHT
    assert parsed.status in ("ok", "ok_repaired")


@pytest.mark.parametrize(
    "text", ["T1 says C1 is late.", "C1: T1, C2: T2, T3", "T1 and C1 stand there", "T1. C2 says"]
)
def test_words_that_link_nothing_link_nothing(text):
    assert links(text)[0].status == "invalid"


def test_links_to_what_is_not_there_are_counted():
    parsed, found = links('{"T1": "C1", "T9": "C1", "T2": "C9", "T3": 7}')
    assert found == [["T1", "C1"]]
    assert (parsed.status, parsed.flags) == ("ok_repaired", ("discarded",))
    assert parsed.reason == "3 links to marks that are not on the page"
    assert links('{"T9": "C1"}')[0].status == "invalid"


@pytest.mark.parametrize("text", ['{"T1": null, "T2": "none", "T3": null}', "[]", "T1: none"])
def test_to_link_nobody_is_an_answer(text):
    parsed, found = links(text)
    assert (parsed.status, found) == ("ok", [])


def test_the_only_text_of_a_page_is_no_wrapper():
    gold = SPEAKERS.gold | {"texts": {"T1": [0, 0, 9, 9]}, "links": [["T1", "C1"]]}
    one = replace(SPEAKERS, gold=gold)
    for text in ('{"T1": ["C1"]}', '{"T1": {"speaker": "C1"}}', '{"links": {"T1": "C1"}}'):
        assert [link[:2] for link in read(one, text).answer["links"]] == [["T1", "C1"]]


@pytest.mark.parametrize("score", ["NaN", "Infinity", "true", '"sure"', "null", "1e999"])
def test_a_score_that_is_no_number_is_no_score(score):
    text = f'[{{"text": "T1", "speaker": "C1", "score": {score}}}]'
    assert read(SPEAKERS, text).answer == {"links": [["T1", "C1", 1.0]]}
    assert get_kind("speakers").score(SPEAKERS, read(SPEAKERS, text).answer, RECOMMENDED)


@pytest.mark.parametrize(
    "text",
    [
        '[["C1", "C3"], ["C2", "C4"], ["C5"], ["C6"]]',
        '{"groups": [["C1", "C3"], ["C2", "C4"], ["C5"], ["C6"]]}',
        '{"Anna": ["C1", "C3"], "Bob": ["C2", "C4"], "Cy": ["C5"], "Di": ["C6"]}',
        '{"C1": "Anna", "C3": "Anna", "C2": "Bob", "C4": "Bob", "C5": "Cy", "C6": null}',
        '{"Anna": ["C1", "C3"], "Bob": ["C2", "C4"], "Cy": "C5", "Di": "C6"}',
        '[{"name": "Anna", "characters": ["C1", "C3"]},\n {"characters": ["C2", "C4"]},\n'
        ' {"characters": ["C5"]}, {"characters": ["C6"]}]',
        "[('C1', 'C3'), ('C2', 'C4'), ('C5',), ('C6',)]",
        "C1, C3\nC2 and C4\nC5\nC6",
        "Anna: C1, C3\nBob (tall): C2, C4\nalone: C5\nalone: C6",
        '[["C1", "C3"], ["C2", "C4"], ["C5"], ["C6"',
        '[\n  [\n    "C1",\n    "C3"\n  ],\n  [\n    "C2",\n    "C4"\n  ],\n  [\n    "C5"',
    ],
)
def test_groups_are_read_however_they_are_written(text):
    parsed = read(IDENTITIES, text)
    assert sorted(map(sorted, parsed.answer["groups"])) == [
        ["C1", "C3"],
        ["C2", "C4"],
        ["C5"],
        ["C6"],
    ]
    assert outcome_of(IDENTITIES, parsed) == "correct"


def test_marks_left_out_stand_alone_and_marks_named_twice_belong_where_they_came_first():
    parsed = read(IDENTITIES, '[["C1", "C3", "C9"], ["C3", "C2"]]')
    assert parsed.answer == {"groups": [["C1", "C3"], ["C2"], ["C4"], ["C5"], ["C6"]]}
    assert parsed.status == "ok_repaired"
    assert parsed.reason == "3 characters in no group, 2 marks twice or unknown"


@pytest.mark.parametrize("text", ["[]", "They all differ.", '[["C8", "C9"]]', "[[1, 2], [3]]"])
def test_without_a_known_mark_there_are_no_groups(text):
    assert read(IDENTITIES, text).status == "invalid"


@pytest.mark.parametrize(
    "text",
    [
        '{"T1": "Anna", "T2": "Bob"}',
        '{"names": {"t1": "Anna", "T2": "Bob"}}',
        '{"T1": {"name": "Anna"}, "T2": {"speaker": "Bob"}}',
        '[{"mark": "T1", "name": "Anna"}, {"text": "T2", "name": "Bob"}]',
        "{'T1': 'Anna', 'T2': 'Bob'}",
        "T1: Anna\nT2: Bob",
        "**T1:** Anna\n**T2:** Bob",
        "1. T1 – Anna\n2. T2 → Bob",
        "T1: Anna, T2: Bob",
        "So T1：Anna, T2：Bob",
        'In the style of {"T9": "Zoe"}: {"T1": "Anna", "T2": "Bob"}',
        '{"T1": "Anna", "T2": "Bob", "T3": "narr',
        '{\n  "T1": "Anna",\n  "T2": "Bob",\n  "T3": "na',
    ],
)
def test_names_are_read_however_they_are_written(text):
    assert read(NAMING, text).answer == {"names": {"T1": "Anna", "T2": "Bob"}}


@pytest.mark.parametrize(
    ("item", "text"),
    [
        (SPEAKERS, '{"T1": "C1", "T2": "C2", "T3'),
        (IDENTITIES, '[["C1", "C2"], ["C3", "C4", "C5", "C6"], ["'),
        (NAMING, '{"T1": "Anna", "T2": "Bob'),
    ],
)
def test_of_what_is_cut_off_the_pieces_count(item, text):
    parsed = read(item, text, finish_reason="length")
    assert (parsed.status, parsed.rule) == ("ok_repaired", "pieces")
    assert parsed.reason == "JSON pieces"


def test_names_for_other_marks_are_counted():
    parsed = read(NAMING, '{"T1": "Anna", "T8": "Zoe"}')
    assert (parsed.status, parsed.answer) == ("ok_repaired", {"names": {"T1": "Anna"}})
    assert read(NAMING, '{"T8": "Zoe"}').status == "invalid"
    assert read(NAMING, "Anna and Bob talk.").status == "invalid"


SPOKEN = [{"name": "Anna", "text": "Where are you?"}, {"name": "Bob", "text": "Over: here!"}]


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (
            '[{"name": "Anna", "text": "Where are you?"}, {"name": "Bob", "text": "Over: here!"}]',
            "ok",
        ),
        (
            '{"lines": [{"speaker": "Anna", "line": "Where are you?"},'
            ' {"character": "Bob", "dialogue": "Over: here!"}]}',
            "ok",
        ),
        (
            '[{"name": "Anna", "text": "Where are you?"}, {"name": "Bob", "text": "Over: here!"},'
            ' {"name": "nar',
            "ok_repaired",
        ),
        ("Anna: Where are you?\nBob: Over: here!", "ok"),
        ("Here is what is said:\n\n**Anna:** Where are you?\n**Bob**: Over: here!", "ok"),
        ("1. Anna: “Where are you?”\n2. Bob: “Over: here!”", "ok"),
        ("- <Anna>: Where are you?\n- [Bob]: Over: here!", "ok"),
        ("Anna：「Where are you?」\nBob：「Over: here!」", "ok"),
    ],
)
def test_transcripts_are_read_however_they_are_written(text, status):
    parsed = read(DIALOGUE, text)
    assert (parsed.status, parsed.answer) == (status, {"lines": SPOKEN})


def test_a_line_without_a_name_is_a_line():
    parsed = read(DIALOGUE, '[{"text": "Hm"}, {"name": null, "text": "Oh"}]')
    assert parsed.answer == {"lines": [{"name": "", "text": "Hm"}, {"name": "", "text": "Oh"}]}
    assert read(DIALOGUE, "[]").answer == {"lines": []}


@pytest.mark.parametrize(
    "text",
    ["They talk about the weather.", '{"foo": "bar"}', '[\n"name",\n"text": "x"\n]{"a": 1}'],
)
def test_what_is_no_transcript_is_not_made_one(text):
    assert read(DIALOGUE, text).status == "invalid"


@BOTH
@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("8", 8),
        ("8/10", 8),
        ("8 / 10", 8),
        ("10/10", 10),
        ("Score: 7.", 7),
        ("**Rating:** 9", 9),
        ("8.0", 8),
        ("I'd say 9 out of 10", 9),
        ("On a scale from 1 to 10, this is a 6.", 6),
        ("（８）", 8),
        ("1", 1),
        ("10", 10),
        ("7.5", None),
        ("7,5", None),
        ("11", None),
        ("0", None),
        ("-3", None),
        ("−3", None),
        ("ten", None),
        ("8/100", None),
        ("3 out of 5", None),
        ("9" * 6000, None),
        ("7." + "1" * 6000, None),
        ("8/" + "9" * 6000, None),
        ("none", None),
        ("8. I give it 8 out of 10.", 8),
        ("Score: 8/10 - but maybe 3", None),
        ("It names 2 of the 3 things: 6", None),
    ],
)
def test_a_mark_is_the_one_whole_number_from_1_to_10(profile, text, mark):
    parsed = read(MARK, text, profile)
    if mark is None:
        assert (parsed.status, parsed.answer) == ("invalid", None)
    else:
        assert (parsed.status, parsed.answer) == ("ok", {"mark": mark})


def test_of_a_judge_who_fails_nothing_or_the_lowest_mark_counts():
    kind = get_kind("mark")
    assert kind.invalid_scores(MARK, RECOMMENDED) == {}
    assert kind.invalid_scores(MARK, PAPER) == {"mark": 1.0}
    outcomes = [outcome_of(MARK, read(MARK, str(mark))) for mark in (1, 5, 10)]
    assert outcomes == ["wrong", "partial", "correct"]
