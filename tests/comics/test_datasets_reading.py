"""Copies in their published layouts become books, and books a folder that opens by itself."""

from __future__ import annotations

import io
import json

import numpy as np
import pyarrow as pa
import pytest
from PIL import Image
from pyarrow import parquet

from panelwise.benchmarks import build
from panelwise.comics import open_comic
from panelwise.comics.datasets import layout_names, load_dataset, write_books
from panelwise.errors import InputError, UnavailableError, UnknownNameError, UnsafeInputError
from panelwise.geometry import Box

WIDTH, HEIGHT = 30, 20


def picture(path, colour="white"):
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", (WIDTH, HEIGHT), colour).save(path)


def encoded(colour):
    buffer = io.BytesIO()
    Image.new("RGB", (WIDTH, HEIGHT), colour).save(buffer, "PNG")
    return {"bytes": buffer.getvalue(), "path": None}


def told(story):
    return [tuple(event.panel) for event in story.events]


def reopened(loaded, out):
    """The books after a way through the disk, where they must not have changed."""
    write_books(loaded.books, out)
    books = open_comic(out)
    assert [b.id for b in books] == [b.id for b in loaded.books]
    for book, before in zip(books, loaded.books, strict=True):
        assert book.stories == before.stories
        assert book.source == before.source
        for page, old in zip(book.pages, before.pages, strict=True):
            assert (page.id, page.panels, page.story) == (old.id, old.panels, old.story)
            assert page.image.sha256 == old.image.sha256
    return books


@pytest.fixture
def strips(tmp_path):
    for name in ("10/1.png", "10/2.png", "2/panel2.png", "2/panel10.png", "2/panel1.jpg"):
        picture(tmp_path / "copy" / name)
    return tmp_path / "copy"


def test_panels_as_files_become_stories_of_whole_images(strips, tmp_path):
    loaded = load_dataset("panels", strips)
    (book,) = reopened(loaded, tmp_path / "out")
    assert [story.id for story in book.stories] == ["2", "10"]
    assert told(book.stories[0]) == [("2", 0), ("2", 1), ("2", 2)]
    assert [panel.id for panel in book.pages[0].panels] == ["panel1", "panel2", "panel10"]
    assert book.pages[0].panels[1].box == Box(38, 0, 38 + WIDTH, HEIGHT)
    assert [event.description for event in book.stories[0].events] == ["", "", ""]


def test_notes_beside_the_panels_describe_and_ask(strips, tmp_path):
    question = {
        "id": "q1",
        "task": "narrative_comprehension",
        "question": "What happens?",
        "answer": "A dog runs.",
        "evidence": [["10", 0]],
    }
    notes = [
        {"strip": "10", "panel": 1, "description": "A dog."},
        {"strip": "10", "question": question},
    ]
    (strips / "panels.jsonl").write_text("\n".join(map(json.dumps, notes)))
    (book,) = reopened(load_dataset("panels", strips), tmp_path / "out")
    story = book.stories[1]
    assert [event.description for event in story.events] == ["", "A dog."]
    assert story.questions[0].answer == "A dog runs."


def test_a_panel_is_cut_out_of_its_row_pixel_by_pixel(tmp_path):
    noise = np.random.default_rng(7).integers(0, 256, (3, 11, 17, 3), dtype=np.uint8)
    for at, pixels in enumerate(noise):
        path = tmp_path / f"copy/a/{at}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        Image.fromarray(pixels[: 11 - at, : 17 - at]).save(path)
    (book,) = load_dataset("panels", tmp_path / "copy").books
    page = book.pages[0]
    row = page.image.pixels()
    assert row.shape == (page.height, page.width, 3)
    for panel, pixels, at in zip(page.panels, noise, range(3), strict=True):
        x0, y0, x1, y1 = map(int, panel.box)
        assert (row[y0:y1, x0:x1] == pixels[: 11 - at, : 17 - at]).all()


@pytest.mark.parametrize(
    ("note", "complaint"),
    [
        ({"strip": "9", "panel": 0, "description": "x"}, "line 1: no folder of a strip is"),
        (
            {"strip": "10", "panel": 2, "description": "x"},
            "line 1: there is no panel 2; those of strip",
        ),
        ({"strip": "10", "panel": 0}, "expected panel and description, or question"),
        ({"strip": "10", "question": {"id": "q"}}, "strip '10': questions[0].task"),
        ({"panel": 0}, "line 1: strip"),
    ],
)
def test_a_wrong_note_is_one_line(strips, note, complaint):
    (strips / "panels.jsonl").write_text(json.dumps(note))
    with pytest.raises(InputError) as caught:
        load_dataset("panels", strips)
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


def test_comics_are_books_whose_printed_pages_are_stories(tmp_path):
    for name in ("7/0_1.jpg", "7/0_0.jpg", "7/10_0.jpg", "7/2_0.jpg", "12/0_0.jpg"):
        picture(tmp_path / "copy" / name)
    books = reopened(load_dataset("comics", tmp_path / "copy"), tmp_path / "out")
    assert [book.id for book in books] == ["7", "12"]
    assert [story.id for story in books[0].stories] == ["0", "2", "10"]
    assert [panel.id for panel in books[0].pages[0].panels] == ["0_0", "0_1"]
    assert books[0].source.redistribution == "annotation_only"


