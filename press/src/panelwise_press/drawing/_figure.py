"""People: a skeleton dressed, with a head, and what it holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from panelwise.geometry import Box, Point
from panelwise_press._scene import Actor, Look
from panelwise_press.drawing._clothes import draw_pelvis, draw_trunk
from panelwise_press.drawing._face import draw_face, draw_signs, draw_wrinkles, mouth_at
from panelwise_press.drawing._hair import EARLESS, draw_back_of_head, draw_hair, draw_hair_behind
from panelwise_press.drawing._held import (
    draw_held,
    held_width,
    holding_clear,
    in_both_hands,
    over_head,
)
from panelwise_press.drawing._pen import Pen
from panelwise_press.drawing._skeleton import (
    Arm,
    Leg,
    Proportions,
    Skeleton,
    skeleton,
    toward,
)
from panelwise_press.drawing._wear import (
    draw_beard,
    draw_drop,
    draw_scarf,
    draw_scarf_end,
    draw_worn,
)


@dataclass(frozen=True, slots=True)
class Figure:
    """Where a drawn person is, in page pixels.

    Attributes:
        body: everything but what is held.
        face: the skin of the head, without hair; ``None`` for somebody who looks away.
        head: the head with hair, hat and signs, but for hair that hangs behind.
        mouth: where balloons point; of somebody who looks away, the middle of the head.
        hands: the near one and the far one.
        held: the thing in the hands.
    """

    body: Box
    face: Box | None
    head: Box
    mouth: Point
    hands: tuple[Point, Point]
    held: Box | None = None


@dataclass(slots=True)
class _Drawing:
    """One person being drawn."""

    pen: Pen
    look: Look
    actor: Actor
    bones: Skeleton
    head: Box | None = None
    held: Box | None = None
    skipped: list[tuple[int, int]] = field(default_factory=list)

    @property
    def size(self) -> Proportions:
        return self.bones.size

    @property
    def back(self) -> bool:
        return self.actor.facing == "back"

    @property
    def turn(self) -> float:
        return 0.0 if self.actor.facing in ("front", "back") else 1.0

    def shade(self, name: str) -> str:
        """The colour in the shadow of the body."""
        value = self.pen.sheet.ink.colours[name]
        parts = (int(value[i : i + 2], 16) * 0.86 for i in (1, 3, 5))
        return "#" + "".join(f"{round(part):02x}" for part in parts)


def draw_person(pen: Pen, look: Look, actor: Actor) -> Figure:
    """Draw a person whose stage the pen draws in centimetres.

    Raises:
        ValueError: for something held that no prop is named after, or that has no such state.
    """
    flipped = actor.facing == "left"
    bones = skeleton(look, actor, revised=pen.sheet.revised)
    if pen.sheet.revised:
        bones = holding_clear(actor, bones)
    own = pen.at(actor.x, actor.y, flip=flipped)
    sheet = pen.sheet
    start = len(sheet.boxes)
    drawing = _Drawing(own, look, actor, bones)
    for part in _order(drawing):
        part(drawing)
    boxes, last = [], start
    for first, end in [*drawing.skipped, (len(sheet.boxes), len(sheet.boxes))]:
        boxes += sheet.boxes[last:first]
        last = end
    head = _head_pen(drawing)
    mouth = head.to_page(*mouth_at(drawing.turn))
    return Figure(
        Box.around(boxes),
        None if drawing.back else _face_box(head),
        drawing.head or _face_box(head),
        head.to_page(0, 0) if drawing.back else mouth,
        (own.to_page(*bones.near.hand), own.to_page(*bones.far.hand)),
        drawing.held,
    )


_Part = Callable[[_Drawing], None]


def _order(drawing: _Drawing) -> list[_Part]:
    """The parts from the farthest to the nearest."""
    stance = drawing.bones.stance
    frontal = drawing.bones.frontal
    legs: list[_Part] = [_far_leg, _near_leg, _pelvis]
    if drawing.back:
        return [_held, _near_arm, _far_arm, *legs, _torso, _head]
    over = stance.over_face
    if frontal:
        outer = [part for part, arm in _frontal_arms(drawing) if _is_outside(drawing, arm)]
        inner = [part for part, arm in _frontal_arms(drawing) if part not in outer]
        body = [_hair_behind, *outer, *legs, _torso]
        if drawing.actor.pose in ("sit", "sit_floor"):
            # Knees come towards us.
            under = drawing.look.garment in ("trousers", "shorts")
            legs = [_pelvis, *legs[:2]] if under else legs
            body = [_hair_behind, *outer, _torso, *legs]
        if over:
            return [*body, _head, _held, *inner]
        both = drawing.actor.holds is not None and in_both_hands(drawing.actor, frontal)
        hands: list[_Part] = [_hands] if both and inner else []
        return [*body, *inner, _held, *hands, _head] if hands else [*body, _held, *inner, _head]
    return _sideways(drawing, legs)


def _sideways(drawing: _Drawing, legs: list[_Part]) -> list[_Part]:
    """The parts of somebody seen from the side."""
    if drawing.actor.pose in ("swing", "throw", "hold_up", "hang"):
        return [_hair_behind, _far_arm, _held, *legs, _torso, _near_arm, _head]
    if drawing.bones.stance.over_face:
        return [_hair_behind, *legs, _torso, _head, _far_arm, _held, _near_arm]
    if drawing.pen.sheet.revised and not over_head(drawing.actor):
        return [_far_arm, _hair_behind, *legs, _torso, _head, _held, _near_arm]
    return [_far_arm, _hair_behind, *legs, _torso, _held, _near_arm, _head]


def _hands(drawing: _Drawing) -> None:
    """Both hands on the sides of what they hold."""
    near, far = drawing.bones.near.hand, drawing.bones.far.hand
    middle, y = (near[0] + far[0]) / 2, (near[1] + far[1]) / 2
    apart = max(
        abs(far[0] - near[0]) / 2, min(held_width(drawing.actor) / 2, 1.4 * drawing.size.shoulder)
    )
    for side in (-1, 1):
        drawing.pen.disc(middle + side * apart, y, drawing.size.hand, drawing.look.skin)


def _frontal_arms(drawing: _Drawing) -> tuple[tuple[_Part, Arm], ...]:
    return (_near_arm, drawing.bones.near), (_far_arm, drawing.bones.far)


def _is_outside(drawing: _Drawing, arm: Arm) -> bool:
    """Whether an arm seen from the front keeps off the trunk, and so may lie behind it."""
    if drawing.bones.stance.over_face:
        return False
    wide = drawing.size.shoulder * 0.95
    return abs(arm.hand[0] - drawing.bones.hip[0]) > wide


def _limb(drawing: _Drawing, points: tuple[Point, Point, Point], width: float, fill: str) -> None:
    a, b, c = points
    # Two more points keep the joint rounder than a spline through three would.
    first = (a[0] + 3 * b[0]) / 4, (a[1] + 3 * b[1]) / 4
    second = (3 * b[0] + c[0]) / 4, (3 * b[1] + c[1]) / 4
    drawing.pen.limb([a, first, second, c], width, fill)


def _near_arm(drawing: _Drawing) -> None:
    _arm(drawing, drawing.bones.near, drawing.look.top, drawing.look.skin)


def _far_arm(drawing: _Drawing) -> None:
    far = not drawing.bones.frontal
    top, skin = drawing.look.top, drawing.look.skin
    _arm(
        drawing,
        drawing.bones.far,
        drawing.shade(top) if far else top,
        drawing.shade(skin) if far else skin,
    )


def _arm(drawing: _Drawing, arm: Arm, sleeve: str, skin: str) -> None:
    size, pen = drawing.size, drawing.pen
    pen.disc(*arm.hand, size.hand, skin)
    _limb(
        drawing,
        (arm.shoulder, arm.elbow, toward(arm.hand, arm.elbow, size.hand)),
        size.arm_width,
        sleeve,
    )
    if drawing.actor.pose == "point" and arm is _pointing(drawing):
        tip = toward(arm.hand, arm.elbow, -size.hand * 1.9)
        pen.limb([arm.hand, tip], size.hand * 0.6, skin)


def _pointing(drawing: _Drawing) -> Arm:
    return drawing.bones.far if drawing.bones.frontal else drawing.bones.near


def _near_leg(drawing: _Drawing) -> None:
    _leg(drawing, drawing.bones.near_leg, False)


def _far_leg(drawing: _Drawing) -> None:
    _leg(drawing, drawing.bones.far_leg, not drawing.bones.frontal)


def _leg(drawing: _Drawing, leg: Leg, far: bool) -> None:
    look, size = drawing.look, drawing.size
    bare = look.garment != "trousers"
    colour = look.skin if bare else look.bottom
    colour = drawing.shade(colour) if far else colour
    _foot(drawing, leg, far)
    _limb(drawing, (leg.hip, leg.knee, leg.ankle), size.leg_width * (0.8 if bare else 1), colour)
    if look.garment == "shorts":
        end = toward(leg.knee, leg.ankle, -0.05 * size.thigh)
        drawing.pen.limb(
            [leg.hip, end],
            size.leg_width * 1.15,
            drawing.shade(look.bottom) if far else look.bottom,
        )


def _foot(drawing: _Drawing, leg: Leg, far: bool) -> None:
    size = drawing.size
    colour = drawing.shade("bark") if far else "bark"
    if drawing.bones.frontal:
        side = -1 if leg.hip[0] < drawing.bones.hip[0] else 1
        drawing.pen.oval(
            leg.ankle[0] + 2 * side,
            leg.ankle[1] + size.sole * 0.1,
            size.sole * 1.35,
            size.sole * 0.9,
            colour,
        )
        return
    shoe = drawing.pen.at(*leg.ankle, turn=90 - leg.foot)
    s = size.sole
    shoe.blob(
        [
            (-s * 1.05, -s * 0.3),
            (0, -s * 0.7),
            (s * 1.2, -s * 0.1),
            (s * 2.1, s * 0.35),
            (s * 2.1, s),
            (-s * 1.05, s),
        ],
        colour,
    )


def _pelvis(drawing: _Drawing) -> None:
    draw_pelvis(drawing.pen, drawing.look, drawing.bones)


def _torso(drawing: _Drawing) -> None:
    if drawing.pen.sheet.revised:
        bones = drawing.bones
        drawing.pen.limb([bones.chest, bones.head], 0.6 * bones.size.head, drawing.look.skin)
    draw_trunk(drawing.pen, drawing.look, drawing.actor, drawing.bones)
    if drawing.pen.sheet.revised and drawing.look.accessory == "scarf" and not drawing.back:
        draw_scarf_end(_head_pen(drawing), drawing.look)


def _head_pen(drawing: _Drawing) -> Pen:
    bones = drawing.bones
    return drawing.pen.at(*bones.head, scale=bones.size.head, turn=bones.stance.head)


def _face_box(head: Pen) -> Box:
    x, y = head.to_page(0, 0)
    return Box(x - head.zoom, y - head.zoom, x + head.zoom, y + head.zoom)


def _hair_behind(drawing: _Drawing) -> None:
    draw_hair_behind(_head_pen(drawing), drawing.look, drawing.turn, drawing.actor.wet)


def _head(drawing: _Drawing) -> None:
    look, actor, turn = drawing.look, drawing.actor, drawing.turn
    pen = _head_pen(drawing)
    start = len(pen.sheet.boxes)
    for side in (-1, 1) if not turn else ():
        pen.finer(0.9).oval(0.98 * side, 0.14, 0.16, 0.2, look.skin)
    pen.blob(
        [
            (0, -1),
            (0.72, -0.7),
            (1, -0.02),
            (0.9, 0.5),
            (0.5 + 0.1 * turn, 0.9),
            (0.1 * turn, 1),
            (-0.5, 0.9),
            (-0.9, 0.5),
            (-1, -0.02),
            (-0.72, -0.7),
        ],
        look.skin,
    )
    if look.accessory == "scarf" and not drawing.back:
        draw_scarf(pen, look)
    if drawing.back:
        draw_back_of_head(pen, look)
    else:
        draw_beard(pen, look, turn)
        draw_face(pen, actor.expression, turn)
        if look.age == "elder":
            draw_wrinkles(pen, turn)
        if actor.dirty:
            pen.oval(-0.45 + 0.2 * turn, 0.52, 0.2, 0.13, "bark", 0)
            pen.oval(0.5, -0.2, 0.13, 0.1, "bark", 0)
        draw_hair(pen, look, turn, actor.wet)
        if turn and look.hair not in EARLESS:
            pen.finer(0.9).oval(-0.58, 0.2, 0.15, 0.2, look.skin)
        draw_signs(pen, actor.expression, turn)
    draw_worn(pen, look, turn, drawing.back)
    if actor.wet:
        for x, y in ((-1.25, -0.3), (1.22, 0.1), (-1.12, 0.75), (0.85, -1.1)):
            draw_drop(pen, x, y, 0.13)
    drawing.head = pen.sheet.extent(start)


def _held(drawing: _Drawing) -> None:
    """Draw what is held, in the hand or between both."""
    if drawing.actor.holds is None:
        return
    boxes = drawing.pen.sheet.boxes
    start = len(boxes)
    draw_held(drawing.pen, drawing.actor, drawing.bones)
    drawing.held = drawing.pen.sheet.extent(start)
    drawing.skipped.append((start, len(boxes)))
