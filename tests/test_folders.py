"""A folder of the wrong sort: what it is, what was expected, and what to do."""

from __future__ import annotations

import pytest

from panelwise.folders import sort_of, wrong_folder

FILES = {
    "a pack": ("manifest.json", "items.parquet"),
    "a run": ("run.json",),
    "an annotation project": ("project.json",),
    "a report": ("summary.json", "index.html"),
}


@pytest.fixture
def of(tmp_path):
    def make(sort, name="it"):
        folder = tmp_path / name
        folder.mkdir(parents=True)
        for file in FILES.get(sort, ()):
            (folder / file).touch()
        return folder

    return make


@pytest.mark.parametrize("sort", FILES)
def test_a_folder_of_another_sort_is_named_with_the_commands_that_take_it(of, sort):
    folder = of(sort)
    assert sort_of(folder) == sort
    for wanted in FILES.keys() - {sort}:
        said = wrong_folder(folder, wanted)
        assert said.startswith(f"{folder} is {sort}, not {wanted}; panelwise ")
        assert said.count("panelwise") == 2


def test_a_folder_that_holds_several_runs_names_them(of, tmp_path):
    for name in ("a", "b", "c", "d"):
        of("a run", f"runs/{name}")
    runs = tmp_path / "runs"
    assert sort_of(runs) is None
    assert wrong_folder(runs, "a run") == (
        f"{runs} is not a run but holds 4 runs (a, b, c and 1 more); give one of them,"
        f" such as {runs / 'a'},"
        f" or all as {runs / '*'} if the command takes several"
    )
    assert wrong_folder(runs, "a pack") == (
        f"{runs} is not a pack but holds 4 runs (a, b, c and 1 more); panelwise build makes a pack"
    )


def test_nothing_a_file_and_another_folder(of, tmp_path):
    assert "is not a run: no such folder; check the path" in wrong_folder(
        tmp_path / "gone", "a run"
    )
    file = of("") / "notes.txt"
    file.touch()
    assert "is not a pack but a file; give a folder" in wrong_folder(file, "a pack")
    assert wrong_folder(file.parent, "a pack") == (
        f"{file.parent} is not a pack (no manifest.json and items.parquet in it);"
        " panelwise build makes a pack"
    )
    (file.parent / "items.parquet").touch()
    assert wrong_folder(file.parent, "a pack") == (
        f"{file.parent} is not a whole pack: manifest.json is missing; copy the pack again, or"
        " make another one (panelwise build makes a pack)"
    )
