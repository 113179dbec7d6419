"""Transforms that move a page move everything that is said of it, for every task that there is."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageOps

from drawn import mirrored
from panelwise.benchmarks import BENCHMARKS
from panelwise.comics import Book, ComicImage, Face, Page, Panel, Text, encode_png
from panelwise.errors import SettingError, UnavailableError
from panelwise.geometry import Box
from panelwise.packs import make_item, transformed_plan
from panelwise.packs.transforms._moves import moved_page, says_sides
from panelwise.profile import PAPER, RECOMMENDED
from panelwise.rendering import LEVELS, cook, crop_recipe
from panelwise.rendering._cut import crop_of, cut_of
from panelwise.rendering._effects import with_effects

# Pages of two texts have an order, too: the press seldom puts three on a page.
PROFILE = RECOMMENDED.with_settings({"sequences.smallest_order": "2"})
MOVES = {
    "mirror:1": ("mirror", 1.0),
    "resolution:3": ("resolution", 0.35),
    "rotation:2": ("rotation", 5.0),
    "rotation:4": ("rotation", 90.0),
}
NOISE = np.random.default_rng(5).integers(0, 256, (90, 70, 3), np.uint8)


def page_of(pixels, **known):
    image = ComicImage.from_bytes(encode_png(Image.fromarray(pixels)), "page.png")
    return Page("p", pixels.shape[1], pixels.shape[0], image, **known)


def where(move, size):
    """An independent account of where a point lies after a move."""
    (name, amount), (width, height) = move, size
    if name == "mirror":
        return lambda x, y: (width - x, y)
    if name == "resolution":
        wide, high = round(width * amount), round(height * amount)
        return lambda x, y: (x * wide / width, y * high / height)
    if amount == 90.0:
        return lambda x, y: (y, width - x)
    turn = np.exp(-1j * math.radians(amount))  # y grows downwards: the other way round
    corners = [complex(x, y) * turn for x in (0, width) for y in (0, height)]
    centre = complex(width, height) / 2 * turn
    across = max(c.real for c in corners) - min(c.real for c in corners)
    down = max(c.imag for c in corners) - min(c.imag for c in corners)

    def place(x, y):
        moved = complex(x, y) * turn - centre + complex(across, down) / 2
        return moved.real, moved.imag

    return place


def hull(box, place):
    points = [place(x, y) for x in (box[0], box[2]) for y in (box[1], box[3])]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return [min(xs), min(ys), max(xs), max(ys)]


def boxes_in(gold):
    """Every box of a gold document, wherever it is."""
    if isinstance(gold, dict):
        return [box for key, value in gold.items() if key != "size" for box in boxes_in(value)]
    if isinstance(gold, list):
        if len(gold) == 4 and all(isinstance(x, int | float) for x in gold):
            return [gold]
        return [box for value in gold for box in boxes_in(value)]
    return []


boxes = st.tuples(st.integers(0, 60), st.integers(0, 80), st.integers(1, 70), st.integers(1, 90))


@given(boxes, st.sampled_from(["mirror:1", "rotation:4"]))
def test_a_moved_box_holds_the_moved_pixels_of_the_box(box, spec):
    x0, y0, x1, y1 = box[0], box[1], min(70, box[0] + box[2]), min(90, box[1] + box[3])
    page = page_of(NOISE, texts=(Text(Box(x0, y0, x1, y1)),))
    moved = moved_page(page, (MOVES[spec],))
    picture = moved.image.decode()
    assert picture.size == (moved.width, moved.height) == moved.image.size
    old = Image.fromarray(NOISE[y0:y1, x0:x1])
    there = picture.crop(moved.texts[0].box.rounded())
    assert np.array_equal(there, with_effects(old, [MOVES[spec]]))


@given(boxes, st.sampled_from([(n, a) for n in ("rotation", "resolution") for a in LEVELS[n]]))
def test_the_hull_of_a_moved_box_is_where_its_pixels_are(box, move):
    """A black box on white, found again by its darkness, to within the pixels that are mixed."""
    x0, y0, x1, y1 = box[0], box[1], min(70, box[0] + box[2]), min(90, box[1] + box[3])
    pixels = np.full((4 * 90, 4 * 70, 3), 255, np.uint8)
    pixels[4 * y0 : 4 * y1, 4 * x0 : 4 * x1] = 0
    page = page_of(pixels, texts=(Text(Box(4 * x0, 4 * y0, 4 * x1, 4 * y1)),))
    moved = moved_page(page, (move,))
    picture = moved.image.decode()
    assert picture.size == (moved.width, moved.height)
    rows, columns = np.nonzero(np.asarray(picture.convert("L")) < 128)
    found = (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
    assert np.abs(np.subtract(found, moved.texts[0].box)).max() <= 2


@given(st.integers(1, 300), st.integers(1, 300))
def test_a_moved_page_is_as_large_as_its_picture(width, height):
    page, picture = Page("p", width, height), Image.new("RGB", (width, height))
    for name in ("mirror", "resolution", "rotation"):
        for amount in LEVELS[name]:
            moved = moved_page(page, ((name, amount),))
            assert with_effects(picture, [(name, amount)]).size == (moved.width, moved.height)


@given(st.floats(0.02, 50))
def test_a_close_box_overlaps_the_hull_of_a_turned_one(aspect):
    """What a round thing's own box has in common with the gold, at the largest odd angle."""
    angle = math.radians(15)
    a, b = aspect, 1.0
    close = math.hypot(a * math.cos(angle), b * math.sin(angle)) * math.hypot(
        a * math.sin(angle), b * math.cos(angle)
    )
    gold = moved_page(
        Page("p", 1, 1, texts=(Text(Box(-a, -b, a, b)),)), (("rotation", 15.0),)
    ).texts
    assert close * 4 / gold[0].box.area >= 0.65


