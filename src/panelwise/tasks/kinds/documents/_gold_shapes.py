"""What gold in a file of answers is made of: boxes, names, words; what is none is refused."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    AliasChoices,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    model_validator,
)
from pydantic.fields import FieldInfo

from panelwise.geometry import Box
from panelwise.metrics import usable_shape
from panelwise.tasks.kinds.documents._lists import as_mark

SLIP = 0.8  # how alike an unknown key is to one that is meant


def listed(value: object) -> object:
    """A list: nothing gives an empty one, one text a list of it."""
    if value is None:
        return []
    return [value] if isinstance(value, str) else value


def _with_area(box: list[float]) -> list[float]:
    x0, y0, x1, y1 = box
    if x1 <= x0 or y1 <= y0 or usable_shape(Box(*box)) is None:
        raise ValueError(
            f"box {box} has no area, or corners beyond a billion;"
            " write [x0, y0, x1, y1] with x0 < x1, y0 < y1"
        )
    return box


def _simple(polygon: list[list[float]]) -> list[list[float]]:
    if usable_shape(tuple((x, y) for x, y in polygon)) is None:
        raise ValueError("the polygon has no area, or its edges cross")
    return polygon


def _mark(value: object) -> str:
    mark = as_mark(value)
    if not mark:
        raise ValueError(f"{value!r} is not a name; write a word or a whole number")
    return mark


Number = Annotated[float, Field(allow_inf_nan=False)]
Corner = Annotated[list[Number], Field(min_length=2, max_length=2)]
CornerBox = Annotated[list[Number], Field(min_length=4, max_length=4), AfterValidator(_with_area)]
GoldOutline = Annotated[list[Corner], Field(min_length=3), AfterValidator(_simple)]
Side = Annotated[int, Field(gt=0, le=1_000_000)]
Size = Annotated[list[Side], Field(min_length=2, max_length=2)]
MarkLabel = Annotated[str, BeforeValidator(_mark)]
Link = Annotated[list[MarkLabel], Field(min_length=2, max_length=2)]
Words = Annotated[str, Field(pattern=r"\S")]
Names = Annotated[list[Words], BeforeValidator(listed)]


class GoldShape(BaseModel):
    """Further keys may stand in gold, but none that is a slip of one that counts."""

    model_config = ConfigDict(extra="ignore", strict=True)

    @model_validator(mode="before")
    @classmethod
    def _no_slips(cls, value: Any) -> Any:
        if isinstance(value, dict):
            known = [key for name, field in cls.model_fields.items() for key in _keys(name, field)]
            for key in value.keys() - set(known):
                near = get_close_matches(str(key), known, 1, SLIP)
                if near and near[0] not in value:
                    raise ValueError(f"'{key}' is not known; did you mean '{near[0]}'?")
        return value


def _keys(name: str, field: FieldInfo) -> list[str]:
    """The keys under which a field may stand."""
    alias = field.validation_alias
    if isinstance(alias, AliasChoices):
        return [choice for choice in alias.choices if isinstance(choice, str)]
    return [alias if isinstance(alias, str) else name]
