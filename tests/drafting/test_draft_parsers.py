"""Descriptions are read from either layout that is asked for, and from what models make of it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from panelwise.drafting import parse_descriptions

# What a description may hold: anything but a panel's number where a new part could begin.
words = st.text(
    st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp"), exclude_characters="*_;；{}"),
    min_size=1,
    max_size=60,
).map(str.strip)
descriptions = st.lists(
    words.filter(lambda text: text and "panel" not in text.casefold()), min_size=1, max_size=9
)


def listed(texts):
    return list(enumerate(texts, 1))


@given(descriptions, st.sampled_from(["\n", " ; ", ";", "\n\n"]))
def test_the_json_list_is_read_back(texts, separator):
    inside = separator.join(f"panel{k} : {text}" for k, text in listed(texts))
    assert parse_descriptions(json.dumps({"description": inside})) == listed(texts)
    fenced = f"Here it is:\n```json\n{json.dumps({'description': inside}, indent=1)}\n```\nDone."
    assert parse_descriptions(fenced) == listed(texts)


@given(descriptions)
def test_paragraphs_are_read_back(texts):
    assert parse_descriptions("\n".join(f"Panel {k}: {t}" for k, t in listed(texts))) == listed(
        texts
    )


@given(descriptions)
def test_lists_and_objects_under_the_key_are_read_back(texts):
    as_list = json.dumps({"description": texts})
    as_object = json.dumps({"description": {f"panel{k}": t for k, t in listed(texts)}})
    assert parse_descriptions(as_list) == listed(texts)
    assert parse_descriptions(as_object) == listed(texts)


@given(st.text(max_size=400))
def test_anything_can_be_read_without_an_error(text):
    for number, words in parse_descriptions(text):
        assert number >= 0
        assert words == words.strip()


AWKWARD = {
    "**Panel 1:** A dog.\n\n**Panel 2:** It barks.": ["A dog.", "It barks."],
    "Panel 1: A dog. Panel 2: It barks.": ["A dog.", "It barks."],
    "panel1：犬がいる。panel2：ほえる。": ["犬がいる。", "ほえる。"],
    "Panel #1: He says 'No!' Panel #2: He goes.": ["He says 'No!'", "He goes."],
    '{"description": "panel1 : He says "no" ; panel2 : He goes ;"}': ['He says "no"', "He goes"],
    '{"description": "panel1 : A dog ;\npanel2 : It barks ;"}': ["A dog", "It barks"],
    'Sure!\n{"description": "panel1 : A dog ; panel2 : It ba': ["A dog", "It ba"],
    "Panel 1: As in panel 2: a dog. Panel 2: It barks.": ["As in panel 2: a dog.", "It barks."],
    "I cannot see a comic.": [],
    "": [],
}


@pytest.mark.parametrize("text", AWKWARD)
def test_awkward_answers(text):
    assert parse_descriptions(text) == listed(AWKWARD[text])


def test_numbers_stay_as_written():
    assert parse_descriptions("Panel 2: B.\nPanel 1: A.") == [(2, "B."), (1, "A.")]
