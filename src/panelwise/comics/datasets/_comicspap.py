"""ComicsPAP: strips out of its questions about a missing panel.

A row of ``sequence_filling`` gives the panels around a gap, the place of the gap and the options.
The right option put into the gap is the strip; distractors stay behind, for Panelwise draws its
own. Source: github.com/llabres/ComicsPAP, data_utils.py (the gap is inserted at ``index``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from panelwise.comics._image import ComicImage
from panelwise.comics._model import Book, Page, Source
from panelwise.comics._story import Story
from panelwise.comics.datasets._entry import Loaded
from panelwise.comics.datasets._panels import story_of, strip_page
from panelwise.comics.datasets._tree import look_through
from panelwise.errors import InputError

_COLUMNS = ["sample_id", "context", "options", "index", "solution_index"]
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
ROWS_AT_ONCE = 8  # a row holds about a dozen whole panels


def load_comicspap(root: Path, source: Source) -> Loaded:
    """A book for each table of ``sequence_filling``, a story for each row with a solution.

    Tables are Parquet files, or Arrow files as Hugging Face ``datasets`` saves and caches them.

    The panels of the strips are held in memory: as much as the file, less its distractors.

    Raises:
        InputError: for a file that is not as its card describes it, or when no row has a solution.
    """
    tree = look_through(root)
    places = (
        "**/sequence_filling/*.parquet",
        *("*.parquet", "**/sequence_filling/**/*.arrow", "**/*.arrow"),
    )
    files = next(filter(None, map(tree.matching, places)), ())
    if not files:
        raise InputError(
            f"{root}: no sequence_filling/*.parquet and no *.arrow in it;"
            " give the folder that holds them"
        )
    books: list[Book] = []
    left_out: list[str] = []
    for file in files:
        pages: list[Page] = []
        stories: list[Story] = []
        for row in _rows(root / file):
            id_, images = _strip(row, f"{root / file}")
            if not images:
                left_out.append(f"{root / file}: sample '{id_}' has no solution")
                continue
            pages.append(strip_page(id_, images, str(root / file), f"{Path(file).stem}/"))
            stories.append(story_of(pages[-1], str(root / file)))
        if stories:
            name = Path(file).stem
            books.append(Book(name, tuple(pages), None, source, (), True, tuple(stories)))
    if not books:
        raise InputError(
            f"{root}: no row has a solution; solutions of the test part are not published"
        )
    return Loaded(tuple(books), tuple(left_out))


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    import pyarrow as pa

    try:
        for batch in _batches(path):
            if any(name not in batch.schema.names for name in _COLUMNS):
                raise InputError(f"{path}: expected the columns {', '.join(_COLUMNS)}")
            for start in range(0, batch.num_rows, ROWS_AT_ONCE):
                yield from batch.slice(start, ROWS_AT_ONCE).select(_COLUMNS).to_pylist()
    except (OSError, pa.ArrowException) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise InputError(f"{path}: cannot be read as a table ({reason})") from None


def _batches(path: Path) -> Iterator[Any]:
    import pyarrow as pa
    from pyarrow import parquet

    if path.suffix == ".parquet":
        with parquet.ParquetFile(path) as opened:
            yield from opened.iter_batches(ROWS_AT_ONCE)
        return
    with pa.memory_map(str(path)) as mapped, pa.ipc.open_stream(mapped) as stream:
        yield from stream


def _strip(row: dict[str, Any], where: str) -> tuple[str, list[ComicImage]]:
    """The id of a row and the panels of its strip; none when it has no gap or no solution."""
    id_, context, options = row["sample_id"], row["context"], row["options"]
    gap, solution = row["index"], row["solution_index"]
    if not isinstance(id_, str) or not _ID.fullmatch(id_):
        raise InputError(f"{where}: sample_id {id_!a:.80} is not a plain name")
    if not all(isinstance(number, int) for number in (gap, solution)):
        raise InputError(f"{where}: sample '{id_}': index and solution_index must be numbers")
    if not context or gap < 0 or solution < 0:
        return id_, []
    if not options or gap > len(context) or solution >= len(options):
        raise InputError(f"{where}: sample '{id_}': its gap or its solution is missing")
    panels = [*context[:gap], options[solution], *context[gap:]]
    return id_, [_image(panel, f"{id_}/{at}", where) for at, panel in enumerate(panels)]


def _image(value: Any, name: str, where: str) -> ComicImage:
    data = value.get("bytes") if isinstance(value, dict) else None
    if not isinstance(data, bytes):
        raise InputError(f"{where}: panel '{name}' holds no image bytes")
    return ComicImage.from_bytes(data, name)
