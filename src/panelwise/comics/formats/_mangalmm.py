"""MangaLMM's JSON Lines: MangaOCR's pages as conversations, and what a model answered on them.

Source: github.com/manga109/MangaLMM, data/preprocess.py and its scoring; not checked on real files.
Described in docs/formats.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Literal

import orjson
from pydantic import Field, TypeAdapter

from panelwise.comics._model import Book, Page, Text
from panelwise.comics._order import without_suffix
from panelwise.comics.formats._manga109_pages import LANGUAGE, UNKNOWN_ORDER
from panelwise.comics.formats._validation import (
    MAX_ANNOTATION_BYTES,
    Corners,
    ImageFinder,
    Images,
    Outside,
    parse,
    parse_all,
    read_head,
    require_on_page,
    write_bytes,
)
from panelwise.errors import InputError
from panelwise.files import json_lines
from panelwise.geometry import Box, polygon_box
from panelwise.wording import counted

PROMPT = "Read all texts of this page: a list of bbox_2d and text_content."
_NAME = re.compile(r"(.+)_([0-9]+)")
_KEYS = re.compile(rb'\A\s*\{.*?"messages"\s*:', re.DOTALL)
# Released answers do not always escape the quotes inside a text.
_LOOSE = re.compile(r'\{\s*"bbox_2d":\s*(\[[^]]*\]),\s*"text_content":\s*"(.*)"\s*\}')


class _Content(Outside):
    type: Literal["image", "text"]
    image: str | None = None
    text: str | None = None


class _Message(Outside):
    role: str
    content: list[_Content]


class _Row(Outside):
    id: int | str
    messages: list[_Message]


class _Region(Outside):
    bbox_2d: Corners
    text_content: str


_Numbers = Annotated[list[float], Field(min_length=4)]
_Line = tuple[str, _Numbers]


class _Answer(Outside):
    id: int | str
    raw_output: str | None = None
    pred: list[_Line]
    gt: list[_Line] = Field(default_factory=list)


_ROW = TypeAdapter(_Row)
_REGION = TypeAdapter(_Region)
_ANSWER = TypeAdapter(_Answer)


@dataclass(frozen=True, slots=True)
class MangaLmmAnswer:
    """What a model read on one page, and the ground truth: boxes with words, in file order.

    Boxes are those of a model: they may be empty, or lie outside of the page.
    """

    page: str
    found: tuple[tuple[Box, str], ...]
    expected: tuple[tuple[Box, str], ...] = ()
    raw: str | None = None


class MangaLmm:
    """Reads and writes MangaOCR's JSON Lines (MangaLMM). Unverified on real files.

    An image ``test/ARMS_000003.jpg`` is page ``000003`` of book ``ARMS``; rows tell no size, so
    every image must be there. Boxes are pixels of the image. Pages are spreads, rtl; nothing says
    that texts are in reading order, so pages have ``order_confidence`` 0.

    Writing leaves out everything but boxes of texts, in whole pixels, and their Japanese words; and
    it does not tell a page without texts from one where nobody looked.
    """

    name = "mangalmm"
    suffixes = (".jsonl",)
    marks = (frozenset({"id", "messages", "role", "content"}),)

    def sniff(self, source: Path | bytes) -> bool:
        """Whether a file, or its first bytes, look like this format."""
        head = read_head(source)
        return _KEYS.match(head) is not None and b"bbox_2d" in head

    def read(self, path: Path, images: Images = None) -> tuple[Book, ...]:
        """The books of a file; images are named relative to ``images`` (default: beside it).

        Raises:
            InputError: one line with the place and what is wrong there.
        """
        path = Path(path)
        finder = ImageFinder(path, images)
        books: dict[str, dict[str, Page]] = {}
        ids: set[str] = set()
        for where, line in _lines(path):
            row = parse_all(_ROW, line, where)
            if str(row.id) in ids:
                raise InputError(f"{where}: id {row.id!r} occurs twice")
            ids.add(str(row.id))
            book, page = _read_page(row, finder, path.stem, where)
            pages = books.setdefault(book, {})
            if page.id in pages:
                raise InputError(f"{where}: page '{page.id}' of '{book}' occurs twice")
            pages[page.id] = page
        return tuple(
            Book(name, tuple(pages.values()), direction_known=True) for name, pages in books.items()
        )

    def write(self, books: Iterable[Book], path: Path) -> None:
        """Write books; see the class for what is left out.

        Raises:
            InputError: for a page that is not read from right to left, or whose image is missing or
                not called after book and page.
        """
        path = Path(path)
        lines = [
            orjson.dumps(_row(page, book.id, path.stem)) for book in books for page in book.pages
        ]
        write_bytes(path, b"".join(line + b"\n" for line in lines))


def read_mangalmm_predictions(path: str | Path) -> tuple[MangaLmmAnswer, ...]:
    """The rows of MangaLMM's inference output: ``id``, ``raw_output``, ``pred`` and ``gt``.

    Polygons become the boxes around them. Nothing is judged: that is the metrics' part.

    Raises:
        InputError: one line with the line of the file and what is wrong there.
    """
    answers: dict[str, MangaLmmAnswer] = {}
    for where, line in _lines(Path(path)):
        row = parse(_ANSWER, line, where)
        if str(row.id) in answers:
            raise InputError(f"{where}: id {row.id!r} occurs twice")
        found, expected = (
            tuple((_around(numbers, where), text) for text, numbers in lines)
            for lines in (row.pred, row.gt)
        )
        answers[str(row.id)] = MangaLmmAnswer(str(row.id), found, expected, row.raw_output)
    return tuple(answers.values())


def _around(numbers: list[float], where: str) -> Box:
    if len(numbers) % 2:
        raise InputError(f"{where}: a polygon of {len(numbers)} numbers; expected x, y, x, y, …")
    return polygon_box(list(zip(numbers[::2], numbers[1::2], strict=True)))


def _lines(path: Path) -> Iterator[tuple[str, bytes]]:
    """The lines of a file that are not blank, each with its place; one is held at a time."""
    for line in json_lines(path, total_bytes=MAX_ANNOTATION_BYTES):
        yield line.where, line.data


def _names(image: str, default: str) -> tuple[str, str]:
    """Book and page of an image name."""
    stem = without_suffix(PurePosixPath(image).name)
    parts = _NAME.fullmatch(stem)
    return (parts[1], parts[2]) if parts else (default, stem)


def _read_page(row: _Row, finder: ImageFinder, default: str, where: str) -> tuple[str, Page]:
    contents = [(message.role, part) for message in row.messages for part in message.content]
    names = [part.image for _, part in contents if part.image]
    answers = [part.text for role, part in contents if role == "assistant" and part.text]
    if len(names) != 1 or not answers:
        raise InputError(
            f"{where}: expected one image and an answer, found {counted(len(names), 'image')} and"
            f" {counted(len(answers), 'answer')}"
        )
    image, width, height = finder.find(names[0], None, where)
    texts = tuple(_texts("\n".join(answers), where))
    require_on_page((text.box for text in texts), width, height, where)
    book, id_ = _names(names[0], default)
    page = Page(
        id_, width, height, image, "rtl", "spread", texts=texts, order_confidence=UNKNOWN_ORDER
    )
    return book, page


def _texts(answer: str, where: str) -> Iterator[Text]:
    """The regions of an answer, one a line; other lines are what stands around them."""
    count = 0
    for number, whole in enumerate(answer.split("\n"), 1):
        line = whole.strip().removesuffix(",")
        if not line.startswith("{"):
            continue
        place = f"{where}: line {number} of the answer"
        region = parse_all(_REGION, _strict(line), place)
        count += 1
        yield Text(
            Box(*region.bbox_2d), {LANGUAGE: region.text_content} if region.text_content else {}
        )
    listed = answer.count('"bbox_2d"')
    if listed != count:
        raise InputError(
            f"{where}: the answer has {listed} bbox_2d, but {count} on lines of their own; put each"
            " region on a line"
        )


def _strict(line: str) -> bytes:
    """The line as JSON, also where quotes inside the text were not escaped."""
    loose = _LOOSE.fullmatch(line)
    try:
        orjson.loads(line)
    except orjson.JSONDecodeError:
        if loose:
            words = orjson.dumps(loose[2])
            return b'{"bbox_2d": %b, "text_content": %b}' % (loose[1].encode(), words)
    return line.encode(errors="replace")


def _row(page: Page, book: str, default: str) -> dict[str, Any]:
    where = f"book '{book}', page '{page.id}'"
    if page.reading_direction != "rtl":
        raise InputError(
            f"{where}: MangaOCR is for rtl pages, this one is {page.reading_direction};"
            " panelwise convert changes the direction and lists what is lost"
        )
    if page.image is None:
        raise InputError(f"{where}: MangaOCR needs an image for every page")
    if _names(page.image.relative, default) != (book, page.id):
        raise InputError(
            f"{where}: MangaOCR needs its image to be named '{book}_{page.id}.jpg', with digits"
            f" for the page, not '{page.image.relative}'"
        )
    regions = ",".join(f"\n\t{_region(text, where)}" for text in page.texts or ())
    asked = [{"type": "image", "image": page.image.relative}, {"type": "text", "text": PROMPT}]
    content = [{"type": "text", "text": f"```json\n[{regions}\n]\n```"}]
    return {
        "id": f"{book}_{page.id}",
        "messages": [
            {"role": "user", "content": asked},
            {"role": "assistant", "content": content},
        ],
    }


def _region(text: Text, where: str) -> str:
    box = list(text.box.rounded())
    if not (box[0] < box[2] and box[1] < box[3]):
        raise InputError(f"{where}: box {list(text.box)} is empty when rounded to whole pixels")
    words = orjson.dumps(text.contents.get(LANGUAGE, "")).decode()
    return f'{{"bbox_2d": {box}, "text_content": {words}}}'


mangalmm = MangaLmm()
