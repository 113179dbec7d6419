"""What other programs print: MangaOCR's JSON Lines and MangaLMM's answers, mokuro, Kumiko."""

import json
import re
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
    round_trip,
    small_lists,
    white,
    words,
)
from panelwise.comics import Book, Page, Panel, Text, open_comic
from panelwise.comics.formats import (
    kumiko,
    mangalmm,
    mokuro,
    read_mangalmm_predictions,
    recognise,
)
from panelwise.errors import InputError, UnsafeInputError
from panelwise.geometry import Box


def texts(box, said):
    made = st.builds(lambda b, w: Text(b, {"ja": w} if w else {}), box, said)
    return small_lists(made).map(tuple)


def page(root, id_, name, **known):
    white(root / name)
    return Page(id_, WIDTH, HEIGHT, image_of(root, name), order_confidence=UNKNOWN_ORDER, **known)


@round_trip
@given(data=st.data())
def test_mangalmm_carries_boxes_in_whole_pixels_and_words(tmp_path, data):
    def spread(book, id_):
        found = data.draw(texts(boxes(step=1), words))
        known = {"reading_direction": "rtl", "layout": "spread", "texts": found}
        return page(tmp_path, id_, f"test/{book}_{id_}.jpg", **known)

    books = (
        Book("ARMS", (spread("ARMS", "000003"), spread("ARMS", "000012")), direction_known=True),
        Book("Moeru_vol01", (spread("Moeru_vol01", "000000"),), direction_known=True),
    )
    path = tmp_path / "ocr.jsonl"
    mangalmm.write(books, path)
    assert recognise(path) is mangalmm
    assert mangalmm.read(path) == books
    assert open_comic(tmp_path) == books


@round_trip
@given(data=st.data())
def test_mokuro_carries_boxes_and_words(tmp_path, data):
    pages = tuple(
        page(tmp_path, id_, f"vol 1/{id_}.png", texts=data.draw(texts(boxes(), words)))
        for id_ in ("001", "extra/002")
    )
    book = Book("vol 1", pages, data.draw(st.none() | words.filter(bool)))
    path = tmp_path / "vol 1.mokuro"
    mokuro.write([book], path)
    assert recognise(path) is mokuro
    assert mokuro.read(path) == (book,)
    assert open_comic(tmp_path, annotations=path) == (book,)


@round_trip
@given(data=st.data())
def test_kumiko_carries_boxes_in_order_and_direction(tmp_path, data):
    def found(book, id_):
        panels = tuple(map(Panel, data.draw(small_lists(boxes()))))
        direction = data.draw(st.sampled_from(["ltr", "rtl"]))
        return page(tmp_path, id_, f"{book}/{id_}.jpg", panels=panels, reading_direction=direction)

    books = (
        Book("a", (found("a", "1"), found("a", "2")), direction_known=True),
        Book("b/c", (found("b/c", "1"),), direction_known=True),
    )
    path = tmp_path / "panels.json"
    kumiko.write(books, path)
    assert recognise(path) is kumiko
    assert kumiko.read(path) == books
    assert open_comic(tmp_path) == books


def conversation(answer, image="test/ARMS_000003.jpg", id_=7):
    asked = [{"type": "image", "image": image}, {"type": "text", "text": "Read."}]
    told = [{"type": "text", "text": answer}]
    messages = [{"role": "user", "content": asked}, {"role": "assistant", "content": told}]
    return {"id": id_, "messages": messages}


ANSWER = (
    '```json\n[\n\t{"bbox_2d": [1, 2, 9, 10], "text_content": "え「"！"}",\n'
    '\t{"bbox_2d": [3, 4, 20, 30], "text_content": "###"}\n]\n```'
).replace('"}",', '"},')
OCR = [conversation(ANSWER)]
MOKURO = {
    "version": "0.2.1",
    "title": "T",
    "title_uuid": "1",
    "volume": "v",
    "volume_uuid": "2",
    "pages": [
        {
            "img_width": 64,
            "img_height": 48,
            "img_path": "1.jpg",
            "blocks": [
                {
                    "box": [1, 2, 9, 10],
                    "vertical": True,
                    "font_size": 4.0,
                    "lines_coords": [[[1, 2], [5, 2], [5, 10], [1, 10]]],
                    "lines": ["あ", "い"],
                }
            ],
        }
    ],
}
KUMIKO = [
    {
        "filename": "a/1.jpg",
        "size": [64, 48],
        "numbering": "rtl",
        "gutters": [2, 2],
        "license": None,
        "panels": [[30, 1, 20, 40], [1, 1, 20, 40]],
        "processing_time": 0.4,
    }
]


