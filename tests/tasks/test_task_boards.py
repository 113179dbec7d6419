"""ComicVQA's boards: what is drawn where, which panels are offered, what is covered."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageFont

from panelwise.benchmarks import BENCHMARKS, comicvqa_missing_panel
from panelwise.benchmarks._papers import COMICVQA
from panelwise.comics import Panel, decode_rgb, hamming_distance, mask_boxes, perceptual_hash
from panelwise.errors import UnavailableError, UnsafeInputError
from panelwise.geometry import Box
from panelwise.profile import PAPER, RECOMMENDED
from panelwise.rendering import board_cells, cells_of, cook
from panelwise.rendering._board import board_recipe
from panelwise.rendering._cut import cut_of

MISSING = "comicvqa.missing_panel"
SORTING = ["comicvqa.panel_sorting", "comicvqa.four_panel_binary", "comicvqa.two_panel_order"]
RED, GREEN, GREY = (220, 0, 0), (0, 150, 0), (189, 189, 189)
WHITE, BLACK = (255, 255, 255), (0, 0, 0)


def board_of(pack, item):
    """The recipe of an item's one picture, where everything lies in it, and its pixels."""
    (entry,) = item.rendering.images
    picture = decode_rgb(pack.image_path(entry.sha256).read_bytes(), item.id)
    return entry.recipe, board_cells(entry.recipe), np.asarray(picture)


def pages_of(books):
    return {page.image.sha256: page for book in books for page in book.pages}


def panel_pixels(cut, size, pages):
    """A panel as it should be drawn, made without the code that draws boards."""
    page = pages[cut["page"]].image.decode()
    if "mask" in cut:
        page = mask_boxes(page, [Box(*box) for box in cut["mask"]], fill=cut["fill"])
    crop = page.crop(tuple(cut["box"]))
    shape = Image.new("L", crop.size, 255)
    draw = ImageDraw.Draw(shape)
    x, y = cut["box"][:2]
    if "polygon" in cut:
        shape.paste(0, (0, 0, *crop.size))
        draw.polygon([(px - x, py - y) for px, py in cut["polygon"]], fill=255)
    for outline in cut.get("hide", ()):
        draw.polygon([(px - x, py - y) for px, py in outline], fill=0)
    crop = Image.composite(crop, Image.new("RGB", crop.size, "white"), shape)
    return np.asarray(crop.resize(size, Image.Resampling.LANCZOS))


