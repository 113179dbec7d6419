"""Where the focus is during work by keyboard alone: no key is lost, or typed into a text."""

from __future__ import annotations

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.extra]

# Whether the middle of a shape is in the part of the picture that can be seen.
IN_SIGHT = """one => {
  const [shape, view] = [one, one.closest(".picture")].map((x) => x.getBoundingClientRect());
  const [x, y] = [shape.x + shape.width / 2 - view.x, shape.y + shape.height / 2 - view.y];
  return x >= 0 && y >= 0 && x <= view.width && y <= view.height;
}"""


def press(tab, *keys):
    for key in keys:
        if len(key) > 1 and key.startswith("'"):
            tab.keyboard.insert_text(key[1:])
        else:
            tab.keyboard.press(key)


def focused(tab, ask="one.getAttribute('aria-label') || one.textContent"):
    return tab.evaluate(f"() => {{ const one = document.activeElement; return {ask}; }}")


def text_field(name, initial):
    return {"type": "text", "name": name, "label": name, "help": "", "required": True, "lines": 1,
            "initial": initial, "language": "en", "vertical": False}  # fmt: skip


@pytest.fixture
def with_form(desk):
    def with_form(name, fields):
        desk.forms[name], desk.pages[name] = {"fields": fields}, 1

    return with_form


def test_a_step_begins_at_its_first_question(visit, desk, with_form):
    """Also where the texts of a step are filled in already, and where a step is opened again."""
    with_form("steps", [text_field("one", "First."), text_field("two", "Second.")])
    plan = [("read", [], ["one"]), ("mend", ["one", "two"], [])]
    steps = [
        {"name": name, "number": k, "title": f"Now {name}", "fields": fields, "reads": reads,
         "done": False}
        for k, (name, fields, reads) in enumerate(plan, 1)
    ]  # fmt: skip
    desk.settings["steps"] = {"steps": steps, "step": "/work/steps/step"}
    tab = visit("steps")
    press(tab, "Enter")
    tab.get_by_role("button", name="Submit", exact=True).wait_for()
    assert focused(tab) == "one"
    tab.get_by_role("button", name="1 Now read").focus()
    press(tab, "Enter")
    assert focused(tab) == "1 Now read (done)"
    press(tab, "Enter")
    tab.get_by_role("button", name="Submit", exact=True).wait_for()
    assert focused(tab) == "one"
    desk.settings["steps"]["steps"] = [steps[0] | {"done": True}, steps[1]]
    tab = visit("steps")
    assert focused(tab) == "one"


@pytest.mark.parametrize("kind", ["choice", "several", "scale"])
def test_what_a_key_chooses_is_scrolled_into_view(visit, desk, with_form, kind):
    words = "A long description of what happens. " * 12
    options = [{"label": x, "text": words, "image": None} for x in "ABCDEF"]
    base = {"type": kind, "name": kind, "label": kind, "help": "", "required": True}
    more = {"low": 1, "high": 6, "labels": {str(k): words for k in range(1, 7)}, "uncertain": False}
    with_form("long", [base | (more if kind == "scale" else {"options": options})])
    tab = visit("long", (700, 420))
    press(tab, "6")
    shown = tab.locator(":is(.option, .step):has(:checked)").bounding_box()
    assert shown["y"] + shown["height"] <= tab.locator(".work-bar").bounding_box()["y"]


def test_enter_after_the_last_card_goes_to_the_next_question(visit, desk, with_form):
    order = desk.forms["words"]["fields"][0]
    with_form("two", [order, *desk.forms["choice"]["fields"]])
    tab = visit("two")
    press(tab, "1", "2", "Control+Enter")
    assert "not placed" in focused(tab)
    press(tab, "3", "4", "Enter", "2", "Enter")
    tab.wait_for_url("**/next")
    assert desk.submitted()[-1]["values"] == {"order": [0, 1, 2, 3], "choice": 1}


def test_enter_on_a_placed_card_says_what_is_missing(visit, desk):
    """It did nothing at all."""
    tab = visit("words")
    press(tab, "3", "1", "Enter")
    assert tab.locator(".field .field-fault").text_content() == "Place all 4 cards; 2 left."
    assert "B, not placed" in focused(tab)


