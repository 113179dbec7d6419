"""The kinds ``naming`` and ``dialogue``: who says each line, and the whole transcript.

Gold: ``{"lines": [{"mark", "text", "names", "known"}]}``; ``names`` are all that the speaker goes
by, ``known`` is false for stand-ins such as "narrator". Answers: ``{"names": {mark: name}}``, and
``{"lines": [{"name", "text"}]}``. Source: specification 6.5, 7.11; AMB-48, AMB-49.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from panelwise.metrics import (
    GoldLine,
    MetricInfo,
    NamingScores,
    SpokenLine,
    dialogue_scores,
    naming_scores,
    normaliser,
    paper_dialogue,
)
from panelwise.profile import Profile
from panelwise.tasks._item import Answer, Document, Item, Outcome, Parsed
from panelwise.tasks.kinds._guesses import Guesses, Rule, always, commonest, quoted
from panelwise.tasks.kinds.documents import (
    DocumentKind,
    as_mark,
    as_text,
    document,
    find_json,
    find_objects,
    find_pairs,
    first_of,
    outcome_by,
    read_list,
    read_marks,
    unwrapped,
    write_list,
)

NAME_KEYS = ("name", "speaker", "character")
LINE_KEYS = ("text", "line", "dialogue")
NAMES_TRIED = 3
WHY_NO_RANDOM_NAME = (
    "No random chance: names are not drawn from a list. The best constant answer (one of the"
    " commonest names for every line) is what no look is worth."
)
WHY_NO_RANDOM_LINE = (
    "No random chance: a transcript is not drawn from a list. The best constant answer (nothing,"
    " or the commonest line) is what no look is worth."
)
LONGEST_ROW = 2_000  # characters of a written line that are looked at
_NAMED = re.compile(
    r"""\b(T\d{1,6})[\s"'*_`)\]]{0,8}(?:->|=>|[:：=→–|-])[\s"'*_`]{0,8}""", re.IGNORECASE
)
_SPOKEN = re.compile(
    r"""(?:[-*•]\s|\d{1,3}[.)]\s)?\s*+[*_"“<\[(]{0,4}([^:：<>\[\]{}\n]{1,60}?)[*_"”>\])]{0,4}\s?"""
    r"""[:：]\s*+[*_]{0,3}\s*+(.+)"""
)
_QUOTED = re.compile(r"""["“「『]([^"“”「」『』]*)["”」』]""")

NAMING: dict[str, MetricInfo] = {
    info.name: info
    for info in (
        MetricInfo("anls_known", "likeness of names, speakers whose name is known"),
        MetricInfo("anls", "likeness of names, all speakers"),
        MetricInfo("answered", "share of lines that were given a name"),
    )
}
DIALOGUE: dict[str, MetricInfo] = {
    info.name: info
    for info in (
        MetricInfo("dialogue_text", "likeness of the lines; missing and invented ones cost"),
        MetricInfo("dialogue_text_casefold", "the same without regard to upper and lower case"),
        MetricInfo("dialogue_names", "likeness of the names, speakers whose name is known"),
        MetricInfo("dialogue_names_all", "likeness of the names, all lines"),
        MetricInfo("order_kept", "Kendall's tau of the lines found", worst=lambda n: -1.0),
        MetricInfo("lines_matched", "share of lines that were found"),
    )
}


