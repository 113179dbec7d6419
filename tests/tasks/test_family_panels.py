"""Missing panels of families: the same four panels in four books, each right once."""

from __future__ import annotations

from collections import Counter
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
    PanelAlternatives,
    PanelRef,
    Story,
    Text,
    encode_png,
)
from panelwise.geometry import Box
from panelwise.packs.transforms._plan import with_whole_families
from panelwise.profile import RECOMMENDED
from panelwise.tasks._draft import facts_of
from panelwise.tasks.plans._strip import page_strips, why_recognisable

TASK = get_task("comicvqa.missing_panel")
SOUGHT, NEEDED = 3, (1, 2)


def book(family: str, world: int, *, words: float = 0.0) -> Book:
    """A page of six panels, of which the fourth has alternatives in the family's other books."""
    name = f"{family}-w{world}"
    picture = Image.new("RGB", (120, 360), (10 * world, 90, len(family) * 20))
    panels = tuple(Panel(Box(0, 60 * at, 120, 60 * at + 60)) for at in range(6))
    text = Text(Box(5, 60 * SOUGHT + 5, 25 + words, 60 * SOUGHT + 20), {"en": "Oh"}, panel=SOUGHT)
    image = ComicImage.from_bytes(encode_png(picture), f"{name}.cbz/1.png")
    page = Page("1", 120, 360, image=image, panels=panels, texts=(text,))
    others = tuple(f"{family}-w{at}" for at in range(4) if at != world)
    offered = PanelAlternatives(others, tuple(PanelRef("1", at) for at in NEEDED), "medium")
    events = tuple(
        Event(
            PanelRef("1", at),
            f"Event {at} of {name}.",
            alternatives=offered if at == SOUGHT else None,
        )
        for at in range(6)
    )
    story = Story("s", events, family=family, world={"which": str(world)})
    return Book(name, (page,), stories=(story,))


@pytest.fixture(scope="module")
def books():
    return [book(family, at, words=20.0 * at) for family in ("x", "yy") for at in range(4)]


@pytest.fixture(scope="module")
def drafts(books):
    return TASK.plan(books, RECOMMENDED, 3).drafts


def cells(draft):
    """The page and the box of every panel to choose from."""
    return [(cut["page"], tuple(cut["box"])) for (cut,) in draft.shown.images[0]["options"]]


def test_the_same_panels_are_offered_in_all_books_of_a_family(drafts, books):
    pages = {b.id: b.pages[0].image.sha256 for b in books}
    assert len(drafts) == 8
    for family in ("x", "yy"):
        own = [draft for draft in drafts if draft.meta["family"] == family]
        assert len({frozenset(cells(draft)) for draft in own}) == 1
        for draft in own:
            assert cells(draft)[draft.gold] == (pages[draft.id.split("/")[0]], (0, 180, 120, 240))


def test_the_window_shows_what_rules_the_others_out(drafts):
    for draft in drafts:
        start = draft.meta["window_start"] - 1
        assert {SOUGHT, *NEEDED} <= set(range(start, start + 5))
        assert start + draft.meta["masked_position"] - 1 == SOUGHT
        assert draft.meta["wrong_from"] == "same_family"
        assert (draft.meta["panels_needed"], draft.meta["tier"]) == (2, "medium")


def test_in_all_books_of_a_family_the_same_place_is_sought(drafts):
    for family in ("x", "yy"):
        own = [draft for draft in drafts if draft.meta["family"] == family]
        assert len({(d.meta["window_start"], d.meta["masked_position"]) for d in own}) == 1


def test_all_panels_to_choose_from_are_covered_alike(drafts):
    """A longer text would show which book a panel is from."""
    for draft in drafts:
        masks = [cut["mask"] for (cut,) in draft.shown.images[0]["options"]]
        assert all(mask == masks[0] for mask in masks)


def test_right_options_are_balanced_and_wrong_ones_in_no_order(drafts):
    assert set(Counter(draft.gold for draft in drafts).values()) == {2}


def test_a_book_whose_family_is_not_complete_is_left_out(books):
    plan = TASK.plan([one for one in books if one.id != "x-w3"], RECOMMENDED, 3)
    assert {draft.meta["family"] for draft in plan.drafts} == {"yy"}
    assert plan.excluded == {"no panel that other worlds of the family could replace": 3}


def apart(one):
    """The book, its wrong panels ruled out only by panels that no window of five shows together."""
    (story,) = one.stories
    needed = (PanelRef("1", 0), PanelRef("1", 5))
    events = tuple(
        replace(event, alternatives=PanelAlternatives(event.alternatives.books, needed))
        if event.alternatives
        else event
        for event in story.events
    )
    return replace(one, stories=(replace(story, events=events),))


def test_a_panel_that_no_window_decides_is_not_sought(books):
    some = [apart(one) if one.family == "x" else one for one in books]
    plan = TASK.plan(some, RECOMMENDED, 3)
    assert {draft.meta["family"] for draft in plan.drafts} == {"yy"}


def test_what_one_book_of_a_family_lacks_is_left_out_in_all(books):
    """A filter that drops one world would make the other answers likelier."""
    plan = TASK.plan(books, RECOMMENDED, 3)
    plan.drafts = [draft for draft in plan.drafts if not draft.id.startswith("x-w2/")]
    whole = with_whole_families(plan, books)
    assert {draft.meta["family"] for draft in whole.drafts} == {"yy"}
    assert whole.excluded == {"left out in another book of the family": 3}


def test_books_of_no_family_are_all_kept(books):
    plan = TASK.plan(books, RECOMMENDED, 3)
    plan.drafts = [replace(d, meta={"panels": 5}) for d in plan.drafts if "w1" not in d.id]
    assert len(with_whole_families(plan, books).drafts) == 6


