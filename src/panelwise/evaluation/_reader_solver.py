"""Readers as contestants: a page reader answers a pack through the same path as any model.

It sees the pictures that are sent, and nothing of the annotation; its answer is written as the
prompt asks for it and goes through the same extractors. Source: MS-2, CX-7.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from panelwise.comics import Book, ComicImage, Page
from panelwise.errors import UnavailableError
from panelwise.evaluation._solver import Question, Reply, Solver
from panelwise.models import Provider, Response
from panelwise.tasks import Answer, get_kind

if TYPE_CHECKING:
    from panelwise.reading import Reader


class ReaderSolver:
    """A reader of ``panelwise list readers`` as one who answers.

    It reads the page that an item shows, and the item's kind says how the page answers it
    (``Kind.from_page``): texts and panels are found, texts put in order, marked texts linked to
    the nearest marked characters. Characters are found where the reader looks for them.

    Args:
        name: of the reader, or the path of a detector (:func:`get_reader`).
    """

    several_images = True
    costly = False
    priced = False
    concurrency = 2
    timeout = None

    def __init__(self, name: str) -> None:
        from panelwise.reading import FileDetector, TextReader, can_read_texts, get_reader

        self.name = f"reader:{name}"
        self._panels: Reader = get_reader(name)
        self._detector = self._panels if isinstance(self._panels, FileDetector) else None
        self._texts: Reader | None = TextReader(self._panels) if can_read_texts() else None

    def identity(self) -> dict[str, Any]:
        """The reader, the hash of its weights, and the version of what reads its texts."""
        from importlib.metadata import version

        read = {"rapidocr": version("rapidocr")} if self._texts is not None else {}
        weights = {} if self._detector is None else self._detector.identity()
        return {"solver": self.name, **read, **weights}

    def check(self, questions: Sequence[Question]) -> str | None:
        """A reader reads pages, not stories.

        Raises:
            UnavailableError: when it has no answer to a kind of item.
            MissingExtraError: when texts are asked for without the extra ``[ocr]``.
            InputError: when a pack holds no images.
        """
        from panelwise.reading import require_ocr

        for question in questions:
            item = question.item
            how = get_kind(item.kind).from_page(item)
            if how is None:
                raise UnavailableError(
                    f"{self.name} reads pages and cannot answer '{item.task}' ({item.kind} items);"
                    " leave that pack out, or ask a model"
                )
            if how.texts == "needed":
                require_ocr()
            question.pack.messages(item)  # says how to get the images
        return None

    async def answer(self, question: Question) -> Reply:
        """What the reader finds, written as the prompt asks for it.

        Its latency is the time of the reading, so that reports compare it with a model's (MV-E15).
        """
        answer, latency = await asyncio.to_thread(self._timed, question)
        text = get_kind(question.item.kind).write(question.item, answer, question.profile)
        return Reply(Response(text, model=self.name, latency=latency))

    async def close(self) -> None:
        """Nothing is open."""
        return

    def _timed(self, question: Question) -> tuple[Answer, float]:
        started = time.perf_counter()  # in the thread: waiting for a free one is no reading
        return self._answer(question), time.perf_counter() - started

    def _answer(self, question: Question) -> Answer:
        how = get_kind(question.item.kind).from_page(question.item)
        assert how is not None, "checked before"
        # A detector of texts answers by its own boxes; an OCR reads only where words are asked for.
        own = self._detector is not None and self._detector.finds_texts
        alone = how.texts == "unused" or (how.texts == "useful" and own)
        reader = self._panels if alone else self._texts or self._panels
        return how.answer(self._read(reader, _page(question)))

    def _read(self, reader: Reader, page: Page) -> Page:
        from panelwise.reading import detect_direction

        direction, _, _ = detect_direction(Book(page.id, (page,)))
        return reader.read(page, direction)


def _reader(rest: str, _: dict[str, Any]) -> Solver:
    return ReaderSolver(rest)


def _readers() -> dict[str, str]:
    from panelwise.reading import DETECTOR, READERS

    known = dict.fromkeys(READERS.names(), "a page reader, evaluated as a model")
    return known | {DETECTOR: "a detector of yours (YOLO, RT-DETR, D-FINE); needs the extra [ocr]"}


reader_solver = Provider("reader:NAME", "a page reader", _reader, members=_readers)


def _page(question: Question) -> Page:
    """The picture that is sent, as a page of which nothing is known."""
    (entry,) = question.item.rendering.images
    path = question.pack.image_path(entry.sha256)
    assert path is not None, "checked before"
    image = ComicImage.from_path(path)
    return Page(question.item.id, entry.width, entry.height, image)
