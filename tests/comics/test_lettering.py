"""How words are set in their place: in rows or columns, and how large."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from panelwise.comics import letter_size, set_in_columns
from panelwise.geometry import Box

TALL, WIDE, SQUARE = Box(0, 0, 20, 100), Box(0, 0, 100, 20), Box(0, 0, 100, 80)


@pytest.mark.parametrize(
    ("language", "box", "direction", "columns"),
    [
        ("ja", TALL, "ltr", True),
        ("ja", SQUARE, "ltr", False),
        ("ja", SQUARE, "rtl", True),  # a balloon of many short columns
        ("ja", WIDE, "rtl", False),
        ("zh-Hant", TALL, "rtl", True),
        ("en", TALL, "rtl", False),
        ("", TALL, "rtl", False),
    ],
)
def test_japanese_and_chinese_are_set_in_columns(language, box, direction, columns):
    assert set_in_columns(language, box, direction) is columns


def test_a_column_of_wide_letters_is_as_high_as_its_letters():
    assert letter_size(["こんにちは"], TALL, columns=True) == pytest.approx(20 / 1.2)
    assert 0.92 * 9.5 <= letter_size(["あ" * 10], TALL, columns=True) <= 9.5


def test_a_word_is_not_broken():
    assert letter_size(["SPLASH"], WIDE) * 6 * 0.72 <= 100
    assert letter_size(["Donaudampfschifffahrt"], Box(0, 0, 100, 500)) * 20 * 0.55 <= 100


@given(st.lists(st.text(max_size=30), max_size=5), st.booleans())
def test_one_more_line_is_not_set_larger(lines, columns):
    size = letter_size(lines, SQUARE, columns=columns)
    assert 4 <= size <= 100
    step = 0.92  # sizes are tried in steps
    assert letter_size([*lines, "one more"], SQUARE, columns=columns) <= size / step + 1e-9
