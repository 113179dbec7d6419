"""What a text makes of an order, whole: the order, the rung, whether it is final, or why not.

Source: specification 7.0. What counts as offered, declared or taken back is this project's own.
"""

from __future__ import annotations

import pytest

from panelwise.tasks.extraction._cues import Reading
from panelwise.tasks.extraction._permutation import _firm, _Text, read_order
from panelwise.tasks.extraction._sequence import Listing

ORDERS = [
    # text, how many, order, rung, whether final
    ("The answer is [3, 0, 2, 1].", 4, (3, 0, 2, 1), "declared", True),
    ("answer[3, 0, 2, 1]", 4, (3, 0, 2, 1), "declared", True),
    ("The answer is [4, 1, 3, 2].", 4, (4, 1, 3, 2), "declared", True),
    ("The answer is [3, 0, 2]. [3, 0, 2, 1]", 4, (3, 0, 2, 1), "bracketed_list", False),
    ("The answer is 210", 3, (2, 1, 0), "declared", True),
    ("⟦3, 0, 2, 1⟧", 4, (3, 0, 2, 1), "declared", True),
    ("⟦1, 0⟧ ⟦3, 0, 2, 1⟧ ⟦x⟧", 4, (3, 0, 2, 1), "declared", True),
    ("⟦[2, 0, 1] [0, 1]⟧", 3, (2, 0, 1), "declared", True),
    ("The answer is [3, 0, 2, 1]. ⟦0, 3, 2, 1⟧", 4, (0, 3, 2, 1), "declared", True),
    ("⟦0, 3, 2, 1⟧ The answer is [3, 0, 2, 1].", 4, (3, 0, 2, 1), "declared", True),
    ("The answer, and it is raining; [3, 0, 2, 1]", 4, (3, 0, 2, 1), "bracketed_list", False),
    ("The answer is [3, 0, 2, 1]. Wait: [0, 3, 2, 1].", 4, (0, 3, 2, 1), "bracketed_list", False),
    ("The answer is [3, 0, 2, 1]. Wait, no. [3, 0, 2, 1]", 4, (3, 0, 2, 1), "declared", True),
    ("The answer is [3, 0, 2, 1], [3, 0, 2, 1].", 4, (3, 0, 2, 1), "declared", True),
    ("The answer is [3, 0, 2, 1]. three, zero, one, two", 4, (3, 0, 2, 1), "declared", True),
    (
        "The answer is x. The order is [3, 0, 2, 1]. The answer is y.",
        4,
        (3, 0, 2, 1),
        "declared",
        True,
    ),
    ("The answer is [1, 2]; no, [3, 0, 2, 1]", 4, (3, 0, 2, 1), "bracketed_list", False),
    ("[3, 0, 2, 1]", 4, (3, 0, 2, 1), "bracketed_list", True),
    ("[3, 0, 2, 1] x", 4, (3, 0, 2, 1), "bracketed_list", False),
    ("(3, 0, 2, 1)", 4, (3, 0, 2, 1), "bracketed_list", True),
    ("{3, 0, 2, 1} x", 4, (3, 0, 2, 1), "bracketed_list", False),
    ("x {3, 0, 2, 1} x", 4, (3, 0, 2, 1), "bracketed_list", False),
    ("sorted (3, 0, 2, 1).", 4, (3, 0, 2, 1), "bracketed_list", False),
    ("sorted here 3, 0, 2, 1.", 4, (3, 0, 2, 1), "integer_run", False),
    ("x\n0, 1, 2, 3", 4, (0, 1, 2, 3), "integer_run", True),
    ("0, 1, 2, 3\nx", 4, (0, 1, 2, 3), "integer_run", True),
    ("x\n3, 0, 2, 1\nx", 4, (3, 0, 2, 1), "integer_run", False),
    ("x\n1, 0\nx", 2, (1, 0), "integer_run", False),
    ("0, 1", 2, (0, 1), "integer_run", True),
    ("Scratch that: 3, 0, 2, 1 x", 4, (3, 0, 2, 1), "integer_run", False),
    ("So: 3, 0, 2, 1", 4, (3, 0, 2, 1), "integer_run", False),
    ("It rains → 3, 0, 2, 1", 4, (3, 0, 2, 1), "integer_run", False),
    ("So it " + "x" * 20 + ", so: 3, 0, 2, 1", 4, (3, 0, 2, 1), "integer_run", False),
    ("So:" + " " * 27 + "3, 0, 2, 1", 4, (3, 0, 2, 1), "integer_run", False),
    ("x wait " + "x" * 24 + " 3, 0, 2, 1", 4, (3, 0, 2, 1), "integer_run", False),
    ("x 0 → 1 → 2 x", 3, (0, 1, 2), "arrows", False),
    ("1. 0\n2. 1\n3. 2", 3, (0, 1, 2), "numbered_lines", True),
    ("1. 2, x\n2. 1\n3. 0", 3, (2, 1, 0), "numbered_lines", False),
    ("panel 1 is first, panel 0 is second", 2, (1, 0), "ranked_pairs", False),
    ('{"panel": 1}, {"panel": 0}', 2, (1, 0), "keyed_panels", False),
    ("[1] abc\n[0] abc", 2, (1, 0), "marked_lines", False),
    ("210", 3, (2, 1, 0), "joined_digits", True),
    ("one, zero", 2, (1, 0), "number_words", True),
    ("x [3, 0, 2, 1]\n[0, 3, 2, 1]", 4, (0, 3, 2, 1), "bracketed_list", True),
    ("x [3, 0, 2, 1] wait [0, 3, 2, 1] x", 4, (0, 3, 2, 1), "bracketed_list", False),
    ("x [3, 0, 2, 1] so [0, 3, 2, 1] x", 4, (0, 3, 2, 1), "bracketed_list", False),
    ("[3, 0, 2, 1] [0, 3, 2, 1] so [3, 0, 2, 1]", 4, (3, 0, 2, 1), "bracketed_list", False),
    ("[3, 0, 2, 1] or [0, 3, 2, 1] so [0, 3, 2, 1]", 4, (0, 3, 2, 1), "bracketed_list", False),
    ("[3, 0, 2, 1]\n3, 0, 2", 4, (3, 0, 2, 1), "bracketed_list", True),
    ("[3, 0, 2] [3, 0, 2, 1]", 4, (3, 0, 2, 1), "bracketed_list", False),
    ("Panel 3, Panel 0, Panel 2, Panel 1\n3 → 0 → 2 → 1", 4, (3, 0, 2, 1), "arrows", True),
    ("x [3, 0, 2, 1] x", 4, (3, 0, 2, 1), "bracketed_list", False),
    ("3, 0, 2, 1\nThree, zero, two, one", 4, (3, 0, 2, 1), "integer_run", True),
    ("[[3, 0, 2, 1]]", 4, (3, 0, 2, 1), "bracketed_list", True),
    ("[(3, 0), (2, 1)]", 4, (3, 0, 2, 1), "integer_run", True),
    ("I considered [0, 1, 2, 3]. ⟦3, 0, 2, 1⟧", 4, (3, 0, 2, 1), "declared", True),
    ("⟦3, 0, 2, 1⟧ 4 panels", 4, (3, 0, 2, 1), "declared", True),
    ("⟦3⟧ ⟦0⟧ ⟦2⟧ ⟦1⟧", 4, (3, 0, 2, 1), "integer_run", False),
    ("⟦3, 0⟧\n⟦3, 0, 2, 1⟧", 4, (3, 0, 2, 1), "declared", True),
    ("sorted 3, 0, 2, 1" + ")" * 10 + "x", 4, (3, 0, 2, 1), "integer_run", False),
    ("So: 3, 0, 2, 1" + ")" * 10 + "x", 4, (3, 0, 2, 1), "integer_run", False),
    ("Place | Note | Panel\n1 | x | 0\n2 | y | 1", 2, (0, 1), "table", False),
    ("[3, 0, 2, 1]" + " [70, 71]" * 199, 4, (3, 0, 2, 1), "bracketed_list", False),
    ("x ⟦3, 0, 2, 1", 4, (3, 0, 2, 1), "declared", True),
    ("The answer might be [3, 0, 2, 1]", 4, (3, 0, 2, 1), "bracketed_list", False),
    ("sorted 1, 0, 2.", 3, (1, 0, 2), "integer_run", False),
    ("3, 0, 2, 1 is it", 4, (3, 0, 2, 1), "integer_run", False),
    ("The answer is [3, 0, 2, 1][3, 0, 2, 1]. Wait, no.", 4, (3, 0, 2, 1), "declared", True),
    ("Wait. The answer is [3, 0, 2, 1].", 4, (3, 0, 2, 1), "declared", True),
    ("[3, 0, 2, 1][3, 0, 2]", 4, (3, 0, 2, 1), "bracketed_list", False),
    ("It is x (3, 0, 2, 1); sorted 0, 3, 2, 1.", 4, (0, 3, 2, 1), "integer_run", False),
    ("[[3, 0, 2], [3, 0, 2, 1]]", 4, (3, 0, 2, 1), "bracketed_list", False),
    (
        "[3, 0, 2, 1]\n1. Panel 3\n2. Panel 0\n3. Panel 2\n4. Panel 1",
        4,
        (3, 0, 2, 1),
        "bracketed_list",
        True,
    ),
    ("So the answer is\n1. Panel 1\n2. Panel 0", 2, (1, 0), "declared", True),
    ("x [3, 0, 2, 1]" + " x" * 99 + " so [0, 3, 2, 1] x", 4, (0, 3, 2, 1), "bracketed_list", False),
]