def test_a_doubt_about_a_shape_selects_it(visit):
    tab = visit("mend")
    texts, names = (tab.locator(f".shape-list {kind}") for kind in ("textarea", "input[list]"))
    for place in range(texts.count()):
        texts.nth(place).fill("" if place == 1 else "Ha!")
        names.nth(place).fill("Sol")
    press(tab, "Control+Enter")
    assert "Shape 2 has no text." in tab.locator(".field-fault:visible").text_content()
    assert focused(tab, "one.dataset.id") == "p2"
    assert tab.locator(".shape-list .selected").get_attribute("data-id") == "p2"


def test_an_incomplete_row_gets_the_focus_and_empty_rows_are_none(visit, desk):
    tab = visit("rows")
    press(tab, "Enter", "B", "Tab", "'Run!", "Enter", "'Why?", "Enter", "Enter", "Enter")
    assert tab.locator(".rows tbody tr").count() == 3
    press(tab, "Control+Enter")
    said = "Row 2 has no speaker: choose one, or delete the row (Ctrl+Shift+Delete)."
    assert tab.locator(".field-fault:visible").text_content() == said
    assert focused(tab) == "Speaker, row 2"
    press(tab, "S", "Control+Enter")
    tab.wait_for_url("**/next")
    [value] = desk.submitted()[-1]["values"].values()
    assert value == [{"who": "Bea", "text": "Run!"}, {"who": "Sol", "text": "Why?"}]


def test_an_enlarged_picture_follows_the_focus(visit):
    tab = visit("panels")
    tab.locator(".bench svg.picture-view").focus()
    press(tab, "+", "+", "+", "+", "+")
    for shape in tab.locator(".bench .shape").all():
        press(tab, "Tab")
        assert shape.evaluate("one => one === document.activeElement")
        assert shape.locator("polygon").evaluate(IN_SIGHT)
    assert tab.locator(".bench .picture").evaluate("one => one.scrollTop + one.scrollLeft") == 0


def test_the_name_of_a_group_is_left_by_enter_and_escape(visit, desk, press_books):
    """n on a page where nothing has the focus names a group for the first picture."""
    count = len(press_books[0].pages[0].characters)
    tab = visit("groups")
    press(tab, "n", "'Bea", "Enter")
    press(tab, "n", "'Nobody", "Escape", *["1"] * (count - 1), "Enter")
    tab.wait_for_url("**/next")
    [groups] = [body["values"] for body in desk.submitted()]
    assert groups == {"groups": {f"C{k}": "Bea" for k in range(1, count + 1)}}


def test_groups_keep_their_keys_over_a_reload(visit, desk, press_books):
    """Also one that is empty; the keys are not those of the order of the pictures."""
    tab = visit("groups")
    tab.locator(".group-new input").fill("Zed")
    press(tab, "Enter")
    assert tab.locator(".chip").count() == 1
    tab.locator(".face").nth(1).focus()
    press(tab, "n", "'Bea", "Enter")
    tab.locator(".face").nth(0).focus()
    with tab.expect_response(lambda one: "Sol" in (one.request.post_data or "")):
        press(tab, "n", "'Sol", "Enter")
    desk.settings["groups"] = {key: desk.got[-1][2][key] for key in ("values", "aside")}
    tab.reload()
    tab.wait_for_selector("form[data-ready]")
    assert tab.locator(".chip").all_text_contents() == ["1Zed0", "2Bea1", "3Sol1"]


def test_undoing_the_newest_box_leaves_the_focus_on_the_picture(visit):
    tab = visit("shapes")
    press(tab, "n", "Control+z")
    assert focused(tab, "one.classList.contains('picture-view')")
    press(tab, "n")
    assert tab.locator(".bench .shape").count() == 1


def test_new_boxes_do_not_cover_each_other(visit, desk):
    tab = visit("shapes")
    press(tab, *["n"] * 6, "Control+Enter")
    tab.wait_for_url("**/next")
    [value] = desk.submitted()[-1]["values"].values()
    boxes = [tuple(one["box"]) for one in value]
    assert len(set(boxes)) == 6
    assert len({(x1 - x0, y1 - y0) for x0, y0, x1, y1 in boxes}) <= 4  # but for rounding


