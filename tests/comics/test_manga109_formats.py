"""Manga109's XML and its companions: COO's onomatopoeia and Manga109Dialog's speakers."""

from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from format_strategies import (
    HEIGHT,
    UNKNOWN_ORDER,
    WIDTH,
    boxes,
    image_of,
    names,
    polygons,
    round_trip,
    small_lists,
    white,
    xml_words,
)
from panelwise.comics import (
    Book,
    Character,
    ComicImage,
    Face,
    Identity,
    MemoryBytes,
    Page,
    Panel,
    SpeakerLink,
    Text,
    open_comic,
)
from panelwise.comics.formats import (
    coo,
    manga109,
    manga109dialog,
    merge_manga109,
    read_coo_links,
    recognise,
)
from panelwise.errors import InputError
from panelwise.geometry import Box, polygon_box

PEOPLE = ("p0", "0000001a", "17")


@st.composite
def manga_pages(draw, page_id, image=None):
    ids = (f"{number:08x}" for number in range(int(page_id) * 100, 10**9))
    kinds = st.sampled_from(["dialogue", "onomatopoeia"])
    texts = []
    said = xml_words.map(lambda text: {"ja": text} if text else {})
    for box, contents, kind, outline in draw(
        small_lists(st.tuples(boxes(), said, kinds, polygons()))
    ):
        if kind == "dialogue":
            texts.append(Text(box, contents, kind, id=next(ids)))
        else:
            texts.append(Text(polygon_box(outline), contents, kind, outline, id=next(ids)))
    texts.sort(key=lambda text: text.kind == "onomatopoeia")
    figures = st.tuples(boxes(), st.sampled_from([None, *PEOPLE]))
    bodies = [Character(*one, id=next(ids)) for one in draw(small_lists(figures))]
    spoken = [text.id for text in texts if text.kind == "dialogue"]
    links = st.builds(
        SpeakerLink,
        st.sampled_from(spoken or [""]),
        st.sampled_from([b.id for b in bodies] or [""]),
    )
    return Page(
        page_id,
        WIDTH,
        HEIGHT,
        image,
        "rtl",
        "spread",
        tuple(Panel(box, id=next(ids)) for box in draw(small_lists(boxes()))),
        tuple(texts),
        tuple(bodies),
        tuple(Face(*one, id=next(ids)) for one in draw(small_lists(figures))),
        speakers=tuple(draw(small_lists(links))) if spoken and bodies else (),
        order_confidence=UNKNOWN_ORDER,
    )


@st.composite
def manga_books(draw, root):
    title = "Le <Titre> & Co"
    pages = tuple(
        draw(manga_pages(id_, image_of(root, f"images/{title}/{id_}.jpg")))
        for id_ in ("000", "007", "1200")
    )
    people = tuple(Identity(id_, draw(st.none() | names)) for id_ in PEOPLE)
    return Book(title, pages, identities=people, direction_known=True)


@pytest.fixture
def root(tmp_path):
    for id_ in ("000", "007", "1200"):
        white(tmp_path / f"images/Le <Titre> & Co/{id_}.jpg")
    for folder in ("annotations", "coo", "manga109dialog"):
        (tmp_path / folder).mkdir()
    return tmp_path


@round_trip
@given(data=st.data())
def test_manga109_carries_boxes_ids_words_and_people(root, data):
    book = data.draw(manga_books(root))
    path = root / "annotations" / "book.xml"
    manga109.write([book], path)
    assert recognise(path) is manga109
    kept = replace(
        book,
        pages=tuple(
            replace(
                page,
                speakers=(),
                texts=tuple(text for text in page.texts if text.kind == "dialogue"),
            )
            for page in book.pages
        ),
    )
    assert manga109.read(path) == (kept,)
    assert open_comic(root, annotations=path) == (kept,)


