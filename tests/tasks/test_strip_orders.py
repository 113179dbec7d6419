"""Orders of panels are asked for only where the pictures that are shown prove them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image

from panelwise.benchmarks import get_task
from panelwise.comics import (
    Book,
    ComicImage,
    Event,
    Page,
    Panel,
    PanelRef,
    Story,
    UnseenFacts,
    encode_png,
)
from panelwise.errors import UnavailableError
from panelwise.geometry import Box
from panelwise.profile import RECOMMENDED
from panelwise.tasks.plans._strip import Strip, page_strips
from panelwise.tasks.plans._strip_orders import order_tier, orders_of, why_ambiguous

FACTS = (
    ({"window": "whole", "ball": "held"}, {"ball": "flying"}),
    ({"window": "whole", "ball": "flying"}, {"window": "broken"}),
    ({"window": "broken"}, {"face": "sad"}),
    ({}, {}),
)
UNPROVED = "the pictures do not prove the order"


def strip(*unseen: UnseenFacts | None, facts=FACTS) -> Strip:
    """A page on which a ball flies, a window breaks, somebody scolds, and it rains."""
    picture = Image.new("RGB", (200, 50), "white")
    image = ComicImage.from_bytes(encode_png(picture), "b.cbz/1.png")
    panels = tuple(Panel(Box(50 * at, 0, 50 * at + 50, 50)) for at in range(len(facts)))
    marks = (*unseen, *[UnseenFacts()] * (len(facts) - len(unseen)))
    events = tuple(
        Event(PanelRef("1", at), f"Event {at}.", str(at), needs=needs, makes=makes, unseen=mark)
        for at, ((needs, makes), mark) in enumerate(zip(facts, marks, strict=True))
    )
    page = Page("1", 200, 50, image=image, panels=panels)
    story = Story("s", events, orders=(tuple(range(len(facts))),))
    (found,) = page_strips([Book("b", (page,), stories=(story,))])
    return found


@pytest.mark.parametrize(
    ("frames", "tier"),
    [((0, 1), "easy"), ((1, 2), "hard"), ((0, 1, 2), "medium"), ((2, 3), "hard")],
)
def test_the_tier_of_an_order_counts_pairs_that_little_decides(frames, tier):
    assert order_tier(strip(), frames) == {"tier": tier}


def test_an_order_of_pictures_that_nobody_looked_at_has_no_tier():
    assert order_tier(strip(None, None, None, None), (0, 1)) == {}


@pytest.mark.parametrize(
    ("frames", "reason"),
    [((0, 1, 2), None), ((1, 2), None), ((2, 3), UNPROVED), ((0, 1, 2, 3), UNPROVED)],
)
def test_the_panels_that_are_shown_must_prove_their_order_by_themselves(frames, reason):
    assert why_ambiguous(strip(), frames) == reason


def test_what_a_picture_does_not_show_proves_nothing():
    """Without the window in the first two pictures, scolding may come first."""
    window = UnseenFacts(needs=("window",))
    hidden = strip(window, UnseenFacts(("window",), ("window",)), window)
    assert why_ambiguous(hidden, (0, 1)) is None  # the ball is seen
    assert why_ambiguous(hidden, (1, 2)) == UNPROVED


def test_where_nobody_looked_the_orders_of_the_story_count():
    told = strip(None, None, None, None)
    assert why_ambiguous(told) is None
    assert orders_of(told) == ((0, 1, 2, 3),)
    assert why_ambiguous(strip()) == UNPROVED
    assert len(orders_of(strip())) == 4  # the rain may come at any time


def test_only_windows_that_the_pictures_prove_become_items():
    books = [strip().book]
    plan = get_task("comicvqa.two_panel_order").plan(books, RECOMMENDED, 0)
    assert {draft.meta["tier"] for draft in plan.drafts} == {"easy", "hard"}
    assert len(plan.drafts) == 2
    assert plan.excluded[UNPROVED] == 1
    with pytest.raises(UnavailableError, match=r"1 \w+: the pictures do not prove the order"):
        get_task("chromic.panel_reordering").plan(books, RECOMMENDED, 0)


def test_panels_of_another_story_prove_nothing():
    found = strip()
    (story,) = found.book.stories
    fewer = replace(story, events=story.events[:2], orders=((0, 1),))
    assert order_tier(replace(found, book=replace(found.book, stories=(fewer,))), (1, 2)) == {}
