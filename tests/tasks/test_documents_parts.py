"""Each reader of values by itself: what a text or a value holds, up to each bound.

Source: specification 7.0 (OCR lists). The bounds are this project's own.
"""

from __future__ import annotations

import pytest

from panelwise.tasks.kinds import get_kind
from panelwise.tasks.kinds.documents._boxes import four_numbers
from panelwise.tasks.kinds.documents._lists import (
    FoundList,
    _closing,
    _loaded,
    _values,
    as_mark,
    as_number,
    find_objects,
    find_pairs,
    unwrapped,
)
from panelwise.tasks.kinds.speakers._line import named_speakers

OBJECTS = [
    # text, what is found
    (
        '{"t": [{"a": 1}, 3], "s": [{"a": 2}]}',
        FoundList(({"a": 1}, {"a": 2}), "json", 1, cut=False),
    ),
    ('[{"a": 1}, 2]', FoundList(({"a": 1},), "json", 1, cut=False)),
    ('{"a": 1}', FoundList(({"a": 1},), "json", 0, cut=False)),
    ('x {"a": 1} y', FoundList(({"a": 1},), "objects", 0, cut=False)),
    ('x [{"a": 1}] [{"a": 2}] y', FoundList(({"a": 1},), "embedded", 0, cut=False)),
    ('```\n[{"a": 1}]\n```', FoundList(({"a": 1},), "fenced", 0, cut=False)),
    ("[1, 2]", FoundList((), "json", 2, cut=False)),
    ('x [1] [{"a": 1}]', FoundList(({"a": 1},), "embedded", 0, cut=False)),
    ("x []", FoundList((), "embedded", 0, cut=False)),
    ('{"t": [{"a": 1}], "s": [], "k": 2}', FoundList(({"a": 1},), "json", 0, cut=False)),
    (
        '{"t": [{"a": 1}], "s": [{"a": 2}, 3]}',
        FoundList(({"a": 1}, {"a": 2}), "json", 1, cut=False),
    ),
    (
        '{"t": [{"a": 1}], "s": [3]}',
        FoundList(({"t": [{"a": 1}], "s": [3]},), "json", 0, cut=False),
    ),
    ('{"t": [3, {"a": 1}]}', FoundList(({"a": 1},), "json", 1, cut=False)),
    ('{"t": [{"a": 1}, 3]}', FoundList(({"a": 1},), "json", 1, cut=False)),
    ('[{"a": 1},]', FoundList(({"a": 1},), "mended", 0, cut=False)),
    ('{"a": 1}, {"a": 2}', FoundList(({"a": 1}, {"a": 2}), "mended", 0, cut=False)),
    ('{"a": 1} {"a": 2} {"a"', FoundList(({"a": 1}, {"a": 2}), "objects", 1, cut=True)),
    ('[{"a": 1} {"a": 2}]', FoundList(({"a": 1}, {"a": 2}), "objects", 0, cut=False)),
    ('[{"a": 1} {"a": 2}', FoundList(({"a": 1}, {"a": 2}), "objects", 0, cut=True)),
    ('{"a": 1} [x] {"a": 2}', FoundList(({"a": 1}, {"a": 2}), "objects", 0, cut=False)),
    ('x [ {"a": 1}', FoundList(({"a": 1},), "objects", 0, cut=True)),
    ('{"t": [{"a": 1}, {"a', FoundList(({"a": 1},), "objects", 1, cut=True)),
    ('{"t": [', FoundList((), "objects", 0, cut=True)),
    ('{"a": {"b": 1}} {"c": 2}', FoundList(({"a": {"b": 1}}, {"c": 2}), "objects", 0, cut=False)),
    ('{"a" 1} {"a": 2}', FoundList(({"a": 2},), "objects", 1, cut=False)),
    ('{"a" 1}', FoundList((), "objects", 1, cut=False)),
    ("x", None),
    ("{x}", None),
    ('{"a": 1} ] [', FoundList(({"a": 1},), "objects", 0, cut=False)),
]


@pytest.mark.parametrize(("text", "found"), OBJECTS)
def test_the_objects_of_a_text(text, found):
    assert find_objects(text) == found


