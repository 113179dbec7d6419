"""Counterfactual twins of a story: one thing changed, everything else as it was.

Source: MS-16.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Literal, get_args

from panelwise_press._scene import Actor, Expression, Scene
from panelwise_press._story import Beat, TemplateStory
from panelwise_press.drawing import PROPS

Edit = Literal["event", "face", "object", "balloon"]
EDITS: tuple[Edit, ...] = get_args(Edit)
# What cannot be mistaken for what.
_OPPOSITE: dict[Expression, Expression] = {
    "neutral": "angry",
    "smile": "crying",
    "happy": "crying",
    "sad": "happy",
    "crying": "happy",
    "angry": "happy",
    "surprised": "asleep",
    "scared": "happy",
    "worried": "happy",
    "asleep": "surprised",
    "smug": "crying",
    "effort": "happy",
    "eating": "crying",
    "thinking": "angry",
    "embarrassed": "angry",
    "dizzy": "happy",
}


def edited(story: TemplateStory, edit: Edit, rng: random.Random) -> TemplateStory:
    """The story with one thing changed in one beat; the story itself where nothing can be.

    ``event`` puts the template's other outcome in place of a beat and ends the story there;
    ``face`` turns an expression into an opposite one; ``object`` puts a thing into another of its
    states; ``balloon`` lets a speaker say what somebody says elsewhere in the story.
    """
    if edit == "event":
        return _other_event(story)
    change = {"face": _other_face, "object": _other_object, "balloon": _other_words}[edit]
    places = list(range(len(story.beats)))
    rng.shuffle(places)
    for at in places:
        beat = change(story, story.beats[at], rng)
        if beat is not None:
            beats = (*story.beats[:at], beat, *story.beats[at + 1 :])
            return replace(story, beats=beats, changed=beat.id)
    return story


def _other_event(story: TemplateStory) -> TemplateStory:
    if story.otherwise is None:
        return story
    name, other = story.otherwise
    at = [beat.id for beat in story.beats].index(name)
    return replace(story, beats=(*story.beats[:at], other), otherwise=None, changed=other.id)


def _other_face(story: TemplateStory, beat: Beat, rng: random.Random) -> Beat | None:
    seen = [at for at, actor in enumerate(beat.scene.actors) if actor.facing != "back"]
    if not seen:
        return None
    at = rng.choice(seen)
    actor = beat.scene.actors[at]
    changed = replace(actor, expression=_OPPOSITE[actor.expression])
    return replace(beat, scene=_with_actor(beat.scene, at, changed), feeling=None)


def _with_actor(scene: Scene, at: int, actor: Actor) -> Scene:
    return replace(scene, actors=(*scene.actors[:at], actor, *scene.actors[at + 1 :]))


def _other_object(story: TemplateStory, beat: Beat, rng: random.Random) -> Beat | None:
    things = beat.scene.things
    many = [at for at, thing in enumerate(things) if len(PROPS[thing.prop].states) > 1]
    if not many:
        return None
    at = rng.choice(many)
    states = [state for state in PROPS[things[at].prop].states if state != things[at].state]
    changed = replace(things[at], state=rng.choice(states))
    return replace(
        beat, scene=replace(beat.scene, things=(*things[:at], changed, *things[at + 1 :]))
    )


def _other_words(story: TemplateStory, beat: Beat, rng: random.Random) -> Beat | None:
    lines = beat.scene.lines
    elsewhere = [
        line.words
        for other in story.beats
        if other.id != beat.id
        for line in other.scene.lines
        if line.speaker is not None
    ]
    spoken = [at for at, line in enumerate(lines) if line.speaker is not None]
    if not spoken or not elsewhere:
        return None
    at = rng.choice(spoken)
    changed = replace(lines[at], words=rng.choice(elsewhere))
    return replace(beat, scene=replace(beat.scene, lines=(*lines[:at], changed, *lines[at + 1 :])))
