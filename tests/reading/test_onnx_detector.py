"""Detectors of the user's: exports of YOLO, RT-DETR and D-FINE, each in its own layout."""

import json

import numpy as np
import pytest
from PIL import Image

import panelwise
from onnx_files import constant
from panelwise.comics import ComicImage, Page
from panelwise.errors import InputError, SettingError, UnknownNameError
from panelwise.evaluation import evaluate, get_solver
from panelwise.reading import OnnxReader, get_reader
from panelwise.reading._letterbox import letterboxed

pytestmark = pytest.mark.extra
NAMES = {"names": "{0: 'frame', 1: 'text', 2: 'balloon', 3: 'body'}"}
PICTURE = {"images": (1, 3, 64, 64)}
WIDTH, HEIGHT = 200, 100  # scaled by .32 to 64 × 32, with 16 rows of grey above and below


@pytest.fixture
def page(tmp_path):
    pytest.importorskip("onnxruntime", reason="needs the extra [ocr]")
    Image.new("RGB", (WIDTH, HEIGHT), "white").save(tmp_path / "page.png")
    image = ComicImage.from_path(tmp_path / "page.png")
    return Page("1", WIDTH, HEIGHT, image)


@pytest.fixture
def saved(tmp_path):
    def save(outputs, metadata=NAMES, inputs=PICTURE, name="model.onnx"):
        arrays = {key: np.asarray(value) for key, value in outputs.items()}
        path = tmp_path / name
        path.write_bytes(constant(inputs, arrays, metadata))
        return path

    return save


def floats(rows):
    return np.array([rows], np.float32)


def seen(page, path):
    """Class → boxes with scores."""
    read = OnnxReader(str(path)).read(page)
    parts = {"panel": read.panels, "text": read.texts or (), "character": read.characters}
    return {
        label: [([*one.box], one.confidence) for one in some]
        for label, some in parts.items()
        if some
    }


def test_yolo_gives_boxes_in_the_letterboxed_picture(page, saved):
    """Centres and sides in 64 × 64; the same panel twice; one too unsure; one of no class of ours.

    The first: x (16 ± 8) / .32, y (32 - 16 ± 8) / .32.
    """
    anchors = [
        [16, 32, 16, 16, 0.9, 0.1, 0, 0],
        [16.2, 32, 16, 16, 0.8, 0.1, 0, 0],
        [16, 32, 16, 16, 0.1, 0.7, 0, 0],
        [48, 32, 16, 16, 0.2, 0.1, 0, 0],
        [48, 32, 16, 16, 0, 0, 0.9, 0],
        [48, 20, 16, 16, 0, 0, 0, 0.5],
        *[[0.0] * 8] * 6,
    ]
    path = saved({"output0": floats(np.array(anchors).T)})
    assert seen(page, path) == {
        "panel": [([25, 25, 75, 75], 0.9)],
        "text": [([25, 25, 75, 75], 0.7)],
        "character": [([125, 0, 175, 37.5], 0.5)],  # its top is in the grey rows above the page
    }
    assert len(seen(page, f"{path}@0.15")["panel"]) == 2
    read = OnnxReader(str(path)).read(page)
    assert read.panels_found
    assert read.faces == ()


def test_a_letterboxed_picture_is_grey_around_the_page():
    pixels = np.full((HEIGHT, WIDTH, 3), 255, np.uint8)
    batch, scale, left, top = letterboxed(pixels, (64, 64))
    assert (batch.shape, scale, left, top) == ((1, 3, 64, 64), 0.32, 0, 16)
    assert batch[0, :, 16:48].min() == 1
    assert batch[0, :, :16].max() == pytest.approx(114 / 255)
    assert batch[0, :, 48:].max() == pytest.approx(114 / 255)
    _, scale, left, top = letterboxed(pixels.transpose(1, 0, 2), (64, 64))
    assert (scale, left, top) == (0.32, 16, 0)


def test_yolo_with_suppression_inside_gives_corners(page, saved):
    rows = [[8, 24, 24, 40, 0.9, 0], [8, 24, 24, 40, 0.6, 3], [0, 0, 0, 0, 0, 0]] + [[0] * 6] * 5
    path = saved({"output0": floats(rows)})
    assert seen(page, path) == {
        "panel": [([25, 25, 75, 75], 0.9)],
        "character": [([25, 25, 75, 75], 0.6)],
    }


def test_rt_detr_of_ultralytics_gives_fractions_of_the_page(page, saved):
    rows = [[0.25, 0.5, 0.1, 0.5, 0.1, 0.8, 0, 0]] + [[0.5, 0.5, 1, 1, 0, 0, 0, 0.1]] * 11
    path = saved({"output0": floats(rows)})
    assert seen(page, path) == {"text": [([40, 25, 60, 75], 0.8)]}


def test_models_of_transformers_give_logits(page, saved, tmp_path):
    """Sigmoid of 0 is .5; names come from the configuration beside the model."""
    (tmp_path / "config.json").write_text(json.dumps({"id2label": {"0": "Panel", "1": "Texts"}}))
    logits, boxes = floats([[0, -9], [-9, -9]]), floats([[0.5, 0.5, 0.5, 1], [0, 0, 1, 1]])
    inputs = {"pixel_values": (1, 3, 64, 64)}
    path = saved({"logits": logits, "pred_boxes": boxes}, {}, inputs)
    assert seen(page, path) == {"panel": [([50, 0, 150, 100], 0.5)]}


