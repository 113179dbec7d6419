"""A pack on which one answer to everything scores more than chance is flagged, others are not."""

from __future__ import annotations

import itertools
import math
import random
from dataclasses import replace

import numpy as np
import pytest

from document_items import item
from panelwise.packs import Made, write_pack
from panelwise.packs.gates._constant import constant_gate, largest_probability
from panelwise.tasks import Item, Rendering, SourcePage, Turn

BLANK = Rendering((), (), "")
PAGE = SourcePage("book", "1", "p.png", "0" * 64)


def _orders(golds, rule: str) -> list[Item]:
    return [
        Item(
            f"o{k}",
            "t.order",
            "ordering",
            len(gold),
            BLANK,
            tuple(gold),
            (),
            meta={"shuffle": rule},
        )
        for k, gold in enumerate(golds)
    ]


ALLOWED = {
    "uniform": lambda order: True,
    "non_identity": lambda order: order != tuple(range(len(order))),
    "derangement": lambda order: all(k != thing for k, thing in enumerate(order)),
}


@pytest.mark.parametrize("rule", ALLOWED)
def test_orders_shuffled_by_the_rule_are_flagged_once_in_a_hundred_packs(rule):
    draw = random.Random(5)
    orders = [order for order in itertools.permutations(range(4)) if ALLOWED[rule](order)]
    flagged = sum(any(constant_gate(_orders(draw.choices(orders, k=40), rule))) for _ in range(300))
    assert flagged <= 8, "300 packs at 1 %: more than eight come once in a hundred times"


def test_a_panel_that_is_first_too_often_is_flagged():
    draw = random.Random(1)
    rest = [order for order in itertools.permutations(range(4)) if order[0] == 2]
    every = list(itertools.permutations(range(4)))
    golds = [*draw.choices(rest, k=25), *draw.choices(every, k=15)]
    [finding] = constant_gate(_orders(golds, "uniform"))
    assert (finding.gate, finding.severity) == ("gold places", "flag")
    assert "number 3 as shown is number 1 of the story" in finding.what


def _spoken(draw: random.Random, weights: tuple[int, ...]) -> Item:
    marks = [f"C{k}" for k in range(1, len(weights) + 1)]
    links = [[f"T{k}", draw.choices(marks, weights)[0]] for k in (1, 2)]
    texts, who = dict.fromkeys(("T1", "T2")), dict.fromkeys(marks)
    return item("speakers", {"texts": texts, "characters": who, "links": links})


def test_speakers_drawn_at_random_are_not_flagged_and_the_first_always_is():
    draw = random.Random(2)
    fair = [[_spoken(draw, (1, 1, 1)) for _ in range(20)] for _ in range(60)]
    assert sum(any(constant_gate(pack)) for pack in fair) <= 3
    [finding] = constant_gate([_spoken(draw, (8, 1, 1)) for _ in range(20)])
    assert finding.gate == "constant answer"
    assert "the first character for every text" in finding.what
    assert "a random answer 0.333" in finding.what


def test_five_to_everything_is_flagged_where_it_beats_a_random_rating():
    ratings = [item("rating", {"own": k < 56}) for k in range(100)]
    [finding] = constant_gate(ratings)
    assert "(5) has 0.560 of agrees" in finding.what
    assert "a random answer 0.400" in finding.what
    assert not any(constant_gate(ratings[50:62])), "six of twelve may be luck"


def _named(share: float, pages: int) -> list[Item]:
    names = ["Anna"] * round(share * pages)
    names += [chr(0x3041 + k) * 5 for k in range(pages - len(names))]  # with no letter in common
    return [
        item("naming", {"lines": [{"mark": "T1", "text": "Hm.", "names": [name], "known": True}]})
        for name in names
    ]


def test_without_random_answers_a_constant_may_have_what_a_guess_among_four_has():
    [finding] = constant_gate(_named(0.6, 60))
    assert '"Anna" for every line' in finding.what
    assert "0.25 would be a guess among four options" in finding.what
    assert not any(constant_gate(_named(0.25, 60)))
    assert not any(constant_gate(_named(0.6, 5)))


@pytest.mark.parametrize(("base", "n"), [(0.25, 20), (1 / 3, 35), (0.4, 8)])
def test_the_bound_on_luck_holds_and_is_not_far_off(base, n):
    """Against scores of 0 and 1, the widest that have this mean."""
    drawn = np.random.default_rng(3).binomial(n, base, 200_000) / n
    for mean in (base + 0.1, base + 0.2, base + 0.35):
        share = (drawn >= mean - 1e-12).mean()
        assert share <= largest_probability(mean, base, n) * 1.001 + 1e-4
    assert largest_probability(1.0, base, n) == pytest.approx(math.pow(base, n))


def test_gold_that_its_kind_cannot_score_is_refused():
    [finding] = constant_gate([item("naming", {"rows": []})])
    assert (finding.gate, finding.severity) == ("gold", "refuse")
    assert "gold does not have the form that its kind requires" in finding.what


def test_the_data_card_has_what_guessing_scores(tmp_path):

    def asked(k: int, own: bool) -> Item:
        turn = Turn("user", (f"How faithful is description {k}?",))
        rating = item("rating", {"own": own}, f"p{k}")
        return replace(rating, rendering=Rendering((turn,), (), "test/1"), sources=(PAGE,))

    made = [Made(asked(k, own), {}) for k, own in enumerate((True, True, False))]
    card = "{guessing}"
    pack = write_pack(tmp_path / "pack", made, {"task": "test.rating"}, card)
    rows = (pack.path / "README.md").read_text("utf-8").splitlines()
    assert rows[-1] == "| test.rating | agrees | 0.400 | 0.667 (5) |"
