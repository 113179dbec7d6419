"""Frozen suites print as they were frozen."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from panelwise.cli import run
from panelwise.errors import InputError, UnknownNameError
from panelwise_press import BookPlan, get_suite, print_book, print_suite, suite_names
from panelwise_press._suite import (
    SuiteEntry,
    draw_entry,
    entry_of,
    frozen_record,
    pixels_of,
    print_entry,
    truth_of,
)

SUITE = get_suite("press-v1")
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def small():
    """A book of one page and the entry that freezes it."""
    plan = BookPlan(3, layout="strip", chapters=1, scale=0.25)
    book = print_book(plan, "small", synonyms=False)
    asked = frozenset(question.id for question in book.stories[0].questions)
    return SuiteEntry("small", plan, asked, (pixels_of(book),), (truth_of(book),)), book


def test_a_book_that_comes_out_as_frozen_is_let_through(small):
    entry, book = small
    assert print_entry(entry) == (book,)


def test_the_suite_is_even_over_layouts_and_has_every_style_and_language():
    layouts = [entry.plan.layout for entry in SUITE.entries]
    assert len(SUITE.entries) == 49
    assert {layouts.count(layout) for layout in layouts} == {7}
    assert len({entry.plan.style for entry in SUITE.entries}) == 5
    assert len({entry.plan.language for entry in SUITE.entries}) == 5
    assert len({entry.id for entry in SUITE.entries}) == 49


@pytest.mark.parametrize("layout", ["four_panel", "rtl"])
def test_a_book_comes_out_as_frozen(layout):
    drawn_soonest = (layout, "clean")
    entry = next(e for e in SUITE.entries if (e.plan.layout, e.plan.style) == drawn_soonest)
    (book,) = print_entry(entry)
    asked = {question.id for story in book.stories for question in story.questions}
    assert asked == entry.questions


def test_a_frozen_book_keeps_its_words_when_a_template_is_reworded(small):
    entry, book = small
    answer = next(q for q in book.stories[0].questions if len(q.answer) > 15).answer
    then = dataclasses.replace(entry, wording={answer: "As it was worded then."})
    (drawn,) = draw_entry(then)
    answers = [question.answer for question in drawn.stories[0].questions]
    assert "As it was worded then." in answers
    assert answer not in answers
    assert entry_of(frozen_record(then, [drawn])).wording == then.wording
    with pytest.raises(InputError, match="hash of its truth"):
        print_entry(then)


@pytest.mark.parametrize("what", ["pixels", "truth"])
def test_another_press_is_told_from_the_one_that_froze_it(what, small, monkeypatch):
    entry, book = small
    monkeypatch.setattr("panelwise_press._suite.print_book", lambda plan, name, **_: book)
    other = dataclasses.replace(entry, **{what: ("0" * 64,)})
    words = "pages" if what == "pixels" else "truth"
    with pytest.raises(InputError, match=f"hash of its {words} is .* but 000000000000 is frozen"):
        print_entry(other)


def test_an_unknown_suite_is_refused_with_the_known_ones(tmp_path):
    assert suite_names() == ["press-v1", "press-v2"]
    with pytest.raises(UnknownNameError, match="press-v1"):
        print_suite("press-v3", tmp_path / "out")


@pytest.mark.alone
def test_the_whole_suite_comes_out_as_frozen(tmp_path):
    books = print_suite("press-v1", tmp_path / "suite")
    assert len(books) == 49
    assert len(list((tmp_path / "suite").glob("*.cbz"))) == 49
    assert (tmp_path / "suite" / "README.md").read_text("utf-8") == SUITE.card()


BLIND = ("45 of 45", "33 of 35", "30 of 30")  # perspectives, blank frames, meanings; no pictures


def test_the_card_says_what_the_suite_is_worth():
    card = SUITE.card()
    assert card.startswith("# press-v1\n\n49 books, 196 stories")
    assert "Do not compare models on press-v1" in card
    assert all(figure in card for figure in BLIND)


IN_ALL = ("108 of 110",)


@pytest.mark.parametrize(
    ("page", "figures"),
    [("README", IN_ALL), ("docs/press", BLIND), ("docs/measured", BLIND), ("docs/tasks", BLIND)],
)
def test_every_page_about_the_suite_says_so_too(page, figures):
    text = " ".join((ROOT / f"{page}.md").read_text("utf-8").split())
    assert all(figure in text for figure in figures)
    assert "compare models on the suite" not in text


def test_the_command_warns_when_it_has_printed_the_suite(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("panelwise_press.print_suite", lambda name, out, secret, progress: ())
    assert run(["press", "--suite", "press-v1", "--out", str(tmp_path / "out")]) == 0
    assert "note: Do not compare models on press-v1" in capsys.readouterr().err
