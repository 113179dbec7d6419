"""A page of work: it saves, sends once, and waits for a server that is away."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.browser
AWAY = ["ERR_EMPTY_RESPONSE", "Failed to load resource", "ERR_CONNECTION"]


def status(tab):
    return tab.locator("[data-part=status]").text_content()


def wait(tab, words):
    tab.wait_for_function(
        "words => document.querySelector('[data-part=status]').textContent.includes(words)",
        arg=words,
    )


def test_enter_goes_from_field_to_field_and_submits_at_the_end(visit, desk):
    tab = visit("both")
    for key in ("2", "Enter", "3", "Enter"):
        tab.keyboard.press(key)
    tab.keyboard.insert_text("1? It says so.")
    tab.keyboard.press("Escape")
    tab.keyboard.press("Enter")
    tab.wait_for_url("**/next")
    [body] = desk.submitted()
    assert body["values"] == {"choice": 1, "scale": 3, "text": "1? It says so."}
    assert (body["flag"], body["reason"], body["note"]) == ("", "", "")
    assert len(body["key"]) == 32
    assert 0 <= body["seconds"] < 60


def test_what_is_missing_is_named_and_gets_the_focus(visit, desk):
    tab = visit("both")
    tab.keyboard.press("1")
    tab.keyboard.press("Control+Enter")
    assert (
        tab.locator(".field.wrong .field-fault").text_content()
        == "Not answered yet: How sure are you?"
    )
    assert tab.evaluate("document.activeElement.closest('.field-scale') !== null")
    assert desk.submitted() == []


def test_enter_submits_no_page_on_which_one_draws(visit, desk):
    """There Enter writes about a shape; with none selected it sent the page by mistake."""
    tab = visit("panels", size=(1280, 560))
    hint, bar = (tab.locator(one).bounding_box() for one in (".bench .hint", ".work-bar"))
    assert hint["y"] + hint["height"] <= bar["y"], "what explains the tools can be read"
    tab.keyboard.press("Enter")
    wait(tab, "Nothing is selected. Ctrl+Enter submits.")
    assert desk.submitted() == []
    tab.keyboard.press("Control+Enter")
    tab.wait_for_url("**/next")
    assert len(desk.submitted()) == 1


def test_a_double_click_submits_once(visit, desk):
    tab = visit("choice")
    tab.keyboard.press("1")
    tab.locator("[data-part=submit]").dblclick(no_wait_after=True)
    tab.wait_for_url("**/next")
    assert len(desk.submitted()) == 1


def test_a_lost_connection_is_shown_and_the_same_key_is_sent_again(visit, desk):
    desk.answers[:] = [None, (503, {})]
    tab = visit("choice", allowed=AWAY)
    tab.keyboard.press("3")
    tab.keyboard.press("Control+Enter")
    wait(tab, "Trying again")
    tab.evaluate("dispatchEvent(new Event('online'))")
    wait(tab, "503")
    tab.evaluate("dispatchEvent(new Event('online'))")
    tab.wait_for_url("**/next")
    bodies = desk.submitted()
    assert len(bodies) == 3
    assert len({body["key"] for body in bodies}) == 1
    assert tab.evaluate("localStorage.length") == 0


def test_a_reload_while_the_server_is_away_sends_it_all_the_same(visit, desk):
    desk.answers[:] = [(503, {})]
    tab = visit("choice", allowed=AWAY)
    tab.keyboard.press("2")
    tab.keyboard.press("Control+Enter")
    wait(tab, "503")
    tab.reload(wait_until="commit")
    tab.wait_for_url("**/next")
    first, second = desk.submitted()
    assert first == second
    assert second["values"] == {"choice": 1}


def test_a_lease_that_ran_out_and_a_refused_value_are_explained(visit, desk):
    desk.answers[:] = [
        (422, {"field": "choice", "fault": "Not <b>this</b> one."}),
        (409, {"message": "No longer yours; kept as a draft."}),
    ]
    tab = visit("choice", allowed=AWAY)
    tab.keyboard.press("2")
    tab.keyboard.press("Control+Enter")
    wait(tab, "Not <b>this</b> one.")
    assert tab.locator(".field .field-fault").text_content() == "Not <b>this</b> one."
    tab.keyboard.press("Control+Enter")
    wait(tab, "kept as a draft")
    keys = [body["key"] for body in desk.submitted()]
    assert keys[0] != keys[1]


def test_a_draft_is_saved_and_shown_again(visit, desk):
    tab = visit("words")
    tab.keyboard.press("4")
    tab.keyboard.press("1")
    wait(tab, "Draft saved.")
    method, path, body = desk.got[-1]
    assert (method, path, body["values"]) == ("PUT", "/work/words/draft", {"order": [3, 0]})
    desk.settings["words"] = {"values": body["values"], "note": "half done"}
    tab.reload()
    tab.wait_for_selector("form[data-ready]")
    assert tab.locator(".answer .card b").all_text_contents() == ["D", "A"]
    assert tab.locator("[data-part=note]").input_value() == "half done"
    assert tab.locator("[data-part=note]").is_visible()


def test_what_the_server_keeps_is_not_kept_twice_and_its_return_is_said(visit, desk):
    desk.answers[:] = [(409, {"message": "No longer yours; the server keeps it.", "kept": True})]
    tab = visit("choice", allowed=AWAY)
    tab.keyboard.press("2")
    tab.keyboard.press("Control+Enter")
    wait(tab, "the server keeps it")
    assert tab.evaluate("localStorage.length") == 0
    desk.settings["choice"] = {"values": {"choice": 1}, "restored": True}
    tab.reload()
    wait(tab, "What you filled in before is here again.")


def test_an_item_is_reported_with_a_reason_by_keyboard(visit, desk):
    tab = visit("choice")
    tab.keyboard.press("f")
    tab.keyboard.press("ArrowDown")
    tab.keyboard.press("Tab")
    tab.keyboard.press("Tab")
    tab.keyboard.press("Tab")
    tab.keyboard.press("Enter")
    assert tab.locator("[data-part=flag-fault]").text_content() == "Say why."
    tab.locator(".flag-reason textarea").fill("The page is missing.")
    tab.locator("dialog.flag .button").press("Enter")
    tab.wait_for_url("**/next")
    [body] = desk.submitted()
    assert (body["flag"], body["reason"]) == ("unanswerable", "The page is missing.")
    assert body["values"] == {}


@pytest.mark.parametrize("keys", [True, False])
def test_an_opened_note_is_in_sight(visit, keys):
    """Half of it was behind the bar until a second line was written."""
    tab = visit("both", size=(1280, 640))
    note = tab.locator(".work-note summary")
    top = note.bounding_box()["y"]
    bar = tab.locator(".work-bar").bounding_box()["y"]
    tab.set_viewport_size({"width": 1280, "height": int(640 - bar + top + 36)})  # just in sight
    note.focus()
    note.press("Enter") if keys else note.click()
    tab.wait_for_function(
        """() => {
      const [note, bar] = [".work-note[open] textarea", ".work-bar"].map((one) =>
        document.querySelector(one)?.getBoundingClientRect());
      return note && note.bottom <= bar.top; }""",
        timeout=5000,
    )


def test_a_report_sends_along_what_was_filled_in(visit, desk):
    """Two of four cards were gone when the report was taken back."""
    tab = visit("words")
    for key in ("3", "1", "f", "Space"):
        tab.keyboard.press(key)
    tab.locator(".flag-reason textarea").fill("Two are right.")
    tab.keyboard.press("Control+Enter")
    tab.wait_for_url("**/next")
    [body] = desk.submitted()
    assert (body["flag"], body["values"]) == ("ambiguous", {"order": [2, 0]})


def test_f_reports_whatever_the_options_are_called(visit, desk):
    """Six options A to F: f chose the last one; the others are chosen by their letters."""
    desk.answers[:] = [(200, {"next": "/form/several"})]
    tab = visit("several")
    tab.keyboard.press("?")
    assert "1–6 A B C D E\n" in tab.locator("dialog.help").inner_text()
    tab.keyboard.press("?")
    tab.keyboard.press("e")
    tab.keyboard.press("f")
    assert tab.locator("dialog.flag").is_visible()
    assert tab.locator(".option :checked").count() == 1
    tab.keyboard.press("Space")
    tab.keyboard.press("Control+Enter")
    assert tab.locator("[data-part=flag-fault]").text_content() == "Say why."
    tab.keyboard.insert_text("Two are right.")  # the reason has the focus
    tab.keyboard.press("Control+Enter")
    wait(tab, "Reported. Next item.")
    [body] = desk.submitted()
    assert (body["flag"], body["reason"]) == ("ambiguous", "Two are right.")


def test_pictures_and_their_column_are_moved_from_anywhere(visit):
    """After a submission the title has the focus; Page Down reached nothing that scrolls."""
    tab = visit("pictures")
    column = "document.querySelector('.work-shown').scrollTop"
    seen = "document.querySelector('.work-shown .picture-view').getAttribute('viewBox')"
    whole = tab.evaluate(seen)
    tab.keyboard.press("+")
    assert tab.evaluate(seen) != whole
    tab.keyboard.press("0")
    assert tab.evaluate(seen) == whole
    tab.keyboard.press("PageDown")
    page = tab.evaluate(column)
    tab.keyboard.press("End")
    assert 0 < page <= tab.evaluate(column)
    tab.keyboard.press("Home")
    assert tab.evaluate(column) == 0
    tab.keyboard.press("Space")
    assert tab.evaluate(column) == page
    tab.keyboard.press("1")
    tab.keyboard.press("Space")  # the option's own
    assert tab.evaluate(column) == page


def test_an_enlarged_picture_takes_its_keys_before_a_mark_does(visit, desk):
    """Arrows moved the mark instead of the picture, and 0, which shows all of it, meant ten."""
    tab = visit("ten")
    marked = "[...document.querySelectorAll('.step input')].find((one) => one.checked).value"
    seen = "document.querySelector('.work-shown .picture-view').getAttribute('viewBox')"
    whole = tab.evaluate(seen)
    tab.keyboard.press("3")
    tab.keyboard.press("+")
    enlarged = tab.evaluate(seen)
    tab.keyboard.press("ArrowRight")
    assert tab.evaluate(seen) not in (whole, enlarged)
    assert "arrows are for the picture" in status(tab)
    tab.keyboard.press("0")
    assert (tab.evaluate(seen), tab.evaluate(marked)) == (whole, "3")
    tab.keyboard.press("-")
    tab.keyboard.press("ArrowRight")
    assert tab.evaluate(marked) == "4"
    tab.keyboard.press("0")
    assert tab.evaluate(marked) == "10"


def test_the_buttons_of_a_picture_cover_none_of_it(visit):
    for name in ("ten", "panels"):
        tab = visit(name)
        picture = tab.locator(".picture-view").first.bounding_box()
        tools = tab.locator(".picture-tools").first.bounding_box()
        right, bottom = picture["x"] + picture["width"], tools["y"] + tools["height"]
        assert tools["x"] >= right or bottom <= picture["y"], name
    label = tab.locator(".picture-tools button").first.get_attribute("aria-label")
    assert label.startswith("Zoom out: Picture 1"), "which picture, for those who do not see it"


def test_after_a_reload_keys_are_for_what_is_not_answered_yet(visit, desk):
    desk.settings["both"] = {"values": {"choice": 1}, "restored": True}
    tab = visit("both")
    for key in ("1", "Control+Enter"):
        tab.keyboard.press(key)
    tab.wait_for_url("**/next")
    assert desk.submitted()[-1]["values"] == {"choice": 1, "scale": 1}


def test_esc_in_a_list_of_a_table_goes_to_its_field(visit):
    tab = visit("rows")
    tab.locator(".rows select").first.focus()
    tab.keyboard.press("?")
    assert tab.locator("dialog.help").is_visible()
    assert tab.locator("dialog.help").evaluate("one => one.scrollTop") == 0
    tab.keyboard.press("Escape")
    tab.locator(".rows select").first.focus()
    tab.keyboard.press("Escape")
    assert tab.evaluate("document.activeElement.matches('.field-rows')")


def test_the_last_answer_is_taken_back(visit, desk):
    tab = visit("choice")
    desk.answers[:] = [(200, {"next": "/form/choice"})]
    tab.keyboard.press("Control+Backspace")
    wait(tab, "Taken back. This is your last item.")
    tab.get_by_role("button", name="Take back").click()
    tab.wait_for_url("**/next")
    assert [one[:2] for one in desk.got] == [("POST", "/undo")] * 2


def test_the_next_address_stays_on_this_site(visit, desk):
    desk.answers[:] = [(200, {"next": "https://evil.test/"})]
    tab = visit("choice")
    tab.keyboard.press("1")
    tab.keyboard.press("Control+Enter")
    wait(tab, "")
    tab.wait_for_selector("form[data-ready]")
    assert tab.url.endswith("/form/choice")


def test_the_keys_of_every_field_are_listed(visit, axe):
    tab = visit("everything")
    tab.keyboard.press("?")
    words = tab.locator("dialog.help").inner_text()
    for part in (
        "Ctrl+Enter",
        "move the picked card",
        "move the selected shape, faster while held (Ctrl: by one pixel)",
        "resize the selected shape: move its lower right corner (Ctrl: by one pixel)",
        "of a polygon, arrows move that corner alone",
        "while a shape is selected, or its name or text is written: Esc first",
        "new box, in the largest empty place or in the middle of the view",
        "nobody",
    ):
        assert part in words
    assert axe(tab) == []
    tab.keyboard.press("Escape")
    assert not tab.locator("dialog.help").is_visible()


def test_steps_come_one_after_the_other_by_keyboard(visit, desk, axe):
    """Read a text, answer, write: each is sent on its own, and can be opened again."""
    plan = [("read", [], ["text"]), ("choose", ["choice", "scale"], []), ("write", ["text"], [])]
    steps = [
        {"name": name, "number": k, "title": f"Now {name}", "fields": fields, "reads": reads,
         "done": False}
        for k, (name, fields, reads) in enumerate(plan, 1)
    ]  # fmt: skip
    desk.settings["both"] = {"steps": steps, "step": "/work/both/step"}
    desk.answers[:] = [(422, {"message": "Not yet."})]
    tab = visit("both", allowed=AWAY)
    assert tab.locator(".field:visible").count() == 1
    assert not tab.locator("textarea").first.is_editable()
    tab.keyboard.press("Enter")
    wait(tab, "Not yet.")
    tab.keyboard.press("Enter")
    wait(tab, "Step 1 saved.")
    tab.keyboard.press("Control+Enter")
    assert tab.locator(".field.wrong .field-fault").text_content() == "Choose one."
    for key in ("2", "Enter", "3", "Enter"):
        tab.keyboard.press(key)
    wait(tab, "Step 2 saved.")
    assert tab.locator("[aria-current=step]").text_content() == "3 Now write"
    assert axe(tab) == []
    tab.get_by_role("button", name="2 Now choose").click()
    tab.keyboard.press("1")
    tab.get_by_role("button", name="Next step").click()
    tab.get_by_role("button", name="Submit", exact=True).wait_for()
    tab.locator("textarea").first.fill("So it says.")
    tab.keyboard.press("Control+Enter")
    tab.wait_for_url("**/next")
    sent = desk.submitted()[1:]
    assert [body.get("step") for body in sent] == ["read", "choose", "choose", None]
    assert [body["values"].get("choice") for body in sent] == [None, 1, 0, 0]
    assert sent[-1]["values"]["text"] == "So it says."
    desk.settings["both"] = {"steps": [one | {"done": one["number"] < 3} for one in steps]}
    tab = visit("both")
    assert tab.locator("[aria-current=step]").text_content() == "3 Now write"
