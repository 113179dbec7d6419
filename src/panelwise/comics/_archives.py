"""Books as archives whose reading systems know panels and texts: ACBF and EPUB of fixed layout.

Source: Advanced Comic Book Format 1.1 (meta-data, body, text layers, frames); EPUB 3.3, EPUB
Fixed Layouts and EPUB Region-Based Navigation 1.0.
"""

from __future__ import annotations

import os
import re
import uuid
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from xml.sax.saxutils import quoteattr

from panelwise.comics._cbz import comic_info, no_image, xml_plain, xml_text
from panelwise.comics._image import ComicImage, encode_png
from panelwise.comics._lettering import letter_size, set_in_columns
from panelwise.comics._model import Book, Page, Text, TextKind
from panelwise.errors import InputError
from panelwise.geometry import Box, Polygon, box_polygon

ACBF_NAMESPACE = "http://www.acbf.info/xml/acbf/1.1"
_DATE = (1980, 1, 1, 0, 0, 0)
_SUFFIXES = {"jpeg": ".jpg", "tiff": ".tif"}
_ACBF_TYPES: Mapping[TextKind, str] = {
    "dialogue": "speech",
    "narration": "commentary",
    "onomatopoeia": "audio",
    "scene_text": "sign",
}
# The types of images that an EPUB may hold without a fallback (EPUB 3.3, core media types).
_EPUB_IMAGES = frozenset(["image/gif", "image/jpeg", "image/png", "image/webp"])
_LANGUAGE = re.compile(
    r"[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?(-[A-Za-z0-9]{5,8})*"
)
_XHTML = 'xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"'
_CONTAINER = (
    '<?xml version="1.0"?>\n<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:'
    'xmlns:container"><rootfiles><rootfile full-path="package.opf"'
    ' media-type="application/oebps-package+xml"/></rootfiles></container>\n'
)


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A page in an archive: its picture's name and type."""

    page: Page
    image: ComicImage
    name: str

    @property
    def document(self) -> str:
        return f"{self.name.rpartition('.')[0]}.xhtml"


def write_acbf(book: Book, path: str | Path) -> None:
    """Write a book as a CBZ that holds ``book.acbf``: frames, and the texts in their languages.

    The first page is the cover. The archive has ComicInfo.xml, too, which says the direction.

    Raises:
        InputError: when the file is there already or cannot be written, or for a page without an
            image.
    """
    sheets = _sheets(book)
    files = {"ComicInfo.xml": comic_info(book), "book.acbf": acbf(book)}
    _write(Path(path), files | {one.name: one.image.read() for one in sheets})


def acbf(book: Book) -> bytes:
    """``book.acbf``: what is known of a book and its pages.

    Raises:
        InputError: for a book without pages, or a page without an image.
    """
    sheets = _sheets(book)
    codes = sorted({code for one in sheets for code in _languages(one.page)}) or ["und"]
    languages = "".join(f'<text-layer lang="{_attribute(code)}" show="false"/>' for code in codes)
    source = book.source
    info = [
        f"<author><nickname>{xml_text(source.author or 'unknown')}</nickname></author>",
        f"<book-title>{xml_text(book.title or book.id)}</book-title>",
        "<genre>other</genre><annotation/>",
        f"<coverpage>{_acbf_page(sheets[0])}</coverpage>",
        f"<languages>{languages}</languages>",
    ]
    if source.series:
        number = xml_text(source.volume or "1")
        info.append(f"<sequence title={quoteattr(source.series)}>{number}</sequence>")
    pages = "\n".join(f"<page>{_acbf_page(one)}</page>" for one in sheets[1:] or sheets)
    publisher = f"<publisher>{xml_text(source.publisher or '')}</publisher>"
    licence = f"<license>{xml_text(source.licence)}</license>" if source.licence else ""
    text = (
        f'<?xml version="1.0" encoding="utf-8"?>\n<ACBF xmlns="{ACBF_NAMESPACE}">\n<meta-data>\n'
        f"<book-info>{''.join(info)}</book-info>\n"
        f"<publish-info>{publisher}{licence}</publish-info>\n"
        "<document-info><author><nickname>Panelwise</nickname></author></document-info>\n"
        f"</meta-data>\n<body>\n{pages}\n</body>\n</ACBF>\n"
    )
    return text.encode()


