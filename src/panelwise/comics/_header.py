"""Image headers: size and media type of untrusted bytes, without decoding a pixel."""

from __future__ import annotations

import io
import struct
import warnings
import zipfile
import zlib
from contextlib import AbstractContextManager
from typing import IO

from PIL import Image

from panelwise.errors import InputError, UnsafeInputError

MAX_FILE_BYTES = 256 << 20
# A3 at 500 dpi, a scroll of 800 × 62,500. Reading such a page takes 0.8 GB: Pillow holds 4 bytes a
# pixel, and every step makes a copy.
MAX_PIXELS = 50_000_000
MAX_SIDE = 65_500
# A header is nearly always in the first 4 KiB; a thumbnail or colour profile may push it further
# back, and some TIFFs keep it at the end. Reading no more than needed is what lets 200 pages of
# an archive be listed in milliseconds.
HEADER_STEPS = (4 << 10, 256 << 10, MAX_FILE_BYTES)
MEDIA_TYPES = {
    "JPEG": "image/jpeg",
    "MPO": "image/jpeg",  # a JPEG with further pictures behind the first, as many cameras write
    "PNG": "image/png",
    "WEBP": "image/webp",
    "GIF": "image/gif",
    "BMP": "image/bmp",
    "TIFF": "image/tiff",
    "AVIF": "image/avif",
}
# Pillow opens an MPO by way of JPEG. AVIF stands last: where Pillow lacks it, asking for it fails.
_FORMATS = tuple(name for name in MEDIA_TYPES if name != "MPO")
# What reading a broken file or archive member raises. OSError covers the system and Pillow.
READ_ERRORS = (OSError, EOFError, zlib.error, zipfile.BadZipFile)
# What Pillow's decoders raise besides on bytes that were made up or cut.
DECODE_ERRORS = (
    *READ_ERRORS,
    ValueError,
    SyntaxError,
    LookupError,
    TypeError,
    AttributeError,
    ArithmeticError,
    RuntimeError,
    struct.error,
)


def read_header(stream: IO[bytes], name: str) -> tuple[int, int, str]:
    """Width and height as shown, and media type, from an image's header; no pixel is decoded.

    Raises:
        InputError: for bytes that are no image that we read.
        UnsafeInputError: for absurd dimensions.
    """
    head = b""
    for step in HEADER_STEPS:
        more = stream.read(step)
        head += more
        header = _parse_header(head, name) if more else None
        if header is not None:
            return header
    raise InputError(f"{name}: not a readable image, or damaged; copy or download it again")


def _parse_header(head: bytes, name: str) -> tuple[int, int, str] | None:
    """The header, or ``None`` when these first bytes do not hold it."""
    webp = _webp_size(head)
    if webp is not None:
        check_size(webp, name)
        return *webp, MEDIA_TYPES["WEBP"]
    try:
        with without_warnings(), open_image(head) as image:
            width, height = image.size
            if orientation(image) >= 5:
                width, height = height, width
            media_type = MEDIA_TYPES[image.format or ""]
    except Image.DecompressionBombError:
        raise UnsafeInputError(f"{name}: too many pixels; not opened") from None
    except DECODE_ERRORS:
        return None
    check_size((width, height), name)
    return width, height, media_type


def _webp_size(head: bytes) -> tuple[int, int] | None:
    """The size of a WebP without metadata: Pillow would want the whole file for it.

    Source: the WebP container specification (RIFF chunks VP8, VP8L, VP8X) and RFC 6386, 9.1.
    """
    if len(head) < 30 or head[:4] != b"RIFF" or head[8:12] != b"WEBP":
        return None
    kind, start = head[12:16], head[20:30]
    if kind == b"VP8 " and start[3:6] == b"\x9d\x01\x2a":
        width, height = struct.unpack("<HH", start[6:])
        return width & 0x3FFF, height & 0x3FFF
    if kind == b"VP8L" and start[0] == 0x2F:
        packed = int.from_bytes(start[1:5], "little")
        return (packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1
    if kind == b"VP8X" and not start[0] & 0b1100:  # neither EXIF nor XMP, so it is not turned
        return int.from_bytes(start[4:7], "little") + 1, int.from_bytes(start[7:10], "little") + 1
    return None


def open_image(data: bytes) -> Image.Image:
    """The image by one of the formats that we read; not yet decoded."""
    return Image.open(io.BytesIO(data), formats=_FORMATS)


def without_warnings() -> AbstractContextManager[object]:
    """Silence Pillow: it warns of sizes far below our bounds, and of every flaw in metadata."""
    return warnings.catch_warnings(action="ignore")


def check_size(size: tuple[int, int], name: str) -> None:
    """Refuse absurd dimensions.

    Raises:
        UnsafeInputError: with the dimensions and the bounds.
    """
    width, height = size
    if width < 1 or height < 1 or max(size) > MAX_SIDE or width * height > MAX_PIXELS:
        raise UnsafeInputError(
            f"{name}: {width}×{height} pixels; at most {MAX_SIDE} a side"
            f" and {MAX_PIXELS} in all are opened"
        )


def orientation(image: Image.Image) -> int:
    """The EXIF orientation (1 to 8) that is still to be applied, without decoding anything.

    The method of the base class is called because that of Pillow's PNG class decodes the whole
    image in search of a late chunk. Pillow turns a TIFF by itself.
    """
    if image.format in ("TIFF", "GIF", "BMP"):
        return 1
    try:
        turn = Image.Image.getexif(image).get(0x0112, 1)
    except (*DECODE_ERRORS, TypeError):
        return 1  # broken metadata does not make a page unreadable
    return turn if turn in range(1, 9) else 1
