"""A small pack with real pictures, and a run of it on a server on loopback, made once."""

from __future__ import annotations

import hashlib
import io
import shutil
from pathlib import Path

import pytest
from PIL import Image

from loopback import chat, said
from open_answers import open_pack
from panelwise.comics import pixel_hash
from panelwise.evaluation import evaluate, judge_run
from panelwise.packs import Made, Pack, write_pack
from panelwise.report import write_report
from panelwise.tasks import ImageEntry, Item, Option, Rendering, SourcePage, Turn

ORDERS = ((2, 0, 1), (1, 2, 0), (0, 2, 1), (2, 1, 0), (1, 0, 2), (0, 1, 2))
ANSWERS = ("[2, 0, 1]", "[1, 2, 0]", "[2, 1, 0]", "I cannot tell.", "[1, 0, 2]", "[1, 0, 2]")


def picture(number: int) -> tuple[ImageEntry, bytes]:
    image = Image.new("RGB", (24, 24), (40 * number, 90, 255 - 40 * number))
    stream = io.BytesIO()
    image.save(stream, "PNG")
    data = stream.getvalue()
    sha256, pixels = hashlib.sha256(data).hexdigest(), pixel_hash(image)
    return ImageEntry(sha256, pixels, 24, 24, "image/png", len(data), {"kind": "test"}), data


def ordering(number: int) -> Made:
    entry, data = picture(number)
    words = f"Item {number}: put the panels 0, 1 and 2 in order."
    item = Item(
        id=f"book{number % 2}/page{number}",
        task="test.ordering",
        kind="ordering",
        n=3,
        rendering=Rendering((Turn("user", (0, words)),), (entry,), "test/1"),
        gold=ORDERS[number],
        sources=(SourcePage(f"book{number % 2}", f"p{number}", "p.png", "0" * 64),),
        meta={"first": ORDERS[number][0]},
    )
    return Made(item, {entry.sha256: data})


def choice(number: int) -> Made:
    letters = ["A", "B", "C"]
    item = Item(
        id=f"book{number % 2}/question{number}",
        task="test.choice",
        kind="choice",
        n=3,
        rendering=Rendering((Turn("user", (f"Question {number}: A, B or C?",)),), (), "choice/1"),
        gold=number % 3,
        sources=(SourcePage(f"book{number % 2}", f"p{number}", "p.png", "0" * 64),),
        options=tuple(Option(letter, text=f"way {letter} of {number}") for letter in letters),
    )
    return Made(item, {})


def answered(number: int) -> str:
    return ANSWERS[number]


@pytest.fixture(scope="session")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """``pack``, ``run`` on it, and a ``report`` of that."""
    folder = tmp_path_factory.mktemp("trust")
    pack = write_pack(
        folder / "pack", [ordering(k) for k in range(6)], {"task": "test.ordering"}, "A pack."
    )
    with chat(lambda body: ANSWERS[int(said(body, "user").split()[1].rstrip(":"))]) as server:
        run = evaluate(pack, f"{server.url}#m", out=folder / "run", cache=False)
    write_report([run], folder / "report")
    return folder


@pytest.fixture
def place(made_once: Path, tmp_path: Path) -> Path:
    """A copy of the folder that a test may change."""
    copy = tmp_path / "place"
    shutil.copytree(made_once, copy)
    return copy


@pytest.fixture(scope="session")
def judged_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of open answers that a judge marked."""
    folder = tmp_path_factory.mktemp("judged")
    open_pack(folder / "pack", {"Who?": ("Paul",), "Where?": ("in the street",)})
    with chat(lambda body: "somebody") as server:
        run = evaluate(folder / "pack", f"{server.url}#m", out=folder / "run", cache=False)
    with chat(lambda body: "7") as server:
        judge_run(run, [f"{server.url}#judge"])
    return folder


@pytest.fixture
def judged(judged_once: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "judged"
    shutil.copytree(judged_once, copy)
    return copy


@pytest.fixture
def mixed_pack(tmp_path: Path) -> Pack:
    """Choices whose right answers go round."""
    made = [choice(k) for k in range(9)]
    return write_pack(tmp_path / "choices", made, {"task": "test.choice", "seed": 7}, "A pack.")
