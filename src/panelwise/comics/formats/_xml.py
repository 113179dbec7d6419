"""XML of annotation files, read as a stream; no document types, no entities.

Annotation files are untrusted and may be hundreds of megabytes: what is held at one time is one
record (a page), never the file. Document types are refused, so no entity can be declared.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat  # document types and entities are refused below
from xml.sax.saxutils import escape, quoteattr

from panelwise.comics.formats._names import misspelt
from panelwise.comics.formats._validation import MAX_ANNOTATION_BYTES
from panelwise.errors import InputError, UnsafeInputError
from panelwise.files import open_regular
from panelwise.geometry import Box, Polygon, polygon_area

CHUNK_BYTES = 64 << 10
MAX_DEPTH = 64
MAX_COORDINATE = 1e6
_NUMBER = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,17})?([eE]-?[0-9]{1,3})?")
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(slots=True)
class Element:
    """An element without namespace; ``children`` and ``text`` only inside records."""

    tag: str
    attributes: dict[str, str]
    file: str
    line: int
    text: str = ""
    children: list[Element] = field(default_factory=list)

    @property
    def where(self) -> str:
        """For messages: file, line and tag."""
        return f"{self.file}, line {self.line}: <{self.tag}>"

    def need(self, name: str) -> str:
        """An attribute that must be there and not be empty."""
        value = self.attributes.get(name)
        if not value:
            raise InputError(f"{self.where} has no '{name}'")
        return value

    def number(self, name: str) -> float:
        """An attribute that must be a finite number, not absurdly large."""
        return read_number(self.need(name), f"{self.where}: {name}")

    def whole(self, name: str) -> int:
        """An attribute that must be a whole number, from 0 to a million."""
        value = self.need(name)
        if not re.fullmatch("[0-9]{1,9}", value) or int(value) > MAX_COORDINATE:
            raise InputError(
                f"{self.where}: {name} must be a whole number from 0 to {MAX_COORDINATE:.0f},"
                f" not {value[:40]!a}"
            )
        return int(value)


def stream_xml(
    path: Path, records: frozenset[str], known: frozenset[str] = frozenset()
) -> Iterator[Element]:
    """The elements of a file in its order: those called as in ``records`` whole, when they end;
    any other outside of them when it starts, without content. A tag or attribute that is one of
    ``known``, misspelt, is refused.

    Raises:
        InputError: when it cannot be read or is not well-formed, with the line.
        UnsafeInputError: for a document type, an entity, absurd depth or absurd size.
    """
    builder = _Builder(str(path), records, known)
    size = 0
    try:
        with open_regular(path) as stream:
            while chunk := stream.read(CHUNK_BYTES):
                size += len(chunk)
                if size > MAX_ANNOTATION_BYTES:
                    limit = MAX_ANNOTATION_BYTES >> 20
                    raise UnsafeInputError(f"{path}: larger than {limit} MiB; not read")
                yield from builder.feed(chunk)
            yield from builder.feed(b"", last=True)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error})") from None


class _Builder:
    """Builds records while bytes come in."""

    def __init__(self, file: str, records: frozenset[str], known: frozenset[str]) -> None:
        self._file = file
        self._known = known
        self._records = records
        self._open: list[Element] = []  # the record being built and what is open in it
        self._texts: list[list[str]] = []  # pieces of their texts, joined once: never quadratic
        self._depth = 0
        self._done: deque[Element] = deque()
        parser = self._parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.StartDoctypeDeclHandler = self._refuse
        parser.EntityDeclHandler = self._refuse

    def feed(self, chunk: bytes, *, last: bool = False) -> Iterator[Element]:
        try:
            self._parser.Parse(chunk, last)
        except (expat.ExpatError, ValueError, LookupError) as error:
            line = self._parser.CurrentLineNumber
            reason = expat.ErrorString(error.code) if isinstance(error, expat.ExpatError) else error
            raise InputError(f"{self._file}, line {line}: not well-formed XML ({reason})") from None
        while self._done:
            yield self._done.popleft()

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise UnsafeInputError(
                f"{self._file}: elements are nested more than {MAX_DEPTH} deep; not read"
            )
        plain = {name.rpartition(" ")[2]: value for name, value in attributes.items()}
        line = self._parser.CurrentLineNumber
        for name in (tag.rpartition(" ")[2], *plain):
            meant = misspelt(name, self._known)
            if meant is not None:
                raise InputError(
                    f"{self._file}, line {line}: unknown name '{name}'; did you mean '{meant}'?"
                )
        element = Element(tag.rpartition(" ")[2], plain, self._file, line)
        if not self._open and element.tag not in self._records:
            self._done.append(element)
            return
        if self._open:
            self._open[-1].children.append(element)
        self._open.append(element)
        self._texts.append([])

    def _end(self, tag: str) -> None:
        self._depth -= 1
        if self._open:
            element = self._open.pop()
            element.text = "".join(self._texts.pop())
            if not self._open:
                self._done.append(element)

    def _characters(self, text: str) -> None:
        if self._texts:
            self._texts[-1].append(text)

    def _refuse(self, *declaration: object) -> None:
        line = self._parser.CurrentLineNumber
        raise UnsafeInputError(
            f"{self._file}, line {line}: declares a document type or entities; not read"
        )


def read_number(text: str, where: str) -> float:
    """A number as written in a file; whole ones stay whole.

    Raises:
        InputError: with ``where``, for anything that is not finite or beyond a million.
    """
    if not _NUMBER.fullmatch(text):
        raise InputError(f"{where}: expected a finite number, not {text[:40]!a}")
    value = int(text) if text.lstrip("-").isdigit() else float(text)
    if abs(value) > MAX_COORDINATE:
        raise InputError(f"{where}: {text} is beyond a million pixels")
    return value


def read_points(text: str, where: str) -> Polygon:
    """Points as ``x,y x,y``; a last one that repeats the first is dropped.

    Raises:
        InputError: for anything else, and when they span no area.
    """
    points = []
    for pair in text.split():
        x, comma, y = pair.partition(",")
        if not comma:
            raise InputError(f"{where}: expected points as x,y x,y, not {pair[:40]!a}")
        points.append((read_number(x, where), read_number(y, where)))
    return real_polygon(points, where)


def real_polygon(points: list[tuple[float, float]], where: str) -> Polygon:
    """A polygon without a last point that repeats the first.

    Raises:
        InputError: when it has no area.
    """
    if len(points) > 3 and points[0] == points[-1]:
        points = points[:-1]
    if len(points) < 3 or polygon_area(points) == 0:
        raise InputError(f"{where}: polygon of {len(points)} points has no area")
    return tuple(points)


def read_box(x0: float, y0: float, x1: float, y1: float, where: str) -> Box:
    """A box.

    Raises:
        InputError: when it is empty.
    """
    if not (x0 < x1 and y0 < y1):
        raise InputError(f"{where}: box {[x0, y0, x1, y1]} is empty")
    return Box(x0, y0, x1, y1)


def write_number(value: float) -> str:
    """The shortest text that is read back as the same number.

    >>> write_number(3.0), write_number(0.125)
    ('3', '0.125')
    """
    return str(int(value)) if value == int(value) else repr(float(value))


def write_points(polygon: Polygon) -> str:
    """Points as ``x,y x,y``."""
    return " ".join(f"{write_number(x)},{write_number(y)}" for x, y in polygon)


def write_tag(
    tag: str, attributes: Mapping[str, object], text: str | None = None, *, leave_open: bool = False
) -> str:
    """One element; attributes that are ``None`` are left out.

    Raises:
        InputError: for a character that XML cannot hold.
    """
    parts = [tag]
    for name, value in attributes.items():
        if value is not None:
            plain = write_number(value) if isinstance(value, float) else str(value)
            parts.append(f"{name}={quoteattr(_checked(plain))}")
    start = " ".join(parts)
    if leave_open:
        return f"<{start}>"
    if text is None:
        return f"<{start}/>"
    return f"<{start}>{escape(_checked(text), {chr(13): '&#13;'})}</{tag}>"


def _checked(text: str) -> str:
    bad = _NOT_XML.search(text)
    if bad:
        raise InputError(
            f"XML cannot hold the character {bad.group()!a} in {text[:40]!a}; remove it"
        )
    return text
