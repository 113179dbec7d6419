"""The kind ``dialogue``: the whole transcript of a page, names and lines in reading order.

Gold: ``{"lines": [{"mark", "text", "names", "known"}]}``; an answer: ``{"lines": [{"name",
"text"}]}``. Source: specification 6.5, 7.11; AMB-48.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from panelwise.metrics import (
    GoldLine,
    MetricInfo,
    SpokenLine,
    dialogue_scores,
    normaliser,
    paper_dialogue,
)
from panelwise.profile import Profile
from panelwise.tasks._draft import ItemDraft
from panelwise.tasks._item import Answer, Document, Item, Outcome, Parsed
from panelwise.tasks.forms import Form, FormColumn, FormValues, RowsField
from panelwise.tasks.kinds._guesses import Guesses, Rule, always, commonest, quoted
from panelwise.tasks.kinds._presentation import Presentation
from panelwise.tasks.kinds._question import things_on_pages
from panelwise.tasks.kinds._settings import TextSettings
from panelwise.tasks.kinds.dialogue._line import DialogueLine
from panelwise.tasks.kinds.dialogue._overlay import overlay
from panelwise.tasks.kinds.dialogue._settings import DialogueSettings
from panelwise.tasks.kinds.documents import (
    COVERED,
    LONGEST_ROW,
    NAME_KEYS,
    DocumentKind,
    as_text,
    document,
    find_objects,
    first_of,
    gold_lines,
    name_figures,
    names_of,
    outcome_by,
    read_list,
    write_list,
)
from panelwise.tasks.overlay import Overlay

LINE_KEYS = ("text", "line", "dialogue")
WHY_NO_RANDOM_LINE = (
    "No random chance: a transcript is not drawn from a list. The best constant answer (nothing,"
    " or the most common line) shows what guessing scores."
)
_SPOKEN = re.compile(
    r"""(?:[-*•]\s|\d{1,3}[.)]\s)?\s*+[*_"“<\[(]{0,4}([^:：<>\[\]{}\n]{1,60}?)[*_"”>\])]{0,4}\s?"""
    r"""[:：]\s*+[*_]{0,3}\s*+(.+)"""
)
_QUOTED = re.compile(r"""["“「『]([^"“”「」『』]*)["”」』]""")

DIALOGUE: dict[str, MetricInfo] = {
    info.name: info
    for info in (
        MetricInfo(
            "dialogue_text",
            "similarity of the lines; missing and invented lines are penalised",
            label="Likeness of lines",
        ),
        MetricInfo(
            "dialogue_text_casefold",
            "as dialogue_text, ignoring case",
            label="Text, case ignored",
        ),
        MetricInfo(
            "dialogue_names",
            "similarity (ANLS) of the names of speakers whose name is known",
            label="Names (ANLS, known)",
        ),
        MetricInfo(
            "dialogue_names_all",
            "similarity (ANLS) of the names of all lines",
            label="Names (ANLS, all)",
        ),
        MetricInfo(
            "order_kept",
            "Kendall's tau of the found lines",
            worst=lambda n: -1.0,
            label="Order kept (Kendall τ)",
        ),
        MetricInfo("lines_matched", "share of lines that were found", label="Lines found"),
    )
}


class DialogueKind(DocumentKind):
    """Answers are transcripts: names and lines in reading order."""

    name = "dialogue"
    settings = (DialogueSettings, TextSettings)
    line = DialogueLine
    on_bare_pages = True
    headline = "dialogue_text"
    presentation = Presentation(
        "a list of names and lines", "All right", counted="lines to write down"
    )

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
            return Parsed("invalid", reason="none found: no lines of a transcript", unclear=True)
        lines = [{"name": match[1].strip(), "text": _unquoted(match[2])} for match in spoken]
        return Parsed("ok", {"lines": lines}, "lines", None, ("final",))

    def write(self, item: Item, answer: Answer, profile: Profile) -> str:
        """A list of ``name`` and ``text``, a line each."""
        del item, profile
        lines = document(answer)["lines"]
        return write_list({"name": _own_name(line), "text": line["text"]} for line in lines)

    def score(self, item: Item, answer: Answer, profile: Profile) -> dict[str, float]:
        """Text and names as two figures, never one, by the profile's rule (AMB-48)."""
        norm = normaliser(profile.section(TextSettings).normaliser)
        said = [
            SpokenLine(norm(line["text"]), line.get("name") or "")
            for line in document(answer)["lines"]
        ]
        gold = gold_lines(item, profile)
        full = dialogue_scores(said, gold, boundary=profile.section(TextSettings).anls_boundary)
        names = name_figures(full.names)
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
        if profile.section(DialogueSettings).formula == "paper":
            paper = paper_dialogue(said, gold, boundary=profile.section(TextSettings).anls_boundary)
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
        names = [*names_of(items), ""]
        for text in commonest((line["text"] or "" for line in lines), 1):
            line = {"name": names[0], "text": text}
            rules[f"one line, {quoted(text)}"] = always({"lines": [line]})
        return Guesses(rules, WHY_NO_RANDOM_LINE)

    def outcome(self, item: Item, answer: Answer, profile: Profile) -> Outcome:
        """``correct`` when every line is there, and nothing else."""
        # The paper's rule sees no missing line.
        full = profile.with_sections(DialogueSettings(formula="recommended"))
        return outcome_by(self.score(item, answer, full).get("dialogue_text"))

    def cover_texts(self, draft: ItemDraft) -> ItemDraft | str | None:
        """Nothing is left to ask for."""
        del draft
        return COVERED

    def question(self, items: Sequence[Item]) -> str:
        """The transcript."""
        return f"{things_on_pages(items, 'spoken line')}: who says what, in which order?"

    def draw(self, item: Item, answer: Document, profile: Profile) -> Overlay | None:
        """The right transcript next to the answered one."""
        return overlay(item, document(item.gold), answer, profile)

    def answer_form(self, item: Item) -> Form:
        """A row for every line: who says it, and what."""
        del item
        columns = (FormColumn("name", "Name"), FormColumn("text", "Line"))
        label = "Every spoken line of the page, in reading order"
        return Form((RowsField("lines", label, columns),))

    def read_form(self, item: Item, values: FormValues, profile: Profile) -> Answer:
        """The rows."""
        del item, profile
        return {"lines": [{"name": row["name"], "text": row["text"]} for row in values["lines"]]}

    def fill_form(self, item: Item, answer: Answer, profile: Profile) -> FormValues:
        """A row for every line; of gold the speakers' names first given."""
        del item, profile
        lines = document(answer)["lines"]
        return {"lines": [{"name": _own_name(line), "text": line["text"] or ""} for line in lines]}


def _likeness(
    said: Sequence[SpokenLine], gold: Sequence[GoldLine], profile: Profile
) -> float | None:
    """How alike the lines are, by the profile's rule (AMB-48).

    Where no line was matched the paper's mean is over nothing: that is no score of 1.
    """
    if profile.section(DialogueSettings).formula == "paper":
        return paper_dialogue(said, gold).text or 0.0
    return dialogue_scores(said, gold).text


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
