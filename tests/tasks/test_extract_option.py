"""How a choice is read out of a model's words. Source: specification 7.0, 7.2."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from panelwise.profile import PAPER, RECOMMENDED
from panelwise.tasks import Item, Option, Parsed, Rendering, read_response

EMPTY = Rendering((), (), "test")
TEXTS = ("A man opens the door.", "The dog hides.", "She leaves the house.", "It rains.")
ORDERS = ("③②①④", "①②③④", "②①③④", "④③②①")
WORDS = tuple(Option(label, text) for label, text in zip("ABCD", TEXTS, strict=True))
SEQUENCES = tuple(Option(label, text) for label, text in zip("ABCD", ORDERS, strict=True))
PICTURES = tuple(Option(label, image=k) for k, label in enumerate("1234"))


def read(text: str, options: tuple[Option, ...] = WORDS, **more) -> Parsed:
    item = Item("i", "t", "choice", len(options), EMPTY, 0, (), options=options)
    return read_response(item, text, profile=more.pop("profile", RECOMMENDED), **more)


READABLE = [
    # text, label, rung
    ("B", "B", "whole"),
    ("b", "B", "whole"),
    (" (B). ", "B", "whole"),
    ("**B**", "B", "whole"),
    ("`B`", "B", "whole"),
    ("Option B", "B", "whole"),
    ("Ⓑ", "B", "whole"),
    ("Ｂ", "B", "whole"),
    ("\u200bB\u200b", "B", "whole"),
    ("The answer is B.", "B", "declared"),
    ("The answer is B because the dog hides.", "B", "declared"),
    ("The correct option is (B): The dog hides.", "B", "declared"),
    ("The best answer would be option D", "D", "declared"),
    ("ANSWER: $B$", "B", "declared"),
    ("Answer:\n\n**B**", "B", "declared"),
    ("$\\boxed{\\text{(B)}}$", "B", "declared"),
    ("<answer>C</answer>", "C", "declared"),
    ("It hides. <|begin_of_box|>B<|end_of_box|>", "B", "declared"),
    ('{"reason": "A dog", "answer": "C"}', "C", "declared"),
    ("The answer is A. Wait, no: the answer is C.", "C", "declared"),
    ("B is incorrect; C is the correct answer.", "C", "declared"),
    ("I would choose C.", "C", "declared"),
    ("So it must be D.", "D", "declared"),
    ("The answer is: The dog hides.", "B", "declared"),
    ("La respuesta correcta es la B.", "B", "declared"),
    ("La réponse est C.", "C", "declared"),
    ("Die richtige Antwort ist D.", "D", "declared"),
    ("A resposta correta é a letra B.", "B", "declared"),
    ("La risposta corretta è C.", "C", "declared"),
    ("Ответ: В", "B", "declared"),
    ("答案是B", "B", "declared"),
    ("正解はCです", "C", "declared"),
    ("정답은 B입니다.", "B", "declared"),
    ("D. xxx", "D", "leading"),
    ("B. The dog hides.", "B", "leading"),
    ("**B)** The dog hides, as a man comes in.", "B", "leading"),
    ("A, because he opens it", "A", "leading"),
    ("B\n\nA man comes in, so the dog hides.", "B", "leading"),
    ("A man comes in, so the dog hides.\n\nB", "B", "final_line"),
    ("the dog hides", "B", "option_text"),
    ("A man comes in, so it hides (B).", "B", "last_bracket"),
    ("<think>A? No, C.</think>B", "B", "whole"),
]


@pytest.mark.parametrize(("text", "label", "rung"), READABLE)
def test_a_choice_is_read_however_it_is_written(text, label, rung):
    assert read(text) == Parsed("ok", "ABCD".index(label), rung)


UNREADABLE = [
    ("A man is running.", "none found"),
    ("I think he is running.", "none found"),
    ("The answer is A man.", "none found"),
    ("The answer is a dog", "none found"),
    ("В комиксе идёт дождь. А потом нет.", "none found"),
    ("It is not (B).", "none found"),
    ("Not B.", "none found"),
    ("Option B is not correct.", "none found"),
    ("Is B correct?", "none found"),
    ("None of the above", "none found"),
    ("ABCD", "none found"),
    ("B or C", "ambiguous"),
    ("Both A and B", "ambiguous"),
    ("The answer is B or C.", "ambiguous: B or C"),
    ("Answer: A, B, C, or D", "ambiguous"),
    ("I can't decide between B and C.", "ambiguous"),
    ("B. It rains.", "ambiguous: B with the text of D"),
    ("A. A man?\nB. A dog?\nC. She?\nD. Rain?", "ambiguous"),
    ("E", "out of range: no option E"),
    ("The answer is E.", "out of range: no option E"),
    ("The answer is B. Wait, that's wrong.", "retracted"),
]


@pytest.mark.parametrize(("text", "reason"), UNREADABLE)
def test_a_text_without_one_certain_choice_is_invalid_and_says_why(text, reason):
    parsed = read(text)
    assert (parsed.status, parsed.answer) == ("invalid", None)
    assert parsed.reason is not None
    assert parsed.reason.startswith(reason)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("3", 2),
        ("Option 3", 2),
        ("[3]", 2),
        ("The answer is: Option (3)", 2),
        ("Options 1 and 2 are in the first row. The answer is: Option 4.", 3),
        ("The answer is: Option (?)", None),
        ("There are 3 men.", None),
        ("The answer is 5", None),
    ],
)
def test_numbered_pictures_are_chosen_by_number(text, answer):
    assert read(text, PICTURES).answer == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("A", 0),
        ("③②①④", 0),
        ("3-2-1-4", 0),
        ("3, 2, 1, 4", 0),
        ("The correct order is 2, 1, 3, 4", 2),
        ("The correct order is 2-1-3-4, so the answer is C.", 2),
        ("C. ②①③④", 2),
        ("C. ④③②①", None),
        ("4-1-2-3", None),
    ],
)
def test_orders_as_options_are_chosen_by_letter_or_by_sequence(text, answer):
    assert read(text, SEQUENCES).answer == answer


def test_two_options_with_the_same_words_are_told_apart_by_letter_only():
    twins = (Option("A", "It rains."), Option("B", "It rains!"))
    assert read("It rains.", twins).answer is None
    assert read("B. It rains!", twins).answer == 1


WRITTEN = (
    "{}",
    "({})",
    "**{}**",
    "{}.",
    "Option {}",
    "Answer: {}",
    "The answer is {}.",
    "The correct answer is ({}).",
    "$\\boxed{{{}}}$",
    "答案：{}",
    "Antwort: {}",
    '{{"answer": "{}"}}',
    "It is clear.\n\nFinal answer: {}",
    "{}\n\nthe dog hides, so it must",
)


@given(
    st.sampled_from(WRITTEN),
    st.integers(0, 3),
    st.sampled_from([(WORDS, "ABCD"), (PICTURES, "1234"), (SEQUENCES, "ABCD")]),
)
def test_any_label_comes_back_from_any_format(written, k, choices):
    options, labels = choices
    assert read(written.format(labels[k]), options).answer == k


PROSE = ["a", "man", "I", "A", "dog", "runs", "to", "the", "house", "and", "it", "rains"]


@given(st.lists(st.sampled_from(PROSE)))
def test_plain_prose_is_never_a_choice(words):
    text = " ".join([*words, "quickly"])
    assert read(text).answer is None


def test_no_setting_changes_how_a_choice_is_read():
    assert read("The answer is B.", profile=PAPER) == read("The answer is B.")
