"""The kind ``structure``: who and what is where on a bare page, in which order, and who says what.

Nothing is marked: who answers finds the boxes, too. Gold and answers look alike: ``{"size",
"texts": [{"box", "speakers": [ids]}], "characters": [{"id", "box", "person"}]}``, the texts in
reading order and ``person`` the same for one person's boxes; an answer has ``discarded`` and may
have a ``score`` at a text.
Source: specification 7.8 (end to end), 7.9, 7.10; AMB-43, AMB-44, AMB-47.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from panelwise.comics import Page
from panelwise.metrics import (
    MetricInfo,
    end_to_end_links,
    identity_scores,
    speaker_page,
)
from panelwise.profile import Profile
from panelwise.tasks._draft import ItemDraft
from panelwise.tasks._item import Answer, Document, Item, Outcome, Parsed
from panelwise.tasks.extraction import SOMETHING
from panelwise.tasks.forms import Form, FormValues
from panelwise.tasks.kinds._capabilities import FromPage
from panelwise.tasks.kinds._guesses import Guesses, Rule, always
from panelwise.tasks.kinds._presentation import MetricGroup, PartFigures, Presentation
from panelwise.tasks.kinds._question import things_on_pages
from panelwise.tasks.kinds.documents import (
    BOX_FIGURES,
    BOX_FRAMES,
    BOX_KEYS,
    COVERED,
    IDENTITIES,
    LOST,
    NOBODY,
    ORDER,
    ORDER_METRICS,
    SCORE_KEYS,
    SPEAKERS,
    WHY_NO_RANDOM_BOX,
    BoxSettings,
    ConstantBox,
    DocumentKind,
    as_mark,
    as_number,
    box_counts,
    document,
    find_json,
    find_objects,
    first_of,
    found_counts,
    found_metrics,
    four_numbers,
    order_scores,
    places,
    speaker_page_scores,
    unwrapped,
    written_box,
)
from panelwise.tasks.kinds.structure._form import fill_structure, read_structure, structure_form
from panelwise.tasks.kinds.structure._line import StructureLine
from panelwise.tasks.kinds.structure._overlay import overlay
from panelwise.tasks.kinds.structure._placed import PlacedStructure, boxes_of
from panelwise.tasks.overlay import Overlay

SPEAKER_KEYS = ("speaker", "speakers", "said_by")
PERSON_KEYS = ("person", "identity", "same_as", "name")
STRUCTURE: dict[str, MetricInfo] = {
    **SPEAKERS,
    **ORDER,
    **IDENTITIES,
    **found_metrics("text"),
    **found_metrics("character"),
    **BOX_FIGURES,
    LOST.name: LOST,
}


PRESENTATION = Presentation(
    answer="an object: texts in reading order, with their boxes and speakers, and characters",
    right="All right",
    counted="texts on the page",
    groups=(
        MetricGroup(
            "Who says what",
            (
                *("recall_at_texts", "best_speaker", "recall_at_texts_micro"),
                *("best_speaker_micro", "per_text_recall_micro", "unlinked"),
            ),
        ),
        ORDER_METRICS,
        MetricGroup("Who is the same", tuple(IDENTITIES)),
    ),
    parts=PartFigures(
        "class", "gold_{}", ("text", "character"), ("precision_{}", "recall_{}", "f1_{}")
    ),
    frames=BOX_FRAMES,
)


class StructureKind(DocumentKind):
    """Answers are a page's texts in order, its characters, who says what and who is who."""

    name = "structure"
    settings = (BoxSettings,)
    line = StructureLine
    on_bare_pages = True
    headline = "recall_at_texts"
    presentation = PRESENTATION
    anything = SOMETHING + r"|\{"  # an empty object finds nothing, as an empty list does

    @property
    def metrics(self) -> Mapping[str, MetricInfo]:
        return STRUCTURE

    @property
    def empty(self) -> Document:
        """Nothing found."""
        return {"texts": [], "characters": []}

    def read(self, item: Item, text: str, profile: Profile) -> Parsed:
        """Texts and characters out of JSON: two lists by name, or one of entries of both sorts.

        Entries without a box are lost, and so are links to characters that stand nowhere.
        """
        del item, profile
        found = find_json(text, _two_lists)
        if found is not None:
            (texts, characters), rule = found
            lost, cut = 0, False
        else:
            picked = find_objects(text)
            if picked is None:
                return Parsed(
                    "invalid", reason="none found: no lists of texts and characters", unclear=True
                )
            texts, characters = _sorted_out(picked.entries)
            rule, lost, cut = picked.rule, picked.discarded, picked.cut
        answer = _answer(texts, characters)
        lost += answer["discarded"]
        answer["discarded"] = lost
        if lost and not answer["texts"] and not answer["characters"]:
            return Parsed("invalid", reason=f"{lost} entries, of which none can be read")
        flags = ("final", *(["cut_off"] if cut else []), *(["discarded"] if lost else []))
        if rule in ("json", "fenced") and not lost:
            return Parsed("ok", answer, rule, None, flags)
        reason = f"{lost} entries or links lost" if lost else f"list {rule}"
        return Parsed("ok_repaired", answer, rule, reason, flags)

    def write(self, item: Item, answer: Answer, profile: Profile) -> str:
        """An object of two lists."""
        del item
        page = document(answer)
        texts = [
            {"bbox": written_box(text["box"], profile), "speaker": _spoken_by(text)}
            | ({"score": text["score"]} if "score" in text else {})
            for text in page["texts"]
        ]
        characters = [
            {key: one[key] for key in ("id", "person") if one.get(key) is not None}
            | {"bbox": written_box(one["box"], profile)}
            for one in page["characters"]
        ]
        return json.dumps({"texts": texts, "characters": characters}, ensure_ascii=False)

    def score(self, item: Item, answer: Answer, profile: Profile) -> dict[str, float]:
        """The page's own figures, and the counts that the data set's are made of."""
        gold, said = document(item.gold), document(answer)
        placed = PlacedStructure.of(gold, said, profile)
        lost = said.get("discarded", 0)
        entries = len(placed.texts) + len(placed.characters) + lost
        classes = [(said[part], boxes_of(gold[part])) for part in ("texts", "characters")]
        return {
            "lost_entries": lost,
            "entries": entries,
            **found_counts("text", placed.text_pairs),
            **found_counts("character", placed.character_pairs),
            **order_scores(placed.text_pairs),
            **_speaker_scores(gold, said, placed),
            **_identity_scores(gold, said, placed),
            **box_counts(classes, gold["size"], profile, profile.section(BoxSettings).link_iou),
        }

    def invalid_scores(self, item: Item, profile: Profile) -> dict[str, float] | None:
        """Nothing found."""
        return self.score(item, {"texts": [], "characters": []}, profile)

    def from_page(self, item: Item) -> FromPage | None:
        """Its texts in their order; a page that was read has no characters."""
        del item
        return FromPage("needed", _texts_of)

    def guesses(self, items: Sequence[Item], profile: Profile) -> Guesses:
        """Nothing, or one text said by one character: over the page, or the mean boxes."""
        texts, characters = (
            places(items, lambda gold, part=part: [one["box"] for one in gold[part]], profile)  # type: ignore[misc]
            for part in ("texts", "characters")
        )
        rules: dict[str, Rule] = {"nothing": always({"texts": [], "characters": []})}
        for name in (name for name in texts if name in characters):
            rules[f"{name} of each sort"] = _one_of_each(texts[name], characters[name])
        return Guesses(rules, WHY_NO_RANDOM_BOX)

    def outcome(self, item: Item, answer: Answer, profile: Profile) -> Outcome:
        """``correct`` when all was found, nothing else, and all of it is in its place."""
        placed = PlacedStructure.of(document(item.gold), document(answer), profile)
        scores = self.score(item, answer, profile)
        whole = ("order_whole", "best_speaker", "pairwise_f1")
        right = all(scores[name] > 1 - 1e-9 for name in whole if name in scores)
        if right and placed.text_pairs.is_right and placed.character_pairs.is_right:
            return "correct"
        return "partial" if placed.text_pairs.pairs or placed.character_pairs.pairs else "wrong"

    def cover_texts(self, draft: ItemDraft) -> ItemDraft | str | None:
        """Nothing is left to ask for."""
        del draft
        return COVERED

    def question(self, items: Sequence[Item]) -> str:
        """Where texts are, in which order, and who says them."""
        return (
            f"{things_on_pages(items, 'text')}: where are they, in which order, and who says them?"
        )

    def draw(self, item: Item, answer: Document, profile: Profile) -> Overlay | None:
        """Boxes, their order, speakers and people."""
        return overlay(item, document(item.gold), answer, profile)

    def answer_form(self, item: Item) -> Form:
        """Boxes, links and groups; a text where there is no picture."""
        return structure_form(item) if item.rendering.images else super().answer_form(item)

    def read_form(self, item: Item, values: FormValues, profile: Profile) -> Answer:
        """The page that was drawn, in the profile's coordinates."""
        if "shapes" not in values:
            return super().read_form(item, values, profile)
        return read_structure(item, values, profile)

    def fill_form(self, item: Item, answer: Answer, profile: Profile) -> FormValues:
        """The page of an answer or gold, on the picture."""
        if not item.rendering.images:
            return super().fill_form(item, answer, profile)
        return fill_structure(item, document(answer), profile)


