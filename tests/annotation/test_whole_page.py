"""Pages whose panels and texts are given: who is seen and who says what, in two blind passes."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra annotate")

from panelwise.annotation import (
    Assignment,
    HumanAnswer,
    add_comics,
    create_project,
    open_project,
    project_forms,
    read_procedure,
)
from panelwise.annotation.quality import field_agreements
from panelwise.annotation.screens import screen_of
from panelwise.comics import Panel
from panelwise.errors import FormError, InputError
from panelwise.geometry import Box
from panelwise.tasks.forms import Form, GivenShape, LinksField, ShapesField

BENCH = Path(__file__).resolve().parents[2] / "bench"


@pytest.fixture(scope="module")
def page(press_books):
    """A page of the press with at least two texts."""
    return next(one for one in press_books[0].pages if len(one.texts or ()) > 1)


@pytest.fixture
def project(press_books, page, tmp_path):
    create_project(tmp_path / "people", read_procedure("pages.people"))
    with open_project(tmp_path / "people") as made:
        assert add_comics(made, [replace(press_books[0], pages=(page,))]) == 1
        for person, role in (("ann", "annotator"), ("bob", "annotator"), ("cem", "adjudicator")):
            made.work.join(person, [role])
        yield made


def shown(project, person="ann"):
    held = project.work.next(person)
    assert isinstance(held, Assignment), held
    screen = screen_of(held.stage, project.procedure, held.unit)
    return held, screen, screen.view(held.unit, held.stage, project.sources)


def values(page, *, x=10.0, name="Ann", prefix="C", first="narration"):
    """Two characters; the first text is by nobody seen, the others by the first character."""
    people = [
        {"id": f"{prefix}{i}", "class": "character", "box": [x + 100 * i, 10, x + 100 * i + 50, 90],
         "name": f"{name}{i}"}
        for i in range(2)
    ]  # fmt: skip
    return {
        "panels": [{"id": f"P{i}", "class": "panel", "box": list(one.box)}
                   for i, one in enumerate(page.panels)],
        "characters": people,
        "speakers": [{"from": f"T{i}", "to": None if i == 1 else f"{prefix}0"}
                     for i in range(1, len(page.texts) + 1)],
        "voices": [{"text": "T1", "voice": first, "name": ""}],
    }  # fmt: skip


def answer(project, given, person):
    held, screen, view = shown(project, person)
    key = f"key-{project.work.state.last:08d}"
    project.work.submit(person, held.unit.id, HumanAnswer(key, screen.clean(view, given)))
    return held.unit


def test_panels_and_texts_are_given_and_nothing_else(project, page):
    _, _, view = shown(project)
    panels, characters, speakers, voices = view.form.fields
    assert [one.box for one in panels.initial] == [one.box for one in page.panels]
    assert characters.initial == ()
    assert [one.text for one in speakers.given] == [text.content for text in page.texts]
    assert voices.initial == ()
    assert view.blocks == ()
    assert view.initial == {}


def test_panels_that_a_reader_found_are_not_shown_to_blind_people(press_books, page, tmp_path):
    create_project(tmp_path / "read", read_procedure("pages.people"))
    found = replace(page, panels=(Panel(Box(0, 0, 9, 9), confidence=0.5),), texts=None, speakers=())
    with open_project(tmp_path / "read") as made:
        add_comics(made, [replace(press_books[0], pages=(found,))])
        made.work.join("ann", ["annotator"])
        _, _, view = shown(made)
        assert view.form.fields[0].initial == ()


def test_passes_agree_under_other_numbers_and_names(project, page):
    answer(project, values(page), "ann")
    unit = answer(project, values(page, x=14, name="girl ", prefix="k"), "bob")
    assert unit.place == "accepted"
    speakers = next(
        one for one in field_agreements(project.work.state, project_forms(project))
        if one.field == "speakers"
    )  # fmt: skip
    assert speakers.best.observed == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda given: given["voices"][0].update(voice="sound"),
        lambda given: given["speakers"][1].update(to="C1"),
        lambda given: given["characters"][1].update(name="?"),
        lambda given: given["characters"][1].update(name="Ann0"),
        lambda given: given["panels"].append({"id": "Q", "class": "panel", "box": [0, 0, 9, 9]}),
    ],
    ids=["voice", "speaker", "unknown", "identity", "panel"],
)
def test_a_difference_goes_to_a_third_who_sees_both_passes(project, page, change):
    answer(project, values(page), "ann")
    other = values(page)
    change(other)
    assert answer(project, other, "bob").place == "decide"
    _, screen, view = shown(project, "cem")
    assert screen.name == "whole-page"
    names = [block.name for block in view.blocks]
    assert names[:4] == ["Pass 1, panels", "Pass 1, characters", "Pass 1, speakers",
                         "Pass 1, voices"]  # fmt: skip
    assert "T1: narration" in [block.text for block in view.blocks]
    assert view.initial["voices"] == values(page)["voices"]
    assert answer(project, dict(view.initial), "cem").place == "accepted"


@pytest.mark.parametrize(
    ("voices", "fault"),
    [
        ([], "nobody who is seen says T1; add a row with T1 and a voice"),
        ([{"text": "T1", "voice": "sound"}, {"text": "T1", "voice": "unsure"}], "two rows"),
        ([{"text": "T1", "voice": "sound"}, {"text": "T2", "voice": "sound"}], "T2 has a row and"),
        ([{"text": "T1", "voice": ""}], "row 1 has no voice; choose one of off-page"),
        ([{"text": "", "voice": "sound"}], "row 1 has no text; choose one of T1"),
        ([{"text": "T1", "voice": "song"}], "song"),
    ],
)
def test_every_text_has_a_speaker_or_one_voice(project, page, voices, fault):
    _, screen, view = shown(project)
    with pytest.raises(FormError, match=fault):
        screen.clean(view, values(page) | {"voices": voices})


def test_links_lead_from_given_shapes_to_drawn_ones():
    drawn = ShapesField("who", "Who?", (100, 100), ("character",))
    links = LinksField(
        "says", "Says?", "who", "text", "character", given=(GivenShape("T1", "text"),)
    )
    form = Form((drawn, links))
    shape = {"id": "a", "class": "character", "box": [0, 0, 10, 10]}
    given = {"who": [shape], "says": [{"from": "T1", "to": "a"}]}
    assert form.check(given) == given
    with pytest.raises(FormError, match="1 without a link, the first is 'T1'"):
        form.check({"who": [shape], "says": []})
    with pytest.raises(FormError, match="a link ends at 'T1'"):
        form.check({"who": [shape], "says": [{"from": "T1", "to": "T1"}]})


@pytest.fixture
def gold(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCH))
    import gold_agreement
    import gold_pages

    return gold_pages, gold_agreement


def passed(boxes, speakers):
    return {
        "panels": "ok",
        "characters": [
            {"id": f"C{i}", "box": [x, 0, x + 100, 100], "name": name}
            for i, (x, name) in enumerate(boxes, 1)
        ],
        "faces": [{"of": "C1", "box": [boxes[0][0], 0, boxes[0][0] + 20, 20]}],
        "speakers": speakers,
    }


def test_agreement_of_two_passes_counted_by_hand(gold):
    pages, agreements = gold
    one = passed([(0, "Ann"), (200, "Bo"), (400, "Ann")],
                 {"T1": "C1", "T2": "C2", "T3": "narration", "T4": "off-page: Cy"})  # fmt: skip
    other = passed([(0, "a"), (220, "b"), (900, "c")],
                   {"T1": "C1", "T2": "C1", "T3": "narration", "T4": "sound"})  # fmt: skip
    panels = [Box(0, 0, 500, 500), Box(500, 0, 1000, 500)]
    found = agreements.agreement(
        [("book", *(pages.values_of(given, "here", panels) for given in (one, other)))]
    )
    assert found.panels_alike == found.pages == 1
    assert found.boxes["character"].f1 == pytest.approx(2 * 2 / 6)
    assert found.boxes["character"].overlaps == pytest.approx([1, 80 / 120])
    assert found.boxes["face"].f1 == 1
    assert found.same_target == 2
    assert found.speakers == [("Ann", "Ann"), ("Bo", "Ann"), ("narration",) * 2,
                              ("off-page", "sound")]  # fmt: skip
    assert agreements.groupings(found) == (1, 1)


def test_a_decision_starts_from_what_both_passes_found(gold):
    pages, agreements = gold
    import gold_decisions

    one = passed([(0, "Ann"), (200, "Bo")], {"T1": "C1", "T2": "C2", "T3": "off-page: Bo"})
    other = passed([(0, "a"), (220, "b"), (900, "c")],
                   {"T1": "C1", "T2": "C3", "T3": "off-page: b"})  # fmt: skip
    panels = [Box(0, 0, 500, 500), Box(500, 0, 1000, 500)]
    values = [pages.values_of(given, "here", panels) for given in (one, other)]
    names = agreements.aligned_names(agreements.agreement([("book", *values)]))
    found = gold_decisions.PageDecision("book", *values, names).as_json()
    assert found["panels"] == [[0, 0, 500, 500], [500, 0, 1000, 500]]
    assert [(c["id"], c["name"], c["box"]) for c in found["characters"]] == [
        ("C1", "Ann", [0, 0, 100, 100]), ("C2", "Bo", [210, 0, 310, 100]),
        ("b-C3", "c", [900, 0, 1000, 100]),
    ]  # fmt: skip
    assert found["faces"] == [{"of": "C1", "box": [0, 0, 20, 20]}]
    assert found["speakers"] == {"T1": "C1", "T2": "C2", "T3": "off-page: Bo"}
    assert [row["what"] for row in found["open"]] == [
        "character of one pass: keep or delete", "speaker of T2",
    ]  # fmt: skip
    assert found["open"][1] == {"what": "speaker of T2", "a": "C2", "b": "b-C3"}
    with pytest.raises(InputError, match=r"x\.json: 2 differences are open; decide them"):
        pages.submission(found, "x.json", panels)
    pages.submission(found | {"open": []}, "x.json", panels)


@pytest.mark.shared
def test_the_kept_annotations_fit_their_pages_and_hold_no_words(gold, shared):
    pages, _ = gold
    rows = {row["page"]: row for row in map(json.loads, pages.ACCEPTED.open(encoding="utf-8"))}
    known = {f"{book.id}/{page.id}": page for book in pages.gold_books(shared)
             for page in book.pages}  # fmt: skip
    assert rows.keys() == known.keys()
    for name, row in rows.items():
        page, bodies = known[name], row["characters"]
        boxes = [*row["panels"], *(one["box"] for one in (*bodies, *row["faces"]))]
        assert all(0 <= x0 < x1 <= page.width and 0 <= y0 < y1 <= page.height
                   for x0, y0, x1, y1 in boxes), name  # fmt: skip
        assert sorted(one["text"] for one in row["speakers"]) == [*range(1, len(page.texts) + 1)], (
            name
        )
        assert all(0 <= one["character"] < len(bodies) for one in row["speakers"]
                   if "character" in one), name  # fmt: skip
        words = {one for row in row["speakers"] for one in row.values() if isinstance(one, str)}
        assert words <= {"off-page", "narration", "sound", "unsure"}


def test_a_file_of_a_pass_says_what_is_wrong_with_it(gold):
    pages, _ = gold
    good = passed([(0, "Ann")], {"T1": "C1"})
    for change, fault in [
        ({"speakers": {"T1": "C9"}}, "T1 is said by 'C9'"),
        ({"faces": [{"of": "C7", "box": [0, 0, 1, 1]}]}, "face 1 is of C7"),
    ]:
        with pytest.raises(InputError, match=fault):
            pages.values_of(good | change, "x.json", [Box(0, 0, 9, 9)])
    with pytest.raises(InputError, match="no panels"):
        pages.values_of(good, "x.json", [])


@pytest.mark.shared
def test_gold_pages_pass_through_sheets_into_a_project(gold, shared, tmp_path, capsys):
    pages, _ = gold
    books = pages.gold_books(shared)
    assert sum(len(book.pages) for book in books) >= 30
    pages.make(tmp_path / "gold", shared)
    book = books[0]
    for person in pages.ANNOTATORS:
        for page in book.pages[:2]:
            voices = {f"T{i}": "narration" for i in range(1, len(page.texts) + 1)}
            file = tmp_path / person / book.id / f"{page.id}.json"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(passed([(10, "Ann")], voices)))
        done = pages.take(tmp_path / "gold", person, tmp_path / person, shared)
        assert (done.taken, done.refused) == (2, ())
    with open_project(tmp_path / "gold", alone=False) as project:
        placed = [unit.place for unit in project.work.state.work_units()]
        assert placed.count("accepted") == 2
