"""Pages of comics: their screens, corrections that survive a new reading, exports."""

from __future__ import annotations

import xml.etree.ElementTree as ET
import zipfile
from contextlib import contextmanager
from dataclasses import replace

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra annotate")

from panelwise.annotation import (
    Assignment,
    HumanAnswer,
    add_comics,
    add_pages,
    as_procedure,
    corrected_book,
    correcting_project,
    create_project,
    export_book,
    open_project,
    project_corrections,
    read_corrections,
    read_procedure,
    units_of_book,
    write_corrections,
)
from panelwise.annotation.app import annotation_app
from panelwise.annotation.screens import PANELS, get_screen, screen_of
from panelwise.comics import Panel, Text, open_comic
from panelwise.comics.formats import get_format
from panelwise.errors import InputError
from panelwise.geometry import Box
from panelwise.web import Access, Rules, listen, served
from panelwise.web.accounts import Accounts
from signing_in import PASSWORD, QUICK


@pytest.fixture(scope="module")
def book(press_books):
    """Three pages of the press with panels, texts, characters and speakers."""
    return replace(press_books[0], pages=press_books[0].pages[:3])


@pytest.fixture
def folder(book, tmp_path):
    made = tmp_path / "project"
    correcting_project(made, book)
    return made


def shown(project, person="ann"):
    """What a person sees next, and a way to answer."""
    held = project.work.next(person)
    assert isinstance(held, Assignment), held
    screen = screen_of(held.stage, project.procedure, held.unit)
    return held, screen, screen.view(held.unit, held.stage, project.sources)


def answer(project, values, person="ann"):
    held, screen, view = shown(project, person)
    clean = screen.clean(view, values)
    key = f"key-{project.work.state.last:08d}"
    return project.work.submit(person, held.unit.id, HumanAnswer(key, clean))


def drafted(view):
    """The form as it is when nothing is changed."""
    field = view.form.as_json()["fields"][0]
    if field["name"] in view.initial:
        return dict(view.initial)
    keys = ("id", "class", "box", "polygon", "text", "name")
    return {
        field["name"]: [
            {key: shape[key] for key in keys if key in shape} for shape in field["initial"]
        ]
    }


def near(panels):
    """Boxes as they are after a form has rounded them."""
    return [pytest.approx(panel.box, abs=0.01) for panel in panels]


def correct_first_page(project, change):
    """Go through the four screens of the first page; ``change`` edits the drafts in place."""
    for _ in range(4):
        _, screen, view = shown(project)
        values = drafted(view)
        change(screen.name, values[screen.name])
        answer(project, values)


def test_pages_come_in_order_with_drafts_and_where_these_come_from(folder, book):
    with open_project(folder) as project:
        project.work.join("ann", ["annotator"])
        held, screen, view = shown(project)
        assert held.unit.data["pages"][0]["page"] == book.pages[0].image.sha256
        assert screen is PANELS
        assert len(view.form.fields[0].initial) == len(book.pages[0].panels)
        assert "annotation" in view.blocks[0].text
        picture = project.sources.picture(view.pictures[0].sha256)
        assert picture.path.read_bytes() == book.pages[0].image.read()


def test_a_page_goes_through_four_screens_and_unchanged_drafts_change_nothing(folder, book):
    with open_project(folder) as project:
        project.work.join("ann", ["annotator"])
        correct_first_page(project, lambda name, shapes: None)
        [second] = project.work.next("ann").unit.data["pages"]
        assert second["page"] == book.pages[1].image.sha256
    page, old = corrected_book(folder, book).pages[0], book.pages[0]
    assert [one.box for one in page.panels] == [
        pytest.approx(one.box, abs=0.01) for one in old.panels
    ]
    assert [text.contents for text in page.texts] == [text.contents for text in old.texts]
    assert [text.kind for text in page.texts] == [text.kind for text in old.texts]
    assert [one.identity for one in page.characters] == [one.identity for one in old.characters]
    assert len(page.speakers) == len({link.text for link in old.speakers})


