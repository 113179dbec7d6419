"""A task kind and a task of another package: how many panels does a page have?

What a package holds that adds a kind: the class of the kind and, for files of answers, its line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random

from pydantic import NonNegativeInt

from panelwise.comics import Book, Page
from panelwise.metrics import MetricInfo
from panelwise.profile import Profile
from panelwise.rendering import page_recipe
from panelwise.tasks import Answer, Asked, Item, Outcome, PageTask, Parsed, Prompt
from panelwise.tasks.kinds import AnswerLine, BaseKind, FromPage, Guesses, ReadLine

MOST = 12
WORDS = "{images}\nHow many panels does this page have? Answer with one number."


class CountLine(AnswerLine[NonNegativeInt]):
    def read(self) -> ReadLine:
        return ReadLine(1, {"panels": self.gold}, str(self.answer))


class CountKind(BaseKind):
    name = "panel_count"
    headline = "right_number"
    line = CountLine

    @property
    def metrics(self) -> Mapping[str, MetricInfo]:
        info = MetricInfo("right_number", "pages with the right number of panels", binary=True)
        return {info.name: info}

    def read(self, item: Item, text: str, profile: Profile) -> Parsed:
        found = re.findall(r"\d+", text)
        if len(set(found)) != 1:
            return Parsed("invalid", reason=f"none found: {len(found)} numbers")
        return Parsed("ok", {"panels": int(found[0])}, "number", None, ("final",))

    def write(self, item: Item, answer: Answer, profile: Profile) -> str:
        return str(answer["panels"])

    def score(self, item: Item, answer: Answer, profile: Profile) -> dict[str, float]:
        return {"right_number": float(answer["panels"] == item.gold["panels"])}

    def invalid_scores(self, item: Item, profile: Profile) -> dict[str, float] | None:
        return {"right_number": 0.0}

    def chance(self, item: Item, profile: Profile) -> dict[str, float]:
        return {"right_number": 1 / MOST}

    def random(self, item: Item, generator: Random, profile: Profile) -> Answer | None:
        return {"panels": generator.randint(1, MOST)}

    def constant(self, item: Item) -> Answer | None:
        return {"panels": 4}

    def from_page(self, item: Item) -> FromPage | None:
        return FromPage("unused", lambda page: {"panels": len(page.panels)})

    def guesses(self, items: Sequence[Item], profile: Profile) -> Guesses:
        counts = range(1, MOST + 1)
        return Guesses({str(k): lambda item, k=k: {"panels": k} for k in counts})

    def outcome(self, item: Item, answer: Answer, profile: Profile) -> Outcome:
        return "correct" if answer == item.gold else "wrong"


def ask_count(book: Book, page: Page, profile: Profile, seed: int) -> Asked | str:
    if not 1 <= len(page.panels) <= MOST:
        return "no panels, or too many"
    assert page.image is not None
    return Asked({"panels": len(page.panels)}, 1, (page_recipe(page.image.sha256),))


how_many = PageTask(
    id="mycounts.how_many",
    title="How many panels",
    kind="panel_count",
    headline="right_number",
    asked="A page; how many panels does it have?",
    needs="pages with panels",
    source="mycounts",
    ask=ask_count,
    prompt=lambda profile: Prompt("mycounts/1", WORDS, status="ours", source="mycounts"),
)