def test_a_move_takes_outlines_faces_and_balloons_along(press_books):
    page = press_books[0].pages[0]
    there = moved_page(page, (MOVES["mirror:1"],))
    back = moved_page(there, (MOVES["mirror:1"],))
    assert np.array_equal(back.image.decode(), page.image.decode())
    for now, then in zip(back.panels, page.panels, strict=True):
        assert np.allclose(now.box, then.box)
        assert np.allclose(now.polygon, then.polygon)
    for now, then in zip(back.balloons, page.balloons, strict=True):
        assert np.allclose(now.polygon, then.polygon)
    assert (back.reading_direction, there.reading_direction) == ("ltr", "rtl")
    assert [f.box for f in there.faces] == [mirrored(f.box, page.width) for f in page.faces]
    assert there.image.sha256 == page.image.sha256


@pytest.mark.parametrize("spec", MOVES)
def test_a_full_box_moves_like_the_visible_one(spec):
    box, full = Box(10, 5, 40, 50), Box(-20, 5, 40, 90)
    seen, whole = (moved_page(Page("p", 70, 50, faces=(face,)), (MOVES[spec],)).faces[0]
                   for face in (Face(box, full_box=full), Face(full)))  # fmt: skip
    assert seen.full_box == whole.box
    assert seen.full_box.contains(seen.box, 0.01)
    assert whole.full_box is None


@pytest.mark.parametrize("spec", MOVES)
def test_every_task_has_its_truth_moved_or_refuses(spec, press_books):
    seen, refused = set(), {}
    for task_id in BENCHMARKS.names():
        task = BENCHMARKS.get(task_id)
        try:
            plain = {d.id: d for d in task.plan(press_books, PROFILE, 3).drafts}
        except UnavailableError:
            continue
        try:
            plan = transformed_plan(task, press_books, PROFILE, 3, [spec])
        except SettingError as error:
            refused[task_id] = str(error)
            continue
        seen.add(task_id)
        assert len(plan.drafts) + sum(plan.excluded.values()) >= len(plain)
        for draft in plan.drafts:
            _is_moved(draft, plain[draft.id], MOVES[spec])
    assert not refused or spec == "rotation:4"
    for task_id, why in refused.items():
        assert why.startswith(f"{spec}: {task_id} says in which direction a page is read")
        assert "\n" not in why
    assert {"mangavqa.manga_ocr", "comix.detection", "comicvqa.missing_panel"} <= seen


