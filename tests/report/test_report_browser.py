"""The report in a real browser, opened from disk as its reader opens it."""

from __future__ import annotations

import random
import shutil
from contextlib import contextmanager
from dataclasses import replace
from urllib.parse import quote

import pytest
from PIL import Image

from panelwise.analysis import Comparison, CutoffSplit, Estimate, Score
from panelwise.report import ItemKey, write_report_files

pytestmark = pytest.mark.browser
PHONE, LAPTOP, PROJECTOR = (375, 812), (1366, 768), (1920, 1080)
READY = "html[data-ready-ms]"


@pytest.fixture(scope="module")
def report(make, tmp_path_factory):
    """Three runs over 200 items, with every outcome, kinds of mistakes and a cut-off."""
    folder = tmp_path_factory.mktemp("report")
    world = make.world(folder / "images", 200, 3)
    world.runs[0] = replace(world.runs[0], errors=[make.mistakes(world.runs[0])])
    some = Score(0.5, 0.4, 0.6, 50, "wilson", 0.25)
    gap = Estimate(0.0, -0.2, 0.2, 100, "hybrid_score")
    name, task = world.runs[0].name, make.summary().task
    splits = [CutoffSplit(name, task, "exact_match", "2023-10", some, some, gap, 90, 10)]
    write_report_files(world.runs, world.comparison, folder / "out", splits=splits)
    return folder / "out"


@pytest.fixture(scope="module")
def large(make, tmp_path_factory):
    """One run over 5,000 items."""
    folder = tmp_path_factory.mktemp("large")
    world = make.world(folder / "none", 5000, 1, images=False)
    write_report_files(world.runs, Comparison((make.summary(n=5000),), ()), folder / "out")
    return folder / "out"


def status(tab) -> str:
    """How many samples fit; the number of items follows after a comma."""
    return tab.inner_text("#status").rpartition(", ")[0]


def heading(tab) -> str:
    return tab.inner_text("#detail h2")


@contextmanager
def settled(tab):
    """Wait until the detail shows something else than before."""
    before = tab.inner_text("#detail")
    yield
    for _ in range(200):
        if tab.inner_text("#detail") != before:
            return
        tab.wait_for_timeout(10)
    raise AssertionError("the sample did not change")


@pytest.mark.parametrize("page", ["index.html", "samples.html"])
@pytest.mark.parametrize("size", [PHONE, LAPTOP, PROJECTOR])
def test_pages_open_from_disk_and_never_scroll_sideways(visit, report, page, size):
    tab = visit(report, page, size)
    if page == "samples.html":
        tab.click(".row >> nth=7")
        tab.wait_for_selector("#detail h2")
    wide = tab.evaluate("document.documentElement.scrollWidth")
    assert wide <= size[0]


@pytest.mark.parametrize(
    ("size", "scheme"), [(PHONE, "light"), (LAPTOP, "light"), (LAPTOP, "dark")]
)
@pytest.mark.parametrize("page", ["index.html", "samples.html"])
def test_axe_finds_no_fault(visit, axe, report, page, size, scheme):
    tab = visit(report, page, size, color_scheme=scheme)
    if page == "samples.html":
        tab.wait_for_selector("#detail h2", state="attached")
    else:
        tab.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true })")
    assert axe(tab) == []


def test_the_first_page_needs_no_javascript(visit, report):
    tab = visit(report, "index.html", java_script_enabled=False)
    assert tab.is_visible("text=200 questions from 15 books")
    assert tab.locator(".matrix-card .big").count() == 3
    assert tab.is_visible("text=Can I believe it?")


