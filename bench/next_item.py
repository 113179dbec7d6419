"""How long after a submission the next item's picture is on the screen, in headless Chromium.

    python bench/next_item.py [COMICS] [--items 50]

One annotator answers pages of real comics (``strip-category``) on a served project, with some two
seconds for each. Time counts from the keydown of Ctrl+Enter until two frames after the next item's
picture is decoded. Bar: 100 ms.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import panelwise
from panelwise.annotation import NewUnit, as_procedure, create_project, open_project
from panelwise.web.accounts import Accounts

PASSWORD = "four panels and a gutter"
CHROMIUM = (Path("/usr/bin/chromium"), Path("/usr/bin/chromium-browser"))
STAGE = {"name": "label", "role": "annotator", "screen": "strip-category"}
PLAN = {"name": "next", "title": "Next", "instructions": "Choose.", "stages": [STAGE]}
WATCH = """
window.addEventListener("keydown", (event) => {
  if (!event.ctrlKey || event.key !== "Enter") return;
  const [start, was] = [performance.now(), document.querySelector("form.work").dataset.work];
  window.painted = null;
  const look = () => {
    const form = document.querySelector("form.work[data-ready]");
    const shown = form && form.dataset.work !== was && form.querySelector("svg image");
    if (!shown) return requestAnimationFrame(look);
    const probe = new Image();
    probe.src = shown.getAttribute("href");
    probe.decode().then(() => requestAnimationFrame(() => requestAnimationFrame(() => {
      window.painted = performance.now() - start;
    })));
  };
  requestAnimationFrame(look);
}, true);
"""


def picture_project(folder: Path, comics: Path, items: int) -> list[int]:
    """A project with a unit for each of the first pages; returns the bytes of their pictures."""
    create_project(folder, as_procedure(PLAN, "bench"))
    (folder / "pictures").mkdir()
    units, sizes = {}, []
    for image in (page.image for book in panelwise.open(comics) for page in book.pages):
        if image is None:
            continue
        name = hashlib.sha256(image.read()).hexdigest()
        if name in units or image.media_type not in ("image/jpeg", "image/png"):
            continue
        suffix = "jpg" if image.media_type == "image/jpeg" else "png"
        (folder / "pictures" / f"{name}.{suffix}").write_bytes(image.read())
        width, height = image.size
        shown = {"sha256": name, "width": width, "height": height, "alt": "A page"}
        units[name] = NewUnit(name[:12], "book", {"pictures": [shown]})
        sizes.append(len(image.read()))
        if len(units) == items + 2:
            break
    with open_project(folder) as project:
        project.add_units(units.values())
        Accounts(project.store.engine).add("ann", "Ann", ["annotator"], PASSWORD)
    return sizes


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a served project, in a process of its own."""
    command = [sys.executable, "-m", "panelwise", "annotate", str(folder), "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.wait()


def measured(url: str, items: int) -> list[float]:
    """Milliseconds for each item."""
    from playwright.sync_api import sync_playwright

    path = next(path for path in CHROMIUM if path.exists())
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu"]
        )
        tab = browser.new_page(viewport={"width": 1280, "height": 800})
        tab.add_init_script(WATCH)
        tab.goto(f"{url.rstrip('/')}/sign-in")
        tab.fill("#name", "ann")
        tab.fill("#password", PASSWORD)
        tab.keyboard.press("Enter")
        tab.wait_for_url(lambda address: "sign-in" not in address)
        tab.goto(f"{url.rstrip('/')}/work")
        tab.wait_for_selector("form.work[data-ready]")
        times = []
        for _ in range(items):
            tab.wait_for_timeout(1200)
            tab.keyboard.press("1")
            tab.wait_for_timeout(900)
            tab.keyboard.press("Control+Enter")
            while not (painted := tab.evaluate("window.painted || 0")):
                tab.wait_for_timeout(10)
            times.append(float(painted))
        browser.close()
    return times


def main() -> None:
    """Print median, 95th percentile and slowest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("comics", nargs="?", default="../shared/comics", type=Path)
    parser.add_argument("--items", default=50, type=int)
    given = parser.parse_args()
    with TemporaryDirectory(prefix="panelwise-next-") as place:
        folder = Path(place) / "project"
        sizes = picture_project(folder, given.comics, given.items)
        with served(folder) as url:
            times = sorted(measured(url, min(given.items, len(sizes) - 1)))
    p95 = times[int(0.95 * len(times))]
    print(
        f"{len(times)} items, pictures of {statistics.median(sizes) / 1000:.0f} kB (median):"
        f" median {statistics.median(times):.0f} ms, p95 {p95:.0f} ms, slowest {times[-1]:.0f} ms;"
        f" load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    )


if __name__ == "__main__":
    main()
