"""A panel cut out of a page: where it lies, and its pixels.

A cut is plain JSON: the hash of the page's bytes, a box and perhaps a polygon. It may say that
texts in it are covered (``mask``), or that the whole frame is blank (``blank``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from panelwise.comics import Page, Panel, mask_boxes
from panelwise.errors import UnsafeInputError
from panelwise.geometry import Box

RECIPE_VERSION = 1
MAX_PIXELS = 1 << 26  # 256 MiB in Pillow; a pack of a stranger may ask for any size
INSIDE, INSET_AREA = 0.9, 0.5  # shares of areas by which a panel counts as set into another
Recipe = dict[str, Any]
CutRecipe = dict[str, Any]
Pages = Mapping[str, Image.Image]
CellBox = tuple[int, int, int, int]  # a box in a picture: left, top, right, bottom


def cut_of(page: str, panel: Panel) -> CutRecipe:
    """A panel's outline on a page (``page`` is the hash of its bytes)."""
    x0, y0, x1, y1 = panel.box.rounded()
    cut: CutRecipe = {"page": page, "box": [x0, y0, max(x1, x0 + 1), max(y1, y0 + 1)]}
    if panel.polygon is not None:
        cut["polygon"] = [[round(x), round(y)] for x, y in panel.polygon]
    return cut


def without_insets(cut: CutRecipe, panel: Panel, page: Page) -> CutRecipe:
    """A cut that hides the panels set into this one: they would reveal what is next to it."""
    insets = [
        [[round(x), round(y)] for x, y in other.outline]
        for other in page.panels
        if other is not panel
        and other.box.area < INSET_AREA * panel.box.area
        and other.box.intersection(panel.box) > INSIDE * other.box.area
    ]
    return {**cut, "hide": insets} if insets else cut


def whole_page_cut(sha256: str, page: Page) -> CutRecipe:
    """All of a page, as a cut."""
    return {"page": sha256, "box": [0, 0, page.width, page.height]}


def part_of_page_cut(sha256: str, page: Page, panels: Sequence[Panel]) -> CutRecipe:
    """The part of a page with these panels, every other panel white."""
    x0, y0, x1, y1 = Box.around(panel.box for panel in panels).rounded()
    others = [panel for panel in page.panels if panel not in panels]
    hide = [[[round(x), round(y)] for x, y in other.outline] for other in others]
    return {"page": sha256, "box": [x0, y0, max(x1, x0 + 1), max(y1, y0 + 1)], "hide": hide}


def masked(cut: CutRecipe, boxes: Iterable[Box], fill: str) -> CutRecipe:
    """A cut whose texts, at page boxes, are covered (CV-8, AMB-14, AMB-40)."""
    x0, y0, x1, y1 = cut["box"]
    inside = [list(box.rounded()) for box in boxes if box.intersection(Box(x0, y0, x1, y1)) > 0]
    return {**cut, "mask": inside, "fill": fill} if inside else cut


def blank(cut: CutRecipe) -> CutRecipe:
    """A white frame of the same size with a thin border and a question mark (AMB-21)."""
    return {"page": cut["page"], "box": cut["box"], "blank": True}


def refuse_absurd(width: int, height: int) -> None:
    """Refuse to make a picture that would take the machine's memory.

    Raises:
        UnsafeInputError: naming its size.
    """
    if width * height > MAX_PIXELS:
        raise UnsafeInputError(
            f"a picture of {width}×{height} pixels is not made; at most {MAX_PIXELS} pixels are"
        )


def size_of(cut: Mapping[str, Any]) -> tuple[int, int]:
    """Width and height in pixels of the page."""
    x0, y0, x1, y1 = cut["box"]
    return x1 - x0, y1 - y0


def crop_of(pages: Pages, cut: Mapping[str, Any]) -> Image.Image:
    """The pixels of a cut: its box, white outside its polygon and where other panels are set in.

    A plain box around a slanted panel shows slivers of its neighbours, which would give the
    order away.

    Raises:
        UnsafeInputError: for a box so far larger than its page that it was made to harm.
    """
    page = pages[cut["page"]]
    x0, y0, x1, y1 = cut["box"]
    if (x1 - x0) * (y1 - y0) > 4 * page.width * page.height:
        raise UnsafeInputError(
            f"a panel of {x1 - x0}×{y1 - y0} pixels on a page of {page.width}×{page.height};"
            " correct its box"
        )
    if cut.get("blank"):
        return blank_frame(x1 - x0, y1 - y0, "white")
    page = covered(page, cut)
    crop = page.crop((x0, y0, x1, y1))
    if not (x0 >= 0 and y0 >= 0 and x1 <= page.width and y1 <= page.height):
        crop = _on_white(page, Box(x0, y0, x1, y1))
    if "polygon" not in cut and "hide" not in cut:
        return crop
    mask = Image.new("L", crop.size, 0 if "polygon" in cut else 255)
    draw = ImageDraw.Draw(mask)
    if "polygon" in cut:
        draw.polygon([(x - x0, y - y0) for x, y in cut["polygon"]], fill=255)
    for outline in cut.get("hide", ()):
        draw.polygon([(x - x0, y - y0) for x, y in outline], fill=0)
    return Image.composite(crop, Image.new("RGB", crop.size, "white"), mask)


def covered(page: Image.Image, recipe: Mapping[str, Any]) -> Image.Image:
    """A page with the texts covered that a cut or a recipe names, if it names any."""
    if "mask" not in recipe:
        return page
    return mask_boxes(page, [Box(*box) for box in recipe["mask"]], fill=recipe["fill"])


def _on_white(page: Image.Image, box: Box) -> Image.Image:
    x0, y0, x1, y1 = box.rounded()
    canvas = Image.new("RGB", (x1 - x0, y1 - y0), "white")
    canvas.paste(page, (-x0, -y0))
    return canvas


def blank_frame(width: int, height: int, ground: str) -> Image.Image:
    """An empty frame with a thin black border and a question mark."""
    frame = Image.new("RGB", (width, height), ground)
    draw = ImageDraw.Draw(frame)
    draw.rectangle((0, 0, width - 1, height - 1), outline="black", width=2)
    font = label_font(max(14, min(width, height) // 2))
    draw.text((width / 2, height / 2), "?", fill="black", font=font, anchor="mm")
    return frame


@lru_cache(maxsize=32)
def label_font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """The font of index tags and labels."""
    return ImageFont.load_default(size)