@pytest.fixture
def root(tmp_path):
    for name in ("test/ARMS_000003.jpg", "v/1.jpg", "a/1.jpg"):
        white(tmp_path / name)
    return tmp_path


def write(root, data):
    lines = data is OCR or (isinstance(data, list) and "messages" in data[0])
    path = root / ("rows.jsonl" if lines else "file.json")
    rows = [json.dumps(row, ensure_ascii=False) for row in data] if lines else [json.dumps(data)]
    path.write_text("\n".join(rows), encoding="utf-8")
    return path


def test_released_answers_may_hold_quotes_that_nobody_escaped(root):
    (book,) = mangalmm.read(write(root, OCR))
    (spread,) = book.pages
    assert (book.id, spread.id, spread.reading_direction) == ("ARMS", "000003", "rtl")
    assert spread.order_confidence == 0.0
    assert spread.texts == (
        Text(Box(1, 2, 9, 10), {"ja": 'え「"！'}),
        Text(Box(3, 4, 20, 30), {"ja": "###"}),
    )


def test_the_lines_of_a_block_are_one_text(root):
    (book,) = mokuro.read(write(root, MOKURO))
    assert (book.id, book.title, book.direction_known) == ("v", "T", False)
    assert book.pages[0].texts == (Text(Box(1, 2, 9, 10), {"ja": "あ\nい"}),)
    assert book.pages[0].image.relative == "v/1.jpg"


@pytest.mark.parametrize("data", [KUMIKO, KUMIKO[0]])
def test_kumiko_prints_a_list_or_a_page(root, data):
    (book,) = kumiko.read(write(root, data))
    (found,) = book.pages
    assert (book.id, found.id, found.reading_direction) == ("a", "1", "rtl")
    assert [panel.box for panel in found.panels] == [Box(30, 1, 50, 41), Box(1, 1, 21, 41)]
    assert found.order_confidence == 0.0, "a program's order, without confidence"


def test_sizes_stand_in_for_images_where_the_file_tells_them(tmp_path):
    assert mokuro.read(write(tmp_path, MOKURO))[0].pages[0].image is None
    assert kumiko.read(write(tmp_path, KUMIKO))[0].pages[0].width == 64
    with pytest.raises(InputError, match=r"line 1: no image 'test/ARMS_000003\.jpg' in"):
        mangalmm.read(write(tmp_path, OCR))


def region(box, said="x"):
    return [conversation(f'\n\t{{"bbox_2d": {box}, "text_content": "{said}"}}')]


def block(**changed):
    inside = MOKURO["pages"][0]["blocks"][0] | changed
    return MOKURO | {"pages": [MOKURO["pages"][0] | {"blocks": [inside]}]}


