"""The kind ``structure``: who and what is where on a bare page, in which order, and who says what.

Nothing is marked: who answers finds the boxes, too. Gold and answers look alike: ``{"size",
"texts": [{"box", "speakers": [ids]}], "characters": [{"id", "box", "person"}]}``, the texts in
reading order and ``person`` the same for one person's boxes. Gold has no ``characters`` where only
the texts were asked for; an answer has ``discarded`` and may have a ``score`` at a text.
Source: REQUIREMENTS 7.8 (end to end), 7.9, 7.10; AMB-43, AMB-44, AMB-47.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from panelwise.geometry import Box
from panelwise.metrics import (
    Matching,
    MetricInfo,
    end_to_end_links,
    identity_scores,
    match_boxes,
    reading_order,
    speaker_page,
)
from panelwise.profile import Profile
from panelwise.tasks._item import Answer, Document, Item, Outcome, Parsed
from panelwise.tasks.documents._detection import DETECTION, SCORE_KEYS, placed_boxes
from panelwise.tasks.documents._identities import IDENTITIES
from panelwise.tasks.documents._kind import DocumentKind, document, write_list
from panelwise.tasks.documents._links import NOBODY, SPEAKERS, speaker_page_scores
from panelwise.tasks.documents._lists import (
    as_mark,
    as_number,
    find_json,
    find_objects,
    first_of,
    unwrapped,
)
from panelwise.tasks.documents._pooled import LOST
from panelwise.tasks.documents._spotting import BOX_KEYS, four_numbers, written_box

PARTS = ("text", "character")
SPEAKER_KEYS = ("speaker", "speakers", "said_by")
PERSON_KEYS = ("person", "identity", "same_as", "name")

ORDER: dict[str, MetricInfo] = {
    info.name: info
    for info in (
        MetricInfo(
            "order_similarity",
            "one minus the edit distance of the orders, of what is missing or invented too",
        ),
        MetricInfo("order_whole", "pages with every text found, no other, all in order"),
        MetricInfo("order_exact", "pages whose found texts stand in the right order"),
        MetricInfo("order_tau", "Kendall's tau of the found texts", worst=lambda n: -1.0),
        MetricInfo("order_pairs", "share of pairs of found texts in the right order"),
    )
}
FOUND: dict[str, MetricInfo] = {
    f"{figure}_{part}": DETECTION[f"{figure}_{part}"]
    for part in PARTS
    for figure in ("f1", "recall", "precision")
}
STRUCTURE: dict[str, MetricInfo] = {
    **SPEAKERS,
    **ORDER,
    **IDENTITIES,
    **FOUND,
    LOST.name: LOST,
}


@dataclass(frozen=True, slots=True)
class PlacedStructure:
    """An answer beside the truth of its page.

    Attributes:
        texts: the boxes that were found, in the answer's order, in pixels of the page.
        characters: the same for characters.
        text_pairs: which of them are which true ones, by IoU.
        character_pairs: the same for characters.
    """

    texts: tuple[Box, ...]
    characters: tuple[Box, ...]
    text_pairs: Matching
    character_pairs: Matching

    @classmethod
    def of(cls, gold: Document, answer: Document, profile: Profile) -> PlacedStructure:
        """The boxes of an answer put beside those of gold."""

        def placed(part: str) -> tuple[Box, ...]:
            return tuple(placed_boxes(answer.get(part, ()), gold["size"], profile))

        texts, characters = placed("texts"), placed("characters")
        return cls(
            texts,
            characters,
            match_boxes(texts, _boxes(gold["texts"]), profile.link_iou),
            match_boxes(characters, _boxes(gold.get("characters", ())), profile.link_iou),
        )


class StructureKind(DocumentKind):
    """Answers are a page's texts in order and its characters, with who says what and who is who."""

    name = "structure"
    headline = "recall_at_texts"

    @property
    def metrics(self) -> Mapping[str, MetricInfo]:
        return STRUCTURE

    def read(self, item: Item, text: str, profile: Profile) -> Parsed:
        """Texts and characters out of JSON: two lists by name, or one of entries of both sorts.

        Entries without a box are lost, and so are links to characters that stand nowhere.
        """
        del profile
        alone = "characters" not in document(item.gold)
        found = find_json(text, lambda value: _two_lists(value, alone=alone))
        if found is not None:
            (texts, characters), rule = found
            lost, cut = 0, False
        else:
            picked = find_objects(text)
            if picked is None:
                return Parsed("invalid", reason="none found: no lists of texts and characters")
            texts, characters = _sorted_out(picked.entries, alone=alone)
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
        """An object of two lists, or a list of texts where characters were not asked for."""
        page = document(answer)
        texts = [
            {"bbox": written_box(text["box"], profile), "speaker": _spoken_by(text)}
            | ({"score": text["score"]} if "score" in text else {})
            for text in page["texts"]
        ]
        if "characters" not in document(item.gold):
            return write_list({"bbox": text["bbox"]} for text in texts)
        characters = [
            {key: one[key] for key in ("id", "person") if one.get(key) is not None}
            | {"bbox": written_box(one["box"], profile)}
            for one in page.get("characters", ())
        ]
        return json.dumps({"texts": texts, "characters": characters}, ensure_ascii=False)

    def score(self, item: Item, answer: Answer, profile: Profile) -> dict[str, float]:
        """The page's own figures, and the counts that the data set's are made of.

        A character that was not found is in a group of its own, and says nothing.
        """
        gold, said = document(item.gold), document(answer)
        placed = PlacedStructure.of(gold, said, profile)
        lost = said.get("discarded", 0)
        entries = len(placed.texts) + len(placed.characters) + lost
        scores: dict[str, float] = {"lost_entries": lost, "entries": entries}
        scores |= _found_scores("text", placed.text_pairs)
        scores |= _order_scores(placed.text_pairs)
        if "characters" in gold:
            scores |= _found_scores("character", placed.character_pairs)
            scores |= _speaker_scores(gold, said, placed)
            scores |= _identity_scores(gold, said, placed)
        else:  # nobody asked for them
            scores |= _found_scores("character", Matching((), 0, 0))
            scores |= speaker_page_scores(speaker_page([], []))
        return scores

    def invalid_scores(self, item: Item, profile: Profile) -> dict[str, float] | None:
        """Nothing found."""
        return self.score(item, {"texts": [], "characters": []}, profile)

    def outcome(self, item: Item, answer: Answer, profile: Profile) -> Outcome:
        """``correct`` when all was found, nothing else, and all of it is in its place."""
        gold = document(item.gold)
        placed = PlacedStructure.of(gold, document(answer), profile)
        if not placed.text_pairs.pairs and not placed.character_pairs.pairs:
            return "wrong"
        scores = self.score(item, answer, profile)
        whole = ("order_whole", "best_speaker", "pairwise_f1")
        right = all(scores[name] > 1 - 1e-9 for name in whole if name in scores)
        found = placed.text_pairs.is_right and (
            "characters" not in gold or placed.character_pairs.is_right
        )
        return "correct" if found and right else "partial"


