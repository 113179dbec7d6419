"""The status of a response, whatever was asked. Source: specification 7.0."""

from __future__ import annotations

import time

import pytest

from panelwise.profile import RECOMMENDED
from panelwise.tasks import Item, Option, Parsed, Rendering, outcome_of, read_response

EMPTY = Rendering((), (), "test")
ORDERING = Item("o", "t", "ordering", 4, EMPTY, (3, 0, 2, 1), ())
CHOICE = Item(
    "c", "t", "choice", 4, EMPTY, 1, (), options=tuple(Option(x, text=f"{x} runs") for x in "ABCD")
)


def read(item: Item, text: str | None, **more) -> Parsed:
    return read_response(item, text, profile=RECOMMENDED, **more)


@pytest.mark.parametrize("item", [ORDERING, CHOICE])
@pytest.mark.parametrize(
    "text", [None, "", " \n", "\u200b", "<think>It is [3, 0, 2, 1]: B</think>"]
)
def test_nothing_outside_the_reasoning_is_empty(item, text):
    parsed = read(item, text)
    assert parsed.status == "empty"
    assert outcome_of(item, parsed) == "no_answer"


@pytest.mark.parametrize("item", [ORDERING, CHOICE])
@pytest.mark.parametrize(
    "text",
    [
        "I'm sorry, but I can't help with that.",
        "I am unable to view images.",
        "As an AI language model, I have no eyes.",
        "Lo siento, no puedo ayudar con eso.",
        "Es tut mir leid, dabei kann ich nicht helfen.",
        "Je ne peux pas répondre à cette question.",
        "抱歉，我无法回答这个问题。",
        "申し訳ありませんが、お答えできません。",
        "К сожалению, я не могу помочь.",
    ],
)
def test_declining_in_words_is_a_refusal(item, text):
    parsed = read(item, text)
    assert (parsed.status, outcome_of(item, parsed)) == ("refusal", "refused")


def test_an_answer_behind_an_apology_is_an_answer():
    assert read(ORDERING, "Sorry, I can't see well, but my answer: [3, 0, 2, 1]").status == "ok"
    assert read(CHOICE, "I'm unable to view the image. My guess is B.").answer == 1


@pytest.mark.parametrize("item", [ORDERING, CHOICE])
def test_the_providers_own_refusal_stands_whatever_the_text_says(item):
    assert read(item, "[3, 0, 2, 1] B", refusal="policy").status == "refusal"
    assert read(item, "Answer: B", finish_reason="content_filter").status == "refusal"


class TestCutOff:
    @pytest.mark.parametrize(
        "text", ["", "<think>Let me", "At first [3, 0, 2, 1] seems right, but the dog", "[3, 0, 2"]
    )
    def test_without_a_final_answer_it_is_truncated(self, text):
        parsed = read(ORDERING, text, finish_reason="length")
        assert (parsed.status, outcome_of(ORDERING, parsed)) == ("truncated", "truncated")

    @pytest.mark.parametrize(
        "text", ["[3, 0, 2, 1]\n\nThe first panel", "The correct order is [3, 0, 2, 1]. In the"]
    )
    def test_an_answer_that_was_already_final_counts(self, text):
        assert read(ORDERING, text, finish_reason="length").status == "ok"

    def test_the_same_for_choices(self):
        assert read(CHOICE, "Let me see. A looks", finish_reason="length").status == "truncated"
        assert read(CHOICE, "B. Since the dog", finish_reason="length").answer == 1


def test_reasoning_is_no_answer():
    assert read(ORDERING, "<think>[0, 1, 2, 3]</think>[3, 0, 2, 1]").answer == (3, 0, 2, 1)
    assert read(CHOICE, "The answer is A.</think>The answer is B.").answer == 1
    assert read(CHOICE, "◁think▷A◁/think▷B").answer == 1


def test_errors_have_outcomes_of_their_own():
    assert outcome_of(CHOICE, Parsed("error")) == "provider_error"
    assert outcome_of(CHOICE, Parsed("unsupported")) == "unsupported"


HOSTILE = [
    "a", " ", "\n", "[", "(", "[1,", "1 ", "1, ", "1. 2\n", "①", "$", "*", "<think>", "\\boxed{",
    "answer is ", "answer: A or ", "[3,0,2,1] or ", "Panel 3, ", "one ", "一", "A. x\n", "(A) ",
    "~~", "|-", "⟦", "'", "B is the most ", "Wait, ", "\ufdfa", "\u200bx", "3021 ",
]  # fmt: skip


@pytest.mark.parametrize("item", [ORDERING, CHOICE])
@pytest.mark.parametrize("piece", HOSTILE)
def test_a_megabyte_of_anything_is_read_in_no_time(item, piece):
    text = piece * (1_000_000 // len(piece))
    started = time.process_time()
    read(item, text)
    assert time.process_time() - started < 3  # a quadratic pattern takes minutes
