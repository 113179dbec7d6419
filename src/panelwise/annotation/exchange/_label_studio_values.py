"""Values of a form as results of Label Studio, and back.

Its results are boxes in per cent of the picture, choices by the value of the option, and of a
``Ranker`` a dict of lists of ids. What is written at a shape is a result with the shape's id, and a
link is a relation between two of them. Ids go along as ``field:id``, since one id may be in two
fields; shapes drawn in Label Studio keep the ids they get there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, unquote

from panelwise.annotation.exchange._label_studio_tags import (
    GIVEN,
    NAME,
    NOBODY,
    OUTLINE,
    PICTURES,
    PLACE,
    TEXT,
    TagName,
    tag_names,
)
from panelwise.annotation.exchange._pictures import SeenUnit, given_shapes, source_of
from panelwise.annotation.screens import ScreenPicture
from panelwise.errors import InputError
from panelwise.tasks.forms import (
    ChoiceField,
    Field,
    GroupsField,
    LinksField,
    OrderField,
    ScaleField,
    SeveralField,
    ShapesField,
    TextField,
)

LabelResult = dict[str, Any]


def results_of(seen: SeenUnit) -> list[LabelResult]:
    """The answer of a unit as Label Studio stores it."""
    if seen.answer is None or seen.answer.flag:
        return []
    return results_of_values(seen, seen.answer.values)


def results_of_values(seen: SeenUnit, values: Mapping[str, Any]) -> list[LabelResult]:
    """Values of a unit's form, and the shapes that are given to be linked or grouped."""
    found: list[LabelResult] = []
    fields = seen.view.form.fields
    for one in fields:
        for given in given_shapes(one):
            picture, shape = seen.view.pictures[given.image], given.as_value()
            region = _region(one.name, shape, given.image, picture)
            region |= {"readonly": True, "meta": {"text": [given.id]}}
            size = (picture.width, picture.height)
            found += [region | where for where in _outlined(one.name + GIVEN, shape, size)]
    for one in fields:
        value = values.get(one.name)
        if value is not None:
            found += _results(seen, one, value)
    return found


def values_of_result(seen: SeenUnit, result: Sequence[Any]) -> dict[str, Any]:
    """The values of a unit's form, of a result of Label Studio; not yet checked.

    Raises:
        InputError: for a result that none of our configurations gives.
    """
    fields = seen.view.form.fields
    read = _Read(tag_names(fields))
    for one in result:
        if not isinstance(one, Mapping):
            raise InputError("a result is not an object; export from Label Studio again")
        read.take(one)
    found = {one.name: read.value(one) for one in fields}
    if read.written:
        (tag, _), words = next(iter(read.written.items()))
        raise InputError(f"'{words[:40]}' of '{tag}' is at a shape of another field; remove it")
    return {name: value for name, value in found.items() if value is not None}


def _region_id(source: str, shape: str) -> str:
    """Without ``#``, at which Label Studio cuts ids off."""
    return f"{quote(source, safe='')}:{quote(shape, safe='')}"


def _region(
    source: str, shape: Mapping[str, Any], image: int, picture: ScreenPicture
) -> LabelResult:
    return {
        "id": _region_id(source, str(shape["id"])), "to_name": PICTURES, "image_rotation": 0,
        "original_width": picture.width, "original_height": picture.height, "item_index": image,
    }  # fmt: skip


def _outlined(
    tag: str, shape: Mapping[str, Any], size: tuple[int, int], label: str = ""
) -> Iterator[LabelResult]:
    """Where a shape is: its outline, else its box; nothing if it is nowhere."""
    width, height = size
    label = shape.get("class") or label or "shape"
    if polygon := shape.get("polygon"):
        points = [[100 * x / width, 100 * y / height] for x, y in polygon]
        value: LabelResult = {"points": points, "polygonlabels": [label]}
        yield {"from_name": tag + OUTLINE, "type": "polygonlabels", "value": value}
    elif shape.get("box"):
        x0, y0, x1, y1 = shape["box"]
        value = {
            "x": 100 * x0 / width, "y": 100 * y0 / height,
            "width": 100 * (x1 - x0) / width, "height": 100 * (y1 - y0) / height,
            "rotation": 0, "rectanglelabels": [label],
        }  # fmt: skip
        yield {"from_name": tag, "type": "rectanglelabels", "value": value}


