"""What the kinds about lines of speech share: names and lines of gold, and figures of names.

Gold: ``{"lines": [{"mark", "text", "names", "known"}]}``; ``names`` are all that the speaker goes
by, ``known`` is false for stand-ins such as "narrator". Source: specification 6.5, 7.11; AMB-49.
"""

from __future__ import annotations

from collections.abc import Sequence

from panelwise.metrics import GoldLine, NamingScores, normaliser
from panelwise.profile import Profile
from panelwise.tasks._item import Item
from panelwise.tasks.kinds._guesses import commonest
from panelwise.tasks.kinds._settings import TextSettings
from panelwise.tasks.kinds.documents._kind import document

NAME_KEYS = ("name", "speaker", "character")
NAMES_TRIED = 3
LONGEST_ROW = 2_000  # characters of a written line that are looked at


def names_of(items: Sequence[Item]) -> list[str]:
    """The names that most lines go by."""
    lines = (line for item in items for line in document(item.gold)["lines"])
    return commonest((line["names"][0] for line in lines if line["names"]), NAMES_TRIED)


def gold_lines(item: Item, profile: Profile) -> list[GoldLine]:
    """The lines of a page, normalised as the profile says."""
    norm = normaliser(profile.section(TextSettings).normaliser)
    return [
        GoldLine(norm(line["text"] or ""), tuple(line["names"]), line["known"])
        for line in document(item.gold)["lines"]
    ]


def name_figures(scores: NamingScores) -> dict[str, float]:
    """Metric → value, of those that are defined."""
    values = {
        "anls_known": scores.known,
        "anls": scores.all,
        "answered": 1 - scores.unanswered / scores.lines if scores.lines else None,
    }
    return {name: value for name, value in values.items() if value is not None}
