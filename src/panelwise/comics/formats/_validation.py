"""What every annotation format needs to read a file that it did not write."""

from __future__ import annotations

import io
from collections.abc import Callable, Hashable, Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    FailFast,
    Field,
    GetCoreSchemaHandler,
    TypeAdapter,
    ValidationError,
)
from pydantic_core import CoreSchema
from pydantic_core.core_schema import DictSchema, ListSchema

from panelwise.comics._archive import check_name
from panelwise.comics._image import ComicImage, FileBytes
from panelwise.comics.formats._names import refuse_misspelt_keys, vocabulary
from panelwise.errors import InputError, UnsafeInputError
from panelwise.files import (
    MAX_BYTES,
    JsonLine,
    check_values,
    json_lines,
    not_json,
    open_regular,
    read_regular,
)
from panelwise.geometry import Box, Polygon, polygon_area
from panelwise.outputs import write_file
from panelwise.wording import counted, plain_fault, shortened

MAX_ANNOTATION_BYTES = 1 << 30  # of a file that is read piece by piece
SNIFF_BYTES = 64 << 10
SNIFFED_FILES = 20  # of a data set with a file a page: some may be broken, or say nothing
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")

ImageLookup = Callable[[str], ComicImage | None]
Images = Path | ImageLookup | None

T = TypeVar("T")
# Of older releases of pydantic only the lists can.
_ENDED = [
    kind
    for kind, shape in (("list", ListSchema), ("dict", DictSchema))
    if "fail_fast" in shape.__annotations__
]
# The first entry that is wrong ends the reading: millions of errors would fill the memory.
Rows = Annotated[list[T], FailFast()]


def _fail_fast(schema: Any) -> None:
    """Let the lists and dicts of a schema end at their first error."""
    if isinstance(schema, dict):
        if schema.get("type") in _ENDED:
            schema["fail_fast"] = True
        for part in schema.values():
            _fail_fast(part)
    elif isinstance(schema, list | tuple):
        for part in schema:
            _fail_fast(part)


