"""The house: who may import whom is held by import-linter; this holds what it cannot see."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[1] / "src"
FILES = sorted(SOURCE.rglob("*.py"))
ROOMS = sorted(p.parent.name for p in (SOURCE / "panelwise").glob("*/__init__.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda f: str(f.relative_to(SOURCE)))
def test_nobody_imports_another_rooms_private_modules(file):
    here = ".".join(file.relative_to(SOURCE).parent.parts)
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.ImportFrom) or not (node.module or "").startswith("panelwise"):
            continue
        package, _, last = node.module.rpartition(".")
        private = last.startswith("_") or any(name.name.startswith("_") for name in node.names)
        owner = package if last.startswith("_") else node.module
        assert not private or here == owner or here.startswith(owner + "."), (
            f"{file.name}:{node.lineno} imports {node.module}"
        )


def test_files_stay_readable():
    long = {f.name: n for f in FILES if (n := len(f.read_text("utf-8").splitlines())) > 400}
    assert not long


@pytest.mark.parametrize("room", ROOMS)
def test_what_a_room_shows_is_listed_and_described(room):
    module = importlib.import_module(f"panelwise.{room}")
    assert module.__doc__
    for name in module.__all__:
        thing = getattr(module, name)
        if callable(thing) and getattr(thing, "__module__", "").startswith("panelwise"):
            assert (thing.__doc__ or "").strip(), f"{room}.{name} has no docstring"
