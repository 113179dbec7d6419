"""Plug-ins as pip installs them: a module and its entry points, found by this very process."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from panelwise.benchmarks import BENCHMARKS
from panelwise.comics import GENERATORS
from panelwise.comics.formats import FORMATS
from panelwise.reading import READERS
from panelwise.tasks.kinds import KINDS, get_kind

REGISTRIES = (BENCHMARKS, FORMATS, GENERATORS, KINDS, READERS)
Install = Callable[[str, str, dict[str, str]], None]


def _forget() -> None:
    for registry in REGISTRIES:
        registry.__dict__.pop("_targets", None)
        registry._reported.clear()
    get_kind.cache_clear()


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """``install(module, code, {group: lines})`` puts a distribution on the path."""
    site = tmp_path / "site-packages"
    site.mkdir()
    monkeypatch.syspath_prepend(site)

    def add(module: str, code: str, points: dict[str, str]) -> None:
        (site / f"{module}.py").write_text(code, encoding="utf-8")
        info = site / f"{module}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
        lines = [f"[{group}]\n{entries}\n" for group, entries in points.items()]
        (info / "entry_points.txt").write_text("".join(lines), encoding="utf-8")
        monkeypatch.delitem(sys.modules, module, raising=False)
        _forget()

    yield add
    _forget()
