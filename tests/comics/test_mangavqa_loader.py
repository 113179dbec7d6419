"""MangaVQA's rows beside Manga109's spreads; made by hand after the published columns."""

from __future__ import annotations

import json

import pyarrow as pa
import pytest
from PIL import Image
from pyarrow import parquet

from panelwise.benchmarks import build
from panelwise.cli import run
from panelwise.comics import Book, Page, Panel, Text
from panelwise.comics.datasets import load_dataset
from panelwise.comics.formats import manga109
from panelwise.errors import InputError
from panelwise.geometry import Box

ROWS = [
    {
        "title": "Neko",
        "image_number": 3,
        "question": "誰が話しますか？",
        "answer": "猫",
        "required_info": "Panel",
        "w5h1": "Who",
        "understanding_type": "Exact Extraction",
    },
    {
        "title": "Neko",
        "image_number": 3,
        "question": "なぜ怒りますか？",
        "answer": "雨だから",
        "required_info": "Page",
        "w5h1": "Why",
        "understanding_type": "Descriptive Answering",
    },
]


def copy(folder, rows=ROWS, *, kind="jsonl", panels=2):
    """A copy of one volume of three spreads, and rows about it."""
    boxes = tuple(Panel(Box(10 + 60 * k, 10, 60 + 60 * k, 90)) for k in range(panels))
    pages = tuple(
        Page(f"{k:03}", 160, 100, None, "rtl", "spread", boxes, (Text(Box(20, 20, 40, 60)),))
        for k in (2, 3, 4)
    )
    (folder / "annotations").mkdir(parents=True)
    manga109.write([Book("Neko", pages)], folder / "annotations" / "Neko.xml")
    for page in pages[1:]:
        path = folder / "images" / "Neko" / f"{page.id}.jpg"
        path.parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (160, 100), "white").save(path)
    if kind == "parquet":
        parquet.write_table(pa.Table.from_pylist(rows), folder / "test.parquet")
    else:
        (folder / "test.jsonl").write_text("\n".join(json.dumps(row) for row in rows))
    return folder


@pytest.mark.parametrize("kind", ["jsonl", "parquet"])
def test_questions_stand_with_their_spread(tmp_path, kind):
    loaded = load_dataset("mangavqa", copy(tmp_path, kind=kind))
    [book] = loaded.books
    assert (book.id, [page.id for page in book.pages], loaded.left_out) == ("Neko", ["003"], ())
    [story] = book.stories
    assert [
        (q.task, q.question, q.answer, q.answer_type, q.interrogative, q.required, q.language)
        for q in story.questions
    ] == [
        ("reading", "誰が話しますか？", "猫", "exact", "who", "one_panel", "ja"),
        ("reading", "なぜ怒りますか？", "雨だから", "descriptive", "why", "several_panels", "ja"),
    ]
    assert {ref.page for ref in story.questions[0].evidence} == {"003"}
    assert book.source.dataset == "MangaVQA"


def test_a_value_that_is_not_known_is_told(tmp_path):
    rows = [{**ROWS[0], "understanding_type": "type B"}]
    loaded = load_dataset("mangavqa", copy(tmp_path, rows))
    assert loaded.books[0].stories[0].questions[0].answer_type == "descriptive"
    [line] = loaded.left_out
    assert (
        "understanding_type 'type B' is not known and is treated as descriptive: 1 question" in line
    )


def test_questions_without_their_spread_are_told(tmp_path):
    rows = [
        *ROWS,
        {**ROWS[0], "image_number": 2},
        {**ROWS[0], "image_number": 99},
        {**ROWS[0], "title": "Inu"},
    ]
    left_out = load_dataset("mangavqa", copy(tmp_path, rows)).left_out
    assert [line.partition(": ")[2] for line in left_out] == [
        "no annotations/Inu.xml: 1 question",
        "Neko, spread 002: no image: 1 question",
        "Neko, spread 099: not in the annotations: 1 question",
    ]


def test_a_training_table_beside_it_is_passed_over(tmp_path):
    copy(tmp_path, kind="parquet")
    (tmp_path / "train.jsonl").write_text('{"id": 1, "messages": []}\n')
    assert len(load_dataset("mangavqa", tmp_path).books[0].stories[0].questions) == 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"image_number": "3"}, "row 1: image_number must be a whole number"),
        ({"answer": ""}, "row 1: answer must be a string that is not empty"),
        ({"question": None}, "row 1: question must be a string that is not empty"),
        ({"title": "../Neko"}, "none of the spreads that the questions are about"),
    ],
)
def test_rows_that_are_not_as_published_are_one_line(tmp_path, change, message):
    with pytest.raises(InputError, match=r"^[^\n]*$") as told:
        load_dataset("mangavqa", copy(tmp_path, [{**ROWS[0], **change}]))
    assert message in str(told.value)


def test_a_folder_without_such_a_table_says_what_is_needed(tmp_path, capsys):
    copy(tmp_path / "copy", [{"question": "?"}])
    arguments = ["convert", str(tmp_path / "copy"), "--from", "mangavqa"]
    assert run([*arguments, "--out", str(tmp_path / "out")]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "with columns title, image_number, question, answer" in said


def test_from_a_copy_to_the_benchmark(tmp_path, capsys):
    arguments = ["convert", str(copy(tmp_path / "copy")), "--from", "mangavqa"]
    assert run([*arguments, "--out", str(tmp_path / "out")]) == 0
    assert "1 book, 1 page, 1 story" in capsys.readouterr().err
    pack = build("mangavqa.manga_vqa", tmp_path / "out", out=tmp_path / "pack")
    assert [item.gold["answers"] for item in pack.items()] == [["猫"], ["雨だから"]]
    assert pack.items()[0].meta["answer_type"] == "exact"
