"""``panelwise correct``: what is exported, and what is refused."""

from __future__ import annotations

import zipfile

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra annotate")

from panelwise.annotation import corrected_exports, correcting_project, read_book_for
from panelwise.cli import run
from panelwise.comics import open_comic
from panelwise_press import print_comics
from served_work import serving
from signing_in import PASSWORD


@pytest.fixture(scope="module")
def comics(tmp_path_factory):
    folder = tmp_path_factory.mktemp("comics") / "press"
    print_comics(folder, books=2, seed=5, chapters=1)
    return folder


@pytest.fixture
def read(comics, tmp_path, monkeypatch):
    """A comic that has been read, in the working directory."""
    monkeypatch.chdir(tmp_path)
    comic = sorted(comics.glob("*.cbz"))[0]
    [book] = open_comic(comic)
    correcting_project(tmp_path / f"{comic.stem}.corrections", read_book_for(book, texts=False))
    return comic


def refused(capsys, *arguments):
    assert run([str(argument) for argument in arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1, said.err
    return said.err


def test_what_was_read_and_corrected_is_exported(read, tmp_path, capsys):
    assert run(["correct", str(read), "--export", "epub"]) == 0
    assert "0 pages corrected" in capsys.readouterr().err
    [made] = list(tmp_path.glob("*.corrected.epub"))
    [book] = open_comic(made)
    assert book.pages[0].panels
    assert "already exists" in refused(capsys, "correct", read, "--export", "epub")


def test_an_annotation_that_a_single_file_comes_without_is_named(read, tmp_path, capsys):
    """Its panels are found in its pictures, as by ``build``."""
    asked = ["correct", str(read), "--project", str(tmp_path / "new"), "--reader", "nobody"]
    assert run(asked) == 2  # an unknown reader: nothing is served
    assert "pages.jsonl is not used, because" in capsys.readouterr().err


def test_mistakes_are_a_line(read, comics, tmp_path, capsys):
    assert "epub" in refused(capsys, "correct", read, "--export", "epbu", "--out", tmp_path / "x")
    assert "--out is for --export" in refused(capsys, "correct", read, "--out", tmp_path / "x")
    said = refused(capsys, "correct", comics, "--book", "nobody")
    assert "no comic 'nobody'; it holds book-0001, book-0002" in said
    said = refused(capsys, "correct", comics)
    assert "2 comics; choose one with --book: book-0001, book-0002" in said
    assert run(["correct", str(comics), "--book", "book-0001", "--export", "md"]) == 0
    assert "book-0001.corrected.md written" in capsys.readouterr().err
    said = refused(capsys, "correct", read, "--project", tmp_path / "no", "--export", "md")
    assert "no corrections of" in said
    said = refused(capsys, "annotate", tmp_path / "p", "--procedure", "pages.gold")
    assert "--comic" in said
    correcting = ("--procedure", "pages.correct", "--comic", comics)
    said = refused(capsys, "annotate", tmp_path / "p", *correcting)
    assert "use `panelwise correct COMIC`" in said
    assert not (tmp_path / "p").exists()


@pytest.fixture
def served(read, tmp_path):
    """The corrections in a browser, with an admin and somebody who is none."""
    [book] = open_comic(read)
    with serving(tmp_path / f"{read.stem}.corrections", book=book) as found:
        found.accounts.add("boss", "Boss", ["admin", "annotator"], PASSWORD)
        found.accounts.add("ann", "Ann", ["annotator"], PASSWORD)
        yield found


def test_what_is_downloaded_is_what_the_command_line_writes(read, served, tmp_path):
    boss = served.person("boss")
    assert '<a href="/export">Export</a>' in boss.get("/work").text
    page = boss.get("/export").text
    assert "0 of " in page
    for one in corrected_exports():
        assert f'value="{one.name}"' in page
        reply = boss.post("/export", {"to": one.name})
        assert reply.status == 200, reply.text
        out = tmp_path / one.name
        out.mkdir()
        file = out / f"{read.stem}.corrected{one.suffix}"
        assert run(["correct", str(read), "--export", one.name, "--out", str(file)]) == 0
        named = reply.headers["content-disposition"]
        assert named.startswith(f'attachment; filename="{read.stem}.correct')
        if one.name == "mokuro":  # the file and its images
            packed = tmp_path / "mokuro.zip"
            packed.write_bytes(reply.raw)
            with zipfile.ZipFile(packed) as archive:
                found = {name: archive.read(name) for name in archive.namelist()}
            files = [path for path in out.rglob("*") if path.is_file()]
            assert found == {path.relative_to(out).as_posix(): path.read_bytes() for path in files}
        else:
            assert reply.raw == file.read_bytes(), one.name


def test_only_admins_of_a_corrected_comic_download_it(served):
    ann = served.person("ann")
    assert "/export" not in ann.get("/work").text
    assert ann.get("/export").status == 403
    assert ann.post("/export", {"to": "epub"}).status == 403
    boss = served.person("boss")
    assert boss.post("/export", {"to": "epub"}, csrf="forged").status == 403
    assert boss.get("/export").status == 200
    refused = boss.post("/export", {"to": "../../etc/passwd"})
    assert refused.status == 422
    assert "unknown export" in refused.text


def test_a_project_without_a_comic_has_no_exports(read, tmp_path):
    with serving(tmp_path / f"{read.stem}.corrections") as found:
        found.accounts.add("boss", "Boss", ["admin", "annotator"], PASSWORD)
        boss = found.person("boss")
        assert "/export" not in boss.get("/work").text
        assert boss.get("/export").status == 404
