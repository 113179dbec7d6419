"""Every type of field in a browser: by keyboard alone, by pointer, and with hostile words."""

from __future__ import annotations

import pytest

from panelwise.geometry import Box
from panelwise.tasks.forms import Form, GroupsField, LinksField, ShapesField

pytestmark = pytest.mark.browser
LAPTOP, TABLET = (1366, 768), (820, 1180)


@pytest.fixture
def fill(visit, desk):
    """``fill(form, *keys)`` presses keys, submits by keyboard, and gives the field's value."""

    def fill(name, *keys, field=None):
        tab = visit(name)
        press(tab, *keys)
        return sent(desk, tab, field)

    return fill


def press(tab, *keys):
    for key in keys:
        if len(key) > 1 and key.startswith("'"):
            tab.keyboard.insert_text(key[1:])
        else:
            tab.keyboard.press(key)


def sent(desk, tab, field=None):
    """Submit, and the value that arrived."""
    tab.keyboard.press("Control+Enter")
    tab.wait_for_url("**/next")
    values = desk.submitted()[-1]["values"]
    return values[field] if field else next(iter(values.values()))


def on(tab, x, y):
    """A place on the screen of a place of the picture, in its own pixels."""
    return tab.evaluate(
        "([x, y]) => { const svg = document.querySelector('.bench svg.picture-view');"
        " const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());"
        " return [at.x, at.y]; }",
        [x, y],
    )


def drag(tab, start, end):
    tab.mouse.move(*start)
    tab.mouse.down()
    tab.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    tab.mouse.move(*end)
    tab.mouse.up()


def draw(tab, x0, y0, x1, y1):
    drag(tab, on(tab, x0, y0), on(tab, x1, y1))


