"""Nothing that a model, a file or a server says commands the terminal."""

from __future__ import annotations

import ast
import json
import os
import unicodedata
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import panelwise.cli
from drawn import draw_book
from panelwise.cli import run
from panelwise.cli._output import one_line, visible, write_json, write_table

CLI = Path(panelwise.cli.__file__).parent
ESCAPES = "\x1b[2J\x1b]0;owned\x07\x9b31m\r\u202egnp.\u2066\x7f"


def commands(text: str) -> set[str]:
    """The characters of a text that a terminal obeys."""
    obeyed = {*"\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"}
    controls = {c for c in text if unicodedata.category(c) in ("Cc", "Cs")}
    return (controls - {"\n", "\t"}) | (obeyed & {*text})


@given(st.text(st.characters(categories=("Cc", "Cf", "Cs", "L", "Zl", "Zp"))))
@example(ESCAPES)
def test_what_is_shown_commands_nothing_and_names_what_it_was(text):
    assert not commands(visible(text))
    assert not commands(one_line(text)) | ({"\n", "\t"} & {*one_line(text)})
    visible(text).encode()
    for character in commands(text):
        assert ascii(character)[1:-1] in visible(text)


@given(st.text(st.characters(exclude_categories=("Cs",))))
def test_json_for_a_terminal_is_the_same_value(text):
    from contextlib import redirect_stdout
    from io import StringIO

    with redirect_stdout(StringIO()) as printed:
        write_json({text: [text]})
    assert not commands(printed.getvalue())
    assert json.loads(printed.getvalue()) == {text: [text]}


def test_tables_show_names_as_they_are(capsys):
    write_table(["[red]model[/]", ESCAPES], [["[b]x[/b]", ESCAPES]], f"[i]title[/i] {ESCAPES}")
    said = capsys.readouterr().out
    assert not commands(said)
    assert all(name in said for name in ("[red]model[/]", "[b]x[/b]", "[i]title[/i]"))
    assert r"\x1b[2J" in said


def test_names_of_files_and_errors_are_shown_as_escapes(tmp_path, capsys):
    for name in (ESCAPES, "two\nlines", os.fsdecode(b"\xff\xfe")):
        assert run(["read", str(tmp_path / name)]) == 2
        said = capsys.readouterr().err
        assert said.count("\n") == 1
        assert not commands(said)


@pytest.mark.parametrize("verb", ["read", "transcribe", "score"])
def test_words_of_a_comic_and_of_a_model_are_shown_as_escapes(verb, tmp_path, capsys):
    book = draw_book(tmp_path / "book", [3, 3])
    page = {"page": "0", "book": f"b{ESCAPES}", "width": 300, "height": 390, "image": "000.png"}
    panel = {"box": [0, 0, 90, 90]}
    said = {"box": [5, 5, 50, 50], "text": f"Hi {ESCAPES}"}
    boxes = [{"box": [0, y, 300, y + 120]} for y in (0, 130, 260)]
    (book / "pages.jsonl").write_text(json.dumps(page | {"panels": boxes, "texts": [said]}))
    lines = tmp_path / "lines.jsonl"
    lines.write_text(json.dumps({"id": ESCAPES, "gold": "Z", "answer": panel}))
    arguments = {"read": [book], "transcribe": [book], "score": ["choice", lines]}
    code = run([verb, *map(str, arguments[verb])])
    printed = capsys.readouterr()
    assert code == (2 if verb == "score" else 0)
    assert printed.out or printed.err
    assert not commands(printed.out + printed.err)


def test_there_is_one_way_to_the_terminal():
    ways = {"print", "echo", "secho"}
    found = []
    for file in sorted(CLI.glob("*.py")):
        if file.name == "_output.py":
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            call = node.func if isinstance(node, ast.Call) else None
            name = getattr(call, "attr", getattr(call, "id", ""))
            owner = ast.unparse(call.value) if isinstance(call, ast.Attribute) else ""
            if (name in ways and owner in ("", "typer")) or owner in ("sys.stdout", "sys.stderr"):
                found += [f"{file.name}:{node.lineno}"] if name != "isatty" else []
    assert [place for place in found if not place.startswith("_main.py")] == []
