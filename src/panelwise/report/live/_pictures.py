"""Pictures of packs: small ones for lists, larger ones to look at, and the original."""

from __future__ import annotations

import io
import threading
from collections import OrderedDict
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from panelwise.comics import decode_rgb
from panelwise.errors import PanelwiseError
from panelwise.report._images import JPEG_QUALITY, LONGEST, MEDIA_TYPES
from panelwise.report.live._shelf import Shelf

SMALL = 160
MEMORY = 64 << 20  # bytes of previews that are kept


class ServedPicture(NamedTuple):
    """The bytes of a picture and their media type."""

    data: bytes
    media_type: str


class Previews:
    """Previews, made when they are first looked at and kept in memory."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._kept: OrderedDict[tuple[str, int], bytes] = OrderedDict()
        self._size = 0
        self._lock = threading.Lock()

    def preview(self, sha256: str, longest: int = LONGEST) -> ServedPicture | None:
        """A JPEG with no side longer than so many pixels; ``None`` for what no pack here has."""
        found = self._shelf.picture(sha256)
        if found is None:
            return None
        with self._lock:
            data = self._kept.get((sha256, longest))
            if data is not None:
                self._kept.move_to_end((sha256, longest))
        if data is None:
            data = _smaller(found[0], longest)
            self._keep((sha256, longest), data)
        return ServedPicture(data, "image/jpeg") if data else None

    def original(self, sha256: str) -> ServedPicture | None:
        """The file as it is sent to models; ``None`` for what no pack here has, or no picture."""
        found = self._shelf.picture(sha256)
        if found is None or found[1] not in MEDIA_TYPES:
            return None
        return ServedPicture(found[0].read_bytes(), found[1])

    def _keep(self, key: tuple[str, int], data: bytes) -> None:
        with self._lock:
            if key not in self._kept:
                self._kept[key] = data
                self._size += len(data)
            while self._size > MEMORY:
                _, gone = self._kept.popitem(last=False)
                self._size -= len(gone)


def _smaller(source: Path, longest: int) -> bytes:
    """A smaller JPEG; nothing of a file that is no picture."""
    try:
        picture = decode_rgb(source.read_bytes(), source.name)
    except PanelwiseError:
        return b""
    picture.thumbnail((longest, longest), Image.Resampling.LANCZOS)
    written = io.BytesIO()
    picture.save(written, "JPEG", quality=JPEG_QUALITY)
    return written.getvalue()