def middle(tab, selector):
    box = tab.locator(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def near(box, wanted, within=1.5):
    return all(abs(a - b) <= within for a, b in zip(box, wanted, strict=True))


@pytest.mark.parametrize(
    ("form", "keys", "value"),
    [
        ("choice", ["2"], 1),
        ("choice", ["c"], 2),
        ("choice", ["1", "ArrowDown"], 1),
        ("pictures", ["3"], 2),
        ("several", ["1", "3", "5", "2", "3", "6"], [0, 4, 5]),
        ("order", ["3", "1", "2"], [2, 0, 1]),
        ("order", ["1", "2", "3", "ArrowLeft", "ArrowLeft", "1", "ArrowRight"], [2, 1, 0]),
        ("words", ["4", "3", "Backspace", "2", "1", "3"], [3, 1, 0, 2]),
        ("scale", ["4"], 4),
        ("scale", ["4", "u"], "uncertain"),
        ("ten", ["0"], 10),
        ("offence", ["3", "q"], -1),
        ("rows", ["Enter", "B", "Tab", "'Run!", "Enter", "'Why?", "Shift+Tab", "S"],
         [{"who": "Bea", "text": "Run!"}, {"who": "Sol", "text": "Why?"}]),
    ],
)  # fmt: skip
def test_by_keyboard_alone(fill, form, keys, value):
    assert fill(form, *keys) == value


def test_a_choice_and_several_and_a_mark_by_click(visit, desk):
    tab = visit("everything")
    tab.locator(".field-choice .option").nth(1).click()
    boxes = tab.locator(".field-several .option")
    for place in (0, 2, 3):
        boxes.nth(place).click()
    assert boxes.nth(1).locator("input").is_disabled()
    tab.locator(".step.uncertain").first.click()
    tab.wait_for_function(
        "() => document.querySelector('.work-status').textContent === 'Draft saved.'"
    )
    draft = desk.got[-1][2]["values"]
    assert (draft["choice"], draft["several"], draft["scale"]) == (1, [0, 2, 3], "uncertain")


def test_every_mark_shows_its_key(visit):
    tab = visit("everything")
    shown = {"scale": "12345u", "offence": "q012345", "ten": "1234567890"}
    for place, keys in enumerate(shown.values()):
        steps = tab.locator(".field-scale").nth(place).locator(".step kbd")
        assert "".join(steps.all_text_contents()) == keys
    tab.keyboard.press("?")
    assert "mark -1 to 5" in tab.locator("dialog.help").inner_text()


def test_cards_are_put_into_order_by_drag_and_click(visit, desk):
    tab = visit("order")
    drag(tab, middle(tab, ".pool li:nth-child(2) .card"), middle(tab, ".answer .slot.empty"))
    tab.locator(".pool .card").first.click()
    tab.locator(".pool .card").first.click()
    assert tab.locator(".answer .card b").all_text_contents() == ["2", "1", "3"]
    drag(tab, middle(tab, ".answer li:nth-child(3) .card"), _left(tab, ".answer li:first-child"))
    assert sent(desk, tab) == [2, 1, 0]


def _left(tab, selector):
    box = tab.locator(selector).bounding_box()
    return box["x"] + 8, box["y"] + box["height"] / 2


def test_a_text_shows_what_changed_in_its_draft(visit, desk):
    tab = visit("text")
    tab.locator("textarea").first.fill("A small girl runs away. <b>")
    assert tab.locator(".diff ins").all_text_contents() == [
        "added: small ",
        "added: away",
        "added:  <b>",
    ]
    assert tab.locator(".diff del").all_text_contents() == ["removed: home"]
    tab.keyboard.press("Enter")  # a new line, not the next field
    assert sent(desk, tab) == "A small girl runs away. <b>\n"


def test_japanese_is_written_in_columns_and_compared_by_characters(visit, desk):
    tab = visit("vertical")
    area = tab.locator("textarea.vertical")
    assert area.evaluate("one => getComputedStyle(one).writingMode") == "vertical-rl"
    area.fill("走れ、急げ")
    assert tab.locator(".diff ins").all_text_contents() == ["added: 急げ"]
    tab.get_by_role("button", name="Restore the draft").click()
    assert sent(desk, tab) == "走れ、走れ"


def test_boxes_by_keyboard(visit, desk):
    """New, moved, resized, of another class, earlier in the order, deleted, undone."""
    tab = visit("shapes")
    press(tab, "n")
    [first] = shapes(tab)
    press(tab, "ArrowRight", "ArrowRight", "Control+ArrowUp", "Shift+Control+ArrowRight", "2")
    press(tab, "n", "ArrowLeft", ",")
    press(tab, "n", "Delete", "Control+z", "Control+Shift+z")
    value = sent(desk, tab)
    assert [(one["id"], one["class"]) for one in value] == [("s2", "text"), ("s1", "text")]
    x0, y0, x1, y1 = value[1]["box"]
    assert (y0, y1) == (first[1] - 1, first[3] - 1)
    assert x0 > first[0]
    assert x1 - x0 == first[2] - first[0] + 1


def shapes(tab):
    """Bounds of the shapes that are drawn."""
    points = tab.eval_on_selector_all(
        ".bench .shape polygon", "all => all.map(x => x.getAttribute('points'))"
    )
    found = []
    for one in points:
        xs, ys = zip(*(map(float, point.split(",")) for point in one.split()), strict=True)
        found.append([min(xs), min(ys), max(xs), max(ys)])
    return found


def test_boxes_by_pointer(visit, desk):
    """Drawn, moved, resized by a corner, split by a line, merged, numbered by clicks."""
    tab = visit("shapes")
    tab.get_by_role("button", name="Box").click()
    draw(tab, 20, 20, 120, 220)
    draw(tab, 150, 20, 250, 120)
    tab.get_by_role("button", name="Select").click()
    draw(tab, 170, 100, 180, 120)  # moves it by 10, 20
    assert near(shapes(tab)[1], [160, 40, 260, 140])
    draw(tab, 260, 140, 280, 150)  # its corner
    assert near(shapes(tab)[1], [160, 40, 280, 150])
    tab.mouse.click(*on(tab, 60, 60))
    tab.get_by_role("button", name="Split").click()
    draw(tab, 10, 118, 130, 122)
    parts = shapes(tab)
    assert near(parts[0], [20, 20, 120, 120])
    assert near(parts[1], [20, 120, 120, 220])
    tab.mouse.click(*on(tab, 60, 60))
    tab.keyboard.down("Shift")
    tab.mouse.click(*on(tab, 60, 180))
    tab.keyboard.up("Shift")
    tab.get_by_role("button", name="Merge").click()
    assert near(shapes(tab)[0], [20, 20, 120, 220])
    tab.get_by_role("button", name="Number").click()
    tab.mouse.click(*on(tab, 220, 100))
    tab.mouse.click(*on(tab, 60, 100))
    value = sent(desk, tab)
    assert [round(one["box"][0], -1) for one in value] == [160, 20]
    assert all("polygon" not in one for one in value)


def test_polygons_by_keyboard_and_by_pointer(visit, desk):
    tab = visit("shapes")
    press(tab, "p", " ", *["ArrowRight"] * 3, " ", *["ArrowDown"] * 3, " ", "Enter")
    [outline] = shapes(tab)
    press(tab, "e", "]", "Control+ArrowRight", "Escape")
    assert shapes(tab)[0][2] == outline[2] + 1
    tab.get_by_role("button", name="Polygon").click()
    for point in ((20, 20), (100, 30), (110, 110), (20, 90), (20, 20)):
        tab.mouse.click(*on(tab, *point))
    first, second = sent(desk, tab)
    assert len(first["polygon"]) == 3
    assert near(second["box"], [20, 20, 110, 110])
    assert all(
        near(a, b)
        for a, b in zip(second["polygon"], [(20, 20), (100, 30), (110, 110), (20, 90)], strict=True)
    )


def test_splitting_and_merging_by_keyboard(visit, desk):
    tab = visit("shapes")
    press(tab, "n", *["Shift+ArrowRight"] * 4)
    [whole] = shapes(tab)
    press(tab, "s", "s", "s", "Enter")
    upper, lower = shapes(tab)
    assert [upper[0], lower[2]] == [whole[0], whole[2]]
    press(tab, "x", "Tab", "x", "m")
    assert shapes(tab) == [whole]
    assert sent(desk, tab)[0]["box"] == whole


def test_a_missing_panel_is_added_by_three_keys(visit, desk, press_books):
    """The picture has the focus; a new box takes the largest empty place; a number places it."""
    page = press_books[0].pages[0]
    panels = [panel.box for panel in page.panels]
    largest = max(range(len(panels)), key=lambda k: panels[k].area)
    tab = visit("panels")
    press(tab, *["Tab"] * (largest + 1), "Delete", "n", "2")
    value = sent(desk, tab)
    assert [one["id"] for one in value][1] not in {f"p{k}" for k in range(1, len(panels) + 1)}
    assert Box(*value[1]["box"]).iou(panels[largest]) > 0.8
    assert len(value) == len(panels)


def test_given_panels_are_mended_named_and_reordered(visit, desk, press_books):
    """Rows of the list: a name, a text, a number; Esc goes back to the shape."""
    panels = press_books[0].pages[0].panels
    tab = visit("mend")
    press(tab, "Tab")
    tab.locator(".bench [data-id=p1]").focus()
    press(tab, "Enter", "'Ha!", "Escape", "Delete", "Control+z")
    tab.locator(".shape-list input[type=text]").nth(1).fill("Sol")
    press(tab, "Enter")
    said = tab.locator("[data-part=status]").text_content()
    assert said == "Esc goes back to the shape, Esc again selects none; Enter then goes on."
    rank = tab.locator(".shape-list .row-rank").last
    rank.fill("1")
    rank.press("Tab")
    tab.keyboard.press("Control+Enter")
    tab.wait_for_selector(".field-fault:visible")
    assert (
        "has no text. If that is right, submit once more."
        in tab.locator(".field .field-fault").text_content()
    )
    value = sent(desk, tab)
    last = f"p{len(panels)}"
    assert [one["id"] for one in value][:3] == [last, "p1", "p2"]
    assert value[0]["box"] == pytest.approx(list(panels[-1].box))
    assert (value[1]["text"], value[2]["name"]) == ("Ha!", "Sol")


def test_rows_of_the_list_are_dragged(visit, desk):
    tab = visit("mend")
    grip = ".shape-list li:nth-child({}) .grip"
    before = tab.locator(".shape-list li").evaluate_all("all => all.map(x => x.dataset.id)")
    x, y = middle(tab, grip.format(1))
    drag(tab, middle(tab, grip.format(2)), (x, y - 12))
    after = tab.locator(".shape-list li").evaluate_all("all => all.map(x => x.dataset.id)")
    assert after == [before[1], before[0], *before[2:]]


def test_fixed_boxes_take_texts_and_an_order_but_no_other_place(visit, desk, press_books):
    boxes = [list(text.box) for text in press_books[0].pages[0].texts]
    tab = visit("fixed")
    tab.locator(".bench .shape").first.focus()
    press(tab, "ArrowRight", "Delete", "n", ".")
    value = sent(desk, tab)
    assert sorted(one["box"] for one in value) == sorted(boxes)
    assert value[1]["id"] == "T1"


def test_speakers_by_keyboard_and_click(visit, desk, press_books):
    page = press_books[0].pages[0]
    texts, people = len(page.texts), len(page.characters)
    tab = visit("links")
    tab.evaluate("document.querySelector('.shape-side').style.maxHeight = '12rem'")
    press(tab, "ArrowLeft")
    side, row = (tab.locator(one).bounding_box() for one in (".shape-side", ".link-list .selected"))
    assert row["y"] + row["height"] <= side["y"] + side["height"] + 1, "its letters can be seen"
    press(tab, "ArrowRight")
    press(tab, "b", *["n"] * (texts - 1), "1", "u", "a")
    tab.locator(".link-list li").nth(1).get_by_role("button", name="C2").click()
    assert people > 1
    links = sent(desk, tab)
    assert links[:2] == [{"from": "T1", "to": "C1"}, {"from": "T2", "to": "C2"}]
    assert [one["to"] for one in links[2:]] == [None] * (texts - 2)


def test_a_speaker_is_clicked_on_the_picture(visit, desk, press_books):
    page = press_books[0].pages[0]
    tab = visit("links")
    x, y = page.characters[0].box.x0 + 4, page.characters[0].box.y1 - 4
    tab.mouse.click(*on(tab, x, y))
    assert tab.locator(".bench .shape.linked").count() == 1
    press(tab, "Control+z")
    assert tab.locator(".bench .shape.linked").count() == 0


def test_identities_by_keyboard_and_click(visit, desk, press_books):
    count = len(press_books[0].pages[0].characters)
    tab = visit("groups")
    tab.locator(".face").first.focus()
    press(tab, "n", "'Bea <b>", "Enter", "n", "'Sol", "Enter", *["1"] * (count - 2))
    tab.locator(".face").nth(1).click()
    tab.locator(".chip", has_text="Bea").click()
    groups = sent(desk, tab)
    assert groups == {f"C{k}": "Bea <b>" for k in range(1, count + 1)}


def test_a_form_of_the_project_gets_values_that_it_takes(visit, desk):
    """Shapes, who speaks among them, and who is who: by keyboard alone."""
    drawn = ShapesField("drawn", "Texts and people", (300, 420), ("text", "character"))
    who = LinksField("who", "Who speaks?", "drawn", "text", "character")
    people = GroupsField("people", "Who is who?", "drawn", "character")
    form = Form((drawn, who, people))
    desk.forms["project"], desk.pages["project"] = form.as_json(), 1
    tab = visit("project")
    press(tab, "n", "1", *["ArrowUp"] * 9, "n", "2", "Escape", "Enter")
    press(tab, "a", "Enter", "n", "'Sol", "Enter", "Control+Enter")
    tab.wait_for_url("**/next")
    [body] = desk.submitted()
    values = form.check(body["values"])
    assert [one["class"] for one in values["drawn"]] == ["text", "character"]
    assert values["who"] == [{"from": "s1", "to": "s2"}]
    assert values["people"] == {"s2": "Sol"}


def test_a_picture_zooms_pans_and_is_asked_for_beforehand(visit, desk):
    desk.settings["choice"] = {"prefetch": ["/pictures/1"]}
    tab = visit("choice")
    view = tab.locator(".work-picture svg")
    whole = view.get_attribute("viewBox")
    view.focus()
    press(tab, "+", "+", "ArrowRight")
    x, y, width, _ = map(float, view.get_attribute("viewBox").split())
    assert x > 0 < y
    assert width < float(whole.split()[2])
    press(tab, "0")
    assert view.get_attribute("viewBox") == whole
    view.hover()
    tab.keyboard.down("Control")
    tab.mouse.wheel(0, -300)
    tab.keyboard.up("Control")
    tab.wait_for_function(
        "() => document.querySelector('.work-picture svg').classList.contains('zoomed')"
    )
    loaded = tab.evaluate("performance.getEntriesByType('resource').map(one => one.name)")
    assert any(one.endswith("/pictures/1") for one in loaded)


def test_markup_in_labels_is_text(visit):
    tab = visit("choice")
    assert "<script>alert(2)</script>" in tab.locator(".option-text").first.text_content()
    assert tab.locator(".option-text *").count() == 0


@pytest.mark.parametrize(
    ("size", "scheme"),
    [
        (LAPTOP, "light"),
        (TABLET, "dark"),
        pytest.param(LAPTOP, "dark", marks=pytest.mark.slow),
        pytest.param(TABLET, "light", marks=pytest.mark.slow),
    ],
)
def test_axe_finds_no_fault_in_any_field(visit, axe, size, scheme):
    tab = visit("everything", size, color_scheme=scheme)
    assert tab.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert axe(tab) == []
