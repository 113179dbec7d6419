"""Questions that can be answered without the comic go; what is left of that is told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from panelwise.drafting import (
    PressWriter,
    TextAnswer,
    apply_drafts,
    filter_by_text,
    judge_by_text,
    residual_accuracy,
)
from panelwise.errors import SettingError, UnavailableError
from panelwise.models import Response


def choices(book):
    """The book with its multiple-choice questions alone."""
    return replace(
        book,
        stories=tuple(
            replace(s, questions=tuple(q for q in s.questions if q.task == "chrono_mcq"))
            for s in book.stories
        ),
    )


class Named:
    """A writer under a name of its own."""

    def __init__(self, name, answer):
        self.name, self.answer = name, answer

    def identity(self):
        return {"writer": self.name}

    async def write(self, request):
        return await self.answer(request) if callable(self.answer) else Response(self.answer)

    async def close(self):
        pass


def test_who_answers_by_position_is_at_chance_and_drops_nothing(western):
    done = filter_by_text(choices(western), [Named("first", "A"), Named("last", "D")])
    assert not done.dropped
    assert {one.rate for one in done.verdicts} == {0.25}
    assert [(one.accuracy_before, one.accuracy_after) for one in done.residual] == [
        (0.25, 0.25)
    ] * 2


def test_who_knows_by_heart_drops_what_it_knows_and_others_show_what_is_left(western):
    book = choices(western)
    known = book.stories[0].questions[0]
    knowing = replace(book.stories[0], questions=(known,))
    writer = PressWriter(replace(western, stories=(knowing,)), knows_by_heart=True)
    done = filter_by_text(book, [writer], held_out=[Named("first", "A")])
    assert done.dropped == {("western", book.stories[0].id, known.id)}
    knows, held_out = done.residual
    assert knows.accuracy_before > 0.25 == knows.accuracy_after
    assert (knows.filtering, held_out.filtering) == (True, False)
    left = apply_drafts(book, done.drafts, held_out=["first"])
    assert known not in left.stories[0].questions
    count = sum(len(story.questions) for story in book.stories)
    assert sum(len(story.questions) for story in left.stories) == count - 1
    # A stranger who is held out decides nothing, one who is not dilutes the rate below 0.6.
    assert apply_drafts(book, done.drafts, threshold=0.65) == book


def test_every_cyclic_order_is_asked_once_and_the_right_option_stands_everywhere(western):
    drafts = filter_by_text(choices(western), [Named("first", "A")]).drafts
    question = drafts[0].result["question"]
    rights = [draft.result["right"] for draft in drafts if draft.result["question"] == question]
    assert sorted(rights) == [0, 1, 2, 3]


def test_refusals_and_riddles_are_answers_that_hit_nothing_and_are_not_asked_again(western):
    done = filter_by_text(choices(western), [Named("riddle", "Who can say?")])
    assert all(len(draft.tries) == 1 and draft.status == "accepted" for draft in done.drafts)
    assert {one.hits for one in done.verdicts} == {0}


def test_answers_are_not_asked_for_twice(western, tmp_path):
    file = tmp_path / "drafts.jsonl"
    first = filter_by_text(choices(western), [Named("x", "A")], out=file)
    assert filter_by_text(choices(western), [Named("x", "B")], out=file) == first


def answers(question, hits, of=4, model="m"):
    return [TextAnswer(("b", "s", question), model, 4, k < hits) for k in range(of)]


def test_the_threshold_is_a_mean_over_models():
    three = answers("q", 4) + answers("q", 4, model="n") + answers("q", 0, model="o")
    [verdict] = judge_by_text(three)
    assert verdict.rate == pytest.approx(2 / 3)
    assert not verdict.kept
    assert verdict.p_value == pytest.approx(0.0028, abs=1e-4)  # 8 or more of 12 at a quarter
    [verdict] = judge_by_text(three, threshold=0.7)
    assert verdict.kept


def test_a_rate_that_is_not_above_chance_drops_nothing():
    [verdict] = judge_by_text(answers("q", 1), threshold=0)
    assert verdict.kept


def test_residual_accuracy_is_told_for_everybody():
    given = answers("easy", 4) + answers("hard", 1) + answers("hard", 2, model="other")
    verdicts = judge_by_text([one for one in given if one.model == "m"])
    mine, other = residual_accuracy(given, verdicts, ["m"])
    assert (mine.accuracy_before, mine.accuracy_after, mine.n_after) == (5 / 8, 1 / 4, 4)
    assert (other.accuracy_before, other.accuracy_after, other.filtering) == (0.5, 0.5, False)
    nothing = judge_by_text(answers("easy", 4))
    assert residual_accuracy(answers("easy", 4), nothing, ["m"])[0].accuracy_after is None


def test_what_cannot_be_filtered_is_said(western):
    with pytest.raises(SettingError, match="no model"):
        filter_by_text(western, [])
    with pytest.raises(SettingError, match="must be from 0 to 1"):
        judge_by_text([], threshold=6)
    with pytest.raises(UnavailableError, match="no story has questions"):
        filter_by_text(replace(western, stories=()), [Named("x", "A")])
