"""The kind ``speakers``: who says a text.

Texts and characters are marked on the page (``T1``, ``C1``). Gold: ``{"texts": {mark: box},
"characters": {mark: box}, "links": [[text, character]]}``; an answer: ``{"links": [[text,
character, score]]}``. Source: specification 7.8; AMB-47, AMB-51.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any

from panelwise.comics import Page
from panelwise.geometry import Box
from panelwise.metrics import (
    MetricInfo,
    RankedLink,
    SpeakerPage,
    speaker_page,
)
from panelwise.profile import Profile
from panelwise.tasks._item import Answer, Document, Item, Outcome, Parsed
from panelwise.tasks.extraction import SOMETHING
from panelwise.tasks.forms import Form, FormValues, LinksField
from panelwise.tasks.kinds._capabilities import FromPage
from panelwise.tasks.kinds._guesses import Guesses, always
from panelwise.tasks.kinds._presentation import MetricGroup, Presentation
from panelwise.tasks.kinds._question import things_on_pages
from panelwise.tasks.kinds.documents import (
    NOBODY,
    SPEAKERS,
    TEXT_KEYS,
    WHO_KEYS,
    DocumentKind,
    as_mark,
    as_number,
    document,
    find_json,
    first_of,
    given_marks,
    marked_boxes,
    outcome_by,
    read_marks,
    speaker_page_scores,
    unwrapped,
)
from panelwise.tasks.kinds.speakers._line import SpeakersLine
from panelwise.tasks.kinds.speakers._overlay import overlay
from panelwise.tasks.overlay import Overlay

# "T1: C2", "T1 is said by C2"; a comma stands between links, not within one.
_SAID_BY = re.compile(
    r"""\b(T\d{1,6})\b[ \t"'*`()\[\]:：=>→|–-]{0,12}"""
    r"""(?:(?:is|said|spoken|by|speaker)\b[ \t"'*`:：=]{0,6}){0,4}\b(C\d{1,6}|none|null)\b""",
    re.IGNORECASE,
)
Pair = tuple[str, str, float]


PRESENTATION = Presentation(
    answer="an object that maps marked texts to marked characters",
    right="All right",
    counted="marked texts to link to characters",
    groups=(
        MetricGroup("Mean over pages", ("recall_at_texts", "best_speaker")),
        MetricGroup(
            "All pages together",
            ("recall_at_texts_micro", "best_speaker_micro", "per_text_recall_micro", "unlinked"),
        ),
    ),
)


