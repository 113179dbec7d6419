"""The memory that reading takes does not depend on how many pages there are."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
import tracemalloc
import weakref

import numpy as np
import pytest
from PIL import Image

from panelwise.comics import Book, ComicImage, Page, encode_png
from panelwise.reading import classical_reader, read_library
from panelwise.reading._direction import lettering_votes
from panelwise.workers import LocalEngine

# Threads that allocate at the same time, after a command; prints the number of heaps of malloc.
HEAPS = """
import ctypes, os, sys, threading
from panelwise.cli import main

sys.argv = ["panelwise", "--version"]
try:
    main()
except SystemExit:
    pass
all_here, kept = threading.Barrier(4), []

def allocate():
    all_here.wait()
    kept.append(bytearray(100_000))
    all_here.wait()

threads = [threading.Thread(target=allocate) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
libc = ctypes.CDLL(None)
libc.fopen.restype = ctypes.c_void_p
stream = ctypes.c_void_p(libc.fopen(sys.argv[0].encode() + b".xml", b"w"))
libc.malloc_info(0, stream)
libc.fclose(stream)
print(open("panelwise.xml").read().count("<heap nr="))
"""


def test_only_the_pages_being_read_are_in_memory(monkeypatch):
    """The pictures of at most two pages for each thread that reads, or looks at the direction."""
    images = [encode_png(Image.new("RGB", (40, 60 + n))) for n in range(8)]
    books = [
        Book(
            f"book-{number}",
            tuple(
                Page(f"{n}", 40, 60 + n, ComicImage.from_bytes(data, f"{n}.png"))
                for n, data in enumerate(images)
            ),
        )
        for number in range(10)
    ]
    alive = most = 0
    decode = ComicImage.pixels
    change = threading.Lock()

    def count(by: int) -> None:
        nonlocal alive, most
        with change:
            alive += by
            most = max(most, alive)

    def pixels(image):
        found = decode(image)
        count(1)
        weakref.finalize(found, count, -1)
        return found

    monkeypatch.setattr(ComicImage, "pixels", pixels)
    read = list(read_library(books, classical_reader(), engine=LocalEngine(2)))
    assert len(read) == 80
    assert 1 <= most <= 2 * (2 + 2)
    gc.collect()
    assert alive == 0


def peak_of(work) -> int:
    """Bytes of Python and numpy at the same time, at most."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_pixels_of_a_page_are_in_memory_once():
    image = ComicImage.from_bytes(encode_png(Image.new("RGB", (1500, 2000))), "page.png")
    assert peak_of(image.pixels) < 1.3 * 1500 * 2000 * 3


def test_glyphs_are_compared_a_few_at_a_time():
    """A thousand glyphs, each compared with all others at once, would take 60 MB."""
    page = np.full((1600, 1200, 3), 255, np.uint8)
    for y in range(40, 1560, 40):
        for x in range(40, 640, 24):
            page[y : y + 20, x : x + 16] = 0
    rows, columns = lettering_votes(page)
    assert rows + columns > 700
    assert peak_of(lambda: lettering_votes(page)) < 30e6


@pytest.mark.skipif(sys.platform != "linux", reason="heaps of the GNU C library")
@pytest.mark.parametrize(("given", "heaps"), [(None, 1), ("4", 4)])
def test_all_threads_of_a_command_have_one_heap_unless_the_user_sets_more(given, heaps, tmp_path):
    environment = {key: value for key, value in os.environ.items() if key != "MALLOC_ARENA_MAX"}
    if given is not None:
        environment["MALLOC_ARENA_MAX"] = given
    done = subprocess.run(
        [sys.executable, "-c", HEAPS],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout.splitlines()[-1]) == heaps
