"""Answers from anywhere about what stands on a page: what a file may hold, and what it may not."""

from __future__ import annotations

import json
import math
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from panelwise.analysis import all_scores, score_lines
from panelwise.errors import InputError
from panelwise.metrics import retrieval_scores
from panelwise.profile import PAPER, RECOMMENDED
from panelwise.tasks import read_answer_lines

SIZE = [500, 800]
HELLO = {"box": [100, 80, 400, 200], "text": "HELLO", "class": "dialogue"}
GOLD = {
    "spotting": {"size": SIZE, "texts": [HELLO]},
    "detection": {"size": SIZE, "boxes": [{"class": "panel", "box": [0, 0, 100, 100]}]},
    "speakers": {"links": [["t1", "c2"], ["t2", "c1"]]},
    "identities": {"groups": [["a", "b"], ["c"]]},
    "structure": {
        "size": SIZE,
        "texts": [
            {"box": [100, 80, 400, 200], "speakers": ["c1"]},
            {"box": [100, 480, 400, 600], "speakers": "c2"},
        ],
        "characters": [
            {"id": "c1", "box": [10, 200, 90, 400], "person": "Anna"},
            {"id": "c2", "box": [10, 600, 90, 790], "person": "Bob"},
        ],
    },
    "reading_order": {
        "size": SIZE,
        "texts": [{"box": [100, 80, 400, 200]}, {"box": [100, 480, 400, 600]}],
    },
    "naming": {"lines": [{"mark": "t1", "names": ["Anna", "Ann"]}]},
    "dialogue": {"lines": [{"name": "Anna", "text": "Where are you?"}]},
    "answer": ["a cat", "the cat"],
}
# The same answer as somebody's structure, and in a model's own words.
RIGHT = {
    "spotting": (
        {"texts": [HELLO]},
        '[{"bbox_2d": [100, 80, 400, 200], "text_content": "HELLO"}]',
    ),
    "detection": (
        {"boxes": [{"class": "panel", "box": [0, 0, 100, 100], "score": 0.9}]},
        'Here:\n```json\n[{"label": "panel", "bbox": [0, 0, 100, 100]}]\n```',
    ),
    "speakers": ({"links": [["t1", "c2", 0.9], ["t2", "c1", 0.2]]}, "T1: C2\nT2: C1"),
    "identities": ({"groups": [["b", "a"], ["c"]]}, '{"groups": [["A", "B"], ["C"]]}'),
    "structure": (
        {
            "texts": [
                {"box": [100, 80, 400, 200], "speaker": "a", "score": 0.9},
                {"box": [100, 480, 400, 600], "speaker": "b", "score": 0.4},
            ],
            "characters": [
                {"id": "a", "box": [10, 200, 90, 400], "person": 1},
                {"id": "b", "box": [10, 600, 90, 790], "person": 2},
            ],
        },
        '```json\n{"characters": {"C8": [10, 200, 90, 400], "C9": [10, 600, 90, 790]},'
        ' "texts": [{"bbox": [100, 80, 400, 200], "speaker": "C8"},'
        ' {"bbox": [100, 480, 400, 600], "speaker": "C9"}]}\n```',
    ),
    "reading_order": (
        {"texts": [{"box": [100, 80, 400, 200]}, {"bbox": [100, 480, 400, 600]}]},
        'In order: [{"bbox": [100, 80, 400, 200]}, {"bbox": [100, 480, 400, 600]}]',
    ),
    "naming": ({"lines": [{"mark": "t1", "names": ["Anna"]}]}, "T1: Ann"),
    "dialogue": ({"lines": [{"name": "Anna", "text": "Where are you?"}]}, "Anna: Where are you?"),
    "answer": ({"text": "A cat"}, "A cat"),
}


def line(gold: object, answer: object, id_: object = 1, **more: object) -> str:
    return json.dumps({"id": id_, "gold": gold, "answer": answer, **more})


def headline(kind: str, answer: object, gold: object = None, profile=RECOMMENDED) -> float | None:
    summary = score_lines(kind, [line(gold or GOLD[kind], answer)], profile)
    return summary.score.value


