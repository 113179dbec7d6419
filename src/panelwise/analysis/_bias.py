"""How much answers depend on where things were shown. Source: MS-2; specification 7.0, 7.2; AMB-1.

The evidence that this matters: GPT-4o-mini answered the shown order to half of the shuffled
strips of a public benchmark, whose strips of one length were all shuffled alike.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from panelwise.analysis._correction import corrected
from panelwise.analysis._estimate import Estimate
from panelwise.analysis._finding_types import PlaceBias, PositionBias
from panelwise.analysis._intervals import estimate_difference, estimate_mean
from panelwise.analysis._odds import against_odds
from panelwise.analysis._paired_tests import mcnemar, sign_flip
from panelwise.analysis._samples import Sample, TaskSamples, few_books
from panelwise.metrics import label_counts, mean_of, positions
from panelwise.metrics.resampling import choose_clusters
from panelwise.tasks import Answer, Item, accepted_orders, get_kind, shuffle_of


def position_bias(task: TaskSamples) -> PositionBias:
    """Rates and histograms of one task; rates are ``None`` where there is nothing to divide by."""
    form = get_kind(task.kind).form
    if form == "option":
        return _choice_bias(task)
    if form != "order":
        return PositionBias()  # documents choose among no positions
    readable = [sample for sample in task.samples if sample.readable]
    wrong = [sample for sample in readable if sample.result.answer != sample.item.gold]
    exemplified = [sample for sample in readable if sample.item.example is not None]
    items = [sample.item for sample in task.samples]
    return PositionBias(
        identity_rate=identity_rate(readable),
        identity_expected=_rate(_is_identity(item.gold) for item in items),
        identity_chance=mean_of([_identity_chance(sample.item) for sample in readable]),
        identity=_identity(readable),
        inverse_rate=_rate(
            sample.result.answer == positions(_order(sample.item.gold)) for sample in wrong
        ),
        echo_rate=_rate("prompt_echo" in sample.result.flags for sample in exemplified),
        first_index=_firsts(sample.result.answer for sample in readable),
        gold_first_index=_firsts(item.gold for item in items),
        guess_first_index=_guessed_firsts(items),
        places=_first_places(readable),
    )


def identity_rate(samples: Sequence[Sample]) -> float | None:
    """Share of the readable orderings that repeat the shown order; ``None`` without any."""
    return _rate(_is_identity(sample.result.answer) for sample in samples if sample.readable)


def _identity_chance(item: Item) -> float:
    """How probable the shown order is among the orders that the shuffle allows, as for scores."""
    return 1 / math.factorial(item.n) if shuffle_of(item) == "uniform" else 0.0


def _identity(readable: Sequence[Sample]) -> Estimate | None:
    if not readable:
        return None
    return estimate_mean(
        [float(_is_identity(sample.result.answer)) for sample in readable],
        books=[sample.item.cluster for sample in readable],
        items=[sample.question for sample in readable],
        binary=True,
    )


def _choice_bias(task: TaskSamples) -> PositionBias:
    labels = list(dict.fromkeys(option.label for item in task.items for option in item.options))
    readable = [sample for sample in task.samples if sample.readable]
    exemplified = [sample for sample in readable if sample.item.example is not None]
    return PositionBias(
        echo_rate=_rate("prompt_echo" in sample.result.flags for sample in exemplified),
        answers=label_counts(
            [_label(sample.item, sample.result.answer) for sample in readable], labels
        ),
        golds=label_counts(
            [_label(sample.item, sample.item.gold) for sample in task.samples], labels
        ),
        places=_places(readable, _label),
    )


def _places(
    readable: Sequence[Sample], label: Callable[[Item, Answer | None], str]
) -> tuple[PlaceBias, ...]:
    """Whether each position is chosen as often as it is right, on the same items.

    A sample that is called readable and has no answer, as in a run that was changed, is left out.
    Answers that share fewer than six books are not tested.
    """
    known = [sample for sample in readable if sample.result.answer is not None]
    pairs = [(label(s.item, s.result.answer), label(s.item, s.item.gold)) for s in known]
    if not pairs:
        return ()
    books, items = [s.item.cluster for s in known], [s.question for s in known]
    _, clusters = choose_clusters(books, items)
    independent, few = len(set(clusters)) == len(clusters), few_books(known)
    found = []
    for place in sorted({place for pair in pairs for place in pair}):
        gaps = [float((given == place) - (right == place)) for given, right in pairs]
        p = None
        if few is None and independent:
            p = mcnemar(gaps.count(1), gaps.count(-1))
        elif few is None:
            p = sign_flip(gaps, clusters)
        chosen, right = (sum(pair[side] == place for pair in pairs) for side in (0, 1))
        difference = estimate_difference(gaps, books=books, items=items, span=1.0)
        figures = (chosen, right, len(pairs), difference)
        found.append(PlaceBias(place, *figures, p, p, few_books=few))
    return tuple(corrected(found))


def _first_places(readable: Sequence[Sample]) -> tuple[PlaceBias, ...]:
    """Whether each shown panel is wrongly put first as often as guesses put it there.

    A shuffle that never shows the right order makes the first panel right less often than others.
    A model that guesses and does not know the rule puts it first as often as any, one that knows
    the rule does not: neither prefers a place. So only answers whose first panel is wrong are
    tested, and a place has to be beyond both guesses. Those of few books are not tested.
    """
    wrong = [one for one in readable if isinstance(one.result.answer, tuple)
             and one.result.answer[0] not in _right_firsts(one.item)]  # fmt: skip
    found = []
    for place in _places(readable, _first):
        index = int(place.label[1:]) - 1
        some = [s for s in wrong if index < s.item.n and index not in _right_firsts(s.item)]
        hits = [float(_order(s.result.answer)[0] == index) for s in some]
        guesses = [[_first_odds(s.item, index, rule) for s in some] for rule in (False, True)]
        sums = sorted(math.fsum(odds) for odds in guesses)
        count, expected = int(sum(hits)), (sums[0], sums[1])
        between = expected[0] <= count <= expected[1]
        few, p = few_books(some), None
        if few is None:
            p = 1.0 if between else max(against_odds(hits, odds, some) for odds in guesses)
        tested = replace(place, p=p, p_holm=p, few_books=few)
        repeats = 0 if index else sum(_is_identity(sample.result.answer) for sample in some)
        orders = replace(tested, wrongly=count, wrong=len(some), repeats=repeats)
        found.append(replace(orders, expected=expected))
    return tuple(corrected(found))


def _right_firsts(item: Item) -> set[int]:
    return {order[0] for order in accepted_orders(item)}


def _first_odds(item: Item, index: int, by_rule: bool) -> float:
    """How probable a shown panel is as the first of an order whose first panel is wrong.

    Args:
        item: an item where this panel is wrong as the first.
        index: the panel.
        by_rule: among the orders that the shuffle allows; else among all.
    """
    rule = shuffle_of(item) if by_rule else "uniform"
    # how many of the orders that begin with the panel shown first the rule allows
    kept = {"uniform": 1.0, "derangement": 0.0}.get(rule, 1 - 1 / math.factorial(item.n - 1))
    weights = {k: 1.0 if k else kept for k in range(item.n) if k not in _right_firsts(item)}
    return weights[index] / (sum(weights.values()) or 1.0)


def _guessed_firsts(items: Sequence[Item]) -> dict[int, float]:
    sizes = [item.n for item in items]
    return {k: math.fsum(1 / n for n in sizes if k < n) for k in range(max(sizes, default=0))}


def _first(_: Item, order: Answer | None) -> str:
    return f"#{_order(order)[0] + 1}"


def _order(value: Answer | None) -> tuple[int, ...]:
    assert isinstance(value, tuple), "orders are tuples"
    return tuple(value)


def _label(item: Item, option: Answer | None) -> str:
    assert isinstance(option, int), "options are indices"
    return item.options[option].label


def _is_identity(order: Answer | None) -> bool:
    return isinstance(order, tuple) and order == tuple(range(len(order)))


def _firsts(orders: Iterable[Answer | None]) -> dict[int, int]:
    return dict(sorted(Counter(order[0] for order in orders if isinstance(order, tuple)).items()))


def _rate(hits: Iterable[bool]) -> float | None:
    return mean_of([float(hit) for hit in hits])