def _texts_of(page: Page) -> Answer:
    texts = [{"box": [*text.box], "speakers": []} for text in page.texts or ()]
    return {"texts": texts, "characters": []}


def _one_of_each(text: ConstantBox, character: ConstantBox) -> Rule:
    return lambda item: {
        "texts": [{"box": text(item), "speakers": ["C1"]}],
        "characters": [{"id": "C1", "box": character(item), "person": None}],
    }


def _speaker_scores(gold: Document, said: Document, placed: PlacedStructure) -> dict[str, float]:
    found = {one["id"]: at for at, one in reversed([*enumerate(said["characters"])]) if one["id"]}
    links = [
        (at, found[who], text.get("score", 1.0))
        for at, text in enumerate(said["texts"])
        for who in text["speakers"]
    ]
    ranked = end_to_end_links(links, placed.text_pairs, placed.character_pairs)
    place = {one["id"]: at for at, one in enumerate(gold["characters"])}
    true = [(at, place[who]) for at, text in enumerate(gold["texts"]) for who in text["speakers"]]
    return speaker_page_scores(speaker_page(ranked, true))


def _identity_scores(gold: Document, said: Document, placed: PlacedStructure) -> dict[str, float]:
    """A character that was not found is in a group of its own.

    Who found fewer than two has put nobody together nor apart, and scores 0.
    """
    person = {j: said["characters"][i]["person"] for i, j in placed.character_pairs.pairs}
    known = [one["person"] for one in gold["characters"]]
    scores = identity_scores([person.get(j) for j in range(len(known))], known)
    if scores is None:
        return {}
    identified = sum(known[j] is not None for j in person)
    return scores if identified >= 2 else dict.fromkeys(scores, 0.0)


