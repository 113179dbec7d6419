"""Questions that follow from a story's logic: right answers are right, wrong ones wrong."""

import random
from collections import Counter

import pytest

from panelwise.comics import contradiction
from panelwise_press import BookPlan, tellings_of, write_questions
from panelwise_press._twins import EDITS, edited
from press_checks import check_questions, check_telling

PLANS = [BookPlan(seed, chapters=6) for seed in range(12)]


def told(plan):
    tellings = tellings_of(plan)
    for telling in tellings:
        others = [other for other in tellings if other.id != telling.id]
        yield telling, write_questions(telling, others, plan.chance(telling.id))


@pytest.fixture(scope="module")
def asked():
    return [pair for plan in PLANS for pair in told(plan)]


def test_every_question_holds(asked):
    for telling, questions in asked:
        check_telling(telling)
        check_questions(telling, questions)


def test_every_kind_of_question_is_asked(asked):
    kinds = Counter(q.perspective or q.task for _, questions in asked for q in questions)
    assert set(kinds) == {
        *("CPT", "CAS", "IMN", "ICM", "PBP", "CFR"),
        *("frame_prediction", "narrative_comprehension", "true_statement", "reading"),
    }
    assert min(kinds.values()) >= 5


def test_distractors_are_typed_in_many_ways(asked):
    errors = {wrong.error for _, questions in asked for q in questions for wrong in q.wrong}
    assert len(errors) == 7


def test_open_questions_cover_mangavqas_axes(asked):
    reading = [q for _, questions in asked for q in questions if q.task == "reading"]
    assert {q.interrogative for q in reading} == {"who", "what", "where", "when", "how", "why"}
    assert {q.answer_type for q in reading} == {"exact", "descriptive"}
    assert {q.required for q in reading} == {"one_panel", "several_panels"}


def test_a_silent_story_is_asked_nothing_about_words():
    for telling, questions in told(BookPlan(3, chapters=6, silent=True)):
        assert not any("says" in q.question or "says" in q.answer for q in questions), telling.id
        check_questions(telling, questions)


def test_words_are_asked_in_the_language_of_the_lettering():
    questions = [q for _, qs in told(BookPlan(3, chapters=6, language="ja")) for q in qs]
    assert any(q.language == "ja" for q in questions)


@pytest.mark.parametrize("edit", EDITS)
def test_a_twin_differs_in_one_beat(edit):
    changed = 0
    for plan in PLANS:
        for story in plan.stories():
            twin = edited(story, edit, random.Random(1))
            pairs = list(zip(story.beats, twin.beats, strict=False))
            unlike = [a for a, b in pairs if a != b]
            if twin.changed is None:
                assert twin == story
                continue
            changed += 1
            assert len(unlike) == 1
            if edit == "event":
                assert contradiction(twin.beats) is None
                assert len(twin.beats) <= len(story.beats)
            else:
                assert len(twin.beats) == len(story.beats)
    assert changed >= 20


def test_the_same_seed_tells_the_same_people_and_stories():
    plan = BookPlan(5, chapters=4)
    assert plan.stories() == plan.stories()
    assert plan.stories() != BookPlan(6, chapters=4).stories()
    drawn = plan.twin(style="ink", layout="bd", language="fr")
    assert drawn.stories() == plan.stories()


def test_a_renamed_twin_has_the_same_faces_and_no_old_name():
    plan = BookPlan(5, chapters=4)
    old, new = plan.cast(), plan.twin(renamed=True).cast()
    assert [person.look for person in old] == [person.look for person in new]
    assert not {p.names["en"] for p in old} & {p.names["en"] for p in new}