@round_trip
@given(data=st.data())
def test_three_files_side_by_side_carry_onomatopoeia_and_speakers_too(root, data):
    book = data.draw(manga_books(root))
    for folder, format_ in (
        ("annotations", manga109),
        ("coo", coo),
        ("manga109dialog", manga109dialog),
    ):
        format_.write([book], root / folder / "book.xml")
    assert manga109.read(root) == (book,)
    assert open_comic(root, annotations=root) == (book,)
    (spoken,) = manga109dialog.read(root / "manga109dialog" / "book.xml")
    assert [page.speakers for page in spoken.pages] == [page.speakers for page in book.pages]
    (sounds,) = coo.read(root / "coo" / "book.xml", root)
    assert [page.texts for page in sounds.pages] == [
        tuple(text for text in page.texts if text.kind == "onomatopoeia") for page in book.pages
    ]


BOOK = """<?xml version="1.0"?>
<book title="T"><characters><character id="00000003" name="A"/></characters><pages>
<page index="3" width="64" height="48">
 <frame id="10000001" xmin="1" ymin="2" xmax="30" ymax="40"/>
 <text id="1000000a" xmin="1" ymin="2" xmax="9" ymax="9">###</text>
 <body id="b1" xmin="1" ymin="2" xmax="30" ymax="40" character="00000003"/>
 <weather id="x" sun="1"/>
</page></pages></book>"""
COO = """<book title="T"><pages><page index="3" width="64" height="48">
 <onomatopoeia id="s1" x0="1" y0="1" x1="9" y1="1" x2="9" y2="9">ド</onomatopoeia>
 <onomatopoeia id="s2" x0="1" y0="1" x1="9" y1="1" x2="9" y2="9">ン</onomatopoeia>
 <onomatopoeia_link1 id="l" link0="s1" link1="s2"/></page></pages></book>"""
DIALOG = """<book title="T"><pages><page index="3" width="64" height="48">
 <speaker_to_text id="20" text_id="1000000a" speaker_id="b1"/></page></pages></book>"""


def write(folder, name, text):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_ids_stay_strings_and_a_region_nobody_could_read_keeps_its_marks(tmp_path):
    (book,) = manga109.read(write(tmp_path, "T.xml", BOOK))
    (page,) = book.pages
    assert (book.id, page.id, page.reading_direction, page.layout) == ("T", "003", "rtl", "spread")
    assert page.order_confidence == 0.0, "tags are in no reading order"
    assert page.panels == (Panel(Box(1, 2, 30, 40), id="10000001"),)
    assert page.texts == (Text(Box(1, 2, 9, 9), {"ja": "###"}, "dialogue", id="1000000a"),)
    assert page.characters[0].identity == book.identities[0].id == "00000003"


def test_onomatopoeia_follow_texts_and_links_name_what_belongs_together(tmp_path):
    own = write(tmp_path, "T.xml", BOOK)
    sounds, spoken = write(tmp_path, "coo.xml", COO), write(tmp_path, "dialog.xml", DIALOG)
    page = merge_manga109(own, sounds, spoken).pages[0]
    assert [text.id for text in page.texts] == ["1000000a", "s1", "s2"]
    assert page.texts[1].polygon == ((1, 1), (9, 1), (9, 9))
    assert page.texts[1].box == Box(1, 1, 9, 9)
    assert page.speakers == (SpeakerLink("1000000a", "b1"),)
    assert read_coo_links(sounds) == {"003": (("s1", "s2"),)}
    with pytest.raises(InputError, match=r"put Manga109's own 'dialog\.xml' into .*annotations"):
        manga109dialog.read(spoken)


def test_a_page_without_size_needs_its_image(tmp_path):
    path = write(tmp_path, "T.xml", COO.replace('width="64" height="48"', 'width="0" height="0"'))
    with pytest.raises(
        InputError, match=r"index 3: no image 'images/T/003\.jpg' in .* gives no page size"
    ):
        coo.read(path)
    white(tmp_path / "images/T/003.jpg")
    assert coo.read(path)[0].pages[0].width == WIDTH
    own = write(tmp_path, "own.xml", BOOK)
    assert len(merge_manga109(own, path).pages[0].texts) == 3


