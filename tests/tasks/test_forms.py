"""Forms for people: what they take, and that they take nothing else."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from panelwise.errors import FormError, InputError
from panelwise.tasks import Option
from panelwise.tasks.forms import (
    LONGEST_TEXT,
    MOST_SHAPES,
    ChoiceField,
    Form,
    FormColumn,
    GivenShape,
    GroupsField,
    LinksField,
    OrderField,
    RowsField,
    ScaleField,
    SeveralField,
    ShapesField,
    TextField,
)

CARDS = tuple(Option(label) for label in "ABC")
GIVEN = (
    GivenShape("T1", "text", (0, 0, 10, 10)),
    GivenShape("T2", "text"),
    GivenShape("C1", "character", (20, 20, 40, 40)),
)
EVERY = Form(
    (
        ChoiceField("one", "Which one?", CARDS),
        SeveralField("some", "Which ones?", CARDS, least=1, most=2),
        OrderField("order", "In which order?", CARDS),
        TextField("words", "What is said?", lines=3, language="ja", vertical=True),
        ScaleField("scale", "How good?", 1, 5, {1: "bad", 5: "good"}, uncertain=True),
        ShapesField("boxes", "Where?", (100, 80), ("text", "character"), polygons=True, texts=True),
        LinksField("drawn", "Who says it?", "boxes", "text", "character", required=False),
        LinksField("given", "Who says it?", GIVEN, "text", "character", several=True),
        GroupsField("same", "Who is the same?", GIVEN, of_class="character"),
        RowsField(
            "rows", "Lines", (FormColumn("who", "Who", ("A", "B")), FormColumn("said", "What"))
        ),
    )
)
RIGHT = {
    "one": 2,
    "some": [0, 1],
    "order": [2, 0, 1],
    "words": "あ",
    "scale": "uncertain",
    "boxes": [
        {"id": "a", "class": "text", "box": [1, 2, 30, 40], "text": "Hm."},
        {"id": "b", "class": "character", "box": [5, 5, 9, 9], "text": ""},
    ],
    "drawn": [{"from": "a", "to": "b"}],
    "given": [{"from": "T1", "to": "C1"}, {"from": "T2", "to": None}],
    "same": {"C1": "Ann"},
    "rows": [{"who": "A", "said": "Oh!"}],
}


def test_right_values_stay_as_they_are():
    assert EVERY.check(RIGHT) == RIGHT
    assert EVERY.check(json.loads(json.dumps(RIGHT))) == RIGHT


def test_a_form_is_plain_json():
    told = json.loads(json.dumps(EVERY.as_json()))
    assert [(one["type"], one["name"]) for one in told["fields"]] == [
        ("choice", "one"),
        ("several", "some"),
        ("order", "order"),
        ("text", "words"),
        ("scale", "scale"),
        ("shapes", "boxes"),
        ("links", "drawn"),
        ("links", "given"),
        ("groups", "same"),
        ("rows", "rows"),
    ]
    assert told["fields"][0]["options"][0] == {"label": "A", "text": None, "image": None}
    assert told["fields"][4]["labels"] == {"1": "bad", "5": "good"}
    assert told["fields"][5]["size"] == [100, 80]
    assert told["fields"][6]["shapes"] == "boxes"
    assert told["fields"][7]["shapes"][1] == {
        "id": "T2", "class": "text", "image": 0, "box": None,
    }  # fmt: skip


WRONG = [
    ("one", 3, "3 is not the number of any option"),
    ("one", True, "True is not the number of any option"),
    ("one", "A", "'A' is not the number of any option"),
    ("some", [], "0 chosen; choose at least 1"),
    ("some", [0, 0], "chosen twice"),
    ("some", [0, 1, 2], "3 options, at most 2"),
    ("order", [0, 1], "2 of 3 cards in order"),
    ("order", [0, 1, 1], "2 of 3 cards"),
    ("words", "  ", "an empty text"),
    ("words", "a" * (LONGEST_TEXT + 1), "20001 characters, at most 20000"),
    ("words", "\ud800", "a character that cannot be stored"),
    ("scale", 6, "6 is not on the scale; give a number from 1 to 5 or 'uncertain'"),
    ("scale", 2.0, "2.0 is not a whole number"),
    ("scale", 10**5000, "a number of many digits is not on the scale"),
    ("boxes", [{}] * (MOST_SHAPES + 1), "2001 shapes, at most 2000"),
    ("boxes", [{"id": "a", "class": "face", "box": [0, 0, 1, 1]}], "of the unknown class 'face'"),
    ("boxes", [{"id": "a", "class": "text", "box": [9, 0, 9, 1]}], "without area"),
    ("boxes", [{"id": "a", "class": "text", "box": [101, 0, 120, 9]}], "outside the picture"),
    ("boxes", [{"id": "a", "class": "text", "box": [0, 0, 1, float("nan")]}], "nan is not a coord"),
    ("boxes", [{"id": "a", "class": "text", "box": [0, 0, 1, 10**400]}], "of many digits"),
    ("boxes", [{"id": "a", "class": "text", "polygon": [[0, 0], [1, 1]]}], "2 corners"),
    ("boxes", [{"id": "", "class": "text", "box": [0, 0, 1, 1]}], "an empty shape id"),
    ("boxes", [{"gold": 1}], "a shape has no 'gold'"),
    ("drawn", [{"from": "T1", "to": "b"}], "a link starts at 'T1'"),
    ("drawn", [{"from": "a", "to": "b"}, {"from": "a", "to": None}], "2 links from 'a'"),
    ("given", [{"from": "T1", "to": "C1"}], "1 without a link, the first is 'T2'"),
    ("given", [{"from": "T1", "to": "T2"}], "a link ends at 'T2'; end it at one of the characters"),
    ("same", {}, "1 without a group, the first is 'C1'"),
    ("same", {"T1": "x"}, "there is no 'T1' to group"),
    ("same", {"C1": 3}, "3 is not a name of a group"),
    ("rows", [{"who": "C", "said": ""}], "Who 'C'; choose one of A, B"),
    ("rows", [["A", "Oh!"]], "a list is not a row"),
    ("rows", [{"who": "", "said": "Oh!"}], "row 1 has no who; choose one of A, B, or delete"),
]


def test_a_fault_has_plain_words_for_people_who_see_the_label():
    error = FormError("reason", "a rejection needs a reason", "say what is wrong")
    assert error.plain == "A rejection needs a reason: say what is wrong."
    assert str(error) == "field 'reason': a rejection needs a reason; say what is wrong"


@pytest.mark.parametrize(("name", "value", "fault"), WRONG, ids=[one[2] for one in WRONG])
def test_wrong_values_are_refused_by_the_name_of_their_field(name, value, fault):
    with pytest.raises(FormError) as refused:
        EVERY.check({**RIGHT, name: value})
    assert refused.value.field == name
    assert str(refused.value).startswith(f"field '{name}': ")
    assert fault in str(refused.value)
    assert len(str(refused.value)) < 250


def test_a_form_as_a_whole_is_refused_too():
    with pytest.raises(InputError, match="there is no field 'gold'; fill in boxes, drawn"):
        EVERY.check({**RIGHT, "gold": 1})
    with pytest.raises(InputError, match="a list is not an object"):
        EVERY.check([])
    with pytest.raises(InputError, match="field 'one': nothing was filled in"):
        EVERY.check({**RIGHT, "one": None})
    assert EVERY.check({**RIGHT, "drawn": None})["drawn"] is None


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


@given(st.sampled_from([field.name for field in EVERY.fields]), json_values)
def test_any_json_value_is_cleaned_or_refused_and_what_is_clean_stays_so(name, value):
    try:
        clean = EVERY.check({**RIGHT, name: value})
    except FormError:
        return
    assert EVERY.check(clean) == clean


def test_given_shapes_stay_where_they_are():
    field = ShapesField(
        "t", "Texts", (50, 50), ("text",), initial=GIVEN[:2], fixed=True, ordered=True, texts=True
    )
    moved = [
        {"id": "T2", "text": "No."},
        {"id": "T1", "class": "character", "box": [7, 7, 9, 9], "text": "Yes."},
    ]
    assert field.check(moved, {}) == [
        {"id": "T2", "class": "text", "box": None, "text": "No."},
        {"id": "T1", "class": "text", "box": [0, 0, 10, 10], "text": "Yes."},
    ]
    with pytest.raises(FormError, match="shapes were added or removed"):
        field.check(moved[:1], {})


def test_an_outline_has_the_box_around_it():
    field = ShapesField("p", "Panels", (50, 50), ("panel",), polygons=True)
    drawn = [{"id": "1", "polygon": [[1, 2], [30, 4], [5, 40.004]], "box": [0, 0, 1, 1]}]
    assert field.check(drawn, {}) == [
        {
            "id": "1",
            "class": "panel",
            "box": [1, 2, 30, 40],
            "polygon": [[1, 2], [30, 4], [5, 40]],
        }
    ]


def test_a_form_that_does_not_hang_together_cannot_be_made():
    field = TextField("a", "A")
    with pytest.raises(ValueError, match="two fields have the name 'a'"):
        Form((field, field))
    with pytest.raises(ValueError, match="'l' is about 'a', which no earlier field draws"):
        Form((field, LinksField("l", "L", "a", "text", "character")))
