"""What a kind draws of an answer: marks and words, typed, and the plain lists they become."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import panelwise.report
from panelwise.errors import PluginError
from panelwise.profile import PAPER, RECOMMENDED
from panelwise.report._overlays import overlay_data, svg_path
from panelwise.tasks import ImageEntry, Item, Rendering, get_kind
from panelwise.tasks.overlay import (
    DOT_STATES,
    LINE_STATES,
    PIECE_STATES,
    SHAPE_STATES,
    Arrow,
    Contour,
    Dot,
    Entry,
    Overlay,
    Piece,
    Rectangle,
    Route,
    Row,
    Table,
    View,
    letters,
)

SIZE = (400, 600)
STATIC = Path(panelwise.report.__file__).parent / "static"


def item_of(kind, gold, *, n=1, meta=None, recipe=None):
    image = ImageEntry("a" * 64, "b" * 64, *SIZE, "image/png", 1, recipe or {"kind": "page"})
    return Item("i", "t", kind, n, Rendering((), (image,), "p/1"), gold, (), meta=meta or {})


def drawing(item, answer, profile, scores=None):
    return get_kind(item.kind).overlay(item, answer, profile, scores or {})


def states(found, sort):
    """How often each state occurs among the marks of a sort."""
    told = [mark.state for view in found.views for mark in view.marks if isinstance(mark, sort)]
    return {state: told.count(state) for state in told}


def words(cell):
    return cell if isinstance(cell, str) else "".join(text for _, text in cell)


def table(found):
    return [tuple(words(cell) for cell in cells) for _, cells in found.tables[0].rows]


TEXTS = {
    "size": [*SIZE],
    "texts": [
        {"box": [10, 10, 110, 60], "text": "Poor kitty!", "class": "dialogue"},
        {"box": [200, 10, 300, 60], "text": "CRASH", "class": "onomatopoeia"},
        {"box": [10, 300, 110, 350], "text": None, "class": "other"},
    ],
}


def test_texts_are_found_missed_or_invented_and_letters_marked():
    item = item_of("spotting", TEXTS, n=3)
    answer = {
        "texts": [
            {"box": [12, 10, 110, 60], "text": "Por kltty!"},
            {"box": [200, 400, 300, 450], "text": "SALE"},
        ],
        "discarded": 0,
    }
    found = drawing(item, answer, RECOMMENDED)
    assert states(found, Rectangle) == {"answered": 1, "hit": 1, "miss": 1, "free": 1, "extra": 1}
    assert found.summary == "1 of 2 texts found, 0 of them read right; 1 too many."
    assert [row[1] for row in table(found)] == [
        *("◐ misread", "✗ missed", "– not asked", "+ fits none")
    ]
    read = found.tables[0].rows[0][1][-1]
    assert {state for state, _ in read} == {"same", "wrong", "missing"}
    assert "".join(text for state, text in read if state == "missing") == "o"


def test_the_hits_that_are_drawn_are_those_that_are_scored():
    item = item_of("spotting", TEXTS, n=3)
    answer = {"texts": [{"box": [0, 0, 100, 60], "text": "Poor kitty!"}], "discarded": 0}
    for profile in (RECOMMENDED, PAPER):
        scored = get_kind("spotting").score(item, answer, profile)
        assert states(drawing(item, answer, profile), Rectangle).get("hit", 0) == scored["hits"]


def test_boxes_that_fit_in_another_frame_are_told():
    item = item_of("spotting", TEXTS, n=3)
    thousandths = [
        {"box": [x0 / 0.4, y0 / 0.6, x1 / 0.4, y1 / 0.6], "text": text}
        for (x0, y0, x1, y1), text in (
            ((10, 10, 110, 60), "Poor kitty!"),
            ((200, 10, 300, 60), "CRASH"),
        )
    ]
    answer = {"texts": thousandths, "discarded": 0}
    scores = get_kind("spotting").score(item, answer, RECOMMENDED)
    told = drawing(item, answer, RECOMMENDED, scores).summary
    assert "as thousandths of the page they would score 1.00" in told
    meant = RECOMMENDED.with_settings({"boxes.coord_frame": "thousandths"})
    told = drawing(item, answer, meant, get_kind("spotting").score(item, answer, meant)).summary
    assert told == "2 of 2 texts found, 2 of them read right; 0 too many."


def test_boxes_are_drawn_class_by_class_as_they_are_scored():
    gold = {
        "size": [*SIZE],
        "classes": ["panel", "face"],
        "boxes": [
            {"class": "panel", "box": [0, 0, 200, 200]},
            {"class": "panel", "box": [200, 0, 400, 200]},
            {"class": "face", "box": [20, 20, 60, 60]},
        ],
    }
    item = item_of("detection", gold, n=3)
    answer = {
        "boxes": [
            {"class": "panel", "box": [0, 0, 190, 200]},
            {"class": "face", "box": [300, 20, 340, 60]},
        ]
    }
    found = drawing(item, answer, RECOMMENDED)
    assert [view.title for view in found.views] == ["Panels", "Faces"]
    assert table(found) == [("panels", "2", "1", "1", "0"), ("faces", "1", "0", "1", "1")]
    scores = get_kind("detection").score(item, answer, RECOMMENDED)
    assert states(found, Rectangle)["hit"] == scores["hits_panel"] + scores["hits_face"]


SPEAKERS = {
    "texts": {"T1": [0, 0, 40, 20], "T2": [0, 100, 40, 120], "T3": [0, 200, 40, 220]},
    "characters": {"C1": [100, 0, 140, 80], "C2": [100, 100, 140, 180]},
    "links": [["T1", "C1"], ["T2", "C2"], ["T3", "C2"]],
}


def test_lines_are_right_wrong_or_missed():
    answer = {"links": [["T1", "C1", 1.0], ["T2", "C1", 1.0]]}
    found = drawing(item_of("speakers", SPEAKERS, n=3), answer, RECOMMENDED)
    assert states(found, Arrow) == {"right": 1, "wrong": 1, "missed": 2}
    assert table(found) == [
        ("T1", "✓ right", "C1", "C1"),
        ("T2", "✗ wrong", "C2", "C1"),
        ("T3", "– no speaker", "C2", ""),
    ]
    right = next(mark for mark in found.views[0].marks if mark.state == "right")
    assert (right.start, right.end) == ((20, 10), (120, 40))


def test_groups_that_go_together_share_a_colour_whatever_their_order():
    corners = {f"C{k}": [40 * k, 0, 40 * k + 30, 30] for k in range(1, 6)}
    gold = {"characters": corners, "groups": [["C1", "C2"], ["C3", "C4"]]}
    item = item_of("identities", gold, n=5)
    found = drawing(item, {"groups": [["C3", "C4", "C2"], ["C1"], ["C5"]]}, RECOMMENDED)
    points = [[mark.label for mark in view.marks if isinstance(mark, Dot)] for view in found.views]
    assert points == [["A", "A", "B", "B", "?"], ["A", "B", "B", "B", "?"]]
    assert found.summary.startswith("0 of 2 groups")
    assert "1 character of unknown identity not asked" in found.summary
    perfect = drawing(item, {"groups": [["C4", "C3"], ["C2", "C1"]]}, RECOMMENDED)
    assert perfect.summary.startswith("2 of 2 groups")


def test_the_order_of_texts_is_a_spline_through_them():
    recipe = {
        "kind": "marked_page",
        "boxes": [[0, 0, 20, 20], [0, 100, 20, 120], [0, 200, 20, 220]],
    }
    item = item_of("ordering", (0, 1, 2), n=3, meta={"texts": 3}, recipe=recipe)
    item = replace(item, index_base=1)
    found = drawing(item, (0, 2, 1), RECOMMENDED)
    assert states(found, Route) == {"gold": 1, "answered": 1}
    assert states(found, Dot) == {"right": 1, "wrong": 2}
    assert found.summary == "Right order: 1 2 3; answered: 1 3 2."
    assert states(drawing(item, (0, 1, 2), RECOMMENDED), Route) == {"answered": 1}
    assert "no order" in drawing(item, None, RECOMMENDED).summary
    assert drawing(replace(item, meta={}), (0, 2, 1), RECOMMENDED) is None


LINES = {
    "lines": [
        {"mark": "T1", "box": [0, 0, 9, 9], "text": "Poor kitty!", "names": ["Theo", "the boy"],
         "known": True},
        {"mark": "T2", "box": [0, 50, 9, 59], "text": "Really?", "names": ["Felix"], "known": True},
    ]
}  # fmt: skip


def test_names_stand_beside_the_right_ones():
    item = item_of("naming", LINES, n=2)
    found = drawing(item, {"names": {"T1": "the boy"}}, RECOMMENDED)
    assert [row[2:] for row in table(found)] == [
        ("✓ right", "Theo / the boy", "the boy"),
        ("– missing", "Felix", ""),
    ]
    assert states(found, Rectangle) == {"hit": 1, "miss": 1}


def test_a_transcript_is_compared_line_by_line():
    item = item_of("dialogue", LINES, n=2)
    said = [
        {"name": "Felix", "text": "Really?"},
        {"name": "Bob", "text": "Poor kity!"},
        {"name": "Narrator", "text": "Meanwhile"},
    ]
    found = drawing(item, {"lines": said}, RECOMMENDED)
    assert [row[2:4] for row in table(found)] == [
        *(("◐ in part", "2"), ("✓ right", "1"), ("+ invented", "3"))
    ]
    assert ("wrong-name", "Bob") in found.tables[0].rows[0][1][-1]
    assert found.summary == "1 of 2 lines right in words and name; 1 invented."


def test_an_open_answer_stands_under_its_question():
    item = item_of("answer", {"question": "Who?", "answers": ["Theo", "the boy"]})
    rows = dict(table(drawing(item, {"text": "It is the boy."}, RECOMMENDED)))
    assert rows["Question"] == "Who?"
    assert rows["As strings tell"] == "✓ right"
    assert drawing(item, {"text": "Bob"}, RECOMMENDED).summary.endswith("wrong.")


def test_a_mark_is_told():
    item = item_of("mark", {"lowest": 1})
    assert drawing(item, {"mark": 7}, RECOMMENDED).summary == "Mark: 7 of 10."


@pytest.mark.parametrize(
    ("kind", "gold", "told"),
    [
        ("spotting", TEXTS, "0 of 2 texts found"),
        ("speakers", SPEAKERS, "0 of 3 texts given"),
        ("naming", LINES, "0 of 2 lines"),
        ("dialogue", LINES, "0 of 2 lines"),
        ("answer", {"question": "Who?", "answers": ["Theo"]}, "Nothing was answered"),
        ("mark", {"lowest": 1}, "No mark"),
    ],
)
def test_an_answer_that_could_not_be_read_shows_what_was_there(kind, gold, told):
    assert drawing(item_of(kind, gold), None, RECOMMENDED).summary.startswith(told)


@given(st.text(max_size=12), st.text(max_size=12))
def test_the_pieces_of_a_reading_are_the_reading(gold, read):
    pieces = letters(gold, read)
    assert "".join(text for state, text in pieces if state != "missing") == read


def test_a_route_through_nothing_is_nothing():
    assert svg_path([]) == ""


def test_the_browser_gets_plain_lists_of_whole_pixels():
    marks = (
        Rectangle("hit", [1.2, 2, 30.6, 40], "1"),
        Contour("miss", [(0.4, 0), (9.6, 0), (9, 9)]),
        Arrow("right", (0, 0), (4.5, 9.9)),
        Route("gold", [(0, 0), (6, 6)]),
        Dot("right", (3.2, 4.8), "A"),
    )
    data = overlay_data(Overlay("All.", (View("Page", (40, 60), marks, "words"),)))
    assert data.keys() == {"summary", "views"}  # what is empty is left out
    assert data["views"][0][2] == [
        ["box", "hit", [1, 2, 31, 40], "1"],
        ["polygon", "miss", [[0, 0], [10, 0], [9, 9]], ""],
        ["line", "right", [0, 0, 4, 10]],
        ["curve", "gold", "M0 0C1 1 5 5 6 6"],
        ["dot", "right", [3, 5], "A"],
    ]


def test_a_bare_page_shows_boxes_order_speakers_and_people():
    gold = {
        "size": [*SIZE],
        "texts": [
            {"box": [10, 10, 110, 60], "speakers": ["C1"]},
            {"box": [200, 10, 300, 60], "speakers": ["C2"]},
        ],
        "characters": [
            {"id": "C1", "box": [10, 100, 60, 300], "person": "Anna"},
            {"id": "C2", "box": [200, 100, 260, 300], "person": "Bob"},
            {"id": "C3", "box": [10, 350, 60, 550], "person": "Anna"},
        ],
    }
    answer = {
        "texts": [
            {"box": [200, 10, 300, 60], "speakers": ["X1"]},
            {"box": [12, 10, 110, 60], "speakers": ["X1"]},
            {"box": [300, 500, 390, 590], "speakers": ["X2"]},
        ],
        "characters": [
            {"id": "X1", "box": [10, 100, 60, 300], "person": "A"},
            {"id": "X2", "box": [12, 350, 60, 550], "person": "B"},
        ],
        "discarded": 0,
    }
    found = drawing(item_of("structure", gold, n=2), answer, RECOMMENDED)
    titles = [view.title for view in found.views]
    assert titles == ["Texts", "Characters", "The order of the texts", "Who says what",
                      "Right groups", "Answered groups"]  # fmt: skip
    assert {view.size for view in found.views} == {SIZE}
    assert found.summary == (
        "texts: 2 of 2 found, 1 too many; characters: 2 of 3 found, 0 too many."
        " 0 of 2 found texts in place among them."
        " 1 of 2 texts given to the right speaker. 1 link from a text that is none."
        " 0 of 1 group put together as they are. 1 character not found."
    )
    assert states(found, Arrow) == {"right": 1, "wrong": 2}
    rows = [tuple(words(cell) for cell in cells) for _, cells in found.tables[2].rows]
    assert rows == [
        ("T1", "✓ right", "C1", "C1"),
        ("T2", "✗ wrong", "C2", "C1"),
        ("fits no text", "✗ wrong", "", "C3"),
    ]
    silent = drawing(item_of("structure", gold, n=2), None, RECOMMENDED)
    assert "texts: 0 of 2 found" in silent.summary
    assert [words(cells[1]) for _, cells in silent.tables[2].rows] == ["– not found"] * 2


def test_the_order_alone_is_drawn_without_characters():
    gold = {"size": [*SIZE], "texts": [{"box": [10, 10, 110, 60]}]}
    found = drawing(item_of("reading_order", gold), gold, RECOMMENDED)
    assert [view.title for view in found.views] == ["Texts", "The order of the texts"]


def test_a_chapter_is_drawn_page_by_page():
    gold = {
        "characters": {"C1": [10, 10, 60, 300], "C2": [10, 10, 60, 300], "C3": [90, 10, 160, 300]},
        "groups": [["C1", "C3"], ["C2"]],
        "pages": {"C1": 0, "C2": 0, "C3": 1},
    }
    item = item_of("identities", gold, n=3)
    image = item.rendering.images[0]
    item = replace(item, rendering=replace(item.rendering, images=(image, image)))
    found = drawing(item, {"groups": [["C1", "C3"], ["C2"]]}, RECOMMENDED)
    assert [(view.title, view.picture) for view in found.views] == [
        ("Right groups, page 1", 0),
        ("Answered groups, page 1", 0),
        ("Right groups, page 2", 1),
        ("Answered groups, page 2", 1),
    ]
    assert [view.words for view in found.views][::2] == ["A: C1; B: C2", "A: C3"]


def test_a_state_that_nothing_would_draw_is_refused_where_it_is_made():
    def view(mark):
        return (View("t", SIZE, (mark,), "w"),)

    box = Rectangle("missed", (0, 0, 9, 9))
    with pytest.raises(PluginError, match=r"Rectangle has no state 'missed'; known: .*, miss, "):
        Overlay("s", view(box))
    with pytest.raises(PluginError, match="Arrow has no state 'hit'; known: answered, gold"):
        Overlay("s", view(Arrow("hit", (0, 0), (1, 1))))
    with pytest.raises(PluginError, match="Piece has no state 'bad'"):
        Overlay("s", tables=(Table("t", ("a",), (Row("", ((Piece("bad", "x"),),)),)),))
    with pytest.raises(PluginError, match="a shape of the legend has no state 'invented'"):
        Overlay("s", legend=(Entry("shape", "invented", "too many"),))


@pytest.mark.parametrize(
    ("states", "selector"),
    [
        (SHAPE_STATES, r"\.drawing (:is\([^)]*)?\.{}\b"),
        (LINE_STATES, r"\.link\.{}\b"),
        (DOT_STATES - {"unknown"}, r"\.point[^{{]*\.{}\b"),
        (PIECE_STATES - {"", "missing"}, r"\.piece(:is\([^)]*)?\.{}\b"),
    ],
)
def test_the_style_sheet_has_a_rule_for_every_state(states, selector):
    css = (STATIC / "samples.css").read_text(encoding="utf-8")
    assert [one for one in sorted(states) if not re.search(selector.format(one), css)] == []
