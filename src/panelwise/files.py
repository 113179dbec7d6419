"""Reading files that we did not write: regular ones, within bounds.

A named pipe would be waited for, a device read for ever, and a line of gigabytes would fill the
memory before anybody looks at it.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import stat
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeVar

from panelwise.errors import InputError, UnsafeInputError
from panelwise.wording import plain_fault

if TYPE_CHECKING:
    from pydantic import TypeAdapter

Declared = TypeVar("Declared")
MAX_BYTES = 256 << 20
MAX_LINE_BYTES = 16 << 20
# A value of JSON takes some hundred bytes of memory, however few it takes in a file.
MAX_VALUES = 4_000_000
# Where JSON ends to be JSON, as orjson, json and pydantic say it.
_MORE = re.compile("trailing characters|content after document|Extra data", re.IGNORECASE)
_CUT_OFF = re.compile("EOF|unexpected end|end of data", re.IGNORECASE)
_BROKEN_AT = re.compile(
    r"(?:Invalid JSON: )?(?P<what>.*?)(?: at)?:? line (?P<line>\d+) column (?P<column>\d+)(?: .*)?"
)
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_SNIFFED_BYTES = 1 << 10  # blanks before the first bracket of a list
_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a named pipe",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFSOCK: "a socket",
}


def open_regular(path: Path) -> IO[bytes]:
    """A file to be read, refused before it is opened when it is none.

    Raises:
        InputError: when it cannot be read, or is a folder, a pipe, a device or a socket.
    """
    try:
        kind = stat.S_IFMT(path.stat().st_mode)
        if kind != stat.S_IFREG:
            what = _KINDS.get(kind, "something else")
            raise InputError(f"{path}: cannot be read ({what}, not a file); give a file")
        return path.open("rb")
    except (OSError, ValueError) as error:  # ValueError: a name with a zero byte
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{path}: cannot be read ({reason}); check the path") from None


def read_regular(path: Path, most: int = MAX_BYTES) -> bytes:
    """The whole content of a file.

    Raises:
        InputError: when it cannot be read, or is no file.
        UnsafeInputError: when it is larger than ``most`` bytes.
    """
    with open_regular(path) as stream:
        return read_bounded(stream, str(path), most)


def read_bounded(stream: IO[bytes], name: str, most: int = MAX_BYTES) -> bytes:
    """All that a stream holds; errors as of :func:`read_regular`."""
    try:
        data = stream.read(most + 1)
    except OSError as error:
        raise InputError(f"{name}: cannot be read ({error.strerror or error})") from None
    if len(data) > most:
        raise UnsafeInputError(f"{name}: larger than {most >> 20} MiB; not read, split it")
    return data


def text_lines(path: Path) -> Iterator[str]:
    """The lines of a table of text in UTF-8, with or without a byte order mark, ends as they are.

    Raises:
        InputError: as :func:`open_regular`, and at a line that is not UTF-8.
        UnsafeInputError: when it is larger than ``MAX_BYTES``, or as :func:`read_lines`.
    """
    with open_regular(path) as stream:
        if os.fstat(stream.fileno()).st_size > MAX_BYTES:
            raise UnsafeInputError(f"{path}: larger than {MAX_BYTES >> 20} MiB; not read, split it")
        for number, line in read_lines(stream, str(path)):
            text = _as_text(line, f"{path}, line {number}")
            yield from io.StringIO(text, newline="")  # a lone carriage return ends a line, too


def read_lines(
    stream: IO[bytes], name: str, most: int | None = None
) -> Iterator[tuple[int, bytes]]:
    """The lines of a stream with their numbers from 1, and with their ends.

    A byte order mark of UTF-8 is left out.

    Args:
        stream: what is read, a line at a time.
        name: of it, for messages.
        most: bytes in a line; ``None``: ``MAX_LINE_BYTES``.

    Raises:
        InputError: when it cannot be read.
        UnsafeInputError: at a longer line.
    """
    most = MAX_LINE_BYTES if most is None else most
    number = 0
    while True:
        number += 1
        try:
            line = stream.readline(most + 1)
        except OSError as error:
            raise InputError(f"{name}: cannot be read ({error.strerror or error})") from None
        if not line:
            return
        if len(line) > most:
            limit = most >> 20
            raise UnsafeInputError(f"{name}, line {number}: longer than {limit} MiB; not read")
        yield number, line.removeprefix(_BYTE_ORDER_MARK) if number == 1 else line


def _as_text(line: bytes, where: str) -> str:
    """Refuse what is not UTF-8."""
    try:
        return line.decode()
    except UnicodeDecodeError:
        raise InputError(f"{where} is not UTF-8 text; give a text file, saved as UTF-8") from None


@dataclass(frozen=True, slots=True)
class JsonLine:
    """A line of a file of JSON lines.

    Attributes:
        name: of the file, for messages.
        number: from 1.
        data: the line without its end.
        ended: whether it has one; a line that was being written when a program was killed has not.
    """

    name: str
    number: int
    data: bytes
    ended: bool

    @property
    def where(self) -> str:
        """The file and the line, for messages ("marks.jsonl, line 3")."""
        return f"{self.name}, line {self.number}"

    def text(self) -> str:
        """The line as text.

        Raises:
            InputError: when it is not UTF-8.
        """
        return _as_text(self.data, self.where)

    def value(self) -> Any:
        """What the line holds.

        Raises:
            InputError: when it is not JSON.
        """
        return _loads(self.data, self.where)


def json_lines(
    source: Path | IO[bytes],
    name: str | None = None,
    *,
    values: int = MAX_VALUES,
    line_bytes: int | None = None,
    total_bytes: int | None = None,
    blank: bool = False,
) -> Iterator[JsonLine]:
    """The lines of a file of JSON lines, one in memory at a time. What they hold is not looked at.

    Args:
        source: a file, or a stream of bytes.
        name: of the source, for messages; that of a file is its path.
        values: the most that one line may hold.
        line_bytes: the longest line; ``None``: ``MAX_LINE_BYTES``.
        total_bytes: the most that is read of all lines; ``None``: no limit.
        blank: whether blank lines are yielded, too.

    Raises:
        InputError: when it cannot be read.
        UnsafeInputError: when a limit is passed.
    """
    name = name or str(source)
    size = 0
    with open_regular(source) if isinstance(source, Path) else nullcontext(source) as stream:
        for number, whole in read_lines(stream, name, line_bytes):
            size += len(whole)
            if total_bytes is not None and size > total_bytes:
                raise UnsafeInputError(f"{name}: larger than {total_bytes >> 20} MiB; not read")
            if blank or whole.strip():
                data = whole.removesuffix(b"\n")
                line = JsonLine(name, number, data, ended=len(data) < len(whole))
                check_values(data, line.where, values)
                yield line


@dataclass(frozen=True, slots=True)
class JsonRecord:
    """A value of a file of JSON lines or of one JSON list.

    Attributes:
        name: of the file, for messages.
        place: in the file ("line 3", "entry 3").
        value: what is there, whatever it is.
    """

    name: str
    place: str
    value: Any

    @property
    def where(self) -> str:
        """The file and the place in it ("log.jsonl, line 3")."""
        return f"{self.name}, {self.place}"


def json_records(
    stream: IO[bytes], name: str, *, line_bytes: int | None = None, advice: str = ""
) -> Iterator[JsonRecord]:
    """The values of a file that holds one JSON list, or else a value on every line.

    Args:
        stream: the file, open for reading.
        name: of it, for messages.
        line_bytes: as of :func:`json_lines`.
        advice: as of :func:`not_json`.

    Raises:
        InputError: for what is not JSON.
        UnsafeInputError: for a list as of :func:`read_json_bytes`, for lines as of
            :func:`json_lines`.
    """
    head = stream.read(_SNIFFED_BYTES)
    stream.seek(0)
    if head.removeprefix(_BYTE_ORDER_MARK).lstrip().startswith(b"["):
        data = check_values(read_bounded(stream, name), name).removeprefix(_BYTE_ORDER_MARK)
        for number, value in enumerate(_loads(data, name, advice), start=1):
            yield JsonRecord(name, f"entry {number}", value)
        return
    for line in json_lines(stream, name, line_bytes=line_bytes):
        value = _loads(line.data, line.where, advice)
        yield JsonRecord(name, f"line {line.number}", value)


def _loads(data: bytes, where: str, advice: str = "") -> Any:
    import orjson

    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError as error:
        _as_text(data, where)
        raise InputError(not_json(where, str(error), advice=advice)) from None


def not_json(where: str, message: str, data: bytes = b"", advice: str = "") -> str:
    """The line for JSON that is broken, with the line of the file and the column in it.

    Args:
        where: the file, and its line if what was parsed is one line of it ("log.jsonl, line 3").
        message: of the parser.
        data: what pydantic parsed, which counts columns in bytes; nothing for other parsers.
        advice: what to do, if the caller knows it better.

    >>> not_json("a.jsonl, line 3", "Invalid JSON: expected value at line 1 column 36")
    'a.jsonl, line 3: not JSON at column 36 (expected value); write one JSON value on each line'
    >>> not_json("a.json", "unexpected end of data: line 2 column 8 (char 7)")
    'a.json, line 2: not JSON at column 8 (it ends too early); copy the file again'
    """
    one_line = ", line " in where
    found = _BROKEN_AT.fullmatch(message)
    if found is None:
        what = message.removeprefix("Invalid JSON: ")
        return f"{where}: not JSON ({what}); {advice or 'correct it'}"
    line, column = int(found["line"]), int(found["column"])
    lines = data.split(b"\n")
    if line <= len(lines):
        before = lines[line - 1][: max(0, column - 1)]
        column -= len(before) - len(before.decode(errors="ignore"))
    place = where if one_line else f"{where}, line {line}"
    what = found["what"].replace("expected ident", "unexpected word")
    remedy = "give a JSON file" if line == 1 and column <= 1 else "correct it"
    if _CUT_OFF.search(what):
        what, remedy = "it ends too early", "copy the file again"
    elif what == "trailing characters" and line > 1:
        remedy = "give one JSON document, not JSON Lines"
    elif _MORE.search(what):
        what = "something follows the end of the value"
    if one_line:
        remedy = "write one JSON value on each line"
    return f"{place}: not JSON at column {max(1, column)} ({what}); {advice or remedy}"


def check_values(data: bytes, name: str, most: int = MAX_VALUES) -> bytes:
    """JSON that is not too much for the memory; the same bytes.

    Raises:
        UnsafeInputError: when it holds more than ``most`` values.
    """
    count = data.count(b",") + data.count(b"[") + data.count(b"{")
    if count > most:
        raise UnsafeInputError(f"{name} holds about {count} values; at most {most} are read")
    return data


def read_json_bytes(path: Path, most: int = MAX_VALUES) -> bytes:
    """The content of a file of JSON; errors as of :func:`read_regular` and :func:`check_values`."""
    return check_values(read_regular(path), str(path), most)


def as_declared(declared: type[Declared], fields: Mapping[str, Any], where: str) -> Declared:
    """Fields from a file as the class that declares them, each of the type declared there.

    Raises:
        InputError: when there is none of the name, one is missing, or one is of another type.
    """
    unknown = fields.keys() - getattr(declared, "__dataclass_fields__", {}).keys()
    if unknown:
        raise InputError(
            f"{where}: '{min(map(str, unknown))}' is unknown; the file is"
            " damaged, or from a newer version"
        )
    from pydantic import ValidationError

    kind: Any = declared  # mypy takes no class for hashable
    try:
        found: Declared = _adapter(kind).validate_python(fields)
    except ValidationError as error:
        raise InputError(damaged(where, first_fault(error))) from None
    return found


def damaged(where: str, what: object) -> str:
    """The line for something of ours that nothing of ours wrote so."""
    return f"{where}: damaged ({what}); restore it from a copy"


def first_fault(error: Any) -> str:
    """The first thing that a ``pydantic.ValidationError`` found: where and what."""
    fault = error.errors(include_url=False, include_context=False, include_input=False)[0]
    if fault["type"] == "json_invalid":
        return not_json("", fault["msg"]).removeprefix(", ").partition(";")[0]
    # pydantic names the member of a union: "confidence.constrained-float"
    steps = [str(one) for one in fault["loc"] if not str(one).startswith("constrained-")]
    place = ".".join(steps)
    said = plain_fault(fault["msg"])
    return f"{place}: {said}" if place else said


@cache
def _adapter(declared: Any) -> TypeAdapter[Any]:
    from pydantic import TypeAdapter

    return TypeAdapter(declared)


def file_sha256(path: Path) -> str:
    """The SHA-256 of a file's bytes, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
