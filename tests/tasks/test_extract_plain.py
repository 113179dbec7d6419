"""How an answer is made plain, and which words take it back: every bound from both sides.

Source: specification 7.0. The bounds and the wording are this project's own.
"""

from __future__ import annotations

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from panelwise.tasks.extraction._cues import OPTION_CUE, ORDER_CUE, alternatives, cues, rejected
from panelwise.tasks.extraction._text import (
    _STEPS,
    _open_boxes,
    answer_part,
    declines,
    declines_outright,
    plain,
    retracted,
)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", ""),
        ("ab", "ab"),
        ("a<think>b</think>c", "ac"),
        ("a<think>b</think>c<think>d</think>e", "ace"),
        ("a<think>b<think>c</think>d</think>e", "ae"),
        ("a<think>b<think>c<think>d</think>e</think>f</think>g", "ag"),
        ("a<think>b<think>c</think>d", "a"),
        ("a<think>b", "a"),
        ("a</think>b", "b"),
        ("a<think>b</think>c</think>d", "d"),
        ("a</think>b<think>c</think>d", "bd"),
        ("[THINK]a[/THINK]b◁reasoning▷c◁/reasoning▷d", "bd"),
        ("<|channel|>analysis<|message|>a<|channel|>final<|message|>b", "b"),
        ("w<|channel|>final<|message|>a<|channel|>final<|message|>b", "b"),
        ("w<|channel|>final<|message|>a<|channel|>analysis<|message|>b", "w"),
        ("w<|channel|>analysis<|message|>a<|channel|>analysis<|message|>b", "w"),
        ("<|channel|>final b", " b"),
    ],
)
def test_an_answer_is_what_stands_outside_reasoning(text, part):
    assert answer_part(text) == part


def test_reasoning_is_sought_in_the_last_100000_characters():
    thought = "x" * (100_000 - len("<think>"))
    assert answer_part("<think>" + thought) == ""
    assert answer_part("<think>" + thought + "x") == "think>" + thought + "x"


def test_an_answer_is_sought_in_the_last_30000_characters():
    assert plain("Q" + "x" * 29_999) == "Q" + "x" * 29_999
    assert plain("Q" + "x" * 30_000) == "x" * 30_000
    assert plain("Q" + "&amp;" * 6_000) == "&" * 6_000  # before they are read …
    assert plain("Q" + "㍿" * 10_000) == "株式会社" * 7_500  # … and after


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("<ANSWER>B</Answer>", "⟦B⟧"),
        ("a\n# b\n> c\n* d", "a\nb\nc\n- d"),
        ("a\nAssistant: b", "a\nb"),
        ("**a** __b__ `c` _d_ e_f", "a b c d e_f"),
        ("a<br>b<i>c</i> ~~d~~ e", "a\nbc e"),
        ("$3 \\to 0$", "3 → 0"),
        ("\\textbf{B}", "B"),
        ("a -> b => c <= d", "a → b → c <= d"),
        ("Panel3, P4 (starting from 0)", "Panel 3, P 4"),
        ("3.0, 2.5", "3, 2.5"),
        ("a\n\n\n\n\nb  c\r\nd", "a\n\n\nb c\nd"),
        ("| a | b |\n|---|---|\n| c | d |", "| a | b |\n| c | d |"),
    ],
)
def test_markup_is_taken_off(text, read):
    assert plain(text) == read


@pytest.mark.parametrize(
    ("char", "stands_for"),
    [
        ("\u200b", ""),
        ("\ud83d", ""),
        ("\ufe00", ""),
        ("\ufe0f", ""),
        ("\ufe10", ","),
        ("–", "-"),
        ("−", "-"),
        ("٣", "3"),
        ("７", "7"),
        ("③", " 3 "),
        ("❿", " 10 "),
        ("⓪", " 0 "),
        ("²", " "),
        ("½", " "),
        ("৴", " "),  # a sixteenth, which Unicode doesn't call a fraction
        ("“", '"'),
        ("。", ". "),
        ("〔", "["),
        ("é", "é"),
        ("~", "~"),
        ("Ⓐ", " A "),
        ("Ⓩ", " Z "),
        ("ⓐ", " A "),
        ("ⓩ", " Z "),
        ("\U0001f130", " A "),
        ("\U0001f149", " Z "),
        ("\U0001f150", " A "),
        ("\U0001f169", " Z "),
        ("\U0001f170", " A "),
        ("\U0001f189", " Z "),
        ("⒵", "(z)"),  # the neighbours of the letters in frames
        ("\U0001f12f", "\U0001f12f"),
        ("\U0001f14a", "HV"),
        ("\U0001f14f", "WC"),
        ("\U0001f16a", "MC"),
        ("\U0001f16f", "\U0001f16f"),
        ("\U0001f18a", "\U0001f18a"),
    ],
)
def test_what_a_character_stands_for(char, stands_for):
    assert plain(f"a{char}b") == f"a{stands_for}b"


