"""Reading order of panels: small layouts drawn in letters, properties, and real pages.

A layout is drawn with one letter a cell; a panel is the box around all cells of its letter, so
interleaved letters make panels that overlap. Cells are 10 × 10 with gutters of 2; a dot is empty.
"""

from __future__ import annotations

import json
import random
import statistics
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drawn import mirrored
from panelwise.errors import InputError, SettingError, UnknownNameError
from panelwise.geometry import Box
from panelwise.reading import ORDER_RULES, order_panels

if TYPE_CHECKING:
    from pathlib import Path

every_rule = pytest.mark.parametrize("rule", ORDER_RULES)


def draw(layout: str) -> dict[str, Box]:
    cells: dict[str, list[Box]] = {}
    for y, row in enumerate(layout.split()):
        for x, letter in enumerate(row):
            cells.setdefault(letter, []).append(Box.from_xywh(10 * x + 1, 10 * y + 1, 8, 8))
    return {letter: Box.around(boxes) for letter, boxes in sorted(cells.items()) if letter != "."}


def read(layout: str, direction: str, rule: str = "default", page=None) -> str:
    panels = draw(layout)
    order = order_panels(list(panels.values()), direction, rule, page)
    return "".join(list(panels)[i] for i in order.indices)


@every_rule
@pytest.mark.parametrize(
    ("layout", "ltr", "rtl"),
    [
        ("AB CD", "ABCD", "BADC"),
        ("AAB CDD", "ABCD", "BADC"),
        ("ABC ABD", "ABCD", "CDBA"),
        ("AAB AAC DDD", "ABCD", "BCAD"),
        ("AAA BCD BCE", "ABCDE", "ADECB"),
        ("AAB CCB", "ACB", "BAC"),
        ("A B C", "ABC", "ABC"),
        ("ABCD", "ABCD", "DCBA"),
    ],
    ids=["grid", "bricks", "tall first", "tall beside", "tall below", "tall last", "strip", "row"],
)
def test_pages_with_clean_gutters_read_the_same_by_every_rule(layout, ltr, rtl, rule):
    assert read(layout, "ltr", rule) == ltr
    assert read(layout, "rtl", rule) == rtl


@every_rule
def test_a_scroll_reads_by_top_edge(rule):
    assert read("AA. .BB CC. .D.", "ttb", rule) == "ABCD"


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
@pytest.mark.parametrize(
    ("layout", "order"),
    [
        ("AAAA ABAA AAAA", "AB"),
        ("AAAA AABA AAAA", "AB"),
        ("AAAAAA ABACDA AAAAAA EEEEEE", "AB" + "CDE"),
    ],
    ids=["inset left", "inset right", "three insets"],
)
def test_an_inset_follows_its_host(layout, order, direction):
    middle = order[1:-1] if len(order) > 2 else order[1:]
    wanted = order if direction == "ltr" or len(order) == 2 else f"A{middle[::-1]}E"
    assert read(layout, direction) == wanted


@pytest.mark.parametrize(
    ("layout", "ltr", "rtl"),
    [
        (".BB. ABBA AAAA AAAA", "BA", "BA"),
        ("AAAA AAAA ABBA .BB.", "AB", "AB"),
        ("AAAA. AABAB AABAB AAAA.", "AB", "BA"),
        (".AAAA BABAA BABAA .AAAA", "BA", "AB"),
    ],
    ids=["above", "below", "to the right", "to the left"],
)
def test_what_pokes_out_of_its_host_is_read_by_where_it_pokes(layout, ltr, rtl):
    assert read(layout, "ltr") == ltr
    assert read(layout, "rtl") == rtl


def test_a_column_that_starts_a_little_late_still_belongs_to_its_tier():
    boxes = [Box(0, 0, 40, 100), Box(50, 5, 90, 97), Box(0, 96, 90, 150)]
    assert order_panels(boxes, "ltr").indices == (0, 1, 2)
    assert order_panels(boxes, "rtl").indices == (1, 0, 2)


