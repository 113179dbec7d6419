"""What may be done to a finished picture: marks on it, and the ways in which scans are worse.

Source: CH-8 (red numbered boxes); MS-24. An effect is plain JSON,
``["blur", 2.0]``, so that a recipe can name it.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Sequence

from PIL import Image, ImageDraw, ImageFilter

from panelwise.errors import SettingError
from panelwise.geometry import Box, Point, box_polygon, polygon_box
from panelwise.registry import did_you_mean
from panelwise.rendering._cut import CellBox, label_font, refuse_absurd

Effect = Sequence[str | float]
RED = (220, 0, 0)


def marked(
    page: Image.Image,
    boxes: Sequence[Sequence[int]],
    labels: Sequence[str] | None = None,
    colours: Sequence[Sequence[int]] | None = None,
) -> Image.Image:
    """A page with boxes and a label on white at the top left corner of each.

    Without labels they are numbered from 1, inside, where a panel is background (CH-8). Labels of
    texts and people stand outside where there is room, or they would hide what they mark. Without
    colours all is red.
    """
    picture = page.copy()
    draw = ImageDraw.Draw(picture)
    width = max(3, min(page.size) // 250)
    font = label_font(max(18, min(page.size) // 28))
    if labels:  # a line on the edge of a text cuts its letters
        room = width + 2
        boxes = [(x0 - room, y0 - room, x1 + room, y1 + room) for x0, y0, x1, y1 in boxes]
    taken = [Box(*box) for box in boxes]
    for place, (x0, y0, x1, y1) in enumerate(boxes):
        label = labels[place] if labels else str(place + 1)
        red, green, blue = colours[place] if colours else RED
        colour = (red, green, blue)
        draw.rectangle((x0, y0, x1 - 1, y1 - 1), outline=colour, width=width)
        left, top, right, bottom = draw.textbbox((x0, y0), label, font=font)
        pad = 2 * width
        across, down = right - left + 2 * pad, bottom - top + 2 * pad
        x, y = float(x0), float(y0)
        if labels:
            tag = _beside(Box(x0, y0, x1, y1), (across, down), page.size, taken)
            taken.append(tag)
            x, y = tag.x0, tag.y0
        draw.rectangle((x, y, x + across, y + down), fill="white", outline=colour, width=width)
        draw.text((x + pad - (left - x0), y + pad - (top - y0)), label, fill=colour, font=font)
    return picture


def _beside(
    box: Box, size: tuple[float, float], page: tuple[int, int], taken: Sequence[Box]
) -> Box:
    """Where a label of a size hides least of what is marked: outside a corner, or in the first."""
    across, down = size
    corners = [
        *((box.x0, box.y0 - down), (box.x0 - across, box.y0), (box.x1, box.y0)),
        *((box.x1 - across, box.y0 - down), (box.x0, box.y1), (box.x0, box.y0)),
    ]
    places = [Box(x, y, x + across, y + down) for x, y in corners]
    whole = [place for place in places if place.clipped(*page) == place] or places[-1:]

    def hidden(place: Box) -> float:
        return sum(
            place.intersection(other) / max(min(place.area, other.area), 1.0) for other in taken
        )

    return min(whole, key=hidden)


def resized(picture: Image.Image, share: float) -> Image.Image:
    """A picture at a share of its width and height.

    Raises:
        UnsafeInputError: for a picture of absurd size.
    """
    size = (max(1, round(picture.width * share)), max(1, round(picture.height * share)))
    refuse_absurd(*size)
    return picture.resize(size, Image.Resampling.LANCZOS)


def blurred(picture: Image.Image, radius: float) -> Image.Image:
    """A Gaussian blur whose radius is in thousandths of the longer side."""
    return picture.filter(ImageFilter.GaussianBlur(radius * max(picture.size) / 1000))


def recompressed(picture: Image.Image, quality: float) -> Image.Image:
    """The pixels that a JPEG file of this quality keeps."""
    buffer = io.BytesIO()
    picture.convert("RGB").save(buffer, "JPEG", quality=round(quality))
    with Image.open(buffer) as opened:
        return opened.convert("RGB")


def rotated(picture: Image.Image, degrees: float) -> Image.Image:
    """A picture turned counter-clockwise on white; nothing is cut off."""
    return picture.rotate(degrees, Image.Resampling.BICUBIC, expand=True, fillcolor="white")


def faded(picture: Image.Image, share: float) -> Image.Image:
    """A picture with a share of its colour taken out; 1 is grey."""
    grey = picture.convert("L").convert("RGB")
    return Image.blend(picture, grey, share)


def mirrored(picture: Image.Image, amount: float) -> Image.Image:
    """A picture seen in a mirror, its lettering too; ``amount`` has no meaning."""
    del amount
    return picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT)


EFFECTS = {
    "mirror": mirrored,
    "resolution": resized,
    "blur": blurred,
    "jpeg": recompressed,
    "rotation": rotated,
    "grey": faded,
}
# Four levels of each, mild to hard; there is one mirror.
LEVELS: dict[str, tuple[float, ...]] = {
    "mirror": (1.0,),
    "resolution": (0.75, 0.5, 0.35, 0.25),
    "blur": (1.0, 2.0, 4.0, 8.0),
    "jpeg": (60.0, 30.0, 15.0, 5.0),
    "rotation": (2.0, 5.0, 15.0, 90.0),
    "grey": (0.25, 0.5, 0.75, 1.0),
}


def with_effects(picture: Image.Image, effects: Sequence[Effect]) -> Image.Image:
    """A picture after each of the effects, in order.

    Raises:
        SettingError: for an effect that there is not.
    """
    for name, amount in effects:
        if name not in EFFECTS:
            raise SettingError(f"unknown effect '{name}'; {did_you_mean(str(name), EFFECTS)}")
        picture = EFFECTS[str(name)](picture, float(amount))
    return picture


PointMap = Callable[[float, float], Point]
"""Where a point of a picture lies after effects."""


def cells_after(
    cells: Sequence[CellBox], size: tuple[int, int], effects: Sequence[Effect]
) -> list[CellBox]:
    """Where boxes in a picture of a size lie after effects; of turned boxes the upright hulls."""
    if not any(name in MOVES for name, _ in effects):
        return list(cells)
    place = place_after(size, effects)
    hulls = [polygon_box([place(x, y) for x, y in box_polygon(Box(*cell))]) for cell in cells]
    return [hull.rounded() for hull in hulls]


def moved_size(size: tuple[int, int], effects: Sequence[Effect]) -> tuple[int, int]:
    """Width and height of a picture of a size after effects, as :func:`with_effects` makes it."""
    width, height = size
    for name, value in effects:
        amount = float(value)
        if name == "resolution":
            width, height = max(1, round(width * amount)), max(1, round(height * amount))
        elif name == "rotation":
            width, height = _turned_size(width, height, amount)
    return width, height


def place_after(size: tuple[int, int], effects: Sequence[Effect]) -> PointMap:
    """Where points of a picture of a size lie after effects."""
    steps: list[PointMap] = []
    for name, value in effects:
        if name in MOVES:
            after = moved_size(size, [(name, value)])
            steps.append(MOVES[str(name)](size, after, float(value)))
            size = after

    def place(x: float, y: float) -> Point:
        for step in steps:
            x, y = step(x, y)
        return x, y

    return place


def _mirror(before: tuple[int, int], after: tuple[int, int], amount: float) -> PointMap:
    del after, amount
    return lambda x, y: (before[0] - x, y)


def _resize(before: tuple[int, int], after: tuple[int, int], amount: float) -> PointMap:
    del amount  # sides are rounded to whole pixels, each by its own share
    wide, high = after[0] / before[0], after[1] / before[1]
    return lambda x, y: (x * wide, y * high)


def _turn(before: tuple[int, int], after: tuple[int, int], amount: float) -> PointMap:
    """Counter-clockwise as seen, about the centre of the picture."""
    cosine, sine = _cosine_and_sine(amount)
    (cx, cy), (ax, ay) = ((width / 2, height / 2) for width, height in (before, after))

    def place(x: float, y: float) -> Point:
        x, y = x - cx, y - cy
        return ax + x * cosine + y * sine, ay + y * cosine - x * sine

    return place


MOVES: dict[str, Callable[[tuple[int, int], tuple[int, int], float], PointMap]] = {
    "mirror": _mirror,
    "resolution": _resize,
    "rotation": _turn,
}


def _turned_size(width: int, height: int, degrees: float) -> tuple[int, int]:
    """The size that Pillow gives a turned picture with ``expand``."""
    if degrees % 180 == 0:
        return width, height
    if degrees % 90 == 0:
        return height, width
    cosine, sine = _cosine_and_sine(degrees)
    corners = [(x - width / 2, y - height / 2) for x in (0, width) for y in (0, height)]
    xs = [x * cosine - y * sine + width / 2 for x, y in corners]
    ys = [x * sine + y * cosine + height / 2 for x, y in corners]
    across = math.ceil(max(xs)) - math.floor(min(xs))
    return across, math.ceil(max(ys)) - math.floor(min(ys))


def _cosine_and_sine(degrees: float) -> tuple[float, float]:
    angle = math.radians(degrees % 360)
    return round(math.cos(angle), 15), round(math.sin(angle), 15)
