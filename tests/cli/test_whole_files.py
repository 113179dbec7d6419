"""Single files that verbs write are there whole or not at all, whatever the disk says."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from drawn import draw_book
from no_room import no_room
from panelwise.cli import run
from panelwise.packs import Pack


@pytest.fixture
def book(tmp_path: Path) -> Path:
    draw_book(tmp_path / "comics" / "two", [3])
    return draw_book(tmp_path / "comics" / "one", [3, 4])


@pytest.fixture
def pack(book: Path, tmp_path: Path, capsys) -> Path:
    command = ["build", "chromic.panel_reordering", str(book), "--out", str(tmp_path / "pack")]
    assert run(command) == 0
    answers = [
        {"custom_id": item.id, "response": {"body": {"choices": [{"message": {"content": "x"}}]}}}
        for item in Pack.open(tmp_path / "pack").items()
    ]
    (tmp_path / "log.jsonl").write_bytes(b"\n".join(map(orjson.dumps, answers)))
    capsys.readouterr()
    return tmp_path / "pack"


COMMANDS = [
    "split ROOT/comics/one ROOT/comics/two --by book --fractions 1:1 --out ROOT/out/x.json",
    "import-log ROOT/log.jsonl --from openai-batch --pack ROOT/pack --out ROOT/out/x.jsonl",
    "show ROOT/pack --out ROOT/out",
    "show ROOT/pack --html ROOT/out/x.html",
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: words.split()[0])
def test_without_room_nothing_stands_under_the_final_name(command, pack, tmp_path, capsys):
    (tmp_path / "out").mkdir()
    words = command.replace("ROOT", str(tmp_path)).split()
    with no_room():
        assert run(words) == 2
    said = capsys.readouterr().err
    assert "no space left on the disk" in said
    assert said.count("\n") == 1
    assert list((tmp_path / "out").iterdir()) == []
    assert run(words) == 0
    assert list((tmp_path / "out").iterdir()) != []


@pytest.mark.parametrize("command", COMMANDS[:2], ids=lambda words: words.split()[0])
def test_a_file_that_is_there_is_kept(command, pack, tmp_path, capsys):
    words = command.replace("ROOT", str(tmp_path)).split()
    Path(words[-1]).parent.mkdir()
    Path(words[-1]).write_text("mine")
    assert run(words) == 2
    assert "give a new file with --out" in capsys.readouterr().err
    assert Path(words[-1]).read_text() == "mine"
