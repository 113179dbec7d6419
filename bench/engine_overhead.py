"""What reading a library costs beyond the reader: per page, and in memory, as libraries grow.

``panelwise read --no-texts`` is compared with a loop that calls the reader on the same pages and
does nothing else. The pages are drawn by the press; each is then repeated with another pattern in
its corner, so that every file differs from all others. ``python bench/engine_overhead.py 10000``
measures that size as well; the engine ``ray`` is measured where it is installed.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image

DRAWN = 24  # pages of the press
OF_A_BOOK = 25
BARE = """
import sys, time
from panelwise.comics import open_comics
from panelwise.reading import classical_reader
pages = [page for book in open_comics(sys.argv[1]) for page in book.pages]
reader = classical_reader()
reader.read(pages[0])
started = time.process_time()
for page in pages:
    reader.read(page)
print(time.process_time() - started)
"""
COMMAND = (sys.executable, "-m", "panelwise", "read", "--no-texts")


class Cost(NamedTuple):
    """Of a command: seconds of time and CPU, and the most memory of its largest process."""

    wall: float
    cpu: float
    megabytes: float


def draw() -> list[Image.Image]:
    """Pages of the press in several layouts and styles."""
    from panelwise_press import book_plans, print_book

    pages: list[Image.Image] = []
    for number, plan in enumerate(book_plans(DRAWN, style="any", layout="any", chapters=1)):
        book = print_book(plan, f"book-{number}")
        pages += [page.image.decode() for page in book.pages if page.image is not None]
        if len(pages) >= DRAWN:
            break
    return pages[:DRAWN]


def write_library(drawn: Sequence[Image.Image], count: int, folder: Path) -> None:
    """Books of pages all of which differ, as CBZ."""
    folder.mkdir()
    for start in range(0, count, OF_A_BOOK):
        with zipfile.ZipFile(folder / f"{start:05d}.cbz", "w") as archive:
            for number in range(start, min(start + OF_A_BOOK, count)):
                page = np.asarray(drawn[number % len(drawn)]).copy()
                page[:4, :4, 0] = np.unpackbits(np.array([number], ">u2").view(np.uint8)).reshape(
                    4, 4
                ) * np.uint8(40)
                buffer = io.BytesIO()
                Image.fromarray(page).save(buffer, "PNG", compress_level=1)
                archive.writestr(f"{number:05d}.png", buffer.getvalue())


def cost_of(command: Sequence[str]) -> Cost:
    """Run a command; what it and its processes cost."""
    code = (
        "import resource, subprocess, sys\n"
        "done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)\n"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        "print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, done.returncode)\n"
    )
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", code, *command], capture_output=True, text=True, check=True
    )
    cpu, megabytes, status = done.stdout.split()
    if status != "0":
        raise RuntimeError(f"{' '.join(command)} failed with {status}")
    return Cost(time.perf_counter() - started, float(cpu), float(megabytes))


def bare_cpu(library: Path) -> float:
    """Seconds of CPU of the reader alone."""
    done = subprocess.run(
        [sys.executable, "-c", BARE, str(library)], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def measure(library: Path, out: Path, engine: str) -> Cost:
    """Read a library with an engine."""
    os.environ.pop("RAY_ADDRESS", None)
    more = ["--direction", "ltr"]  # else the direction is found, which the reader alone does not do
    return cost_of([*COMMAND, str(library), *more, "--out", str(out), "--engine", engine])


def main(shared: Path | None = None, *, counts: Sequence[int] = (100, 1000)) -> None:
    """Measure and print; ``shared`` is not needed."""
    engines = ["local", *(["ray"] if find_spec("ray") else [])]
    print(
        f"{'engine':<8}{'pages':>8}{'wall ms/page':>14}{'CPU ms/page':>13}{'reader alone':>14}"
        f"{'overhead':>10}{'memory':>10}"
    )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        drawn = draw()
        for count in counts:
            library = folder / f"library-{count}"
            write_library(drawn, count, library)
            bare = bare_cpu(library) / count * 1000
            for engine in engines:
                cost = measure(library, folder / f"out-{engine}-{count}", engine)
                wall, cpu = (1000 * seconds / count for seconds in (cost.wall, cost.cpu))
                known = engine == "local"  # Ray's workers are no children of the command
                print(
                    f"{engine:<8}{count:>8,}{wall:>14.1f}{f'{cpu:.1f}' if known else '–':>13}"
                    f"{bare:>14.1f}{f'{cpu - bare:.1f}' if known else '–':>10}"
                    f"{cost.megabytes:>7.0f} MB",
                    flush=True,
                )


if __name__ == "__main__":
    main(counts=(100, 1000, *map(int, sys.argv[1:])))
