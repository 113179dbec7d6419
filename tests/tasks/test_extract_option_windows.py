"""How far the words round an option's label reach: just inside each bound and just outside.

The bounds of a single finder are in ``test_extract_label``.

The bounds are this project's own; they keep a cue from deciding about a letter far away.
"""

from __future__ import annotations

import pytest

from panelwise.tasks._item import Option
from panelwise.tasks.extraction._cues import Reading
from panelwise.tasks.extraction._label import Choice, FoundLabel
from panelwise.tasks.extraction._option import (
    _final_line,
    _last_bracket,
    _leading,
    _mentions,
    _option_text,
    read_option,
)

TEXTS = ("A man opens the door.", "The dog hides.", "She leaves the house.", "It rains.")
WORDS = tuple(Option(label, text) for label, text in zip("ABCD", TEXTS, strict=True))
PICTURES = tuple(Option(label, image=k) for k, label in enumerate("1234"))
MIXED = (Option("A", "x"), Option("2", "y"))


def fill(k: int) -> str:
    return "x" * k


def gap(k: int) -> str:
    return " " * k


def rule(text: str) -> str | None:
    return read_option(text, WORDS).rule


RULES = {
    # what it bounds: the text for k letters or spaces, the last k inside, the rung inside, outside
    "an announcement and its link": (
        lambda k: f"The answer {fill(k)} is B",
        98,
        "declared",
        None,
    ),
    "a declaration and the option in words": (
        lambda k: f"The answer {fill(k)} is the dog hides",
        59,
        "declared",
        None,
    ),
    "a condition and the choice under it": (
        lambda k: f"if pressed {fill(k)}, B",
        29,
        "declared",
        None,
    ),
    "a label and the words of its option": (
        lambda k: f"The answer is B {gap(k)}The dog hides.",
        181,
        "declared",
        None,
    ),
}


@pytest.mark.parametrize("what", RULES)
def test_a_distance_decides_up_to_its_bound_and_not_beyond(what):
    text, last, inside, outside = RULES[what]
    assert (rule(text(last)), rule(text(last + 1))) == (inside, outside)


def test_a_reason_names_six_options_at_most():
    options = [Option(label) for label in "ABCDEFGH"]
    found = read_option("I see A, B, C, D or E, F, G and H, all plausible", options)
    assert found.reason == "ambiguous: A, B, C, D, E, F are named and none is declared"


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("12. B", "B"),  # the number of the question
        ("123) B", "B"),
        ("1234. B", None),
        ("⟦A⟧ ⟦C⟧", "C"),
        ("⟦C", "C"),
        ("B. xx", "B"),
        ("B. xx\nB. yy", "B"),
        ("B. xx\nA. yy", None),
        ("[x] B\n[ ] A", "B"),
        ("A ✅ B ✅", None),
        ("It is not A but D.", "D"),
        ("AではなくD", "D"),
        ("B -> no", None),
        ("B, not A", "B"),
        ("B is wrong", None),
        ("b. xx", None),
        ("b. The dog hides.", "B"),
        ("B.5", None),
        ("Option B is correct.", "B"),
        ("If option B is correct, it rains.", None),
        ("Is B correct? Hard to say.", None),
        ("Neither option B is correct nor any.", None),
        ("It rains, so B.", "B"),
        ("The grader knows: it rains, so B.", None),
    ],
)
def test_which_option_a_text_chooses(text, label):
    found = read_option(text, WORDS).answer
    assert (None if found is None else WORDS[found].label) == label


