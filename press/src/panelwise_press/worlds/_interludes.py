"""The scenes between the first and the last of a chapter: ordinary stories about its people."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from panelwise_press._plan import BookPlan
from panelwise_press._scene import Line, Person, Scene
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import Template, tell
from panelwise_press.layouts import LAYOUTS
from panelwise_press.stories import TEMPLATES
from panelwise_press.worlds._chapter_template import props_of

_ROLE = re.compile(r"\{(\w+)")


def interludes(
    book: BookPlan, people: Sequence[Person], pages: int, props: Collection[str]
) -> tuple[TemplateStory, ...]:
    """Stories that fill a number of pages, each on pages of its own.

    Roles are given to ``people``; to others of the book only where nobody of them has the age.

    Args:
        book: whose people, layout and chance they have.
        people: of the chapter.
        pages: to be filled.
        props: things that they must not show.

    Raises:
        ValueError: when there are not enough stories.
    """
    names = sorted(TEMPLATES)
    book.chance("interludes").shuffle(names)
    most = LAYOUTS[book.layout].most
    found: list[TemplateStory] = []
    for name in names:
        story = _story(TEMPLATES[name], book, people)
        needed = -(-len(story.beats) // most)
        if needed <= pages and not props_of(story.beats) & frozenset(props):
            found.append(renamed(story, f"{len(found) + 1}"))
            pages -= needed
        if not pages:
            return tuple(found)
    raise ValueError(f"no interludes for {pages} more pages")


def _story(template: Template, book: BookPlan, people: Sequence[Person]) -> TemplateStory:
    """A story about some of the people, or of all people of the book."""
    for some in (people, book.cast()):
        ages = [person.look.age for person in some]
        if all(any(age in known for age in ages) for known in template.roles.values()):
            try:
                return tell(template, some, book.chance(f"interlude {template.name}"))
            except ValueError:  # more roles of an age than people
                continue
    raise ValueError(f"{template.name}: nobody to play it")


def renamed(story: TemplateStory, prefix: str) -> TemplateStory:
    """The story with names of its own for roles, beats and facts, so that it can be joined.

    A role is called by the id of its person, so that a person has one name in all interludes.
    """
    roles = {role: person.id for role, person in story.cast.items()}
    return replace(
        story,
        cast={person.id: person for person in story.cast.values()},
        beats=tuple(_beat(beat, roles, prefix) for beat in story.beats),
        motive=(),
        prediction=(),
        meaning=(),
        otherwise=None,
        instead={},
    )


def _beat(beat: Beat, roles: Mapping[str, str], prefix: str) -> Beat:
    def facts(known: Mapping[str, str]) -> dict[str, str]:
        return {f"{prefix} {key}": value for key, value in known.items()}

    return replace(
        beat,
        id=f"{prefix} {beat.id}",
        tells=_sentence(beat.tells, roles),
        scene=_scene(beat.scene, roles),
        needs=facts(beat.needs),
        makes=facts(beat.makes),
        actor=roles.get(beat.actor or ""),
    )


def _scene(scene: Scene, roles: Mapping[str, str]) -> Scene:
    def names(known: Sequence[str]) -> tuple[str, ...]:
        return tuple(roles.get(name, name) for name in known)

    return replace(
        scene,
        actors=tuple(replace(one, person=roles[one.person]) for one in scene.actors),
        lines=tuple(_line(line, roles) for line in scene.lines),
        focus=names(scene.focus),
        motion=names(scene.motion),
    )


def _line(line: Line, roles: Mapping[str, str]) -> Line:
    return replace(
        line,
        words={language: _sentence(text, roles) for language, text in line.words.items()},
        speaker=roles.get(line.speaker, line.speaker) if line.speaker else None,
        at=roles.get(line.at, line.at) if line.at else None,
    )


def _sentence(text: str, roles: Mapping[str, str]) -> str:
    return _ROLE.sub(lambda found: "{" + roles.get(found[1], found[1]), text)