def expected(recipe, where, pages):
    """The whole board, drawn again."""
    canvas = Image.new("RGB", where.size, "white")
    draw = ImageDraw.Draw(canvas)
    for box, colour in [(where.red, RED)] * bool(where.red) + [(box, GREEN) for box in where.green]:
        for inset in range(5):
            x0, y0, x1, y1 = box
            draw.rectangle((x0 + inset, y0 + inset, x1 - 1 - inset, y1 - 1 - inset), outline=colour)
    for number, (x0, y0, _, _) in enumerate(where.green, 1):
        font = ImageFont.load_default(30)
        draw.text((x0 + 5 + 17, y0 + 13 + 17), str(number), fill=GREEN, font=font, anchor="mm")
    cuts = [*recipe["panels"], *itertools.chain(*recipe["options"])]
    for place, (cut, cell) in enumerate(zip(cuts, cells_of(recipe), strict=True)):
        x0, y0, x1, y1 = cell
        if place == recipe["hidden"]:
            draw.rectangle((x0, y0, x1 - 1, y1 - 1), fill=GREY, outline=BLACK, width=2)
            font = ImageFont.load_default(max(14, min(x1 - x0, y1 - y0) // 2))
            middle = (x0 + (x1 - x0) / 2, y0 + (y1 - y0) / 2)
            draw.text(middle, "?", fill=BLACK, font=font, anchor="mm")
        else:
            panel = panel_pixels(cut, (x1 - x0, y1 - y0), pages)
            canvas.paste(Image.fromarray(panel), (x0, y0))
    return np.asarray(canvas)


@pytest.mark.parametrize("task", [MISSING, *SORTING])
def test_a_board_is_what_the_paper_shows_pixel_for_pixel(task, pack_of, press_books):
    pack, pages = pack_of(task), pages_of(press_books)
    for item in pack.items()[:4]:
        recipe, where, pixels = board_of(pack, item)
        assert max(where.size) <= 1024
        assert np.array_equal(pixels, expected(recipe, where, pages))


def test_options_stand_two_by_two_below_the_story(pack_of):
    pack = pack_of(MISSING)
    for item in pack.items():
        _, where, _ = board_of(pack, item)
        one, two, three, four = where.green
        assert len(where.context) == 5
        assert where.red[3] < one[1] == two[1] < three[1] == four[1]
        assert one[0] == three[0] < two[0] == four[0]


@pytest.mark.parametrize("task", SORTING)
def test_orders_stand_one_below_another_and_no_story_above(task, pack_of):
    pack = pack_of(task)
    for item in pack.items():
        recipe, where, _ = board_of(pack, item)
        assert where.red is None
        assert len({box[0] for box in where.green}) == 1
        panels = [sorted(map(str, option)) for option in recipe["options"]]
        assert all(option == panels[0] for option in panels)


@given(
    st.lists(st.tuples(st.integers(1, 3000), st.integers(1, 3000)), min_size=5, max_size=5),
    st.lists(st.tuples(st.integers(1, 3000), st.integers(1, 3000)), min_size=4, max_size=4),
    st.integers(0, 4),
)
def test_boards_of_any_panels_fit_and_nothing_touches(context, options, hidden):
    def cut(size):
        return cut_of("page", Panel(Box(0, 0, *size)))

    recipe = board_recipe(
        [[cut(size)] for size in options],
        context=[cut(size) for size in context],
        hidden=hidden,
        columns=2,
    )
    where = board_cells(recipe)
    if min(w / h for w, h in context + options) > 0.02:
        assert where.size[1] <= 1024
    assert where.size[0] <= 1024
    for outer, cells in [(where.red, where.context), *zip(where.green, where.options, strict=True)]:
        assert len({(cell[1], cell[3]) for cell in cells}) == 1
        assert all(outer[0] < c[0] < c[2] < outer[2] for c in cells)
        assert all(outer[1] < c[1] < c[3] < outer[3] for c in cells)
        assert all(a[2] < b[0] for a, b in itertools.pairwise(cells))
    boxes = [Box(*box) for box in (where.red, *where.green)]
    assert all(a.distance(b) > 0 for a, b in itertools.combinations(boxes, 2))


def test_the_grey_cell_does_not_tell_the_shape_of_the_panel(pack_of):
    pack = pack_of(MISSING)
    for item in pack.items():
        recipe, where, _ = board_of(pack, item)
        hidden = recipe["hidden"]
        for width, height in [(10, 500), (900, 40)]:
            other = {**recipe["panels"][hidden], "box": [0, 0, width, height]}
            panels = [*recipe["panels"]]
            panels[hidden] = other
            assert board_cells(recipe | {"panels": panels}).context == where.context
        assert recipe["options"][item.gold] == [recipe["panels"][hidden]]


def test_wrong_panels_are_from_other_pages_and_look_otherwise(pack_of, press_books):
    pack, pages = pack_of(MISSING), pages_of(press_books)
    for item in pack.items():
        recipe, _, _ = board_of(pack, item)
        home = recipe["panels"][0]["page"]
        wrong = [cut for (cut,) in recipe["options"] if cut["page"] != home]
        assert len(wrong) == 3
        offered = [cut for (cut,) in recipe["options"]]
        looks = [
            perceptual_hash(panel_pixels(cut | {"mask": [], "fill": "white"}, (64, 64), pages))
            for cut in (*recipe["panels"], *wrong)
        ]
        assert len({str(cut) for cut in offered}) == 4
        for one, two in itertools.combinations(range(len(looks)), 2):
            if two >= 5:  # a wrong panel beside the story's own and the other wrong ones
                assert hamming_distance(looks[one], looks[two]) > 4
        book = {page.book for page in item.sources}
        assert len(book) == 1  # tier same_book


def test_every_text_is_covered_and_nothing_else(pack_of, press_books):
    pack, pages = pack_of(MISSING), pages_of(press_books)
    covered = 0
    for item in pack.items():
        recipe, _, _ = board_of(pack, item)
        for cut in (*recipe["panels"], *itertools.chain(*recipe["options"])):
            page = pages[cut["page"]]
            boxes = [text.box for text in page.texts if _overlaps(text.box, cut["box"])]
            assert [list(box.rounded()) for box in boxes] == cut.get("mask", [])
            crop = {"kind": "crop", "panels": [cut]}
            decoded = {cut["page"]: page.image.decode()}
            bare = {**cut, "mask": [], "fill": "median"}
            plain = np.asarray(cook(crop | {"panels": [bare]}, decoded)).astype(int)
            changed = np.abs(np.asarray(cook(crop, decoded)).astype(int) - plain).any(axis=2)
            near = np.zeros_like(changed)
            for box in boxes:
                x0, y0, x1, y1 = (round(v) for v in (box.x0, box.y0, box.x1, box.y1))
                left, top = cut["box"][:2]
                window = np.s_[
                    max(0, y0 - top - 4) : max(0, y1 - top + 4),
                    max(0, x0 - left - 4) : max(0, x1 - left + 4),
                ]
                near[window] = True
                covered += changed[window].any()
            assert not (changed & ~near).any()
    assert covered > 10


def _overlaps(box, cut):
    return box.intersection(Box(*cut)) > 0


def test_panels_to_be_sorted_keep_their_words(pack_of):
    pack = pack_of("comicvqa.panel_sorting")
    for item in pack.items():
        recipe, _, _ = board_of(pack, item)
        assert "mask" not in str(recipe)


def test_the_right_order_is_the_storys(pack_of, press_books):
    pages = pages_of(press_books)
    for task in SORTING:
        pack = pack_of(task)
        for item in pack.items():
            recipe, _, _ = board_of(pack, item)
            right = recipe["options"][item.gold]
            panels = pages[right[0]["page"]].panels
            places = [cut_of(right[0]["page"], panel)["box"] for panel in panels]
            order = [places.index(cut["box"]) for cut in right]
            assert order == list(range(order[0], order[0] + len(order)))
            for wrong in recipe["options"][: item.gold] + recipe["options"][item.gold + 1 :]:
                assert [places.index(cut["box"]) for cut in wrong] != order


def test_the_two_option_tasks_ask_every_exchange_of_every_page(pack_of):
    for task, against in {
        "comicvqa.two_panel_order": {"21", "32", "43"},
        "comicvqa.four_panel_binary": {"2134", "1324", "1243", "4231"},
    }.items():
        items = pack_of(task).items()
        pages = {item.id.rpartition("/")[0] for item in items}
        for page in pages:
            found = {item.meta["against"] for item in items if item.id.startswith(page + "/")}
            assert found == against


@pytest.mark.parametrize("task", [MISSING, *SORTING])
def test_the_paper_takes_pages_of_six_for_every_board(task, press_books):
    pages = pages_of(press_books)
    plan = BENCHMARKS.get(task).plan(press_books, COMICVQA, 0)
    starts = (1, 2) if task == MISSING else (1, 2, 3)  # a window of five, or of four, of the six
    for draft in plan.drafts:
        assert len(pages[draft.sources[0].sha256].panels) == 6
        assert draft.meta["window_start"] in starts
        assert task != MISSING or draft.meta["wrong_from"] == "any_book"
    others = sum(len(page.panels) != 6 for page in pages.values())
    assert plan.excluded["not 6 panels"] == others > 0


def test_a_scene_on_several_pages_misleads_within_itself(press_books):
    book = press_books[0]
    pages = {page.id for page in book.pages}
    (story, *_) = book.stories
    events = [replace(event, scene=0) for other in book.stories for event in other.events]
    one_scene = replace(book, stories=(replace(story, events=tuple(events)),))
    profile = RECOMMENDED.with_settings({"distractors.tier": "same_scene"})
    drafts = comicvqa_missing_panel.plan([one_scene, *press_books[1:]], profile, 0).drafts
    assert drafts
    assert all(d.id.startswith(book.id) and d.meta["wrong_from"] == "same_scene" for d in drafts)
    assert all({source.page for source in draft.sources} <= pages for draft in drafts)


def test_scenes_that_stay_on_one_page_have_nobody_to_mislead(press_books):
    profile = RECOMMENDED.with_settings({"distractors.tier": "same_scene"})
    with pytest.raises(UnavailableError, match="7 pages: fewer than 3 panels to mislead"):
        comicvqa_missing_panel.plan(press_books, profile, 0)


@pytest.mark.parametrize(
    ("changes", "lacking"),
    [
        ({"stories": ()}, "needs descriptions"),
        ({"texts": None}, "texts not known, so they cannot be covered"),
    ],
)
def test_what_a_missing_panel_lacks_is_said_in_a_line(press_books, changes, lacking):
    books = list(press_books)
    if "stories" in changes:
        books = [replace(book, stories=()) for book in books]
    else:
        books = [
            replace(book, pages=tuple(replace(page, texts=None) for page in book.pages))
            for book in books
        ]
    with pytest.raises(UnavailableError, match=lacking) as raised:
        comicvqa_missing_panel.plan(books, PAPER, 0)
    assert "\n" not in str(raised.value)


def test_a_strangers_board_takes_no_memory():
    cut = {"page": "p", "box": [0, 0, 10, 10]}
    recipe = board_recipe([[cut]]) | {"side": 10**6}
    with pytest.raises(UnsafeInputError, match="is not made"):
        cook(recipe, {"p": Image.new("RGB", (20, 20))})
