"""Annotation formats: what is written is read back, and what is wrong is said in one line."""

import copy
import io
import json
import re
import zipfile
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from panelwise.comics import (
    Balloon,
    Book,
    Character,
    ComicImage,
    Face,
    FileBytes,
    Identity,
    Page,
    Panel,
    Source,
    SpeakerLink,
    Text,
    open_comic,
)
from panelwise.comics.formats import (
    coco,
    format_names,
    get_format,
    openmantra,
    page_from_json,
    page_json,
    page_to_json,
    recognise,
)
from panelwise.errors import InputError, UnknownNameError, UnsafeInputError
from panelwise.geometry import Box

WIDTH, HEIGHT = 64, 48
slow_fixture = settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.fixture
def images(tmp_path):
    for name in ("a/1.png", "a/2.png", "b/1.png"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        Image.new("RGB", (WIDTH, HEIGHT), "white").save(path)
    return tmp_path


# Eighths are exact in binary, so that x + (x1 - x) is x1.
eighths = st.integers(-16, 8 * 60).map(lambda n: n / 8)
words = st.text(st.characters(codec="utf-8"), max_size=8)
ids = st.text("abc12", min_size=1, max_size=4)
confidences = st.none() | st.floats(0, 1)
contents = st.dictionaries(st.sampled_from(["ja", "en", "und"]), words)
kinds = st.sampled_from([None, "dialogue", "narration", "onomatopoeia", "scene_text"])


@st.composite
def boxes(draw):
    x, y = draw(st.integers(-8, 8 * WIDTH - 9)), draw(st.integers(-8, 8 * HEIGHT - 9))
    width, height = draw(st.integers(9, 200)), draw(st.integers(9, 200))
    return Box(x / 8, y / 8, (x + width) / 8, (y + height) / 8)


def full_boxes(box):
    """None, or a box that reaches beyond this one on any sides."""
    beyond = st.integers(0, 800).map(lambda n: n / 8)
    reach = st.tuples(beyond, beyond, beyond, beyond)
    return st.none() | reach.map(
        lambda far: Box(box.x0 - far[0], box.y0 - far[1], box.x1 + far[2], box.y1 + far[3])
    )


@st.composite
def polygons(draw):
    x, y, x1, y1 = draw(boxes())
    return ((x, y), (x1, y), (x1, y1), *draw(st.sampled_from([(), ((x, y1),)])))


def distinct(draw, count):
    return draw(st.permutations([None, *(f"i{n}" for n in range(count))]))[:count]


@st.composite
def pages(draw, page_id, image, direction):
    def things(strategy):
        return draw(st.lists(strategy, max_size=3))

    panels = [Panel(*v) for v in things(st.tuples(boxes(), st.none() | polygons(), confidences))]
    texts = [
        Text(box, said, kind, polygon, confidence=confidence)
        for box, said, kind, polygon, confidence in things(
            st.tuples(boxes(), contents, kinds, st.none() | polygons(), confidences)
        )
    ]
    balloons = [Balloon(polygon, f"b{n}") for n, polygon in enumerate(things(polygons()))]
    panel_of = st.none() | st.integers(0, max(0, len(panels) - 1)) if panels else st.none()
    balloon_of = st.sampled_from([None, *(balloon.id for balloon in balloons)])
    texts = [
        replace(text, panel=draw(panel_of), balloon=draw(balloon_of), id=f"t{n}")
        for n, text in enumerate(texts)
    ]
    bodies = things(st.tuples(boxes(), st.none() | ids, confidences))
    characters = [
        Character(*body, f"c{n}", draw(full_boxes(body[0]))) for n, body in enumerate(bodies)
    ]
    faces = things(st.tuples(boxes(), st.none() | ids, confidences))
    links = st.builds(
        SpeakerLink,
        st.sampled_from([text.id for text in texts] or ["none"]),
        st.sampled_from([c.id for c in characters] or ["none"]),
        st.sampled_from([None, True, False]),
    )
    return Page(
        page_id,
        WIDTH,
        HEIGHT,
        image,
        direction,
        draw(st.sampled_from(["single", "spread", "strip", "scroll"])),
        tuple(replace(p, id=i) for p, i in zip(panels, distinct(draw, len(panels)), strict=True)),
        draw(st.sampled_from([None, tuple(texts)])) if not texts else tuple(texts),
        tuple(characters),
        tuple(Face(*face, full_box=draw(full_boxes(face[0]))) for face in faces),
        tuple(balloons),
        tuple(things(links)) if texts and characters else (),
        draw(st.none() | words),
        draw(st.booleans()),
        draw(confidences),
    )


@st.composite
def shelves(draw, root):
    """Two books whose images lie under ``root``."""
    books = []
    for book_id, names in (("a", ["1", "2"]), ("b", ["1"])):
        direction = draw(st.sampled_from(["ltr", "rtl", "ttb"]))
        found = tuple(
            draw(pages(name, ComicImage(FileBytes(root / f"{book_id}/{name}.png"),
                                        f"{book_id}/{name}.png"), direction))
            for name in names
        )  # fmt: skip
        source = Source(
            dataset=draw(st.none() | words),
            redistribution=draw(st.sampled_from(["none", "annotation_only", "full"])),
            year=draw(st.none() | st.integers(1800, 2030)),
            colour=draw(st.sampled_from([None, True, False])),
            month=draw(st.none() | st.integers(1, 12)),
        )
        people = tuple(
            Identity(f"p{n}", draw(st.none() | words), tuple(draw(st.lists(words, max_size=2))),
                     draw(st.booleans()))
            for n in range(draw(st.integers(0, 2)))
        )  # fmt: skip
        title, known = draw(st.none() | words), draw(st.booleans())
        books.append(Book(book_id, found, title, source, people, known))
    return tuple(books)


@slow_fixture
@given(data=st.data())
@pytest.mark.parametrize("suffix", [".json", ".jsonl"])
def test_page_json_loses_nothing(images, data, suffix):
    books = data.draw(shelves(images))
    path = images / f"pages{suffix}"
    page_json.write(books, path)
    assert page_json.sniff(path)
    assert page_json.read(path, images) == books
    assert open_comic(images) == books


@slow_fixture
@given(data=st.data())
def test_coco_carries_boxes_polygons_order_scores_and_words(images, data):
    books = data.draw(shelves(images))
    path = images / "coco.json"
    coco.write(books, path)
    assert recognise(path) is coco
    carried = tuple(replace(book, pages=tuple(map(coco_keeps, book.pages))) for book in books)
    for book, back in zip(carried, coco.read(path, images), strict=True):
        assert back.pages == book.pages
        assert back.id == book.id


def coco_keeps(page):
    return replace(
        page,
        layout="single",
        panels=tuple(replace(panel, id=None) for panel in page.panels),
        texts=page.texts
        and tuple(replace(text, id=None, panel=None, balloon=None) for text in page.texts),
        characters=tuple(replace(c, id=None, identity=None) for c in page.characters),
        faces=tuple(replace(face, id=None, identity=None) for face in page.faces),
        balloons=tuple(replace(balloon, id=None) for balloon in page.balloons),
        speakers=(),
        story=None,
        advert=False,
    )


@slow_fixture
@given(data=st.data())
def test_openmantra_carries_boxes_order_and_words(images, data):
    books = tuple(
        replace(book, pages=tuple(replace(p, reading_direction="rtl") for p in book.pages))
        for book in data.draw(shelves(images))
    )
    path = images / "annotation.json"
    openmantra.write(books, path)
    assert recognise(path) is openmantra
    assert openmantra.read(path, images) == tuple(
        Book(book.id, tuple(map(openmantra_keeps, book.pages)), direction_known=True)
        for book in books
    )


def openmantra_keeps(page):
    panels = tuple(Panel(panel.box) for panel in page.panels)
    said = [t for t in page.texts or () if t.kind not in ("onomatopoeia", "scene_text")]
    texts = tuple(Text(text.box, text.contents, "dialogue") for text in said)
    return Page(
        page.id, page.width, page.height, page.image, "rtl", panels=panels, texts=texts
    )  # fmt: skip


@pytest.mark.shared
def test_the_real_openmantra_comes_back_as_it_was(shared, tmp_path):
    folder = shared / "comics" / "openmantra"
    books = open_comic(folder)
    assert [(book.id, len(book.pages)) for book in books] == [
        ("tojime_no_siora", 46),
        ("balloon_dream", 38),
        ("tencho_isoro", 40),
    ]
    assert sum(len(page.panels) for book in books for page in book.pages) == 628
    assert sum(len(page.texts) for book in books for page in book.pages) == 959
    page = books[0].pages[3 - 1]
    assert page.reading_direction == "rtl"
    assert page.panels[0].box == Box(455, 1, 754, 414)
    assert list(page.texts[0].contents) == ["ja", "en", "zh"]
    openmantra.write(books, tmp_path / "annotation.json")
    written = json.loads((tmp_path / "annotation.json").read_bytes())
    assert written == json.loads((folder / "annotation.json").read_bytes())
    for format_ in (page_json, coco):
        path = tmp_path / f"other{format_.suffixes[-1]}"
        format_.write(books, path)
        assert open_comic(folder, annotations=path) == books


@pytest.mark.shared
@pytest.mark.parametrize("name", ["craphound/gt.json", "peppercarrot-ep01/gt-text-en.json",
                                  "kumiko-tests/expected.json"])  # fmt: skip
def test_other_json_files_are_not_mistaken_for_annotations(shared, name):
    assert recognise(shared / "comics" / name) is None


def test_formats_are_found_by_name():
    assert {"coco", "openmantra", "page-json", "manga109"} <= set(format_names())
    assert get_format("coco") is coco
    with pytest.raises(UnknownNameError, match="did you mean 'page-json'"):
        get_format("pagejson")


LINE = {
    "page": "1",
    "image": "a/1.png",
    "width": WIDTH,
    "height": HEIGHT,
    "reading_direction": "rtl",
    "panels": [{"box": [1, 2, 30, 40], "polygon": None, "confidence": 0.5}],
    "texts": [],
    "order_confidence": 0.9,
}


def test_the_lines_that_reading_prints_are_annotations(images):
    path = images / "out.jsonl"
    path.write_text(f"{json.dumps(LINE)}\n{json.dumps(LINE | {'page': '2', 'image': 'a/2.png'})}\n")
    (book,) = open_comic(images, annotations=path)
    assert (book.id, [page.id for page in book.pages]) == ("out", ["1", "2"])
    assert book.direction_known
    assert book.pages[0].panels == (Panel(Box(1, 2, 30, 40), confidence=0.5),)
    again = [page_to_json(page, page.image.relative) for page in book.pages]
    assert again[0] == LINE
    path.with_suffix(".json").write_text(json.dumps(LINE))
    assert page_json.read(path.with_suffix(".json"), images)[0].pages == book.pages[:1]


def test_annotations_meet_the_pages_of_an_archive(images):
    with zipfile.ZipFile(images / "shelf.cbz", "w") as archive:
        archive.write(images / "a/1.png", "a/1.png")
    path = images / "out.jsonl"
    path.write_text(json.dumps(LINE))
    (book,) = open_comic(images / "shelf.cbz", annotations=path)
    assert book.pages[0].image.source.name.endswith("shelf.cbz:a/1.png")
    path.write_text(json.dumps(LINE | {"image": "shelf.cbz/a/1.png"}))
    (book,) = open_comic(images, annotations=path)
    assert book.pages[0].image.size == (WIDTH, HEIGHT)


def test_without_images_at_hand_sizes_come_from_the_annotations(tmp_path):
    path = tmp_path / "out.jsonl"
    path.write_text(json.dumps(LINE))
    page = page_json.read(path)[0].pages[0]
    assert (page.image, page.width, page.height) == (None, WIDTH, HEIGHT)
    with pytest.raises(InputError, match=r"no image 'a/1\.png'"):
        page_json.read(path, tmp_path)


def test_two_annotation_files_need_a_choice(images):
    for name in ("one.jsonl", "two.json"):
        (images / name).write_text(json.dumps(LINE))
    with pytest.raises(InputError, match=r"several .* \(one\.jsonl, two\.json\); give one of"):
        open_comic(images)
    assert open_comic(images / "two.json")[0].id == "two"
    assert open_comic(images, annotations=images / "two.json")[0].id == "two"


def changed(base, path, value):
    """A copy of nested JSON with one place changed."""
    whole = copy.deepcopy(base)
    inner = whole
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return whole


COCO = {
    "images": [{"id": 7, "file_name": "a/1.png", "width": WIDTH, "height": HEIGHT}],
    "annotations": [
        {"id": 1, "image_id": 7, "category_id": 3, "bbox": [30, 1, 20, 9], "order": 1},
        {"id": 2, "image_id": 7, "category_id": 3, "bbox": [1, 1, 20, 9], "order": 0},
    ],
    "categories": [{"id": 3, "name": "Panel"}, {"id": 4, "name": "person"}],
}
FACES = changed(COCO, ("categories", 0, "name"), "face")
MANTRA = [
    {
        "book_title": "a",
        "pages": [
            {
                "page_index": 1,
                "image_paths": {"ja": "a/1.png"},
                "frame": [{"x": 1, "y": 2, "w": 3, "h": 4}],
                "text": [{"x": 1, "y": 2, "w": 3, "h": 4, "text_ja": "あ"}],
            }
        ],
    }
]


@pytest.mark.parametrize(
    ("base", "path", "value", "says"),
    [
        (LINE, ("panels", 0, "box"), [1, 2, 1, 4], r"panels\[0\]\.box: box .* is empty"),
        (LINE, ("panels", 0, "box", 2), float("nan"), r"box\[2\]: .*finite"),
        (LINE, ("panels", 0, "box", 2), float("inf"), r"box\[2\]: .*"),
        (LINE, ("panels", 0, "box", 2), "30", r"box\[2\]: .*a number, not '30'"),
        (LINE, ("panels", 0, "polygon"), [[0, 0], [1, 1], [2, 2]], "polygon of 3 points"),
        (LINE, ("panels", 0, "confidence"), 1.5, r"confidence: .* 1, not 1\.5"),
        (LINE, ("panels", 0, "box"), [100, 100, 110, 110], "outside the page of 64×48"),
        (LINE, ("panels",), None, "line 1: panels: .*must be a list"),
        (LINE, ("width",), 65, "annotated as 65×48 pixels, but the image 'a/1.png' has 64×48"),
        (LINE, ("width",), 0, "width: .*greater than 0"),
        (LINE, ("image",), "a/9.png", "no image 'a/9.png' in"),
        (LINE, ("reading_direction",), "rlt", "reading_direction: .*'rtl'"),
        (LINE, ("texts",), [{"box": [1, 2, 3, 4], "panel": 1}], r"texts\[0\] is in panel 1"),
        (LINE, ("texts",), [{"box": [1, 2, 3, 4], "balloon": "x"}], "unknown balloon 'x'"),
        (LINE, ("faces",), [{"box": [5, 5, 9, 9], "full_box": [7, 5, 12, 9]}],
         r"page '1': faces\[0\]: the full box .* does not contain the visible box \[5"),
        (LINE, ("faces",), [{"box": [5, 5, 9, 9], "full_box": [5, 5, 5, 9]}], "is empty"),
        (FACES, ("annotations", 0, "full_bbox"), [32, 1, 30, 9],
         r"annotation 1: the full box .* does not contain the visible box \[30"),
        (LINE, ("speakers",), [{"text": "t", "character": "c"}], "unknown text 't'"),
        (COCO, ("annotations", 0, "image_id"), 8, "annotation 1 is on unknown image 8"),
        (COCO, ("annotations", 0, "category_id"), 9, "annotation 1 is of unknown category 9"),
        (COCO, ("annotations", 0, "category_id"), 4, "a 'person'; known categories: "),
        (COCO, ("annotations", 0, "id"), 2, "annotation id 2 occurs twice"),
        (COCO, ("annotations", 0, "order"), 0, "panel order 0 occurs twice"),
        (COCO, ("annotations", 0, "order"), None, "1 of 2 panels have an order; give one to all"),
        (COCO, ("annotations", 0, "bbox"), [1, 1, 0, 5], r"annotation 1: bbox .* is empty"),
        (COCO, ("annotations", 0, "bbox", 0), float("nan"), r"annotations\[0\].*finite"),
        (COCO, ("annotations", 0, "segmentation"), [[1, 1, 2, 2]], "annotation 1: segmentation"),
        (COCO, ("images", 0, "height"), 47, "annotated as 64×47 .* has 64×48"),
        (MANTRA, (0, "pages", 0, "frame", 0, "w"), 0, r"frame\[0\]\.w: .*greater than 0, not 0"),
        (MANTRA, (0, "pages", 0, "frame", 0, "x"), 90, "page 1: box .* outside the page of 64×48"),
        (MANTRA, (0, "pages", 0, "image_paths"), {}, "image_paths is empty"),
        (MANTRA, (0, "pages", 0, "image_paths", "ja"), "x.png", "page 1: no image 'x.png'"),
        (MANTRA, (0, "pages", 0, "text", 0, "text_ja"), 5, "text_ja is not a text"),
        (MANTRA, (0, "book_title"), "", "book_title"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_line_with_its_place(images, base, path, value, says):
    file = images / ("lines.jsonl" if base is LINE else "file.json")
    file.write_text(json.dumps(changed(base, path, value)))
    with pytest.raises(InputError, match=says) as caught:
        open_comic(images, annotations=file)
    message = str(caught.value)
    assert message.startswith(str(file))
    assert "\n" not in message


@pytest.mark.parametrize("name", ["../secret.png", "/etc/secret.png", "a\\1.png"])
@pytest.mark.parametrize("base", [LINE, COCO, MANTRA])
def test_an_image_name_cannot_lead_out_of_the_folder(images, base, name):
    place = {0: ("image",), 1: ("images", 0, "file_name")}.get(
        [LINE, COCO].index(base) if base is not MANTRA else 2,
        (0, "pages", 0, "image_paths", "ja"),
    )
    file = images / "file.json"
    file.write_text(json.dumps(changed(base, place, name)))
    with pytest.raises(UnsafeInputError, match="leads outside its folder"):
        open_comic(images, annotations=file)


@pytest.mark.parametrize("base", [LINE, COCO, MANTRA])
@pytest.mark.parametrize("keep", [0.5, 0.99])
def test_half_a_file_is_not_valid_json(images, base, keep):
    text = json.dumps(base)
    file = images / ("half.jsonl" if base is LINE else "half.json")
    file.write_text(text[: int(len(text) * keep)])
    format_ = {0: "page-json", 1: "coco"}.get(
        [LINE, COCO].index(base) if base is not MANTRA else 2, "openmantra"
    )
    with pytest.raises(InputError, match=re.escape(str(file)) + r".*not JSON at column"):
        open_comic(images, annotations=file, format=format_)


def test_a_page_twice_is_refused(images):
    path = images / "out.jsonl"
    path.write_text(f"{json.dumps(LINE)}\n\n{json.dumps(LINE)}\n")
    with pytest.raises(InputError, match="book 'out': page '1' occurs twice"):
        page_json.read(path, images)


def test_a_later_version_is_refused_by_number(images):
    path = images / "pages.json"
    path.write_text('{"format": "panelwise-pages", "version": 2, "books": []}')
    with pytest.raises(InputError, match=r"version 2 of panelwise-pages; .* reads 1"):
        page_json.read(path)


def test_coco_order_is_read_from_the_extension_or_else_from_the_file(images):
    path = images / "coco.json"
    path.write_text(json.dumps(COCO))
    (book,) = coco.read(path, images)
    assert book.id == "a"
    assert [panel.box.x0 for panel in book.pages[0].panels] == [1, 30]
    for annotation in (plain := copy.deepcopy(COCO))["annotations"]:
        del annotation["order"]
    path.write_text(json.dumps(plain))
    assert [panel.box.x0 for panel in coco.read(path, images)[0].pages[0].panels] == [30, 1]


@pytest.mark.parametrize(
    "categories",
    [
        {"panel": 1, "character": 2, "balloon": 3, "text": 4, "onomatopoeia": 5, "link_sbsc": 6,
         "face": 7},
        {"panel": 1, "character": 2, "text": 3, "face": 4},
    ],
)  # fmt: skip
def test_both_category_maps_of_comix_are_read_by_name(images, categories):
    file = COCO | {
        "categories": [{"id": number, "name": name} for name, number in categories.items()],
        "annotations": [
            {"id": n, "image_id": 7, "category_id": number, "iscrowd": 0, "area": 4,
             "bbox": [1, 1, 0, 0] if name == "link_sbsc" else [1, 1, 2, 2]}
            for n, (name, number) in enumerate(categories.items())
        ],
    }  # fmt: skip
    path = images / "coco.json"
    path.write_text(json.dumps(file))
    page = coco.read(path, images)[0].pages[0]
    sound = "onomatopoeia" in categories
    assert (len(page.panels), len(page.characters), len(page.faces)) == (1, 1, 1)
    assert [text.kind for text in page.texts] == [None, "onomatopoeia"][: 1 + sound]
    assert len(page.balloons) == sound


def test_coco_masks_and_several_parts_leave_the_box_alone(images):
    parts = [[1, 1, 5, 1, 5, 5], [7, 7, 9, 7, 9, 9]]
    for segmentation in ({"counts": "abc", "size": [1, 1]}, parts, []):
        path = images / "coco.json"
        path.write_text(json.dumps(changed(COCO, ("annotations", 0, "segmentation"), segmentation)))
        assert coco.read(path, images)[0].pages[0].panels[1] == Panel(Box(30, 1, 50, 10))


def test_openmantra_refuses_to_write_what_it_would_read_otherwise(images):
    page = page_from_json(LINE, ComicImage.from_path(images / "a/1.png"))
    for wrong, says in (
        (replace(page, reading_direction="ltr"), "this one is ltr"),
        (replace(page, image=None), "needs an image"),
        (replace(page, id="cover"), "whole numbers"),
    ):
        with pytest.raises(InputError, match=says):
            openmantra.write([Book("a", (wrong,))], images / "annotation.json")


def test_a_full_box_may_miss_a_pixel_of_the_visible_one_by_rounding():
    face = {"box": [5.4, 5, 9, 9], "full_box": [6, 5, 9, 20]}
    page = page_from_json({**LINE, "faces": [face]})
    assert page.faces == (Face(Box(5.4, 5, 9, 9), full_box=Box(6, 5, 9, 20)),)
    with pytest.raises(InputError, match="does not contain the visible box"):
        page_from_json({**LINE, "faces": [{**face, "box": [4.9, 5, 9, 9]}]})


def test_page_from_json_says_where_and_what():
    page = page_from_json(LINE)
    assert page_to_json(page, "a/1.png") == LINE
    with pytest.raises(InputError, match=r"^answer 3: height: missing"):
        page_from_json({k: v for k, v in LINE.items() if k != "height"}, where="answer 3")
    with pytest.raises(InputError, match="not plain JSON"):
        page_from_json(LINE | {"x": object()})
    buffer = io.BytesIO()
    Image.new("L", (5, 5)).save(buffer, "PNG")
    small = ComicImage.from_bytes(buffer.getvalue(), "small.png")
    with pytest.raises(InputError, match="annotated as 64×48 pixels, but its image has 5×5"):
        page_from_json(LINE, small)