def _boxes(entries: Sequence[Document]) -> list[Box]:
    return [Box(*entry["box"]) for entry in entries]


def _found_scores(part: str, matching: Matching) -> dict[str, float]:
    counts = {"hits": len(matching.pairs), "gold": matching.true, "predicted": matching.found}
    return {f"{name}_{part}": count for name, count in counts.items()}


def _order_scores(texts: Matching) -> dict[str, float]:
    """The order over what was found, and over all; none where a page has fewer than two texts."""
    true = dict(texts.pairs)
    order = reading_order([true.get(k, -1 - k) for k in range(texts.found)], range(texts.true))
    if order is None:
        return {}
    figures = {
        "order_similarity": 1 - order.whole_edit_distance,
        "order_whole": order.whole_page,
        "order_exact": order.exact_match,
        "order_tau": order.kendall_tau,
        "order_pairs": order.pairwise_accuracy,
    }
    return {name: figure for name, figure in figures.items() if figure is not None}


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
    person = {j: said["characters"][i]["person"] for i, j in placed.character_pairs.pairs}
    known = [one["person"] for one in gold["characters"]]
    scores = identity_scores([person.get(j) for j in range(len(known))], known)
    if scores is None:
        return {}
    found = any(known[j] is not None for j in person)
    return scores if found else dict.fromkeys(scores, 0.0)


Entries = list[Any]


def _two_lists(value: Any, *, alone: bool) -> list[Entries]:
    """The texts and the characters of a JSON value; empty for a value that is about neither."""
    if isinstance(value, dict) and not {"texts", "characters"} & value.keys():
        value = unwrapped(value)
    if isinstance(value, dict):
        texts, characters = value.get("texts", []), value.get("characters", [])
        if isinstance(characters, dict):  # boxes by name
            characters = [{"id": name, "bbox": box} for name, box in characters.items()]
        if isinstance(texts, list) and isinstance(characters, list) and (texts or "texts" in value):
            return [texts, [] if alone else characters]
        return []
    whole = isinstance(value, list) and all(isinstance(entry, dict) for entry in value)
    return [*_sorted_out(value, alone=alone)] if whole else []


def _sorted_out(entries: Sequence[Any], *, alone: bool) -> tuple[Entries, Entries]:
    """Entries of one list: who has a speaker is a text, who has a person or an id a character."""
    texts: Entries = []
    characters: Entries = []
    for entry in entries:
        is_text = alone or first_of(entry, SPEAKER_KEYS) is not None
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