def test_a_box_is_resized_from_every_corner(visit, desk):
    """From the upper left, clockwise: the opposite corner stays, and stops the picked one."""
    tab = visit("shapes")
    press(tab, "n")
    [(x0, y0, x1, y1)] = boxes(tab)
    press(tab, "e", *["Control+ArrowLeft", "Control+ArrowUp"])
    assert boxes(tab) == [[x0 - 1, y0 - 1, x1, y1]]
    assert "Upper left corner" in tab.locator(".field .hint").first.text_content()
    press(tab, "]", "Control+ArrowRight", "Control+ArrowDown")
    assert boxes(tab) == [[x0 - 1, y0, x1 + 1, y1]]
    press(tab, "]", "Control+ArrowLeft", "Control+ArrowDown")
    assert boxes(tab) == [[x0 - 1, y0, x1, y1 + 1]]
    press(tab, "]", "Control+ArrowRight", "Control+ArrowUp")
    assert boxes(tab) == [[x0, y0, x1, y1]]
    press(tab, *["ArrowUp"] * 30)
    assert boxes(tab) == [[x0, y0, x1, y0 + 1]]
    press(tab, "Escape", "Control+ArrowRight", "Control+Enter")
    tab.wait_for_url("**/next")
    [value] = desk.submitted()[-1]["values"].values()
    assert value[0]["box"] == [x0 + 1, y0, x1 + 1, y0 + 1]


def boxes(tab):
    return tab.evaluate(
        """() => [...document.querySelectorAll(".bench .shape polygon")].map((one) => {
          const points = one.getAttribute("points").split(" ").map((x) => x.split(",").map(Number));
          const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
          return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]; })"""
    )


@pytest.mark.parametrize("name", ["order", "pictures"])
def test_a_small_picture_is_enlarged_by_keyboard(visit, desk, axe, name):
    """The focus is on what was looked at last; the keys of the field do nothing meanwhile."""
    tab = visit(name)
    things = tab.locator(".card" if name == "order" else ".option input")
    things.first.focus()
    press(tab, "+", "1", "2")
    shown = tab.locator("dialog.lens")
    assert focused(tab, "one.closest('dialog') && one.matches('.picture-view')")
    assert " · 1 of 3" in shown.locator("h2").text_content()
    whole = shown.locator("svg").get_attribute("viewBox")
    press(tab, "+", "ArrowRight")
    assert shown.locator("svg").get_attribute("viewBox") != whole
    press(tab, "PageDown")
    assert " · 2 of 3" in shown.locator("h2").text_content()
    assert axe(tab) == []
    press(tab, "Escape")
    shown.wait_for(state="detached")
    assert things.nth(1).evaluate("one => one === document.activeElement")
    keys = ["3", "2", "1"] if name == "order" else ["3"]
    press(tab, *keys, "Control+Enter")
    tab.wait_for_url("**/next")
    [value] = desk.submitted()[-1]["values"].values()
    assert value == ([2, 1, 0] if name == "order" else 2)


def test_a_face_is_enlarged_with_its_surroundings(visit):
    tab = visit("groups")
    tab.locator(".face").first.focus()
    press(tab, "+")
    x, y, width, height = map(float, tab.locator("dialog svg").get_attribute("viewBox").split())
    meant = tab.locator("dialog .meant").get_attribute("points").split()
    for point in meant:
        left, top = map(float, point.split(","))
        assert x <= left <= x + width
        assert y <= top <= y + height


def test_a_group_is_renamed_joined_and_restored_by_keyboard(visit, desk, press_books):
    count = len(press_books[0].pages[0].characters)
    tab = visit("groups")
    press(tab, "n", "'Bea", "Enter", "n", "'Sol", "Enter", *["2"] * (count - 2))
    tab.locator(".face").first.focus()
    press(tab, "r", "'sol", "Enter")
    hint = tab.locator(".field .hint")
    assert "sol and Sol are two groups; if they are one, press r" in hint.text_content()
    press(tab, "Control+z")
    assert "two groups" not in hint.text_content()
    assert tab.locator("#announcements").text_content() == "Undone."
    press(tab, "r")
    assert focused(tab) == "Another name for Bea"
    press(tab, "'Ada", "Enter")
    assert focused(tab) == "Picture C1: Ada"
    press(tab, "r", "'Sol", "Enter")
    assert tab.locator(".chip").count() == 1
    press(tab, "Control+z", "r", "'Nobody", "Escape", "Control+Enter")
    tab.wait_for_url("**/next")
    [groups] = [body["values"]["groups"] for body in desk.submitted()]
    assert groups == {"C1": "Ada"} | {f"C{k}": "Sol" for k in range(2, count + 1)}