@pytest.mark.parametrize("width", [375, 1600])
def test_breakdowns_rotations_and_the_paper_fit_the_screen(visit, make, tmp_path, width):
    rows = tuple(make.row("category", f"{k} {'long name ' * 4}", 0.5, 9) for k in range(9))
    rows += tuple(make.row("style", name, 0.5, 40) for name in ("manga", "western"))
    summary = make.summary(
        task="stripcipher.reordering_generation", breakdowns=rows, circular=make.circular()
    )
    world = make.world(tmp_path / "images", 4, 0)
    world.add_run("model-a", [])
    write_report_files(world.runs, Comparison((summary,), ()), tmp_path / "out")
    tab = visit(tmp_path / "out", "index.html", (width, 844))
    tab.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true })")
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    assert tab.locator(".facets .matrix").count() == 2
    for frame in tab.locator(".facets .grid-scroll").all():
        box = frame.bounding_box()
        cut = frame.evaluate("one => one.scrollWidth > one.clientWidth")
        for text in [] if cut else frame.locator(".cell .big, .run").all():
            one = text.bounding_box()
            assert box["x"] <= one["x"]
            assert one["x"] + one["width"] <= box["x"] + box["width"]
    for section in ("facets", "circular", "published"):
        assert tab.is_visible(f".{section} h3")
        assert tab.locator(f".{section} table").count() >= 1
    assert tab.locator(".published tr.ours").count() == 1
    assert tab.locator(".published tr.human").inner_text().split()[0] == "Human"


@pytest.mark.parametrize("size", [(1400, 900), (390, 844)])
def test_whatever_is_wider_than_its_place_says_so(visit, report, size):
    tab = visit(report, "index.html", size)
    tab.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true })")
    boxes = """[...document.querySelectorAll('.scroll')].map((box) => [
        box.scrollWidth > box.clientWidth,
        box.querySelector('.more').getBoundingClientRect().height > 0])"""
    # the hint comes with the next frame after a section was opened
    tab.wait_for_function(f"() => {boxes}.every(([wider, said]) => wider === said)", timeout=5000)
    found = tab.evaluate(boxes)
    assert len(found) > 5
    if size[0] == 390:
        assert any(wider for wider, _ in found)


def test_a_phone_has_the_menu_whole_intervals_and_the_hint_above_the_table(visit, report):
    tab = visit(report, "index.html", (390, 844))
    assert tab.locator(".bar-top li a", has_text="Cost and outcomes").is_visible()
    for link in tab.locator(".bar-top li a").all():
        place = link.bounding_box()
        assert place["x"] + place["width"] <= 390, "the menu wraps"
    box = tab.locator("#table-1 > .scroll")
    frame = box.bounding_box()
    for cell in box.locator("tbody tr:not(.group) td:nth-of-type(2)").all():
        place = cell.bounding_box()
        assert place["x"] + place["width"] <= frame["x"] + frame["width"]
    hint = box.locator(".more").bounding_box()
    assert hint["height"] > 0
    assert hint["y"] + hint["height"] <= box.locator("table").bounding_box()["y"] + 1


@pytest.mark.parametrize("width", [1000, 1400])
def test_many_tasks_fit_the_bar_at_the_top(visit, make, tmp_path, width):
    tasks = ("reordering_generation", "reordering_choice", "narrative_comprehension")
    summaries = [make.summary(task=f"stripcipher.{task}") for task in tasks]
    summaries.append(make.summary(task="chromic.description_reordering"))
    world = make.world(tmp_path / "images", 4, 0)
    world.add_run("model-a", [])
    write_report_files(world.runs, Comparison(tuple(summaries), ()), tmp_path / "out")
    tab = visit(tmp_path / "out", "index.html", (width, 900))
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    button = tab.locator(".bar-top .button").bounding_box()
    assert button["x"] + button["width"] <= width
    assert tab.locator(".matrix-card thead th").count() == 5
    assert tab.locator("details.task[open]").count() == 0
    tab.locator(".matrix-card thead a").nth(1).click()
    assert tab.locator("details.task[open]").get_attribute("id") == "task-2"


def test_the_page_names_the_best_and_shows_one_item(visit, report):
    tab = visit(report, "index.html", (1400, 900))
    assert tab.inner_text("h1") == "3 models on made-up.ordering"
    runs = [text.split("\n")[0] for text in tab.locator(".matrix-card .stuck").all_inner_texts()]
    assert runs == ["model-a", "model-b", "model-c"]
    assert tab.locator(".matrix-card .mark.best").count() == 1
    assert tab.locator(".matrix-card .cell").first.locator(".mark.best").is_visible()
    assert tab.locator(".digest .overall").first.inner_text().startswith("model-a 0.")
    assert tab.locator(".example img").bounding_box()["width"] > 100
    assert tab.locator(".example .steps").count() == 2
    tab.click(".example .go a")
    tab.wait_for_selector(READY)
    assert heading(tab) in tab.url.replace("%2F", "/")