PAIRS = [
    # text, whole pairs
    ('{"T1": "Anna", "T2": "Bo', {"T1": "Anna"}),
    ('{"T1": "A\\u00e9\nb"}', {"T1": "Aé\nb"}),
    ('"' + "k" * 40 + '": "v"', {"k" * 40: "v"}),
    ('"' + "k" * 41 + '": "v"', {}),
    ("", {}),
]


@pytest.mark.parametrize(("text", "pairs"), PAIRS)
def test_the_pairs_of_a_text(text, pairs):
    assert find_pairs(text) == pairs


WRAPPED = [
    # value, marks, what it holds
    ({"a": {"b": [1]}}, (), [1]),
    ({"a": [1], "b": 2}, (), {"a": [1], "b": 2}),
    ({"a": 1}, (), {"a": 1}),
    ({"T1": ["C1"]}, ["T1"], {"T1": ["C1"]}),
    ({"x": {"T1": ["C1"]}}, ["T1"], {"T1": ["C1"]}),
    ({" t1": ["C1"]}, ["T1"], {" t1": ["C1"]}),
    ([1], (), [1]),
    ({}, (), {}),
]


@pytest.mark.parametrize(("value", "marks", "inner"), WRAPPED)
def test_what_a_wrapper_holds(value, marks, inner):
    assert unwrapped(value, marks) == inner


NUMBERS = [
    # value, number
    (1, 1.0),
    (1.5, 1.5),
    (True, None),
    ("1", None),
    (None, None),
    (1000000000.0, None),
    (999999999.0, 999999999.0),
    (-1000000000.0, None),
    (-999999999.0, -999999999.0),
    (float("nan"), None),
    (float("inf"), None),
    (10**400, None),
]


@pytest.mark.parametrize(("value", "number"), NUMBERS)
def test_what_is_a_number(value, number):
    assert as_number(value) == number


MARKS = [
    # value, mark
    (" t1 ", "T1"),
    (7, "7"),
    (True, ""),
    (1.0, ""),
    (None, ""),
    (1000000000, ""),
    (999999999, "999999999"),
    (-1000000000, ""),
    (-999999999, "-999999999"),
    (["T1"], ""),
]


@pytest.mark.parametrize(("value", "mark"), MARKS)
def test_what_is_a_mark(value, mark):
    assert as_mark(value) == mark


BRACKETS = [
    # text, where a bracket opens, where it closes
    ("[1]", 0, 3),
    ("[[1]]x", 0, 5),
    ("[[1]]x", 1, 4),
    ("[", 0, None),
    ('["]"]', 0, 5),
    ("['[']x", 0, 5),
    ("[{}]]", 0, 4),
    ('{"it\'s": [1]}', 0, 13),
]


@pytest.mark.parametrize(("text", "start", "end"), BRACKETS)
def test_where_a_bracket_closes(text, start, end):
    assert _closing(text, start) == end


LOADED = [
    # text, value, whether mended
    ("[1]", [1], False),
    ("{'a': 1}", {"a": 1}, True),
    ("[1,]", [1], True),
    ("", None, False),
    ("1", None, False),
    ("[nope]", None, False),
    ('["a\nb"]', ["a\nb"], True),
    ("[01]", None, False),
    ("[1", None, False),
    ("{1, 2}", {1, 2}, True),
]


@pytest.mark.parametrize(("text", "value", "mended"), LOADED)
def test_what_a_text_loads_as(text, value, mended):
    assert _loaded(text) == (value, mended)
    assert _loaded(text)[1] is mended


VALUES = [
    # text, each list or object and the rule that found it
    ('[1] {"a": 2}', [("embedded", [1]), ("embedded", {"a": 2})]),
    ("```\n[3]\n``` [4]", [("fenced", [3]), ("embedded", [3]), ("embedded", [4])]),
    ("[[1], 2] [3]", [("embedded", [[1], 2]), ("embedded", [3])]),
    ("x [1 [2]", []),
]


@pytest.mark.parametrize(("text", "values"), VALUES)
def test_the_values_of_a_text(text, values):
    assert list(_values(text)) == values