def test_a_spread_is_read_page_by_page():
    spread = "AB..CD AB..CE FF..GG"
    assert read(spread, "ltr", page=(80, 50)) == "ABFCDEG"
    assert read(spread, "rtl", page=(80, 50)) == "DECGBAF"


def test_a_wide_page_with_even_gutters_is_no_spread():
    assert read("ABCD EFGH", "ltr", page=(40, 20)) == "ABCDEFGH"


def test_a_panel_across_the_fold_is_read_before_the_pages_below_it():
    assert read("AAAAAA BC..DE FG..HI", "ltr", page=(60, 40)) == "ABCFGDEHI"


def test_panels_round_a_pinwheel_come_with_doubt():
    order = order_panels(list(draw("AAB CEB CDD").values()), "ltr")
    assert sorted(order.indices) == [0, 1, 2, 3, 4]
    assert order.confidence < 0.7


@every_rule
def test_identical_boxes_keep_their_input_order(rule):
    assert order_panels([Box(0, 0, 5, 5)] * 3, "rtl", rule).indices == (0, 1, 2)


@every_rule
def test_clean_gutters_are_certain_and_each_pair_has_its_reason(rule):
    order = order_panels([Box(0, 0, 40, 40), Box(50, 0, 90, 40), Box(0, 50, 90, 90)], "rtl", rule)
    assert order.confidence == 1
    assert order.reasons == (
        "panel 1 before panel 0: to the right of it",
        "panel 0 before panel 2: above it",
    )


def test_an_inset_and_an_overlap_say_so():
    order = order_panels([Box(0, 0, 90, 90), Box(10, 10, 30, 30), Box(0, 72, 90, 162)], "ltr")
    assert order.reasons == (
        "panel 0 before panel 1: the second lies inside the first",
        "panel 1 before panel 2: above it (certainty 0.80: panels overlap)",
    )
    assert order.confidence == pytest.approx(0.9 * 0.8)


@every_rule
def test_nothing_and_one_panel_are_pages_too(rule):
    assert order_panels([], "ltr", rule).indices == ()
    one = order_panels([Box(1, 2, 3, 4)], "rtl", rule)
    assert (one.indices, one.confidence, one.reasons) == ((0,), 1, ())


def test_a_user_is_told_what_is_wrong():
    with pytest.raises(UnknownNameError, match="did you mean 'magi'"):
        order_panels([], "ltr", "magy")
    with pytest.raises(SettingError, match="unknown reading direction 'lrt'"):
        order_panels([], "lrt")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="box 1 is"):
        order_panels([Box(0, 0, 1, 1), Box(5, 0, 4, 1)], "ltr")
    with pytest.raises(InputError, match="finite"):
        order_panels([Box(0, 0, float("nan"), 1)], "ltr")


# Any boxes: identical, nested, touching, without area.
whole = st.integers(0, 60)
boxes = st.builds(Box.from_xywh, whole, whole, whole, whole)
pages = st.lists(boxes, max_size=60)
distinct_pages = st.lists(boxes, max_size=12, unique=True)
sideways = st.sampled_from(["ltr", "rtl"])


@every_rule
@given(page=pages, direction=st.sampled_from(["ltr", "rtl", "ttb"]))
@settings(max_examples=40, deadline=None)
def test_every_page_gets_a_permutation_with_reasons(page, direction, rule):
    order = order_panels(page, direction, rule)
    assert sorted(order.indices) == list(range(len(page)))
    assert 0 <= order.confidence <= 1
    assert len(order.reasons) == max(len(page) - 1, 0)


@every_rule
@given(page=distinct_pages, direction=sideways, seed=st.integers(0, 99))
@settings(max_examples=60, deadline=None)
def test_the_order_of_the_input_does_not_matter(page, direction, seed, rule):
    shuffled = random.Random(seed).sample(page, len(page))
    first, second = (order_panels(p, direction, rule).indices for p in (page, shuffled))
    assert [page[i] for i in first] == [shuffled[i] for i in second]