def outcome(kind: str, answer: object, gold: object = None) -> str:
    summary = score_lines(kind, [line(gold or GOLD[kind], answer)])
    [name] = summary.outcomes
    return name


def complaint(kind: str, *lines: str) -> str:
    with pytest.raises(InputError) as caught:
        list(read_answer_lines(kind, lines, "f.jsonl"))
    said = str(caught.value)
    assert "\n" not in said
    return said


@pytest.mark.parametrize("kind", GOLD)
def test_structure_and_words_score_alike(kind):
    structured, words = RIGHT[kind]
    assert headline(kind, structured) == headline(kind, words) == 1
    assert outcome(kind, structured) == outcome(kind, words) == "correct"


@pytest.mark.parametrize("kind", GOLD)
def test_no_answer_is_one_and_scores_nothing(kind):
    assert outcome(kind, None) == "no_answer"
    assert headline(kind, None) == 0


@pytest.mark.parametrize("kind", GOLD)
@pytest.mark.parametrize(
    "answer",
    [
        [],
        {},
        [1],
        [None],
        [[]],
        {"x": {}},
        7,
        True,
        [math.nan],
        10**400,
        "{",
        '[{"box": [1, 2',
        [{"box": [math.nan, 0, 1, 1], "class": "panel", "score": math.nan}],
        [{"box": "?", "text": 3}],
        {"texts": 1, "boxes": 1, "links": 1, "groups": 1, "lines": 1},
        {"texts": [7], "boxes": [7], "links": [7], "groups": [7], "lines": [7]},
        [{"box": [0, 0, 1, 10**400], "class": "panel", "mark": 10**400, "text": "t1"}],
        [["t1", "c2", 10**400]],
    ],
    ids=lambda answer: str(answer)[:24],
)
def test_a_malformed_answer_has_an_outcome_of_its_own(kind, answer):
    assert outcome(kind, answer) in ("wrong", "unparsed", "no_answer")
    assert (headline(kind, answer) or 0) <= 0


def test_of_half_a_list_the_whole_entries_count():
    whole = json.dumps({"box": HELLO["box"], "text": "HELLO"})
    summary = score_lines("spotting", [line(GOLD["spotting"], f'[{whole}, {{"box": [1, 2')])
    assert summary.statuses == {"ok_repaired": 1}
    assert summary.metrics["detection_recall"].headline.value == 1


def test_a_page_without_texts_costs_inventions_only():
    empty = {"size": SIZE, "texts": []}
    lines = [line(GOLD["spotting"], [HELLO]), line(empty, [HELLO], 2)]
    precision = score_lines("spotting", lines).metrics["detection_precision"].headline.value
    assert precision == 0.5


def test_a_text_that_nobody_can_read_need_not_be_read():
    gold = {"size": SIZE, "texts": [HELLO, {"box": [0, 300, 50, 350], "text": None}]}
    assert headline("spotting", [HELLO], gold) == 1


def test_polygons_are_gold_as_they_are_and_answers_as_boxes_around_them():
    corners = [[100, 80], [400, 80], [400, 200], [100, 200]]
    gold = {"size": SIZE, "texts": [{"polygon": corners, "text": "HELLO"}]}
    assert headline("spotting", [{"polygon": corners, "text": "HELLO"}], gold) == 1
    crossed = [corners[0], corners[2], corners[1], corners[3]]
    assert outcome("spotting", [{"polygon": crossed, "text": "HELLO"}], gold) == "unparsed"


def test_structured_texts_are_read_by_the_released_patterns_too():
    answer = [{"box": [100.0, 80.0, 400.0, 200.0], "text": "HELLO"}]
    assert headline("spotting", answer, profile=PAPER) == 1


def test_a_long_structured_answer_is_read_to_its_beginning():
    # Reasoning is looked for in the last 100,000 characters of a model's words only.
    far = [{"box": [k, 700, k + 1, 701], "text": "x" * 200} for k in range(900)]
    gold = {"size": SIZE, "texts": [HELLO, *far]}
    assert (
        score_lines("spotting", [line(gold, [HELLO, *far])])
        .metrics["recall_dialogue"]
        .headline.value
        == 1
    )


