"""Tasks about stories and pages: wording, who is who, blank frames, what an input lacks."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from panelwise.benchmarks import BENCHMARKS, chromic_description_reordering, printed_prompts
from panelwise.comics import Book, Page, Panel, decode_rgb
from panelwise.errors import UnavailableError
from panelwise.geometry import Box
from panelwise.profile import PAPER, RECOMMENDED
from panelwise.tasks.plans._story_choice import who_is_who
from panelwise.tasks.plans._strip import Strip, way_of_reading

# Tasks about what stands on a page are tested in ``tests/benchmarks``.
TASKS = [task for task in BENCHMARKS.names() if not task.startswith(("mangavqa", "comix"))]
CHOICE_TASKS = {
    "chromic.chrono_mcq": "chrono_mcq",
    "stripcipher.frame_prediction": "frame_prediction",
    "stripcipher.narrative_comprehension": "narrative_comprehension",
}


def words(item, *, single=False):
    """What is said, the images left out."""
    rendering = item.single_image if single else item.rendering
    return "".join(part for turn in rendering.turns for part in turn.parts if isinstance(part, str))


def questions_of(books):
    return {
        f"{book.id}/{question.id}": (book, story, question)
        for book in books
        for story in book.stories
        for question in story.questions
    }


def told_on(books, item):
    """The descriptions of a page's panels in reading order."""
    source = item.sources[0]
    (book,) = (book for book in books if book.id == source.book)
    events = [event for story in book.stories for event in story.events]
    found = [event for event in events if event.panel.page == source.page]
    return [e.description for e in sorted(found, key=lambda event: event.panel.panel)]


def test_the_paper_asks_about_stories_byte_for_byte(pack_of, press_books):
    questions = questions_of(press_books)
    printed = printed_prompts()["chromic.mcq"]
    for item in pack_of("chromic.chrono_mcq", profile="paper").items():
        _, _, question = questions[item.id]
        text = printed.replace("{image}", "").replace("{question}", question.question)
        for option in item.options:
            text = text.replace("{" + option.label + "}", option.text)
        assert words(item) == text


@pytest.mark.parametrize(
    ("task", "printed"),
    [
        ("stripcipher.frame_prediction", "stripcipher.prediction"),
        ("stripcipher.narrative_comprehension", "stripcipher.comprehension"),
    ],
)
def test_the_paper_asks_about_strips_byte_for_byte(task, printed, pack_of):
    for item in pack_of(task, profile="paper").items():
        options = "".join(f"\n{option.label}. {option.text}" for option in item.options)
        assert words(item) == printed_prompts()[printed] + options


def test_the_paper_tells_the_meaning_byte_for_byte(pack_of, press_books):
    printed = printed_prompts()["stripcipher.reordering_with_meaning"]
    meanings = {
        f"{book.id}/{story.id}": question.answer
        for book, story, question in questions_of(press_books).values()
        if question.task == "narrative_comprehension"
    }
    for item in pack_of("stripcipher.reordering_with_meaning", profile="paper").items():
        options = "\n".join(f"{option.label}. {option.text}" for option in item.options)
        text = printed.replace("{understanding}", meanings[item.id]).replace("{Options}", options)
        assert words(item) == text


def test_the_paper_asks_for_descriptions_byte_for_byte(pack_of, press_books):
    printed = printed_prompts()["chromic.description_reordering"]
    for item in pack_of("chromic.description_reordering", profile="paper").items():
        told = told_on(press_books, item)
        shown = [told[item.gold.index(k)] for k in range(item.n)]
        lines = "\n".join(f"[{k}]. {line}" for k, line in enumerate(shown))
        text = printed.replace("{image}", "").replace("{N}", str(item.n))
        mark = "{lines: '[0]. <description>' ... '[N-1]. <description>'}"
        assert mark in text
        assert words(item) == text.replace(mark, lines)


@pytest.mark.parametrize("task", ["missing_panel", "panel_sorting"])
def test_boards_are_asked_about_byte_for_byte(task, pack_of):
    for item in pack_of(f"comicvqa.{task}", profile="paper").items():
        assert words(item) == printed_prompts()[f"comicvqa.{task}"]


