"""How stories end in which a grown-up judges: a thing goes to a child, rightly or not."""

from __future__ import annotations

from panelwise_press._scene import Actor, Expression, Line, Scene
from panelwise_press._story import Beat
from panelwise_press.worlds._variables import World

PARITY = ("even", "odd")


def parity(number: int) -> str:
    """Whether a number is even or odd.

    >>> parity(8), parity(5)
    ('even', 'odd')
    """
    return PARITY[number % 2]


def judged(right: str, child: str, other: str) -> str:
    """Who gets the thing: the child who should, or the other one."""
    return child if right == "yes" else other


def hand_over(
    world: World, place: str, child: str, thing: tuple[str, str], face: Expression
) -> Beat:
    """The grown-up hands a thing to a child; ``hour`` goes from evening to verdict."""
    host = world["host"]
    name = thing[0].replace("_", " ")
    return Beat(
        "give",
        f"{{{host}}} hands the {name} to {{{child}}}.",
        Scene(
            place,
            (
                Actor(host, -62, "hold_out", "neutral", "right", holds=thing),
                Actor(child, 62, "reach_out", face, "left"),
            ),
        ),
        {"hour": "evening", "thing.with": host},
        {"hour": "verdict", "thing.with": child},
        host,
        "decided",
    )


def holder(
    world: World,
    place: str,
    child: str,
    thing: tuple[str, str],
    lines: tuple[Line, ...],
    keeps: tuple[str, str] | None = None,
) -> Beat:
    """The child has the thing at the end; the grown-up stands by and may keep another."""
    host, mood = world["host"], world["mood"]
    face: Expression = "happy" if mood == "glad" else "angry"
    name = thing[0].replace("_", " ")
    return Beat(
        "end",
        f"{{{child}}} has the {name}, and {{{host}}} is {mood}.",
        Scene(
            place,
            (
                Actor(child, -70, "hold_out", "neutral", "right", holds=thing),
                Actor(
                    host, 80, "hold_out" if keeps else "hands_on_hips", face, "left", holds=keeps
                ),
            ),
            (),
            lines,
        ),
        {"hour": "verdict", "thing.with": child} | ({f"{keeps[0]}.with": host} if keeps else {}),
        {"hour": "end"},
        child,
        "quiet",
    )
