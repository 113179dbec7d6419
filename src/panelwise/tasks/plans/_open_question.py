"""Open questions about stories, answered in one's own words (MV-2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from panelwise.comics import Book, StoryQuestion
from panelwise.profile import Profile
from panelwise.rendering import CompositeSettings, row_recipe, whole_page_cut
from panelwise.settings import Section
from panelwise.tasks._draft import ItemDraft, OneWording, Plan, Shown, unique_id
from panelwise.tasks._item import Document
from panelwise.tasks.plans._settings import PromptSettings
from panelwise.tasks.plans._story_choice import who_is_who
from panelwise.tasks.plans._strip import Strip, sha_of, story_strips, way_of_reading, why_absent


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenQuestion(OneWording):
    """The declaration of a task that asks the ``reading`` questions of stories.

    Attributes:
        prompt: the wording by profile; its places are ``{images}``, ``{who}`` and ``{question}``.

    The others are those of :class:`panelwise.tasks.Task`.
    """

    plan_settings: ClassVar[tuple[type[Section], ...]] = (PromptSettings, CompositeSettings)

    asked: str = (
        "The pages of a story and a question that has one definite answer, to be given in free"
        " text."
    )
    needs: str = "stories with open questions"
    kind: str = "answer"
    headline: str = "judge"

    def plan(self, books: Sequence[Book], profile: Profile, seed: int) -> Plan:
        """Every open question of every story; see :class:`panelwise.tasks.Task`.

        Where all answers are drawn from pools, ``named`` is the headline: it needs no judge, and
        its chance is known.
        """
        del seed
        plan = Plan("questions")
        taken: dict[str, tuple[Strip, StoryQuestion]] = {}
        for strip in story_strips(books):
            assert strip.story is not None
            for question in strip.story.questions:
                if question.task != "reading":
                    continue
                reason = why_absent(strip)
                if reason:
                    plan.excluded[reason] += 1
                    continue
                key = unique_id(f"{strip.id}/{question.id}", taken)
                taken[key] = strip, question
        pooled = all(question.pool for _, question in taken.values())
        headline = "named" if pooled else self.headline
        for key, (strip, question) in taken.items():
            plan.drafts.append(self._draft(key, strip, question, profile, headline))
        if not plan.drafts and not plan.excluded:
            plan.excluded["needs stories with open questions"] = 1
        return plan.check(self.id)

    def _draft(
        self, key: str, strip: Strip, question: StoryQuestion, profile: Profile, headline: str
    ) -> ItemDraft:
        pages = strip.whole_pages()
        reading = way_of_reading(strip)
        who = reading + who_is_who(strip.book, [question.question], strip.pages)
        values: dict[str, str | int] = {
            "question": question.question,
            "who": who if profile.section(PromptSettings).who_is_who else "",
        }
        prompt = self.prompt(profile)
        cuts = [whole_page_cut(sha_of(page), page) for page in strip.pages]
        row = row_recipe(cuts, profile) if len(pages) > 1 else None
        return ItemDraft(
            id=key,
            task=self.id,
            kind=self.kind,
            n=1,
            gold=_gold(question),
            shown=Shown(prompt, pages, values),
            single=Shown(prompt, (row,), values) if row is not None else None,
            pages=strip.by_hash,
            sources=strip.sources,
            reading=reading,
            meta={
                "headline": headline,
                "required": question.required,
                "answer_type": question.answer_type,
                "interrogative": question.interrogative,
                "answer_language": question.language,
                **({"panels_needed": question.fewest_panels} if question.fewest_panels else {}),
                **({"tier": question.tier} if question.tier else {}),
                **strip.facts,
            },
        )


def _gold(question: StoryQuestion) -> Document:
    """The answer and others that are as right, each once: a name may be that of each language."""
    answers = list(dict.fromkeys((question.answer, *question.answers)))
    gold: Document = {"question": question.question, "answers": answers}
    return gold | ({"pool": [list(forms) for forms in question.pool]} if question.pool else {})
