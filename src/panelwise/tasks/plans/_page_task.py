"""Tasks that ask for what stands on a page: the declaration, and what counts as right.

A page's gold is made from its annotation by one of the functions below; where the annotation lacks
what is asked for, they say so, and the page is left out. Source: specification 4.1, 6.1, 6.5.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from panelwise.comics import Book, Identity, Page, Text
from panelwise.profile import Profile
from panelwise.rendering import Recipe, labelled_page_recipe, page_recipe
from panelwise.settings import Section
from panelwise.tasks._draft import (
    Facts,
    ItemDraft,
    OneWording,
    Plan,
    Shown,
    facts_of,
    source_page,
    unique_id,
)
from panelwise.tasks._gold_sources import texts_source
from panelwise.tasks._item import Answer, Document
from panelwise.tasks.kinds.documents import CLASSES
from panelwise.tasks.plans._family_panels import one_of_each
from panelwise.tasks.plans._settings import ChapterSettings, SequenceSettings
from panelwise.tasks.plans._strip import Strip, way_of_reading

ORDER_UNKNOWN = "needs texts in an annotated order"
TEXT_COLOUR, CHARACTER_COLOUR = (220, 0, 0), (0, 60, 220)
Values = dict[str, str | int]


@dataclass(frozen=True, slots=True)
class PageQuestion:
    """What is asked of a page, or of a chapter.

    Attributes:
        gold: what counts as right.
        n: how many things are found or named.
        pictures: the pages as they are shown.
        values: what the prompt's places are filled with, besides ``{width}`` and ``{height}``.
        facts: to break scores down by.
    """

    gold: Answer
    n: int
    pictures: tuple[Recipe, ...]
    values: Values = field(default_factory=dict)
    facts: Facts = field(default_factory=dict)


AskPage = Callable[[Book, Page, Profile, int], PageQuestion | str]
"""What is asked of a page, under a profile and a seed, or why nothing is."""
AskChapter = Callable[[Book, Sequence[Page], Profile, int], PageQuestion | str]
"""The same of pages that follow one another."""
Planned = tuple[Book, str, Sequence[Page], PageQuestion | str]
"""A book, the name of a page or chapter in it, its pages, and what is asked, or why nothing is."""
AskedPages = tuple[Book, Sequence[Page], PageQuestion]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageTask(OneWording):
    """The declaration of a task about single pages.

    Attributes:
        ask: what is asked of a page, and what is right.
        prompt: the wording by profile; ``{width}`` and ``{height}`` are the page's.

    The others are those of :class:`panelwise.tasks.Task`.
    """

    kind: str
    headline: str
    asked: str
    needs: str
    ask: AskPage

    def plan(self, books: Sequence[Book], profile: Profile, seed: int) -> Plan:
        """Every page that has what is asked for; see :class:`panelwise.tasks.Task`."""
        asked = (
            (book, page.id, (page,), _why_not(page) or self.ask(book, page, profile, seed))
            for book in books
            for page in book.pages
        )
        return _planned(self, "pages", asked, profile)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChapterTask(OneWording):
    """The declaration of a task about pages that follow one another in a book.

    A book of more pages than ``chapter.pages`` is taken in stretches as even as can
    be. Attributes: as of :class:`PageTask`; the prompt may have the place ``{pages}``.
    """

    plan_settings: ClassVar[tuple[type[Section], ...]] = (ChapterSettings,)

    kind: str
    headline: str
    asked: str
    needs: str
    ask: AskChapter

    def plan(self, books: Sequence[Book], profile: Profile, seed: int) -> Plan:
        """Every chapter that has what is asked for; see :class:`panelwise.tasks.Task`."""
        return _planned(self, "chapters", self._asked(books, profile, seed), profile)

    def _asked(self, books: Sequence[Book], profile: Profile, seed: int) -> Iterator[Planned]:
        for book in books:
            usable = [page for page in book.pages if _why_not(page) is None]
            if not usable:
                yield book, "", (), "no page with an image"
            for pages in _stretches(usable, profile.section(ChapterSettings).pages):
                name = f"{pages[0].id}-{pages[-1].id}"
                yield book, name, pages, self.ask(book, pages, profile, seed)


def _planned(
    task: PageTask | ChapterTask, unit: str, found: Iterable[Planned], profile: Profile
) -> Plan:
    plan = Plan(unit)
    taken: dict[str, AskedPages] = {}
    for book, name, pages, asked in found:
        if isinstance(asked, str):
            plan.excluded[asked] += 1
            continue
        taken[unique_id(f"{book.id}/{name}", taken)] = (book, pages, asked)
    for key, books_too in _shared(taken).items():
        draft = _draft(task, key, *taken[key], profile)
        plan.drafts.append(replace(draft, shared_by=books_too))
    return plan.check(task.id)


def _shared(taken: Mapping[str, AskedPages]) -> dict[str, tuple[str, ...]]:
    """The items to make, and for each the other books of its family with the same pages there."""
    shown: dict[str, tuple[str, object]] = {}
    for key, (book, pages, _) in taken.items():
        place = key.removeprefix(book.id)
        same = key if book.family is None else (book.family, place, *map(page_sha, pages))
        shown[key] = (book.id, same)
    return one_of_each(shown)


def _draft(
    task: PageTask | ChapterTask,
    key: str,
    book: Book,
    pages: Sequence[Page],
    asked: PageQuestion,
    profile: Profile,
) -> ItemDraft:
    first = pages[0]
    size: Values = {"width": first.width, "height": first.height, "pages": len(pages)}
    return ItemDraft(
        id=key,
        task=task.id,
        kind=task.kind,
        n=asked.n,
        gold=asked.gold,
        shown=Shown(task.prompt(profile), asked.pictures, size | asked.values),
        pages={page_sha(page): page for page in pages},
        sources=tuple(source_page(book, page) for page in pages),
        reading=str(asked.values["reading"]) if "reading" in asked.values else None,
        index_base=1,
        meta={
            "headline": task.headline,
            **facts_of(pages, book),
            "texts_from": texts_source(book, pages),
            **asked.facts,
        },
    )


def _stretches(pages: Sequence[Page], most: int) -> list[Sequence[Page]]:
    """Pages in as few runs of at most ``most`` as there can be, as even as they can be."""
    runs = -(-len(pages) // max(1, most))
    bounds = [len(pages) * k // runs for k in range(runs + 1)] if runs else []
    return [pages[a:b] for a, b in itertools.pairwise(bounds)]


def _why_not(page: Page) -> str | None:
    if page.image is None:
        return "no image"
    return "advertisement" if page.advert else None


def ask_texts(book: Book, page: Page, profile: Profile, seed: int) -> PageQuestion | str:
    """Every text with its place (MV-1); one that nobody wrote down need not be read.

    Nor need writing in the scene, which is no class of MangaOCR: to read it costs nothing.
    """
    del book, profile, seed
    if is_guessed(page):
        return "needs texts"
    asked = [text for text in page.texts or () if text.kind != "scene_text"]
    if not any(text.content for text in asked):
        return "needs texts with words" if asked else "no texts"
    texts: list[Document] = [
        {
            "box": [*text.box],
            "text": text.content if text.kind != "scene_text" else None,
            "class": text.kind or "other",
        }
        | ({"polygon": [list(point) for point in text.polygon]} if text.polygon else {})
        for text in page.texts or ()
    ]
    gold = {"size": [page.width, page.height], "texts": texts}
    return PageQuestion(
        gold, len(asked), (page_recipe(page_sha(page)),), facts={"texts": len(asked)}
    )


def ask_boxes(book: Book, page: Page, profile: Profile, seed: int) -> PageQuestion | str:
    """Boxes of the classes that the book is annotated with (CX-1)."""
    del profile, seed
    of: dict[str, Callable[[Page], Sequence[Document]]] = {
        "panel": lambda one: [{"class": "panel", "box": [*p.box]} for p in one.panels],
        "character": lambda one: [{"class": "character", "box": [*c.box]} for c in one.characters],
        "text": lambda one: [{"class": "text", "box": [*t.box]} for t in spoken(one)],
        "face": lambda one: [{"class": "face", "box": [*f.box]} for f in one.faces],
    }
    classes = [label for label in CLASSES if any(of[label](other) for other in book.pages)]
    boxes = [box for label in classes for box in of[label](page)]
    if page.panels_found:
        return "needs annotated panels"
    if not boxes:
        return "nothing annotated"
    gold = {"size": [page.width, page.height], "classes": classes, "boxes": boxes}
    named = ", ".join(classes)
    return PageQuestion(gold, len(boxes), (page_recipe(page_sha(page)),), {"classes": named})


def ask_speakers(book: Book, page: Page, profile: Profile, seed: int) -> PageQuestion | str:
    """Which marked character says which marked text (CX-7)."""
    del book, profile, seed
    texts = {text.id: text for text in page.texts or () if text.id}
    links = [(link.text, link.character) for link in page.speakers if link.text in texts]
    on_page = {one.id for one in page.characters}
    links = [(text, who) for text, who in links if who in on_page]
    if not links:
        return "needs speakers of texts"
    spoken_ids = dict.fromkeys(text for text, _ in links)
    asked = {f"T{k}": texts[id_].box for k, id_ in enumerate(spoken_ids, 1)}
    marks = {f"C{k}": one for k, one in enumerate(page.characters, 1)}
    text_mark = {id_: f"T{k}" for k, id_ in enumerate(spoken_ids, 1)}
    who_mark = {one.id: mark for mark, one in marks.items()}
    gold: Document = {
        "texts": {mark: [*box] for mark, box in asked.items()},
        "characters": {mark: [*one.box] for mark, one in marks.items()},
        "links": [[text_mark[text], who_mark[who]] for text, who in links],
        "panels": [[*panel.box] for panel in page.panels],
        "faces": [[*face.box] for face in page.faces],
    }
    picture = labelled_page_recipe(
        page_sha(page),
        [(box.rounded(), mark, TEXT_COLOUR) for mark, box in asked.items()]
        + [(one.box.rounded(), mark, CHARACTER_COLOUR) for mark, one in marks.items()],
    )
    values: Values = {"texts": ", ".join(asked), "characters": ", ".join(marks)}
    return PageQuestion(gold, len(asked), (picture,), values, {"characters": len(marks)})


def ask_text_order(book: Book, page: Page, profile: Profile, seed: int) -> PageQuestion | str:
    """In which order the marked texts are read; the seed shuffles the numbers (AMB-44)."""
    from panelwise.tasks._balanced_orders import assign_orders, seeded

    texts = spoken(page)
    least = max(2, profile.section(SequenceSettings).smallest_order)
    if is_guessed(page) or len(texts) < least:
        return too_few_texts(page, least)
    if page.order_confidence is not None:
        return ORDER_UNKNOWN
    key = f"{book.id}/{page.id}"
    # A page at a time: shuffled with the seed of the benchmark, all pages would get one order.
    own_seed = seeded(seed, "text order", key).getrandbits(63)
    gold = assign_orders({key: len(texts)}, profile.section(SequenceSettings).shuffle, own_seed)[
        key
    ]
    marks = sorted(range(len(texts)), key=gold.__getitem__)  # text read k-th has number gold[k]
    picture = labelled_page_recipe(
        page_sha(page),
        [(texts[k].box.rounded(), str(gold[k] + 1), TEXT_COLOUR) for k in marks],
    )
    facts: Facts = {"shuffle": profile.section(SequenceSettings).shuffle, "texts": len(texts)}
    values = {"n": len(texts), **reading_of(book, page)}
    return PageQuestion(gold, len(texts), (picture,), values, facts)


def ask_names(book: Book, page: Page, profile: Profile, seed: int) -> PageQuestion | str:
    """The name of the speaker of each marked text (CX-7)."""
    del profile, seed
    lines = spoken_lines(book, page)
    named = [line for line in lines if line["names"]]
    if not named:
        return "needs names of speakers"
    boxes = [(tuple(line["box"]), line["mark"], TEXT_COLOUR) for line in named]
    picture = labelled_page_recipe(page_sha(page), boxes)
    values: Values = {
        "texts": ", ".join(line["mark"] for line in named),
        "who": _cast(book, page),
    }
    return PageQuestion({"lines": named}, len(named), (picture,), values)


def ask_dialogue(book: Book, page: Page, profile: Profile, seed: int) -> PageQuestion | str:
    """Every spoken line with its speaker, in reading order (CX-7)."""
    del profile, seed
    lines = [line for line in spoken_lines(book, page) if line["text"]]
    if not lines or is_guessed(page):
        return "needs texts with words" if page.texts else "needs texts"
    values: Values = {"who": _cast(book, page), **reading_of(book, page)}
    return PageQuestion({"lines": lines}, len(lines), (page_recipe(page_sha(page)),), values)


def spoken(page: Page) -> tuple[Text, ...]:
    """The texts that are read: sounds and writing in the scene are not (CX-1, CX-2)."""
    return tuple(t for t in page.texts or () if t.kind not in ("onomatopoeia", "scene_text"))


def spoken_lines(book: Book, page: Page) -> list[Document]:
    """The lines of a page in reading order with every name that their speaker goes by."""
    people = {person.id: person for person in book.identities}
    bodies = {one.id: one.identity for one in page.characters if one.id}
    speakers = {link.text: link.character for link in page.speakers}
    lines: list[Document] = []
    for text in spoken(page):
        who = speakers.get(text.id or "")
        person = people.get(bodies.get(who or "") or "")
        names = _names(person)
        if text.kind == "narration":
            names = ["narrator"]
        lines.append(
            {
                "mark": f"T{len(lines) + 1}",
                "box": [*text.box.rounded()],
                "text": text.content,
                "names": names,
                "known": person is not None and not person.is_unknown and text.kind != "narration",
            }
        )
    return lines


def too_few_texts(page: Page, least: int) -> str:
    """Why a page has no order of texts to ask for."""
    if is_guessed(page):
        return "needs texts"
    return f"fewer than {least} texts that are read, sounds and signs aside"


def reading_of(book: Book, page: Page) -> Values:
    """In which direction the page is read, where its order is asked for: lettering may mislead."""
    places = tuple((page, panel) for panel in page.panels)
    return {"reading": way_of_reading(Strip(page.id, book, places))}


def is_guessed(page: Page) -> bool:
    """Whether nobody annotated the page's texts: found ones are no ground truth."""
    return page.texts is None or any(text.confidence is not None for text in page.texts)


def _names(person: Identity | None) -> list[str]:
    if person is None:
        return []
    names = [name for name in dict.fromkeys((person.name, *person.aliases)) if name]
    return names or (["unknown"] if person.is_unknown else [])


def _cast(book: Book, page: Page) -> str:
    """How those look who are on the page, for readers of comics that name nobody."""
    here = {one.identity for one in page.characters}
    descriptions = [
        f"{person.name}: {person.looks}."
        for person in book.identities
        if person.id in here and person.name and person.looks
    ]
    return "Who is who. " + " ".join(descriptions) + "\n" if descriptions else ""


def page_sha(page: Page) -> str:
    assert page.image is not None
    return page.image.sha256
