"""Profiles: every choice that the papers left open, by name, typed, on record."""

from __future__ import annotations

import dataclasses
import json

import pytest

from panelwise.errors import SettingError
from panelwise.profile import (
    PAPER,
    PROFILES,
    RECOMMENDED,
    get_profile,
    parse_settings,
    setting_names,
)


def test_there_are_two_and_ours_is_the_default():
    assert PROFILES == {"paper": PAPER, "recommended": RECOMMENDED}
    assert get_profile() == RECOMMENDED
    assert get_profile("paper") == PAPER


def test_the_bare_paper_holds_only_what_all_five_papers_did():
    """specification 7 and 8; the values of each paper are in tests/benchmarks/test_papers.py."""
    ours, theirs = RECOMMENDED.as_dict(), PAPER.as_dict()
    assert {key: theirs[key] for key in theirs if theirs[key] != ours[key]} == {
        "name": "paper",
        "invalid_policy": "valid_only",
        "repair": False,
        "shuffle": "uniform",
        "least_confidence": 0.0,
        "explicit_order_prompt": False,
        "who_is_who": False,
    }


def test_a_paper_keeps_what_somebody_chose_and_nothing_else():
    theirs = dataclasses.replace(PAPER, unanswered="drop", tier="any_book")
    assert PAPER.as_in(theirs) == theirs
    assert RECOMMENDED.as_in(theirs) == RECOMMENDED
    for chosen in (
        get_profile("paper", {"unanswered": "wrong"}),  # what the bare paper has anyway
        get_profile("paper", {"unanswered": "wrong"}).as_in(theirs),
    ):
        found = chosen.as_in(theirs)
        assert (found.name, found.unanswered) == ("paper+unanswered=wrong", "wrong")
        assert found.tier == "any_book"
    changed = dataclasses.replace(PAPER, ndcg_gain="exp2")
    assert changed.as_in(theirs).ndcg_gain == "exp2"


def test_nothing_is_a_profile_that_cannot_be_written_down():
    for profile in PROFILES.values():
        assert json.loads(json.dumps(profile.as_dict())) == profile.as_dict()
        with pytest.raises(dataclasses.FrozenInstanceError):
            profile.shuffle = "uniform"


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("ndcg_gain", "exp2", "exp2"),
        ("smallest_order", "4", 4),
        ("composite_aspect", "2.5", 2.5),
        ("repair", "no", False),
        ("mend_lists", "TRUE", True),
    ],
)
def test_a_setting_is_read_by_its_type(key, text, value):
    changed = RECOMMENDED.with_settings({key: text})
    assert getattr(changed, key) == value
    assert dataclasses.replace(changed, name="recommended", **{key: getattr(RECOMMENDED, key)}) == (
        RECOMMENDED
    )


def test_a_departure_is_part_of_the_name_however_it_is_typed():
    names = {RECOMMENDED.with_settings({"repair": text}).name for text in ("no", "false", "0")}
    assert names == {"recommended+repair=false"}
    both = {"unanswered": "drop", "smallest_order": "2"}
    assert RECOMMENDED.with_settings(both).name == "recommended+smallest_order=2+unanswered=drop"


def test_a_setting_that_changes_nothing_leaves_the_profile_as_it_is():
    assert RECOMMENDED.with_settings({}) == RECOMMENDED
    assert RECOMMENDED.with_settings({"repair": "true"}) == RECOMMENDED


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        ({"ndcg_gian": "exp2"}, "unknown setting 'ndcg_gian'; did you mean 'ndcg_gain'?"),
        ({"name": "mine"}, "unknown setting 'name'"),
        ({"ndcg_gain": "exp3"}, "ndcg_gain=exp3: did you mean 'exp2'?"),
        ({"repair": "perhaps"}, "repair=perhaps: must be true or false"),
        ({"smallest_order": "three"}, "smallest_order=three: must be a whole number"),
        ({"smallest_order": "2.5"}, "smallest_order=2.5: must be a whole number"),
        ({"composite_aspect": "wide"}, "composite_aspect=wide: must be a number"),
        ({"composite_aspect": "nan"}, "composite_aspect=nan: must be between 0 and 1000000"),
        ({"near_reading": "2"}, "near_reading=2: must be between 0 and 1"),
        ({"composite_gutter": "-1"}, "composite_gutter=-1: must be between 0 and 1000000"),
    ],
)
def test_a_mistake_is_one_line(settings, line):
    with pytest.raises(SettingError) as raised:
        RECOMMENDED.with_settings(settings)
    assert str(raised.value).startswith(line)
    assert "\n" not in str(raised.value)


def test_an_unknown_profile_is_one_line():
    with pytest.raises(SettingError, match=r"unknown profile 'papr'; did you mean 'paper'\?"):
        get_profile("papr")


def test_settings_are_typed_as_key_and_value():
    assert parse_settings(["a=1", " b = x=y "]) == {"a": "1", "b": "x=y"}
    for pair in ("a", "=1", ""):
        with pytest.raises(SettingError, match="is not key=value"):
            parse_settings([pair])


def test_every_setting_is_described():
    for name in setting_names():
        assert f"{name}:" in type(PAPER).__doc__
