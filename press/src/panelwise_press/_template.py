"""What a story template is, and what it is given.

A template is a function that draws its variations from a :class:`StoryBuilder` and returns a story:
who plays which role, what is thrown, which optional beats it has, in which order two unrelated
things happen.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from panelwise_press._scene import Age, Language, Person
from panelwise_press._story import Beat, TemplateQuestion, TemplateStory, WrongAnswer

T = TypeVar("T")
Ages = tuple[Age, ...]
ANYONE: Ages = ("child", "adult", "elder")
GROWN: Ages = ("adult", "elder")
CHILD: Ages = ("child",)


@dataclass(frozen=True, slots=True)
class Template:
    """A kind of story.

    Attributes:
        name: unique among the installed templates; it is also the name of the entry point, where a
            template comes from another package.
        domain: what the story is about, in a word: "street".
        roles: how old the person in each role may be.
        tell: draws the variations and returns the story.
    """

    name: str
    domain: str
    roles: Mapping[str, Ages]
    tell: Callable[[StoryBuilder], TemplateStory]


@dataclass(frozen=True, slots=True)
class StoryBuilder:
    """The choices open to a template: a seeded source of chance and the people in its roles."""

    template: str
    domain: str
    rng: random.Random
    cast: dict[str, Person]

    def choose(self, options: Sequence[T]) -> T:
        """One of the options."""
        return self.rng.choice(options)

    def chance(self, probability: float = 0.5) -> bool:
        """Whether something optional is included."""
        return self.rng.random() < probability

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in any order: for things that happen independently of each other."""
        return self.rng.sample(items, len(items))

    def story(
        self,
        title: dict[Language, str],
        beats: Sequence[Beat],
        *,
        motive: Sequence[TemplateQuestion] = (),
        prediction: Sequence[TemplateQuestion] = (),
        meaning: Sequence[TemplateQuestion] = (),
        otherwise: tuple[str, Beat] | None = None,
        instead: Mapping[str, tuple[WrongAnswer, ...]] | None = None,
    ) -> TemplateStory:
        """The finished story."""
        return TemplateStory(
            self.template,
            self.domain,
            title,
            self.cast,
            tuple(beats),
            tuple(motive),
            tuple(prediction),
            tuple(meaning),
            otherwise,
            instead or {},
        )


def template(
    name: str, domain: str, roles: Mapping[str, Ages]
) -> Callable[[Callable[[StoryBuilder], TemplateStory]], Template]:
    """Make the function below a story template."""

    def made(tell: Callable[[StoryBuilder], TemplateStory]) -> Template:
        return Template(name, domain, roles, tell)

    return made


def tell(chosen: Template, people: Sequence[Person], rng: random.Random) -> TemplateStory:
    """A story from a template, its roles given to people of fitting age.

    Raises:
        ValueError: when nobody is left who could play a role.
    """
    cast = cast_of(chosen.name, chosen.roles, people, rng)
    return chosen.tell(StoryBuilder(chosen.name, chosen.domain, rng, cast))


def cast_of(
    name: str, roles: Mapping[str, Ages], people: Sequence[Person], rng: random.Random
) -> dict[str, Person]:
    """Somebody of fitting age for every role of a template.

    Raises:
        ValueError: when nobody is left who could play a role.
    """
    cast: dict[str, Person] = {}
    for role, ages in roles.items():
        free = [who for who in people if who.look.age in ages and who not in cast.values()]
        if not free:
            raise ValueError(f"{name}: nobody of age {' or '.join(ages)} for {role!r}")
        cast[role] = rng.choice(free)
    return cast
