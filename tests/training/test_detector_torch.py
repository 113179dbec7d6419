"""The network, its loss and its training, with torch: runs where the extra [detector] is."""

import hashlib
from dataclasses import replace

import numpy as np
import orjson
import pytest
from PIL import Image, ImageDraw

from panelwise.comics import Balloon, Book, ComicImage, Page, Panel, Text, encode_png
from panelwise.comics.formats import coco
from panelwise.errors import InputError, SettingError
from panelwise.files import file_sha256
from panelwise.geometry import Box, box_polygon
from panelwise.reading import get_reader
from panelwise.reading.learned import CLASSES, LearnedDetector, grid_points
from panelwise.training.detector import DetectorOptions, load_boxes, train_detector

torch = pytest.importorskip("torch", reason="needs the extra [detector]")
pytest.importorskip("onnxscript", reason="needs the extra [detector]")
pytestmark = pytest.mark.extra

from panelwise.training.detector._export import export_detector  # noqa: E402
from panelwise.training.detector._network import build_network  # noqa: E402
from panelwise.training.detector._targets import assigned, detection_loss  # noqa: E402

ALL = np.ones(len(CLASSES), bool)


def unsettled(seed):
    """A network whose statistics and heads are not those of a new one."""
    network = build_network(seed)
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, value in network.state_dict().items():
            if name.endswith(("running_mean", "running_var")):
                value.copy_(torch.rand(value.shape, generator=generator) + 0.5)
            elif "head" in name and name.endswith("2.weight"):
                value.copy_(torch.randn(value.shape, generator=generator) * 0.3)
    return network.eval()


@pytest.mark.parametrize("side", [128, 640])
def test_opencv_computes_what_torch_computes(tmp_path, side):
    network = unsettled(3)
    export_detector(network, side, tmp_path / "d.onnx", least={"panel": 0.5}, about={"seed": "3"})
    picture = np.random.default_rng(1).random((1, 3, side, side), np.float32)
    with torch.no_grad():
        expected = network(torch.from_numpy(picture))[0].numpy()
    detector = LearnedDetector(tmp_path / "d.onnx")
    assert expected.std() > 0.5
    assert np.abs(detector.raw(picture) - expected).max() < 1e-4
    assert (detector.side, detector.least) == (side, {"panel": 0.5})


def test_the_network_is_small_enough_to_ship(tmp_path):
    network = build_network(0)
    assert sum(one.numel() for one in network.parameters()) <= 4_000_000
    export_detector(network, 640, tmp_path / "d.onnx", least={}, about={})
    assert (tmp_path / "d.onnx").stat().st_size <= 16_000_000


def test_the_exported_file_names_no_path_of_the_machine(tmp_path):
    export_detector(build_network(0), 128, tmp_path / "d.onnx", least={}, about={})
    found = (tmp_path / "d.onnx").read_bytes()
    for place in (torch.__file__, build_network.__code__.co_filename):
        assert place.rpartition("/")[0].encode() not in found


def loss_of(raw, boxes, labels, known=ALL):
    targets = assigned(np.array(boxes, np.float32), np.array(labels), known, 128)
    parts = (
        torch.from_numpy(part)[None] for part in (targets.boxes, targets.is_box, targets.known)
    )
    return detection_loss(raw, *parts, *map(torch.from_numpy, grid_points(128)))


def test_a_perfect_answer_costs_nothing():
    """Distances that give the box exactly, logits that give its IoU, 1."""
    box = [52.0, 52.0, 76.0, 76.0]
    centres, steps = grid_points(128)
    raw = torch.full((1, len(CLASSES), 5, len(centres)), -30.0)
    chosen = assigned(np.array([box], np.float32), np.array([4]), ALL, 128).is_box[4]
    reach = np.concatenate([centres - box[:2], box[2:] - centres], 1)[chosen] / steps[chosen, None]
    raw[0, 4, 1:, chosen] = torch.from_numpy(np.log(np.expm1(reach)).T.astype(np.float32))
    raw[0, 4, 0, chosen] = 30.0
    loss, _, _ = loss_of(raw, [box], [4])
    assert float(loss) == pytest.approx(0, abs=1e-4)
    raw[0, 4, 0, chosen] = -3.0
    assert float(loss_of(raw, [box], [4])[0]) > 1


