"""How the press's suite is chosen, so that probes that understand nothing stay at chance (MS-13).

Run: ``python bench/press_suite.py NAME``: writes ``NAME.json`` to be put into
``press/src/panelwise_press/suites``. Of 150 candidate books those are taken, an equal number a
layout, over which no linear probe of panel sizes, shapes, brightness or bytes tells earlier from
later panels; of their questions those are left out that probes of length, overlap and words,
trained on 150 other books, pick most surely, until the probes are at chance. A last look uses other
folds.

``python bench/press_suite.py NAME TEMPLATE…`` freezes only the truth of the books that tell these
templates anew, where their pictures are the same.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import orjson
from numpy.typing import NDArray

from panelwise.analysis.shortcuts import FOLDS, softmax_hits, softmax_probe, word_hits
from panelwise.analysis.shortcuts import ProbeChoice as Choice
from panelwise.analysis.shortcuts import ProbeWording as Wording
from panelwise.comics import StoryQuestion
from panelwise_press import BookPlan, book_plans, get_suite, print_book, tellings_of
from panelwise_press._suite import SuiteEntry, draw_entry, frozen_record, pixels_of, truth_of
from press_probes import (
    estimate,
    form_of,
    pair_choices,
    panels_by_story,
    show,
    text_choice,
    words,
)

CANDIDATES, SEED, CHAPTERS, A_LAYOUT = 150, 1, 4, 7
TRIALS = 40
AT_CHANCE = 0.015  # by how much a probe may be above chance when nothing more is left out
SHARE = 0.03  # of a kind's questions that are left out at a time
Vector = NDArray[np.float64]
Story = list[dict[str, list[float]]]


def features_of(job: tuple[int, BookPlan]) -> tuple[int, list[Story]]:
    """What a candidate's panels give away, story by story."""
    number, plan = job
    return number, panels_by_story(print_book(plan, f"press-{number:03d}"))


def drift(stories: Sequence[Story], spread: Vector) -> Vector:
    """By how much features grow from earlier to later panels, summed over stories."""
    total = np.zeros(len(spread))
    for story in stories:
        rows = np.array([[x for part in shown.values() for x in part] for shown in story]) / spread
        count = len(rows)
        weight = 2 * np.arange(count) - (count - 1)
        total += (weight[:, None] * rows).sum(0) / (count * (count - 1) / 2)
    return total


def balanced(drifts: Vector, layouts: Sequence[str]) -> list[int]:
    """An equal number of books a layout whose drifts cancel; found by exchanging two at a time."""
    best: tuple[float, list[int]] = (np.inf, [])
    rng = np.random.default_rng(0)
    for _ in range(TRIALS):
        taken: Counter[str] = Counter()
        chosen: list[int] = []
        for at in rng.permutation(len(drifts)).tolist():
            if taken[layouts[at]] < A_LAYOUT:
                taken[layouts[at]] += 1
                chosen.append(at)
        rest = [at for at in range(len(drifts)) if at not in set(chosen)]
        total = drifts[chosen].sum(0)
        while True:
            after = total - drifts[chosen][:, None] + drifts[rest][None]
            cost = (after**2).sum(2)
            other = np.array([[layouts[i] != layouts[j] for j in rest] for i in chosen])
            cost[other] = np.inf
            i, j = np.unravel_index(cost.argmin(), cost.shape)
            if cost[i, j] >= (total**2).sum() - 1e-9:
                break
            total = after[i, j]
            chosen[i], rest[j] = rest[j], chosen[i]
        best = min(best, (float((total**2).sum()), sorted(chosen)))
    return best[1]


def whitened(stories: dict[int, list[Story]]) -> Vector:
    """The drift of every book in units in which every linear probe counts alike.

    File sizes once more and twice, because they are heavy-tailed.
    """
    rows = [
        np.array([[x for part in shown.values() for x in part] for shown in story])
        for book in stories.values()
        for story in book
    ]
    spread = np.concatenate(rows).std(0) + 1e-9
    pairs = np.concatenate(
        [(row[:, None] - row[None])[np.triu_indices(len(row), 1)] for row in rows]
    )
    pairs /= spread
    inverse = np.linalg.inv(pairs.T @ pairs / len(pairs) + 1e-3 * np.eye(len(spread)))
    plain = np.array([drift(book, spread) for book in stories.values()])
    weight = np.where(np.arange(len(spread)) >= len(spread) - 2, 2.0, 1.0)
    return np.concatenate([plain @ np.linalg.cholesky(inverse), plain * weight], axis=1)


Pair = tuple[Choice, Wording]


def hits_of(reference: Sequence[Pair], pairs: Sequence[Pair], fold_seed: int) -> Vector:
    """Hits, two rows: the probe of lengths and overlaps, the prior over words.

    Both are trained on the questions of many other books, and asked about templates that they
    have never seen.
    """
    groups = sorted({choice.group for choice, _ in (*reference, *pairs)}, key=str)
    np.random.default_rng(fold_seed).shuffle(groups)
    fold_of = {group: at % FOLDS for at, group in enumerate(groups)}
    hits = np.zeros((2, len(pairs)))
    for fold in range(FOLDS):
        train = [pair for pair in reference if fold_of[pair[0].group] != fold]
        asked = [at for at, pair in enumerate(pairs) if fold_of[pair[0].group] == fold]
        if not train or not asked:
            continue
        hits[0, asked] = softmax_hits([c for c, _ in train], [pairs[at][0] for at in asked])
        hits[1, asked] = word_hits([w for _, w in train], [pairs[at][1] for at in asked])
    return hits