BOXES = [
    # value, four numbers
    ([1, 2, 3, 4], [1.0, 2.0, 3.0, 4.0]),
    ((1, 2, 3, 4), [1.0, 2.0, 3.0, 4.0]),
    ([[1, 2], [3, 4]], [1.0, 2.0, 3.0, 4.0]),
    ([[1, 2], (3, 4)], [1.0, 2.0, 3.0, 4.0]),
    ([[1, 2], 3], None),
    ([[1, 2, 3], [4]], [1.0, 2.0, 3.0, 4.0]),
    ([1, 2, 3], None),
    ([1, 2], None),
    ([1, 2, 3, "4"], None),
    ([1, 2, 3, 4, 5], None),
    ("1234", None),
    ([[1, 2, 3, 4]], None),
    (None, None),
]


@pytest.mark.parametrize(("value", "numbers"), BOXES)
def test_what_is_a_box(value, numbers):
    assert four_numbers(value) == numbers


WRITTEN = [
    # kind, answer as somebody read it, the words for it
    (
        "spotting",
        [{"bbox": [1.0, 2, 3.5, 4], "text": "a"}, 7],
        '[\n\t{"bbox_2d": [1, 2, 3.5, 4], "text_content": "a"},\n\t7\n]',
    ),
    (
        "spotting",
        [{"polygon": [[1, 2], [3, 2], [3, 5]], "text": "b"}],
        '[\n\t{"bbox_2d": [1, 2, 3, 5], "text_content": "b"}\n]',
    ),
    (
        "spotting",
        [{"polygon": [[1, 2], [3, 2]], "text": "c"}],
        '[\n\t{"polygon": [[1, 2], [3, 2]], "text": "c"}\n]',
    ),
    (
        "spotting",
        [{"polygon": [[1, 2], [3, 2, 1], [3, 5]], "text": "c"}],
        '[\n\t{"polygon": [[1, 2], [3, 2, 1], [3, 5]], "text": "c"}\n]',
    ),
    (
        "spotting",
        [{"polygon": [[1, 2], [3, "2"], [3, 5]], "text": "c"}],
        '[\n\t{"polygon": [[1, 2], [3, "2"], [3, 5]], "text": "c"}\n]',
    ),
    ("spotting", [{"polygon": 5, "text": "c"}], '[\n\t{"polygon": 5, "text": "c"}\n]'),
    ("spotting", [{"text": "d"}], '[\n\t{"text": "d"}\n]'),
    ("spotting", [{"bbox": [1, 2, 3, 4]}], '[\n\t{"bbox": [1, 2, 3, 4]}\n]'),
    ("spotting", [{"bbox": "x", "text": "e"}], '[\n\t{"bbox_2d": "x", "text_content": "e"}\n]'),
    (
        "spotting",
        {"texts": [{"bbox": [1, 2, 3, 4], "text": "a"}]},
        '[\n\t{"bbox_2d": [1, 2, 3, 4], "text_content": "a"}\n]',
    ),
    (
        "spotting",
        {"bbox": [1, 2, 3, 4], "text": "a"},
        '[\n\t{"bbox_2d": [1, 2, 3, 4], "text_content": "a"}\n]',
    ),
    ("detection", {"boxes": [{"a": 1}]}, '[\n\t{"a": 1}\n]'),
    ("detection", [{"a": 1}], '[\n\t{"a": 1}\n]'),
    ("detection", 5, "[\n\t5\n]"),
    (
        "speakers",
        {"links": [["t1", "c1"]]},
        '[\n\t{"text": "T1", "speaker": "C1", "score": 1.0}\n]',
    ),
    (
        "speakers",
        {"links": [["T2", "C2", 0.5]]},
        '[\n\t{"text": "T2", "speaker": "C2", "score": 0.5}\n]',
    ),
    ("speakers", {"links": [["T3", None]]}, "[]"),
    ("speakers", {"links": [["T3"]]}, '[\n\t{"text": "?", "speaker": "no link: [\\"T3\\"]"}\n]'),
    (
        "speakers",
        {"links": [["T1", "C1", "x"]]},
        '[\n\t{"text": "?", "speaker": "no link: [\\"T1\\", \\"C1\\", \\"x\\"]"}\n]',
    ),
    (
        "speakers",
        {"links": [["", "C1"]]},
        '[\n\t{"text": "?", "speaker": "no link: [\\"\\", \\"C1\\"]"}\n]',
    ),
    ("speakers", {"links": [5]}, '[\n\t{"text": "?", "speaker": "no link: 5"}\n]'),
    (
        "speakers",
        {"links": [["T1", "", 1]]},
        '[\n\t{"text": "?", "speaker": "no link: [\\"T1\\", \\"\\", 1]"}\n]',
    ),
    (
        "speakers",
        {"links": [["T1", "C1", 1, 2]]},
        '[\n\t{"text": "?", "speaker": "no link: [\\"T1\\", \\"C1\\", 1, 2]"}\n]',
    ),
    (
        "speakers",
        [{"text": "T1", "speaker": "C1"}],
        '[\n\t{"text": "T1", "speaker": "C1", "score": 1.0}\n]',
    ),
    (
        "speakers",
        [{"text_id": "T2", "name": "C2", "score": 0.25}],
        '[\n\t{"text": "T2", "speaker": "C2", "score": 0.25}\n]',
    ),
    (
        "speakers",
        [{"text": "T3", "speaker": "C1", "score": None}],
        '[\n\t{"text": "?", "speaker": "no link: [\\"T3\\", \\"C1\\", null]"}\n]',
    ),
    ("speakers", [{"text": "T1"}], "[]"),
    (
        "speakers",
        {"T1": ["C1", "C2"], "T3": None},
        '[\n\t{"text": "T1", "speaker": "C1", "score": 1.0},'
        '\n\t{"text": "T1", "speaker": "C2", "score": 1.0}\n]',
    ),
    ("speakers", [], "[]"),
    ("speakers", 5, "[]"),
    ("identities", [["C1"]], '[["C1"]]'),
    ("identities", {"groups": [["C1"]]}, '[["C1"]]'),
    ("identities", {"similarity": [], "groups": []}, '{"similarity": [], "groups": []}'),
    ("identities", {"é": ["C1"]}, '{"é": ["C1"]}'),
    ("structure", {"texts": ["é"]}, '{"texts": ["é"]}'),
    ("reading_order", {"texts": [{"box": [1, 2, 3, 4]}]}, '[\n\t{"box": [1, 2, 3, 4]}\n]'),
    ("reading_order", [{"é": 1}], '[\n\t{"é": 1}\n]'),
    (
        "naming",
        [{"mark": "t1", "name": "A"}, {"mark": "T1", "name": "B"}, {"name": "x"}, 4],
        '{"T1": "A"}',
    ),
    (
        "naming",
        [{"mark": "T2", "names": ["é", "D"]}, {"mark": "T3", "name": []}],
        '{"T2": "é", "T3": []}',
    ),
    ("naming", {"lines": [{"mark": "T1", "name": "A"}]}, '{"T1": "A"}'),
    ("naming", {"names": {"T1": "é"}}, '{"T1": "é"}'),
    ("naming", {"T1": "A"}, '{"T1": "A"}'),
    (
        "naming",
        {"names": [{"mark": "T1", "name": "A"}], "lines": [{"mark": "T2", "name": "B"}]},
        '{"T2": "B"}',
    ),
    ("dialogue", {"lines": [{"name": "A"}]}, '[\n\t{"name": "A"}\n]'),
    ("dialogue", [{"name": "A"}], '[\n\t{"name": "A"}\n]'),
    ("answer", {"text": "yes"}, "yes"),
    ("answer", {"text": 5}, '{"text": 5}'),
    ("answer", "é", '"é"'),
    ("answer", {"é": 1}, '{"é": 1}'),
]


@pytest.mark.parametrize(("kind", "answer", "text"), WRITTEN)
def test_what_somebody_read_is_written_down(kind, answer, text):
    line = get_kind(kind).line.model_construct(id="a", gold=None, answer=answer)
    assert line.written() == text


NAMED = [
    # answer, who is named as speaker
    ({"links": [["T1", "C1"], ["T2", 5], ["T3"], ["T3", None]]}, ["C1", "5"]),
    ([], []),
    ({"T1": "C1"}, ["C1"]),
]


@pytest.mark.parametrize(("answer", "speakers"), NAMED)
def test_who_is_named_as_a_speaker(answer, speakers):
    assert named_speakers(answer) == speakers