def test_a_stray_image_among_comics_is_an_error(tmp_path):
    picture(tmp_path / "7/cover.jpg")
    with pytest.raises(InputError, match=r"not named PAGE_PANEL\.jpg"):
        load_dataset("comics", tmp_path)


def yesbut(folder, **changes):
    record = {
        "image_file": "00001.jpg",
        "title": "A title",
        "bounding_box": [[[0, 0], [14, 20]], [[16, 0], [30, 20]]],
        "moral": "Things are not what they seem.",
        "neg_moral": ["Hurry.", "Save money.", "Trust nobody."],
    }
    path = folder / "data/YesBut_data.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    gone = {**record, "image_file": "00002.jpg"}
    path.write_text(json.dumps([{**record, **changes}, gone]))
    picture(folder / "images/00001.jpg")
    return folder


def test_yesbut_has_two_panels_a_page_and_tells_which_images_are_gone(tmp_path):
    loaded = load_dataset("yesbut", yesbut(tmp_path / "copy"))
    (book,) = reopened(loaded, tmp_path / "out")
    assert [panel.box for panel in book.pages[0].panels] == [Box(0, 0, 14, 20), Box(16, 0, 30, 20)]
    (story,) = book.stories
    assert story.title == "A title"
    (asked,) = story.questions
    assert (asked.task, asked.answer) == (
        "narrative_comprehension",
        "Things are not what they seem.",
    )
    assert [option.error for option in asked.wrong] == ["unspecified"] * 3
    assert len(loaded.left_out) == 1
    assert "00002.jpg" in loaded.left_out[0]


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"bounding_box": [[[5, 5], [5, 9]]]}, "is empty"),
        ({"bounding_box": [[[90, 90], [99, 99]]]}, "lies outside the page"),
        ({"image_file": 3}, "image_file"),
    ],
)
def test_a_wrong_record_of_yesbut_is_one_line(tmp_path, changes, complaint):
    with pytest.raises(InputError, match=complaint) as caught:
        load_dataset("yesbut", yesbut(tmp_path, **changes))
    assert "\n" not in str(caught.value)


def test_yesbut_morals_can_be_asked(tmp_path):
    write_books(load_dataset("yesbut", yesbut(tmp_path / "copy")).books, tmp_path / "out")
    task, settings = "stripcipher.narrative_comprehension", {"strips.shortest": "2"}
    with pytest.raises(UnavailableError, match=r"1 \w+: fewer than 3 panels"):  # no strip
        build(task, tmp_path / "out", out=tmp_path / "pack")
    pack = build(task, tmp_path / "out", out=tmp_path / "pack", settings=settings)
    (item,) = pack.items()
    assert sorted(option.text for option in item.options)[-2:] == [
        "Things are not what they seem.",
        "Trust nobody.",
    ]


def mementos(folder, table='image_name,gt_description\ncmc_1.png,"A cat, then a dog."\n'):
    folder.mkdir(parents=True)
    (folder / "cmc_description.csv").write_text(table)
    picture(folder / "comics/val/cmc_1.png")
    picture(folder / "comics/val/cmc_10.png", "red")
    return folder


def test_mementos_descriptions_are_summaries_of_strips(tmp_path):
    loaded = load_dataset("mementos", mementos(tmp_path / "copy"))
    (book,) = reopened(loaded, tmp_path / "out")
    assert [(s.id, s.summary) for s in book.stories] == [
        ("cmc_1", "A cat, then a dog."),
        ("cmc_10", None),
    ]
    assert [page.layout for page in book.pages] == ["strip", "strip"]


@pytest.mark.parametrize(
    ("table", "complaint"),
    [
        ("name,text\n", "expected the columns"),
        ("image_name,gt_description\ncmc_1,a\ncmc_1,b\n", "line 3.*is empty or occurs twice"),
        (f"image_name,gt_description\ncmc_1,{'a' * 131_073}\n", "line 2: not CSV"),
    ],
)
def test_a_wrong_table_of_mementos_is_one_line(tmp_path, table, complaint):
    with pytest.raises(InputError, match=complaint):
        load_dataset("mementos", mementos(tmp_path / "copy", table))


def mangazero(folder, image_path="title/ch1/3.jpg"):
    frame = {
        "bbox": [15, 0, 30, 20],
        "caption": "A man waits.",
        "characters": [{"bbox": [16, 1, 20, 9], "id": 4, "type": 0}],
        "dialogs": [{"bbox": [21, 1, 25, 6]}],
    }
    left = {"bbox": [0, 0, 14, 20], "caption": "He goes.", "characters": [], "dialogs": []}
    folder.mkdir(parents=True, exist_ok=True)
    pages = [{"image_path": image_path, "frames": [frame, left]}]
    (folder / "annotations.json").write_text(json.dumps(pages))
    picture(folder / "images/title/ch1/3.jpg")
    return folder


