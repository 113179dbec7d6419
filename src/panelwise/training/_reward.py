"""Verifiable rewards: a response is read and scored as evaluation does it. Source: MS-22; SC-E2.

A reward of 0 is what a random answer earns on average, 1 what a right answer earns. Hence

- a constant answer earns 0 on average over the orders or options that the task's shuffling rule
  may have drawn, and
- a response that cannot be read earns as little as the worst readable answer, so that it never
  pays to be unreadable instead of wrong.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from panelwise.errors import InputError, SettingError, UnavailableError
from panelwise.metrics import MetricInfo
from panelwise.profile import RECOMMENDED, Profile
from panelwise.tasks import Item, Option, Rendering, get_kind, read_response, score_answer
from panelwise.tasks.kinds import Kind, headline_of

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
    """What a response to an order or a choice earns: 1 if right, 0 on average for a random answer.

    ``(score - chance) / (best - chance)``; an unreadable response scores as the worst answer.

    Args:
        item: of a pack, or as a reward export holds it.
        response: the model's words, nothing stripped.
        profile: under which it is read.
        metric: that is rewarded; by default the item's headline, such as exact match.

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
    chance = kind.chance(asked, profile)[info.name]
    parsed = read_response(asked, response, profile=profile)
    value = (
        info.worst(asked.n)
        if parsed.answer is None
        else score_answer(asked, parsed, profile)[info.name]
    )
    return (value - chance) / (info.best - chance)


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
        return f"rewards are of orders and choices, and this is a {item.kind} item"
    info = _metric(kind, metric or headline_of(item))
    chance = kind.chance(item, profile).get(info.name)
    if chance is None or math.isnan(chance):
        return f"a random answer has no expected {info.name}"
    if abs(info.best - chance) < _SURE:
        return "every answer to it is right"
    return None


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
