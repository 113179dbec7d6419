"""Splits: whole groups, three generalisations, the same for everybody."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from panelwise.comics import Book, Source
from panelwise.errors import InputError, SettingError, UnavailableError
from panelwise.packs import BookFacts, Split, check_split, split_books, split_by_generalisation

SHARES = {"train": 8.0, "valid": 1.0, "test": 1.0}
NAMES = st.sampled_from(["ana", "bo", "cy", "di", "ed", "flo"])
SHELVES = st.lists(
    st.builds(
        lambda authors, series, language: (frozenset(authors), series, language),
        st.sets(NAMES, min_size=1, max_size=2),
        st.none() | st.sampled_from(["one", "two", "three", "four"]),
        st.sampled_from(["en", "ja"]),
    ),
    min_size=3,
    max_size=40,
)


def shelf(rows) -> list[BookFacts]:
    return [
        BookFacts(f"b{k:02d}", authors, series, str(k), language)
        for k, (authors, series, language) in enumerate(rows)
    ]


def library(authors: int, titles: int = 2, volumes: int = 2) -> list[BookFacts]:
    """Every author has so many series of so many volumes, and one book that stands alone."""
    return [
        fact
        for a in range(authors)
        for fact in [
            *(
                BookFacts(f"a{a}-t{t}-v{v}", frozenset({f"a{a}"}), f"a{a} t{t}", str(v))
                for t in range(titles)
                for v in range(1, volumes + 1)
            ),
            BookFacts(f"a{a}-alone", frozenset({f"a{a}"})),
        ]
    ]


def sharing(split: Split, fact) -> list:
    """What two parts have in common."""
    parts = [{f for book in split.books_in(part) for f in fact(book)} for part in split.parts]
    return [x & y for k, x in enumerate(parts) for y in parts[k + 1 :] if x & y]


@settings(max_examples=30)  # each makes hundreds of tries
@given(SHELVES, st.integers(0, 5), st.sampled_from(["book", "series", "author"]))
def test_parts_never_share_a_group(rows, seed, by):
    books = shelf(rows)
    try:
        split = split_books(books, {"train": 2, "test": 1}, by=by, seed=seed)
    except UnavailableError:
        return
    placed = [name for ids in split.parts.values() for name in ids]
    assert sorted(placed) == [book.id for book in books]
    if by != "book":
        assert not sharing(split, lambda book: {book.series} - {None})
    if by == "author":
        assert not sharing(split, lambda book: book.authors)
    assert not len(check_split(split))


@settings(max_examples=30)  # each makes hundreds of tries
@given(SHELVES, st.integers(0, 5), st.randoms())
def test_the_order_of_the_books_changes_nothing(rows, seed, rng):
    books = shelf(rows)
    mixed = rng.sample(books, len(books))
    shares = {"train": 2, "test": 1}
    once = split_books(books, shares, by="book", seed=seed)
    assert split_books(mixed, shares, by="book", seed=seed) == once


@given(
    st.lists(st.integers(1, 6), min_size=1, max_size=15),
    st.lists(st.integers(1, 9), min_size=2, max_size=4),
    st.integers(0, 3),
)
def test_a_part_misses_its_share_by_one_group_at_most(sizes, ratio, seed):
    books = [
        BookFacts(f"s{s}-{k}", frozenset({"a"}), f"s{s}")
        for s, size in enumerate(sizes)
        for k in range(size)
    ]
    targets = [share * len(books) / sum(ratio) for share in ratio]
    shares = {f"part{k}": share for k, share in enumerate(ratio)}
    if min(targets) <= max(sizes):
        return  # a part may have to be filled
    split = split_books(books, shares, by="series", seed=seed)
    for part, target in zip(split.parts.values(), targets, strict=True):
        assert abs(len(part) - target) <= max(sizes) + 1e-9


def test_shares_that_add_up_are_counts():
    books = [BookFacts(f"b{k}", frozenset({f"a{k}"})) for k in range(12)]
    split = split_books(books, {"train": 7, "valid": 2, "test": 3}, seed=4)
    assert [len(part) for part in split.parts.values()] == [7, 2, 3]
    assert split.measures == {"valid": "unseen_author", "test": "unseen_author"}
    assert split.kinds() == {"valid": {"unseen_author": 2}, "test": {"unseen_author": 3}}


def test_six_books_fill_three_parts():
    books = [BookFacts(f"b{k}", frozenset({f"a{k}"})) for k in range(6)]
    assert [len(part) for part in split_books(books, SHARES).parts.values()] == [4, 1, 1]


def test_another_seed_deals_otherwise():
    books = [BookFacts(f"b{k:02d}", frozenset({f"a{k}"})) for k in range(30)]
    assert split_books(books, SHARES, seed=1) == split_books(books, SHARES, seed=1)
    assert split_books(books, SHARES, seed=1).parts != split_books(books, SHARES, seed=2).parts


def test_languages_and_styles_are_spread_evenly():
    books = [
        BookFacts(f"b{k:02d}", frozenset({f"a{k}"}), language="en" if k < 20 else "ja")
        for k in range(40)
    ]
    books = [replace(book, style="ink" if k % 4 else "flat") for k, book in enumerate(books)]
    split = split_books(books, {"train": 1, "test": 1}, seed=3)
    for part in split.parts:
        members = split.books_in(part)
        assert len(members) == 20
        assert abs(Counter(book.language for book in members)["en"] - 10) <= 1
        assert abs(Counter(book.style for book in members)["flat"] - 5) <= 1


def test_a_series_holds_its_two_authors_together():
    """Ana and Bo made one series; their own books must not be on both sides."""
    books = [
        BookFacts("1", frozenset({"ana"}), "x"),
        BookFacts("2", frozenset({"bo"}), "x"),
        BookFacts("3", frozenset({"bo"})),
        BookFacts("4", frozenset({"ana"})),
        BookFacts("5", frozenset({"cy"})),
    ]
    split = split_books(books, {"train": 1, "test": 1}, seed=0)
    assert sorted(split.parts.values()) == [("1", "2", "3", "4"), ("5",)]


@pytest.mark.parametrize("seed", range(4))
def test_each_generalisation_has_a_part_of_its_own(seed):
    """The counts of MangaVQA: five last volumes, five other titles, three of unseen authors."""
    books = library(12)
    counts = {"within_series": 5, "within_author": 5, "unseen_author": 5}
    split = split_by_generalisation(books, counts, seed=seed)
    assert {part: len(ids) for part, ids in split.parts.items()} == {"train": 45} | counts
    assert split.kinds() == {kind: {kind: 5} for kind in counts}
    trained = set(split.parts["train"])
    for book in split.books_in("within_series"):
        assert book.volume == "2"
        assert book.id.replace("v2", "v1") in trained
    for book in split.books_in("within_author"):
        assert not any(book.series and book.series == b.series for b in split.books_in("train"))
    assert not len(check_split(split))


def test_volumes_are_numbers():
    books = [BookFacts(f"v{k}", frozenset({"ana"}), "x", str(k)) for k in (1, 2, 9, 10)]
    split = split_by_generalisation(books, {"within_series": 1})
    assert split.parts["within_series"] == ("v10",)


def test_kinds_that_the_books_cannot_give_are_refused():
    books = library(2, titles=1)
    with pytest.raises(UnavailableError, match="do not allow within_series 5"):
        split_by_generalisation(books, {"within_series": 5})
    with pytest.raises(UnavailableError, match="unseen_author 2"):
        split_by_generalisation(books, {"unseen_author": 2})  # each author has three books
    with pytest.raises(SettingError, match="each 0 or more"):
        split_by_generalisation(books, {"within_series": -1})
    with pytest.raises(SettingError, match="each 0 or more"):
        split_by_generalisation(books, {})


def test_mistakes_are_one_line():
    books = library(3)
    with pytest.raises(SettingError, match="cannot split by 'page'"):
        split_books(books, SHARES, by="page")
    with pytest.raises(SettingError, match="two or more, each above 0"):
        split_books(books, {"train": 1, "test": 0})
    with pytest.raises(InputError, match=r"book 'x' names no author \(1 of 16 books\)"):
        split_books([*books, BookFacts("x")], SHARES)
    with pytest.raises(InputError, match="two books have the id 'a0-alone'"):
        split_books([*books, books[-1], replace(books[-1], id="a0-alone")], SHARES)
    with pytest.raises(
        UnavailableError, match="with 1 author and these shares, the part 'valid' stays"
    ):
        split_books(library(1), SHARES)


def test_an_author_nobody_named_is_not_called_unseen():
    split = split_books([BookFacts("x"), BookFacts("y")], {"train": 1, "test": 1}, by="book")
    assert split.kinds() == {"test": {"unknown": 1}}


def test_names_are_compared_whatever_their_spelling():
    def facts(author, series=None):
        return BookFacts.of(Book("b", (), source=Source(author=author, series=series)))

    assert facts("R. Goscinny").authors == facts("r goscinny").authors
    assert facts("A & B").authors == facts("B; A").authors == facts("B, a").authors
    assert facts("Sandy").authors == {"sandy"}
    assert facts(None).authors == frozenset()
    assert facts("a", "Blues!").series == facts("b", "BLUES").series


def test_a_split_is_read_back_as_it_was_written(tmp_path):
    split = split_by_generalisation(library(6), {"within_series": 2, "unseen_author": 5}, seed=2)
    split.write(tmp_path / "split.json")
    assert Split.open(tmp_path / "split.json") == split
    assert split.part_of(split.parts["train"][0]) == "train"
    assert split.part_of("nobody") is None
    for text in ("{", "[]", '{"parts": {}}', '{"parts": {"train": ["x"]}, "books": []}'):
        (tmp_path / "bad.json").write_text(text)
        with pytest.raises(InputError, match="is not a split file; make one with panelwise split"):
            Split.open(tmp_path / "bad.json")
    with pytest.raises(InputError, match="cannot be read"):
        Split.open(tmp_path / "none.json")


@pytest.mark.parametrize(
    ("by", "gates"),
    [
        ("author", {"series leak", "author leak"}),
        ("series", {"series leak"}),
        ("book", set()),
    ],
)
def test_a_leak_that_was_not_asked_for_is_refused(by, gates):
    books = (
        BookFacts("1", frozenset({"ana"}), "x"),
        BookFacts("2", frozenset({"ana"}), "x"),
    )
    measures = split_books(
        [replace(b, authors=frozenset({b.id}), series=b.id) for b in books],
        {"train": 1, "test": 1},
        by=by,
    ).measures
    findings = check_split(Split({"train": ("1",), "test": ("2",)}, measures, by, 0, books))
    assert {finding.gate for finding in findings.refused} == gates


def test_a_part_that_breaks_its_promise_is_refused():
    split = split_by_generalisation(library(6), {"within_series": 2, "within_author": 2})
    parts = split.parts | {
        "within_series": split.parts["within_author"],
        "within_author": split.parts["within_series"],
    }
    found = check_split(replace(split, parts=parts)).refused
    assert {finding.gate for finding in found} == {"generalisation", "series leak"}
    assert any("holds 2 within_author" in finding.what for finding in found)


def test_a_book_in_two_parts_is_refused():
    books = (BookFacts("1", frozenset({"a"})), BookFacts("2", frozenset({"b"})))
    both = Split(
        {"train": ("1", "2"), "test": ("2",)}, {"test": "unseen_author"}, "author", 0, books
    )
    assert "book leak" in {finding.gate for finding in check_split(both).refused}


def test_large_libraries_are_split_in_a_moment():
    rng = random.Random(0)
    books = [
        BookFacts(f"b{k}", frozenset({f"a{rng.randrange(300)}"}), f"s{rng.randrange(400)}", str(k))
        for k in range(500)
    ]
    split = split_books(books, SHARES, by="series")
    assert sum(map(len, split.parts.values())) == 500
