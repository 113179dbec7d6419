"""The configuration of Label Studio that asks what a form asks.

At each shape one may write: its text or name, its place in the reading order, its group, or that a
link leads to nobody. Each has a tag of its own, named after the field. Shapes that are given to be
linked or grouped have one, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple
from xml.sax.saxutils import quoteattr

from panelwise.annotation.exchange._pictures import given_shapes
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

PICTURES = "pictures"
OUTLINE, TEXT, NAME, PLACE = "__outline", "__text", "__name", "__place"
GIVEN, NOBODY = "__given", "__nobody"


class TagName(NamedTuple):
    """What the name of a tag stands for: a field, or a part of it."""

    field: Field
    part: str


def tag_names(fields: Iterable[Field]) -> dict[str, TagName]:
    """The names of all tags of a form.

    Raises:
        InputError: when two would have the same.
    """
    found: dict[str, TagName] = {}
    for field in fields:
        for tag, part in _parts(field):
            if tag in found:
                raise InputError(
                    f"fields '{found[tag].field.name}' and '{field.name}' would both be '{tag}' in"
                    " Label Studio; rename one of them"
                )
            found[tag] = TagName(field, part)
    return found


def _parts(field: Field) -> Iterator[tuple[str, str]]:
    name = field.name
    match field:
        case ShapesField():
            asked = {"": True, OUTLINE: field.polygons, TEXT: field.texts, NAME: field.names,
                     PLACE: field.ordered}  # fmt: skip
            yield from ((name + part, part) for part, is_asked in asked.items() if is_asked)
        case LinksField():
            yield name + NOBODY, NOBODY
        case _:
            yield name, ""
    if given_shapes(field):
        yield name + GIVEN, GIVEN
        yield name + GIVEN + OUTLINE, GIVEN


def label_studio_config(forms: Sequence[Sequence[Field]]) -> str:
    """The configuration for forms that differ in their options and classes only.

    Raises:
        InputError: for a field that Label Studio has no tag for, or two with tags of one name.
    """
    for form in forms:
        tag_names(form)
    classes: dict[str, dict[str, None]] = {}
    for field in (field for form in forms for field in form):
        of_field = classes.setdefault(field.name, {})
        if isinstance(field, ShapesField):
            of_field |= dict.fromkeys(field.classes)
        of_field |= {shape.label or "shape": None for shape in given_shapes(field)}
    lines = ["<View>", '  <Header value="$title"/>', '  <Text name="words" value="$words"/>',
             f'  <Image name="{PICTURES}" valueList="${PICTURES}" zoom="true"/>']  # fmt: skip
    for field in forms[0]:
        lines.append(f"  <Header value={quoteattr(field.label)}/>")
        lines += [f"  {line}" for line in _tags(field, tuple(classes[field.name]))]
    if links := [field for field in forms[0] if isinstance(field, LinksField)]:
        inner = "".join(f"<Relation value={quoteattr(field.name)}/>" for field in links)
        lines.append(f"  <Relations>{inner}</Relations>")
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
            found = _labels(field.name, classes, outlines=field.polygons)
            found += [_written(field.name + TEXT, "Text")] if field.texts else []
            found += [_written(field.name + NAME, "Name")] if field.names else []
            if field.ordered:
                place = quoteattr(field.name + PLACE)
                found.append(f'<Number name={place} {to} perRegion="true" min="1"/>')
            return found
        case LinksField():
            nobody = quoteattr(field.name + NOBODY)
            # Label Studio refuses a single choice.
            inner = '<Choice value="nobody"/><Choice value="somebody"/>'
            return [
                *_labels(field.name + GIVEN, classes),
                f'<Choices name={nobody} {to} perRegion="true" choice="single">{inner}</Choices>',
            ]
        case GroupsField():
            return [*_labels(field.name + GIVEN, classes), _written(field.name, "Group")]
    raise InputError(
        f"field '{field.name}' asks for {field.type}, for which Label Studio has no tag; use our"
        " own sheets: panelwise annotations sheet"
    )


def _labels(name: str, classes: Sequence[str], *, outlines: bool = True) -> list[str]:
    """Tags of boxes and outlines; none where there is nothing to be drawn."""
    kinds = {"RectangleLabels": name} | ({"PolygonLabels": name + OUTLINE} if outlines else {})
    labels = "".join(f"<Label value={quoteattr(label)}/>" for label in classes)
    return [
        f'<{kind} name={quoteattr(tag)} toName="{PICTURES}">{labels}</{kind}>'
        for kind, tag in kinds.items()
        if classes
    ]


def _written(name: str, what: str) -> str:
    return (
        f'<TextArea name={quoteattr(name)} toName="{PICTURES}" perRegion="true" maxSubmissions="1"'
        f' placeholder="{what}"/>'
    )
