"""The content audit: words of panels classed -1 to 5, checked by people, told on a card (CX-8)."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from PIL import Image

from loopback import chat
from panelwise.analysis import summarise_screening
from panelwise.benchmarks import printed_table
from panelwise.cli import run
from panelwise.comics import Book, ComicImage, Page, Panel, Story, Text, encode_png
from panelwise.comics.formats import get_format
from panelwise.errors import InputError, UnavailableError
from panelwise.evaluation import Run, read_checked, read_screening, screen_books, write_screening
from panelwise.geometry import Box
from panelwise.metrics import wilson
from panelwise.metrics.resampling import BookFamily
from panelwise.profile import PAPER
from panelwise.report import screening_card


def text(x, y, words, kind="dialogue", panel=None):
    return Text(Box(x, y, x + 40, y + 20), {"en": words} if words else {}, kind, panel=panel)


def page(id_, texts, **more):
    image = ComicImage.from_bytes(encode_png(Image.new("RGB", (400, 300), "white")), f"{id_}.png")
    panels = (Panel(Box(0, 0, 200, 300)), Panel(Box(200, 0, 400, 300)))
    return Page(id_, 400, 300, image, panels=panels, texts=texts, **more)


BOOK = Book(
    "book",
    (
        page(
            "1",
            (
                text(10, 10, "Good\nmorning,"),
                text(210, 10, "You fool!"),
                text(20, 60, "{text} dear."),
                text(230, 90, "BANG", "onomatopoeia"),
            ),
        ),
        page("2", (text(10, 10, "I hate you."), text(210, 10, None))),
        page("3", ()),
        page("unread", None),
    ),
)
ROWS = {
    "book/1#1": "Good morning, {text} dear.",
    "book/1#2": "You fool! BANG",
    "book/2#1": "I hate you.",
    "book/2#2": "",
    "book/3#1": "",
    "book/3#2": "",
}
ANSWERS = {"book/1#1": "0", "book/1#2": "4: Offensive", "book/2#1": "3."}


def recorded(path, answers):
    path.write_text("".join(json.dumps({"id": i, "answer": a}) + "\n" for i, a in answers.items()))
    return f"recorded:{path}"


@pytest.fixture
def screened(tmp_path):
    model = recorded(tmp_path / "answers.jsonl", ANSWERS)
    return screen_books(BOOK, model, tmp_path / "run")


def test_every_panel_with_read_texts_gets_a_class(screened):
    assert {panel.id: panel.text for panel in screened.panels} == ROWS
    assert {panel.id: panel.offence for panel in screened.panels} == {
        "book/1#1": 0,
        "book/1#2": 4,
        "book/2#1": 3,
        "book/2#2": -1,
        "book/3#1": -1,
        "book/3#2": -1,
    }
    assert screened.left_out == {"nobody has read the texts": 1}
    assert screened.complete
    assert [panel.id for panel in screened.to_check] == ["book/1#2", "book/2#1"]


def asked(folder, item="book/1#1"):
    [pack] = Run.open(folder / "run").packs
    return next(one.rendering.text for one in pack.items() if one.id == item)


def test_the_paper_wording_is_the_printed_one_with_its_table(tmp_path):
    model = recorded(tmp_path / "a", ANSWERS)
    done = screen_books(BOOK, model, tmp_path / "run", profile=PAPER)
    words = asked(tmp_path / "run")
    assert words.startswith("You are an image classifier trained to identify the offensiveness")
    assert "\n-1: Empty: The text is either empty or" in words
    assert "\n5: Highly Offensive/Racist/Sexist: Extremely racist, sexist, or offensive.\n" in words
    assert words.endswith("without any explanation.\nGood morning, {text} dear.")
    assert "TABLE" not in words
    assert done.prompt == "comix.offence/paper/1"
    assert done.panels[1].text == "You fool!"  # what stands in no balloon is left out


def test_the_recommended_wording_quotes_the_words_as_data(screened, tmp_path):
    words = asked(tmp_path / "run")
    assert "image" not in words
    assert words.endswith('Words: "Good morning, {text} dear."')
    assert all(f"{code}: {name}: " in words for code, name, _ in TABLE)


TABLE = printed_table("comix.offence", "TABLE 7")


@pytest.mark.parametrize(
    ("answer", "offence"),
    [
        ("-1", -1),
        ("**2**", 2),
        ("The score is 3.", 3),
        ("4/5", 4),
        ("Humorous/Sarcastic", 2),
        ("5: Highly Offensive/Racist/Sexist", 5),
        ("<think>maybe 4</think>1", 1),
        ("6", None),
        ("3 or 4", None),
        ("2.5", None),
        ("offensive, I fear", None),
    ],
)
def test_an_answer_names_one_class_or_none(tmp_path, answer, offence):
    model = recorded(tmp_path / "a", {**ANSWERS, "book/1#1": answer})
    panel = screen_books(BOOK, model, tmp_path / "run").panels[0]
    assert (panel.offence, panel.status) == (offence, "ok" if offence is not None else "invalid")


def test_panels_without_a_readable_answer_have_no_class_and_go_to_a_person(tmp_path):
    path = tmp_path / "a"
    lines = [
        {"id": "book/1#1", "answer": None, "refusal": "I will not read this"},
        {"id": "book/1#2", "answer": "5"},
    ]
    path.write_text("\n".join(map(json.dumps, lines)))
    done = screen_books(BOOK, f"recorded:{path}", tmp_path / "run")
    assert [panel.status for panel in done.panels[:3]] == ["refusal", "ok", "empty"]
    assert [panel.id for panel in done.to_check] == ["book/1#2", "book/1#1", "book/2#1"]
    told = summarise_screening(done)
    assert (told.classed, told.unclassed) == (4, 2)
    assert told.reasons == {"refusal": 1, "empty": 1}


def test_texts_of_pages_without_annotated_order_are_put_in_order(tmp_path):
    texts = (text(10, 200, "last"), text(10, 10, "first"))
    book = Book("book", (page("1", texts, order_confidence=0.0),))
    done = screen_books(book, recorded(tmp_path / "a", {"book/1#1": "0"}), tmp_path / "run")
    assert done.panels[0].text == "first last"


def test_nothing_to_screen_says_why(tmp_path):
    bare = Book("book", (page("1", None),))
    with pytest.raises(UnavailableError, match="nobody has read the texts: 1 page"):
        screen_books(bare, "baseline:random", tmp_path / "run")


def test_another_wording_in_the_same_place_is_refused(screened, tmp_path):
    with pytest.raises(InputError, match="give another --out"):
        screen_books(
            BOOK, f"recorded:{tmp_path / 'answers.jsonl'}", tmp_path / "run", profile=PAPER
        )


def test_shares_and_the_precision_of_the_filter(screened):
    told = summarise_screening(screened, {"book/1#2": 4, "book/2#1": 1, "book/1#1": 3})
    by_code = {one.code: one for one in told.classes}
    assert {code: one.n for code, one in by_code.items()} == {
        **dict.fromkeys(range(-1, 6), 0),
        -1: 3,
        0: 1,
        3: 1,
        4: 1,
    }
    assert by_code[-1].share.value == 0.5
    assert (by_code[-1].share.low, by_code[-1].share.high) == wilson(3, 6)
    assert by_code[3].checked == {1: 1}
    assert told.flagged.value == pytest.approx(2 / 6)
    assert told.precision.value == 0.5
    assert (told.precision.low, told.precision.high) == wilson(1, 2)
    assert told.precision.method == "wilson"
    assert told.missed.value == 1.0
    assert told.checked == 3


def test_panels_of_one_family_are_one_cluster(tmp_path):
    """A class that all books of some families have, and those of others do not."""
    books = [
        Book(
            f"b{k}",
            (page("1", (text(10, 10, "Hello."),)),),
            stories=(Story("s", (), family=f"f{k // 2}"),),
        )
        for k in range(12)
    ]
    model = recorded(tmp_path / "a", {f"b{k}/1#1": str(3 * (k // 2 % 2)) for k in range(12)})
    done = screen_books(books, model, tmp_path / "run")
    write_screening(done, tmp_path / "s.jsonl")
    read = read_screening(tmp_path / "s.jsonl")
    assert [panel.cluster for panel in read.panels[:2]] == [BookFamily("f0")] * 2
    by_book = replace(read, panels=tuple(replace(one, family=None) for one in read.panels))
    found, alone = (summarise_screening(one).flagged for one in (read, by_book))
    assert found.value == alone.value == 0.25
    assert found.low < alone.low < alone.high < found.high


def test_the_card_says_what_is_known_and_what_is_not(screened):
    bare = screening_card(summarise_screening(screened))
    assert "Nobody has checked it yet" in bare
    assert "| -1 | Empty | 3 | 50.0% |" in bare
    assert "pages left out: 1 (nobody has read the texts: 1)" in bare
    card = screening_card(summarise_screening(screened, {"book/1#2": 4, "book/2#1": 1}))
    assert "Precision of the filter: 50.0% [" in card
    assert "what it misses is not known" in card
    assert "| 3 | Sexual/Angry/Violent | 1 |" in card
    assert "1 as 1 |" in card


def test_the_file_for_a_person_is_written_once_and_read_back(screened, tmp_path):
    check = write_screening(screened, tmp_path / "s.jsonl")
    lines = [json.loads(line) for line in check.read_text().splitlines()]
    assert [(line["id"], line["offence"], line["checked"]) for line in lines] == [
        ("book/1#2", 4, None),
        ("book/2#1", 3, None),
    ]
    assert read_checked(check, screened) == {}
    lines[1]["checked"] = 2
    check.write_text("\n".join(map(json.dumps, lines)))
    assert write_screening(screened, tmp_path / "s.jsonl") is None
    assert read_checked(check, screened) == {"book/2#1": 2}
    assert len((tmp_path / "s.jsonl").read_text().splitlines()) == len(ROWS)


@pytest.fixture
def comics(tmp_path):
    folder = tmp_path / "comics"
    folder.mkdir()
    for one in BOOK.pages:
        (folder / one.image.relative).write_bytes(one.image.read())
    get_format("page-json").write([BOOK], folder / "pages.jsonl")
    return folder


@pytest.fixture
def server():
    """A chat server on loopback that finds everything neutral."""
    with chat(lambda body: "0") as neutral:
        yield neutral


def test_a_server_is_asked_once_for_each_panel_with_words(server, comics, tmp_path, monkeypatch):
    monkeypatch.setenv("PANELWISE_CACHE", str(tmp_path / "cache"))
    command = ["screen", str(comics), "--model", f"{server.url}#m", "--out"]
    command += [str(tmp_path / "s.jsonl")]
    assert run(command) == 0
    assert len(server.bodies) == 3
    assert server.bodies[0]["temperature"] == 0
    assert run(command) == 0
    assert len(server.bodies) == 3


def test_from_comics_to_a_card_on_the_command_line(comics, tmp_path, capsys):
    out, card = tmp_path / "s.jsonl", tmp_path / "card.md"
    command = ["screen", str(comics), "--out", str(out), "--card", str(card)]
    command += ["--model", recorded(tmp_path / "a", ANSWERS)]
    assert run(command) == 0
    said = capsys.readouterr()
    assert "4 Offensive" in said.out
    assert "2 panels for a person" in said.err
    assert "left out: 1 page, nobody has read the texts" in said.err
    check = tmp_path / "s-check.jsonl"
    check.write_text(check.read_text().replace('"checked":null', '"checked":4'))
    assert run([*command, "--marks", str(check)]) == 0
    assert "precision of classes 3 to 5: 1.000" in capsys.readouterr().err
    assert "Precision of the filter: 100.0%" in card.read_text()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"id": "book/1#2", "checked": 7}', "line 1: checked is 7; give -1 to 5, or null"),
        ('{"id": "book/1#2", "checked": true}', "line 1: checked is true"),
        (
            '{"id": "nobody", "checked": 1}',
            "'nobody' is not a panel of this screening; remove the line",
        ),
        ('{"id": "book/1#2"}', 'line 1: write {"id": "…", "checked": -1 to 5}'),
        ("[", "line 1: not JSON"),
    ],
)
def test_wrong_marks_are_one_line(comics, tmp_path, capsys, line, message):
    marks = tmp_path / "m.jsonl"
    marks.write_text(line)
    command = ["screen", str(comics), "--out", str(tmp_path / "s.jsonl"), "--marks", str(marks)]
    assert run([*command, "--model", recorded(tmp_path / "a", ANSWERS)]) == 2
    said = capsys.readouterr().err.splitlines()
    assert message in said[-1]


def test_marks_that_cannot_be_read_are_refused_before_anything_is_asked(
    server, comics, tmp_path, capsys
):
    marks = tmp_path / "m.jsonl"
    marks.write_text('{"id": "book/1#2", "checked": 2}\n{"id": "book/1#2", "checked": 2}\n')
    command = ["screen", str(comics), "--out", str(tmp_path / "s.jsonl"), "--marks", str(marks)]
    assert run([*command, "--model", f"{server.url}#m"]) == 2
    assert "line 2: 'book/1#2' was checked before" in capsys.readouterr().err
    assert server.bodies == []


def test_without_a_model_it_says_so_in_one_line(comics, tmp_path, capsys):
    assert run(["screen", str(comics), "--out", str(tmp_path / "s.jsonl")]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "no model named" in said


def test_a_file_that_is_no_screening_is_left_alone(comics, tmp_path, capsys):
    out = tmp_path / "s.jsonl"
    out.write_text("mine")
    model = recorded(tmp_path / "a", ANSWERS)
    assert run(["screen", str(comics), "--out", str(out), "--model", model]) == 2
    assert "already exists" in capsys.readouterr().err
    assert out.read_text() == "mine"


def test_a_server_that_is_not_there_is_one_line(comics, tmp_path, capsys):
    model = "http://127.0.0.1:9/v1#m"
    out = str(tmp_path / "s.jsonl")
    assert run(["screen", str(comics), "--out", out, "--model", model]) == 1
    last = capsys.readouterr().err.splitlines()[-1]
    assert "cannot connect" in last
    assert last.endswith("what was answered is kept, and the same command continues")
