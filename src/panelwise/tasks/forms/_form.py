"""A form: its fields, as JSON, and the check of what was filled in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from panelwise.errors import FormError
from panelwise.tasks.forms._fields import Field
from panelwise.tasks.forms._limits import FormValues, shown
from panelwise.tasks.forms._relations import GroupsField, LinksField
from panelwise.tasks.forms._shapes import ShapesField


@dataclass(frozen=True, slots=True)
class Form:
    """What is asked of a person, field by field.

    >>> from panelwise.tasks.forms import ScaleField
    >>> form = Form((ScaleField("mark", "How good is it?", 1, 10),))
    >>> form.check({"mark": 7})
    {'mark': 7}
    >>> form.check({"mark": 11})
    Traceback (most recent call last):
    panelwise.errors.FormError: field 'mark': 11 is not on the scale; give a number from 1 to 10
    """

    fields: tuple[Field, ...]

    def __post_init__(self) -> None:
        """Names are unique, and links are between shapes of an earlier field.

        Raises:
            ValueError: where that is not so.
        """
        shapes: set[str] = set()
        names: set[str] = set()
        for field in self.fields:
            if field.name in names:
                raise ValueError(f"two fields have the name {field.name!r}")
            names.add(field.name)
            if isinstance(field, ShapesField):
                shapes.add(field.name)
            about = field.shapes if isinstance(field, LinksField | GroupsField) else None
            if isinstance(about, str) and about not in shapes:
                raise ValueError(f"{field.name!r} is about {about!r}, which no earlier field draws")

    def as_json(self) -> dict[str, Any]:
        """The form as plain JSON values: ``{"fields": [{"type", "name", "label", …}]}``."""
        return {"fields": [field.as_json() for field in self.fields]}

    def check(self, values: Any) -> FormValues:
        """The clean values of every field, of untrusted ones; ``None`` where one was left empty.

        Args:
            values: as JSON has them, by the names of the fields.

        Raises:
            FormError: names the field, what is wrong, and what to do.
        """
        if not isinstance(values, Mapping):
            raise FormError("", f"{shown(values)} is not an object", "give a value for every field")
        names = {field.name for field in self.fields}
        strange = next((name for name in values if name not in names), None)
        if strange is not None:
            known = ", ".join(sorted(names))
            raise FormError("", f"there is no field {shown(strange)}", f"fill in {known}")
        clean: FormValues = {}
        for field in self.fields:
            value = values.get(field.name)
            if value is not None:
                clean[field.name] = field.check(value, clean)
            elif field.required:
                raise field.refused("nothing was filled in", "fill it in")
            else:
                clean[field.name] = None
        return clean
