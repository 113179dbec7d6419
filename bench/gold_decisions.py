"""Deciding where two passes over the gold pages differ, and what is kept of them.

``draft`` writes a file for each page on which the passes differ, in the form of a pass: what both
found is filled in, with the mean of the two boxes; under ``open`` stands what somebody who looks at
the page must decide. ``gold_pages.py take PROJECT decision FOLDER`` takes the files once nothing is
open. ``accepted`` gives the annotations that are kept: boxes, links and numbers for identities,
no words and no names.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from gold_agreement import UNKNOWN, agreement, aligned_names, first_of
from panelwise.annotation import Project, WorkUnit
from panelwise.annotation.screens import SAME_FIGURE, partners, same_shapes
from panelwise.geometry import Box

Values = Mapping[str, Any]
Names = Mapping[tuple[str, str], str]


def mean_box(one: Values, other: Values) -> list[float]:
    """The box halfway between two."""
    return [round((a + b) / 2, 1) for a, b in zip(one["box"], other["box"], strict=True)]


class PageDecision:
    """What two passes found on a page, merged as far as they agree."""

    def __init__(self, book: str, one: Values, other: Values, names: Names) -> None:
        self.book, self.passes, self.names = book, {"a": one, "b": other}, names
        self.characters: list[dict[str, Any]] = []
        self.faces: list[dict[str, Any]] = []
        self.open: list[dict[str, Any]] = []
        self.ids: dict[tuple[str, str], str] = {}
        self.panels = self._panels(one["panels"], other["panels"])
        self._bodies()
        self._faces()
        self.speakers = {link["from"]: self._speaker(link["from"]) for link in one["speakers"]}

    def as_json(self) -> dict[str, Any]:
        """In the form of a pass, with what is open."""
        return {
            "open": self.open, "panels": self.panels, "characters": self.characters,
            "faces": self.faces, "speakers": self.speakers, "seconds": 0, "note": "",
            "ambiguous": "",
        }  # fmt: skip

    def _panels(self, one: Sequence[Values], other: Sequence[Values]) -> list[list[float]]:
        if same_shapes(one, other, ordered=True):
            return [mean_box(a, b) for a, b in zip(one, other, strict=True)]
        boxes = {"a": [a["box"] for a in one], "b": [b["box"] for b in other]}
        self.open.append({"what": "panels", **boxes})
        return boxes["a"]

    def _pairs(self, label: str) -> tuple[list[tuple[Values, Values]], dict[str, list[Values]]]:
        every = {key: [shape for shape in values["characters"] if shape["class"] == label]
                 for key, values in self.passes.items()}  # fmt: skip
        found = partners(every["a"], every["b"], SAME_FIGURE)
        pairs = [(a, every["b"][at]) for a, at in zip(every["a"], found, strict=True)
                 if at is not None]  # fmt: skip
        alone = {
            "a": [a for a, at in zip(every["a"], found, strict=True) if at is None],
            "b": [b for at, b in enumerate(every["b"]) if at not in found],
        }
        return pairs, alone

    def _name(self, key: str, shape: Values) -> str:
        name = str(shape["name"])
        return name if key == "a" else self.names.get((self.book, name), name)

    def _bodies(self) -> None:
        pairs, alone = self._pairs("character")
        for number, (a, b) in enumerate(pairs, 1):
            made: dict[str, Any] = {
                "id": f"C{number}",
                "box": mean_box(a, b),
                "name": self._name("a", a),
            }
            self._same_name(made["id"], a, b)
            self.characters.append(made)
            self.ids["a", a["id"]] = self.ids["b", b["id"]] = made["id"]
        for key, shapes in alone.items():
            for one in shapes:
                made = {"id": f"{key}-{one['id']}", "box": one["box"],
                        "name": self._name(key, one)}  # fmt: skip
                self.characters.append(made)
                self.ids[key, one["id"]] = made["id"]
                self.open.append({"what": "character of one pass: keep or delete", **made})

    def _faces(self) -> None:
        pairs, alone = self._pairs("face")
        for a, b in pairs:
            self.faces.append({"of": self._owner("a", a), "box": mean_box(a, b)})
        for key, shapes in alone.items():
            for one in shapes:
                made = {"of": self._owner(key, one), "box": one["box"]}
                self.faces.append(made)
                what = f"face of pass {key}: keep or delete"
                self.open.append({"what": what, "face": len(self.faces), **made})

    def _owner(self, key: str, face: Values) -> str:
        """The body of a face in its own pass: of that name, with the largest part of the face."""
        box = Box(*face["box"])
        bodies = [one for one in self.passes[key]["characters"]
                  if one["class"] == "character" and one["name"] == face["name"]]  # fmt: skip
        owner = max(bodies, key=lambda one: box.intersection(Box(*one["box"])))
        return self.ids[key, owner["id"]]

    def _same_name(self, what: str, a: Values, b: Values) -> None:
        names = self._name("a", a), self._name("b", b)
        if names[0] != names[1]:
            self.open.append({"what": f"name of {what}", "a": names[0], "b": names[1]})

    def _speaker(self, text: str) -> str:
        said = {key: self._said(key, text) for key in self.passes}
        if said["a"].partition(":")[0] != said["b"].partition(":")[0]:
            self.open.append({"what": f"speaker of {text}", **said})
        elif said["a"] != said["b"]:
            self.open.append({"what": f"who is heard in {text}", **said})
        return said["a"]

    def _said(self, key: str, text: str) -> str:
        values = self.passes[key]
        end = next(link["to"] for link in values["speakers"] if link["from"] == text)
        if end is not None:
            return self.ids[key, end]
        row = next(row for row in values["voices"] if row["text"] == text)
        name = self._name(key, row)
        return f"{row['voice']}: {name}" if name else str(row["voice"])


def draft(
    project: Project, people: tuple[str, str], folder: Path, name_of: Callable[[WorkUnit], str]
) -> int:
    """Write a file for each page that waits for a decision; how many.

    A page that is there already is left as it is.
    """
    units = project.work.state.work_units()
    names = aligned_names(agreement(pair for unit in units if (pair := _both(unit, people))))
    waiting = [unit for unit in units if unit.place == "decide"]
    for unit in waiting:
        pair = _both(unit, people)
        file = folder / f"{name_of(unit)}.json"
        if pair is not None and not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            made = PageDecision(*pair, names).as_json()
            file.write_text(json.dumps(made, ensure_ascii=False, indent=1), "utf-8")
    return len(waiting)


def _both(unit: WorkUnit, people: tuple[str, str]) -> tuple[str, Values, Values] | None:
    given = first_of(unit, people)
    if len(given) < 2 or any(one.flag for one in given):
        return None
    return unit.book, given[0].values, given[1].values


def accepted(project: Project, name_of: Callable[[WorkUnit], str]) -> Iterator[dict[str, Any]]:
    """The accepted annotation of each page, without words.

    Panels are boxes in reading order. ``who`` counts the identities of a book from 1, and is null
    for somebody unknown. ``speakers`` gives for each text of the publisher the place of a character
    in ``characters``, or a voice, with ``who`` where it is known; texts count from 1, without empty
    ones.
    """
    numbers: dict[tuple[str, str], int] = {}

    def number(link: Values) -> int:
        return int(str(link["from"])[1:])

    def who(book: str, name: str) -> int | None:
        if name in UNKNOWN:
            return None
        return numbers.setdefault((book, name), 1 + sum(known == book for known, _ in numbers))

    for unit in sorted(project.work.state.work_units(), key=name_of):
        if unit.place != "accepted" or unit.answer is None:
            continue
        values, book = unit.answer.values, unit.book
        bodies = [one for one in values["characters"] if one["class"] == "character"]
        place = {one["id"]: at for at, one in enumerate(bodies)}
        voices = {row["text"]: row for row in values["voices"] or ()}
        yield {
            "page": name_of(unit),
            "panels": [one["box"] for one in values["panels"]],
            "characters": [{"box": one["box"], "who": who(book, one["name"])} for one in bodies],
            "faces": [{"box": one["box"], "who": who(book, one["name"])}
                      for one in values["characters"] if one["class"] == "face"],
            "speakers": [
                {"text": number(link), "character": place[link["to"]]} if link["to"] is not None
                else {"text": number(link), "voice": voices[link["from"]]["voice"],
                      "who": who(book, voices[link["from"]]["name"])}
                for link in values["speakers"]
            ],
        }  # fmt: skip
