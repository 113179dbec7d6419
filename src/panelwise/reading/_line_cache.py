"""What OCR read in a picture, kept for the next pack that is built from it.

OCR is nearly all of the cost of reading a page. A small file for each picture is kept in the folder
``readings`` of the cache (``$PANELWISE_CACHE``, or the user's).
"""

from __future__ import annotations

import hashlib
import logging
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from panelwise.comics import Text
from panelwise.errors import InputError
from panelwise.geometry import Box
from panelwise.outputs import cache_folder, write_file

if TYPE_CHECKING:
    from collections.abc import Callable

LOG = logging.getLogger("panelwise")
# Their sources are part of the key, so that a change of them asks OCR again.
_DECIDING = ("_text_boxes.py", "_text_reader.py")


def kept_lines(picture: str, find: Callable[[], tuple[Text, ...]]) -> tuple[Text, ...]:
    """The lines that were kept for a picture, or those that are found now, which are kept.

    Args:
        picture: SHA-256 of its file.
        find: asks OCR.

    A cache that cannot be written costs time on the next reading, and nothing else.
    """
    key = hashlib.sha256(f"{_reader()}:{picture}".encode()).hexdigest()
    path = cache_folder() / "readings" / key[:2] / f"{key}.json"
    try:
        return tuple(_text(one) for one in orjson.loads(path.read_bytes()))
    except (OSError, ValueError, TypeError) as error:  # not read yet, or damaged
        LOG.debug("%s: asking OCR (%s)", path, error)
    found = find()
    try:
        write_file(path, orjson.dumps([_values(text) for text in found]))
    except InputError as error:
        _warn_once(str(error))
    return found


@cache
def _reader() -> str:
    """All that decides what is read but the picture."""
    sources = b"".join(Path(__file__).with_name(name).read_bytes() for name in _DECIDING)
    engines = [f"{name} {version(name)}" for name in ("rapidocr", "onnxruntime")]
    return " ".join([*engines, hashlib.sha256(sources).hexdigest()])


def _values(text: Text) -> list[object]:
    return [list(text.box), text.contents, text.polygon, text.confidence]


def _text(values: Any) -> Text:
    box, contents, polygon, confidence = values
    outline = polygon and tuple((x, y) for x, y in polygon)
    return Text(Box(*box), contents, polygon=outline, confidence=confidence)


@cache
def _warn_once(fault: str) -> None:
    LOG.warning("texts read by OCR are not cached, so they will be read again: %s", fault)
