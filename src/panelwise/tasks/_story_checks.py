"""What annotators of the papers do, asked of models: rating descriptions, naming mistakes.

Source: REQUIREMENTS CH-16 (faithfulness), CV-13 (error annotation); ``tasks`` of 1.3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from panelwise.comics import Book, ErrorType
from panelwise.profile import Profile
from panelwise.tasks._cut import whole_page_cut
from panelwise.tasks._deck import deal_positions, seeded
from panelwise.tasks._draft import (
    LETTERS,
    ItemDraft,
    OneWording,
    Plan,
    Shown,
    lettered,
    unique_id,
)
from panelwise.tasks._item import KindName, Option
from panelwise.tasks._render import page_recipe, row_recipe
from panelwise.tasks._story_choice import who_is_who
from panelwise.tasks._strip import (
    Strip,
    descriptions_of,
    page_strips,
    sha_of,
    story_strips,
    way_of_reading,
    why_absent,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Faithfulness(OneWording):
    """The declaration of a task that asks how faithful descriptions are to a page.

    Half of the items show a page with its own descriptions, half with those of another page of the
    same book that has as many panels.
    """

    asked: str = "A page and descriptions of its panels, or of another's; how faithful are they?"
    needs: str = "books with two or more described pages of one number of panels"
    kind: KindName = "rating"
    headline: str = "agrees"

    def plan(self, books: Sequence[Book], profile: Profile, seed: int) -> Plan:
        """Pair pages with descriptions; see :class:`panelwise.tasks.Task`."""
        plan = Plan("pages")
        groups: dict[tuple[str, int], list[tuple[Strip, list[str]]]] = {}
        for strip in page_strips(books):
            told = descriptions_of(strip)
            reason = why_absent(strip)
            if reason is None and len(told) < len(strip.places):
                reason = "needs descriptions"
            if reason:
                plan.excluded[reason] += 1
            else:
                groups.setdefault((strip.book.id, len(told)), []).append((strip, told))
        for pages in groups.values():
            if len(pages) < 2:
                plan.excluded["no other page of so many panels"] += len(pages)
                continue
            for at, (strip, told) in enumerate(pages):
                others = [words for k, (_, words) in enumerate(pages) if k != at and words != told]
                own = at % 2 == 0 or not others
                words = told if own else seeded(seed, "other", strip.id).choice(others)
                plan.drafts.append(self._draft(strip, words, own, profile))
        return plan.check(self.id)

    def _draft(self, strip: Strip, words: Sequence[str], own: bool, profile: Profile) -> ItemDraft:
        lines = "\n".join(f"{k}. {' '.join(text.split())}" for k, text in enumerate(words, 1))
        # Of everybody named: who is not described would tell that the words are another page's.
        who = who_is_who(strip.book, words) if profile.who_is_who else ""
        reading = way_of_reading(strip)
        values = {"lines": lines, "reading": reading + who}
        (page,) = strip.pages
        return ItemDraft(
            id=strip.id,
            task=self.id,
            kind=self.kind,
            n=len(words),
            gold={"own": own},
            shown=Shown(self.prompt(profile), (page_recipe(sha_of(page)),), values),
            pages=strip.by_hash,
            sources=strip.sources,
            reading=reading,
            meta={"headline": self.headline, "own": own, **strip.facts},
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class MistakeKind(OneWording):
    """The declaration of a task that asks of which kind a false statement's mistake is.

    Attributes:
        kinds: the kinds of mistakes to choose from, in words.
    """

    kinds: Mapping[ErrorType, str]
    asked: str = "A story and a false statement about it; what kind of mistake does it make?"
    needs: str = "stories with false statements whose kind of error is known"
    kind: KindName = "choice"
    headline: str = "accuracy"

    def plan(self, books: Sequence[Book], profile: Profile, seed: int) -> Plan:
        """Every false statement whose kind is among those asked for."""
        plan = Plan("statements")
        found: dict[str, tuple[Strip, str, ErrorType]] = {}
        for strip in story_strips(books):
            reason = why_absent(strip)
            for question in strip.story.questions if strip.story else ():
                if question.task != "true_statement":
                    continue
                for at, wrong in enumerate(question.wrong):
                    if reason or wrong.error not in self.kinds:
                        plan.excluded[reason or f"error {wrong.error}"] += 1
                    else:
                        key = unique_id(f"{strip.book.id}/{question.id}-{at}", found)
                        found[key] = (strip, wrong.text, wrong.error)
        if not found and not plan.excluded:
            plan.excluded[f"needs {self.needs}"] += 1
        places = deal_positions(dict.fromkeys(found, 1), len(self.kinds), seed)
        for key, (strip, statement, error) in found.items():
            plan.drafts.append(self._draft(key, strip, statement, error, places[key], profile))
        return plan.check(self.id)

    def _draft(
        self,
        key: str,
        strip: Strip,
        statement: str,
        error: ErrorType,
        right: int,
        profile: Profile,
    ) -> ItemDraft:
        others = [words for name, words in self.kinds.items() if name != error]
        texts = [*others[:right], self.kinds[error], *others[right:]]
        options = tuple(Option(LETTERS[k], text=text) for k, text in enumerate(texts))
        reading = way_of_reading(strip)
        values = {"question": statement, "options": lettered(options), "reading": reading}
        prompt = self.prompt(profile)
        cuts = [whole_page_cut(sha_of(page), page) for page in strip.pages]
        single = Shown(prompt, (row_recipe(cuts, profile),), values) if len(cuts) > 1 else None
        return ItemDraft(
            id=key,
            task=self.id,
            kind=self.kind,
            n=len(options),
            gold=right,
            shown=Shown(prompt, strip.whole_pages(), values),
            single=single,
            pages=strip.by_hash,
            sources=strip.sources,
            reading=reading,
            options=options,
            meta={"headline": self.headline, "error": error, **strip.facts},
        )
