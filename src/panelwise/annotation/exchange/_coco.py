"""Accepted boxes and outlines as COCO."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from panelwise.annotation._project import Project
from panelwise.annotation.exchange._pictures import (
    SeenUnit,
    copy_pictures,
    given_shapes,
    picture_name,
    seen_units,
    source_of,
)
from panelwise.annotation.screens import ScreenPicture
from panelwise.errors import InputError
from panelwise.geometry import polygon_area
from panelwise.outputs import new_folder
from panelwise.tasks.forms import Field, GroupsField, LinksField, ShapesField


@dataclass(frozen=True, slots=True)
class CocoExport:
    """What became COCO.

    Attributes:
        shapes: how many there are.
        left_out: fields with answers that are not about shapes, with the number of answers.
    """

    shapes: int
    left_out: Mapping[str, int]


def export_coco(project: Project, out: str | Path) -> CocoExport:
    """Write ``annotations.json`` and ``images/``.

    Raises:
        InputError: when no accepted answer has shapes, or the folder holds something.
    """
    drawn = coco_of(seen_units(project), lambda one: f"images/{picture_name(project, one)}")
    if not drawn.images:
        raise InputError(
            f"{project.folder}: no accepted answer has boxes, and COCO holds nothing else; export"
            " as jsonl"
        )
    document = {"info": {"description": project.title}, **drawn.as_json()}
    with new_folder(out) as folder:
        copy_pictures(project, (one for _, one in drawn.images.values()), folder / "images")
        text = json.dumps(document, ensure_ascii=False, indent=1)
        (folder / "annotations.json").write_text(text, encoding="utf-8")
    return CocoExport(len(drawn.shapes), drawn.left_out)


def coco_of(units: Iterable[SeenUnit], file: Callable[[ScreenPicture], str]) -> CocoShapes:
    """The accepted answers of units.

    Args:
        units: with their answers.
        file: the name of a picture's file.
    """
    found = CocoShapes(file)
    for seen in units:
        if seen.answer is not None and not seen.answer.flag:
            found.add(seen, seen.answer.values)
    return found


@dataclass
class CocoShapes:
    """Shapes of accepted answers, with their pictures and classes.

    ``attributes`` of a shape are the unit, the field, its id, its place in the list (``order``),
    its text and name, and by the names of their fields: its group (``groups``) and the ids of the
    shapes it is linked to (``links``), ``None`` for nobody. Shapes that were given to be linked or
    grouped have the field that is about them.
    """

    file: Callable[[ScreenPicture], str]
    images: dict[str, tuple[int, ScreenPicture]] = field(default_factory=dict)
    categories: dict[str, int] = field(default_factory=dict)
    shapes: list[dict[str, Any]] = field(default_factory=list)
    left_out: dict[str, int] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The three lists of COCO."""
        return {
            "images": [
                {"id": number, "file_name": self.file(one), "width": one.width,
                 "height": one.height}
                for number, one in self.images.values()
            ],
            "categories": [
                {"id": number, "name": label} for label, number in self.categories.items()
            ],
            "annotations": self.shapes,
        }  # fmt: skip

    def add(self, seen: SeenUnit, values: Mapping[str, Any]) -> None:
        """Add the shapes of an answer."""
        fields = seen.view.form.fields
        for one in fields:
            for about, image, shape in _placed(one, values):
                number = self._image(seen.view.pictures[image])
                relations = _relations(fields, values, one.name, shape)
                attributes = {"unit": seen.unit.id, "field": one.name} | about | relations
                label = shape.get("class") or "shape"
                self.shapes.append(
                    {"id": len(self.shapes) + 1, "image_id": number,
                     "category_id": self._category(label), "attributes": attributes}
                    | _geometry(shape)
                )  # fmt: skip
            if isinstance(one, ShapesField):
                self._image(seen.view.pictures[one.image])
                for label in one.classes:
                    self._category(label)
            elif not isinstance(one, LinksField | GroupsField) and values.get(one.name) is not None:
                self.left_out[one.name] = self.left_out.get(one.name, 0) + 1

    def _image(self, picture: ScreenPicture) -> int:
        return self.images.setdefault(picture.sha256, (len(self.images) + 1, picture))[0]

    def _category(self, label: str) -> int:
        return self.categories.setdefault(label, len(self.categories) + 1)


def _placed(
    field: Field, values: Mapping[str, Any]
) -> Iterator[tuple[dict[str, Any], int, Mapping[str, Any]]]:
    """What is said of each shape that is somewhere, the index of its picture, and the shape."""
    shapes: list[tuple[int, Mapping[str, Any]]] = []
    if isinstance(field, ShapesField):
        shapes = [(field.image, one) for one in values.get(field.name) or ()]
    elif values.get(field.name) is not None:
        shapes = [(one.image, one.as_value()) for one in given_shapes(field)]
    for place, (image, shape) in enumerate((image, one) for image, one in shapes if one.get("box")):
        said = {key: shape[key] for key in ("text", "name") if shape.get(key)}
        yield {"id": shape["id"], "order": place} | said, image, shape


def _relations(
    fields: Iterable[Field], values: Mapping[str, Any], source: str, shape: Mapping[str, Any]
) -> dict[str, dict[str, Any]]:
    """The groups and links of a shape, by the names of their fields."""
    links: dict[str, list[str | None]] = {}
    groups: dict[str, str] = {}
    for one in fields:
        value = values.get(one.name)
        if not value or not isinstance(one, LinksField | GroupsField):
            continue
        if isinstance(one, LinksField):
            starts = source_of(one, shape["id"], one.from_class), one.from_class
            if starts == (source, shape["class"]):
                ends = [link["to"] for link in value if link["from"] == shape["id"]]
                links |= {one.name: ends} if ends else {}
        elif source_of(one, shape["id"]) == source and shape["id"] in value:
            groups[one.name] = value[shape["id"]]
    return {key: found for key, found in (("links", links), ("groups", groups)) if found}


def _geometry(shape: Mapping[str, Any]) -> dict[str, Any]:
    left, top, right, bottom = shape["box"]
    corners = shape.get("polygon") or [
        (left, top), (right, top), (right, bottom), (left, bottom)
    ]  # fmt: skip
    return {
        "bbox": [left, top, right - left, bottom - top],
        "area": polygon_area(corners),
        "segmentation": [[value for corner in corners for value in corner]],
        "iscrowd": 0,
    }
