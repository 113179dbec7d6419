"""Open questions accept every usual word for a feeling, a place or a time."""

from __future__ import annotations

import pytest

from panelwise.comics import StoryQuestion
from panelwise_press import BookPlan, print_book
from panelwise_press._synonyms import accepted_forms, with_synonyms
from panelwise_press._translations import read_toml
from panelwise_press.drawing import PLACES

TABLES = ("feelings", "places", "times")


def asked(interrogative: str, answer: str) -> list[StoryQuestion]:
    question = StoryQuestion(
        "q", "reading", "?", answer, answer_type="descriptive", interrogative=interrogative
    )
    return list(with_synonyms([question]))


@pytest.mark.parametrize("table", TABLES)
def test_forms_are_in_five_languages_and_each_once(table):
    entries = read_toml("panelwise_press._synonyms", "synonyms.toml")[table]
    answers = [answer for entry in entries for answer in entry["of"]]
    assert len(answers) == len(set(answers))
    for entry in entries:
        assert set(entry) == {"of", "en", "ja", "fr", "es", "zh"}
        assert set(entry["of"]) <= set(entry["en"])
        for language in ("en", "ja", "fr", "es", "zh"):
            assert entry[language]
            assert len(entry[language]) == len(set(entry[language])), entry["of"]


def test_every_place_and_time_of_the_press_has_synonyms():
    assert {place.says for place in PLACES.values()} == set(accepted_forms("places"))
    assert set(accepted_forms("times")) == {"by day", "in the evening", "at night"}


@pytest.mark.parametrize(
    ("interrogative", "answer", "accepted"),
    [
        ("how", "sad", {"unhappy", "悲しい", "triste", "难过"}),
        ("how", "cheerful", {"happy", "うれしい", "contento", "高兴"}),
        ("where", "on the beach", {"at the beach", "砂浜", "sur la plage", "en la playa", "沙滩"}),
        ("when", "at night", {"night", "夜", "la nuit", "de noche", "夜里"}),
    ],
)
def test_synonyms_are_accepted(interrogative, answer, accepted):
    [question] = asked(interrogative, answer)
    assert question.answer == answer
    assert accepted <= set(question.answers)
    assert answer not in question.answers


@pytest.mark.parametrize("vague", ["busy", "kind", "careless", "helpful", "eager"])
def test_nobody_is_asked_for_a_feeling_that_no_picture_shows(vague):
    assert asked("how", vague) == []


@pytest.mark.parametrize(("one", "other"), [("happy", "sad"), ("angry", "scared")])
def test_opposite_feelings_share_no_word(one, other):
    forms = accepted_forms("feelings")
    assert not set(forms[one]) & set(forms[other])


def test_books_accept_synonyms_and_frozen_ones_do_not():
    plan = BookPlan(3, chapters=1, templates=("leak",), scale=0.2)
    frozen, now = print_book(plan, "b", synonyms=False), print_book(plan, "b")
    before = {one.id: one for one in frozen.stories[0].questions}
    after = {one.id: one for one in now.stories[0].questions}
    assert set(after) <= set(before)
    changed = {key for key, one in after.items() if one != before[key]}
    assert {before[key].interrogative for key in changed} == {"how", "where"}
    assert all(len(after[key].answers) > 10 for key in changed)
    vague = {before[key].answer for key in set(before) - set(after)}
    assert not vague & set(accepted_forms("feelings"))
