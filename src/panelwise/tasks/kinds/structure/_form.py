"""The form of a page's structure: shapes in reading order, who says what, and who is who."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from panelwise.profile import Profile
from panelwise.tasks._item import Document, Item
from panelwise.tasks.forms import Form, FormValues, GroupsField, LinksField, ShapesField
from panelwise.tasks.kinds.documents import drawn_boxes, numbered, picture_size, shapes_of

CLASSES = ("text", "character")


def structure_form(item: Item) -> Form:
    """Boxes of texts and characters, links from texts to characters, and groups of characters."""
    drawn = ShapesField(
        "shapes",
        "Draw a box around every text, in reading order, and around every character",
        picture_size(item),
        CLASSES,
        ordered=True,
    )
    speakers = LinksField("speakers", "Who says each text?", "shapes", *CLASSES, several=True)
    people = GroupsField(
        "people",
        "Who is the same person?",
        "shapes",
        "character",
        help="Leave out a character whom you cannot recognise.",
        required=False,
    )
    return Form((drawn, speakers, people))


def read_structure(item: Item, values: FormValues, profile: Profile) -> Document:
    """Texts in order with their speakers, and characters with their people."""
    shapes = values["shapes"]
    boxes = dict(
        zip((one["id"] for one in shapes), drawn_boxes(item, shapes, profile), strict=True)
    )
    ids = {label: [one["id"] for one in shapes if one["class"] == label] for label in CLASSES}
    marks = {one: f"C{k}" for k, one in enumerate(ids["character"], 1)}
    people = values["people"] or {}
    speakers: dict[str, list[str]] = {}
    for link in values["speakers"]:
        if link["to"] is not None:
            speakers.setdefault(link["from"], []).append(marks[link["to"]])
    return {
        "texts": [{"box": boxes[one], "speakers": speakers.get(one, [])} for one in ids["text"]],
        "characters": [
            {"id": mark, "box": boxes[one], "person": people.get(one)}
            for one, mark in marks.items()
        ],
        "discarded": 0,
    }


def fill_structure(item: Item, said: Document, profile: Profile) -> FormValues:
    """The values of an answer or gold; texts without a speaker are linked to nobody."""
    texts = shapes_of(item, said, said["texts"], profile)
    people = shapes_of(item, said, said["characters"], profile)
    ids = {one["id"]: f"C{k}" for k, (one, _) in enumerate(people, 1) if one["id"]}
    links: list[dict[str, str | None]] = [
        {"from": f"T{k}", "to": who}
        for k, (text, _) in enumerate(texts, 1)
        for who in _speakers(text, ids)
    ]
    shapes = [
        *numbered(({"class": "text", **shape} for _, shape in texts), "T"),
        *numbered(({"class": "character", **shape} for _, shape in people), "C"),
    ]
    named = {f"C{k}": one["person"] for k, (one, _) in enumerate(people, 1) if one["person"]}
    return {"shapes": shapes, "speakers": links, "people": named}


def _speakers(text: Document, ids: Mapping[str, str]) -> Sequence[str | None]:
    """The drawn characters that say a text; nobody where there are none."""
    return [ids[one] for one in text["speakers"] if one in ids] or [None]