def test_a_masked_class_has_no_gradient():
    raw = torch.zeros(1, len(CLASSES), 5, len(grid_points(128)[0]), requires_grad=True)
    known = np.array([name != "face" for name in CLASSES])
    loss, _, _ = loss_of(raw, [[52, 52, 76, 76], [0, 0, 100, 100]], [4, 0], known)
    loss.backward()
    moved = raw.grad.abs().sum(dim=(0, 2, 3))
    assert moved[CLASSES.index("face")] == 0
    assert (moved[known] > 0).all()


@pytest.fixture(scope="module")
def comics(tmp_path_factory):
    """Four books of two pages: dark rectangles on white, some with a white balloon in them."""
    folder = tmp_path_factory.mktemp("comics")
    rng = np.random.default_rng(0)
    books = []
    for name in "abcd":
        pages = []
        for number in range(2):
            picture = Image.new("RGB", (120, 160), "white")
            panels, texts, balloons = [], [], []
            for row in range(2):
                box = Box(10, 10 + 75 * row, 60 + int(rng.integers(0, 50)), 75 + 75 * row)
                inner = Box(box.x0 + 10, box.y0 + 10, box.x0 + 40, box.y0 + 30)
                draw = ImageDraw.Draw(picture)
                draw.rectangle([*box], fill=(60, 80, 120))
                draw.ellipse([*inner], fill="white")
                panels.append(Panel(box))
                balloons.append(Balloon(box_polygon(inner)))
                texts.append(Text(inner))
            file = folder / f"{name}{number}.png"
            file.write_bytes(encode_png(picture))
            image = ComicImage.from_path(file)
            pages.append(
                Page(
                    str(number),
                    120,
                    160,
                    image,
                    panels=tuple(panels),
                    texts=tuple(texts),
                    balloons=tuple(balloons),
                )
            )
        books.append(Book(name, tuple(pages)))
    coco.write(books, folder / "boxes.json")
    return folder / "boxes.json"


def weights(folder):
    saved = torch.load(folder / "checkpoint.pt", weights_only=True)
    digest = hashlib.sha256()
    for part in ("network", "average"):
        for value in saved[part].values():
            digest.update(value.numpy().tobytes())
    for state in saved["optimiser"]["state"].values():
        digest.update(state["exp_avg"].numpy().tobytes())
    return saved["step"], digest.hexdigest()


@pytest.mark.slow
def test_a_resumed_training_equals_an_uninterrupted_one_bit_for_bit(comics, tmp_path, monkeypatch):
    data = load_boxes([comics], licences=["own work"])
    options = DetectorOptions(seed=4, steps=6, batch=2, side=128, threads=1)
    train_detector(data, tmp_path / "once", options)

    class StoppedError(Exception):
        pass

    def stop(step, _, __):
        if step == 4:
            raise StoppedError

    def killed_after_a_checkpoint():
        """A checkpoint at every step; the process dies in the fourth, its log one line ahead."""
        monkeypatch.setattr("panelwise.training._steps.CHECKPOINT_SECONDS", 0.0)
        monkeypatch.setattr("panelwise.training.detector._train._LOGGED", 1)
        with pytest.raises(StoppedError):
            train_detector(data, tmp_path / "twice", options, progress=stop)

    killed_after_a_checkpoint()
    assert weights(tmp_path / "twice")[0] == 3
    train_detector(data, tmp_path / "twice", options, resume=True)
    assert weights(tmp_path / "twice") == weights(tmp_path / "once")
    steps = [orjson.loads(line)["step"] for line in (tmp_path / "twice/log.jsonl").open("rb")]
    assert steps == [1, 2, 3, 4, 5, 6]
    models = [(tmp_path / name / "detector.onnx").read_bytes() for name in ("once", "twice")]
    assert models[0] == models[1]


