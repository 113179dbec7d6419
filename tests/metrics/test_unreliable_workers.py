"""Finding careless, colluding, tiring and hurried people in simulated crews."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from crews import DEVELOPMENT, HELD_OUT, crew
from panelwise.metrics.agreement import (
    WorkerAnswer,
    find_careless,
    find_colluding,
    find_hurried,
    find_tiring,
    find_uneven,
    review_workers,
)
from unseen_crews import (
    ALONE,
    CHOICE,
    HONEST,
    ITEMS,
    MARKS,
    TOGETHER,
    YES_OR_NO,
    several_faults,
    unseen_crew,
)


def suspected(answers, model):
    findings = review_workers(answers, distance=model.distance)
    return {worker for finding in findings for worker in finding.workers}


def test_a_crew_is_seen_through():
    model = DEVELOPMENT["uniform"]
    answers, bad = crew(model, 1)
    findings = review_workers(answers)
    kinds = {(worker, finding.kind) for finding in findings for worker in finding.workers}
    assert {worker for worker, _ in kinds} == set(bad)
    assert set(bad.items()) <= kinds
    assert all(finding.p <= 0.025 for finding in findings)


def test_people_who_agree_because_they_are_right_do_not_collude():
    answers = [WorkerAnswer(who, i, i * i % 5) for i in range(80) for who in "abcde"]
    assert not any(finding.flagged for finding in find_colluding(answers))
    assert review_workers(answers) == []


def test_the_last_answer_to_an_item_counts():
    answers = [WorkerAnswer(w, i, i * i % 4) for i in range(60) for w in "abcde"]
    changed = [WorkerAnswer("a", i, (i * i + 1) % 4) for i in range(60)]
    assert find_careless(changed + answers) == find_careless(answers)
    (first, *_) = find_careless(answers + changed)
    assert (first.workers, first.flagged) == (("a",), True)


def test_too_little_is_no_finding():
    few = [WorkerAnswer(w, i, i % 2, 1.0) for i in range(10) for w in "abc"]
    for test in (find_careless, find_colluding, find_tiring, find_uneven, find_hurried):
        assert test(few) == []
        assert test([]) == []
    assert review_workers([]) == []
    two = [WorkerAnswer(w, i, i % 2) for i in range(50) for w in "ab"]
    assert review_workers(two) == []


def test_tiring_begins_anew_with_each_session():
    random = np.random.default_rng(1)
    answers = []
    for who in "abcdef":
        for place in range(240):
            progress = place % 60 / 60
            looks = who != "f" or random.random() > progress
            right = looks and random.random() < 0.9
            answer = place * place % 5 if right else int(random.integers(0, 5))
            answers.append(WorkerAnswer(who, place, answer, session=place // 60))
    (first, *rest) = find_tiring(answers)
    assert (first.workers, first.flagged) == (("f",), True)
    assert first.estimate > 0.4
    assert not any(finding.flagged for finding in rest)
    whole = [one._replace(session=None) for one in answers]
    assert not any(finding.flagged for finding in find_tiring(whole))


def test_near_misses_count_by_their_distance():
    """On a scale of five, always next to the truth is not carelessness; far from it is."""
    random = np.random.default_rng(2)
    answers = []
    for i, truth in enumerate(random.integers(0, 5, 120)):
        for who in "abcde":
            off = 0 if random.random() < 0.7 else random.choice([-1, 1])
            answers.append(WorkerAnswer(who, i, int(np.clip(truth + off, 0, 4))))
        answers.append(WorkerAnswer("near", i, int(truth + (1 if truth < 4 else -1))))
    assert any(one.flagged and one.workers == ("near",) for one in find_careless(answers))
    found = find_careless(answers, distance=lambda a, b: min(1.0, ((a - b) / 4) ** 2))
    assert not any(finding.flagged for finding in found)


def test_hurry_is_measured_against_the_same_items():
    random = np.random.default_rng(3)
    usual = {i: 5.0 + 40 * (i % 3 == 0) for i in range(60)}  # some items take long
    answers = [
        WorkerAnswer(who, i, 0, usual[i] * pace * float(np.exp(0.4 * random.normal())))
        for i in usual
        for who, pace in {"a": 1, "b": 1.3, "c": 0.8, "d": 1, "quick": 0.6, "rush": 0.15}.items()
    ]
    assert [one.workers for one in find_hurried(answers) if one.flagged] == [("rush",)]
    untimed = [one._replace(seconds=None) for one in answers]
    assert find_hurried(untimed) == []


def colluding(answers):
    return {frozenset(one.workers) for one in find_colluding(answers, level=0.02) if one.flagged}


def test_people_who_are_lenient_alike_do_not_collude():
    """Of marks with two people who give nearly two points more than the others."""
    setting = HONEST["marks, two equally lenient"]
    assert colluding(unseen_crew(setting, (), 1)[0]) == set()


def test_a_ring_does_not_pass_for_the_truth():
    """Three who copy outvote two honest people, and nearly always say the commoner of two."""
    answers, bad = crew(HELD_OUT["yes or no, four in five yes"], 33004)
    ring = {who for who, kind in bad.items() if kind == "colluding"}
    assert len(ring) == 3
    assert colluding(answers) == {frozenset(ring - {who}) for who in ring}


@pytest.mark.parametrize("copied", [0.0, 0.3, 0.6, 0.9])
def test_the_share_that_was_copied_is_estimated(copied):
    """Of careful people, who make a mistake on every tenth item."""
    random = np.random.default_rng(5)
    first, answers = {}, []
    for who in "abcdef":
        for item in range(300):
            answer = item % 6 if random.random() < 0.9 else int(random.integers(6))
            if who == "b" and random.random() < copied:
                answer = first[item]
            if who == "a":
                first[item] = answer
            answers.append(WorkerAnswer(who, item, answer))
    pair = next(one for one in find_colluding(answers) if set(one.workers) == {"a", "b"})
    assert pair.estimate == pytest.approx(copied, abs=0.15)
    assert pair.flagged == (copied > 0)


def test_equal_free_values_are_copies():
    """Boxes to the pixel, which nobody draws twice."""
    random = np.random.default_rng(6)
    answers = [
        WorkerAnswer(who, item, tuple(100 + random.integers(-9, 9, 4)))
        for who in "abcdef" for item in range(60)
    ]  # fmt: skip
    boxes = {one.item: one.answer for one in answers if one.worker == "a"}
    answers = [one._replace(answer=boxes[one.item]) if one.worker == "b" and one.item % 2 else one
               for one in answers]  # fmt: skip
    assert colluding(answers) == {frozenset("ab")}


def test_hard_items_that_come_late_tire_nobody():
    setting = HONEST["hard items late"]
    assert not any(one.flagged for one in find_tiring(unseen_crew(setting, (), 1)[0]))


def test_quick_people_who_are_right_are_not_suspected():
    random = np.random.default_rng(7)
    accuracy = {"a": 0.9, "b": 0.9, "c": 0.9, "quick": 0.9, "rush": 0.6}
    answers = [
        WorkerAnswer(who, item, item % 5 if random.random() < right else int(random.integers(5)),
                     2.0 if len(who) > 1 else 20.0)
        for item in range(200) for who, right in accuracy.items()
    ]  # fmt: skip
    assert {one.workers[0] for one in find_hurried(answers) if one.flagged} == {"quick", "rush"}
    found = {one.workers[0] for one in review_workers(answers) if one.kind == "hurried"}
    assert found == {"rush"}


@pytest.mark.slow
@pytest.mark.parametrize("times", [1, 4])
@pytest.mark.parametrize("name", [*DEVELOPMENT, *HELD_OUT])
def test_operating_characteristics(name, times):
    """Precision and recall over crews of 13, two to seven of them unreliable."""
    model = {**DEVELOPMENT, **HELD_OUT}[name]
    model = replace(model, items=times * model.items)
    count, found_of, all_of = Counter(), Counter(), Counter()
    for seed in range(9000, 9030):
        answers, bad = crew(model, seed)
        found = suspected(answers, model)
        count.update(hit=len(found & set(bad)), false=len(found - set(bad)), there=len(bad))
        all_of.update(bad.values())
        found_of.update(bad[worker] for worker in found & set(bad))
    precision = count["hit"] / (count["hit"] + count["false"])
    recall = count["hit"] / count["there"]
    kinds = {kind: round(found_of[kind] / n, 2) for kind, n in sorted(all_of.items())}
    print(f"{name}, {model.items} items: precision {precision:.3f}, recall {recall:.3f}, {kinds}")
    least_precision, least_recall, _ = FALLS_SHORT.get(name, AIM) if times == 1 else AIM
    assert precision >= least_precision
    assert recall >= least_recall


# Precision, recall, and honest crews of 60 that may be suspected: 10 % are promised, and 12 of 60
# have a probability below .02 then. What falls short, and why, is in docs/agreement.md.
AIM = (0.9, 0.9, 12)
FALLS_SHORT = {
    "yes or no, four in five yes": (0.9, 0.8, 12),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", [*DEVELOPMENT, *HELD_OUT])
def test_honest_crews_are_rarely_suspected(name):
    model = {**DEVELOPMENT, **HELD_OUT}[name]
    wrong = sum(
        bool(suspected(crew(model, seed, honest_only=True)[0], model))
        for seed in range(20000, 20060)
    )
    print(f"{name}: {wrong} of 60 honest crews")
    assert wrong <= FALLS_SHORT.get(name, AIM)[2]


UNSEEN = {
    fault: (CHOICE, (fault, fault) if fault in ALONE else (fault,)) for fault in ALONE + TOGETHER
}
SEVERAL = {"six options": CHOICE, "yes or no": YES_OR_NO, "marks": MARKS}
FEW, MANY = ITEMS, 4 * ITEMS  # some 230 and 920 answers of each person
LEAST_RECALL = {"copies a careful person": 0.5, "copies half of an ordinary person": 0.4}
# Suspected more often the more they answer; docs/agreement.md says why.
ONLY_FEW = ("two experts", "hard items late")


def counted(crews, setting):
    """Of crews and their unreliable people: found, wrongly suspected, and unreliable ones."""
    count = Counter()
    for answers, bad in crews:
        found = suspected(answers, setting)
        count.update(hit=len(found & set(bad)), false=len(found - set(bad)), there=len(bad))
        count["alarms"] += bool(found - set(bad))
    return count


@pytest.mark.slow
@pytest.mark.parametrize("items", [FEW, MANY])
@pytest.mark.parametrize("fault", UNSEEN)
def test_faults_that_were_not_in_view(fault, items):
    setting, faults = UNSEEN[fault]
    setting = replace(setting, items=items)
    count = counted((unseen_crew(setting, faults, seed) for seed in range(70000, 70060)), setting)
    precision = count["hit"] / (count["hit"] + count["false"])
    recall = count["hit"] / count["there"]
    print(f"{fault}, {items} items: precision {precision:.3f}, recall {recall:.3f}")
    assert precision >= 0.9
    assert recall >= (LEAST_RECALL.get(fault, 0.9) if items == FEW else 0.9)


@pytest.mark.slow
@pytest.mark.parametrize("items", [FEW, MANY])
@pytest.mark.parametrize("name", SEVERAL)
def test_several_faults_in_a_crew(name, items):
    setting = replace(SEVERAL[name], items=items)
    crews = (unseen_crew(setting, several_faults(seed), seed) for seed in range(71000, 71060))
    count = counted(crews, setting)
    precision = count["hit"] / (count["hit"] + count["false"])
    recall = count["hit"] / count["there"]
    print(f"several, {name}, {items} items: precision {precision:.3f}, recall {recall:.3f}")
    assert precision >= 0.9
    assert recall >= (0.8 if items == FEW else 0.9)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "items"),
    [(name, FEW) for name in HONEST] + [(name, MANY) for name in HONEST if name not in ONLY_FEW],
)
def test_honest_people_of_other_kinds_are_rarely_suspected(name, items):
    setting = replace(HONEST[name], items=items)
    crews = (unseen_crew(setting, (), seed) for seed in range(72000, 72060))
    alarms = counted(crews, setting)["alarms"]
    print(f"{name}, {items} items: {alarms} of 60 honest crews")
    assert alarms <= 12
