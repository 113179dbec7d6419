"""Plug-ins as pip installs them: a module and its entry points, found by this very process."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from panelwise.benchmarks import BENCHMARKS
from panelwise.comics import GENERATORS
from panelwise.comics.datasets import OTHERS
from panelwise.comics.formats import FORMATS
from panelwise.evaluation import SOLVERS
from panelwise.experiments import EXPERIMENTS
from panelwise.models import ENCODERS, MODELS
from panelwise.reading import IMAGE_ENCODERS, READERS
from panelwise.settings import SECTIONS
from panelwise.tasks.kinds import KINDS, METRICS, get_kind

REGISTRIES = (
    *(
        BENCHMARKS,
        ENCODERS,
        EXPERIMENTS,
        FORMATS,
        GENERATORS,
        KINDS,
        METRICS,
        MODELS,
        OTHERS,
        READERS,
    ),
    *(IMAGE_ENCODERS, SECTIONS, SOLVERS),
)
CONTRIBUTING = Path(__file__).resolve().parents[1] / "CONTRIBUTING.md"
Install = Callable[[str, str, dict[str, str]], None]


class Walk(NamedTuple):
    """What a section of CONTRIBUTING.md tells an author to write: a module and its entry points."""

    module: str
    code: str
    points: dict[str, str]


def walks() -> dict[str, Walk]:
    """The walks of CONTRIBUTING.md that hold a whole file, by what they add ("kind")."""
    text = CONTRIBUTING.read_text(encoding="utf-8")
    sections = re.findall(r"^## Add an? ([^\n]+)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return {heading: _walk(section) for heading, section in sections if "```python" in section}


def _walk(section: str) -> Walk:
    [code] = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    [block] = re.findall(r"```toml\n(.*?)```", section, re.DOTALL)
    lines = "\n".join(line.strip() for line in block.splitlines())
    groups = tomllib.loads(lines)["project"]["entry-points"]
    targets = [target for named in groups.values() for target in named.values()]
    [module] = {target.partition(":")[0] for target in targets}
    assert f"`{module}.py`" in section, "the text names the file"
    points = {
        group: "\n".join(f"{name} = {target}" for name, target in named.items())
        for group, named in groups.items()
    }
    return Walk(module, code, points)


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
