"""What is a label, what stands beside it, and what a declaration of one looks like, whole.

Each finder is asked by itself: the option, the label as written, where it ends, and the reason.
Source: specification 7.0, 7.2. The bounds are this project's own.
"""

from __future__ import annotations

import re

import pytest

from panelwise.tasks import Option
from panelwise.tasks.extraction._declared import (
    _boxed,
    _chosen,
    _closing,
    _contrasted,
    _introduced,
    _praised,
    _ticked,
    declared,
)
from panelwise.tasks.extraction._label import (
    Choice,
    FoundLabel,
    beside,
    checked,
    is_label,
    label_alone,
    led,
    worded,
)
from panelwise.tasks.extraction._option import _whole

TEXTS = ("A man opens the door.", "The dog hides.", "She leaves the house.", "It rains.")
WORDS = tuple(Option(label, text) for label, text in zip("ABCD", TEXTS, strict=True))
PICTURES = tuple(Option(label, image=k) for k, label in enumerate("1234"))
ORDERS = tuple(Option(a, b) for a, b in zip("ABC", ("③②①", "231", "1, 3, 2"), strict=True))
NAMED = (Option("I", "x"), Option("II", "y"), Option("none", "z"))


def choice(text: str, options=WORDS) -> Choice:
    return Choice(text, options)


def gap(k: int) -> str:
    return " " * k


def fill(k: int) -> str:
    return "x" * k


@pytest.mark.parametrize(
    ("options", "pattern"),
    [
        (WORDS, "[A-Z]"),
        (PICTURES, r"\d{1,2}"),
        (NAMED, "(?:none|II|I)"),
        ((*WORDS, Option("9")), "(?:A|B|C|D|9)"),
    ],
)
def test_labels_look_like_those_of_the_options(options, pattern):
    assert choice("", options).label == pattern


def test_what_a_choice_knows_of_its_options():
    one = choice(" It rains.\n\n B \n", ORDERS)
    assert one.by_label == {"a": 0, "b": 1, "c": 2}
    assert one.texts == ("3 2 1", "231", "1 3 2")
    assert one.orders == ((3, 2, 1), (2, 3, 1), (1, 3, 2))
    assert one.lines == ("It rains.", "B")
    assert choice("").orders == choice("", PICTURES).orders == ()
    assert choice("", (*ORDERS, Option("D", "as before"))).orders == ()


@pytest.mark.parametrize(
    ("text", "option"),
    [("the dog, hides", 1), ("The dog", None), ("", None), ("...", None), ("IT RAINS", 3)],
)
def test_an_option_has_the_same_words_case_and_punctuation_aside(text, option):
    assert choice("").same_text(text) == option


def test_words_that_two_options_share_are_those_of_none():
    twins = (Option("A", "It rains."), Option("B", "It rains!"), Option("C"))
    assert choice("", twins).same_text("it rains") is None
    assert choice("", twins).same_text("") is None


@pytest.mark.parametrize(
    ("before", "after", "label"),
    [
        ("", "", True),
        ("", ". It is", True),
        ("", " man", False),
        ("", " because it rains", True),
        ("x ", "", True),
        ("x", "", False),
        ("3", "", False),
        ("_", "", False),
        ("-", "", True),
        ("'", "", True),
        ("(", "", True),
        ("", " or C", True),
        ("", " The dog hides.", True),
        ("", " The dog hides.\nIt rains.", True),
        ("", " \nThe dog hides.", True),
        ("", " It rains.", False),
        ("", gap(386) + "The dog hides.", True),  # 400 characters behind it
        ("", gap(387) + "The dog hides.", True),  # without the full stop
        ("", gap(388) + "The dog hides.", False),
    ],
)
def test_a_letter_is_a_label_by_what_stands_round_it(before, after, label):
    text = f"{before}B{after}"
    match = re.compile("(?P<label>B)").search(text, len(before))
    assert match is not None
    assert is_label(choice(text), text, match) is label


def test_a_letter_that_no_option_has_is_no_label_before_words():
    match = re.match("(?P<label>E)", "E The dog hides.")
    assert match is not None
    assert not is_label(choice(""), "E The dog hides.", match)


