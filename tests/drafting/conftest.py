"""Books of the press: told, and stripped of everything but their panels."""

from __future__ import annotations

from dataclasses import replace

import pytest

from panelwise.comics import Book
from panelwise.drafting import PressWriter, apply_drafts, draft_descriptions
from panelwise_press import BookPlan, print_book

TWO = ("leak", "parcel")


def bare(book: Book) -> Book:
    return replace(book, stories=())


@pytest.fixture(scope="session")
def western() -> Book:
    return print_book(
        BookPlan(3, layout="western", chapters=2, templates=TWO, scale=0.4), "western"
    )


@pytest.fixture(scope="session")
def manga() -> Book:
    return print_book(BookPlan(3, layout="rtl", chapters=1, templates=TWO, scale=0.4), "manga")


@pytest.fixture(scope="session")
def strip() -> Book:
    return print_book(
        BookPlan(5, layout="strip", chapters=2, templates=TWO, silent=True, scale=0.4), "strip"
    )


@pytest.fixture(scope="session")
def described(western: Book) -> Book:
    """The western book with drafted descriptions and nothing else."""
    return apply_drafts(bare(western), draft_descriptions(bare(western), PressWriter(western)))
