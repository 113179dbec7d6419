"""Stories in page JSON: written, read back the same, and refused when they point nowhere."""

import json
from dataclasses import replace

import pytest

from panelwise.comics import (
    Book,
    Event,
    Page,
    Panel,
    PanelRef,
    Story,
    StoryQuestion,
    UnseenFacts,
    WrongOption,
    open_comic,
)
from panelwise.comics.formats import page_json
from panelwise.errors import InputError
from panelwise.geometry import Box

FIRST, SECOND = PanelRef("1", 0), PanelRef("1", 1)
STORY = Story(
    "s1",
    (
        Event(FIRST, "Ann throws a ball.", "throw", "ann", "happy", makes={"ball": "flying"}),
        Event(
            SECOND,
            "The window breaks.",
            "crash",
            scene=1,
            needs={"ball": "flying"},
            unseen=UnseenFacts(needs=("ball",)),
        ),
    ),
    title="The ball",
    causes=((0, 1),),
    orders=((0, 1),),
    questions=(
        StoryQuestion(
            "q1",
            "frame_prediction",
            "What happens in the blank panel?",
            "Ann throws a ball.",
            (WrongOption("The window breaks.", "temporal", SECOND),),
            evidence=(FIRST, SECOND),
            hidden=FIRST,
        ),
        StoryQuestion(
            "q2", "reading", "Who throws?", "Ann", answers=("the girl",), answer_type="exact"
        ),
    ),
    harmful=False,
    author="press",
    changed=(SECOND,),
)
PANELS = (Panel(Box(0, 0, 40, 40)), Panel(Box(50, 0, 90, 40)))
BOOK = Book("b", (Page("1", 100, 50, panels=PANELS),), direction_known=True, stories=(STORY,))


@pytest.mark.parametrize("suffix", [".json", ".jsonl"])
def test_what_is_written_is_read_back(tmp_path, suffix):
    path = tmp_path / f"book{suffix}"
    page_json.write([BOOK], path)
    assert page_json.read(path) == (BOOK,)


def test_a_book_without_stories_says_nothing_of_them(tmp_path):
    page_json.write([replace(BOOK, stories=())], tmp_path / "book.json")
    assert "stories" not in (tmp_path / "book.json").read_text()


def test_the_order_is_unique_when_no_other_is_listed_or_left_out():
    assert STORY.unique_order
    assert not replace(STORY, orders=((0, 1), (1, 0))).unique_order
    assert not replace(STORY, orders_complete=False).unique_order
    assert not replace(STORY, orders=()).unique_order


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda s: s["events"][1].update(panel=["1", 2]), "events[1] names panel 2 of page '1'"),
        (lambda s: s["events"][1].update(panel=["9", 0]), "which is not in the book"),
        (lambda s: s["questions"][0].update(hidden=["1", 5]), "questions[0] names panel 5"),
        (lambda s: s.update(orders=[[0, 0]]), "[0, 0] is not an order of 2 events"),
        (lambda s: s.update(causes=[[0, 2]]), "causes name an event outside 0 to 1"),
        (lambda s: s["questions"][1].update(id="q1"), "q1"),
    ],
)
def test_a_reference_into_nothing_is_one_line(tmp_path, change, message):
    path = tmp_path / "book.json"
    page_json.write([BOOK], path)
    document = json.loads(path.read_text())
    change(document["books"][0]["stories"][0])
    path.write_text(json.dumps(document))
    with pytest.raises(InputError) as caught:
        page_json.read(path)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_opening_a_folder_keeps_the_stories(tmp_path):
    from PIL import Image

    Image.new("RGB", (100, 50), "white").save(tmp_path / "1.png")
    page_json.write([BOOK], tmp_path / "pages.jsonl")
    lines = (tmp_path / "pages.jsonl").read_text().replace('"image":null', '"image":"1.png"')
    (tmp_path / "pages.jsonl").write_text(lines)
    (book,) = open_comic(tmp_path)
    assert book.stories == (STORY,)
    assert book.pages[0].image is not None


def test_a_page_is_ambiguous_when_its_own_panels_may_stand_otherwise():
    third = Event(PanelRef("2", 0), "Rain falls.")
    events = (*STORY.events, third)
    assert not STORY.is_ambiguous_on("1")
    free = replace(STORY, events=events, orders=((0, 1, 2), (2, 0, 1)))
    assert not free.is_ambiguous_on("1")
    assert replace(free, orders=((0, 1, 2), (1, 0, 2))).is_ambiguous_on("1")
    assert replace(free, orders_complete=False).is_ambiguous_on("1")
