"""What belongs together: links between shapes, and groups of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from panelwise.tasks.forms._fields import Field
from panelwise.tasks.forms._limits import LONGEST_NAME, MOST_LINKS, MOST_SHAPES, FormValues, shown
from panelwise.tasks.forms._shapes import GivenShape

_KEYS = frozenset({"from", "to"})


@dataclass(frozen=True, slots=True)
class LinksField(Field):
    """Links from shapes of one class to shapes of another; a list of ``{"from": id, "to": id}``.

    ``to`` is ``None`` where a shape has no counterpart. Where the field is required, every shape of
    ``from_class`` has a link.

    Attributes:
        shapes: given shapes, or the name of an earlier field in which they are drawn.
        from_class: where links start, such as ``text``.
        to_class: where they end, such as ``character``.
        allow_none: whether a shape may have no counterpart.
        several: whether a shape may have more than one.
        given: shapes that are there next to those drawn in an earlier field.
    """

    type = "links"
    shapes: str | tuple[GivenShape, ...]
    from_class: str
    to_class: str
    allow_none: bool = True
    several: bool = False
    given: tuple[GivenShape, ...] = ()

    def check(self, value: Any, values: FormValues) -> list[dict[str, str | None]]:
        starts, ends = (set(self._ids(values, label)) for label in (self.from_class, self.to_class))
        links: list[dict[str, str | None]] = []
        seen: set[tuple[str, str | None]] = set()
        for one in self.sequence(value, "links", MOST_LINKS):
            link = self._link(self.entry(one, "link", _KEYS), starts, ends)
            if link not in seen:
                seen.add(link)
                links.append({"from": link[0], "to": link[1]})
        self._check_counts(links, starts)
        return links

    def _link(
        self, value: dict[str, Any], starts: set[str], ends: set[str]
    ) -> tuple[str, str | None]:
        start, end = value.get("from"), value.get("to")
        if not isinstance(start, str) or start not in starts:
            raise self.refused(
                f"a link starts at {shown(start)}", f"start it at one of the {self.from_class}s"
            )
        if end is None:
            if not self.allow_none:
                raise self.refused(f"no {self.to_class} for {start}", "choose one")
            return start, None
        if not isinstance(end, str) or end not in ends:
            raise self.refused(
                f"a link ends at {shown(end)}", f"end it at one of the {self.to_class}s"
            )
        return start, end

    def _check_counts(self, links: Sequence[dict[str, str | None]], starts: set[str]) -> None:
        by_start: dict[str, list[str | None]] = {}
        for link in links:
            by_start.setdefault(str(link["from"]), []).append(link["to"])
        for start, ends in by_start.items():
            if len(ends) > 1 and (not self.several or None in ends):
                raise self.refused(f"{len(ends)} links from {shown(start)}", "keep one of them")
        missing = len(starts) - len(by_start)
        if self.required and missing:
            first = shown(min(starts - by_start.keys()))
            raise self.refused(f"{missing} without a link, the first is {first}", "link every one")

    def _ids(self, values: FormValues, label: str) -> list[str]:
        if isinstance(self.shapes, str):
            drawn = values.get(self.shapes) or ()
            given = [shape.id for shape in self.given if shape.label == label]
            return given + [shape["id"] for shape in drawn if shape["class"] == label]
        return [shape.id for shape in self.shapes if shape.label == label]


@dataclass(frozen=True, slots=True)
class GroupsField(Field):
    """Who or what is the same; an object from ids of shapes to names of groups.

    Where the field is required, every shape is in a group, if need be in one of its own.

    Attributes:
        shapes: given shapes, or the name of an earlier field in which they are drawn.
        of_class: the class of those that are grouped; empty for all.
    """

    type = "groups"
    shapes: str | tuple[GivenShape, ...]
    of_class: str = ""

    def check(self, value: Any, values: FormValues) -> dict[str, str]:
        if not isinstance(value, dict):
            raise self.refused(f"{shown(value)} is not an object", "give the group of each shape")
        if len(value) > MOST_SHAPES:
            raise self.refused(f"{len(value)} shapes, at most {MOST_SHAPES}", "remove some")
        known = set(self._ids(values))
        groups: dict[str, str] = {}
        for one, group in value.items():
            if one not in known:
                raise self.refused(
                    f"there is no {shown(one)} to group", "group only shapes that are there"
                )
            groups[one] = self.words(group, "name of a group", LONGEST_NAME, empty=False).strip()
        if self.required and len(groups) < len(known):
            first = shown(min(known - groups.keys()))
            raise self.refused(
                f"{len(known) - len(groups)} without a group, the first is {first}",
                "group every one",
            )
        return groups

    def _ids(self, values: FormValues) -> list[str]:
        if isinstance(self.shapes, str):
            drawn = values.get(self.shapes) or ()
            return [one["id"] for one in drawn if self.of_class in ("", one["class"])]
        return [one.id for one in self.shapes if self.of_class in ("", one.label)]