@pytest.mark.slow
def test_a_training_starts_from_the_averaged_weights_of_another(comics, tmp_path):
    data = load_boxes([comics], licences=["own work"])
    small = DetectorOptions(seed=4, steps=3, batch=2, side=128, threads=1)
    train_detector(data, tmp_path / "small", small)
    large = replace(small, steps=2, side=192)
    start = tmp_path / "small"
    train_detector(data, tmp_path / "none", large, start=start, minutes=0)  # not a step made
    first = torch.load(tmp_path / "none/checkpoint.pt", weights_only=True)
    trained = torch.load(tmp_path / "small/checkpoint.pt", weights_only=True)["average"]
    for part in ("network", "average"):
        for name, value in trained.items():
            assert torch.equal(first[part][name], value), (part, name)
    assert "unfinished**: 0 of 2\nsteps" in (tmp_path / "none/README.md").read_text("utf-8")
    train_detector(data, tmp_path / "none", large, start=start, resume=True)
    train_detector(data, tmp_path / "once", large, start=start)
    assert weights(tmp_path / "none") == weights(tmp_path / "once")
    card = (tmp_path / "once/README.md").read_text("utf-8")
    digest = file_sha256(tmp_path / "small/checkpoint.pt")
    assert f"another training on the same data (checkpoint {digest[:16]})" in card
    with pytest.raises(SettingError, match=f"with start {digest}, not"):
        train_detector(data, tmp_path / "once", large, resume=True)


@pytest.mark.slow
def test_other_data_or_files_are_no_start(comics, tmp_path):
    data = load_boxes([comics], licences=["own work"])
    options = DetectorOptions(seed=4, steps=2, batch=2, side=128, threads=1)
    start, out = tmp_path / "start", tmp_path / "out"
    with pytest.raises(InputError, match=r"detector\.json: not found; give --start the folder"):
        train_detector(data, out, options, start=start)
    train_detector(data, start, options)
    other = replace(data, fingerprint="f" * 64)
    with pytest.raises(InputError, match=f"other data .{data.fingerprint[:16]} instead of f"):
        train_detector(other, out, options, start=start)
    torch.save({"network": {}}, start / "checkpoint.pt")
    with pytest.raises(InputError, match=r"checkpoint\.pt: not the checkpoint of a detector"):
        train_detector(data, out, options, start=start)
    (start / "checkpoint.pt").write_bytes(b"no checkpoint")
    with pytest.raises(InputError, match=r"checkpoint\.pt: not the checkpoint of a detector"):
        train_detector(data, out, options, start=start)
    (start / "detector.json").write_text("[]")
    with pytest.raises(InputError, match=r"detector\.json: damaged; give another --start"):
        train_detector(data, out, options, start=start)


@pytest.mark.slow
def test_loss_falls_and_the_result_reads_pages(comics, tmp_path):
    data = load_boxes([comics], licences=["own work"])
    options = DetectorOptions(seed=1, steps=40, batch=4, side=128, threads=1)
    losses = []
    scores = train_detector(
        data, tmp_path / "out", options, progress=lambda _, __, loss: losses.append(loss)
    )
    assert np.mean(losses[-5:]) < 0.8 * np.mean(losses[:5])
    assert set(scores.ap50) == {"panel", "text", "balloon"}
    card = (tmp_path / "out/README.md").read_text("utf-8")
    assert "masked: character, face, sound" in card
    assert "40 of 40\nsteps" in card
    page = data.validation[0]
    reader = get_reader(str(tmp_path / "out/detector.onnx"))
    read = reader.read(Page("1", 120, 160, page.image))
    assert read.panels_by == f"reader {reader.name}"
