"""A comic as text for a person: pages, panels and who says what, in the order of reading.

What is annotated is taken as it is; what is not is read. A transcript says nothing that neither
the annotation nor the reader knows: a panel without a description has none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from panelwise.comics import (
    Book,
    Page,
    PanelRef,
    ReadingDirection,
    Text,
    open_comics,
)
from panelwise.errors import SettingError
from panelwise.geometry import Box
from panelwise.reading._direction import detect_direction
from panelwise.reading._library import read_pages
from panelwise.reading._read import get_reader, no_picture_read
from panelwise.reading._reader import Reader, check_direction
from panelwise.reading._text_order import assign_texts
from panelwise.reading._text_reader import (
    check_language,
    in_language,
    known_language,
    read_texts,
    require_ocr,
)
from panelwise.reading.transcripts._books import (
    TranscriptBook,
    TranscriptPage,
    TranscriptPanel,
    TranscriptText,
    one_line,
)
from panelwise.reading.transcripts._html import to_html
from panelwise.reading.transcripts._json import to_json
from panelwise.reading.transcripts._markdown import to_markdown
from panelwise.registry import did_you_mean
from panelwise.workers import StepProgress

TranscriptFormat = Literal["md", "html", "json"]
TRANSCRIPT_FORMATS: tuple[TranscriptFormat, ...] = ("md", "html", "json")


@dataclass(frozen=True, slots=True)
class Transcript:
    """Books as text; see :func:`transcribe`."""

    books: tuple[TranscriptBook, ...]

    def to_markdown(self) -> str:
        """Headings for books, pages and panels, a line for each text; CommonMark."""
        return to_markdown(self.books)

    def to_html(self, *, images: bool = False) -> str:
        """One HTML page that needs no other file; with ``images`` it has the pages' pictures.

        Raises:
            InputError: for a damaged image.
        """
        return to_html(self.books, images=images)

    def to_json(self) -> dict[str, Any]:
        """Plain values for JSON; its shape is in the docstring of ``transcripts/_json.py``."""
        return to_json(self.books)

    def write(self, to: TranscriptFormat, *, images: bool = False) -> str:
        """The transcript as text of a format.

        Args:
            to: ``md``, ``html`` or ``json``.
            images: with the pages' pictures; only HTML can carry them.

        Raises:
            SettingError: for an unknown format, or images in one that has none.
        """
        check_format(to, images=images)
        if to == "html":
            return self.to_html(images=images)
        if to == "md":
            return self.to_markdown()
        import orjson

        return orjson.dumps(self.to_json(), option=orjson.OPT_INDENT_2).decode() + "\n"


def transcribe(
    inputs: str | Path | Sequence[str | Path],
    *,
    direction: ReadingDirection | Literal["auto"] = "auto",
    reader: str = "default",
    language: str | None = None,
    progress: StepProgress | None = None,
) -> Transcript:
    """Comics as text for a person to read.

    Args:
        inputs: images, folders, CBZ files, annotation files.
        direction: ``auto`` decides once for each book, from its files or its lettering.
        reader: who finds panels on pages that have none; a name from ``panelwise list readers``.
        language: code of the language that the comics are lettered in, as in :func:`read`.
        progress: called with ``"pages"``, pages done and pages to do.

    Annotated panels, texts and speakers are taken as they are, pages without are read.

    Raises:
        InputError: for an input that cannot be read, or if no picture could be read.
        UnavailableError: for a page with neither panels nor an image.
        MissingExtraError: when texts must be read, without the extra ``[ocr]``.
    """
    check_direction(direction)
    if language is not None:
        check_language(language)
    books = open_comics(inputs, None if direction == "auto" else direction)
    if any(page.texts is None for book in books for page in book.pages):
        require_ocr()
    someone: Reader = get_reader(reader)
    total = sum(len(book.pages) for book in books)
    done = 0
    made = []
    for book in books:
        pages = []
        for page in _complete(book, someone):
            pages.append(in_language(page, language or known_language(book)))
            done += 1
            if progress:
                progress("pages", done, total)
        made.append(transcript_of(replace(book, pages=tuple(pages))))
    if not done:
        raise no_picture_read(books)
    return Transcript(tuple(made))


def check_format(to: str, *, images: bool = False) -> None:
    """Refuse a format that is not known, and images in one that cannot carry them.

    Raises:
        SettingError: which says what there is.
    """
    if to not in TRANSCRIPT_FORMATS:
        raise SettingError(f"unknown format '{to}'; {did_you_mean(to, TRANSCRIPT_FORMATS)}")
    if images and to != "html":
        raise SettingError(f"a transcript in {to} cannot contain images; use html")


def _complete(book: Book, reader: Reader) -> Iterator[Page]:
    """The pages with panels and texts: annotated, or read."""
    unread = [at for at, page in enumerate(book.pages) if not page.panels]
    known = book
    if unread and not book.direction_known:
        direction = detect_direction(book)[0]
        pages = tuple(replace(page, reading_direction=direction) for page in book.pages)
        known = replace(book, pages=pages, direction_known=True)
    found = read_pages(known, reader, pages=unread)
    for page in known.pages:
        whole = page if page.panels else next(found)[1]
        if whole is not None:  # else damaged, and named in the log
            yield whole if whole.texts is not None else read_texts(whole)


def transcript_of(book: Book) -> TranscriptBook:
    """The transcript of a book whose pages have their panels and texts."""
    names = {identity.id: identity.name for identity in book.identities if identity.name}
    descriptions = {
        event.panel: event.description for story in book.stories for event in story.events
    }
    pages = tuple(
        TranscriptPage(number, page, tuple(_panels(page, names, descriptions)))
        for number, page in enumerate(book.pages, start=1)
    )
    return TranscriptBook(book.id, one_line(book.title or book.id), pages)


def _panels(
    page: Page, names: dict[str, str], descriptions: dict[PanelRef, str]
) -> Iterator[TranscriptPanel]:
    boxes = [panel.box for panel in page.panels]
    texts = _texts_by_panel(page, boxes, names)
    if not boxes:
        yield TranscriptPanel(1, None, None, (), texts[None])
    homes = assign_texts([character.box for character in page.characters], boxes)
    for at, panel in enumerate(page.panels):
        seen = (
            names.get(character.identity or "")
            for character, home in zip(page.characters, homes, strict=True)
            if home == at
        )
        present = tuple(dict.fromkeys(one_line(name) for name in seen if name))
        description = one_line(descriptions.get(PanelRef(page.id, at), "")) or None
        yield TranscriptPanel(at + 1, panel, description, present, texts[at])


def _texts_by_panel(
    page: Page, boxes: Sequence[Box], names: dict[str, str]
) -> dict[int | None, tuple[TranscriptText, ...]]:
    """The texts with words of each panel (``None`` without panels), in the page's order."""
    texts = page.texts or ()
    who = {one.id: names.get(one.identity or "") for one in page.characters if one.id}
    speakers = {link.text: who.get(link.character) for link in page.speakers}
    found: dict[int | None, tuple[TranscriptText, ...]] = dict.fromkeys(range(len(boxes)), ())
    found.setdefault(None, ())
    nearest = assign_texts([text.box for text in texts], boxes)
    for text, near in zip(texts, nearest, strict=True):
        inside = text.panel is not None and 0 <= text.panel < len(boxes)
        line = _text(text, speakers.get(text.id or ""))
        if line.words:
            found[text.panel if inside else near] += (line,)
    return found


def _text(text: Text, speaker: str | None) -> TranscriptText:
    language = next(iter(text.contents), "und")
    name = one_line(speaker) if speaker else None
    return TranscriptText(one_line(text.content or ""), language, text.kind, name, text)
