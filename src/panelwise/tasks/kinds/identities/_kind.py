"""The kind ``identities``: who is the same person.

Characters are marked on the page (``C1``). Gold: ``{"characters": {mark: box}, "groups":
[[marks]]}``, those of unknown identity in no group; an answer: ``{"groups": [[marks]]}``, or how
alike they are: ``{"characters": [marks], "similarity": [[numbers]]}``, or both. Of which of the two
there are scores is gold's ``asked``; without it, of groups.
Source: specification 7.9; AMB-43.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from panelwise.metrics import MetricInfo, identity_scores, retrieval_chance, retrieval_scores
from panelwise.profile import Profile
from panelwise.tasks._item import Answer, Document, Item, Outcome, Parsed
from panelwise.tasks.forms import Form, FormValues, GroupsField
from panelwise.tasks.kinds._guesses import Guesses
from panelwise.tasks.kinds._presentation import Presentation
from panelwise.tasks.kinds._question import things_on_pages
from panelwise.tasks.kinds.documents import (
    IDENTITIES,
    DocumentKind,
    as_mark,
    as_number,
    as_text,
    document,
    find_json,
    given_marks,
    groups_overlay,
    outcome_by,
    read_marks,
    unwrapped,
)
from panelwise.tasks.kinds.identities._line import IdentitiesLine
from panelwise.tasks.overlay import Overlay

_BRACKETED = re.compile(r"[\[{]([^\[\]{}]{1,2000})[\]}]")
WHY_NO_RANDOM = (
    "No random chance: groupings have no natural distribution to draw from. AMI and ARI are"
    " adjusted for chance: groups filled at random score 0 on average. The best constant answer"
    " (all one person, or all different) shows what guessing scores."
)
MOST_NAMES = 500  # that are looked for in words

RETRIEVAL: dict[str, MetricInfo] = {
    info.name: info
    for info in (
        MetricInfo(
            "map_at_r",
            "mean average precision among the R nearest boxes (R: other boxes of the same"
            " character)",
        ),
        MetricInfo("precision_at_1", "share of boxes whose nearest box shows the same character"),
        MetricInfo("r_precision", "share of the R nearest boxes that show the same character"),
        MetricInfo("mrr", "mean reciprocal rank of the nearest box that shows the same character"),
    )
}


class IdentitiesKind(DocumentKind):
    """Answers are groups of characters, or a similarity for every two characters."""

    name = "identities"
    line = IdentitiesLine
    headline = "ami"
    presentation = Presentation(
        "a list of groups of marked characters", "All right", counted="marked characters to group"
    )

    @property
    def metrics(self) -> Mapping[str, MetricInfo]:
        return IDENTITIES | RETRIEVAL

    @property
    def empty(self) -> Document:
        """Nobody is the same as anybody."""
        return {"groups": []}

    def read(self, item: Item, text: str, profile: Profile) -> Parsed:
        """Groups out of JSON lists, or a line of marks per group; a similarity out of an object.

        A mark that stands nowhere is a group of its own; one that stands twice belongs where it
        stood first. Both are counted as repairs.
        """
        del profile
        known = list(document(item.gold)["characters"])
        asked = _asked(item)
        answer: Document = {}
        rule, lost = "json", ""
        if "similarity" in asked:
            alike = find_json(text, _similarity)
            if alike is not None:
                similar, rule = alike
                answer |= similar
        if "groups" in asked:
            found = find_json(text, lambda value: _groups(value, known))
            listed, how = found or ([], "")
            if not found and not answer:
                listed, how = _groups_in_words(text, known)
            groups, lost = _once_each(listed, known)
            if groups:
                answer["groups"], rule = groups, how
        if not answer:
            thing = "groups of characters" if "groups" in asked else "square table of numbers"
            return Parsed("invalid", reason=f"none found: no {thing}", unclear=True)
        return read_marks(answer, rule, lost or None)

    def write(self, item: Item, answer: Answer, profile: Profile) -> str:
        """A list of lists of marks, or an object that holds the similarity."""
        del item, profile
        said = document(answer)
        return json.dumps(said if "similarity" in said else said["groups"])

    def score(self, item: Item, answer: Answer, profile: Profile) -> dict[str, float]:
        """How alike the groupings are, and how well likeness finds who is the same.

        Characters of unknown identity are left out. What was asked for and not answered scores 0.
        """
        del profile
        gold, said = document(item.gold), document(answer)
        asked = _asked(item)
        marks = [mark for group in gold["groups"] for mark in group]
        true = [_place(mark, gold["groups"]) for mark in marks]
        scores: dict[str, float] = {}
        if "groups" in asked:
            groups = said.get("groups")
            places = [_place(mark, groups or []) for mark in marks]
            grouped = identity_scores(places, true) or {}
            scores |= dict.fromkeys(grouped, 0.0) if groups is None else grouped
        if "similarity" in asked:
            ranked = retrieval_scores(_table(said, marks), true)
            found = ranked.as_scores() if ranked else {}
            scores |= found if "similarity" in said else dict.fromkeys(found, 0.0)
        return scores

    def invalid_scores(self, item: Item, profile: Profile) -> dict[str, float] | None:
        """No grouping shares nothing with any: 0 throughout, where there is anything to group."""
        return self.score(item, {}, profile)

    def chance(self, item: Item, profile: Profile) -> dict[str, float]:
        """Of likeness: that of numbers drawn at random; of groups none."""
        del profile
        if "similarity" not in _asked(item):
            return {}
        groups = document(item.gold)["groups"]
        return retrieval_chance([at for at, group in enumerate(groups) for _ in group]) or {}

    def guesses(self, items: Sequence[Item], profile: Profile) -> Guesses:
        """All one person, or everybody somebody else; all equally alike."""
        del items, profile
        return Guesses(
            {
                "all one person": lambda item: _grouped(item, together=True),
                "nobody the same": lambda item: _grouped(item, together=False),
            },
            WHY_NO_RANDOM,
        )

    def outcome(self, item: Item, answer: Answer, profile: Profile) -> Outcome:
        """``correct`` when the groups are the same, or likeness puts the same ones first."""
        scores = self.score(item, answer, profile)
        return outcome_by(scores.get("pairwise_f1", scores.get("map_at_r")))

    def question(self, items: Sequence[Item]) -> str:
        """Who is the same person."""
        return f"{things_on_pages(items, 'character')}: which of them are the same person?"

    def draw(self, item: Item, answer: Document, profile: Profile) -> Overlay | None:
        """The right groups and the answered ones."""
        del profile
        return groups_overlay(item, document(item.gold), answer)

    def answer_form(self, item: Item) -> Form:
        """A group for every marked character; a text where nothing is marked on a picture."""
        marks = given_marks(item)
        if not marks:
            return super().answer_form(item)
        label = "Who is the same person?"
        tip = "Give the boxes of one person the same name, and everybody else another."
        return Form((GroupsField("people", label, marks, help=tip),))

    def read_form(self, item: Item, values: FormValues, profile: Profile) -> Answer:
        """The groups; where likeness is asked, all of a group are alike, and nobody else."""
        if "people" not in values:
            return super().read_form(item, values, profile)
        people: dict[str, str] = {as_mark(mark): name for mark, name in values["people"].items()}
        groups: dict[str, list[str]] = {}
        for mark, name in people.items():
            groups.setdefault(name, []).append(mark)
        answer: Document = {"groups": list(groups.values())}
        if not item.withheld and "similarity" in _asked(item):
            alike = [[float(one == other) for other in people.values()] for one in people.values()]
            answer |= {"characters": list(people), "similarity": alike}
        return answer

    def fill_form(self, item: Item, answer: Answer, profile: Profile) -> FormValues:
        """The groups of an answer or gold; a character in none has one of its own."""
        marks = given_marks(item)
        if not marks:
            return super().fill_form(item, answer, profile)
        groups = document(answer).get("groups", ())
        group_of = {mark: f"{k}" for k, group in enumerate(groups, 1) for mark in group}
        return {"people": {one.id: group_of.get(as_mark(one.id), one.id) for one in marks}}


def _grouped(item: Item, *, together: bool) -> Document:
    """Every mark in one group or in one of its own; where likeness is asked, all are as alike."""
    marks = list(document(item.gold)["characters"])
    said: Document = {"groups": [marks] if together else [[mark] for mark in marks]}
    if "similarity" in _asked(item):
        said |= {"characters": marks, "similarity": [[1.0] * len(marks) for _ in marks]}
    return said


def _asked(item: Item) -> Collection[str]:
    asked: Collection[str] = document(item.gold).get("asked", ("groups",))
    return asked


def _once_each(
    listed: Sequence[Sequence[str]], known: Collection[str]
) -> tuple[list[list[str]], str]:
    """Groups in which every known mark stands once, and what had to be mended for it."""
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
        return [], ""
    missing = [mark for mark in known if mark not in seen]
    mended = f"{len(missing)} characters in no group, {lost} marks twice or unknown"
    return [*groups, *([mark] for mark in missing)], mended if lost or missing else ""


def _similarity(value: Any) -> Document:
    """The names and the square table of an object that has both; empty for anything else."""
    if not isinstance(value, dict):
        return {}
    names, table = value.get("characters"), value.get("similarity")
    if not isinstance(names, list) or not isinstance(table, list):
        return {}
    rows = [row for row in table if isinstance(row, list) and len(row) == len(names)]
    if len(rows) != len(table) or len(table) != len(names):
        return {}
    numbers = [
        # The diagonal is of no use: it may be anything.
        [0.0 if i == j else as_number(number) for j, number in enumerate(row)]
        for i, row in enumerate(rows)
    ]
    if any(number is None for row in numbers for number in row):
        return {}
    return {"characters": [as_mark(name) for name in names], "similarity": numbers}


def _table(said: Document, marks: Sequence[str]) -> list[list[float]]:
    """How alike these marks are; one of which nothing is said is less alike than all others."""
    place = {mark: at for at, mark in reversed([*enumerate(said.get("characters", ()))])}
    table = said.get("similarity", ())
    return [
        [table[place[a]][place[b]] if a in place and b in place else -math.inf for b in marks]
        for a in marks
    ]


def _groups(value: Any, known: Collection[str]) -> list[list[str]]:
    """Groups of marks in a JSON value: lists, lists under names, or names under marks."""
    value = unwrapped(value, known)
    if isinstance(value, dict) and ("groups" in value or "similarity" in value):
        groups = value.get("groups")
        value = groups if isinstance(groups, list | dict) else []
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


def _groups_in_words(text: str, known: Sequence[str]) -> tuple[list[list[str]], str]:
    """The marks of every bracket of a list that was cut off, or of every line."""
    names = sorted(known[:MOST_NAMES], key=len, reverse=True)
    any_name = "|".join([*map(re.escape, names), r"C\d{1,6}"])
    mark = re.compile(rf"(?<!\w)(?:{any_name})(?!\w)", re.IGNORECASE)
    bracketed = [mark.findall(inner) for inner in _BRACKETED.findall(text)]
    groups = bracketed if any(bracketed) else [mark.findall(line) for line in text.splitlines()]
    upper = [[mark.upper() for mark in group] for group in groups if group]
    return upper, "pieces" if any(bracketed) else "lines"


def _place(mark: str, groups: list[list[str]]) -> int | None:
    return next((at for at, group in enumerate(groups) if mark in group), None)