def _results(seen: SeenUnit, field: Field, value: Any) -> Iterator[LabelResult]:
    about: LabelResult = {"from_name": field.name, "to_name": PICTURES}
    match field:
        case ChoiceField() | ScaleField() | SeveralField():
            chosen = [str(one) for one in (value if isinstance(value, list) else [value])]
            if chosen:
                yield about | {"type": "choices", "value": {"choices": chosen}}
        case TextField():
            if value:
                yield about | {"type": "textarea", "value": {"text": [value]}}
        case OrderField():
            ranked = {"ranker": {field.name: [str(one) for one in value]}}
            yield about | {"to_name": f"{field.name}_cards", "type": "ranker", "value": ranked}
        case ShapesField():
            for place, shape in enumerate(value, 1):
                yield from _shape(seen, field, shape, place)
        case LinksField():
            for link in value:
                yield from _link(field, link)
        case GroupsField():
            for shape, group in value.items():
                at = _region_id(source_of(field, shape), shape)
                yield about | {"id": at, "type": "textarea", "value": {"text": [group]}}


def _shape(
    seen: SeenUnit, field: ShapesField, shape: Mapping[str, Any], place: int
) -> Iterator[LabelResult]:
    region = _region(field.name, shape, field.image, seen.view.pictures[field.image])
    for outlined in _outlined(field.name, shape, field.size, field.classes[0]):
        yield region | outlined
        for tag, key in ((TEXT, "text"), (NAME, "name")):
            if shape.get(key):
                yield region | {"from_name": field.name + tag, "type": "textarea",
                                "value": {"text": [shape[key]]}}  # fmt: skip
        if field.ordered:
            yield region | {"from_name": field.name + PLACE, "type": "number",
                            "value": {"number": place}}  # fmt: skip


def _link(field: LinksField, link: Mapping[str, Any]) -> Iterator[LabelResult]:
    start = _region_id(source_of(field, link["from"], field.from_class), link["from"])
    if link["to"] is None:
        yield {"id": start, "from_name": field.name + NOBODY, "to_name": PICTURES,
               "type": "choices", "value": {"choices": ["nobody"]}}  # fmt: skip
    else:
        end = _region_id(source_of(field, link["to"], field.to_class), link["to"])
        yield {"type": "relation", "from_id": start, "to_id": end, "direction": "right",
               "labels": [field.name]}  # fmt: skip


