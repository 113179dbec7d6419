"""ComicInfo.xml: what a comic's own archive says of it.

Source: the ComicInfo schema of the Anansi project, elements Title, Series, Volume, Number, Year,
Month, Writer, Publisher, LanguageISO, BlackAndWhite and Manga.
"""

from __future__ import annotations

from dataclasses import dataclass
from xml.parsers import expat  # entities and DTDs are refused below

from panelwise.comics._archive import MAX_COMIC_INFO_BYTES
from panelwise.comics._model import ReadingDirection, Source
from panelwise.errors import InputError, UnsafeInputError


@dataclass(frozen=True)
class ComicInfo:
    """Title, source and the reading direction, where the comic says so."""

    title: str | None
    source: Source
    direction: ReadingDirection | None


def parse_comic_info(data: bytes, name: str) -> ComicInfo:
    """Read a ComicInfo.xml.

    ``Manga`` tells a direction only by ``YesAndRightToLeft``: ``Yes`` and ``No`` speak of the
    style.

    Raises:
        InputError: when it is no well-formed ComicInfo.
        UnsafeInputError: when it is too large or declares a document type or entities.
    """
    if len(data) > MAX_COMIC_INFO_BYTES:
        raise UnsafeInputError(f"{name}: larger than {MAX_COMIC_INFO_BYTES >> 20} MiB; not read")
    values = _elements(data, name)
    black_and_white = {"yes": True, "no": False}.get(values.get("BlackAndWhite", "").lower())
    source = Source(
        author=values.get("Writer"),
        series=values.get("Series"),
        volume=values.get("Volume") or values.get("Number"),
        year=_number(values.get("Year", ""), 9999),
        publisher=values.get("Publisher"),
        language=values.get("LanguageISO"),
        colour=None if black_and_white is None else not black_and_white,
        month=_number(values.get("Month", ""), 12),
    )
    right_to_left = values.get("Manga", "").lower() == "yesandrighttoleft"
    return ComicInfo(values.get("Title"), source, "rtl" if right_to_left else None)


def _number(text: str, most: int) -> int | None:
    """A number from 1 on; some programs write -1 where nothing is known."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= 4 else 0
    return number if 1 <= number <= most else None


def _elements(data: bytes, name: str) -> dict[str, str]:
    """The words of every child of the root, without surrounding blanks; empty ones left out."""
    path: list[str] = []
    words: dict[str, list[str]] = {}

    def start(tag: str, attributes: dict[str, str]) -> None:
        path.append(tag)
        if len(path) == 1 and tag != "ComicInfo":
            raise InputError(f"{name}: its root is <{tag}>, not <ComicInfo>; fix or remove it")

    def characters(text: str) -> None:
        if len(path) == 2:
            words.setdefault(path[1], []).append(text)

    def refuse(*declaration: object) -> None:
        raise UnsafeInputError(f"{name}: declares a document type or entities; not read")

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda tag: path.pop()
    parser.CharacterDataHandler = characters
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError) as error:
        raise InputError(f"{name}: not well-formed XML ({error}); fix or remove it") from None
    joined = {tag: "".join(pieces).strip() for tag, pieces in words.items()}
    return {tag: text for tag, text in joined.items() if text}
