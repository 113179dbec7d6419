"""The kind ``detection``: where panels, characters, texts and faces are.

Gold: ``{"size", "classes", "boxes": [{"class", "box"}]}``; an answer: ``{"boxes": [{"class",
"box", "score"}], "discarded"}``. Scored at one operating point, IoU .5: those who give no scores
have no precision curve. Average precision of detectors that do: ``panelwise score detection``.
Source: specification 6.1 (CX-1), 7.7; AMB-45.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from panelwise.comics import Character, Face, Page, Panel, Text
from panelwise.geometry import Box
from panelwise.metrics import DetectionPage, FoundBox, MetricInfo, TrueBox, match_boxes
from panelwise.profile import Profile
from panelwise.tasks._draft import ItemDraft
from panelwise.tasks._item import Answer, Document, Item, Outcome, Parsed
from panelwise.tasks.forms import Form, FormValues, ShapesField
from panelwise.tasks.kinds._capabilities import FromPage, RatedBoxes
from panelwise.tasks.kinds._guesses import Guesses, Rule, always
from panelwise.tasks.kinds._presentation import PartFigures, Presentation
from panelwise.tasks.kinds._question import pages
from panelwise.tasks.kinds.detection._line import DetectionLine
from panelwise.tasks.kinds.documents import (
    BOX_FIGURES,
    BOX_FRAMES,
    BOX_KEYS,
    CLASSES,
    LEAST_IOU,
    LOST,
    SCORE_KEYS,
    WHY_NO_RANDOM_BOX,
    BoxSettings,
    ConstantBox,
    DocumentKind,
    as_number,
    as_text,
    box_counts,
    boxes_overlay,
    document,
    drawn_boxes,
    find_objects,
    first_of,
    found_metrics,
    four_numbers,
    mean_of_harmonics,
    numbered,
    outcome_by,
    picture_size,
    placed_boxes,
    places,
    read_list,
    shapes_of,
    write_list,
    written_box,
)
from panelwise.tasks.overlay import Overlay
from panelwise.wording import joined

CLASS_KEYS = ("class", "label", "category", "type")

_FOUND = [found_metrics(label).values() for label in CLASSES]
_F1, _RECALL, _PRECISION = zip(*_FOUND, strict=True)
DETECTION: dict[str, MetricInfo] = {
    info.name: info
    for info in (
        mean_of_harmonics(
            "mean_f1", "F1 at IoU .5, mean over the classes that occur", CLASSES, label="Mean F1"
        ),
        *_F1,
        *_RECALL,
        LOST,
        *BOX_FIGURES.values(),
        *_PRECISION,
    )
}


PRESENTATION = Presentation(
    answer="a list of boxes with classes",
    right="All right",
    counted="boxes to find",
    parts=PartFigures("class", "gold_{}", CLASSES, ("precision_{}", "recall_{}", "f1_{}")),
    frames=BOX_FRAMES,
)


class DetectionKind(DocumentKind):
    """Answers are boxes with classes."""

    name = "detection"
    settings = (BoxSettings,)
    line = DetectionLine
    on_bare_pages = True
    headline = "mean_f1"
    presentation = PRESENTATION

    @property
    def metrics(self) -> Mapping[str, MetricInfo]:
        return DETECTION

    @property
    def empty(self) -> Document:
        """Nothing found."""
        return {"boxes": []}

    def read(self, item: Item, text: str, profile: Profile) -> Parsed:
        """Boxes with classes out of JSON; entries of other classes or without a box are counted."""
        del profile
        found = find_objects(text)
        if found is None:
            return Parsed("invalid", reason="none found: no list of boxes", unclear=True)
        boxes, lost = boxes_in(found.entries, document(item.gold)["classes"])
        lost += found.discarded
        return read_list(found, {"boxes": boxes, "discarded": lost}, lost)

    def write(self, item: Item, answer: Answer, profile: Profile) -> str:
        """A list of ``class``, ``bbox`` and, where there is one, ``score``; a line each."""
        del item
        return write_list(
            {"class": box["class"], "bbox": written_box(box["box"], profile)}
            | ({"score": box["score"]} if "score" in box else {})
            for box in document(answer)["boxes"]
        )

    def score(self, item: Item, answer: Answer, profile: Profile) -> dict[str, float]:
        """Counts by class, and the page's own F1."""
        gold = document(item.gold)
        boxes, lost = document(answer)["boxes"], document(answer).get("discarded", 0)
        scores: dict[str, float] = {"lost_entries": lost, "entries": len(boxes) + lost}
        classes = [
            (
                [box for box in boxes if box["class"] == label],
                [Box(*box["box"]) for box in gold["boxes"] if box["class"] == label],
            )
            for label in gold["classes"]
        ]
        scores |= box_counts(classes, gold["size"], profile, LEAST_IOU)
        f1: list[float] = []
        for label in CLASSES:
            true = [Box(*box["box"]) for box in gold["boxes"] if box["class"] == label]
            named = [box for box in boxes if box["class"] == label]
            claimed = placed_boxes(named, gold["size"], profile)
            hits = len(match_boxes(claimed, true, LEAST_IOU).pairs)
            if label not in gold["classes"]:
                claimed = []  # nobody asked for it
            scores[f"hits_{label}"] = hits
            scores[f"gold_{label}"] = len(true)
            scores[f"predicted_{label}"] = len(claimed)
            if true:
                f1.append(2 * hits / (len(true) + len(claimed)))
        if f1:
            scores["mean_f1"] = sum(f1) / len(f1)
        return scores

    def invalid_scores(self, item: Item, profile: Profile) -> dict[str, float] | None:
        """Nothing found."""
        return self.score(item, {"boxes": []}, profile)

    def from_page(self, item: Item) -> FromPage | None:
        """Its panels, its texts where they were read, its characters and faces where known."""
        del item
        return FromPage("useful", _boxes_of)

    def guesses(self, items: Sequence[Item], profile: Profile) -> Guesses:
        """Nothing, or one box of each class: over the page, or the mean of the class."""
        by_class = {
            label: places(
                items,
                lambda gold, label=label: [  # type: ignore[misc]
                    one["box"] for one in gold["boxes"] if one["class"] == label
                ],
                profile,
            )
            for label in CLASSES
        }
        rules: dict[str, Rule] = {"nothing": always({"boxes": []})}
        for name in dict.fromkeys(name for found in by_class.values() for name in found):
            of_class = {label: found[name] for label, found in by_class.items() if name in found}
            rules[f"{name} for each class"] = _one_each(of_class)
        return Guesses(rules, WHY_NO_RANDOM_BOX)

    def outcome(self, item: Item, answer: Answer, profile: Profile) -> Outcome:
        """``correct`` when every box was found and no other claimed."""
        scores = self.score(item, answer, profile)
        invented = any(scores[f"predicted_{label}"] > scores[f"hits_{label}"] for label in CLASSES)
        outcome = outcome_by(scores.get("mean_f1"))
        return "partial" if outcome == "correct" and invented else outcome

    def cover_texts(self, draft: ItemDraft) -> ItemDraft | str | None:
        """All boxes but those of texts are asked for."""
        gold = document(draft.gold)
        classes = [label for label in gold["classes"] if label != "text"]
        if not classes:
            return "asks for nothing but texts, which it covers"
        boxes = [box for box in gold["boxes"] if box["class"] != "text"]
        made = draft.with_values({"classes": ", ".join(classes)})
        return replace(made, gold={**gold, "classes": classes, "boxes": boxes}, n=len(boxes))

    def rated_boxes(self, item: Item, answer: Answer | None, profile: Profile) -> RatedBoxes:
        """True and claimed boxes, the claimed ones with their scores where there are any."""
        gold = document(item.gold)
        claimed = document(answer)["boxes"] if isinstance(answer, dict) else []
        placed = placed_boxes(claimed, gold["size"], profile)
        found = [
            FoundBox(place, box["class"], box.get("score"))
            for place, box in zip(placed, claimed, strict=True)
        ]
        true = [TrueBox(Box(*box["box"]), box["class"]) for box in gold["boxes"]]
        return RatedBoxes(gold["classes"], DetectionPage(found, true))

    def question(self, items: Sequence[Item]) -> str:
        """Where things of the classes are that are asked for."""
        golds = (document(item.gold) for item in items)
        named = [f"{name}s" for name in dict.fromkeys(n for gold in golds for n in gold["classes"])]
        listed = joined(named)
        return f"{pages(items)}: where are the {listed}?"

    def draw(self, item: Item, answer: Document, profile: Profile) -> Overlay | None:
        """Boxes found, missed and invented, class by class."""
        return boxes_overlay(document(item.gold), answer, profile, LEAST_IOU)

    def answer_form(self, item: Item) -> Form:
        """Boxes of the classes that are asked for; a text where there is no picture."""
        if not item.rendering.images:
            return super().answer_form(item)
        classes = CLASSES if item.withheld else tuple(document(item.gold)["classes"])
        label = "Draw a box around everything that is asked for"
        return Form((ShapesField("boxes", label, picture_size(item), classes),))

    def read_form(self, item: Item, values: FormValues, profile: Profile) -> Answer:
        """The boxes, in the profile's coordinates."""
        if "boxes" not in values:
            return super().read_form(item, values, profile)
        shapes = values["boxes"]
        boxes = drawn_boxes(item, shapes, profile)
        named = zip(shapes, boxes, strict=True)
        return {"boxes": [{"class": shape["class"], "box": box} for shape, box in named]}

    def fill_form(self, item: Item, answer: Answer, profile: Profile) -> FormValues:
        """The boxes of an answer or gold, on the picture."""
        if not item.rendering.images:
            return super().fill_form(item, answer, profile)
        said = document(answer)
        shapes = shapes_of(item, said, said["boxes"], profile)
        return {"boxes": numbered({"class": box["class"], **shape} for box, shape in shapes)}


