"""Gates over all items: what lets a guesser be right without looking at a picture.

Each test asks how often a guesser with one simple rule is right, and how likely that many
hits are by chance. A rule is tried only where it names one option (the longest of four, not one
of two longest): there, were the right option like the others, it would be hit exactly once in k.

Source: specification MS-2, MS-13; 7.2.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

from panelwise.metrics import Shuffle, holm, wilson
from panelwise.packs._findings import Finding
from panelwise.packs.gates._significance import as_unlikely, at_least
from panelwise.tasks import Item, get_kind, question_of, shuffle_of, words_of

ALPHA = 0.01
"""By chance alone, each gate flags at most one pack in a hundred."""
GuessRule = Callable[[Item], int | None]


def position_gate(items: Sequence[Item]) -> Iterator[Finding]:
    """The right option is at every position equally often; no order is right too often.

    Options: an exact two-sided binomial test per position and number of options. Orders: how
    often each occurs, against the orders that the rule allows (AMB-10), one-sided: another
    harness showed all strips of one length in one order. Holm over all.
    """
    yield from _option_positions(items)
    yield from order_gate(items)


def _option_positions(items: Sequence[Item]) -> Iterator[Finding]:
    golds: dict[int, Counter[int]] = defaultdict(Counter)
    for item in _choices(items):
        golds[item.n][_gold(item)] += 1
    tests = [
        (count, place, golds[count][place], golds[count].total())
        for count in sorted(golds)
        for place in range(count)
    ]
    values = holm([as_unlikely(hits, tries, 1 / k) for k, _, hits, tries in tests])
    for (k, place, hits, tries), p in zip(tests, values, strict=True):
        if p < ALPHA:
            what = (
                f"the right one of {k} options is number {place + 1} in {hits} of {tries} items"
                f" ({hits / tries:.1%}; {1 / k:.1%} expected, p = {p:.2g})"
            )
            yield Finding("gold positions", "flag", (), what, "build again with another seed")


def order_gate(items: Sequence[Item]) -> Iterator[Finding]:
    """No order of one length is right too often: part of :func:`position_gate`."""
    right: dict[tuple[int, Shuffle], Counter[tuple[int, ...]]] = defaultdict(Counter)
    for item in items:
        if get_kind(item.kind).form == "order" and isinstance(item.gold, tuple) and item.n > 1:
            right[item.n, shuffle_of(item)][item.gold] += 1
    for (n, shuffle), orders in sorted(right.items()):
        possible = _orders_allowed(n, shuffle)
        (order, hits), tries = orders.most_common(1)[0], orders.total()
        # Holm's first step over every order that could have been the commonest.
        p = min(1.0, possible * at_least(hits, [1 / possible] * tries)) if possible > 1 else 1.0
        if p < ALPHA:
            what = (
                f"{list(order)} is right in {hits} of {tries} items of {n}"
                f" ({hits / tries:.1%}; {1 / possible:.2%} expected, p = {p:.2g})"
            )
            yield Finding("gold orders", "flag", (), what, "build again with another seed")


def _orders_allowed(n: int, shuffle: Shuffle) -> int:
    n = min(n, 18)  # beyond, two equal orders are enough, and the factorial is not exact
    if shuffle == "derangement":
        return round(math.factorial(n) / math.e)
    return math.factorial(n) - (shuffle == "non_identity")


def length_gate(items: Sequence[Item]) -> Iterator[Finding]:
    """The right option must not be known by its length, in characters or words."""
    rules: dict[str, GuessRule] = {
        "has the most characters": lambda item: _single(_characters(item)),
        "has the fewest characters": lambda item: _single([-n for n in _characters(item)]),
        "has the most words": lambda item: _single(_word_counts(item)),
        "has the fewest words": lambda item: _single([-n for n in _word_counts(item)]),
    }
    remedy = "write wrong options of the same length as the right one"
    yield from _flag_guessers("option length", items, rules, remedy)


def wording_gate(items: Sequence[Item]) -> Iterator[Finding]:
    """The right option must not be known by the words it shares with the question.

    A sign test of "shares most" against once in k: for two options the usual sign test; for more,
    "above the mean of the wrong ones" would not have even odds by chance, "most of all" is 1/k.
    Words that are in every question of one wording belong to the wording, not to the question.
    """
    choices = list(_choices(items))
    asked = {id(item): set(words_of(question_of(item))) for item in choices}
    by_prompt: dict[str, list[Item]] = defaultdict(list)
    for item in choices:
        by_prompt[item.rendering.prompt_id].append(item)
    common = {
        prompt: set.intersection(*(asked[id(item)] for item in members))
        for prompt, members in by_prompt.items()
    }

    def shares_most(item: Item) -> int | None:
        question = asked[id(item)] - common[item.rendering.prompt_id]
        return _single([len(question & set(words_of(text))) for text in _texts(item)])

    rules: dict[str, GuessRule] = {"shares most words with the question": shares_most}
    remedy = "give the wrong options as many of the question's words"
    yield from _flag_guessers("shared words", choices, rules, remedy)


def _flag_guessers(
    gate: str, items: Sequence[Item], rules: Mapping[str, GuessRule], remedy: str
) -> Iterator[Finding]:
    """A finding for each rule whose guesser is right more often than chance explains (Holm)."""
    texts = [item for item in _choices(items) if all(o.text for o in item.options)]
    tried = {name: [(item, rule(item)) for item in texts] for name, rule in rules.items()}
    named = {name: [(i, k) for i, k in found if k is not None] for name, found in tried.items()}
    hits = {name: sum(k == i.gold for i, k in found) for name, found in named.items()}
    values = holm([at_least(hits[name], [1 / i.n for i, _ in named[name]]) for name in rules])
    for name, p in zip(rules, values, strict=True):
        if p >= ALPHA:
            continue
        tries = len(named[name])
        low, high = wilson(hits[name], tries)
        chance = sum(1 / item.n for item, _ in named[name]) / tries
        what = (
            f"the right option {name} in {hits[name]} of the {tries} items where one does"
            f" ({hits[name] / tries:.1%} [{low:.1%}, {high:.1%}]; {chance:.1%} by chance,"
            f" p = {p:.2g})"
        )
        yield Finding(gate, "flag", (), what, remedy)


def _choices(items: Sequence[Item]) -> Iterator[Item]:
    """Choice items whose gold is among their options; the others are refused elsewhere."""
    for item in items:
        sound = isinstance(item.gold, int) and 0 <= item.gold < item.n == len(item.options)
        if get_kind(item.kind).form == "option" and sound and item.n > 1:
            yield item


def _gold(item: Item) -> int:
    assert isinstance(item.gold, int)
    return item.gold


def _texts(item: Item) -> list[str]:
    return [option.text or "" for option in item.options]


def _characters(item: Item) -> list[int]:
    return [len(text.strip()) for text in _texts(item)]


def _word_counts(item: Item) -> list[int]:
    return [len(words_of(text)) for text in _texts(item)]


def _single(values: Sequence[int]) -> int | None:
    """The place of the largest value when there is one such place."""
    most = max(values)
    return values.index(most) if values.count(most) == 1 else None
