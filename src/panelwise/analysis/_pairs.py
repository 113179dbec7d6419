"""Pairs: one text, two pictures, two answers.

A pair is two items that were sent the same except for pixels, and have different right answers. A
model that does not look must answer both alike, and has at most one of them right.

Source: MS-2; Li and others, "NaturalBench" (2024).
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from panelwise.analysis._estimate import Estimate
from panelwise.analysis._intervals import estimate_mean
from panelwise.analysis._pair_types import PairScore
from panelwise.analysis._samples import PackItem, Sample, TaskSamples
from panelwise.metrics import mean_of
from panelwise.metrics.resampling import cluster_of, enough_clusters
from panelwise.tasks import Item, get_kind
from panelwise.tasks.kinds import BlindView, KnownBlind

_Entry = tuple[PackItem, BlindView]


@dataclass(frozen=True, slots=True)
class TextPair:
    """Two items with one text and different answers.

    Attributes:
        text: everything that is sent except pixels.
        first: the pack and id of one item.
        second: of the other.
        chance: of a random answer to either; ``None`` where answers are not chosen from a list.
        family: of both items, if they have one.
    """

    text: str
    first: PackItem
    second: PackItem
    chance: float | None
    family: str | None = None


def pairs_of(items: Mapping[PackItem, Item]) -> tuple[TextPair, ...]:
    """The pairs among items of one task; none where only pixels say which answer is right.

    The items of a text are taken by id. Each is paired with the first one before it that is not in
    a pair yet and has another answer; what is left over is in no pair.

    Args:
        items: by the hash of their pack and their id.
    """
    texts: dict[str, list[_Entry]] = defaultdict(list)
    for key, item in sorted(items.items(), key=lambda one: (one[0][1], one[0][0])):
        kind = get_kind(item.kind)
        if not isinstance(kind, KnownBlind):
            continue
        view = kind.blind_view(item)
        if view is not None and kind.blind_answer(item, item.gold) is not None:
            texts[view.sent].append((key, view))
    return tuple(
        TextPair(text, first, second, chance, items[first].family)
        for text, some in texts.items()
        for first, second, chance in _paired(some)
    )


def _paired(entries: Sequence[_Entry]) -> Iterator[tuple[PackItem, PackItem, float | None]]:
    waiting: dict[frozenset[str], deque[PackItem]] = {}
    for key, view in entries:
        right = frozenset(view.answers)
        # Where several answers are right, no pair has one in common: none has both items right.
        others = next((some for known, some in waiting.items() if some and not known & right), None)
        if others is None:
            waiting.setdefault(right, deque()).append(key)
        else:
            yield others.popleft(), key, view.chance


def expected_alike(accuracy: float, options: float) -> float:
    """How often a model that looks gives both items of a pair one answer.

    Both are answered independently: right with the model's accuracy, else any wrong option. That
    is at most 1/2.

    >>> expected_alike(1 / 4, 4), expected_alike(1.0, 4), expected_alike(0.5, 2)
    (0.25, 0.0, 0.5)
    """
    other = (1 - accuracy) / (options - 1)  # the probability of each wrong option
    return 2 * accuracy * other + (options - 2) * other**2


def pair_score(task: TaskSamples) -> PairScore | None:
    """How a run answered the pairs of a task; ``None`` where no pair was answered.

    Intervals treat the pairs of one family as a cluster; without a family, or with fewer than six
    clusters, the pairs of one text. Repeats of a pair are pairs of the same text.
    """
    items = {(sample.pack, sample.item.id): sample.item for sample in task.samples}
    pairs = pairs_of(items)
    samples = {
        (sample.pack, sample.item.id, sample.result.repeat): sample for sample in task.samples
    }
    repeats = sorted({sample.result.repeat for sample in task.samples})
    answered = [
        (pair, samples[*pair.first, repeat], samples[*pair.second, repeat])
        for pair in pairs
        for repeat in repeats
        if (*pair.first, repeat) in samples and (*pair.second, repeat) in samples
    ]
    if not answered:
        return None
    read = [one for one in answered if one[1].readable and one[2].readable]
    both = [float(_right(first) and _right(second)) for _, first, second in answered]
    alike = [float(_words(first) == _words(second)) for _, first, second in read]
    alike_share = _share(alike, [pair for pair, *_ in read])
    chances = [pair.chance for pair, *_ in answered if pair.chance is not None]
    listed = len(chances) == len(answered)
    expected = _expected(read)
    most = alike_share.value is not None and alike_share.value > 1 / 2
    beyond = alike_share.low is not None and alike_share.low > (expected or 0.0)
    return PairScore(
        texts=len({pair.text for pair, *_ in answered}),
        pairs=len(answered),
        both_right=_share(both, [pair for pair, *_ in answered]),
        chance=mean_of([chance**2 for chance in chances]) if listed else None,
        knowing_chance=mean_of([c**2 / (1 - c) for c in chances]) if listed else None,
        alike=alike_share,
        expected_alike=expected,
        did_not_look=most and beyond,
    )


def _share(values: Sequence[float], pairs: Sequence[TextPair]) -> Estimate:
    texts = [pair.text for pair in pairs]
    families = [cluster_of(pair.text, pair.family) for pair in pairs]
    clusters = enough_clusters(families, texts)
    keys: list[Hashable] = [(pair.first, pair.second) for pair in pairs]
    return estimate_mean(values, books=clusters, items=keys, binary=True, bounds=(0.0, 1.0))


def _expected(read: Sequence[tuple[TextPair, Sample, Sample]]) -> float | None:
    right = mean_of([float(_right(one)) for _, first, second in read for one in (first, second)])
    chances = [pair.chance for pair, *_ in read]
    if right is None or None in chances:
        return None
    return mean_of([expected_alike(right, 1 / chance) for chance in chances if chance])


def _right(sample: Sample) -> bool:
    return sample.result.outcome == "correct"


def _words(sample: Sample) -> str | None:
    """What was answered, in words that no shuffle changes."""
    kind, answer = get_kind(sample.item.kind), sample.result.answer
    assert isinstance(kind, KnownBlind)
    assert answer is not None
    return kind.blind_answer(sample.item, answer)
