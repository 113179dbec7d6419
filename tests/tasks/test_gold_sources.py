"""Who vouches for the gold is recorded and said; no file beside the pages is silently ignored."""

from __future__ import annotations

import json
import shutil
import warnings
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

import panelwise
from drawn import draw_book
from panelwise.benchmarks import BENCHMARKS
from panelwise.benchmarks._papers import CHROMIC
from panelwise.cli import run
from panelwise.comics import AnnotationFile, Book, Page, Panel, Source, Story, Text, open_comic
from panelwise.errors import UnavailableError, UnreadFileWarning
from panelwise.geometry import Box
from panelwise.profile import RECOMMENDED
from panelwise.report._doubts import about_gold
from panelwise.tasks import is_unchecked, vouchers
from panelwise.tasks._gold_sources import gold_sources, texts_source, words_source

TASK = "chromic.panel_reordering"
BOX = Box(0, 0, 50, 50)
PANEL, TEXT = Panel(BOX), Text(BOX, {"en": "Hello"})
COCO = AnnotationFile("boxes.json", "coco")


def change_lines(book: Path, change) -> None:
    """Change every page of a drawn book's annotation."""
    file = book / "pages.jsonl"
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    file.write_text("".join(json.dumps(change(line)) + "\n" for line in lines))


@pytest.mark.parametrize(
    ("book", "page", "panels", "order"),
    [
        ({"annotation": COCO}, {}, "annotation coco", "annotation coco"),
        (
            {"annotation": COCO},
            {"order_confidence": 0.9, "order_by": "rule default"},
            "annotation coco",
            "rule default",
        ),
        ({"annotation": COCO}, {"order_confidence": 0.0}, "annotation coco", "file order"),
        (
            {"annotation": COCO},
            {"panels": (Panel(BOX, confidence=0.8),)},
            "reader not recorded",
            "reader not recorded",
        ),
        (
            {"annotation": AnnotationFile("k.json", "kumiko")},
            {},
            "program kumiko",
            "program kumiko",
        ),
        ({"source": Source(dataset="panelwise press")}, {}, "press truth", "press truth"),
        ({"source": Source(dataset="DCM772")}, {}, "annotation DCM772", "annotation DCM772"),
        (
            {},
            {"panels_by": "reader mine", "order_by": "reader mine", "order_confidence": 0.7},
            "reader mine",
            "reader mine",
        ),
    ],
)
def test_panels_and_their_order_have_a_source_each(book, page, panels, order):
    one = replace(Page("1", 100, 100, panels=(PANEL,)), **page)
    found = gold_sources(replace(Book("b", (one,)), **book), [one])
    assert found == {"panels_from": panels, "order_from": order}
    assert is_unchecked(panels) == (not panels.startswith(("annotation", "press")))


def test_texts_and_words_have_a_source_too():
    book = Book("b", (), annotation=COCO)
    pages = [Page("1", 9, 9, texts=found) for found in (None, (TEXT,), ())]
    assert texts_source(book, pages[:1]) is None
    assert texts_source(book, pages) == "annotation coco"
    guessed = Page("2", 9, 9, texts=(replace(TEXT, confidence=0.4),))
    assert texts_source(book, [*pages, guessed]) == "annotation coco + reader of texts"
    assert is_unchecked("annotation coco + reader of texts")
    written = [Story(name, (), author=name) for name in ("press", "human", "gpt-x")]
    assert words_source(written) == "model gpt-x + people + press truth"
    assert words_source([Story("s", ())]) is None


def test_a_line_names_every_source_and_counts_where_they_differ():
    both = [{"panels_from": "reader a", "order_from": "reader a"}] * 2
    assert [str(one) for one in vouchers(both)] == [
        "panels and their order from reader a, unchecked"
    ]
    mixed = [*both, {"panels_from": "annotation coco", "order_from": "rule default"}]
    assert [str(one) for one in vouchers(mixed)] == [
        "panels from annotation coco (1 items), reader a, unchecked (2 items)",
        "their order from reader a, unchecked (2 items), rule default, unchecked (1 items)",
    ]
    assert [one.unchecked for one in vouchers(mixed)] == [2, 3]
    assert vouchers([{"headline": "accuracy"}]) == []


