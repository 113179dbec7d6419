"""Gates over all items: what one answer to everything scores.

Always one option is the position gate's (``_giveaway_gates``); an order, a rating, a name, a box
are here. Scores of constants are those of ``recommended``.

Source: specification MS-2, MS-13; 7.2.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

import numpy as np

from panelwise.metrics import MetricInfo, Shuffle
from panelwise.packs._findings import Finding
from panelwise.packs.gates._giveaways import ALPHA, order_gate
from panelwise.packs.gates._significance import at_least
from panelwise.profile import RECOMMENDED
from panelwise.tasks import Guessed, Item, Scores, guesses_of, shuffle_of
from panelwise.tasks.kinds import get_kind, headline_of

NO_BETTER_THAN = 0.25
"""Where no random answer has a score, a constant may have as much as a guess among four options:
above it an open question gives away more than a multiple-choice one."""
_REMEDY = "balance what is right among the items, or read every score next to this one"


def constant_gate(items: Sequence[Item]) -> Iterator[Finding]:
    """No constant answer scores significantly more than chance.

    Orders: how often each shown thing stands in each place, exact binomial tests against the rule
    that shuffled them (Bonferroni over places), unless one whole order is right too often, which
    is :func:`position_gate`'s. Other kinds: the headline of every constant against
    that of random answers or, where there are none, against :data:`NO_BETTER_THAN`; see
    :func:`largest_probability`. Items are taken as independent.
    """
    by_task: dict[tuple[str, str], list[Item]] = defaultdict(list)
    for item in items:
        by_task[item.task, item.kind].append(item)
    for (_, kind), some in by_task.items():
        if get_kind(kind).form == "order" and not any(order_gate(some)):
            yield from _places(some)
        elif isinstance(some[0].gold, dict):
            yield from _constants_of(some)


def largest_probability(mean: float, base: float, n: int) -> float:
    """A bound on the probability that n independent scores in [0, 1] have such a mean or more.

    It holds whatever the scores' distributions, if their expected values average ``base``: the
    items' scores may be shares, and each may have a chance of its own. Source: W. Hoeffding,
    "Probability inequalities for sums of bounded random variables" (1963), Theorem 1.

    >>> largest_probability(0.5, 0.5, 10), round(largest_probability(0.6, 0.25, 20), 4)
    (1.0, 0.0042)
    """
    if mean <= base:
        return 1.0
    if base <= 0:
        return 0.0
    distance = mean * math.log(mean / base)
    if mean < 1:
        distance += (1 - mean) * math.log((1 - mean) / (1 - base))
    return math.exp(-n * distance)


def _constants_of(items: Sequence[Item]) -> Iterator[Finding]:
    """The constants' finding, or that somebody's gold cannot be scored at all."""
    try:
        yield from _constants(items)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, AssertionError):
        what = "an item's gold does not have the form that its kind requires"
        yield Finding("gold", "refuse", (), what, "build the pack again, or correct its gold")


def _constants(items: Sequence[Item]) -> Iterator[Finding]:
    guesses, guessed = guesses_of(items, RECOMMENDED)
    info = _headline(items[0], guessed)
    tried: dict[tuple[float | None, ...], str] = {}
    for name in guesses.constants:
        scores = tuple(_value(one.constants.get(name, {}), info) for one in guessed)
        tried.setdefault(scores, name)  # "4" and "5" may be one constant: it is tested once
    worst: tuple[float, str, str] = (ALPHA, "", "")
    for scores, name in tried.items():
        pairs = [(v, _value(g.random, info)) for v, g in zip(scores, guessed, strict=True)]
        known = [(value, random) for value, random in pairs if value is not None]
        if not known:
            continue
        p, base = _excess(known, binary=info.binary)
        p = min(1.0, p * len(tried))
        if p < worst[0]:
            mean = math.fsum(value for value, _ in known) / len(known)
            what = (
                f"the same answer to every item ({name}) has {mean:.3f} of {info.name} on average"
                f" over {len(known)} items ({base}, p {_p(p)})"
            )
            worst = (p, name, what)
    if worst[1]:
        yield Finding("constant answer", "flag", (), worst[2], _REMEDY)


def _excess(known: Sequence[tuple[float, float | None]], *, binary: bool) -> tuple[float, str]:
    """The probability of so much by chance, and what was expected instead, in words."""
    mean = math.fsum(value for value, _ in known) / len(known)
    randoms = [random for _, random in known if random is not None]
    if len(randoms) < len(known):
        words = f"{NO_BETTER_THAN} would be a guess among four options"
        return largest_probability(mean, NO_BETTER_THAN, len(known)), words
    base = math.fsum(randoms) / len(randoms)
    words = f"a random answer {base:.3f}"
    if binary:
        return at_least(round(mean * len(known)), randoms), words
    return largest_probability(mean, base, len(known)), words


def _headline(item: Item, guessed: Sequence[Guessed]) -> MetricInfo:
    """The metric that ranks; the kind's own where that needs a judge."""
    kind = get_kind(item.kind)
    info = kind.metrics[headline_of(item)]
    scored = any(info.name in scores for one in guessed for scores in one.constants.values())
    return info if info.pooled or scored else kind.metrics[kind.headline]


def _value(scores: Scores, info: MetricInfo) -> float | None:
    """An item's own figure, no less than 0; of a pooled metric that of the item's counts alone."""
    if info.pooled is None:
        value = scores.get(info.name)
    else:
        parts = [scores[part] for part in info.parts if part in scores]
        whole = len(parts) == len(info.parts)
        value = float(info.pooled(np.array(parts))) if whole else None
    return None if value is None or math.isnan(value) else min(1.0, max(0.0, value))


def _places(items: Sequence[Item]) -> Iterator[Finding]:
    """Orders of one length: the shown thing that stands in one place more often than it may."""
    by_rule: dict[tuple[int, Shuffle], list[tuple[int, ...]]] = defaultdict(list)
    for item in items:
        if isinstance(item.gold, tuple) and item.n > 1:
            by_rule[item.n, shuffle_of(item)].append(item.gold)
    for (n, shuffle), golds in sorted(by_rule.items()):
        cells = Counter((place, thing) for gold in golds for place, thing in enumerate(gold))
        worst = (ALPHA, "")
        for stays in (True, False):
            chance = _stands(n, shuffle, stays=stays)
            here = [(hits, cell) for cell, hits in cells.items() if (cell[0] == cell[1]) == stays]
            if not here or chance in (0.0, 1.0):
                continue
            hits, (place, thing) = max(here)
            # Bonferroni over every place that any thing could have held too often.
            p = min(1.0, n * n * len(by_rule) * at_least(hits, [chance] * len(golds)))
            if p < worst[0]:
                what = (
                    f"number {thing + 1} as shown is number {place + 1} of the story in {hits} of"
                    f" {len(golds)} items of {n} ({hits / len(golds):.1%}; {chance:.1%} expected,"
                    f" p {_p(p)})"
                )
                worst = (p, what)
        if worst[1]:
            remedy = "shuffle each item separately: one answer to all items gets this right"
            yield Finding("gold places", "flag", (), worst[1], remedy)


def _stands(n: int, shuffle: Shuffle, *, stays: bool) -> float:
    """How often a shown thing belongs in a given place: its own as shown, or another."""
    if shuffle == "derangement":
        return 0.0 if stays else 1 / (n - 1)
    if shuffle == "non_identity":
        return (math.factorial(n - 1) - stays) / (math.factorial(n) - 1)
    return 1 / n


def _p(p: float) -> str:
    return f"= {p:.2g}" if p >= 1e-9 else "< 1e-09"