def test_a_box_of_a_class_that_only_other_pages_have_is_invented():
    face = {"size": SIZE, "boxes": [{"class": "face", "box": [0, 0, 50, 50]}]}
    panel = GOLD["detection"]
    lines = [line(panel, [*panel["boxes"], *face["boxes"]]), line(face, face["boxes"], 2)]
    assert score_lines("detection", lines).metrics["precision_face"].headline.value == 0.5
    told = [line(panel | {"classes": ["panel"]}, [*panel["boxes"], *face["boxes"]]), lines[1]]
    assert score_lines("detection", told).metrics["precision_face"].headline.value == 1


def test_links_rank_by_their_scores():
    right, wrong = ["t1", "c2"], ["t1", "c1"]
    gold = {"links": [right]}
    assert headline("speakers", [[*wrong, 0.2], [*right, 0.8]], gold) == 1
    assert headline("speakers", [[*wrong, 0.8], [*right, 0.2]], gold) == 0
    objects = [{"text": "t1", "speaker": "c1", "score": 0.8}, {"text": "t1", "speaker": "c2"}]
    assert headline("speakers", objects, gold) == 1  # without a score as sure as can be


def test_a_link_to_a_character_that_gold_does_not_know_is_wrong_not_passed_over():
    gold = {"links": [["t1", "c2"]]}
    assert headline("speakers", [["t1", "c9", 0.9], ["t1", "c2", 0.5]], gold) == 0
    listed = gold | {"characters": ["c1", "c2"]}
    assert headline("speakers", [["t1", "c9", 0.9], ["t1", "c2", 0.5]], listed) == 1


def test_a_link_without_a_usable_score_is_lost():
    summary = score_lines(
        "speakers", [line({"links": [["t1", "c2"]]}, [["t1", "c2", math.nan], ["t1", "c1", 0.1]])]
    )
    assert summary.score.value == 0
    assert summary.statuses == {"ok_repaired": 1}


def test_nobody_linked_is_an_answer():
    summary = score_lines("speakers", [line(GOLD["speakers"], {"links": []})])
    assert summary.coverage == 1
    assert summary.metrics["unlinked"].headline.value == 1


def test_names_are_free_and_read_without_case():
    gold = {"links": [["Balloon-Ä", "Anna K."]]}
    assert headline("speakers", {"balloon-ä": "anna k."}, gold) == 1


def test_a_character_of_unknown_identity_may_stand_in_any_group():
    gold = {"groups": [["a", "b"], ["c"]], "characters": ["a", "b", "c", "d"]}
    assert headline("identities", [["a", "b", "d"], ["c"]], gold) == 1


def test_narrators_are_no_known_names():
    gold = {
        "lines": [
            {"mark": "t1", "names": ["Anna"]},
            {"mark": "t2", "name": "narrator"},
            {"mark": "t3", "name": "The Fox", "known": False},
        ]
    }
    summary = score_lines("naming", [line(gold, {"t1": "Anna"})])
    assert summary.metrics["anls_known"].headline.value == 1
    assert summary.metrics["anls"].headline.value == pytest.approx(1 / 3)


def test_a_line_may_name_its_book():
    [one] = read_answer_lines("answer", [line("a", "a", book="b7")], "f")
    assert one.item.book == "b7"


