"""A task of another package with a plan of its own: which of two panels comes first?

It imports public names alone, like every plug-in must.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from panelwise.comics import Book
from panelwise.profile import PAPER, Profile
from panelwise.rendering import crop_recipe, cut_of
from panelwise.settings import Section
from panelwise.tasks import (
    ItemDraft,
    Option,
    Plan,
    Prompt,
    Shown,
    facts_of,
    lettered,
    seeded,
    source_page,
    unique_id,
)
from panelwise.tasks.kinds import ScoringSettings

WORDS = "{images}\nWhich panel comes first?\n{options}\nAnswer with the letter only."
PROMPT = Prompt("myplans.earlier/1", WORDS, "ours", "myplans", image_label="Panel {k}:")
AUTHORS = PAPER.with_sections(replace(PAPER.section(ScoringSettings), unanswered="drop"))


@dataclass(frozen=True)
class EarlierPanel:
    id: str = "myplans.earlier"
    title: str = "Earlier panel"
    kind: str = "choice"
    headline: str = "accuracy"
    asked: str = "Two panels; which comes first?"
    needs: str = "pages with two panels or more"
    needs_texts: bool = False
    traps: tuple[str, ...] = ()
    source: str = "myplans"
    paper: Profile = AUTHORS
    settings: tuple[type[Section], ...] = ()

    def prompts(self, profile: Profile) -> tuple[Prompt, ...]:
        return (PROMPT,)

    def plan(self, books: Sequence[Book], profile: Profile, seed: int) -> Plan:
        plan, taken = Plan("pages"), set[str]()
        options = (Option("A", "the first"), Option("B", "the second"))
        for book, page in ((one, page) for one in books for page in one.pages):
            if page.image is None or len(page.panels) < 2:
                plan.excluded["not two panels"] += 1
                continue
            gold = seeded(seed, self.id, page.image.sha256).randrange(2)
            pair = page.panels[:2] if gold == 0 else page.panels[1::-1]
            key = unique_id(f"{book.id}/{page.id}", taken)
            taken.add(key)
            sha = page.image.sha256
            pictures = tuple(crop_recipe(cut_of(sha, panel)) for panel in pair)
            plan.drafts.append(
                ItemDraft(
                    id=key,
                    task=self.id,
                    kind=self.kind,
                    n=2,
                    gold=gold,
                    shown=Shown(PROMPT, pictures, {"options": lettered(options)}),
                    pages={sha: page},
                    sources=(source_page(book, page),),
                    options=options,
                    meta={"headline": self.headline, **facts_of([page], book)},
                )
            )
        return plan.check(self.id)


earlier = EarlierPanel()
