"""Reading orders of a JSON document of boxes."""

from __future__ import annotations

import json

import pytest

from panelwise.errors import InputError, UnknownNameError
from panelwise.reading import order_document
from panelwise.reading._order_document import MAX_BOXES

PANELS = [[50, 0, 90, 40], [0, 0, 40, 40], [0, 50, 90, 90]]


def ordered(rule: str = "default", **changes):
    page = {"id": "p1", "width": 90, "height": 90, "panels": PANELS, **changes}
    (found,) = order_document(json.dumps({"pages": [page]}).encode(), rule, "boxes.json")["pages"]
    return found


def test_panels_and_texts_are_ordered_in_the_direction_of_the_page():
    texts = [[60, 60, 70, 70], [55, 5, 60, 10], [5, 5, 10, 10]]
    found = ordered(texts=texts)
    assert found["id"] == "p1"
    assert found["panel_order"] == [1, 0, 2]
    assert found["text_order"] == [2, 1, 0]
    assert 0 <= found["confidence"] <= 1
    assert found["confidence"] == round(found["confidence"], 4)
    back = ordered(texts=texts, reading_direction="rtl")
    assert (back["panel_order"], back["text_order"]) == ([0, 1, 2], [1, 2, 0])


def test_without_texts_there_is_no_order_of_texts():
    assert "text_order" not in ordered()
    assert ordered(texts=[])["text_order"] == []


@pytest.mark.parametrize("part", ["panels", "texts"])
def test_a_page_holds_boxes_up_to_the_limit(part):
    with pytest.raises(InputError, match=rf"boxes\.json: page p1: {MAX_BOXES + 1} boxes; at most"):
        ordered(**{part: [[0, 0, 9, 9]] * (MAX_BOXES + 1)})


def test_what_is_wrong_is_said_with_its_place():
    with pytest.raises(InputError, match=r"^boxes\.json: pages\.0\.width: .*; write \{\"pages\""):
        ordered(width="wide")
    with pytest.raises(InputError, match=r"^boxes\.json: pages\.0\.panels\.1"):
        ordered(panels=[PANELS[0], [5, 5, 1, 1]])
    with pytest.raises(UnknownNameError):
        ordered("no-such-rule")
