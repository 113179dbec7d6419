"""What a task declares, and items planned but not yet drawn.

A benchmark declares a :class:`Task`; its ``plan`` turns books into :class:`ItemDraft`, in which
recipes stand where pictures will; :mod:`panelwise.packs._making` draws them.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal, Protocol

from panelwise.comics import Book, Page, Text
from panelwise.errors import UnavailableError
from panelwise.profile import PAPER, Profile
from panelwise.rendering import Recipe
from panelwise.settings import Section
from panelwise.tasks._gold_sources import gold_sources
from panelwise.tasks._item import Answer, Option, SourcePage
from panelwise.wording import counted, joined

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PromptStatus = Literal["exact", "reconstructed", "ours"]
Facts = dict[str, str | int | float | bool | None]


@dataclass(frozen=True, slots=True)
class Prompt:
    """Words sent to a model, with ``{name}`` for what each item fills in.

    Attributes:
        id: names the wording and its version ("chromic.panel_reordering/paper/1").
        text: the template; ``{images}`` stands where the images go.
        status: ``exact`` from the paper, ``reconstructed`` where it printed none, or ``ours``.
        source: where it comes from.
        image_label: words before each image, ``{k}`` standing for its number.
        system: a message that is sent before, as the system's.
    """

    id: str
    text: str
    status: PromptStatus
    source: str
    image_label: str = ""
    system: str = ""

    @property
    def sha256(self) -> str:
        """Hash of the template: two packs with one hash asked in the same words."""
        words = [*([self.system] if self.system else []), self.image_label, self.text]
        return hashlib.sha256("\x1f".join(words).encode()).hexdigest()

    def fill(self, **values: str | int) -> str:
        """The text with every ``{name}`` of ``values`` replaced; other braces stay.

        What is filled in is never searched for names again.
        """
        parts = [self.text]
        for name, value in values.items():
            mark = "{" + name + "}"
            pieces: list[str] = []
            for at, part in enumerate(parts):
                if at % 2:
                    pieces.append(part)
                    continue
                first, *others = part.split(mark)
                pieces.append(first)
                for other in others:
                    pieces += [str(value), other]
            parts = pieces
        return "".join(parts)


@dataclass(frozen=True, slots=True)
class Shown:
    """How an item is put to one sort of model: the wording, the pictures, what is filled in."""

    prompt: Prompt
    images: tuple[Recipe, ...]
    values: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ItemDraft:
    """An item whose pictures are not made yet.

    Attributes:
        pages: the pages that its recipes cut from, by the hash of their bytes.
        reading: how its pages are read, where pages are shown whole and read in an order; a value
            of its words, ``{reading}`` or ``{who}``, begins with this sentence where they say it.
            Empty where it goes without saying.
        single: the same for a model that takes one picture, where ``shown`` has several.
        shared_by: ids of other books of the family that show the same; they have no such item of
            their own.

    The others are those of :class:`panelwise.tasks.Item`.
    """

    id: str
    task: str
    kind: str
    n: int
    gold: Answer
    shown: Shown
    pages: Mapping[str, Page]
    sources: tuple[SourcePage, ...]
    single: Shown | None = None
    reading: str | None = None
    shared_by: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    index_base: int = 0
    example: tuple[int, ...] | None = None
    accepted: tuple[tuple[int, ...], ...] = ()
    meta: Facts = field(default_factory=dict)

    def with_values(self, values: Mapping[str, str]) -> ItemDraft:
        """The draft with other words filled in, in both of its forms."""
        shown = replace(self.shown, values={**self.shown.values, **values})
        single = self.single and replace(self.single, values={**self.single.values, **values})
        return replace(self, shown=shown, single=single)


NEEDS = "needs "  # how a reason begins that names what the comics lack


@dataclass(slots=True)
class Plan:
    """What a build will make, and what it leaves out and why.

    ``unit`` names what is counted in ``excluded``: pages, stories, questions.
    """

    unit: str = "pages"
    drafts: list[ItemDraft] = field(default_factory=list)
    excluded: Counter[str] = field(default_factory=Counter)

    def check(self, task: str, layout: str = "") -> Plan:
        """The plan itself, if it holds an item.

        Args:
            task: its name.
            layout: of the press, whose pages have what the task needs; empty where all do.

        Raises:
            UnavailableError: when there is no item in it; the text says what was in the way.
        """
        if not self.drafts:
            drawn = f"panelwise press{layout and f' --layout {layout}'}"
            raise UnavailableError(f"{task} is unavailable: {self._why_empty(task, drawn)}")
        return self

    def _why_empty(self, task: str, drawn: str) -> str:
        """What was in the way of every item, and what to do."""
        lacking = [reason.removeprefix(NEEDS) for reason in self.excluded]
        if self.excluded and all(reason.startswith(NEEDS) for reason in self.excluded):
            return (
                f"it needs {joined(lacking)}, and these comics have none; give a folder with"
                f" an annotation that has them (docs/formats.md), or let {drawn} draw comics"
            )
        one = "story" if self.unit == "stories" else self.unit.removesuffix("s")
        reasons = "; ".join(
            f"{counted(k, one, self.unit)}: {reason}" for reason, k in self.excluded.most_common()
        )
        return (
            f"none of the {self.unit} can be used ({reasons or f'there are no {self.unit}'});"
            f" panelwise task {task} prints what it needs, and {drawn} draws comics for it"
        )


class Task(Protocol):
    """The declaration of a task.

    Attributes:
        id: ``benchmark.task``.
        title: for people.
        kind: the task kind that reads and scores its answers.
        headline: the metric that the paper ranks models by.
        asked: one sentence for the data card.
        needs: what an input must have to feed it, in words for ``panelwise list tasks``.
        needs_texts: whether it must be known where the pages have texts.
        traps: what misleads in its scores, a sentence each, for the data card.
        source: paragraphs of the specification.
        paper: what the profile ``paper`` is in the paper that the task is from.
        settings: the sections of settings that its items and wordings obey.

    A task whose words are meant to be read as evidence, as shuffled descriptions are, also has an
    attribute ``text_is_evidence`` that is true; ``panelwise check --blind`` does not reject its
    items for what their words reveal.
    """

    @property
    def id(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def kind(self) -> str: ...

    @property
    def headline(self) -> str: ...

    @property
    def asked(self) -> str: ...

    @property
    def needs(self) -> str: ...

    @property
    def needs_texts(self) -> bool: ...

    @property
    def traps(self) -> tuple[str, ...]: ...

    @property
    def source(self) -> str: ...

    @property
    def paper(self) -> Profile: ...

    @property
    def settings(self) -> tuple[type[Section], ...]: ...

    def prompts(self, profile: Profile) -> tuple[Prompt, ...]:
        """Every wording that its items may be put in."""
        ...

    def plan(self, books: Sequence[Book], profile: Profile, seed: int) -> Plan:
        """Choose items, assign orders or positions, and write recipes; nothing is decoded yet.

        Raises:
            UnavailableError: when nothing can feed the task; the text says what was in the way.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class OneWording:
    """What declarations have in common whose items are all put in one wording; see :class:`Task`.

    Attributes:
        prompt: the wording, by profile.
        plan_settings: the sections that the choice of items obeys.
        own_settings: those that the wording and the rest of what is declared obey.
    """

    plan_settings: ClassVar[tuple[type[Section], ...]] = ()

    id: str
    title: str
    source: str
    prompt: Callable[[Profile], Prompt]
    traps: tuple[str, ...] = ()
    needs_texts: bool = False
    paper: Profile = PAPER
    own_settings: tuple[type[Section], ...] = ()

    @property
    def settings(self) -> tuple[type[Section], ...]:
        """The sections of settings that its items and wordings obey."""
        return (*self.plan_settings, *self.own_settings)

    def prompts(self, profile: Profile) -> tuple[Prompt, ...]:
        """The one wording."""
        return (self.prompt(profile),)


