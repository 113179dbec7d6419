"""What book is to be printed: the whole of a book follows from its plan.

A twin is the same plan with one thing changed, so that two books differ in that thing alone
(MS-4, MS-16).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import cast

from panelwise.errors import SettingError
from panelwise.registry import did_you_mean
from panelwise_press._cast import draw_cast, renamed_cast
from panelwise_press._scene import LANGUAGES, Language, Person
from panelwise_press._story import TemplateStory
from panelwise_press._template import Template, tell
from panelwise_press._twins import EDITS, Edit, edited
from panelwise_press.layouts import LAYOUTS
from panelwise_press.stories import TEMPLATES, get_template, template_names
from panelwise_press.styles import STYLES


@dataclass(frozen=True, slots=True)
class BookPlan:
    """A book before it is printed.

    Attributes:
        seed: the same seed gives the same people and stories, whatever else is changed.
        style, layout: names of :data:`STYLES` and :data:`LAYOUTS`.
        language: of the lettering; the truth carries the words in every language.
        chapters: number of stories, each from a template of its own.
        templates: names of the templates to choose from; empty for all of the press's own. Those
            of other packages are used only where they are named, so that a seed gives the same
            books whatever else is installed.
        silent: printed without any lettering.
        mirrored: every page seen in a mirror, read in the other direction, its lettering kept
            readable.
        recoloured: other colours for clothes and things.
        renamed: other names for the same people.
        grey: printed without colour.
        scale: size of the page image; below 1 a low resolution.
        edit: one event, face, thing or balloon changed in every story.
    """

    seed: int
    style: str = "clean"
    layout: str = "western"
    language: Language = "en"
    chapters: int = 3
    templates: tuple[str, ...] = ()
    silent: bool = False
    mirrored: bool = False
    recoloured: bool = False
    renamed: bool = False
    grey: bool = False
    scale: float = 1.0
    edit: Edit | None = None

    def check(self) -> None:
        """Refuse what cannot be printed.

        Raises:
            SettingError: naming what is unknown and what is known.
        """
        known: tuple[tuple[str, Iterable[str], Iterable[str]], ...] = (
            ("style", [self.style], STYLES),
            ("layout", [self.layout], LAYOUTS),
            ("language", [self.language], LANGUAGES),
            ("template", self.templates, template_names()),
        )
        for kind, names, all_names in known:
            for name in names:
                if name not in all_names:
                    # ``book_plans`` spreads ``any`` over all of them; templates have no such word.
                    spread_too = () if kind == "template" or name == "any" else ("any",)
                    listed = did_you_mean(name, (*spread_too, *all_names))
                    raise SettingError(f"--{kind} {name}: unknown; {listed}")
        if self.chapters < 1:
            raise SettingError(f"--chapters {self.chapters}: a book has at least one")
        if self.edit not in (None, *EDITS):
            hint = did_you_mean(str(self.edit), EDITS)
            raise SettingError(f"edit {self.edit!r}: unknown; {hint}")
        if not self.scale > 0:
            raise SettingError(f"scale {self.scale}: must be above 0")

    def chance(self, purpose: str) -> random.Random:
        """The source of chance for one purpose, apart from all others."""
        return random.Random(f"press {self.seed} {purpose}")

    def cast(self) -> tuple[Person, ...]:
        """The people of the book."""
        people = draw_cast(self.chance("cast"))
        return renamed_cast(people, self.chance("names")) if self.renamed else people

    @property
    def in_colour(self) -> bool:
        """Whether people can be described by the colours of hair and clothes."""
        return STYLES[self.style].colour and not (self.grey or self.recoloured)

    def stories(self) -> tuple[TemplateStory, ...]:
        """The stories of the book, all about its people."""
        people = self.cast()
        stories = tuple(
            tell(template, people, self.chance(f"story {at}"))
            for at, template in enumerate(self._chosen())
        )
        if self.edit is None:
            return stories
        return tuple(
            edited(story, self.edit, self.chance(f"edit {at}")) for at, story in enumerate(stories)
        )

    def _chosen(self) -> list[Template]:
        names = sorted(self.templates or TEMPLATES)
        rng = self.chance("templates")
        chosen: list[str] = []
        while len(chosen) < self.chapters:
            chosen += rng.sample(names, min(len(names), self.chapters - len(chosen)))
        return [get_template(name) for name in chosen]

    def twin(self, **changes: object) -> BookPlan:
        """The plan of a twin.

        >>> BookPlan(7).twin(grey=True).grey
        True
        """
        return replace(self, **changes)  # type: ignore[arg-type]


# Three layouts, three styles, three languages. With twelve books, tests can tell runs apart: with
# six, no p is below .03, which no correction for several pairs leaves below .05.
ANTHOLOGY = tuple(
    plan
    for seed in range(11, 23, 3)
    for plan in (
        BookPlan(seed=seed, style="clean", layout="western", language="en", chapters=3),
        BookPlan(seed=seed + 1, style="manga", layout="rtl", language="ja", chapters=3),
        BookPlan(seed=seed + 2, style="flat", layout="scroll", language="fr", chapters=3),
    )
)


def book_plans(
    count: int,
    *,
    style: str = "any",
    layout: str = "any",
    language: str = "en",
    seed: int = 0,
    chapters: int = 3,
    silent: bool = False,
    templates: Sequence[str] = (),
) -> list[BookPlan]:
    """Plans for a number of books; ``any`` spreads styles, layouts, languages evenly over them.

    No template is used twice before every template was used once. Without ``templates`` all of
    the press's own are used.

    Raises:
        SettingError: for fewer than one book, or an unknown name.

    >>> [plan.layout for plan in book_plans(2, layout="rtl")]
    ['rtl', 'rtl']
    """
    if count < 1:
        raise SettingError(f"--books {count}: nothing to draw; ask for at least one")
    pool = tuple(sorted(set(templates) or TEMPLATES))
    BookPlan(seed, templates=pool).check()
    rng = random.Random(f"press {seed} plans")
    styles, layouts, languages = (
        spread(chosen, known, count, rng)
        for chosen, known in ((style, STYLES), (layout, LAYOUTS), (language, LANGUAGES))
    )
    seeds = [rng.getrandbits(48) for _ in range(count)]
    stories = _templates_of_books(pool, count, chapters, rng)
    plans = [
        BookPlan(
            seeds[at],
            styles[at],
            layouts[at],
            cast(Language, languages[at]),
            chapters,
            stories[at],
            silent=silent,
        )
        for at in range(count)
    ]
    for plan in plans:
        plan.check()
    return plans


def _templates_of_books(
    pool: Sequence[str], books: int, chapters: int, rng: random.Random
) -> list[tuple[str, ...]]:
    """The templates of each book, none twice in a book that has not room for all."""
    left: list[str] = []
    found = []
    for _ in range(books):
        chosen: list[str] = []
        while len(chosen) < min(chapters, len(pool)):
            if all(name in chosen for name in left):
                left += rng.sample(pool, len(pool))
            name = next(name for name in left if name not in chosen)
            left.remove(name)
            chosen.append(name)
        found.append(tuple(chosen))
    return found


def spread(chosen: str, known: Iterable[str], count: int, rng: random.Random) -> list[str]:
    """The one name chosen for all, or all known ones evenly in a random order."""
    if chosen != "any":
        return [chosen] * count
    names = list(known)
    spread = [names[at % len(names)] for at in range(count)]
    rng.shuffle(spread)
    return spread