def coloured(world, colours):
    """A book of a family with a page of four panels in these colours."""
    one = book("z", world)
    picture = Image.new("RGB", (120, 240))
    for at, colour in enumerate(colours):
        picture.paste(colour, (0, 60 * at, 120, 60 * at + 60))
    image = ComicImage.from_bytes(encode_png(picture), f"{one.id}.cbz/1.png")
    panels = one.pages[0].panels[:4]
    page = replace(one.pages[0], height=240, image=image, panels=panels, texts=())
    events = tuple(replace(e, alternatives=None) for e in one.stories[0].events[:4])
    return replace(one, pages=(page,), stories=(replace(one.stories[0], events=events),))


FOUR_WORLDS = [
    coloured(0, ("red", "navy", "gold", "teal")),
    coloured(1, ("red", "navy", "gold", "pink")),
    coloured(2, ("red", "navy", "grey", "teal")),
    coloured(3, ("red", "navy", "grey", "pink")),
]


def test_worlds_that_show_the_same_panels_share_an_item():
    """The first pair is the same in all worlds, the second in two and two, the third in none."""
    plan = get_task("comicvqa.two_panel_order").plan(FOUR_WORLDS, RECOMMENDED, 3)
    books = Counter(draft.id.rpartition("/")[2] for draft in plan.drafts)
    assert books == {"1": 1, "2": 2, "3": 4}
    for draft in plan.drafts:
        shown = {draft.sources[0].book, *draft.shared_by}
        assert len(shown) == {"1": 4, "2": 2, "3": 1}[draft.id.rpartition("/")[2]]
    kept = with_whole_families(plan, FOUR_WORLDS)
    assert len(kept.drafts) == 7
    assert not kept.excluded


def joined(first, second):
    """A book of two pages: that of another book and its own."""
    pages = (replace(first.pages[0], id="0"), second.pages[0])
    return replace(second, pages=pages)


def with_opening(story):
    """The same story with the events of the page before, of which nothing differs."""
    opening = (
        replace(event, panel=PanelRef("0", at), description=f"Opening {at}.")
        for at, event in enumerate(story.events)
    )
    return replace(story, events=(*opening, *story.events))


def test_a_page_that_several_worlds_show_is_one_item():
    """The opening page is the same in all books of the family; the other one in none."""
    books = [joined(FOUR_WORLDS[0], one) for one in FOUR_WORLDS]
    plan = get_task("comix.detection").plan(books, RECOMMENDED, 3)
    shared = {draft.id.rpartition("/")[2]: len(draft.shared_by) for draft in plan.drafts}
    assert len(plan.drafts) == 5
    assert shared == {"0": 3, "1": 0}
    assert len(with_whole_families(plan, books).drafts) == 5
    alone = [replace(one, stories=()) for one in books]
    assert len(get_task("comix.detection").plan(alone, RECOMMENDED, 3).drafts) == 8


@pytest.mark.parametrize("task", ["chromic.panel_reordering", "chromic.description_reordering"])
def test_the_order_of_a_page_that_several_worlds_show_is_asked_once(task):
    """With another shuffle each time, the same question would count twice."""
    opening = coloured(0, ("white", "lime", "navy", "red"))
    books = [joined(opening, one) for one in FOUR_WORLDS]
    books = [replace(one, stories=(with_opening(one.stories[0]),)) for one in books]
    plan = get_task(task).plan(books, RECOMMENDED, 3)
    shared = {draft.id.rpartition("/")[2]: len(draft.shared_by) for draft in plan.drafts}
    assert len(plan.drafts) == 5
    assert shared == {"0": 3, "1": 0}
    assert len(with_whole_families(plan, books).drafts) == 5


@pytest.mark.parametrize(
    ("families", "found"), [(("x", "x"), "x"), (("x", "yy"), None), (("x", None), None)]
)
def test_an_item_about_several_stories_has_their_family_if_all_share_it(families, found):
    one, other = (book("x", 0).stories[0], book("x", 1).stories[0])
    moved = tuple(replace(e, panel=PanelRef("2", e.panel.index)) for e in other.events)
    stories = (
        replace(one, family=families[0]),
        replace(other, id="t", events=moved, family=families[1]),
    )
    page = book("x", 0).pages[0]
    whole = replace(book("x", 0), pages=(page, replace(page, id="2")), stories=stories)
    assert facts_of(whole.pages, whole).get("family") == found


def test_a_page_of_no_family_is_asked_for_each_pair_whatever_it_shows():
    alone = [replace(one, stories=()) for one in FOUR_WORLDS]
    plan = get_task("comicvqa.two_panel_order").plan(alone, RECOMMENDED, 3)
    assert len(plan.drafts) == 12
    assert not any(draft.shared_by for draft in plan.drafts)


def test_all_books_of_a_family_have_the_same_window(books):
    plan = get_task("comicvqa.panel_sorting").plan(books, RECOMMENDED, 3)
    starts = {(draft.meta["family"], draft.meta["window_start"]) for draft in plan.drafts}
    assert len(starts) == 2


def test_panels_that_can_be_recognised_by_their_size_are_not_put_in_order():
    """In every book of a family the panel at a position has the same size."""
    equal = book("x", 0)
    (page,) = equal.pages
    larger = replace(page, panels=(Panel(Box(0, 0, 120, 50)), *page.panels[1:]))
    other = replace(equal, pages=(larger,))
    alone = replace(other, stories=())
    found = [why_recognisable(strip) for strip in page_strips([equal, other, alone])]
    message = "panels of different sizes; draw families of worlds with --layout four_panel"
    assert found == [None, message, None]
