"""What has to be looked at closely: one of eight windows, birds on wires, the hands of a clock."""

from __future__ import annotations

from dataclasses import replace

from panelwise.geometry import Point
from panelwise_press._scene import Thing
from panelwise_press.drawing._pen import Pen
from panelwise_press.drawing._registries import prop
from panelwise_press.drawing.town._marks import MARKS, OTHER_MARKS, mark
from panelwise_press.drawing.town._readings import around, clock_hand

COLUMNS, ROWS = 4, 2  # of the windows of a house


def window_at(column: int, row: int) -> Point:
    """Where the sill of a window is, from the middle of the foot of its house.

    >>> window_at(0, 0), window_at(3, 1)
    ((-96.0, -92.0), (96.0, -172.0))
    """
    return -96.0 + 64 * column, -92.0 - 80 * row


@prop("house_block", {"front": "the front of a house", "back": "the back of a house"})
def house_block(pen: Pen, thing: Thing) -> None:
    """A house with two rows of four dark windows, 280 wide; a door in front, steps at the back."""
    pen.shape([(-156, -244), (-120, -300), (120, -300), (156, -244)], "brown")
    pen.box(-140, -246, 140, 0, "wall")
    for column in range(COLUMNS):
        for row in range(ROWS):
            window(pen.at(*window_at(column, row)), "dark")
    if thing.state == "front":
        pen.box(-24, -76, 24, 0, "bark")
        pen.box(-19, -71, 19, 0, "red")
        pen.disc(12, -36, 3, "yellow", 0.7)
        return
    for x in (-96, 96):
        pen.box(x - 4, -70, x + 4, 0, "stone")
    pen.curve([(-96, -62), (0, -54), (96, -62)], line=0.8)
    for x, colour in ((-60, "sky"), (-10, "white"), (42, "pink")):
        pen.box(x - 18, -57, x + 18, -22, colour, 0.8)


def window(pen: Pen, state: str) -> None:
    """A window, 40 wide and 54 high, above its sill."""
    pen.box(-20, -54, 20, 0, "white")
    pen.box(-15, -49, 15, -4, "glow" if state == "lit" else "steel", 0.7)
    pen.line([(0, -49), (0, -4)], line=0.8)
    pen.box(-24, -3, 24, 3, "white", 0.8)


@prop("house_window", {"lit": "a window with light", "dark": "a dark window"})
def house_window(pen: Pen, thing: Thing) -> None:
    """One window of a house, over that of the house itself."""
    window(pen, thing.state)


@prop("bell_board", {"": "a plan of the house with its door"})
def bell_board(pen: Pen, thing: Thing) -> None:
    """A board, 280 wide, with a field for each window as they are from the front, and the door."""
    pen.box(-140, -250, 140, -20, "wood", 1.2, r=6)
    pen.box(-130, -240, 130, -30, "cream", 0.8)
    for column in range(COLUMNS):
        for row in range(ROWS):
            x, y = window_at(column, row)
            pen.box(x - 25, y - 56, x + 25, y + 2, "white", 0.9, r=3)
    pen.box(-17, -78, 17, -30, "red", 0.9)
    pen.disc(9, -54, 3, "yellow", 0.6)


@prop(
    "mark_card",
    {name: f"a card with a {name}" for name in (*MARKS, *OTHER_MARKS)},
    held_at=(0, -20),
)
def mark_card(pen: Pen, thing: Thing) -> None:
    """A white card with a sign, 40 wide and high."""
    pen.box(-20, -40, 20, 0, "white", 0.9, r=4)
    mark(pen.at(0, -20), thing.state, 16)


@prop("dial", {f"{hour}:{minute:02}": f"a clock at {hour}:{minute:02}"
               for hour in range(1, 13) for minute in range(0, 60, 5)})  # fmt: skip