def test_what_was_corrected_survives_a_new_reading_and_the_rest_is_new(folder, book):
    def change(name, shapes):
        if name == "panels":
            shapes.reverse()
        if name == "texts":
            shapes[0]["text"] = "Mended!"

    with open_project(folder) as project:
        project.work.join("ann", ["annotator"])
        correct_first_page(project, change)
    again = replace(book, pages=tuple(
        replace(page, panels=(Panel(Box(1, 2, 30, 40)),), panels_by="reader new",
                texts=(Text(Box(5, 5, 20, 20), {"en": "New words"}),), characters=(), speakers=())
        for page in book.pages
    ))  # fmt: skip
    correcting_project(folder, again)
    with open_project(folder) as project:
        _, _, view = shown(project)
        assert "reader new" in view.blocks[0].text
    first, second, _ = corrected_book(folder, book).pages
    assert [panel.box for panel in first.panels] == near(book.pages[0].panels)[::-1]
    assert first.texts[0].content == "Mended!"
    assert not first.panels_found
    assert [panel.box for panel in second.panels] == [Box(1, 2, 30, 40)]
    assert second.texts[0].content == "New words"


def test_corrections_go_from_project_to_project_by_the_hash_of_the_page(folder, book, tmp_path):
    with open_project(folder) as project:
        project.work.join("ann", ["annotator"])
        correct_first_page(
            project, lambda name, shapes: shapes.clear() if name == "characters" else None
        )
    write_corrections(project_corrections(folder), tmp_path / "c.jsonl")
    kept = read_corrections(tmp_path / "c.jsonl")
    assert kept == project_corrections(folder)
    bare = replace(book, pages=tuple(
        replace(page, panels=(), texts=None, speakers=()) for page in book.pages[::-1]
    ))  # fmt: skip
    correcting_project(tmp_path / "other", bare, earlier=kept)
    last = corrected_book(tmp_path / "other", bare).pages[-1]
    assert len(last.panels) == len(book.pages[0].panels)
    assert last.characters == ()
    (tmp_path / "bad.jsonl").write_text('{"page": 1}\n')
    with pytest.raises(InputError, match="line 1"):
        read_corrections(tmp_path / "bad.jsonl")


def test_shapes_beyond_the_edge_are_cut_and_links_to_nobody_left_out(folder, book):
    def change(name, shapes):
        if name == "panels":
            shapes[:] = [{"id": "a", "class": "panel", "box": [-20, -20, 200, 200]}]
        if name == "speakers":
            shapes[:] = [{"from": link["from"], "to": None} for link in shapes]

    with open_project(folder) as project:
        project.work.join("ann", ["annotator"])
        correct_first_page(project, change)
    page = corrected_book(folder, book).pages[0]
    assert page.panels == (Panel(Box(0, 0, 200, 200)),)
    assert page.speakers == ()


@pytest.fixture
def gold(book, tmp_path):
    create_project(tmp_path / "gold", read_procedure("pages.gold"))
    with open_project(tmp_path / "gold") as project:
        assert add_comics(project, [replace(book, pages=book.pages[:1])]) == 1
        for person, role in (("ann", "annotator"), ("bob", "annotator"), ("cem", "adjudicator")):
            project.work.join(person, [role])
        yield project


def box(x, y=10):
    return {"id": f"s{x}", "class": "panel", "box": [x, y, x + 100, y + 100]}


def test_blind_passes_see_no_draft_and_agree_within_what_a_hand_can_draw(gold):
    _, _, view = shown(gold)
    assert view.form.fields[0].initial == ()
    assert view.blocks == ()
    answer(gold, {"panels": [box(10), box(200)]})
    answer(gold, {"panels": [box(14), box(204)]}, "bob")
    assert next(iter(gold.work.state.units.values())).place == "texts"


def test_passes_that_differ_go_to_a_third_who_sees_both(gold):
    answer(gold, {"panels": [box(10), box(200)]})
    answer(gold, {"panels": [box(200), box(10)]}, "bob")
    assert gold.work.next("ann") == gold.work.next("bob") == "wait"
    _, screen, view = shown(gold, "cem")
    assert screen is PANELS
    assert [block.name for block in view.blocks[:2]] == ["Pass 1", "Pass 2"]
    assert [shape["id"] for shape in view.initial["panels"]] == ["s10", "s200"]
    answer(gold, {"panels": [box(200), box(10)]}, "cem")
    for person in ("ann", "bob"):
        words = f"said {person}"
        answer(gold, {"texts": [box(10) | {"class": "text", "text": words}]}, person)
    _, screen, view = shown(gold, "cem")  # the screen of the texts, though panels came before
    assert screen.name == "texts"
    assert "said bob" in view.blocks[1].text


