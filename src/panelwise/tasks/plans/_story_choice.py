"""Items that ask a question about a story, with four worded options.

The question, its right answer and its wrong ones come from the story (``Story.questions``):
written by the press, by people, or drafted by a model. This module chooses, assigns positions and
shows: pages, frames, or frames of which one is blank.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from panelwise.comics import Book, Page, QuestionTask, StoryQuestion
from panelwise.profile import PAPER, Profile
from panelwise.rendering import CompositeSettings, Recipe, blank, crop_recipe, row_recipe
from panelwise.settings import Section
from panelwise.tasks._balanced_orders import assign_positions, seeded
from panelwise.tasks._draft import (
    LETTERS,
    Facts,
    ItemDraft,
    Plan,
    Prompt,
    Shown,
    lettered,
    unique_id,
)
from panelwise.tasks._gold_sources import words_source
from panelwise.tasks._item import Option
from panelwise.tasks.plans._settings import GoldSettings, PromptSettings, StripSettings
from panelwise.tasks.plans._strip import (
    Strip,
    story_strips,
    way_of_reading,
    why_absent,
    why_doubtful,
)

WRONG = 3


@dataclass(frozen=True, slots=True)
class StoryChoice:
    """The declaration of a task that asks about stories by choice.

    Attributes:
        question_task: which of a story's questions it asks.
        show: ``pages``, or ``frames`` with the hidden one blank. Pages become frames where the
            profile's ``strips.input`` says so, if ``free_input``.
        prompt: the wording for several pictures, by profile, and whether for a single picture. Its
            places are ``{images}``, ``{question}``, ``{options}`` or ``{A}`` to ``{D}``, and
            ``{who}``: which way the page is read, and how those look whom the texts name.
        silent_only: whether stories known to carry text are left out, by profile.
        longest: how many panels a story may have at most, where the profile's ``strips.shortest``
            says how many it must have; ``None`` for any number.

    The others are those of :class:`panelwise.tasks.Task`.
    """

    plan_settings: ClassVar[tuple[type[Section], ...]] = (
        PromptSettings,
        CompositeSettings,
        GoldSettings,
    )

    id: str
    title: str
    source: str
    asked: str
    needs: str
    question_task: QuestionTask
    show: Literal["pages", "frames"]
    prompt: Callable[[Profile, bool], Prompt]
    free_input: bool = False
    silent_only: Callable[[Profile], bool] = lambda profile: False
    longest: int | None = None
    needs_texts: bool = False
    traps: tuple[str, ...] = ()
    paper: Profile = PAPER
    own_settings: tuple[type[Section], ...] = ()
    kind: str = "choice"
    headline: str = "accuracy"

    @property
    def settings(self) -> tuple[type[Section], ...]:
        """The sections of settings that its items and wordings obey."""
        return (*self.plan_settings, *self.own_settings)

    def prompts(self, profile: Profile) -> tuple[Prompt, ...]:
        """The wordings for several pictures and for one."""
        return self.prompt(profile, False), self.prompt(profile, True)

    def plan(self, books: Sequence[Book], profile: Profile, seed: int) -> Plan:
        """Choose questions and assign positions; see :class:`panelwise.tasks.Task`."""
        plan = Plan("questions")
        chosen: dict[str, tuple[Strip, StoryQuestion]] = {}
        for strip in story_strips(books):
            for question in strip.story.questions if strip.story else ():
                if question.task != self.question_task:
                    continue
                reason = self._why_not(strip, question, profile)
                if reason:
                    plan.excluded[reason] += 1
                else:
                    chosen[unique_id(f"{strip.book.id}/{question.id}", chosen)] = (strip, question)
        if not chosen and not plan.excluded:
            plan.excluded[f"needs {self.needs}"] += sum(len(book.stories) for book in books) or 1
        rights = assign_positions(dict.fromkeys(chosen, WRONG + 1), WRONG + 1, seed)
        for key, (strip, question) in chosen.items():
            plan.drafts.append(self._draft(key, strip, question, rights[key], profile, seed))
        return plan.check(self.id)

    def _why_not(self, strip: Strip, question: StoryQuestion, profile: Profile) -> str | None:
        refs = [event.panel for event in strip.story.events] if strip.story else []
        hidden = refs.index(question.hidden) if question.hidden in refs else None
        count = len(strip.places)
        least, most = (
            (profile.section(StripSettings).shortest, self.longest) if self.longest else (0, count)
        )
        reasons = {
            f"fewer than {least} panels": count < least,
            f"more than {most} panels": count > most,
            f"fewer than {WRONG} wrong answers": len(question.wrong) < WRONG,
            "has dialogue": self.silent_only(profile) and strip.has_text(),
            "the hidden frame is not the second to last": self.show == "frames"
            and hidden != len(refs) - 2,
        }
        own = next((reason for reason, holds in reasons.items() if holds), None)
        return why_absent(strip) or own or why_doubtful(strip, profile)

    def _draft(
        self,
        key: str,
        strip: Strip,
        question: StoryQuestion,
        right: int,
        profile: Profile,
        seed: int,
    ) -> ItemDraft:
        generator = seeded(seed, "options", key)
        wrong = generator.sample(question.wrong, WRONG)
        texts = [option.text for option in wrong]
        texts.insert(right, question.answer)
        options = tuple(Option(LETTERS[k], text=text) for k, text in enumerate(texts))
        pictures, row = self._pictures(key, strip, question, profile, seed)
        named = who_is_who(strip.book, [question.question, *texts], strip.pages)
        chapter = question.fewest_pages is not None
        reading = way_of_reading(strip, chapter=chapter) if self._shows_pages(profile) else None
        values: dict[str, str | int] = {
            "question": question.question,
            "options": lettered(options),
            **{option.label: option.text or "" for option in options},
            "who": (reading or "") + named if profile.section(PromptSettings).who_is_who else "",
        }
        # The pages of a chapter, side by side in one picture, would be too small to read.
        joined = None if chapter else row
        single = Shown(self.prompt(profile, True), (joined,), values) if joined else None
        return ItemDraft(
            id=key,
            task=self.id,
            kind=self.kind,
            n=len(options),
            gold=right,
            shown=Shown(self.prompt(profile, False), pictures, values),
            pages=strip.by_hash,
            sources=strip.sources,
            reading=reading,
            single=single,
            options=options,
            index_base=1,
            meta=self._facts(strip, question)
            | {
                "wrong": ",".join(option.error for option in wrong),
                "distractors": _one_word({option.strength for option in wrong}),
            },
        )

    def _shows_pages(self, profile: Profile) -> bool:
        """Whether whole pages are shown, and not frames."""
        given = profile.section(StripSettings).input if self.free_input else "pages"
        return self.show == "pages" and given in ("pages", "whole")

    def _pictures(
        self, key: str, strip: Strip, question: StoryQuestion, profile: Profile, seed: int
    ) -> tuple[tuple[Recipe, ...], Recipe | None]:
        """What is shown, and in one picture where that is several."""
        given = profile.section(StripSettings).input if self.free_input else "pages"
        if self.show == "pages" and given == "whole":
            cuts = strip.unsplit()
            if len(cuts) > 1:
                return (row_recipe(cuts, profile),), None
            return (crop_recipe(cuts[0]),) if "hide" in cuts[0] else strip.whole_pages(), None
        if self.show == "pages" and given == "pages":
            pages = strip.whole_pages()
            cuts = strip.unsplit(alone=False)
        else:
            order = list(range(len(strip.places)))
            if given == "shuffled" and len(order) > 1:
                generator = seeded(seed, "frames", key)
                while order == sorted(order):
                    generator.shuffle(order)
            refs = [event.panel for event in strip.story.events] if strip.story else []
            cuts = [
                blank(strip.cut(k)) if refs and refs[k] == question.hidden else strip.cut(k)
                for k in order
            ]
            pages = tuple(crop_recipe(cut) for cut in cuts)
        return pages, row_recipe(cuts, profile) if len(pages) > 1 else None

    def _facts(self, strip: Strip, question: StoryQuestion) -> Facts:
        return {
            "headline": self.headline,
            "panels": len(strip.places),
            "perspective": question.perspective,
            "evidence": len(question.evidence),
            "interrogative": question.interrogative,
            **({"panels_needed": question.fewest_panels} if question.fewest_panels else {}),
            **({"pages_needed": question.fewest_pages} if question.fewest_pages else {}),
            **({"tier": question.tier} if question.tier else {}),
            **({"strip": strip.unit} if self.longest else {}),
            "words_from": words_source([strip.story] if strip.story else []),
            **strip.facts,
        }


def _one_word(strengths: set[Literal["strong", "weak"] | None]) -> str | None:
    """``strong``, ``weak``, or ``mixed`` (SC-11); ``None`` when nobody said."""
    known = {strength for strength in strengths if strength}
    return "mixed" if len(known) > 1 else next(iter(known), None)


def who_is_who(book: Book, texts: Sequence[str], pages: Sequence[Page] = ()) -> str:
    """How the people look whom the texts name, for readers of comics that name nobody.

    Where it is known who is on the pages, nobody else is described. In books of a family, everybody
    is: who is on the pages, and whom an answer names, may be what is asked.
    """
    if any(story.family for story in book.stories):
        everybody = [f"{who.name}: {who.looks}." for who in book.identities if who.looks]
        return "Who is who. " + " ".join(everybody) + "\n" if everybody else ""
    whole = "\n".join(texts)
    seen = {one.identity for page in pages for one in page.characters if one.identity}
    lines = [
        f"{name}: {person.looks}."
        for person in book.identities
        for name in dict.fromkeys((person.name, *person.aliases))
        if name and person.looks and (not seen or person.id in seen)
        if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", whole)
    ]
    return "Who is who. " + " ".join(lines) + "\n" if lines else ""