@pytest.mark.parametrize(("text", "n", "order", "rung", "final"), ORDERS)
def test_an_order_its_rung_and_whether_the_rest_is_needed(text, n, order, rung, final):
    assert read_order(text, n) == Reading(order, rung, None, final, order)


NO_ORDERS = [
    # text, how many, reason, the numbers as printed
    ("The answer is [5, 2, 4, 3].", 4, "out of range: 5 in an order of 4", (5, 2, 4, 3)),
    (
        "[3, 0, 2, 1] The answer is [3, 0, 2].",
        4,
        "wrong length: 3 numbers where 4 were asked for",
        (3, 0, 2),
    ),
    ("The answer is 10", 2, "none found: no order is given as the answer", ()),
    ("The answer is 3, 0", 4, "none found: no list of numbers", ()),
    ("The answer is 3, 0 men.", 4, "none found: no list of numbers", ()),
    ("The answer is 3, 0, 2 men.", 4, "wrong length: 3 numbers where 4 were asked for", (3, 0, 2)),
    ("The answer is [3, 0].", 4, "wrong length: 2 numbers where 4 were asked for", (3, 0)),
    ("The answer is [30, 0] men.", 4, "wrong length: 2 numbers where 4 were asked for", (30, 0)),
    ("The order is\n0. She\n1. He\n2. It", 3, "none found: no list of numbers", ()),
    ("The order is\n1. She\n0. He\n2. It", 3, "none found: no list of numbers", ()),
    ("⟦3, 0, 2⟧ x", 4, "wrong length: 3 numbers where 4 were asked for", (3, 0, 2)),
    ("The answer is not [3, 0, 2, 1].", 4, "none found: no order is given as the answer", ()),
    (
        "The answer, and it is raining; 3, 0, 2, 1 men",
        4,
        "none found: no order is given as the answer",
        (),
    ),
    (
        "The answer is [3, 0, 2, 1] or [0, 3, 2, 1].",
        4,
        "ambiguous: [3, 0, 2, 1] or [0, 3, 2, 1]",
        (),
    ),
    ("The answer is [3, 0, 2, 1]. Wait, no.", 4, "retracted: a declared order is taken back", ()),
    ("It rains (3, 0, 2, 1) x", 4, "none found: no order is given as the answer", ()),
    ("not sorted here 3, 0, 2, 1.", 4, "none found: no order is given as the answer", ()),
    ("sorted. Here 3, 0, 2, 1.", 4, "none found: no order is given as the answer", ()),
    ("sorted here 3, 0, 2, 1 x", 4, "none found: no order is given as the answer", ()),
    ("sorted here 0, 1, 2, 3.", 4, "none found: no order is given as the answer", ()),
    ("x\n0, 1, 2, 3\nx", 4, "none found: no order is given as the answer", ()),
    ("sorted 1, 0.", 2, "none found: no order is given as the answer", ()),
    ("So: 3, 0, 2, 1 x", 4, "none found: no order is given as the answer", ()),
    ("It rains → 3, 0, 2, 1 x", 4, "none found: no order is given as the answer", ()),
    ("So:" + " " * 28 + "3, 0, 2, 1", 4, "none found: no order is given as the answer", ()),
    ("x wait " + "x" * 25 + " 3, 0, 2, 1", 4, "none found: no order is given as the answer", ()),
    ("1. 0, x\n2. 1\n3. 2", 3, "none found: no order is given as the answer", ()),
    ("panel 0 is first, panel 1 is second", 2, "none found: no order is given as the answer", ()),
    ("[0] abc\n[1] abc", 2, "none found: no order is given as the answer", ()),
    ("x\n[1] abc\n[0] abc", 2, "none found: no order is given as the answer", ()),
    ("[1] abc\n[0] abc\nx", 2, "none found: no order is given as the answer", ()),
    ("x 210", 3, "none found: no order is given as the answer", ()),
    ("10", 2, "none found: no order is given as the answer", ()),
    ("x one, zero x", 2, "none found: no order is given as the answer", ()),
    ("[3, 0, 2, 1] [0, 3, 2, 1]", 4, "ambiguous: [3, 0, 2, 1] or [0, 3, 2, 1]", ()),
    ("[3, 0, 2, 1] x [0, 3, 2, 1]", 4, "ambiguous: [3, 0, 2, 1] or [0, 3, 2, 1]", ()),
    ("[3, 0, 2, 1]\nx [0, 3, 2, 1]", 4, "ambiguous: [3, 0, 2, 1] or [0, 3, 2, 1]", ()),
    ("x wait [3, 0, 2, 1] [0, 3, 2, 1] x", 4, "ambiguous: [3, 0, 2, 1] or [0, 3, 2, 1]", ()),
    (
        "x [3, 0, 2, 1] so [0, 3, 2, 1] or [2, 0, 3, 1] x",
        4,
        "ambiguous: [0, 3, 2, 1] or [2, 0, 3, 1]",
        (),
    ),
    ("[3, 0, 2, 1] [3, 0, 2]", 4, "wrong length: 3 numbers where 4 were asked for", (3, 0, 2)),
    (
        "x 3 → 0 → 2 → 1 x 3 → 0 → 2 x",
        4,
        "wrong length: 3 numbers where 4 were asked for",
        (3, 0, 2),
    ),
    ("[3, 0, 2] [3, 0]", 4, "wrong length: 3 numbers where 4 were asked for", (3, 0, 2)),
    ("[3, 0] [3, 0, 2] [1, 2]", 4, "wrong length: 3 numbers where 4 were asked for", (3, 0, 2)),
    ("x 3, 0, 2 x", 4, "none found: no list of numbers", ()),
    ("3, 0, 2", 4, "wrong length: 3 numbers where 4 were asked for", (3, 0, 2)),
    ("x [3] [0] x", 4, "none found: no list of numbers", ()),
    ("3, 0", 4, "wrong length: 2 numbers where 4 were asked for", (3, 0)),
    ("x 3, 0 x", 4, "none found: no list of numbers", ()),
    ("[3, 0] x", 4, "wrong length: 2 numbers where 4 were asked for", (3, 0)),
    ("[3, 0] [2, 1] x", 4, "wrong length: 2 numbers where 4 were asked for", (2, 1)),
    ("I see panels 3, 0, 2, 1 in x", 4, "none found: no order is given as the answer", ()),
    ("I see panels 3, 0, 2, 1 in x. [3, 0]", 4, "none found: no order is given as the answer", ()),
    (
        "I see panels 3, 0, 2, 1 in x. Panels 3, 0 x",
        4,
        "none found: no order is given as the answer",
        (),
    ),
    ("[3, 0, 9]", 4, "wrong length: 3 numbers where 4 were asked for", (3, 0, 9)),
    ("[3, 0, 10]", 4, "wrong length: 3 numbers where 4 were asked for", (3, 0, 10)),
    ("x", 4, "none found: no list of numbers", ()),
    ("302", 4, "wrong length: 3 numbers where 4 were asked for", (3, 0, 2)),
    ("three, zero, two", 4, "wrong length: 3 numbers where 4 were asked for", (3, 0, 2)),
    ("[3] abc\n[0] abc\n[2] abc", 4, "none found: no list of numbers", ()),
    ("[0, 0, 2, 1]", 4, "duplicate: 0 more than once", (0, 0, 2, 1)),
    ("[0, 0, 1, 1]", 4, "duplicate: 0, 1 more than once", (0, 0, 1, 1)),
    ("[2, 3, 4, 5]", 4, "out of range: 5 in an order of 4", (2, 3, 4, 5)),
    ("[1, 2, 3, 5]", 4, "out of range: 5 in an order of 4", (1, 2, 3, 5)),
    ("[1, 2, 3, 9]", 4, "out of range: 9 in an order of 4", (1, 2, 3, 9)),
    ("[0, 2, 3, 4]", 4, "out of range: 4 in an order of 4", (0, 2, 3, 4)),
    ("[-1, 0, 1, 2]", 4, "out of range: -1 in an order of 4", (-1, 0, 1, 2)),
    ("[0, 2]", 2, "out of range: 2 in an order of 2", (0, 2)),
    ("[1, 3]", 2, "out of range: 3 in an order of 2", (1, 3)),
    ("[2, 3]", 2, "out of range: 3 in an order of 2", (2, 3)),
    ("[1, 1]", 2, "duplicate: 1 more than once", (1, 1)),
    ("[5, 5, 0, 0]", 4, "duplicate: 0, 5 more than once", (5, 5, 0, 0)),
    ("x (panels 3, 0, 2, 1) x", 4, "none found: no order is given as the answer", ()),
    (
        "1. Panel 3\n2. Panel 0\n4. Panel 2",
        4,
        "wrong length: 2 numbers where 4 were asked for",
        (3, 0),
    ),
    ("[3, 0, 2, 1]. Wait, no.", 4, "retracted: the order is taken back", ()),
    ("sorted 3, 0, 2, 1" + ")" * 9 + "x", 4, "none found: no order is given as the answer", ()),
    ("So: 3, 0, 2, 1" + ")" * 9 + "x", 4, "none found: no order is given as the answer", ()),
    (
        "[3, 0, 2, 1]" + " [70, 71]" * 200,
        4,
        "wrong length: 2 numbers where 4 were asked for",
        (70, 71),
    ),
    ("⟦[3, 0] [3, 0, 2]⟧", 4, "wrong length: 3 numbers where 4 were asked for", (3, 0, 2)),
    ("The answer: [3, 0, 2, 1] is wrong", 4, "none found: no order is given as the answer", ()),
    ("The answer is [3, 0, 2, 1][0, 3, 2, 1]", 4, "ambiguous: [3, 0, 2, 1] or [0, 3, 2, 1]", ()),
    (
        "The answer is [3, 0, 2, 1]. See [0, 3, 2, 1] wait [2, 0, 1, 3]",
        4,
        "ambiguous: [3, 0, 2, 1] or [0, 3, 2, 1]",
        (),
    ),
    ("x [3, 0, 2, 1] or better [0, 3, 2, 1]", 4, "ambiguous: [3, 0, 2, 1] or [0, 3, 2, 1]", ()),
    ("x [3, 0, 2, 1] x [0, 3, 2, 1] so x", 4, "ambiguous: [3, 0, 2, 1] or [0, 3, 2, 1]", ()),
    ("[3, 0, 2] [3, 0, 2, 2]", 4, "duplicate: 2 more than once", (3, 0, 2, 2)),
    ("Panels 3, 0, 2, 1 are dark.\n302", 4, "none found: no order is given as the answer", ()),
    (
        "Panels 3, 0, 2, 1 are dark.\n3, 0, 2",
        4,
        "wrong length: 3 numbers where 4 were asked for",
        (3, 0, 2),
    ),
    (
        "Panels 3, 0, 2, 1 are dark.\nthree, zero, two",
        4,
        "none found: no order is given as the answer",
        (),
    ),
    ("3, 0, 2, 1, 3, 0", 4, "wrong length: 6 numbers where 4 were asked for", (3, 0, 2, 1, 3, 0)),
    ("Answer: 1. Panel 3\n2. Panel 0", 2, "none found: no list of numbers", ()),
]


