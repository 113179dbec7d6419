"""Orders of panels of families: likeness of neighbours does not show which one is right."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import numpy as np
import pytest
from PIL import Image

from panelwise.benchmarks import get_task
from panelwise.benchmarks._papers import COMICVQA
from panelwise.comics import Book, ComicImage, Event, Page, Panel, PanelRef, Story, encode_png
from panelwise.geometry import Box
from panelwise.profile import RECOMMENDED
from panelwise.tasks import one_of, with_reversals
from panelwise.tasks.plans._matched_orders import PanelLooks, _cheapest_pairs, looks_of
from panelwise.tasks.plans._strip import page_strips

ORDERS = list(itertools.permutations(range(4)))
STORY = (0, 1, 2, 3)
EXCHANGES = ((1, 0, 2, 3), (0, 2, 1, 3), (0, 1, 3, 2), (3, 1, 2, 0))


def looks(seed, drift=0.0):
    """Four panels in a space of looks, each further from the first by about ``drift``."""
    rng = np.random.default_rng(seed)
    at = rng.normal(size=(4, 3)) + drift * np.arange(4)[:, None]
    differences = np.abs(at[:, None] - at[None]).sum(axis=-1)
    names = tuple(f"{value:016x}" for value in rng.integers(2**60, size=4))
    return PanelLooks(
        names, (1000 * differences).astype(np.int64), rng.integers(1000, 9000, size=4)
    )


def seen_from(window, order):
    """The same four panels, if this were the order of the story."""
    at = np.array(order)
    names = tuple(window.names[k] for k in order)
    return PanelLooks(names, window.differences[np.ix_(at, at)], window.detail[at])


def jumps(window, order):
    return sum(window.differences[a, b] for a, b in itertools.pairwise(order))


@pytest.mark.parametrize("choose", [with_reversals, one_of(EXCHANGES)])
@pytest.mark.parametrize("seed", range(2))
def test_whichever_offered_order_were_right_the_same_ones_would_be_offered(choose, seed):
    window = looks(seed, drift=1.0)
    offered: dict[tuple[int, ...], set[tuple[int, ...]]] = {}
    for order in ORDERS:
        found = choose(seen_from(window, order), random.Random(seed))
        assert found[0] == STORY
        offered[order] = {tuple(order[k] for k in one) for one in found}
    for order, some in offered.items():
        assert all(offered[other] == some for other in some)
        assert order in some


@pytest.mark.parametrize("seed", range(3))
def test_every_order_is_offered_with_its_reversal_in_sorting(seed):
    found = with_reversals(looks(seed), random.Random(0))
    assert len(set(found)) == 4
    assert {order[::-1] for order in found} == set(found)


def test_the_binary_task_offers_one_of_the_papers_exchanges_each_of_them_sometimes():
    found = [one_of(EXCHANGES)(looks(seed), random.Random(seed)) for seed in range(60)]
    assert {orders[0] for orders in found} == {STORY}
    assert {wrong for _, wrong in found} == set(EXCHANGES)


def test_offered_orders_differ_little_in_likeness_of_neighbours():
    """The looks of these stories drift; random wrong orders are on average far less continuous."""
    rng = random.Random(1)
    matched = unmatched = 0
    for window in [looks(seed, drift=0.5) for seed in range(40)]:
        right = jumps(window, STORY)
        matched += jumps(window, with_reversals(window, rng)[2]) - right
        unmatched += jumps(window, rng.choice(ORDERS[1:-1])) - right
    assert unmatched > 0
    assert abs(matched) < unmatched / 2


def test_pairs_cost_least_together():
    costs = {(0, 1): 1.0, (2, 3): 9.0, (0, 2): 4.0, (1, 3): 4.0, (0, 3): 0.0, (1, 2): 8.5}
    assert _cheapest_pairs(costs, 4) == [(0, 2), (1, 3)]


def book(world, *, family="f"):
    """A page of four panels in which a bar grows, in each world in another colour."""
    picture = np.full((240, 120, 3), 255, np.uint8)
    for at in range(4):
        picture[60 * at + 10 : 60 * at + 50, : 20 + 20 * at] = (40 * world, 60, 10)
    image = ComicImage.from_bytes(encode_png(Image.fromarray(picture)), f"w{world}.cbz/1.png")
    panels = tuple(Panel(Box(0, 60 * at, 120, 60 * at + 60)) for at in range(4))
    events = tuple(Event(PanelRef("1", at), f"Event {at}.") for at in range(4))
    name = f"{family or 'alone'}-w{world}"
    page = Page("1", 120, 240, image=image, panels=panels, texts=())
    told = Story("s", events, family=family, world={"which": str(world)} if family else {})
    return Book(name, (page,), stories=(told,))


BOOKS = [book(world) for world in range(4)]


@pytest.mark.parametrize(
    ("task", "count"), [("comicvqa.panel_sorting", 4), ("comicvqa.four_panel_binary", 2)]
)
def test_each_sequence_of_a_family_is_asked_once_with_its_right_place_balanced(task, count):
    plan = get_task(task).plan(BOOKS, RECOMMENDED, 0)
    assert len(plan.drafts) == 4
    assert set(Counter(draft.gold for draft in plan.drafts).values()) == {4 // count}


def test_the_setting_restores_the_papers_four_exchanges():
    task = get_task("comicvqa.four_panel_binary")
    plain = RECOMMENDED.with_settings({"comicvqa.matched_orders": False})
    found = task.plan(BOOKS, plain, 0).drafts
    assert Counter(draft.meta["against"] for draft in found) == dict.fromkeys(
        ("2134", "1324", "1243", "4231"), 4
    )
    assert not COMICVQA.as_dict()["sections"]["comicvqa"]["matched_orders"]


def test_books_of_no_family_keep_their_orders():
    alone = [book(world, family=None) for world in range(4)]
    task = get_task("comicvqa.four_panel_binary")
    assert len(task.plan(alone, RECOMMENDED, 0).drafts) == 16


def test_looks_are_measured_on_the_pictures():
    (strip,) = page_strips([BOOKS[0]])
    found = looks_of(strip, range(4))
    assert len(set(found.names)) == 4
    assert found.differences[0, 1] < found.differences[0, 2] < found.differences[0, 3]
    assert not np.diag(found.differences).any()
