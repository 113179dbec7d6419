"""Reading files that we did not write: regular ones, within bounds.

A named pipe would be waited for, a device read for ever, and a line of gigabytes would fill the
memory before anybody looks at it.
"""

from __future__ import annotations

import hashlib
import io
import os
import stat
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeVar

from panelwise.errors import InputError, UnsafeInputError

if TYPE_CHECKING:
    from pydantic import TypeAdapter

Declared = TypeVar("Declared")
MAX_BYTES = 256 << 20
MAX_LINE_BYTES = 16 << 20
# A value of JSON takes some hundred bytes of memory, however few it takes in a file.
MAX_VALUES = 4_000_000
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
            raise InputError(f"{path}: cannot be read ({what}, not a file)")
        return path.open("rb")
    except (OSError, ValueError) as error:  # ValueError: a name with a zero byte
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{path}: cannot be read ({reason})") from None


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
            try:
                text = line.decode("utf-8-sig" if number == 1 else "utf-8")
            except UnicodeDecodeError:
                where = f"{path}, line {number}"
                raise InputError(f"{where}: is not UTF-8 text; save it as UTF-8") from None
            yield from io.StringIO(text, newline="")  # a lone carriage return ends a line, too


def read_lines(stream: IO[bytes], name: str) -> Iterator[tuple[int, bytes]]:
    """The lines of a stream with their numbers from 1, and with their ends.

    Raises:
        InputError: when it cannot be read.
        UnsafeInputError: at a line longer than ``MAX_LINE_BYTES``.
    """
    number = 0
    while True:
        number += 1
        try:
            line = stream.readline(MAX_LINE_BYTES + 1)
        except OSError as error:
            raise InputError(f"{name}: cannot be read ({error.strerror or error})") from None
        if not line:
            return
        if len(line) > MAX_LINE_BYTES:
            limit = MAX_LINE_BYTES >> 20
            raise UnsafeInputError(f"{name}, line {number}: longer than {limit} MiB; not read")
        yield number, line


def check_values(data: bytes, name: str, most: int = MAX_VALUES) -> bytes:
    """JSON that is not too much for the memory; the same bytes.

    Raises:
        UnsafeInputError: when it holds more than ``most`` values.
    """
    count = data.count(b",") + data.count(b"[") + data.count(b"{")
    if count > most:
        raise UnsafeInputError(f"{name}: holds about {count} values; at most {most} are read")
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
    place = ".".join(map(str, fault["loc"]))
    return f"{place}: {fault['msg']}" if place else fault["msg"]


@cache
def _adapter(declared: Any) -> TypeAdapter[Any]:
    from pydantic import TypeAdapter

    return TypeAdapter(declared)


def file_sha256(path: Path) -> str:
    """The SHA-256 of a file's bytes, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
