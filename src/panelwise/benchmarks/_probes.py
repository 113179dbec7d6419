"""Probes of what a model remembers of a comic: its title, author and page, its removed words.

They are no benchmarks: nobody can be expected to know the answers who has not read the comic. Each
item carries other answers of the same sort as a control, among them none that is right; what counts
is by how much an answer is nearer to the right one (:func:`panelwise.analysis.recall_gaps`).
Source: MS-4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from panelwise.comics import Book, Page, Text
from panelwise.errors import UnknownNameError
from panelwise.profile import PAPER, Profile
from panelwise.registry import did_you_mean
from panelwise.rendering import MaskingSettings, page_recipe
from panelwise.settings import Section
from panelwise.tasks import (
    ItemDraft,
    Plan,
    Prompt,
    Shown,
    Task,
    facts_of,
    normalised,
    seeded,
    source_page,
    unique_id,
)

CONTROLS = 5  # other answers of an item, at most
LEAST_LETTERS = 12  # of removed words: "Oh!" is easily guessed
PAGES_OF_A_BOOK = 8
SPOKEN = (None, "dialogue", "narration")  # not sounds, nor writing in the scene
_GUESS = " If you do not know, guess."
_ASKED = {
    "title": "Which comic is this page from? Reply with its title alone.",
    "author": "Who is the author of this comic? Reply with the name alone.",
    "page": "Which page of its book is this? Reply with the number alone.",
}
_REMOVED = (
    "{images}On this page of a comic, {width} pixels wide and {height} pixels high, the words in"
    " the box from ({x0}, {y0}) to ({x1}, {y1}) were removed. What do they say, word for word?"
    " Reply with the words alone."
) + _GUESS


@dataclass(frozen=True, slots=True, kw_only=True)
class _Probe:
    """What the declarations of both probes have in common; see :class:`panelwise.tasks.Task`."""

    plan_settings: ClassVar[tuple[type[Section], ...]] = (MaskingSettings,)
    paper: ClassVar[Profile] = PAPER
    settings: ClassVar[tuple[type[Section], ...]] = (MaskingSettings,)
    kind: ClassVar[str] = "answer"
    source: ClassVar[str] = "MS-4"
    needs_texts: ClassVar[bool] = True

    id: str
    title: str
    asked: str
    needs: str
    headline: str
    wording: Prompt
    traps: tuple[str, ...] = (
        "A score by itself says nothing: context helps, and titles can be guessed. Read the gap to"
        " the control (panelwise recall).",
    )

    def prompts(self, profile: Profile) -> tuple[Prompt, ...]:
        """The one wording."""
        del profile
        return (self.wording,)


@dataclass(frozen=True, slots=True, kw_only=True)
class DialogueProbe(_Probe):
    """One text of a page is removed from the picture; what did it say?"""

    def plan(self, books: Sequence[Book], profile: Profile, seed: int) -> Plan:
        """One text of every page that has one long enough, drawn by the seed."""
        plan = Plan("pages")
        taken: dict[str, None] = {}
        for book in books:
            texts = [text for page in book.pages for text in page.texts or ()]
            said = [_words(text) for text in texts if text.kind in SPOKEN]
            for page in book.pages:
                reason, text = _removable(page, seed, book)
                others = _nearest_in_length(_words(text), said) if text else []
                reason = reason or ("" if others else "no other dialogue to compare with")
                if reason or text is None:
                    plan.excluded[reason or "no text"] += 1
                    continue
                key = unique_id(f"{book.id}/{page.id}", taken)
                taken[key] = None
                plan.drafts.append(self._draft(key, book, page, text, others, profile))
        return plan.check(self.id)

    def _draft(
        self,
        key: str,
        book: Book,
        page: Page,
        text: Text,
        others: Sequence[str],
        profile: Profile,
    ) -> ItemDraft:
        box = text.box.rounded()
        assert page.image is not None
        fill = profile.section(MaskingSettings).text_fill
        recipe = {**page_recipe(page.image.sha256), "mask": [list(box)], "fill": fill}
        values: dict[str, str | int] = dict(zip(("x0", "y0", "x1", "y1"), box, strict=True))
        values |= {"width": page.width, "height": page.height}
        return _drafted(self, key, book, page, "dialogue", [_words(text)], others,
                        Shown(self.wording, (recipe,), values))  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class TitleProbe(_Probe):
    """Which comic, whose, and which page of it; from the picture of a page, or from its words."""

    from_words: bool = False

    def plan(self, books: Sequence[Book], profile: Profile, seed: int) -> Plan:
        """Up to eight pages of every book; each is asked for whatever is known of the book."""
        del profile
        plan = Plan("pages")
        taken: dict[str, None] = {}
        facts = {book.id: _known(book) for book in books}
        for book in books:
            pages = list(enumerate(book.pages, 1))
            seeded(seed, "recall", book.id).shuffle(pages)
            used = 0
            for number, page in pages:
                reason = self._why_not(page, facts[book.id])
                if not reason and used == PAGES_OF_A_BOOK:
                    reason = f"beyond {PAGES_OF_A_BOOK} pages of a book"
                drafts = [] if reason else list(self._drafts(book, books, facts, number, taken))
                used += bool(drafts)
                plan.drafts += drafts
                if not drafts:
                    plan.excluded[reason or "nothing to compare with"] += 1
        return plan.check(self.id)

    def _why_not(self, page: Page, facts: Mapping[str, Sequence[str]]) -> str:
        if page.image is None:
            return "no image"
        if page.texts is None:
            return "not known whether the page names its comic"
        words = f" {normalised(' '.join(map(_words, page.texts)))} "
        names = (normalised(name) for known in facts.values() for name in known)
        if any(f" {name} " in words for name in names):
            return "the page names its comic or author"
        return "no words" if self.from_words and not words.strip() else ""

    def _drafts(
        self,
        book: Book,
        books: Sequence[Book],
        facts: Mapping[str, Mapping[str, Sequence[str]]],
        number: int,
        taken: dict[str, None],
    ) -> Iterator[ItemDraft]:
        page = book.pages[number - 1]
        own = {**facts[book.id], "page": [str(number)]}
        numbers = [str(at) for at in range(1, len(book.pages) + 1)]
        for asked, right in own.items():
            others = numbers if asked == "page" else [
                name for other in books for name in facts[other.id].get(asked, ())[:1]
            ]  # fmt: skip
            mine = {normalised(name) for name in right}
            wrong = [name for name in dict.fromkeys(others) if normalised(name) not in mine]
            if not wrong:
                continue
            key = unique_id(f"{book.id}/{page.id}/{asked}", taken)
            taken[key] = None
            seeded(0, "control", key).shuffle(wrong)
            yield _drafted(self, key, book, page, asked, right, wrong[:CONTROLS],
                           self._shown(page, asked))  # fmt: skip

    def _shown(self, page: Page, asked: str) -> Shown:
        assert page.image is not None
        lines = "\n".join(f"- {_words(text)}" for text in page.texts or () if _words(text))
        words = f"The words on one page of a comic:\n{lines}\n\n" if self.from_words else ""
        pictures = () if self.from_words else (page_recipe(page.image.sha256),)
        return Shown(self.wording, pictures, {"lines": words, "asked": _ASKED[asked] + _GUESS})


def _drafted(
    probe: _Probe,
    key: str,
    book: Book,
    page: Page,
    asked: str,
    right: Sequence[str],
    others: Sequence[str],
    shown: Shown,
) -> ItemDraft:
    assert page.image is not None
    question = _ASKED.get(asked, "What do the removed words say?")
    gold = {"question": question, "answers": list(right), "control": list(others)}
    return ItemDraft(
        id=key,
        task=probe.id,
        kind=probe.kind,
        n=1,
        gold=gold,
        shown=shown,
        pages={page.image.sha256: page} if shown.images else {},
        sources=(source_page(book, page),),
        meta={"headline": probe.headline, "asked": asked, **facts_of((page,), book)},
    )


def _known(book: Book) -> dict[str, list[str]]:
    """What may be asked of a book: its title or series, its author."""
    titles = [name for name in (book.title, book.source.series) if name]
    authors = [book.source.author] if book.source.author else []
    return {name: known for name, known in (("title", titles), ("author", authors)) if known}


def _words(text: Text) -> str:
    return " ".join((text.content or "").split())


def _removable(page: Page, seed: int, book: Book) -> tuple[str, Text | None]:
    """Why a page has no text to remove, or one whose words stand nowhere else on it."""
    if page.image is None:
        return "no image", None
    if not page.texts:
        return "no texts" if page.texts is not None else "texts not known", None
    seen = [normalised(_words(text)) for text in page.texts]
    fit = [
        text
        for text, words in zip(page.texts, seen, strict=True)
        if len(words) >= LEAST_LETTERS
        and text.kind in SPOKEN
        and sum(words in other for other in seen) == 1
    ]
    if not fit:
        return f"no dialogue of {LEAST_LETTERS} letters or more", None
    return "", fit[seeded(seed, "removed", book.id, page.id).randrange(len(fit))]


def _nearest_in_length(words: str, said: Sequence[str]) -> list[str]:
    """Other dialogue of the same book, about as long: what a guess from style alone may hit."""
    right = normalised(words)
    others = [one for one in dict.fromkeys(said) if one and normalised(one) != right]
    return sorted(others, key=lambda one: (abs(len(one) - len(words)), one))[:CONTROLS]


_TITLE_WORDING = "{images}{lines}{asked}"
PROBES: dict[str, Task] = {
    "dialogue": DialogueProbe(
        id="probe.dialogue",
        title="Masked dialogue",
        asked="A page with one text removed; what did it say?",
        needs="pages with texts",
        headline="similarity",
        wording=Prompt("probe.dialogue/1", _REMOVED, "ours", "MS-4"),
    ),
    "title": TitleProbe(
        id="probe.title",
        title="Title recall",
        asked="A page; which comic is it from, by whom, and which page of it?",
        needs="books with a title, series or author, and pages whose texts are known",
        headline="contains",
        wording=Prompt("probe.title/1", _TITLE_WORDING, "ours", "MS-4"),
    ),
    "title_from_words": TitleProbe(
        id="probe.title_from_words",
        title="Title recall from words",
        asked="The words of a page; which comic are they from, by whom, and which page of it?",
        needs="books with a title, series or author, and pages whose texts are known",
        headline="contains",
        wording=Prompt("probe.title_from_words/1", _TITLE_WORDING, "ours", "MS-4"),
        from_words=True,
    ),
}


def get_probe(name: str) -> Task:
    """The probe of this name.

    Raises:
        UnknownNameError: when there is none.
    """
    if name not in PROBES:
        raise UnknownNameError(f"unknown probe '{name}'; {did_you_mean(name, list(PROBES))}")
    return PROBES[name]
