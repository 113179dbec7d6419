"""The kinds ``speakers`` and ``identities``: who says a text, and who is the same person.

Texts and characters are marked on the page (``T1``, ``C1``). Gold of ``speakers``: ``{"texts":
{mark: box}, "characters": {mark: box}, "links": [[text, character]]}``; an answer: ``{"links":
[[text, character, score]]}``. Gold of ``identities``: ``{"characters": {mark: box}, "groups":
[[marks]]}``, those of unknown identity in no group; an answer: ``{"groups": [[marks]]}``.
Source: REQUIREMENTS 7.8, 7.9; AMB-43, AMB-47, AMB-51.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from panelwise.metrics import (
    MetricInfo,
    RankedLink,
    SpeakerPage,
    identity_scores,
    speaker_page,
)
from panelwise.profile import Profile
from panelwise.tasks._item import Answer, Item, Outcome, Parsed
from panelwise.tasks.documents._kind import DocumentKind, document, outcome_by
from panelwise.tasks.documents._lists import find_json
from panelwise.tasks.documents._pooled import share

_PAIR = re.compile(
    r"\b(T\d+)\b[\"'\s]*(?::|=|->|→|–|-|says|is said by|by)[\"'\s]*(C\d+|none)\b", re.I
)
_MARK = re.compile(r"\bC\d+\b", re.I)

SPEAKERS: dict[str, MetricInfo] = {
    info.name: info
    for info in (
        MetricInfo("recall_at_texts", "R@#text: gold links among the K surest, mean over pages"),
        share("recall_at_texts_micro", "the same over all links", "top_hits", "links"),
        MetricInfo("best_speaker", "texts whose surest speaker is right, mean over pages"),
        share("best_speaker_micro", "the same over all texts", "best_hits", "texts"),
        share("per_text_recall_micro", "R@#text of Manga109Dialog's script", "text_hits", "links"),
        share("unlinked", "share of texts that were given no speaker", "no_speaker", "texts"),
    )
}
IDENTITIES: dict[str, MetricInfo] = {
    info.name: info
    for info in (
        MetricInfo("ami", "adjusted mutual information of the groupings", worst=lambda n: -1.0),
        MetricInfo("nmi", "mutual information over the mean entropy, not adjusted for chance"),
        MetricInfo("ari", "adjusted Rand index", worst=lambda n: -1.0),
        MetricInfo("pairwise_f1", "F1 of the pairs put together"),
        MetricInfo("bcubed_precision", "mean share of a character's group that belongs there"),
        MetricInfo("bcubed_recall", "mean share of a character's true group that is there"),
        MetricInfo("bcubed_f1", "harmonic mean of the two"),
    )
}
SPEAKERS["unlinked"] = MetricInfo(
    "unlinked",
    "share of texts that were given no speaker",
    higher_is_better=False,
    best=0.0,
    worst=lambda n: 1.0,
    parts=("no_speaker", "texts"),
    pooled=SPEAKERS["unlinked"].pooled,
)


class SpeakersKind(DocumentKind):
    """Answers link texts to characters."""

    name = "speakers"
    headline = "recall_at_texts"

    @property
    def metrics(self) -> Mapping[str, MetricInfo]:
        return SPEAKERS

    def read(self, item: Item, text: str, profile: Profile) -> Parsed:
        """Links out of a JSON object, a JSON list of pairs, or lines like ``T1: C2``.

        Links to marks that are not on the page are passed over, and counted.
        """
        del profile
        gold = document(item.gold)
        found = find_json(text)
        pairs, rule = (list(_pairs(found[0])), found[1]) if found else ([], "lines")
        if not pairs:
            pairs, rule = [(a, b, 1.0) for a, b in _PAIR.findall(text)], "lines"
        if not pairs:
            return Parsed("invalid", reason="none found: no links between texts and characters")
        links = [
            [text_mark.upper(), who.upper(), score]
            for text_mark, who, score in pairs
            if text_mark.upper() in gold["texts"] and who.upper() in gold["characters"]
        ]
        said = sum(who.lower() not in ("none", "null", "") for _, who, _ in pairs)
        lost = said - len(links)
        if lost and not links:
            return Parsed("invalid", reason=f"{lost} links to marks that are not on the page")
        if lost:
            reason = f"{lost} links to marks that are not on the page"
            return Parsed("ok_repaired", {"links": links}, rule, reason, ("final", "discarded"))
        return Parsed("ok", {"links": links}, rule, None, ("final",))

    def write(self, item: Item, answer: Answer, profile: Profile) -> str:
        """An object from texts to characters; of several speakers the first."""
        del item, profile
        links: dict[str, str] = {}
        for text_mark, who, *_ in document(answer)["links"]:
            links.setdefault(text_mark, who)
        return json.dumps(links)

    def score(self, item: Item, answer: Answer, profile: Profile) -> dict[str, float]:
        """The page's own rates, and the counts that the data set's are made of."""
        del profile
        page = _speaker_page(item, answer)
        scores: dict[str, float] = {
            "top_hits": page.top_hits,
            "text_hits": page.per_text_hits,
            "best_hits": page.best_hits,
            "links": page.links,
            "texts": page.texts,
            "no_speaker": page.unlinked,
        }
        if page.texts:
            scores["recall_at_texts"] = page.top_hits / page.links
            scores["best_speaker"] = page.best_hits / page.texts
        return scores

    def invalid_scores(self, item: Item, profile: Profile) -> dict[str, float] | None:
        """No link at all."""
        return self.score(item, {"links": []}, profile)

    def outcome(self, item: Item, answer: Answer, profile: Profile) -> Outcome:
        """``correct`` when every text has its speaker."""
        return outcome_by(self.score(item, answer, profile).get("best_speaker"))


def _speaker_page(item: Item, answer: Answer) -> SpeakerPage:
    gold = document(item.gold)
    links = [
        RankedLink(link[0], link[1], link[2] if len(link) > 2 else 1.0)
        for link in document(answer)["links"]
    ]
    return speaker_page(links, [(text, who) for text, who in gold["links"]])


def _pairs(value: Any) -> Iterable[tuple[str, str, float]]:
    """Links in a JSON value: an object, or a list of objects or pairs."""
    if isinstance(value, dict):
        inner = [v for v in value.values() if isinstance(v, list | dict)]
        if len(value) == 1 and inner:
            yield from _pairs(inner[0])
            return
        yield from (
            (str(key), str(who), 1.0)
            for key, named in value.items()
            for who in (named if isinstance(named, list) else [named])
        )
        return
    for entry in value if isinstance(value, list) else ():
        if isinstance(entry, dict):
            text = entry.get("text", entry.get("text_id"))
            who = entry.get("speaker", entry.get("character", entry.get("character_id")))
            score = entry.get("score", 1.0)
            if text is not None:
                yield str(text), str(who), float(score) if isinstance(score, int | float) else 1.0
        elif isinstance(entry, list) and len(entry) >= 2:
            yield str(entry[0]), str(entry[1]), 1.0


class IdentitiesKind(DocumentKind):
    """Answers are groups of characters."""

    name = "identities"
    headline = "ami"

    @property
    def metrics(self) -> Mapping[str, MetricInfo]:
        return IDENTITIES

    def read(self, item: Item, text: str, profile: Profile) -> Parsed:
        """Groups out of JSON lists, or a line of marks per group.

        A mark that stands nowhere is a group of its own; one that stands twice belongs where it
        stood first. Both are counted as repairs.
        """
        del profile
        known = list(document(item.gold)["characters"])
        found = find_json(text)
        listed = _groups(found[0]) if found else []
        rule = found[1] if found and listed else "lines"
        if not listed:
            listed = [marks for line in text.splitlines() if (marks := _MARK.findall(line))]
        groups: list[list[str]] = []
        seen: set[str] = set()
        lost = 0
        for marks in listed:
            kept = [mark for mark in dict.fromkeys(m.upper() for m in marks) if mark in known]
            fresh = [mark for mark in kept if mark not in seen]
            lost += len(marks) - len(fresh)
            seen |= set(fresh)
            if fresh:
                groups.append(fresh)
        if not groups:
            return Parsed("invalid", reason="none found: no groups of characters")
        missing = [mark for mark in known if mark not in seen]
        answer = {"groups": [*groups, *([mark] for mark in missing)]}
        if lost or missing:
            reason = f"{len(missing)} characters in no group, {lost} marks twice or unknown"
            return Parsed("ok_repaired", answer, rule, reason, ("final",))
        return Parsed("ok", answer, rule, None, ("final",))

    def write(self, item: Item, answer: Answer, profile: Profile) -> str:
        """A list of lists of marks."""
        del item, profile
        return json.dumps(document(answer)["groups"])

    def score(self, item: Item, answer: Answer, profile: Profile) -> dict[str, float]:
        """How alike the two groupings are; characters of unknown identity are left out."""
        del profile
        gold = document(item.gold)
        marks = [mark for group in gold["groups"] for mark in group]
        return (
            identity_scores(
                [_place(mark, document(answer)["groups"]) for mark in marks],
                [_place(mark, gold["groups"]) for mark in marks],
            )
            or {}
        )

    def invalid_scores(self, item: Item, profile: Profile) -> dict[str, float] | None:
        """No grouping shares nothing with any: 0 throughout."""
        del item, profile
        return dict.fromkeys(IDENTITIES, 0.0)

    def outcome(self, item: Item, answer: Answer, profile: Profile) -> Outcome:
        """``correct`` when the groups are the same."""
        return outcome_by(self.score(item, answer, profile).get("pairwise_f1"))


def _groups(value: Any) -> list[list[str]]:
    if isinstance(value, dict):
        inner = list(value.values())
        if len(inner) == 1 and isinstance(inner[0], list | dict):
            nested = _groups(inner[0])
            return nested or [[str(mark) for mark in inner[0]]]
        if all(isinstance(one, str) for one in inner):  # mark → name
            by_name: dict[str, list[str]] = {}
            for mark, name in value.items():
                by_name.setdefault(name, []).append(str(mark))
            return list(by_name.values())
        return [[str(mark) for mark in one] for one in inner if isinstance(one, list)]
    return [[str(mark) for mark in one] for one in value if isinstance(one, list)]


def _place(mark: str, groups: list[list[str]]) -> int | None:
    return next((at for at, group in enumerate(groups) if mark in group), None)
