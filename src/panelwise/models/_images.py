"""Images as they travel: their original bytes, in base64."""

from __future__ import annotations

import base64
import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any

import orjson

from panelwise.errors import InputError
from panelwise.models._request import ImagePart

IMAGE = f"image-{secrets.token_hex(16)}"
"""Stands for the base64 of a picture in a body that :func:`body_chunks` writes."""


def body_chunks(body: dict[str, Any], pictures: Iterable[bytes]) -> list[bytes]:
    """A body as chunks whose concatenation is JSON, pictures in the places of :data:`IMAGE`.

    A picture of a megabyte is neither copied nor escaped. No prompt can hold the placeholder: it
    is drawn anew in every process.

    Args:
        body: anything that JSON can hold.
        pictures: base64, in the order in which the placeholders are written.

    >>> b"".join(body_chunks({"data": IMAGE, "n": 1}, [b"aGk="]))
    b'{"data":"aGk=","n":1}'
    """
    first, *rest = orjson.dumps(body).split(IMAGE.encode())
    chunks = [first]
    for picture, piece in zip(pictures, rest, strict=True):
        chunks += [picture, piece]
    return chunks


class EncodedImages:
    """Base64 of image files, by content hash; the least recently used go first.

    Args:
        max_bytes: how much to keep.
    """

    def __init__(self, max_bytes: int = 256 << 20) -> None:
        self._max_bytes = max_bytes
        self._size = 0
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    def get(self, image: ImagePart) -> bytes:
        """Base64 of the image's original bytes.

        Raises:
            InputError: when the file is missing, or is not what its hash says.
        """
        kept = self._kept.get(image.sha256)
        if kept is not None:
            self._kept.move_to_end(image.sha256)
            return kept
        try:
            data = image.path.read_bytes()
        except OSError as error:
            raise InputError(
                f"{image.path}: cannot be read ({error.strerror}); build the pack again"
            ) from None
        # Answers are cached under this hash: other bytes would be filed under the wrong name.
        # Hashing is a third of the work on an image, so it is done where there is doubt.
        if not image.trusted and hashlib.sha256(data).hexdigest() != image.sha256:
            raise InputError(
                f"{image.path}: changed since the pack was built; build the pack again"
            )
        encoded = base64.b64encode(data)
        self._kept[image.sha256] = encoded
        self._size += len(encoded)
        while self._size > self._max_bytes and len(self._kept) > 1:
            _, dropped = self._kept.popitem(last=False)
            self._size -= len(dropped)
        return encoded