def _is_moved(draft, before, move):
    """Gold, sizes and directions of a draft are those of the moved pages."""
    assert (draft.kind, draft.n, draft.sources) == (before.kind, before.n, before.sources)
    cuts_only = not any("page" in recipe for recipe in draft.shown.images)
    assert draft.meta["transform"] == f"{move[0]}:{LEVELS[move[0]].index(move[1]) + 1}"
    sha = draft.sources[0].sha256
    size = (before.pages[sha].width, before.pages[sha].height)
    if move[0] == "resolution" and cuts_only:
        assert draft.gold == before.gold
        assert all(recipe["effects"] == [list(move)] for recipe in draft.shown.images)
        return
    now = (draft.pages[sha].width, draft.pages[sha].height)
    assert all(recipe["scan"] == [list(move)] for recipe in draft.shown.images)
    for key, length in zip(("width", "height"), now, strict=True):
        assert draft.shown.values.get(key, length) == length
    if not isinstance(draft.gold, dict):
        assert draft.gold == before.gold
    elif len(before.pages) == 1:
        assert draft.gold.get("size", list(now)) == list(now)
        place = where(move, size)
        moved, old = boxes_in(draft.gold), boxes_in(before.gold)
        for new, box in zip(moved, old, strict=True):
            off = np.subtract(new, hull(box, place))
            # Rounded before and after. Slanted panels have a closer hull when they are turned.
            assert (off[:2] >= -2).all()
            assert (off[2:] <= 2).all()
            assert move[1] == 5.0 or np.abs(off).max() <= 2
    turned = {"ltr": "rtl", "rtl": "ltr"} if move[0] == "mirror" else {}
    was = before.meta["direction"]
    assert draft.meta["direction"] == turned.get(was, was)


def test_marks_stand_upright_on_the_moved_page(press_books):
    task = BENCHMARKS.get("comix.speaker_identification")
    plain = task.plan(press_books, PROFILE, 0).drafts[0]
    draft = transformed_plan(task, press_books, PROFILE, 0, ["mirror:1"]).drafts[0]
    (recipe,), (old) = draft.shown.images, plain.shown.images[0]
    (sha,) = draft.pages
    page = ImageOps.mirror(draft.pages[sha].image.unmoved.decode())
    drawn = {key: value for key, value in recipe.items() if key != "scan"}
    picture = cook(recipe, {sha: draft.pages[sha].image.unmoved.decode()})
    assert np.array_equal(picture, cook(drawn, {sha: page}))
    assert recipe["labels"] == old["labels"]
    assert list(draft.gold["texts"].values()) == [
        [*mirrored(Box(*box), page.width)] for box in plain.gold["texts"].values()
    ]
    assert make_item(draft).item.rendering.images[0].width == page.width


def test_panels_are_moved_one_by_one_and_tags_stay(press_books):
    task = BENCHMARKS.get("chromic.panel_reordering")
    plain = task.plan(press_books, PROFILE, 0).drafts[0]
    draft = transformed_plan(task, press_books, PROFILE, 0, ["mirror:1"]).drafts[0]
    (sha,) = draft.pages
    decoded = draft.pages[sha].image.unmoved.decode()
    recipe, old = draft.shown.images[0], plain.shown.images[0]
    assert recipe["tags"] == old["tags"]
    for now, then in zip(recipe["panels"], old["panels"], strict=True):
        one = cook(crop_recipe(now) | {"scan": recipe["scan"]}, {sha: decoded})
        other = ImageOps.mirror(crop_of({sha: decoded}, then))
        assert one.size == other.size
        # Slanted edges of panels are rasterised from the other side.
        assert (np.asarray(one) != np.asarray(other)).any(axis=2).mean() < 0.02


