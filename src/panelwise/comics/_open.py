"""Opening comics: an image, a folder, an archive, or any of them with annotations."""

from __future__ import annotations

import difflib
import stat
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from panelwise.comics._archive import COMIC_INFO, MAX_COMIC_INFO_BYTES, check_showable
from panelwise.comics._comicinfo import ComicInfo, parse_comic_info
from panelwise.comics._container import CONTAINER_SUFFIXES, Container, is_container, read_container
from panelwise.comics._folder import Folder, entries, unique_ids, walk
from panelwise.comics._image import IMAGE_SUFFIXES, ComicImage, FileBytes
from panelwise.comics._model import (
    READING_DIRECTIONS,
    AnnotationFile,
    Book,
    Page,
    Panel,
    ReadingDirection,
    Source,
)
from panelwise.comics._order import natural_key, without_suffix
from panelwise.comics._passed_over import (
    beside,
    in_folders,
    looks_like_annotation,
    warn_of,
    warn_of_members,
)
from panelwise.comics._skipped import skip
from panelwise.errors import InputError, SettingError, UnsafeInputError
from panelwise.files import open_regular
from panelwise.folders import sort_of
from panelwise.geometry import Box
from panelwise.registry import did_you_mean

ACCEPTED = (
    "an image, a folder of images, a CBZ, CBT, CBR, CB7, EPUB or PDF file, or an annotation file"
)

ANNOTATION_SUFFIXES = frozenset({".json", ".jsonl", ".mokuro", ".svg", ".xml"})
# Data sets keep their annotations in a folder of their own, beside that of their images.
ANNOTATION_FOLDERS = ("annotations", "GT", "groundtruth")
# Folders that say what they hold and not which comic it is: the folder around them does.
_GENERIC_FOLDERS = frozenset({"image", "images", "img", "imgs", "page", "pages", "scan", "scans"})


def open_comic(
    path: str | Path,
    *,
    annotations: str | Path | None = None,
    format: str | None = None,  # noqa: A002 - the word that users know
    direction: ReadingDirection | None = None,
) -> tuple[Book, ...]:
    """Open a comic, or a folder of comics; sizes come from image headers, no page is decoded.

    An image is a book of one page; a folder of images, and a CBZ, CBT, CBR, CB7, EPUB or PDF, is
    one book; a folder of such folders or files is a book each (called after the folder around it
    when its own name is as general as "images" or "pages"); a folder that holds an annotation file
    of a registered format, or such a file itself, gives its books with their ground truth.

    Args:
        path: an image, a folder, an archive, an EPUB, a PDF, or an annotation file next to its
            images.
        annotations: an annotation file about the images under ``path``; wins over any file found.
        format: the name of the annotation format, when its content does not tell.
        direction: the reading direction of all pages, when it is known better than the files.

    Returns:
        The books in natural order of their ids, which are relative paths, without the suffix
        where that is unique. With annotations, the books and pages that the annotations name.

    Raises:
        InputError: for a file that cannot be read. A page of a book, or a book of a folder, that
            cannot be read while others can is left out and named in the log ``panelwise.skipped``.
        MissingExtraError: for a container whose extra is not installed, as ``[pdf]``.
        UnsafeInputError: for files that would harm the machine.
        UnknownNameError: for an unknown ``format``.
        SettingError: for an unknown ``direction``.
    """
    if direction is not None and direction not in READING_DIRECTIONS:
        raise SettingError(f"direction={direction}: {did_you_mean(direction, READING_DIRECTIONS)}")
    path = Path(path)
    _check_exists(path)
    named = path if path.name else path.resolve()
    check_showable(named.name, str(named.parent))  # books are named after it, and stored as UTF-8
    if annotations is not None:
        _check_exists(Path(annotations))
        books = _open_annotated(path, Path(annotations), format)
    elif path.is_dir():
        if (sort := sort_of(path)) is not None:
            raise InputError(f"{path} is {sort}, not a comic; give {ACCEPTED}")
        found = _find_annotations(path, format)
        if found is None:
            books = _open_folder(path)
        else:
            books = _read_annotations(found, path, format)
            # Of a whole data set its format knows every file.
            books = _passing_over(books, path, () if found == path else beside(path, found))
    elif format is not None:
        books = _read_annotations(path, _image_root(path), format)
    else:
        books = _open_file(path)
    return books if direction is None else tuple(_directed(book, direction) for book in books)


def _open_file(path: Path) -> tuple[Book, ...]:
    if is_container(path):
        return (_archive_book(path, path.stem),)
    if path.suffix.lower() in ANNOTATION_SUFFIXES:
        return _read_annotations(path, _image_root(path), None)
    image = ComicImage.from_path(path)
    try:
        size = image.size
    except InputError as error:
        if isinstance(error, UnsafeInputError) or path.suffix.lower() in IMAGE_SUFFIXES:
            raise
        raise InputError(f"{path}: not a comic; give {ACCEPTED}") from None
    return (Book(path.stem, (Page(path.stem, *size, image),)),)


