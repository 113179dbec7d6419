"""The best possible detector of unreliable people, which ours is measured against."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from panelwise.metrics.agreement import review_workers
from unseen_crews import CHOICE, MARKS, Setting, simulated_crew

BENCH = Path(__file__).resolve().parents[2] / "bench"
EASY, SMALL = Setting(items=240), Setting(items=60)
DRAWS = 1500
COPIES = ("copies a hurried person",)


@pytest.fixture
def best(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCH))
    import best_detector

    yield best_detector
    sys.modules.pop("best_detector", None)


def test_it_finds_all_that_ours_finds(best):
    """Of people who copy from somebody hurried."""
    threshold = best.threshold_of(SMALL, [COPIES] * 3, COPIES)
    crew = simulated_crew(EASY, COPIES, 2)
    ours = {name for finding in review_workers(crew.answers) for name in finding.workers}
    assert ours == set(crew.bad)
    assert ours <= best.suspected_at_best(crew, COPIES, threshold)


@pytest.mark.slow
def test_a_tenth_of_honest_crews_is_suspected(best):
    threshold = best.threshold_of(SMALL, [COPIES] * 20, COPIES)
    crews = [simulated_crew(SMALL, COPIES, seed, honest=True) for seed in range(20)]
    assert sum(bool(best.suspected_at_best(one, COPIES, threshold)) for one in crews) in range(7)


@pytest.mark.parametrize("setting", [CHOICE, MARKS], ids=["options", "marks"])
def test_its_probabilities_are_those_of_the_answers(best, setting):
    """Of one honest person's answers to the same item."""
    crew = simulated_crew(setting, (), 3)
    name = next(iter(crew.people))
    who = crew.people[name]
    drawn = [crew.items.answer(7, who.skill, who.offset) for _ in range(DRAWS)]
    shares = np.bincount(drawn, minlength=setting.classes) / len(drawn)
    assert best.honest_shares(crew, name)[7] == pytest.approx(shares, abs=0.04)


def test_honest_crews_consist_of_the_same_people():
    copying, honest = (simulated_crew(SMALL, COPIES, 1, honest=one) for one in (False, True))
    assert list(copying.people) == list(honest.people)
    source = copying.groups[0][0]
    assert copying.people[source] == honest.people[source]
    assert (len(copying.bad), len(honest.bad)) == (2, 0)


def test_stretches_without_care_are_summed_over(best):
    """Two answers, against all four sequences of states."""
    careful, careless = np.log([0.9, 0.2]), np.log([0.5, 0.5])
    each = [careful, careless]
    total = sum(
        0.5 * (best.STAY if first == then else 1 - best.STAY)
        * np.exp(each[first][0] + each[then][1])
        for first in (0, 1) for then in (0, 1)
    )  # fmt: skip
    ratio = best.stretches(careful, careless)
    assert ratio == pytest.approx(float(np.log(total) - careful.sum()))


def test_more_knowledge_finds_copies_more_clearly(best):
    """The same pair leads with and without the right answers; with them its lead is larger."""
    crew = simulated_crew(Setting(items=120), COPIES, 2)
    pair = tuple(sorted(crew.bad))
    known, blind = best.scores(crew, COPIES), best.blind_scores(crew, COPIES)
    assert max(known, key=known.get) == max(blind, key=blind.get) == pair
    assert known[pair] > blind[pair] > 0
