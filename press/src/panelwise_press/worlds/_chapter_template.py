"""What a chapter is: a book of several scenes, of which the first and the last belong together.

The first scenes show how things are: who owns what, who lives where. In the last scenes, some of
these people and things return. The scenes in between, the interludes, are stories of their own
about the same people; they show none of these things, and are the same in all worlds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from panelwise_press._scene import Language, Person
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import Ages
from panelwise_press._translations import Translations
from panelwise_press.worlds._question_texts import QuestionTexts
from panelwise_press.worlds._variables import Variable, World, worlds_of
from panelwise_press.worlds._world_questions import WorldQuestion
from panelwise_press.worlds._world_template import Seeded, WorldBuilder, WorldTemplate

BeatsOfScene = tuple[Beat, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter in one world, without its interludes.

    Attributes:
        title: in every language.
        opening: the first scenes.
        ending: the last scenes.
    """

    title: dict[Language, str]
    opening: tuple[BeatsOfScene, ...]
    ending: tuple[BeatsOfScene, ...]


@dataclass(frozen=True, slots=True)
class ChapterTemplate:
    """A kind of chapter that is drawn in several worlds.

    Attributes:
        tell: the chapter in one world. Scenes have as many panels in all worlds, and at most four,
            so that each stands on one page in every layout.

    The others are those of :class:`WorldTemplate`.
    """

    name: str
    domain: str
    roles: Mapping[str, Ages]
    variables: tuple[Variable, ...]
    questions: tuple[WorldQuestion, ...]
    texts: QuestionTexts
    tell: Callable[[WorldBuilder], Chapter]

    def with_interludes(self, interludes: Sequence[TemplateStory]) -> WorldTemplate:
        """The chapter as a story in several worlds, with these stories in its middle."""
        middle = tuple(beat for story in interludes for beat in story.beats)
        others = {role: one for story in interludes for role, one in story.cast.items()}

        def tell(builder: WorldBuilder) -> TemplateStory:
            chapter = self.tell(builder)
            beats = (*_joined(chapter.opening), *middle, *_joined(chapter.ending))
            return replace(builder.story(chapter.title, beats), cast=builder.cast | others)

        return WorldTemplate(
            self.name, self.domain, self.roles, self.variables, self.questions, self.texts, tell
        )

    def first(self, cast: Mapping[str, Person], seeded: Seeded) -> Chapter:
        """The chapter in its first world."""
        return self.in_world(cast, worlds_of(self.variables)[0], seeded)

    def in_world(self, cast: Mapping[str, Person], world: World, seeded: Seeded) -> Chapter:
        """The chapter in a world, with the same choices as in any other."""
        return self.tell(WorldBuilder(self.name, self.domain, seeded(), dict(cast), world))


def chapter_template(
    name: str,
    domain: str,
    roles: Mapping[str, Ages],
    variables: Sequence[Variable],
    questions: Sequence[WorldQuestion],
    words: Translations,
) -> Callable[[Callable[[WorldBuilder], Chapter]], ChapterTemplate]:
    """Make the function below a chapter template; ``words`` is the TOML file next to it."""
    texts = QuestionTexts(words, questions, variables, roles)

    def made(tell: Callable[[WorldBuilder], Chapter]) -> ChapterTemplate:
        return ChapterTemplate(name, domain, roles, tuple(variables), tuple(questions), texts, tell)

    return made


def props_of(beats: Sequence[Beat]) -> frozenset[str]:
    """The kinds of things that some panels show."""
    stands = {thing.prop for beat in beats for thing in beat.scene.things}
    held = {actor.holds[0] for beat in beats for actor in beat.scene.actors if actor.holds}
    return frozenset(stands | held)


def beats_of(chapter: Chapter) -> tuple[Beat, ...]:
    """All beats of a chapter, without its interludes."""
    return (*_joined(chapter.opening), *_joined(chapter.ending))


def _joined(scenes: Sequence[BeatsOfScene]) -> tuple[Beat, ...]:
    return tuple(beat for scene in scenes for beat in scene)
