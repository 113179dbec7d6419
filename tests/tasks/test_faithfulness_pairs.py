"""Faithfulness: whether a description is the page's own cannot be known without the pixels."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest
from PIL import Image

from panelwise.benchmarks import get_task
from panelwise.comics import Book, ComicImage, Event, Page, Panel, PanelRef, Story, encode_png
from panelwise.errors import UnavailableError
from panelwise.geometry import Box
from panelwise.packs import check_blind, make_items
from panelwise.packs.transforms._plan import with_whole_families
from panelwise.profile import RECOMMENDED

TASK = get_task("chromic.description_faithfulness")


def page(at: int, look: int, *, panels: int = 2, width: int = 60) -> Page:
    """A page of equal panels; ``look`` decides its pixels."""
    height = 40 * panels
    picture = Image.new("RGB", (width, height), (20 * at, 10 * look, 90))
    image = ComicImage.from_bytes(encode_png(picture), f"{at}-{look}.png")
    frames = tuple(Panel(Box(0, 40 * k, width, 40 * k + 40)) for k in range(panels))
    return Page(f"{at:03d}", width, height, image=image, panels=frames)


def book(name: str, pages: list[Page], looks: list[int], family: str | None = None) -> Book:
    """A book whose descriptions say what its pages look like."""
    events = tuple(
        Event(PanelRef(one.id, k), f"On page {one.id}, thing {look} is in panel {k}.")
        for one, look in zip(pages, looks, strict=True)
        for k in range(len(one.panels))
    )
    return Book(name, tuple(pages), stories=(Story("s", events, family=family),))


def family(**last: int) -> list[Book]:
    """Four worlds: pages 0 and 1 are the same in all, page 2 has two looks, page 3 has four.

    Page 4 has more panels than the others, and so has no other to be paired with.
    """
    books = []
    for world in range(4):
        looks = [0, 0, world % 2, world, 0]
        pages = [page(at, look) for at, look in enumerate(looks[:4])]
        pages[3] = page(3, world, **last)
        books.append(book(f"f-w{world}", [*pages, page(4, 0, panels=3)], looks, "f"))
    return books


def texts(drafts):
    """For each text whether it was faithful each time that it was asked about."""
    found = defaultdict(list)
    for draft in drafts:
        found[draft.shown.values["lines"]].append(draft.gold["own"])
    return found


@pytest.mark.parametrize("seed", range(6))
def test_every_text_of_a_family_is_right_and_wrong_equally_often(seed):
    books = family()
    plan = with_whole_families(TASK.plan(books, RECOMMENDED, seed), books)
    assert set(map(tuple, map(sorted, texts(plan.drafts).values()))) == {(False, True)}
    (bound,) = check_blind([made.item for made in make_items(plan.drafts)]).bounds
    assert (bound.bound, bound.chance, bound.alone) == (0.5, 0.5, 0)
    asked = Counter((draft.shown.values["lines"], *draft.pages) for draft in plan.drafts)
    assert set(asked.values()) == {1}  # no picture twice with the same words


def test_a_page_whose_size_sets_it_apart_in_a_family_is_left_out():
    plan = TASK.plan(family(width=70), RECOMMENDED, 0)
    assert {draft.id.partition("/")[2] for draft in plan.drafts} < {"000", "001", "002"}
    (bound,) = check_blind([made.item for made in make_items(plan.drafts)]).bounds
    assert bound.bound == 0.5


def test_the_pages_of_any_book_are_asked_about_once_each():
    one = book("b", [page(at, 0) for at in range(7)], [0] * 7)
    plan = TASK.plan([one], RECOMMENDED, 1)
    ids = [draft.id for draft in plan.drafts]
    assert ids == sorted(set(ids))
    assert len(ids) == 6
    assert plan.excluded == {"no other page with as many panels is left to pair it with": 1}
    assert {tuple(sorted(own)) for own in texts(plan.drafts).values()} == {(False, True)}


def test_pages_of_one_size_are_paired_first():
    pages = [page(at, 0, width=60 + 10 * (at % 2)) for at in range(8)]
    drafts = TASK.plan([book("b", pages, [0] * 8)], RECOMMENDED, 2).drafts
    width = {f"b/{one.id}": one.width for one in pages}
    pairs = defaultdict(set)
    for draft in drafts:
        pairs[draft.shown.values["lines"]].add(width[draft.id])
    assert [len(widths) for widths in pairs.values()] == [1] * 4


def test_pages_with_the_same_descriptions_are_no_pair():
    pages = [page(0, 0), page(1, 0)]
    events = tuple(Event(PanelRef(one.id, k), f"Rain {k}.") for one in pages for k in range(2))
    same = Book("b", tuple(pages), stories=(Story("s", events),))
    with pytest.raises(
        UnavailableError, match="no other page with as many panels is left to pair it with"
    ):
        TASK.plan([same], RECOMMENDED, 0)
