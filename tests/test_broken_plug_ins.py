"""A plug-in that raises when it is imported is named in one line, and takes nothing else away."""

from __future__ import annotations

import warnings

import pytest

import panelwise
from drawn import draw_book
from panelwise.cli import run
from panelwise.errors import PluginError, PluginWarning
from panelwise.reading import READERS
from plug_in import install

__all__ = ["install"]
GROUPS = {
    "tasks": "panelwise.benchmarks",
    "models": "panelwise.models",
    "encoders": "panelwise.encoders",
    "kinds": "panelwise.kinds",
    "readers": "panelwise.readers",
    "formats": "panelwise.formats",
    "generators": "panelwise.generators",
}
REASON = (
    "of broken_things cannot be loaded (RuntimeError: written for another release);"
    " install broken_things again, or uninstall it"
)


@pytest.fixture
def broken(install) -> None:
    code = 'raise RuntimeError("written for\\nanother release")\n'
    install("broken_things", code, dict.fromkeys(GROUPS.values(), "aaa = broken_things:x"))


@pytest.mark.parametrize(
    ("what", "built_in"),
    [
        ("tasks", "chromic.panel_reordering"),
        ("models", "openai/NAME"),
        ("encoders", "embed:words"),
        ("kinds", "ordering"),
        ("readers", "default"),
        ("formats", "coco"),
        ("generators", "press"),
    ],
)
def test_list_names_it_in_one_line_and_lists_the_others(broken, what, built_in, capsys):
    assert run(["list", what]) == 0
    said = capsys.readouterr()
    assert built_in in said.out
    assert "\naaa" not in f"\n{said.out}"
    one = "task kind" if what == "kinds" else what[:-1]
    assert said.err == f"warning: the {one} 'aaa' {REASON}; left out\n"


def test_whoever_names_it_gets_the_reason_and_others_are_not_warned(broken):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(PluginError) as raised:
            READERS.get("aaa")
        assert READERS.get("default") is not None
    assert str(raised.value) == f"the reader 'aaa' {REASON}"


def test_comics_open_beside_a_broken_format_with_one_warning(broken, tmp_path):
    folder = draw_book(tmp_path / "comic", [2], annotated=False)
    (folder / "notes.json").write_text('{"nothing": "of ours"}')
    with pytest.warns(PluginWarning, match="the format 'aaa'") as warned:
        [book] = panelwise.open(folder)
    assert len(book.pages) == 1
    assert [one.category for one in warned].count(PluginWarning) == 1


WRONG = """
from dataclasses import dataclass
from types import SimpleNamespace
from typing import ClassVar

from panelwise.benchmarks import get_task
from panelwise.settings import Section, setting
from panelwise.tasks.kinds import BaseKind

other = get_task("chromic.panel_reordering")
class Half(BaseKind):
    name = "aaa"
class Picky(BaseKind):
    def __init__(self, size):
        pass
no_writer = SimpleNamespace(name="aaa", suffixes=(".json",), sniff=bool, read=list)
@dataclass(frozen=True, slots=True)
class Other(Section):
    section: ClassVar[str] = "other"
    key: int = setting(1, "meaning", "source")
"""


@pytest.mark.parametrize(
    ("group", "target", "command", "said"),
    [
        ("benchmarks", "other", "list tasks", "the task 'aaa' of wrong_things has the id"),
        ("benchmarks", "no_writer", "list tasks", "the task 'aaa' of wrong_things lacks id, "),
        ("kinds", "Half", "list kinds", "the task kind 'aaa' of wrong_things lacks headline, "),
        ("kinds", "Half", "list metrics", "the task kind 'aaa' of wrong_things lacks headline, "),
        (
            "kinds",
            "Picky",
            "list kinds",
            "the task kind 'aaa' of wrong_things cannot be loaded (",
        ),
        ("formats", "no_writer", "list formats", "the format 'aaa' of wrong_things lacks write"),
        ("settings", "Other", "settings", "of wrong_things calls itself 'other'"),
        ("settings", "other", "settings", "of wrong_things is no subclass of panelwise.settings"),
        ("metrics", "other", "list metrics", "the metric 'aaa' belongs to no installed kind"),
    ],
)
def test_what_is_not_as_described_is_named_and_takes_nothing_else_away(
    install, capsys, group, target, command, said
):
    install("wrong_things", WRONG, {f"panelwise.{group}": f"aaa = wrong_things:{target}"})
    assert run(command.split()) == 0
    shown = capsys.readouterr()
    assert len(shown.out.splitlines()) > 9
    assert not any(line.startswith("aaa ") for line in shown.out.splitlines())
    [line] = shown.err.splitlines()
    assert line.startswith("warning: ")
    assert said in line
    assert "; left out" in line