class NamingKind(DocumentKind):
    """Answers name the speaker of every marked line."""

    name = "naming"
    headline = "anls_known"

    @property
    def metrics(self) -> Mapping[str, MetricInfo]:
        return NAMING

    @property
    def empty(self) -> Document:
        """No name given."""
        return {"names": {}}

    def read(self, item: Item, text: str, profile: Profile) -> Parsed:
        """Names by mark, out of a JSON object or lines like ``T1: Anna``."""
        del profile
        marks = {line["mark"] for line in document(item.gold)["lines"]}
        found = find_json(text, lambda value: _names(value, marks))
        found = found or (_names(find_pairs(text), marks), "pieces")
        names, rule = found if found[0] else (_names_in_words(text), "lines")
        kept = {as_mark(mark): name for mark, name in names.items() if as_mark(mark) in marks}
        if not kept:
            return Parsed("invalid", reason="none found: no names for the marked lines")
        lost = len(names) - len(kept)
        reason = f"{lost} names for marks that are not on the page" if lost else None
        return read_marks({"names": kept}, rule, reason, *(["discarded"] if lost else []))

    def write(self, item: Item, answer: Answer, profile: Profile) -> str:
        """An object from marks to names; of a gold the names first given."""
        del item, profile
        told = document(answer)
        if "names" in told:
            return json.dumps(told["names"], ensure_ascii=False)
        named = {line["mark"]: line["names"][0] for line in told["lines"] if line["names"]}
        return json.dumps(named, ensure_ascii=False)

    def score(self, item: Item, answer: Answer, profile: Profile) -> dict[str, float]:
        """Likeness of names by ANLS; those nobody knows are left out of the headline."""
        lines = document(item.gold)["lines"]
        named = document(answer)["names"]
        scores = naming_scores(
            [named.get(line["mark"]) for line in lines],
            _gold_lines(item, profile),
            boundary=profile.anls_boundary,
        )
        return _naming(scores)

    def invalid_scores(self, item: Item, profile: Profile) -> dict[str, float] | None:
        """No name given."""
        return self.score(item, {"names": {}}, profile)

    def guesses(self, items: Sequence[Item], profile: Profile) -> Guesses:
        """One of the commonest names for every line."""
        del profile
        return Guesses(
            {f"{quoted(name)} for every line": _all_by(name) for name in _names_of(items)},
            WHY_NO_RANDOM_NAME,
        )

    def outcome(self, item: Item, answer: Answer, profile: Profile) -> Outcome:
        """``correct`` when every line has its speaker's name."""
        return outcome_by(self.score(item, answer, profile).get("anls"))


class DialogueKind(DocumentKind):
    """Answers are transcripts: names and lines in reading order."""

    name = "dialogue"
    headline = "dialogue_text"

    @property
    def metrics(self) -> Mapping[str, MetricInfo]:
        return DIALOGUE

    @property
    def empty(self) -> Document:
        """No line said."""
        return {"lines": []}

    def read(self, item: Item, text: str, profile: Profile) -> Parsed:
        """Lines out of a JSON list of ``name`` and ``text``, or written ``Name: words``."""
        del item, profile
        found = find_objects(text)
        if found is not None:
            lines = [line for entry in found.entries if (line := _line(entry)) is not None]
            lost = found.discarded + len(found.entries) - len(lines)
            return read_list(found, {"lines": lines}, lost)
        rows = (row.strip()[:LONGEST_ROW] for row in text.splitlines())
        spoken = [match for row in rows if (match := _SPOKEN.match(row))]
        if not spoken:
            return Parsed("invalid", reason="none found: no lines of a transcript")
        lines = [{"name": match[1].strip(), "text": _unquoted(match[2])} for match in spoken]
        return Parsed("ok", {"lines": lines}, "lines", None, ("final",))

    def write(self, item: Item, answer: Answer, profile: Profile) -> str:
        """A list of ``name`` and ``text``, a line each."""
        del item, profile
        lines = document(answer)["lines"]
        return write_list({"name": _own_name(line), "text": line["text"]} for line in lines)

    def score(self, item: Item, answer: Answer, profile: Profile) -> dict[str, float]:
        """Text and names as two figures, never one, by the profile's rule (AMB-48)."""
        norm = normaliser(profile.normaliser)
        said = [
            SpokenLine(norm(line["text"]), line.get("name") or "")
            for line in document(answer)["lines"]
        ]
        gold = _gold_lines(item, profile)
        full = dialogue_scores(said, gold, boundary=profile.anls_boundary)
        names = _naming(full.names)
        folded_said = [line._replace(text=line.text.casefold()) for line in said]
        folded_gold = [line._replace(text=line.text.casefold()) for line in gold]
        values: dict[str, float | None] = {
            "dialogue_text": _likeness(said, gold, profile),
            "dialogue_text_casefold": _likeness(folded_said, folded_gold, profile),
            "dialogue_names": names.get("anls_known"),
            "dialogue_names_all": names.get("anls"),
            "order_kept": full.order_kept,
            "lines_matched": full.matched / full.gold if full.gold else None,
        }
        if profile.dialogue == "paper":
            paper = paper_dialogue(said, gold, boundary=profile.anls_boundary)
            named = any(line.names for line in gold)
            values["dialogue_names"] = paper.names or 0.0 if named else None
        return {name: value for name, value in values.items() if value is not None}

    def invalid_scores(self, item: Item, profile: Profile) -> dict[str, float] | None:
        """No line said: 0, also where the paper's rule lets silence go free."""
        return self.score(item, {"lines": []}, profile)

    def guesses(self, items: Sequence[Item], profile: Profile) -> Guesses:
        """Nothing, or one line: the commonest, said by the commonest name."""
        del profile
        lines = [line for item in items for line in document(item.gold)["lines"]]
        rules: dict[str, Rule] = {"nothing": always({"lines": []})}
        names = [*_names_of(items), ""]
        for text in commonest((line["text"] or "" for line in lines), 1):
            line = {"name": names[0], "text": text}
            rules[f"one line, {quoted(text)}"] = always({"lines": [line]})
        return Guesses(rules, WHY_NO_RANDOM_LINE)

    def outcome(self, item: Item, answer: Answer, profile: Profile) -> Outcome:
        """``correct`` when every line stands there, and nothing else."""
        full = replace(profile, dialogue="recommended")  # the paper's rule sees no missing line
        return outcome_by(self.score(item, answer, full).get("dialogue_text"))


