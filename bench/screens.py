"""Pictures of every screen of annotation: ``python bench/screens.py docs/screens``.

One WebP for each screen of the registry: laptop and tablet, light above dark. The comic is drawn by
the press, so the pictures can be passed on.
"""

from __future__ import annotations

import argparse
import io
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PIL import Image

from browser_crew import ARGUMENTS, CHROMIUM
from gallery import gallery_project, served_gallery, sign_in
from panelwise.annotation.screens import SCREENS
from panelwise.workers import LocalEngine
from panelwise_press import BookPlan, press

LAPTOP, TABLET = (1280, 800), (820, 1180)
SCHEMES = ("light", "dark")
HEIGHT, GAP = 600, 12  # of a row, and between the pictures
MOST = 120_000  # bytes of a file
BACKGROUND = "#8a8f98"


def main(shared: Path | None = None, arguments: Sequence[str] = ()) -> None:
    """Write the pictures; ``shared`` is not needed."""
    del shared
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--only", action="append", help="a screen; repeatable")
    given = parser.parse_args(arguments)
    given.out.mkdir(exist_ok=True)
    from playwright.sync_api import sync_playwright

    path = next(path for path in CHROMIUM if path.exists())
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        comics = Path(folder) / "comics"
        press([BookPlan(5, "clean", "western", "en", 3)], comics, engine=LocalEngine(1))
        browser = driver.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        for name in given.only or SCREENS.names():
            project = gallery_project(Path(folder) / name, comics, name)
            with served_gallery(project) as url:
                data = _compressed(_sheet(browser, url))
            (given.out / f"{name}.webp").write_bytes(data)
            print(f"{name:24} {len(data) / 1000:5.0f} kB", flush=True)
        browser.close()


def _sheet(browser: Any, url: str) -> Image.Image:
    """Both widths next to each other, one row for each scheme."""
    rows = [[_shot(browser, url, size, scheme) for size in (LAPTOP, TABLET)] for scheme in SCHEMES]
    width = sum(one.width for one in rows[0]) + 3 * GAP
    sheet = Image.new("RGB", (width, len(rows) * (HEIGHT + GAP) + GAP), BACKGROUND)
    for number, row in enumerate(rows):
        left = GAP
        for one in row:
            sheet.paste(one, (left, GAP + number * (HEIGHT + GAP)))
            left += one.width + GAP
    return sheet


def _shot(browser: Any, url: str, size: tuple[int, int], scheme: str) -> Image.Image:
    width, height = size
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
    tab = context.new_page()
    sign_in(tab, url)
    tab.wait_for_load_state("networkidle")
    image = Image.open(io.BytesIO(tab.screenshot())).convert("RGB")
    context.close()
    return image.resize((round(width * HEIGHT / height), HEIGHT), Image.Resampling.LANCZOS)


def _compressed(sheet: Image.Image) -> bytes:
    """As WebP, at the best quality that is small enough."""
    for quality in range(80, 20, -10):
        kept = io.BytesIO()
        sheet.save(kept, "WEBP", quality=quality, method=6)
        if kept.tell() <= MOST:
            break
    return kept.getvalue()


if __name__ == "__main__":
    import sys

    main(arguments=sys.argv[1:])
