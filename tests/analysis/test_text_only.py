"""A model that reads only the words of items: the test, its clusters, and the command."""

from __future__ import annotations

import pytest
from scipy.stats import ttest_1samp

from panelwise.analysis import RunData, above_chance, text_only_scores
from panelwise.analysis._text_only import TextOnlyScore
from panelwise.evaluation import Result
from panelwise.metrics import holm
from panelwise.packs import asks_in_words, without_pictures
from panelwise.profile import RECOMMENDED
from panelwise.tasks import ImageEntry, Item, Option, Rendering, SourcePage, Turn

WORDS = ("a cat", "a dog", "a hen", "an owl")
PICTURE = ImageEntry("0" * 64, "1" * 64, 10, 10, "image/png", 10, {})


def question(key, text, gold=0, task="test.choice", **facts):
    options = tuple(Option(label, text=word) for label, word in zip("ABCD", WORDS, strict=True))
    listed = "\n".join(f"{one.label}. {one.text}" for one in options)
    return Item(
        id=key,
        task=task,
        kind="choice",
        n=4,
        rendering=Rendering(
            (Turn("user", ("Look: ", 0, f"\n{text}\n{listed}")),), (PICTURE,), "t/1"
        ),
        gold=gold,
        sources=(SourcePage(f"book of {key}", key, f"{key}.png", "0" * 64),),
        options=options,
        meta=facts,
    )


def scores(items, right, **options) -> tuple[TextOnlyScore, ...]:
    """Scores of a run in which the items at these places are right."""
    results = tuple(
        Result("pack", item.id, outcome="correct" if k in right else "wrong", status="ok", answer=0)
        for k, item in enumerate(items)
    )
    return text_only_scores(RunData("r", "m", RECOMMENDED, {"pack": items}, results), **options)


def test_only_the_words_are_sent():
    bare = without_pictures(question("a", "What is in the box?"))
    assert bare.rendering.images == ()
    assert bare.rendering.text.startswith("Look: \nWhat is in the box?")
    assert bare.meta["transform"] == "text_only"
    pictures = question("b", "Which?")
    cells = tuple(Option(one.label, image=0) for one in pictures.options)
    assert asks_in_words(pictures, lambda task: False)
    shown = Item(**{f: getattr(pictures, f) for f in pictures.__slots__} | {"options": cells})
    assert not asks_in_words(shown, lambda task: False)
    assert asks_in_words(shown, lambda task: True)


def test_a_model_above_chance_is_refused_and_one_at_chance_is_not():
    items = [question(str(k), f"What is in box {k}?") for k in range(40)]
    (above,) = scores(items, range(25))
    assert (above.right.value, above.chance, above.right.n) == (25 / 40, 0.25, 40)
    assert above.refused
    assert above.p < 1e-4
    (level,) = scores(items, range(12))
    assert level.p > 0.2
    assert not level.refused


def test_the_test_is_students_with_the_variance_of_guesses_at_least():
    """20 of 40: the variance of the answers is the greater one, so it is the usual t test."""
    rights = [1.0] * 20 + [0.0] * 20
    usual = ttest_1samp(rights, 0.25, alternative="greater").pvalue
    assert above_chance(rights, [0.25] * 40, range(40)) == pytest.approx(usual)
    assert above_chance([1.0] * 40, [0.25] * 40, range(40)) < 1e-10
    assert above_chance([0.0] * 40, [0.25] * 40, range(40)) > 0.99
    assert above_chance([1.0, 1.0], [0.25, 0.25], "aa") == 1.0


def test_items_of_one_text_are_one_cluster():
    """Ten texts of eight items each, four of them right throughout: no more than ten answers."""
    items = [question(f"{t}-{k}", f"What is in box {t}?") for t in range(10) for k in range(8)]
    (found,) = scores(items, [place for place in range(80) if place // 8 < 4])
    usual = ttest_1samp([1.0] * 4 + [0.0] * 6, 0.25, alternative="greater").pvalue
    assert found.p == pytest.approx(usual)
    assert found.right.method == "cluster_wilson"
    assert not found.refused


def test_tasks_are_corrected_together_and_evidence_and_weak_options_are_not_gated():
    named = [("one", {}), ("two", {}), ("read", {}), ("one", {"distractors": "weak"})]
    items = [
        question(f"{n}-{k}", f"What is in box {n} {k}?", task=task, **facts)
        for n, (task, facts) in enumerate(named)
        for k in range(20)
    ]
    right = [*range(10), *range(20, 25), *range(40, 80)]
    found = scores(items, right, evidence=lambda task: task == "read")
    by = {(one.task, one.sort): one for one in found}
    assert list(by) == [
        ("one", "gated"),
        ("two", "gated"),
        ("read", "evidence"),
        ("one", "weak"),
        ("", "gated"),
    ]
    gated = [by["one", "gated"], by["two", "gated"]]
    assert [one.p_holm for one in gated] == pytest.approx(holm([one.p for one in gated]))
    assert (by["", "gated"].right.value, by["", "gated"].right.n) == (15 / 40, 40)
    assert [one.refused for one in found[:4]] == [gated[0].p_holm < 0.05, False, False, False]
