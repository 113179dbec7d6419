"""Generators of comics: found by entry points, and a line that says what to install."""

from __future__ import annotations

import inspect
import json
import sys
import tomllib
from importlib.metadata import distribution
from pathlib import Path

import pytest

import panelwise
from panelwise.cli import run
from panelwise.comics import GENERATORS, Generator, get_generator
from panelwise.errors import MissingExtraError, UnknownNameError, install_command
from panelwise.registry import Registry

ROOT = Path(__file__).resolve().parents[2]
PYPROJECTS = [
    tomllib.loads((ROOT / folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for folder in ("", "press")
]


@pytest.fixture
def without_press(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = Registry("generator", "panelwise_tests.nothing")
    monkeypatch.setattr("panelwise.comics._generators.GENERATORS", nothing)


def test_the_press_is_a_generator():
    assert "press" in GENERATORS
    assert get_generator().__name__ == "panelwise_press"


@pytest.mark.parametrize(
    "command",
    [["press", "--out", "out"], ["press", "--suite", "press-v1", "--out", "out"], ["demo"]],
)
def test_without_the_press_a_command_says_what_to_install(
    command, without_press, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    assert run(command) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == (
        f"panelwise: drawing comics needs the package panelwise-press; run"
        f" {install_command('press')}\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_the_press_takes_what_python_and_the_protocol_offer():
    def parameters(function, *others):
        known = inspect.signature(function).parameters.values()
        return {p.name: p.default for p in known if p.name not in others}

    offered = parameters(panelwise.print_comics, "generator")
    assert parameters(get_generator().print_comics) == offered
    assert parameters(Generator.print_comics, "self") == offered


def test_without_the_press_so_does_python(without_press, tmp_path):
    with pytest.raises(MissingExtraError, match="drawing comics needs the package panelwise-press"):
        panelwise.print_comics(tmp_path / "out")


def test_another_generator_that_is_not_installed_is_an_unknown_name(tmp_path):
    with pytest.raises(UnknownNameError, match="unknown generator 'pres'; did you mean 'press'"):
        panelwise.print_comics(tmp_path / "out", generator="pres")


GENERATOR = """
def print_comics(out, books=1, **options):
    return (str(out), books, options["seed"])
"""


def test_a_generator_comes_from_another_package(tmp_path, monkeypatch):
    (tmp_path / "my_generator.py").write_text(GENERATOR, encoding="utf-8")
    info = tmp_path / "my_generator-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-generator\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[panelwise.generators]\nmine = my_generator\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(vars(GENERATORS), "_targets", raising=False)
    try:
        assert panelwise.print_comics("out", 2, seed=5, generator="mine") == ("out", 2, 5)
    finally:
        vars(GENERATORS).pop("_targets", None)


@pytest.mark.parametrize(
    ("origin", "arguments"),
    [
        ({}, "'panelwise[press]'"),
        ({"url": "file:///c", "dir_info": {"editable": True}}, "-e /c/press"),
        ({"url": "file:///my%20comics", "dir_info": {}}, "'/my comics/press'"),
        (
            {"url": "https://h/p.git", "vcs_info": {"vcs": "git", "commit_id": "abc"}},
            "'panelwise-press @ git+https://h/p.git@abc#subdirectory=press'",
        ),
        ({"url": "https://h/p-1.whl", "archive_info": {}}, "'panelwise[press]'"),
    ],
)
def test_the_command_that_installs_the_press_fits_where_panelwise_came_from(
    origin, arguments, tmp_path, monkeypatch
):
    info = tmp_path / "panelwise-0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: panelwise\nVersion: 0\n")
    (info / "direct_url.json").write_text(json.dumps(origin))
    monkeypatch.syspath_prepend(tmp_path)
    assert distribution("panelwise").version == "0"
    assert install_command("press") == f"{sys.executable} -m pip install {arguments}"


def test_both_distributions_have_one_version_and_require_each_other_in_it():
    core, press = PYPROJECTS
    assert core["version"] == press["version"]
    assert f"panelwise=={core['version']}" in press["dependencies"]
    assert core["optional-dependencies"]["press"] == [f"panelwise-press=={press['version']}"]


def test_only_the_press_needs_fonts_and_a_renderer():
    core, press = (" ".join(project["dependencies"]) for project in PYPROJECTS)
    for package in ("resvg-py", "fonttools"):
        assert package in press
        assert package not in core
