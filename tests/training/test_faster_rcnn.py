"""Faster R-CNN with torchvision, with masked classes: runs where the extra [faster-rcnn] is."""

import numpy as np
import orjson
import pytest
from PIL import Image, ImageDraw

from panelwise.comics import Book, ComicImage, Page, Panel, Text, encode_png
from panelwise.comics.formats import coco
from panelwise.geometry import Box
from panelwise.reading import get_reader
from panelwise.reading.learned import CLASSES
from panelwise.training.detector import (
    FASTER_RCNN,
    FasterRcnnOptions,
    load_boxes,
    train_faster_rcnn,
)

torch = pytest.importorskip("torch", reason="needs the extra [faster-rcnn]")
pytest.importorskip("torchvision", reason="needs the extra [faster-rcnn]")
pytest.importorskip("onnx", reason="needs the extra [faster-rcnn]")
pytestmark = [pytest.mark.extra, pytest.mark.slow]

from panelwise.training.detector._faster_rcnn import (  # noqa: E402
    build_faster_rcnn,
    export_faster_rcnn,
    found_on,
    page_loss,
)


def data_set(folder, name, *, texts):
    """Three books of a page with two dark panels and a light text in each, annotated or not."""
    folder.mkdir()
    books = []
    for book in range(3):
        picture = Image.new("RGB", (120, 160), "white")
        draw, panels, words = ImageDraw.Draw(picture), [], []
        for row in range(2):
            box = Box(10, 10 + 75 * row, 80 + 10 * book, 75 + 75 * row)
            inner = Box(box.x0 + 15, box.y0 + 15, box.x0 + 45, box.y0 + 40)
            draw.rectangle([*box], fill=(60, 80, 120))
            draw.rectangle([*inner], fill="white")
            panels.append(Panel(box))
            words.append(Text(inner))
        file = folder / f"{name}{book}.png"
        file.write_bytes(encode_png(picture))
        page = Page("1", 120, 160, ComicImage.from_path(file), panels=tuple(panels),
                    texts=tuple(words) if texts else None)  # fmt: skip
        books.append(Book(f"{name}{book}", (page,)))
    coco.write(books, folder / "boxes.json")
    return folder / "boxes.json"


def mixed(tmp_path):
    """Comics with panels and texts, manga with panels alone."""
    comics = data_set(tmp_path / "comics", "comic", texts=True)
    manga = data_set(tmp_path / "manga", "manga", texts=False)
    return load_boxes([comics, manga], licences=["own work"])


def test_a_class_that_a_page_does_not_annotate_has_no_gradient(tmp_path):
    page = next(one for one in mixed(tmp_path).training if one.name.startswith("manga"))
    assert [name for name, known in zip(CLASSES, page.known, strict=True) if known] == ["panel"]
    network = build_faster_rcnn("resnet18", 128, 0).train()
    picture = np.random.default_rng(0).random((3, 128, 128), np.float32)
    page_loss(network, picture, page.boxes, page.labels, page.known).backward()
    predictor = network.roi_heads.box_predictor
    scores = predictor.cls_score.weight.grad.abs().sum(dim=1)
    edges = predictor.bbox_pred.weight.grad.reshape(len(CLASSES) + 1, -1).abs().sum(dim=1)
    masked = [at for at, name in enumerate(CLASSES, 1) if name != "panel"]
    assert (scores[masked] == 0).all()
    assert (edges[masked] == 0).all()
    assert (scores[[0, 1]] > 0).all()


def weights(folder):
    saved = torch.load(folder / "checkpoint.pt", weights_only=True)
    return saved["step"], [value.numpy().tobytes() for value in saved["network"].values()]


def test_loss_falls_and_a_resumed_training_equals_an_uninterrupted_one(tmp_path, monkeypatch):
    data = mixed(tmp_path)
    books = [
        {page.name.split("/")[0] for page in part} for part in (data.training, data.validation)
    ]
    assert (len(books[0]), len(books[1]), books[0] & books[1]) == (4, 2, set())
    options = FasterRcnnOptions(steps=8, batch=2, side=128, backbone="resnet18", threads=1)
    losses = []
    train_faster_rcnn(data, tmp_path / "once", options, progress=lambda *now: losses.append(now[2]))
    assert np.mean(losses[-2:]) < 0.8 * np.mean(losses[:2])

    class StoppedError(Exception):
        pass

    def stop(step, _, __):
        if step == 4:
            raise StoppedError

    monkeypatch.setattr("panelwise.training._steps.CHECKPOINT_SECONDS", 0.0)
    with pytest.raises(StoppedError):
        train_faster_rcnn(data, tmp_path / "twice", options, progress=stop)
    assert weights(tmp_path / "twice")[0] == 3
    train_faster_rcnn(data, tmp_path / "twice", options, resume=True)
    assert weights(tmp_path / "twice") == weights(tmp_path / "once")
    steps = [orjson.loads(line)["step"] for line in (tmp_path / "twice/log.jsonl").open("rb")]
    assert steps == list(range(1, 9))


def test_the_exported_file_finds_what_the_network_finds(tmp_path):
    """Through the reader of ONNX files, on a page of another shape than the network's pictures."""
    pytest.importorskip("onnxruntime", reason="needs the extra [ocr]")
    network = build_faster_rcnn("resnet18", 128, 3).eval()
    with torch.no_grad():
        network.roi_heads.box_predictor.cls_score.bias[0] = -2.0  # so that it is sure of something
    page = mixed(tmp_path).training[0]
    pixels = page.image.pixels()
    mine = found_on(network, pixels, 128)
    export_faster_rcnn(network, 128, tmp_path / FASTER_RCNN)
    read = get_reader(f"{tmp_path / FASTER_RCNN}@0.06").read(Page("1", 120, 160, page.image))
    found = {"panel": read.panels, "character": read.characters, "face": read.faces}
    assert sum(map(len, found.values())) > 0
    for name, boxes in found.items():
        sure = mine[name][1] >= 0.06
        expected = np.clip(mine[name][0][sure], 0, [120, 160, 120, 160])
        assert len(boxes) == len(expected), name
        for one in boxes:
            assert np.abs(expected - np.array([*one.box])).max(axis=1).min() < 0.02, name