@pytest.mark.parametrize("size", [(1400, 900), (390, 844)])
def test_every_question_is_one_click_from_its_answer(visit, report, size):
    tab = visit(report, "index.html", size, reduced_motion="reduce")
    links = tab.locator(".digest th a")
    box = tab.locator(".digest").bounding_box()
    assert box["y"] + box["height"] < size[1], "all answers are on the first screen"
    words = links.all_inner_texts()
    assert len(words) == 10
    for place in range(10):
        target = links.nth(place).get_attribute("href")
        links.nth(place).focus()
        tab.keyboard.press("Enter")
        seen = f"document.querySelector({target!r}).getBoundingClientRect()"
        tab.wait_for_function(f"() => {seen}.top >= 0 && {seen}.top < innerHeight / 2")
        outline = f"getComputedStyle(document.querySelector({target!r})).outlineStyle"
        assert tab.evaluate(outline) == "solid", "what the link led to is outlined"
        tab.evaluate("scrollTo(0, 0)")


def test_an_answer_leads_into_the_folded_section_behind_it(visit, make, tmp_path):
    world = make.world(tmp_path / "none", 24, 2, images=False)
    choice = make.choice(world, 3)
    world.items[ItemKey(make.pack, choice.id)] = choice
    results = [*world.runs[0].results, make.result(choice, "wrong", random.Random(1))]
    world.runs[0] = replace(world.runs[0], results=results)
    write_report_files(world.runs, world.comparison, tmp_path / "out")
    tab = visit(tmp_path / "out", "index.html", (1400, 900), reduced_motion="reduce")
    assert tab.locator("details.task[open]").count() == 0
    tab.click("#answer-bias a >> nth=0")
    tab.wait_for_function(
        "() => Math.abs(document.querySelector('#bias-1').getBoundingClientRect().top) < 450"
    )
    title = tab.inner_text("#task-1 > summary h2")
    assert tab.inner_text("#bias-1 h3").split() == ["Position", "bias", *title.split()]
    for width in (1400, 390):
        tab.set_viewport_size({"width": width, "height": 900})
        tab.evaluate("location.hash = ''; location.hash = 'in-task-2'")
        tab.wait_for_function(
            "() => Math.abs(document.querySelector('#in-task-2').getBoundingClientRect().top) < 450"
        )
        top = tab.locator("#task-2 > summary h2").bounding_box()["y"]
        assert top >= (52 if width == 1400 else 0), "the heading of the task is in sight"


def test_the_link_of_a_loss_opens_those_samples(visit, report):
    tab = visit(report, "index.html")
    link = tab.locator(".funnel a", has_text="refused").first
    number = link.inner_text().split()[0]
    link.click()
    tab.wait_for_selector(READY)
    assert status(tab) == f"{number} of 600 samples"
    assert tab.input_value("#only-run") == "0"


def test_filters_narrow_the_list_and_count_what_is_left(visit, report):
    tab = visit(report)
    assert status(tab) == "600 of 600 samples"
    tab.select_option("#only-run", label="model-b")
    assert status(tab) == "200 of 600 samples"
    tab.select_option("#only-n", "4")
    assert status(tab) == "50 of 600 samples"
    chip = tab.locator("#chips button", has_text="wrong")
    number = chip.inner_text().split()[-1]
    chip.click()
    assert status(tab) == f"{number} of 600 samples"
    assert chip.get_attribute("aria-pressed") == "true"
    words = tab.locator(".row .under").all_inner_texts()
    assert all("n 4" in line for line in words)
    fitting = tab.locator(".row .outcomes > :not(.out)").all_text_contents()
    assert fitting
    assert all(text == "model-b: ○wrong" for text in fitting)
    chip.click()
    tab.select_option("#only-flag", "identity")
    assert int(status(tab).split()[0]) < 50


