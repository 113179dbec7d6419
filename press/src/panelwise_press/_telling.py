"""A story as it stands on pages: sentences filled in, panels named, logic worked out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from panelwise.comics import PanelRef, valid_orders
from panelwise_press._scene import Language
from panelwise_press._story import MAX_ORDERS, Beat, TemplateStory, causes
from panelwise_press._words import fill

ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth"),
    *("seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
)


@dataclass(frozen=True)
class Telling:
    """A story, the panel that each beat is printed in, and the language of its lettering.

    ``silent`` tellings carry no lettering, so nothing may be asked about words. Of a ``chapter``,
    whose scenes hardly depend on each other, valid orders are not enumerated.
    """

    id: str
    story: TemplateStory
    panels: tuple[PanelRef, ...]
    language: Language = "en"
    silent: bool = False
    chapter: bool = False

    @property
    def beats(self) -> tuple[Beat, ...]:
        """The beats in the order of the panels."""
        return self.story.beats

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """What each beat tells, in English, with everybody's name."""
        return tuple(fill(beat.tells, self.story.cast) for beat in self.beats)

    @cached_property
    def causes(self) -> tuple[tuple[int, int], ...]:
        """Edges of the causal graph."""
        return causes(self.beats)

    @cached_property
    def ancestors(self) -> tuple[frozenset[int], ...]:
        """For each beat all beats that it rests on, directly or not."""
        found: list[frozenset[int]] = []
        for j in range(len(self.beats)):
            direct = [i for i, k in self.causes if k == j]
            found.append(frozenset(direct).union(*(found[i] for i in direct)))
        return tuple(found)

    @cached_property
    def _orders(self) -> tuple[tuple[int, ...], ...]:
        return tuple(islice(valid_orders(self.beats), MAX_ORDERS + 1))

    @property
    def orders(self) -> tuple[tuple[int, ...], ...]:
        """The valid orders, that of the panels first, at most :data:`MAX_ORDERS`."""
        drawn = tuple(range(len(self.beats)))
        if self.chapter:
            return (drawn,)
        return (drawn, *(order for order in self._orders if order != drawn))[:MAX_ORDERS]

    @property
    def orders_complete(self) -> bool:
        """Whether ``orders`` holds every valid order."""
        return not self.chapter and len(self._orders) <= MAX_ORDERS

    def always_before(self, i: int, j: int) -> bool:
        """Whether beat i comes before beat j in every valid order; false where not all are known.

        Being a cause is not enough: where a fact may have held from the start, its maker may come
        later as well.
        """
        return self.orders_complete and all(
            order.index(i) < order.index(j) for order in self._orders
        )

    def scenes(self) -> list[int]:
        """The number of the scene of each beat: a new one where place or time changes."""
        numbers: list[int] = []
        for at, beat in enumerate(self.beats):
            here = beat.scene.place, beat.scene.time
            before = self.beats[at - 1].scene
            changed = at > 0 and here != (before.place, before.time)
            numbers.append((numbers[-1] if numbers else 0) + changed)
        return numbers

    def name(self, role: str) -> str:
        """The name of the person in a role, in English."""
        return self.story.cast[role].names["en"]


def quoted(sentence: str) -> str:
    """A sentence inside another: in quotation marks, without its full stop."""
    return f"“{sentence.rstrip('.')}”"


def ordinal(position: int) -> str:
    """The name of a panel's position, counted from 0."""
    return ORDINALS[position]
