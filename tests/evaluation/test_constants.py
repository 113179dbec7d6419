"""The best constant answer of an item set scores what a run of that answer scores."""

from __future__ import annotations

import math
from dataclasses import replace

import orjson
import pytest

from document_items import DETECTION, ITEMS, SIZE, item, text_page
from panelwise.analysis import summarise
from panelwise.evaluation import evaluate
from panelwise.packs import Made, write_pack
from panelwise.profile import PAPER, RECOMMENDED
from panelwise.tasks import (
    Item,
    Option,
    Rendering,
    SourcePage,
    Turn,
    get_kind,
    guess_levels,
    guesses_of,
)


def _asked(one: Item, name: str) -> Item:
    """An item with a prompt and a page of its own, so that it may stand in a pack."""
    turn = Turn("user", (f"Question {name}.",))
    sources = (SourcePage(name.partition("/")[0], name, "p.png", "0" * 64),)
    return replace(one, id=name, rendering=Rendering((turn,), (), "test/1"), sources=sources)


def _orders(*golds: tuple[int, ...]) -> list[Item]:
    blank = Rendering((), (), "")
    return [
        Item(f"o{k}", "test.ordering", "ordering", len(gold), blank, gold, ())
        for k, gold in enumerate(golds)
    ]


def _choices(*golds: int) -> list[Item]:
    blank = Rendering((), (), "")
    options = tuple(Option(label, text=f"the {label} thing") for label in "ABCD")
    return [
        Item(f"c{k}", "test.choice", "choice", 4, blank, gold, (), options=options)
        for k, gold in enumerate(golds)
    ]


LIKENESS = {
    "characters": {f"C{k}": [9 * k, 0, 9 * k + 8, 8] for k in range(1, 6)},
    "groups": [["C1", "C3", "C4"], ["C2", "C5"]],
    "asked": ["groups", "similarity"],
}
SPLASH = {
    "size": SIZE,
    "classes": ["panel"],
    "boxes": [{"class": "panel", "box": [9, 9, 790, 1190]}],
}
BY_KIND: dict[str, list[Item]] = {
    **{kind: [one, one] for kind, one in ITEMS.items()},
    "spotting": [ITEMS["spotting"], text_page(([20, 20, 780, 1180], "BOOM!"))],
    "detection": [DETECTION, item("detection", SPLASH)],
    "identities": [ITEMS["identities"], item("identities", LIKENESS)],
    "answer": [
        item("answer", {"question": "?", "answers": [text]}) for text in ("yes", "no", "Yes")
    ],
    "naming": [
        ITEMS["naming"],
        item("naming", {"lines": [{"mark": "T1", "text": "Hm.", "names": ["Bob"], "known": True}]}),
    ],
    "rating": [item("rating", {"own": own}) for own in (True, True, False)],
    "ordering": _orders((1, 0, 2), (1, 0, 2), (2, 0, 1)),
    "choice": _choices(1, 1, 3),
}


@pytest.mark.parametrize("profile", [RECOMMENDED, PAPER], ids=lambda one: one.name)
def test_a_run_of_each_constant_answer_scores_what_is_said_of_it(profile, tmp_path):
    """Every kind at once: run ``k`` gives every item the ``k``th constant of its kind."""
    items = [
        _asked(one, f"{kind}{at}/{at}")
        for kind, some in BY_KIND.items()
        for at, one in enumerate(some)
    ]
    pack = write_pack(tmp_path / "pack", [Made(one, {}) for one in items], {"task": "test"}, "")
    of_kind = {kind: [one for one in items if one.kind == kind] for kind in BY_KIND}
    rules = {kind: guesses_of(some, profile)[0].constants for kind, some in of_kind.items()}
    found: dict[tuple[str, str], list[float]] = {}
    levels = {}
    for k in range(max(map(len, rules.values()))):
        lines = []
        for one in items:
            some = list(rules[one.kind].values())
            if k < len(some):
                text = get_kind(one.kind).write(one, some[k](one), profile)
                lines.append({"id": one.id, "answer": text})
        answers = tmp_path / f"{k}.jsonl"
        answers.write_bytes(b"\n".join(map(orjson.dumps, lines)))
        run = evaluate(pack, f"recorded:{answers}", out=tmp_path / f"run{k}", profile=profile)
        for summary in summarise(run):
            levels.setdefault(summary.kind, summary.metrics)
            if k < len(rules[summary.kind]):
                for name, metric in summary.metrics.items():
                    if metric.headline.value is not None:
                        found.setdefault((summary.kind, name), []).append(metric.headline.value)
    assert set(levels) == set(BY_KIND)
    for kind, some in of_kind.items():
        alone = guess_levels(some, profile)
        for name, info in get_kind(kind).metrics.items():
            best = max if info.higher_is_better else min
            values = found.get((kind, name))
            told = levels[kind][name].constant
            assert (told is None) == (values is None), (kind, name)
            if told is not None:
                assert told.value == pytest.approx(best(values), abs=1e-9), (kind, name)
            assert alone[name].constant == told, (kind, name)
            level = levels[kind][name]
            assert bool(level.why_no_chance) == (told is None or alone[name].random is None)