@every_rule
@given(page=distinct_pages)
@settings(max_examples=60, deadline=None)
def test_right_to_left_is_left_to_right_in_a_mirror(page, rule):
    twin = [mirrored(box, 200) for box in page]
    assert order_panels(twin, "rtl", rule).indices == order_panels(page, "ltr", rule).indices


@every_rule
@given(page=distinct_pages, direction=sideways)
@settings(max_examples=60, deadline=None)
def test_size_and_place_of_the_page_do_not_matter(page, direction, rule):
    moved = [Box(*(8 * edge + 32 for edge in box)) for box in page]
    assert (
        order_panels(moved, direction, rule).indices == order_panels(page, direction, rule).indices
    )


@every_rule
def test_two_hundred_tangled_boxes_are_bounded(rule):
    rng = random.Random(3)
    page = [
        Box.from_xywh(*(rng.uniform(0, limit) for limit in (900, 900, 300, 300)))
        for _ in range(200)
    ]
    assert sorted(order_panels(page, "rtl", rule).indices) == list(range(200))


def real_pages(shared: Path) -> dict[str, list[tuple[list[Box], str]]]:
    books: dict[str, list[tuple[list[Box], str]]] = {}
    for book in json.loads((shared / "comics/openmantra/annotation.json").read_bytes()):
        frames = [
            [Box.from_xywh(*(f[k] for k in "xywh")) for f in p["frame"]] for p in book["pages"]
        ]
        books[book["book_title"]] = [(page, "rtl") for page in frames if len(page) > 1]
    craphound = json.loads((shared / "comics/craphound/gt.json").read_bytes())["pages"]
    panels = [[Box.from_xywh(*box) for box in page["panels"]] for page in craphound]
    books["craphound"] = [(page, "ltr") for page in panels if len(page) > 1]
    return books


def exact_pages(pages: list[tuple[list[Box], str]], rule: str) -> list[tuple[bool, float]]:
    results = []
    for number, (page, direction) in enumerate(pages):
        positions = random.Random(number).sample(range(len(page)), len(page))
        order = order_panels([page[i] for i in positions], direction, rule)  # type: ignore[arg-type]
        found = [positions[i] for i in order.indices]
        results.append((found == sorted(found), order.confidence))
    return results


@pytest.mark.shared
def test_real_pages_are_read_right_and_never_worse_than_by_the_published_rules(shared):
    books = real_pages(shared)
    right = {
        rule: {title: sum(ok for ok, _ in exact_pages(book, rule)) for title, book in books.items()}
        for rule in ORDER_RULES
    }
    manga = [title for title in books if title != "craphound"]
    assert sum(len(books[title]) for title in manga) == 120
    for rule, floor in (("default", 112), ("magi", 108), ("xycut", 109)):
        assert sum(right[rule][title] for title in manga) >= floor
        assert right[rule]["craphound"] >= 11
    total = {rule: sum(right[rule].values()) for rule in ORDER_RULES}
    assert total["default"] >= max(total["magi"], total["xycut"])


@every_rule
@pytest.mark.shared
def test_wrong_pages_have_clearly_less_confidence(rule, shared):
    results = [r for book in real_pages(shared).values() for r in exact_pages(book, rule)]
    right = statistics.mean(confidence for ok, confidence in results if ok)
    wrong = statistics.mean(confidence for ok, confidence in results if not ok)
    assert right > wrong + 0.25


# --- where the default rule changes its mind -----------------------------------------------------


@pytest.mark.parametrize(
    ("x", "rows", "order"),
    [(42, 0.09, (0, 1)), (42, 0.11, (1, 0)), (38, 0.14, (0, 1)), (38, 0.16, (1, 0))],
)
def test_rows_may_overlap_by_a_tenth_more_than_columns(x, rows, order):
    """The upper panel stands to the right; columns part by a hair, or overlap by 2 of 40."""
    upper, lower = Box(x, 0, 90, 100), Box(0, 100 * (1 - rows), 40, 100 * (2 - rows))
    found = order_panels([upper, lower], "ltr")
    assert found.indices == order
    certainty = 1 - rows if order == (0, 1) else min(1, 1 - (40 - x) / 40)
    assert found.confidence == pytest.approx(certainty)


