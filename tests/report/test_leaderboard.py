"""The leaderboard: who shares a board, what a place means, and the site that shows it."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace

import pytest

from panelwise.analysis import Comparison, Estimate
from panelwise.errors import InputError
from panelwise.evaluation import evaluate
from panelwise.packs import Made, write_pack
from panelwise.report import write_leaderboard, write_report_files
from panelwise.report._board_overview import board_overview
from panelwise.report._boards import boards, read_report


def scored(make, run, low, high, **changes):
    """A run with a score in the middle of its interval."""
    summary = make.summary(run)
    estimate = Estimate((low + high) / 2, low, high, 200, "wilson")
    metric = replace(summary.metrics["exact_match"], headline=estimate, all_items=estimate)
    return replace(summary, metrics={"exact_match": metric}, **changes)


def stored(make, folder, summaries, tests=()):
    """A report of runs over the same four items."""
    world = make.world(folder / "images", 4, 0)
    for summary in summaries:
        world.add_run(summary.run, [], model=summary.model)
    write_report_files(world.runs, Comparison(tuple(summaries), tuple(tests)), folder / "report")
    return folder / "report"


def places(found):
    return {entry.run: (entry.place, entry.shared) for entry in found.models}


def test_a_test_decides_and_a_tie_is_shared(make, tmp_path):
    """The intervals of a and b overlap and theirs do not touch c's; only tests are asked."""
    summaries = [
        scored(make, "model-a", 0.5, 0.7),
        scored(make, "model-b", 0.4, 0.6),
        scored(make, "model-c", 0.1, 0.2),
    ]
    tests = [
        make.test(0.1, 0.001),
        make.test(0.45, 0.2, second="model-c"),
        make.test(0.35, 0.2, first="model-b", second="model-c"),
    ]
    report = read_report(stored(make, tmp_path, summaries, tests))
    (board,) = boards([(report, "")])
    assert places(board) == {"model-a": (1, True), "model-c": (1, True), "model-b": (2, False)}
    assert board.untested == 0


def test_runs_of_two_reports_are_apart_only_where_their_intervals_are(make, tmp_path):
    one = stored(make, tmp_path / "one", [scored(make, "model-a", 0.5, 0.7)])
    others = [scored(make, "model-b", 0.4, 0.6), scored(make, "model-c", 0.1, 0.2)]
    two = stored(make, tmp_path / "two", others, [make.test(0.3, 0.9, first="model-b",
                                                            second="model-c")])  # fmt: skip
    (board,) = boards([(read_report(one), ""), (read_report(two), "")])
    assert places(board) == {"model-a": (1, True), "model-b": (1, True), "model-c": (2, False)}
    assert board.untested == 2
    doubled = boards([(read_report(one), ""), (read_report(one), "")])
    assert [entry.run for entry in doubled[0].models] == ["model-a"]


def test_runs_under_another_profile_or_on_other_items_have_a_board_of_their_own(make, tmp_path):
    summaries = [scored(make, "model-a", 0.5, 0.7), scored(make, "b", 0.5, 0.7, profile="paper")]
    mixed = read_report(stored(make, tmp_path, summaries))
    assert len(boards([(mixed, "")])) == 2
    fewer = replace(summaries[0], run="model-c")
    world = make.world(tmp_path / "few" / "images", 2, 0)
    world.add_run("model-c", [])
    write_report_files(world.runs, Comparison((fewer,), ()), tmp_path / "few" / "report")
    assert len(boards([(mixed, ""), (read_report(tmp_path / "few" / "report"), "")])) == 3


def test_reports_that_do_not_record_their_items_are_not_mixed(make, tmp_path):
    old = []
    for name in ("one", "two"):
        path = stored(make, tmp_path / name, [scored(make, f"model-{name}", 0.5, 0.7)])
        summary = json.loads((path / "summary.json").read_text("utf-8"))
        for run in summary["runs"]:
            del run["packs"], run["items"]
        (path / "summary.json").write_text(json.dumps(summary))
        old.append((read_report(path), ""))
    assert [[entry.run for entry in board.models] for board in boards(old)] == [
        ["model-one"],
        ["model-two"],
    ]


def test_a_mean_is_only_over_the_same_boards(make, tmp_path):
    """Model b took one task of two: it has no mean, whatever it scored there."""
    other = "made-up.other"
    summaries = [
        scored(make, "model-a", 0.5, 0.7),
        scored(make, "model-a", 0.3, 0.4, task=other),
        scored(make, "model-b", 0.8, 0.9),
        scored(make, "model-c", 0.2, 0.4),
        scored(make, "model-c", 0.1, 0.2, task=other),
    ]
    report = read_report(stored(make, tmp_path, summaries))
    found = boards([(report, "")])
    overview = board_overview(found)
    assert [(row.name, row.taken) for row in overview.rows] == [
        ("made-up/model-a", 2),
        ("made-up/model-c", 2),
        ("made-up/model-b", 1),
    ]
    assert overview.averaged == 2
    first, _, last = overview.rows
    assert (first.mean.value, first.mean.low, first.mean.high) == pytest.approx(
        ((0.6 + 0.35) / 2, (0.5 + 0.3) / 2, (0.7 + 0.4) / 2)
    )
    assert last.mean is None
    assert last.entries[0].run == "model-b"
    assert last.entries[1] is None
    assert board_overview(found[:1]) is None
    page = write_leaderboard([tmp_path / "report"], tmp_path / "site").read_text("utf-8")
    assert "1 of 2" in page
    assert "not taken" in page


