"""The kind ``naming``: who says each marked line, by name.

Gold: ``{"lines": [{"mark", "text", "names", "known"}]}``; an answer: ``{"names": {mark: name}}``.
Source: specification 6.5, 7.11; AMB-49.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from panelwise.metrics import (
    MetricInfo,
    naming_scores,
)
from panelwise.profile import Profile
from panelwise.tasks._draft import ItemDraft
from panelwise.tasks._item import Answer, Document, Item, Outcome, Parsed
from panelwise.tasks.forms import Form, FormValues, ShapesField
from panelwise.tasks.kinds._guesses import Guesses, Rule, quoted
from panelwise.tasks.kinds._presentation import Presentation
from panelwise.tasks.kinds._question import language_of, things_on_pages
from panelwise.tasks.kinds._settings import TextSettings
from panelwise.tasks.kinds.documents import (
    COVERED,
    LONGEST_ROW,
    NAME_KEYS,
    DocumentKind,
    as_mark,
    as_text,
    document,
    find_json,
    find_pairs,
    first_of,
    given_marks,
    gold_lines,
    marked_boxes,
    name_figures,
    names_of,
    outcome_by,
    picture_size,
    read_marks,
    unwrapped,
)
from panelwise.tasks.kinds.naming._line import NamingLine
from panelwise.tasks.kinds.naming._overlay import overlay
from panelwise.tasks.overlay import Overlay

WHY_NO_RANDOM_NAME = (
    "No random chance: names are not drawn from a list. The best constant answer (one of the"
    " most common names for every line) shows what guessing scores."
)
_NAMED = re.compile(
    r"""\b(T\d{1,6})[\s"'*_`)\]]{0,8}(?:->|=>|[:：=→–|-])[\s"'*_`]{0,8}""", re.IGNORECASE
)

NAMING: dict[str, MetricInfo] = {
    info.name: info
    for info in (
        MetricInfo(
            "anls_known",
            "similarity of the names of speakers whose name is known",
            label="ANLS, known names",
        ),
        MetricInfo("anls", "similarity of the names of all speakers", label="ANLS"),
        MetricInfo(
            "answered", "share of lines for which the answer gives a name", label="Lines named"
        ),
    )
}


class NamingKind(DocumentKind):
    """Answers name the speaker of every marked line."""

    name = "naming"
    settings = (TextSettings,)
    line = NamingLine
    headline = "anls_known"
    presentation = Presentation(
        "an object that maps marked texts to names", "All right", counted="marked texts to name"
    )

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
            return Parsed(
                "invalid", reason="none found: no names for the marked lines", unclear=True
            )
        lost = len(names) - len(kept)
        reason = f"{lost} names for marks that are not on the page" if lost else None
        return read_marks({"names": kept}, rule, reason, *(["discarded"] if lost else []))

    def write(self, item: Item, answer: Answer, profile: Profile) -> str:
        """An object from marks to names; of a gold the names first given."""
        del item, profile
        content = document(answer)
        if "names" in content:
            return json.dumps(content["names"], ensure_ascii=False)
        named = {line["mark"]: line["names"][0] for line in content["lines"] if line["names"]}
        return json.dumps(named, ensure_ascii=False)

    def score(self, item: Item, answer: Answer, profile: Profile) -> dict[str, float]:
        """Likeness of names by ANLS; those nobody knows are left out of the headline."""
        lines = document(item.gold)["lines"]
        named = document(answer)["names"]
        scores = naming_scores(
            [named.get(line["mark"]) for line in lines],
            gold_lines(item, profile),
            boundary=profile.section(TextSettings).anls_boundary,
        )
        return name_figures(scores)

    def invalid_scores(self, item: Item, profile: Profile) -> dict[str, float] | None:
        """No name given."""
        return self.score(item, {"names": {}}, profile)

    def guesses(self, items: Sequence[Item], profile: Profile) -> Guesses:
        """One of the commonest names for every line."""
        del profile
        return Guesses(
            {f"{quoted(name)} for every line": _all_by(name) for name in names_of(items)},
            WHY_NO_RANDOM_NAME,
        )

    def outcome(self, item: Item, answer: Answer, profile: Profile) -> Outcome:
        """``correct`` when every line has its speaker's name."""
        return outcome_by(self.score(item, answer, profile).get("anls"))

    def cover_texts(self, draft: ItemDraft) -> ItemDraft | str | None:
        """Nothing is left to ask for."""
        del draft
        return COVERED

    def question(self, items: Sequence[Item]) -> str:
        """The name of each speaker."""
        return f"{things_on_pages(items, 'line')}: what is the name of the speaker of each?"

    def draw(self, item: Item, answer: Document, profile: Profile) -> Overlay | None:
        """Every line with its speaker's name and the answered one."""
        return overlay(item, document(item.gold), answer, profile)

    def answer_form(self, item: Item) -> Form:
        """A name for every marked text; a text where nothing is marked on a picture."""
        if not marked_boxes(item):
            return super().answer_form(item)
        field = ShapesField(
            "names",
            "Who says each text?",
            picture_size(item),
            ("text",),
            names=True,
            initial=given_marks(item),
            fixed=True,
            language=language_of(item),
        )
        return Form((field,))

    def read_form(self, item: Item, values: FormValues, profile: Profile) -> Answer:
        """The names that were filled in."""
        if "names" not in values:
            return super().read_form(item, values, profile)
        named = {as_mark(one["id"]): one["name"].strip() for one in values["names"]}
        return {"names": {mark: name for mark, name in named.items() if name}}

    def fill_form(self, item: Item, answer: Answer, profile: Profile) -> FormValues:
        """The names of an answer; of gold those first given."""
        if not marked_boxes(item):
            return super().fill_form(item, answer, profile)
        names = json.loads(self.write(item, answer, profile))
        return {
            "names": [
                {**one.as_value(), "name": names.get(as_mark(one.id), "")}
                for one in given_marks(item)
            ]
        }


def _all_by(name: str) -> Rule:
    return lambda item: {"names": {one["mark"]: name for one in document(item.gold)["lines"]}}


def _names(value: Any, marks: Collection[str]) -> dict[str, str]:
    """Names by mark in a JSON value, an object or a list of objects, that has one of the marks."""
    value = unwrapped(value, marks)
    if isinstance(value, list):
        entries = [entry for entry in value if isinstance(entry, dict)]
        value = {as_mark(first_of(one, ("mark", "text", "text_id"))): one for one in entries}
    said = {
        mark: as_text(first_of(name, NAME_KEYS) if isinstance(name, dict) else name)
        for mark, name in value.items()
        if as_mark(mark)
    }
    names = {mark: name for mark, name in said.items() if name is not None}
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
