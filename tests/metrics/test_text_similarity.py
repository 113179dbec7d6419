"""Comparing texts: edit distance, NED, ANLS, and the rules that make texts equal first."""

from __future__ import annotations

import itertools
import json
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from panelwise.errors import SettingError
from panelwise.metrics import NORMALISERS, anls, edit_distance, ned, normaliser, similarity

words = st.text("abcがか\u3099ー", max_size=8)

GOLDEN_NED = [
    ("apple", "aple", 0.8),
    ("apple", "apple", 1.0),
    ("", "x", 0.0),
    ("", "", 1.0),
    ("ふうちゃん", "ふうちやん", 0.8),
    ("abc", "xyz", 0.0),
]
GOLDEN_ANLS = [
    ("Morio", "Moria", 0.8, 0.8),
    ("Bob", "Alice", 0, 0),
    ("ab", "ac", 0.5, 0),
    ("Char 1", "Naruto", 0, 0),
    ("NARUTO ", "naruto", 1, 1),
]


def textbook_distance(text: str, other: str) -> int:
    """The full table of Wagner and Fischer."""
    table = {(i, 0): i for i in range(len(text) + 1)} | {(0, j): j for j in range(len(other) + 1)}
    for i, j in itertools.product(range(1, len(text) + 1), range(1, len(other) + 1)):
        replaced = table[i - 1, j - 1] + (text[i - 1] != other[j - 1])
        table[i, j] = min(table[i - 1, j] + 1, table[i, j - 1] + 1, replaced)
    return table[len(text), len(other)]


@pytest.mark.parametrize(("text", "other", "value"), GOLDEN_NED)
def test_golden_similarity(text, other, value):
    assert similarity(text, other) == pytest.approx(value)


@pytest.mark.parametrize(("answer", "gold", "inclusive", "strict"), GOLDEN_ANLS)
def test_golden_anls(answer, gold, inclusive, strict):
    assert anls(answer, [gold]) == pytest.approx(inclusive)
    assert anls(answer, [gold], boundary="strict") == pytest.approx(strict)


@pytest.mark.shared
def test_golden_file(shared: Path):
    golden = json.loads((shared / "protocol/derived/golden_values.json").read_text())
    for text, other, value in golden["ned"]:
        assert similarity(text, other) == pytest.approx(value, abs=1e-6)
    for case in golden["anls"]:
        for boundary in ("inclusive", "strict"):
            value = anls(case["pred"], [case["gt"]], boundary=boundary)
            assert value == pytest.approx(case[boundary], abs=1e-6)


@given(words, words)
def test_the_distance_is_the_textbooks_on_composed_code_points(text, other):
    composed = [unicodedata.normalize("NFC", one) for one in (text, other)]
    assert edit_distance(text, other) == textbook_distance(*composed)


def test_a_composed_and_a_decomposed_letter_are_one():
    assert similarity("か\u3099っこう", "がっこう") == 1
    assert edit_distance("か\u3099", "か") == 1


@given(words, words)
def test_similarity_is_symmetric_and_one_for_equal_texts_only(text, other):
    value = similarity(text, other)
    assert 0 <= value <= 1
    assert value == similarity(other, text)
    assert (value == 1) == (edit_distance(text, other) == 0)


def test_ned_is_the_mean_in_any_order_and_undefined_without_pairs():
    pairs = [(text, other) for text, other, _ in GOLDEN_NED]
    assert ned(pairs) == pytest.approx(3.6 / 6)
    assert ned(reversed(pairs)) == pytest.approx(3.6 / 6)
    assert ned([]) is None


def test_anls_takes_the_nearest_of_several_gold_texts():
    assert anls("Sailor Moon", ["Usagi", "sailor moon"]) == 1
    assert anls("", [""]) == 1
    with pytest.raises(ValueError, match="at least one gold text"):
        anls("Usagi", [])


@given(words, words, st.sampled_from([0.0, 0.25, 0.5, 1.0]))
def test_the_boundaries_differ_only_at_tau(answer, gold, tau):
    inclusive = anls(answer, [gold], tau=tau)
    strict = anls(answer, [gold], tau=tau, boundary="strict")
    at_tau = 1 - similarity(answer.lower(), gold.lower()) == tau
    assert strict == (0 if at_tau else inclusive)
    assert inclusive in (0, similarity(answer.lower(), gold.lower()))


def released_rule(text: str) -> str:
    """MV-10 letter by letter."""
    letters: list[str] = []
    in_run = False
    for letter in text:
        if letter.isspace():
            continue
        dash = letter in "~～〜-ー"
        if not (dash and in_run):
            letters.append(letter)
        in_run = dash
    one_for_one = {"～": "~", "〜": "~", "ー": "-", "！": "!", "？": "?", "･": "・", ".": "・"}
    return "".join("・・・" if one == "…" else one_for_one.get(one, one) for one in letters)


@given(st.text("ab～〜~-ー！？!?…・･. \u3000\n", max_size=20))
def test_mangalmm_is_the_released_rule(text):
    assert normaliser("mangalmm")(text) == released_rule(text)


@pytest.mark.parametrize(
    ("text", "mangalmm", "nfkc"),
    [
        ("えー〜っ", "え-っ", "えー〜っ"),
        ("〜ーーッ", "~ッ", "〜ーーッ"),
        ("な\u3000に\n？！", "なに?!", "なに?!"),
        ("…．.", "・・・．・", "....."),
        ("ー　ー", "-", "ーー"),
        ("ﾊﾟﾝ", "ﾊﾟﾝ", "パン"),
    ],
)
def test_what_each_normaliser_makes_equal(text, mangalmm, nfkc):
    assert normaliser("mangalmm")(text) == mangalmm
    assert normaliser("nfkc")(text) == nfkc
    assert normaliser("raw")(text) == text


@pytest.mark.parametrize("name", NORMALISERS)
@given(text=st.text(max_size=30))
def test_normalising_twice_changes_nothing_more(name, text):
    once = normaliser(name)(text)
    assert normaliser(name)(once) == once


def test_normalisers_are_found_by_name_and_by_id():
    assert [one.id for one in NORMALISERS.values()] == ["mangalmm/1", "nfkc/1", "raw/1"]
    assert normaliser("nfkc/1") is normaliser("nfkc")
    with pytest.raises(SettingError, match=r"unknown normaliser 'nfc'; .*mangalmm, nfkc, raw"):
        normaliser("nfc")
    with pytest.raises(SettingError, match="unknown normaliser 'mangalmm/2'"):
        normaliser("mangalmm/2")
