"""CoMix's XML: what it carries comes back; what is wrong is one line."""

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
    names,
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
    Story,
    Text,
    open_comic,
)
from panelwise.comics.formats import comix, recognise
from panelwise.errors import InputError, UnsafeInputError
from panelwise.geometry import Box, box_polygon, polygon_box

PEOPLE = ("c1", "2")


@st.composite
def outlines(draw):
    """A box, or a polygon with the box around it."""
    outline = draw(st.none() | polygons())
    return (draw(boxes()), None) if outline is None else (polygon_box(outline), outline)


@st.composite
def comix_pages(draw, page_id, image):
    balloons = [Balloon(line, f"b{n}") for n, line in enumerate(draw(small_lists(polygons())))]
    held = st.sampled_from([None, *(balloon.id for balloon in balloons)])
    kinds = st.sampled_from([None, "onomatopoeia"])
    texts = [
        Text(box, kind=kind, polygon=outline, balloon=balloon, id=f"t{n}")
        for n, ((box, outline), kind, balloon) in enumerate(
            draw(small_lists(st.tuples(outlines(), kinds, held)))
        )
    ]
    figures = st.tuples(boxes(), st.sampled_from([None, *PEOPLE]))
    bodies = [Character(*one, id=f"c{n}") for n, one in enumerate(draw(small_lists(figures)))]
    links = st.builds(
        SpeakerLink,
        st.sampled_from([text.id for text in texts] or [""]),
        st.sampled_from([body.id for body in bodies] or [""]),
    )
    return Page(
        page_id,
        WIDTH,
        HEIGHT,
        image,
        panels=tuple(Panel(*o, id=f"p{n}") for n, o in enumerate(draw(small_lists(outlines())))),
        texts=tuple(texts),
        characters=tuple(bodies),
        faces=tuple(Face(*one, id=f"f{n}") for n, one in enumerate(draw(small_lists(figures)))),
        balloons=tuple(balloons),
        speakers=tuple(draw(small_lists(links))) if texts and bodies else (),
        story=draw(st.sampled_from([None, "s1"])),
        advert=draw(st.booleans()),
        order_confidence=UNKNOWN_ORDER,
    )


@round_trip
@given(data=st.data())
def test_comix_carries_outlines_links_people_stories_and_adverts(tmp_path, data):
    pages = []
    for id_, name in (("0", "000"), ("012", "012"), ("cover", "cover")):
        white(tmp_path / f"images/Plan 9/{name}.jpg")
        pages.append(data.draw(comix_pages(id_, image_of(tmp_path, f"images/Plan 9/{name}.jpg"))))
    people = tuple(Identity(id_, data.draw(st.none() | names)) for id_ in PEOPLE)
    stories = (Story("s1", (), data.draw(st.none() | names)),)
    book = Book("Plan 9", tuple(pages), identities=people, stories=stories)
    path = tmp_path / "plan.xml"
    comix.write([book], path)
    assert recognise(path) is comix
    assert comix.read(path) == (book,)
    assert open_comic(tmp_path, annotations=path) == (book,)


FILE = """<?xml version="1.0"?><annotations><book title="T">
<characters><character id="7" name="Ann"/></characters>
<adds><advertisement id="a1" name="Soap" type="promotion"/></adds>
<stories><story id="s1" name="One"/></stories>
<pages><page id="1" width="64" height="48" type="color" story_id="s1" add_id="a1">
<panel id="p1" points="1,2 30,2 30,40 1,40"/>
<balloon id="b1" points="10,12 28,12 28,22 10,22 10,12"/>
<text id="t1" points="10,12 28,12 28,20 10,20" balloon_id="b1"/>
<onomatopoeia id="o1" points="40,1 50,1 50,9"/>
<character id="c3" points="1,2 9,2 9,9 1,9" character_id="7"/>
<face id="f1" points="1,2 9,2 9,9 1,9" character_id="7"/>
<link_sbsc id="l1" points="19,16 5,5" character_id="c3" text_id="t1"/>
<link_sbsc id="l2" points="19,16 5,5"/>
</page></pages></book></annotations>"""


def read(tmp_path, text):
    path = tmp_path / "T.xml"
    path.write_text(text, encoding="utf-8")
    return comix.read(path)


