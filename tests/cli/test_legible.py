"""``panelwise legible``: what models see of pages, and which lettering becomes too small."""

from __future__ import annotations

import json

import pytest

from panelwise.cli import run
from panelwise.models import LEGIBLE, letters_as_seen, seen_by

NAMES = (
    "openai/gpt-4o",
    "anthropic/claude-opus-5",
    "gemini/gemini-3-pro",
    "http://u:p@h:1/v1#mine",
)


def legible(capsys, press_folder, *arguments: str) -> tuple[str, str]:
    capsys.readouterr()
    models = [word for name in NAMES for word in ("--model", name)]
    assert run(["legible", str(press_folder), *models, *arguments]) == 0
    said = capsys.readouterr()
    return said.out, said.err


def test_small_letters_are_warned_of(capsys, press_folder):
    out, err = legible(capsys, press_folder)
    gpt, claude, gemini, mine = out.splitlines()[-4:]
    assert [line.split()[0] for line in (gpt, claude, gemini, mine)] == [
        *NAMES[:3],
        "http://h:1/v1#mine",
    ]
    assert gemini.split()[-1] == mine.split()[-1] == "–"  # nobody publishes it
    warned = [line for line in err.splitlines() if line.startswith("warning: ")]
    assert len(warned) == 2  # of the press's pages at a third of their size
    assert "texts too small for openai/gpt-4o: book-" in warned[0]
    assert "nothing is known of 'http://h:1/v1#mine'" in err
    assert "u:p" not in out + err


def test_every_page_as_json(capsys, press_folder):
    out, _ = legible(capsys, press_folder, "--json")
    pages = [page for page in json.loads(out) if page["model"] == NAMES[0]]
    silent = [page for page in pages if not page["texts"]]
    told = [page for page in pages if page["texts"]]
    assert silent
    assert told
    for page in told:
        size = page["width"], page["height"]
        seen = seen_by(NAMES[0], *size)
        assert page["seen"] == {"width": seen.width, "height": seen.height, "tokens": seen.tokens}
        assert page["letters_seen"] == letters_as_seen(NAMES[0], *size, page["letters"])
        assert (page["illegible"] > 0) == (page["letters_seen"] < LEGIBLE)
    assert {page["letters"] for page in silent} == {None}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere", "--model", "x"], "nowhere: no such file or folder"),
        (["nowhere"], "Missing option '--model'"),
    ],
)
def test_mistakes_are_one_line(capsys, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    assert run(["legible", *arguments]) == 2
    said = capsys.readouterr()
    assert message in said.err
    assert said.err.count("\n") == 1
