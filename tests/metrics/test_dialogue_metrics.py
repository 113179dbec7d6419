"""Names and transcripts: the hybrid dialogue score."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from panelwise.metrics import (
    GoldLine,
    SpokenLine,
    dialogue_scores,
    match_lines,
    mean_over_pages,
    naming_scores,
    paper_dialogue,
    similarity,
)

PAIRS = [
    ("Hello there", "Hello there!", "Ann", "Ann"),
    ("I am hungry", "I am angry", "Bob", "Bobby"),
]
PREDICTED = [SpokenLine(text, name) for text, _, name, _ in PAIRS]
GOLD = [GoldLine(text, (name,)) for _, text, _, name in PAIRS]

words = st.text(alphabet="ab! ", max_size=6)
names = st.sampled_from(["Ann", "Bobby", ""])
spoken = st.lists(st.builds(SpokenLine, words, names), max_size=5)
golds = st.lists(
    st.builds(GoldLine, words, st.sampled_from([("Ann",), ("Bobby", "Robert")]), st.booleans()),
    max_size=5,
)


def test_golden_values():
    paper = paper_dialogue(PREDICTED, GOLD)
    assert paper.text == pytest.approx(0.858333, abs=1e-6)
    assert paper.printed_text == pytest.approx(0.716667, abs=1e-6)
    assert paper.names == pytest.approx(0.8)
    ours = dialogue_scores(PREDICTED, GOLD)
    assert ours.text == pytest.approx(0.867424, abs=1e-6)
    assert ours.names.known == ours.names.all == pytest.approx(0.8)
    assert ours.order_kept == 1


@pytest.mark.shared
def test_golden_file(shared: Path):
    case = json.loads((shared / "protocol/derived/golden_values.json").read_text())["hds"]
    assert [tuple(pair) for pair in case["pairs"]] == PAIRS
    paper = paper_dialogue(PREDICTED, GOLD)
    assert paper.printed_text == pytest.approx(case["printed_formula_1_minus_sum"], abs=1e-6)
    assert paper.text == pytest.approx(case["corrected_1_minus_mean"], abs=1e-6)
    assert paper.names == pytest.approx(case["name_anls"])
    assert dialogue_scores(PREDICTED, GOLD).text == pytest.approx(case["max_len_clipped"], abs=1e-6)


def test_silence_is_free_in_the_paper_and_costs_here():
    assert paper_dialogue(PREDICTED[:1], GOLD).text == pytest.approx(11 / 12)
    ours = dialogue_scores(PREDICTED[:1], GOLD)
    assert ours.text == pytest.approx(11 / 12 / 2)
    assert (ours.names.known, ours.names.unanswered) == (0.5, 1)
    invented = [*PREDICTED, SpokenLine("zzzz", "Ann")]
    assert paper_dialogue(invented, GOLD) == paper_dialogue(PREDICTED, GOLD)
    assert dialogue_scores(invented, GOLD).text == pytest.approx(0.867424 * 2 / 3, abs=1e-6)


def test_nothing_said_or_nothing_to_say():
    nothing = paper_dialogue([], GOLD)
    assert (nothing.text, nothing.printed_text, nothing.names, nothing.matched) == (
        None,
        None,
        None,
        0,
    )
    silent = dialogue_scores([], GOLD)
    assert (silent.text, silent.order_kept, silent.names.known) == (0, None, 0)
    assert dialogue_scores(PREDICTED, []).text == 0
    assert dialogue_scores([], []).text is None
    pages = [silent.as_scores(), dialogue_scores(PREDICTED, GOLD).as_scores()]
    assert mean_over_pages(pages).means["text"] == pytest.approx(0.867424 / 2, abs=1e-6)
    assert mean_over_pages(pages).counts["order_kept"] == 1
    assert mean_over_pages([nothing.as_scores()]).means["text"] is None


def test_the_papers_text_score_can_be_negative_and_a_gold_line_empty():
    assert paper_dialogue([SpokenLine("aaaaaa")], [GoldLine("b")]).text == -5
    assert paper_dialogue([SpokenLine("")], [GoldLine("")]).text == 1
    assert paper_dialogue([SpokenLine("long")], [GoldLine("")]).text == 0


def test_lines_in_the_wrong_order_keep_their_text_and_lose_their_order():
    scores = dialogue_scores(PREDICTED[::-1], GOLD)
    assert scores.text == pytest.approx(0.867424, abs=1e-6)
    assert scores.order_kept == -1


def test_a_line_said_twice_is_matched_in_order():
    predicted = [SpokenLine("What?", "Ann"), SpokenLine("Run!", "Bob"), SpokenLine("What?", "Bob")]
    gold = [GoldLine("What?", ("Ann",)), GoldLine("What?", ("Bob",))]
    assert match_lines(predicted, gold) == ((0, 0), (2, 1))
    assert dialogue_scores(predicted, gold).names.known == 1


few_words = st.lists(st.sampled_from(["a", "b", "ab"]), min_size=1, max_size=6)


@given(few_words, few_words)
@example(["b", "b", "b", "a"], ["a", "ab", "ab", "a"])
@example(["ab", "a", "a"], ["a", "a", "ab"])
def test_a_line_said_more_than_once_is_never_matched_crosswise(mine, theirs):
    pairs = match_lines([SpokenLine(text) for text in mine], [GoldLine(text) for text in theirs])
    for (i, j), (later_i, later_j) in itertools.combinations(sorted(pairs), 2):
        assert mine[i] != mine[later_i] or j < later_j
        assert theirs[j] != theirs[later_j] or i < later_i


@given(st.lists(words, min_size=1, max_size=4), st.lists(words, min_size=1, max_size=4))
@settings(max_examples=60)
def test_no_other_matching_has_a_smaller_total_distance(mine, theirs):
    pairs = match_lines([SpokenLine(text) for text in mine], [GoldLine(text) for text in theirs])
    total = sum(1 - similarity(mine[i], theirs[j]) for i, j in pairs)
    few, many = sorted((mine, theirs), key=len)
    best = min(
        sum(1 - similarity(a, b) for a, b in zip(few, chosen, strict=True))
        for chosen in itertools.permutations(many, len(few))
    )
    assert len(pairs) == len(few)
    assert total == pytest.approx(best, abs=1e-6)


@given(golds)
def test_the_true_transcript_is_perfect(gold):
    transcript = [SpokenLine(line.text, line.names[-1]) for line in gold]
    scores, paper = dialogue_scores(transcript, gold), paper_dialogue(transcript, gold)
    expected = 1.0 if gold else None
    assert (scores.text, scores.names.all, paper.text, paper.names) == (expected,) * 4
    assert scores.order_kept in (1, None)


@given(spoken, golds)
def test_scores_are_in_range_and_lines_are_counted(predicted, gold):
    scores = dialogue_scores(predicted, gold)
    assert (scores.predicted, scores.gold) == (len(predicted), len(gold))
    assert scores.matched == min(len(predicted), len(gold))
    assert scores.text is None or 0 <= scores.text <= 1
    assert scores.names.lines == len(gold)
    paper = paper_dialogue(predicted, gold)
    assert paper.text is None or paper.text <= 1


def test_known_names_are_the_headline():
    gold = [
        GoldLine("…", ("Naruto", "Uzumaki")),
        GoldLine("!", ("unknown",), known=False),
        GoldLine("Later that day"),
    ]
    scores = naming_scores(["uzumaki ", "unknown", "Ann"], gold)
    assert (scores.known, scores.all, scores.known_lines, scores.lines) == (1, 1, 1, 2)
    # A reader who calls everybody unknown looks good where unknown names dominate.
    lazy = naming_scores(["unknown"] * 3, gold)
    assert (lazy.known, lazy.all) == (0, 0.5)
    unanswered = naming_scores([None, " ", None], gold)
    assert (unanswered.known, unanswered.all, unanswered.unanswered) == (0, 0, 2)
    with pytest.raises(ValueError, match="1 names were given for 3 lines"):
        naming_scores(["Ann"], gold)


def test_nobody_to_name():
    scores = naming_scores(["Ann"], [GoldLine("Later that day")])
    assert (scores.known, scores.all, scores.lines) == (None, None, 0)


def test_a_name_that_is_half_right_counts_by_the_boundary():
    gold = [GoldLine("Hi", ("ac",))]
    assert naming_scores(["ab"], gold).known == 0.5
    assert naming_scores(["ab"], gold, boundary="strict").known == 0
    assert dialogue_scores([SpokenLine("Hi", "ab")], gold, boundary="strict").names.known == 0
    assert paper_dialogue([SpokenLine("Hi", "ab")], gold, tau=0.4).names == 0


def test_an_uneven_transcript_by_hand():
    gold = [GoldLine("abcd", ("Ann",)), GoldLine("efgh", ("Bob",), known=False), GoldLine("ij", ())]
    said = [SpokenLine("efgx", "Bob"), SpokenLine("abcd", "Amy")]
    ours = dialogue_scores(said, gold)
    assert (ours.matched, ours.predicted, ours.gold, ours.order_kept) == (2, 2, 3, -1.0)
    assert ours.text == pytest.approx((1 + 3 / 4) / 3)
    assert (ours.names.known, ours.names.all) == (0.0, 0.5)  # Amy is 1/3 of Ann: below the half
    assert (ours.names.known_lines, ours.names.lines, ours.names.unanswered) == (1, 2, 0)
    paper = paper_dialogue(said, gold)
    assert (paper.text, paper.printed_text) == pytest.approx((1 - 1 / 8, 1 - 1 / 4))
    assert (paper.names, paper.matched) == (0.5, 2)


def test_lines_beyond_those_of_gold_cost_and_lost_names_are_counted():
    gold = [GoldLine("abcd", ("Ann",))]
    ours = dialogue_scores([SpokenLine("abcd", " "), SpokenLine("zz", "Ann")], gold)
    assert (ours.text, ours.names.known, ours.names.unanswered) == (0.5, 0.0, 1)
    assert paper_dialogue([SpokenLine("", "")], [GoldLine("", ("Ann",))]).text == 1.0
    assert paper_dialogue([SpokenLine("x", "")], [GoldLine("", ("Ann",))]).text == 0.0