def test_the_specification_example_is_read_whole(tmp_path):
    (book,) = read(tmp_path, FILE)
    (page,) = book.pages
    assert (book.id, book.direction_known) == ("T", False)
    assert book.identities == (Identity("7", "Ann"),)
    assert book.stories == (Story("s1", (), "One"),)
    assert (page.story, page.advert, page.order_confidence) == ("s1", True, 0.0)
    assert page.panels == (Panel(Box(1, 2, 30, 40), id="p1"),), "a rectangle is its box"
    assert page.balloons == (Balloon(box_polygon(Box(10, 12, 28, 22)), "b1"),)
    assert page.texts == (
        Text(Box(10, 12, 28, 20), balloon="b1", id="t1"),
        Text(Box(40, 1, 50, 9), {}, "onomatopoeia", ((40, 1), (50, 1), (50, 9)), id="o1"),
    )
    assert page.characters == (Character(Box(1, 2, 9, 9), "7", id="c3"),)
    assert page.faces == (Face(Box(1, 2, 9, 9), "7", id="f1"),)
    assert page.speakers == (SpeakerLink("t1", "c3"),), "a link without ends names nothing"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"1,2 30,2 30,40 1,40"', '"1,2 30,nan 30,40"', r"line 6: <panel>: points: .* finite"),
        ('"1,2 30,2 30,40 1,40"', '"1,2 30 30,40"', "expected points as x,y x,y, not '30'"),
        ('"1,2 30,2 30,40 1,40"', '"1,2 30,2 59,2"', r"line 6: <panel>: points: .* no area"),
        ('"1,2 30,2 30,40 1,40"', '"99,2 130,2 130,40"', r"<panel>: box .* outside the page"),
        ('points="1,2 30,2 30,40 1,40"', "", "<panel> has no 'points'"),
        ('id="p1"', "", "<panel> has no 'id'"),
        ('id="o1"', 'id="t1"', r"page '1': text id 't1' occurs twice"),
        ('<balloon id="b1"', '<panel id="p1"', "panel id 'p1' occurs twice"),
        ('balloon_id="b1"', 'balloon_id="b2"', "balloon_id names 'b2', which does not exist"),
        ('text_id="t1"', 'text_id="b1"', r"<link_sbsc>: text_id names 'b1', which does not exist"),
        ('character_id="7"', 'character_id="8"', r"character_id names '8', which does not exist"),
        ('story_id="s1"', 'story_id="s2"', r"line 5: <page>: story_id names 's2', which"),
        ('add_id="a1"', 'add_id="a2"', "add_id names 'a2', which does not exist"),
        ('width="64"', 'width="0"', "a page of 0×48 pixels"),
        ("</page>", '</page><page id="1" width="6" height="4"/>', "page '1' occurs twice"),
        ("<adds>", '<character id="7"/><adds>', "character '7' occurs twice"),
        ("<pages>", '<book title="U"/><pages>', "a second book"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_line_with_its_place(tmp_path, old, new, says):
    assert old in FILE
    with pytest.raises(InputError, match=says) as caught:
        read(tmp_path, FILE.replace(old, new, 1))
    assert str(caught.value).startswith(str(tmp_path / "T.xml"))
    assert "\n" not in str(caught.value)


def test_names_do_not_lead_out_of_the_folder(tmp_path):
    with pytest.raises(UnsafeInputError, match="leads outside its folder"):
        read(tmp_path, FILE.replace('title="T"', 'title="../../T"'))


def test_what_would_be_read_back_as_something_else_is_not_written(tmp_path):
    page = Page("1", WIDTH, HEIGHT, image_of(tmp_path, "1.jpg"))
    with pytest.raises(InputError, match=r"its image to be named 'images/T/001\.jpg'"):
        comix.write([Book("T", (page,))], tmp_path / "T.xml")
    linked = replace(page, image=None, speakers=(SpeakerLink("t", "c"),))
    with pytest.raises(InputError, match=r"speakers\[0\] names something not on the page"):
        comix.write([Book("T", (linked,))], tmp_path / "T.xml")


def test_what_only_a_page_names_is_listed_too(tmp_path):
    page = Page("1", 64, 48, characters=(Character(Box(1, 1, 9, 9), "x"),), story="s")
    comix.write([Book("T", (page,))], tmp_path / "T.xml")
    (back,) = comix.read(tmp_path / "T.xml")
    assert back.identities == (Identity("x"),)
    assert back.stories == (Story("s", ()),)