def test_marks_from_1_to_10_are_not_averaged_with_shares(make, tmp_path):
    marks = scored(make, "model-a", 6.0, 8.0, task="made-up.marks")
    shares = [scored(make, "model-a", 0.5, 0.7), scored(make, "model-a", 0.1, 0.3, task="x.y")]
    report = read_report(stored(make, tmp_path, [marks, *shares]))
    overview = board_overview(boards([(report, "")]))
    assert overview.averaged == 2
    assert overview.rows[0].mean.value == pytest.approx((0.6 + 0.2) / 2)


def test_baselines_take_no_place(make, tmp_path):
    oracle = scored(make, "oracle", 0.9, 1.0, model="baseline:oracle")
    (board,) = boards([(read_report(stored(make, tmp_path, [oracle])), "")])
    assert board.models == ()
    assert [entry.place for entry in board.baselines] == [0]


def test_what_is_neither_run_nor_report_is_named(make, tmp_path):
    (tmp_path / "thesis").mkdir()
    with pytest.raises(InputError, match="thesis is not a report or a run"):
        write_leaderboard([tmp_path / "thesis"], tmp_path / "out")
    (tmp_path / "thesis" / "summary.json").write_text(json.dumps({"summaries": [{"run": 3}]}))
    with pytest.raises(InputError, match=r"summary\.json: damaged \(summaries\.0\.run: "):
        write_leaderboard([tmp_path / "thesis"], tmp_path / "out")
    assert not (tmp_path / "out").exists()
    with pytest.raises(InputError, match="name at least one"):
        write_leaderboard([], tmp_path / "out")
    report = stored(make, tmp_path, [scored(make, "model-a", 0.5, 0.7)])
    with pytest.raises(InputError, match="not a leaderboard; give a new folder"):
        write_leaderboard([report], tmp_path / "thesis")


@pytest.fixture(scope="module")
def site(make, tmp_path_factory):
    """A report and two runs; the runs get a report inside the site."""
    folder = tmp_path_factory.mktemp("site")
    summaries = [scored(make, f"model-{k}", 0.1 * k, 0.1 * k + 0.15) for k in range(1, 5)]
    summaries[0] = replace(summaries[0], run='</script><img src="x">')
    report = stored(make, folder, summaries)
    world = make.world(folder / "pack-images", 9, 0)
    made = [
        Made(item, {one.sha256: (world.folder / one.sha256).read_bytes()})
        for item in world.items.values()
        for one in item.rendering.images
    ]
    pack = write_pack(folder / "pack", made, {"task": "made-up.ordering"}, "#", images=False)
    for name in ("random", "identity"):
        evaluate(pack, f"baseline:{name}", out=folder / name)
    sources = [report, folder / "random", folder / "identity"]
    write_leaderboard(sources, folder / "out", title="Who is best?")
    return folder / "out"


def test_the_site_links_to_reports_and_names_no_folder(site):
    html = (site / "index.html").read_text("utf-8")
    assert "<img" not in html
    assert str(site.parent) not in html
    links = set(re.findall(r'href="([^"#]+)"', html)) - {"index.html"}
    assert links == {"report/index.html", "../report/index.html"}
    assert all((site / link).is_file() for link in links)
    write_leaderboard([site.parent / "report"], site.parent / "other" / "out")
    other = (site.parent / "other" / "out" / "index.html").read_text("utf-8")
    assert "../" not in other  # the report is not next to it


@pytest.mark.browser
@pytest.mark.parametrize(("width", "scheme"), [(1400, "light"), (390, "dark")])
def test_the_site_opens_from_disk_and_sorts(visit, axe, site, width, scheme):
    tab = visit(site, "index.html", (width, 900), color_scheme=scheme)
    tab.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true })")
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    assert axe(tab) == []
    table = tab.locator("table[data-sortable]").first
    before = table.locator("tbody th").all_inner_texts()
    table.locator("button", has_text="Score").focus()
    tab.keyboard.press("Enter")
    scores = [float(text) for text in table.locator("tbody td:nth-child(3) b").all_inner_texts()]
    assert scores == sorted(scores)
    assert table.locator("tbody th").all_inner_texts() == before[::-1]
    assert table.locator("th[aria-sort]").get_attribute("aria-sort") == "ascending"
    tab.keyboard.press("Enter")
    assert table.locator("tbody th").all_inner_texts() == before


def test_an_older_leaderboard_is_replaced(make, tmp_path):
    rng = random.Random(1)
    for number in range(2):
        low = round(rng.random() / 2, 3)
        report = stored(make, tmp_path / str(number), [scored(make, "model-a", low, low + 0.2)])
        page = write_leaderboard([report], tmp_path / "out")
    assert f"[{low:.3f}" in page.read_text("utf-8")
