"""Scores of kinds whose answers are documents: perfect, empty, and changed in one place.

A change on one page moves the metric it should, and no figure of another page.
Source: specification 7.3-7.11; AMB-26, AMB-27, AMB-30, AMB-43, AMB-47 to AMB-49.
"""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from document_items import (
    ANSWER,
    DETECTION,
    DIALOGUE,
    IDENTITIES,
    ITEMS,
    LINES,
    NAMING,
    PERFECT,
    SPEAKERS,
    SPOTTING,
    item,
    result_of,
    text_page,
)
from panelwise.analysis import RunData, summarise
from panelwise.benchmarks import PAPERS
from panelwise.profile import RECOMMENDED
from panelwise.tasks import get_kind, outcome_of, read_response, score_answer

PAPER = PAPERS["comix"]


def in_thousandths(box):
    """A box of a page of 800 × 1200 pixels."""
    return [v * 1000 / side for v, side in zip(box, (800, 1200, 800, 1200), strict=True)]


def scored(one, answer, profile=RECOMMENDED):
    return get_kind(one.kind).score(one, answer, profile)


def figures(pages, profile=RECOMMENDED):
    """Metric → figure of a data set of (item, answer written down)."""
    items = [replace(one, id=f"page {k}") for k, (one, _) in enumerate(pages)]
    results = [result_of(one, text, profile) for one, (_, text) in zip(items, pages, strict=True)]
    [summary] = summarise(RunData("run", "model", profile, {"pack": items}, results))
    return {name: metric.headline.value for name, metric in summary.metrics.items()}


def written(one, answer, profile=RECOMMENDED):
    return get_kind(one.kind).write(one, answer, profile)


EMPTY = {
    "spotting": "[]",
    "detection": "[]",
    "speakers": "[]",
    "identities": "nothing",
    "reading_order": "[]",
    "structure": '{"texts": [], "characters": []}',
    "naming": "nothing",
    "dialogue": "[]",
}


@pytest.mark.parametrize("kind", EMPTY)
@pytest.mark.parametrize("profile", [RECOMMENDED, PAPERS["mangavqa"], PAPER], ids=lambda p: p.name)
def test_perfect_is_the_best_and_empty_the_worst_of_the_headline(kind, profile):
    one = ITEMS[kind]
    headline = get_kind(kind).headline
    assert figures([(one, written(one, PERFECT[kind], profile))], profile)[headline] == 1
    assert figures([(one, EMPTY[kind])], profile)[headline] == 0
    assert figures([(one, "I do not know.")], profile)[headline] == 0


@pytest.mark.parametrize("kind", EMPTY)
def test_every_part_of_a_pooled_metric_is_scored(kind):
    one = ITEMS[kind]
    unread = get_kind(kind).invalid_scores(one, RECOMMENDED)
    perfect = scored(one, PERFECT[kind])
    for info in get_kind(kind).metrics.values():
        assert set(info.parts) <= perfect.keys()
        assert set(info.parts) <= unread.keys()


@pytest.mark.parametrize("kind", EMPTY)
def test_another_page_changes_no_score_of_a_page(kind):
    """Half of two pages right is half of what one is, or the mean, never all or nothing."""
    one, headline = ITEMS[kind], get_kind(kind).headline
    perfect = written(one, PERFECT[kind])
    both = figures([(one, perfect), (one, EMPTY[kind])])[headline]
    assert 0 < both < 1
    assert figures([(one, perfect), (one, perfect)])[headline] == 1


# Spotting


def test_no_bad_page_hides():
    blank = text_page(name="blank")
    perfect = written(SPOTTING, PERFECT["spotting"])
    invented = written(blank, {"texts": [{"box": [0, 0, 50, 50], "text": "x"}]})
    good = figures([(SPOTTING, perfect)])
    worse = figures([(SPOTTING, perfect), (blank, invented)])
    assert worse["detection_precision"] == pytest.approx(2 / 3)
    assert worse["e2e_hmean_ned"] == pytest.approx(0.8)
    assert worse["detection_recall"] == good["detection_recall"] == 1
    assert figures([(SPOTTING, perfect), (blank, "[]")]) == good


