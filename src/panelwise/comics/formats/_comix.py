"""CoMix's XML: panels, texts, balloons, characters and links of American comics and manga.

Source: FORMAT.md of github.com/emanuelevivoli/CoMix; not checked on real files.
Described in docs/formats.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from panelwise.comics._model import (
    Balloon,
    Book,
    Character,
    Face,
    Identity,
    Page,
    Panel,
    SpeakerLink,
    Text,
    TextKind,
)
from panelwise.comics._story import Story
from panelwise.comics.formats._manga109_pages import (
    UNKNOWN_ORDER,
    finder_of,
    identities_on,
    image_name,
    only_book,
)
from panelwise.comics.formats._names import names
from panelwise.comics.formats._validation import (
    ImageFinder,
    Images,
    read_head,
    require_on_page,
    require_unique,
    write_bytes,
)
from panelwise.comics.formats._xml import Element, read_points, stream_xml, write_points, write_tag
from panelwise.errors import InputError
from panelwise.geometry import Box, Polygon, box_polygon, polygon_box

_RECORDS = frozenset({"character", "advertisement", "story", "page"})
_PARTS = frozenset({"panel", "text", "onomatopoeia", "balloon", "character", "face", "link_sbsc"})
_KNOWN = names(
    "annotations book title characters character adds advertisement stories story"
    " pages page id name width height story_id add_id panel text balloon_id"
    " onomatopoeia balloon face character_id points link_sbsc text_id"
)
_ROOT = re.compile(rb"\A\s*(?:<\?xml[^>]*\?>)?\s*(?:<!--.*?-->\s*)*<annotations[\s>]", re.DOTALL)


class Comix:
    """Reads and writes CoMix's XML, one book a file. Unverified on real files.

    The format has no words, no reading order (pages have ``order_confidence`` 0) and no reading
    direction, and does not name images: they are looked for as ``images/TITLE/003.jpg`` beside
    ``annotations/`` or beside the file.

    A link without both its ends is passed over: its two points name no object. Writing leaves out
    words, confidences, panels of texts, certainty of speakers, layout, direction, titles, sources,
    and all of an identity or story but its id and name; a text of another kind than onomatopoeia
    comes back without kind, an outline that is a box without polygon.
    """

    name = "comix"
    suffixes = (".xml",)
    marks = (frozenset({"annotations", "book", "title", "page"}),)

    def sniff(self, source: Path | bytes) -> bool:
        """Whether a file, or its first bytes, look like this format."""
        head = read_head(source)
        return bool(_ROOT.match(head)) and b"<book" in head

    def read(self, path: Path, images: Images = None) -> tuple[Book, ...]:
        """The book of a file; images are named relative to ``images``.

        Raises:
            InputError: one line with the place and what is wrong there.
            UnsafeInputError: for a document type or entities.
        """
        path = Path(path)
        found = _Found()
        finder = finder_of(path, images)
        pages: list[Page] = []
        for element in stream_xml(path, _RECORDS, _KNOWN):
            if element.tag == "page":
                pages.append(_read_page(element, found, finder))
            else:
                found.take(element)
        if found.title is None:
            raise InputError(f"{path}: no <book> in it; expected CoMix's XML")
        require_unique((page.id for page in pages), "page", str(path))
        stories = tuple(Story(id_, (), name or None) for id_, name in found.stories.items())
        people = tuple(Identity(id_, name or None) for id_, name in found.people.items())
        return (Book(found.title, tuple(pages), identities=people, stories=stories),)

    def write(self, books: Iterable[Book], path: Path) -> None:
        """Write one book; see the class for what is left out.

        Raises:
            InputError: for several books, or an image that is not called as the format expects.
        """
        book = only_book(books, self.name)
        lines = ['<?xml version="1.0" encoding="utf-8"?>', "<annotations>"]
        lines += [write_tag("book", {"title": book.id}, leave_open=True), *_lists(book), "<pages>"]
        require_unique((page.id for page in book.pages), "page", f"book '{book.id}'")
        for page in book.pages:
            lines += [*_page_lines(page, book)]
        lines += ["</pages>", "</book>", "</annotations>", ""]
        write_bytes(Path(path), "\n".join(lines).encode())


@dataclass(slots=True)
class _Found:
    """What stands before the pages."""

    title: str | None = None
    people: dict[str, str] = field(default_factory=dict)
    adverts: dict[str, str] = field(default_factory=dict)
    stories: dict[str, str] = field(default_factory=dict)

    def take(self, element: Element) -> None:
        lists = {
            "character": self.people,
            "advertisement": self.adverts,
            "story": self.stories,
        }
        if element.tag == "book":
            if self.title is not None:
                raise InputError(
                    f"{element.where}: a second book; give each book a file of its own"
                )
            self.title = element.need("title")
        elif element.tag in lists:
            id_ = element.need("id")
            if id_ in lists[element.tag]:
                raise InputError(f"{element.where}: {element.tag} '{id_}' occurs twice")
            lists[element.tag][id_] = element.attributes.get("name", "")

    def known(self, element: Element, name: str, known: Iterable[str]) -> str | None:
        """An optional attribute that must name something that is there."""
        value = element.attributes.get(name) or None
        if value is not None and value not in known:
            raise InputError(f"{element.where}: {name} names '{value[:40]}', which does not exist")
        return value


def _image_name(title: str, page_id: str) -> str:
    return image_name(
        title, f"{int(page_id):03}" if re.fullmatch("[0-9]{1,6}", page_id) else page_id
    )


def _read_page(element: Element, found: _Found, finder: ImageFinder) -> Page:
    id_ = element.need("id")
    where = f"{element.where}, page '{id_}'"
    size = element.whole("width"), element.whole("height")
    if min(size) < 1:
        raise InputError(f"{where}: a page of {size[0]}×{size[1]} pixels; give its true size")
    image, width, height = finder.find(_image_name(found.title or "", id_), size, where)
    parts = [part for part in element.children if part.tag in _PARTS]
    for tag in _PARTS:
        same = [part.need("id") for part in parts if part.tag == tag]
        require_unique(same, f"{tag} id", where)
    outlines = {
        id(part): read_points(part.need("points"), f"{part.where}: points")
        for part in parts
        if part.tag != "link_sbsc"
    }
    for part in parts:
        if part.tag != "link_sbsc":
            require_on_page([polygon_box(outlines[id(part)])], width, height, part.where)
    return Page(
        id_,
        width,
        height,
        image,
        panels=tuple(
            Panel(*placed(outlines[id(part)]), id=part.attributes["id"])
            for part in parts
            if part.tag == "panel"
        ),
        texts=_texts(parts, outlines, found, where),
        characters=tuple(
            Character(polygon_box(outlines[id(part)]), _person(part, found), id=part.need("id"))
            for part in parts
            if part.tag == "character"
        ),
        faces=tuple(
            Face(polygon_box(outlines[id(part)]), _person(part, found), id=part.need("id"))
            for part in parts
            if part.tag == "face"
        ),
        balloons=tuple(
            Balloon(outlines[id(part)], part.need("id")) for part in parts if part.tag == "balloon"
        ),
        speakers=_speakers(parts, found),
        story=found.known(element, "story_id", found.stories),
        advert=found.known(element, "add_id", found.adverts) is not None,
        order_confidence=UNKNOWN_ORDER,
    )


def placed(outline: Polygon) -> tuple[Box, Polygon | None]:
    """Box and polygon; no polygon for the four corners of a box."""
    box = polygon_box(outline)
    return box, None if set(outline) == set(box_polygon(box)) and len(outline) == 4 else outline


def _person(part: Element, found: _Found) -> str | None:
    return found.known(part, "character_id", found.people)


def _texts(
    parts: list[Element], outlines: dict[int, Polygon], found: _Found, where: str
) -> tuple[Text, ...]:
    balloons = [part.attributes["id"] for part in parts if part.tag == "balloon"]
    texts = []
    for part in parts:
        if part.tag in ("text", "onomatopoeia"):
            box, polygon = placed(outlines[id(part)])
            balloon = found.known(part, "balloon_id", balloons)
            kind: TextKind | None = "onomatopoeia" if part.tag == "onomatopoeia" else None
            texts.append(Text(box, kind=kind, polygon=polygon, balloon=balloon, id=part.need("id")))
    require_unique((text.id for text in texts), "text id", where)
    return tuple(texts)


def _speakers(parts: list[Element], found: _Found) -> tuple[SpeakerLink, ...]:
    texts = [part.attributes["id"] for part in parts if part.tag in ("text", "onomatopoeia")]
    bodies = [part.attributes["id"] for part in parts if part.tag == "character"]
    links = []
    for part in parts:
        if part.tag == "link_sbsc":
            text = found.known(part, "text_id", texts)
            body = found.known(part, "character_id", bodies)
            if text is not None and body is not None:
                links.append(SpeakerLink(text, body))
    return tuple(links)


def _lists(book: Book) -> Iterable[str]:
    """Characters, adverts and stories, those too that only a page names."""
    people = {identity.id: identity.name for identity in book.identities}
    stories = {story.id: story.title for story in book.stories}
    for page in book.pages:
        for identity in identities_on(page):
            people.setdefault(identity, None)
        if page.story is not None:
            stories.setdefault(page.story, None)
    adverts = {f"add-{page.id}": None for page in book.pages if page.advert}
    for around, tag, things in (
        ("characters", "character", people),
        ("adds", "advertisement", adverts),
        ("stories", "story", stories),
    ):
        yield f"<{around}>"
        yield from (write_tag(tag, {"id": id_, "name": things[id_] or ""}) for id_ in things)
        yield f"</{around}>"


def _page_lines(page: Page, book: Book) -> Iterable[str]:
    name = _image_name(book.id, page.id)
    if page.image is not None and page.image.relative != name:
        raise InputError(
            f"book '{book.id}', page '{page.id}': CoMix needs its image to be named '{name}', not"
            f" '{page.image.relative}'"
        )
    head = {
        "id": page.id,
        "width": page.width,
        "height": page.height,
        "story_id": page.story,
        "add_id": f"add-{page.id}" if page.advert else None,
    }
    yield write_tag("page", head, leave_open=True)
    for tag, at, id_, outline, more in _parts(page):
        place = {"id": id_ or f"{tag}{at}", "points": write_points(outline)}
        yield write_tag(tag, place | more)
    yield from _link_lines(page)
    yield "</page>"


_Part = tuple[str, int, str | None, Polygon, dict[str, object]]


def _parts(page: Page) -> Iterable[_Part]:
    for at, panel in enumerate(page.panels):
        yield "panel", at, panel.id, panel.outline, {}
    for at, balloon in enumerate(page.balloons):
        yield "balloon", at, balloon.id, balloon.polygon, {}
    for at, text in enumerate(page.texts or ()):
        tag = "onomatopoeia" if text.kind == "onomatopoeia" else "text"
        outline = text.polygon or box_polygon(text.box)
        yield tag, at, text.id, outline, {"balloon_id": text.balloon}
    for at, body in enumerate(page.characters):
        yield "character", at, body.id, box_polygon(body.box), {"character_id": body.identity}
    for at, face in enumerate(page.faces):
        yield "face", at, face.id, box_polygon(face.box), {"character_id": face.identity}


def _link_lines(page: Page) -> Iterable[str]:
    centres = {("text", text.id): text.box.center for text in page.texts or ()}
    centres |= {("body", body.id): body.box.center for body in page.characters}
    for at, link in enumerate(page.speakers):
        ends = [centres.get(("text", link.text)), centres.get(("body", link.character))]
        points = write_points(tuple(end for end in ends if end is not None))
        if None in ends:
            raise InputError(f"page '{page.id}': speakers[{at}] names something not on the page")
        place = {"id": f"link{at}", "points": points}
        yield write_tag("link_sbsc", place | {"character_id": link.character, "text_id": link.text})


comix = Comix()
