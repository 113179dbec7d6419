"""``docs/coverage.md`` is complete, and its commands are commands of this program.

A verdict is a person's. What a machine can check of a row is checked here: that every requirement
has exactly one row, that its commands parse, that they name tasks there are, and that the quick
ones do what they say on comics of the press.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest
import typer

from panelwise.benchmarks import BENCHMARKS
from panelwise.cli._main import app, run

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "docs/coverage.md").read_text(encoding="utf-8")
VERDICTS = {"works", "partial", "missing", "wrong"}
# How many requirements and experiments each paper has; a paper is added once it was audited.
AUDITED: dict[str, tuple[int, int]] = {
    "CH": (17, 10),
    "SC": (16, 9),
    "MV": (12, 15),
    "CV": (13, 6),
    "CX": (8, 0),
}
SUPPLEMENT = [f"CX-T{table}" for table in (1, 3, 4, 5, 6, 8)]  # by table: specification 6.7
MOONSHOTS = [f"MS-{n}" for n in range(1, 27)]
HANDLES = [
    *MOONSHOTS,
    *SUPPLEMENT,
    *(f"{paper}-{n}" for paper, (last, _) in AUDITED.items() for n in range(1, last + 1)),
    *(f"{paper}-E{n}" for paper, (_, last) in AUDITED.items() for n in range(1, last + 1)),
]


class Row(NamedTuple):
    handle: str
    what: str
    verdict: str
    shown_by: str
    lacking: str

    @property
    def commands(self) -> list[list[str]]:
        return [shlex.split(one)[1:] for one in re.findall(r"`(panelwise [^`]*)`", self.shown_by)]


ROWS = [
    Row(*(cell.strip() for cell in line.strip()[1:-1].split("|")))
    for line in TEXT.splitlines()
    if re.match(r"\| \w\w-[ET]?\d", line)
]
BLOCK = re.search(r"```sh\n(.*?)```", TEXT, re.DOTALL)
assert BLOCK, "the page has no setup"
SETUP = [shlex.split(line)[1:] for line in re.findall(r"^panelwise .*", BLOCK[1], re.MULTILINE)]
COMMAND = typer.main.get_command(app)
EACH_ROW = pytest.mark.parametrize("row", ROWS, ids=[row.handle for row in ROWS])


def parse(arguments: list[str]) -> list[typer.Context]:
    """The contexts of a command line, parsed by the program's own parser and not run."""
    command = COMMAND
    contexts = [command.make_context("panelwise", list(arguments))]
    while hasattr(command, "resolve_command"):
        rest = [*contexts[-1]._protected_args, *contexts[-1].args]
        name, command, rest = command.resolve_command(contexts[-1], rest)
        contexts.append(command.make_context(name, rest, parent=contexts[-1]))
    return contexts


def test_every_requirement_has_one_row():
    assert sorted(row.handle for row in ROWS) == sorted(HANDLES)


@EACH_ROW
def test_a_row_says_what_shows_it_and_what_is_lacking(row):
    assert row.verdict in VERDICTS
    assert row.what
    assert len(row.what.split()) <= 12
    assert bool(row.lacking) == (row.verdict != "works")
    assert row.commands or row.verdict == "missing"
    assert not re.search(r"`[^`]*/(?:home|tmp|work)/", row.shown_by), "an absolute path"


@EACH_ROW
def test_its_commands_are_commands_of_this_program(row):
    for arguments in row.commands:
        contexts = parse(arguments)
        task = contexts[-1].params.get("task")
        if isinstance(task, str):
            assert task in BENCHMARKS.names()


def test_the_parser_refuses_what_there_is_not():
    for wrong in (["buld", "x"], ["build", "chromic.chrono_mcq", "comics", "--outt", "x"]):
        with pytest.raises(typer.BadParameter.__bases__[0]):
            parse(wrong)


WRITTEN = {"out", "html_path", "html", "card"}
"""Names of parameters that are files to be written; every other path is one to be read."""


def paths(context: typer.Context) -> tuple[list[str], list[str]]:
    """The files that a command reads, and those that it writes."""
    read, written = [], []
    makes = {*WRITTEN, "project"} if context.params.get("procedure") else WRITTEN
    for name, value in context.params.items():
        for one in value if isinstance(value, list | tuple) else [value]:
            if isinstance(one, Path):
                (written if name in makes else read).append(str(one))
            elif isinstance(one, str) and one.startswith("recorded:"):
                read.append(one.removeprefix("recorded:"))
    return read, written


def test_every_file_comes_from_the_setup_or_an_earlier_row():
    made = set(re.findall(r"(?:> |mkdir )([\w.-]+)", BLOCK[1]))
    for place, commands in [("setup", SETUP), *((row.handle, row.commands) for row in ROWS)]:
        for arguments in commands:
            read, written = paths(parse(arguments)[-1])
            assert set(read) <= made, (place, arguments)
            assert not set(written) & made, (place, arguments, "is written twice")
            made |= set(written)
    assert {"comics", "answers.jsonl", "ch1", "mv2-run"} <= made


QUICK = {"audit", "list", "order", "published", "score", "select", "split", "task"}


def test_quick_commands_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    files = [line for line in BLOCK[1].splitlines() if not line.startswith("panelwise ")]
    subprocess.run(["bash", "-ec", "\n".join(files)], check=True)  # the setup without the press
    for row in ROWS:
        for arguments in row.commands:
            if arguments[0] in QUICK:
                assert run(arguments) == 0, (row.handle, arguments, capsys.readouterr().err)
