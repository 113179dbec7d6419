"""What every kind says of itself for reports and cards, and what a kind gets that says nothing."""

from __future__ import annotations

import pytest

from panelwise.profile import RECOMMENDED
from panelwise.tasks import ImageEntry, Item, Rendering, SourcePage, get_kind
from panelwise.tasks.kinds import BaseKind, Presentation, kind_names


def item_of(book="a"):
    image = ImageEntry("a" * 64, "b" * 64, 40, 60, "image/png", 1, {"kind": "page"})
    source = SourcePage(book, "1", f"{book}/1.png", "c" * 64)
    return Item("i", "t", "plain", 3, Rendering((), (image,), "p/1"), {}, (source,))


@pytest.mark.parametrize("name", kind_names())
def test_a_presentation_names_metrics_of_its_kind_each_once(name):
    kind = get_kind(name)
    shown = kind.presentation
    grouped = [metric for group in shown.groups for metric in group.metrics]
    elsewhere = shown.parts.names if shown.parts else ()
    frames = (shown.frames.declared, shown.frames.best) if shown.frames else ()
    assert {*grouped, *elsewhere, *frames} <= kind.metrics.keys()
    assert len(grouped) == len(set(grouped))
    assert not set(grouped) & set(elsewhere)
    assert shown.answer != Presentation().answer
    assert shown.counted != Presentation().counted


def test_a_metric_has_one_label_in_all_kinds():
    labels: dict[str, set[str]] = {}
    for name in kind_names():
        for metric, info in get_kind(name).metrics.items():
            labels.setdefault(metric, set()).add(info.label)
    assert all(len(found) == 1 for found in labels.values())
    assert labels["e2e_hmean_ned"] == {"End-to-end Hmean (NED)"}
    assert labels["recall_panel"] == {"recall panel"}  # where none is given


@pytest.mark.parametrize("name", kind_names())
def test_every_kind_says_what_its_items_ask(name):
    asked = get_kind(name).question([])
    assert asked.endswith("?") or ": put " in asked, asked


def test_a_kind_that_says_nothing_has_defaults():
    kind, items = BaseKind(), [item_of(), item_of("b")]
    assert kind.question(items) == "2 items from 2 books."
    for answer, said in (({"count": 3}, '{"count": 3}'), (None, "nothing")):
        drawn = kind.overlay(items[0], answer, RECOMMENDED, {})
        assert [row.cells for row in drawn.tables[0].rows] == [("Right", "{}"), ("Answered", said)]
    assert kind.presentation == Presentation()
    assert kind.chance_words("any") == ""
