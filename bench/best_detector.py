"""How many unreliable people a detector could find at best, beside those that ours finds.

    python bench/best_detector.py [--crews 60] [--items | --blind]

The best detector knows everything but who is bad: right answers, difficulty of the items, tempting
mistakes, what each person would answer with what probability, and how the fault works. By Neyman
and Pearson's lemma no test with as many false alarms finds more than the likelihood ratio of "this
person, or pair, has the fault" against "works honestly". Its threshold is such that anybody is
suspected in a tenth of the crews in which the same people work honestly, which is the level of
``review_workers``. Hidden states, such as stretches without care, are summed over.

``--items`` prints the recall of copying against the number of items in common instead, and
``--blind`` that of a detector that knows everybody's skill and the population of items, but of
single items only what the other people answer.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import expit, logsumexp, softmax
from scipy.stats import t

from panelwise.metrics import wilson
from panelwise.metrics.agreement import WorkerAnswer, review_workers

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from unseen_crews import (
    ALONE,
    CHOICE,
    ITEMS,
    MARKS,
    TOGETHER,
    YES_OR_NO,
    Items,
    Setting,
    Simulated,
    blind_shares,
    copies,
    inattention,
    several_faults,
    simulated_crew,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

LEVEL = 0.10
STAY = 0.96  # in a stretch of care or of carelessness, from one answer to the next
PACE, TIME = 0.25, 0.4  # of log times: between people, and between answers of one
HONEST_FROM, FAULTS_FROM, SEVERAL_FROM = 80_000, 70_000, 71_000
SHARES = {"six options": CHOICE, "yes or no": YES_OR_NO, "marks": MARKS}
DRAWN = 2000
FEW_TRACES = ("copies a careful person", "copies half of an ordinary person")
Suspects = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Work:
    """One person's answers in the order of the work.

    Attributes:
        items: that were answered.
        given: the answers.
        honest: of each answer, how probable it is if the person works honestly.
        answer_to: of each item, the answer; -1 where there is none.
        log_time: mean logarithm of the seconds.
    """

    items: NDArray[np.intp]
    given: NDArray[np.intp]
    honest: Numbers
    answer_to: NDArray[np.intp]
    log_time: float


def works(crew: Simulated) -> dict[str, Work]:
    """What everybody did, by name."""
    by_name: dict[str, list[WorkerAnswer]] = {name: [] for name in sorted(crew.people)}
    for one in crew.answers:
        by_name[one.worker].append(one)
    found = {}
    for name, own in by_name.items():
        items = np.array([one.item for one in own], np.intp)
        given = np.array([one.answer for one in own], np.intp)
        times = np.log([one.seconds or np.nan for one in own])
        answer_to = np.full(len(crew.items.truth), -1)
        answer_to[items] = given
        honest = honest_shares(crew, name)[items, given]
        found[name] = Work(items, given, honest, answer_to, float(times.mean()))
    return found


def honest_shares(crew: Simulated, name: str) -> Numbers:
    """Items × classes: what an honest person of this skill answers, as ``Items.answer`` draws."""
    items, person = crew.items, crew.people[name]
    every, classes = np.arange(len(items.truth)), items.setting.classes
    if items.setting.scale:
        width = 1.6 / (1 + max(0.0, person.skill))
        edges = np.concatenate([[-np.inf], np.arange(classes - 1) + 0.5, [np.inf]])
        centre = items.truth + person.offset
        return np.diff(t.cdf((edges - centre[:, None]) / width, 6), axis=1)
    right = expit(person.skill - items.difficulty)
    shares = items.tempting + 0.02
    shares[every, items.truth] = 0
    shares *= ((1 - right) / shares.sum(axis=1))[:, None]
    shares[every, items.truth] = right
    return np.asarray(shares, dtype=np.float64)


def scores(crew: Simulated, faults: Sequence[str]) -> dict[Suspects, float]:
    """Log-likelihood ratios of people and pairs: one of ``faults``, all as probable, or none."""
    work = works(crew)
    alone = [fault for fault in faults if fault in ALONE]
    shares = {copies(fault) for fault in faults if fault in TOGETHER}
    found: dict[Suspects, float] = {}
    for name, own in work.items() if alone else ():
        favourite, classes = crew.people[name].favourite, crew.items.setting.classes
        found[name,] = mean_of([alone_ratio(own, one, favourite, classes) for one in alone])
    for one, other in combinations(work, 2) if shares else ():
        both = [copied_ratio(a, b, share) for share in shares
                for a, b in ((work[one], work[other]), (work[other], work[one]))]  # fmt: skip
        found[one, other] = mean_of(both)
    return found


def blind_scores(crew: Simulated, faults: Sequence[str]) -> dict[Suspects, float]:
    """As :func:`scores` of pairs, without the right answers and what is known of single items.

    An item is any of ``DRAWN`` items of the population, each as probable as the answers of
    everybody but the pair make it.
    """
    drawn = Items(replace(crew.items.setting, items=DRAWN), np.random.default_rng(DRAWN))
    work = works(crew)
    honest = {name: honest_shares(replace(crew, items=drawn), name)[:, own.given]
              for name, own in work.items()}  # fmt: skip
    log = np.zeros((DRAWN, len(crew.items.truth)))
    for name, own in work.items():
        log[:, own.items] += np.log(honest[name])
    share, *_ = {copies(fault) for fault in faults}
    found: dict[Suspects, float] = {}
    for one, other in combinations(work, 2):
        first, second = work[one], work[other]
        items, here, there = np.intersect1d(first.items, second.items, return_indices=True)
        ours, theirs = honest[one][:, here], honest[other][:, there]
        likely = softmax(log[:, items] - np.log(ours) - np.log(theirs), axis=0)
        independent = (likely * ours * theirs).sum(axis=0)
        equal = first.given[here] == second.given[there]
        both = []
        for single in (ours, theirs):
            ratio = equal * (likely * single).sum(axis=0) / independent
            both.append(float(np.log(1 - share + share * ratio).sum()))
        found[one, other] = mean_of(both)
    return found


def mean_of(ratios: Sequence[float]) -> float:
    """The logarithm of the mean of likelihood ratios."""
    return float(logsumexp(ratios) - np.log(len(ratios)))


def copied_ratio(work: Work, source: Work, share: float) -> float:
    """Of copying a share of the source's answers to the items in common."""
    theirs = source.answer_to[work.items]
    copied = (1 - share) + share * (work.given == theirs) / work.honest
    return float(np.log(copied[theirs >= 0]).sum())