def _open_annotated(path: Path, annotations: Path, format_name: str | None) -> tuple[Book, ...]:
    if path.is_dir():
        return _read_annotations(annotations, path, format_name)
    pages = (page for book in _open_file(path) for page in book.pages)
    images = {page.image.relative: page.image for page in pages if page.image}
    return _read_annotations(annotations, images, format_name)


def _read_annotations(
    annotations: Path,
    images: Path | Mapping[str, ComicImage],
    format_name: str | None,
) -> tuple[Book, ...]:
    from panelwise.comics.formats import claim, format_names, get_format, recognise

    known = recognise if annotations.is_dir() else claim
    found = known(annotations) if format_name is None else get_format(format_name)
    if found is None:
        raise InputError(
            f"{annotations}: not a known annotation file; formats: {', '.join(format_names())}"
        )
    lookup = partial(_image_in, images, {}) if isinstance(images, Path) else images.get
    where = AnnotationFile(annotations.name, found.name)
    return tuple(replace(book, annotation=where) for book in found.read(annotations, lookup))


def _image_in(root: Path, archives: dict[Path, Container], name: str) -> ComicImage | None:
    """The image of a name as ``open_comic(root)`` gives it: a file, or a member of an archive."""
    path = root / name
    if path.is_file():
        return ComicImage(FileBytes(path), name)
    for parent in path.parents:
        if parent == root:
            break
        if parent.suffix.lower() in CONTAINER_SUFFIXES and parent.is_file():
            if parent not in archives:
                archives[parent] = read_container(parent, parent.relative_to(root).as_posix())
            return next((i for i in archives[parent].images if i.relative == name), None)
    return None


def _image_root(annotations: Path) -> Path:
    """What image names are relative to: the folder of a file, or that of the data set around it."""
    own = next((one for one in annotations.parents if one.name in ANNOTATION_FOLDERS), None)
    return annotations.parent if own is None else own.parent


def _find_annotations(folder: Path, format_name: str | None) -> Path | None:
    """The one annotation file directly in a folder, known by its content; or the folder itself,
    when it is a copy of a data set whose annotations lie in a folder of their own.
    """
    candidates = [
        Path(entry.path)
        for entry in entries(folder)
        if Path(entry.name).suffix.lower() in ANNOTATION_SUFFIXES
        and entry.name.lower() != COMIC_INFO
        and Path(entry.path).is_file()
    ]
    whole = any((folder / name).is_dir() for name in ANNOTATION_FOLDERS)
    if not candidates and format_name is None and not whole:
        return None  # without importing the formats
    from panelwise.comics.formats import claim, get_format, recognise

    if format_name is None:
        found = [file for file in sorted(candidates) if recognise(file) is not None]
        found = found or ([folder] if whole and recognise(folder) is not None else [])
        if not found:  # broken files are refused, misspelt ones are read, which says where
            found = [file for file in sorted(candidates) if claim(file) is not None]
            found = found or [file for file in _annotations_inside(folder) if claim(file)]
    else:
        chosen = get_format(format_name)
        found = [file for file in sorted(candidates) if chosen.sniff(file)]
        found = found or ([folder] if whole and chosen.sniff(folder) else [])
        if not found:
            raise InputError(f"{folder}: no {format_name} file in it; give one with annotations=")
    if len(found) > 1:
        names = ", ".join(file.name for file in found)
        raise InputError(
            f"{folder}: several annotation files ({names}); give one of them instead of the folder"
        )
    return found[0] if found else None


def _annotations_inside(folder: Path) -> list[Path]:
    """The files in folders that data sets keep their annotations in."""
    return sorted(
        file
        for name in ANNOTATION_FOLDERS
        for file in (folder / name).rglob("*")
        if file.suffix.lower() in ANNOTATION_SUFFIXES and file.is_file()
    )


def _open_folder(root: Path) -> tuple[Book, ...]:
    folders = walk(root, looks_like_annotation)
    name = _telling_name(root.resolve().parts[1:]).rpartition("/")[2]
    makers = _book_makers(name or "comic", folders)
    if not makers:
        suffixes = ", ".join(sorted(suffix[1:] for suffix in IMAGE_SUFFIXES | CONTAINER_SUFFIXES))
        other = [
            what
            for file, what in (("manifest.json", "pack"), ("run.json", "run"))
            if (root / file).is_file()
        ]
        hint = f"it is a {other[0]}; give the folder or the files of the comics" if other else ""
        raise InputError(
            f"{root}: no comic found; {hint or f'give a folder with files of {suffixes}'}"
        )
    ids = unique_ids([(short, full) for short, full, _ in makers])
    named = zip(ids, (make for _, _, make in makers), strict=True)
    books: list[Book] = []
    broken: list[InputError] = []
    for id_, make in sorted(named, key=lambda pair: natural_key(pair[0])):
        try:
            books.append(make(id_))
        except UnsafeInputError:
            raise
        except InputError as error:
            broken.append(error)
    if not books:
        raise broken[0]
    for fault in broken:
        skip(fault)
    return _passing_over(books, root, in_folders(folders))


