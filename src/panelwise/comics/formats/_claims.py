"""Files that are called like annotations and cannot be read as such: refused, not passed over."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from panelwise.comics.formats._names import near_names
from panelwise.comics.formats._validation import lines_of, read_bytes, read_head
from panelwise.comics.formats._xml import stream_xml
from panelwise.errors import InputError
from panelwise.files import check_values, not_json

JSON_SUFFIXES = (".json", ".mokuro")
_NAMES = re.compile(
    rb'"([A-Za-z_][A-Za-z0-9_]*)"\s*:|<([A-Za-z_]\w*)(?=[\s/>])|\s([A-Za-z_]\w*)=["\']'
)
_DOCTYPE = re.compile(rb"<!DOCTYPE", re.IGNORECASE)
_NO_ANNOTATION = "fix it, or move it away if it is not an annotation"


def refuse_broken(path: Path) -> None:
    """Refuse a file that is called like an annotation and is neither JSON nor XML.

    Raises:
        InputError: with the line, and what is wrong there.
        UnsafeInputError: for a document type in XML, or a file that is too large.
    """
    suffix = path.suffix.lower()
    if suffix in (".xml", ".svg"):
        # Drawings often declare a document type; an annotation that does is known by its classes.
        if suffix == ".xml" or not _DOCTYPE.search(read_head(path)):
            for _ in stream_xml(path, frozenset()):
                pass
    elif suffix in JSON_SUFFIXES:
        _refuse_broken_json(read_bytes(path), str(path))
    elif suffix == ".jsonl":
        empty = True
        for line in lines_of(read_bytes(path), path):
            _refuse_broken_json(line.data, line.where)
            empty = False
        if empty:
            raise InputError(f"{path}: empty; {_NO_ANNOTATION}")


def meant_format(path: Path, formats: Iterable[Any]) -> Any:
    """The format whose names a file has, all but one that is misspelt; ``None`` for other files.

    A format says in ``marks`` which names every file of it has.
    """
    head = read_head(path)
    names = {(a or b or c).decode() for a, b, c in _NAMES.findall(head)}
    suffix = path.suffix.lower()
    meant = [
        one
        for one in formats
        if suffix in one.suffixes
        and any(near_names(names, marks) for marks in getattr(one, "marks", ()))
    ]
    return max(meant, key=lambda one: max(map(len, one.marks)), default=None)


def _refuse_broken_json(data: bytes, where: str) -> None:
    if not data.strip():
        raise InputError(f"{where}: empty; {_NO_ANNOTATION}")
    try:
        json.loads(check_values(data, where).decode("utf-8"))
    except UnicodeDecodeError:
        raise InputError(f"{where}: not UTF-8 text; {_NO_ANNOTATION}") from None
    except json.JSONDecodeError as error:
        raise InputError(not_json(where, str(error), advice=_NO_ANNOTATION)) from None
    except (ValueError, RecursionError):
        raise InputError(
            f"{where}: its numbers are too long or it is nested too deeply; {_NO_ANNOTATION}"
        ) from None
