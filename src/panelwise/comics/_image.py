"""Page images: original bytes, hashed and decoded only when asked, within bounds.

Comic files are untrusted. A header that announces an absurd size is refused before any pixel is
decoded, and nothing larger than ``MAX_FILE_BYTES`` is read.
"""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import IO, TYPE_CHECKING, Protocol

import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from panelwise.errors import InputError, UnsafeInputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAX_FILE_BYTES = 256 << 20
MAX_PIXELS = 200_000_000  # a 10,000 × 20,000 webtoon still passes
MAX_SIDE = 65_500
MEDIA_TYPES = {
    "JPEG": "image/jpeg",
    "PNG": "image/png",
    "WEBP": "image/webp",
    "GIF": "image/gif",
    "BMP": "image/bmp",
    "TIFF": "image/tiff",
    "AVIF": "image/avif",
}
IMAGE_SUFFIXES = frozenset(
    {".jpg", ".jpeg", ".jpe", ".png", ".webp", ".gif", ".bmp", ".tif", ".tiff", ".avif"}
)
_FORMATS = tuple(MEDIA_TYPES)


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
        return self.path.open("rb")


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
            UnsafeInputError: when there are more than ``MAX_FILE_BYTES``.
        """
        with self._open() as stream:
            data = stream.read(MAX_FILE_BYTES + 1)
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
        return np.asarray(self.decode(), dtype=np.uint8)

    def decode(self) -> Image.Image:
        """The same pixels as a Pillow image in mode RGB."""
        self._read_header()
        return decode_rgb(self.read(), self.source.name)

    def _open(self) -> IO[bytes]:
        try:
            return self.source.open()
        except OSError as error:
            reason = error.strerror or error
            raise InputError(f"{self.source.name}: cannot be read ({reason})") from None

    def _read_header(self) -> tuple[int, int, str]:
        if not self._header:
            with self._open() as stream:
                self._header.append(read_header(stream, self.source.name))
        return self._header[0]


def read_header(stream: IO[bytes], name: str) -> tuple[int, int, str]:
    """Width, height and media type from an image's header; no pixel is decoded.

    Raises:
        InputError: for bytes that are no image that we read.
        UnsafeInputError: for absurd dimensions.
    """
    try:
        with Image.open(stream, formats=_FORMATS) as image:
            width, height = image.size
            if _is_turned(image):
                width, height = height, width
            media_type = MEDIA_TYPES[image.format or ""]
    except Image.DecompressionBombError:
        raise UnsafeInputError(f"{name}: too many pixels; not opened") from None
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, KeyError):
        raise InputError(f"{name}: not an image that can be read, or damaged") from None
    if width < 1 or height < 1 or max(width, height) > MAX_SIDE or width * height > MAX_PIXELS:
        raise UnsafeInputError(
            f"{name}: {width}×{height} pixels; at most {MAX_SIDE} a side"
            f" and {MAX_PIXELS} in all are opened"
        )
    return width, height, media_type


def decode_rgb(data: bytes, name: str) -> Image.Image:
    """Decode image bytes to mode RGB, EXIF rotation applied, transparency over white.

    Raises:
        InputError: when the bytes are damaged.
    """
    try:
        with Image.open(io.BytesIO(data), formats=_FORMATS) as image:
            turned = ImageOps.exif_transpose(image) or image
            if turned.mode in ("RGBA", "LA", "PA") or "transparency" in turned.info:
                rgba = turned.convert("RGBA")
                white = Image.new("RGBA", rgba.size, "white")
                return Image.alpha_composite(white, rgba).convert("RGB")
            return turned.convert("RGB")
    except Image.DecompressionBombError:
        raise UnsafeInputError(f"{name}: too many pixels; not opened") from None
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, IndexError):
        raise InputError(f"{name}: damaged image, cannot be decoded") from None


def encode_png(image: Image.Image) -> bytes:
    """PNG bytes without metadata; the same pixels give the same bytes under one Pillow."""
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=6)
    return buffer.getvalue()


def pixel_hash(image: Image.Image) -> str:
    """Hash of size and RGB pixels: the same whatever encoder wrote the file."""
    rgb = image.convert("RGB")
    digest = hashlib.sha256(f"{rgb.width}x{rgb.height}:".encode())
    digest.update(rgb.tobytes())
    return digest.hexdigest()


def _is_turned(image: Image.Image) -> bool:
    if image.format not in ("JPEG", "WEBP", "TIFF", "PNG", "AVIF"):
        return False
    orientation = image.getexif().get(0x0112, 1)
    return orientation in (5, 6, 7, 8)
