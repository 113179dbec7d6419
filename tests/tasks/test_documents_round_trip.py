"""What a kind writes it reads again, and whatever a model writes never raises an error."""

from __future__ import annotations

import math
from dataclasses import replace

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from document_items import ITEMS, LINES, PERFECT, SPOTTING
from panelwise.benchmarks import PAPERS
from panelwise.metrics import COORDINATE_FRAMES
from panelwise.profile import RECOMMENDED
from panelwise.tasks import get_kind, outcome_of, read_response, score_answer

PAPER = PAPERS["mangavqa"]
PROFILES = (RECOMMENDED, PAPER, PAPERS["comix"])
words = st.text(st.characters(exclude_categories=("Cs",)), max_size=20)
said = words.filter(lambda text: any(char.isalnum() for char in text))
numbers = st.integers(-50, 5000).map(float)
boxes = st.lists(numbers, min_size=4, max_size=4)
marks = st.sampled_from(["C1", "C2", "C3", "C4", "C5", "C6"])


def _grouped(names: list[int]) -> dict:
    """Every mark in the group of its number."""
    groups: dict[int, list[str]] = {}
    for k, name in enumerate(names, 1):
        groups.setdefault(name, []).append(f"C{k}")
    return {"groups": list(groups.values())}


def _links(chosen: dict[str, list[str]]) -> dict:
    return {"links": [[text, who, 1.0] for text, some in chosen.items() for who in some]}


def _structures(bodies: list[dict]) -> st.SearchStrategy[dict]:
    """Characters of these bodies, and any texts that they say."""
    people = [{"id": f"C{k}", **body} for k, body in enumerate(bodies, 1)]
    said = st.just([])
    if people:
        ids = st.sampled_from([one["id"] for one in people])
        said = st.lists(ids, max_size=2, unique=True)
    text = st.fixed_dictionaries(
        {"box": boxes, "speakers": said},
        optional={"score": st.floats(-9, 9)},
    )
    return st.lists(text).map(lambda texts: {"texts": texts, "characters": people, "discarded": 0})


ANSWERS = {
    "spotting": st.lists(st.fixed_dictionaries({"box": boxes, "text": words})).map(
        lambda texts: {"texts": texts, "discarded": 0}
    ),
    "detection": st.lists(
        st.fixed_dictionaries(
            {"class": st.sampled_from(["panel", "text"]), "box": boxes},
            optional={"score": st.floats(-9, 9)},
        )
    ).map(lambda found: {"boxes": found, "discarded": 0}),
    "speakers": st.dictionaries(
        st.sampled_from(["T1", "T2", "T3"]),
        st.lists(st.sampled_from(["C1", "C2"]), min_size=1, max_size=2, unique=True),
    ).map(_links),
    "identities": st.lists(st.integers(1, 4), min_size=6, max_size=6).map(_grouped),
    "structure": st.lists(
        st.fixed_dictionaries({"box": boxes, "person": st.sampled_from(["A", "B", None])}),
        max_size=4,
    ).flatmap(_structures),
    "reading_order": st.lists(st.fixed_dictionaries({"box": boxes})).map(
        lambda texts: {"texts": texts, "discarded": 0}
    ),
    "naming": st.dictionaries(st.sampled_from(["T1", "T2", "T3"]), words, min_size=1).map(
        lambda names: {"names": names}
    ),
    "dialogue": st.lists(st.fixed_dictionaries({"name": words, "text": words})).map(
        lambda lines: {"lines": lines}
    ),
    "answer": said.map(lambda text: {"text": text.strip()}),
    "mark": st.integers(1, 10).map(lambda mark: {"mark": mark}),
}


def read(item, text, profile=RECOMMENDED, **facts):
    return read_response(item, text, profile=profile, **facts)


@pytest.mark.parametrize("kind", ANSWERS)
@given(data=st.data())
@settings(max_examples=60)
def test_what_is_written_is_read_again(kind, data):
    answer = data.draw(ANSWERS[kind])
    parsed = read(ITEMS[kind], get_kind(kind).write(ITEMS[kind], answer, RECOMMENDED))
    assert parsed.status == "ok"
    told = dict(parsed.answer) if isinstance(parsed.answer, dict) else parsed.answer
    assert told == answer


@pytest.mark.parametrize("kind", ANSWERS)
@pytest.mark.parametrize("profile", PROFILES, ids=lambda profile: profile.name)
def test_a_perfect_answer_scores_the_best_of_its_headline(kind, profile):
    item = ITEMS[kind]
    parsed = read(item, get_kind(kind).write(item, PERFECT[kind], profile), profile)
    headline = get_kind(kind).metrics[get_kind(kind).headline]
    scores = score_answer(item, parsed, profile)
    if headline.name in scores:
        assert scores[headline.name] == headline.best
    assert outcome_of(item, parsed, profile) == "correct"


@pytest.mark.parametrize(
    "kind", ["answer", "naming", "dialogue", "spotting", "detection", "structure", "reading_order"]
)
def test_the_gold_itself_can_be_written(kind):
    """As an oracle does."""
    parsed = read(ITEMS[kind], get_kind(kind).write(ITEMS[kind], ITEMS[kind].gold, RECOMMENDED))
    assert outcome_of(ITEMS[kind], parsed) == "correct"