def test_runs_that_disagree_can_be_picked_out(visit, report):
    tab = visit(report)
    tab.check("#only-split")
    assert 0 < int(status(tab).split()[0]) < 600
    glyphs = tab.locator("#detail .others .glyph")
    assert len(set(glyphs.all_inner_texts())) > 1
    with settled(tab):
        tab.click("#detail button:has-text('Compare')")
    for _ in range(3):  # side by side, the first two disagree, whichever they are
        first, second, _ = tab.locator("#detail .columns .badge .glyph").all_inner_texts()
        assert first != second
        with settled(tab):
            tab.click("#detail [aria-label='Next item']")


def test_a_baseline_does_not_make_models_disagree(visit, make, tmp_path):
    """Two models that agree, and a baseline that is wrong where both are right."""
    world = make.world(tmp_path / "images", 2, 0, images=False)
    items = list(world.items.values())
    for name, model, outcomes in (
        ("one", "made-up/one", ("correct", "correct")),
        ("two", "made-up/two", ("correct", "wrong")),
        ("guess", "baseline:random", ("wrong", "wrong")),
    ):
        pairs = zip(items, outcomes, strict=True)
        results = [make.result(item, outcome, random.Random(0)) for item, outcome in pairs]
        world.add_run(name, results, model=model)
    write_report_files(world.runs, world.comparison, tmp_path / "out")
    tab = visit(tmp_path / "out", "samples.html#only-split=1&compare=1")
    assert status(tab) == "3 of 6 samples", "the item that one and two answered differently"
    assert tab.locator("label", has=tab.locator("#only-split")).inner_text() == "models disagree"
    assert tab.locator("#detail .columns > .answer").count() == 2
    tab.click("text=Baselines too")
    assert tab.locator("#detail .columns > .answer").count() == 3


def test_items_that_no_model_got_right_can_be_picked_out(visit, report):
    tab = visit(report, "samples.html#only-missed=1")
    assert tab.is_checked("#only-missed")
    assert 0 < int(status(tab).split()[0]) < 600
    assert "correct" not in " ".join(tab.locator(".row .outcomes .out").all_inner_texts())
    right = tab.locator("#chips button", has_text="correct")
    assert right.inner_text().split()[-1] == "0"


def test_search_looks_into_responses_and_ids(visit, report):
    tab = visit(report)
    tab.fill("#search", "PAGE-0042")
    tab.wait_for_selector("#status:has-text('3 of 600')")
    assert heading(tab) == "book-12/page-0042"
    tab.fill("#search", "no such words")
    tab.wait_for_selector("#status:has-text('nothing fits these filters')")
    assert tab.inner_text("#detail") == "Nothing fits these filters."
    tab.fill("#search", "")
    tab.wait_for_selector("#status:has-text('600 of 600')")


def test_the_keyboard_goes_through_the_samples(visit, report):
    tab = visit(report)
    tab.select_option("#only-run", label="model-a")
    tab.locator("#list").focus()
    first = heading(tab)
    seen = [first]
    for key in ("j", "ArrowDown", "ArrowRight"):
        with settled(tab):
            tab.keyboard.press(key)
        seen.append(heading(tab))
    assert len(set(seen)) == 4
    for key in ("k", "ArrowUp", "ArrowLeft"):
        with settled(tab):
            tab.keyboard.press(key)
    assert heading(tab) == first
    active = tab.get_attribute("#list", "aria-activedescendant")
    assert tab.get_attribute(f"#{active}", "aria-selected") == "true"
    tab.keyboard.press("f")
    assert tab.evaluate("document.activeElement.id") == "search"
    tab.keyboard.type("jk?")
    assert tab.input_value("#search") == "jk?"
    assert not tab.is_visible("#help")
    tab.fill("#search", "")
    tab.keyboard.press("Escape")
    assert tab.evaluate("document.activeElement.id") == "list"
    tab.keyboard.press("?")
    assert tab.is_visible("#help")
    tab.keyboard.press("Escape")
    assert not tab.is_visible("#help")


