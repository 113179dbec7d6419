"""Families: the books of one text, one for each of a balanced set of worlds.

The books of a family have the same plan, people, names, style, layout, language, page and panel
frames, balloons, title and questions. They differ in what is drawn in the panels, and in words that
a variable decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PIL import Image

from panelwise.comics import Book, ComicImage, Page, PanelRef, encode_png
from panelwise_press._book import ATTEMPTS, finished, identities_of, source_of, style_of
from panelwise_press._page import PageJob, print_together
from panelwise_press._plan import BookPlan
from panelwise_press._story import TemplateStory
from panelwise_press._telling import Telling
from panelwise_press.layouts import PagePlan, plan_pages
from panelwise_press.lettering import DoesNotFit
from panelwise_press.styles import Style
from panelwise_press.worlds._family_plan import FamilyPlan, book_ids
from panelwise_press.worlds._family_truth import alternatives_of, truth_of_world
from panelwise_press.worlds._tiers import with_tiers
from panelwise_press.worlds._visible import PrintedPanels, unseen_difference

STORY = "story1"


def print_family(plan: FamilyPlan, name: str) -> tuple[Book, ...]:
    """Print the books of a family; their pages carry their pictures in memory.

    Raises:
        DoesNotFit: when no page layout that was tried has space for all words, and shows all that
            differs.
    """
    style = style_of(plan.book)
    stories = [plan.story(world) for world in plan.worlds]
    ids, books = book_ids(plan, name), []
    printed, panels = _print_pages(plan, stories, style)
    refs = tuple(
        PanelRef(f"{number:03d}", k)
        for number, (_, page) in enumerate(printed[0], 1)
        for k in range(len(page.panels))
    )
    alternatives = alternatives_of(plan, refs, ids)
    for at, world in enumerate(plan.worlds):
        pages = tuple(
            replace(page, id=f"{number:03d}", image=_image(pixels, ids[at], number), story=STORY)
            for number, (pixels, page) in enumerate(printed[at], 1)
        )
        telling = Telling(STORY, stories[at], refs, plan.book.language, plan.book.silent)
        truth = truth_of_world(plan, telling, world, alternatives)
        books.append(
            Book(
                ids[at],
                pages,
                title=stories[at].title[plan.book.language],
                source=source_of(plan.book, style),
                identities=identities_of(plan.book, style, tuple(plan.cast.values())),
                direction_known=True,
                stories=(with_tiers(plan, truth, world, ids, panels),),
            )
        )
    return tuple(books)


def _image(pixels: Image.Image, book_id: str, number: int) -> ComicImage:
    return ComicImage.from_bytes(encode_png(pixels), f"{book_id}.cbz/{number:03d}.png")


def _print_pages(
    plan: FamilyPlan, stories: Sequence[TemplateStory], style: Style
) -> tuple[list[list[tuple[Image.Image, Page]]], PrintedPanels]:
    """The pages of every book, and their panels.

    Other frames are tried until all words of all worlds fit, and what differs can be seen.
    """
    book = plan.book
    mirrored = (book.chance("staging 0").random() < 0.5) != book.mirrored
    language = None if book.silent else book.language
    worlds = [tuple(world.values()) for world in plan.worlds]
    drawn = {world: plan.solver.drawn[world] for world in worlds}
    fault = ""
    for attempt in range(ATTEMPTS):
        count = len(stories[0].beats)
        pages = plan_pages(book.layout, [count], book.chance(f"layout 0 {attempt}"))
        try:
            together = [
                print_together(
                    [
                        PageJob(
                            _turned(book, page),
                            story,
                            style,
                            language,
                            mirrored,
                            book.chance(f"page 0 {number}"),
                        )
                        for story in stories
                    ]
                )
                for number, page in enumerate(pages)
            ]
        except DoesNotFit as error:
            fault = str(error)
            continue
        printed = [
            [
                finished(book, style, *page[at], f"page 0 {number}")
                for number, page in enumerate(together)
            ]
            for at in range(len(stories))
        ]
        panels = PrintedPanels(worlds, printed)
        fault = unseen_difference(drawn, panels)
        if not fault:
            return printed, panels
    raise DoesNotFit(f"{plan.template}: no frames of layout {book.layout!r} fit it; {fault}")


def _turned(book: BookPlan, page: PagePlan) -> PagePlan:
    return page.mirrored() if book.mirrored else page
