"""``panelwise transcribe``, and the texts of ``panelwise read``."""

from __future__ import annotations

import json

import pytest

from drawn import draw_book
from panelwise.cli import run
from panelwise.errors import install_command
from panelwise_press import print_comics

OCR = "panelwise.reading._text_reader.find_spec"


@pytest.fixture
def comic(tmp_path):
    print_comics(tmp_path / "press", seed=5, chapters=1)
    return tmp_path / "press"


def refused(capsys, *arguments):
    """A user's mistake: exit 2, nothing on standard output, one line on standard error."""
    assert run([str(argument) for argument in arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1, said.err
    return said.err


def test_a_transcript_goes_to_standard_output_as_markdown(comic, capsys):
    assert run(["transcribe", str(comic)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("# ")
    assert "\n## Page 1\n\n### Panel 1\n" in out


@pytest.mark.parametrize("to", ["md", "html", "json"])
def test_a_transcript_goes_to_a_file_and_replaces_none(comic, tmp_path, capsys, to):
    file = tmp_path / f"told.{to}"
    assert run(["transcribe", str(comic), "--to", to, "--out", str(file)]) == 0
    said = capsys.readouterr()
    assert said.out == ""
    assert str(file) in said.err
    text = file.read_text("utf-8")
    assert text.lower().startswith({"md": "# ", "html": "<!doctype html>", "json": "{"}[to])
    assert "already exists" in refused(capsys, "transcribe", comic, "--to", to, "--out", file)
    assert file.read_text("utf-8") == text


def test_pictures_are_carried_only_when_asked(comic, capsys):
    assert run(["transcribe", str(comic), "--to", "html"]) == 0
    assert "<img" not in capsys.readouterr().out
    assert run(["transcribe", str(comic), "--to", "html", "--images"]) == 0
    assert '<img src="data:image/jpeg;base64,' in capsys.readouterr().out


def test_mistakes_are_told_before_the_work(comic, tmp_path, capsys):
    assert "did you mean 'html'" in refused(capsys, "transcribe", comic, "--to", "htm")
    assert "cannot contain images" in refused(capsys, "transcribe", comic, "--images")
    nowhere = tmp_path / "no" / "told.md"
    assert "no such folder" in refused(capsys, "transcribe", comic, "--out", nowhere)
    assert "no such file or folder" in refused(capsys, "transcribe", tmp_path / "none")


def test_without_the_extra_read_says_that_texts_were_not_read(tmp_path, capsys, monkeypatch):
    book = draw_book(tmp_path / "book", [2], annotated=False)
    monkeypatch.setattr(OCR, lambda name: None)
    assert run(["read", str(book), "--direction", "ttb"]) == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["texts"] is None
    assert "texts were not read from the pictures" in said.err
    assert install_command("ocr") in said.err
    assert install_command("ocr") in refused(capsys, "read", book, "--texts")
    assert install_command("ocr") in refused(capsys, "transcribe", book)


@pytest.mark.extra
def test_with_the_extra_read_fills_texts_unless_told_not_to(tmp_path, capsys):
    pytest.importorskip("rapidocr", reason="needs the extra 'ocr'")
    book = draw_book(tmp_path / "book", [2], annotated=False)
    assert run(["read", str(book), "--direction", "ttb"]) == 0
    assert json.loads(capsys.readouterr().out)["texts"] == []
    assert run(["read", str(book), "--direction", "ttb", "--no-texts"]) == 0
    assert json.loads(capsys.readouterr().out)["texts"] is None