def test_items_are_listed_once_with_the_outcomes_of_all_runs(visit, report):
    tab = visit(report, size=(1400, 900))
    assert tab.get_attribute(".row >> nth=0", "aria-setsize") == "200"
    first = tab.locator(".row >> nth=0")
    assert first.locator(".outcomes > *").count() == 3
    assert first.locator("img").evaluate("image => image.decode().then(() => image.naturalWidth)")
    tab.keyboard.press("j")
    tab.wait_for_selector("#detail h2:has-text('page-0001')")
    runs = tab.locator("#detail .others .run").all_inner_texts()
    assert runs == ["model-a", "model-b", "model-c"]
    tab.click("#detail .others button:has-text('model-c')")
    tab.wait_for_selector("#detail .badge:has-text('model-c')")
    tab.keyboard.press("j")  # the next item, still of the chosen run
    tab.wait_for_selector("#detail h2:has-text('page-0002')")
    assert "model-c" in tab.inner_text("#detail .badge")


@pytest.mark.parametrize(("size", "parts"), [
    ((1400, 900), (".sent img", ".prompt", ".others", ".response")),
    ((390, 844), (".sent img",)),
])  # fmt: skip
def test_prompt_and_response_are_above_the_fold(visit, report, size, parts):
    tab = visit(report, "samples.html#item=book-02%2Fpage-0002&run=model-a", size)
    tab.wait_for_selector("#detail .response")
    for part in parts:
        box = tab.locator(f"#detail {part}").first.bounding_box()
        assert 0 <= box["y"] < size[1] - 40, part
    assert tab.evaluate("document.documentElement.scrollHeight") <= size[1]


def test_the_address_names_the_sample_and_brings_it_back(visit, report):
    tab = visit(report)
    with settled(tab):
        for _ in range(4):  # three runs answered each item
            tab.keyboard.press("ArrowRight")
    tab.wait_for_url(lambda url: url.endswith("#item=book-01%2Fpage-0001&run=model-b"))
    again = visit(report, tab.url.rsplit("/", 1)[1])
    again.wait_for_selector("#detail h2")
    assert heading(again) == "book-01/page-0001"
    assert "model-b" in again.inner_text("#detail .badge")
    again.evaluate("location.hash = '#item=book-02%2Fpage-0002&run=model-c&compare=1'")
    again.wait_for_selector("#detail .columns")
    assert heading(again) == "book-02/page-0002"
    assert again.locator("#detail .columns .answer").count() == 3


def test_an_ordering_shows_gold_and_answer_place_by_place(visit, report):
    tab = visit(report, "samples.html#item=book-02%2Fpage-0002&run=model-a")
    tab.wait_for_selector("#detail ol")
    gold = tab.locator("ol[aria-label='Right order'] li b").all_inner_texts()
    answer = tab.locator("ol[aria-label='Answered order'] li b").all_inner_texts()
    marks = tab.locator("ol[aria-label='Answered order'] li").evaluate_all(
        "all => all.map((one) => one.className)"
    )
    assert sorted(gold) == sorted(answer) == [f"panel {k}" for k in range(5)]
    assert marks == ["right" if a == g else "astray" for a, g in zip(answer, gold, strict=True)]
    picture = tab.locator(".sent img")
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    numbers = tab.locator(".page text").all_text_contents()
    assert sorted(numbers) == ["1", "2", "3", "4", "5"]
    assert tab.locator(".page .path").count() == 2


def test_a_choice_marks_the_right_option_and_the_chosen_one(visit, make, tmp_path):
    world = make.empty(tmp_path / "images")
    world.folder.mkdir()
    item = make.choice(world, 6)
    world.items[ItemKey(make.pack, item.id)] = item
    world.add_run("model-a", [make.result(item, "wrong", random.Random(1))])
    write_report_files(world.runs, world.comparison, tmp_path / "out")
    tab = visit(tmp_path / "out")
    tab.wait_for_selector(".options")
    assert "right" in tab.inner_text(".options li >> nth=2")
    assert "answered ✗" in tab.inner_text(".options li >> nth=3")


