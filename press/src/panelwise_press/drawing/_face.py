"""Faces: eyes, brows, mouth and the marks of comics, on a head of radius 1.

The pen's origin is the middle of the head. ``turn`` is 0 for a face seen from the front and 1 for
one that looks to the right.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from panelwise.geometry import Point
from panelwise_press._scene import Expression
from panelwise_press.drawing._pen import Pen, arc_points

Eyes = Literal["dots", "arcs", "shut", "wide", "half", "tight", "spiral", "up", "wet", "narrow"]
Brows = Literal["none", "flat", "raised", "angry", "sad", "one"]
Mouth = Literal[
    "line", "smile", "laugh", "frown", "wail", "oh", "wavy", "teeth", "smirk", "full", "aside",
    "snore", "yell", "chatter",
]  # fmt: skip
FaceMark = Literal["tears", "sweat", "blush", "sleep", "cross", "shiver", "stars", "cheeks"]


@dataclass(frozen=True, slots=True)
class Features:
    eyes: Eyes
    brows: Brows
    mouth: Mouth
    marks: tuple[FaceMark, ...] = ()


_Eye = tuple[int, float, float]
_Eyes = tuple[_Eye, _Eye]
MIDDLE = 0.27  # how far a turned face's features move
_SPIRAL = [
    arc_points(0, 0, 0.03 + 0.03 * step, 0.03 + 0.03 * step, 75 * step, 75 * step, 2)[0]
    for step in range(8)
]

FEATURES: dict[Expression, Features] = {
    "neutral": Features("dots", "flat", "line"),
    "smile": Features("dots", "raised", "smile", ("cheeks",)),
    "happy": Features("arcs", "raised", "laugh", ("cheeks",)),
    "sad": Features("wet", "sad", "frown"),
    "crying": Features("shut", "sad", "wail", ("tears",)),
    "angry": Features("narrow", "angry", "yell", ("cross",)),
    "surprised": Features("wide", "raised", "oh"),
    "scared": Features("wide", "sad", "chatter", ("shiver", "sweat")),
    "worried": Features("dots", "sad", "wavy", ("sweat",)),
    "asleep": Features("shut", "none", "snore", ("sleep",)),
    "smug": Features("half", "one", "smirk"),
    "effort": Features("tight", "angry", "teeth", ("sweat",)),
    "eating": Features("arcs", "flat", "full", ("cheeks",)),
    "thinking": Features("up", "one", "aside"),
    "embarrassed": Features("dots", "sad", "wavy", ("blush",)),
    "dizzy": Features("spiral", "sad", "wavy", ("stars",)),
}


def draw_face(pen: Pen, expression: Expression, turn: float) -> Point:
    """Draw eyes, nose, mouth; returns the middle of the mouth in the pen's units."""
    features, middle = FEATURES[expression], MIDDLE * turn
    mouth = mouth_at(turn)
    for side, x, width in _eyes(turn):
        _cheek(pen.at(x + 0.2 * side * width, 0.4), features, width)
        _eye(pen.at(x, 0.1), features.eyes, width, side)
    pen.finer(0.7).curve([(middle + 0.07 * turn, 0.26), (middle + 0.13 * turn, 0.32)])
    _mouth(pen.at(*mouth), features.mouth)
    return mouth


def mouth_at(turn: float) -> Point:
    """The middle of the mouth."""
    return 1.2 * MIDDLE * turn, 0.52


def draw_signs(pen: Pen, expression: Expression, turn: float) -> None:
    """Draw brows, tears and signs: they lie over the hair, so that no fringe hides a feeling."""
    features, eyes = FEATURES[expression], _eyes(turn)
    for side, x, width in eyes:
        _brow(pen.at(x, -0.26), features.brows, width, side)
    for mark in features.marks:
        if mark in _SIGNS:
            _SIGNS[mark](pen, eyes)


def draw_wrinkles(pen: Pen, turn: float) -> None:
    """Draw the lines beside an old mouth and under old eyes."""
    for side, x, width in _eyes(turn):
        fine = pen.finer(0.55)
        fine.curve([(x - 0.12 * width, 0.32), (x, 0.36), (x + 0.12 * width, 0.32)])
        at = 1.2 * MIDDLE * turn + 0.36 * side * width
        fine.curve([(at - 0.04 * side, 0.4), (at + 0.02 * side, 0.5), (at - 0.02 * side, 0.6)])


def _eyes(turn: float) -> _Eyes:
    """Side, middle and width of both eyes."""
    middle = MIDDLE * turn
    return (-1, middle - 0.38, 1.0), (1, middle + 0.38 - 0.05 * turn, 1.0 - 0.16 * turn)


