"""What CONTRIBUTING.md adds works as a plug-in: each walk is installed from its text, and used."""

from __future__ import annotations

import ast
import re
import tomllib
import warnings
from collections.abc import Mapping
from pathlib import Path

import pytest

import panelwise
from panelwise import tasks
from panelwise.errors import PluginWarning
from panelwise.tasks import overlay
from plug_in import CONTRIBUTING, install, walks
from press_packs import print_small

__all__ = ["install"]
WALKS = walks()
USES = {
    "section of settings": """
import panelwise
from panelwise.benchmarks import setting_rows
from mysettings import BalloonSettings

changed = panelwise.RECOMMENDED.with_settings({"balloons.least_area": "9"})
assert changed.section(BalloonSettings) == BalloonSettings(least_area=9)
assert panelwise.PAPER.section(BalloonSettings).joined == "many"
pack = panelwise.build("chromic.panel_reordering", "comics", out="pack", profile=changed)
assert pack.manifest["profile"]["sections"]["balloons"] == {"joined": "one", "least_area": 9}
assert "balloons.joined" in {row.name for row in setting_rows()}
""",
    "task": """
import panelwise

pack = panelwise.build("mytasks.true_statement", "comics", out="pack", seed=1)
for item in pack.items():
    assert "{" not in item.rendering.text, item.rendering.text
    assert len(item.options) == 4
[summary] = panelwise.summarise(panelwise.evaluate(pack, "baseline:oracle", out="run"))
assert summary.score.value == 1, summary.score
assert panelwise.get_task("mytasks.true_statement") in panelwise.list_tasks()
""",
    "annotation format": """
from pathlib import Path
import panelwise
from panelwise.cli import run
from panelwise.comics.formats import get_format

assert run(["convert", "comics", "--to", "strips", "--out", "converted"]) == 0
books = panelwise.open("comics")
again = panelwise.open("converted")
assert [book.annotation.format for book in again] == ["strips"] * 2
for old, new in zip(books, again, strict=True):
    assert new.id == old.id and len(new.pages) == len(old.pages)
    for page, read in zip(old.pages, new.pages, strict=True):
        assert [panel.box for panel in read.panels] == [panel.box for panel in page.panels]
with open("bad.json", "w") as file:
    strip = '{"book": "b", "image": "a.png", "size": [9, 9], "panels": [[3, 0, 1, 4]]}'
    file.write('{"strips": [' + strip + "]}")
try:
    get_format("strips").read(Path("bad.json"))
except panelwise.UserError as error:
    assert "bad.json" in str(error) and "box [3.0, 0.0, 1.0, 4.0] is empty" in str(error), error
else:
    raise AssertionError("an empty box was read")
""",
    "data set": """
import csv
from pathlib import Path
import panelwise
from panelwise.cli import run

images = Path("copy/images")
images.mkdir(parents=True)
rows = [["image", "x0", "y0", "x1", "y1"]]
pages = [page for book in panelwise.open("comics") for page in book.pages]
for k, page in enumerate(pages):
    (images / f"{k}.png").write_bytes(page.image.read())
    rows += [[f"{k}.png", *panel.box] for panel in page.panels]
rows.append(["gone.png", 0, 0, 1, 1])
with open("copy/panels.csv", "w", newline="") as file:
    csv.writer(file).writerows(rows)
assert run(["data", "four-strips", "--check", "copy"]) == 0
assert run(["convert", "copy", "--from", "four-strips", "--out", "converted"]) == 0
[book] = panelwise.open("converted")
assert book.source.licence == "CC BY 4.0", book.source
assert [len(page.panels) for page in book.pages] == [len(page.panels) for page in pages]
Path("copy/panels.csv").write_text("image,x0\\n1.png,5\\n")
assert run(["convert", "copy", "--from", "four-strips", "--out", "other"]) == 2
""",
    "solver": """
from dataclasses import replace
import panelwise
from panelwise.evaluation import Question

pack = panelwise.build("chromic.chrono_mcq", "comics", out="pack", seed=1)
run = panelwise.evaluate(pack, "rule:longest", out="run")
for result in run.results():
    lengths = [len(option.text) for option in pack.item(result.item).options]
    assert lengths[result.answer] == max(lengths)
[summary] = panelwise.summarise(run)
assert summary.coverage == 1, summary.coverage
bare = replace(pack.items()[0], options=())
try:
    panelwise.evaluation.get_solver("rule:longest").check([Question(bare, pack)])
except panelwise.UnavailableError as error:
    assert str(error) == "rule:longest: needs items with options", error
else:
    raise AssertionError("items without options were taken")
""",
    "reader": """
import panelwise

for _, page in panelwise.read("comics", reader="quarters", direction="rtl", texts=False):
    w, h = page.width / 2, page.height / 2
    assert [panel.box[:2] for panel in page.panels] == [(w, 0), (0, 0), (w, h), (0, h)]
    assert page.reading_direction == "rtl"
""",
    "metric": """
import panelwise

pack = panelwise.build("chromic.chrono_mcq", "comics", out="pack", seed=1)
run = panelwise.evaluate(pack, "baseline:random", out="run")
expected = []
for result in run.results():
    item = pack.item(result.item)
    lengths = [len(option.text) for option in item.options]
    expected.append(lengths[result.answer] == max(lengths))
    assert result.scores["took_longest"] == expected[-1]
[summary] = panelwise.summarise(run)
found = summary.metrics["took_longest"].score
assert found.value == sum(expected) / len(expected) and 0 < found.chance < 1, found
index = panelwise.write_report([run], "report")
assert "took longest" in index.read_text(encoding="utf-8")
""",
    "experiment": """
from panelwise.cli import run
from panelwise.experiments import get_experiment

plan = get_experiment("my-e1")
assert run(["experiment", "show", "mine.sharpness"]) == 0
models = ["--model", "baseline:random", "--model", "baseline:oracle"]
given = ["--comics", "comics", "--out", "out"]
assert run(["experiment", "mine.sharpness", *models, *given]) == 0
with open("out/table.csv", encoding="utf-8", newline="") as file:
    header, first, second = file.read().splitlines()
assert header == "source,model,sharp,blurred,why"
assert second.startswith("measured,baseline:oracle,1.000,1.000,")
""",
}