@pytest.mark.parametrize("task", ["missing_panel", "panel_sorting", "two_panel_order"])
def test_recommended_says_which_way_boxes_are_read_and_nothing_else(task, pack_of):
    """A board of a comic that runs from right to left runs from left to right all the same."""
    direction = "Read the panels in every box from left to right. "
    for item in pack_of(f"comicvqa.{task}", profile="recommended").items():
        assert words(item).count(direction) == 1
        if task != "two_panel_order":
            plain = words(item).replace(direction, "")
            assert plain == printed_prompts()[f"comicvqa.{task}"]


@pytest.mark.parametrize("task", TASKS)
def test_no_prompt_holds_a_placeholder(task, pack_of):
    for item in pack_of(task).items():
        for single in [False, True] if item.single_image else [False]:
            assert not re.search(r"\{\w+\}", words(item, single=single))


@pytest.mark.parametrize(("task", "kind"), CHOICE_TASKS.items())
def test_options_are_the_storys_own(task, kind, pack_of, press_books):
    questions = questions_of(press_books)
    for item in pack_of(task).items():
        _, _, question = questions[item.id]
        assert question.task == kind
        assert item.options[item.gold].text == question.answer
        wrong = {option.text for k, option in enumerate(item.options) if k != item.gold}
        assert wrong <= {option.text for option in question.wrong}
        assert len(wrong) == 3


@pytest.mark.parametrize("task", CHOICE_TASKS)
def test_who_is_who_names_those_who_occur_and_nobody_else(task, pack_of, press_books):
    questions = questions_of(press_books)
    named = 0
    for item in pack_of(task).items():
        book, _, question = questions[item.id]
        asked = " ".join([question.question, *(option.text for option in item.options)])
        text = words(item)
        for person in book.identities:
            occurs = re.search(rf"\b{person.name}\b", asked) is not None
            assert (f"{person.name}: {person.looks}." in text) == occurs
            named += occurs
    assert named or task.endswith("narrative_comprehension")  # meanings name nobody
    assert all("Who is who" not in words(i) for i in pack_of(task, profile="paper").items())


def test_a_name_of_several_words_is_known_and_a_part_of_a_word_is_none(press_books):
    book = press_books[0]
    person = replace(book.identities[0], name="Mr. Bell", aliases=("Ann",), looks="a tall man")
    other = replace(book, identities=(person,))
    assert who_is_who(other, ["Why does Mr. Bell run?"]) == "Who is who. Mr. Bell: a tall man.\n"
    assert who_is_who(other, ["Why does Anna run?"]) == ""


def test_nobody_who_is_not_on_the_pages_is_described(press_books):
    for book in press_books:
        everybody = [" ".join(person.name for person in book.identities)]
        for page in book.pages:
            here = {one.identity for one in page.characters if one.identity}
            told = who_is_who(book, everybody, [page])
            for person in book.identities:
                assert (f"{person.name}: " in told) == (person.id in here)
        seen = [{one.identity for one in page.characters} for page in book.pages]
        assert min(map(len, seen)) < len(book.identities)


RIGHT_FIRST = [(60, 0, 100, 40), (0, 0, 40, 40), (60, 60, 100, 100), (0, 60, 40, 100)]
DOWN_FIRST = [RIGHT_FIRST[k] for k in (0, 2, 1, 3)]


@pytest.mark.parametrize(
    ("boxes", "direction", "layout", "said"),
    [
        (RIGHT_FIRST, "rtl", "single", "row by row from right to left"),
        (RIGHT_FIRST, "rtl", "spread", "row by row from right to left"),
        (
            DOWN_FIRST,
            "rtl",
            "single",
            "in columns: the right one downwards, then the left",
        ),
        (DOWN_FIRST, "rtl", "spread", "the right page is read first, then the left one"),
        ([*DOWN_FIRST, (0, 110, 100, 150)], "rtl", "single", "stand on one another are read down"),
        ([*DOWN_FIRST, (0, 110, 100, 150)], "rtl", "spread", "stand on one another are read down"),
        ([RIGHT_FIRST[k] for k in (1, 3, 0, 2)], "ltr", "single", "in columns: the left one"),
        ([RIGHT_FIRST[k] for k in (1, 0, 3, 2)], "ltr", "single", None),
        ([RIGHT_FIRST[k] for k in (0, 2)], "rtl", "single", None),  # one above the other
        ([(60, 0, 100, 90), (0, 0, 40, 40), (0, 50, 40, 90)], "rtl", "single", "row by row"),
        (RIGHT_FIRST, "ttb", "single", "The page is read from top to bottom."),
    ],
)
def test_how_a_page_is_read_is_said_as_its_panels_lie(boxes, direction, layout, said):
    panels = tuple(Panel(Box(*box)) for box in boxes)
    page = Page("1", 100, 150, None, panels=panels, reading_direction=direction, layout=layout)
    strip = Strip("s", Book("b", (page,)), tuple((page, panel) for panel in panels))
    told = way_of_reading(strip)
    assert told == "" if said is None else (said in told and told.endswith("\n"))
    each = told.replace("The page ", "Each page ").replace("The picture ", "Each picture ")
    assert way_of_reading(strip, chapter=True) == each