Entries = list[Any]


def _two_lists(value: Any) -> list[Entries]:
    """The texts and the characters of a JSON value; empty for a value that is about neither."""
    if isinstance(value, dict) and not {"texts", "characters"} & value.keys():
        value = unwrapped(value)
    if isinstance(value, dict):
        texts, characters = value.get("texts", []), value.get("characters", [])
        if isinstance(characters, dict):  # boxes by name
            characters = [{"id": name, "bbox": box} for name, box in characters.items()]
        about = not value or "texts" in value or "characters" in value
        both = isinstance(texts, list) and isinstance(characters, list)
        return [texts, characters] if about and both else []
    whole = isinstance(value, list) and all(isinstance(entry, dict) for entry in value)
    return [*_sorted_out(value)] if whole else []


def _sorted_out(entries: Sequence[Any]) -> tuple[Entries, Entries]:
    """Entries of one list: who has a speaker is a text, who has a person or an id a character."""
    texts: Entries = []
    characters: Entries = []
    for entry in entries:
        is_text = first_of(entry, SPEAKER_KEYS) is not None
        is_text = is_text or not {"id", *PERSON_KEYS} & entry.keys()
        (texts if is_text else characters).append(entry)
    return texts, characters


def _answer(texts: Entries, characters: Entries) -> Document:
    """What of two lists can be understood, and how much cannot."""
    people = [one for entry in characters if (one := _character(entry)) is not None]
    ids = {one["id"] for one in people if one["id"]}
    lost = len(characters) - len(people)
    found = []
    for entry in texts:
        box = _box(entry)
        if box is None:
            lost += 1
            continue
        named = first_of(entry, SPEAKER_KEYS)
        speakers = [as_mark(who) for who in (named if isinstance(named, list) else [named])]
        speakers = [who for who in dict.fromkeys(speakers) if who not in NOBODY]
        lost += sum(who not in ids for who in speakers)
        score = as_number(first_of(entry, SCORE_KEYS))
        found.append(
            {"box": box, "speakers": [who for who in speakers if who in ids]}
            | ({} if score is None else {"score": score})
        )
    return {"texts": found, "characters": people, "discarded": lost}


def _character(entry: Any) -> Document | None:
    box = _box(entry)
    if box is None:
        return None
    person = as_mark(first_of(entry, PERSON_KEYS))
    return {"id": as_mark(entry.get("id")), "box": box, "person": person or None}


def _box(entry: Any) -> list[float] | None:
    return four_numbers(first_of(entry, BOX_KEYS)) if isinstance(entry, dict) else None


def _spoken_by(text: Document) -> Any:
    """The one speaker, several, or nobody."""
    speakers = text["speakers"]
    return speakers if len(speakers) > 1 else next(iter(speakers), None)
