"""The sheet on which people mark drafted questions (MV-8), and the marks that come back."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from no_room import no_room
from panelwise.analysis import summarise_marks
from panelwise.cli import run
from panelwise.drafting import (
    Mark,
    PressWriter,
    draft_reading_questions,
    read_marks,
    reading_pairs,
    write_books,
    write_sheet,
)
from panelwise.errors import InputError, SettingError, UnavailableError
from panelwise.metrics.resampling import BookFamily


@pytest.fixture(scope="module")
def drafts(western):
    return draft_reading_questions(replace(western, stories=()), PressWriter(western))


def ids(path):
    return re.findall(r'data-id="([^"]+)"', path.read_text())


def test_a_sheet_holds_a_seeded_sample_and_the_pages_own_bytes(drafts, western, tmp_path):
    known = {pair.id for pair in reading_pairs(drafts)}
    sheet = write_sheet(drafts, western, tmp_path / "a.html", sample=4, seed=1)
    assert (sheet.pairs, sheet.of, sheet.pictures.name) == (4, len(known), "a-pictures")
    assert len(set(ids(sheet.path))) == 4
    assert set(ids(sheet.path)) <= known
    again = write_sheet(drafts[::-1], western, tmp_path / "b.html", sample=4, seed=1)
    other = write_sheet(drafts, western, tmp_path / "c.html", sample=4, seed=2)
    assert ids(again.path) == ids(sheet.path) != ids(other.path)
    everything = write_sheet(drafts, western, tmp_path / "d.html")
    assert set(ids(everything.path)) == known
    bytes_ = {page.image.read() for page in western.pages}
    assert {path.read_bytes() for path in everything.pictures.iterdir()} == bytes_


def test_what_a_model_wrote_is_text_on_the_sheet(drafts, western, tmp_path):
    pairs = [{**drafts[0].result["pairs"][0], "question": "<script>alert(1)</script>"}]
    nasty = replace(drafts[0], result={**drafts[0].result, "pairs": pairs})
    page = write_sheet([nasty], western, tmp_path / "s.html").path.read_text()
    assert "&lt;script&gt;alert(1)" in page
    assert "<script>alert" not in page


def test_sheets_that_cannot_be_written(drafts, western, tmp_path):
    write_sheet(drafts, western, tmp_path / "s.html", sample=1)
    with pytest.raises(InputError, match="already exists"):
        write_sheet(drafts, western, tmp_path / "s.html")
    with no_room(), pytest.raises(InputError, match="no space left on the disk"):
        write_sheet(drafts, western, tmp_path / "full.html")
    assert not list(tmp_path.glob("*full*"))
    with pytest.raises(InputError, match="is not among the comics"):
        write_sheet(drafts, replace(western, pages=()), tmp_path / "t.html")
    with pytest.raises(UnavailableError, match="panelwise draft vqa"):
        write_sheet([], western, tmp_path / "t.html")
    with pytest.raises(SettingError, match="at least 1"):
        write_sheet(drafts, western, tmp_path / "t.html", sample=0)


def lines(path, *rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def row(pair, rater, mark, **more):
    return {"id": pair, "book": f"book of {pair}", "rater": rater, "mark": mark, **more}


def test_marks_of_several_raters_are_summed_up(tmp_path):
    ann = lines(tmp_path / "a", row("p", "Ann", 1), row("q", "Ann", 0.5), row("r", "Ann", 0))
    bo = lines(tmp_path / "b", row("p", "Bo", 1), row("q", "Bo", 0.5, sheet="x"))
    told = summarise_marks(read_marks([ann, bo]))
    assert told.mean.value == pytest.approx(3 / 5)
    assert (told.mean.n, told.pairs) == (5, 3)
    assert told.mean.low < 3 / 5 < told.mean.high
    assert told.raters == {"Ann": (0.5, 3), "Bo": (0.75, 2)}
    assert (told.alpha.value, told.alpha.n) == (1.0, 2)
    [both] = told.compared
    assert (both.first, both.second, both.comparison.n) == ("Ann", "Bo", 2)


def test_marks_of_one_family_are_one_cluster(tmp_path):
    """Twelve books of six families: the interval is that of six clusters."""
    given = [row(f"p{k}", "Ann", (k // 2) % 2, family=f"f{k // 2}") for k in range(12)]
    marks = read_marks([lines(tmp_path / "a", *given)])
    found = summarise_marks(marks).mean
    by_book = summarise_marks([replace(mark, family=None) for mark in marks]).mean
    assert [mark.cluster for mark in marks[:3]] == [*[BookFamily("f0")] * 2, BookFamily("f1")]
    assert found.value == by_book.value == 0.5
    assert found.low < by_book.low < by_book.high < found.high


def test_the_sheet_names_the_family_of_a_book_that_has_one(drafts, western, tmp_path):
    plain = write_sheet(drafts, western, tmp_path / "a.html", sample=1).path.read_text()
    stories = tuple(replace(story, family="kites") for story in western.stories)
    book = replace(western, stories=stories)
    told = write_sheet(drafts, book, tmp_path / "b.html", sample=1).path.read_text()
    assert "data-family" not in plain
    assert 'data-family="kites"' in told


def test_one_rater_has_nobody_to_agree_with():
    told = summarise_marks([Mark("p", "b", "Ann", 1.0), Mark("q", "b", "Ann", 0.5)])
    assert (told.alpha, told.compared) == (None, ())
    with pytest.raises(UnavailableError, match="no marks"):
        summarise_marks([])


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([row("p", "Ann", 0.7)], "line 1: mark 0.7; give 0, 0.5 or 1"),
        ([row("p", "Ann", 1), row("p", "Ann", 1)], "line 2: 'Ann' marked 'p…' before"),
        ([{"id": "p", "book": "b", "mark": 1}], "line 1: rater: missing; write"),
        ([{}], 'line 1: id: missing (and 3 more mistakes); write {"id": "…", "book": "…", "rater"'),
        (["p"], "line 1: must be an object"),
    ],
)
def test_marks_that_cannot_be_read_are_one_line(tmp_path, capsys, rows, message):
    path = lines(tmp_path / "m.jsonl", *rows)
    assert run(["draft", "marks", str(path)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert message in said


@pytest.mark.browser
def test_a_person_marks_by_keys_and_buttons_and_downloads(chromium, drafts, western, tmp_path):
    sheet = write_sheet(drafts, western, tmp_path / "s.html", sample=3)
    page = chromium.new_context(accept_downloads=True).new_page()
    asked, faults = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(sheet.path.as_uri())
    assert page.locator("section:visible").count() == 1
    assert page.locator("section:visible img").evaluate("image => image.decode()") is None
    assert page.locator("section:visible img").evaluate("image => image.naturalWidth") > 0
    page.keyboard.press("5")
    page.keyboard.press("ArrowLeft")
    assert page.locator("[aria-pressed=true]:visible").inner_text() == "0.5"
    page.keyboard.press("ArrowRight")
    page.locator("section:visible [data-mark='0']").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("1")
    assert page.locator("#status").inner_text() == "3 of 3 marked"
    page.locator("#download").click()
    assert "name first" in page.locator("#status").inner_text()
    page.keyboard.type("Ann 15")  # into the name, and no mark
    with page.expect_download() as download:
        page.locator("#download").click()
    assert download.value.suggested_filename == "marks-Ann-15.jsonl"
    download.value.save_as(tmp_path / "marks.jsonl")
    assert not faults
    assert all(url.startswith(("file:", "blob:")) for url in asked)
    found = read_marks([tmp_path / "marks.jsonl"])
    assert [(mark.id, mark.mark) for mark in found] == list(
        zip(ids(sheet.path), (0.5, 0.0, 1.0), strict=True)
    )
    assert {mark.rater for mark in found} == {"Ann 15"}
    page.reload()
    assert page.locator("#status").inner_text() == "3 of 3 marked"


def test_from_drafts_to_a_mean_on_the_command_line(drafts, western, tmp_path, capsys):
    folder = tmp_path / "comics"
    write_books([western], folder)
    truth = ["--model", f"press:{folder}", "--out", str(tmp_path / "d.jsonl")]
    assert run(["draft", "vqa", str(folder), *truth]) == 0
    where = [str(folder), str(tmp_path / "d.jsonl"), "--out", str(tmp_path / "s.html")]
    assert run(["draft", "sheet", *where, "--sample", "2", "--seed", "1"]) == 0
    assert "2 of 10 questions" in capsys.readouterr().err
    pairs = ids(tmp_path / "s.html")
    path = lines(tmp_path / "m", *[row(pair, who, 1) for pair in pairs for who in ("A", "B")])
    assert run(["draft", "marks", str(path)]) == 0
    said = capsys.readouterr().out
    assert re.search(r"all\s+1\.000\s+\[0\.\d+, 1\.000\]\s+4", said)
    assert "A and B" in said
    assert run(["draft", "marks", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["mean"]["n"] == 4
