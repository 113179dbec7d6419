"""How far two passes over the same pages agree: boxes, speakers, identities, panels.

Boxes of the same class are matched one to one, largest overlaps first, from IoU .5 (panels: .8).
Names of the two passes are aligned over a whole book by the most frequent pairs of matched bodies;
identities are compared as groupings of matched bodies, without those that either calls ``?``.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import nan
from typing import Any

from panelwise.annotation import Submission, WorkUnit
from panelwise.annotation.screens import SAME_FIGURE, SAME_PANEL, partners
from panelwise.geometry import Box
from panelwise.metrics import identity_scores
from panelwise.metrics.agreement import cohen_kappa

UNKNOWN = ("", "?")
Values = Mapping[str, Any]


@dataclass
class Matched:
    """Boxes of two passes that were matched."""

    first: int = 0
    second: int = 0
    overlaps: list[float] = field(default_factory=list)

    @property
    def f1(self) -> float:
        """Twice the matched boxes over all boxes; 1 without any."""
        both = self.first + self.second
        return 2 * len(self.overlaps) / both if both else 1.0

    def add(self, one: Sequence[Values], other: Sequence[Values], least: float) -> list[int | None]:
        """Count the boxes of a page; for each of the first its partner in the second."""
        found = partners(one, other, least)
        self.first += len(one)
        self.second += len(other)
        self.overlaps += [
            Box(*a["box"]).iou(Box(*other[at]["box"]))
            for a, at in zip(one, found, strict=True) if at is not None
        ]  # fmt: skip
        return found


@dataclass
class PassAgreement:
    """Agreement of two passes over some pages.

    Attributes:
        pages: both annotated.
        flagged: one of the two called ambiguous.
        panels_alike: pages with the same panels in the same order.
        boxes: ``panels``, ``character`` and ``face``.
        speakers: for each text what the first and the second pass said: the name (aligned) of who
            is seen to say it, or a voice.
        same_target: texts that go to the same box, or to the same voice.
        names: of each matched body in the two passes, with the book.
    """

    pages: int = 0
    flagged: int = 0
    panels_alike: int = 0
    boxes: dict[str, Matched] = field(default_factory=lambda: defaultdict(Matched))
    speakers: list[tuple[str, str]] = field(default_factory=list)
    same_target: int = 0
    names: list[tuple[tuple[str, str], tuple[str, str]]] = field(default_factory=list)


def agreement(pairs: Iterable[tuple[str, Values, Values]]) -> PassAgreement:
    """Of the values of two passes for each page, with the page's book."""
    found = PassAgreement()
    pages = list(pairs)
    matches = [_match(found, book, one, other) for book, one, other in pages]
    other_names = aligned_names(found)
    for (book, one, other), partner in zip(pages, matches, strict=True):
        second = {(book, link["from"]): link for link in other["speakers"]}
        voices = [_voices(one), _voices(other)]
        names = [_names(one), _names(other)]
        for link in one["speakers"]:
            ends = link["to"], second[book, link["from"]]["to"]
            said = [
                voices[at].get(link["from"], "unsure") if end is None else names[at][end]
                for at, end in enumerate(ends)
            ]
            if ends[1] is not None:
                said[1] = other_names.get((book, said[1]), f"{said[1]} (second pass)")
            found.speakers.append((said[0], said[1]))
            if None in ends:
                found.same_target += ends == (None, None) and said[0] == said[1]
            else:
                found.same_target += partner.get(ends[0]) == ends[1]
    return found


def _match(found: PassAgreement, book: str, one: Values, other: Values) -> dict[str, str]:
    """Count the boxes of a page; the partners of bodies by id."""
    found.pages += 1
    at = found.boxes["panels"].add(one["panels"], other["panels"], SAME_PANEL)
    found.panels_alike += at == list(range(len(other["panels"])))
    pairs = {}
    for label in ("character", "face"):
        ours, theirs = (
            [shape for shape in values["characters"] if shape["class"] == label]
            for values in (one, other)
        )
        for a, place in zip(ours, found.boxes[label].add(ours, theirs, SAME_FIGURE), strict=True):
            if label == "character" and place is not None:
                pairs[a["id"]] = theirs[place]["id"]
                found.names.append(((book, a["name"]), (book, theirs[place]["name"])))
    return pairs


def aligned_names(found: PassAgreement) -> dict[tuple[str, str], str]:
    """For a book and a name of the second pass that of the first: the most frequent pairs first."""
    names: dict[tuple[str, str], str] = {}
    used: set[tuple[str, str]] = set()
    counts = Counter(found.names)
    for one, other in sorted(counts, key=lambda pair: (-counts[pair], pair)):
        if other not in names and one not in used:
            names[other] = one[1]
            used.add(one)
    return names


def groupings(found: PassAgreement) -> tuple[float, float]:
    """Pairwise F1 and adjusted Rand index of who is the same, over bodies known to both; ``nan``
    with fewer than two.
    """
    known = [pair for pair in found.names if not any(name in UNKNOWN for _, name in pair)]
    scores = identity_scores([b for _, b in known], [a for a, _ in known])
    return (nan, nan) if scores is None else (scores["pairwise_f1"], scores["ari"])


def print_agreement(units: Iterable[WorkUnit], people: tuple[str, str]) -> None:
    """A table, a row for each book and one for all; a note for pages that were not compared."""
    pairs: list[tuple[str, Values, Values]] = []
    left: list[str] = []
    for unit in units:
        given = first_of(unit, people)
        if len(given) == 2 and not any(one.flag for one in given):
            pairs.append((unit.book, given[0].values, given[1].values))
        else:
            flags = [f"{one.person}: {one.flag}" for one in given if one.flag]
            left.append(f"{unit.data['pages'][0]['picture']['alt']}: {', '.join(flags) or 'open'}")
    print(f"{'':20}pages panels  F1 | bodies  F1  IoU | faces   F1  IoU | texts same kappa"
          " | pairs  ARI")  # fmt: skip
    books = dict.fromkeys(book for book, _, _ in pairs)
    for name in [*books, "all"]:
        _print_row(name, agreement(pair for pair in pairs if name in ("all", pair[0])))
    for line in left:
        print(f"not compared: {line}")


def first_of(unit: WorkUnit, people: tuple[str, str]) -> list[Submission]:
    """The first answer of each of two people, where they gave one."""
    given = {one.person: one for one in reversed(unit.history)}
    return [given[person] for person in people if person in given]


def _print_row(name: str, found: PassAgreement) -> None:
    said = found.speakers
    same = found.same_target / len(said) if said else 1.0
    kappa = cohen_kappa([a for a, _ in said], [b for _, b in said]).value if said else None
    f1, rand = groupings(found)
    parts = [f"{name:20}{found.pages:5} {found.panels_alike:3}/{found.pages:<3}"
             f"{found.boxes['panels'].f1:4.2f}"]  # fmt: skip
    for label in ("character", "face"):
        boxes = found.boxes[label]
        mean = sum(boxes.overlaps) / len(boxes.overlaps) if boxes.overlaps else 0.0
        parts.append(f"{boxes.first:3}/{boxes.second:<3} {boxes.f1:4.2f} {mean:4.2f}")
    parts.append(f"{len(said):5} {same:4.2f} {'  –  ' if kappa is None else f'{kappa:5.2f}'}")
    parts.append(f"{f1:5.2f} {rand:4.2f}")
    print(" | ".join(parts))


def _voices(values: Values) -> dict[str, str]:
    return {row["text"]: row["voice"] for row in values["voices"] or ()}


def _names(values: Values) -> dict[str, str]:
    return {one["id"]: one["name"] for one in values["characters"]}
