"""Verifiable rewards: a response is read and scored as evaluation does it. Source: MS-22; SC-E2.

A right answer earns 1. A reward of 0 is the most that can be earned on average without a look at
the pictures, over all orders or options that the task's shuffling rule may have drawn: no constant
answer earns more, and no random one. That is the chance level where every order is as likely. Where
the shown order is never right, an order far from it scores above chance by every metric that
counts places or pairs, and 0 is the score of the best such order.

A response that cannot be read earns as little as the worst readable answer, so that it never pays
to be unreadable instead of wrong.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import orjson

from panelwise.errors import InputError, SettingError, UnavailableError
from panelwise.metrics import MetricInfo
from panelwise.profile import RECOMMENDED, Profile
from panelwise.tasks import (
    Item,
    Option,
    Rendering,
    get_kind,
    read_response,
    score_answer,
    shuffle_of,
)
from panelwise.tasks.kinds import Kind, headline_of

WHOLE = "exact_match"
_SURE = 1e-9


def item_record(item: Item) -> dict[str, Any]:
    """Everything that reading and scoring an answer to an order or a choice needs, as JSON values.

    Raises:
        UnavailableError: for an item of another kind, or one without a chance level.
    """
    problem = reward_problem(item, RECOMMENDED)
    if problem:
        raise UnavailableError(f"item '{item.id}': {problem}")
    return {
        "id": item.id,
        "task": item.task,
        "kind": item.kind,
        "n": item.n,
        "gold": list(item.gold) if isinstance(item.gold, tuple) else item.gold,
        "accepted": [list(order) for order in item.accepted],
        "options": [[one.label, one.text, one.image] for one in item.options],
        "index_base": item.index_base,
        "example": None if item.example is None else list(item.example),
        "meta": item.meta,
    }


def item_of_record(record: Mapping[str, Any] | str) -> Item:
    """The item of a record, or of its JSON text; without its words and pictures.

    Raises:
        InputError: for anything else.
    """
    try:
        known: Mapping[str, Any] = orjson.loads(record) if isinstance(record, str) else record
        gold = known["gold"]
        return Item(
            id=known["id"],
            task=known["task"],
            kind=known["kind"],
            n=known["n"],
            rendering=Rendering((), (), ""),
            gold=tuple(gold) if isinstance(gold, list) else gold,
            sources=(),
            options=tuple(Option(*one) for one in known["options"]),
            index_base=known["index_base"],
            example=None if known["example"] is None else tuple(known["example"]),
            accepted=tuple(tuple(order) for order in known["accepted"]),
            meta=dict(known["meta"]),
        )
    except (KeyError, TypeError, ValueError):
        raise InputError("not an item of a reward export; export the pack again") from None


def reward(
    item: Item | Mapping[str, Any] | str,
    response: str,
    *,
    profile: Profile = RECOMMENDED,
    metric: str = "",
) -> float:
    """What a response to an order or a choice earns: 1 if right, at most 0 on average for a guess.

    ``(score - guess) / (best - guess)``; an unreadable response scores as the worst answer.

    Args:
        item: of a pack, or as a reward export holds it.
        response: the model's words, nothing stripped.
        profile: under which it is read.
        metric: that is rewarded; by default the item's headline. ``exact_match`` rewards whole
            orders only.

    Raises:
        UnavailableError: for an item of another kind, or one that every answer gets right.
        SettingError: for a metric that the kind does not have.
    """
    asked = item if isinstance(item, Item) else item_of_record(item)
    problem = reward_problem(asked, profile, metric)
    if problem:
        raise UnavailableError(f"item '{asked.id}': {problem}")
    kind = get_kind(asked.kind)
    info = _metric(kind, metric or headline_of(asked))
    guess = guess_score(asked, info, profile)
    assert guess is not None  # reward_problem has looked
    parsed = read_response(asked, response, profile=profile)
    value = (
        info.worst(asked.n)
        if parsed.answer is None
        else score_answer(asked, parsed, profile)[info.name]
    )
    return (value - guess) / (info.best - guess)


def trl_reward(completions: Sequence[Any], item: Sequence[str], **columns: Any) -> list[float]:
    """The reward as a function of TRL's GRPOTrainer, whose columns are those of a reward export.

    Args:
        completions: conversations of one message, or texts.
        item: the column of that name, an entry for each completion.
        columns: the others, which are not needed.
    """
    del columns
    return [reward(record, _said(one)) for record, one in zip(item, completions, strict=True)]


def reward_problem(item: Item, profile: Profile, metric: str = "") -> str | None:
    """Why an item has no verifiable reward, in words; else ``None``."""
    kind = get_kind(item.kind)
    if kind.form == "document":
        return f"only orders and choices can be rewarded, and this is a {item.kind} item"
    info = _metric(kind, metric or headline_of(item))
    guess = guess_score(item, info, profile)
    if guess is None:
        return f"what guessing scores by {info.name} is not known; reward exact_match"
    if abs(info.best - guess) < _SURE:
        return "guessing is always right"
    return None


def guess_score(item: Item, info: MetricInfo, profile: Profile) -> float | None:
    """The most that an answer scores on average without a look at the pictures; ``None``: unknown.

    Every order being as likely, all constants score the same on average, because relabelling the
    panels makes any of them any other. Take away the orders in which the shown one is right, and
    the mean of a constant is ``(n! u - k w) / (n! - k)``: ``u`` is its mean over all orders, ``k``
    how many were taken away, ``w`` its mean score on those, which is at least the worst score.
    """
    kind = get_kind(item.kind)
    chance = kind.chance(item, profile).get(info.name)
    rule = shuffle_of(item)
    if chance is None or math.isnan(chance):
        return None
    if kind.form != "order" or rule == "uniform" or info.name == WHOLE:
        return chance
    if rule != "non_identity" or not info.higher_is_better:
        return None
    even = replace(item, meta={**item.meta, "shuffle": "uniform"})
    orders, taken = math.factorial(item.n), len(item.accepted) or 1
    mean = kind.chance(even, profile)[info.name]
    if orders <= taken:
        return chance
    return max(chance, (orders * mean - taken * info.worst(item.n)) / (orders - taken))


def _metric(kind: Kind, name: str) -> MetricInfo:
    info = kind.metrics.get(name)
    if info is None or info.pooled is not None:
        known = ", ".join(sorted(one.name for one in kind.metrics.values() if one.pooled is None))
        raise SettingError(f"{kind.name} has no metric '{name}' to reward; it has {known}")
    return info


def _said(completion: Any) -> str:
    """The words of a completion, whether a text or messages of texts or parts."""
    if isinstance(completion, str):
        return completion
    content = completion[-1]["content"]
    if isinstance(content, str):
        return content
    return "".join(part.get("text") or "" for part in content)
