"""What reading a library costs beyond the reader: per page, and in memory, as libraries grow.

``panelwise read --no-texts`` is compared with a loop that calls the reader on the same pages and
does nothing else. The pages are drawn by the press; each is then repeated with another pattern in
its corner, so that every file differs from all others. ``python bench/engine_overhead.py 1000
10000`` measures these numbers of pages; ``--drawn FOLDER`` takes pages from CBZ files that
``panelwise press`` wrote. The engine ``ray`` is measured where it is installed.
"""

from __future__ import annotations

import argparse
import io
import itertools
import os
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image

from panelwise.comics import ComicImage, open_comics

SAMPLED = 0.1  # seconds between two looks at the processes
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
    """Of a command and all processes below it: seconds of time and CPU, and the most memory that
    one of them had.
    """

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


def opened(folder: Path) -> list[ComicImage]:
    """Pages that the press drew before."""
    books = open_comics(sorted(folder.glob("*.cbz")))
    return [page.image for book in books for page in book.pages if page.image is not None]


def write_library(drawn: Sequence[Image.Image | ComicImage], count: int, folder: Path) -> None:
    """Books of pages all of which differ, as CBZ."""
    folder.mkdir()
    for start in range(0, count, OF_A_BOOK):
        with zipfile.ZipFile(folder / f"{start:05d}.cbz", "w") as archive:
            for number in range(start, min(start + OF_A_BOOK, count)):
                found = drawn[number % len(drawn)]
                page = found.pixels() if isinstance(found, ComicImage) else np.array(found)
                page[:4, :4, 0] = np.unpackbits(np.array([number], ">u2").view(np.uint8)).reshape(
                    4, 4
                ) * np.uint8(40)
                buffer = io.BytesIO()
                Image.fromarray(page).save(buffer, "PNG", compress_level=1)
                archive.writestr(f"{number:05d}.png", buffer.getvalue())


def cost_of(command: Sequence[str]) -> Cost:
    """Run a command; what it and the processes below it cost.

    Ray's workers are not waited for by the command, so all processes are looked at while they run.
    """
    used: dict[int, tuple[float, float]] = {}
    started = time.perf_counter()
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=said)
        while process.poll() is None:
            for pid in below(process.pid):
                with suppress(OSError, KeyError):  # it has just ended
                    used[pid] = cpu_and_memory(pid)
            time.sleep(SAMPLED)
        if process.returncode:
            said.seek(0)
            raise RuntimeError(f"{' '.join(command)} failed: {said.read().decode()}")
    cpu = sum(seconds for seconds, _ in used.values())
    return Cost(time.perf_counter() - started, cpu, max(memory for _, memory in used.values()))


def below(pid: int) -> set[int]:
    """A process and all that it started, directly or not."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents[int(folder.name)] = int(stat_fields(int(folder.name))[1])
    found = {pid}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found


def cpu_and_memory(pid: int) -> tuple[float, float]:
    """Seconds of CPU that a process has used, and its most memory in MB."""
    ticks = sum(map(int, stat_fields(pid)[11:13]))
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    status = dict(line.split(":", 1) for line in lines)
    return ticks / os.sysconf("SC_CLK_TCK"), int(status["VmHWM"].split()[0]) / 1024


def stat_fields(pid: int) -> list[str]:
    """``/proc/PID/stat`` from the state of the process on."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def bare_cpu(library: Path) -> float:
    """Seconds of CPU of the reader alone."""
    done = subprocess.run(
        [sys.executable, "-c", BARE, str(library)], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def measure(library: Path, out: Path, engine: str, direction: str) -> Cost:
    """Read a library with an engine."""
    os.environ.pop("RAY_ADDRESS", None)
    more = ["--direction", direction, "--out", str(out), "--engine", engine]
    return cost_of([*COMMAND, str(library), *more])


def main(
    shared: Path | None = None, *, counts: Sequence[int] = (100, 300), drawn: Path | None = None
) -> None:
    """Measure and print; ``shared`` is not needed."""
    engines = ["local", *(["ray"] if find_spec("ray") else [])]
    print(
        f"{'engine':<8}{'direction':<11}{'pages':>8}{'wall ms/page':>14}{'CPU ms/page':>13}"
        f"{'reader alone':>14}{'overhead':>10}{'memory':>10}"
    )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pages = draw() if drawn is None else opened(drawn)
        for count in counts:
            library = folder / f"library-{count}"
            write_library(pages, count, library)
            bare = bare_cpu(library) / count * 1000
            # The reader alone does not find the direction, so it is also measured as given.
            for engine, direction in itertools.product(engines, ("ltr", "auto")):
                out = folder / f"out-{engine}-{direction}-{count}"
                cost = measure(library, out, engine, direction)
                wall, cpu = (1000 * seconds / count for seconds in (cost.wall, cost.cpu))
                print(
                    f"{engine:<8}{direction:<11}{count:>8,}{wall:>14.1f}{cpu:>13.1f}{bare:>14.1f}"
                    f"{cpu - bare:>10.1f}{cost.megabytes:>7.0f} MB",
                    flush=True,
                )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Overhead of reading a library.")
    parser.add_argument("counts", nargs="*", type=int, default=[100, 300], help="numbers of pages")
    parser.add_argument("--drawn", type=Path, help="a folder of CBZ files instead of new pages")
    given = parser.parse_args()
    main(counts=given.counts, drawn=given.drawn)