def _passing_over(books: Sequence[Book], root: Path, names: tuple[str, ...]) -> tuple[Book, ...]:
    """The books, which remember the files that were not read, after a warning of these."""
    warn_of(root, names)
    return tuple(replace(book, passed_over=(*names, *book.passed_over)) for book in books)


def _book_makers(
    root_name: str, folders: list[Folder]
) -> list[tuple[str, str, Callable[[str], Book]]]:
    """For each book its short and its full name, and how to make it with an id."""
    # When the folder opened is a book itself, the books inside it are named below it.
    root_is_book = any(folder.images and not folder.relative for folder in folders)
    prefix = f"{root_name}/" if root_is_book else ""
    makers: list[tuple[str, str, Callable[[str], Book]]] = []
    for folder in folders:
        name = f"{prefix}{folder.relative}".rstrip("/")
        if folder.images:
            short = _telling_name(name.split("/")) or root_name
            makers.append((short, f"{name}/", partial(_folder_book, folder)))
        inside = f"{name}/" if name else ""
        for archive in folder.archives:
            full = inside + archive.name
            relative = f"{folder.relative}/{archive.name}".lstrip("/")
            make = partial(_archive_book, archive, relative=relative)
            makers.append((without_suffix(full), full, make))
    return makers


def _telling_name(parts: Sequence[str]) -> str:
    """The way to a folder without general names at its end; empty when all of them are.

    >>> _telling_name(["Shelf", "Story", "pages"])
    'Shelf/Story'
    """
    end = len(parts)
    while end and parts[end - 1].lower() in _GENERIC_FOLDERS:
        end -= 1
    return "/".join(parts[:end])


def _folder_book(folder: Folder, id_: str) -> Book:
    info = None
    if folder.comic_info is not None:
        source = FileBytes(folder.comic_info)
        try:
            with source.open() as stream:
                data = stream.read(MAX_COMIC_INFO_BYTES + 1)
        except OSError as error:
            raise InputError(f"{source.name}: cannot be read ({error.strerror})") from None
        info = parse_comic_info(data, source.name)
    above = f"{folder.relative}/".lstrip("/")
    images = [ComicImage(FileBytes(file), above + file.name) for file in folder.images]
    return _book(id_.rstrip("/"), images, [file.name for file in folder.images], info)


def _archive_book(path: Path, id_: str, relative: str = "") -> Book:
    held = read_container(path, relative)
    if not held.images:
        suffixes = ", ".join(sorted(suffix[1:] for suffix in IMAGE_SUFFIXES))
        raise InputError(f"{path}: no page in this archive; searched for {suffixes}")
    notes = tuple(name for name in held.others if looks_like_annotation(name))
    warn_of_members(path, notes)
    book = _book(id_, held.images, held.names, held.info, held.panels)
    where = AnnotationFile(path.name, "epub") if held.panels else None
    return replace(book, passed_over=notes, annotation=where)


def _book(
    id_: str,
    images: Sequence[ComicImage],
    names: Sequence[str],
    info: ComicInfo | None,
    panels: Mapping[str, tuple[Box, ...]] | None = None,
) -> Book:
    """A book of these images, whose pages are called by their names inside the book.

    Images that cannot be read are left out and named in the log, unless none can be read.
    """
    direction = None if info is None else info.direction
    pages: list[Page] = []
    broken: list[InputError] = []
    ids = unique_ids([(without_suffix(name), name) for name in names])
    for page_id, name, image in zip(ids, names, images, strict=True):
        try:
            width, height = image.size
        except InputError as error:
            broken.append(error)
            continue
        boxes = tuple(map(Panel, (panels or {}).get(name, ())))
        pages.append(Page(page_id, width, height, image, direction or "ltr", panels=boxes))
    if not pages:
        raise broken[0]
    for fault in broken:
        skip(fault)
    title, source = (None, Source()) if info is None else (info.title, info.source)
    return Book(id_, tuple(pages), title, source, direction_known=direction is not None)


def _directed(book: Book, direction: ReadingDirection) -> Book:
    pages = tuple(replace(page, reading_direction=direction) for page in book.pages)
    return replace(book, pages=pages, direction_known=True)


def _check_exists(path: Path) -> None:
    """Refuse a path that does not exist, with the nearest name that does, and pipes and devices."""
    try:
        if not stat.S_ISDIR(path.stat().st_mode):
            open_regular(path).close()
    except (FileNotFoundError, NotADirectoryError):
        missing = path
        while not missing.parent.is_dir():
            missing = missing.parent
        names = [entry.name for entry in entries(missing.parent)]
        near = difflib.get_close_matches(missing.name, names, n=1, cutoff=0.6)
        hint = f"did you mean '{missing.with_name(near[0])}'?" if near else "check the path"
        raise InputError(f"{path}: no such file or folder; {hint}") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{path}: cannot be read ({reason})") from None
