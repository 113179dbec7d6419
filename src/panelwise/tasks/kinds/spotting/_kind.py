"""The kind ``spotting``: find the texts of a page and read them.

Gold: ``{"size": [width, height], "texts": [{"box", "polygon", "text", "class"}]}``; an answer:
``{"texts": [{"box", "text"}], "discarded": n}`` with numbers as they were written. In which frame
they are meant is the setting ``boxes.coord_frame``, so that it can be changed afterwards.
Source: specification 4.1 (MV-1, MV-3), 7.0, 7.4, 7.5; AMB-25 to AMB-31.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from panelwise.comics import Page
from panelwise.geometry import Box
from panelwise.metrics import (
    COORDINATE_FRAMES,
    MetricInfo,
    Normaliser,
    SpottingMatches,
    TextRegion,
    coordinate_frame,
    filter_repeats,
    matches_greedy,
    matches_hungarian,
    normaliser,
    page_spotting_scores,
    recall_by_group,
    spotting_counts,
    text_orientation,
    to_pixels,
    trans_counts,
    upright,
    usable_shape,
)
from panelwise.profile import Profile
from panelwise.tasks._draft import ItemDraft
from panelwise.tasks._item import Answer, Document, Item, Outcome, Parsed
from panelwise.tasks.forms import Form, FormValues, ShapesField
from panelwise.tasks.kinds._capabilities import FromPage
from panelwise.tasks.kinds._guesses import Guesses, Rule, always, commonest, quoted
from panelwise.tasks.kinds._question import language_of, things_on_pages
from panelwise.tasks.kinds._settings import TextSettings
from panelwise.tasks.kinds.documents import (
    BOX_KEYS,
    COVERED,
    WHY_NO_RANDOM_BOX,
    BoxSettings,
    ConstantBox,
    DocumentKind,
    as_text,
    document,
    drawn_boxes,
    find_objects,
    first_of,
    four_numbers,
    numbered,
    outcome_by,
    picture_size,
    places,
    read_list,
    shapes_of,
    write_list,
    written_box,
)
from panelwise.tasks.kinds.spotting._figures import GROUPS, PRESENTATION, SIZES, SPOTTING
from panelwise.tasks.kinds.spotting._keys import TEXT_KEYS
from panelwise.tasks.kinds.spotting._line import SpottingLine
from panelwise.tasks.kinds.spotting._overlay import overlay
from panelwise.tasks.kinds.spotting._settings import SpottingSettings
from panelwise.tasks.overlay import Overlay

LISTED = 20  # texts claimed at once
_BLOCK = re.compile(r"\n\t\{.*?\}", re.DOTALL)
_NUMBERS = re.compile(r'"bbox_2d"\s*:\s*\[([^]]+)]')
_CONTENT = re.compile(r'"text_content"\s*:\s*"([^"]*)"')


class SpottingKind(DocumentKind):
    """Answers are texts with boxes."""

    name = "spotting"
    settings = (SpottingSettings, TextSettings, BoxSettings)
    line = SpottingLine
    on_bare_pages = True
    headline = "e2e_hmean_ned"
    presentation = PRESENTATION

    @property
    def metrics(self) -> Mapping[str, MetricInfo]:
        return SPOTTING

    @property
    def empty(self) -> Document:
        """Nothing found."""
        return {"texts": []}

    def read(self, item: Item, text: str, profile: Profile) -> Parsed:
        """Texts with boxes out of JSON, entry by entry; what cannot be read is counted.

        With ``spotting.list_parser=released`` only what the released code reads: blocks that begin
        on a new line after a tab; other entries count as lost. An answer with entries of which none
        can be read is invalid; an empty list is an answer.
        """
        del item
        if profile.section(SpottingSettings).list_parser == "released":
            return _read_as_released(text)
        found = find_objects(text)
        if found is None:
            return Parsed("invalid", reason="none found: no list of texts", unclear=True)
        entries = [entry for one in found.entries if (entry := _entry(one)) is not None]
        lost = found.discarded + len(found.entries) - len(entries)
        return read_list(found, {"texts": entries, "discarded": lost}, lost)

    def write(self, item: Item, answer: Answer, profile: Profile) -> str:
        """A list of ``bbox_2d`` and ``text_content``, a line each.

        The released parser ends a text at a quotation mark, and an entry at a brace.
        """
        del item
        return write_list(
            {"bbox_2d": written_box(text["box"], profile), "text_content": text["text"]}
            for text in document(answer)["texts"]
        )

    def score(self, item: Item, answer: Answer, profile: Profile) -> dict[str, float]:
        """The page's own rates, and every count that the data set's rates are made of."""
        gold, predicted = document(item.gold), document(answer)["texts"]
        matches = self.matches(item, answer, profile)
        scores = _counts(matches, gold, profile)
        lost = document(answer).get("discarded", 0)
        scores |= {"lost_entries": lost, "entries": len(predicted) + lost}
        uncounted = len(predicted) - scores["predicted"]
        scores |= {"uncounted_texts": uncounted, "claimed": len(predicted)}
        for name in COORDINATE_FRAMES:
            same = name == profile.section(BoxSettings).coord_frame
            other = matches if same else _matched(gold, predicted, profile, name)
            counts = spotting_counts(other)
            scores[f"similarity_in_{name}"] = counts.similarity
            scores[f"predicted_in_{name}"] = counts.predicted
        return scores

    def matches(self, item: Item, answer: Answer, profile: Profile) -> SpottingMatches:
        """Which text was found as which, for figures and drawings."""
        gold = document(item.gold)
        return _matched(
            gold, document(answer)["texts"], profile, profile.section(BoxSettings).coord_frame
        )

    def invalid_scores(self, item: Item, profile: Profile) -> dict[str, float] | None:
        """Nothing found."""
        return self.score(item, {"texts": [], "discarded": 0}, profile)

    def from_page(self, item: Item) -> FromPage | None:
        """Its texts with what they say."""
        del item
        return FromPage("needed", _texts_of)

    def guesses(self, items: Sequence[Item], profile: Profile) -> Guesses:
        """Nothing, or one box: with the commonest text, or over the page with the 20 commonest."""
        golds = [document(item.gold) for item in items]
        texts = commonest((one["text"] or "" for gold in golds for one in gold["texts"]), LISTED)
        rules: dict[str, Rule] = {"nothing": always({"texts": []})}
        where = places(items, lambda gold: [one["box"] for one in gold["texts"]], profile)
        for text in texts[:1]:
            said = f"with {quoted(text)}"
            rules |= {f"{name} {said}": _claim(box, text) for name, box in where.items()}
        for name, box in [*where.items()][:1] if len(texts) > 1 else ():
            rules[f"{name} with the {len(texts)} commonest texts"] = _claim(box, " ".join(texts))
        return Guesses(rules, WHY_NO_RANDOM_BOX)

    def outcome(self, item: Item, answer: Answer, profile: Profile) -> Outcome:
        """``correct`` when every text was found and read right and nothing else was claimed."""
        counts = spotting_counts(self.matches(item, answer, profile))
        if counts.hits and not counts.exact:
            return "partial"
        return outcome_by(page_spotting_scores(counts)["e2e_hmean_exact"])

    def cover_texts(self, draft: ItemDraft) -> ItemDraft | str | None:
        """Nothing is left to ask for."""
        del draft
        return COVERED

    def question(self, items: Sequence[Item]) -> str:
        """Where texts are, and what they say."""
        return f"{things_on_pages(items, 'text')}: where are they, and what do they say?"

    def draw(self, item: Item, answer: Document, profile: Profile) -> Overlay | None:
        """Texts found, missed and invented, and how the found ones were read."""
        return overlay(document(item.gold), answer, self.matches(item, answer, profile))

    def answer_form(self, item: Item) -> Form:
        """Boxes of texts with what they say; a text where there is no picture."""
        if not item.rendering.images:
            return super().answer_form(item)
        field = ShapesField(
            "texts",
            "Draw a box around every text, and write down what it says",
            picture_size(item),
            ("text",),
            texts=True,
            language=language_of(item),
        )
        return Form((field,))

    def read_form(self, item: Item, values: FormValues, profile: Profile) -> Answer:
        """The boxes, in the profile's coordinates, and their words."""
        if "texts" not in values:
            return super().read_form(item, values, profile)
        shapes = values["texts"]
        boxes = drawn_boxes(item, shapes, profile)
        texts = [
            {"box": box, "text": shape["text"]} for shape, box in zip(shapes, boxes, strict=True)
        ]
        return {"texts": texts, "discarded": 0}

    def fill_form(self, item: Item, answer: Answer, profile: Profile) -> FormValues:
        """The boxes of an answer or gold, on the picture, with their words."""
        if not item.rendering.images:
            return super().fill_form(item, answer, profile)
        said = document(answer)
        shapes = shapes_of(item, said, said["texts"], profile)
        return {
            "texts": numbered(
                {"class": "text", **shape, "text": text["text"] or ""} for text, shape in shapes
            )
        }


