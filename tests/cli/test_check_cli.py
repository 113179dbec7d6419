"""``panelwise check`` and ``panelwise split``: what people script before they publish."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import panelwise
from drawn import draw_book
from panelwise.cli import run
from panelwise.errors import InputError
from panelwise.packs import Pack, Split, read_hashes
from press_packs import print_small

TASK = "chromic.panel_reordering"


def comic(folder: Path, book: str, shift: int = 0, **source: str) -> Path:
    """A drawn comic of three pages with a header; ``shift`` blank pages make its colours others."""
    draw_book(folder, [3] * (3 + shift))
    header = {"id": book, "source": source}
    lines = (folder / "pages.jsonl").read_text().splitlines()[shift:]
    first = json.dumps({"format": "panelwise-pages", "version": 1, "book": header})
    named = [json.dumps(json.loads(line) | {"book": book}) for line in lines]
    (folder / "pages.jsonl").write_text("\n".join([first, *named]) + "\n")
    for page in range(shift):
        (folder / f"{page:03d}.png").unlink()
    return folder


def build(folder: Path, out: Path) -> Pack:
    return panelwise.build(TASK, folder, out=out)


@pytest.fixture
def pack(tmp_path: Path) -> Pack:
    return build(comic(tmp_path / "one", "one"), tmp_path / "pack")


def refused(capsys, *arguments: object) -> str:
    """A user's mistake: exit 2, nothing on standard output, one line on standard error."""
    assert run(list(map(str, arguments))) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1, said.err
    return said.err


def test_a_sound_pack_passes(pack, capsys):
    assert run(["check", str(pack.path)]) == 0
    said = capsys.readouterr()
    gold = "panels and their order from annotation page-json"
    assert said.out == f"{pack.path}: nothing found\n{pack.path}: gold: {gold}\n"
    assert said.err == "3 items checked: 0 rejected, 0 flagged\n"


def test_a_refusal_names_the_item_and_the_remedy_and_ends_in_status_1(pack, capsys):
    item = pack.items()[1]
    pack.image_path(item.rendering.images[0].sha256).unlink()
    assert run(["check", str(pack.path)]) == 1
    said = capsys.readouterr()
    [line, _] = said.out.splitlines()[1:]
    assert line.split()[:2] == ["reject", "pictures"]
    assert f"{item.id}: picture " in line
    assert line.endswith("is missing; build or rehydrate the pack again")
    assert "1 rejected" in said.err


def test_findings_as_json(pack, capsys):
    pack.image_path(pack.items()[0].rendering.images[0].sha256).unlink()
    assert run(["check", str(pack.path), "--json"]) == 1
    [record] = json.loads(capsys.readouterr().out)
    assert record.keys() == {"pack", "gate", "severity", "items", "what", "remedy"}
    assert record["items"] == [pack.items()[0].id]


def test_a_pack_without_images_is_checked_but_for_them(tmp_path, capsys):
    folder = comic(tmp_path / "one", "one")
    panelwise.build(TASK, folder, out=tmp_path / "pack", annotations_only=True)
    assert run(["check", str(tmp_path / "pack")]) == 0
    assert "built without images" in capsys.readouterr().err


def test_two_packs_of_one_book_leak(pack, tmp_path, capsys):
    other = panelwise.build(TASK, tmp_path / "one", out=tmp_path / "other", seed=5)
    assert run(["check", str(pack.path), str(other.path)]) == 1
    said = capsys.readouterr().out
    assert "page leak" in said
    assert f"{pack.path} and {other.path} share the book 'one'" in said


def test_two_packs_of_two_books_pass(pack, tmp_path, capsys):
    other = build(comic(tmp_path / "two", "two", shift=20), tmp_path / "other")
    assert run(["check", str(pack.path), str(other.path)]) == 0
    assert "between the parts: nothing found" in capsys.readouterr().out


def test_packs_of_different_tasks_are_no_parts(pack, tmp_path, capsys):
    other = panelwise.build("comix.detection", tmp_path / "one", out=tmp_path / "other")
    assert other.manifest["task"] != pack.manifest["task"]
    run(["check", str(pack.path), str(other.path)])
    assert "between the parts" not in capsys.readouterr().out


def test_flags_alone_leave_status_0(tmp_path, capsys):
    packs = []
    for shift, name in [(0, "one"), (20, "two")]:
        folder = comic(tmp_path / name, name, shift, author="Ana")
        packs.append(str(build(folder, tmp_path / f"pack of {name}").path))
    assert run(["check", *packs]) == 0
    said = capsys.readouterr()
    assert "share the author 'ana' (books two)" in said.out
    assert said.err.endswith("0 rejected, 1 flagged\n")


def library(folder: Path) -> Path:
    """Four authors; each has two volumes of a series and a book that stands alone."""
    for k in range(4):
        author = {"author": f"Author {k}"}
        for volume in (1, 2):
            series = {"series": f"Series {k}", "volume": str(volume)}
            comic(folder / f"s{k}v{volume}", f"s{k}v{volume}", **author, **series)
        comic(folder / f"alone{k}", f"alone{k}", **author)
    return folder