def test_a_misread_text_costs_end_to_end_and_no_detection():
    texts = PERFECT["spotting"]["texts"]
    scores = scored(SPOTTING, {"texts": [texts[0], texts[1] | {"text": "Bong"}]})
    assert scores["detection_hmean"] == 1
    assert scores["e2e_hmean_ned"] == pytest.approx((1 + 0.75) / 2)
    assert scores["e2e_hmean_exact"] == 0.5
    assert (scores["found"], scores["asked"]) == (1, 2)


def test_what_is_claimed_and_not_scored_is_told():
    texts = PERFECT["spotting"]["texts"]
    looped = [{"box": [0, 0, 9, 9], "text": "●"}] * 30
    figure = figures([(SPOTTING, written(SPOTTING, {"texts": [*texts, *looped]}))])
    assert figure["uncounted"] == pytest.approx(29 / 32)  # copies that lie on one another
    assert figure["detection_precision"] == pytest.approx(2 / 3)
    assert figures([(SPOTTING, written(SPOTTING, {"texts": texts}))])["uncounted"] == 0


@pytest.mark.parametrize(("one", "key"), [(SPOTTING, "text"), (DETECTION, "class")])
def test_entries_that_cannot_be_read_are_told(one, key):
    word = {"text": "Hello there", "class": "panel"}[key]
    rows = [{key: word, "bbox": [1, 2, 3]}, {key: word, "bbox": [100, 100, 200, 300]}]
    assert figures([(one, json.dumps(rows))])["lost"] == 0.5


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("I'm sorry, I can't help with that.", "refused"),
        ("申し訳ありませんが、お答えできません。", "refused"),
        ("I cannot read it all, but Lear laughs.", "correct"),
        ("Sorry, I am late!", "wrong"),
        ("すみません", "wrong"),
    ],
)
def test_an_open_answer_that_declines_outright_is_a_refusal_and_an_apology_is_not(text, outcome):
    assert outcome_of(ANSWER, read_response(ANSWER, text, profile=RECOMMENDED)) == outcome


@pytest.mark.parametrize(("least", "hmean"), [(0.8, 0.5), (0.75, 1)])
def test_a_text_read_nearly_right_counts_whole_from_a_threshold_on(least, hmean):
    texts = PERFECT["spotting"]["texts"]
    answer = {"texts": [texts[0], texts[1] | {"text": "Bong"}]}  # three letters of four
    profile = RECOMMENDED.with_settings({"spotting.near_reading": least})
    assert scored(SPOTTING, answer, profile)["e2e_hmean_near"] == hmean


def test_a_text_in_the_wrong_place_is_still_read():
    texts = [text | {"box": [700, 1100, 750, 1150]} for text in PERFECT["spotting"]["texts"]]
    scores = scored(SPOTTING, {"texts": texts})
    assert (scores["hits"], scores["found"]) == (0, 2)


def test_texts_that_nobody_wrote_down_need_not_be_read():
    page = text_page(([0, 0, 100, 100], None), ([200, 0, 300, 100], "Hi"))
    hi = {"box": [200, 0, 300, 100], "text": "Hi"}
    on_it = {"box": [10, 10, 90, 90], "text": "anything"}
    for texts in ([hi], [hi, on_it]):
        assert scored(page, {"texts": texts})["e2e_hmean_ned"] == 1


IN_THOUSANDTHS = {
    "texts": [text | {"box": in_thousandths(text["box"])} for text in PERFECT["spotting"]["texts"]]
}


def test_answers_in_another_frame_score_nothing_until_the_frame_is_named():
    text = written(SPOTTING, IN_THOUSANDTHS)
    as_pixels = figures([(SPOTTING, text)])
    assert (as_pixels["e2e_hmean_ned"], as_pixels["best_frame_hmean_ned"]) == (0, 1)
    profile = RECOMMENDED.with_settings({"boxes.coord_frame": "thousandths"})
    assert figures([(SPOTTING, text)], profile)["e2e_hmean_ned"] == 1


