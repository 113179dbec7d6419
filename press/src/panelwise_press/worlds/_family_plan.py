"""What family is to be printed: all of its books follow from its plan."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property

from panelwise.errors import SettingError
from panelwise_press._plan import BookPlan, spread
from panelwise_press._scene import LANGUAGES, Language, Person
from panelwise_press._story import TemplateStory
from panelwise_press._template import cast_of
from panelwise_press.layouts import LAYOUTS
from panelwise_press.styles import STYLES
from panelwise_press.worlds._open_questions import OpenWorldQuestion
from panelwise_press.worlds._pools import printed_worlds
from panelwise_press.worlds._solver import WorldSolver
from panelwise_press.worlds._variables import World, worlds_of
from panelwise_press.worlds._world_questions import WorldQuestion
from panelwise_press.worlds.stories import WORLD_TEMPLATES, get_world_template

_ASKED_IN = ("book", "en")


@dataclass(frozen=True)
class FamilyPlan:
    """A family before it is printed: everything about it follows from this.

    Attributes:
        template: the name of a world template.
        book: seed, style, layout and language of all its books.
        asked_in: the language of the questions.
    """

    template: str
    book: BookPlan
    asked_in: Language = "en"

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
        text = json.dumps(plan, sort_keys=True)
        return f"{self.template}-{hashlib.sha256(text.encode()).hexdigest()[:12]}"

    @cached_property
    def cast(self) -> dict[str, Person]:
        """Who plays which role."""
        template = get_world_template(self.template)
        return cast_of(template.name, template.roles, self.book.cast(), self.book.chance("roles"))

    def seeded(self) -> random.Random:
        """The source of the choices of the story, in the same state for every world."""
        return self.book.chance("story 0")

    @cached_property
    def solver(self) -> WorldSolver:
        """All worlds of the template with this cast, and what their panels prove."""
        template = get_world_template(self.template)
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
        template = get_world_template(self.template)
        closed = [question.id for question in template.questions]
        chance = self.book.chance("worlds")
        return printed_worlds(template.variables, self.solver.answers, closed, chance)

    @cached_property
    def questions(self) -> tuple[WorldQuestion, ...]:
        """The questions whose answers are proved in every world; some are not without lettering."""
        known = get_world_template(self.template).questions
        return tuple(one for one in known if self.solver.decides(one.id, one.hidden))

    @cached_property
    def open_questions(self) -> tuple[OpenWorldQuestion, ...]:
        """The same for those without options."""
        known = get_world_template(self.template).open_questions
        return tuple(one for one in known if self.solver.decides(one.id))

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
    questions: str = "book",
) -> list[FamilyPlan]:
    """Plans for a number of families; ``any`` spreads styles, layouts and languages evenly.

    Questions are in the language of the book, or in English if ``questions`` is ``en``.

    Raises:
        SettingError: for fewer than one family, or an unknown style, layout or language.
        UnknownNameError: for an unknown template.
    """
    if count < 1:
        raise SettingError(f"--worlds {count}: nothing to draw; ask for at least one family")
    if questions not in _ASKED_IN:
        raise SettingError(f"--questions {questions}: unknown; use {' or '.join(_ASKED_IN)}")
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
        plans.append(FamilyPlan(stories[at], book, tongue if questions == "book" else "en"))
    return plans


def book_ids(plan: FamilyPlan, name: str) -> tuple[str, ...]:
    """The ids of the books of a family, one for each world."""
    return tuple(f"{name}-w{at}" for at in range(len(plan.worlds)))
