"""What a world template is, and what it is given."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from panelwise_press._scene import Person
from panelwise_press._story import BeatFacts, TemplateStory
from panelwise_press._template import Ages, StoryBuilder
from panelwise_press._translations import Translations
from panelwise_press.worlds._open_questions import OpenWorldQuestion
from panelwise_press.worlds._question_texts import QuestionTexts
from panelwise_press.worlds._variables import Variable, World
from panelwise_press.worlds._world_questions import Ending, WorldQuestion

Seeded = Callable[[], random.Random]


@dataclass(frozen=True, slots=True)
class WorldBuilder(StoryBuilder):
    """What a world template is given besides its cast.

    Attributes:
        world: the value of every variable.
        removed: the event that does not happen, in a story that is run again without it.

    ``rng`` begins in the same state in all worlds of a family. Draw from it before looking at the
    world: a draw that only some worlds make would change everything after it.
    """

    world: World
    removed: str = ""

    def __getitem__(self, variable: str) -> str:
        """The value of a variable."""
        return self.world[variable]

    def happens(self, event: str) -> bool:
        """Whether an event happens: always, unless the story is run again without it."""
        return event != self.removed


@dataclass(frozen=True, slots=True)
class WorldTemplate:
    """A kind of story that is drawn in several worlds.

    Attributes:
        name: unique among the world templates.
        domain: what the story is about, in a word: "home".
        roles: how old the person in each role may be.
        variables: what differs between the worlds.
        questions: what is asked in every world.
        texts: their words, by the ids of the questions; the same in every world.
        tell: the story in one world.
        open_questions: those without options, whose answers are drawn from pools.
    """

    name: str
    domain: str
    roles: Mapping[str, Ages]
    variables: tuple[Variable, ...]
    questions: tuple[WorldQuestion, ...]
    texts: QuestionTexts
    tell: Callable[[WorldBuilder], TemplateStory]
    open_questions: tuple[OpenWorldQuestion, ...] = ()

    def story(
        self, cast: Mapping[str, Person], world: World, seeded: Seeded, removed: str = ""
    ) -> TemplateStory:
        """The story in one world, with the same choices as in any other."""
        return self.tell(WorldBuilder(self.name, self.domain, seeded(), dict(cast), world, removed))

    def answers(self, cast: Mapping[str, Person], world: World, seeded: Seeded) -> dict[str, str]:
        """The key of the right option, or the member of a pool, of every question in one world."""
        ends: dict[str, BeatFacts] = {}
        found = {question.id: world[question.variable] for question in self.open_questions}
        for question in self.questions:
            removed = question.without
            if removed not in ends:
                ends[removed] = self.story(cast, world, seeded, removed).states()[-1]
            found[question.id] = question.answer.of(Ending(world, ends[removed]))
        return found


def world_template(
    name: str,
    domain: str,
    roles: Mapping[str, Ages],
    variables: Sequence[Variable],
    questions: Sequence[WorldQuestion],
    words: Translations,
    open_questions: Sequence[OpenWorldQuestion] = (),
) -> Callable[[Callable[[WorldBuilder], TemplateStory]], WorldTemplate]:
    """Make the function below a world template; ``words`` is the TOML file next to it."""
    texts = QuestionTexts(words, questions, variables, roles)

    def made(tell: Callable[[WorldBuilder], TemplateStory]) -> WorldTemplate:
        return WorldTemplate(
            name,
            domain,
            roles,
            tuple(variables),
            tuple(questions),
            texts,
            tell,
            tuple(open_questions),
        )

    return made