def drawn_page(direction):
    """Two rows of two panels with a text in each."""
    cells = [(x, y, x + 40, y + 40) for y in (0, 50) for x in (0, 50)]
    if direction == "rtl":
        cells = [cells[k] for k in (1, 0, 3, 2)]
    pixels = np.full((90, 90, 3), 255, np.uint8)
    texts = tuple(
        Text(Box(x0 + 5, y0 + 5, x0 + 20, y0 + 12), {"en": f"Word {k}."}, "dialogue", id=f"t{k}")
        for k, (x0, y0, _, _) in enumerate(cells)
    )
    panels = tuple(Panel(Box(*cell)) for cell in cells)
    return page_of(pixels, panels=panels, texts=texts, reading_direction=direction)


@pytest.mark.parametrize(
    ("direction", "said"),
    [
        ("ltr", "The page is read row by row from right to left.\n"),
        ("rtl", ""),
    ],
)
def test_a_mirror_turns_the_way_of_reading_round(direction, said):
    book = Book("b", (drawn_page(direction),))
    task = BENCHMARKS.get("comix.text_reading_order_end_to_end")
    (draft,) = transformed_plan(task, [book], RECOMMENDED, 0, ["mirror:1"]).drafts
    assert draft.shown.values["reading"] == draft.reading == said
    (plain,) = task.plan([book], RECOMMENDED, 0).drafts
    assert [box["box"] for box in draft.gold["texts"]] == [
        [*mirrored(Box(*box["box"]), 90)] for box in plain.gold["texts"]
    ]


def test_moves_follow_one_another_and_stand_before_what_worsens():
    book = Book("b", (drawn_page("ltr"),))
    task = BENCHMARKS.get("comix.detection")
    specs = ["rotation:4", "mirror:1", "resolution:2", "blur:2"]
    (draft,) = transformed_plan(task, [book], RECOMMENDED, 0, specs).drafts
    (recipe,) = draft.shown.images
    assert recipe["scan"] == [["rotation", 90.0], ["mirror", 1.0], ["resolution", 0.5]]
    assert recipe["effects"] == [["blur", 2.0]]
    assert draft.gold["size"] == [45, 45]
    first = next(box for box in draft.gold["boxes"] if box["class"] == "text")["box"]
    assert first == [45 - 12 / 2, 45 - 20 / 2, 45 - 5 / 2, 45 - 5 / 2]  # (5, 5, 20, 12) turned
    with pytest.raises(SettingError, match=r"mirror:1: put it before blur:2; pages are mirrored"):
        transformed_plan(task, [book], RECOMMENDED, 0, ["blur:2", "mirror:1"])


@pytest.mark.parametrize(
    ("words", "sides"),
    [
        ("The cup is on the left.", True),
        ("She looks right and waits.", True),
        ("The leftmost panel.", True),
        ("左の人", True),
        ("Sie zeigt nach links.", True),
        ("He is left alone, and nothing is left.", False),
        ("That is all right.", False),
    ],
)
def test_words_about_sides_are_known(words, sides, press_books):
    task = BENCHMARKS.get("mangavqa.manga_vqa")
    draft = task.plan(press_books, RECOMMENDED, 0).drafts[0]
    gold = {"question": "?", "answers": ["nobody"]}
    shown = replace(draft.shown, values={"question": words, "who": draft.reading})
    assert says_sides(replace(draft, shown=shown, single=None, gold=gold)) is sides
    bare = replace(draft.shown, values={})
    other = replace(draft, shown=bare, single=None, gold={"question": "?", "answers": [words]})
    assert says_sides(other) is sides


