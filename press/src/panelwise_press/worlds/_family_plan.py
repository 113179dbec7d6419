"""What family is to be printed: all of its books follow from its plan."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property

from panelwise.errors import SettingError
from panelwise_press._cast import looks_of
from panelwise_press._plan import BookPlan, spread
from panelwise_press._scene import LANGUAGES, Language, Person
from panelwise_press._story import TemplateStory
from panelwise_press._template import cast_of
from panelwise_press.layouts import LAYOUTS
from panelwise_press.styles import STYLES
from panelwise_press.worlds._chapter_template import (
    Chapter,
    ChapterTemplate,
    beats_of,
    props_of,
)
from panelwise_press.worlds._interludes import interludes
from panelwise_press.worlds._open_questions import OpenWorldQuestion
from panelwise_press.worlds._pools import printed_worlds
from panelwise_press.worlds._solver import WorldSolver
from panelwise_press.worlds._template_kinds import check_template_kind
from panelwise_press.worlds._variables import World, worlds_of
from panelwise_press.worlds._world_questions import WorldQuestion
from panelwise_press.worlds._world_template import WorldTemplate
from panelwise_press.worlds.chapters import CHAPTER_TEMPLATES, get_chapter_template
from panelwise_press.worlds.stories import WORLD_TEMPLATES, get_world_template

_ASKED_IN = ("book", "en")
PAGES = range(10, 17)  # of a chapter
_CASTINGS = 100


@dataclass(frozen=True)
class FamilyPlan:
    """A family before it is printed: everything about it follows from this.

    Attributes:
        template: the name of a world template, or of a chapter template.
        book: seed, style, layout and language of all its books.
        asked_in: the language of the questions.
        pages: of a chapter; 0 for a single scene.
    """

    template: str
    book: BookPlan
    asked_in: Language = "en"
    pages: int = 0

    @property
    def id(self) -> str:
        """The same for all books of the family, and for no others.

        It ends with a hash of the canonical JSON of the plan. Settings with their default values
        are omitted, so that a new setting does not change the ids of families without it.
        """
        values = ((one, getattr(self.book, one.name)) for one in fields(self.book))
        chosen = {one.name: value for one, value in values if value != one.default}
        plan: dict[str, object] = {"template": self.template, "book": chosen}
        if self.asked_in != "en":
            plan["asked_in"] = self.asked_in
        if self.pages:
            plan["pages"] = self.pages
        text = json.dumps(plan, sort_keys=True)
        return f"{self.template}-{hashlib.sha256(text.encode()).hexdigest()[:12]}"

    @property
    def kind(self) -> WorldTemplate:
        """The template; of a chapter with its interludes."""
        if not self.pages:
            return get_world_template(self.template)
        return get_chapter_template(self.template).with_interludes(self._parts[1])

    @cached_property
    def scenes(self) -> tuple[int, ...]:
        """The number of panels of each scene that begins on a new page."""
        if not self.pages:
            return (len(self.story(self.worlds[0]).beats),)
        chapter, middle = self._parts
        scenes = (*chapter.opening, *(story.beats for story in middle), *chapter.ending)
        return tuple(map(len, scenes))

    @cached_property
    def _parts(self) -> tuple[Chapter, tuple[TemplateStory, ...]]:
        """A chapter in its first world, and its interludes."""
        chapter = get_chapter_template(self.template).first(self.cast, self.seeded)
        own = len(chapter.opening) + len(chapter.ending)
        people = tuple(self.cast.values())
        props = props_of(beats_of(chapter))
        return chapter, interludes(self.book, people, self.pages - own, props)

    @cached_property
    def cast(self) -> dict[str, Person]:
        """Who plays which role; in a chapter without those who are only in interludes.

        No two are described in the same words: without colours, two people often would be.
        """
        get = get_chapter_template if self.pages else get_world_template
        template: ChapterTemplate | WorldTemplate = get(self.template)
        people, book = self.book.cast(), self.book
        for attempt in range(_CASTINGS):
            chance = book.chance(f"roles {attempt}" if attempt else "roles")
            cast = cast_of(template.name, template.roles, people, chance)
            if len({looks_of(one, in_colour=book.in_colour) for one in cast.values()}) == len(cast):
                return cast
        raise ValueError(f"{template.name}: in {_CASTINGS} casts two people are described alike")

    def seeded(self) -> random.Random:
        """The source of the choices of the story, in the same state for every world."""
        return self.book.chance("story 0")

    @cached_property
    def solver(self) -> WorldSolver:
        """All worlds of the template with this cast, and what their panels prove."""
        template = self.kind
        known = {tuple(world.values()): world for world in worlds_of(template.variables)}
        return WorldSolver(
            {values: self.story(world) for values, world in known.items()},
            {
                values: template.answers(self.cast, world, self.seeded)
                for values, world in known.items()
            },
            None if self.book.silent else self.book.language,
        )

    @cached_property
    def worlds(self) -> tuple[World, ...]:
        """The worlds that are printed."""
        template = self.kind
        closed = [question.id for question in template.questions]
        chance = self.book.chance("worlds")
        return printed_worlds(template.variables, self.solver.answers, closed, chance)

    @cached_property
    def questions(self) -> tuple[WorldQuestion, ...]:
        """The questions whose answers are proved in every world; some are not without lettering."""
        known = self.kind.questions
        return tuple(one for one in known if self.solver.decides(one.id, one.hidden))

    @cached_property
    def open_questions(self) -> tuple[OpenWorldQuestion, ...]:
        """The same for those without options."""
        known = self.kind.open_questions
        return tuple(one for one in known if self.solver.decides(one.id))

    def story(self, world: World, removed: str = "") -> TemplateStory:
        """The story in one world."""
        return self.kind.story(self.cast, world, self.seeded, removed)


def family_plans(
    count: int,
    *,
    style: str = "any",
    layout: str = "any",
    language: str = "en",
    seed: int = 0,
    silent: bool = False,
    templates: Sequence[str] = (),
    questions: str = "book",
    pages: int | None = None,
) -> list[FamilyPlan]:
    """Plans for a number of families; ``any`` spreads styles, layouts and languages evenly.

    Questions are in the language of the book, or in English if ``questions`` is ``en``. With
    ``pages``, each book is a chapter of so many pages.

    Raises:
        SettingError: for fewer than one family, an unknown style, layout or language, or a number
            of pages outside :data:`PAGES`, or a template of another kind.
        UnknownNameError: for an unknown template.
    """
    if count < 1:
        raise SettingError(f"--worlds {count}: nothing to draw; ask for at least one family")
    if questions not in _ASKED_IN:
        raise SettingError(f"--questions {questions}: unknown; use {' or '.join(_ASKED_IN)}")
    if pages is not None and pages not in PAGES:
        raise SettingError(f"--pages {pages}: a chapter has {PAGES[0]} to {PAGES[-1]} pages")
    check_template_kind(templates, "chapter" if pages else "world")
    names = sorted(set(templates) or (CHAPTER_TEMPLATES if pages else WORLD_TEMPLATES))
    for name in names:
        (get_chapter_template if pages else get_world_template)(name)
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
        asked_in: Language = tongue if questions == "book" else "en"
        plans.append(FamilyPlan(stories[at], book, asked_in, pages or 0))
    return plans


def book_ids(plan: FamilyPlan, name: str) -> tuple[str, ...]:
    """The ids of the books of a family, one for each world."""
    return tuple(f"{name}-w{at}" for at in range(len(plan.worlds)))
