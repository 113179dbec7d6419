"""Formats with one file a page: eBDtheque's SVG, DCM772's text files, PopManga's JSON."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from format_strategies import (
    HEIGHT,
    UNKNOWN_ORDER,
    WIDTH,
    boxes,
    image_of,
    polygons,
    round_trip,
    small_lists,
    white,
)
from panelwise.comics import (
    Balloon,
    Book,
    Character,
    Face,
    Identity,
    Page,
    Panel,
    SpeakerLink,
    Text,
    open_comic,
)
from panelwise.comics.formats import dcm772, ebdtheque, popmanga, recognise
from panelwise.errors import InputError, UnsafeInputError
from panelwise.geometry import Box, polygon_box


def bare(root, id_, name, **known):
    white(root / name)
    return Page(id_, WIDTH, HEIGHT, image_of(root, name), order_confidence=UNKNOWN_ORDER, **known)


@round_trip
@given(data=st.data())
def test_dcm772_carries_boxes_of_panels_characters_and_faces(tmp_path, data):
    def page(book, id_):
        panels, bodies, faces = (data.draw(small_lists(boxes(step=1))) for _ in range(3))
        return bare(
            tmp_path, id_, f"images/{book}/{id_}.jpg", panels=tuple(map(Panel, panels)),
            characters=tuple(map(Character, bodies)), faces=tuple(map(Face, faces)),
        )  # fmt: skip

    books = (Book("a", (page("a", "001"), page("a", "002"))), Book("b", (page("b", "001"),)))
    dcm772.write(books, tmp_path)
    assert dcm772.read(tmp_path) == books
    assert open_comic(tmp_path, annotations=tmp_path / "groundtruth", format="dcm772") == books
    (one,) = dcm772.read(tmp_path / "groundtruth/a/002.txt")
    assert one == Book("a", books[0].pages[1:])


@round_trip
@given(data=st.data())
def test_popmanga_carries_boxes_who_is_who_and_speakers(tmp_path, data):
    def page(book, id_):
        texts = data.draw(small_lists(boxes()))
        bodies = data.draw(small_lists(st.tuples(boxes(), st.integers(-1, 9))))
        links = st.builds(
            SpeakerLink,
            st.sampled_from([f"t{n}" for n in range(len(texts))] or [""]),
            st.sampled_from([f"c{n}" for n in range(len(bodies))] or [""]),
        )
        return bare(
            tmp_path, id_, f"images/{book}/{id_}.jpg", reading_direction="rtl",
            panels=tuple(map(Panel, data.draw(small_lists(boxes())))),
            texts=tuple(Text(box, id=f"t{n}") for n, box in enumerate(texts)),
            characters=tuple(
                Character(box, f"{id_}/{who}", id=f"c{n}") for n, (box, who) in enumerate(bodies)
            ),
            speakers=tuple(data.draw(small_lists(links))) if texts and bodies else (),
        )  # fmt: skip

    books = []
    for name, ids in (("Dr Stone/1", ("01", "02")), ("Z", ("01",))):
        pages = tuple(page(name, id_) for id_ in ids)
        people = dict.fromkeys(body.identity for one in pages for body in one.characters)
        books.append(
            Book(name, pages, identities=tuple(map(Identity, people)), direction_known=True)
        )
    popmanga.write(books, tmp_path)
    assert recognise(tmp_path / "annotations/Z/01.jpg.json") is popmanga
    assert recognise(tmp_path) is popmanga
    assert popmanga.read(tmp_path) == tuple(books)


@round_trip
@given(data=st.data())
def test_ebdtheque_carries_outlines_and_ids(tmp_path, data):
    def outlines():
        found = data.draw(small_lists(st.tuples(boxes(), st.none() | polygons())))
        return [(box if line is None else polygon_box(line), line) for box, line in found]

    def page(id_):
        return bare(
            tmp_path, id_, f"Pages/{id_}.jpg",
            panels=tuple(Panel(*one, id=f"P{n}") for n, one in enumerate(outlines())),
            texts=tuple(
                Text(box, polygon=line, id=f"L{n}") for n, (box, line) in enumerate(outlines())
            ),
            characters=tuple(Character(box, id=f"C{n}") for n, (box, _) in enumerate(outlines())),
            balloons=tuple(
                Balloon(line, f"B{n}") for n, line in enumerate(data.draw(small_lists(polygons())))
            ),
        )  # fmt: skip

    books = (
        Book("CYB_BUBBLE", (page("CYB_BUBBLE_01"), page("CYB_BUBBLE_02"))),
        Book("MIDAM_KID", (page("MIDAM_KID_10"),)),
    )
    ebdtheque.write(books, tmp_path)
    assert recognise(tmp_path / "GT/MIDAM_KID_10.svg") is ebdtheque
    assert recognise(tmp_path) is ebdtheque
    assert ebdtheque.read(tmp_path) == books
    assert open_comic(tmp_path, annotations=tmp_path) == books


@pytest.fixture
def root(tmp_path):
    for name in ("images/a/1.jpg", "Pages/X_1.jpg"):
        white(tmp_path / name)
    return tmp_path


PAGE, GT, TXT = "annotations/a/1.jpg.json", "GT/X_1.svg", "groundtruth/a/1.txt"
LINES = "8 1 2 30 40\n1 2 3 9 10\n5 3 3 9 10\r\n7 2 3 5 6\n11 3 3 5 6\n3 0 0 0 0\n\n"
SVG = """<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
<svg class="Page"><image x="0" y="0" width="64" height="48" xlink:href="../Pages/X_1.jpg"/></svg>
<svg class="Panel"><polygon id="P1" points="1,2 30,2 30,40 1,40 1,2"><metadata rank="1"/></polygon>
</svg><svg class="Line"><polygon points="1,2 9,2 9,9">words</polygon></svg>
<svg class="linkSBSC"><polygon points="1,2"/></svg></svg>"""
POP = {
    "bbox_annotations": {
        "bboxes_as_x1y1x2y2": [
            [1, 2, 9, 10], [2, 2, 9, 9.5], [3, 3, 9, 9], [1, 1, 60, 40], [1, 1, 2, 2],
        ],
        "labels": [0, 0, 1, 2, 3],
    },
    "character_clusters": ["4", 4],
    "text_char_matches": [[0, 1]],
    "text_tail_matches": [[0, 0]],
    "text_classification": [1],
    "character_names": ["?"],
}  # fmt: skip


def write(root, data):
    name = {LINES: TXT, SVG: "GT/X_1.svg"}.get(data, PAGE)
    return write_as(root, name, data)


def write_as(root, name, data):
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(data)
    return path


def test_the_numbers_of_dcm772_that_are_known_are_read(root):
    path = write(root, LINES)
    assert recognise(path) is dcm772
    (book,) = dcm772.read(path)
    (page,) = book.pages
    assert (book.id, page.id, page.width) == ("a", "1", WIDTH)
    assert page.panels == (Panel(Box(1, 2, 30, 40)),)
    assert [body.box.x0 for body in page.characters] == [2, 3]
    assert [face.box.x0 for face in page.faces] == [2, 3]
    assert (page.texts, page.order_confidence) == (None, 0.0)
    write_as(root, "groundtruth/a/0.txt", "")
    white(root / "images/a/0.jpg")
    (whole,) = open_comic(root, annotations=root)
    assert [len(page.panels) for page in whole.pages] == [0, 1]


def test_outlines_of_ebdtheque_are_read_and_metadata_is_not(root):
    (book,) = ebdtheque.read(write(root, SVG))
    (page,) = book.pages
    assert (book.id, page.id, page.image.relative) == ("X", "X_1", "Pages/X_1.jpg")
    assert page.panels == (Panel(Box(1, 2, 30, 40), id="P1"),)
    assert page.texts == (Text(Box(1, 2, 9, 9), polygon=((1, 2), (9, 2), (9, 9))),)


@pytest.mark.parametrize("matches", ["text_char_matches", "text_to_character_matches"])
def test_indices_of_popmanga_count_within_their_kind(root, matches):
    data = {("text_char_matches" in k and matches) or k: v for k, v in POP.items()}
    (book,) = popmanga.read(write(root, json.dumps(data)))
    (page,) = book.pages
    assert [body.identity for body in page.characters] == ["1/4", "1/4"]
    assert book.identities == (Identity("1/4"),), "who is who is known within a page only"
    assert page.speakers == (SpeakerLink("t0", "c1"),)
    assert (len(page.panels), len(page.texts)) == (1, 1), "tails are passed over"
    assert open_comic(root, annotations=root) == (book,)


def pop(**changed):
    return json.dumps(POP | changed)


def pop_boxes(*found, labels=(0,)):
    inside = {"bboxes_as_x1y1x2y2": list(found), "labels": list(labels)}
    return pop(bbox_annotations=inside, character_clusters=[1], text_char_matches=[])


@pytest.mark.parametrize(
    ("format_", "name", "data", "says"),
    [
        (dcm772, TXT, "8 1 2 30\n", "line 1: expected a class and four edges"),
        (dcm772, TXT, "8 1 2 30 nan\n", "line 1: expected a finite number"),
        (dcm772, TXT, "8 1 2 30 40\n8 1 2 1 9\n", "line 2: box .* is empty"),
        (dcm772, TXT, "8 99 2 130 40\n", "line 1: box .* outside the page"),
        (dcm772, "groundtruth/a/9.txt", LINES, r"9\.txt: no image 'images/a/9\.jpg' in"),
        (ebdtheque, GT, SVG.replace("1,2 9,2 9,9", "1,2 9,2 9,2"), "line 5: <polygon>: .* no area"),
        (ebdtheque, GT, SVG.replace("1,2 9,2 9,9", "1,2 9,2 9,inf"), "finite number"),
        (ebdtheque, GT, SVG.replace("<image", "<picture"), "no <image> in it"),
        (ebdtheque, GT, SVG.replace('"64"', '"65"'), "annotated as 65×48 pixels"),
        (ebdtheque, GT, SVG.replace('"64"', '"0"'), "an image of 0×48 pixels"),
        (ebdtheque, GT, SVG.replace('"Line"><polygon', '"Panel"><polygon id="P1"'),
         "Panel id 'P1' occurs twice"),
        (popmanga, PAGE, pop_boxes([1, 2, 1, 4]), "box .* is empty"),
        (popmanga, PAGE, pop_boxes([1, 2, float("nan"), 4]), r"\.json: .*"),
        (popmanga, PAGE, pop_boxes([99, 2, 130, 4]), "outside the page"),
        (popmanga, PAGE, pop_boxes([1, 2, 3, 4], labels=(0, 1)), "1 boxes, but 2 labels"),
        (popmanga, PAGE, pop_boxes([1, 2, 3, 4], labels=(9,)), r"labels\[0\]"),
        (popmanga, PAGE, pop(character_clusters=[]), "2 characters, but 0"),
        (popmanga, PAGE, pop(text_char_matches=[[1, 0]]), "a match of text 1 and"),
        (popmanga, PAGE, pop()[:90], "not JSON at column"),
        (popmanga, "annotations/a/9.jpg.json", pop(), r"no image 'images/a/9\.jpg' in"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_line_with_its_place(root, format_, name, data, says):
    path = write_as(root, name, data)
    with pytest.raises(InputError, match=says) as caught:
        format_.read(path)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)


def test_the_image_that_an_svg_names_cannot_lie_elsewhere(root):
    path = write_as(root, GT, SVG.replace("../Pages", "../../../etc"))
    with pytest.raises(UnsafeInputError, match="leads outside its folder"):
        ebdtheque.read(path)


@pytest.mark.parametrize("format_", [dcm772, ebdtheque, popmanga])
def test_many_pages_need_a_folder_and_names_that_lead_back(tmp_path, format_):
    plain = bare(tmp_path, "1", "other/1.jpg", reading_direction="rtl")
    with pytest.raises(InputError, match="can hold one page, not 2; give a folder"):
        format_.write([Book("a", (plain, plain))], tmp_path / "one.file")
    with pytest.raises(InputError, match=r"would be read back from|must be named"):
        format_.write([Book("a", (plain,))], tmp_path)
    with pytest.raises(InputError, match="no file"):
        format_.read(tmp_path)


def test_popmanga_is_rtl(tmp_path):
    plain = bare(tmp_path, "1", "images/a/1.jpg")
    with pytest.raises(InputError, match="PopManga is for rtl pages, this one is ltr"):
        popmanga.write([Book("a", (plain,))], tmp_path)
    alone = replace(plain, reading_direction="rtl", characters=(Character(Box(1, 1, 9, 9)),))
    popmanga.write([Book("a", (alone,))], tmp_path)
    assert popmanga.read(tmp_path)[0].pages[0].characters[0].identity == "1/0"
