"""What an adjudicator sees of answers that differ, in Chromium."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra [annotate]")
pytest.importorskip("argon2", reason="needs the extra [annotate]")
pytest.importorskip("fastapi", reason="needs the extra [annotate]")

from panelwise.annotation import (
    HumanAnswer,
    add_comics,
    as_procedure,
    create_project,
    open_project,
    read_procedure,
    units_of_pack,
)
from panelwise.web.accounts import Accounts
from served_work import serving
from signing_in import PASSWORD, QUICK


def box(x, y=10):
    return {"id": f"s{x}", "class": "panel", "box": [x, y, x + 100, y + 100]}


def signed_in(chromium, url, name):
    tab = chromium.new_page(viewport={"width": 1280, "height": 1000})
    tab.goto(url)
    tab.fill("input[name=name]", name)
    tab.fill("input[name=password]", PASSWORD)
    tab.keyboard.press("Enter")
    tab.wait_for_url(url)
    tab.goto(f"{url}work")
    tab.wait_for_selector("form.work[data-ready]")
    return tab


@pytest.mark.extra
@pytest.mark.browser
def test_an_adjudicator_sees_both_passes_on_the_picture(chromium, press_books, tmp_path, axe):
    create_project(tmp_path / "gold", read_procedure("pages.gold"))
    with open_project(tmp_path / "gold") as project:
        add_comics(project, [replace(press_books[0], pages=press_books[0].pages[:1])])
        Accounts(project.store.engine, QUICK).add("cem", "Cem", ["adjudicator"], PASSWORD)
        given = {"ann": [box(10), box(200)], "bob": [box(10), box(200), box(60, 200)]}
        for name, panels in given.items():
            project.work.join(name, ["annotator"])
            unit = project.work.next(name).unit.id
            project.work.submit(name, unit, HumanAnswer(f"key-of-{name}", {"panels": panels}))
    with serving(tmp_path / "gold") as site:
        url = site.url
        tab, moved = signed_in(chromium, url, "cem"), []
        tab.on("framenavigated", lambda frame: moved.append(frame.url))
        assert [tab.locator(f".marks .pass-{k} polygon.halo").count() for k in (0, 1)] == [2, 3]
        dashes = [tab.locator(f".marks .pass-{k} polygon:not(.halo)").first.evaluate(
            "one => getComputedStyle(one).strokeDasharray") for k in (0, 1)]  # fmt: skip
        assert dashes[0] == "none" != dashes[1]
        assert tab.locator(".legend label").all_text_contents() == ["Pass 1 (2)", "Pass 2 (3)"]
        assert axe(tab) == []
        tab.locator(".legend input").nth(1).uncheck()
        assert [one.is_visible() for one in tab.locator(".marks .pass-1").all()] == [False] * 2
        moved.clear()
        tab.keyboard.press("Control+Enter")
        tab.get_by_role("heading", name="Nothing to do").wait_for()
        assert moved == [f"{url}work"], "scripts that wait for the next page hear of it"
        tab.close()


def views(element):
    """Which parts of the picture are seen, in order."""
    return [part.get_attribute("viewBox") for part in element.locator(".part").all()]


DECIDED = {
    "name": "orders",
    "title": "Panels into order",
    "instructions": "Put the panels into story order.",
    "stages": [
        {"name": "solve", "role": "annotator", "people": 2, "then": "check", "disagree": "decide"},
        {"name": "decide", "type": "adjudicate", "role": "adjudicator", "then": "check"},
        {"name": "check", "type": "review", "role": "inspector"},
    ],
}


@pytest.mark.extra
@pytest.mark.browser
def test_orders_of_panels_in_one_picture_are_seen_and_not_numbers_alone(
    chromium, pack_of, tmp_path, axe
):
    """Adjudicators compare small panels, and inspectors see the panels in the order to check."""
    pack = pack_of("chromic.panel_reordering")
    folder = tmp_path / "orders"
    create_project(folder, as_procedure(DECIDED, "test"), packs=[pack.path])
    with open_project(folder) as project:
        project.add_units(units_of_pack(pack)[:1])
        accounts = Accounts(project.store.engine, QUICK)
        for name, role in {"cem": "adjudicator", "ina": "inspector"}.items():
            accounts.add(name, name.title(), [role], PASSWORD)
        count, base = pack.items()[0].n, pack.items()[0].index_base
        orders = [list(range(count)), list(reversed(range(count)))]
        for name, order in zip(("ann", "bob"), orders, strict=True):
            project.work.join(name, ["annotator"])
            unit = project.work.next(name).unit.id
            project.work.submit(name, unit, HumanAnswer(f"key-of-{name}", {"order": order}))
    with serving(folder) as site:
        tab = signed_in(chromium, site.url, "cem")
        cells = tab.locator(".compared td")
        first, last = (views(cell) for cell in cells.all())
        assert len(set(first)) == count
        assert first == last[::-1]
        assert all(part.bounding_box()["height"] > 40 for part in tab.locator(".part").all())
        assert axe(tab) == []
        cards = tab.locator(".pool .card svg.crop")
        parts = [one.get_attribute("viewBox") for one in cards.all()]
        assert [list(map(float, one.split())) for one in parts] == [
            list(map(float, one.split())) for one in first
        ]
        assert all(card.bounding_box()["height"] > 40 for card in cards.all())
        for key in [*(str(at + base) for at in reversed(range(count))), "Control+Enter"]:
            tab.keyboard.press(key)
        tab.get_by_role("heading", name="Nothing to do").wait_for()
        tab.close()
        tab = signed_in(chromium, site.url, "ina")
        assert views(tab.locator(".ordered")) == last
        assert all(part.bounding_box()["height"] > 40 for part in tab.locator(".part").all())
        assert axe(tab) == []
        tab.close()
