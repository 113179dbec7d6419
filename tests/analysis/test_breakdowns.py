"""The headline by the facts of the items: which facts, which rows, what stands in them."""

from __future__ import annotations

import pytest

from panelwise.analysis import summarise
from panelwise.benchmarks import PAPERS
from panelwise.metrics import wilson

CHOICE = {"headline": "accuracy"}


def rows_of(run):
    (summary,) = summarise(run)
    return {(row.key, row.value): row for row in summary.breakdowns}


def keys_of(run) -> list[str]:
    return list(dict.fromkeys(key for key, _ in rows_of(run)))


def test_each_value_has_n_coverage_score_interval_and_chance(make_run):
    """Six questions by hand: CAS 2 of 3 right, one of them unread; PBP 1 of 3."""
    facts = [{"perspective": name} for name in ("CAS", "CAS", "CAS", "PBP", "PBP", "PBP")]
    run = make_run([0, 1, 2, 3, 0, 1], [0, 1, None, 3, 1, 2], facts=facts, **CHOICE)
    rows = rows_of(run)
    assert list(rows) == [("perspective", "CAS"), ("perspective", "PBP")]
    row = rows["perspective", "CAS"]
    assert (row.n, row.coverage, row.score.value) == (3, pytest.approx(2 / 3), pytest.approx(2 / 3))
    assert (row.score.low, row.score.high) == wilson(2, 3)
    assert rows["perspective", "PBP"].score.value == pytest.approx(1 / 3)
    assert {row.chance for row in rows.values()} == {0.25}
    assert row.answered_identity is None


def test_a_value_from_few_books_says_so(make_run):
    """Two books of manga are too few to be clusters, six western ones are not."""
    books = [f"b{k % 8}" for k in range(32)]
    facts = [{"style": "manga" if k % 8 < 2 else "western"} for k in range(32)]
    rows = rows_of(make_run([0] * 32, [0] * 32, books=books, facts=facts, **CHOICE))
    assert (rows["style", "manga"].few_books, rows["style", "manga"].score.method) == (2, "wilson")
    western = rows["style", "western"]
    assert (western.few_books, western.score.method) == (None, "cluster_wilson")
    assert rows["book", "b0"].few_books == 1


def test_a_paper_that_drops_unread_answers_leaves_them_out_of_a_row_too(make_run):
    facts = [{"style": "manga"}] * 3 + [{"style": "western"}]
    run = make_run(
        [0, 1, 2, 3], [0, 1, None, 3], facts=facts, profile=PAPERS["stripcipher"], **CHOICE
    )
    row = rows_of(run)["style", "manga"]
    assert (row.n, row.score.n, row.score.value) == (3, 2, 1.0)


def test_chance_is_that_of_the_very_items_of_a_row(make_run):
    run = make_run([(1, 0, 2), (2, 0, 1), (3, 1, 0, 2)], [(1, 0, 2), None, (3, 1, 0, 2)])
    rows = rows_of(run)
    assert rows["panels", "3"].chance == pytest.approx(1 / 5)  # the shown order is never right
    assert rows["panels", "4"].chance == pytest.approx(1 / 23)


@pytest.mark.parametrize("facts", [{"style": "manga"}, {}, {"panels": 5}, {"silent": True}])
def test_one_value_only_makes_no_breakdown(make_run, facts):
    assert rows_of(make_run([0, 1], [0, 1], facts=[facts, facts], **CHOICE)) == {}
    assert rows_of(make_run([(1, 0, 2)] * 2, [(1, 0, 2)] * 2)) == {}


def test_items_without_a_transform_are_a_row_of_their_own(make_run):
    facts = [{"transform": "text_only"}, {}, {}]
    rows = rows_of(make_run([0, 1, 2], [0, 1, 2], facts=facts, **CHOICE))
    assert {at: row.n for at, row in rows.items()} == {
        ("transform", "none"): 2,
        ("transform", "text_only"): 1,
    }


def test_twenty_values_make_a_table_and_more_do_not(make_run):
    for count, expected in ((20, 20), (21, 0)):
        facts = [{"window_start": k} for k in range(count)]
        rows = rows_of(make_run([0] * count, [0] * count, facts=facts, **CHOICE))
        assert [value for _, value in rows] == [str(k) for k in range(expected)]


def test_numbers_are_sorted_as_numbers_and_yes_and_no_are_not_1_and_0(make_run):
    facts = [{"panels": n, "silent": yes} for n, yes in ((10, True), (9, False), (2, True))]
    rows = rows_of(make_run([0, 1, 2], [0, 1, 2], facts=facts, **CHOICE))
    assert list(rows) == [
        *(("panels", "2"), ("panels", "9"), ("panels", "10")),
        *(("silent", "no"), ("silent", "yes")),
    ]
    assert rows["silent", "yes"].n == 2


def test_the_papers_axes_come_first_and_the_book_last(make_run):
    facts = [
        {"silent": k == 0, "style": f"s{k}", "tier": f"t{k}", "perspective": f"p{k}", "panels": k}
        for k in range(2)
    ]
    run = make_run([0, 1], [0, 1], books=["x", "y"], facts=facts, **CHOICE)
    assert keys_of(run) == ["panels", "perspective", "style", "tier", "silent", "book"]


def test_an_item_stands_in_the_row_of_every_kind_of_its_wrong_options(make_run):
    facts = [{"wrong": "time,place,time"}, {"wrong": "place, cause"}, {"wrong": ""}]
    rows = rows_of(make_run([0, 1, 2], [0, 0, 2], facts=facts, **CHOICE))
    found = {value: (row.n, row.score.value) for (_, value), row in rows.items()}
    assert found == {"cause": (1, 0), "place": (2, 0.5), "time": (1, 1)}


def test_categories_of_two_levels_are_broken_down_by_the_first(make_run):
    facts = [{"category": f"{kind}/{k}"} for k in range(11) for kind in ("kitchen", "school")]
    rows = rows_of(make_run([0] * 22, [0, 1] * 11, facts=facts, **CHOICE))
    found = {key: (row.n, row.score.value) for key, row in rows.items()}
    assert found == {("category", "kitchen"): (11, 1), ("category", "school"): (11, 0)}


def test_how_an_item_was_made_is_no_fact(make_run):
    facts = [{"rotation_of": f"q{k}", "order_confidence": 0.1 * k, "list": [k]} for k in range(3)]
    assert rows_of(make_run([0, 1, 2], [0, 1, 2], facts=facts, **CHOICE)) == {}


def test_facts_may_hold_anything(make_run):
    evil = ("<script>alert(1)</script>", "=1+1", "a,b\n|\u2028\ud800", "")
    facts = [{"style": text, text: text} for text in evil]
    rows = rows_of(make_run([0] * 4, [0] * 4, facts=facts, **CHOICE))
    assert {value for key, value in rows if key == "style"} == set(evil)