def test_the_best_frame_is_one_for_all_pages():
    pages = [
        (SPOTTING, written(SPOTTING, IN_THOUSANDTHS)),
        (SPOTTING, written(SPOTTING, PERFECT["spotting"])),
    ]
    assert figures(pages)["best_frame_hmean_ned"] == 0.5


def test_the_best_frame_counts_what_is_predicted_in_it():
    """Twelve equal sounds outside the page in pixels are inside it in other frames."""
    places = [[80 * k, 900, 80 * k + 50, 960] for k in range(10)]
    page = text_page(*[(box, "Bang") for box in places])
    texts = [{"box": in_thousandths(box), "text": "Bang"} for box in places]
    beyond = [text | {"box": [v + 5000 for v in text["box"]]} for text in texts]
    best = scored(page, {"texts": [*texts, *beyond]})
    info = get_kind("spotting").metrics["best_frame_hmean_ned"]
    assert info.pooled(np.array([best[part] for part in info.parts])) <= 1


def test_recall_by_class_and_orientation():
    gold = {
        "size": (800, 1200),
        "texts": [
            {"box": [0, 0, 50, 200], "text": "a", "class": "dialogue"},
            {"box": [100, 0, 300, 50], "text": "b", "class": "onomatopoeia"},
        ],
    }
    page = item("spotting", gold)
    figure = figures([(page, written(page, {"texts": [{"box": [0, 0, 50, 200], "text": "a"}]}))])
    assert figure["recall_dialogue"] == figure["recall_vertical"] == 1
    assert figure["recall_onomatopoeia"] == figure["recall_horizontal"] == 0
    assert figure["recall_narration"] is None


# Detection


def test_a_missed_box_an_invented_one_and_a_loose_one_move_their_own_class():
    boxes = PERFECT["detection"]["boxes"]
    missed = scored(DETECTION, {"boxes": boxes[1:]})
    assert (missed["hits_panel"], missed["hits_text"]) == (1, 1)
    assert missed["mean_f1"] == pytest.approx((2 / 3 + 1) / 2)
    invented = {"boxes": [*boxes, {"class": "text", "box": [600, 600, 700, 700]}]}
    assert scored(DETECTION, invented)["mean_f1"] == pytest.approx((1 + 2 / 3) / 2)
    parsed = read_response(DETECTION, written(DETECTION, invented), profile=RECOMMENDED)
    assert outcome_of(DETECTION, parsed) == "partial"
    loose = [*boxes[:2], {"class": "text", "box": [100, 100, 200, 199]}]
    assert scored(DETECTION, {"boxes": loose})["hits_text"] == 0
    half = [*boxes[:2], {"class": "text", "box": [100, 100, 200, 200]}]
    assert scored(DETECTION, {"boxes": half})["hits_text"] == 1


def test_a_class_that_occurs_on_no_page_is_in_no_mean():
    figure = figures([(DETECTION, written(DETECTION, PERFECT["detection"]))])
    assert figure["mean_f1"] == 1
    assert figure["f1_face"] is figure["recall_character"] is None


def test_boxes_in_another_frame():
    boxes = [box | {"box": in_thousandths(box["box"])} for box in PERFECT["detection"]["boxes"]]
    assert scored(DETECTION, {"boxes": boxes})["mean_f1"] < 1
    profile = RECOMMENDED.with_settings({"boxes.coord_frame": "thousandths"})
    assert scored(DETECTION, {"boxes": boxes}, profile)["mean_f1"] == 1


# Speakers


def test_one_wrong_speaker_of_three():
    links = [["T1", "C1", 1.0], ["T2", "C1", 1.0], ["T3", "C2", 1.0]]
    scores = scored(SPEAKERS, {"links": links})
    assert scores["recall_at_texts"] == scores["best_speaker"] == pytest.approx(2 / 3)
    assert scores["no_speaker"] == 0


