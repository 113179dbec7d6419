"""Accepted boxes and outlines as COCO."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from panelwise.annotation._project import Project
from panelwise.annotation.exchange._pictures import copy_pictures, picture_name, seen_units
from panelwise.annotation.screens import ScreenPicture
from panelwise.errors import InputError
from panelwise.geometry import polygon_area
from panelwise.outputs import new_folder
from panelwise.tasks.forms import ShapesField


def export_coco(project: Project, out: str | Path) -> int:
    """Write ``annotations.json`` and ``images/``; returns how many shapes there are.

    A shape's place in its list, its text and its name are in ``attributes``.

    Raises:
        InputError: when no accepted answer has shapes, or the folder holds something.
    """
    images: dict[str, tuple[int, ScreenPicture]] = {}
    categories: dict[str, int] = {}
    shapes: list[dict[str, Any]] = []
    for seen in seen_units(project):
        if seen.answer is None or seen.answer.flag:
            continue
        for field in seen.view.form.fields:
            if not isinstance(field, ShapesField):
                continue
            picture = seen.view.pictures[field.image]
            image, _ = images.setdefault(picture.sha256, (len(images) + 1, picture))
            for label in field.classes:
                categories.setdefault(label, len(categories) + 1)
            placed = seen.answer.values.get(field.name) or ()
            for place, shape in enumerate(one for one in placed if one.get("box")):
                about = {"unit": seen.unit.id, "field": field.name, "order": place}
                shapes.append(
                    _shape(shape, about)
                    | {"id": len(shapes) + 1, "image_id": image,
                       "category_id": categories.setdefault(shape["class"], len(categories) + 1)}
                )  # fmt: skip
    if not images:
        raise InputError(f"{project.folder}: no accepted answer has boxes; COCO holds nothing else")
    document = {
        "info": {"description": project.title},
        "images": [
            {"id": number, "file_name": f"images/{picture_name(project, one)}",
             "width": one.width, "height": one.height}
            for number, one in images.values()
        ],
        "categories": [{"id": number, "name": label} for label, number in categories.items()],
        "annotations": shapes,
    }  # fmt: skip
    with new_folder(out) as folder:
        copy_pictures(project, (one for _, one in images.values()), folder / "images")
        text = json.dumps(document, ensure_ascii=False, indent=1)
        (folder / "annotations.json").write_text(text, encoding="utf-8")
    return len(shapes)


def _shape(shape: Mapping[str, Any], about: Mapping[str, Any]) -> dict[str, Any]:
    left, top, right, bottom = shape["box"]
    corners = shape.get("polygon") or [
        (left, top), (right, top), (right, bottom), (left, bottom)
    ]  # fmt: skip
    more = {key: shape[key] for key in ("text", "name") if shape.get(key)}
    return {
        "bbox": [left, top, right - left, bottom - top],
        "area": polygon_area(corners),
        "segmentation": [[value for corner in corners for value in corner]],
        "iscrowd": 0,
        "attributes": {**about, **more},
    }