@pytest.mark.parametrize(
    ("kind", "gold", "message"),
    [
        ("spotting", {"texts": []}, "gold.size: missing"),
        ("spotting", {"size": [0, 9], "texts": []}, "gold.size[0]"),
        ("spotting", {"size": SIZE, "texts": [{"text": "a"}]}, "needs a box or a polygon"),
        ("spotting", {"size": SIZE, "texts": [HELLO | {"box": [0, 0, "9", 9]}]}, "[0].box[2]"),
        ("spotting", {"size": SIZE, "texts": [HELLO | {"box": [0, 0, math.nan, 9]}]}, "finite"),
        ("spotting", {"size": SIZE, "texts": [HELLO | {"box": [9, 0, 3, 9]}]}, "has no area"),
        ("spotting", {"size": SIZE, "texts": [HELLO | {"class": "sfx"}]}, "'onomatopoeia'"),
        (
            "spotting",
            {"size": SIZE, "texts": [{"text": "a", "polygon": [[0, 0], [9, 9], [5, 5]]}]},
            "gold.texts[0].polygon: the polygon has no area",
        ),
        (
            "spotting",
            {"size": SIZE, "texts": [{"text": "a", "polygon": [[0, 0], [9, 9], [9, 0], [0, 9]]}]},
            "edges cross",
        ),
        (
            "detection",
            {"size": SIZE, "boxes": [{"class": "panels", "box": [0, 0, 1, 1]}]},
            "gold.boxes[0].class",
        ),
        (
            "detection",
            {"size": SIZE, "boxes": [{"class": "face", "box": [0, 0, 1, 1]}], "classes": ["text"]},
            "boxes have the class face, which classes does not list",
        ),
        ("speakers", {"links": []}, "gold.links"),
        ("speakers", {"links": [["t1"]]}, "gold.links[0]"),
        ("speakers", {"links": [["1", "2"], ["2", "1"]]}, "names both a text and a character"),
        ("identities", {"groups": [["a"]]}, "fewer than two characters"),
        ("identities", {"groups": [["a", "b"], ["A"]]}, "'A' is there twice"),
        ("naming", {"lines": [{"mark": "t1", "names": []}]}, "names is empty"),
        (
            "naming",
            {"lines": [{"mark": "t1", "name": "A"}, {"mark": "T1", "name": "B"}]},
            "'T1' is there twice",
        ),
        ("dialogue", {"lines": []}, "gold.lines"),
        ("dialogue", {"lines": [{"name": "Anna", "text": " "}]}, "gold.lines[0].text"),
        ("answer", [], "gold"),
        ("answer", 7, "gold"),
        ("answer", " ", "gold[0]"),
        *((kind, None, "gold") for kind in GOLD if kind != "answer"),
        *((kind, "a", "gold") for kind in GOLD if kind != "answer"),
    ],
)
def test_unclear_gold_is_refused_with_its_place(kind, gold, message):
    said = complaint(kind, line(GOLD[kind], None), line(gold, None, 2))
    assert said.startswith("f.jsonl, line 2: ")
    assert message in said


@pytest.mark.parametrize("kind", GOLD)
def test_a_broken_line_is_named(kind):
    good = line(GOLD[kind], None)
    assert "line 2: not JSON at column" in complaint(kind, good, good[:-5])
    assert "line 3: id '1' is already in line 1" in complaint(kind, good, "", good)
    unanswered = json.dumps({"id": 1, "gold": GOLD[kind]})
    assert "line 1: answer: missing" in complaint(kind, unanswered)
    assert "no answers" in complaint(kind)


# Gold as its own answer: whatever a file may hold is also understood.

names = st.text("abcdxyzÄé09 -_", min_size=1, max_size=6).filter(lambda name: name.strip())
words = st.text(min_size=1, max_size=12).filter(lambda text: re.search(r"[^\W_]", text))
sides = st.integers(0, 400)


def mark(name: str) -> str:
    """A name as it is compared."""
    return name.strip().upper()


@st.composite
def apart(draw) -> list[list[int]]:
    """Boxes that do not overlap, one a row."""
    rows = draw(st.lists(st.tuples(sides, st.integers(1, 99)), max_size=6))
    return [[x, 20 * k, x + width, 20 * k + 12] for k, (x, width) in enumerate(rows)]


@given(apart(), st.data())
def test_gold_texts_are_a_perfect_answer(places, data):
    texts = [{"box": box, "text": data.draw(words)} for box in places]
    summary = score_lines("spotting", [line({"size": SIZE, "texts": texts}, texts)])
    assert summary.coverage == 1
    if texts:
        assert summary.metrics["detection_hmean"].headline.value == 1
        assert summary.metrics["e2e_hmean_ned"].headline.value == pytest.approx(1)


@given(apart(), st.data())
@settings(max_examples=20)  # every example resamples an average precision
def test_gold_boxes_are_a_perfect_answer(places, data):
    classes = st.sampled_from(["panel", "character", "text", "face"])
    found = [{"class": data.draw(classes), "box": box} for box in places]
    summary = score_lines("detection", [line({"size": SIZE, "boxes": found}, {"boxes": found})])
    assert summary.coverage == 1
    assert summary.score.value == (1 if found else None)


