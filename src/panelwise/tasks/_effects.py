"""What may be done to a finished picture: marks on it, and the ways in which scans are worse.

Source: CH-8 (red numbered boxes); REQUIREMENTS MS-24. An effect is plain JSON,
``["blur", 2.0]``, so that a recipe can name it.
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFilter

from panelwise.errors import SettingError
from panelwise.geometry import Box
from panelwise.registry import did_you_mean
from panelwise.tasks._cut import Cell, label_font, refuse_absurd

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


def cells_after(
    cells: Sequence[Cell], size: tuple[int, int], effects: Sequence[Effect]
) -> list[Cell]:
    """Where boxes in a picture of a size lie after effects; of turned boxes the upright hulls."""
    found, (width, height) = list(cells), size
    for name, value in effects:
        amount = float(value)
        if name == "resolution":
            found = [_box_of([(x * amount, y * amount) for x, y in _corners(c)]) for c in found]
            width, height = max(1, round(width * amount)), max(1, round(height * amount))
        elif name == "mirror":
            found = [(width - x1, y0, width - x0, y1) for x0, y0, x1, y1 in found]
        elif name == "rotation":
            outer = _box_of(_turned(_corners((0, 0, width, height)), amount))
            hulls = [_box_of(_turned(_corners(cell), amount)) for cell in found]
            left, top = outer[:2]
            width, height = outer[2] - left, outer[3] - top
            found = [(x0 - left, y0 - top, x1 - left, y1 - top) for x0, y0, x1, y1 in hulls]
    return found


def _corners(cell: Cell) -> list[tuple[float, float]]:
    x0, y0, x1, y1 = cell
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def _turned(points: Sequence[tuple[float, float]], degrees: float) -> list[tuple[float, float]]:
    """Points turned counter-clockwise as seen, about the origin."""
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return [(x * cosine + y * sine, y * cosine - x * sine) for x, y in points]


def _box_of(points: Sequence[tuple[float, float]]) -> Cell:
    xs, ys = [round(x) for x, _ in points], [round(y) for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)
