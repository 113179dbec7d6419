"""How long opening a 200-page CBZ and listing its pages with their sizes takes.

Bar: 50 ms, no page decoded. Beside it stand the two limits that give the figure a
meaning: listing the members' names alone, and decoding all pages.
"""

from __future__ import annotations

import io
import statistics
import tempfile
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from panelwise.comics import open_comic

PAGES = 200
BAR_MS = 50.0
REPEATS = 9


def main(shared: Path | None = None) -> None:
    """Print the measurements; ``shared`` is not needed."""
    with tempfile.TemporaryDirectory() as folder:
        for method, name in ((zipfile.ZIP_STORED, "stored"), (zipfile.ZIP_DEFLATED, "deflated")):
            path = Path(folder) / f"{name}.cbz"
            _write_cbz(path, method)
            _report(path, name)


def _report(path: Path, name: str) -> None:
    def names() -> None:
        with zipfile.ZipFile(path) as archive:
            archive.infolist()

    def decode() -> None:
        for page in pages[::10]:
            assert page.image is not None
            page.image.decode()

    pages = open_comic(path)[0].pages
    opening = _median_ms(lambda: open_comic(path), REPEATS)
    listing = _median_ms(names, REPEATS)
    decoding = _median_ms(decode, 3) * 10
    size = path.stat().st_size / PAGES / 1000
    verdict = "within" if opening <= BAR_MS else "OVER"
    print(
        f"opening {PAGES} pages of {size:.0f} KB, {name}: {opening:.1f} ms ({verdict} the bar of"
        f" {BAR_MS:.0f} ms); {opening / listing:.1f}× the names alone ({listing:.1f} ms);"
        f" 1/{decoding / opening:.0f} of decoding all pages (about {decoding:.0f} ms)"
    )


def _median_ms(task: Callable[[], object], repeats: int) -> float:
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        task()
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


def _write_cbz(path: Path, method: int) -> None:
    """Pages that differ, from a few noisy drawings: only their sizes matter here."""
    drawings = [_page(seed) for seed in range(10)]
    with zipfile.ZipFile(path, "w", method) as archive:
        for number in range(PAGES):
            archive.writestr(f"{number + 1:03d}.jpg", drawings[number % len(drawings)])


def _page(seed: int) -> bytes:
    rng = np.random.default_rng(seed)
    noise = rng.normal(200, 9, (1500, 1000, 1)).repeat(3, axis=2)
    image = Image.fromarray(noise.clip(0, 255).astype(np.uint8))
    draw = ImageDraw.Draw(image)
    for row in range(3):
        draw.rectangle((40, 40 + row * 480, 960, 480 + row * 480), outline="black", width=6)
        x, y = rng.integers(60, 700, 2)
        draw.ellipse(
            (x, y + row * 100, x + 200, y + row * 100 + 150), fill="white", outline="black"
        )
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=82)
    return buffer.getvalue()


if __name__ == "__main__":
    main()
