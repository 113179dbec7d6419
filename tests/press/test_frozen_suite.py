"""press-v2 is drawn as it was frozen. Until it is frozen, a small law is frozen in its place."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files

import orjson
import pytest

from panelwise.errors import InputError
from panelwise_press import BookPlan, get_suite, print_book, print_suite
from panelwise_press._law import SUITES, FamilyGroup, lawful_plans, read_law
from panelwise_press._suite import (
    Suite,
    SuiteEntry,
    draw_entry,
    entry_of,
    frozen_record,
    print_entry,
)
from panelwise_press.worlds import book_ids, print_family

NAME = "press-v2"
MADE_UP = (FamilyGroup(("pier-lunch", "rainy-errand"), 1, "strip"),)
MEGABYTE = 1_000_000


def small_suite() -> Suite:
    """The small law, frozen as it is drawn now."""
    plans = lawful_plans(MADE_UP, NAME)
    drawn = [SuiteEntry(one, plan, volume=NAME) for one, plan in plans.items()]
    records = orjson.loads(orjson.dumps([frozen_record(one, draw_entry(one)) for one in drawn]))
    return Suite(NAME, tuple(map(entry_of, records)))


def small_family(plan, name):
    """A stand-in for a family that is drawn at once: as many books, each of a small strip."""
    book = print_book(BookPlan(plan.book.seed % 99, layout="strip", chapters=1, scale=0.25), name)
    return tuple(replace(book, id=one) for one in book_ids(plan, name))


@pytest.fixture(scope="module")
def frozen():
    """The suite as it is frozen; until then the small law, with small books."""
    suite = get_suite(NAME)
    if not suite.preview:
        yield suite
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("panelwise_press._suite.print_family", small_family)
        yield small_suite()


@pytest.fixture(scope="module")
def soonest(frozen):
    """A family that takes little time to draw: its stories are short."""
    return next(one for one in frozen.entries if one.plan.template == "pier-lunch")


@pytest.fixture(scope="module")
def books(soonest):
    """Its books, drawn and compared with their hashes."""
    return print_entry(soonest)


def test_a_family_comes_out_as_frozen(soonest, books):
    assert tuple(book.id for book in books) == soonest.books
    assert len(soonest.pixels) == len(soonest.truth) == len(books)
    assert len(set(soonest.truth)) == len(books)


def test_the_book_that_differs_is_named(soonest, books, monkeypatch):
    (*first, last) = books
    other = (*first, replace(last, title="Another one"))
    monkeypatch.setattr("panelwise_press._suite.draw_entry", lambda entry: other)
    with pytest.raises(InputError, match=f"{last.id}: the hash of its truth is"):
        print_entry(soonest)


def test_the_plans_are_those_of_the_law_and_every_entry_has_its_hashes():
    suite = get_suite(NAME)
    assert {one.id: one.plan for one in suite.entries} == lawful_plans(read_law(NAME), NAME)
    assert len({bool(one.pixels) for one in suite.entries}) == 1
    frozen = files(SUITES).joinpath(f"{NAME}.json")
    assert frozen.is_file() != suite.preview
    assert suite.preview or len(frozen.read_bytes()) < MEGABYTE


@pytest.mark.slow
def test_every_book_comes_out_as_frozen(tmp_path, monkeypatch):
    suite = get_suite(NAME)
    # Workers draw real families, whatever the fixture above has put in their place here.
    monkeypatch.setattr("panelwise_press._suite.print_family", print_family)
    frozen = small_suite() if suite.preview else suite
    monkeypatch.setattr("panelwise_press._write.get_suite", lambda name: frozen)
    books = print_suite(NAME, tmp_path / "suite")
    assert len(books) == sum(len(entry.pixels) for entry in frozen.entries)
    assert (tmp_path / "suite" / "README.md").read_text("utf-8") == frozen.card()
    assert "frozen by hashes" in frozen.card()
