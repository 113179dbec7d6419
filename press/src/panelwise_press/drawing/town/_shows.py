"""What street performers use, and the puddles that wait at the kerb."""

from __future__ import annotations

from panelwise_press._scene import Thing
from panelwise_press.drawing._pen import Pen
from panelwise_press.drawing._registries import prop

_BALLS = ("red", "yellow", "blue")


@prop(
    "juggling",
    {"air": "three juggling balls in the air", "ground": "three juggling balls on the ground"},
)
def juggling(pen: Pen, thing: Thing) -> None:
    """Three balls: around the person at the same x, 160 high, or scattered 130 wide."""
    if thing.state == "ground":
        for x, y, fill in zip((-58, 6, 62), (0, 8, -2), _BALLS, strict=True):
            pen.disc(x, y - 13, 13, fill)
            pen.arc(x, y - 13, 8, 8, 200, 260, "white", 1)
        return
    pen.arc(0, -130, 66, 82, 190, 350, "grey", 1.2)
    for x, y, fill in zip((-64, 4, 66), (-146, -214, -140), _BALLS, strict=True):
        pen.disc(x, y, 14, fill)
        pen.arc(x, y, 9, 9, 200, 260, "white", 1)


@prop(
    "coin_hat",
    {
        "empty": "an empty hat on the ground",
        "full": "a hat full of coins",
        "stone": "a hat full of coins with a stone in it",
    },
    held_at=(0, -20),
)
def coin_hat(pen: Pen, thing: Thing) -> None:
    """A top hat that stands on its crown, 76 wide and 46 high, its opening up."""
    pen.oval(0, -44, 40, 10, "ink")
    pen.oval(0, -44, 27, 6, "steel", 0.6)
    if thing.state != "empty":
        for x, y in ((-16, -46), (16, -46), (-2, -50), (8, -54), (-10, -55)):
            pen.oval(x, y, 9, 6, "yellow", 0.8)
    if thing.state == "stone":
        pen.blob([(-24, -48), (-20, -70), (0, -80), (20, -70), (24, -48), (0, -44)], "stone")
    pen.shape([(-28, -42), (28, -42), (24, 0), (-24, 0)], "ink")
    pen.shape([(-27.5, -36), (27.5, -36), (26.5, -24), (-26.5, -24)], "red", 0.6)
    pen.arc(0, -44, 40, 10, 0, 180, "steel", 1.4)


@prop("flying_hat", {"": "a hat that the wind carries off, coins falling out of it"})
def flying_hat(pen: Pen, thing: Thing) -> None:
    """The hat in the air, on its side, with a trail of coins to its left."""
    coin_hat(pen.at(0, 0, turn=62), Thing("coin_hat", state="full"))
    for x, y in ((-20, 18), (-48, 4), (-34, 40)):
        pen.disc(x, y, 9, "yellow")


@prop(
    "mud_puddle",
    {"full": "a big muddy puddle", "shallow": "the rest of a muddy puddle"},
)
def mud_puddle(pen: Pen, thing: Thing) -> None:
    """A puddle of brown water, 180 wide, or the little that a car has left of it."""
    reach = 90 if thing.state == "full" else 34
    flat = [(-reach, 0), (-reach * 0.6, -9), (reach * 0.3, -11), (reach, -3), (reach * 0.7, 9)]
    pen.blob([*flat, (-reach * 0.4, 11)], "brown")
    pen.line([(-reach * 0.4, -1), (reach * 0.1, -2)], "sand", 1.2)