def _eye(pen: Pen, kind: Eyes, width: float, side: int) -> None:
    w, fine = width, pen.finer(1.1)
    if kind in ("dots", "wet", "half"):
        pen.oval(0, 0, 0.125 * w, 0.185, "ink", 0)
        pen.disc(0.045 * w, -0.07, 0.055, "white", 0)
        if kind == "wet":
            pen.oval(-0.02, 0.09, 0.075 * w, 0.06, "white", 0)
        if kind == "half":
            fine.line([(-0.19 * w, -0.09), (0.19 * w, -0.07)])
    elif kind == "narrow":
        lid = [(-0.17 * side * w, 0.02), (0.17 * side * w, -0.15)]
        low = [(0.13 * side * w, 0.08), (0.02 * side * w, 0.16), (-0.1 * side * w, 0.14)]
        pen.shape([*lid, *low], "ink")
        pen.disc(0.05 * side * w, 0.02, 0.045, "white", 0)
    elif kind == "arcs":
        fine.curve(
            [(-0.17 * w, 0.06), (-0.1 * w, -0.07), (0, -0.11), (0.1 * w, -0.07), (0.17 * w, 0.06)]
        )
    elif kind == "shut":
        fine.curve([(-0.17 * w, 0), (-0.09 * w, 0.08), (0, 0.1), (0.09 * w, 0.08), (0.17 * w, 0)])
    elif kind in ("wide", "up"):
        pen.finer(0.8).oval(0, -0.02, 0.2 * w, 0.24, "white")
        pen.disc(0.07 if kind == "up" else 0, -0.13 if kind == "up" else 0, 0.08, "ink", 0)
    elif kind == "tight":
        fine.line([(0.14 * side * w, -0.12), (-0.13 * side * w, 0), (0.14 * side * w, 0.12)])
    else:
        pen.finer(0.8).oval(0, 0, 0.26 * w, 0.26, "white", 0)
        pen.finer(0.9).curve([(x * w, y) for x, y in _SPIRAL])


def _brow(pen: Pen, kind: Brows, width: float, side: int) -> None:
    if kind == "none":
        return
    inner, outer, middle = {
        "flat": (0.0, 0.0, -0.04),
        "raised": (-0.08, -0.06, -0.16),
        "angry": (0.14, -0.14, 0.0),
        "sad": (-0.18, 0.06, -0.08),
        "one": (0.02, 0.0, 0.0) if side < 0 else (-0.16, -0.12, -0.24),
    }[kind]
    w = 0.18 * width
    left, right = (outer, inner) if side < 0 else (inner, outer)
    pen.finer(1.15).curve([(-w, left), (0, middle), (w, right)])


_LINES: dict[Mouth, list[Point]] = {
    "line": [(-0.14, 0), (0, 0.02), (0.14, 0)],
    "smile": [(-0.24, -0.06), (-0.13, 0.06), (0, 0.1), (0.13, 0.06), (0.24, -0.06)],
    "frown": [(-0.19, 0.1), (-0.1, 0.01), (0, -0.02), (0.1, 0.01), (0.19, 0.1)],
    "wavy": [(-0.24, 0.04), (-0.13, -0.04), (-0.02, 0.05), (0.1, -0.04), (0.24, 0.05)],
    "smirk": [(-0.16, 0.05), (0.06, 0.06), (0.18, 0.0), (0.24, -0.1)],
    "aside": [(-0.02, 0.03), (0.09, -0.01), (0.2, 0.02)],
}


def _mouth(pen: Pen, kind: Mouth) -> None:
    if kind in _LINES:
        pen.curve(_LINES[kind])
    elif kind == "laugh":
        pen.finer(0.9).blob(
            [(-0.27, -0.1), (0, -0.06), (0.27, -0.1), (0.17, 0.18), (0, 0.26), (-0.17, 0.18)],
            "#8c2f36",
        )
        pen.oval(0, 0.17, 0.12, 0.07, "blush", 0)
    elif kind == "wail":
        pen.finer(0.9).blob(
            [(-0.12, -0.1), (0.12, -0.1), (0.27, 0.2), (0, 0.15), (-0.27, 0.2)], "#8c2f36"
        )
    elif kind == "yell":
        pen.finer(0.9).shape(
            [(-0.2, -0.06), (0, -0.1), (0.2, -0.06), (0.26, 0.2), (-0.26, 0.2)], "#8c2f36"
        )
        pen.shape([(-0.15, -0.04), (0.15, -0.04), (0.17, 0.03), (-0.17, 0.03)], "white", 0)
    elif kind == "oh":
        pen.finer(0.9).oval(0, 0.06, 0.13, 0.18, "#8c2f36")
    elif kind == "chatter":
        low = [(0.22, 0.17), (0.1, 0.12), (0, 0.19), (-0.1, 0.12), (-0.22, 0.17)]
        pen.finer(0.8).shape(
            [(-0.26, -0.03), (-0.1, -0.08), (0, -0.02), (0.1, -0.08), (0.26, -0.03), *low], "white"
        )
    elif kind == "teeth":
        pen.finer(0.8).box(-0.24, -0.07, 0.24, 0.13, "white", r=0.07)
        pen.finer(0.6).line([(-0.22, 0.03), (0.22, 0.03)])
        pen.finer(0.6).line([(0, -0.06), (0, 0.12)])
    elif kind == "full":
        if pen.sheet.revised:
            _chewing(pen)
            return
        pen.finer(0.8).oval(0, 0.02, 0.1, 0.07, "#8c2f36")
        pen.curve([(0.3, -0.14), (0.4, 0.0), (0.33, 0.14)], line=0.7)
        pen.curve([(-0.3, -0.14), (-0.4, 0.0), (-0.33, 0.14)], line=0.7)
    else:
        pen.finer(0.8).oval(0, 0.02, 0.07, 0.09, "#8c2f36")