@given(st.lists(st.fixed_dictionaries({"box": boxes, "text": st.text("abcあー! ", max_size=9)})))
def test_the_released_patterns_read_what_is_written_without_quotes_and_braces(texts):
    text = get_kind("spotting").write(SPOTTING, {"texts": texts}, PAPER)
    parsed = read(SPOTTING, text, PAPER)
    assert parsed.answer == {"texts": texts, "discarded": 0}


@given(st.lists(st.floats(0, 1), min_size=4, max_size=4))
def test_fractions_are_written_to_four_places_and_pixels_as_whole_numbers(box):
    answer = {"texts": [{"box": box, "text": "x"}]}
    for frame, width in (("fractions", 5e-5), ("pixels", 0.5)):
        profile = RECOMMENDED.with_settings({"boxes.coord_frame": frame})
        again = read(SPOTTING, get_kind("spotting").write(SPOTTING, answer, profile), profile)
        [text] = again.answer["texts"]
        assert all(abs(a - b) <= width + 1e-12 for a, b in zip(text["box"], box, strict=True))


pieces = st.sampled_from(
    [
        *('"', "'", "[", "]", "{", "}", ",", ":", "：", "\\", "\n", "\t", "```", "```json\n", " "),
        *("T1", "C1", "T2", "C9", "none", "null", "NaN", "1e999", "-", "8", "/10", "2", "10"),
        *('"bbox_2d": [1, 2, 3, 4]', '"text_content": "a"', '"class": "panel"', "\n\t{"),
        *(
            '"name": "Anna"',
            '"text": "b"',
            '"speaker": "C1"',
            '"score": NaN',
            "\\ud800",
            "Anna: hi",
        ),
        *("<think>", "</think>", "(", ")", "| ", "→", "True", "b'x'", "1j", "..."),
    ]
)
anything = st.one_of(st.text(), st.lists(pieces, max_size=40).map("".join))


def _nested(depth: int) -> list[str]:
    return [
        "[" * depth + "]" * depth,
        '{"a":' * depth + "1" + "}" * depth,
        '{"a":' * depth + "[" * depth + "]" * depth + "}" * depth,
        '[{"T1":' * depth + '"C1"' + "}]" * depth,
        "(" * depth + ")" * depth,
    ]


def _never_raises(item, text, profile, finish_reason="stop"):
    parsed = read(item, text, profile, finish_reason=finish_reason)
    scores = score_answer(item, parsed, profile)
    outcome_of(item, parsed, profile)
    assert all(math.isfinite(value) for value in scores.values())
    assert set(get_kind(item.kind).invalid_scores(item, profile)) <= {
        *get_kind(item.kind).metrics,
        *(part for info in get_kind(item.kind).metrics.values() for part in info.parts),
    }
    if parsed.answer is not None:
        assert orjson.loads(orjson.dumps(parsed.answer)) == parsed.answer
        written = get_kind(item.kind).write(item, parsed.answer, RECOMMENDED)
        again = read(item, written)
        assert again.answer is not None or written in ("", "{}")


@pytest.mark.parametrize("kind", ANSWERS)
@given(text=anything, profile=st.sampled_from(PROFILES), cut=st.booleans())
@settings(max_examples=150)
def test_nothing_that_is_written_raises(kind, text, profile, cut):
    _never_raises(ITEMS[kind], text, profile, "length" if cut else "stop")


@pytest.mark.parametrize("kind", ANSWERS)
@given(
    value=st.recursive(
        st.none()
        | st.booleans()
        | st.integers(-5, 10**12)
        | st.floats(allow_nan=True)
        | st.sampled_from(["T1", "C1", "C2", "Anna", "panel", "NaN", ""]),
        lambda inner: (
            st.lists(inner, max_size=5)
            | st.dictionaries(
                st.sampled_from(
                    [
                        *("T1", "t2", "C1", "bbox", "bbox_2d", "text_content", "class", "text"),
                        *("name", "speaker", "score", "links", "groups", "lines", "mark"),
                    ]
                ),
                inner,
                max_size=4,
            )
        ),
        max_leaves=15,
    )
)
@settings(max_examples=150)
def test_no_json_raises(kind, value):
    import json

    for profile in PROFILES:
        _never_raises(ITEMS[kind], json.dumps(value), profile)
        _never_raises(ITEMS[kind], f"It is {value!r}.", profile)


@pytest.mark.parametrize("kind", ANSWERS)
@pytest.mark.parametrize("depth", [3, 90, 300, 900, 5000])
def test_deep_nesting_raises_nothing(kind, depth):
    for text in _nested(depth):
        _never_raises(ITEMS[kind], text, RECOMMENDED)


@pytest.mark.parametrize("frame", COORDINATE_FRAMES)
def test_every_frame_scores_odd_boxes(frame):
    profile = RECOMMENDED.with_settings({"boxes.coord_frame": frame})
    text = '[{"bbox_2d": [9, 9, 9, 9], "text_content": ""},{"bbox_2d": [0, 0, -5, 999999999], '
    _never_raises(SPOTTING, text + '"text_content": "###"}]', profile)


def test_a_gold_without_known_names_or_words_is_scored_where_it_can_be():
    nobody = [line | {"names": [], "known": False} for line in LINES]
    for kind in ("naming", "dialogue"):
        item = replace(ITEMS[kind], gold={"lines": nobody})
        for profile in PROFILES:
            scores = get_kind(kind).score(item, PERFECT[kind], profile)
            unread = get_kind(kind).invalid_scores(item, profile)
            assert not {"anls", "anls_known", "dialogue_names", "answered"} & {*scores, *unread}