def test_the_hidden_frame_is_blank_and_second_to_last(pack_of):
    pack = pack_of("stripcipher.frame_prediction")
    for item in pack.items():
        blank = []
        for entry in item.rendering.images:
            pixels = np.asarray(decode_rgb(pack.image_path(entry.sha256).read_bytes(), item.id))
            (cut,) = entry.recipe["panels"]
            blank.append(bool(cut.get("blank")))
            if blank[-1]:
                border = np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
                assert (border == 0).all()
                assert (pixels[4:-4, 4:-4] == 255).mean() > 0.8
                x0, y0, x1, y1 = cut["box"]
                assert (entry.width, entry.height) == (x1 - x0, y1 - y0)
        assert blank == [False] * (len(blank) - 2) + [True, False]
        (row,) = item.single_image.images
        assert [bool(cut.get("blank")) for cut in row.recipe["panels"]] == blank


def test_strips_are_shown_by_page_in_order_or_shuffled(pack_of, press_books):
    task = "stripcipher.narrative_comprehension"
    orders = {}
    for form in ("pages", "sequence", "shuffled"):
        pack = pack_of(task, settings={"strips.input": form})
        orders[form] = {
            item.id: [image.recipe for image in item.rendering.images] for item in pack.items()
        }
    assert all(r["kind"] == "page" for shown in orders["pages"].values() for r in shown)
    for key, (_, story, _) in questions_of(press_books).items():
        if key in orders["sequence"]:
            ordered, shuffled = orders["sequence"][key], orders["shuffled"][key]
            assert len(ordered) == len(story.events)
            assert sorted(map(str, ordered)) == sorted(map(str, shuffled))
            assert ordered != shuffled


def test_only_the_paper_shows_an_example(press_books):
    task = chromic_description_reordering
    for draft in task.plan(press_books, RECOMMENDED, 0).drafts:
        assert draft.example is None
        assert "in this form: [<first>, <second>, ...]" in draft.shown.prompt.text
    for draft in task.plan(press_books, PAPER, 0).drafts:
        assert draft.example == (3, 0, 2, 1, 4)
        assert str(list(draft.example)) in draft.shown.prompt.text


@pytest.mark.parametrize(
    ("task", "lacking"),
    [
        ("chromic.chrono_mcq", "needs stories with questions of CHROMIC's six perspectives"),
        ("chromic.description_reordering", "needs descriptions"),
        ("stripcipher.frame_prediction", "a question about the second-to-last frame"),
        ("stripcipher.narrative_comprehension", "needs stories with a question about their"),
        (
            "stripcipher.reordering_with_meaning",
            r"none of the strips can be used \(.*\d strips: no meaning known",
        ),
    ],
)
@pytest.mark.parametrize("profile", [PAPER, RECOMMENDED], ids=lambda profile: profile.name)
def test_what_is_lacking_is_said_in_a_line(task, lacking, profile, press_books):
    books = [replace(book, stories=()) for book in press_books]
    with pytest.raises(UnavailableError, match=lacking) as raised:
        BENCHMARKS.get(task).plan(books, profile, 0)
    assert str(raised.value).startswith(task)
    assert "\n" not in str(raised.value)


def test_a_page_with_a_panel_untold_is_left_out(press_books):
    book = press_books[0]
    (story, *others) = book.stories
    page = story.events[0].panel.page
    silent = replace(story, events=(replace(story.events[0], description=""), *story.events[1:]))
    plan = chromic_description_reordering.plan(
        [replace(book, stories=(silent, *others))], RECOMMENDED, 0
    )
    assert plan.excluded == {"needs descriptions": 1}
    assert f"{book.id}/{page}" not in [draft.id for draft in plan.drafts]
