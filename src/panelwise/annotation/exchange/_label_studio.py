"""Units as tasks of Label Studio, with the configuration that asks the same questions.

Its results are boxes in per cent of the picture, choices by the value of the option, and of a
``Ranker`` a dict of lists of ids.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

from panelwise.annotation._project import Project
from panelwise.annotation.exchange._pictures import (
    SeenUnit,
    copy_pictures,
    picture_name,
    seen_units,
)
from panelwise.annotation.screens import WordsBlock
from panelwise.errors import InputError
from panelwise.outputs import new_folder
from panelwise.tasks.forms import (
    ChoiceField,
    Field,
    OrderField,
    ScaleField,
    SeveralField,
    ShapesField,
    TextField,
)

PICTURES = "pictures"
LabelResult = dict[str, Any]


def export_label_studio(project: Project, out: str | Path, prefix: str = "images/") -> int:
    """Write ``tasks.json``, ``config.xml`` and ``images/``; returns the number of tasks.

    Args:
        project: whose units become tasks; accepted answers go along as annotations.
        out: a new folder.
        prefix: put before the names of pictures, such as ``/data/local-files/?d=images/``.

    Raises:
        InputError: when units ask different questions, or one that Label Studio has no tag for.
    """
    units = list(seen_units(project))
    if not units:
        raise InputError(f"{project.folder}: has no units to be worked on")
    first = units[0].view.form.fields
    for seen in units[1:]:
        if [(f.name, f.type) for f in seen.view.form.fields] != [(f.name, f.type) for f in first]:
            raise InputError(
                f"units {units[0].unit.id} and {seen.unit.id} have different forms, and Label"
                " Studio has one for all; export projects of one task"
            )
    config = _config(first, [seen.view.form.fields for seen in units])
    tasks = [_task(project, seen, prefix) for seen in units]
    with new_folder(out) as folder:
        copy_pictures(project, (p for seen in units for p in seen.view.pictures), folder / "images")
        (folder / "config.xml").write_text(config, encoding="utf-8")
        text = json.dumps(tasks, ensure_ascii=False, indent=1)
        (folder / "tasks.json").write_text(text, encoding="utf-8")
    return len(tasks)


def results_of(seen: SeenUnit) -> list[LabelResult]:
    """The answer of a unit as Label Studio stores it."""
    if seen.answer is None or seen.answer.flag:
        return []
    given = seen.answer.values
    return [
        one
        for field in seen.view.form.fields
        for one in _results(seen, field, given.get(field.name))
    ]


def values_of_result(seen: SeenUnit, result: Sequence[Any]) -> dict[str, Any]:
    """The values of a unit's form, of a result of Label Studio; not yet checked.

    Raises:
        InputError: for a result that none of our configurations gives.
    """
    fields = {field.name: field for field in seen.view.form.fields}
    values: dict[str, Any] = {
        name: [] for name, field in fields.items() if isinstance(field, ShapesField)
    }
    texts: dict[str, str] = {}
    for one in result:
        if not isinstance(one, Mapping) or not isinstance(one.get("value"), Mapping):
            raise InputError("a result without a value")
        name = str(one.get("from_name", ""))
        if name.endswith("__text"):
            texts[str(one.get("id"))] = " ".join(map(str, one["value"].get("text", ())))
            continue
        field = fields.get(name.removesuffix("__outline"))
        if field is None:
            raise InputError(f"a result of '{name[:60]}', which the form does not ask")
        if isinstance(field, ShapesField):
            values[field.name].append(_shape_of(one, field))
        else:
            values[field.name] = _value_of(one["value"], field)
    for name, field in fields.items():
        if isinstance(field, ShapesField) and field.texts:
            for shape in values[name]:
                shape["text"] = texts.get(shape["id"], "")
    return values


def _config(fields: Sequence[Field], forms: Iterable[Sequence[Field]]) -> str:
    classes: dict[str, dict[str, None]] = {}
    for form in forms:
        for field in form:
            if isinstance(field, ShapesField):
                classes.setdefault(field.name, {}).update(dict.fromkeys(field.classes))
    lines = ["<View>", '  <Header value="$title"/>', '  <Text name="words" value="$words"/>',
             f'  <Image name="{PICTURES}" valueList="${PICTURES}" zoom="true"/>']  # fmt: skip
    for field in fields:
        lines.append(f"  <Header value={quoteattr(field.label)}/>")
        lines += [f"  {line}" for line in _tags(field, tuple(classes.get(field.name, ())))]
    return "\n".join([*lines, "</View>", ""])


def _tags(field: Field, classes: Sequence[str]) -> list[str]:
    name, required = quoteattr(field.name), f'required="{str(field.required).lower()}"'
    to = f'toName="{PICTURES}"'
    match field:
        case ChoiceField() | SeveralField() | ScaleField():
            choice = "multiple" if isinstance(field, SeveralField) else "single"
            options = quoteattr(f"${field.name}_options")
            return [f'<Choices name={name} {to} value={options} choice="{choice}" {required}/>']
        case TextField():
            return [
                f'<TextArea name={name} {to} rows="{field.lines}" maxSubmissions="1" {required}/>'
            ]
        case OrderField():
            cards = quoteattr(f"{field.name}_cards")
            return [
                f"<List name={cards} value={quoteattr(f'${field.name}_cards')}/>",
                f"<Ranker name={name} toName={cards}/>",
            ]
        case ShapesField():
            labels = "".join(f"<Label value={quoteattr(label)}/>" for label in classes)
            found = [f"<RectangleLabels name={name} {to}>{labels}</RectangleLabels>"]
            if field.polygons:
                outline = quoteattr(f"{field.name}__outline")
                found.append(f"<PolygonLabels name={outline} {to}>{labels}</PolygonLabels>")
            if field.texts:
                text = quoteattr(f"{field.name}__text")
                found.append(f'<TextArea name={text} {to} perRegion="true" maxSubmissions="1"/>')
            return found
    raise InputError(
        f"field '{field.name}' asks for {field.type}, for which Label Studio has no tag; use our"
        " own sheets: panelwise annotations sheets"
    )


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
    if seen.answer is not None and not seen.answer.flag:
        task["annotations"] = [{"result": results_of(seen), "lead_time": seen.answer.seconds}]
    return task


def _plain(label: str, text: str | None, image: int | None) -> str:
    """Words of an option as HTML without markup."""
    shown = text if text is not None else (f"picture {image + 1}" if image is not None else "")
    words = f"{label}: {shown}" if label and shown else label or shown
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _results(seen: SeenUnit, field: Field, value: Any) -> list[LabelResult]:
    about: LabelResult = {"from_name": field.name, "to_name": PICTURES}
    if value is None:
        return []
    match field:
        case ChoiceField() | ScaleField() | SeveralField():
            chosen = [str(one) for one in (value if isinstance(value, list) else [value])]
            return [about | {"type": "choices", "value": {"choices": chosen}}]
        case TextField():
            return [about | {"type": "textarea", "value": {"text": [value]}}]
        case OrderField():
            ranked = {"ranker": {field.name: [str(one) for one in value]}}
            return [about | {"to_name": f"{field.name}_cards", "type": "ranker", "value": ranked}]
        case ShapesField():
            picture = seen.view.pictures[field.image]
            size = (picture.width, picture.height)
            return [one for shape in value if shape.get("box") or shape.get("polygon")
                    for one in _regions(about, shape, field, size)]  # fmt: skip
    return []


def _regions(
    about: LabelResult, shape: Mapping[str, Any], field: ShapesField, size: tuple[int, int]
) -> list[LabelResult]:
    width, height = size
    region = about | {"id": str(shape["id"]), "original_width": width, "original_height": height,
                      "image_rotation": 0, "item_index": field.image}  # fmt: skip
    if polygon := shape.get("polygon"):
        value: LabelResult = {
            "points": [[100 * x / width, 100 * y / height] for x, y in polygon],
            "polygonlabels": [shape["class"]],
        }
        name = f"{field.name}__outline"
        found = [region | {"from_name": name, "type": "polygonlabels", "value": value}]
    else:
        x0, y0, x1, y1 = shape["box"]
        value = {
            "x": 100 * x0 / width, "y": 100 * y0 / height,
            "width": 100 * (x1 - x0) / width, "height": 100 * (y1 - y0) / height,
            "rotation": 0, "rectanglelabels": [shape["class"]],
        }  # fmt: skip
        found = [region | {"type": "rectanglelabels", "value": value}]
    if field.texts and shape.get("text"):
        text = {"from_name": f"{field.name}__text", "type": "textarea",
                "value": {"text": [shape["text"]]}}  # fmt: skip
        found.append(region | text)
    return found


def _shape_of(one: Mapping[str, Any], field: ShapesField) -> LabelResult:
    value, (width, height) = one["value"], field.size
    if value.get("rotation"):
        raise InputError("a turned box; draw it upright or as an outline")
    try:
        label = (value.get("polygonlabels") or value["rectanglelabels"])[0]
        found: LabelResult = {"id": str(one["id"]), "class": label}
        if "points" in value:
            points = [[x * width / 100, y * height / 100] for x, y in value["points"]]
            return found | {"polygon": points}
        x0, y0 = value["x"] * width / 100, value["y"] * height / 100
        x1, y1 = x0 + value["width"] * width / 100, y0 + value["height"] * height / 100
        return found | {"box": [x0, y0, x1, y1]}
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise InputError(
            f"a region that cannot be read ({type(error).__name__}: {error})"
        ) from None


def _value_of(value: Mapping[str, Any], field: Field) -> Any:
    try:
        match field:
            case ChoiceField() | ScaleField():
                [chosen] = value["choices"]
                return chosen if chosen == "uncertain" else int(chosen)
            case SeveralField():
                return [int(one) for one in value["choices"]]
            case TextField():
                return (
                    "\n".join(value["text"]) if isinstance(value["text"], list) else value["text"]
                )
            case OrderField():
                ranked = value["ranker"]
                ids = ranked if isinstance(ranked, list) else next(iter(ranked.values()))
                return [int(one) for one in ids]
    except (KeyError, TypeError, ValueError, StopIteration) as error:
        raise InputError(f"field '{field.name}': {type(error).__name__}: {error}") from None
    raise InputError(f"field '{field.name}': no result of Label Studio fits it")