@given(
    st.lists(st.tuples(names, names), min_size=1, max_size=6, unique_by=lambda pair: mark(pair[0]))
)
def test_gold_links_are_a_perfect_answer(pairs):
    links = [[f"t {text}", f"c {who}"] for text, who in pairs]
    gold = {"links": links}
    assert headline("speakers", gold, gold) == 1
    assert headline("speakers", [[*link, 0.5] for link in links], gold) == 1


@given(st.lists(names, min_size=2, max_size=8, unique_by=mark), st.data())
def test_gold_groups_are_a_perfect_answer(members, data):
    cut = data.draw(st.integers(1, len(members) - 1))
    gold = {"groups": [members[:cut], members[cut:]]}
    assert headline("identities", gold, gold) == pytest.approx(1)
    by_name = {"Ann": members[cut:], "Bob": members[:cut]}
    assert headline("identities", by_name, gold) == pytest.approx(1)


@given(
    st.dictionaries(st.integers(1, 99).map("t{}".format), words, min_size=1, max_size=6),
)
def test_gold_names_and_lines_are_a_perfect_answer(named):
    gold = {"lines": [{"mark": mark, "name": name} for mark, name in named.items()]}
    summary = score_lines("naming", [line(gold, gold)])
    assert summary.metrics["anls"].headline.value == 1
    spoken = {"lines": [{"name": name, "text": name} for name in named.values()]}
    assert headline("dialogue", spoken, spoken) == pytest.approx(1)


keys = st.sampled_from(["texts", "boxes", "links", "groups", "lines", "box", "text", "class"])
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(keys | st.sampled_from(["score", "mark", "name", "polygon", "T1"]), inner)
    ),
    max_leaves=12,
)


@pytest.mark.parametrize("kind", GOLD)
@given(answer=json_values)
@settings(max_examples=40)
def test_no_answer_whatever_stops_the_scoring(kind, answer):
    summary = score_lines(kind, [line(GOLD[kind], answer)])
    assert sum(summary.outcomes.values()) == 1
    assert (summary.score.value or 0) <= 1


# Identities by likeness (AMB-43)

ALIKE = {
    "characters": ["a", "b", "c", "d"],
    "similarity": [
        [1, 0.9, 0.2, 0.1],
        [0.9, 1, 0.3, 0.1],
        [0.2, 0.3, 1, 0.4],
        [0.1, 0.1, 0.4, 1],
    ],
}
PAIRS = {"groups": [["a", "b"], ["c", "d"]]}


def figures(*lines):
    summary = score_lines("identities", lines)
    got = {name: metric.headline.value for name, metric in summary.metrics.items()}
    return summary, {name: value for name, value in got.items() if value is not None}


def test_likeness_ranks_and_is_scored_by_retrieval():
    summary, got = figures(line(PAIRS, ALIKE))
    assert got == {"map_at_r": 1, "precision_at_1": 1, "r_precision": 1, "mrr": 1}
    assert summary.headline_metric == "map_at_r"
    assert summary.outcomes["correct"] == 1
    crossed = {"groups": [["a", "c"], ["b", "d"]]}
    assert figures(line(crossed, ALIKE))[1]["precision_at_1"] == 0


def test_likeness_is_the_function_of_the_metrics():
    gold = {"groups": [["a", "b", "d"], ["c"]]}
    ranked = retrieval_scores(ALIKE["similarity"], [1, 1, 2, 1])
    assert figures(line(gold, ALIKE))[1] == pytest.approx(ranked.as_scores())


def test_groups_and_likeness_may_stand_together():
    summary, got = figures(line(PAIRS, ALIKE | {"groups": [["a", "b", "c", "d"]]}))
    assert summary.headline_metric == "ami"
    assert (got["ami"], got["bcubed_recall"], got["map_at_r"]) == (pytest.approx(0), 1, 1)