def test_five_to_everything_is_the_best_constant_rating():
    level = guess_levels(BY_KIND["rating"], RECOMMENDED)["agrees"]
    assert (level.constant.value, level.constant.answer) == (pytest.approx(2 / 3), "5")
    assert level.random == pytest.approx(0.4)  # two of the five ratings agree, whatever is right
    assert level.why_not == ""


def test_orders_of_each_length_have_a_constant_of_their_own():
    items = _orders((1, 0, 2), (1, 0, 2), (2, 0, 1), (0, 1, 2, 3))
    best = guess_levels(items, RECOMMENDED)["exact_match"].constant
    assert best.value == pytest.approx(3 / 4)
    assert best.answer == "length 3: the order [1, 0, 2]; length 4: the shown order"


def test_panels_can_count_instead_of_strips():
    items = _orders((1, 0, 2), (1, 0, 2), (2, 0, 1), (0, 1, 2, 3))
    by_panel = RECOMMENDED.with_settings({"scoring.average": "panel"})
    best = guess_levels(items, by_panel)["exact_match"].constant
    assert best.value == pytest.approx((3 + 3 + 4) / 13)


def test_a_constant_is_read_as_its_profile_reads_answers():
    """Where both readings of an order count, the constant has two tries, too (AMB-1)."""
    items = _orders((1, 2, 0), (2, 0, 1))  # each other's inverse
    either = RECOMMENDED.with_settings({"ordering.order_semantics": "either"})
    assert guess_levels(items, RECOMMENDED)["exact_match"].constant.value == 0.5
    assert guess_levels(items, either)["exact_match"].constant.value == 1


@pytest.mark.parametrize("frame", ["pixels", "thousandths", "fractions_y_first", "qwen_pixels"])
def test_constant_boxes_lie_where_the_profile_takes_them(frame):
    page = item("detection", {**SPLASH, "boxes": [{"class": "panel", "box": [0, 0, *SIZE]}]})
    levels = guess_levels([page], RECOMMENDED.with_settings({"boxes.coord_frame": frame}))
    assert levels["f1_panel"].constant.value == 1


def test_a_random_character_for_each_text_is_the_mean_over_all_answers():
    one, kind = ITEMS["speakers"], get_kind("speakers")
    texts, characters = list(one.gold["texts"]), list(one.gold["characters"])
    tried = [
        kind.score(
            one, {"links": [[t, c, 1.0] for t, c in zip(texts, who, strict=True)]}, RECOMMENDED
        )
        for who in ((a, b, c) for a in characters for b in characters for c in characters)
    ]
    for name, expected in kind.chance(one, RECOMMENDED).items():
        assert expected == pytest.approx(math.fsum(t[name] for t in tried) / len(tried)), name


def test_what_has_no_right_answer_says_so():
    level = guess_levels([ITEMS["mark"]], RECOMMENDED)["mark"]
    assert (level.random, level.constant) == (None, None)
    assert "no right mark" in level.why_not
    judged = guess_levels([ITEMS["answer"]], RECOMMENDED)["judge"]
    assert (judged.random, judged.constant) == (None, None)
    assert "only the judge" in judged.why_not


def test_all_answers_at_once_hold_the_right_one():
    """``contains`` is no measure of what somebody knows: a list of all answers has it."""
    levels = guess_levels(BY_KIND["answer"], RECOMMENDED)
    assert levels["contains"].constant.value == 1
    assert levels["contains"].constant.answer == "the 2 commonest answers at once"
    assert levels["exact"].constant.answer == '"yes"'
    assert levels["exact"].constant.value == pytest.approx(2 / 3)
