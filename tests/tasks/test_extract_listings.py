"""Each finder of lists by itself: every list of its shape, where it stands, and whether alone.

Source: specification 7.0. The shapes and the bounds are this project's own.
"""

from __future__ import annotations

import pytest

from panelwise.tasks.extraction._lines import (
    _LAST,
    _by_rank,
    keyed_panels,
    marked_lines,
    numbered_lines,
    ranked_pairs,
    tables,
)
from panelwise.tasks.extraction._sequence import (
    Listing,
    _alone,
    bracketed,
    joined_digits,
    number_words,
    runs,
)

LISTINGS = [
    # finder, text, (shape, values, start, end, whether it fills its lines) of each list
    (
        ranked_pairs,
        "last: first: panel 3, second: panel 0",
        [("ranked_pairs", (3, 0), 6, 37, False)],
    ),
    (ranked_pairs, "first: 3 4, second: 0", [("ranked_pairs", (3, 0), 0, 21, False)]),
    (
        numbered_lines,
        "1. Panel 3\n2. Panel 0\n9. Panel 9\ni. Panel 2\nii. Panel 1",
        [("numbered_lines", (3, 0), 0, 21, True), ("numbered_lines", (2, 1), 33, 55, True)],
    ),
    (
        numbered_lines,
        "x\n1. 3\n2. 0\nthe\n1. 2\n2. 1",
        [("numbered_lines", (3, 0), 2, 11, True), ("numbered_lines", (2, 1), 16, 25, True)],
    ),
    (numbered_lines, "1. 3\n2. 0\n3. 2, he", [("numbered_lines", (3, 0, 2), 0, 18, False)]),
    (numbered_lines, "2. 3\n1. 0\n2. 2", [("numbered_lines", (0, 2), 5, 14, True)]),
    (
        marked_lines,
        "x\n[3] abc\n[0] abc\nx\n[2] abc\n\n[1] abc\n",
        [("marked_lines", (3, 0), 2, 17, False), ("marked_lines", (2, 1), 20, 36, False)],
    ),
    (tables, "Place | Panel\n1 | 3\n2 | 0", [("table", (3, 0), 0, 26, False)]),
    (
        tables,
        "x\n| Place | Panel |\n|---|---|\n| 1 | Panel 3 |\n| 2nd | [0] |\n\ny",
        [("table", (3, 0), 2, 60, False)],
    ),
    (tables, "Panel | Place\n3 | 2\n0 | 1", [("table", (0, 3), 0, 26, False)]),
    (tables, "place,panel\n1,3\n2,0\n", [("table", (3, 0), 0, 20, False)]),
    (tables, "Note | Place | Panel\nx | 1 | 3\ny | 2 | 0", [("table", (3, 0), 0, 41, False)]),
    (tables, "Place | Panel\n1 | 3\n2", []),
    (tables, "Place | x | Panel\n1 | 2\n2 | 3", []),
    (tables, "Place | Panel\n1 | 3\n\n2 | 0", []),
    (
        tables,
        "Place | Panel\n1 | 3\n2 | 0\nso\nPlace | Panel\n1 | 2\n2 | 1",
        [("table", (3, 0), 0, 26, False), ("table", (2, 1), 29, 55, False)],
    ),
    (
        tables,
        "Place | Panel\n1 | 3\n2 | 0\nPlace | Panel\n1 | 2\n2 | 1",
        [("table", (3, 0), 0, 26, False), ("table", (2, 1), 26, 52, False)],
    ),
    (tables, "Place | Rank | Panel\n1 | 1 | 3\n2 | 2 | 0", []),
    (tables, "Number | Panel\n1 | 3\n2 | 0", [("table", (3, 0), 0, 27, False)]),
    (tables, "Place | Panel | Frame\n1 | 3 | 1\n2 | 0 | 2", []),
    (tables, "Place | Panel\n1 | 3\n2 | x", []),
    (tables, "Place | Panel\n1 | 3\n2 | x\n3 | 0", []),
    (tables, "Panel\n3\n0", []),
    (tables, "Place | Panel\n0 | 3\n1 | 0 | it rains", [("table", (3, 0), 0, 37, False)]),
    (
        ranked_pairs,
        "x panel 0 comes third, panel 2 first, panel 1 second y",
        [("ranked_pairs", (2, 1, 0), 2, 52, False)],
    ),
    (
        ranked_pairs,
        "x first is panel 2, last is panel 0 y",
        [("ranked_pairs", (2, 0), 2, 35, False)],
    ),
    (ranked_pairs, "first: 3, second: 0, third: 2", [("ranked_pairs", (3, 0, 2), 0, 29, False)]),
    (ranked_pairs, "panel 3 first, 2 second", []),
    (ranked_pairs, "panel 3 is 1, panel 0 is 2", []),
    (ranked_pairs, "first panel 2; 1st panel 3, 2nd panel 0", []),
    (
        ranked_pairs,
        "rank 1: panel 3. rank 2: panel 0. The third panel. rank 1: panel 2. rank 2: panel 1.",
        [("ranked_pairs", (3, 0), 0, 32, False), ("ranked_pairs", (2, 1), 51, 83, False)],
    ),
    (ranked_pairs, "first panel 3, second" + " " * 61 + "panel 0", []),
    (ranked_pairs, "panel 3" + " " * 71 + "first, panel 0 second", []),
    (
        ranked_pairs,
        "panel 3 first, panel 0 second, panel 2",
        [("ranked_pairs", (3, 0), 0, 29, False)],
    ),
    (ranked_pairs, "panel 3 first, panel 0", []),
    (ranked_pairs, "12 panel 3 first, panel 0 second", [("ranked_pairs", (3, 0), 3, 32, False)]),
    (
        ranked_pairs,
        '{"position": 1, "panel": 3}, {"position": 2, "panel": 0}',
        [("ranked_pairs", (3, 0), 2, 55, False)],
    ),
    (ranked_pairs, "twelfth panel 3", []),
    (
        keyed_panels,
        'x [{"panel": 2}, {"frame_id": "panel 0"}] y',
        [("keyed_panels", (2, 0), 4, 38, False)],
    ),
    (keyed_panels, '{"panel": 2}', []),
    (keyed_panels, '{"panel": 2, "position": 2}, {"panel": 0, "position": 1}', []),
    (
        bracketed,
        "x [3, 0] y (2, 1) {1, 0}",
        [
            ("bracketed_list", (3, 0), 2, 8, False),
            ("bracketed_list", (2, 1), 11, 17, False),
            ("bracketed_list", (1, 0), 18, 24, False),
        ],
    ),
    (bracketed, "[3, # it\n0]\n", [("bracketed_list", (3, 0), 0, 11, True)]),
    (bracketed, "[3]", []),
    (bracketed, "[3, x]", []),
    (bracketed, "[3 0]", [("bracketed_list", (3, 0), 0, 5, True)]),
    (bracketed, "[-1, 2.0, Panel 3]", [("bracketed_list", (-1, 2, 3), 0, 18, True)]),
    (bracketed, "([3, 0], [1])", [("bracketed_list", (3, 0), 1, 7, False)]),
    (runs, "3 → 0, 2 → 1", [("arrows", (3, 0), 0, 5, False), ("arrows", (2, 1), 7, 12, False)]),
    (
        runs,
        "x 3, 0 z 2, 1",
        [("integer_run", (3, 0), 2, 6, False), ("integer_run", (2, 1), 9, 13, False)],
    ),
    (runs, "3, Panel 0, Panel 2", [("panel_run", (3, 0, 2), 0, 19, True)]),
    (runs, "Panel 3, Panel 0, 2", [("integer_run", (3, 0, 2), 6, 19, True)]),
    (runs, "3, 0, Panel 2", [("integer_run", (3, 0, 2), 0, 13, True)]),
    (runs, "Panel 3 → 0", [("arrows", (3, 0), 6, 11, True)]),
    (runs, "3", []),
    (runs, "", []),
    (runs, "3\n0\n2, 1", [("integer_run", (3, 0, 2), 0, 5, False)]),
    (runs, "3 [0] 2", [("integer_run", (3, 0, 2), 0, 7, True)]),
    (runs, "[3][0]", [("integer_run", (3, 0), 1, 5, True)]),
    (runs, "A (3) → B (0) → C (2)", [("arrows", (3, 0, 2), 3, 20, False)]),
    (joined_digits, "3021", [("joined_digits", (3, 0, 2, 1), 0, 4, True)]),
    (joined_digits, "x 3021", [("joined_digits", (3, 0, 2, 1), 2, 6, False)]),
    (joined_digits, "# 3021", [("joined_digits", (3, 0, 2, 1), 2, 6, False)]),
    (joined_digits, "#    3021", [("joined_digits", (3, 0, 2, 1), 5, 9, False)]),
    (joined_digits, "#     3021", [("joined_digits", (3, 0, 2, 1), 6, 10, True)]),
    (joined_digits, "it\n 3021.\nso", [("joined_digits", (3, 0, 2, 1), 4, 8, True)]),
    (
        joined_digits,
        "30 21",
        [("joined_digits", (3, 0), 0, 2, False), ("joined_digits", (2, 1), 3, 5, False)],
    ),
    (joined_digits, "3021 men", [("joined_digits", (3, 0, 2, 1), 0, 4, False)]),
    (number_words, "x three, zero, TWO y", [("number_words", (3, 0, 2), 2, 18, False)]),
    (
        number_words,
        "three, zero so two, one",
        [("number_words", (3, 0), 0, 11, False), ("number_words", (2, 1), 15, 23, False)],
    ),
    (number_words, "one", []),
    (number_words, "三、零、二", []),
    (number_words, "three" + '"' * 159 + " zero", [("number_words", (3, 0), 0, 169, True)]),
    (number_words, "three" + '"' * 160 + " zero", []),
    (number_words, "three" + '"' * 171 + " x zero", []),
]


