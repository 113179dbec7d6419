"""The kind ``reading_order``: the texts of a bare page, found and in the order they are read.

Gold: ``{"size", "texts": [{"box"}]}`` in reading order; an answer: ``{"texts": [{"box"}],
"discarded"}``. What is compared are the texts that were found; ``order_similarity`` and
``order_whole`` count what is missing or invented, too. Source: specification 7.10; AMB-44.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from panelwise.comics import Page
from panelwise.geometry import Box
from panelwise.metrics import Matching, MetricInfo, match_boxes
from panelwise.profile import Profile
from panelwise.tasks._draft import ItemDraft
from panelwise.tasks._item import Answer, Document, Item, Outcome, Parsed
from panelwise.tasks.forms import Form, FormValues, ShapesField
from panelwise.tasks.kinds._capabilities import FromPage
from panelwise.tasks.kinds._guesses import Guesses, Rule, always
from panelwise.tasks.kinds._presentation import MetricGroup, Presentation
from panelwise.tasks.kinds._question import things_on_pages
from panelwise.tasks.kinds.documents import (
    BOX_FIGURES,
    BOX_FRAMES,
    BOX_KEYS,
    COVERED,
    LOST,
    ORDER,
    ORDER_METRICS,
    WHY_NO_RANDOM_BOX,
    BoxSettings,
    ConstantBox,
    DocumentKind,
    box_counts,
    document,
    drawn_boxes,
    find_objects,
    first_of,
    found_counts,
    found_metrics,
    four_numbers,
    numbered,
    order_overlay,
    order_scores,
    parts_overlay,
    picture_size,
    placed_boxes,
    places,
    read_list,
    shapes_of,
    together,
    write_list,
    written_box,
)
from panelwise.tasks.kinds.reading_order._line import ReadingOrderLine
from panelwise.tasks.overlay import Overlay

READING_ORDER: dict[str, MetricInfo] = {
    **ORDER,
    **found_metrics("text"),
    **BOX_FIGURES,
    LOST.name: LOST,
}


PRESENTATION = Presentation(
    answer="a list of boxes of texts in reading order",
    right="All right",
    counted="texts to find and order",
    groups=(ORDER_METRICS, MetricGroup("Found", ("f1_text", "recall_text", "precision_text"))),
    frames=BOX_FRAMES,
)


class ReadingOrderKind(DocumentKind):
    """Answers are the boxes of a page's texts, in reading order."""

    name = "reading_order"
    settings = (BoxSettings,)
    line = ReadingOrderLine
    on_bare_pages = True
    headline = "order_similarity"
    presentation = PRESENTATION

    @property
    def metrics(self) -> Mapping[str, MetricInfo]:
        return READING_ORDER

    @property
    def empty(self) -> Document:
        """Nothing found."""
        return {"texts": []}

    def read(self, item: Item, text: str, profile: Profile) -> Parsed:
        """Boxes in order out of JSON; entries without a box are counted."""
        del item, profile
        found = find_objects(text)
        if found is None:
            return Parsed("invalid", reason="none found: no list of boxes", unclear=True)
        boxes = [four_numbers(first_of(entry, BOX_KEYS)) for entry in found.entries]
        texts = [{"box": box} for box in boxes if box is not None]
        lost = found.discarded + len(boxes) - len(texts)
        return read_list(found, {"texts": texts, "discarded": lost}, lost)

    def write(self, item: Item, answer: Answer, profile: Profile) -> str:
        """A list of objects with a box, a line each."""
        del item
        texts = document(answer)["texts"]
        return write_list({"bbox": written_box(text["box"], profile)} for text in texts)

    def score(self, item: Item, answer: Answer, profile: Profile) -> dict[str, float]:
        """The page's own figures, and the counts that the data set's are made of."""
        gold, said = document(item.gold), document(answer)
        lost = said.get("discarded", 0)
        true = [Box(*text["box"]) for text in gold["texts"]]
        scores: dict[str, float] = {
            "lost_entries": lost,
            "entries": len(said["texts"]) + lost,
        }
        matching = self.matches(item, answer, profile)
        scores |= found_counts("text", matching) | order_scores(matching)
        texts = (said["texts"], true)
        return scores | box_counts(
            [texts], gold["size"], profile, profile.section(BoxSettings).link_iou
        )

    def matches(self, item: Item, answer: Answer, profile: Profile) -> Matching:
        """Which found text is which true one."""
        gold = document(item.gold)
        found = placed_boxes(document(answer)["texts"], gold["size"], profile)
        true = [Box(*text["box"]) for text in gold["texts"]]
        return match_boxes(found, true, profile.section(BoxSettings).link_iou)

    def invalid_scores(self, item: Item, profile: Profile) -> dict[str, float] | None:
        """Nothing found."""
        return self.score(item, {"texts": []}, profile)

    def from_page(self, item: Item) -> FromPage | None:
        """Its texts in their order."""
        del item
        return FromPage("needed", _texts_of)

    def guesses(self, items: Sequence[Item], profile: Profile) -> Guesses:
        """Nothing, or one box: over the page, or the mean one."""
        rules: dict[str, Rule] = {"nothing": always({"texts": []})}
        where = places(items, lambda gold: [one["box"] for one in gold["texts"]], profile)
        rules |= {name: _one_text(place) for name, place in where.items()}
        return Guesses(rules, WHY_NO_RANDOM_BOX)

    def outcome(self, item: Item, answer: Answer, profile: Profile) -> Outcome:
        """``correct`` when all was found, nothing else, and in order."""
        matching = self.matches(item, answer, profile)
        if matching.is_right and order_scores(matching).get("order_whole", 1) == 1:
            return "correct"
        return "partial" if matching.pairs else "wrong"

    def cover_texts(self, draft: ItemDraft) -> ItemDraft | str | None:
        """Nothing is left to ask for."""
        del draft
        return COVERED

    def question(self, items: Sequence[Item]) -> str:
        """Where texts are, in order."""
        texts = things_on_pages(items, "text")
        return f"{texts}: where are they, in the order in which they are read?"

    def draw(self, item: Item, answer: Document, profile: Profile) -> Overlay | None:
        """Texts found and missed, and the order of the found ones."""
        gold = document(item.gold)
        found = placed_boxes(answer["texts"], gold["size"], profile)
        boxes = parts_overlay(gold, answer, profile, {"texts": "text"})
        order = order_overlay(gold, found, self.matches(item, answer, profile))
        return together(gold, (boxes, order))

    def answer_form(self, item: Item) -> Form:
        """Boxes of texts, in order; a text where there is no picture."""
        if not item.rendering.images:
            return super().answer_form(item)
        label = "Draw a box around every text, in the order in which they are read"
        return Form((ShapesField("texts", label, picture_size(item), ("text",), ordered=True),))

    def read_form(self, item: Item, values: FormValues, profile: Profile) -> Answer:
        """The boxes in their order, in the profile's coordinates."""
        if "texts" not in values:
            return super().read_form(item, values, profile)
        return {"texts": [{"box": box} for box in drawn_boxes(item, values["texts"], profile)]}

    def fill_form(self, item: Item, answer: Answer, profile: Profile) -> FormValues:
        """The boxes of an answer or gold, on the picture."""
        if not item.rendering.images:
            return super().fill_form(item, answer, profile)
        said = document(answer)
        shapes = shapes_of(item, said, said["texts"], profile)
        return {"texts": numbered({"class": "text", **shape} for _, shape in shapes)}


def _texts_of(page: Page) -> Answer:
    return {"texts": [{"box": [*text.box]} for text in page.texts or ()]}


def _one_text(place: ConstantBox) -> Rule:
    return lambda item: {"texts": [{"box": place(item)}]}