def _boxes_of(page: Page) -> Answer:
    """Everything on the page, with scores where all of it has one."""
    found: list[tuple[str, Panel | Text | Character | Face]] = [
        *(("panel", panel) for panel in page.panels),
        *(("text", text) for text in page.texts or ()),
        *(("character", character) for character in page.characters),
        *(("face", face) for face in page.faces),
    ]
    scored = all(one.confidence is not None for _, one in found)
    return {
        "boxes": [
            {"class": label, "box": [*one.box]} | ({"score": one.confidence} if scored else {})
            for label, one in found
        ]
    }


def _one_each(places_of: Mapping[str, ConstantBox]) -> Rule:
    """One box of every class that is asked for."""
    return lambda item: {
        "boxes": [
            {"class": label, "box": place(item)}
            for label, place in places_of.items()
            if label in document(item.gold)["classes"]
        ]
    }


def boxes_in(
    entries: Sequence[Mapping[str, Any]], classes: Sequence[str]
) -> tuple[list[Document], int]:
    """The boxes of known classes, and how many entries are none."""
    boxes: list[Document] = []
    for entry in entries:
        label = as_text(first_of(entry, CLASS_KEYS)) or ""
        name = label.strip().lower().removesuffix("s")
        box = four_numbers(first_of(entry, BOX_KEYS))
        if name in classes and box is not None:
            score = as_number(first_of(entry, SCORE_KEYS))
            boxes.append({"class": name, "box": box} | ({} if score is None else {"score": score}))
    return boxes, len(entries) - len(boxes)
