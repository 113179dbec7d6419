"""One way to open whatever lies at a path: comics, a pack or a run; one or several of them."""

# ruff: noqa: A001, A002 - the words that users know

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

from panelwise.errors import InputError, SettingError
from panelwise.folders import sort_of

if TYPE_CHECKING:
    from panelwise.comics import Book, ReadingDirection
    from panelwise.evaluation import Run
    from panelwise.packs import Pack

    Opened = TypeVar("Opened", Book, Pack, Run)

_What = Literal["comics", "a pack", "a run"]


@overload
def open(  # type: ignore[overload-overlap]  # a text is a sequence of texts, too
    path: str | Path,
    as_type: type[Opened],
    *,
    annotations: str | Path | None = None,
    format: str | None = None,
    direction: ReadingDirection | None = None,
) -> Opened: ...


@overload
def open(
    path: Sequence[str | Path],
    as_type: type[Opened],
    *,
    direction: ReadingDirection | None = None,
) -> tuple[Opened, ...]: ...


@overload
def open(
    path: str | Path | Sequence[str | Path],
    *,
    annotations: str | Path | None = None,
    format: str | None = None,
    direction: ReadingDirection | None = None,
) -> tuple[Book, ...] | Any: ...


def open(
    path: str | Path | Sequence[str | Path],
    as_type: Any = None,
    *,
    annotations: str | Path | None = None,
    format: str | None = None,
    direction: ReadingDirection | None = None,
) -> Any:
    """Open comics, a pack or a run, or several of one sort.

    ====================================  ==============================================
    ``open("strip.cbz")``, a folder       all its books, a tuple (of one, for one comic)
    ``open(["a.cbz", "folder"])``         the books of all, a tuple; equal ids get numbers
    ``open("pack")``                      the :class:`Pack`
    ``open("runs/a")``                    the :class:`Run`
    ``open(["runs/a", "runs/b"])``        a tuple of runs; packs likewise
    ``open("strip.cbz", Book)``           the one book, typed; so ``Pack`` and ``Run``
    ``open(["a.cbz", "b.cbz"], Book)``    a tuple, one book for each path
    ====================================  ==============================================

    A type checker can't look into folders: give ``as_type`` where the exact type matters, and to
    be sure of what is opened.

    Args:
        path: one path, or a list of paths. Of comics: an image, a folder, an archive, an EPUB, a
            PDF, or an annotation file next to its images (:func:`panelwise.comics.open_comic`).
        as_type: ``Book``, ``Pack`` or ``Run``: exactly one of these per path.
        annotations: of one comic or folder: an annotation file about its images.
        format: the name of the annotation format, when its content does not tell.
        direction: the reading direction of all pages, when it is known better than the files.

    Raises:
        InputError: for a path that cannot be opened, is not of ``as_type``, or holds another number
            of books than one where one is wanted; for paths of different sorts.
        SettingError: for another ``as_type``, or options of comics given for packs or runs.
    """
    one = isinstance(path, str | Path)
    paths = [Path(path)] if isinstance(path, str | Path) else [Path(each) for each in path]
    what = _what(paths)
    options = {"annotations": annotations, "format": format, "direction": direction}
    given = {name: value for name, value in options.items() if value is not None}
    if as_type is not None:
        _check_type(as_type, what, paths)
    if what != "comics":
        if given:
            raise SettingError(f"{', '.join(given)}: applies to comics, not to {what}")
        opener = _opener(what)
        opened = tuple(opener(each) for each in paths)
        return opened[0] if one else opened
    if as_type is None:
        return _books(paths, given)
    books = tuple(_only(_books([each], given), each) for each in paths)
    return books[0] if one else books


def _books(paths: Sequence[Path], options: dict[str, Any]) -> tuple[Book, ...]:
    from panelwise.comics import open_comic, open_comics

    if options.keys() <= {"direction"}:
        return open_comics(paths, **options)
    if len(paths) != 1:
        raise SettingError(
            f"annotations and format are of one comic or folder, not of {len(paths)};"
            " open them one by one"
        )
    return open_comic(paths[0], **options)


def _only(books: tuple[Book, ...], path: Path) -> Book:
    if len(books) != 1:
        raise InputError(
            f"{path} holds {len(books)} books, not one; open it without Book, or name one of them"
        )
    return books[0]


def _what(paths: Sequence[Path]) -> _What:
    """What all the paths are, by the files in them."""
    kinds = [what_is(path) for path in paths]
    for path, kind in zip(paths, kinds, strict=True):
        if kind != kinds[0]:
            raise InputError(f"{paths[0]} is {kinds[0]}, {path} is {kind}; open them separately")
    return kinds[0] if kinds else "comics"


def what_is(path: Path) -> _What:
    """Whether a folder is a pack or a run, by the files in it; anything else is comics."""
    sort = sort_of(path)
    return sort if sort in ("a pack", "a run") else "comics"


def _opener(what: _What) -> Callable[[Path], Pack | Run]:
    if what == "a pack":
        from panelwise.packs import Pack

        return Pack.open
    from panelwise.evaluation import Run

    return Run.open


def _check_type(as_type: type, what: _What, paths: Sequence[Path]) -> None:
    wanted: dict[str, _What] = {"Book": "comics", "Pack": "a pack", "Run": "a run"}
    named = wanted.get(as_type.__name__)
    if named is None:
        raise SettingError(f"cannot open as {as_type.__name__}; Book, Pack or Run")
    if named != what and paths:
        raise InputError(f"{paths[0]} is {what}, not {named}")
