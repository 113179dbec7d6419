"""Page images: original bytes, hashed and decoded only when asked, within bounds.

Comic files are untrusted. A header that announces an absurd size is refused before any pixel is
decoded, and nothing larger than ``MAX_FILE_BYTES`` is read.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import IO, TYPE_CHECKING, Protocol

from PIL import Image

from panelwise.comics._header import (
    DECODE_ERRORS,
    MAX_FILE_BYTES,
    READ_ERRORS,
    check_size,
    open_image,
    orientation,
    read_header,
    without_warnings,
)
from panelwise.errors import InputError, UnsafeInputError
from panelwise.files import open_regular

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

IMAGE_SUFFIXES = frozenset(
    {".jpg", ".jpeg", ".jpe", ".png", ".webp", ".gif", ".bmp", ".tif", ".tiff", ".avif"}
)
STRIP_PIXELS = 1 << 23
COPIED_PIXELS = 1 << 18  # at a time to numpy: Pillow makes three copies on the way
_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


class ByteSource(Protocol):
    """Somewhere that image bytes can be read from, again and again."""

    @property
    def name(self) -> str:
        """How to name it to a user: a path, or ``archive.cbz:member``."""
        ...

    def open(self) -> IO[bytes]:
        """A fresh stream at the first byte."""
        ...


@dataclass(frozen=True)
class FileBytes:
    """The bytes of a file on disk."""

    path: Path

    @property
    def name(self) -> str:
        return str(self.path)

    def open(self) -> IO[bytes]:
        return open_regular(self.path)


@dataclass(frozen=True)
class MemoryBytes:
    """Bytes in memory under a name."""

    name: str
    data: bytes

    def open(self) -> IO[bytes]:
        return io.BytesIO(self.data)


@dataclass(frozen=True)
class ComicImage:
    """An image somewhere on disk, read when asked.

    Attributes:
        source: where the bytes are.
        relative: how the book refers to it, with forward slashes ("images/ja/000.jpg").
    """

    source: ByteSource
    relative: str
    _header: list[tuple[int, int, str]] = field(default_factory=list, repr=False, compare=False)

    @classmethod
    def from_path(cls, path: str | Path) -> ComicImage:
        """The image in a file."""
        return cls(FileBytes(Path(path)), Path(path).name)

    @classmethod
    def from_bytes(cls, data: bytes, name: str) -> ComicImage:
        """An image in memory."""
        return cls(MemoryBytes(name, data), name)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height as shown (EXIF rotation applied), from the header alone."""
        return self._read_header()[:2]

    @property
    def media_type(self) -> str:
        """``image/jpeg``, ``image/png``, …, from the header alone."""
        return self._read_header()[2]

    def read(self) -> bytes:
        """The original bytes.

        Raises:
            InputError: when they cannot be read.
            UnsafeInputError: when there are more than ``MAX_FILE_BYTES``.
        """
        try:
            with self.source.open() as stream:
                data = stream.read(MAX_FILE_BYTES + 1)
        except READ_ERRORS as error:
            raise _unreadable(self.source.name, error) from None
        if len(data) > MAX_FILE_BYTES:
            limit = MAX_FILE_BYTES >> 20
            raise UnsafeInputError(f"{self.source.name}: larger than {limit} MiB; not read")
        return data

    @cached_property
    def sha256(self) -> str:
        """Hash of the original bytes."""
        return hashlib.sha256(self.read()).hexdigest()

    def pixels(self) -> NDArray[np.uint8]:
        """Decoded pixels, ``(height, width, 3)`` RGB, transparency over white.

        Raises:
            InputError: when the file is damaged.
            UnsafeInputError: when the header announces an absurd size.
        """
        import numpy as np

        image = self.decode()
        found = np.empty((image.height, image.width, 3), np.uint8)
        for rows in _strips(image, COPIED_PIXELS):
            found[rows[1] : rows[3]] = np.asarray(image.crop(rows))
        return found

    def decode(self) -> Image.Image:
        """The same pixels as a Pillow image in mode RGB."""
        self._read_header()
        return decode_rgb(self.read(), self.source.name)

    def _read_header(self) -> tuple[int, int, str]:
        if not self._header:
            try:
                with self.source.open() as stream:
                    self._header.append(read_header(stream, self.source.name))
            except READ_ERRORS as error:
                raise _unreadable(self.source.name, error) from None
        return self._header[0]


def decode_rgb(data: bytes, name: str) -> Image.Image:
    """Decode image bytes to mode RGB, EXIF rotation applied, transparency over white.

    The first frame of an animation; the high byte of 16-bit samples.

    Raises:
        InputError: when the bytes are damaged.
        UnsafeInputError: for absurd dimensions.
    """
    try:
        with without_warnings(), open_image(data) as image:
            check_size(image.size, name)
            turn = _TURNS.get(orientation(image))
            image.load()
            return _to_rgb(image if turn is None else image.transpose(turn))
    except Image.DecompressionBombError:
        raise UnsafeInputError(f"{name}: too many pixels; not opened") from None
    except DECODE_ERRORS:
        raise InputError(
            f"{name}: damaged image, cannot be decoded; copy or download it again"
        ) from None


def encode_png(image: Image.Image) -> bytes:
    """PNG bytes without metadata; the same pixels give the same bytes under one Pillow."""
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=3)
    return buffer.getvalue()


def pixel_hash(image: Image.Image) -> str:
    """Hash of size and RGB pixels: the same whatever encoder wrote the file."""
    rgb = image.convert("RGB")
    digest = hashlib.sha256(f"{rgb.width}x{rgb.height}:".encode())
    digest.update(rgb.tobytes())
    return digest.hexdigest()


def _strips(image: Image.Image, pixels: int) -> Iterator[tuple[int, int, int, int]]:
    """The boxes of an image's strips, from the top, of at most so many pixels or one row."""
    rows = max(1, pixels // image.width)
    for top in range(0, image.height, rows):
        yield 0, top, image.width, min(top + rows, image.height)


def _to_rgb(image: Image.Image) -> Image.Image:
    """In mode RGB; a large image strip by strip, because each step is a copy."""
    if image.width * image.height <= STRIP_PIXELS:
        return _strip_to_rgb(image)
    whole = Image.new("RGB", image.size)
    for box in _strips(image, STRIP_PIXELS):
        whole.paste(_strip_to_rgb(image.crop(box)), box)
    return whole


def _strip_to_rgb(image: Image.Image) -> Image.Image:
    if image.mode == "I" or image.mode.startswith("I;16"):
        import numpy as np

        # Pillow's own conversion cuts everything above 255 off instead of scaling.
        samples = np.asarray(image).astype(np.int64).clip(0, 65_535) >> 8
        return Image.fromarray(samples.astype(np.uint8)).convert("RGB")
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        rgba = image.convert("RGBA")
        white = Image.new("RGBA", rgba.size, "white")
        return Image.alpha_composite(white, rgba).convert("RGB")
    return image.convert("RGB")


def _unreadable(name: str, error: Exception) -> InputError:
    reason = getattr(error, "strerror", None) or error or type(error).__name__
    return InputError(f"{name}: cannot be read ({reason})")
