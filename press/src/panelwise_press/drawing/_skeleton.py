"""Joints of a figure, from its age and its pose."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from panelwise.geometry import Point
from panelwise_press._scene import Actor, Age, Look
from panelwise_press.drawing._poses import FRONT, REVISED, SIDE, Angles, Goal, Stance

SEAT = 45.0


@dataclass(frozen=True, slots=True)
class Proportions:
    """Lengths in centimetres; radii of the limbs are half their width."""

    head: float
    neck: float
    torso: float
    upper: float
    fore: float
    thigh: float
    shin: float
    shoulder: float
    hip: float
    arm_width: float
    leg_width: float
    hand: float
    sole: float
    stoop: float = 0.0

    @property
    def scale(self) -> float:
        """Of lengths that poses give for a grown person."""
        return (self.thigh + self.shin) / 47


PROPORTIONS: dict[Age, Proportions] = {
    "adult": Proportions(26, 4, 45, 22, 22, 25, 22, 15.5, 7.5, 10.5, 13.5, 6.2, 6.5),
    "child": Proportions(23, 2, 29, 15.5, 15.5, 16.5, 15, 11.5, 6, 9, 11.5, 5.4, 5.5),
    "elder": Proportions(25.5, 2, 41, 21, 20, 23, 19, 15, 7.5, 10.5, 13.5, 6, 6.5, 8),
}


@dataclass(frozen=True, slots=True)
class Arm:
    shoulder: Point
    elbow: Point
    hand: Point


@dataclass(frozen=True, slots=True)
class Leg:
    hip: Point
    knee: Point
    ankle: Point
    foot: float


@dataclass(frozen=True, slots=True)
class Skeleton:
    """Joints of a figure that looks to the right or to the front, its ground at y = 0."""

    size: Proportions
    stance: Stance
    frontal: bool
    hip: Point
    chest: Point
    head: Point
    near: Arm
    far: Arm
    near_leg: Leg
    far_leg: Leg

    def moved(self, dx: float, dy: float) -> Skeleton:
        """The skeleton elsewhere."""

        def go(point: Point) -> Point:
            return point[0] + dx, point[1] + dy

        def arm(old: Arm) -> Arm:
            return Arm(go(old.shoulder), go(old.elbow), go(old.hand))

        def leg(old: Leg) -> Leg:
            return Leg(go(old.hip), go(old.knee), go(old.ankle), old.foot)

        return replace(
            self,
            hip=go(self.hip),
            chest=go(self.chest),
            head=go(self.head),
            near=arm(self.near),
            far=arm(self.far),
            near_leg=leg(self.near_leg),
            far_leg=leg(self.far_leg),
        )


def along(start: Point, angle: float, length: float) -> Point:
    """The end of a limb that hangs from ``start``: 0 degrees is down, 90 to the right."""
    turned = math.radians(angle)
    return start[0] + length * math.sin(turned), start[1] + length * math.cos(turned)


def toward(start: Point, goal: Point, length: float) -> Point:
    """The point at a distance from one point on the way to another."""
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    distance = math.hypot(dx, dy) or 1.0
    return start[0] + dx * length / distance, start[1] + dy * length / distance


def skeleton(look: Look, actor: Actor, *, revised: bool = False) -> Skeleton:
    """The joints of a person in a pose."""
    size = PROPORTIONS[look.age]
    frontal = actor.facing in ("front", "back") and actor.pose in FRONT
    # Arms wide open close around what they hold.
    holding = actor.holds is not None and actor.pose in ("hug", "catch")
    side = {**SIDE, **REVISED} if revised else SIDE
    stance = (FRONT["carry"] if holding else FRONT[actor.pose]) if frontal else side[actor.pose]
    lean = stance.spine + (0 if frontal or abs(stance.spine) > 40 else size.stoop)
    hip = (0.0, 0.0)
    chest = along(hip, 180 - lean, size.torso)
    head = along(chest, 180 - (lean + stance.head) / 2, size.neck + size.head)
    across = 1.0 if frontal else 0.34
    legs = [
        _leg(size, hip, side, frontal, getattr(stance, name), stance.feet[index], across)
        for index, (side, name) in enumerate(((-1, "near_leg"), (1, "far_leg")))
    ]
    shoulders = [_shoulder(chest, side * size.shoulder * across, lean) for side in (-1, 1)]
    near = _arm(size, stance, stance.near, shoulders[0], -1, frontal, (head, head))
    far = _arm(size, stance, stance.far, shoulders[1], 1, frontal, (head, near.hand))
    bones = Skeleton(size, stance, frontal, hip, chest, head, near, far, legs[0], legs[1])
    return _grounded(bones)


def _shoulder(chest: Point, offset: float, lean: float) -> Point:
    turned = math.radians(lean)
    return (
        chest[0] + offset * math.cos(turned) - 5 * math.sin(turned),
        chest[1] + offset * math.sin(turned) + 5 * math.cos(turned),
    )


def _leg(
    size: Proportions,
    hip: Point,
    side: int,
    frontal: bool,
    angles: Angles,
    foot: float,
    across: float,
) -> Leg:
    sign = side if frontal else 1
    top = (hip[0] + side * size.hip * (across if frontal else 0.55), hip[1])
    knee = along(top, sign * angles[0], size.thigh)
    return Leg(top, knee, along(knee, sign * angles[1], size.shin), foot)


def _arm(
    size: Proportions,
    stance: Stance,
    given: Angles | Goal,
    shoulder: Point,
    side: int,
    frontal: bool,
    marks: tuple[Point, Point],
) -> Arm:
    low = not isinstance(given, str) and abs(given[0]) < 50
    longer = 1.0 if low else stance.arm
    upper, fore = size.upper * longer, size.fore * longer
    sign = side if frontal else 1
    if not isinstance(given, str):
        elbow = along(shoulder, sign * given[0], upper)
        return Arm(shoulder, elbow, along(elbow, sign * given[1], fore))
    goal = _goal(size, stance, given, side, frontal, marks)
    # Elbows point outwards before the eyes, and lie on the chest below the chin.
    outward = frontal and given == "eyes" and side < 0
    return reaching(shoulder, goal, upper, fore, 1 if outward else -1)


def _goal(
    size: Proportions,
    stance: Stance,
    name: Goal,
    side: int,
    frontal: bool,
    marks: tuple[Point, Point],
) -> Point:
    head, near_hand = marks
    if name in ("above", "below"):
        side = 1 if name == "above" else -1
        tool = math.radians(stance.tool)
        reach = 1.9 * size.hand * side
        return near_hand[0] + reach * math.sin(tool), near_hand[1] - reach * math.cos(tool)
    across, down = {
        "mouth": (0.0, 1.0) if frontal else (0.95, 0.78),
        "chin": (0.12 if frontal else 0.5, 0.9),
        "eyes": (0.36 * side + (0 if frontal else 0.3), 0.22),
    }[name]
    turned = math.radians(stance.head)
    x, y = across * size.head, down * size.head
    return (
        head[0] + x * math.cos(turned) - y * math.sin(turned),
        head[1] + x * math.sin(turned) + y * math.cos(turned),
    )


def reaching(start: Point, goal: Point, upper: float, fore: float, bend: int) -> Arm:
    """An arm whose hand lies on ``goal``; both bones are drawn out when it is too far."""
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    distance = math.hypot(dx, dy) or 1e-6
    stretch = max(1.0, distance / (0.96 * (upper + fore)))
    upper, fore = upper * stretch, fore * stretch
    cosine = (upper**2 + distance**2 - fore**2) / (2 * upper * distance)
    turn = math.acos(max(-1.0, min(1.0, cosine)))
    direction = math.atan2(dy, dx) - bend * turn
    elbow = start[0] + upper * math.cos(direction), start[1] + upper * math.sin(direction)
    return Arm(start, elbow, goal)


def _grounded(bones: Skeleton) -> Skeleton:
    """The skeleton resting on the ground, on its seat, or as high in the air as its pose wants."""
    size, stance = bones.size, bones.stance
    if stance.seat:
        return _on_seat(bones.moved(0, -SEAT - size.leg_width / 2 - bones.hip[1]))
    legs = (bones.near_leg, bones.far_leg)
    lowest = max(
        bones.hip[1] + size.leg_width * 0.6,
        bones.head[1] + size.head * 0.9,
        bones.chest[1] + size.shoulder * 0.75,
        *(leg.knee[1] + size.leg_width / 2 for leg in legs),
        *(leg.ankle[1] + _sole(leg, size) for leg in legs),
        *(arm.hand[1] + size.hand for arm in (bones.near, bones.far) if stance.lift),
    )
    aside = -(bones.head[0] + legs[0].ankle[0]) / 2 if stance.centred else 0.0
    return bones.moved(aside - stance.back * size.scale, -lowest - stance.lift * size.scale)


def _sole(leg: Leg, size: Proportions) -> float:
    """How far the foot reaches below the ankle."""
    return size.sole + max(0.0, 0.7 * size.sole * math.cos(math.radians(leg.foot)) * 2)


def _on_seat(bones: Skeleton) -> Skeleton:
    """Shins of a seated adult reach the floor; a child's dangle."""
    size = bones.size
    # Seen from the front thighs are foreshortened; seen from the side they need to show.
    share = 0.62 if bones.frontal else 1.25

    def down(leg: Leg) -> Leg:
        dx, dy = (share - 1) * (leg.knee[0] - leg.hip[0]), (share - 1) * (leg.knee[1] - leg.hip[1])
        ankle = leg.ankle[0] + dx, leg.ankle[1] + dy
        reach = max(0.0, min(-size.sole - ankle[1], size.shin * 0.95))
        return Leg(
            leg.hip,
            (leg.knee[0] + dx, leg.knee[1] + dy),
            (ankle[0], ankle[1] + reach),
            leg.foot,
        )

    return replace(bones, near_leg=down(bones.near_leg), far_leg=down(bones.far_leg))
