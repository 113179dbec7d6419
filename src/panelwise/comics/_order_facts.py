"""Which orders of panels their pictures allow, by the facts that each of them shows.

A panel *needs* facts to hold and *makes* facts. An order is valid when no picture contradicts the
ones before it: what a panel needs is what the last panel that touched the fact left behind, and
what a panel makes, it changes: it was not so already. What nobody has touched yet may be anything,
because a reader of shuffled pictures does not know how things were at first. So a lamp switched on
and off has two valid orders, and a window thrown in has one.

Source: SC-8, MS-8, MS-14.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Protocol


class ShowsFacts(Protocol):
    """A panel of which it is known what it shows to hold before, and to change."""

    @property
    def id(self) -> str:
        """What it is called in messages."""

    @property
    def needs(self) -> Mapping[str, str]:
        """Facts that hold before: "window" -> "whole"."""

    @property
    def makes(self) -> Mapping[str, str]:
        """Facts that it brings about: "window" -> "broken"."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two panels that cannot both be true in an order.

    Attributes:
        earlier, later: positions of the last panel that said what holds, and of the one that
            contradicts it.
        text: what is wrong.
    """

    earlier: int
    later: int
    text: str


def contradictions(panels: Sequence[ShowsFacts]) -> Iterator[Contradiction]:
    """Every contradiction in this order of panels; none for a valid order."""
    known: dict[str, tuple[str, int]] = {}
    for at, panel in enumerate(panels):
        for key, value in panel.needs.items():
            before, since = known.get(key, (value, at))
            if before != value:
                text = f"{panel.id} needs {key} = {value}, but it is {before}"
                yield Contradiction(since, at, text)
        known |= {key: (value, at) for key, value in panel.needs.items()}
        for key, value in panel.makes.items():
            before, since = known.get(key, ("", at))
            if before == value:
                text = f"{panel.id} makes {key} = {value}, but it is so already"
                yield Contradiction(since, at, text)
        known |= {key: (value, at) for key, value in panel.makes.items()}


def contradiction(panels: Sequence[ShowsFacts]) -> str | None:
    """The first contradiction in this order of panels, in words, or ``None`` for a valid order."""
    first = next(contradictions(panels), None)
    return first.text if first else None


def valid_orders(panels: Sequence[ShowsFacts]) -> Iterator[tuple[int, ...]]:
    """Every order of the panels that no picture contradicts, in lexicographic order.

    >>> from panelwise.comics import Event, PanelRef
    >>> throw = Event(PanelRef("1", 0), "", needs={"window": "whole"}, makes={"ball": "flying"})
    >>> before = {"window": "whole", "ball": "flying"}
    >>> crash = Event(PanelRef("1", 1), "", needs=before, makes={"window": "broken"})
    >>> list(valid_orders([throw, crash]))
    [(0, 1)]
    """
    yield from _extend(panels, (), {})


def have_one_order(panels: Sequence[ShowsFacts]) -> bool:
    """Whether the pictures allow one order of these panels and no other."""
    return len(list(islice(valid_orders(panels), 2))) == 1


def _extend(
    panels: Sequence[ShowsFacts], chosen: tuple[int, ...], known: dict[str, str]
) -> Iterator[tuple[int, ...]]:
    if len(chosen) == len(panels):
        yield chosen
        return
    for index, panel in enumerate(panels):
        if index in chosen:
            continue
        before = {**known, **panel.needs}
        if all(known.get(key, value) == value for key, value in panel.needs.items()) and all(
            before.get(key) != value for key, value in panel.makes.items()
        ):
            yield from _extend(panels, (*chosen, index), {**before, **panel.makes})