def alone_ratio(work: Work, fault: str, favourite: int, classes: int) -> float:
    """Of a fault of one person."""
    n = len(work.given)
    if fault == "hurries":  # a fifth of the time; the pace differs between people
        variance = PACE**2 + TIME**2 / n
        usual, quick = np.log(15), np.log(15 * 0.2)
        return float(((work.log_time - usual) ** 2 - (work.log_time - quick) ** 2) / 2 / variance)
    places = np.arange(n)
    careless = np.array([blind_shares(fault, place, favourite, classes)[given]
                         for place, given in enumerate(work.given)])  # fmt: skip
    if fault == "careless in bursts":
        share = inattention(fault, 0.0, burst=True)
        return stretches(np.log(work.honest), np.log((1 - share) * work.honest + share * careless))
    share_of = np.array([inattention(fault, place / n, burst=False) for place in places])
    return float(np.log((1 - share_of) + share_of * careless / work.honest).sum())


def stretches(careful: Numbers, careless: Numbers) -> float:
    """Of a hidden state that changes now and then, against care all the time."""
    change = np.log([[STAY, 1 - STAY], [1 - STAY, STAY]])
    state = np.log([0.5, 0.5])
    for each in zip(careful, careless, strict=True):
        state = logsumexp(state[:, None] + change, axis=0) + each
    return float(logsumexp(state) - careful.sum())


Score = Callable[[Simulated, Sequence[str]], dict[Suspects, float]]


def suspected_at_best(
    crew: Simulated, faults: Sequence[str], threshold: float, score: Score = scores
) -> set[str]:
    """Everybody in a person or pair above the threshold."""
    found = score(crew, faults).items()
    return {name for suspects, value in found if value > threshold for name in suspects}


