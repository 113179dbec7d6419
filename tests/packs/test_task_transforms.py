"""Other ways to put the same items: each does what it says, and says so."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

import panelwise
from panelwise.benchmarks import chromic_description_reordering, comicvqa_panel_sorting
from panelwise.comics import decode_rgb, mask_boxes
from panelwise.errors import SettingError
from panelwise.geometry import Box
from panelwise.packs import get_transform, transformed_plan, withhold
from panelwise.packs.transforms._transforms import without_dialogue
from panelwise.profile import RECOMMENDED
from panelwise.rendering import LEVELS, cells_of, cook
from panelwise.rendering._cut import cut_of
from panelwise.tasks import wrong_kinds

DESCRIPTIONS = "chromic.description_reordering"
QUESTIONS = "chromic.chrono_mcq"
SORTING = "comicvqa.panel_sorting"


def words(item):
    parts = [part for turn in item.rendering.turns for part in turn.parts]
    return "".join(part for part in parts if isinstance(part, str))


def pictures(pack, item):
    return [
        np.asarray(decode_rgb(pack.image_path(entry.sha256).read_bytes(), item.id))
        for entry in item.rendering.images
    ]


def pages_of(books):
    return {page.image.sha256: page for book in books for page in book.pages}


def test_rotations_of_items_without_options_in_words_are_refused(pack_of):
    with pytest.raises(SettingError, match="rotations: these items have no options in words"):
        pack_of(DESCRIPTIONS, transforms=("rotations",))


@pytest.mark.parametrize(
    ("task", "name"),
    [
        (QUESTIONS, "text_only"),
        (DESCRIPTIONS, "masked_dialogue"),
        (DESCRIPTIONS, "red_boxes"),
        (DESCRIPTIONS, "ordered_crops"),
        ("stripcipher.narrative_comprehension", "rotations"),
        (SORTING, "blur:2"),
    ],
)
def test_a_transform_is_on_record(task, name, pack_of):
    plain, pack = pack_of(task), pack_of(task, transforms=(name,))
    assert pack.manifest["transforms"] == [name]
    assert all(item.meta["transform"] == name for item in pack.items())
    assert f"**Transforms.** {name}." in (pack.path / "README.md").read_text()
    assert pack.hash != plain.hash
    if name != "rotations":
        assert [(i.id, i.gold) for i in pack.items()] == [(i.id, i.gold) for i in plain.items()]


def test_text_only_leaves_the_words(pack_of):
    plain, pack = pack_of(QUESTIONS), pack_of(QUESTIONS, transforms=("text_only",))
    for item, before in zip(pack.items(), plain.items(), strict=True):
        assert item.rendering.images == ()
        assert item.single_image is None
        said = [line for line in words(before).splitlines() if not line.startswith("The page is")]
        assert words(item).splitlines() == said  # there is no page to be read in a direction


def test_masked_dialogue_covers_texts_and_nothing_else(pack_of, press_books):
    plain, pack = pack_of(DESCRIPTIONS), pack_of(DESCRIPTIONS, transforms=("masked_dialogue",))
    pages, covered = pages_of(press_books), 0
    for item, before in zip(pack.items(), plain.items(), strict=True):
        page = pages[item.sources[0].sha256]
        (now,), (then,) = pictures(pack, item), pictures(plain, before)
        boxes = [Box(*text.box.rounded()) for text in page.texts]
        assert np.array_equal(
            now, np.asarray(mask_boxes(Image.fromarray(then), boxes, fill="local"))
        )
        covered += not np.array_equal(now, then)
    assert covered >= 5  # the silent book has nothing to cover


def test_masked_dialogue_covers_the_panels_of_boards(pack_of, press_books):
    pack = pack_of(SORTING, transforms=("masked_dialogue",))
    pages = pages_of(press_books)
    for item in pack.items():
        (entry,) = item.rendering.images
        for cut in itertools.chain(*entry.recipe["options"]):
            texts = [text.box for text in pages[cut["page"]].texts]
            x0, y0, x1, y1 = cut["box"]
            inside = [b for b in texts if b.x1 > x0 and b.x0 < x1 and b.y1 > y0 and b.y0 < y1]
            assert len(cut.get("mask", ())) == len(inside)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("0. Then Anna says “Stop!” and runs.", "0. Anna says and runs."),
        ("[3]. Suddenly, the cat leaps.", "[3]. The cat leaps."),
        ("Dora stands before a wall next to Anna.", "Dora stands before a wall next to Anna."),
        ("Before long it rains, and then it stops.", "Long it rains, and it stops."),
        ("He eats the first biscuit. Next he sleeps.", "He eats the first biscuit. He sleeps."),
        ("花子は「待って」と言う。", "花子はと言う。"),
        ("Anna says: “Stop!” So Ben stops.", "Anna says. Ben stops."),
        ("Ben asks, ‘It's me, isn't it?’ and ‘Who else’.", "Ben asks."),
        ("Because of that, he says 'I don't know' again.", "He says."),
        ("He is so tired, so he sleeps.", "He is so tired, he sleeps."),
        ("A dog's bone, the cats' milk.", "A dog's bone, the cats' milk."),
    ],
)
def test_dialogue_and_connectives_go_and_places_stay(before, after):
    assert without_dialogue(before) == after


def test_masked_dialogue_needs_to_know_where_texts_are(press_books):
    book = press_books[0]
    blind = replace(book, pages=tuple(replace(page, texts=None) for page in book.pages))
    task = chromic_description_reordering
    with pytest.raises(SettingError, match=r"not known where page .001. has texts; install the"):
        transformed_plan(task, [blind], RECOMMENDED, 0, ["masked_dialogue"])


def test_red_boxes_stand_on_the_panels_in_reading_order(pack_of, press_books):
    plain, pack = pack_of(DESCRIPTIONS), pack_of(DESCRIPTIONS, transforms=("red_boxes",))
    pages = pages_of(press_books)
    for item, before in zip(pack.items(), plain.items(), strict=True):
        (entry,) = item.rendering.images
        (now,), (then,) = pictures(pack, item), pictures(plain, before)
        boxes = [list(panel.box.rounded()) for panel in pages[entry.recipe["page"]].panels]
        assert [list(box) for box in entry.recipe["boxes"]] == boxes
        changed = (now != then).any(axis=2)
        for x0, y0, x1, y1 in boxes:
            assert tuple(now[y1 - 1, (x0 + x1) // 2]) == (220, 0, 0)
            assert changed[y0 : y0 + 20, x0 : x0 + 12].any()  # its number
            changed[y0 : y0 + 3, x0:x1] = changed[y1 - 3 : y1, x0:x1] = False
            changed[y0:y1, x0 : x0 + 3] = changed[y0:y1, x1 - 3 : x1] = False
            changed[y0 : y0 + 36, x0 : x0 + 36] = False
        assert not changed.any()


def test_ordered_crops_are_the_panels_in_reading_order(pack_of, press_books):
    pack, pages = pack_of(DESCRIPTIONS, transforms=("ordered_crops",)), pages_of(press_books)
    for item in pack.items():
        sha256 = item.sources[0].sha256
        recipes = [entry.recipe for entry in item.rendering.images]
        assert all(recipe["kind"] == "crop" for recipe in recipes)
        boxes = [recipe["panels"][0]["box"] for recipe in recipes]
        assert boxes == [cut_of(sha256, panel)["box"] for panel in pages[sha256].panels]
        (row,) = item.single_image.images
        assert [cut["box"] for cut in row.recipe["panels"]] == boxes


def test_texts_stay_covered_in_what_comes_after(pack_of):
    for name in ("red_boxes", "ordered_crops"):
        pack = pack_of(DESCRIPTIONS, transforms=("masked_dialogue", name))
        recipes = [str(entry.recipe) for item in pack.items() for entry in item.rendering.images]
        assert sum("'mask'" in recipe for recipe in recipes) >= 5


@pytest.mark.parametrize("name", ["red_boxes", "ordered_crops"])
def test_pages_are_needed_and_untouched(name, press_folder, tmp_path):
    for task, names, text in [
        (SORTING, [name], f"{name}: {SORTING} shows no whole pages without marks"),
        (DESCRIPTIONS, ["blur:1", name], f"{name}: put it before the transforms that degrade"),
    ]:
        with pytest.raises(SettingError, match=text) as raised:
            panelwise.build(task, press_folder, out=tmp_path / "out", transforms=names)
        assert "\n" not in str(raised.value)


def test_rotations_put_the_right_option_everywhere_once(pack_of):
    task = "stripcipher.narrative_comprehension"
    plain, pack = pack_of(task), pack_of(task, transforms=("rotations",))
    before = {item.id: item for item in plain.items()}
    groups: dict[str, list] = {}
    for item in pack.items():
        groups.setdefault(item.meta["rotation_of"], []).append(item)
        lines = [f"{option.label}. {option.text}" for option in item.options]
        assert "\n".join(lines) in words(item)
    assert groups.keys() == before.keys()
    for key, turns in groups.items():
        asked = before[key]
        assert sorted(item.gold for item in turns) == [0, 1, 2, 3]
        assert len({item.id for item in turns}) == 4
        for item in turns:
            assert item.options[item.gold].text == asked.options[asked.gold].text
            assert {o.text for o in item.options} == {o.text for o in asked.options}
    assert Counter(item.gold for item in pack.items()) == dict.fromkeys(range(4), len(before))


def test_the_kind_of_every_wrong_option_is_that_of_the_story_also_in_rotations(
    pack_of, press_books, tmp_path
):
    task = "stripcipher.narrative_comprehension"
    written = {
        (question.question, option.text): option.error
        for book in press_books
        for story in book.stories
        for question in story.questions
        for option in question.wrong
    }
    packs = pack_of(task), pack_of(task, transforms=("rotations",))
    for item in (item for pack in packs for item in pack.items()):
        kinds = wrong_kinds(item)
        assert [kind is None for kind in kinds] == [at == item.gold for at in range(item.n)]
        asked = {
            text: kind for (question, text), kind in written.items() if question in words(item)
        }
        assert all(
            kind == asked[option.text]
            for option, kind in zip(item.options, kinds, strict=True)
            if kind
        )
    public = withhold(packs[0], tmp_path / "public", tmp_path / "key").public
    assert {wrong_kinds(item) for item in public.items()} == {()}
    assert all("wrong" not in item.meta for item in public.items())


COLOUR = Image.fromarray(np.random.default_rng(0).integers(0, 256, (200, 300, 3), np.uint8))


def worsened(name, amount, picture=COLOUR):
    recipe = {"kind": "page", "page": "p", "effects": [[name, amount]]}
    return np.asarray(cook(recipe, {"p": picture})).astype(float)


def test_every_way_to_be_worse_has_four_levels_mild_to_hard():
    assert {name for name, levels in LEVELS.items() if len(levels) == 4} == {
        "resolution",
        "blur",
        "jpeg",
        "rotation",
        "grey",
    }
    sharp = np.asarray(COLOUR).astype(float)
    sizes = [worsened("resolution", amount).shape[:2] for amount in LEVELS["resolution"]]
    assert sizes == [(150, 225), (100, 150), (70, 105), (50, 75)]
    detail = [np.abs(np.diff(worsened("blur", a), axis=1)).mean() for a in LEVELS["blur"]]
    assert np.abs(np.diff(sharp, axis=1)).mean() > detail[0]
    assert detail == sorted(detail, reverse=True)
    damage = [np.abs(worsened("jpeg", amount) - sharp).mean() for amount in LEVELS["jpeg"]]
    assert damage[0] > 0
    assert damage == sorted(damage)
    colour = [np.ptp(worsened("grey", amount), axis=2).mean() for amount in LEVELS["grey"]]
    assert colour == sorted(colour, reverse=True)
    assert colour[-1] == 0
    assert np.ptp(sharp, axis=2).mean() > colour[0]
    turned = worsened("rotation", LEVELS["rotation"][-1])
    assert np.array_equal(turned, np.rot90(sharp))
    assert all(worsened("rotation", a).shape[0] > 200 for a in LEVELS["rotation"])


def test_a_mirror_turns_everything_round():
    assert np.array_equal(worsened("mirror", 1.0), np.asarray(COLOUR)[:, ::-1])


@pytest.mark.parametrize("name", LEVELS)
def test_a_worse_picture_is_the_plain_one_made_worse(name, pack_of):
    plain = pack_of(SORTING).items()[0]
    item = pack_of(SORTING, transforms=(f"{name}:1",)).items()[0]
    (entry,) = item.rendering.images
    recipe = entry.recipe
    before = plain.rendering.images[0].recipe
    if name in ("mirror", "rotation"):  # the pages are moved, and the board stays upright
        assert recipe["scan"] == [[name, LEVELS[name][0]]]
        assert recipe.keys() - {"scan"} == before.keys()
        return
    assert recipe["effects"] == [[name, LEVELS[name][0]]]
    assert {k: v for k, v in recipe.items() if k != "effects"} == before


@pytest.mark.parametrize("name", LEVELS)
def test_cells_move_with_the_pixels(name, pack_of):
    """Panels of one colour each, found again by their colour."""
    item = pack_of(SORTING).items()[0]
    recipe = item.rendering.images[0].recipe
    sizes = [cut["box"] for cut in recipe["options"][0]]
    page = Image.new("RGB", (2000, 2000), "white")
    colours = [(250, 0, 0), (0, 0, 250), (250, 250, 0), (250, 0, 250)]
    cuts = []
    for k, (x0, y0, x1, y1) in enumerate(sizes):
        box = [500 * k, 0, 500 * k + x1 - x0, y1 - y0]
        page.paste(colours[k], tuple(box))
        cuts.append({"page": "p", "box": box})
    drawn = recipe | {"options": [cuts, cuts[::-1]]}
    for amount in LEVELS[name]:
        if name == "grey":
            continue
        worse = drawn | {"effects": [[name, amount]]}
        pixels = np.asarray(cook(worse, {"p": page})).astype(int)
        for (x0, y0, x1, y1), colour in zip(cells_of(worse), colours + colours[::-1], strict=True):
            assert 0 <= x0 < x1 <= pixels.shape[1]
            assert 0 <= y0 < y1 <= pixels.shape[0]
            middle = pixels[(y0 + y1) // 2, (x0 + x1) // 2]
            assert np.abs(middle - colour).max() < 40


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("blur", r"blur: write blur:1 \(mild\) to blur:4 \(hard\)"),
        ("blur:5", r"blur:5: write blur:1"),
        ("text_onyl", "did you mean 'text_only'"),
        ("text_only:1", "unknown transform 'text_only:1'"),
    ],
)
def test_mistakes_are_one_line(spec, message):
    with pytest.raises(SettingError, match=message):
        get_transform(spec)


@pytest.mark.parametrize(
    ("task", "names"),
    [
        (DESCRIPTIONS, ("masked_dialogue", "red_boxes", "jpeg:2")),
        (DESCRIPTIONS, ("masked_dialogue",)),
        (DESCRIPTIONS, ("ordered_crops",)),
        (SORTING, ("masked_dialogue", "rotation:3", "grey:4")),
    ],
    ids=str,
)
def test_transformed_pictures_come_back_from_the_pages(
    task, names, pack_of, press_folder, tmp_path
):
    first = pack_of(task, transforms=names)
    bare = panelwise.build(
        task, press_folder, out=tmp_path / "bare", transforms=names, annotations_only=True
    )
    assert bare.hash == first.hash
    done = panelwise.rehydrate(bare.path, press_folder)
    assert done.reencoded == 0
    for item in done.pack.items():
        for now, then in zip(pictures(done.pack, item), pictures(first, item), strict=True):
            assert np.array_equal(now, then)


def test_every_level_is_on_record(press_books):
    task, books = comicvqa_panel_sorting, press_books[:1]
    plain = task.plan(books, RECOMMENDED, 0).drafts[0]
    for name, amounts in LEVELS.items():
        for level, amount in enumerate(amounts, 1):
            specs = [f"{name}:{level}", "blur:1"]
            made = transformed_plan(task, books, RECOMMENDED, 0, specs).drafts[0]
            assert made.meta["transform"] == f"{name}:{level}+blur:1"
            (recipe,) = made.shown.images
            assert [*recipe.get("scan", ()), *recipe["effects"]] == [[name, amount], ["blur", 1.0]]
            assert made.gold == plain.gold
