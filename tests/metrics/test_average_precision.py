"""Detection: what COCO's own code says, and what must hold for every detector."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from panelwise.geometry import Box
from panelwise.metrics import (
    DetectionPage,
    FoundBox,
    Matching,
    TrueBox,
    detection_f1,
    detection_scores,
    match_boxes,
    resampled_ap50,
)
from reference_scores import CLASSES, coco_stats, load, pages_of, random_pages

DETECTION = load()["detection"]
FIELDS = ("ap50", "ap", "ar10", "ar100", "precision50", "recall50", "f1_50")


def found(x: float, score: float | None = 0.9, *, size: float = 10, label: str = "panel"):
    return FoundBox(Box(x, 0, x + size, 10), label, score)


def true(x: float, *, size: float = 10, label: str = "panel", ignore: bool = False):
    return TrueBox(Box(x, 0, x + size, 10), label, ignore)


def only(page: DetectionPage):
    return detection_scores([page], ["panel"]).classes[0]


coordinates = st.integers(0, 30)
boxes = st.builds(Box.from_xywh, coordinates, coordinates, st.integers(1, 20), st.integers(1, 20))
labels = st.sampled_from(CLASSES[:2])


@st.composite
def many_pages(draw: st.DrawFn) -> list[DetectionPage]:
    """Pages whose scores are all different: with ties, AP depends on the order of the pages."""
    pages = draw(
        st.lists(
            st.tuples(
                st.lists(st.tuples(boxes, labels), max_size=5),
                st.lists(st.builds(TrueBox, boxes, labels, st.booleans()), max_size=5),
            ),
            min_size=1,
            max_size=4,
        )
    )
    ranks = draw(st.permutations(range(sum(len(mine) for mine, _ in pages))))
    scores = iter(ranks)
    return [
        DetectionPage([FoundBox(box, label, next(scores) / 100) for box, label in mine], theirs)
        for mine, theirs in pages
    ]


@pytest.mark.extra
@pytest.mark.parametrize("seed", range(4))
def test_average_precision_and_recall_equal_cocos_own_code(seed):
    pytest.importorskip("pycocotools.coco", reason="compares with pycocotools")
    pages = random_pages(seed)
    ours = detection_scores(pages, CLASSES[:3])
    for scores in ours.classes:
        theirs = coco_stats(pages, scores.label, ours.limit)
        assert {name: getattr(scores, name) for name in theirs} == pytest.approx(theirs, abs=1e-9)
        assert 0.2 < theirs["ap50"] < 0.95  # a case that is neither perfect nor hopeless


@pytest.mark.parametrize("case", DETECTION, ids=range(len(DETECTION)))
def test_average_precision_and_recall_are_what_cocos_own_code_said(case):
    for scores in detection_scores(pages_of(case), CLASSES[:3]).classes:
        theirs = case["stats"][scores.label]
        assert {name: getattr(scores, name) for name in theirs} == pytest.approx(theirs)


def test_a_crowded_page_raises_the_limit_and_the_result_says_so():
    crowd = [found(20 * k, 1 - k / 1000) for k in range(150)]
    page = DetectionPage(crowd, [true(20 * k) for k in range(150)])
    scores = detection_scores([page], ["panel"])
    (panel,) = scores.classes
    assert (scores.limit, panel.ap50, panel.ar_limit) == (150, 1.0, 1.0)
    assert panel.ar100 == pytest.approx(100 / 150)
    assert panel.ar10 == pytest.approx(10 / 150)
    as_coco = detection_scores([page], ["panel"], limit=100)
    assert as_coco.limit == 100
    assert as_coco.classes[0].ap50 == pytest.approx(67 / 101)  # 67 of the 101 recalls are reached


def test_a_limit_must_leave_something():
    with pytest.raises(ValueError, match="the limit is 0 boxes; it must be at least 1"):
        detection_scores([], ["panel"], limit=0)


def test_two_poor_pairs_do_not_outweigh_a_good_one():
    # IoU .54 of the first two; .43 twice crosswise, more in sum and both too little.
    mine = [Box(0, 0, 10, 10), Box(7, 0, 17, 10)]
    theirs = [Box(3, 0, 13, 10), Box(-4, 0, 6, 10)]
    assert match_boxes(mine, theirs).pairs == ((0, 0),)


def test_a_region_to_ignore_neither_helps_nor_harms():
    region = true(100, size=100, ignore=True)
    sides = [found(110, 0.99), found(150, 0.98)]
    with_region = only(DetectionPage([found(0), *sides], [true(0), region]))
    without = only(DetectionPage([found(0), *sides], [true(0)]))
    assert (with_region.ap50, with_region.precision50, with_region.f1_50) == (1.0, 1.0, 1.0)
    assert with_region.true == 1
    assert without.ap50 == pytest.approx(1 / 3)
    assert without.precision50 == pytest.approx(1 / 3)


def test_the_operating_point_does_not_need_scores():
    page = DetectionPage([found(0, None), found(50, None)], [true(0), true(100)])
    scores = detection_scores([page], ["panel"])
    (panel,) = scores.classes
    assert not scores.has_scores
    assert panel.tied == 1
    assert (panel.precision50, panel.recall50, panel.f1_50) == (0.5, 0.5, 0.5)


def test_tied_scores_are_flagged():
    tied = only(DetectionPage([found(0, 0.5), found(20, 0.5), found(40, 0.9)], [true(0)]))
    assert tied.tied == pytest.approx(2 / 3)
    assert only(DetectionPage([found(0, 0.5), found(20, 0.6)], [true(0)])).tied == 0


def test_boxes_with_and_without_scores_do_not_mix():
    page = DetectionPage([found(0), found(20, None)], [])
    with pytest.raises(ValueError, match="1 of 2 found boxes have no score; give all or none"):
        detection_scores([page], ["panel"])
    page = DetectionPage([found(0, float("nan"))], [])
    with pytest.raises(ValueError, match="not a finite number"):
        detection_scores([page], ["panel"])


def test_a_class_that_is_never_found_counts_0_unless_the_detector_cannot_find_it():
    # DASS finds two of the four classes, Magi three: table 3 is table 4 times 2/4 and 3/4.
    there = [true(0, label=label) for label in CLASSES]
    page = DetectionPage([found(0, label="character"), found(0, label="face")], there)
    scores = detection_scores([page], CLASSES)
    assert scores.mean("ap50") == 0.5
    assert scores.mean("ap50", predictable=["character", "face"]) == 1
    assert scores.mean("precision50") == 0.5
    with pytest.raises(ValueError, match=r"classes \['balloon'\] were not scored"):
        scores.mean("ap50", predictable=["balloon"])


def test_a_class_that_does_not_occur_has_no_score():
    scores = detection_scores([DetectionPage([found(0)], [true(0)])], ["panel", "face"])
    assert scores.classes[1].ap is None
    assert scores.mean("ap") == 1
    assert detection_scores([], ["panel"]).mean() is None


@given(st.lists(st.lists(boxes, unique=True, max_size=4), min_size=1, max_size=4))
def test_finding_exactly_what_is_there_is_perfect(gold):
    ranks = iter(range(1, 100))
    pages = [
        DetectionPage(
            [FoundBox(box, "panel", next(ranks) / 100) for box in page],
            [TrueBox(box, "panel") for box in page],
        )
        for page in gold
    ]
    scores = detection_scores(pages, ["panel"]).classes[0]
    expected = 1.0 if any(gold) else None
    assert {name: getattr(scores, name) for name in FIELDS} == dict.fromkeys(FIELDS, expected)


@given(many_pages(), st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_the_order_of_pages_and_of_boxes_is_irrelevant_without_ties(pages, shuffler):
    shuffled = [
        DetectionPage(
            shuffler.sample(page.found, len(page.found)), shuffler.sample(page.true, len(page.true))
        )
        for page in shuffler.sample(pages, len(pages))
    ]
    # Of two true boxes that overlap a found one equally COCO takes the last: leave such pages out.
    for page in pages:
        for mine in page.found:
            overlaps = [mine.box.iou(box.box) for box in page.true if box.label == mine.label]
            if len(set(overlaps)) < len(overlaps):
                return
    before, after = detection_scores(pages, CLASSES[:2]), detection_scores(shuffled, CLASSES[:2])
    for one, other in zip(before.classes, after.classes, strict=True):
        for name in ("ap50", "ap", "ar10", "recall50"):
            assert getattr(one, name) == pytest.approx(getattr(other, name)), name


@given(many_pages())
@settings(max_examples=60)
def test_values_are_shares_and_recall_is_at_least_average_precision(pages):
    for scores in detection_scores(pages, CLASSES[:2]).classes:
        for name in FIELDS:
            value = getattr(scores, name)
            assert value is None or 0 <= value <= 1
        if scores.ap is not None:
            assert scores.ap <= scores.ar_limit + 1 / 101


@given(many_pages())
@settings(max_examples=40)
def test_a_page_of_inventions_never_hides(pages):
    invented = DetectionPage([found(200, 5.0, label="panel")], [])
    before = detection_scores(pages, ["panel"]).classes[0]
    after = detection_scores([*pages, invented], ["panel"]).classes[0]
    assert after.found == before.found + 1
    if before.ap50:
        assert after.ap50 < before.ap50
        assert after.f1_50 <= before.f1_50
    missed = DetectionPage([], [true(0)])
    worse = detection_scores([*pages, missed], ["panel"]).classes[0]
    assert worse.true == before.true + 1
    if before.recall50:
        assert worse.recall50 < before.recall50


def test_scores_only_rank():
    pages = random_pages(9)
    stretched = [
        DetectionPage([replace(box, score=np.exp(3 * box.score)) for box in page.found], page.true)
        for page in pages
    ]
    assert detection_scores(pages, CLASSES) == detection_scores(stretched, CLASSES)


@given(pages=many_pages(), times=st.lists(st.integers(0, 3), min_size=4, max_size=4))
@settings(max_examples=60)
def test_a_page_that_weighs_two_counts_as_two_pages(pages, times):
    weights = np.array([times[: len(pages)], [1] * len(pages)], float)
    drawn = resampled_ap50(pages, "panel", 100, [weights])
    repeated = [page for page, k in zip(pages, times, strict=False) for _ in range(k)]
    for value, some in zip(drawn, (repeated, pages), strict=True):
        whole = detection_scores(some, ["panel"]).classes[0].ap50 if some else None
        assert math.isnan(value) if whole is None else value == pytest.approx(whole)


@pytest.mark.parametrize("limit", [1, 3])
def test_a_limit_keeps_the_surest_boxes_of_each_page_and_class(limit):
    pages = [page for case in DETECTION for page in pages_of(case)]
    place = itertools.count()  # scores that differ, so that a cut does not change the order
    pages = [
        DetectionPage(
            [replace(box, score=box.score + next(place) * 1e-6) for box in page.found], page.true
        )
        for page in pages
    ]

    def surest(page: DetectionPage, label: str) -> list[FoundBox]:
        mine = sorted((box for box in page.found if box.label == label), key=lambda box: -box.score)
        return mine[:limit]

    for cut in detection_scores(pages, CLASSES[:3], limit=limit).classes:
        few = [DetectionPage(surest(page, cut.label), page.true) for page in pages]
        (whole,) = detection_scores(few, [cut.label]).classes
        assert (cut.ap50, cut.ap) == pytest.approx((whole.ap50, whole.ap))
        assert cut.ar_limit == pytest.approx(whole.ar_limit)


def test_f1_over_pages_by_hand():
    # Three of the five found boxes are among the four true ones.
    pages = [Matching(((0, 0), (1, 1)), 3, 2), Matching(((0, 1),), 2, 2)]
    assert detection_f1(pages) == pytest.approx(2 * 3 / 9)
    assert detection_f1([Matching((), 0, 0)]) is None


def test_the_largest_total_overlap_wins_over_more_pairs():
    # 95 of 100 for the first alone; crosswise 55 of 140 and 45 of 150, less in all.
    true = [Box(0, 0, 100, 100), Box(0, 40, 100, 140)]
    found = [Box(0, 0, 100, 95), Box(0, -50, 100, 45)]
    assert match_boxes(found, true, 0.3).pairs == ((0, 0),)
    assert match_boxes(found[1:], true, 0.3).pairs == ((0, 0),)
    assert match_boxes(found[1:], true, 0.31).pairs == ()
    assert match_boxes(found[1:], true).pairs == ()
    assert match_boxes(found[:1], true[1:], 55 / 140).pairs == ((0, 0),)
