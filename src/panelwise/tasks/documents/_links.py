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
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from panelwise.metrics import (
    MetricInfo,
    RankedLink,
    SpeakerPage,
    identity_scores,
    speaker_page,
)
from panelwise.profile import Profile
from panelwise.tasks._item import Answer, Document, Item, Outcome, Parsed
from panelwise.tasks.documents._kind import DocumentKind, document, outcome_by, read_marks
from panelwise.tasks.documents._lists import (
    as_mark,
    as_number,
    as_text,
    find_json,
    first_of,
    unwrapped,
)
from panelwise.tasks.documents._pooled import share

# "T1: C2", "T1 is said by C2"; a comma stands between links, not within one.
_SAID_BY = re.compile(
    r"""\b(T\d{1,6})\b[ \t"'*`()\[\]:：=>→|–-]{0,12}"""
    r"""(?:(?:is|said|spoken|by|speaker)\b[ \t"'*`:：=]{0,6}){0,4}\b(C\d{1,6}|none|null)\b""",
    re.IGNORECASE,
)
_BRACKETED = re.compile(r"[\[{]([^\[\]{}]{1,2000})[\]}]")
_MARK = re.compile(r"\bC\d{1,6}\b", re.IGNORECASE)
NOBODY = ("NONE", "NULL", "")
TEXT_KEYS = ("text", "text_id")
WHO_KEYS = ("speaker", "character", "character_id", "name")
Pair = tuple[str, str, float]

