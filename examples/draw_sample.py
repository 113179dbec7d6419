"""Draw the sample comics that ship with Panelwise: two wordless books and their ground truth.

    python examples/draw_sample.py [FOLDER]

Needs Pillow only. The same Pillow writes the same bytes every time.
"""

from __future__ import annotations

import io
import json
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image
from sample_comic import (
    manga_home,
    manga_outside,
    manga_small,
    manga_water,
    western_far,
    western_indoors,
    western_outdoors,
    western_street,
)
from sample_comic.page import HEIGHT, WIDTH, Quad, Story, draw_page

SAMPLE = Path(__file__).resolve().parents[1] / "src/panelwise/experiments/sample"
LICENCE = "CC0-1.0"
AUTHOR = "The Panelwise authors"
NOTE = (
    "Dedicated to the public domain under CC0 1.0, "
    "https://creativecommons.org/publicdomain/zero/1.0/"
)
README = f"""# The sample comics

Two wordless books, twelve pages each; every page is a story of its own whose order the pictures
tell, because something changes that does not change back.

| file | read | looks |
|---|---|---|
| `little-changes.cbz` | from the left | colour, straight gutters |
| `migi-kara.cbz` | from the right | black and white with screentone, slanted gutters |

`pages.jsonl` is the ground truth: every panel in reading order, exact to the pixel because the
program that drew the frames wrote it; outlines of slanted panels as polygons; no texts, since
there are none. `panelwise.open` on this folder gives both books with it.

Drawn by `examples/draw_sample.py`.

{AUTHOR} have dedicated these files to the public domain:
[CC0 1.0](https://creativecommons.org/publicdomain/zero/1.0/). Use them for anything.
"""


@dataclass(frozen=True)
class Volume:
    """One book: its id, title, stories and how it is read."""

    id: str
    title: str
    right_to_left: bool
    stories: tuple[Story, ...]


def volumes() -> tuple[Volume, ...]:
    """Both books, their pages in order."""
    little_changes = (
        western_outdoors.snowman(),
        western_indoors.balloon(),
        western_outdoors.seed(),
        western_indoors.candle(),
        western_street.ball(),
        western_far.fence(),
        western_far.nest(),
        western_street.letter(),
        western_far.bucket(),
        western_indoors.cake(),
        western_outdoors.apple(),
        western_far.rocket(),
    )
    migi_kara = (
        manga_water.fisherman(),
        manga_home.haircut(),
        manga_home.dominoes(),
        manga_water.castle(),
        manga_outside.ice_cream(),
        manga_home.ramen(),
        manga_outside.umbrella(),
        manga_small.tower(),
        manga_small.butterfly(),
        manga_water.paper_boat(),
        manga_home.portrait(),
        manga_outside.firework(),
    )
    return (
        Volume("little-changes", "Little Changes", False, little_changes),
        Volume("migi-kara", "Migi kara", True, migi_kara),
    )


def draw_sample(folder: Path) -> None:
    """Write the two CBZ files, their annotation and the README into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    lines: list[dict[str, Any]] = []
    for volume in volumes():
        lines.append(_header(volume))
        members = {"ComicInfo.xml": _comic_info(volume).encode()}
        for number, story in enumerate(volume.stories, 1):
            image, quads = draw_page(story, volume.right_to_left, tones=volume.right_to_left)
            name = f"{number:02}-{story.name}.png"
            members[name] = _png(image)
            lines.append(_page(volume, name, story, quads))
        (folder / f"{volume.id}.cbz").write_bytes(_archive(members))
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    (folder / "pages.jsonl").write_text(text, encoding="utf-8", newline="\n")
    (folder / "README.md").write_text(README, encoding="utf-8", newline="\n")


def _header(volume: Volume) -> dict[str, Any]:
    source = {
        "dataset": "panelwise-sample",
        "licence": LICENCE,
        "redistribution": "full",
        "author": AUTHOR,
        "year": 2026,
        "style": "manga" if volume.right_to_left else "western",
        "colour": not volume.right_to_left,
    }
    book = {"id": volume.id, "title": volume.title, "source": source, "direction_known": True}
    return {"format": "panelwise-pages", "version": 1, "book": book}


def _page(volume: Volume, name: str, story: Story, quads: list[Quad]) -> dict[str, Any]:
    return {
        "page": name.removesuffix(".png"),
        "book": volume.id,
        "image": f"{volume.id}.cbz/{name}",
        "width": WIDTH,
        "height": HEIGHT,
        "reading_direction": "rtl" if volume.right_to_left else "ltr",
        "panels": [_panel(quad) for quad in quads],
        "texts": [],
        "order_confidence": None,
        "story": story.name,
    }


def _panel(quad: Quad) -> dict[str, Any]:
    xs, ys = [x for x, _ in quad], [y for _, y in quad]
    upright = len(set(xs)) == 2 and len(set(ys)) == 2
    return {
        "box": [min(xs), min(ys), max(xs), max(ys)],
        "polygon": None if upright else [list(point) for point in quad],
        "confidence": None,
    }


def _comic_info(volume: Volume) -> str:
    manga = "YesAndRightToLeft" if volume.right_to_left else "No"
    return f"""<?xml version="1.0" encoding="utf-8"?>
<ComicInfo>
  <Title>{volume.title}</Title>
  <Notes>{NOTE}</Notes>
  <Year>2026</Year>
  <Writer>{AUTHOR}</Writer>
  <PageCount>{len(volume.stories)}</PageCount>
  <BlackAndWhite>{"Yes" if volume.right_to_left else "No"}</BlackAndWhite>
  <Manga>{manga}</Manga>
</ComicInfo>
"""


def _png(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def _archive(members: dict[str, bytes]) -> bytes:
    """A ZIP of stored members, without the time of day."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, data in members.items():
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.create_system, info.external_attr = 3, 0o644 << 16
            archive.writestr(info, data)
    return buffer.getvalue()


if __name__ == "__main__":
    draw_sample(Path(sys.argv[1]) if len(sys.argv) > 1 else SAMPLE)