@pytest.mark.parametrize(
    ("format_", "data", "says"),
    [
        (mangalmm, region("[1, 2, NaN, 4]"), r"line 1: line 2 of the answer: .*"),
        (mangalmm, region("[1, 2, 1, 4]"), r"line 2 of the answer: bbox_2d: box .* is empty"),
        (mangalmm, region("[1, 2, 9]"), "bbox_2d"),
        (mangalmm, region('["1", 2, 9, 9]'), r"bbox_2d.*a number"),
        (mangalmm, region("[100, 2, 109, 9]"), "outside the page of 64×48"),
        (mangalmm, [conversation('[{"bbox_2d": [1, 2, 3, 4], "text_content": ""}]')],
         "the answer has 1 bbox_2d, but 0 on lines of their own"),
        (mangalmm, [conversation('\n\t{"bbox_2d": [1, 2, 3, 4], "text_con')], "not JSON"),
        (mangalmm, [*OCR, *OCR], "line 2: id 7 occurs twice"),
        (mangalmm, [*OCR, conversation(ANSWER, id_="8")], "page '000003' of 'ARMS' occurs twice"),
        (mangalmm, [conversation(ANSWER, "x.png")], "no image 'x.png' in"),
        (mangalmm, [{"id": 1, "messages": []}], "found 0 images and 0 answers"),
        (mokuro, block(box=[1, 2, 1, 4]), r"pages\[0\]\.blocks\[0\]\.box: box .* is empty"),
        (mokuro, block(box=[1, 2, float("nan"), 4]), "file.json: .*"),
        (mokuro, block(lines_coords=[[[1, 1], [2, 2], [3, 3]]]), "polygon of 3 points"),
        (mokuro, block(box=[100, 2, 109, 4]), "page '1': box .* outside the page of 64×48"),
        (mokuro, MOKURO | {"pages": MOKURO["pages"] * 2}, "img_path '1.jpg' occurs twice"),
        (mokuro, MOKURO | {"volume": ""}, "volume"),
        (kumiko, [KUMIKO[0] | {"panels": [[1, 2, 0, 4]]}], r"\[0\]\.panels\[0\]\[2\]: .*greater"),
        (kumiko, [KUMIKO[0] | {"panels": [[90, 2, 9, 4]]}], "'a/1.jpg': box .* outside the page"),
        (kumiko, [KUMIKO[0] | {"size": [65, 48]}], "annotated as 65×48 pixels, but the image"),
        (kumiko, KUMIKO * 2, "filename 'a/1.jpg' occurs twice"),
        (kumiko, [KUMIKO[0] | {"numbering": "ttb"}], "numbering: .*'ltr' or 'rtl'"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_line_with_its_place(root, format_, data, says):
    path = write(root, data)
    with pytest.raises(InputError, match=says) as caught:
        format_.read(path)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("format_", "data"), [(mangalmm, OCR), (mokuro, MOKURO), (kumiko, KUMIKO)])
@pytest.mark.parametrize("keep", [0.0, 0.5, 0.99])
def test_half_a_file_is_not_valid_json(root, format_, data, keep):
    path = write(root, data)
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole[: int(len(whole) * keep)], encoding="utf-8")
    if format_ is mangalmm and not keep:
        assert mangalmm.read(path) == ()
        return
    with pytest.raises(InputError, match=re.escape(str(path)) + r".*not JSON at column"):
        format_.read(path)


@pytest.mark.parametrize(
    ("format_", "data"),
    [
        (mangalmm, [conversation(ANSWER, "../x.jpg")]),
        (mokuro, MOKURO | {"volume": ".."}),
        (kumiko, [KUMIKO[0] | {"filename": "/etc/x.jpg"}]),
    ],
)
def test_an_image_name_cannot_lead_out_of_the_folder(root, format_, data):
    with pytest.raises(UnsafeInputError, match="leads outside its folder"):
        format_.read(write(root, data))


def test_what_would_be_read_back_as_something_else_is_not_written(tmp_path):
    plain = page(tmp_path, "000003", "test/ARMS_000003.jpg", reading_direction="rtl")
    thin = (Text(Box(1.1, 1, 1.2, 9)),)
    for wrong, format_, book, says in (
        (replace(plain, reading_direction="ltr"), mangalmm, "ARMS", "this one is ltr"),
        (replace(plain, image=None), mangalmm, "ARMS", "needs an image"),
        (plain, mangalmm, "T", r"named 'T_000003\.jpg'"),
        (replace(plain, texts=thin), mangalmm, "ARMS", "empty when rounded to whole pixels"),
        (plain, mokuro, "T", "to be named 'T/000003.jpg'"),
        (replace(plain, reading_direction="ttb"), kumiko, "test", "this page is ttb"),
        (replace(plain, image=None), kumiko, "test", "needs an image"),
        (plain, kumiko, "test", "named 'test/000003' and a suffix"),
    ):
        with pytest.raises(InputError, match=says):
            format_.write([Book(book, (wrong,))], tmp_path / "out.json")


def test_answers_of_mangalmm_are_boxes_with_words(tmp_path):
    square = [1, 2, 9, 2, 9, 10, 1, 10]
    rows = [
        {"id": 3, "raw_output": "…", "pred": [["あ", square], ["", [5, 5, 5, 5, 5, 5, 5, 5]]],
         "gt": [["###", square]]},
        {"id": "ARMS_000004", "pred": []},
    ]  # fmt: skip
    path = tmp_path / "answers.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    first, second = read_mangalmm_predictions(path)
    assert (first.page, first.raw) == ("3", "…")
    assert first.found == ((Box(1, 2, 9, 10), "あ"), (Box(5, 5, 5, 5), "")), "as the model told"
    assert first.expected == ((Box(1, 2, 9, 10), "###"),)
    assert (second.page, second.found) == ("ARMS_000004", ())
    for pred, says in (
        ([["あ", [1, 2, 3]]], "line 1: pred"),
        ([["あ", [1, 2, 3, 4, 5]]], "line 1: a polygon of 5 numbers"),
        ([["あ", [1, 2, 3, float("nan")]]], "line 1"),
        ([[3, square]], "line 1: pred.*must be a string"),
    ):
        path.write_text(json.dumps({"id": 1, "pred": pred}))
        with pytest.raises(InputError, match=says):
            read_mangalmm_predictions(path)
    path.write_text(json.dumps(rows[1]) + "\n\n" + json.dumps(rows[1]))
    with pytest.raises(InputError, match=r"line 3: id 'ARMS_000004' occurs twice"):
        read_mangalmm_predictions(path)
