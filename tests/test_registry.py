"""Registries: names from entry points, imported when used, mistakes met with a hint."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from panelwise.errors import SettingError, UnknownNameError
from panelwise.registry import Registry, did_you_mean

GROUP = "panelwise_tests.things"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Registry:
    """A plug-in as pip installs one: a module and its entry points."""
    (tmp_path / "a_plug_in.py").write_text("thing = object()\n")
    info = tmp_path / "a_plug_in-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: a-plug-in\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        f"[{GROUP}]\nwidget = a_plug_in:thing\nbroken = no_such_module:thing\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "a_plug_in", raising=False)
    return Registry("thing", GROUP)


def test_names_are_listed_without_importing_anything(installed):
    assert installed.names() == ["broken", "widget"]
    assert "widget" in installed
    assert "gadget" not in installed
    assert "a_plug_in" not in sys.modules


def test_a_target_is_imported_when_asked_for(installed):
    thing = installed.get("widget")
    assert thing is sys.modules["a_plug_in"].thing


def test_an_unknown_name_gets_the_nearest_known_one(installed):
    with pytest.raises(UnknownNameError) as raised:
        installed.get("widgit")
    assert str(raised.value) == (
        "unknown thing 'widgit'; did you mean 'widget'? Known: broken, widget"
    )


def test_a_name_like_no_other_gets_the_list(installed):
    with pytest.raises(UnknownNameError, match="unknown thing 'xyz'; known: broken, widget"):
        installed.get("xyz")


def test_two_plug_ins_of_one_name_are_both_named(installed, tmp_path):
    info = tmp_path / "another-2.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: another\nVersion: 2.0\n")
    (info / "entry_points.txt").write_text(f"[{GROUP}]\nwidget = another:thing\n")
    assert installed.names() == ["broken", "widget"]
    with pytest.raises(SettingError) as raised:
        installed.get("widget")
    message = str(raised.value)
    assert "the thing 'widget' is registered by" in message
    assert "a-plug-in (a_plug_in:thing)" in message
    assert "another (another:thing)" in message


def test_a_group_that_nobody_fills_says_so():
    empty = Registry("thing", "panelwise_tests.nothing")
    assert empty.names() == []
    with pytest.raises(UnknownNameError, match="there are none"):
        empty.get("widget")


def test_the_hint_lists_names_in_order():
    assert did_you_mean("xycutt", ["xycut", "magi"]) == "did you mean 'xycut'? Known: magi, xycut"


@pytest.mark.parametrize(
    "group", ["readers", "formats", "benchmarks", "models", "encoders", "solvers", "generators"]
)
def test_every_built_in_can_be_imported(group):
    registry = Registry(group, f"panelwise.{group}")
    assert registry.names()
    for name in registry.names():
        assert registry.get(name) is not None


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("a.panel_ordr", "a.panel_order"),
        ("b.missing_panel", "a.missing_panel"),  # the right name under another prefix
        ("a.nope", None),  # the prefix alone makes no name near
        ("panel_order", "a.panel_order"),
        ("aa.panel_order", "a.panel_order"),
    ],
)
def test_a_shared_prefix_does_not_make_names_near(given, meant):
    hint = did_you_mean(given, ["a.panel_order", "a.missing_panel", "a.t9", "b.t9"], "list")
    assert hint == (f"did you mean '{meant}'? list lists all" if meant else "list lists all")