def fair(reference: Sequence[Pair], pairs: Sequence[Pair]) -> list[int]:
    """The questions of a kind that are kept: those picked most surely are left out."""
    hits = np.mean([hits_of(reference, pairs, seed) for seed in range(5)], axis=0)
    kept = list(range(len(pairs)))
    while kept:
        over = hits[:, kept].mean(1) - 0.25 - AT_CHANCE
        if (over <= 0).all():
            break
        sure = (hits[:, kept] * np.maximum(over, 0)[:, None]).sum(0)
        leave = set(np.argsort(-sure, kind="stable")[: max(1, round(SHARE * len(kept)))].tolist())
        kept = [k for at, k in enumerate(kept) if at not in leave]
    return kept


def main(name: str) -> None:
    """Choose, freeze and probe a suite."""
    plans = book_plans(CANDIDATES, language="any", seed=SEED, chapters=CHAPTERS)
    with ProcessPoolExecutor() as pool:
        stories = dict(pool.map(features_of, enumerate(plans)))
    chosen = balanced(whitened(stories), [plan.layout for plan in plans])
    report_orders({k: stories[k] for k in chosen})
    asked = choose_questions([(k, plans[k]) for k in chosen])
    entries = [SuiteEntry(f"{name}-{k:03d}", plans[k], asked[k]) for k in chosen]
    books = [frozen_record(entry, draw_entry(entry)) for entry in entries]
    Path(f"{name}.json").write_bytes(orjson.dumps({"name": name, "books": books}, option=2))


def report_orders(stories: dict[int, list[Story]]) -> None:
    """Print the order probes over the chosen books."""
    found: dict[str, list[Choice]] = defaultdict(list)
    for k, book in stories.items():
        for name, choices in pair_choices(str(k), book, np.random.default_rng(k)).items():
            found[name] += choices
    for name, choices in found.items():
        show(name, estimate(softmax_probe(choices), [c.group for c in choices]), 0.5)


def choose_questions(plans: Sequence[tuple[int, BookPlan]]) -> dict[int, frozenset[str]]:
    """The questions of each book that are asked: open ones all, choices where probes fail."""
    asked: dict[int, set[str]] = {k: set() for k, _ in plans}
    kinds: dict[str, list[tuple[int, StoryQuestion, Pair]]] = defaultdict(list)
    reference: dict[str, list[Pair]] = defaultdict(list)
    rng = np.random.default_rng(0)
    for plan in book_plans(CANDIDATES, seed=SEED + 1, chapters=6):
        for template, question in questions_of(plan):
            if question.wrong:
                reference[form_of(question)].append(_pair(template, question, rng))
    for k, plan in plans:
        for template, question in questions_of(plan):
            if question.wrong:
                # By form: an early-sounding answer is no giveaway of "last" unless forms are mixed.
                pair = _pair(template, question, rng)
                kinds[form_of(question)].append((k, question, pair))
            else:
                asked[k].add(question.id)
    for kind, found in sorted(kinds.items()):
        pairs = [pair for _, _, pair in found]
        kept = fair(reference[kind], pairs)
        for at in kept:
            asked[found[at][0]].add(found[at][1].id)
        hits = hits_of(reference[kind], pairs, 9)
        groups = [choice.group for choice, _ in pairs]
        for row, name in zip(hits, ("length and overlap", "words"), strict=True):
            show(f"{kind}: {name}, all", estimate(row.tolist(), groups), 0.25)
            of_kept = estimate(row[kept].tolist(), [groups[at] for at in kept])
            show(f"{kind}: {name}, kept", of_kept, 0.25)
    return {k: frozenset(ids) for k, ids in asked.items()}


def _pair(template: str, question: StoryQuestion, rng: np.random.Generator) -> Pair:
    options = [words(text) for text in (question.answer, *(w.text for w in question.wrong))]
    return text_choice(template, question, rng), Wording(template, options, 0)


def questions_of(plan: BookPlan) -> list[tuple[str, StoryQuestion]]:
    """Every question of a book with the template that it came from."""
    from panelwise_press import tellings_of, write_questions

    tellings = tellings_of(plan)
    found: list[tuple[str, StoryQuestion]] = []
    for telling in tellings:
        others = [other for other in tellings if other.id != telling.id]
        asked = write_questions(telling, others, plan.chance(f"questions {telling.id}"))
        found += [(telling.story.template, question) for question in asked]
    return found


def freeze_again(name: str, templates: Sequence[str]) -> None:
    """The truth of a suite's books that tell these templates, hashed anew; the choice stays.

    For a change of what is known of pictures that themselves did not change.
    """
    suite = get_suite(name)
    record = orjson.loads(
        (Path(__file__).parents[1] / f"press/src/panelwise_press/suites/{name}.json").read_bytes()
    )
    for frozen, entry in zip(suite.entries, record["books"], strict=True):
        assert isinstance(frozen.plan, BookPlan)
        if set(templates) & {told.story.template for told in tellings_of(frozen.plan)}:
            (book,) = draw_entry(frozen)
            if (pixels_of(book),) != frozen.pixels:
                raise SystemExit(f"{frozen.id}: its pictures changed, too; choose a new suite")
            print(frozen.id, entry["truth"][:12], truth_of(book)[:12], flush=True)
            entry["truth"] = truth_of(book)
    Path(f"{name}.json").write_bytes(orjson.dumps(record, option=2))


if __name__ == "__main__":
    if len(sys.argv) > 2:
        freeze_again(sys.argv[1], sys.argv[2:])
    else:
        main(sys.argv[1])
