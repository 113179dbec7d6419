"""How far the words round an order reach: each distance just inside and just outside its bound.

The bounds are this project's own; they keep a cue from deciding about a list far away.
"""

from __future__ import annotations

import pytest

from panelwise.tasks.extraction._lines import _rank, marked_lines, numbered_lines, ranked_pairs
from panelwise.tasks.extraction._permutation import read_order
from panelwise.tasks.extraction._sequence import _manner, bracketed, joined_digits

ORDER = "[3, 0, 2, 1]"


def rule(text: str) -> str | None:
    return read_order(text, 4).rule


def reason(text: str) -> str | None:
    return read_order(text, 4).reason


def fill(k: int) -> str:
    return "x" * k


def gap(k: int) -> str:
    return " " * k


RULES = {
    # what it bounds: the text for k letters or spaces, the last k inside, the rung inside, outside
    "a declaration and its bracketed list": (
        lambda k: f"The correct order, {fill(k)} {ORDER} and so on",
        137,
        "declared",
        "bracketed_list",
    ),
    "a declaration and its bracketed list, without a comma": (
        lambda k: f"The correct order a {fill(k)}{ORDER}",
        137,
        "declared",
        "bracketed_list",
    ),
    "a declaration and a list without brackets": (
        lambda k: f"The correct order {fill(k)}: 3, 0, 2, 1 x",
        98,
        "declared",
        None,
    ),
    "the word for order and the run that ends its sentence": (
        lambda k: f"sorted {fill(k)} 3, 0, 2, 1. No.",
        152,
        "integer_run",
        None,
    ),
    "an example and the list that is one": (
        lambda k: f"example{gap(k)}{ORDER}",
        25,
        None,
        "bracketed_list",
    ),
    "a list and the words that call it wrong": (
        lambda k: f"{ORDER}{gap(k)}is wrong",
        52,
        None,
        "bracketed_list",
    ),
    "a condition and the declaration under it": (
        lambda k: f"if {fill(k)} the answer is {ORDER} z",
        54,
        "bracketed_list",
        "declared",
    ),
    "somebody and what they think": (
        lambda k: f"people {fill(k)} think the answer is {ORDER} z",
        18,
        "bracketed_list",
        "declared",
    ),
    "a thought and the declaration that it is about": (
        lambda k: f"people think {fill(k)} the answer is {ORDER} z",
        24,
        "bracketed_list",
        "declared",
    ),
    "cues that are tried, the last ones": (
        lambda k: f"The answer is {ORDER}. {'answer ' * k}",
        99,
        "declared",
        "bracketed_list",
    ),
    "boxes that are read, the last ones": (
        lambda k: f"⟦3, 0, 2, 1⟧ {'⟦x⟧ ' * k}",
        49,
        "declared",
        None,
    ),
}


@pytest.mark.parametrize("what", RULES)
def test_a_distance_decides_up_to_its_bound_and_not_beyond(what):
    text, last, inside, outside = RULES[what]
    assert (rule(text(last)), rule(text(last + 1))) == (inside, outside)


def test_a_conclusion_reaches_200_characters_to_the_order_that_it_brings():
    def text(k: int) -> str:
        return f"[3, 0, 2, 1] is x. Wait {fill(k)} [0, 3, 2, 1] y"

    assert read_order(text(194), 4).answer == (0, 3, 2, 1)
    assert reason(text(195)) == "ambiguous: [3, 0, 2, 1] or [0, 3, 2, 1]"


def test_an_or_reaches_40_characters_to_the_other_order():
    def text(k: int) -> str:
        return f"The answer is [3, 0, 2, 1] or {fill(k)} revised [0, 3, 2, 1] y"

    assert reason(text(31)) == "ambiguous: [3, 0, 2, 1] or [0, 3, 2, 1]"
    assert read_order(text(32), 4).answer == (0, 3, 2, 1)


@pytest.mark.parametrize(
    ("between", "last", "inside", "outside"),
    [
        (lambda k: "," + gap(k), 159, "inline", None),
        (lambda k: f" ({fill(k)}), ", 80, "inline", None),
        (lambda k: f") → {fill(k)}(", 40, "arrow", None),
    ],
    ids=["spaces", "a remark in parentheses", "a name of a step"],
)
def test_two_numbers_belong_to_one_run_up_to_a_gap(between, last, inside, outside):
    assert (_manner(between(last)), _manner(between(last + 1))) == (inside, outside)


@pytest.mark.parametrize(
    ("between", "manner"),
    [
        (", ", "inline"),
        (" → ", "arrow"),
        ("\n", "line"),
        (",\n", "inline"),
        ("\n\n", None),
        ("\n\nPanel ", "line named"),
        (", Panel ", "inline named"),
        ("][", "apart"),
        ("] [", "apart"),
        ("] ", "inline"),
        (" [", "inline"),
        ("⟧ ⟦", "apart"),
        ("⟧, ", None),
        (", ⟦", None),
        (" is ", None),
    ],
)
def test_what_stands_between_two_numbers_says_how_they_are_joined(between, manner):
    assert _manner(between) == manner


