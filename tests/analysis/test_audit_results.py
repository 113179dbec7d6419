"""Auditing a table of one's own: shares that no count gives, means that are none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from panelwise.analysis import (
    PublishedCell,
    always_attainable,
    attainment,
    audit_mean,
    audit_shares,
    counts_that_fit,
    parse_results,
    read_results,
)
from panelwise.errors import InputError, SettingError


@given(st.integers(1, 5000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_every_share_of_a_count_is_possible_however_it_is_rounded(pair):
    k, n = pair
    for decimals in range(5):
        assert attainment(f"{100 * k / n:.{decimals}f}", n).possible
        assert attainment(f"{k / n:.{decimals}f}", n, percent=False).possible


@given(st.integers(1, 300), st.integers(0, 10_000))
def test_a_share_is_possible_exactly_when_some_count_rounds_to_it(n, hundredths):
    printed = f"{hundredths / 100:.2f}"
    near = min(abs(100 * k / n - hundredths / 100) for k in range(n + 1))
    assert attainment(printed, n).possible == (near <= 0.005 + 1e-9)


@given(st.integers(1, 400), st.integers(0, 10_000))
def test_the_other_count_is_the_nearest_on_which_it_is_possible(n, hundredths):
    printed = f"{hundredths / 100:.2f}"
    found = attainment(printed, n)
    fits = [m for m in range(max(1, n - 5), n + 6) if attainment(printed, m).possible]
    if found.possible or not fits:
        assert found.other is None
    else:
        assert found.other is not None
        m, k = found.other
        assert abs(m - n) == min(abs(fit - n) for fit in fits)
        assert abs(100 * k / m - hundredths / 100) <= 0.005 + 1e-9


@given(st.integers(1, 3000), st.integers(0, 3))
def test_a_test_that_cannot_fail_says_so(n, decimals):
    if always_attainable(n, decimals):
        step = 10.0**-decimals
        for place in range(0, round(100 / step) + 1, 7):
            assert attainment(f"{place * step:.{decimals}f}", n).possible
    else:
        units = range(round(100 * 10**decimals) + 1)
        possible = {round(100 * k / n * 10**decimals) for k in range(n + 1)}
        assert len(possible) < len(units)


def test_counts_are_recovered_from_a_column_of_shares():
    cells = [PublishedCell(f"{k / 118:.3f}") for k in (61, 37, 40, 52, 43, 38, 44)]
    assert counts_that_fit(cells, 200) == (118,)
    assert counts_that_fit([PublishedCell("*")], 3) == (1, 2, 3)


def test_a_share_above_all_questions_has_no_count():
    assert not attainment("100.40", 250).possible
    with pytest.raises(ValueError, match="at least one"):
        attainment("50.0", 0)


TABLE = """\
model,size,task a,task b,avg
ours,7B,69.95,61.60,65.78
theirs,13B,70.00%,*,35.00
old,,50.00,50.00,51.00
"""


def test_columns_of_decimals_are_audited_and_marks_are_no_scores():
    found = audit_shares(parse_results(TABLE), 600)
    assert [one.column for one in found] == ["task a", "task b", "avg"]
    figures = {(one.column, row): figure for one in found for _, row, figure in one.figures}
    assert not figures["task a", "ours"].possible
    assert figures["task a", "ours"].other == (599, 419)
    assert figures["task a", "theirs"].possible
    assert ("task b", "theirs") not in figures


def test_a_mean_is_checked_within_the_rounding_of_all():
    found = audit_mean(parse_results(TABLE), ["task a", "task b"], "avg")
    assert [(one.row, one.agrees, one.missing) for one in found] == [
        ("ours", True, 0),
        ("theirs", None, 1),
        ("old", False, 0),
    ]
    assert found[1].mean == 35.0


def test_a_byte_order_mark_and_blank_lines_do_no_harm(tmp_path):
    path = tmp_path / "results.csv"
    path.write_bytes(b"\xef\xbb\xbfmodel,score\r\n\r\nours,50.5\r\n")
    table = read_results(path)
    assert table.columns == ("model", "score")
    assert table.rows == ((3, ("ours", "50.5")),)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "has no rows"),
        ("model,score\n", "has no rows"),
        ("model,a,a\nx,1.0,2.0\n", "names the column 'a' twice"),
        ("model,a\nx,1.0,2.0\n", "line 2: 3 cells under 2 column names"),
        ('model,a\n"x,1.0\n', "is not CSV"),
        ('model,a\n"x\ny",1.0\n', "line break or a control character"),
        ("model,\x1b[2J\nx,1.0\n", "line 1 holds a line break or a control character"),
        ("model,a\n\x1b[2J,1.0\n", "line break or a control character"),
        ('{"model": "x", "a": 1.0}\n', "results.csv looks like JSON, not CSV; give a CSV table"),
        ('[\n  {"model": "x"}\n]', "looks like JSON"),
        ("model;a\nx;1,0\n", "line 1: the cells seem to be separated by semicolons; save"),
        ("model\ta\nx\t1.0\n", "line 1: the cells seem to be separated by tabs"),
        ("model,a\nx," + "9" * 200_000 + "\n", "is not CSV"),
    ],
)
def test_a_broken_table_is_one_line_with_its_place(text, told):
    with pytest.raises(InputError, match=told) as error:
        parse_results(text, "results.csv")
    assert str(error.value).startswith("results.csv")
    assert "\n" not in str(error.value)


def test_a_file_that_is_no_table_is_one_line(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        read_results(tmp_path / "none.csv")
    path = tmp_path / "latin.csv"
    path.write_bytes("modèle,score\n".encode("latin-1"))
    with pytest.raises(InputError, match="not a CSV file in UTF-8; save the table as CSV"):
        read_results(path)


@pytest.mark.parametrize("cell", ["fifty", "NaN%", "1e2", "-3.0", "53,2", "٥٠.٥", "inf"])
def test_a_named_column_must_hold_numbers(cell):
    table = parse_results(f'model,score\nours,"{cell}"\n', "results.csv")
    with pytest.raises(InputError, match="line 2, column 'score'"):
        audit_shares(table, 600, ["score"])


def test_what_cannot_be_asked_is_one_line():
    table = parse_results(TABLE, "results.csv")
    with pytest.raises(SettingError, match="did you mean 'task a'"):
        audit_shares(table, 600, ["taska"])
    with pytest.raises(SettingError, match="above 0"):
        audit_shares(table, 0)
    with pytest.raises(SettingError, match="two or more columns"):
        audit_mean(table, ["avg"], "avg")
    with pytest.raises(
        InputError,
        match=r"no column holds numbers with decimals; .* --columns \(columns with numbers: a\)",
    ):
        audit_shares(parse_results("model,a\nx,50\n"), 600)
