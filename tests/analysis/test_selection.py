"""Choosing books by their cast from a table (CX-4, AMB-46)."""

from __future__ import annotations

import json

import pytest

from panelwise.analysis import choose_books
from panelwise.cli import run

# The golden example of AMB-46: b1 and b3 have the same cast.
CASTS = "book,character,series\nb1,A,S\nb1,B,S\nb2,A,S\nb2,C,\nb3,A,\nb3,B,\nb4,D,\nb5,,\n"


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "books.csv"
    path.write_text("\ufeff" + CASTS, encoding="utf-8")
    return path


def test_books_are_ranked_by_their_characters_in_other_books(table):
    chosen = choose_books(table, 10)
    assert [(one.book, one.series, one.characters, one.score) for one in chosen] == [
        ("b1", "S", 2, 2.25),
        ("b3", None, 2, 2.25),
        ("b2", "S", 2, 1.0),
        ("b4", None, 1, 0.0),
        ("b5", None, 0, 0.0),
    ]


def test_as_printed_books_with_one_cast_do_not_count_for_each_other(table):
    scores = {one.book: one.score for one in choose_books(table, 10, compare="set")}
    assert scores["b1"] == scores["b3"] == 0.25


def test_a_cap_keeps_a_long_series_from_filling_the_list(table):
    assert [one.book for one in choose_books(table, 2, max_per_series=1)] == ["b1", "b3"]
    assert [one.book for one in choose_books(table, 3, max_per_series=1)] == ["b1", "b3", "b4"]


def test_on_the_command_line(table, capsys):
    assert run(["select", str(table), "--top", "2"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert [line.split() for line in said[1:]] == [
        ["b1", "S", "2", "2.250"],
        ["b3", "–", "2", "2.250"],
    ]
    assert run(["select", str(table), "--compare", "set", "--max-per-series", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["book"] == "b2"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"title,character\na,b\n", "lacks book; it needs the columns book, character"),
        (b"", "lacks book, character; it needs the columns book, character"),
        (b"book,character\n", "has no books"),
        (b"book,character\n,A\n", "line 2: names no book"),
        (b"book,character,series\na,A,S\na,B,T\n", "'a' is of series 'T' here, 'S' before"),
        (b"book,character\n\xff,A\n", "line 2 is not UTF-8 text"),
        (b'book,character\n"a,A\n', "line 2 is not CSV"),
        (b"book,character\nSmith, J,A\n", "line 2 has more cells than there are columns"),
    ],
)
def test_a_table_that_cannot_be_read_is_one_line(tmp_path, capsys, data, message):
    path = tmp_path / "books.csv"
    path.write_bytes(data)
    assert run(["select", str(path)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert message in said


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--top", "0"], "top=0: must be at least 1"),
        (["--max-per-series", "0"], "max_per_series=0: must be at least 1"),
        (["--compare", "cast"], "compare=cast: must be id or set"),
    ],
)
def test_wrong_choices_are_one_line(table, capsys, more, message):
    assert run(["select", str(table), *more]) == 2
    assert message in capsys.readouterr().err
