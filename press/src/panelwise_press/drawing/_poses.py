"""How the limbs lie in every pose.

Angles are degrees. A limb of 0 hangs down, 90 reaches forwards (to the right, where a figure drawn
from the side looks), 180 points up, and negative ones reach backwards. A spine or head of 0 is
upright and leans forwards when positive. In a pose seen from the front, angles of arms and legs
open away from the body instead. The near limbs lie before the body, the far ones behind it; seen
from the front, near is on the left of the picture, the figure's right.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from panelwise_press._scene import Pose

Angles = tuple[float, float]  # upper arm and forearm, or thigh and shin
Goal = Literal["mouth", "chin", "eyes", "above", "below"]  # the last two: the near hand on a tool


@dataclass(frozen=True, slots=True)
class Stance:
    """One pose, seen from the side or from the front.

    Attributes:
        spine, head: how far they lean.
        near, far: the arms: two angles, or what the hand lies on.
        near_leg, far_leg: two angles.
        feet: the directions of the near and the far foot, 90 being flat on the ground.
        lift: of the lowest joint above the ground, in centimetres of a grown person.
        seat: whether the lowest point of the hip is 45 above the ground.
        arm: how much longer than usual raised arms are, to reach past a big head.
        over_face: whether hands lie before the head.
        centred: whether the middle of the body, not the hip, is where the actor is.
        tool: how far a thing in the hand is turned, clockwise.
        back: how far the body is behind the place of the actor, in centimetres of a grown person.
    """

    spine: float = 0
    head: float = 0
    near: Angles | Goal = (-8, 10)
    far: Angles | Goal = (10, 22)
    near_leg: Angles = (-5, -7)
    far_leg: Angles = (7, 4)
    feet: Angles = (90, 90)
    lift: float = 0
    seat: bool = False
    arm: float = 1.0
    over_face: bool = False
    centred: bool = False
    tool: float = 0
    back: float = 0


SIDE: dict[Pose, Stance] = {
    "stand": Stance(),
    "walk": Stance(4, 0, (32, 62), (-34, -8), (-24, -48), (28, 8), (50, 110)),
    "run": Stance(24, 4, (-72, 12), (66, 146), (74, 22), (-46, -92), (112, 5), lift=14, tool=10),
    "sneak": Stance(20, 4, (14, 116), (66, 122), (-12, -58), (92, -14), (24, 80), arm=1.1),
    "jump": Stance(
        6, -4, (-120, -146), (122, 150), (-22, -98), (58, -52), (10, 60), lift=42, arm=1.1
    ),
    "fall": Stance(
        104, 58, (64, 30), (172, 150), (-118, -176), (-152, -100), (-20, 40), lift=8, arm=1.15
    ),
    "slip": Stance(-44, -24, (-122, -150), (118, 152), (84, 98), (50, 66), (160, 130), lift=12),
    "sit": Stance(2, 0, (14, 62), (28, 72), (88, 0), (80, 8), seat=True),
    "sit_floor": Stance(-8, 0, (-30, -12), (18, 66), (86, 92), (70, 108), (150, 150)),
    "kneel": Stance(0, 4, (18, 72), (30, 84), (6, -88), (22, -80), (-10, -10)),
    "crouch": Stance(34, 4, (52, 88), (60, 98), (98, -38), (112, -24), (60, 75)),
    "lie": Stance(-87, -84, (84, 96), (80, 92), (88, 90), (98, 74), (160, 140), centred=True),
    "throw": Stance(
        -18, -2, (-98, -142), (84, 98), (-30, -46), (46, 12), (55, 100), arm=1.3, tool=-30
    ),
    "catch": Stance(-6, -8, (62, 124), (88, 138), (-24, -44), (34, 6), (60, 100), arm=1.12),
    "kick": Stance(-24, -4, (-74, -48), (66, 104), (100, 92), (-8, -18), (160, 90)),
    "swing": Stance(-8, 4, (66, 128), "above", (-30, -44), (38, 8), (60, 95), tool=-38),
    "reach_up": Stance(2, -14, (126, 178), (-14, 4), (-6, -12), (8, -4), (40, 50), arm=1.75),
    "reach_out": Stance(24, 6, (92, 86), (-24, 4), (-28, -40), (36, 2), (60, 95), arm=1.16),
    "hold_out": Stance(5, 0, (58, 86), (-6, 18), arm=1.05),
    "carry": Stance(-6, -2, (16, 82), (36, 88), (-8, -12), (10, 2)),
    "hold_up": Stance(-2, -4, (-128, -184), (124, 182), (-10, -12), (14, 6), arm=1.85),
    "point": Stance(2, 0, (90, 93), (-38, 42), (-10, -14), (14, 6), arm=1.1),
    "wave": Stance(-2, -4, (-10, 10), (104, 146), arm=1.16),
    "cheer": Stance(-4, -8, (-128, -158), (128, 158), (-10, -14), (14, 6), arm=1.22),
    "cover_face": Stance(10, 14, "eyes", "eyes", over_face=True),
    "hands_on_hips": Stance(-5, -2, (-58, 48), (52, -40), (-12, -12), (14, 12)),
    "think": Stance(2, 4, "chin", (24, 86), over_face=True),
    "hug": Stance(10, 4, (56, 122), (76, 118), (-14, -24), (16, 4), arm=1.1),
    "push": Stance(38, 12, (82, 92), (92, 96), (-46, -56), (34, -34), (40, 70), arm=1.05),
    "pull": Stance(-32, -18, (84, 76), (92, 78), (50, 38), (32, -14), (125, 95), arm=1.05),
    "eat": Stance(4, 2, "mouth", (22, 88), over_face=True),
    "read": Stance(0, 14, (12, 104), (30, 108)),
    "write": Stance(16, 18, (26, 84), (34, 70), (-6, -8), (8, 4), tool=20),
    "dig": Stance(28, 10, (30, 58), "below", (-30, -42), (42, -6), (60, 90), tool=-26),
    "pour": Stance(10, 8, (54, 92), (26, 66), tool=62),
    "bend": Stance(82, 62, (4, 14), (22, 34), (-12, -6), (4, 6)),
    "climb": Stance(8, -10, (98, 168), (130, 178), (12, -30), (96, -16), (70, 85), arm=1.5),
    "swim": Stance(
        74, 34, (-172, 146), (104, 88), (-84, -104), (-96, -74), (-20, -20), centred=True, arm=1.5
    ),
    "hang": Stance(
        0, -4, (-132, -180), (128, 180), (-10, -26), (12, -12), (20, 20), lift=32, arm=1.85
    ),
    "shrug": Stance(-4, -10, (-34, -112), (38, 112)),
    "bow": Stance(62, 62, (-46, -38), (-30, -24), (-12, -6), (-4, 0)),
}

# Poses whose head hid what the hands reach for, or hung sideways, in the revised drawings.
REVISED: dict[Pose, Stance] = {
    "bend": Stance(48, 24, (54, 40), (60, 46), (44, -30), (32, -24), back=12, arm=1.25),
    "bow": Stance(46, 26, (-36, -28), (-22, -16), (-12, -6), (-4, 0)),
    "crouch": Stance(30, 14, (56, 62), (64, 70), (98, -38), (112, -24), (60, 75), 0, back=8,
                     arm=1.2),
}  # fmt: skip

FRONT: dict[Pose, Stance] = {
    "stand": Stance(near=(16, 6), far=(16, 6), near_leg=(6, 2), far_leg=(6, 2)),
    "sit": Stance(near=(22, -22), far=(22, -22), near_leg=(48, 0), far_leg=(48, 0), seat=True),
    "sit_floor": Stance(near=(26, -18), far=(26, -18), near_leg=(78, -62), far_leg=(78, -62)),
    "kneel": Stance(near=(20, -20), far=(20, -20), near_leg=(16, 166), far_leg=(16, 166)),
    "reach_up": Stance(0, -6, (16, 6), (126, 178), (4, 2), (4, 2), arm=1.75),
    "carry": Stance(near=(34, -62), far=(34, -62), near_leg=(8, 4), far_leg=(8, 4)),
    "hold_out": Stance(near=(40, -64), far=(40, -64), near_leg=(6, 2), far_leg=(6, 2)),
    "hold_up": Stance(0, 0, (124, 182), (124, 182), (10, 4), (10, 4), arm=1.85),
    "wave": Stance(0, 4, (18, 6), (104, 150), (6, 2), (6, 2), arm=1.16),
    "cheer": Stance(0, 0, (128, 158), (128, 158), (14, 8), (14, 8), arm=1.2),
    "jump": Stance(0, 0, (118, 148), (118, 148), (36, 22), (36, 22), lift=42, arm=1.1),
    "cover_face": Stance(0, 0, "eyes", "eyes", (4, 2), (4, 2), over_face=True),
    "hands_on_hips": Stance(0, 0, (58, -48), (58, -48), (16, 8), (16, 8)),
    "think": Stance(0, 6, "chin", (26, -78), (6, 2), (6, 2), over_face=True),
    "hug": Stance(0, 0, (72, 48), (72, 48), (8, 2), (8, 2)),
    "eat": Stance(0, 0, "mouth", (30, -62), (6, 2), (6, 2), over_face=True),
    "read": Stance(0, 0, (30, -86), (30, -86), (6, 2), (6, 2)),
    "write": Stance(0, 6, (28, -66), (30, -50), (6, 2), (6, 2)),
    "hang": Stance(0, 0, (128, 180), (128, 180), (8, 2), (8, 2), lift=32, arm=1.85),
    "shrug": Stance(0, 9, (30, 112), (30, 112), (8, 4), (8, 4)),
    "climb": Stance(0, 0, (132, 178), (112, 172), (36, -10), (10, -4), arm=1.6),
    "point": Stance(0, 2, (58, -48), (88, 92), (10, 4), (10, 4), arm=1.1),
    "catch": Stance(0, -4, (48, 118), (48, 118), (22, 10), (22, 10)),
}
