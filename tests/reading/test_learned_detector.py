"""The reader on OpenCV alone: its file's metadata, its numbers as boxes, its boxes as a page."""

from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from onnx_files import constant, field
from panelwise.comics import Page, Text
from panelwise.errors import InputError
from panelwise.files import file_sha256
from panelwise.geometry import Box
from panelwise.metrics import detection_f1, match_boxes
from panelwise.reading import ClassicalReader, OnnxReader, get_reader
from panelwise.reading._found_boxes import page_with_boxes
from panelwise.reading.learned import (
    CLASSES,
    TRAINED,
    DetectorReader,
    LearnedDetector,
    LearnedReader,
    decoded,
    grid_points,
    onnx_metadata,
)
from panelwise_press import print_comics

OURS = {"panelwise.detector": "1", "side": "128", "least": '{"panel": 0.5}'}
POINTS = 16**2 + 8**2 + 4**2 + 2**2  # grids of 128 pixels in steps of 8, 16, 32, 64


def saved(folder, metadata, name="model.onnx"):
    rows = np.zeros((1, len(CLASSES), 5, POINTS), np.float32)
    path = folder / name
    path.write_bytes(constant({"picture": (1, 3, 128, 128)}, {"boxes": rows}, metadata))
    return path


def test_metadata_is_read_without_a_library(tmp_path):
    assert onnx_metadata(saved(tmp_path, OURS)) == OURS
    assert onnx_metadata(saved(tmp_path, {})) == {}


@pytest.mark.parametrize(
    "data",
    [b"", b"\x89PNG\r\n\x1a\n....", b"\xff" * 40, field(14, b"\x0a\x7fshort"), b"\x0b\x00"],
    ids=["empty", "a picture", "an endless number", "a length too large", "a group"],
)
def test_what_is_no_onnx_has_no_metadata(tmp_path, data):
    (tmp_path / "other").write_bytes(data)
    assert onnx_metadata(tmp_path / "other") == {}


def test_grids_are_from_fine_to_coarse_and_row_by_row():
    centres, steps = grid_points(128)
    assert len(centres) == len(steps) == POINTS
    assert centres[:2].tolist() == [[4, 4], [12, 4]]
    assert centres[16].tolist() == [4, 12]
    assert (centres[-1].tolist(), steps[-1]) == ([96, 96], 64)


def numbers(*found):
    """What a network gives that is sure of these: (class, point, score, distances in steps)."""
    raw = np.full((len(CLASSES), 5, POINTS), -9, np.float32)
    for name, point, score, distances in found:
        raw[CLASSES.index(name), 0, point] = np.log(score / (1 - score))
        raw[CLASSES.index(name), 1:, point] = np.log(np.expm1(distances))
    return raw


def test_distances_are_steps_of_the_grid_from_the_centre_of_a_cell():
    """Point 17 lies at (12, 12) on the grid of 8, the last one at (96, 96) on that of 64."""
    raw = numbers(
        ("face", 17, 0.8, (1, 0.5, 2, 1)), ("panel", POINTS - 1, 0.9, (1.5, 1.25, 0.5, 0.25))
    )
    found = decoded(raw, 128, dict.fromkeys(CLASSES, 0.5))
    boxes, scores = found["face"]
    np.testing.assert_allclose(boxes, [[4, 8, 28, 20]], atol=1e-4)
    np.testing.assert_allclose(scores, [0.8], atol=1e-5)
    np.testing.assert_allclose(found["panel"][0], [[0, 16, 128, 112]], atol=1e-4)
    assert all(len(found[name][0]) == 0 for name in ("text", "balloon", "character", "sound"))


def test_of_two_boxes_on_one_thing_the_surer_stays_but_a_text_stays_in_its_balloon():
    same = (2.0, 2.0, 2.0, 2.0)
    raw = numbers(
        ("text", 17, 0.6, same),
        ("text", 18, 0.7, (3.0, 2.0, 1.0, 2.0)),
        ("balloon", 17, 0.5, same),
    )
    found = decoded(raw, 128, {"text": 0.3, "balloon": 0.3})
    assert [round(float(score), 2) for score in found["text"][1]] == [0.7]
    assert len(found["balloon"][0]) == 1
    assert set(found) == {"text", "balloon"}


