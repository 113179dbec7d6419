"""The catalogue of data sets, and the check of a copy: facts with sources, nothing followed out."""

from __future__ import annotations

import struct
import zlib

import pyarrow as pa
import pytest
from PIL import Image
from pyarrow import parquet

from panelwise.comics.datasets import DATASETS, check_copy, dataset_names, get_dataset
from panelwise.errors import InputError, UnknownNameError


def picture(path, size=(12, 9), colour="white"):
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", size, colour).save(path)


@pytest.fixture
def mantra(tmp_path):
    for book in "abcde":
        picture(tmp_path / f"images/{book}/ja/000.jpg")
    (tmp_path / "annotation.json").write_text("[]")
    return tmp_path


@pytest.mark.parametrize("entry", DATASETS, ids=lambda entry: entry.name)
def test_every_entry_has_terms_and_a_source(entry):
    assert all((entry.about, entry.terms, entry.reading, entry.sources, *entry.sources))
    assert all(address.startswith(("https://", "http://")) for address in entry.ask)
    assert all(count.expected is None or count.expected > 0 for count in entry.counts)
    assert not entry.essential or entry.layout


def test_the_catalogue_names_what_the_papers_use():
    assert set(dataset_names()) == {
        "chromic", "comics", "comicspap", "comicvqa", "comset", "dcm772", "ebdtheque", "gocomics",
        "manga109", "manga109-s", "mangavqa", "mangazero", "mementos", "openmantra", "popmanga",
        "stripcipher", "yesbut",
    }  # fmt: skip


def test_images_of_others_are_never_said_to_be_free():
    assert {one.name for one in DATASETS if one.passing_on == "full"} == {"comicspap", "openmantra"}
    assert all(one.licence for one in DATASETS if one.passing_on == "full")


def test_an_unknown_name_is_answered_with_the_nearest():
    with pytest.raises(UnknownNameError, match="did you mean 'mementos'"):
        get_dataset("mementoes")


def test_a_whole_copy_is_usable(mantra):
    report = check_copy("openmantra", mantra)
    assert report.usable
    assert [(one.found, one.agrees) for one in report.counts] == [(5, True)]
    assert (report.images, report.decoded, report.unreadable) == (5, 5, ())


def test_what_is_missing_is_named(mantra):
    (mantra / "annotation.json").unlink()
    (mantra / "images/a/ja/000.jpg").unlink()
    report = check_copy("openmantra", mantra)
    assert not report.usable
    assert report.missing == ("annotation*.json",)
    assert report.counts[0].found == 4
    assert report.counts[0].agrees is False


def test_damaged_images_are_named_and_the_copy_stays_usable(mantra):
    broken = mantra / "images/a/ja/000.jpg"
    broken.write_bytes(broken.read_bytes()[:200])
    report = check_copy("openmantra", mantra)
    assert report.usable
    assert len(report.unreadable) == 1
    assert str(broken) in report.unreadable[0]


def test_a_bomb_is_refused_by_its_header(mantra):
    header = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + header
    bomb = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk
    bomb += struct.pack(">I", zlib.crc32(chunk)) + struct.pack(">I", 0) + b"IDAT"
    (mantra / "images/a/ja/001.png").write_bytes(bomb + struct.pack(">I", zlib.crc32(b"IDAT")))
    (told,) = check_copy("openmantra", mantra).unreadable
    assert "60000×60000" in told or "too many pixels" in told


def test_links_out_of_the_folder_are_told_and_not_followed(mantra, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    picture(elsewhere / "secret.jpg")
    (mantra / "images/f").symlink_to(elsewhere)
    (mantra / "images/a/ja/out.jpg").symlink_to(elsewhere / "secret.jpg")
    (mantra / "images/loop").symlink_to(mantra / "images")
    report = check_copy("openmantra", mantra)
    assert report.outside == ("images/a/ja/out.jpg", "images/f")
    assert report.images == 5


def test_rows_of_parquet_files_are_counted_without_reading_them(tmp_path):
    folder = tmp_path / "sequence_filling"
    folder.mkdir()
    table = pa.table({"sample_id": [str(n) for n in range(131)]})
    for shard in range(2):
        parquet.write_table(table, folder / f"val-0000{shard}-of-00002.parquet")
    (folder / "test-00000-of-00001.parquet").write_bytes(b"PAR1 no PAR1")
    report = check_copy("comicspap", tmp_path)
    found = {one.what: (one.found, one.agrees) for one in report.counts}
    assert found["sequence_filling, val"] == (262, True)
    assert found["sequence_filling, test"] == (0, False)
    assert "test-00000-of-00001.parquet" in report.unreadable[0]


def test_without_a_published_layout_images_are_all_that_is_asked_for(tmp_path):
    assert not check_copy("comset", tmp_path).usable
    picture(tmp_path / "any/1.png")
    report = check_copy("comset", tmp_path)
    assert report.usable
    assert not report.layout_known


def test_a_copy_that_is_no_folder_is_one_line(tmp_path):
    with pytest.raises(InputError, match="no such folder"):
        check_copy("comics", tmp_path / "none")