@pytest.mark.parametrize(("text", "n", "reason", "printed"), NO_ORDERS)
def test_why_a_text_gives_no_order_and_what_it_printed(text, n, reason, printed):
    unclear = reason.startswith(("none found", "ambiguous"))
    assert read_order(text, n) == Reading(None, None, reason, False, printed, unclear)


@pytest.mark.parametrize(
    ("values", "n", "complete", "attempt"),
    [
        ((3, 0, 2, 1), 4, True, True),
        ((4, 1, 3, 2), 4, True, True),
        ((5, 2, 4, 3), 4, False, True),
        ((3, 0, 2, 2), 4, False, True),
        ((0, 1, 2), 4, False, True),
        ((0, 1), 4, False, False),
        ((0, 1, 2, 3, 4, 5), 4, False, True),
        ((0, 1, 9), 4, False, True),  # 2 n + 1
        ((0, 1, 10), 4, False, False),
        ((0, 1, -1), 4, False, False),
        ((0, 5), 2, False, True),
        ((0, 6), 2, False, False),
        ((0,), 2, False, False),
        ((1, 2), 3, False, True),
    ],
)
def test_what_is_an_order_and_what_was_meant_as_one(values, n, complete, attempt):
    listing = Listing("integer_run", values, 0, 1, bare=True)
    seen = _Text("", n, ())
    assert (seen.complete(listing), seen.attempt(listing)) == (complete, attempt)


@pytest.mark.parametrize(
    ("shape", "values", "n", "firm"),
    [
        ("marked_lines", (1, 0), 2, True),
        ("marked_lines", (0, 1), 2, False),
        ("joined_digits", (1, 0), 2, False),
        ("joined_digits", (1, 0, 2), 3, True),
        ("integer_run", (0, 1), 2, True),
    ],
)
def test_which_declared_lists_are_orders_for_certain(shape, values, n, firm):
    assert _firm(_Text("", n, ()), Listing(shape, values, 0, 1, bare=True)) is firm