def write_epub(book: Book, path: str | Path, *, modified: datetime | None = None) -> None:
    """Write a book as EPUB 3 of fixed layout, with region-based navigation through its panels.

    Words can be selected over their places, each in its language; the alternative text of a page
    is all that is said on it.

    Args:
        book: whose pages have images.
        path: of the file.
        modified: when it was changed; by default now.

    Images of a type that reading systems need not know, such as TIFF, are written as PNG.

    Raises:
        InputError: when the file is there already or cannot be written, or for a page without an
            image, or with a damaged one that must be written as PNG.
    """
    sheets = [_for_epub(one) for one in _sheets(book)]
    when = (modified or datetime.now(UTC)).astimezone(UTC)
    files: dict[str, bytes] = {
        "mimetype": b"application/epub+zip",
        "META-INF/container.xml": _CONTAINER.encode(),
        "package.opf": _package(book, sheets, when).encode(),
        "nav.xhtml": _contents(book, sheets).encode(),
        "regions.xhtml": _regions(sheets).encode(),
    }
    for one in sheets:
        files[one.document] = _document(book, one).encode()
        files[one.name] = one.image.read()
    _write(Path(path), files)


def _sheets(book: Book) -> list[_Sheet]:
    if not book.pages:
        raise InputError(f"book '{book.id}' has no pages to write; give a book with pages")
    found = []
    for number, page in enumerate(book.pages, 1):
        if page.image is None:
            raise no_image(book, page)
        kind = page.image.media_type.rpartition("/")[2]
        found.append(_Sheet(page, page.image, f"p{number:04d}{_SUFFIXES.get(kind, '.' + kind)}"))
    return found


def _for_epub(one: _Sheet) -> _Sheet:
    """A sheet whose picture every reading system can show: as it is, else as PNG."""
    if one.image.media_type in _EPUB_IMAGES:
        return one
    name = f"{one.name.rpartition('.')[0]}.png"
    image = ComicImage.from_bytes(encode_png(one.image.decode()), name)
    return _Sheet(one.page, image, name)


def _acbf_page(one: _Sheet) -> str:
    """The picture, a layer for each language, and the frames in reading order."""
    layers = []
    for code in _languages(one.page):
        areas = "".join(
            f"<text-area points={quoteattr(_points(text.polygon, text.box))}{_acbf_type(text)}>"
            f"{''.join(f'<p>{xml_text(line)}</p>' for line in text.contents[code].splitlines())}"
            "</text-area>"
            for text in one.page.texts or ()
            if code in text.contents
        )
        layers.append(f'<text-layer lang="{_attribute(code)}">{areas}</text-layer>')
    frames = "".join(
        f"<frame points={quoteattr(_points(panel.polygon, panel.box))}/>"
        for panel in one.page.panels
    )
    return f"<image href={quoteattr(one.name)}/>{''.join(layers)}{frames}"


def _acbf_type(text: Text) -> str:
    return f' type="{_ACBF_TYPES[text.kind]}"' if text.kind else ""


def _points(polygon: Polygon | None, box: Box) -> str:
    return " ".join(f"{round(x)},{round(y)}" for x, y in polygon or box_polygon(box))


def _languages(page: Page) -> list[str]:
    return sorted({code for text in page.texts or () for code in text.contents})


def _package(book: Book, sheets: Sequence[_Sheet], when: datetime) -> str:
    source = book.source
    named = "".join(f"{one.image.sha256}" for one in sheets)
    # The first language of a text is the one that it is lettered in.
    lettered = (code for one in sheets for text in one.page.texts or () for code in text.contents)
    language = next(filter(None, map(_tag, (source.language or "", *lettered))), "und")
    rtl = all(one.page.reading_direction == "rtl" for one in sheets)
    facts = {"dc:creator": source.author, "dc:publisher": source.publisher,
             "dc:rights": source.licence}  # fmt: skip
    said = "".join(f"<{tag}>{xml_text(words)}</{tag}>" for tag, words in facts.items() if words)
    items = "\n".join(
        f'<item id="d{i}" href="{one.document}" media-type="application/xhtml+xml"/>'
        f'<item id="i{i}" href="{one.name}" media-type="{one.image.media_type}"'
        f"{' properties=' + quoteattr('cover-image') if i == 0 else ''}/>"
        for i, one in enumerate(sheets)
    )
    spine = "".join(f'<itemref idref="d{i}"/>' for i in range(len(sheets)))
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<package xmlns="http://www.idpf.org/2007/opf"'
        ' version="3.0" unique-identifier="id" xml:lang="en">\n'
        '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f'<dc:identifier id="id">urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, named)}</dc:identifier>'
        f"<dc:title>{xml_text(book.title or book.id)}</dc:title>"
        f"<dc:language>{xml_text(language)}</dc:language>{said}"
        f'<meta property="dcterms:modified">{when:%Y-%m-%dT%H:%M:%SZ}</meta>'
        '<meta property="rendition:layout">pre-paginated</meta>'
        '<meta property="rendition:spread">auto</meta></metadata>\n<manifest>\n'
        '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
        '<item id="regions" href="regions.xhtml" media-type="application/xhtml+xml"'
        f' properties="data-nav"/>\n{items}\n</manifest>\n'
        f'<spine page-progression-direction="{"rtl" if rtl else "ltr"}">{spine}</spine>\n'
        "</package>\n"
    )


