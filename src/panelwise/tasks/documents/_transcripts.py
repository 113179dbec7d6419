"""The kinds ``naming`` and ``dialogue``: who says each line, and the whole transcript.

Gold: ``{"lines": [{"mark", "text", "names", "known"}]}``; ``names`` are all that the speaker goes
by, ``known`` is false for stand-ins such as "narrator". Answers: ``{"names": {mark: name}}``, and
``{"lines": [{"name", "text"}]}``. Source: REQUIREMENTS 6.5, 7.11; AMB-48, AMB-49.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
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
from panelwise.tasks._item import Answer, Item, Outcome, Parsed
from panelwise.tasks.documents._kind import DocumentKind, document, outcome_by
from panelwise.tasks.documents._lists import find_json, find_objects

_NAMED = re.compile(r"^\W*(T\d+)\W*[:=→-]+\s*[\"'*]*(.+?)[\"'*,]*\s*$", re.M | re.I)
_SPOKEN = re.compile(
    r"^\s*(?:[-*•]|\d+[.)])?\s*[*\"<\[]*([^:<>\[\]\n]{1,60}?)[*\">\]]*\s*[::]\s*(.+?)\s*$"
)

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

    def read(self, item: Item, text: str, profile: Profile) -> Parsed:
        """Names by mark, out of a JSON object or lines like ``T1: Anna``."""
        del profile
        marks = [line["mark"] for line in document(item.gold)["lines"]]
        found = find_json(text)
        names = _names(found[0]) if found else {}
        rule = found[1] if found and names else "lines"
        if not names:
            names = dict(_NAMED.findall(text))
        kept = {mark.upper(): name for mark, name in names.items() if mark.upper() in marks}
        if not kept:
            return Parsed("invalid", reason="none found: no names for the marked lines")
        lost = len(names) - len(kept)
        if lost:
            reason = f"{lost} names for marks that are not on the page"
            return Parsed("ok_repaired", {"names": kept}, rule, reason, ("final",))
        return Parsed("ok", {"names": kept}, rule, None, ("final",))

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

    def read(self, item: Item, text: str, profile: Profile) -> Parsed:
        """Lines out of a JSON list of ``name`` and ``text``, or written ``Name: words``."""
        del item, profile
        found = find_objects(text)
        if found is not None:
            lines = [line for entry in found.entries if (line := _line(entry)) is not None]
            lost = found.discarded + len(found.entries) - len(lines)
            if lines or not lost:
                whole = not lost and found.rule in ("json", "fenced")
                reason = None if whole else f"{lost} entries lost, list {found.rule}"
                status = "ok" if whole else "ok_repaired"
                return Parsed(status, {"lines": lines}, found.rule, reason, ("final",))  # type: ignore[arg-type]
        spoken = [match for row in text.splitlines() if (match := _SPOKEN.match(row))]
        if not spoken:
            return Parsed("invalid", reason="none found: no lines of a transcript")
        lines = [{"name": match[1].strip(), "text": match[2].strip('"“” ')} for match in spoken]
        return Parsed("ok", {"lines": lines}, "lines", None, ("final",))

    def write(self, item: Item, answer: Answer, profile: Profile) -> str:
        """A list of ``name`` and ``text``, a line each."""
        del item, profile
        rows = [
            json.dumps({"name": _own_name(line), "text": line["text"]}, ensure_ascii=False)
            for line in document(answer)["lines"]
        ]
        return "[" + ",".join(f"\n\t{row}" for row in rows) + "\n]"

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
        values: dict[str, float | None] = {
            "dialogue_text": full.text,
            "dialogue_names": names.get("anls_known"),
            "dialogue_names_all": names.get("anls"),
            "order_kept": full.order_kept,
            "lines_matched": full.matched / full.gold if full.gold else None,
        }
        if profile.dialogue == "paper":
            # Where no line was matched the paper's mean is over nothing: that is no score of 1.
            paper = paper_dialogue(said, gold, boundary=profile.anls_boundary)
            values |= {"dialogue_text": paper.text or 0.0, "dialogue_names": paper.names or 0.0}
        return {name: value for name, value in values.items() if value is not None}

    def invalid_scores(self, item: Item, profile: Profile) -> dict[str, float] | None:
        """No line said: 0, also where the paper's rule lets silence go free."""
        recommended = {"dialogue_text": 0.0, "dialogue_names": 0.0, "dialogue_names_all": 0.0}
        del item, profile
        return recommended | {"lines_matched": 0.0}

    def outcome(self, item: Item, answer: Answer, profile: Profile) -> Outcome:
        """``correct`` when every line stands there, and nothing else."""
        return outcome_by(self.score(item, answer, profile).get("dialogue_text"))


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


def _names(value: Any) -> dict[str, str]:
    if isinstance(value, dict):
        inner = [v for v in value.values() if isinstance(v, list | dict)]
        if len(value) == 1 and inner:
            return _names(inner[0])
        return {str(mark): name for mark, name in value.items() if isinstance(name, str)}
    named = [entry for entry in value if isinstance(entry, dict)]
    return {
        str(entry.get("text", entry.get("mark"))): entry["name"]
        for entry in named
        if isinstance(entry.get("name"), str)
    }


def _line(entry: Mapping[str, Any]) -> dict[str, str] | None:
    name = entry.get("name", entry.get("speaker", entry.get("character")))
    text = entry.get("text", entry.get("line", entry.get("dialogue")))
    if not isinstance(text, str) or not isinstance(name, str | None):
        return None
    return {"name": name or "", "text": text}


def _own_name(line: Mapping[str, Any]) -> str:
    """The name of an answered line, or the first of a gold one's."""
    if "name" in line:
        return str(line["name"])
    return str(line["names"][0]) if line["names"] else ""
