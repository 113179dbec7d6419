"""How far the words round an option's label reach: just inside each bound and just outside.

The bounds are this project's own; they keep a cue from deciding about a letter far away.
"""

from __future__ import annotations

import pytest

from panelwise.tasks._item import Option
from panelwise.tasks.extraction._option import read_option

TEXTS = ("A man opens the door.", "The dog hides.", "She leaves the house.", "It rains.")
WORDS = [Option(label, text) for label, text in zip("ABCD", TEXTS, strict=True)]


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
    "a response that is one label": (lambda k: "B" + "!" * k, 59, "whole", None),
    "a label that leads a line": (lambda k: f"B{gap(k)}- it x", 77, "leading", None),
    "praise and the question mark behind it": (
        lambda k: f"Option B is correct{' x' * k}?",
        49,
        None,
        "declared",
    ),
    "a denial and the bracket that it is about": (
        lambda k: f"xx not {fill(k)} she (B)",
        111,
        None,
        "last_bracket",
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


def test_an_or_reaches_120_characters_to_the_other_label():
    def reason(k: int) -> str | None:
        return read_option(f"The answer is B{gap(k)}or C", WORDS).reason

    assert reason(116) == "ambiguous: B or C"
    assert reason(117) == "ambiguous: B, C are named and none is declared"


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
