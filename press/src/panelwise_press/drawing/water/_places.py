"""The beach, the sea, an island, a party room, a stage, a meadow for lanterns."""

from __future__ import annotations

from panelwise.geometry import Box
from panelwise_press._scene import DayTime, Weather
from panelwise_press.drawing._pen import Pen
from panelwise_press.drawing._registries import place

_SKIES: dict[DayTime, str] = {"day": "sky", "evening": "dusk", "night": "night"}


def _sky(p: Pen, view: Box, time: DayTime) -> None:
    p.box(view.x0, view.y0, view.x1, view.y1, _SKIES[time], 0)
    if time == "night":
        for x, y in ((-260, -300), (-170, -240), (-60, -330), (40, -260), (130, -310), (250, -270)):
            p.disc(x, y, 2.4, "white", 0)
        p.disc(210, -330, 26, "cream", 0)
        p.disc(222, -336, 22, "night", 0)
    elif time == "day":
        for x, y in ((-220, -290), (150, -320)):
            p.puffs([(x - 26, y, 18), (x, y - 10, 24), (x + 28, y, 18)], "white", 0)


def _sea(p: Pen, view: Box, top: float, time: DayTime) -> None:
    p.box(view.x0, top, view.x1, max(view.y1, top + 1), "blue" if time == "night" else "water", 0)
    for row in range(3):
        y = top + 16 + row * 24
        for x in range(-420, 440, 120):
            shift = 40 if row % 2 else 0
            p.curve([(x + shift, y), (x + shift + 14, y - 5), (x + shift + 28, y)], "white", 1.2)


@place("beach", "on the beach")
def beach(p: Pen, view: Box, time: DayTime, weather: Weather) -> None:
    """Sand in front, the sea behind it."""
    _sky(p, view, time)
    _sea(p, view, -96, time)
    edge = [(view.x0 - 5, -38), (-260, -44), (-90, -32), (80, -42), (240, -34), (view.x1 + 5, -42)]
    p.blob([*edge, (view.x1 + 5, view.y1 + 200), (view.x0 - 5, view.y1 + 200)], "sand", 0)
    p.curve(edge, "white", 3)
    for x, y in ((-230, 20), (-140, -12), (60, 26), (190, 2), (270, 30), (-30, 40)):
        p.disc(x, y, 2, "wood", 0)


@place("pier", "on a wooden pier")
def pier(p: Pen, view: Box, time: DayTime, weather: Weather) -> None:
    """Planks to the left of x = 60, open water to the right."""
    _sky(p, view, time)
    _sea(p, view, -60, time)
    p.box(view.x0 - 5, 62, view.x1 + 5, max(view.y1, 63) + 5, "water", 0)
    for x in (-250, -130, 10):
        p.box(x - 11, 14, x + 11, 130, "bark")
    p.box(min(view.x0, -300) - 40, -2, 60, 16, "wood")
    for x in range(-280, 60, 44):
        p.line([(x, -2), (x, 16)], "bark", 0.8)


@place("open_sea", "out at sea")
def open_sea(p: Pen, view: Box, time: DayTime, weather: Weather) -> None:
    """Nothing but water; y = 0 is its surface where a boat lies."""
    _sky(p, view, time)
    _sea(p, view, -34, time)


@place("island", "on a small island with a palm tree")
def island(p: Pen, view: Box, time: DayTime, weather: Weather) -> None:
    """A sand bank, one palm tree at the left."""
    _sky(p, view, time)
    _sea(p, view, -80, time)
    bank = [(-330, 30), (-240, -16), (-60, -30), (140, -26), (270, -8), (340, 30)]
    p.blob([*bank, (340, 300), (-330, 300)], "sand")
    p.curve([(-190, -14), (-204, -110), (-176, -214)], "bark", 7)
    for x, y in ((-272, -230), (-244, -282), (-150, -290), (-92, -250), (-108, -196), (-250, -186)):
        p.blob(
            [(-176, -218), ((x - 176) / 2, (y - 244) / 2), (x, y), ((x - 170) / 2, (y - 196) / 2)],
            "leaf",
        )
    for x, y in ((-186, -206), (-166, -208)):
        p.disc(x, y, 9, "bark")


@place("party_room", "in a room with a party table", indoors=True)
def party_room(p: Pen, view: Box, time: DayTime, weather: Weather) -> None:
    """A wall, a floor, a window at the right."""
    dark = time == "night"
    p.box(view.x0, view.y0, view.x1, view.y1, "deep" if dark else "cream", 0)
    for x in range(-420, 440, 70):
        p.box(x, view.y0, x + 18, -26, "night" if dark else "sand", 0)
    p.box(170, -220, 250, -120, "night" if time != "day" else "sky")
    p.line([(210, -220), (210, -120)], "ink", 1)
    p.line([(170, -170), (250, -170)], "ink", 1)
    floor = "steel" if dark else "wood"
    p.box(view.x0 - 5, -26, view.x1 + 5, max(view.y1, 0) + 5, floor, 0)
    p.line([(view.x0 - 5, -26), (view.x1 + 5, -26)], "ink", 0.8)


@place("stage", "on a small stage")
def stage(p: Pen, view: Box, time: DayTime, weather: Weather) -> None:
    """Curtains, boards, a lamp."""
    p.box(view.x0, view.y0, view.x1, view.y1, "lilac", 0)
    for side in (-1, 1):
        x = side * 240
        p.blob(
            [
                (x - 90, view.y0 - 9),
                (x + 90, view.y0 - 9),
                (x + 70, -120),
                (x + 84, -6),
                (x - 84, -6),
            ],
            "red",
        )
        for fold in (-40, 0, 40):
            p.curve([(x + fold, view.y0), (x + fold + 8, -140), (x + fold, -10)], "bark", 0.8)
    p.box(view.x0 - 5, -10, view.x1 + 5, 34, "wood")
    p.box(view.x0 - 5, 34, view.x1 + 5, max(view.y1, 35) + 5, "bark", 0)
    for x in range(-400, 420, 60):
        p.line([(x, -10), (x - 12, 34)], "bark", 0.7)


@place("meadow", "on a meadow by a lake")
def meadow(p: Pen, view: Box, time: DayTime, weather: Weather) -> None:
    """Grass, a lake, hills."""
    _sky(p, view, time)
    hill = "deep" if time == "night" else "pine"
    p.blob([(-460, -60), (-280, -150), (-90, -90), (90, -160), (300, -100), (460, -60)], hill, 0)
    _sea(p, view, -76, time)
    grass = "pine" if time == "night" else "grass"
    p.box(view.x0 - 5, -36, view.x1 + 5, max(view.y1, 0) + 5, grass, 0)
    for x in range(-400, 420, 90):
        p.line([(x, 8), (x + 4, -6), (x + 9, 8)], "leaf", 1)
