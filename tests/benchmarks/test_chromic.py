"""CHROMIC panel reordering: a page of at most four panels as one picture (CH-1, CH-10)."""

from __future__ import annotations

from pathlib import Path

import pytest

import panelwise
from drawn import draw_book
from panelwise.packs import Pack

TASK = "chromic.panel_reordering"
PRINTED_END = """\
Now, return a Python list of integers indicating the correct order of these panels (starting from 0).
The list must contain exactly 3 elements—no more, no less—and must include every index shown above, \
without duplicates or omissions.
Do NOT return an empty list.
Return only the list of numbers, like this: [3, 0, 2, 1, 4]
Make sure the list includes all 3 panel indices."""  # noqa: E501 - the paper's line


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return draw_book(tmp_path / "book", [2, 2, 3, 4, 5])


def build(book: Path, tmp_path: Path, profile: str) -> Pack:
    return panelwise.build(TASK, book, out=tmp_path / profile, profile=profile)


def test_the_paper_keeps_pairs_and_may_show_them_in_order(book, tmp_path):
    pack = build(book, tmp_path, "paper")
    assert [item.n for item in pack.items()] == [2, 2, 3, 4]
    assert {item.gold for item in pack.items() if item.n == 2} == {(0, 1), (1, 0)}
    assert pack.manifest["excluded"] == {"more than 4 panels": 1}


def test_we_leave_pairs_out_and_never_show_the_answer(book, tmp_path):
    pack = build(book, tmp_path, "recommended")
    assert [item.n for item in pack.items()] == [3, 4]
    assert all(item.gold != tuple(range(item.n)) for item in pack.items())
    assert pack.manifest["excluded"] == {"fewer than 3 panels": 2, "more than 4 panels": 1}


def test_the_paper_is_asked_in_its_own_words_but_for_the_panels(book, tmp_path):
    text = build(book, tmp_path, "paper").item("pages/002").rendering.text
    assert text == (
        "[image 1]\nThe image shows shuffled comic panels, numbered 0 to 2."
        " Each number marks one panel.\n" + PRINTED_END
    )


def test_we_add_one_sentence_that_says_what_the_list_means(book, tmp_path):
    paper = build(book, tmp_path, "paper").item("pages/002").rendering.text
    ours = build(book, tmp_path, "recommended").item("pages/002").rendering.text
    form = paper.replace("like this: [3, 0, 2, 1, 4]", "in this form: [<first>, <second>, ...]")
    assert form != paper  # five numbers of three are no form
    assert ours.startswith(form)
    assert ours.removeprefix(form).strip().startswith("The first number of the list is the panel")


def test_one_picture_goes_before_the_words_and_needs_no_other_form(book, tmp_path):
    pack = build(book, tmp_path, "recommended")
    for item in pack.items():
        assert item.single_image is None
        [message] = pack.messages(item)
        assert [type(part).__name__ for part in message.parts] == ["ImagePart", "TextPart"]


def test_the_numbers_drawn_are_those_of_the_prompt(book, tmp_path):
    for item in build(book, tmp_path, "recommended").items():
        assert item.index_base == 0
        assert item.rendering.images[0].recipe["tags"] == [str(k) for k in range(item.n)]


def test_the_example_in_the_prompt_is_known_to_spot_its_echo(book, tmp_path):
    for item in build(book, tmp_path, "paper").items():
        assert item.example == (3, 0, 2, 1, 4)
        assert str(list(item.example)) in item.rendering.text
        assert item.gold != item.example