def test_a_choice_shows_the_panels_in_story_order(visit, make, tmp_path):
    world = make.empty(tmp_path / "images")
    world.folder.mkdir()
    item = make.choice(world, 3)  # the right option is D: 0-2-3-1
    world.items[ItemKey(make.pack, item.id)] = item
    world.add_run("model-a", [make.result(item, "wrong", random.Random(1))])
    write_report_files(world.runs, world.comparison, tmp_path / "out")
    tab = visit(tmp_path / "out")
    story = tab.locator("ol[aria-label='Story order'] li")
    story.first.wait_for()
    assert item.options[3].text == "0-2-3-1"
    assert story.locator("b").all_inner_texts() == ["panel 0", "panel 2", "panel 3", "panel 1"]
    assert story.locator("svg image").count() == 4
    assert sorted(tab.locator(".page text").all_text_contents()) == ["1", "2", "3", "4"]


def test_a_picture_leads_to_its_original_in_the_pack_beside(visit, make, tmp_path):
    world = make.world(tmp_path / "packs", 1, 1)
    (file,) = world.folder.iterdir()
    stretched = Image.effect_noise((1500, 900), 90).convert("RGB")
    stretched.save(file, "PNG")
    write_report_files(world.runs, world.comparison, tmp_path / "report")
    tab = visit(tmp_path / "report")
    picture = tab.locator(".sent a img")
    picture.wait_for()
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 1024
    original = tab.locator(".sent a").get_attribute("href")
    assert (tmp_path / "report" / original).resolve() == file.resolve()
    with tab.context.expect_page() as opened:
        picture.click()
    assert opened.value.evaluate("document.images[0].naturalWidth") == 1500
    opened.value.close()


@pytest.mark.parametrize("width", [375, 390])
def test_no_filter_is_cut_on_a_phone(visit, make, tmp_path, width):
    world = make.world(tmp_path / "images", 12, 2)
    choice = make.choice(world, 12)
    world.items[ItemKey(make.pack, choice.id)] = choice
    run = replace(world.runs[0], name="http://a-long-host.example:8000/v1#organisation/model-7b")
    results = [*run.results, make.result(choice, "correct", random.Random(1))]
    world.runs[0] = replace(run, results=results)
    write_report_files(world.runs, world.comparison, tmp_path / "out")
    tab = visit(tmp_path / "out", size=(width, 844))
    tab.wait_for_selector(".row")
    for select in tab.locator(".selects label:visible").all():
        box = select.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
    assert tab.locator(".selects select:visible").count() == 4
    assert tab.locator("#list").bounding_box()["height"] > 400


def test_a_pack_without_images_shows_boxes_on_an_empty_sheet(visit, make, tmp_path):
    world = make.world(tmp_path / "none", 12, 1, images=False)
    write_report_files(world.runs, world.comparison, tmp_path / "out")
    tab = visit(tmp_path / "out")
    tab.wait_for_selector("text=annotations only")
    assert tab.locator(".box.empty").count() == 6
    assert tab.locator("#detail img").count() == 0