def threshold_of(
    setting: Setting,
    crews_of: Sequence[tuple[str, ...]],
    asked: Sequence[str],
    score: Score = scores,
) -> float:
    """What the highest score exceeds in ``LEVEL`` of crews whose people work honestly."""
    highest = [
        max(score(simulated_crew(setting, faults, HONEST_FROM + k, honest=True), asked).values())
        for k, faults in enumerate(crews_of)
    ]
    return float(np.quantile(highest, 1 - LEVEL))


@dataclass(slots=True)
class Tally:
    """Unreliable people, and how many of those suspected are."""

    there: int = 0
    found: int = 0
    wrong: int = 0
    best: int = 0
    groups: int = 0  # that err together: people who copy are found together or not at all

    def add(self, crew: Simulated, suspected: set[str], at_best: set[str]) -> None:
        bad = set(crew.bad)
        self.there += len(bad)
        self.found += len(suspected & bad)
        self.wrong += len(suspected - bad)
        self.best += len(at_best & bad)
        self.groups += len(bad) - sum(len(group) - 1 for group in crew.groups)

    def row(self, name: str) -> str:
        """Our precision and recall and the best recall, with Wilson's intervals."""
        precision = self.found / max(1, self.found + self.wrong)
        recalls = []
        for found in (self.found, self.best):
            share = found / self.there
            low, high = wilson(round(share * self.groups), self.groups)
            recalls.append(f"{share:.3f} ({low:.2f}–{high:.2f})")
        return f"| {name} | {precision:.3f} | {' | '.join(recalls)} | {self.there} |"


def measured(
    setting: Setting,
    crews_of: Sequence[tuple[str, ...]],
    asked: Sequence[str],
    first: int,
    score: Score = scores,
) -> Tally:
    """Both detectors on crews with these faults."""
    threshold, tally = threshold_of(setting, crews_of, asked, score), Tally()
    for k, faults in enumerate(crews_of):
        crew = simulated_crew(setting, faults, first + k)
        findings = review_workers(crew.answers, distance=setting.distance)
        ours = {name for finding in findings for name in finding.workers}
        tally.add(crew, ours, suspected_at_best(crew, asked, threshold, score))
    return tally


def every_fault(crews: int) -> Iterable[str]:
    """A row for each fault, as in docs/agreement.md."""
    for fault in ALONE + TOGETHER:
        faults = (fault, fault) if fault in ALONE else (fault,)
        yield measured(CHOICE, [faults] * crews, (fault,), FAULTS_FROM).row(fault)
    for name, setting in SHARES.items():
        crews_of = [several_faults(SEVERAL_FROM + k) for k in range(crews)]
        tally = measured(setting, crews_of, ALONE + TOGETHER, SEVERAL_FROM)
        yield tally.row(f"several faults, {name}")


def items_in_common(crews: int) -> Iterable[str]:
    """A row for each fault that leaves few traces and number of items."""
    for fault in FEW_TRACES:
        for items in (ITEMS // 2, ITEMS, 2 * ITEMS, 4 * ITEMS):
            setting = Setting(items=items)
            tally = measured(setting, [(fault,)] * crews, (fault,), FAULTS_FROM)
            yield tally.row(f"{fault}, {round(items * 77 / ITEMS)} items in common")


def without_answers(crews: int) -> Iterable[str]:
    """A row for each fault that leaves few traces, if right answers are not known."""
    for fault in FEW_TRACES:
        yield measured(CHOICE, [(fault,)] * crews, (fault,), FAULTS_FROM, blind_scores).row(fault)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--crews", type=int, default=60)
    parser.add_argument("--items", action="store_true")
    parser.add_argument("--blind", action="store_true")
    options = parser.parse_args()
    sys.stdout.write("| fault | precision | recall | best possible recall | people |\n")
    sys.stdout.write("|---|---|---|---|---|\n")
    rows = items_in_common if options.items else without_answers if options.blind else every_fault
    for row in rows(options.crews):
        sys.stdout.write(row + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