def split(capsys, comics: Path, *arguments: str) -> tuple[Split, str]:
    out = comics.parent / "split.json"
    given = [str(path) for path in sorted(comics.iterdir())]
    assert run(["split", *given, "--out", str(out), *arguments]) == 0
    return Split.open(out), capsys.readouterr().err


def test_a_split_by_author_shares_none(tmp_path, capsys):
    found, said = split(capsys, library(tmp_path / "comics"), "--fractions", "2:1:1", "--seed", "1")
    assert {part: len(ids) for part, ids in found.parts.items()} == {
        "train": 6,
        "valid": 3,
        "test": 3,
    }
    assert said.splitlines()[2] == "test: 3 books, none nearer than unseen_author (3 unseen_author)"
    assert found.measures["test"] == "unseen_author"


def test_a_split_by_series_may_share_authors(tmp_path, capsys):
    found, _ = split(capsys, library(tmp_path / "comics"), "--by", "series", "--fractions", "2:1")
    assert list(found.parts) == ["train", "test"]
    assert "within_series" not in found.kinds()["test"]


def test_the_three_generalisations(tmp_path, capsys):
    found, said = split(capsys, library(tmp_path / "comics"), "--kinds", "2:1:3")
    assert found.kinds() == {
        "within_series": {"within_series": 2},
        "within_author": {"within_author": 1},
        "unseen_author": {"unseen_author": 3},
    }
    assert "within_author: 1 book, none nearer than within_author" in said


def test_packs_are_checked_against_their_split(tmp_path, capsys):
    for shift, name in [(0, "one"), (20, "two")]:
        comic(tmp_path / "comics" / name, name, shift, author=name)
    found, _ = split(capsys, tmp_path / "comics", "--fractions", "1:1")
    packs = [
        str(build(tmp_path / "comics" / found.parts[part][0], tmp_path / part).path)
        for part in ("train", "test")
    ]
    check = ["check", *packs, "--split", str(tmp_path / "split.json")]
    assert run(check) == 0
    both = panelwise.build(TASK, sorted((tmp_path / "comics").iterdir()), out=tmp_path / "both")
    assert run(["check", str(both.path), *check[3:]]) == 1
    assert "holds books of test and train" in capsys.readouterr().out


def test_mistakes_are_one_line(pack, tmp_path, capsys):
    out = tmp_path / "new.json"
    assert "not a pack" in refused(capsys, "check", tmp_path / "one")
    assert "cannot be read" in refused(capsys, "check", pack.path, "--split", tmp_path / "none")
    comics = ["split", tmp_path / "one", "--out"]
    assert "or split by series or book" in refused(capsys, *comics, out)
    kinds = refused(capsys, *comics, out, "--kinds", "1:0:0")
    assert "names no author" in kinds
    assert "leave --by out" in refused(capsys, *comics, out, "--by", "book", "--kinds", "1:0:0")
    assert "or divide them with --fractions and --by book" in kinds
    assert "give two or three" in refused(capsys, *comics, out, "--fractions", "1")
    assert "colons" in refused(capsys, *comics, out, "--fractions", "a:b")
    assert "three whole numbers" in refused(capsys, *comics, out, "--kinds", "1:2")
    assert "--kinds 0:0:0: give three" in refused(capsys, *comics, out, "--kinds", "0:0:0")
    said = refused(capsys, *comics, out, "--fractions", "1:0")
    assert "--fractions 1:0: each must be above 0" in said
    assert "cannot split by 'page'" in refused(capsys, *comics, out, "--by", "page")
    assert "the part 'valid' stays empty" in refused(capsys, *comics, out, "--by", "book")
    assert "already exists" in refused(capsys, *comics, tmp_path / "pack" / "manifest.json")
    assert not out.exists()


@pytest.fixture(scope="module")
def printed(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("press") / "comics"
    print_small(folder, 2, layout="western", style="flat", chapters=2)
    return folder


def test_what_is_built_from_the_press_passes(printed, tmp_path, capsys):
    """Of pictures of several sorts; the items of all tasks are checked where they are built."""
    panelwise.build("comicvqa.missing_panel", printed, out=tmp_path / "pack")
    assert run(["check", str(tmp_path / "pack")]) == 0, capsys.readouterr().out


def test_a_list_without_hashes_is_named_with_the_command_that_writes_one(tmp_path):
    listed = tmp_path / "pages.jsonl"
    listed.write_text('{"book": "a"}\n')
    with pytest.raises(
        InputError, match=r"hash: missing; give a list that panelwise hashes wrote$"
    ):
        read_hashes(listed)


def test_what_changed_is_between_two_runs(capsys):
    assert run(["compare", "a", "b", "c", "--out", "z"]) == 2
    assert "but 3 were given; give two, or leave out --out" in capsys.readouterr().err


def test_a_pack_given_twice_is_said_so(pack, tmp_path, capsys):
    path = str(pack.path)
    argv = ["evaluate", path, path, "--model", "baseline:random", "--out", str(tmp_path / "r")]
    assert run(argv) == 2
    assert "is given twice; give each pack once" in capsys.readouterr().err