def _chewing(pen: Pen) -> None:
    """A shut mouth, pushed up at one side, and crumbs beside it."""
    pen.curve([(-0.2, 0.0), (-0.06, 0.05), (0.08, 0.02), (0.22, -0.09)])
    for x, y in ((-0.3, 0.2), (0.06, 0.28), (0.34, 0.16)):
        pen.disc(x, y, 0.04, "brown", 0)


def _cheek(pen: Pen, features: Features, width: float) -> None:
    strong = "blush" in features.marks
    if strong or "cheeks" in features.marks:
        pen.oval(0, 0, (0.22 if strong else 0.16) * width, 0.13 if strong else 0.1, "blush", 0)
    for step in (-0.1, 0.0, 0.1) if strong else ():
        pen.finer(0.6).line([(step + 0.03, -0.08), (step - 0.03, 0.08)], "red")


def _tears(pen: Pen, eyes: _Eyes) -> None:
    for side, x, _ in eyes:
        top, low = x + 0.02 * side, x + 0.14 * side
        points = [(top - 0.08, 0.2), (top + 0.08, 0.2), (low + 0.12, 0.72), (low, 0.86)]
        pen.finer(0.6).blob([*points, (low - 0.12, 0.72)], "water")


def _sweat(pen: Pen, eyes: _Eyes) -> None:
    x = eyes[1][1] + 0.46
    pen.finer(0.8).blob([(x, -0.62), (x + 0.13, -0.3), (x, -0.16), (x - 0.13, -0.3)], "water")


def _cross(pen: Pen, eyes: _Eyes) -> None:
    x, y = eyes[1][1] + 0.28, -0.72
    for a, b in ((-1, -1), (1, -1), (-1, 1), (1, 1)):
        bend = (x + 0.06 * a, y + 0.06 * b)
        pen.finer(1.2).curve([(bend[0], y + 0.22 * b), bend, (x + 0.22 * a, bend[1])], "red")


def _sleep(pen: Pen, _: _Eyes) -> None:
    if pen.sheet.revised:
        for right, up, s in ((0.95, -1.3, 0.16), (1.35, -1.75, 0.24)):
            # Above the head, which may lie: a turned Z is an N.
            line = [(-s, -s), (s, -s), (-s, s), (s, s)]
            own = pen.upright(0, 0).at(right, up)
            own.finer(1.1).line(line)
        return
    for x, y, s in ((1.05, -0.95, 0.16), (1.4, -1.4, 0.24)):
        pen.finer(1.1).line([(x - s, y - s), (x + s, y - s), (x - s, y + s), (x + s, y + s)])


def _shiver(pen: Pen, _: _Eyes) -> None:
    for side in (-1, 1):
        for x in (1.26, 1.46):
            points = [(side * (x + 0.05 * (-1) ** i), -0.25 + 0.16 * i) for i in range(5)]
            pen.finer(0.8).curve(points)


def _stars(pen: Pen, _: _Eyes) -> None:
    for x, y in ((-0.8, -1.28), (0.05, -1.5), (0.85, -1.24)):
        rays = [(0.22 if i % 2 == 0 else 0.09, 45 * i) for i in range(8)]
        points = [arc_points(x, y, r, r, angle, angle, 2)[0] for r, angle in rays]
        pen.finer(0.7).shape(points, "yellow")


_SIGNS: dict[FaceMark, Callable[[Pen, _Eyes], None]] = {
    "tears": _tears,
    "sweat": _sweat,
    "cross": _cross,
    "sleep": _sleep,
    "shiver": _shiver,
    "stars": _stars,
}