def _section(heading: str) -> str:
    """What stands under a heading of CONTRIBUTING.md."""
    text = CONTRIBUTING.read_text(encoding="utf-8")
    return text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


@pytest.fixture(scope="module")
def comics(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("printed") / "comics"
    print_small(folder, books=2, layout="strip", seed=1)
    return folder


def test_every_walk_is_tried():
    # tests/tasks/test_kinds.py, evaluation/test_native_provider.py, benchmarks/test_own_plan.py
    elsewhere = {"kind", "model", "task with a plan of its own"}
    assert WALKS.keys() == USES.keys() | elsewhere


@pytest.mark.parametrize("name", USES)
def test_a_walk_works_from_its_entry_point_to_its_figures(
    name, install, comics, tmp_path, monkeypatch
):
    install(*WALKS[name])
    (tmp_path / "comics").symlink_to(comics)
    monkeypatch.chdir(tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("error", PluginWarning)
        exec(compile(USES[name], name, "exec"), {})


def test_every_entry_point_group_is_listed():
    root = CONTRIBUTING.parent
    groups = {
        group
        for folder in (root / "src", root / "press/src")
        for file in folder.rglob("*.py")
        for group in re.findall(
            r"""Registry\(\s*"[^"]+",\s*"([^"]+)\"""", file.read_text(encoding="utf-8")
        )
    }
    text = CONTRIBUTING.read_text(encoding="utf-8")
    assert {group for group in groups if f"| `{group}` |" not in text} == set()
    assert len(groups) > 8


def test_the_printed_package_installs_the_walk_next_to_it():
    section = _section("Extend it from a package of your own")
    [block] = re.findall(r"```toml\n(.*?)```", section, re.DOTALL)
    package, walk = tomllib.loads(block), WALKS["task"]
    assert package["tool"]["setuptools"]["py-modules"] == [walk.module]
    [(group, points)] = package["project"]["entry-points"].items()
    assert walk.points == {group: "\n".join(f"{name} = {to}" for name, to in points.items())}


def test_what_a_kind_draws_is_drawn_as_printed():
    [code] = re.findall(r"```python\n(.*?)```", _section("What a kind draws"), re.DOTALL)
    names = {**vars(tasks), **vars(overlay), "Mapping": Mapping, "Profile": panelwise.Profile}
    exec(compile(code, "overlay", "exec"), names)
    image = tasks.ImageEntry("a" * 64, "b" * 64, 400, 600, "image/png", 1, {"kind": "page"})
    gold = {"boxes": [[0, 0, 9, 9], [9, 0, 19, 9]]}
    item = tasks.Item("i", "t", "k", 2, tasks.Rendering((), (image,), "p/1"), gold, ())
    answer = {"boxes": [[0, 0, 9, 9], [50, 50, 60, 60]]}
    [view] = names["overlay"](None, item, answer, panelwise.RECOMMENDED, {}).views
    assert [mark.state for mark in view.marks] == ["hit", "miss", "extra"]
    assert view.size == (400, 600)


def test_where_things_are_is_where_they_are():
    section, root = _section("Where things are"), CONTRIBUTING.parent
    places = re.findall(r"`(src/[^`]+)`(?: \(((?:`\w+`(?:, )?)+)\))?", section)
    assert len(places) > 25
    for path, names in places:
        if "NAME" in path:
            continue
        text = (root / path).read_text(encoding="utf-8")
        for name in re.findall(r"\w+", names):
            assert re.search(rf"^\s*(?:class |def )?{name}\b", text, re.MULTILINE), (path, name)


@pytest.mark.parametrize("name", WALKS)
def test_a_walk_imports_public_names_alone(name):
    for node in ast.walk(ast.parse(WALKS[name].code)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("panelwise"):
            assert "._" not in node.module
            assert not [one.name for one in node.names if one.name.startswith("_")]
