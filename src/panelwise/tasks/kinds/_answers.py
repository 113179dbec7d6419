"""The way from a response to a status, an answer, scores and an outcome.

Source: specification 7.0 to 7.2; AMB-3, AMB-18.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from panelwise.metrics import InvalidPolicy
from panelwise.profile import RECOMMENDED, Profile
from panelwise.tasks._item import OUTCOME_OF_STATUS, Item, Outcome, Parsed
from panelwise.tasks._stated_confidence import ASKED, without_confidence
from panelwise.tasks.extraction import answer_part, declines, plain
from panelwise.tasks.kinds._registry import get_kind
from panelwise.tasks.kinds._settings import ScoringSettings


def headline_of(item: Item) -> str:
    """The metric that ranks answers to an item: its benchmark's, or its kind's own."""
    kind = get_kind(item.kind)
    declared = item.meta.get("headline")
    return declared if isinstance(declared, str) and declared in kind.metrics else kind.headline


def read_response(
    item: Item,
    text: str | None,
    *,
    finish_reason: str | None = "stop",
    refusal: str | None = None,
    profile: Profile,
) -> Parsed:
    """What a response says about an item: exactly one status, and the answer if there is one.

    A response that was cut off counts as read only when its answer had been declared or stood
    alone: a list in the middle of reasoning is not final. An answer is sought in the last 30,000
    characters outside reasoning.

    Args:
        item: what was asked.
        text: the response, nothing stripped.
        finish_reason: as in ``panelwise.models.Response``.
        refusal: the provider's own refusal field.
        profile: whose repairs and order semantics apply.
    """
    if refusal or finish_reason == "content_filter":
        return Parsed("refusal", reason="declared by the provider")
    cut = finish_reason == "length"
    if item.meta.get(ASKED):
        text = without_confidence(text or "")
    kind, body = get_kind(item.kind), answer_part(text or "")
    if not kind.verbatim:
        body = plain(body)
    if not re.search(kind.anything, body):
        said = "nothing outside the reasoning" if (text or "").strip() else "no text"
        return Parsed("truncated" if cut else "empty", reason=said)
    if item.withheld:  # some kinds read by the gold's own terms; its holder reads and scores
        return Parsed("unscored", reason="the right answers are withheld")
    parsed = kind.read(item, body, profile)
    read = parsed.answer is not None
    if cut and not (read and "final" in parsed.flags):
        return Parsed("truncated", reason="cut off before a final answer")
    if parsed.unclear and declines(body):
        return Parsed("refusal", reason="declines in words")
    flags = tuple(flag for flag in parsed.flags if flag != "final")
    return Parsed(parsed.status, parsed.answer, parsed.rule, parsed.reason, flags)


def score_answer(item: Item, parsed: Parsed, profile: Profile) -> dict[str, float]:
    """Metric → value of what was read; empty when nothing could be (``Kind.invalid_scores``)."""
    if parsed.answer is None:
        return {}
    return get_kind(item.kind).score(item, parsed.answer, profile)


def imputing_policy(profile: Profile) -> InvalidPolicy:
    """The policy of the all-items figure: the profile's, unless it leaves answers out; then zero.

    Source: specification 7.1; AMB-3.
    """
    policy = profile.section(ScoringSettings).invalid_policy
    return "zero" if policy == "valid_only" else policy


def drops_unread(kind: str, profile: Profile) -> bool:
    """Whether the profile's headline leaves unreadable answers out (AMB-3; choices: AMB-18)."""
    return get_kind(kind).drops_unread(profile)


def ranking_metric(item: Item, scores: Iterable[Mapping[str, float]]) -> str:
    """The metric that a task is ranked by: ``headline_of``, or the kind's own while nobody judged.

    Args:
        item: any item of the task.
        scores: those of its samples.
    """
    kind, declared = get_kind(item.kind), headline_of(item)
    found = list(scores)
    known = kind.metrics[declared].pooled is not None or any(declared in one for one in found)
    return declared if known or not found else kind.headline


def unread_scores(item: Item, profile: Profile) -> dict[str, float]:
    """What an item without a readable answer scores in the all-items figure."""
    scoring = replace(
        profile.section(ScoringSettings),
        invalid_policy=imputing_policy(profile),
        unanswered="wrong",
    )
    scores = get_kind(item.kind).invalid_scores(item, profile.with_sections(scoring))
    assert scores is not None, "an imputing policy leaves nothing out"
    return scores


def outcome_of(item: Item, parsed: Parsed, profile: Profile = RECOMMENDED) -> Outcome:
    """The one outcome of a sample, from its status or else from its answer."""
    outcome = OUTCOME_OF_STATUS[parsed.status]
    if outcome is None:
        assert parsed.answer is not None
        outcome = get_kind(item.kind).outcome(item, parsed.answer, profile)
    return outcome