@pytest.mark.parametrize(
    ("text", "boxes"),
    [
        (r"\boxed{a}", "⟦a⟧"),
        (r"x \boxed{ {a} } y", "x ⟦a⟧ y"),
        (r"\boxed{a}\boxed{b}", "⟦a⟧⟦b⟧"),
        (r"\boxed{a{b}c}d", "⟦a{b}c⟧d"),
        (r"\boxed{a \boxed{b} c}d", r"⟦a \boxed{b} c⟧d"),
        (r"\fboxed{a", "⟦a⟧"),
        (r"\boxed{a{b}", "⟦a{b⟧"),
        (r"\boxed{", "⟦⟧"),
        ("a", "a"),
    ],
)
def test_a_box_ends_where_its_braces_are_balanced(text, boxes):
    assert _open_boxes(text) == boxes


@pytest.mark.parametrize(
    ("says", "words", "within"),
    [
        (declines, "lo siento", 300),
        (declines_outright, "as an ai", 300),
        (retracted, ". Wait", 20_000),
    ],
)
def test_words_count_at_the_beginning_only(says, words, within):
    assert says("x" * (within - len(words) - 1) + " " + words)
    assert not says("x" * (within - len(words)) + " " + words)


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("the answer is 1, my answer: 2", [26, 10]),
        ("wrong answer", []),
        (f"wrong{':' * 75}answer", []),  # 80 characters before a cue can take it back
        (f"wrong{':' * 76}answer", [87]),
        (f"xx {'.' * 80}wrong{':' * 75}answer", []),
        ("if it rains, the answer", [23]),
        ("if the answer", []),
    ],
)
def test_where_the_announcements_of_an_answer_end(text, ends):
    assert list(cues(ORDER_CUE, text)) == ends
    assert list(cues(OPTION_CUE, text)) == ends


@pytest.mark.parametrize(
    ("before", "after", "taken_back"),
    [
        ("", "", False),
        ("not ", "", True),
        ("It is ", "", False),
        (f"if {'x' * 46},{' ' * 20}", "", True),  # 70 characters before
        (f"if {'x' * 47},{' ' * 20}", "", False),
        (f"yy; if {'x' * 46},{' ' * 20}", "", True),
        ("", " is wrong", True),
        ("", " is right", False),
        ("", f"{' ' * 52}is wrong", True),  # 60 after
        ("", f"{' ' * 53}is wrong", False),
    ],
)
def test_words_before_and_after_a_list_take_it_back(before, after, taken_back):
    text = f"{before}[1, 0]{after}"
    assert rejected(text, len(before), len(before) + 6) is taken_back


@pytest.mark.parametrize(
    ("between", "offered"),
    [
        (" or ", True),
        (") or (", True),
        (", and ", False),
        ("", False),
        (" " * 78 + "or", True),
        (" " * 79 + "or", False),
    ],
)
def test_an_or_between_two_answers_offers_both(between, offered):
    assert alternatives(between) is offered


_MARKUP = st.text("<>|/\\$*_`#~:()[]{}.-=01aP \t\r\n") | st.sampled_from(
    ["<br>", "</td>", "\\boxed{", "```json", "assistant:", "panel3", "from 0", "* 0-based", "2.0"]
)


@given(st.lists(_MARKUP, max_size=12).map("".join))
def test_steps_that_are_left_out_would_have_changed_nothing(text):
    everything = text = html.unescape(text)
    for _, pattern, replacement in _STEPS:
        everything = pattern.sub(replacement, everything)
    assert plain(text) == _open_boxes(everything).strip()
