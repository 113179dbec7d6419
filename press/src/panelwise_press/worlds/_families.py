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
from panelwise_press._story import TemplateStory
from panelwise_press._telling import Telling
from panelwise_press.layouts import PagePlan, plan_pages
from panelwise_press.lettering import DoesNotFit
from panelwise_press.styles import Layer, Style
from panelwise_press.worlds._family_plan import FamilyPlan, book_ids
from panelwise_press.worlds._family_truth import alternatives_of, truth_of_world
from panelwise_press.worlds._staging import seen_mirrored
from panelwise_press.worlds._tiers import with_tiers
from panelwise_press.worlds._visible import PrintedPanels, unseen_difference

STORY = "story1"
PrintedPage = tuple[Image.Image, Page]


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
    png = {id(pixels): encode_png(pixels) for pages in printed for pixels, _ in pages}
    alternatives = alternatives_of(plan, refs, ids)
    people = tuple({person.id: person for person in stories[0].cast.values()}.values())
    chapter = len(plan.scenes) > 1
    for at, world in enumerate(plan.worlds):
        pages = tuple(
            replace(
                page,
                id=f"{number:03d}",
                image=ComicImage.from_bytes(png[id(pixels)], f"{ids[at]}.cbz/{number:03d}.png"),
                story=STORY,
            )
            for number, (pixels, page) in enumerate(printed[at], 1)
        )
        telling = Telling(
            STORY, stories[at], refs, plan.book.language, plan.book.silent, chapter=chapter
        )
        truth = truth_of_world(plan, telling, world, alternatives)
        books.append(
            Book(
                ids[at],
                pages,
                title=stories[at].title[plan.book.language],
                source=source_of(plan.book, style),
                identities=identities_of(plan.book, people),
                direction_known=True,
                stories=(with_tiers(plan, truth, world, ids, panels),),
            )
        )
    return tuple(books)


def _print_pages(
    plan: FamilyPlan, stories: Sequence[TemplateStory], style: Style
) -> tuple[list[list[PrintedPage]], PrintedPanels]:
    """The pages of every book, and their panels."""
    worlds = [tuple(world.values()) for world in plan.worlds]
    printed: list[list[PrintedPage]] = [[] for _ in worlds]
    first = 0
    for at, count in enumerate(plan.scenes):
        beats = range(first, first + count)
        for book, pages in zip(printed, _print_scene(plan, stories, style, at, beats), strict=True):
            book.extend(pages)
        first += count
    return printed, PrintedPanels(worlds, printed)


def _print_scene(
    plan: FamilyPlan, stories: Sequence[TemplateStory], style: Style, at: int, beats: range
) -> Sequence[list[PrintedPage]]:
    """The pages of one scene in every book.

    Other frames are tried until all words of all worlds fit, and what differs can be seen. A scene
    that is the same in all worlds is printed once.
    """
    book = plan.book
    worlds = [tuple(world.values()) for world in plan.worlds]
    drawn = {world: plan.solver.drawn[world][beats.start : beats.stop] for world in worlds}
    shown = {plan.solver.shown[world][beats.start : beats.stop] for world in worlds}
    scenes = [replace(one, beats=one.beats[beats.start : beats.stop]) for one in stories]
    fault, tried = "", list[Sequence[PagePlan]]()
    for attempt in range(ATTEMPTS):
        pages = plan_pages(book.layout, [len(beats)], book.chance(f"layout {at} {attempt}"))
        if pages in tried:  # as all frames of ``four_panel`` are
            continue
        tried.append(pages)
        try:
            if len(shown) == 1:
                return _print_frames(plan, scenes[:1], style, at, pages) * len(scenes)
            printed = _print_frames(plan, scenes, style, at, pages)
        except DoesNotFit as error:
            fault = str(error)
            continue
        fault = unseen_difference(drawn, PrintedPanels(worlds, printed))
        if not fault:
            return printed
    raise DoesNotFit(
        f"{plan.template}: no frames of layout {book.layout!r} fit it ({fault}); choose another"
        " layout or seed"
    )


def _print_frames(
    plan: FamilyPlan,
    scenes: Sequence[TemplateStory],
    style: Style,
    at: int,
    pages: Sequence[PagePlan],
) -> list[list[PrintedPage]]:
    """A scene of several worlds in certain frames."""
    book = plan.book
    chance = (book.chance(f"staging {at}").random() < 0.5) != book.mirrored
    shown = [beat.scene for story in scenes for beat in story.beats]
    language = None if book.silent else book.language
    printed: list[list[PrintedPage]] = [[] for _ in scenes]
    turned = [(page.mirrored() if book.mirrored else page).tidied() for page in pages]
    for number, page in enumerate(turned):
        purpose = f"page {at} {number}"
        mirrored = seen_mirrored(shown, page.direction, chance)
        jobs = [
            PageJob(page, scene, style, language, mirrored, book.chance(purpose))
            for scene in scenes
        ]
        known: dict[Layer, Image.Image] = {}  # many panels look alike in several worlds
        for own, one in zip(printed, print_together(jobs), strict=True):
            own.append(finished(book, style, *one, purpose, known))
    return printed
