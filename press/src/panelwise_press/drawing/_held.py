"""What people hold: which hand, how far turned, how large."""

from __future__ import annotations

import random
from dataclasses import replace

from panelwise.geometry import Box, Point
from panelwise_press._scene import Actor, Thing
from panelwise_press.drawing._find import named_prop, the_state
from panelwise_press.drawing._halo import with_halo
from panelwise_press.drawing._pen import Ink, Pen, Sheet
from panelwise_press.drawing._registries import Prop
from panelwise_press.drawing._skeleton import Arm, Skeleton, reaching

BOTH = ("carry", "hold_up", "read", "hug", "catch", "hang")
BITE = 48.0  # what is eaten must not hide the face
_RAISED = ("hold_up", "reach_up", "hang", "swing", "throw", "dig", "wave", "cheer")
_FORWARDS = (*BOTH, "hold_out", "reach_out", "kneel")
_LONG, _REACH = 70.0, 56.0  # a long handle; how far hands move


def in_both_hands(actor: Actor, frontal: bool) -> bool:
    """Whether a pose holds its thing between both hands."""
    return actor.pose in BOTH or (frontal and actor.pose in ("hold_out", "write"))


def draw_held(pen: Pen, actor: Actor, bones: Skeleton) -> None:
    """Draw what an actor holds; the pen is the figure's own.

    Raises:
        ValueError: for a prop or a state that nobody draws.
    """
    if actor.holds is None:
        return
    kind = named_prop(*actor.holds)
    thing = Thing(kind.name, state=the_state(kind, actor.holds[1]))
    box = _extent(kind, thing)
    x, y = _hand(actor, bones)
    turn, scale = bones.stance.tool, 1.0
    at_x, at_y = kind.held_at
    if actor.pose == "swing" and at_y < box.center[1]:
        turn += 180  # held by the upper end, as a spade is: it swings with the blade up
    if actor.pose == "eat":
        scale = min(1.0, BITE / max(box.width, box.height))
    hand = pen.at(x, y, scale, turn)
    if actor.pose == "dig":
        # Hands slide down a long handle until the blade is on the ground.
        below = _lowest(hand, box, (at_x, at_y)) - pen.to_page(0, 3)[1]
        at_y += max(0.0, below) / pen.zoom
    with_halo(hand.at(-at_x, -at_y), lambda own: kind.draw(own, thing))


def over_head(actor: Actor) -> bool:
    """Whether what an actor holds reaches over the head, which then is drawn before it."""
    return actor.pose in _RAISED or is_long(actor)


def is_long(actor: Actor) -> bool:
    """Whether an actor holds the lower end of something long, as an umbrella or a rod."""
    if actor.holds is None:
        return False
    kind = named_prop(*actor.holds)
    own = _extent(kind, Thing(kind.name, state=the_state(kind, actor.holds[1])))
    return own.height > _LONG and kind.held_at[1] > own.y1 - 0.25 * own.height


def holding_clear(actor: Actor, bones: Skeleton) -> Skeleton:
    """The figure with what it holds moved out of its face: down, or forwards if that is nearer.

    What is held by the end of a long handle, as an umbrella is, may stand over the head.
    """
    if actor.holds is None or bones.stance.over_face or over_head(actor):
        return bones
    scratch = Sheet(Ink(line=0), random.Random(0))
    draw_held(Pen(scratch), actor, bones)
    box = scratch.extent()
    (x, y), r = bones.head, bones.size.head
    if box is None or box.intersection(Box(x - 0.9 * r, y - r, x + 0.9 * r, y + 0.85 * r)) == 0:
        return bones
    down, ahead = y + 0.85 * r - box.y0, x + 0.9 * r - box.x0
    low = max(0.0, -4 - box.y1)  # until it is on the ground
    forwards = not bones.frontal and actor.pose in _FORWARDS and ahead < min(down, _REACH)
    step = (ahead, 0.0) if forwards else (0.0, min(down, low, _REACH))
    return _hands_moved(actor, bones, step)


def _hands_moved(actor: Actor, bones: Skeleton, step: Point) -> Skeleton:
    """The figure with the hands that hold something elsewhere."""
    both = in_both_hands(actor, bones.frontal)
    size = bones.size

    def moved(arm: Arm) -> Arm:
        if not both and arm.hand != _hand(actor, bones):
            return arm
        goal = arm.hand[0] + step[0], arm.hand[1] + step[1]
        return reaching(arm.shoulder, goal, size.upper, size.fore, -1)

    return replace(bones, near=moved(bones.near), far=moved(bones.far))


def held_width(actor: Actor) -> float:
    """How wide the thing is that an actor holds, in centimetres; 0 for nothing."""
    if actor.holds is None:
        return 0.0
    kind = named_prop(*actor.holds)
    return _extent(kind, Thing(kind.name, state=the_state(kind, actor.holds[1]))).width


def _lowest(hand: Pen, box: Box, held: Point) -> float:
    """The page's y of the lowest point of a held thing: the middle of its lower edge."""
    return hand.to_page(box.center[0] - held[0], box.y1 - held[1])[1]


def _hand(actor: Actor, bones: Skeleton) -> Point:
    near, far = bones.near.hand, bones.far.hand
    if in_both_hands(actor, bones.frontal):
        return (near[0] + far[0]) / 2, (near[1] + far[1]) / 2
    # The other hand is free while one points; somebody who reaches up has the thing up there.
    busy = actor.pose == "point" and not bones.frontal
    return far if busy or (actor.pose == "reach_up" and bones.frontal) else near


def _extent(kind: Prop, thing: Thing) -> Box:
    """The extent of a prop in its own centimetres."""
    scratch = Sheet(Ink(line=0), random.Random(0))
    kind.draw(Pen(scratch), thing)
    return scratch.extent() or Box(0, -1, 1, 0)