def _contents(book: Book, sheets: Sequence[_Sheet]) -> str:
    entries = "".join(
        f'<li><a href="{one.document}">Page {number}</a></li>'
        for number, one in enumerate(sheets, 1)
    )
    return _xhtml(book.title or book.id, f'<nav epub:type="toc"><ol>{entries}</ol></nav>')


def _regions(sheets: Sequence[_Sheet]) -> str:
    """A page after the other, its panels in reading order; a page without panels is left out."""
    entries = "".join(
        f'<li epub:type="panel"><a href="{one.document}#xywh=percent:{_percent(box, one)}"/></li>'
        for one in sheets
        for box in (panel.box for panel in one.page.panels)
    )
    if not entries:  # a list must have an entry: the whole pages
        entries = "".join(f'<li><a href="{one.document}"/></li>' for one in sheets)
    return _xhtml("Panels", f'<nav epub:type="region-based"><ol>{entries}</ol></nav>')


def _percent(box: Box, one: _Sheet) -> str:
    x0, y0, x1, y1 = box.clipped(one.page.width, one.page.height)
    across, down = 100 / one.page.width, 100 / one.page.height
    parts = (x0 * across, y0 * down, (x1 - x0) * across, (y1 - y0) * down)
    return ",".join(f"{part:.4f}".rstrip("0").rstrip(".") for part in parts)


def _document(book: Book, one: _Sheet) -> str:
    """The picture, with the words over their places: unseen, but they can be selected."""
    page = one.page
    said = " ".join(" ".join((text.content or "").split()) for text in page.texts or ())
    style = (
        f"<style>body{{margin:0;width:{page.width}px;height:{page.height}px;position:relative}}"
        "img{position:absolute;left:0;top:0;width:100%;height:100%}"
        "p{position:absolute;margin:0;overflow:hidden;line-height:1.2;color:transparent}</style>"
    )
    head = f'<meta name="viewport" content="width={page.width}, height={page.height}"/>{style}'
    picture = f"<img src={quoteattr(one.name)} alt={quoteattr(xml_plain(said))}/>"
    return _xhtml(book.title or book.id, picture + "".join(_words(page)), head)


def _words(page: Page) -> Iterator[str]:
    for text in page.texts or ():
        for code, words in list(text.contents.items())[:1]:
            x0, y0, x1, y1 = text.box
            columns = set_in_columns(code, text.box, page.reading_direction)
            lines = words.splitlines() or [""]
            style = (
                f"left:{x0:.0f}px;top:{y0:.0f}px;width:{x1 - x0:.0f}px;height:{y1 - y0:.0f}px;"
                f"font-size:{letter_size(lines, text.box, columns=columns):.0f}px"
                f"{';writing-mode:vertical-rl' if columns else ''}"
            )
            language = f" {_lang(_tag(code))}" if _tag(code) else ""
            body = "<br/>".join(xml_text(line) for line in lines)
            yield f'<p{language} style="{style}">{body}</p>'


def _tag(code: str) -> str:
    """A language as XHTML takes it (BCP 47); empty where it is unknown or no such code."""
    tag = code.strip().replace("_", "-")
    return tag if tag != "und" and _LANGUAGE.fullmatch(tag) else ""


def _lang(code: str) -> str:
    return f'lang="{_attribute(code)}" xml:lang="{_attribute(code)}"'


def _xhtml(title: str, body: str, head: str = "") -> str:
    return (
        f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n<html {_XHTML}><head>'
        f"<title>{xml_text(title)}</title>{head}</head><body>{body}</body></html>\n"
    )


def _attribute(value: str) -> str:
    return quoteattr(value)[1:-1]


def _write(path: Path, files: Mapping[str, bytes]) -> None:
    """An archive whose first file is stored bare, as EPUB wants it; complete or not at all."""
    if path.exists():
        raise InputError(f"{path}: already exists; choose another name or move it away")
    aside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(aside, "w", zipfile.ZIP_STORED) as archive:
            for name, data in files.items():
                packed = name.endswith((".xhtml", ".opf", ".xml", ".acbf"))
                method = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
                archive.writestr(zipfile.ZipInfo(name, _DATE), data, method)
        aside.replace(path)
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror or error})") from None
    finally:
        aside.unlink(missing_ok=True)