def test_a_procedure_without_pages_takes_no_comics(book, tmp_path):
    create_project(tmp_path / "p", read_procedure("comix.harmful"))
    with open_project(tmp_path / "p") as project, pytest.raises(InputError, match=r"pages\.gold"):
        add_comics(project, [book])


def test_the_same_people_under_other_names_agree():
    def values(*names):
        shapes = [{"id": str(i), "class": "character", "box": [50 * i, 0, 50 * i + 40, 40],
                   "name": name} for i, name in enumerate(names)]  # fmt: skip
        return {"characters": shapes}

    agree = get_screen("characters")._agree
    assert agree(values("A", "B", "A"), values("x", "y", "x"))
    assert not agree(values("A", "B", "A"), values("x", "y", "y"))
    groups = get_screen("identities")._agree
    assert groups(
        {"identities": {"1.1": "A", "1.2": "A"}}, {"identities": {"1.1": "x", "1.2": "x"}}
    )
    assert not groups({"identities": {"1.1": "A"}}, {"identities": {"1.1": "x", "1.2": "x"}})


def test_who_is_who_starts_with_the_names_of_the_draft_unless_people_are_blind(book, tmp_path):
    stage = {"name": "who", "role": "annotator", "screen": "identities"}
    words = {"name": "who", "title": "Who", "instructions": "Sort them."}
    create_project(tmp_path / "who", as_procedure(words | {"stages": [stage]}, "test"))
    bodies = sum(len(page.characters) for page in book.pages)
    with open_project(tmp_path / "who") as project:
        add_pages(tmp_path / "who", book)
        project.work.join("ann", ["annotator"])
        project.add_units(units_of_book(book, "identities"))
        _, screen, view = shown(project)
        started = dict(view.initial["identities"])
        assert len(started) == bodies == len(view.form.fields[0].shapes)
        assert len(set(started.values())) == len(
            {one.identity for page in book.pages for one in page.characters}
        )
        assert screen.clean(view, view.initial) == view.initial
        blind = replace(book, pages=book.pages[:1])
        project.add_units(units_of_book(blind, "identities", blind=True))
        answer(project, dict(view.initial))
        _, _, bare = shown(project)
        assert (bare.initial, bare.blocks) == ({}, ())


def test_an_exported_epub_is_read_back_with_its_panels_in_order(book, tmp_path):
    export_book(book, "epub", tmp_path / "b.epub")
    [found] = open_comic(tmp_path / "b.epub")
    assert [page.image.sha256 for page in found.pages] == [p.image.sha256 for p in book.pages]
    for page, old in zip(found.pages, book.pages, strict=True):
        assert [tuple(p.box) for p in page.panels] == [
            pytest.approx(tuple(p.box), abs=0.02) for p in old.panels
        ]
    with zipfile.ZipFile(tmp_path / "b.epub") as archive:
        first = archive.infolist()[0]
        assert (first.filename, first.compress_type) == ("mimetype", zipfile.ZIP_STORED)
        text = archive.read("p0001.xhtml").decode()
    assert book.pages[0].texts[0].content.split("\n")[0] in ET.tostring(
        ET.fromstring(text), encoding="unicode", method="text"
    )


def test_the_language_of_an_epub_is_that_of_the_lettering(book, tmp_path):
    texts = (Text(Box(1, 1, 9, 9), {"ja": "あ", "en": "Ah"}),)
    source = replace(book.source, language=None)
    export_book(
        replace(book, source=source, pages=(replace(book.pages[0], texts=texts, speakers=()),)),
        "epub",
        tmp_path / "ja.epub",
    )
    [found] = open_comic(tmp_path / "ja.epub")
    assert found.source.language == "ja"