class SpeakersKind(DocumentKind):
    """Answers link texts to characters."""

    name = "speakers"
    line = SpeakersLine
    headline = "recall_at_texts"
    presentation = PRESENTATION
    anything = SOMETHING + r"|\{"  # an empty object links nobody, as an empty list does

    @property
    def metrics(self) -> Mapping[str, MetricInfo]:
        return SPEAKERS

    @property
    def empty(self) -> Document:
        """No link."""
        return {"links": []}

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
            return Parsed(
                "invalid", reason="none found: no links between texts and characters", unclear=True
            )
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
        named = {mark: who[0] if len(who) == 1 else who for mark, who in links.items()}
        return json.dumps(named or [])

    def score(self, item: Item, answer: Answer, profile: Profile) -> dict[str, float]:
        """The page's own rates, and the counts that the data set's are made of."""
        del profile
        return speaker_page_scores(_speaker_page(item, answer))

    def invalid_scores(self, item: Item, profile: Profile) -> dict[str, float] | None:
        """No link at all."""
        return self.score(item, {"links": []}, profile)

    def chance(self, item: Item, profile: Profile) -> dict[str, float]:
        """Of one character drawn uniformly for each text: every link is hit once in their number.

        Exact: as many links are claimed as there are texts, so that none falls off the ranking.
        """
        gold = document(item.gold)
        nobody, characters = self.score(item, {"links": []}, profile), len(gold["characters"])
        if not characters:
            return {}
        hits = dict.fromkeys(("top_hits", "text_hits", "best_hits"), nobody["links"] / characters)
        expected = nobody | hits | {"no_speaker": 0.0}
        if nobody["texts"]:
            expected["recall_at_texts"] = 1 / characters
            expected["best_speaker"] = hits["best_hits"] / nobody["texts"]
        return expected

    def random(self, item: Item, generator: Random, profile: Profile) -> Answer | None:
        """For each text any one of the page's characters."""
        del profile
        gold = document(item.gold)
        characters = list(gold["characters"])
        texts = gold["texts"] if characters else ()
        return {"links": [[text, generator.choice(characters), 1.0] for text in texts]}

    def from_page(self, item: Item) -> FromPage | None:
        """Marked texts are said by the nearest marked characters, in panels as they were read."""
        marked = marked_boxes(item)
        texts = {mark: box for mark, box in marked.items() if mark.startswith("T")}
        people = {mark: box for mark, box in marked.items() if mark.startswith("C")}

        def said_by_nearest(page: Page) -> Answer:
            return _said_by_nearest(texts, people, [panel.box for panel in page.panels])

        return FromPage("unused", said_by_nearest) if marked else None

    def nearest(self, item: Item) -> Answer:
        """Each text said by the nearest character, in its panel before others (AMB-51)."""
        gold = document(item.gold)
        texts = {mark: Box(*box) for mark, box in gold["texts"].items()}
        people = {mark: Box(*box) for mark, box in gold["characters"].items()}
        panels, faces = ([Box(*box) for box in gold[part]] for part in ("panels", "faces"))
        return _said_by_nearest(texts, people, panels, faces)

    def guesses(self, items: Sequence[Item], profile: Profile) -> Guesses:
        """The first or the last character for every text, everybody, or nobody."""
        del items, profile
        return Guesses(
            {
                "the first character for every text": lambda item: _said_by(item, slice(1)),
                "the last character for every text": lambda item: _said_by(item, slice(-1, None)),
                "every character for every text": lambda item: _said_by(item, slice(None)),
                "nobody": always({"links": []}),
            }
        )

    def outcome(self, item: Item, answer: Answer, profile: Profile) -> Outcome:
        """``correct`` when every text has its speaker."""
        return outcome_by(self.score(item, answer, profile).get("best_speaker"))

    def question(self, items: Sequence[Item]) -> str:
        """Who says each text."""
        return f"{things_on_pages(items, 'text')}: who says each of them?"

    def chance_words(self, metric: str) -> str:
        """One of the page's characters, drawn for each text."""
        del metric
        return "1 / the number of characters on the page"

    def draw(self, item: Item, answer: Document, profile: Profile) -> Overlay | None:
        """A line from every text to its speaker, as it is and as answered."""
        del profile
        return overlay(item, document(item.gold), answer)

    def answer_form(self, item: Item) -> Form:
        """A link from every marked text; a text where nothing is marked on a picture."""
        if not marked_boxes(item):
            return super().answer_form(item)
        label = "Who says each text?"
        marks = given_marks(item)
        return Form((LinksField("links", label, marks, "text", "character", several=True),))

    def read_form(self, item: Item, values: FormValues, profile: Profile) -> Answer:
        """The links to characters."""
        if "links" not in values:
            return super().read_form(item, values, profile)
        links = ((as_mark(link["from"]), link["to"]) for link in values["links"])
        return {"links": [[text, as_mark(who), 1.0] for text, who in links if who is not None]}

    def fill_form(self, item: Item, answer: Answer, profile: Profile) -> FormValues:
        """The links of an answer or gold; texts without one are said by nobody who is marked."""
        if not marked_boxes(item):
            return super().fill_form(item, answer, profile)
        said: dict[str, list[str]] = {}
        for text, who, *_ in document(answer)["links"]:
            said.setdefault(text, []).append(who)
        texts = [one.id for one in given_marks(item) if one.label == "text"]
        links = [(text, who) for text in texts for who in said.get(as_mark(text), [None])]
        return {"links": [{"from": text, "to": who} for text, who in links]}


def _said_by_nearest(
    texts: Mapping[str, Box],
    people: Mapping[str, Box],
    panels: Sequence[Box],
    faces: Sequence[Box] = (),
) -> Answer:
    from panelwise.reading import closest_characters

    found = closest_characters(texts, people, panels, faces)
    return {"links": [[text, who, 1.0] for text, who in found.items()]}


def _said_by(item: Item, some: slice) -> Document:
    """Every text said by these of the page's characters, in the order of their marks."""
    gold = document(item.gold)
    who = list(gold["characters"])[some]
    return {"links": [[text, one, 1.0] for text in gold["texts"] for one in who]}


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