def _texts_of(page: Page) -> Answer:
    return {
        "texts": [{"box": [*text.box], "text": text.content or ""} for text in page.texts or ()]
    }


def _claim(place: ConstantBox, text: str) -> Rule:
    return lambda item: {"texts": [{"box": place(item), "text": text}]}


def _read_as_released(text: str) -> Parsed:
    """What the released code reads. It passes over the rest in silence; here it counts as lost.

    A list of which it reads nothing (plain JSON, the printed format) is unread, though the released
    code takes the page for an empty one, and scores the same. Text without any list is such a page.
    """
    entries, lost, cut = _released(text)
    found = find_objects(text)
    there = len(found.entries) + found.discarded if found else 0
    lost = max(lost, there - len(entries))
    answer: Document = {"texts": entries, "discarded": lost}
    flags = (*(["cut_off"] if cut else []), *(["discarded"] if lost else []))
    reason = f"{lost} entries lost: the released parser reads a line each, after a tab"
    if lost and not entries:
        return Parsed("invalid", answer, "released", reason, flags)
    if lost:
        return Parsed("ok_repaired", answer, "released", reason, ("final", *flags))
    return Parsed("ok", answer, "released", None, ("final", *flags))


def _released(text: str) -> tuple[list[Document], int, bool]:
    """What the released scorer's patterns read, how many blocks they pass over, whether one is cut.

    After the last brace no block can end, and to look for an end there costs quadratic time.
    """
    entries: list[Document] = []
    text = text.replace('\\"', '"')
    blocks = list(_BLOCK.finditer(text, 0, text.rfind("}") + 1))
    for block in blocks:
        numbers = _NUMBERS.search(block[0], 0, block[0].rfind("]") + 1)
        content = _CONTENT.search(block[0])
        box = _whole_numbers(numbers[1]) if numbers else None
        if box is not None and content:
            entries.append({"box": box, "text": as_text(content[1])})
    cut = "\n\t{" in text[blocks[-1].end() if blocks else 0 :]
    return entries, len(blocks) - len(entries) + cut, cut


