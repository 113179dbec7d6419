"""How long a report of 5,000 items answered by 12 runs takes to open in a browser.

Bar: one second from opening ``samples.html`` on disk to the list and the first item with all its
answers; headless Chromium, one fresh profile per opening. Filters and search are timed, too.
"""

from __future__ import annotations

import hashlib
import io
import random
import statistics
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from PIL import Image

from panelwise.analysis import Comparison
from panelwise.evaluation import Result
from panelwise.metrics import ordering_scores
from panelwise.report import ItemKey, ReportRun, write_report_files
from panelwise.tasks import ImageEntry, Item, Rendering, SourcePage, Turn

ITEMS, RUNS, PICTURES = 5000, 12, 40
BAR_MS = 1000.0
REPEATS = 5
PACK = "0" * 64
CHROMIUM = (Path("/usr/bin/chromium"), Path("/usr/bin/chromium-browser"))


def main(shared: Path | None = None) -> None:
    """Print the measurements; ``shared`` is not needed."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        print("report in a browser: not measured, needs the extra [browser]")
        return
    path = next((path for path in CHROMIUM if path.exists()), None)
    if path is None:
        print("report in a browser: not measured, needs Chromium")
        return
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        out = Path(folder) / "report"
        began = time.perf_counter()
        _write(Path(folder), out)
        written = time.perf_counter() - began
        index = (out / "data" / "index.js").stat().st_size / 1e6
        print(
            f"report of {ITEMS:,} items × {RUNS} runs: written in {written:.0f} s,"
            f" index {index:.1f} MB"
        )
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        _measure(browser, out)
        browser.close()


def _measure(browser: Any, out: Path) -> None:
    opened, filtered = [], []
    for _ in range(REPEATS):
        context = browser.new_context(viewport={"width": 1400, "height": 900})
        tab = context.new_page()
        began = time.perf_counter()
        tab.goto(f"file://{out}/samples.html")
        tab.wait_for_selector("#detail .response")
        opened.append(1000 * (time.perf_counter() - began))
        tab.select_option("#only-run", "3")
        filtered.append(float(tab.get_attribute("html", "data-filter-ms") or "nan"))
        context.close()
    median = statistics.median(opened)
    verdict = "within" if median <= BAR_MS else "OVER"
    print(
        f"samples.html of {ITEMS * RUNS:,} samples: open with its first item in {median:.0f} ms"
        f" (median of {REPEATS}, largest {max(opened):.0f}; {verdict} the bar of {BAR_MS:.0f} ms);"
        f" a filter {statistics.median(filtered):.0f} ms"
    )


def _write(folder: Path, out: Path) -> None:
    images = [_picture(folder, number) for number in range(PICTURES)]
    items = {}
    for number in range(ITEMS):
        item = _item(number, images[number % PICTURES])
        items[ItemKey(PACK, item.id)] = item
    runs = [
        ReportRun(
            f"model-{number:02d}",
            f"made-up/model-{number:02d}",
            "recommended",
            items,
            _results(items.values(), number),
            image_path=lambda sha256: folder / sha256,
        )
        for number in range(RUNS)
    ]
    write_report_files(runs, Comparison((), ()), out, title="A large report")


def _picture(folder: Path, number: int) -> ImageEntry:
    stream = io.BytesIO()
    Image.effect_noise((640, 240), 60 + number).save(stream, "JPEG")
    sha256 = hashlib.sha256(stream.getvalue()).hexdigest()
    (folder / sha256).write_bytes(stream.getvalue())
    return ImageEntry(sha256, sha256, 640, 240, "image/jpeg", stream.tell(), {})


def _item(number: int, image: ImageEntry) -> Item:
    gold = list(range(4))
    random.Random(number).shuffle(gold)
    page = f"page-{number:04d}"
    rendering = Rendering(
        (Turn("user", (0, "Give the reading order as a list.")),), (image,), "bench/1"
    )
    return Item(
        id=f"book-{number // 20:03d}/{page}",
        task="bench.ordering",
        kind="ordering",
        n=4,
        rendering=rendering,
        gold=tuple(gold),
        sources=(SourcePage(f"book-{number // 20:03d}", str(number), f"{page}.png", PACK),),
    )


def _results(items: Iterable[Item], seed: int) -> list[Result]:
    rng = random.Random(seed)
    words = ("the", "panel", "shows", "a", "girl", "who", "runs")
    found: list[Result] = []
    for item in items:
        gold = [*range(item.n)] if isinstance(item.gold, dict | int) else list(item.gold)
        order = list(gold)
        if rng.random() < 0.4:
            rng.shuffle(order)
        found.append(
            Result(
                pack=PACK,
                item=item.id,
                outcome="correct" if order == gold else "wrong",
                status="ok",
                rule="last_list",
                answer=tuple(order),
                scores=ordering_scores(order, gold),
                response=f"{' '.join(rng.choices(words, k=25))}\n{order}",
                finish_reason="stop",
                tokens_in=900,
                tokens_out=60,
                latency=1.4,
                model="made-up",
            )
        )
    return found


if __name__ == "__main__":
    main()