def _names_of(items: Sequence[Item]) -> list[str]:
    """The names that most lines go by."""
    lines = (line for item in items for line in document(item.gold)["lines"])
    return commonest((line["names"][0] for line in lines if line["names"]), NAMES_TRIED)


def _all_by(name: str) -> Rule:
    return lambda item: {"names": {one["mark"]: name for one in document(item.gold)["lines"]}}


def _likeness(
    said: Sequence[SpokenLine], gold: Sequence[GoldLine], profile: Profile
) -> float | None:
    """How alike the lines are, by the profile's rule (AMB-48).

    Where no line was matched the paper's mean is over nothing: that is no score of 1.
    """
    if profile.dialogue == "paper":
        return paper_dialogue(said, gold).text or 0.0
    return dialogue_scores(said, gold).text


def _gold_lines(item: Item, profile: Profile) -> list[GoldLine]:
    norm = normaliser(profile.normaliser)
    return [
        GoldLine(norm(line["text"] or ""), tuple(line["names"]), line["known"])
        for line in document(item.gold)["lines"]
    ]


def _naming(scores: NamingScores) -> dict[str, float]:
    values = {
        "anls_known": scores.known,
        "anls": scores.all,
        "answered": 1 - scores.unanswered / scores.lines if scores.lines else None,
    }
    return {name: value for name, value in values.items() if value is not None}


def _names(value: Any, marks: Collection[str]) -> dict[str, str]:
    """Names by mark in a JSON value, an object or a list of objects, that has one of the marks."""
    value = unwrapped(value, marks)
    if isinstance(value, list):
        entries = [entry for entry in value if isinstance(entry, dict)]
        value = {as_mark(first_of(one, ("mark", "text", "text_id"))): one for one in entries}
    told = {
        mark: as_text(first_of(name, NAME_KEYS) if isinstance(name, dict) else name)
        for mark, name in value.items()
        if as_mark(mark)
    }
    names = {mark: name for mark, name in told.items() if name is not None}
    return names if any(as_mark(mark) in marks for mark in names) else {}


def _names_in_words(text: str) -> dict[str, str]:
    """Names after marks, up to the next mark or the end of the line."""
    names = {}
    for row in (line.strip()[:LONGEST_ROW] for line in text.splitlines()):
        found = list(_NAMED.finditer(row))
        for match, following in zip_longest(found, found[1:]):
            end = following.start() if following else len(row)
            name = row[match.end() : end].strip(" \t\"'*_`,;|“”「」{}[]()-•")
            if name:
                names[match[1]] = name
    return names


def _line(entry: Mapping[str, Any]) -> dict[str, str] | None:
    name, text = first_of(entry, NAME_KEYS), as_text(first_of(entry, LINE_KEYS))
    if text is None or not isinstance(name, str | None):
        return None
    return {"name": as_text(name) or "", "text": text}


def _unquoted(text: str) -> str:
    quoted = _QUOTED.fullmatch(text)
    return quoted[1] if quoted else text


def _own_name(line: Mapping[str, Any]) -> str:
    """The name of an answered line, or the first of a gold one's."""
    if "name" in line:
        return str(line["name"])
    return str(line["names"][0]) if line["names"] else ""