@pytest.mark.parametrize(("finder", "text", "listings"), LISTINGS)
def test_a_finder_returns_each_list_of_its_shape(finder, text, listings):
    assert list(finder(text)) == [Listing(*listing) for listing in listings]


@pytest.mark.parametrize(
    ("rows", "panels"),
    [
        ([(1, 3), (2, 0)], (3, 0)),
        ([(2, 3), (1, 0)], (0, 3)),
        ([(0, 3), (1, 0), (2, 2)], (3, 0, 2)),
        ([(1, 3), (_LAST, 0)], (3, 0)),
        ([(_LAST, 3), (2, 0), (1, 2)], (2, 0, 3)),
        ([(2, 3), (3, 0)], None),
        ([(1, 3), (3, 0)], None),
        ([(1, 3), (1, 0)], None),
        ([(1, 3)], None),
        ([(_LAST, 3)], None),
        ([], None),
    ],
)
def test_panels_are_sorted_by_places_that_follow_each_other(rows, panels):
    listings = [] if panels is None else [Listing("table", panels, 5, 9, bare=False)]
    assert list(_by_rank(rows, "table", 5, 9)) == listings


@pytest.mark.parametrize(
    ("before", "after", "alone"),
    [
        ("", "", True),
        ("Panels: ", ".", True),
        ("word ", "", False),
        ("", " word", False),
        ("word\n", "\nword", True),
        ("word\nword\n", "\nword\nword", True),
        ("word\nword ", "", False),
        ("word" + " " * 60, "", False),
        (" " * 60, " " * 30, True),
        (" " * 61, "", False),
        ("", " " * 31, False),
        ("\n" + " " * 59, "\n", True),
        ("word\n" + " " * 60, "", False),
        ("", " " * 29 + "\nword", True),
        ("", " " * 30 + "\nword", False),
    ],
)
def test_what_may_share_the_lines_of_a_list_that_stands_alone(before, after, alone):
    text = f"{before}3, 0{after}"
    assert _alone(text, len(before), len(before) + 4) is alone