@pytest.mark.parametrize("side", [(-1, 0), (1, 0), (0, -1), (0, 1)])
@pytest.mark.parametrize(("out", "held"), [(1.9, True), (2.1, False)])
def test_an_inset_may_stick_out_by_a_twenty_fifth_of_its_own_side(side, out, held):
    host, inset = Box(0, 0, 100, 100), Box(25, 25, 75, 75)
    shift = [(25 + out) * way for way in side]
    inset = Box(25 + shift[0], 25 + shift[1], 75 + shift[0], 75 + shift[1])
    order = order_panels([inset, host], "ltr")
    assert any("lies inside" in reason for reason in order.reasons) is held
    assert (order.confidence == pytest.approx(0.9)) is held
    if held:
        assert order.indices == (1, 0)


def grid(gutter: float, between_rows: float = 10) -> list[Box]:
    right, low = 100 + gutter, 100 + between_rows
    return [
        Box(0, 0, 100, 100),
        Box(right, 0, right + 100, 100),
        Box(0, low, 100, low + 100),
        Box(right, low, right + 100, low + 100),
    ]


@pytest.mark.parametrize(("gutter", "order"), [(29, (0, 1, 2, 3)), (31, (0, 2, 1, 3))])
def test_columns_need_a_gutter_three_times_as_wide(gutter, order):
    assert order_panels(grid(gutter), "ltr").indices == order


@pytest.mark.parametrize(("gutter", "order"), [(14, (0, 1, 2, 3)), (16, (0, 2, 1, 3))])
def test_at_the_fold_once_and_a_half_is_enough(gutter, order):
    page = (200 + gutter, 150)
    boxes = [Box(x0, y0 * 0.7, x1, y1 * 0.7) for x0, y0, x1, y1 in grid(gutter, 10 / 0.7)]
    assert order_panels(boxes, "ltr", page_size=page).indices == order


@pytest.mark.parametrize(("off", "order"), [(10.7, (0, 2, 1, 3)), (10.9, (0, 1, 2, 3))])
def test_the_fold_is_looked_for_within_a_twentieth_of_the_page(off, order):
    boxes = [Box(x0, y0 * 0.5, x1, y1 * 0.5) for x0, y0, x1, y1 in grid(16, 20)]
    assert order_panels(boxes, "ltr", page_size=(216 + 2 * off, 105)).indices == order


def test_a_gutter_narrower_than_a_fortieth_of_the_page_is_no_column():
    assert order_panels(grid(5.2, 1), "ltr").indices == (0, 2, 1, 3)
    assert order_panels(grid(5.0, 1), "ltr").indices == (0, 1, 2, 3)


def test_of_equal_boxes_the_first_holds_and_of_hosts_the_smallest():
    outer, middle, inner = Box(0, 0, 100, 100), Box(5, 5, 60, 60), Box(10, 10, 30, 30)
    beside = Box(70, 70, 95, 95)
    order = order_panels([inner, beside, middle, outer], "ltr")
    assert order.indices == (3, 2, 0, 1)


def test_magi_is_half_sure_of_a_broken_circle_and_less_sure_by_each_round_of_shrinking():
    circle = [Box(90, 60, 140, 100), Box(40, 30, 100, 60), Box(80, 20, 90, 70)]
    assert order_panels(circle[:1] + circle[2:], "rtl", "magi").confidence == 1
    # 10 of 50 overlap; 5 % off the longer side a round: clear after the fifth. One is always done.
    pair = [Box(0, 0, 50, 50), Box(40, 0, 90, 50)]
    rounds = next(k for k in range(50) if 50 * (1 - 0.95**k) >= 10)
    found = order_panels(pair, "ltr", "magi")
    assert found.indices == (0, 1)
    assert found.confidence == pytest.approx(0.95 ** (rounds - 1))
