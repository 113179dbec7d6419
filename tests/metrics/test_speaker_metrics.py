"""Links from texts to speakers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from panelwise.geometry import Box
from panelwise.metrics import (
    RankedLink,
    end_to_end_links,
    match_boxes,
    speaker_page,
    speaker_scores,
)

GOLD = [("t1", "A"), ("t2", "B"), ("t3", "A")]
EDGES = [
    RankedLink("t1", "A", 0.9),
    RankedLink("t2", "B", 0.85),
    RankedLink("t1", "B", 0.8),
    RankedLink("t3", "A", 0.7),
    RankedLink("t2", "A", 0.2),
]

texts = st.sampled_from(["t1", "t2", "t3", "t4"])
people = st.sampled_from("ABC")
golds = st.sets(st.tuples(texts, people), max_size=6)
claims = st.lists(st.builds(RankedLink, texts, people, st.integers(0, 3)), max_size=8)


def test_golden_values():
    scores = speaker_scores([speaker_page(EDGES, GOLD)])
    assert scores.recall == pytest.approx(2 / 3)
    assert scores.best_accuracy == scores.per_text_recall == 1.0


@pytest.mark.shared
def test_golden_file(shared: Path):
    text = (shared / "protocol/derived/golden_values.json").read_text()
    case = json.loads(text)["recall_at_text"]
    gold = [tuple(link) for link in case["gt"]]
    scores = speaker_scores([speaker_page([RankedLink(*edge) for edge in case["edges"]], gold)])
    assert scores.recall == pytest.approx(case["global_top_k"], abs=1e-6)
    assert scores.per_text_recall == pytest.approx(case["argmax_per_text"])


def test_a_text_without_a_speaker_takes_no_place():
    narration = RankedLink("caption", "A", 0.99)
    assert speaker_page([narration, *EDGES], GOLD) == speaker_page(EDGES, GOLD)


def test_a_link_claimed_twice_takes_one_place():
    assert speaker_page([*EDGES, RankedLink("t1", "A", 0.1)], GOLD) == speaker_page(EDGES, GOLD)


def test_links_without_scores_count_what_a_random_choice_among_them_would_give():
    everything = [RankedLink(text, who) for text in ("t1", "t2") for who in "AB"]
    page = speaker_page(everything, [("t1", "A"), ("t2", "B")])
    assert (page.top_hits, page.per_text_hits, page.best_hits) == (1.0, 1.0, 1.0)  # 2 of 4 links


def test_a_text_of_two_speakers_has_two_places_of_its_own():
    gold = [("t1", "A"), ("t1", "B")]
    links = [RankedLink("t1", "A", 0.9), RankedLink("t1", "B", 0.8), RankedLink("t1", "C", 0.1)]
    page = speaker_page(links, gold)
    assert (page.texts, page.links) == (1, 2)
    assert (page.top_hits, page.per_text_hits, page.best_hits) == (1.0, 2.0, 1.0)


def test_speakers_off_the_page_are_counted():
    page = speaker_page(EDGES, GOLD, present=["A"])
    assert page.on_page == 2
    assert speaker_scores([page]).on_page == pytest.approx(2 / 3)
    assert speaker_scores([page, speaker_page(EDGES, GOLD)]).on_page is None


def test_end_to_end_needs_both_boxes():
    balloons = [Box(0, 0, 10, 10), Box(20, 0, 30, 10)]
    bodies = [Box(0, 50, 20, 90), Box(50, 50, 70, 90)]
    gold = [(0, 0), (1, 1)]
    found_balloons = [Box(0, 0, 10, 9), Box(20, 0, 30, 9), Box(80, 0, 90, 9)]
    found_bodies = [Box(0, 50, 20, 88), Box(90, 50, 99, 60), Box(50, 50, 70, 88)]
    links = [(0, 0, 0.9), (1, 2, 0.8), (1, 1, 0.7), (2, 0, 0.95)]
    page = speaker_page(
        end_to_end_links(
            links, match_boxes(found_balloons, balloons), match_boxes(found_bodies, bodies)
        ),
        gold,
    )
    # The invented balloon is the surest and takes one of the two places.
    assert (page.top_hits, page.best_hits, page.unlinked) == (1.0, 2.0, 0)
    far = match_boxes(found_balloons, balloons, threshold=0.95)
    assert speaker_page(end_to_end_links(links, far, far), gold).top_hits == 0


def test_pages_without_speakers_are_skipped_and_counted():
    pages = [speaker_page([], []), speaker_page([], GOLD), speaker_page(EDGES[:2], GOLD[:2])]
    scores = speaker_scores(pages)
    assert (scores.pages, scores.skipped, scores.texts, scores.unlinked) == (2, 1, 5, 3)
    assert scores.recall == 0.5
    assert scores.recall_micro == pytest.approx(2 / 5)
    nobody = speaker_scores(pages[:1])
    assert (nobody.recall, nobody.recall_micro, nobody.on_page) == (None, None, None)


def test_a_score_that_is_no_number_is_refused():
    with pytest.raises(ValueError, match="t1 → A has score nan"):
        speaker_page([RankedLink("t1", "A", float("nan"))], GOLD)


@given(golds)
def test_the_true_links_alone_are_perfect_where_every_text_has_one_speaker(gold):
    single = list(dict(gold).items())
    scores = speaker_scores([speaker_page([RankedLink(*link) for link in single], single)])
    expected = 1.0 if gold else None
    assert scores.recall == scores.per_text_recall == scores.best_accuracy == expected


@given(claims, golds, st.randoms(use_true_random=False))
def test_the_order_of_links_is_irrelevant_also_with_ties(links, gold, shuffler):
    page = speaker_page(links, gold)
    again = speaker_page(
        shuffler.sample(links, len(links)), shuffler.sample(sorted(gold), len(gold))
    )
    assert page.top_hits == pytest.approx(again.top_hits)
    assert page.per_text_hits == pytest.approx(again.per_text_hits)
    assert page.best_hits == pytest.approx(again.best_hits)
    assert 0 <= page.top_hits <= min(page.links, page.texts)
    assert 0 <= page.best_hits <= page.texts
    assert 0 <= page.per_text_hits <= page.links


def test_two_uneven_pages_by_hand():
    # Page one: two texts, three links, two places. Sure of t1 → A and t2 → C; t2 → B comes third.
    first = speaker_page(
        [RankedLink("t1", "A", 0.9), RankedLink("t2", "C", 0.8), RankedLink("t2", "B", 0.7)],
        [("t1", "A"), ("t2", "B"), ("t2", "D")],
        present={"A"},
    )
    assert (first.texts, first.links, first.top_hits, first.best_hits) == (2, 3, 1, 1)
    assert (first.per_text_hits, first.unlinked, first.on_page) == (2, 0, 1)  # t2 has two places
    second = speaker_page([RankedLink("t1", "A", 0.1)], [("t1", "B")], present={"B"})
    assert (second.top_hits, second.best_hits, second.on_page) == (0, 0, 1)
    scores = speaker_scores([first, second])
    assert scores.recall == pytest.approx((1 / 3 + 0) / 2)
    assert scores.recall_micro == pytest.approx(1 / 4)
    assert scores.per_text_recall == pytest.approx((2 / 3 + 0) / 2)
    assert scores.per_text_recall_micro == pytest.approx(2 / 4)
    assert scores.best_accuracy == pytest.approx((1 / 2 + 0) / 2)
    assert scores.best_accuracy_micro == pytest.approx(1 / 3)
    assert scores.on_page == pytest.approx(2 / 3)
    assert (scores.texts, scores.unlinked, scores.pages, scores.skipped) == (3, 0, 2, 0)


def test_three_tied_links_for_the_last_place_share_it():
    links = [RankedLink("t1", "A", 0.9), *(RankedLink("t2", who, 0.5) for who in "ABC")]
    page = speaker_page(links, [("t1", "A"), ("t2", "B")])
    assert page.top_hits == pytest.approx(1 + 1 / 3)
    assert page.best_hits == pytest.approx(1 + 1 / 3)
