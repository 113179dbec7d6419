"""What changed from an earlier run to a later one: the analysis, the page and the table."""

from __future__ import annotations

import csv
import random
from dataclasses import replace

import pytest

from panelwise.analysis import RunData, changes
from panelwise.errors import InputError
from panelwise.profile import RECOMMENDED
from panelwise.report import write_report, write_report_files


@pytest.fixture(scope="module")
def two(make, tmp_path_factory):
    """Six items: gained, lost, more and less in part, another wrong answer, the same."""
    folder = tmp_path_factory.mktemp("two")
    world = make.world(folder / "images", 6, 0)
    items = list(world.items.values())
    rng = random.Random(3)

    def of(*outcomes):
        return [make.result(item, o, rng) for item, o in zip(items, outcomes, strict=True)]

    before = of("wrong", "correct", "refused", "correct", "unparsed", "correct")
    after = of("correct", "wrong", "correct", "unparsed", "refused", "correct")
    world.add_run("old", before)
    world.add_run("new </script>", [*after[:-1], replace(after[-1], response="other words")])
    return folder, world


def data(world, number, **changed):
    run = world.runs[number]
    packs = {key.pack: list(world.items.values()) for key in world.items}
    return RunData(run.name, run.model, RECOMMENDED, packs, changed.get("results", run.results))


def test_items_are_gained_lost_different_or_the_same(two):
    _, world = two
    (task,) = changes(data(world, 0), data(world, 1))
    assert [item.sort for item in task.items] == [
        *("gained", "lost", "gained", "lost"),
        "other",  # unparsed and refused are worth the same
        "same",  # other words, the same answer
    ]
    assert task.counts == {"lost": 2, "gained": 2, "other": 1, "same": 1}
    first = task.items[0]
    assert (first.before.outcome, first.after.outcome) == ("wrong", "correct")
    assert first.after.score == 1.0
    (back,) = changes(data(world, 1), data(world, 0))
    assert back.counts == {"lost": 2, "gained": 2, "other": 1, "same": 1}


def test_only_items_that_both_have_are_compared(two):
    _, world = two
    fewer = data(world, 1, results=world.runs[1].results[:4])
    (task,) = changes(data(world, 0), fewer)
    assert (len(task.items), task.only_before, task.only_after) == (4, 2, 0)


def test_repeats_are_averaged(two):
    _, world = two
    result = world.runs[1].results[0]  # correct; wrong in the run before
    wrong = replace(world.runs[0].results[0], repeat=1)
    both = data(world, 1, results=[result, wrong])
    (task,) = changes(data(world, 0), both)
    assert task.items[0].sort == "gained"
    assert 0 < task.items[0].after.score < 1


def test_the_page_and_the_table_hold_every_change(two, tmp_path):
    _, world = two
    found = changes(data(world, 0), data(world, 1))
    write_report_files(world.runs, world.comparison, tmp_path / "out", changed=found)
    html = (tmp_path / "out" / "changes.html").read_text("utf-8")
    assert "What changed from old to new &lt;/script&gt;" in html
    assert html.count('<li><a href="samples.html#item=') == 5  # the unchanged one is not listed
    assert 'href="changes.html"' in (tmp_path / "out" / "index.html").read_text("utf-8")
    text = (tmp_path / "out" / "changes.csv").read_text("utf-8-sig")
    rows = list(csv.DictReader(text.splitlines()))
    assert [row["change"] for row in rows] == ["gained", "lost", "gained", "lost", "other", "same"]
    assert rows[0]["before_outcome"] == "wrong"
    write_report_files(world.runs, world.comparison, tmp_path / "out")
    assert not (tmp_path / "out" / "changes.html").exists()  # of the report before


@pytest.mark.browser
@pytest.mark.parametrize(("width", "scheme"), [(1400, "dark"), (390, "light")])
def test_a_change_leads_to_both_answers(two, visit, axe, tmp_path, width, scheme):
    _, world = two
    found = changes(data(world, 0), data(world, 1))
    write_report_files(world.runs, world.comparison, tmp_path / "out", changed=found)
    tab = visit(tmp_path / "out", "changes.html", (width, 900), color_scheme=scheme)
    tab.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true })")
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    assert axe(tab) == []
    name = tab.locator(".changed b").first.inner_text()
    tab.locator(".changed a").first.click()
    tab.wait_for_selector("#detail .columns .answer")
    assert tab.inner_text("#detail h2") == name
    assert tab.locator("#detail .columns .answer").count() == 2


def test_what_changed_needs_two_runs(tmp_path):
    with pytest.raises(InputError, match="between two runs, not 3"):
        write_report([None, None, None], tmp_path / "out", changed=True)
