"""Families: the books of one text, one for each of a balanced set of worlds.

The books of a family have the same plan, people, names, style, layout, language, page and panel
frames, balloons, title and questions. They differ in what is drawn in the panels, and in words that
a variable decides.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from PIL import Image

from panelwise.comics import (
    Book,
    ComicImage,
    Page,
    PanelRef,
    Story,
    StoryQuestion,
    WrongOption,
    encode_png,
)
from panelwise.errors import SettingError
from panelwise_press._book import (
    ATTEMPTS,
    events_of,
    finished,
    identities_of,
    source_of,
    style_of,
)
from panelwise_press._page import PageJob, print_together
from panelwise_press._plan import BookPlan, spread
from panelwise_press._scene import LANGUAGES, Language, Person
from panelwise_press._story import TemplateStory
from panelwise_press._telling import Telling
from panelwise_press._template import cast_of
from panelwise_press._words import fill
from panelwise_press.layouts import LAYOUTS, PagePlan, plan_pages
from panelwise_press.lettering import DoesNotFit
from panelwise_press.styles import STYLES, Style
from panelwise_press.worlds._balance import balanced_worlds
from panelwise_press.worlds._variables import World, worlds_of
from panelwise_press.worlds._world_questions import WorldQuestion
from panelwise_press.worlds.stories import WORLD_TEMPLATES, get_world_template

STORY = "story1"


@dataclass(frozen=True)
class FamilyPlan:
    """A family before it is printed: everything about it follows from this.

    Attributes:
        template: the name of a world template.
        book: seed, style, layout and language of all its books.
    """

    template: str
    book: BookPlan

    @property
    def id(self) -> str:
        """The same for all books of the family, and for no others."""
        return f"{self.template}-{hashlib.sha256(repr(self).encode()).hexdigest()[:12]}"

    @cached_property
    def cast(self) -> dict[str, Person]:
        """Who plays which role."""
        template = get_world_template(self.template)
        return cast_of(template.name, template.roles, self.book.cast(), self.book.chance("roles"))

    def seeded(self) -> random.Random:
        """The source of the choices of the story, in the same state for every world."""
        return self.book.chance("story 0")

    @cached_property
    def worlds(self) -> tuple[World, ...]:
        """The worlds that are printed."""
        template = get_world_template(self.template)
        answers = {
            tuple(world.values()): template.answers(self.cast, world, self.seeded)
            for world in worlds_of(template.variables)
        }
        return balanced_worlds(template.variables, answers, self.book.chance("worlds"))

    def story(self, world: World, removed: str = "") -> TemplateStory:
        """The story in one world."""
        return get_world_template(self.template).story(self.cast, world, self.seeded, removed)


def family_plans(
    count: int,
    *,
    style: str = "any",
    layout: str = "any",
    language: str = "en",
    seed: int = 0,
    silent: bool = False,
    templates: Sequence[str] = (),
) -> list[FamilyPlan]:
    """Plans for a number of families; ``any`` spreads styles, layouts and languages evenly.

    Raises:
        SettingError: for fewer than one family, or an unknown style, layout or language.
        UnknownNameError: for an unknown template.
    """
    if count < 1:
        raise SettingError(f"--worlds {count}: nothing to draw; ask for at least one family")
    names = sorted(set(templates) or WORLD_TEMPLATES)
    for name in names:
        get_world_template(name)
    rng = random.Random(f"press {seed} families")
    styles, layouts, languages, stories = (
        spread(chosen, known, count, rng)
        for chosen, known in (
            (style, STYLES),
            (layout, LAYOUTS),
            (language, LANGUAGES),
            ("any", names),
        )
    )
    plans = []
    for at in range(count):
        tongue: Language = languages[at]  # type: ignore[assignment]
        book = BookPlan(
            rng.getrandbits(48), styles[at], layouts[at], tongue, chapters=1, silent=silent
        )
        book.check()
        plans.append(FamilyPlan(stories[at], book))
    return plans


def book_ids(plan: FamilyPlan, name: str) -> tuple[str, ...]:
    """The ids of the books of a family, one for each world."""
    return tuple(f"{name}-w{at}" for at in range(len(plan.worlds)))


def print_family(plan: FamilyPlan, name: str) -> tuple[Book, ...]:
    """Print the books of a family; their pages carry their pictures in memory.

    Raises:
        DoesNotFit: when the words fit none of the page layouts that were tried.
    """
    style = style_of(plan.book)
    stories = [plan.story(world) for world in plan.worlds]
    books = []
    printed = _print_pages(plan, stories, style)
    for at, world in enumerate(plan.worlds):
        book_id = book_ids(plan, name)[at]
        pages = tuple(
            replace(page, id=f"{number:03d}", image=_image(pixels, book_id, number), story=STORY)
            for number, (pixels, page) in enumerate(printed[at], 1)
        )
        refs = tuple(PanelRef(page.id, k) for page in pages for k in range(len(page.panels)))
        telling = Telling(STORY, stories[at], refs, plan.book.language, plan.book.silent)
        books.append(
            Book(
                book_id,
                pages,
                title=stories[at].title[plan.book.language],
                source=source_of(plan.book, style),
                identities=identities_of(plan.book, style, tuple(plan.cast.values())),
                direction_known=True,
                stories=(_truth(plan, telling, world),),
            )
        )
    return tuple(books)


def _image(pixels: Image.Image, book_id: str, number: int) -> ComicImage:
    return ComicImage.from_bytes(encode_png(pixels), f"{book_id}.cbz/{number:03d}.png")


def _print_pages(
    plan: FamilyPlan, stories: Sequence[TemplateStory], style: Style
) -> list[list[tuple[Image.Image, Page]]]:
    """The pages of every book; other frames are tried until all words of all worlds fit."""
    book = plan.book
    mirrored = (book.chance("staging 0").random() < 0.5) != book.mirrored
    language = None if book.silent else book.language
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
        except DoesNotFit:
            continue
        return [
            [
                finished(book, style, *page[at], f"page 0 {number}")
                for number, page in enumerate(together)
            ]
            for at in range(len(stories))
        ]
    raise DoesNotFit(f"{plan.template}: its words fit no frames of layout {book.layout!r}")


def _turned(book: BookPlan, page: PagePlan) -> PagePlan:
    return page.mirrored() if book.mirrored else page


def _truth(plan: FamilyPlan, telling: Telling, world: World) -> Story:
    template = get_world_template(plan.template)
    right = template.answers(plan.cast, world, plan.seeded)
    return Story(
        telling.id,
        events_of(telling),
        title=telling.story.title[plan.book.language],
        kind=f"{template.domain}/{template.name}",
        causes=telling.causes,
        orders=telling.orders,
        orders_complete=telling.orders_complete,
        questions=tuple(
            _asked(telling, question, right[question.id]) for question in template.questions
        ),
        harmful=False,
        author="press",
        family=plan.id,
        world=dict(world),
    )


def _asked(telling: Telling, question: WorldQuestion, right: str) -> StoryQuestion:
    """A question as every world asks it, with the answer of this one."""
    cast = telling.story.cast
    where = dict(zip((beat.id for beat in telling.beats), telling.panels, strict=True))
    texts = {key: fill(text, cast) for key, text in question.options.items()}
    return StoryQuestion(
        id=f"{telling.id}-{question.id}",
        task=question.task,
        perspective=question.perspective,
        question=fill(question.question, cast),
        answer=texts[right],
        wrong=tuple(
            WrongOption(text, question.error, strength=question.strength)
            for key, text in texts.items()
            if key != right
        ),
        evidence=tuple(where[name] for name in question.beats),
        hidden=where[question.hidden] if question.hidden else None,
        required="one_panel" if len(question.beats) == 1 else "several_panels",
        interrogative=question.interrogative,
    )
