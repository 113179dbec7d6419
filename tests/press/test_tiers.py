"""How hard questions, missing panels and orders are: from the solver and the printed pages."""

from __future__ import annotations

import pytest
from PIL import Image

from panelwise.comics import Page, Panel
from panelwise.geometry import Box
from panelwise_press._scene import Actor, Look, Scene, Thing
from panelwise_press.worlds._tiers import MANY, SMALL, alike_in, tier_of
from panelwise_press.worlds._visible import PrintedPanels


@pytest.mark.parametrize(
    ("panels", "difference", "tier"),
    [
        (1, 0.5, "easy"),
        (1, SMALL / 2, "easy"),
        (2, SMALL, "medium"),
        (2, SMALL / 2, "hard"),
        (3, 0.5, "hard"),
        (4, 0.5, "hard"),
    ],
)
def test_a_tier_says_how_many_panels_it_takes_and_whether_a_small_detail_decides(
    panels, difference, tier
):
    assert tier_of(panels, difference) == tier


@pytest.mark.parametrize(
    ("panels", "alike", "tier"),
    [
        (1, MANY - 1, "easy"),
        (1, MANY, "medium"),
        (2, MANY - 1, "medium"),
        (2, MANY, "hard"),
    ],
)
def test_a_decisive_thing_in_a_crowd_counts_as_a_small_detail(panels, alike, tier):
    assert tier_of(panels, 0.5, alike) == tier


def test_alike_things_count_only_where_the_difference_lies_among_them():
    birds = [Thing("wire_bird", 40.0 * at, -90, "sits", id=f"bird {at}") for at in range(7)]
    cat = Thing("house_cat", 0, 0, "sitting")
    morning, evening = Scene("street", things=(*birds, cat)), Scene("street", things=(*birds,))
    assert alike_in(morning, evening) == 1
    assert alike_in(morning, Scene("street", things=(*birds[1:], cat))) == 7
    assert alike_in(morning, morning) == 0


def test_people_of_a_crowd_are_one_kind_whatever_they_wear():
    def crowd(*tops):
        names = [f"extra{at}" for at in range(len(tops))]
        looks = tuple(zip(names, (Look(top=top) for top in tops), strict=True))
        return Scene("street", tuple(Actor(name) for name in names), extras=looks)

    assert alike_in(crowd("red", "blue", "teal"), crowd("red", "blue", "pink")) == 3
    assert alike_in(crowd("red", "blue"), crowd("red", "blue")) == 0


def one_panel(width):
    """A page of 100 x 100 with one panel, in which a black bar is some pixels wide."""
    image = Image.new("RGB", (100, 100), "white")
    image.paste("black", (0, 0, width, 100))
    return [(image, Page("1", 100, 100, panels=(Panel(Box(0, 0, 100, 100)),)))]


def test_the_change_of_a_panel_is_the_share_of_its_pixels():
    printed = PrintedPanels([("a",), ("b",)], [one_panel(10), one_panel(30)])
    assert printed.change(0, ("a",), ("b",)) == pytest.approx(0.2)
    assert printed.change(0, ("b",), ("a",)) == pytest.approx(0.2)
    assert printed.change(0, ("a",), ("a",)) == 0