def _whole_numbers(text: str) -> list[float] | None:
    """Four numbers as Python's ``int`` takes them, "+7" and "4_0" among them; else ``None``."""
    try:
        return four_numbers([int(part) for part in text.split(",")])
    except ValueError:
        return None


def _entry(entry: Mapping[str, Any]) -> Document | None:
    box, text = four_numbers(first_of(entry, BOX_KEYS)), as_text(first_of(entry, TEXT_KEYS))
    return None if box is None or text is None else {"box": box, "text": text}


def _matched(
    gold: Document, predicted: Sequence[Document], profile: Profile, frame: str
) -> SpottingMatches:
    """Gold and predictions, normalised, filtered and matched, in one coordinate frame."""
    norm = normaliser(profile.section(TextSettings).normaliser)
    width, height = gold["size"]
    boxes = [Box(*text["box"]) for text in predicted]
    placed = to_pixels(boxes, coordinate_frame(frame), width, height)
    # The released code drops a box without area; an answer with one has claimed a text.
    shape_of = (
        usable_shape if profile.section(SpottingSettings).list_parser == "released" else upright
    )
    regions = [
        TextRegion(shape, norm(text["text"]))
        for box, text in zip(placed, predicted, strict=True)
        if (shape := shape_of(box)) is not None
    ]
    kept = filter_repeats(
        regions, width, height, mode=profile.section(SpottingSettings).repeat_mode
    ).kept
    matcher = (
        matches_greedy
        if profile.section(SpottingSettings).matcher == "greedy"
        else matches_hungarian
    )
    return matcher(_gold_regions(gold, norm, profile), [regions[at] for at in kept])


def _gold_regions(gold: Document, norm: Normaliser, profile: Profile) -> list[TextRegion]:
    """Gold texts; those that nobody could write down need not be read (``###``).

    A text is where its box is, since a box is all that an answer can give: one polygon in eight of
    COO covers at most half of the box around it, so that a perfect box would miss it (MV-5).
    """
    regions = []
    for text in gold["texts"]:
        polygon = (
            text.get("polygon")
            if profile.section(SpottingSettings).text_gold == "polygon"
            else None
        )
        shape = tuple((x, y) for x, y in polygon) if polygon else Box(*text["box"])
        regions.append(TextRegion(shape, "###" if text["text"] is None else norm(text["text"])))
    return regions


def _sizes(gold: Document) -> list[str]:
    """How large the box of each gold text is, as a share of the picture."""
    width, height = gold["size"]
    shares = [Box(*text["box"]).area / (width * height) for text in gold["texts"]]
    return [next(name for name, below in SIZES.items() if one < below) for one in shares]


def _counts(matches: SpottingMatches, gold: Document, profile: Profile) -> dict[str, float]:
    counts = spotting_counts(matches, profile.section(SpottingSettings).near_reading)
    kept = [i for i in range(len(matches.gold)) if i not in matches.ignored_gold]
    asked = [matches.gold[i].text for i in kept]
    trans = trans_counts(asked, [region.text for region in matches.predicted])
    classes = [text.get("class") or "other" for text in gold["texts"]]
    shapes = [text_orientation(region.shape) for region in matches.gold]
    groups: dict[str, tuple[int, int]] = {}
    for of_texts in (classes, list(shapes), _sizes(gold)):
        groups |= recall_by_group(matches, of_texts)
    rates = page_spotting_scores(counts)
    scores: dict[str, float] = {
        **{name: value for name, value in rates.items() if name in SPOTTING},
        "gold": counts.gold,
        "predicted": counts.predicted,
        "hits": counts.hits,
        "similarity": counts.similarity,
        "exact": counts.exact,
        "near": counts.near,
        "asked": trans.gold,
        "found": trans.found,
        "found_once": trans.found_once,
        "long": trans.long_gold,
        "long_found": trans.long_found,
        "read": trans.read,
        "accounted": trans.accounted,
    }
    for group in GROUPS:
        found, total = groups.get(group, (0, 0))
        scores[f"f_{group}"], scores[f"n_{group}"] = found, total
    return scores