@pytest.mark.parametrize(
    ("rest", "label"),
    [
        (" or C", "C"),
        (", (D).", "D"),
        (" and/or C", "C"),
        (", maybe even C", "C"),
        ("(C)", "C"),
        (" or C man", None),
        (" C", None),
        ("", None),
        (gap(116) + "or C", "C"),  # 120 characters
        (gap(117) + "or C", None),
    ],
)
def test_the_label_offered_beside_another(rest, label):
    assert beside(choice(""), rest) == label


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("B", FoundLabel(1, "B", 1)),
        ("B or B", FoundLabel(1, "B", 1)),
        ("B or C", FoundLabel(1, "B", 1, "B or C")),
        ("E or C", FoundLabel(None, "E", 1, "E or C")),
        ("B The dog hides.", FoundLabel(1, "B", 1)),
        ("B It rains.", FoundLabel(1, "B", 1, "B with the text of D")),
        ("B It rains.\nC", FoundLabel(1, "B", 1, "B with the text of D")),
        ("B\nIt rains.", FoundLabel(1, "B", 1)),
        ("E It rains.", FoundLabel(None, "E", 1)),
    ],
)
def test_a_label_is_checked_against_what_follows(text, found):
    match = re.match("(?P<label>[A-Z])", text)
    assert match is not None
    assert checked(choice(text), text, match) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("B", FoundLabel(1, "B", 1)),
        ("b", FoundLabel(1, "B", 1)),
        ("E", FoundLabel(None, "E", 1)),
        ("the Option: (c).", FoundLabel(2, "C", 16)),
        ("12. B", FoundLabel(1, "B", 5)),
        ("B?", None),
        ("!B", None),
        ("B+", None),
        ("¬B", None),
        ("B C", None),
        ("", None),
        ("B" + "!" * 59, FoundLabel(1, "B", 60)),
        ("B" + "!" * 60, None),
    ],
)
def test_a_label_and_nothing_else(text, found):
    assert label_alone(choice(text), text) == found
    assert _whole(choice(text)) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [("2", FoundLabel(1, "2", 1)), ("-2", None), ("12. 3", None), ("7", FoundLabel(None, "7", 1))],
)
def test_a_number_and_nothing_else(text, found):
    assert label_alone(choice(text, PICTURES), text) == found


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("B", FoundLabel(1, "B", 1)),
        ("B. It hides", FoundLabel(1, "B", 1)),
        ("(B) it hides", FoundLabel(1, "B", 2)),
        ("Option B: it hides", FoundLabel(1, "B", 8)),
        ("B - it hides", FoundLabel(1, "B", 1)),
        ("B because it hides", FoundLabel(1, "B", 1)),
        ("B rather than C", FoundLabel(1, "B", 1)),
        ("B, not A", FoundLabel(1, "B", 1)),
        ("B, not a dog", None),
        ("B. not A", None),
        ("B is it", None),
        ("B: wrong", None),
        ("B. is", None),
        ("B.5", None),
        ("B.C.", None),
        ("B)5", FoundLabel(1, "B", 1)),
        ("B:5", FoundLabel(1, "B", 1)),
        ("B it hides", None),
        ("b. it hides", None),
        ("b. The dog hides", FoundLabel(1, "b", 1)),
        ("b. It rains", None),
        ("e. it", None),
        ("E. it", FoundLabel(None, "E", 1)),
        ("B. It rains", FoundLabel(1, "B", 1, "B with the text of D")),
        ("B, C", FoundLabel(1, "B", 1, "B or C")),
        ("", None),
        (f"B{gap(78)}. x", FoundLabel(1, "B", 1)),  # 80 characters
        (f"B{gap(79)}. x", None),
    ],
)
def test_a_label_at_the_head_of_a_line(line, found):
    assert led(choice(line), line) == found


@pytest.mark.parametrize(
    ("text", "options", "found"),
    [
        ("It rains", WORDS, FoundLabel(3, "D", 5)),
        ("It pours", WORDS, None),
        ("3, 2, 1", ORDERS, FoundLabel(0, "A", 5)),
        ("Panel 2, panel 1", (Option("A", "2 1"), Option("B", "1 2 3")), FoundLabel(0, "A", 5)),
        ("[2, 3, 1]", ORDERS, FoundLabel(1, "B", 5)),
        ("2, 1, 3", ORDERS, None),
        ("It rains", ORDERS, None),
        ("3, 2, 1", (*ORDERS, Option("D", "3 2 1")), None),
        ("2, 1", (Option("A", "1 2"), Option("B", "2 1")), FoundLabel(1, "B", 5)),
        ("no order", (Option("A", "7"), Option("B", "8")), None),
    ],
)
def test_an_option_in_its_own_words_or_order(text, options, found):
    assert worded(choice("12345", options), text) == found