def test_texts_without_a_speaker_are_told_and_fewer_are_better():
    info = get_kind("speakers").metrics["unlinked"]
    assert (info.higher_is_better, info.best, info.worst(3)) == (False, 0.0, 1.0)
    figure = figures([(SPEAKERS, '{"T1": "C1", "T2": null}'), (SPEAKERS, "no idea")])
    assert figure["unlinked"] == pytest.approx(5 / 6)
    assert figure["recall_at_texts"] == pytest.approx(1 / 6)
    assert figure["recall_at_texts_micro"] == pytest.approx(1 / 6)


# Identities


def test_two_groups_merged_keep_recall_and_lose_precision():
    merged = scored(IDENTITIES, {"groups": [["C1", "C3", "C2", "C4"], ["C5"], ["C6"]]})
    assert merged["bcubed_recall"] == 1
    assert merged["bcubed_precision"] == pytest.approx((4 * 0.5 + 1) / 5)
    assert merged["pairwise_f1"] == pytest.approx(2 * 2 / (6 + 2))
    assert 0 < merged["ami"] < 1


def test_nobody_alone_and_everybody_alone():
    alone = scored(IDENTITIES, {"groups": [[f"C{k}"] for k in range(1, 7)]})
    together = scored(IDENTITIES, {"groups": [[f"C{k}" for k in range(1, 7)]]})
    assert alone["ami"] == pytest.approx(0, abs=1e-9)
    assert together["ami"] == pytest.approx(0, abs=1e-9)
    assert (alone["bcubed_precision"], together["bcubed_recall"]) == (1, 1)


def test_where_one_of_unknown_identity_stands_does_not_matter():
    base = [["C1", "C3"], ["C2", "C4"], ["C5"]]
    for k in range(3):
        groups = [[*group, "C6"] if at == k else group for at, group in enumerate(base)]
        assert scored(IDENTITIES, {"groups": groups})["ami"] == 1


def test_with_one_known_character_there_is_nothing_to_score_read_or_not():
    lonely = item("identities", {"characters": {"C1": [], "C2": []}, "groups": [["C1"]]})
    assert scored(lonely, {"groups": [["C1", "C2"]]}) == {}
    assert get_kind("identities").invalid_scores(lonely, RECOMMENDED) == {}


# Names


def test_an_alias_is_a_name_and_a_stand_in_counts_beside_the_headline():
    alias = scored(NAMING, {"names": {"T1": "annie", "T2": "BOB", "T3": "Bob"}})
    assert (alias["anls_known"], alias["answered"]) == (1, 1)
    assert alias["anls"] == pytest.approx(2 / 3)
    missing = scored(NAMING, {"names": {"T1": "Anna"}})
    assert (missing["anls_known"], missing["answered"]) == (0.5, pytest.approx(1 / 3))


def test_half_of_a_name_is_right_under_one_boundary_only():
    names = {"names": {"T1": "Anxx", "T2": "Bob"}}
    strict = RECOMMENDED.with_settings({"text.anls_boundary": "strict"})
    assert scored(NAMING, names)["anls_known"] == 0.75
    assert scored(NAMING, names, strict)["anls_known"] == 0.5


# Dialogue

SAID = PERFECT["dialogue"]["lines"]


def test_swapped_lines_lose_their_order_and_nothing_else():
    swapped = scored(DIALOGUE, {"lines": [SAID[1], SAID[0], SAID[2]]})
    assert (swapped["dialogue_text"], swapped["dialogue_names"]) == (1, 1)
    assert swapped["order_kept"] == pytest.approx(1 / 3)
    assert scored(DIALOGUE, {"lines": SAID[::-1]})["order_kept"] == -1


