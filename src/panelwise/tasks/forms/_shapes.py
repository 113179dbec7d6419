"""Shapes on a picture: boxes and polygons with a class, a text or a name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from panelwise.tasks.forms._fields import Field
from panelwise.tasks.forms._limits import (
    LONGEST_NAME,
    LONGEST_TEXT,
    MOST_POINTS,
    MOST_SHAPES,
    FormValues,
    shown,
)

_KEYS = frozenset({"id", "class", "box", "polygon", "text", "name"})
_DIGITS = 2  # of a pixel that are kept; a screen cannot point more finely
GivenCorners = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class GivenShape:
    """A shape that is given: to start from, to be linked or grouped.

    Attributes:
        id: unique in its field; the mark on the picture where one is drawn (``T1``).
        label: its class; empty where there is but one.
        box: ``x0, y0, x1, y1`` in pixels of the picture; ``None`` where only the mark is known.
        polygon: its outline.
        text: what it says.
        name: who it is.
        image: the index of its picture.
    """

    id: str
    label: str = ""
    box: GivenCorners | None = None
    polygon: tuple[tuple[float, float], ...] = ()
    text: str = ""
    name: str = ""
    image: int = 0

    def as_json(self) -> dict[str, Any]:
        """As a form has it: its value, and the picture."""
        return {**self.as_value(), "image": self.image}

    def as_value(self) -> dict[str, Any]:
        """As the value of a field has it, without what it has none of."""
        found: dict[str, Any] = {"id": self.id, "class": self.label}
        found["box"] = None if self.box is None else list(self.box)
        if self.polygon:
            found["polygon"] = [list(point) for point in self.polygon]
        return found | {
            key: words for key, words in (("text", self.text), ("name", self.name)) if words
        }


@dataclass(frozen=True, slots=True)
class ShapesField(Field):
    """Shapes on one picture; a list of objects, in reading order where that is asked.

    Each has an ``id``, a ``class``, a ``box`` in pixels of the picture, a ``polygon`` if it has
    one, and a ``text`` and a ``name`` where they are asked for. No shapes at all is an answer.

    Attributes:
        size: width and height of the picture in pixels.
        classes: one of them for every shape.
        image: the index of the picture.
        polygons: whether outlines may be drawn.
        ordered: whether the order of the shapes matters.
        texts: whether what each says is asked.
        names: whether who each is is asked.
        initial: the shapes that are there at first.
        fixed: whether they stay as they are, so that only texts, names and order are asked.
        language: of the texts, as in ``lang`` of HTML; empty if unknown.
        vertical: whether the texts are set in columns.
    """

    type = "shapes"
    size: tuple[int, int]
    classes: tuple[str, ...]
    image: int = 0
    polygons: bool = False
    ordered: bool = False
    texts: bool = False
    names: bool = False
    initial: tuple[GivenShape, ...] = ()
    fixed: bool = False
    language: str = ""
    vertical: bool = False

    def check(self, value: Any, values: FormValues) -> list[dict[str, Any]]:
        del values
        given = self.sequence(value, "shapes", MOST_SHAPES)
        start = {shape.id: shape for shape in self.initial}
        shapes = [self._shape(self.entry(one, "shape", _KEYS), start) for one in given]
        ids = {shape["id"] for shape in shapes}
        if len(ids) != len(shapes):
            raise self.refused("two shapes with one id", "give every shape an id of its own")
        if self.fixed and ids != start.keys():
            raise self.refused("shapes were added or removed", "answer for those that are given")
        return shapes

    def _shape(self, value: dict[str, Any], start: Mapping[str, GivenShape]) -> dict[str, Any]:
        name = self.words(value.get("id"), "shape id", LONGEST_NAME, empty=False)
        found: dict[str, Any] = {"id": name}
        if self.fixed and name in start:
            kept = start[name].as_json()
            found |= {key: kept[key] for key in ("class", "box", "polygon") if key in kept}
        else:
            found |= self._place(value)
        if self.texts:
            found["text"] = self.words(value.get("text", ""), "text", LONGEST_TEXT)
        if self.names:
            found["name"] = self.words(value.get("name", ""), "name", LONGEST_NAME)
        return found

    def _place(self, value: dict[str, Any]) -> dict[str, Any]:
        label = value.get("class", self.classes[0] if len(self.classes) == 1 else None)
        if not isinstance(label, str) or label not in self.classes:
            raise self.refused(
                f"a shape of the unknown class {shown(label)}",
                f"choose one of {', '.join(self.classes)}",
            )
        found: dict[str, Any] = {"class": label}
        outline = value.get("polygon")
        if outline is not None and not self.polygons:
            raise self.refused("a shape has an outline", "draw a box")
        if outline is not None:
            points = [self._point(one) for one in self.sequence(outline, "corners", MOST_POINTS)]
            if len(points) < 3:
                raise self.refused(f"an outline of {len(points)} corners", "draw at least 3")
            xs, ys = zip(*points, strict=True)
            found |= {"box": self._box([min(xs), min(ys), max(xs), max(ys)]), "polygon": points}
            return found
        return found | {"box": self._box(value.get("box"))}

    def _point(self, value: Any) -> list[float]:
        numbers = self.sequence(value, "coordinates", 2)
        if len(numbers) != 2:
            raise self.refused(f"a corner of {len(numbers)} numbers", "give [x, y]")
        return [self._coordinate(one, axis) for axis, one in enumerate(numbers)]

    def _box(self, value: Any) -> list[float]:
        numbers: Sequence[Any] = self.sequence(value, "coordinates", 4)
        if len(numbers) != 4:
            raise self.refused(f"a box of {len(numbers)} numbers", "give [x0, y0, x1, y1]")
        box = [self._coordinate(one, axis % 2) for axis, one in enumerate(numbers)]
        x0, y0, x1, y1 = box
        if x1 <= x0 or y1 <= y0:
            raise self.refused("a box without area", "draw it again, or remove it")
        if x1 <= 0 or y1 <= 0 or x0 >= self.size[0] or y0 >= self.size[1]:
            raise self.refused("a box outside the picture", "draw it on the picture")
        return box

    def _coordinate(self, value: Any, axis: int) -> float:
        """A coordinate; annotations of real pages reach a little over the edge."""
        side = self.size[axis]
        return round(self.number(value, "coordinate", -side, 2 * side), _DIGITS)