DECLARED = [
    # way, text, found
    (_boxed, "⟦B⟧ x", FoundLabel(1, "B", 3)),
    (_boxed, "⟦A⟧ ⟦C⟧ x", FoundLabel(2, "C", 7)),
    (_boxed, "⟦A⟧ ⟦it⟧", FoundLabel(0, "A", 3)),
    (_boxed, "⟦ B. it hides", FoundLabel(1, "B", 13)),
    (_boxed, "⟦It rains⟧ x", FoundLabel(3, "D", 10)),
    (_boxed, "⟦B or C⟧", None),
    (_boxed, "⟦B, C⟧", FoundLabel(1, "B", 6, "B or C")),
    (_boxed, "⟦E⟧", FoundLabel(None, "E", 3)),
    (_boxed, "B", None),
    (_introduced, "The answer is B.", FoundLabel(1, "B", 15)),
    (_introduced, "Answer: A. Answer: B", FoundLabel(1, "B", 20)),
    (_introduced, "Answer: B. Answer: it", FoundLabel(1, "B", 9)),
    (_introduced, "The answer is B or C.", FoundLabel(1, "B", 15, "B or C")),
    (_introduced, "The answer is not B.", None),
    (_introduced, "The answer. B", None),
    (_introduced, "The answer:\n\nB", FoundLabel(1, "B", 14)),
    (_introduced, "The answer is\nB", FoundLabel(1, "B", 15)),
    (_introduced, "The answer, in short\nand long: B", FoundLabel(1, "B", 32)),
    (_introduced, "The answer, in short\nis B", None),
    (_introduced, "The answer is It rains\nB x", FoundLabel(3, "D", 21)),
    (_introduced, "Answer: It rains", FoundLabel(3, "D", 16)),
    (_introduced, "Answer is not: It rains", None),
    (_introduced, "The answer is E.", FoundLabel(None, "E", 15)),
    (_introduced, f"Answer:{gap(129)}B.", FoundLabel(1, "B", 137)),  # 130 between word and label
    (_introduced, f"Answer:{gap(130)}B.", None),
    (_introduced, f"The answer, {'A, ' * 7}is B.", FoundLabel(1, "B", 37)),  # eight letters
    (_introduced, f"The answer, {'A, ' * 8}is B.", None),
    (_chosen, "I choose B.", FoundLabel(1, "B", 10)),
    (_chosen, "I choose b.", None),
    (_chosen, "I choose B. I pick C.", FoundLabel(2, "C", 20)),
    (_chosen, "I choose B. I pick it.", FoundLabel(1, "B", 10)),
    (_chosen, "I choose B man.", None),
    (_chosen, "I choose B or C.", FoundLabel(1, "B", 10, "B or C")),
    (_praised, "Option B is correct.", FoundLabel(1, "B", 19)),
    (_praised, "A is correct. C is the best answer!", FoundLabel(2, "C", 34)),
    (_praised, "Bが正解", FoundLabel(1, "B", 4)),
    (_praised, "E is correct", FoundLabel(None, "E", 12)),
    (_praised, "B is correct?", None),
    (_praised, "If B is correct", None),
    (_praised, f"If {fill(8)} B is correct", FoundLabel(1, "B", 24)),
    (_praised, "B is an option", None),
    (_praised, "B is the most plausible option", None),
    (_praised, "B is the only option", FoundLabel(1, "B", 20)),
    (_praised, "Is it? B is correct", FoundLabel(1, "B", 19)),
    (_praised, f"B is correct{' x' * 49} ?", None),  # 100 characters behind it
    (_praised, f"B is correct{' x' * 50}?", FoundLabel(1, "B", 12)),
    (_contrasted, "not A but D.", FoundLabel(3, "D", 11)),
    (_contrasted, "not A but B. nicht B, sondern C.", FoundLabel(2, "C", 31)),
    (_contrasted, "AではなくD", FoundLabel(3, "D", 6)),
    (_contrasted, "A but D", None),
    (_ticked, "[x] B", FoundLabel(1, "B", 5)),
    (_ticked, "A, C ✅", FoundLabel(2, "C", 6)),
    (_ticked, "D: right", FoundLabel(3, "D", 8)),
    (_ticked, "[x] B, B ✅", FoundLabel(1, "B", 5)),
    (_ticked, "[x] B, C ✅", None),
    (_ticked, "[x] E", FoundLabel(None, "E", 5)),
    (_ticked, "B", None),
    (_closing, "It rains, so B.", FoundLabel(1, "B", 15)),
    (_closing, "It rains: B", FoundLabel(1, "B", 11)),
    (_closing, "It rains, so E!", FoundLabel(None, "E", 15)),
    (_closing, "It rains, so B now", None),
    (_closing, "It may rain, so B", FoundLabel(1, "B", 17)),
    (_closing, "It rains, which may be so B", None),
    (_closing, "Snow or rain, so B", None),
    (_closing, "Snow or rain, so B.", None),
    (_closing, "Snow or rain. It rains, so B", FoundLabel(1, "B", 28)),
    (_closing, "If it rains; so B", FoundLabel(1, "B", 17)),
    (_closing, f"judge {fill(288)}, so B", None),  # 300 characters from the end
    (_closing, f"judge {fill(289)}, so B", FoundLabel(1, "B", 301)),
    (declared, "[x] A. I choose B. The answer is C.", FoundLabel(2, "C", 34)),
    (declared, "Nothing.", None),
]


@pytest.mark.parametrize(("way", "text", "found"), DECLARED)
def test_each_way_to_declare_an_option(way, text, found):
    assert way(choice(text)) == found
