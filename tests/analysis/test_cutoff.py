"""Scores before and after the end of a model's training data. Source: MS-4."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import panelwise
from drawn import draw_book
from panelwise.analysis import cutoff_splits, side_of
from panelwise.analysis._intervals import estimate_mean, hybrid_difference
from panelwise.cli import run as command
from panelwise.errors import SettingError
from panelwise.evaluation import evaluate
from panelwise.report import write_report

DATES = {
    "old": {"year": 1948},
    "edge": {"year": 2023},
    "new": {"year": 2023, "month": 11},
    "none": {},
}


@pytest.fixture(scope="module")
def dated(tmp_path_factory):
    """Four books of two strips; one run that knows the old book alone."""
    folder = tmp_path_factory.mktemp("dated")
    pages = draw_book(folder / "comics", [3] * 8) / "pages.jsonl"
    drawn = [json.loads(line) for line in pages.read_text().splitlines()]
    lines = []
    for k, (name, date) in enumerate(DATES.items()):
        lines.append(
            {
                "format": "panelwise-pages",
                "version": 1,
                "book": {"id": name, "source": date, "direction_known": True},
            }
        )
        lines += [{**page, "book": name} for page in drawn[2 * k : 2 * k + 2]]
    pages.write_text("".join(json.dumps(line) + "\n" for line in lines))
    pack = panelwise.build("stripcipher.reordering_generation", pages.parent, out=folder / "pack")
    answers = [
        {
            "id": item.id,
            "answer": str([i + 1 for i in (item.gold if item.book == "old" else item.gold[::-1])]),
        }
        for item in pack.items()
    ]
    (folder / "a.jsonl").write_text("".join(json.dumps(line) + "\n" for line in answers))
    return evaluate(pack, f"recorded:{folder / 'a.jsonl'}", out=folder / "run")


def test_a_pack_carries_the_dates_of_its_books(dated):
    [pack] = dated.packs
    assert {book["id"]: book["published"] for book in pack.manifest["books"]} == {
        "old": "1948", "edge": "2023", "new": "2023-11", "none": None}  # fmt: skip


def test_a_score_is_split_and_what_has_no_clear_date_is_left_out(dated):
    [split] = cutoff_splits(dated, "2023-10")
    assert (split.before.value, split.before.n) == (1.0, 2)
    assert (split.after.value, split.after.n) == (0.0, 2)
    assert (split.difference.value, split.verdict) == (1.0, "higher before")
    assert split.before.chance == pytest.approx(1 / 5)
    assert (split.undated, split.unclear) == (2, 2)
    assert "2 from comics without a known date" in split.left_out
    [whole_year] = cutoff_splits(dated, "2023")  # the end of 2023: all that is dated came before
    assert (whole_year.before.n, whole_year.after.n, whole_year.unclear) == (6, 0, 0)
    assert (whole_year.difference.value, whole_year.verdict) == (None, "too few to tell")


def test_packs_of_earlier_versions_have_no_dates(dated, tmp_path):
    for book in dated.packs[0].manifest["books"]:
        book["published"], book["kept"] = "soon", book["published"]  # no date, either
    [split] = cutoff_splits(dated, "2023-10")
    for book in dated.packs[0].manifest["books"]:
        book["published"] = book.pop("kept")
    assert (split.before.n, split.after.n, split.undated) == (0, 0, 8)


MONTHS = st.builds("{:04}-{:02}".format, st.integers(1900, 2030), st.integers(1, 12))


@given(one=MONTHS, other=MONTHS, cutoff=MONTHS)
def test_months_compare_as_dates_do(one, other, cutoff):
    assert side_of([one], cutoff) == ("before" if one <= cutoff else "after")
    year = side_of([one[:4]], cutoff)
    assert year == (
        "before"
        if f"{one[:4]}-12" <= cutoff
        else "after"
        if f"{one[:4]}-01" > cutoff
        else "unclear"
    )
    both = {side_of([one], cutoff), side_of([other], cutoff)}
    assert side_of([one, other], cutoff) == (both.pop() if len(both) == 1 else "unclear")
    assert side_of([one, None], cutoff) == "undated"


@pytest.mark.parametrize("date", ["", "23-10", "2023-13", "2023-1", "October 2023", "2023-10-01"])
def test_other_dates_are_refused(date):
    with pytest.raises(SettingError, match="is not a year or a month; write it like 2023"):
        side_of([], date)


def test_the_interval_of_a_difference_keeps_its_level():
    """Two shares of few independent items; two perfect scores still have an interval."""
    rng = np.random.default_rng(7)
    covered = []
    for shares in ((0.9, 0.6), (0.5, 0.5), (0.98, 0.95)):
        for _ in range(400):
            sides = [(rng.random(n) < share).astype(float)
                     for n, share in zip((40, 15), shares, strict=True)]  # fmt: skip
            found = hybrid_difference(*(
                estimate_mean(side, books=["b"] * len(side), items=range(len(side)), binary=True,
                              bounds=(0.0, 1.0)) for side in sides))  # fmt: skip
            covered.append(found.low <= shares[0] - shares[1] <= found.high)
    assert 0.93 <= np.mean(covered) <= 0.985
    ends = [
        estimate_mean([1.0] * n, books=["b"] * n, items=range(n), binary=True) for n in (40, 15)
    ]
    assert hybrid_difference(*ends).low < 0 < hybrid_difference(*ends).high


def test_the_command_and_the_report_say_what_was_left_out(dated, tmp_path, capsys):
    assert command(["cutoff", str(dated.path), "--date", "2023-10"]) == 0
    printed = capsys.readouterr()
    assert "higher before" in printed.out
    assert "left out: 2 from comics without a known date, 2 whose" in printed.err
    assert "no proof of memory" in printed.err
    said = ["report", str(dated.path), "--out", str(tmp_path / "r"), "--cutoff"]
    assert command([*said, "run=2023-10"]) == 0
    page = (tmp_path / "r" / "index.html").read_text()
    assert "Before and after the training cut-off" in page
    assert "2 undated, 2 vague" in page
    [found] = json.loads((tmp_path / "r" / "summary.json").read_text())["cutoffs"]
    assert found["difference"]["value"] == 1.0
    capsys.readouterr()
    assert command([*said, "2023-10"]) == 2
    assert "give a run or model and a date, as NAME=2023-10" in capsys.readouterr().err
    with pytest.raises(SettingError, match="no run is called 'runs'; did you mean 'run'"):
        write_report([dated], tmp_path / "x", cutoffs={"runs": "2023"})
