"""Is a copy of a data set whole? Counted and looked at here; nothing runs, nothing is fetched."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from panelwise.comics._image import IMAGE_SUFFIXES, ComicImage, FileBytes
from panelwise.comics.datasets._catalogue import get_dataset
from panelwise.comics.datasets._entry import NOT_PUBLISHED, Count, Dataset
from panelwise.comics.datasets._tree import Tree, look_through
from panelwise.errors import InputError

MAX_DECODED = 1000


@dataclass(frozen=True, slots=True)
class CountFound:
    """What of a count was found; ``found`` is ``None`` when files do not tell."""

    what: str
    expected: int | None
    found: int | None
    published: str = NOT_PUBLISHED

    @property
    def agrees(self) -> bool | None:
        """Whether the two are equal; ``None`` when one is unknown."""
        known = self.expected is not None and self.found is not None
        return self.expected == self.found if known else None


@dataclass(frozen=True, slots=True)
class CopyReport:
    """What was found in a copy.

    Attributes:
        missing: essential patterns that no file fits.
        unreadable: a line for each file that is damaged or unsafe.
        images, decoded: how many images there are, and how many of them were decoded, evenly
            spread when there are more than ``MAX_DECODED``.
        outside: links that lead out of the folder; not followed.
        layout_known: false when no layout is published, so that only images could be looked at.
    """

    name: str
    counts: tuple[CountFound, ...]
    missing: tuple[str, ...]
    unreadable: tuple[str, ...]
    images: int
    decoded: int
    outside: tuple[str, ...]
    layout_known: bool

    @property
    def usable(self) -> bool:
        """Whether everything essential is there; counts may differ, single images be damaged."""
        return not self.missing and (self.layout_known or self.images > 0)


def check_copy(name: str, path: str | Path) -> CopyReport:
    """Compare a copy with what the catalogue knows of its data set.

    Raises:
        UnknownNameError: for a data set that the catalogue lacks.
        InputError: when ``path`` is no folder that can be listed.
        UnsafeInputError: when it is absurdly deep or full.
    """
    entry = get_dataset(name)
    tree = look_through(Path(path))
    broken: list[str] = []
    counts = tuple(_counted(one, tree, broken) for one in entry.counts)
    images = [file for file in tree.files if Path(file).suffix.lower() in IMAGE_SUFFIXES]
    decoded = _evenly(images, MAX_DECODED)
    broken += _damaged(tree.root, decoded)
    return CopyReport(
        entry.name,
        counts,
        _missing(entry, tree),
        tuple(dict.fromkeys(broken)),
        len(images),
        len(decoded),
        tree.outside,
        bool(entry.essential),
    )


def _missing(entry: Dataset, tree: Tree) -> tuple[str, ...]:
    return tuple(pattern for pattern in entry.essential if not tree.matching(pattern))


def _counted(count: Count, tree: Tree, broken: list[str]) -> CountFound:
    if count.pattern is None:
        return CountFound(count.what, count.expected, None, count.published)
    files = tree.matching(count.pattern)
    if count.unit == "folder":
        found = len({file.rpartition("/")[0] for file in files})
    elif count.unit == "row":
        found = sum(_rows(tree.root / file, broken) for file in files)
    else:
        found = len(files)
    return CountFound(count.what, count.expected, found, count.published)


def _rows(path: Path, broken: list[str]) -> int:
    import pyarrow as pa
    from pyarrow import parquet

    try:
        return int(parquet.read_metadata(path).num_rows)
    except (OSError, pa.ArrowException):
        broken.append(f"{path}: not a Parquet file that can be read, or damaged")
        return 0


def _damaged(root: Path, names: list[str]) -> list[str]:
    problems = []
    for name in names:
        try:
            ComicImage(FileBytes(root / name), name).decode()
        except InputError as error:  # UnsafeInputError, as for bombs, is one
            problems.append(str(error))
    return problems


def _evenly(names: list[str], most: int) -> list[str]:
    """At most so many, evenly spread from the first on."""
    if len(names) <= most:
        return names
    return [names[at * len(names) // most] for at in range(most)]
