"""What a kind knows of answers that need no look at a picture: constants, and random ones.

Source: specification 1.4, 7.2; MS-2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from panelwise.tasks._item import Answer, Item
from panelwise.wording import shortened

Rule = Callable[[Item], Answer | None]
"""The answer that a constant gives to an item; ``None`` for items that it is not meant for."""
LONGEST_NAME = 40
NO_VALUE = "No chance level: on these items no constant answer has a value by this metric."


@dataclass(frozen=True, slots=True)
class Guesses:
    """The guesses of a kind for one set of items.

    Attributes:
        constants: name → rule. Which constants are tried may depend on the right answers of the
            set: the commonest one is among them.
        why_no_random: why no random answer has an expected score; empty where ``Kind.chance``
            gives one for every metric.
        why_no_constant: metric → why no constant has a value; ``""`` stands for all others.
        by_size: how a size is named, as in ``"{} options"``, where the best constant is chosen
            separately for every ``Item.n``: one order cannot answer strips of three and of four
            panels. Empty where one constant answers all items.
    """

    constants: Mapping[str, Rule]
    why_no_random: str = ""
    why_no_constant: Mapping[str, str] = field(default_factory=dict)
    by_size: str = ""

    def why_not(self, metric: str, *, random: bool, constant: bool) -> str:
        """Why a metric lacks one of the two; empty where it has both."""
        if not constant:
            reasons = self.why_no_constant
            return reasons.get(metric) or reasons.get("") or NO_VALUE
        return "" if random else self.why_no_random


def always(answer: Answer) -> Rule:
    """The rule that gives one answer to every item."""
    return lambda item: answer


def commonest(texts: Iterable[str], most: int) -> list[str]:
    """The texts that occur most often, case and surrounding blanks aside; no empty ones.

    >>> commonest(["No", "yes", " no"], 1)
    ['No']
    """
    seen: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for text in texts:
        key = text.strip().casefold()
        if key:
            seen.setdefault(key, text.strip())
            counts[key] += 1
    return [seen[key] for key, _ in counts.most_common(most)]


def quoted(text: str) -> str:
    """A text in quotation marks, cut where a table would burst."""
    return f'"{shortened(" ".join(text.split()), LONGEST_NAME)}"'