SPEAKERS: dict[str, MetricInfo] = {
    info.name: info
    for info in (
        MetricInfo("recall_at_texts", "R@#text: gold links among the K surest, mean over pages"),
        share("recall_at_texts_micro", "the same over all links", "top_hits", "links"),
        MetricInfo("best_speaker", "texts whose surest speaker is right, mean over pages"),
        share("best_speaker_micro", "the same over all texts", "best_hits", "texts"),
        share("per_text_recall_micro", "R@#text of Manga109Dialog's script", "text_hits", "links"),
        share(
            "unlinked",
            "share of texts that were given no speaker",
            *("no_speaker", "texts"),
            of_failures=True,
        ),
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


class SpeakersKind(DocumentKind):
    """Answers link texts to characters."""

    name = "speakers"
    headline = "recall_at_texts"

    @property
    def metrics(self) -> Mapping[str, MetricInfo]:
        return SPEAKERS

    def read(self, item: Item, text: str, profile: Profile) -> Parsed:
        """Links out of a JSON object, a JSON list of pairs, or words like ``T1: C2``.

        Links to marks that are not on the page are passed over, and counted. An empty object or
        list links nobody.
        """
        del profile
        gold = document(item.gold)
        marks = {*gold["texts"], *gold["characters"]}
        if text.strip() in ("[]", "{}"):
            return Parsed("ok", {"links": []}, "json", None, ("final",))
        found = find_json(text, lambda value: _pairs(value, marks))
        pairs, rule = found or _pairs_in_words(text)
        if not pairs:
            return Parsed("invalid", reason="none found: no links between texts and characters")
        links, lost = _known_links(pairs, gold)
        reason = f"{lost} links to marks that are not on the page" if lost else None
        if lost and not links:
            return Parsed("invalid", reason=reason)
        return read_marks({"links": links}, rule, reason, *(["discarded"] if lost else []))

    def write(self, item: Item, answer: Answer, profile: Profile) -> str:
        """An object from texts to characters, or lists of them; how sure one is is not said."""
        del item, profile
        links: dict[str, list[str]] = {}
        for mark, who, *_ in document(answer)["links"]:
            links.setdefault(mark, []).append(who)
        told = {mark: who[0] if len(who) == 1 else who for mark, who in links.items()}
        return json.dumps(told or [])

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


def _known_links(pairs: Sequence[Pair], gold: Document) -> tuple[list[list[str | float]], int]:
    """The links between marks of the page, and how many others there were."""
    links: list[list[str | float]] = []
    lost = 0
    for one, other, score in pairs:
        mark, who = one.upper(), other.upper()
        if mark in gold["characters"] and who in gold["texts"]:  # the marks tell which is which
            mark, who = who, mark
        if mark in gold["texts"] and who in gold["characters"]:
            links.append([mark, who, score])
        else:
            lost += who not in NOBODY
    return links, lost


def _pairs(value: Any, marks: Collection[str]) -> list[Pair]:
    """Links in a JSON value: an object, or a list of objects or pairs."""
    value = unwrapped(value, marks)
    if isinstance(value, dict):
        return [
            (as_mark(key), _who(who), 1.0)
            for key, named in value.items()
            for who in (named if isinstance(named, list | tuple) else [named])
            if as_mark(key)
        ]
    pairs = []
    for entry in value:
        if isinstance(entry, dict):
            mark, score = as_mark(first_of(entry, TEXT_KEYS)), as_number(entry.get("score"))
            if mark:
                who = _who(first_of(entry, WHO_KEYS))
                pairs.append((mark, who, 1.0 if score is None else score))
        elif isinstance(entry, list | tuple) and len(entry) >= 2 and as_mark(entry[0]):
            pairs.append((as_mark(entry[0]), _who(entry[1]), 1.0))
    return pairs


def _pairs_in_words(text: str) -> tuple[list[Pair], str]:
    """Links in words, or in an object that was cut off."""
    pairs = [(mark, who, 1.0) for mark, who in _SAID_BY.findall(text)]
    return pairs, "pieces" if "{" in text or "[" in text else "lines"


def _who(value: Any) -> str:
    """The mark of a speaker; of an object the one that it names; ``?`` for anything else."""
    if isinstance(value, dict):
        value = first_of(value, WHO_KEYS)
    return "" if value is None else as_mark(value) or "?"


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
        found = find_json(text, lambda value: _groups(value, known))
        listed, rule = found or _groups_in_words(text)
        groups: list[list[str]] = []
        seen: set[str] = set()
        lost = 0
        for marks in listed:
            fresh = [mark for mark in dict.fromkeys(marks) if mark in known and mark not in seen]
            lost += len(marks) - len(fresh)
            seen |= set(fresh)
            if fresh:
                groups.append(fresh)
        if not groups:
            return Parsed("invalid", reason="none found: no groups of characters")
        missing = [mark for mark in known if mark not in seen]
        answer = {"groups": [*groups, *([mark] for mark in missing)]}
        reason = None
        if lost or missing:
            reason = f"{len(missing)} characters in no group, {lost} marks twice or unknown"
        return read_marks(answer, rule, reason)

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
        """No grouping shares nothing with any: 0 throughout, where there is anything to group."""
        return dict.fromkeys(self.score(item, {"groups": []}, profile), 0.0)

    def outcome(self, item: Item, answer: Answer, profile: Profile) -> Outcome:
        """``correct`` when the groups are the same."""
        return outcome_by(self.score(item, answer, profile).get("pairwise_f1"))


def _groups(value: Any, known: Collection[str]) -> list[list[str]]:
    """Groups of marks in a JSON value: lists, lists under names, or names under marks."""
    value = unwrapped(value, known)
    if isinstance(value, dict):
        if any(as_mark(key) in known for key in value):
            by_name: dict[str, list[str]] = {}
            for mark, name in value.items():
                by_name.setdefault(as_text(name) or f"alone: {mark}", []).append(as_mark(mark))
            return list(by_name.values())
        value = list(value.values())
    if value and all(isinstance(one, str) for one in value):
        value = [value]
    groups = []
    for entry in value:
        lists = entry.values() if isinstance(entry, dict) else [entry]
        marks = next((one for one in lists if isinstance(one, list | tuple)), [entry])
        groups.append([as_mark(mark) for mark in marks])
    return groups if any(set(group) & set(known) for group in groups) else []


def _groups_in_words(text: str) -> tuple[list[list[str]], str]:
    """The marks of every bracket of a list that was cut off, or of every line."""
    bracketed = [_MARK.findall(inner) for inner in _BRACKETED.findall(text)]
    groups = bracketed if any(bracketed) else [_MARK.findall(line) for line in text.splitlines()]
    upper = [[mark.upper() for mark in group] for group in groups if group]
    return upper, "pieces" if any(bracketed) else "lines"


def _place(mark: str, groups: list[list[str]]) -> int | None:
    return next((at for at, group in enumerate(groups) if mark in group), None)