@pytest.mark.parametrize(
    ("base", "old", "new", "says"),
    [
        (BOOK, 'xmin="1"', 'xmin="nan"', r"line 4: <frame>: xmin: expected a finite number"),
        (BOOK, 'xmin="1"', 'xmin="1e400"', r"<frame>: xmin: .* beyond a million|finite"),
        (BOOK, 'xmin="1"', "", r"line 4: <frame> has no 'xmin'"),
        (BOOK, 'xmax="30"', 'xmax="1"', r"line 4: <frame>: box .* is empty"),
        (BOOK, 'xmin="1" ymin="2" xmax="30"', 'xmin="65" ymin="2" xmax="70"', "outside the page"),
        (BOOK, 'id="b1"', 'id="10000001"', r"line 6: <body>: id '10000001' occurs twice"),
        (BOOK, 'character="00000003"', 'character="9"', r"line 6: <body>: unknown character '9'"),
        (BOOK, 'index="3"', 'index="-3"', r"<page>: index must be a whole .* not '-3'"),
        (BOOK, 'width="64"', 'width="²"', r"<page>: width must be a whole number"),
        (BOOK, "</page>", '</page><page index="3" width="4" height="4"/>', "index 3 occurs twice"),
        (BOOK, "<book ", "<books ", "did you mean 'book'|root is not <book>"),
        (BOOK, 'title="T"', "", "<book> has no 'title'"),
        (COO, 'x2="9"', 'x2="5"', None),
        (COO, 'y2="9"', 'y2="1"', r"line 2: <onomatopoeia>: polygon of 3 points has no area"),
        (COO, 'y2="9"', "", "has an x without y"),
        (COO, 'id="s2"', 'id="s1"', r"line 3: <onomatopoeia>: id 's1' occurs twice"),
        (COO, 'link1="s2"', 'link1="s9"', r"line 4: <onomatopoeia_link1>: unknown .* 's9'"),
        (COO, 'index="3"', 'index="4"', r"<page>: page index 4 is not in"),
        (COO, 'width="64"', 'width="65"', "65×48 pixels, but Manga109 has 64×48"),
        (COO, 'title="T"', 'title="U"', r"book 'U', but .* is book 'T'"),
        (COO, 'id="s1"', 'id="1000000a"', "text id '1000000a' occurs twice|unknown onomat"),
        (DIALOG, 'text_id="1000000a"', 'text_id="b1"', "page 3 of Manga109 has no text 'b1'"),
        (DIALOG, 'speaker_id="b1"', 'speaker_id="q"', "page 3 of Manga109 has no body 'q'"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_line_with_file_and_place(tmp_path, base, old, new, says):
    assert old in base
    changed = base.replace(old, new, 1)
    own = write(tmp_path, "own.xml", changed if base is BOOK else BOOK)
    sounds = write(tmp_path, "coo.xml", changed if base is COO else COO)
    spoken = write(tmp_path, "dialog.xml", changed if base is DIALOG else DIALOG)
    if says is None:
        assert merge_manga109(own, sounds, spoken)
        return
    with pytest.raises(InputError, match=says) as caught:
        merge_manga109(own, sounds, spoken)
    message = str(caught.value)
    assert message.startswith(str(tmp_path))
    assert "\n" not in message


def test_what_would_be_read_back_as_something_else_is_not_written(tmp_path):
    page = Page("003", WIDTH, HEIGHT, None, "rtl")
    for book, says in (
        (Book("T", (replace(page, reading_direction="ltr"),)), "this one is ltr"),
        (Book("T", (replace(page, id="cover"),)), "three digits"),
        (Book("T", (replace(page, image=image_of(tmp_path, "a.jpg")),)), "'images/T/003.jpg'"),
        (Book("T", (page, page)), "page '003' occurs twice"),
        (Book("T\0", (page,)), "XML cannot hold"),
    ):
        for format_ in (manga109, coo, manga109dialog):
            with pytest.raises(InputError, match=says):
                format_.write([book], tmp_path / "T.xml")
    with pytest.raises(InputError, match="a manga109 file holds one book, not 2"):
        manga109.write([Book("T", ()), Book("U", ())], tmp_path / "T.xml")


def test_things_without_an_id_are_given_one_that_is_free(tmp_path):
    panels = (Panel(Box(1, 1, 9, 9)), Panel(Box(1, 1, 9, 9), id="00000000"))
    book = Book("T", (Page("003", WIDTH, HEIGHT, None, "rtl", panels=panels),))
    manga109.write([book], tmp_path / "T.xml")
    (back,) = manga109.read(tmp_path / "T.xml")
    assert [panel.id for panel in back.pages[0].panels] == ["00000001", "00000000"]


@pytest.mark.shared
def test_the_published_examples_of_manga109_are_read(shared):
    folder = shared / "annotations" / "manga109-dummy"
    assert recognise(folder) is manga109
    books = {book.id: book for book in manga109.read(folder)}
    assert {id_: len(book.pages) for id_, book in books.items()} == {
        "TitleA": 5, "TitleB": 3, "TitleC": 3,
    }  # fmt: skip
    page = books["TitleA"].pages[3]
    counts = (page.panels, page.texts, page.characters, page.faces)
    assert tuple(map(len, counts)) == (4, 6, 4, 2)
    assert page.texts[2].content == "はあ\nはあ"
    assert page.faces[0].id == "0000000a"
    custom = books["TitleC"].pages[0]
    assert (custom.panels, custom.texts, len(custom.characters)) == ((), (), 1)
    assert [person.name for person in books["TitleC"].identities] == ["山田太郎", "田中花子"]


@pytest.mark.shared
def test_the_published_onomatopoeia_and_speakers_are_all_there(shared, tmp_path):
    """Manga109's own files are not public: stand-ins hold the ids that the links name."""
    folder = shared / "annotations"
    total: Counter[str] = Counter()
    (tmp_path / "white.png").write_bytes(white(tmp_path / "w.png", (1654, 1170)).read_bytes())
    spread = (tmp_path / "white.png").read_bytes()
    for file in sorted((folder / "coo").glob("*.xml")):
        spoken = folder / "manga109dialog" / file.name
        assert (recognise(file), recognise(spoken)) == (coo, manga109dialog)
        own = tmp_path / file.name
        stand_in(spoken, own)
        book = merge_manga109(own, file, spoken)
        (alone,) = coo.read(file, lambda name: ComicImage(MemoryBytes(name, spread), name))
        total["volumes"] += 1
        total["pages"] += len(book.pages)
        for page, sounds in zip(book.pages, alone.pages, strict=True):
            total["onomatopoeia"] += len(sounds.texts)
            total["speakers"] += len(page.speakers)
            assert tuple(text for text in page.texts if text.kind == "onomatopoeia") == sounds.texts
        total["links"] += sum(map(len, read_coo_links(file).values()))
    assert total == {
        "volumes": 14, "pages": 1261, "onomatopoeia": 7615, "links": 348, "speakers": 18328,
    }  # fmt: skip


def stand_in(dialog, own):
    root = ElementTree.parse(dialog).getroot()
    lines = [f'<book title="{root.get("title")}"><characters/><pages>']
    for page in root.iter("page"):
        lines.append(f'<page index="{page.get("index")}" width="1654" height="1170">')
        for tag, name in (("text", "text_id"), ("body", "speaker_id")):
            ids = sorted({link.get(name) for link in page})
            lines += [f'<{tag} id="{id_}" xmin="1" ymin="1" xmax="9" ymax="9"/>' for id_ in ids]
        lines.append("</page>")
    own.write_text("\n".join([*lines, "</pages></book>"]))


def test_an_image_of_another_size_is_told(tmp_path):
    path = write(tmp_path, "T.xml", BOOK)
    picture = white(tmp_path / "images/T/003.jpg")
    Image.new("RGB", (65, 48)).save(picture, "PNG")
    with pytest.raises(InputError, match="annotated as 64×48 pixels, but the image"):
        manga109.read(path)