class Outside(BaseModel):
    """A part of a file: exact types, finite numbers; keys that we do not know are passed over."""

    model_config = ConfigDict(strict=True, allow_inf_nan=False, extra="ignore")

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Every list in a part is one of :data:`Rows`."""
        schema = handler(source)
        _fail_fast(schema)
        return schema


def _positive_box(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    if not (box[0] < box[2] and box[1] < box[3]):
        raise ValueError(
            f"box {list(box)} is empty; expected [x0, y0, x1, y1] with x0 < x1, y0 < y1"
        )
    return box


def _real_polygon(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    if len(points) < 3 or polygon_area(points) == 0:
        raise ValueError(f"polygon of {len(points)} points has no area")
    return points


# No page is a million pixels long: such numbers are mistakes, and they overflow areas.
Coordinate = Annotated[float, Field(ge=-1e6, le=1e6)]
Length = Annotated[float, Field(gt=0, le=1e6)]
Pixels = Annotated[int, Field(gt=0, le=1_000_000)]
Confidence = Annotated[float, Field(ge=0, le=1)]
Corners = Annotated[
    tuple[Coordinate, Coordinate, Coordinate, Coordinate], AfterValidator(_positive_box)
]
Outline = Annotated[list[tuple[Coordinate, Coordinate]], AfterValidator(_real_polygon)]


def read_bytes(path: Path) -> bytes:
    """The content of an annotation file as UTF-8, without a byte order mark.

    Raises:
        InputError: when it cannot be read.
        UnsafeInputError: when it is larger than 256 MiB.
    """
    return _as_utf8(read_regular(path), str(path))


def _as_utf8(data: bytes, where: str) -> bytes:
    if not data.startswith(_UTF16_MARKS):
        return data.removeprefix(b"\xef\xbb\xbf")
    try:
        return data.decode("utf-16").encode()
    except UnicodeError:
        raise InputError(f"{where}: begins like UTF-16, but is not; save it as UTF-8") from None


def read_head(source: Path | bytes) -> bytes:
    """The first bytes of a file, or of bytes, for recognising a format; empty if unreadable."""
    if isinstance(source, bytes):
        return source[:SNIFF_BYTES]
    try:
        with open_regular(source) as stream:
            head = stream.read(SNIFF_BYTES)
    except (OSError, InputError):
        return b""
    if head.startswith(_UTF16_MARKS):
        head = head.decode("utf-16", errors="ignore").encode("utf-8", errors="ignore")
    return head.removeprefix(b"\xef\xbb\xbf").lstrip()


def parse(adapter: TypeAdapter[T], data: bytes, where: str) -> T:
    """Validate JSON.

    Raises:
        InputError: one line with ``where``, the place inside, and what is wrong there.
        UnsafeInputError: when it holds more values than memory should be asked for.
    """
    try:
        return adapter.validate_json(check_values(data, where))
    except ValidationError as error:
        broken = error.errors(include_url=False, include_input=False)[0]
        if broken["type"] == "json_invalid":
            raise InputError(not_json(where, broken["msg"], data)) from None
        raise InputError(f"{where}: {_first_problem(error)}") from None


def parse_all(adapter: TypeAdapter[T], data: bytes, where: str) -> T:
    """Validate the JSON of an annotation file; a key that is a misspelt known one is refused.

    Raises:
        InputError: as :func:`parse`, and with the line of such a key.
    """
    refuse_misspelt_keys(check_values(data, where), vocabulary(adapter), where)
    return parse(adapter, data, where)


def parse_lines(adapter: TypeAdapter[T], path: Path, wanted: str) -> Iterator[tuple[str, T]]:
    """Validate a file of JSON lines; blank ones are passed over.

    Args:
        adapter: what each line must be.
        path: of the file.
        wanted: what to do about a line that is something else, in words.

    Yields:
        Where each stands ("marks.jsonl, line 3"), for what is found wrong later, and its value.

    Raises:
        InputError: one line: the file, the line, the place inside, what is wrong there, and
            ``wanted``.
        UnsafeInputError: as :func:`read_bytes`, and for a line with too many values.
    """
    for line in lines_of(read_bytes(path), path):
        try:
            value = parse(adapter, line.data, line.where)
        except UnsafeInputError:
            raise
        except InputError as error:  # of the remedies, the one that knows the file
            raise InputError(f"{str(error).partition('; ')[0]}; {wanted}") from None
        yield line.where, value


def lines_of(data: bytes, path: Path) -> Iterator[JsonLine]:
    """The lines of what :func:`read_bytes` read from a file of JSON lines; not the blank ones.

    Raises:
        UnsafeInputError: when one holds more values than memory should be asked for.
    """
    return json_lines(io.BytesIO(data), str(path), line_bytes=MAX_BYTES)


def _first_problem(error: ValidationError) -> str:
    problems = error.errors(include_url=False, include_context=False)
    first = problems[0]
    place = ""
    for step in first["loc"]:
        place += f"[{step}]" if isinstance(step, int) else f".{step}" if place else str(step)
    message = plain_fault(first["msg"])
    value = first["input"]
    if isinstance(value, str | int | float) and first["type"] != "value_error":
        message += f", not {shortened(ascii(value), 60)}"
    more = f" (and {counted(len(problems) - 1, 'more mistake')})" if len(problems) > 1 else ""
    return f"{place}: {message}{more}" if place else f"{message}{more}"


def require_unique(keys: Iterable[Hashable], what: str, where: str) -> None:
    """Refuse keys that occur twice.

    Raises:
        InputError: naming the first such key.
    """
    seen: set[Hashable] = set()
    for key in keys:
        if key in seen:
            raise InputError(f"{where}: {what} {key!r} occurs twice")
        seen.add(key)


def require_on_page(boxes: Iterable[Box], width: int, height: int, where: str) -> None:
    """Refuse a box that lies wholly outside its page; one that sticks out is kept as it is.

    Raises:
        InputError: with the box and the size of the page.
    """
    for box in boxes:
        if box.clipped(width, height).area <= 0:
            raise InputError(
                f"{where}: box {[round(edge, 2) for edge in box]} lies outside the page of"
                f" {width}×{height}"
            )


def require_full(full: Box | None, box: Box, where: str) -> None:
    """Refuse a full box that does not contain the visible one, up to a pixel of rounding.

    Raises:
        InputError: with both boxes.
    """
    if full is not None and not full.contains(box, 1.0):
        wide, seen = ([round(edge, 2) for edge in one] for one in (full, box))
        raise InputError(f"{where}: the full box {wide} does not contain the visible box {seen}")


def as_polygon(points: list[tuple[float, float]] | None) -> Polygon | None:
    """The polygon of our model."""
    return None if points is None else tuple(points)


class ImageFinder:
    """Finds the image that an annotation names, and checks its size.

    Args:
        annotations: the file that names images; they are looked for beside it by default.
        images: the folder that names are relative to, or a function from names to images. When
            given, every image must be found; when not, a missing one leaves a page without image.
    """

    def __init__(self, annotations: Path, images: Images) -> None:
        self._strict = images is not None
        self._place = "the comic"
        if callable(images):
            self._find: ImageLookup = images
        else:
            root = annotations.parent if images is None else images
            self._place = str(root)
            self._find = lambda name: _image_in(root, name)

    def find(
        self, name: str | None, size: tuple[int, int] | None, where: str
    ) -> tuple[ComicImage | None, int, int]:
        """The image, and the page's width and height; ``size`` is what the annotation says.

        Raises:
            InputError: when there is no such image, its size is unknown, or two sizes disagree.
            UnsafeInputError: when the name leads out of the folder.
        """
        image = None
        if name is not None:
            check_name(name, where)
            image = self._find(name)
            if image is None and (self._strict or size is None):
                raise InputError(
                    f"{where}: no image '{name}' in {self._place};"
                    " put it there, or correct the name"
                )
        if image is None:
            if size is None:
                raise InputError(f"{where}: neither an image nor a size is given")
            return None, *size
        if size is not None and size != image.size:
            raise InputError(
                f"{where}: annotated as {size[0]}×{size[1]} pixels, but the image '{name}' has"
                f" {image.size[0]}×{image.size[1]}"
            )
        return image, *image.size


def _image_in(root: Path, name: str) -> ComicImage | None:
    path = root / name
    return ComicImage(FileBytes(path), name) if path.is_file() else None


def write_bytes(path: Path, data: bytes) -> None:
    """Write a whole file, or raise an InputError that says why not."""
    write_file(path, data)