def test_a_pack_says_everywhere_that_a_reader_found_its_panels(tmp_path, capsys):
    book = draw_book(tmp_path / "book", [3, 4], annotated=False)
    out = tmp_path / "pack"
    assert run(["build", TASK, str(book), "--out", str(out), "--direction", "ttb"]) == 0
    line = "panels and their order from reader default, unchecked"
    assert f"  gold: {line}\n" in capsys.readouterr().err
    assert run(["check", str(out)]) == 0
    assert f"{out}: gold: {line}\n" in capsys.readouterr().out
    assert run(["show", str(out)]) == 0
    assert f"gold      {line}\n" in capsys.readouterr().out
    pack = panelwise.Pack.open(out)
    assert pack.manifest["gold"] == {"panels and their order": {"reader default": 2}}
    (ledger,) = pack.manifest["books"]
    assert ledger["annotation"] is None
    assert ledger["panels_from"] == ledger["order_from"] == {"reader default": 2}
    assert f"**Source of the right answers.** {line}." in (out / "README.md").read_text("utf-8")
    items = pack.items()
    assert about_gold(items) == ("note", f"Source of the gold: {line}.")


def test_an_annotated_pack_names_the_file_and_its_format(tmp_path):
    pack = panelwise.build(TASK, draw_book(tmp_path / "book", [3, 4]), out=tmp_path / "pack")
    assert pack.manifest["gold"] == {"panels and their order": {"annotation page-json": 2}}
    (ledger,) = pack.manifest["books"]
    assert ledger["annotation"] == {"file": "pages.jsonl", "format": "page-json"}
    assert about_gold(pack.items())[0] == "good"


def test_what_a_reader_wrote_is_no_annotation_when_it_is_read_back(tmp_path, capsys):
    bare = draw_book(tmp_path / "book", [3, 4], annotated=False)
    assert (
        run(["read", str(bare), "--direction", "ttb", "--no-texts", "--out", f"{tmp_path}/r"]) == 0
    )
    shutil.copy(tmp_path / "r" / "pages.jsonl", bare)
    pack = panelwise.build(TASK, bare, out=tmp_path / "pack")
    assert pack.manifest["gold"] == {"panels and their order": {"reader default": 2}}


@pytest.mark.parametrize("profile", [CHROMIC, RECOMMENDED], ids=["paper", "recommended"])
def test_panels_annotated_without_an_order_are_put_in_order_by_the_rule(profile, tmp_path):
    book = draw_book(tmp_path / "book", [3, 4])
    change_lines(book, lambda line: line | {"order_confidence": 0, "panels": line["panels"][::-1]})
    pack = panelwise.build(TASK, book, out=tmp_path / "pack", profile=profile)
    assert pack.manifest["gold"] == {
        "panels": {"annotation page-json": 2},
        "their order": {"rule default": 2},
    }
    for item in pack.items():
        shown = item.rendering.images[0].recipe["panels"]
        tops = [shown[k]["box"][1] for k in item.gold]
        assert tops == sorted(tops)


def test_boxes_of_panels_are_gold_without_an_order_but_not_when_they_were_found(tmp_path):
    drawn = draw_book(tmp_path / "book", [3, 4])
    change_lines(drawn, lambda line: line | {"order_confidence": 0})
    plan = BENCHMARKS.get("comix.detection").plan(open_comic(drawn), RECOMMENDED, 0)
    assert len(plan.drafts) == 2
    page = Page("1", 100, 100, None, panels=(PANEL,), order_confidence=0.0)
    ask = BENCHMARKS.get("comix.detection").ask
    found = replace(page, panels_by="reader default")
    assert ask(Book("b", (found,)), found, RECOMMENDED, 0) == "needs annotated panels"
    page = replace(page, panels=(Panel(BOX, confidence=0.5),))
    assert ask(Book("b", (page,)), page, RECOMMENDED, 0) == "needs annotated panels"


@pytest.mark.parametrize(
    "task", ["comix.text_reading_order", "comix.text_reading_order_end_to_end"]
)
def test_an_order_of_texts_that_nobody_annotated_is_no_gold(task):
    page = Page("1", 100, 100, None, texts=(TEXT,) * 3, order_confidence=0.0)
    asked = BENCHMARKS.get(task).ask(Book("b", (page,)), page, RECOMMENDED, 0)
    assert asked == "needs texts in an annotated order"


