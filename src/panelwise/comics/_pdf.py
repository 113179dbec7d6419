"""PDF: a page that is one picture gives that picture, any other is rendered.

PDFium is not safe to call from two threads, so all calls share one lock.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import RLock
from typing import IO, TYPE_CHECKING, Any

from panelwise.comics._header import DECODE_ERRORS, check_size
from panelwise.comics._image import ComicImage, encode_png
from panelwise.comics._skipped import skip
from panelwise.errors import InputError, MissingExtraError, UnsafeInputError
from panelwise.files import open_regular

if TYPE_CHECKING:
    from PIL import Image

MAX_PAGES = 20_000
DPI = 200  # a printed comic of 17 × 26 cm becomes 1340 × 2050 pixels
LEAST_SIDE, MOST_SIDE = 1000, 4000  # of the longer side, for pages of unusual size
_COLOURS = (1, 2, 7, 10)  # PDFium: grey, RGB, ICC-based, indexed
_FULL_PAGE = 0.98  # of the page, that its one picture must cover
_HEAD = 1024  # bytes, in which PDFium finds the mark of a PDF
_LOCK = RLock()
KEPT_OPEN = 4  # documents


@dataclass(frozen=True)
class PdfPage:
    """One page of a PDF as image bytes; a :class:`ByteSource` that can be pickled."""

    path: Path
    index: int

    @property
    def name(self) -> str:
        return f"{self.path}:page {self.index + 1}"

    def open(self) -> IO[bytes]:
        """The JPEG that the page is, or the page as a PNG."""
        with _LOCK:
            try:
                page = _document(self.path)[self.index]
                picture = _only_picture(page)
                if picture is not None and picture.get_filters() == ["DCTDecode"]:
                    return io.BytesIO(bytes(picture.get_data()))
                return io.BytesIO(encode_png(_pixels(page, picture)))
            except (*DECODE_ERRORS, MemoryError) as error:
                raise OSError(f"damaged page: {error}") from None


def read_pdf(path: Path, relative: str = "") -> tuple[tuple[ComicImage, ...], tuple[str, ...]]:
    """The pages of a PDF, and their names: numbers from 1. No page is rendered.

    Pages that cannot be read are named in the log and left out.

    Raises:
        InputError: when it cannot be opened, or is protected by a password.
        MissingExtraError: without the extra ``[pdf]``.
    """
    with _LOCK:
        document = _document(path)
        if len(document) > MAX_PAGES:
            raise UnsafeInputError(f"{path}: {len(document)} pages; at most {MAX_PAGES} are opened")
        images: list[ComicImage] = []
        names: list[str] = []
        digits = len(str(len(document)))
        above = f"{relative}/".lstrip("/")
        for index in range(len(document)):
            source = PdfPage(path, index)
            try:
                header = _header(document[index], source.name)
            except InputError as error:
                skip(error)
                continue
            except DECODE_ERRORS as error:
                skip(InputError(f"{source.name}: cannot be read ({error})"))
                continue
            names.append(f"{index + 1:0{digits}}")
            images.append(ComicImage(source, above + names[-1], [header]))
    return tuple(images), tuple(names)


@lru_cache(KEPT_OPEN)
def _document(path: Path) -> Any:
    try:
        with open_regular(path) as stream:
            head = stream.read(_HEAD)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error})") from None
    if b"%PDF-" not in head:
        raise InputError(f"{path}: not a PDF, despite its name; copy or download it again")
    try:
        import pypdfium2
    except ImportError:
        raise MissingExtraError.of(f"{path}: reading PDF", "pdf") from None
    try:
        return pypdfium2.PdfDocument(path)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error})") from None
    except pypdfium2.PdfiumError as error:
        if "assword" in str(error):
            raise InputError(
                f"{path}: protected by a password; export its pages as images"
            ) from None
        why = str(error).rstrip(".")
        raise InputError(f"{path}: damaged PDF ({why}); copy or download it again") from None


def _header(page: Any, name: str) -> tuple[int, int, str]:
    """Size in pixels and media type of the image that the page gives."""
    picture = _only_picture(page)
    if picture is None:
        width, height = (max(1, round(side * _scale(page))) for side in page.get_size())
        media_type = "image/png"
    else:
        width, height = picture.get_px_size()
        media_type = "image/jpeg" if picture.get_filters() == ["DCTDecode"] else "image/png"
    check_size((width, height), name)
    return width, height, media_type


def _only_picture(page: Any) -> Any:
    """The picture that a page consists of: upright, as large as the page, nothing on it."""
    from pypdfium2.raw import FPDF_PAGEOBJ_IMAGE

    objects = []
    for one in page.get_objects(max_depth=1):
        objects.append(one)
        if len(objects) > 1:
            return None
    if len(objects) != 1 or objects[0].type != FPDF_PAGEOBJ_IMAGE or page.get_rotation():
        return None
    picture = objects[0]
    a, b, c, d, _, _ = picture.get_matrix().get()
    left, bottom, right, top = picture.get_bounds()
    x0, y0, x1, y1 = page.get_cropbox()
    wide, high = min(right, x1) - max(left, x0), min(top, y1) - max(bottom, y0)
    inside = (x1 - x0) * (y1 - y0) / max((right - left) * (top - bottom), 1e-9) > _FULL_PAGE
    covers = wide * high >= _FULL_PAGE * (x1 - x0) * (y1 - y0)
    upright = a > 0 and d > 0 and abs(b) + abs(c) < 0.01 * (a + d)
    return picture if inside and covers and upright and not _is_masked(picture) else None


def _is_masked(picture: Any) -> bool:
    """Whether transparency or inverted colours change the picture's own pixels on the page."""
    from pypdfium2.raw import FPDFPageObj_HasTransparency

    data = picture.get_metadata()
    unusual = data.colorspace not in _COLOURS
    return bool(FPDFPageObj_HasTransparency(picture)) or unusual


def _pixels(page: Any, picture: Any) -> Image.Image:
    if picture is not None:
        bitmap = picture.get_bitmap(render=False)
    else:
        bitmap = page.render(scale=_scale(page))
    image: Image.Image = bitmap.to_pil()
    return image.convert("RGB") if image.mode not in ("L", "RGB") else image.copy()


def _scale(page: Any) -> float:
    """Pixels per point: ``DPI``, within the bounds of the longer side."""
    longer = max(page.get_size())
    return float(min(max(longer * DPI / 72, LEAST_SIDE), MOST_SIDE) / longer)
