"""Everyday things, drawn: which is it, what colour has it, how many are there (CC0, ours)."""

from __future__ import annotations

import io
import math
import random
from collections.abc import Callable

from PIL import Image, ImageDraw

from panelwise.training.retention._question import SuiteQuestion, SuiteQuestions

SIDE = 112
COLOURS = {
    "red": (200, 40, 40),
    "blue": (50, 80, 200),
    "green": (40, 150, 60),
    "yellow": (235, 200, 40),
    "black": (30, 30, 30),
    "orange": (240, 130, 30),
}
NUMBERS = ("one", "two", "three", "four")
_Colour = tuple[int, int, int]
_Thing = Callable[[ImageDraw.ImageDraw, float, float, float, _Colour], None]


def everyday_questions(count: int = 300, seed: int = 0, *, side: int = SIDE) -> SuiteQuestions:
    """SuiteQuestions in turn about the thing, its colour and its number; right places are balanced.

    Args:
        count: of questions.
        seed: of the drawings.
        side: of a picture, in pixels.
    """
    drawn = random.Random(seed)
    ask = (_which, _colour, _how_many)
    found = []
    for number in range(count):
        made = ask[number % 3](drawn, side)
        words, picture, right, others, group = made
        options = drawn.sample(others, 3)
        place = number // 3 % 4
        options.insert(place, right)
        found.append(
            SuiteQuestion(
                f"everyday-{number:04d}",
                (0, f"\n{words}"),
                (picture,),
                tuple(options),
                place,
                group,
            )
        )
    return SuiteQuestions(
        "everyday", "Everyday things, drawn", f"panelwise, seed {seed}", "CC0-1.0", tuple(found)
    )


_Made = tuple[str, bytes, str, list[str], str]


def _which(drawn: random.Random, side: int) -> _Made:
    name = drawn.choice(sorted(THINGS))
    picture = _picture(drawn, side, name, drawn.choice(sorted(COLOURS)), 1)
    return "What is in the picture?", picture, name, _without(sorted(THINGS), name), "thing"


def _colour(drawn: random.Random, side: int) -> _Made:
    name, colour = drawn.choice(sorted(THINGS)), drawn.choice(sorted(COLOURS))
    picture = _picture(drawn, side, name, colour, 1)
    words = "What colour is the thing in the picture?"
    return words, picture, colour, _without(sorted(COLOURS), colour), "colour"


def _how_many(drawn: random.Random, side: int) -> _Made:
    name, number = drawn.choice(sorted(THINGS)), drawn.randrange(4)
    picture = _picture(drawn, side, name, drawn.choice(sorted(COLOURS)), number + 1)
    words = "How many things are in the picture?"
    return words, picture, NUMBERS[number], _without(NUMBERS, NUMBERS[number]), "number"


def _without(names: tuple[str, ...] | list[str], name: str) -> list[str]:
    return [one for one in names if one != name]


def _picture(drawn: random.Random, side: int, name: str, colour: str, number: int) -> bytes:
    """So many of a thing, each in a quarter of the picture, or one anywhere."""
    ground = drawn.randrange(225, 256)
    picture = Image.new("RGB", (4 * side, 4 * side), (ground, ground, ground))
    pen = ImageDraw.Draw(picture)
    size = side * drawn.uniform(0.55, 0.75) * (1.6 if number == 1 else 1)
    for quarter in drawn.sample(range(4), number):
        x, y = side * (1 + 2 * (quarter % 2)), side * (1 + 2 * (quarter // 2))
        if number == 1:
            x, y = (round(side * drawn.uniform(1.3, 2.7)) for _ in range(2))
        THINGS[name](pen, x, y, size, COLOURS[colour])
    stream = io.BytesIO()
    picture.resize((side, side), Image.Resampling.LANCZOS).save(stream, "PNG")
    return stream.getvalue()


def _ball(pen: ImageDraw.ImageDraw, x: float, y: float, r: float, fill: _Colour) -> None:
    pen.ellipse((x - r, y - r, x + r, y + r), fill=fill)


def _house(pen: ImageDraw.ImageDraw, x: float, y: float, r: float, fill: _Colour) -> None:
    pen.rectangle((x - 0.7 * r, y - 0.1 * r, x + 0.7 * r, y + r), fill=fill)
    pen.polygon([(x - r, y - 0.1 * r), (x, y - r), (x + r, y - 0.1 * r)], fill=fill)
    pen.rectangle((x - 0.2 * r, y + 0.4 * r, x + 0.2 * r, y + r), fill="white")


def _cup(pen: ImageDraw.ImageDraw, x: float, y: float, r: float, fill: _Colour) -> None:
    width = max(2, round(0.16 * r))
    pen.ellipse((x + 0.2 * r, y - 0.5 * r, x + r, y + 0.4 * r), outline=fill, width=width)
    pen.rectangle((x - 0.8 * r, y - 0.7 * r, x + 0.5 * r, y + 0.7 * r), fill=fill)


def _tree(pen: ImageDraw.ImageDraw, x: float, y: float, r: float, fill: _Colour) -> None:
    pen.rectangle((x - 0.12 * r, y + 0.3 * r, x + 0.12 * r, y + r), fill=fill)
    for top in (-1.0, -0.6, -0.2):
        foot, half = y + (top + 0.7) * r, (0.5 + (top + 1) * 0.35) * r
        pen.polygon([(x - half, foot), (x, y + top * r), (x + half, foot)], fill=fill)


def _star(pen: ImageDraw.ImageDraw, x: float, y: float, r: float, fill: _Colour) -> None:
    radii = [r, 0.4 * r] * 5
    turns = [k * math.pi / 5 for k in range(10)]
    corners = [
        (x + far * math.sin(turn), y - far * math.cos(turn))
        for far, turn in zip(radii, turns, strict=True)
    ]
    pen.polygon(corners, fill=fill)


def _fish(pen: ImageDraw.ImageDraw, x: float, y: float, r: float, fill: _Colour) -> None:
    pen.ellipse((x - r, y - 0.5 * r, x + 0.5 * r, y + 0.5 * r), fill=fill)
    pen.polygon([(x + 0.3 * r, y), (x + r, y - 0.5 * r), (x + r, y + 0.5 * r)], fill=fill)
    pen.ellipse((x - 0.7 * r, y - 0.2 * r, x - 0.5 * r, y), fill="white")


THINGS: dict[str, _Thing] = {
    "a ball": _ball,
    "a house": _house,
    "a cup": _cup,
    "a tree": _tree,
    "a star": _star,
    "a fish": _fish,
}