@pytest.mark.parametrize(
    "bad",
    [
        None,
        "I cannot tell.",
        ALIKE | {"similarity": ALIKE["similarity"][:3]},
        ALIKE | {"similarity": [[1, 2, 3], *ALIKE["similarity"][1:]]},
        ALIKE | {"similarity": [["x"] * 4] * 4},
        ALIKE | {"similarity": [[float("nan")] * 4] * 4},
        {"similarity": ALIKE["similarity"]},
    ],
    ids=["none", "words", "three rows", "a short row", "no numbers", "NaN", "no names"],
)
def test_a_page_without_readable_likeness_scores_nothing_and_stays(bad):
    summary, got = figures(line(PAIRS, ALIKE), line(PAIRS, bad, 2))
    assert got["map_at_r"] == got["mrr"] == 0.5
    assert "ami" not in got
    assert summary.coverage == 0.5


def test_a_character_of_whom_nothing_is_said_comes_last():
    """Of two people who stand there twice, half of one is missing: two of four find nobody."""
    three = {
        "characters": ALIKE["characters"][:3],
        "similarity": [row[:3] for row in ALIKE["similarity"][:3]],
    }
    _, got = figures(line(PAIRS, three))
    assert got["precision_at_1"] == 0.5


def test_likeness_may_be_words_too():
    _, got = figures(line(PAIRS, json.dumps(ALIKE)))
    assert got == {"map_at_r": 1, "precision_at_1": 1, "r_precision": 1, "mrr": 1}


def test_who_gives_likeness_alone_has_put_nobody_together():
    """In a file in which others give groups."""
    _, got = figures(line(PAIRS, ALIKE), line(PAIRS, PAIRS["groups"], 2))
    assert got["pairwise_f1"] == got["map_at_r"] == 0.5


# Gold that was meant otherwise, and answers that no file should hold


@pytest.mark.parametrize(
    ("kind", "change", "told"),
    [
        ("structure", {"texts": [{"box": [0, 0, 9, 9], "speekers": ["c1"]}]}, "'speakers'"),
        ("structure", {"charcters": [], "characters": None}, "gold.characters"),
        ("structure", {"characters": [{"id": ["c1"], "box": [0, 0, 9, 9]}]}, "is not a name"),
        ("reading_order", {"texts": [{"box": [0, 0, 1e12, 1e12]}]}, "beyond a billion"),
        ("identities", {"groups": [["a", "b"]], "asekd": ["groups"]}, "did you mean 'asked'"),
    ],
    ids=["a key", "a missing key", "an id", "a corner", "a choice"],
)
def test_a_slip_in_gold_is_no_absence(kind, change, told):
    with pytest.raises(InputError, match=re.escape(told)):
        score_lines(kind, [line(GOLD[kind] | change, [])])


def test_gold_may_say_more_than_is_needed():
    more = GOLD["spotting"] | {"annotator": "Ana", "page": 7}
    assert headline("spotting", RIGHT["spotting"][0], more) == 1


def test_half_a_character_stops_nothing():
    half = line(GOLD["structure"], RIGHT["structure"][0] | {"note": "\ud800"})
    assert "\\ud800" in half
    assert score_lines("structure", [half]).score.value == 1


@pytest.mark.parametrize("kind", ["spotting", "detection", "structure", "reading_order"])
def test_a_wrong_frame_is_noticed(kind, tmp_path):
    """Every box twice as far out: pixels of the page at twice its size are its thousandths."""

    def moved(value):
        if isinstance(value, list) and all(isinstance(v, int) for v in value) and len(value) == 4:
            x0, y0, x1, y1 = value
            return [x0 * 1000 / 500, y0 * 1000 / 800, x1 * 1000 / 500, y1 * 1000 / 800]
        if isinstance(value, dict):
            return {key: moved(one) for key, one in value.items()}
        return [moved(one) for one in value] if isinstance(value, list) else value

    path = tmp_path / "a.jsonl"
    path.write_text(line(GOLD[kind], moved(RIGHT[kind][0])))
    [note] = [one for one in all_scores(kind, path).notes if "coord_frame" in one]
    assert "would be 1.000 instead of" in note
    assert note.endswith("use --set boxes.coord_frame=thousandths")