def source_page(book: Book, page: Page) -> SourcePage:
    """How an item names a page that it was made from."""
    assert page.image is not None
    return SourcePage(book.id, page.id, page.image.relative, page.image.sha256)


def unique_id(name: str, taken: Iterable[str] | Mapping[str, object]) -> str:
    """A name, numbered from 2 when it is taken: page b/c of a is also page c of a/b."""
    key, number = name, 2
    while key in taken:
        key, number = f"{name}-{number}", number + 1
    return key


def lettering_of(page: Page) -> tuple[Text, ...] | None:
    """The texts that are part of the comic and not of the scene: a blackboard is not dialogue."""
    if page.texts is None:
        return None
    return tuple(text for text in page.texts if text.kind != "scene_text")


def facts_of(pages: Sequence[Page], book: Book) -> Facts:
    """What scores of every task are broken down by; of several pages, what holds for all."""
    sure = [page.order_confidence for page in pages if page.order_confidence is not None]
    texts = [lettering_of(page) for page in pages]
    return {
        "direction": pages[0].reading_direction,
        **gold_sources(book, pages),
        "order_confidence": min(sure, default=None),
        "silent": not any(texts) if any(texts) or None not in texts else None,
        "language": book.source.language,
        "style": book.source.style,
        **_family_of(pages, book),
    }


def _family_of(pages: Sequence[Page], book: Book) -> dict[str, str]:
    """The family of the stories on these pages, if all of them are of one."""
    here = {page.id for page in pages}
    families = {
        story.family
        for story in book.stories
        if any(event.panel.page in here for event in story.events)
    }
    family = families.pop() if len(families) == 1 else None
    return {} if family is None else {"family": family}


def lettered(options: Sequence[Option]) -> str:
    """Options as lines of a prompt: ``A. words``."""
    return "\n".join(f"{option.label}. {option.text}" for option in options)