def test_models_of_their_authors_are_given_the_page_size(page, saved, tmp_path):
    names = ["panel", "face"]
    (tmp_path / "dfine.names.json").write_text(json.dumps(names))
    outputs = {
        "labels": np.array([[0, 1]], np.int64),
        "boxes": floats([[10, 20, 110, 90], [-5, 0, 30, 120]]),
        "scores": floats([0.7, 0.6]),
    }
    inputs = {"images": (1, 3, 64, 64), "orig_target_sizes": (1, 2)}
    read = OnnxReader(str(saved(outputs, {}, inputs, "dfine.onnx"))).read(page)
    assert [([*one.box], one.confidence) for one in read.panels] == [([10, 20, 110, 90], 0.7)]
    assert [[*one.box] for one in read.faces] == [[0, 0, 30, 100]]
    assert read.texts is None, "it has no class for texts"


def test_a_detector_answers_like_any_model(pack_of, saved, tmp_path):
    """One panel over each whole page, in ``evaluate`` and in ``read``."""
    pytest.importorskip("onnxruntime", reason="needs the extra [ocr]")
    rows = [[0.5, 0.5, 1, 1, 0.9, 0, 0, 0]] + [[0] * 8] * 9
    path = saved({"output0": floats(rows)})
    pack = pack_of("comix.detection", profile="paper")
    name = f"reader:onnx:{path}"
    run = evaluate(pack, name, out=tmp_path / "run", profile="paper", limit=2)
    for result, item in zip(run.results(), pack.items(), strict=False):
        [box] = result.answer["boxes"]
        size = item.rendering.images[0]
        assert (box["class"], box["score"]) == ("panel", 0.9)
        assert box["box"] == [0, 0, size.width, size.height]
    assert "model" in get_solver(name).identity()
    Image.new("RGB", (WIDTH, HEIGHT), "white").save(tmp_path / "one.png")
    [(_, read)] = panelwise.read(tmp_path / "one.png", reader=f"onnx:{path}", texts=False)
    assert [[*one.box] for one in read.panels] == [[0, 0, WIDTH, HEIGHT]]


def test_mistakes_are_said_in_a_line(page, saved, tmp_path):
    with pytest.raises(InputError, match=r"none\.onnx: no such file"):
        get_reader(f"onnx:{tmp_path}/none.onnx")
    with pytest.raises(UnknownNameError, match="unknown reader 'onyx'"):
        get_reader("onyx")
    with pytest.raises(UnknownNameError, match="unknown reader 'onyx'"):
        get_solver("reader:onyx")
    rows = {"output0": floats([[0.0] * 12] * 8)}
    path = saved(rows)
    with pytest.raises(SettingError, match="must be at least 0 and below 1"):
        get_reader(f"onnx:{path}@2")
    path.write_bytes(b"no model")
    with pytest.raises(SettingError, match="not a readable detector"):
        seen(page, path)


FOUND = floats([[0.0] * 12] * 8)


@pytest.mark.parametrize(
    ("outputs", "metadata", "inputs", "message"),
    [
        (FOUND, {}, PICTURE, r"names no classes by number; write them into model\.names"),
        (FOUND, {"names": "{'panel': 0}"}, PICTURE, "names no classes by number"),
        (FOUND[:, :6], {"names": "{0: 'cat', 1: 'dog'}"}, PICTURE, "are cat, dog, and none is a p"),
        (floats([[0.0] * 12] * 9), NAMES, PICTURE, "has 4 class names and gives"),
        (np.zeros((1, 5), np.float32), NAMES, PICTURE, r"gives output0 \[1, 5\]; give an export"),
        (FOUND, NAMES, {"images": (1, 1, 64, 64)}, r"takes images \[1, 1, 64, 64\] and gives"),
        (FOUND, NAMES, {"images": (1, 64, 64, 3)}, "takes one RGB picture"),
        (FOUND, NAMES, {"images": (1, 3, 0, 64)}, "takes one RGB picture"),
        (FOUND, NAMES | {"imgsz": "[0, 'x']"}, {"images": (1, 3, "h", "w")}, "not usable as a det"),
    ],
)
def test_a_file_that_is_no_such_detector_is_no_fault_of_the_page(
    page, saved, outputs, metadata, inputs, message
):
    """Pages with a fault are passed over; a wrong detector must end the command."""
    path = saved({"output0": outputs}, metadata, inputs)
    with pytest.raises(SettingError, match=message) as said:
        seen(page, path)
    assert str(path) in str(said.value)
    assert "\n" not in str(said.value)


def test_outputs_that_do_not_fit_each_other_are_no_fault_of_the_page(page, saved, tmp_path):
    (tmp_path / "odd.names.json").write_text(json.dumps(["panel", "face"]))
    outputs = {
        "labels": np.array([[0, 1]], np.int64),
        "boxes": floats([[10, 20, 110, 90]]),
        "scores": floats([0.7, 0.6, 0.5]),
    }
    inputs = {"images": (1, 3, 64, 64), "orig_target_sizes": (1, 2)}
    path = saved(outputs, {}, inputs, "odd.onnx")
    with pytest.raises(SettingError, match=r"odd\.onnx: not usable as a detector"):
        OnnxReader(str(path)).read(page)