def test_a_bracket_holds_a_list_up_to_1000_characters():
    assert [len(list(bracketed(f"[3, {gap(k)}0]"))) for k in (996, 997)] == [1, 0]


def test_joined_digits_are_two_to_ten():
    assert [len(list(joined_digits("1" * k))) for k in (1, 2, 10, 11)] == [0, 1, 1, 0]


@pytest.mark.parametrize(
    ("mark", "expected", "rank"),
    [
        ("12", 1, 12),
        ("b", 1, 2),
        ("b", 0, 2),
        ("i", 1, 1),
        ("i", 9, 9),  # a, b, … h, i
        ("v", 5, 5),
        ("v", 22, 22),
        ("x", 10, 10),
        ("c", 3, 3),
        ("J", 10, 10),
        ("II", 2, 2),
        ("ii", 3, -1),
        ("iiii", 4, -1),
    ],
)
def test_a_letter_is_the_rank_that_is_due_roman_or_alphabetic(mark, expected, rank):
    assert _rank(mark, expected) == rank


NUMBERED = [
    ("0. Panel 3\n1. Panel 0", [(3, 0)]),
    ("1. Panel 3\n2. Panel 0", [(3, 0)]),
    ("2. Panel 3\n3. Panel 0", []),
    ("1. Panel 3\n3. Panel 0", []),
    ("1. Panel 3", []),
    ("i. Panel 3\nii. Panel 0\niii. Panel 1", [(3, 0, 1)]),
    ("a. Panel 3\nb. Panel 0\nc. Panel 2", [(3, 0, 2)]),
    ("a. 3\nb. 0", []),
    ("1. 3\n2. 0\n1. 2\n2. 1", [(3, 0), (2, 1)]),
    ("1. 2 men\n2. 3 dogs", []),
    ("1. [3] men\n2. [0] dogs", [(3, 0)]),
    ("1. 3 (men)\n2. 0, dogs", [(3, 0)]),
    ("1 3\n2 0", []),
    ("position 1: 3\nposition 2: 0", [(3, 0)]),
    ("1. " + gap(396) + "3\n2. 0", [(3, 0)]),
    ("1. " + gap(397) + "3\n2. 0", []),
]


@pytest.mark.parametrize(("text", "values"), NUMBERED)
def test_lines_with_ranks_in_sequence_give_the_panels_behind_them(text, values):
    found = list(numbered_lines(text))
    assert [one.values for one in found] == values
    assert "\n".join(text[one.start : one.end] for one in found) == (text if values else "")


def test_numbered_lines_are_bare_when_nothing_else_is_on_them():
    for text, bare in (("1. 3\n2. 0.", True), ("1. 3, he\n2. 0", False), ("1. 3\n2. 0: he", False)):
        (found,) = numbered_lines(text)
        assert (found.bare, found.start, found.end) == (bare, 0, len(text))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("[3] abc\n[0] abc", [(3, 0)]),
        ("[3] abc\n[0] abc\n[2] abc", [(3, 0, 2)]),
        ("[3] abc\n\n[0] abc", [(3, 0)]),
        ("[3] abc\nelse\n[0] abc", []),
        ("[3] abc", []),
        (gap(94) + "[3]. abc\n[0]. abc", [(3, 0)]),
        (gap(95) + "[3]. abc\n[0]. abc", []),
    ],
)
def test_lines_under_their_own_numbers_are_a_block_of_two_or_more(text, values):
    found = list(marked_lines("else\n" + text + "\nelse"))
    assert [one.values for one in found] == values
    assert [(one.start, one.end) for one in found] == [(5, 5 + len(text)) for _ in values]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("panel 0 comes third, panel 2 first, panel 1 second", [(2, 1, 0)]),
        ("first is panel 2, last is panel 0", [(2, 0)]),
        ("panel 2 is 1st and panel 0 is 2nd", [(2, 0)]),
        ("position 1: 2, position 2: 0", [(2, 0)]),
        ("panel 0 is second and panel 2 is third", []),
        ("the third panel is first", []),
        ("first" + gap(12) + "2, second 0", [(2, 0)]),
        ("first" + gap(13) + "2, second 0", []),
        ("first" + gap(54) + "panel 2, second: panel 0", [(2, 0)]),
        ("first" + gap(60) + "panel 2, second: panel 0", [(2, 0)]),
        ("first" + gap(61) + "panel 2, second: panel 0", []),
    ],
)
def test_pairs_of_a_place_and_a_panel_are_near_each_other(text, values):
    assert [one.values for one in ranked_pairs(text)] == values
