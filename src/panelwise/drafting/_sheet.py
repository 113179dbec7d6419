"""A page on which a person marks drafted questions, and the marks that come back.

Source: MV-8: 500 pairs drawn at random, four raters, marks of 0, 0.5 and 1. The page
works from disk, without a network; its pictures lie in a folder beside it, with their own bytes.
"""

from __future__ import annotations

import base64
import hashlib
import random
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from panelwise.comics import Book, ComicImage, encode_png
from panelwise.drafting._draft import Draft
from panelwise.drafting._reading_questions import ReadingPair, reading_pairs
from panelwise.drafting._strips import as_books
from panelwise.errors import InputError, SettingError, UnavailableError
from panelwise.metrics.resampling import Cluster, cluster_of
from panelwise.outputs import write_file

SAMPLE = 500
MARKS = (0.0, 0.5, 1.0)
WANTED = (
    'write {"id": "…", "book": "…", "rater": "…", "mark": 0.5}, or give the file that was'
    " downloaded from a sheet of panelwise draft sheet"
)
_TEMPLATES = Path(__file__).parent / "templates"
_SHOWN = (".png", ".jpg", ".jpeg", ".webp", ".gif")  # what every browser shows


@dataclass(frozen=True, slots=True)
class WrittenSheet:
    """A sheet that was written.

    Attributes:
        path: the page.
        pairs: how many are on it.
        of: how many there were to draw from.
        pictures: the folder beside it.
    """

    path: Path
    pairs: int
    of: int
    pictures: Path


@dataclass(frozen=True, slots=True)
class Mark:
    """One person's mark of one pair: 0, 0.5 or 1; ``family`` is that of the book, if it has one."""

    id: str
    book: str
    rater: str
    mark: float
    family: str | None = None

    @property
    def cluster(self) -> Cluster:
        """What the interval of marks keeps together. Source: MS-1."""
        return cluster_of(self.book, self.family)


def write_sheet(
    drafts: Sequence[Draft],
    books: Book | Sequence[Book],
    out: str | Path,
    *,
    sample: int = SAMPLE,
    seed: int = 1,
) -> WrittenSheet:
    """Write a page for marking a sample of drafted pairs.

    Args:
        drafts: of which the accepted ones of kind ``reading`` count.
        books: the comics that they are about.
        out: the page, new; ``NAME-pictures`` beside it takes the pages' pictures.
        sample: most pairs, drawn without regard to their pages.
        seed: of the draw: one seed and the same drafts give the same pairs in the same order.

    Raises:
        UnavailableError: when there is no pair.
        SettingError: for a sample of none.
        InputError: when the page is there already, cannot be written, or a comic is missing.
    """
    if sample < 1:
        raise SettingError(f"sample={sample}: must be at least 1")
    everything = sorted(reading_pairs(drafts), key=lambda pair: pair.id)
    if not everything:
        raise UnavailableError(
            "no accepted question about a page in these drafts; make some with panelwise draft vqa"
        )
    drawn = random.Random(seed).sample(everything, min(sample, len(everything)))
    out = Path(out)
    folder = out.with_name(f"{out.stem}-pictures")
    if out.exists():
        raise InputError(f"{out}: already exists; give a new file with --out")
    known = as_books(books)
    images = _images(drawn, known)
    families = {book.id: book.family for book in known}
    fresh = not folder.exists()
    try:
        pictures = {
            page: f"{folder.name}/{_written(image, folder)}" for page, image in images.items()
        }
        write_file(out, _page(drawn, pictures, families).encode())
    except BaseException:
        if fresh:
            shutil.rmtree(folder, ignore_errors=True)
        raise
    return WrittenSheet(out, len(drawn), len(everything), folder)


def read_marks(paths: Iterable[str | Path]) -> list[Mark]:
    """The marks of several people, as the page of :func:`write_sheet` lets them be downloaded.

    Raises:
        InputError: one line: the file, the line, and what is wrong there; a pair that one person
            marked twice.
    """
    from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

    from panelwise.comics.formats import parse_lines

    class Line(BaseModel):
        model_config = ConfigDict(strict=True)
        id: str = Field(min_length=1)
        book: str
        rater: str = Field(min_length=1)
        mark: float
        family: str | None = None

    found: dict[tuple[str, str], Mark] = {}
    for path in paths:
        for where, row in parse_lines(TypeAdapter(Line), Path(path), WANTED):
            if row.mark not in MARKS:
                raise InputError(f"{where}: mark {row.mark:g}; give 0, 0.5 or 1")
            key = (row.rater, row.id)
            if key in found:
                raise InputError(
                    f"{where}: '{row.rater}' marked '{row.id[:20]}…' before; remove one mark"
                )
            found[key] = Mark(row.id, row.book, row.rater, float(row.mark), row.family)
    return list(found.values())


def _images(
    pairs: Iterable[ReadingPair], books: Iterable[Book]
) -> dict[tuple[str, str], ComicImage]:
    """The image of every page that is asked about."""
    known = {(book.id, page.id): page.image for book in books for page in book.pages}
    images = {}
    for pair in pairs:
        image = known.get((pair.book, pair.page))
        if image is None:
            missing = f"page '{pair.page}' of '{pair.book}' is not among the comics"
            raise InputError(
                f"{missing}; give the comics that the drafts are about, with their images"
            )
        images[pair.book, pair.page] = image
    return images


def _written(image: ComicImage, folder: Path) -> str:
    """The name of a picture in the folder: its own bytes, or a PNG where browsers know none."""
    suffix = PurePosixPath(image.relative).suffix.lower()
    plain = suffix in _SHOWN
    name = f"{image.sha256}{suffix if plain else '.png'}"
    if not (folder / name).exists():
        write_file(folder / name, image.read() if plain else encode_png(image.decode()))
    return name


def _page(
    pairs: Sequence[ReadingPair],
    pictures: Mapping[tuple[str, str], str],
    families: Mapping[str, str | None],
) -> str:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    style, script = (
        (_TEMPLATES / name).read_text(encoding="utf-8") for name in ("sheet.css", "sheet.js")
    )
    names = "\n".join(pair.id for pair in pairs).encode()
    jinja = Environment(
        loader=FileSystemLoader(_TEMPLATES), autoescape=True, undefined=StrictUndefined
    )
    return jinja.get_template("sheet.html.j2").render(
        pairs=pairs,
        pictures=pictures,
        families=families,
        sheet=hashlib.sha256(names).hexdigest()[:16],
        style=Markup(style),  # noqa: S704 - our own file
        script=Markup(script),  # noqa: S704 - our own file
        style_hash=_hash(style),
        script_hash=_hash(script),
    )


def _hash(text: str) -> str:
    """As a content security policy names an inline style or script that it lets pass."""
    from markupsafe import Markup

    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return Markup(f"'sha256-{digest}'")  # noqa: S704 - a hash of our own file