@pytest.mark.parametrize("name", ["boxes.json", "boxes.XML", "frames.csv", "frames.txt"])
def test_a_file_beside_the_images_that_no_format_knows_is_named(name, tmp_path, capsys):
    book = draw_book(tmp_path / "book", [3, 4], annotated=False)
    (book / name).write_text('{"panels": 3}' if "json" in name else "<a/>", encoding="utf-8")
    out = tmp_path / "pack"
    assert run(["build", TASK, str(book), "--out", str(out), "--direction", "ttb"]) == 0
    line = f"warning: {book}: not read: {name}; not in a known annotation format"
    assert line in capsys.readouterr().err
    pack = panelwise.Pack.open(out)
    assert pack.manifest["passed_over"] == [name]
    assert f"may be annotations: `{name}`" in (out / "README.md").read_text("utf-8")


def test_read_names_it_too(tmp_path, capsys):
    book = draw_book(tmp_path / "book", [3], annotated=False)
    (book / "marks.csv").write_text("1,2", encoding="utf-8")
    assert run(["read", str(book), "--no-texts"]) == 0
    assert "not read: marks.csv; not in a known annotation" in capsys.readouterr().err


def test_files_below_beside_and_inside_are_named_with_the_reason(tmp_path):
    shelf = tmp_path / "shelf"
    inner = draw_book(shelf / "inner", [3])
    with pytest.warns(
        UnreadFileWarning, match=r"inner/pages\.jsonl; annotations in subfolders are not"
    ):
        (book,) = open_comic(shelf)
    assert book.passed_over == ("inner/pages.jsonl",)
    with zipfile.ZipFile(tmp_path / "b.cbz", "w") as archive:
        archive.write(inner / "000.png", "000.png")
        archive.writestr("boxes.json", "{}")
    with pytest.warns(UnreadFileWarning, match=r"b\.cbz: not read: boxes\.json; put annotations"):
        (book,) = open_comic(tmp_path / "b.cbz")
    for k in range(5):
        (inner / f"more{k}.txt").write_text("x")
    with pytest.warns(UnreadFileWarning, match=r"more0\.txt, more1\.txt, more2\.txt and 2 more;"):
        (book,) = open_comic(inner)
    assert book.annotation == AnnotationFile("pages.jsonl", "page-json")
    assert len(book.passed_over) == 5


def test_a_comic_built_without_its_annotated_folder_names_the_annotation(tmp_path, capsys):
    shelf = draw_book(tmp_path / "shelf", [3, 4])
    pictures = [str(file) for file in sorted(shelf.glob("*.png"))]
    out = str(tmp_path / "pack")
    assert run(["build", TASK, *pictures, "--out", out, "--direction", "ltr"]) == 0
    line = (
        f"warning: {shelf / 'pages.jsonl'} is not used, because 000.png was given without it;"
        f" to use it, give the folder {shelf}"
    )
    assert [one for one in capsys.readouterr().err.splitlines() if "not used" in one] == [line]
    with warnings.catch_warnings():
        warnings.simplefilter("error", UnreadFileWarning)
        panelwise.build(TASK, shelf, out=tmp_path / "whole")
        panelwise.build(TASK, shelf / "pages.jsonl", out=tmp_path / "by name")


def test_what_was_read_and_what_is_prose_is_not_named(tmp_path):
    book = draw_book(tmp_path / "book", [3])
    for name in ("README.txt", "LICENSE.txt", "licence.txt", ".hidden.json", "Credits.txt"):
        (book / name).write_text("words", encoding="utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("error", UnreadFileWarning)
        assert open_comic(book)[0].passed_over == ()
        (book / "pages.jsonl").unlink()
        (book / "ComicInfo.xml").write_text("<ComicInfo/>", encoding="utf-8")
        assert open_comic(book)[0].passed_over == ()


def test_a_task_that_cannot_be_fed_leaves_the_warning(tmp_path, capsys):
    book = draw_book(tmp_path / "book", [1], annotated=False)
    (book / "boxes.csv").write_text("1", encoding="utf-8")
    with pytest.warns(UnreadFileWarning), pytest.raises(UnavailableError):
        panelwise.build(TASK, book, out=tmp_path / "pack")
