"""Options of strips of families: two exchanges, by which looks do not show the right order."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from PIL import Image

from panelwise.benchmarks import get_task
from panelwise.benchmarks._papers import STRIPCIPHER
from panelwise.comics import Book, ComicImage, Event, Page, Panel, PanelRef, Story, encode_png
from panelwise.geometry import Box
from panelwise.profile import RECOMMENDED
from panelwise.tasks.kinds.choice._orders import relative_to_each
from panelwise.tasks.plans._exchanged_orders import two_exchanges
from panelwise.tasks.plans._matched_orders import PanelLooks

TASK = "stripcipher.reordering_choice"


def looks(count, seed, drift=0.0):
    """Panels in a space of looks, each further from the first by about ``drift``."""
    rng = np.random.default_rng(seed)
    at = rng.normal(size=(count, 3)) + drift * np.arange(count)[:, None]
    differences = np.abs(at[:, None] - at[None]).sum(axis=-1)
    names = tuple(f"{value:016x}" for value in rng.integers(2**60, size=count))
    detail = 1000 + 1000 * drift * np.arange(count) + rng.integers(0, 2000, size=count)
    return PanelLooks(names, (1000 * differences).astype(np.int64), detail.astype(np.int64))


def seen_from(strip, order):
    """The same panels, if this were the order of the story."""
    at = np.array(order)
    names = tuple(strip.names[k] for k in order)
    return PanelLooks(names, strip.differences[np.ix_(at, at)], strip.detail[at])


def jumps(strip, order):
    return sum(strip.differences[a, b] for a, b in itertools.pairwise(order))


@pytest.mark.parametrize("count", [4, 6, 7])
def test_the_four_orders_look_the_same_from_each_other(count):
    found = two_exchanges(looks(count, seed=1))
    assert found[0] == tuple(range(count))
    assert len(set(found)) == 4
    assert [relative_to_each(found, order)[2] for order in found] == [4] * 4


@pytest.mark.parametrize("count", [5, 6])
def test_whichever_offered_order_were_right_the_same_ones_would_be_offered(count):
    same = 0
    for seed in range(20):
        strip = looks(count, seed, drift=0.5)
        found = two_exchanges(strip)
        offered = [
            {tuple(order[k] for k in one) for one in two_exchanges(seen_from(strip, order))}
            for order in found
        ]
        assert offered[0] == set(found)
        same += all(some == offered[0] for some in offered)
    assert same >= 17  # the others are left over


def test_the_right_order_is_the_most_continuous_one_in_about_a_quarter():
    """The looks of these stories drift, so the right order is nearly always more continuous than
    random ones."""
    strips = [looks(7, seed, drift=0.8) for seed in range(60)]
    found = [two_exchanges(strip) for strip in strips]
    best = sum(
        min(orders, key=lambda order: jumps(strip, order)) == orders[0]
        for strip, orders in zip(strips, found, strict=True)
    )
    rng = np.random.default_rng(0)
    shuffled = sum(
        jumps(strip, range(7)) < min(jumps(strip, rng.permutation(7)) for _ in range(3))
        for strip in strips
    )
    assert best <= 24
    assert shuffled >= 50


def book(world, *, family="f"):
    """A page of five panels in which a bar grows, in each world in another colour."""
    picture = np.full((300, 120, 3), 255, np.uint8)
    for at in range(5):
        picture[60 * at + 10 : 60 * at + 50, : 20 + 20 * at] = (30 * world, 60, 10)
    image = ComicImage.from_bytes(encode_png(Image.fromarray(picture)), f"w{world}.cbz/1.png")
    panels = tuple(Panel(Box(0, 60 * at, 120, 60 * at + 60)) for at in range(5))
    events = tuple(Event(PanelRef("1", at), f"Event {at}.") for at in range(5))
    page = Page("1", 120, 300, image=image, panels=panels, texts=())
    name = f"{family or 'alone'}-w{world}"
    story = Story("s", events, family=family, world={"which": str(world)} if family else {})
    return Book(name, (page,), stories=(story,))


def offered_by(books, profile=RECOMMENDED):
    """The options of each item, and its right option, as tuples of the shown frames."""
    drafts = get_task(TASK).plan(books, profile, 0).drafts
    return [([option.text for option in draft.options], draft.gold) for draft in drafts]


def places_changed(options, gold):
    right = options[gold]
    return sorted(
        sum(a != b for a, b in zip(right, other, strict=True))
        for other in options
        if other != right
    )


def test_strips_of_families_differ_by_two_exchanges_and_never_offer_the_shown_order():
    found = offered_by([book(world) for world in range(8)])
    assert len(found) == 8
    for options, gold in found:
        assert places_changed(options, gold) == [2, 2, 4]
        assert "①②③④⑤" not in options


def test_in_paper_and_without_the_setting_the_orders_form_a_circle():
    plain = RECOMMENDED.with_settings({"strips.matched_orders": False})
    for options, gold in offered_by([book(world) for world in range(8)], plain):
        assert places_changed(options, gold) == [4, 4, 4]
    assert not STRIPCIPHER.as_dict()["sections"]["strips"]["matched_orders"]


def test_books_of_no_family_keep_their_orders():
    alone = [book(world, family=None) for world in range(8)]
    plain = RECOMMENDED.with_settings({"strips.matched_orders": False})
    assert offered_by(alone) == offered_by(alone, plain)