def test_the_answer_is_in_sight_however_long_the_response(visit, make, tmp_path):
    """What was read comes first, and the middle of a long response is behind a button."""
    world = make.empty(tmp_path)
    item = make.ordering(world, 1, 4)
    other = make.choice(world, 2)
    world.items.update({ItemKey(make.pack, one.id): one for one in (item, other)})
    words = (
        "First I look at the panels. " * 100 + "So the order is [3, 2, 1, 0]. That is my answer."
    )
    results = [
        replace(make.result(item, "wrong", random.Random(0), answer=(3, 2, 1, 0)), response=words),
        make.result(other, "wrong", random.Random(0), answer=0),
    ]
    world.add_run("wordy", results)
    world.add_run("silent", [make.result(other, "unparsed", random.Random(0))])
    write_report_files(world.runs, world.comparison, tmp_path / "out")
    tab = visit(tmp_path / "out", f"samples.html#item={quote(item.id)}", (1280, 900))
    tab.wait_for_selector("#detail .read")
    assert tab.inner_text("#detail .read") == "Read as [3, 2, 1, 0]"
    shown = tab.locator("#detail .response")
    assert "So the order is [3, 2, 1, 0]." in shown.inner_text()
    assert shown.evaluate("box => box.scrollHeight <= box.clientHeight"), "nothing to scroll"
    tab.click("#detail .rest")
    assert shown.text_content() == words
    marks = (
        "One mark per run, from left to right: wordy, silent. ● correct, ◐ partial, ○ wrong; other"
    )
    assert tab.inner_text("#marks").replace("\u00a0", " ").startswith(marks)
    row = tab.locator(".row", has_text=item.id)
    titles = [one.get_attribute("title") for one in row.locator(".outcomes > *").all()]
    assert titles == ["wordy: wrong", "silent: not asked"], "each run keeps its place"
    with settled(tab):
        tab.click(f".row:has-text('{other.id}')")
    first, second = tab.locator("#detail .others .said").all_inner_texts()
    assert (first.partition(":")[0], second) == ("A", "unparsed")
    assert "answered" in tab.inner_text("#detail .options li >> nth=0")


def test_what_a_model_wrote_is_shown_and_never_run(visit, make, tmp_path):
    evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\u2028 [0, 1]"
    world = make.empty(tmp_path / "none")
    item = make.ordering(world, 1, 4, item_id=f"id {evil}")
    world.items[ItemKey(make.pack, item.id)] = item
    result = make.result(item, "wrong", random.Random(1))
    results = [
        replace(result, response=evil, rule=evil, reason=evil, flags=(evil,), model=evil),
        replace(result, response=evil + "x" * 190_000, repeat=1),
    ]
    world.add_run(f"run {evil}", results, model=evil)
    write_report_files(world.runs, world.comparison, tmp_path / "out", title=evil)
    assert visit(tmp_path / "out", "index.html").locator("img").count() == 0
    tab = visit(tmp_path / "out", f"samples.html#only-flag={quote(evil)}")
    tab.wait_for_selector(".response")
    assert tab.locator(".response").text_content() == evil
    assert tab.locator("#detail img, #detail script").count() == 0
    with settled(tab):
        tab.select_option("#only-flag", "")
        tab.keyboard.press("Escape")
        tab.keyboard.press("ArrowRight")
    assert tab.locator(".response").text_content().endswith("x" * 200), "the end is in sight"
    tab.click(".rest")
    assert len(tab.locator(".response").text_content()) == len(evil) + 190_000


def test_five_thousand_samples_open_and_filter_at_once(visit, large):
    tab = visit(large)
    assert status(tab) == "5,000 of 5,000 samples"
    assert tab.locator(".row").count() < 60
    tab.fill("#search", "page-0042")
    tab.wait_for_selector("#status:has-text('1 of 5,000 samples')")
    tab.fill("#search", "")
    tab.wait_for_selector("#status:has-text('5,000 of 5,000 samples')")
    tab.evaluate("document.getElementById('list').scrollTop = 1e7")
    tab.wait_for_timeout(100)
    last = tab.locator(".row").last
    assert last.get_attribute("aria-posinset") == last.get_attribute("aria-setsize")


def test_a_phone_goes_from_the_list_to_a_sample_and_back(visit, report):
    tab = visit(report, size=PHONE)
    assert not tab.is_visible("#detail")
    tab.click(".row >> nth=2")
    assert tab.is_visible("#detail h2")
    assert not tab.is_visible("#list")
    tab.click("text=All items")
    assert tab.is_visible("#list")


def test_a_missing_file_is_named(visit, report, tmp_path):
    shutil.copytree(report, tmp_path / "out")
    (tmp_path / "out" / "data" / "answers-000.js").unlink()
    tab = visit(tmp_path / "out")
    tab.wait_for_selector("text=data/answers-000.js is missing from the report")
    tab.complaints.clear()  # the browser complains of the missing file too
