"""Metrics that other packages add to a kind: scores, chance, unreadable answers, mistakes."""

from __future__ import annotations

import numpy as np
import pytest

from document_items import ITEMS
from panelwise.analysis import score_lines
from panelwise.errors import PluginError, PluginWarning
from panelwise.metrics import MetricInfo
from panelwise.profile import RECOMMENDED
from panelwise.registry import Registry
from panelwise.tasks import (
    Item,
    Metric,
    Parsed,
    Rendering,
    get_kind,
    score_answer,
    unread_scores,
)
from panelwise.tasks.kinds import Judgeable, _added_metrics, added_metrics

LINES = [
    '{"id": 1, "gold": "A", "n": 4, "answer": "B"}',
    '{"id": 2, "gold": "B", "n": 4, "answer": "B"}',
    '{"id": 3, "gold": "B", "n": 4, "answer": "I see a dog."}',
]


def info(name, **facts):
    return MetricInfo(name, "made up for a test", **facts)


def second_option(item, answer, profile):
    return answer == 1


SECOND = Metric(
    kind="choice",
    info=info("second", binary=True),
    score=second_option,
    chance=lambda item, profile: 1 / item.n,
)


@pytest.fixture
def install(monkeypatch):
    """Registers metrics, each under its own name or that given, until the test ends."""

    def put(*metrics, **named):
        class Installed(Registry):
            def working(self, prefix=""):
                every = {**{one.name: one for one in metrics}, **named}
                return ((name, one) for name, one in every.items() if name.startswith(prefix))

        monkeypatch.setattr(_added_metrics, "METRICS", Installed("metric", "panelwise.metrics"))
        get_kind.cache_clear()

    yield put
    get_kind.cache_clear()


def test_it_is_scored_with_interval_chance_and_best_constant_like_the_kinds_own(install):
    install(SECOND)
    second = score_lines("choice", LINES).metrics["second"]
    assert second.score.value == pytest.approx(2 / 3)
    assert 0 < second.score.low < 2 / 3 < second.score.high < 1
    assert second.score.chance == 0.25
    assert (second.constant.answer, second.constant.value) == ("always B", 1)
    accuracy = score_lines("choice", LINES).metrics["accuracy"]
    assert accuracy.score.value == pytest.approx(1 / 3)


def test_an_unreadable_answer_counts_as_the_worst_value_or_as_declared_or_by_the_policy(install):
    item = Item("c", "t", "choice", 4, Rendering((), (), "test"), 1, ())
    distance = {"info": info("distance", higher_is_better=False, worst=lambda n: n - 1.0, best=0)}
    install(SECOND, Metric(kind="choice", score=lambda *_: 0.0, **distance))
    assert unread_scores(item, RECOMMENDED) == {"accuracy": 0, "second": 0, "distance": 3}
    chance = RECOMMENDED.with_settings({"scoring.invalid_policy": "chance"})
    assert unread_scores(item, chance)["second"] == 0.25
    install(
        Metric(kind="choice", score=lambda *_: 0.0, unread=lambda item, profile: 2.0, **distance)
    )
    assert unread_scores(item, RECOMMENDED)["distance"] == 2


def test_where_a_kind_has_an_empty_answer_an_unreadable_one_counts_as_that(install):
    found = Metric(
        kind="detection",
        info=info("boxes"),
        score=lambda item, answer, profile: len(answer["boxes"]) + 5,
    )
    install(found)
    assert unread_scores(ITEMS["detection"], RECOMMENDED)["boxes"] == 5


def test_a_pooled_metric_gives_the_parts_that_are_summed(install):
    def pooled(sums):
        return sums[..., 0] / np.maximum(sums[..., 1], 1)

    install(
        Metric(
            kind="choice",
            info=info("rate", parts=("rate_hits", "rate_all"), pooled=pooled),
            score=lambda item, answer, profile: {"rate_hits": answer, "rate_all": 2},
            unread=lambda item, profile: {"rate_hits": 0, "rate_all": 1},
        )
    )
    assert score_lines("choice", LINES).metrics["rate"].score.value == pytest.approx(2 / 5)


def test_constants_are_scored_item_by_item_because_a_metric_may_look_at_more_than_gold(install):
    install(
        Metric(
            kind="choice",
            info=info("first_item"),
            score=lambda item, answer, profile: float(item.id == "1"),
        )
    )
    assert score_lines("choice", LINES).metrics["first_item"].constant.value == pytest.approx(1 / 3)


def test_other_kinds_and_what_else_a_kind_is_stay_as_they_are(install):
    install(Metric(kind="answer", info=info("length"), score=lambda item, answer, profile: 1.0))
    assert added_metrics(get_kind("choice")) == ()
    answer = get_kind("answer")
    assert [one.name for one in added_metrics(answer)] == ["answer.length"]
    assert isinstance(answer, Judgeable)
    assert (answer.name, answer.headline) == ("answer", "anls")


@pytest.mark.parametrize("value", [float("nan"), "many", {"other": 1.0}])
def test_a_function_that_fails_or_gives_no_number_is_named_with_the_item(install, value):
    install(Metric(kind="choice", info=info("odd"), score=lambda *_: value))
    item = Item("c7", "t", "choice", 2, Rendering((), (), "test"), 1, ())
    with pytest.raises(PluginError, match=r"metric .choice\.odd. .*item .c7."):
        score_answer(item, Parsed("ok", 1), RECOMMENDED)


def pooled(function) -> Metric:
    rate = MetricInfo("rate", "a rate", parts=("a", "b", "c"), pooled=function)
    return Metric(kind="choice", info=rate, score=lambda *_: {"a": 1.0, "b": 1.0, "c": 1.0})


@pytest.mark.parametrize(
    ("name", "metric", "message"),
    [
        ("choice.second", object(), "is a object, not a panelwise.tasks.Metric"),
        ("choice.2nd", SECOND, "calls itself 'choice.second'"),
        (
            "choice.accuracy",
            Metric(kind="choice", info=info("accuracy"), score=second_option),
            "would be a second score 'accuracy'",
        ),
        ("choice.rate", pooled(lambda sums: sums["a"] / sums["b"]), "fails on sums .*last axis"),
        ("choice.rate", pooled(lambda sums: sums[0] / sums[1]), r"gives \(3,\) for 2 rows"),
    ],
)
def test_what_cannot_be_added_is_left_out_with_a_warning(install, name, metric, message):
    install(**{name: metric})
    with pytest.warns(PluginWarning, match=message):
        assert added_metrics(get_kind("choice")) == ()