@dataclass
class _Read:
    """Results of Label Studio, sorted by what they say.

    Attributes:
        tags: what each name of a tag stands for.
        values: of fields without shapes.
        shapes: those of each field, by the ids that Label Studio has for them.
        own: our id of each shape.
        written: what was written at a shape, by tag and id; removed once it was used.
        relations: of each, its field, start and end.
    """

    tags: Mapping[str, TagName]
    values: dict[str, Any] = field(default_factory=dict)
    shapes: dict[str, dict[str, LabelResult]] = field(default_factory=dict)
    own: dict[str, str] = field(default_factory=dict)
    written: dict[tuple[str, str], Any] = field(default_factory=dict)
    relations: list[tuple[str, str, str]] = field(default_factory=list)

    def take(self, one: Mapping[str, Any]) -> None:
        """Sort one result."""
        if one.get("type") == "relation":
            self._relate(one)
            return
        if not isinstance(value := one.get("value"), Mapping):
            raise InputError("a result has no value; export from Label Studio again")
        name, region = str(one.get("from_name", "")), str(one.get("id"))
        if (tag := self.tags.get(name)) is None:
            raise InputError(
                f"a result is for '{name[:60]}', which the form does not have; remove it"
            )
        if tag.part == GIVEN:
            self.own[region] = _own_id(tag.field.name, region)
        elif isinstance(tag.field, ShapesField) and tag.part in ("", OUTLINE):
            self.own[region] = _own_id(tag.field.name, region)
            found = {"id": self.own[region], **_shape_of(one, tag.field)}
            self.shapes.setdefault(tag.field.name, {})[region] = found
        elif tag.part or isinstance(tag.field, GroupsField):
            if said := _said(value):
                self.written[name, region] = said
        else:
            self.values[tag.field.name] = _value_of(value, tag.field)

    def _relate(self, one: Mapping[str, Any]) -> None:
        ends = [str(one.get("from_id")), str(one.get("to_id"))]
        start, end = reversed(ends) if one.get("direction") == "left" else ends
        fields = [tag.field.name for tag in self.tags.values() if tag.part == NOBODY]
        named = [name for name in fields if name in (one.get("labels") or fields)]
        if len(named) != 1:
            raise InputError(f"a link is none of {', '.join(fields)}; label it")
        self.relations.append((named[0], start, end))

    def value(self, field: Field) -> Any:
        """The value of a field; ``None`` where there is none."""
        match field:
            case ShapesField():
                found: Any = self._shapes(field)
            case LinksField():
                found = self._links(field)
            case GroupsField():
                found = {self._own(region): said for region, said in self._at(field.name)}
            case SeveralField():
                found = self.values.get(field.name, [])
            case _:
                return self.values.get(field.name)
        # Nothing at all is an answer only where one has to be given.
        return found if found or field.required else None

    def _at(self, tag: str) -> list[tuple[str, Any]]:
        """What was written under a tag, by shape."""
        keys = [key for key in self.written if key[0] == tag]
        return [(key[1], self.written.pop(key)) for key in keys]

    def _own(self, region: str) -> str:
        if region not in self.own:
            raise InputError("a link, name or group is of a shape that is not there; remove it")
        return self.own[region]

    def _shapes(self, field: ShapesField) -> list[LabelResult]:
        regions = self.shapes.get(field.name, {})
        for asked, tag, key in ((field.texts, TEXT, "text"), (field.names, NAME, "name")):
            for region, shape in regions.items() if asked else ():
                shape[key] = str(self.written.pop((field.name + tag, region), ""))
        if not field.ordered:
            return list(regions.values())
        last = len(regions) + 1.0  # drawn without a number
        place = {one: self.written.pop((field.name + PLACE, one), last) for one in regions}
        return [regions[one] for one in sorted(regions, key=place.__getitem__)]

    def _links(self, field: LinksField) -> list[LabelResult]:
        links: list[LabelResult] = [
            {"from": self._own(start), "to": self._own(end)}
            for name, start, end in self.relations
            if name == field.name
        ]
        links += [
            {"from": self._own(one), "to": None}
            for one, said in self._at(field.name + NOBODY)
            if said == "nobody"
        ]
        place = {shape: number for number, shape in enumerate(self.own.values())}
        return sorted(links, key=lambda link: place[link["from"]])


def _own_id(source: str, region: str) -> str:
    """Our id of a shape, or that which it got in Label Studio."""
    start = _region_id(source, "")
    return unquote(region.removeprefix(start)) if region.startswith(start) else region


def _said(value: Mapping[str, Any]) -> Any:
    """What was written at a shape; empty for nothing."""
    if "number" in value:
        number = value["number"]
        if isinstance(number, bool) or not isinstance(number, int | float):
            raise InputError(f"a place in the order is {number!r:.40}; give a number")
        return float(number)
    return _words(value.get("text") or value.get("choices") or "")


def _words(text: Any) -> str:
    return "\n".join(map(str, text)) if isinstance(text, list) else str(text)


def _shape_of(one: Mapping[str, Any], field: ShapesField) -> LabelResult:
    value, (width, height) = one["value"], field.size
    shown = one.get("item_index", field.image)
    if shown != field.image:
        raise InputError(
            f"a shape is on picture {shown!r:.20} (from 0), but '{field.name}' asks for shapes on"
            f" picture {field.image}; draw it there"
        )
    if value.get("rotation"):
        raise InputError("a box is turned; draw it upright or as an outline")
    try:
        label = (value.get("polygonlabels") or value["rectanglelabels"])[0]
        found: LabelResult = {"class": label}
        if "points" in value:
            points = [[x * width / 100, y * height / 100] for x, y in value["points"]]
            return found | {"polygon": points}
        x0, y0 = value["x"] * width / 100, value["y"] * height / 100
        x1, y1 = x0 + value["width"] * width / 100, y0 + value["height"] * height / 100
        return found | {"box": [x0, y0, x1, y1]}
    except (KeyError, TypeError, ValueError, IndexError):
        raise InputError(
            f"a shape of '{field.name}' has no label or no place; draw it again"
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
                return _words(value["text"])
            case OrderField():
                ranked = value["ranker"]
                ids = ranked if isinstance(ranked, list) else next(iter(ranked.values()))
                return [int(one) for one in ids]
    except (KeyError, TypeError, ValueError, StopIteration):
        raise InputError(
            f"field '{field.name}': the answer is missing or not one of the form's; answer again"
        ) from None
    raise InputError(f"field '{field.name}': Label Studio cannot answer it; remove the result")
