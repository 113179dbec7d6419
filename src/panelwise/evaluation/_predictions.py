"""Specialised systems as contestants: what they found on pages answers items, with their speed.

A detector or an OCR runs elsewhere, as its makers mean it to; its file answers every task that a
page alone answers (``Kind.from_page``). Source: CX-6, CX-7, MV-E12, MV-E15.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from panelwise.comics import Character, Face, Page, Panel, Text
from panelwise.errors import InputError, UnavailableError
from panelwise.evaluation._predicted_pages import PredictedBox, PredictedPage, predicted_pages
from panelwise.evaluation._solver import Question, Reply
from panelwise.geometry import Box
from panelwise.models import Response
from panelwise.tasks import Item, get_kind


class Predictions:
    """Boxes from a file, answering the items whose pages they are on.

    A page is named by its item's id, by the path of its picture with or without the suffix, or by
    the picture's name alone where no other page has it.

    Args:
        path: of a file as ``_predicted_pages`` describes.

    Raises:
        InputError: when it cannot be read, or has a page twice.
    """

    several_images = True
    costly = False
    priced = False
    concurrency = 1
    timeout = None

    def __init__(self, path: Path) -> None:
        self.name = f"recorded:{path.name}"
        self._path = path
        self._file = predicted_pages(path)
        self._pages = {_plain(page.name): page for page in self._file.pages}
        if len(self._pages) < len(self._file.pages):
            counts = Counter(_plain(page.name) for page in self._file.pages)
            name, _ = counts.most_common(1)[0]
            raise InputError(f"{path} has page '{name}' more than once; remove all but one")
        self._of_item: dict[tuple[str, str], PredictedPage] = {}

    def identity(self) -> dict[str, Any]:
        """The hash of the file and of what explains its numbers."""
        return {"solver": "predictions", "sha256": self._file.digest}

    def check(self, questions: Sequence[Question]) -> str | None:
        """How many of the pages the file has, when not all.

        Raises:
            UnavailableError: for items that boxes on a page do not answer.
            InputError: when the file has none of the pages.
        """
        for question in questions:
            item = question.item
            if get_kind(item.kind).from_page(item) is None:
                raise UnavailableError(
                    f"{self.name} holds boxes on pages and cannot answer '{item.task}' ({item.kind}"
                    " items); leave that pack out"
                )
        items = {(one.pack.hash, one.item.id): one.item for one in questions}
        names = Counter(name for item in items.values() for name in set(_names(item)))
        for key, item in items.items():
            found = [self._pages[name] for name in _names(item) if self._known(name, names)]
            if found:
                self._of_item[key] = found[0]
        if not self._of_item and self._pages:
            page, item = next(iter(self._pages)), questions[0].item
            raise InputError(
                f"{self._path} has pages such as '{page}', and the packs have none of them; name"
                f" pages as '{item.id}', or by the paths of their pictures"
            )
        if len(self._of_item) == len(items):
            return None
        return f"boxes on {len(self._of_item)} of {len(items)} pages"

    def _known(self, name: str, names: Mapping[str, int]) -> bool:
        return name in self._pages and names[name] == 1

    async def answer(self, question: Question) -> Reply:
        """What the file has of the page, written as the prompt asks for it."""
        item, page = question.item, self._of_item.get((question.pack.hash, question.item.id))
        if page is None and not self._file.complete:
            return Reply(Response(""), note="no prediction for this page")
        how = get_kind(item.kind).from_page(item)
        assert how is not None, "checked before"
        answer = how.answer(_as_page(item, page or PredictedPage(item.id)))
        text = get_kind(item.kind).write(item, answer, question.profile)
        return Reply(Response(text, model=self.name, latency=(page and page.seconds) or 0.0))

    async def close(self) -> None:
        """Nothing is open."""
        return


def _names(item: Item) -> Iterator[str]:
    """What the page of an item may be called, the surest first."""
    yield _plain(item.id)
    if len(item.sources) == 1:
        [source] = item.sources
        yield _plain(f"{source.book}/{source.page}")
        if source.path:
            yield _plain(source.path)
            yield PurePosixPath(_plain(source.path)).name


def _plain(name: str) -> str:
    """A page's name without the suffix of a picture."""
    path = PurePosixPath(name)
    pictures = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff")
    return str(path.with_suffix("")) if path.suffix.lower() in pictures else str(path)


def _as_page(item: Item, found: PredictedPage) -> Page:
    """What was found, in pixels of the picture that the item shows."""
    picture = item.rendering.images[0]
    width, height = found.size or (picture.width, picture.height)
    across, down = picture.width / width, picture.height / height

    def of(label: str) -> list[tuple[Box, PredictedBox]]:
        return [
            (
                Box(one.box.x0 * across, one.box.y0 * down, one.box.x1 * across, one.box.y1 * down),
                one,
            )
            for one in found.boxes
            if one.label == label
        ]

    return Page(
        item.id,
        picture.width,
        picture.height,
        panels=tuple(Panel(box, confidence=one.score) for box, one in of("panel")),
        texts=tuple(
            Text(box, {"und": one.text or ""}, confidence=one.score) for box, one in of("text")
        ),
        characters=tuple(Character(box, confidence=one.score) for box, one in of("character")),
        faces=tuple(Face(box, confidence=one.score) for box, one in of("face")),
    )
