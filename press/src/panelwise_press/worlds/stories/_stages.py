"""Things that change for good as a story goes on, and so show which of two panels is first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from panelwise_press._scene import Thing
from panelwise_press._story import Beat

Spot = tuple[float, float, float]  # x, y and scale
NOT_YET = "not yet"  # the state of a thing that is not there at first


def in_stages(
    beats: Sequence[Beat], prop: str, states: Sequence[str], spots: Mapping[str, Spot], usual: Spot
) -> list[Beat]:
    """The beats with a thing that goes from state to state and never back.

    Each picture shows the next state, behind everything else. As a fact, a beat needs the state
    that its picture shows, and makes the one after it.

    Args:
        beats: in the order of the story.
        prop: of which there is one in every picture, with the prop's name as its id.
        states: one for each beat.
        spots: where the thing is, by the id of the beat.
        usual: where it is in the other beats.
    """
    done = []
    for beat, state, after in zip(beats, states, (*states[1:], "end"), strict=False):
        x, y, scale = spots.get(beat.id, usual)
        thing = () if state == NOT_YET else (Thing(prop, x, y, state, id=prop, scale=scale),)
        done.append(
            replace(
                beat,
                scene=replace(beat.scene, things=(*thing, *beat.scene.things)),
                needs={**beat.needs, prop: state},
                makes={**beat.makes, prop: after},
            )
        )
    return done