def test_an_exported_acbf_has_frames_texts_and_a_cover(book, tmp_path):
    export_book(book, "acbf", tmp_path / "b.cbz")
    with zipfile.ZipFile(tmp_path / "b.cbz") as archive:
        root = ET.fromstring(archive.read("book.acbf"))
        assert {"book.acbf", "ComicInfo.xml", "p0001.png"} <= set(archive.namelist())
    name = "{http://www.acbf.info/xml/acbf/1.1}"
    cover = root.find(f"{name}meta-data/{name}book-info/{name}coverpage")
    assert len(cover.findall(f"{name}frame")) == len(book.pages[0].panels)
    assert len(cover.findall(f".//{name}text-area")) == sum(
        len(text.contents) for text in book.pages[0].texts
    )
    assert len(root.findall(f"{name}body/{name}page")) == len(book.pages) - 1


def test_an_exported_mokuro_volume_has_its_images_beside_it(book, tmp_path):
    export_book(book, "mokuro", tmp_path / "vol.mokuro")
    [found] = get_format("mokuro").read(tmp_path / "vol.mokuro")
    assert [len(page.texts) for page in found.pages] == [len(page.texts) for page in book.pages]
    assert found.pages[0].image.read() == book.pages[0].image.read()
    with pytest.raises(InputError, match="already exists"):
        export_book(book, "mokuro", tmp_path / "vol.mokuro")


def test_a_mokuro_volume_is_not_called_like_the_folder_of_its_images(book, tmp_path):
    with pytest.raises(InputError, match=r"call the file vol\.mokuro"):
        export_book(book, "mokuro", tmp_path / "vol")
    assert list(tmp_path.iterdir()) == []


@contextmanager
def working(project):
    """The project on loopback, with an annotator named ann."""
    accounts = Accounts(project.store.engine, QUICK)
    accounts.add("ann", "Ann", {"annotator"}, PASSWORD)
    at = listen("127.0.0.1", 0, Access.with_accounts("127.0.0.1", ""))
    with served(annotation_app(project, accounts), at, Rules.of_forms(body_limit=1 << 20)) as url:
        yield url


@pytest.mark.browser
def test_a_panel_is_drawn_and_another_deleted_in_a_browser(chromium, axe, folder, book):
    with open_project(folder) as project, working(project) as url:
        tab = chromium.new_page(viewport={"width": 1366, "height": 900})
        tab.goto(url)
        tab.fill("input[name=name]", "ann")
        tab.fill("input[name=password]", PASSWORD)
        tab.keyboard.press("Enter")
        tab.wait_for_url(url)
        tab.goto(f"{url}work")
        tab.wait_for_selector("form[data-ready=yes]")
        picture = tab.locator(".picture svg, svg").first
        picture.scroll_into_view_if_needed()
        tab.locator(".shape-list li").first.locator("button").click()
        tab.locator("[data-tool=box]").click()
        at = picture.bounding_box()
        middle, top = at["x"] + at["width"] / 2, at["y"] + 60
        tab.mouse.move(middle - 60, top)
        tab.mouse.down()
        tab.mouse.move(middle + 10, top + 40, steps=4)
        tab.mouse.move(middle + 60, top + 90, steps=4)
        tab.mouse.up()
        tab.keyboard.press("Control+Enter")
        tab.get_by_role("heading", name="Texts and what they say").wait_for()
        tab.wait_for_selector("form[data-ready=yes]")
        tab.set_viewport_size({"width": 820, "height": 1180})
        assert axe(tab) == []
        assert tab.evaluate("document.documentElement.scrollWidth") <= 820
        tab.close()
        [given] = project.work.state.people[accounts_id(project)].submissions
    panels = given.values["panels"]
    known = [pytest.approx(list(panel.box), abs=0.01) for panel in book.pages[0].panels]
    assert [one["box"] for one in panels[:-1]] == known[1:]
    x0, y0, x1, y1 = panels[-1]["box"]
    assert (x1 - x0) / (y1 - y0) == pytest.approx(120 / 90, rel=0.05)


def accounts_id(project):
    return Accounts(project.store.engine, QUICK).people()[0].id