def test_scores_below_the_least_of_their_class_do_not_count():
    raw = numbers(("text", 17, 0.4, (1, 1, 1, 1)), ("face", 17, 0.4, (1, 1, 1, 1)))
    found = decoded(raw, 128, {"text": 0.5, "face": 0.3})
    assert (len(found["text"][0]), len(found["face"][0])) == (0, 1)


@pytest.mark.parametrize("name", ["onnx:{}", "{}", "onnx:{}@0.2"])
def test_our_own_file_is_read_by_opencv_and_any_other_by_onnxruntime(tmp_path, name):
    ours = saved(tmp_path, OURS)
    theirs = saved(tmp_path, {"names": "{0: 'frame'}"}, "yolo.onnx")
    assert isinstance(get_reader(name.format(ours)), LearnedReader)
    assert isinstance(get_reader(name.format(theirs)), OnnxReader)


def test_a_file_of_another_version_is_refused_in_a_line(tmp_path):
    path = saved(tmp_path, OURS | {"panelwise.detector": "2"})
    with pytest.raises(InputError, match=r"version 1 \(version in its metadata: 2"):
        LearnedDetector(path)
    with pytest.raises(InputError, match="lacks side or least"):
        LearnedDetector(saved(tmp_path, {"panelwise.detector": "1"}))
    with pytest.raises(InputError, match="no such file"):
        get_reader(str(tmp_path / "absent.onnx"))


def test_sounds_are_texts_of_their_kind_and_texts_stay_where_none_were_looked_for():
    page = Page("1", 100, 100, texts=(Text(Box(0, 0, 9, 9)),))
    box = Box(10, 10, 40, 40)
    read = page_with_boxes(
        page, {"panel": [(box, 0.9)], "text": [], "sound": [(box, 0.5)]}, None, "reader x"
    )
    assert [(text.kind, text.box) for text in read.texts] == [("onomatopoeia", box)]
    assert read.panels_by == "reader x"
    assert page_with_boxes(page, {"panel": []}, None, "reader x").texts == page.texts


DISTRIBUTION = Path(__file__).parents[2] / "detector"
WEIGHTS = DISTRIBUTION / "src" / TRAINED.package / TRAINED.name


@pytest.fixture
def installed(monkeypatch):
    """As if the distribution of the trained weights were installed."""
    monkeypatch.setattr("panelwise.reading.learned._installed.wheel_file", lambda _: WEIGHTS)


def test_the_weights_that_ship_are_those_that_are_pinned_and_small():
    assert file_sha256(WEIGHTS) == TRAINED.sha256
    assert WEIGHTS.stat().st_size <= 16e6
    assert TRAINED.sha256 in (DISTRIBUTION / "README.md").read_text("utf-8")
    assert str(Path.home()).encode() not in WEIGHTS.read_bytes()


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """A book in a style that is not in the training data."""
    out = tmp_path_factory.mktemp("press")
    (book,) = print_comics(out, books=1, seed=21, style="ink", layout="western", language="en")
    return book.pages


def test_it_finds_the_people_and_balloons_of_a_drawn_book(installed, pages):
    reader = get_reader("detector")
    read = [reader.read(replace(page, characters=(), faces=(), balloons=())) for page in pages]
    for part in ("characters", "faces"):
        found, true = (
            [[one.box for one in getattr(page, part)] for page in some] for some in (read, pages)
        )
        assert detection_f1([match_boxes(*both) for both in zip(found, true, strict=True)]) > 0.7
        assert all(0 < one.confidence <= 1 for page in read for one in getattr(page, part))
    assert sum(len(page.balloons) for page in read) > 0


def test_panels_order_and_texts_are_those_of_the_built_in_reader(installed, pages):
    for page in pages:
        read, alone = DetectorReader().read(page), ClassicalReader().read(page)
        assert (read.panels, read.texts, read.panels_by) == (
            alone.panels, alone.texts, "reader default",
        )  # fmt: skip
        assert read.speakers == ()  # they linked to characters of the ground truth


def test_its_identity_is_the_hash_of_its_weights(installed):
    assert get_reader("detector").identity() == {"model": TRAINED.sha256}


@pytest.mark.skipif(find_spec(TRAINED.package) is not None, reason="the weights are installed")
def test_without_the_weights_it_says_how_to_install_them():
    with pytest.raises(InputError, match=r"clone of Panelwise: pip install --no-deps \./detector$"):
        get_reader("detector")