@pytest.mark.parametrize(
    "lines",
    [SAID[:2], [*SAID, {"name": "Zoe", "text": "Completely invented"}]],
    ids=["missing", "invented"],
)
def test_missing_and_invented_lines_cost_except_in_the_paper(lines):
    assert scored(DIALOGUE, {"lines": lines}, PAPER)["dialogue_text"] == 1
    assert scored(DIALOGUE, {"lines": lines})["dialogue_text"] == pytest.approx(
        min(len(lines), 3) / max(len(lines), 3)
    )
    for profile in (RECOMMENDED, PAPER):
        parsed = read_response(DIALOGUE, written(DIALOGUE, {"lines": lines}), profile=profile)
        assert outcome_of(DIALOGUE, parsed, profile) == "partial"


def test_the_paper_compares_lines_as_they_stand_and_another_figure_forgives_case():
    """1 − mean of ED/len(gold), nothing made equal before: spaces, dashes and case count."""
    gold = {"text": "Wait— where ARE you?", "names": ["Ann"], "known": True, "mark": "T1"}
    one = replace(DIALOGUE, gold={"lines": [gold]})
    said = {"lines": [{"name": "Ann", "text": "Wait- whereARE you?"}]}
    paper = scored(one, said, PAPER)
    assert paper["dialogue_text"] == paper["dialogue_text_casefold"] == pytest.approx(1 - 2 / 20)
    shouted = {"lines": [{"name": "Ann", "text": gold["text"].upper()}]}
    paper = scored(one, shouted, PAPER)
    assert paper["dialogue_text"] == pytest.approx(1 - 11 / 20)
    assert paper["dialogue_text_casefold"] == 1
    ours = scored(one, shouted)
    assert ours["dialogue_text"] < ours["dialogue_text_casefold"] == 1


def test_silence_is_not_free_in_the_paper_either():
    for answer in ("[]", "nothing"):
        figure = figures([(DIALOGUE, answer)], PAPER)
        assert (figure["dialogue_text"], figure["dialogue_names"]) == (0, 0)


def test_a_wrong_name_moves_names_and_no_text():
    lines = [SAID[0] | {"name": "Bob"}, *SAID[1:]]
    scores = scored(DIALOGUE, {"lines": lines})
    assert (scores["dialogue_text"], scores["dialogue_names"]) == (1, 0.5)
    assert scores["dialogue_names_all"] == pytest.approx(2 / 3)


def test_lines_much_too_long_are_below_nothing_in_the_paper():
    lines = [line | {"text": line["text"] * 5} for line in SAID]
    paper = scored(DIALOGUE, {"lines": lines}, PAPER)
    assert paper["dialogue_text"] == pytest.approx(-3)
    text = written(DIALOGUE, {"lines": lines})
    assert figures([(DIALOGUE, text)] * 3, PAPER)["dialogue_text"] == pytest.approx(-3)
    assert scored(DIALOGUE, {"lines": lines})["dialogue_text"] > 0


def test_a_line_nobody_says_is_no_question_of_names():
    silent = replace(DIALOGUE, gold={"lines": [LINES[0] | {"names": [], "known": False}]})
    for profile in (RECOMMENDED, PAPER):
        assert "dialogue_names" not in scored(silent, {"lines": SAID[:1]}, profile)


# Open answers


@pytest.mark.parametrize(
    ("text", "exact", "contains", "outcome"),
    [
        ("The old king", 1, 1, "correct"),
        ("lear", 1, 1, "correct"),
        ("It is the OLD king, I think.", 0, 1, "correct"),
        ("The odd king", 0, 0, "partial"),
        ("A young queen laughs", 0, 0, "wrong"),
    ],
)
def test_open_answers(text, exact, contains, outcome):
    parsed = read_response(ANSWER, text, profile=RECOMMENDED)
    scores = score_answer(ANSWER, parsed, RECOMMENDED)
    assert (scores["exact"], scores["contains"]) == (exact, contains)
    assert outcome_of(ANSWER, parsed) == outcome


def test_json_is_no_better_than_words_for_an_open_answer():
    text = json.dumps({"answer": "The old king"})
    parsed = read_response(ANSWER, text, profile=RECOMMENDED)
    assert parsed.answer == {"text": text}