def test_mangazero_brings_captions_but_no_trust_in_its_order(tmp_path):
    (book,) = reopened(load_dataset("mangazero", mangazero(tmp_path / "c")), tmp_path / "out")
    (page,) = book.pages
    assert (book.id, page.reading_direction, page.order_confidence) == ("title/ch1", "rtl", 0.0)
    assert [e.description for e in book.stories[0].events] == ["A man waits.", "He goes."]
    assert (len(page.texts), len(page.characters)) == (1, 1)


def test_a_path_out_of_the_copy_is_refused(tmp_path):
    with pytest.raises(UnsafeInputError, match="leads out"):
        load_dataset("mangazero", mangazero(tmp_path, "../../secret.jpg"))


def test_two_annotation_files_are_not_chosen_between(tmp_path):
    copy = mangazero(tmp_path)
    (copy / "old").mkdir()
    (copy / "old/annotations.json").write_text("[]")
    with pytest.raises(InputError, match=r"several files annotations\.json in it; keep one"):
        load_dataset("mangazero", copy)


def comicspap(folder, **changes):
    row = {
        "sample_id": "abcdefghij",
        "context": [encoded("red"), encoded("blue")],
        "options": [encoded("grey"), encoded("green")],
        "index": 1,
        "solution_index": 1,
    } | changes
    secret = {**row, "sample_id": "secret", "solution_index": -1}
    folder.mkdir(parents=True, exist_ok=True)
    table = pa.Table.from_pylist([row, secret])
    parquet.write_table(table, folder / "val-00000-of-00001.parquet")
    return folder.parent


def test_comicspap_puts_the_right_option_into_the_gap(tmp_path):
    loaded = load_dataset("comicspap", comicspap(tmp_path / "c/sequence_filling"))
    (book,) = reopened(loaded, tmp_path / "out")
    (page,) = book.pages
    pixels = page.image.pixels()
    colours = [pixels[0, int(panel.box.x0)].tolist() for panel in page.panels]
    assert colours == [[255, 0, 0], [0, 128, 0], [0, 0, 255]]
    assert "sample 'secret' has no solution" in loaded.left_out[0]


def test_comicspap_as_hugging_face_saves_it(tmp_path):
    whole = comicspap(tmp_path / "sequence_filling")
    table = parquet.read_table(whole / "sequence_filling/val-00000-of-00001.parquet")
    saved = tmp_path / "saved/validation"
    saved.mkdir(parents=True)
    with pa.ipc.new_stream(str(saved / "data-00000-of-00001.arrow"), table.schema) as stream:
        stream.write_table(table)
    (ours,) = load_dataset("comicspap", whole).books
    (theirs,) = load_dataset("comicspap", tmp_path / "saved").books
    assert [page.image.sha256 for page in theirs.pages] == [p.image.sha256 for p in ours.pages]
    (saved / "data-00000-of-00001.arrow").write_bytes(b"half")
    with pytest.raises(InputError, match="cannot be read as a table"):
        load_dataset("comicspap", tmp_path / "saved")


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"sample_id": "../up"}, "not a plain name"),
        ({"solution_index": 2}, "is missing"),
        ({"index": 3}, "is missing"),
        ({"options": [{"bytes": b"x", "path": None}] * 2}, "not a readable image"),
        ({"solution_index": -1}, "no row has a solution"),
    ],
)
def test_a_wrong_row_of_comicspap_is_one_line(tmp_path, changes, complaint):
    with pytest.raises(InputError, match=complaint) as caught:
        load_dataset("comicspap", comicspap(tmp_path / "sequence_filling", **changes))
    assert "\n" not in str(caught.value)


def test_a_table_of_something_else_is_no_comicspap(tmp_path):
    parquet.write_table(pa.table({"a": [1]}), tmp_path / "a.parquet")
    with pytest.raises(InputError, match="expected the columns"):
        load_dataset("comicspap", tmp_path)


def test_nothing_is_overwritten(strips, tmp_path):
    loaded, out = load_dataset("panels", strips), tmp_path / "out"
    picture(out / "2.png", "red")
    with pytest.raises(InputError, match="another file has this name"):
        write_books(loaded.books, out)
    (out / "2.png").unlink()
    write_books(loaded.books, out)
    with pytest.raises(InputError, match="already exists"):
        write_books(loaded.books, out)


@pytest.mark.parametrize("layout", layout_names())
def test_an_empty_folder_is_one_line_for_every_layout(layout, tmp_path):
    with pytest.raises(InputError) as caught:
        load_dataset(layout, tmp_path)
    assert str(tmp_path) in str(caught.value)


def test_an_unknown_layout_is_answered_with_those_there_are(tmp_path):
    with pytest.raises(UnknownNameError, match="nown: comics, comicspap"):
        load_dataset("chromic", tmp_path)
