"""What can be said of a panel without a name."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from panelwise.comics import Book, Event


@dataclass(frozen=True, slots=True)
class PeopleByLooks:
    """The people of a book: who has which name, and how each looks."""

    names: dict[str, str]
    looks: dict[str, str]

    def without_names(self, sentences: Sequence[str], *, whole: bool = False) -> list[str]:
        """Sentences that say "a girl" or "a girl with curly hair, a cap" where they had a name.

        The short form is used where it says who is meant, unless the whole one is wanted. Nobody
        can see a name.
        """
        every = sorted(self.names, key=len)[::-1]
        pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, every))})\b")
        named = {self.names[match[0]] for one in sentences for match in pattern.finditer(one)}
        short = {one: self.looks[one].partition(" with ")[0] for one in named}
        unclear = whole or len(set(short.values())) < len(short)
        words = self.looks if unclear else short
        replaced = (
            pattern.sub(lambda match: words[self.names[match[0]]], one) for one in sentences
        )
        return [one[:1].upper() + one[1:] for one in replaced]

    def details(self, event: Event) -> str:
        """Who is to be seen in a panel, and its mood, place and time."""
        seen = [self.looks.get(one, "") for one in event.present]
        place = (event.place or "").replace("_", " ")
        return ", ".join(one for one in (*seen, event.feeling, place, event.time) if one)


def people_of(book: Book) -> PeopleByLooks:
    """The people of a book."""
    return PeopleByLooks(
        names={
            alias: one.id
            for one in book.identities
            for alias in (one.name or "", *one.aliases)
            if alias and not alias.startswith("the ")
        },
        looks={one.id: one.looks or "" for one in book.identities},
    )


def shuffled(values: Sequence[str], chance: random.Random) -> list[str]:
    """The values in a random order."""
    return chance.sample(values, len(values))
