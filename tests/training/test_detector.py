"""What a detector learns from: boxes, masks, splits, assignment and augmentation. No torch."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from typer.testing import CliRunner

from panelwise.cli import app
from panelwise.comics import (
    Balloon,
    Book,
    Character,
    ComicImage,
    Face,
    Page,
    Panel,
    Source,
    Text,
)
from panelwise.comics.formats import page_json
from panelwise.errors import InputError, SettingError
from panelwise.geometry import Box, box_polygon
from panelwise.reading.learned import CLASSES, grid_points
from panelwise.training._steps import start_or_resume
from panelwise.training.detector import (
    DetectorOptions,
    FasterRcnnOptions,
    data_licences,
    load_boxes,
    scored,
)
from panelwise.training.detector._augment import varied
from panelwise.training.detector._data import boxes_of
from panelwise.training.detector._targets import assigned

ALL = np.ones(len(CLASSES), bool)
OWN = ["own work"]


def coco(folder, books, categories):
    """A COCO file with one page for each book, each page with one box of each category."""
    folder.mkdir()
    images, annotations = [], []
    for at, book in enumerate(books, 1):
        Image.new("RGB", (60, 80), "white").save(folder / f"{book}.png")
        images.append(
            {"id": at, "file_name": f"{book}.png", "width": 60, "height": 80, "book": book}
        )
        for number in range(1, len(categories) + 1):
            annotations.append(
                {
                    "id": len(annotations) + 1,
                    "image_id": at,
                    "category_id": number,
                    "bbox": [5, 5, 20, 30],
                    "iscrowd": 0,
                    "segmentation": [],
                    "area": 600,
                }
            )
    named = [{"id": at, "name": name} for at, name in enumerate([*categories, "face"], 1)]
    file = folder / "boxes.json"
    file.write_text(json.dumps({"images": images, "annotations": annotations, "categories": named}))
    return file


def licensed(folder, name, source):
    """A book of one page with one panel, under a licence."""
    folder.mkdir()
    Image.new("RGB", (60, 80), "white").save(folder / "1.png")
    image = replace(ComicImage.from_path(folder / "1.png"), relative="1.png")
    page = Page("1", 60, 80, image, panels=(Panel(Box(5, 5, 25, 35)),))
    page_json.write([Book(name, (page,), source=source)], folder / "pages.jsonl")
    return folder / "pages.jsonl"


def test_every_class_has_its_boxes_and_sounds_are_no_texts():
    box = Box(1, 2, 3, 4)
    page = Page(
        "1",
        10,
        10,
        panels=(Panel(box),),
        texts=(Text(box), Text(box, kind="onomatopoeia")),
        balloons=(Balloon(box_polygon(box)),),
        characters=(Character(box),),
        faces=(Face(box),),
    )
    assert sorted(name for name, _ in boxes_of(page)) == sorted(CLASSES)


def test_classes_without_a_box_in_a_data_set_are_masked_and_books_are_not_divided(tmp_path):
    books = [f"book{at}" for at in range(12)]
    file = coco(tmp_path / "comics", books, ("panel", "text"))
    data = load_boxes([file], licences=OWN)
    known = dict(zip(CLASSES, data.training[0].known.tolist(), strict=True))
    assert known == dict.fromkeys(CLASSES, False) | {"panel": True, "text": True}
    assert data.training[0].boxes.tolist() == [[5, 5, 25, 35]] * 2
    names = [
        {page.name.split("/")[0] for page in part} for part in (data.training, data.validation)
    ]
    assert (len(names[0]), len(names[1]), names[0] & names[1]) == (11, 1, set())
    assert "masked: balloon, character, face, sound" in data.sets[0]
    assert "licence not stated" in data.sets[0]
    assert data.fingerprint == load_boxes([file], licences=OWN).fingerprint
    other = coco(tmp_path / "other", books, ("panel",))
    assert data.fingerprint != load_boxes([other], licences=OWN).fingerprint


def test_books_that_may_not_be_trained_on_are_refused(tmp_path):
    free = Source(licence="CC BY 4.0")
    bound = Source(licence="CC BY-NC 4.0")
    one, other, none = (
        licensed(tmp_path / name, name, source)
        for name, source in (("free", free), ("bound", bound), ("none", Source()))
    )
    assert load_boxes([one]).stated == ()
    with pytest.raises(InputError, match=r"book 'none' names no licence.*--licence 'none=…'"):
        load_boxes([one, none])
    with pytest.raises(InputError, match=r"'bound', CC BY-NC 4.0, is not known to allow training"):
        load_boxes([one, other], licences=OWN)
    said = load_boxes([one, other, none], licences=[*OWN, "bound=the artist agreed"]).stated
    assert said == ("bound (CC BY-NC 4.0): the artist agreed", "none (unknown): own work")
    with pytest.raises(SettingError, match="no data set has a book 'atlas'"):
        load_boxes([one], licences=["atlas=own work"])


def test_of_two_books_of_one_name_the_stricter_licence_counts(tmp_path):
    pair = [
        licensed(tmp_path / folder, "atlas", Source(licence=licence))
        for folder, licence in (("a", "CC BY-ND 4.0"), ("b", "CC0-1.0"))
    ]
    for sources in (pair, pair[::-1]):
        with pytest.raises(InputError, match=r"CC BY-ND 4\.0"):
            data_licences(sources)


def test_the_command_refuses_before_it_draws(tmp_path, monkeypatch):
    monkeypatch.setattr("panelwise.training.detector.require_torch", lambda: None)
    bound = licensed(tmp_path / "bound", "atlas", Source(licence="CC BY-NC-SA 3.0"))
    command = ["train", "detector", "--data", str(bound), "--out", str(tmp_path / "out")]
    result = CliRunner().invoke(app, command)
    assert isinstance(result.exception, InputError)
    assert "the licence of book 'atlas', CC BY-NC-SA 3.0" in str(result.exception)
    assert not (tmp_path / "out").exists()


def test_one_book_is_for_training_and_what_is_unseen_for_validation(tmp_path):
    one = coco(tmp_path / "one", ["a"], ("panel",))
    two = coco(tmp_path / "two", ["b", "c"], ("panel", "text"))
    data = load_boxes([one], unseen=[two], licences=OWN)
    assert [page.name for page in data.training] == ["a/a"]
    assert len(data.validation) == 2


def test_data_without_boxes_is_refused(tmp_path):
    Image.new("RGB", (60, 80)).save(tmp_path / "1.png")
    with pytest.raises(InputError, match="no annotated panel"):
        load_boxes([tmp_path], licences=OWN)
    with pytest.raises(InputError, match="give --pages or --data"):
        load_boxes([])


def test_a_box_belongs_to_the_points_near_its_centre_on_the_grids_of_its_size():
    """24 × 24 pixels around (64, 64): the four nearest points in steps of 8; too small for 16."""
    box = np.array([[52, 52, 76, 76]], np.float32)
    targets = assigned(box, np.array([4]), ALL, 128)
    centres, steps = grid_points(128)
    chosen = targets.is_box[4]
    assert set(steps[chosen]) == {8}
    assert sorted(map(tuple, centres[chosen].tolist())) == [(60, 60), (60, 68), (68, 60), (68, 68)]
    assert (targets.boxes[4, chosen] == box).all()
    assert targets.is_box.sum() == 4


def test_of_two_boxes_around_one_point_the_smaller_counts_in_its_class_alone():
    boxes = np.array([[40, 40, 88, 88], [52, 52, 76, 76], [40, 40, 88, 88]], np.float32)
    targets = assigned(boxes, np.array([3, 3, 4]), ALL, 128)
    at = int(np.flatnonzero((grid_points(128)[0] == (60, 60)).all(axis=1))[0])
    assert targets.boxes[3, at].tolist() == [52, 52, 76, 76]
    assert targets.boxes[4, at].tolist() == [40, 40, 88, 88]


@given(st.floats(0, 120), st.floats(0, 120), st.floats(3, 128), st.floats(3, 128))
@settings(max_examples=60, deadline=None)
def test_every_box_has_a_point(x, y, wide, high):
    box = np.array([[x, y, min(128, x + wide), min(128, y + high)]], np.float32)
    assert assigned(box, np.array([1]), ALL, 128).is_box[1].any()


def test_a_masked_class_has_no_points():
    box = np.array([[52, 52, 76, 76]], np.float32)
    known = np.array([name != "face" for name in CLASSES])
    targets = assigned(box, np.array([CLASSES.index("face")]), known, 128)
    assert not targets.is_box.any()
    assert not targets.known[CLASSES.index("face")]


@pytest.mark.parametrize("seed", range(24))
def test_boxes_move_with_the_picture(seed):
    """A red rectangle on a white page is where its box says, however the page was changed."""
    page = np.full((300, 200, 3), 255, np.uint8)
    page[90:180, 50:130] = (200, 0, 0)
    box = np.array([[50, 90, 130, 180]], np.float32)
    rng = np.random.default_rng(seed)
    picture, boxes, labels = varied(page, box, np.array([2]), 256, rng)
    values = picture.astype(int)
    red = values[..., 0] - (values[..., 1] + values[..., 2]) / 2 > 45
    if not red.sum() > 200:  # printed in grey, or most of it cut off
        return
    y, x = np.flatnonzero(red.any(axis=1)), np.flatnonzero(red.any(axis=0))
    assert labels.tolist() == [2]
    shown = np.array([x[0], y[0], x[-1] + 1, y[-1] + 1])
    assert np.abs(boxes[0] - shown).max() <= 5


def test_augmentation_follows_from_its_seed():
    page = np.random.default_rng(0).integers(0, 255, (120, 90, 3)).astype(np.uint8)
    box = np.array([[10, 10, 60, 60]], np.float32)
    one, two, other = (
        varied(page, box, np.array([0]), 128, np.random.default_rng(seed)) for seed in (5, 5, 6)
    )
    assert (one[0] == two[0]).all()
    assert (one[1] == two[1]).all()
    assert (one[0] != other[0]).any()


def test_thresholds_are_those_with_the_best_f1(tmp_path):
    """A right box at .8 and a wrong one at .3: any threshold between gives F1 1."""
    file = coco(tmp_path / "comics", ["a"], ("panel",))
    pages = load_boxes([file], licences=OWN).training
    none = np.zeros((0, 4), np.float32), np.zeros(0, np.float32)
    boxes = np.array([[5, 5, 25, 35], [40, 40, 60, 80]], np.float32)
    found = dict.fromkeys(CLASSES, none) | {"panel": (boxes, np.array([0.8, 0.3], np.float32))}
    scores = scored([found], pages)
    assert scores.ap50 == {"panel": 1.0}
    assert scores.f1 == {"panel": 1.0}
    assert 0.3 < scores.least["panel"] <= 0.8


def test_a_training_is_resumed_only_with_its_own_options_and_data(tmp_path):
    options = DetectorOptions(steps=10)
    with pytest.raises(InputError, match="no training to resume"):
        start_or_resume(tmp_path / "a", "detector.json", options, "x", resume=True)
    start_or_resume(tmp_path / "a", "detector.json", options, "x", resume=False)
    start_or_resume(tmp_path / "a", "detector.json", options, "x", resume=True)
    with pytest.raises(InputError, match="add --resume"):
        start_or_resume(tmp_path / "a", "detector.json", options, "x", resume=False)
    (tmp_path / "b").mkdir()
    (tmp_path / "b/detector.json").write_text("{")
    with pytest.raises(InputError, match=r"detector\.json: damaged; give another --out"):
        start_or_resume(tmp_path / "b", "detector.json", options, "x", resume=True)
    with pytest.raises(SettingError, match="with steps 10, not 20"):
        start_or_resume(
            tmp_path / "a", "detector.json", DetectorOptions(steps=20), "x", resume=True
        )
    with pytest.raises(SettingError, match="with data x, not y"):
        start_or_resume(tmp_path / "a", "detector.json", options, "y", resume=True)


def test_trained_weights_get_half_the_rate():
    new, started = (DetectorOptions(steps=1000, start=start) for start in ("", "ab"))
    assert [new.rate_at(at) for at in (500, 800)] == pytest.approx([2e-3, 1e-3])
    assert [started.rate_at(at) for at in (500, 800)] == pytest.approx([1e-3, 5e-4])


def test_the_rates_of_faster_rcnn_rise_and_fall_by_schedule():
    cosine, step = (FasterRcnnOptions(steps=1000, schedule=name) for name in ("cosine", "step"))
    assert cosine.rate_at(0) == pytest.approx(5e-5)
    assert cosine.rate_at(500) == pytest.approx(2.5e-3)
    assert cosine.rate_at(1000) == pytest.approx(0, abs=1e-12)
    assert [step.rate_at(at) for at in (500, 700, 900)] == pytest.approx([5e-3, 5e-4, 5e-5])


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"side": 100}, "--side 100: give a multiple of 32"),
        ({"batch": 0}, "--batch 0: give at least 1"),
        ({"schedule": "cosin"}, "unknown schedule 'cosin'; did you mean 'cosine'"),
        ({"backbone": "vgg"}, "unknown backbone 'vgg'"),
    ],
)
def test_values_that_faster_rcnn_cannot_use_are_refused(values, words):
    with pytest.raises(SettingError, match=words):
        FasterRcnnOptions(**values).check()


def test_a_side_that_no_grid_divides_is_refused():
    with pytest.raises(SettingError, match="--side 600: give a multiple of 64"):
        DetectorOptions(side=600).check()