def test_what_speaks_of_sides_is_left_out_and_counted(press_books):
    book = press_books[0]
    (story, *_) = book.stories
    told = replace(story.questions[0], id="side", question="Who stands on the left?")
    asked = replace(story, questions=(*story.questions, replace(told, task="reading")))
    changed = replace(book, stories=(asked,))
    task = BENCHMARKS.get("mangavqa.manga_vqa")
    plan = transformed_plan(task, [changed], RECOMMENDED, 0, ["mirror:1"])
    assert plan.excluded["speaks of left and right, which the transform exchanges"] == 1
    assert not any("side" in draft.id.rpartition("/")[2] for draft in plan.drafts)


NO_WORDS = {
    "mangavqa.manga_ocr",
    "comix.character_naming",
    "comix.dialog_generation",
    "comix.page_structure",
    "comix.text_reading_order_end_to_end",
}


@pytest.mark.parametrize("spec", ["masked_dialogue", "red_boxes", "ordered_crops"])
def test_what_a_transform_would_make_untrue_is_refused(spec, press_books):
    bare = (NO_WORDS - {"comix.character_naming"}) | {"comix.detection"}
    refused = NO_WORDS if spec == "masked_dialogue" else bare
    whys = {}
    for task_id in BENCHMARKS.names():
        if not task_id.startswith(("comix", "mangavqa")):
            continue
        task = BENCHMARKS.get(task_id)
        try:
            plan = transformed_plan(task, press_books, PROFILE, 3, [spec])
        except SettingError as error:
            whys[task_id] = str(error)
            continue
        assert task_id not in refused
        for draft in plan.drafts:
            if spec == "masked_dialogue" and draft.kind == "detection":
                assert "text" not in draft.gold["classes"]
                assert "text" not in draft.shown.values["classes"]
                assert all(box["class"] != "text" for box in draft.gold["boxes"])
                assert draft.n == len(draft.gold["boxes"])
    for task_id, why in whys.items():
        assert why.startswith(f"{spec}: {task_id} ")
        assert "\n" not in why
        assert task_id in refused or "shows no whole pages without marks" in why


def test_open_questions_about_covered_words_are_left_out(press_books):
    task = BENCHMARKS.get("mangavqa.manga_vqa")
    plan = transformed_plan(task, press_books, RECOMMENDED, 0, ["masked_dialogue"])
    assert plan.excluded["masked_dialogue covers what is asked for"] >= 3
    assert not any("say" in str(draft.shown.values["question"]) for draft in plan.drafts)


def test_nobody_is_told_how_a_page_is_read_that_is_not_shown(press_books):
    task = BENCHMARKS.get("chromic.description_reordering")
    book = replace(press_books[0], pages=press_books[0].pages[:1])
    mirrored = transformed_plan(task, [book], RECOMMENDED, 0, ["mirror:1"]).drafts[0]
    assert "read" in mirrored.shown.values["reading"]
    for spec in ("text_only", "ordered_crops"):
        (draft,) = transformed_plan(task, [book], RECOMMENDED, 0, ["mirror:1", spec]).drafts
        assert "is read" not in draft.shown.values["reading"]


def test_cuts_of_a_moved_page_are_made_again_from_its_file(press_books):
    """As rehydration does, which knows the file and the recipe alone."""
    task = BENCHMARKS.get("comicvqa.panel_sorting")
    drafts = transformed_plan(task, press_books, PAPER, 0, ["mirror:1", "rotation:3"]).drafts
    made = make_item(drafts[0])
    (entry,) = made.item.rendering.images
    (sha,) = drafts[0].pages
    page = next(p for b in press_books for p in b.pages if p.image.sha256 == sha)
    again = cook(entry.recipe, {sha: page.image.decode()})
    assert (
        encode_png(again.convert("L")) in made.images.values()
        or encode_png(again) in made.images.values()
    )
    assert cut_of(sha, drafts[0].pages[sha].panels[0])["polygon"]
