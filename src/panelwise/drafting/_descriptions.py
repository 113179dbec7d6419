"""Descriptions of panels, drafted page by page, and of single panels.

Source: CH-8, CH-9, CH-P1 (western pages with red numbered boxes, Japanese pages as
ordered crops; as many descriptions as panels, in their order) and CV-6 (up to 100 words a panel).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, get_args

from panelwise.comics import Book, Page, PanelRef
from panelwise.drafting._checks import json_in, word_count
from panelwise.drafting._draft import Check, Draft, DraftReading, Job, Target, answered
from panelwise.drafting._pictures import DraftPicture, boxed_page, panel_crop, whole_page
from panelwise.drafting._printed import PRINTED, ProfileName, is_paper
from panelwise.drafting._prompts import (
    DESCRIBE_BOXED,
    DESCRIBE_CROPS,
    DESCRIBE_PAGE,
    PANEL_METADATA,
)
from panelwise.drafting._session import CONCURRENCY, Asking, Session, run_session
from panelwise.drafting._strips import as_books, story_of
from panelwise.drafting._writer import Writer
from panelwise.errors import SettingError, UnavailableError
from panelwise.models import Model, Patience
from panelwise.registry import did_you_mean
from panelwise.tasks import Prompt, normalised
from panelwise.workers import StepProgress

ShownAs = Literal["auto", "boxes", "crops", "page"]
METADATA_WORDS = 100
# A number opens a panel's part at the start, after a line break, or after the end of what came
# before; "as in panel 2: …" inside a sentence does not.
_OPENING = re.compile(
    r"(?:\A|(?<=[\n;.!?…。！？；\"'”’」』]))[ \t\u3000]*"
    r"panel[ \t]*[#№]?[ \t]*(\d{1,4})[ \t]*[:：][ \t]*",
    re.IGNORECASE | re.ASCII,
)


def draft_descriptions(
    books: Book | Sequence[Book],
    writer: Writer | Model,
    *,
    shown: ShownAs = "auto",
    profile: ProfileName = "recommended",
    out: str | Path | None = None,
    concurrency: int = CONCURRENCY,
    max_cost: float | None = None,
    patience: Patience | None = None,
    progress: StepProgress | None = None,
) -> list[Draft]:
    """Let a writer describe every panel, page by page.

    Args:
        books: comics with panels.
        writer: who writes.
        shown: ``boxes`` (the page with numbered red frames), ``crops`` (the panels one by one),
            ``auto``: crops for pages that are read from the right, boxes for others (CH-8), or
            ``page``: the bare page, without the number of panels (CH-E10).
        profile: ``paper`` asks in the printed words (CHROMIC Figure 6), which name no number of
            panels.
        out: a file of drafts; accepted drafts in it are not asked again.
        concurrency: most requests at once.
        max_cost: US dollars for this call; when reached, nothing more is sent.
        patience: how long to bear with the service.
        progress: called as drafts are finished.

    Returns:
        A draft for every page, in order; ``result["descriptions"]`` has one text a panel.

    Raises:
        SettingError: for an unknown ``shown``.
        UnavailableError: when no page has panels.
        RunError: when the writer cannot be reached, or ``max_cost`` is.
    """
    jobs = description_jobs(books, shown, profile)

    async def work(session: Session) -> list[Draft]:
        return await session.write(jobs)

    return run_session(writer, out, Asking(concurrency, max_cost, patience), progress, work)


def description_jobs(
    books: Book | Sequence[Book], shown: ShownAs = "auto", profile: ProfileName = "recommended"
) -> list[Job]:
    """What :func:`draft_descriptions` asks for, page by page; its arguments and errors."""
    if shown not in get_args(ShownAs):
        hint = did_you_mean(shown, get_args(ShownAs))
        raise SettingError(f"unknown way to show a page '{shown}'; {hint}")
    paper = is_paper(profile)
    return [_page_job(book, page, shown, paper) for book, page in _pages(books)]


def draft_panel_metadata(
    books: Book | Sequence[Book],
    writer: Writer | Model,
    *,
    profile: ProfileName = "recommended",
    out: str | Path | None = None,
    concurrency: int = CONCURRENCY,
    max_cost: float | None = None,
    patience: Patience | None = None,
    progress: StepProgress | None = None,
) -> list[Draft]:
    """Let a writer describe every panel by itself, in up to 100 words (CV-6).

    Returns:
        A draft for every panel, in order; ``result["descriptions"]`` has one text.

    The arguments and errors are those of :func:`draft_descriptions`; ``paper`` asks in ComicVQA's
    words (App. A).
    """
    prompt = PRINTED["comicvqa.panel_metadata"] if is_paper(profile) else PANEL_METADATA
    jobs = [
        _panel_job(book, page, at, prompt)
        for book, page in _pages(books)
        for at in range(len(page.panels))
    ]

    async def work(session: Session) -> list[Draft]:
        return await session.write(jobs)

    return run_session(writer, out, Asking(concurrency, max_cost, patience), progress, work)


def parse_descriptions(text: str) -> list[tuple[int, str]]:
    """Numbers and descriptions in the order written, from either layout that CH-P1 asks for.

    Paragraphs opened by ``Panel X:``, or JSON whose key ``description`` lists
    ``panel1 : … ; panel2 : … ;``; fences, emphasis and words around them are passed over.

    >>> parse_descriptions('{"description": "panel1 : A dog ; panel2 : It barks ;"}')
    [(1, 'A dog'), (2, 'It barks')]
    >>> parse_descriptions("Panel 1: As in panel 2: a dog. Panel 2: It barks.")
    [(1, 'As in panel 2: a dog.'), (2, 'It barks.')]
    """
    written = json_in(text)
    plain = _joined(written.get("description", written) if isinstance(written, dict) else None)
    if plain is None:  # JSON that broke off is still text
        plain = re.sub(r'^.*?"description"\s*:\s*"', "", text, flags=re.DOTALL)
        plain = re.sub(r'"\s*\}[\s`]*\Z', "", plain)
    plain = plain.replace("**", "").replace("__", "").strip()
    marks = list(_OPENING.finditer(plain))
    ends = [mark.start() for mark in marks[1:]] + [len(plain)]
    return [
        (int(mark[1]), plain[mark.end() : end].strip().rstrip(";；").strip())
        for mark, end in zip(marks, ends, strict=False)  # without a mark one end is left over
    ]


def _joined(value: Any) -> str | None:
    """What stands under ``description`` as one text: a text, a list, or an object by panel."""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return "\n".join(
            part if _OPENING.match(part) else f"panel {k}: {part}"
            for k, part in enumerate(value, 1)
        )
    if isinstance(value, dict) and all(isinstance(part, str) for part in value.values()):
        return "\n".join(f"{name}: {part}" for name, part in value.items())
    return None


def check_descriptions(found: Sequence[tuple[int, str]], count: int) -> tuple[Check, ...]:
    """As many as there are panels, numbered in their order, none empty, no two the same."""
    if not found:
        return (Check("layout", 'no "panel1 : …" was found'),)
    numbers = [position for position, _ in found]
    plain = [normalised(text) for _, text in found]
    empty = [str(position) for position, text in found if not word_count(text)]
    repeated = len(set(plain)) < len(plain)
    in_order = numbers == list(range(1, len(numbers) + 1))
    listed = ", ".join(map(str, numbers))
    return (
        Check("layout"),
        Check(
            "count",
            None
            if len(found) == count
            else f"{len(found)} panels are described, there are {count}",
        ),
        Check(
            "numbering", None if in_order else f"the panels are numbered {listed}, not from 1 on"
        ),
        Check("empty", f"nothing is said of panel {', '.join(empty)}" if empty else None),
        Check("identical", "two panels are described in the same words" if repeated else None),
    )


def _pages(books: Book | Sequence[Book]) -> list[tuple[Book, Page]]:
    found = [(book, page) for book in as_books(books) for page in book.pages if not page.advert]
    if not any(page.panels for _, page in found):
        raise UnavailableError("no page has panels; find them first (panelwise read)")
    return found


def _page_job(book: Book, page: Page, shown: ShownAs, paper: bool) -> Job:
    count = len(page.panels)
    crops = shown == "crops" or (shown == "auto" and page.reading_direction == "rtl")
    bare = shown == "page"
    prompt = DESCRIBE_PAGE if bare else DESCRIBE_CROPS if crops else DESCRIBE_BOXED
    if paper:
        prompt = PRINTED["chromic.descriptions"]

    def read(text: str) -> DraftReading:
        found = parse_descriptions(text)
        result = {"descriptions": [words for _, words in found]} if found else None
        return DraftReading(result, check_descriptions(found, count))

    problem = _problem(page)
    pictures: list[DraftPicture] = []
    if problem is None:
        whole = whole_page if bare else boxed_page
        pictures = [panel_crop(page, at) for at in range(count)] if crops else [whole(page)]
    refs = tuple(PanelRef(page.id, at) for at in range(count))
    return Job(
        "descriptions",
        Target(book.id, story_of(book, page), refs, f"page {page.id}"),
        prompt,
        prompt.fill(count=count),
        answered(read),
        tuple(pictures),
        problem=problem,
    )


def _panel_job(book: Book, page: Page, position: int, prompt: Prompt) -> Job:
    def read(text: str) -> DraftReading:
        words = word_count(text)
        reason = f"{words} words, at most {METADATA_WORDS}" if words > METADATA_WORDS else None
        empty = None if words else "no words"
        result: dict[str, Any] = {"descriptions": [text.strip()]}
        return DraftReading(result, (Check("empty", empty), Check("length", reason)))

    problem = _problem(page)
    ref = PanelRef(page.id, position)
    return Job(
        "panel_metadata",
        Target(book.id, story_of(book, page), (ref,), f"page {page.id} panel {position + 1}"),
        prompt,
        prompt.fill(limit=METADATA_WORDS),
        answered(read),
        () if problem else (panel_crop(page, position),),
        problem=problem,
    )


def _problem(page: Page) -> str | None:
    if page.image is None:
        return "the page's image is not at hand"
    return None if page.panels else "the page has no panels"
