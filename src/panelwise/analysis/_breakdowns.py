"""The headline by every fact that splits a run's items: style, perspective, frames and the rest.

Nothing is tested for significance here: each row is an estimate with its own n, interval and
chance, and among many rows some stand out by chance. Source: specification 1.4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from panelwise.analysis._bias import identity_rate
from panelwise.analysis._metric_summary import summarise_metric
from panelwise.analysis._samples import Sample, TaskSamples, few_books
from panelwise.analysis._summary_types import Breakdown
from panelwise.profile import Profile
from panelwise.tasks import Item, get_kind

FACT_VALUES = range(2, 21)  # one value splits nothing; more than twenty make no table
# What the papers break their own scores down by, in the order in which a reader looks for it.
PAPER_FACTS = (
    "panels",
    "perspective",
    "style",
    "category",
    "distractors",
    "tier",
    "wrong_from",
    "masked_position",
)
NO_FACTS = ("headline", "shuffle", "rotation_of")  # how an item was made, not what it is
NO_TRANSFORM = "none"
LISTS = ("wrong",)  # several values of one item, with commas between them


def breakdowns(task: TaskSamples, profile: Profile) -> Iterator[Breakdown]:
    """The headline for every value of every fact of two to twenty values, and of the book.

    The papers' own axes come first and the book last; numbers are sorted as numbers. Facts that are
    texts, whole numbers or yes/no count; an item without the fact is in none of its rows, an item
    whose fact is a list in several. Items that were not transformed have the transform ``none``.
    """
    for key, parts in fact_parts(task):
        for value, part in parts.items():
            yield _breakdown(key, value, part, task, profile)


def fact_parts(task: TaskSamples) -> Iterator[tuple[str, dict[str, list[Sample]]]]:
    """Every fact that splits a task: its values in their order, and the samples of each."""
    if not task.samples:
        return
    known = dict.fromkeys(key for item in task.items for key in item.meta if key not in NO_FACTS)
    others = [key for key in known if key not in (*PAPER_FACTS, "book")]
    for key in (*PAPER_FACTS, *others, "book"):
        parts = _parts(key, task)
        if len(parts) in FACT_VALUES:
            yield key, {value: parts[value] for value in sorted(parts, key=_place(parts))}


def _parts(key: str, task: TaskSamples) -> dict[str, list[Sample]]:
    """Value → the samples of the items that have it."""
    parts: dict[str, list[Sample]] = {}
    for sample in task.samples:
        for value in fact_values(key, sample.item):
            parts.setdefault(value, []).append(sample)
            if len(parts) not in range(FACT_VALUES.stop):
                return {}  # an id, not a fact: thousands of values are not even collected
    return parts


def fact_values(key: str, item: Item) -> Sequence[str]:
    """What an item has to say about a fact: nothing, one value, or several of a list."""
    if key == "book":
        return (item.book,)
    if key == "panels" and isinstance(item.gold, tuple):
        return (str(item.n),)
    fact = item.meta.get(key, NO_TRANSFORM if key == "transform" else None)
    if key == "category" and isinstance(fact, str):
        return (fact.partition("/")[0],)  # "kitchen/washing-up" is a story of the kitchen
    if isinstance(fact, bool):
        return ("yes" if fact else "no",)
    if isinstance(fact, str) and key in LISTS:
        return tuple(dict.fromkeys(part.strip() for part in fact.split(",") if part.strip()))
    return (str(fact),) if isinstance(fact, str | int) else ()


def _place(values: Iterable[str]) -> Callable[[str], tuple[int, str]]:
    """The sorting key of a fact's values: as numbers if all of them are, else as words."""
    try:
        numbers = {value: int(value) for value in values}
    except ValueError:
        return lambda value: (0, value)
    return lambda value: (numbers[value], value)


def _breakdown(
    key: str, value: str, part: Sequence[Sample], task: TaskSamples, profile: Profile
) -> Breakdown:
    summary = summarise_metric(part, task.metrics[task.headline], task.kind, profile, task.guesses)
    return Breakdown(
        key=key,
        value=value,
        n=len(part),
        coverage=sum(sample.readable for sample in part) / len(part),
        score=summary.headline,
        chance=summary.chance,
        constant=summary.constant,
        few_books=few_books(part),
        answered_identity=identity_rate(part) if get_kind(task.kind).form == "order" else None,
    )