def dial(pen: Pen, thing: Thing) -> None:
    """A clock face 80 across with a mark for every five minutes; never in a mirror."""
    hour, minute = map(int, thing.state.split(":"))
    face = pen.unmirrored().at(0, -40)
    face.disc(0, 0, 40, "white", 1.2)
    for number in range(12):
        x, y = around(number / 12)
        inner = 30 if number % 3 == 0 else 34
        face.line([(inner * x, inner * y), (38 * x, 38 * y)], line=1.4 if number % 3 == 0 else 0.8)
    clock_hand(face, (hour + minute / 60) / 12, 19, 3.4)
    # White around it, so that both hands are seen where they point nearly the same way, as at 7:35.
    clock_hand(face, minute / 60, 36, 3.2, "white", 0)
    clock_hand(face, minute / 60, 34, 1.6)
    face.disc(0, 0, 3.5, "ink")


@prop("clock_post", {"": "a post that bears a clock"})
def clock_post(pen: Pen, thing: Thing) -> None:
    """A post for a dial, 150 high."""
    pen.box(-5, -150, 5, 0, "steel")
    pen.box(-16, -8, 16, 0, "steel")


@prop("depart_board", {"": "a board for departures"})
def depart_board(pen: Pen, thing: Thing) -> None:
    """A dark board on two legs, 230 wide and 215 high, for two signs with a clock below each."""
    for x in (-90, 90):
        pen.box(x - 5, -70, x + 5, 0, "bark")
    pen.box(-115, -215, 115, -62, "pine", 1.2, r=4)
    pen.line([(0, -208), (0, -70)], "white")


@prop("wires", {"": "three wires between poles"})
def wires(pen: Pen, thing: Thing) -> None:
    """Three wires, 300 wide, the highest at 190, and the poles that hold them."""
    for x in (-150, 150):
        pen.box(x - 6, -225, x + 6, 0, "bark")
    for y in (-190, -140, -90):
        pen.line([(-150, y), (150, y)], line=1.1)


@prop("wire_bird", {"sits": "a bird", "flies": "a bird in the air"})
def wire_bird(pen: Pen, thing: Thing) -> None:
    """A black bird that sits, 26 high, or spreads its wings; seen well before a sky by day."""
    pen.shape([(-8, -4), (-19, 6), (-15, -9)], "black", 0.7)
    pen.blob([(-12, -8), (-2, -19), (9, -17), (11, -7), (2, 0), (-8, -1)], "black", 0.8)
    if thing.state == "flies":
        pen.shape([(-8, -14), (-24, -38), (-2, -30), (8, -14)], "black", 0.7)
        pen.shape([(2, -12), (16, -38), (22, -18), (10, -9)], "black", 0.7)
    pen.disc(8, -19, 7, "black", 0.8)
    pen.shape([(13, -21), (21, -17), (13, -15)], "orange", 0.6)
    pen.disc(10, -20, 1.8, "white", 0)


@prop("tribune", {"": "a wooden stand"})
def tribune(pen: Pen, thing: Thing) -> None:
    """A step of wood on which a second row stands, 460 wide and 146 high."""
    pen.box(-230, -146, 230, 0, "wood")
    for y in (-110, -73, -36):
        pen.line([(-228, y), (228, y)], "brown", 0.7)


@prop("open_gate", {"": "a wide open gate with daylight outside"})
def open_gate(pen: Pen, thing: Thing) -> None:
    """A gate 110 wide and 190 high in the wall of a room; grass and sky are seen through it."""
    pen.box(-55, -190, 55, -16, "sky")
    pen.box(-55, -70, 55, -16, "grass", 0.6)
    pen.box(-62, -198, 62, -186, "bark", 0.8)
    for x in (-62, 55):
        pen.box(x, -198, x + 7, -14, "bark", 0.8)
    pen.shape([(-62, -190), (-88, -204), (-88, -2), (-62, -14)], "teal", 0.8)


@prop("street_clock", {f"{hour}": f"a street clock at {hour} o'clock" for hour in range(1, 7)})
def street_clock(pen: Pen, thing: Thing) -> None:
    """A clock on a post, 216 high, its face 80 across."""
    clock_post(pen, thing)
    dial(pen.at(0, -140), replace(thing, state=f"{thing.state}:00"))