LADDER = [
    (_leading, "B. It hides", FoundLabel(1, "B", 1)),
    (_leading, "\n  B. It hides\nmore", FoundLabel(1, "B", 4)),
    (_leading, "It\nB. It hides", None),
    (_leading, "B. x\nB. y", FoundLabel(1, "B", 1)),
    (_leading, "B. x\nC. y", None),
    (_leading, "", None),
    (_final_line, "It hides\nB", FoundLabel(1, "B", 10)),
    (_final_line, "B\nIt hides\nB", FoundLabel(1, "B", 12)),
    (_final_line, "C\nIt hides\nB", None),
    (_final_line, "It is\nb", None),
    (_final_line, "b", FoundLabel(1, "B", 1)),
    (_final_line, "B\nIt hides", None),
    (_final_line, "", None),
    (_last_bracket, "It hides (B).", FoundLabel(1, "B", 12)),
    (_last_bracket, "It [B] hides (B)", FoundLabel(1, "B", 16)),
    (_last_bracket, "It [C] hides (B)", None),
    (_last_bracket, "It (B) hides", None),
    (_last_bracket, "It hides", None),
    (_last_bracket, "It never hides (B)", None),
    (_last_bracket, 'It never hides (B).\n"', None),
    (_last_bracket, "It never hides. It sits (B)", FoundLabel(1, "B", 27)),
    (_last_bracket, "It looks like x; for example (B)", None),
    (_last_bracket, "It sits (E)", FoundLabel(None, "E", 11)),
    (_last_bracket, f"not {fill(115)} (B)", None),  # 120 characters before it
    (_last_bracket, f"not {fill(116)} (B)", FoundLabel(1, "B", 124)),
    (_last_bracket, f"It sits {fill(130)} not (B)", None),
    (_option_text, "It rains", FoundLabel(3, "D", 8)),
    (_option_text, "It rains\nor so", FoundLabel(3, "D", 14)),
    (_option_text, "So:\nit rains", FoundLabel(3, "D", 12)),
    (_option_text, "So:\nit rains\nyes", None),
    (_option_text, "It rains\nThe dog hides", None),
    (_option_text, "It rains\nno\nIt rains!", FoundLabel(3, "D", 21)),
    (_option_text, "", None),
]


@pytest.mark.parametrize(("rung", "text", "found"), LADDER)
def test_each_rung_of_the_ladder_for_choices(rung, text, found):
    assert rung(Choice(text, WORDS)) == found


def test_numbers_in_brackets_at_the_end_are_references():
    assert _last_bracket(Choice("It sits [2]", PICTURES)) is None


def test_options_that_a_text_mentions():
    assert list(_mentions(Choice("A man. B or (C), not x-D, E, D.", WORDS))) == ["B", "C", "D"]


READINGS = [
    # text, options, reading
    ("The answer is B.", WORDS, Reading(1, rule="declared", final=True)),
    ("It hides (B).", WORDS, Reading(1, rule="last_bracket", final=False)),
    ("The answer is E.", WORDS, Reading(None, reason="out of range: no option E")),
    ("The answer is B or C.", WORDS, Reading(None, reason="ambiguous: B or C", unclear=True)),
    ("Answer: B. Wait, no.", WORDS, Reading(None, reason="retracted: B is taken back")),
    (
        "I see B, or C.",
        WORDS,
        Reading(None, reason="ambiguous: B, C are named and none is declared", unclear=True),
    ),
    (
        "He sees B. She sees B.",
        WORDS,
        Reading(None, reason="none found: B is mentioned but not chosen", unclear=True),
    ),
    ("A man.", WORDS, Reading(None, reason="none found: no option is named", unclear=True)),
    ("Ответ: В", WORDS, Reading(1, rule="declared", final=True)),
    ("Wait, no. The answer is B.", WORDS, Reading(1, rule="declared", final=True)),
    ("Option two", PICTURES, Reading(1, rule="whole", final=True)),
    ("Option two", MIXED, Reading(None, reason="none found: no option is named", unclear=True)),
    ("It sits (A)", MIXED, Reading(0, rule="last_bracket", final=False)),
    ("12. A", MIXED, Reading(0, rule="whole", final=True)),
    ("Option two", WORDS, Reading(None, reason="none found: no option is named", unclear=True)),
    (
        "В",
        (*WORDS, Option("Ж")),
        Reading(None, reason="none found: no option is named", unclear=True),
    ),
]


@pytest.mark.parametrize(("text", "options", "reading"), READINGS)
def test_what_a_text_makes_of_options_as_a_whole(text, options, reading):
    assert read_option(text, options) == reading


def test_what_is_no_choice_has_no_rung_is_not_final_and_printed_nothing():
    reading = read_option("A man.", WORDS)
    assert (reading.rule, reading.final, reading.printed) == (None, False, ())
