"""Units as tasks of Label Studio, with the configuration that asks the same questions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from panelwise.annotation._project import Project
from panelwise.annotation.exchange._label_studio_tags import PICTURES, label_studio_config
from panelwise.annotation.exchange._label_studio_values import results_of, results_of_values
from panelwise.annotation.exchange._pictures import (
    SeenUnit,
    copy_pictures,
    given_shapes,
    picture_name,
    seen_units,
)
from panelwise.annotation.screens import WordsBlock
from panelwise.errors import InputError
from panelwise.outputs import new_folder
from panelwise.tasks.forms import (
    ChoiceField,
    OrderField,
    ScaleField,
    SeveralField,
    ShapesField,
    TextField,
)


def export_label_studio(project: Project, out: str | Path, prefix: str = "images/") -> int:
    """Write ``tasks.json``, ``config.xml`` and ``images/``; returns the number of tasks.

    Args:
        project: whose units become tasks; accepted answers go along as annotations, and what a
            form starts with as predictions.
        out: a new folder.
        prefix: put before the names of pictures, such as ``/data/local-files/?d=images/``.

    Raises:
        InputError: when units ask different questions, one that Label Studio has no tag for, or
            one about shapes that are at no place of a picture.
    """
    units = list(seen_units(project))
    if not units:
        raise InputError(f"{project.folder}: has no units; add some with panelwise annotations add")
    first = units[0].view.form.fields
    for seen in units[1:]:
        if [(f.name, f.type) for f in seen.view.form.fields] != [(f.name, f.type) for f in first]:
            raise InputError(
                f"units {units[0].unit.id} and {seen.unit.id} have different forms, and Label"
                " Studio has one form for all units; export a project of one task"
            )
    config = label_studio_config([seen.view.form.fields for seen in units])
    tasks = [_task(project, seen, prefix) for seen in units]
    with new_folder(out) as folder:
        copy_pictures(project, (p for seen in units for p in seen.view.pictures), folder / "images")
        (folder / "config.xml").write_text(config, encoding="utf-8")
        text = json.dumps(tasks, ensure_ascii=False, indent=1)
        (folder / "tasks.json").write_text(text, encoding="utf-8")
    return len(tasks)


def _task(project: Project, seen: SeenUnit, prefix: str) -> dict[str, Any]:
    words = [block.text for block in seen.view.blocks if isinstance(block, WordsBlock)]
    data: dict[str, Any] = {
        "unit": seen.unit.id,
        "title": seen.view.title,
        "words": "\n\n".join(words),
        PICTURES: [prefix + picture_name(project, one) for one in seen.view.pictures],
    }
    for field in seen.view.form.fields:
        if isinstance(field, ChoiceField | SeveralField):
            data[f"{field.name}_options"] = [
                {"value": str(i), "html": _plain(one.label, one.text, one.image)}
                for i, one in enumerate(field.options)
            ]
        elif isinstance(field, ScaleField):
            marks = [*map(str, range(field.low, field.high + 1))]
            data[f"{field.name}_options"] = [
                {"value": mark, "html": _plain(mark, field.labels.get(int(mark)), None)}
                for mark in marks
            ] + ([{"value": "uncertain", "html": "uncertain"}] if field.uncertain else [])
        elif isinstance(field, OrderField):
            data[f"{field.name}_cards"] = [
                {"id": str(i), "title": one.label, "body": _plain("", one.text, one.image)}
                for i, one in enumerate(field.cards)
            ]
    task: dict[str, Any] = {"data": data}
    _check_places(seen)
    if seen.answer is not None and not seen.answer.flag:
        task["annotations"] = [{"result": results_of(seen), "lead_time": seen.answer.seconds}]
    elif drafted := results_of_values(seen, _initial(seen)):
        task["predictions"] = [{"result": drafted, "model_version": "draft"}]
    return task


def _initial(seen: SeenUnit) -> dict[str, Any]:
    """What the form of a unit starts with."""
    values: dict[str, Any] = {}
    for field in seen.view.form.fields:
        if isinstance(field, ShapesField):
            values[field.name] = [shape.as_value() for shape in field.initial]
        elif isinstance(field, TextField):
            values[field.name] = field.initial
    return values | dict(seen.view.initial)


def _check_places(seen: SeenUnit) -> None:
    for field in seen.view.form.fields:
        fixed = field.initial if isinstance(field, ShapesField) and field.fixed else ()
        for shape in (*fixed, *given_shapes(field)):
            if shape.box is None and not shape.polygon:
                raise InputError(
                    f"unit {seen.unit.id}: '{shape.id}' of field '{field.name}' is at no known"
                    " place of the picture, and Label Studio can only ask about a place; use our"
                    " own sheets: panelwise annotations sheet"
                )


def _plain(label: str, text: str | None, image: int | None) -> str:
    """Words of an option as HTML without markup."""
    shown = text if text is not None else (f"picture {image + 1}" if image is not None else "")
    words = f"{label}: {shown}" if label and shown else label or shown
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
