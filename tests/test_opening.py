"""``panelwise.open``: what each sort of path gives, one or several."""

from __future__ import annotations

import subprocess
import sys

import pytest

import panelwise
from drawn import draw_book
from panelwise.errors import InputError, SettingError


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """A folder with the comics ``a`` and ``b``, a pack of both, and a run on it."""
    folder = tmp_path_factory.mktemp("world")
    draw_book(folder / "comics" / "a", [4, 5], annotated=False)
    draw_book(folder / "comics" / "b", [5], annotated=False)
    pack = panelwise.build("chromic.panel_reordering", folder / "comics", out=folder / "pack")
    panelwise.evaluate(pack, "baseline:continuity", out=folder / "run")
    return folder


def ids(books):
    return [book.id for book in books]


def test_a_comic_or_a_folder_of_comics_gives_a_tuple_of_books(world):
    assert ids(panelwise.open(world / "comics" / "a")) == ["a"]
    assert ids(panelwise.open(str(world / "comics"))) == ["a", "b"]


def test_several_paths_give_the_books_of_all_and_number_equal_ids(world):
    comics = world / "comics"
    assert ids(panelwise.open([comics / "b", comics, comics / "a"])) == ["b", "a", "b-2", "a-2"]


def test_a_pack_and_a_run_are_known_by_their_files(world):
    assert isinstance(panelwise.open(world / "pack"), panelwise.Pack)
    run = panelwise.open(world / "run")
    assert isinstance(run, panelwise.Run)
    (world / "run" / "results.sqlite").unlink()  # written before results held the configuration
    assert panelwise.open(world / "run").model == run.model
    assert [one.name for one in panelwise.open([world / "run", world / "run"])] == ["run", "run"]


def test_with_a_class_it_gives_one_of_that_class_for_each_path(world):
    comics = world / "comics"
    assert panelwise.open(comics / "a", panelwise.Book).id == "a"
    assert ids(panelwise.open([comics / "b", comics / "a"], panelwise.Book)) == ["b", "a"]
    assert panelwise.open(world / "pack", panelwise.Pack).name == "pack"
    [run] = panelwise.open([world / "run"], panelwise.Run)
    assert run.name == "run"


def test_it_refuses_what_is_not_of_that_class(world):
    with pytest.raises(InputError, match="holds 2 books, not one"):
        panelwise.open(world / "comics", panelwise.Book)
    with pytest.raises(InputError, match="pack is a pack, not a run"):
        panelwise.open(world / "pack", panelwise.Run)
    with pytest.raises(InputError, match="run is a run, not comics"):
        panelwise.open(world / "run", panelwise.Book)
    with pytest.raises(SettingError, match="cannot open as Page"):
        panelwise.open(world / "comics", panelwise.Page)


def test_paths_of_different_sorts_are_opened_separately(world):
    with pytest.raises(InputError, match=r"pack is a pack, .*run is a run; open them separately"):
        panelwise.open([world / "pack", world / "run"])
    with pytest.raises(InputError, match="no comics given"):
        panelwise.open([])
    with pytest.raises(InputError, match="nowhere"):
        panelwise.open(world / "nowhere")


def test_annotations_that_lie_elsewhere_can_be_named(world, tmp_path):
    boxes = draw_book(tmp_path / "annotated", [5]) / "pages.jsonl"
    [book] = panelwise.open(world / "comics" / "b", annotations=boxes)
    assert [len(page.panels) for page in book.pages] == [5]
    with pytest.raises(SettingError, match="of one comic or folder, not of 2"):
        panelwise.open([world / "comics" / "a"] * 2, annotations=boxes)
    with pytest.raises(SettingError, match="direction: applies to comics, not to a pack"):
        panelwise.open(world / "pack", direction="rtl")


def test_opening_a_comic_does_not_load_what_only_packs_and_runs_need(world):
    code = (
        f"import sys, panelwise; panelwise.open({str(world / 'comics' / 'a')!r});"
        "print(sorted({'panelwise.packs', 'panelwise.evaluation', 'pyarrow'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
