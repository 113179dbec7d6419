"""An image encoder of the user's: a file in the layout that exporters write."""

import numpy as np
import orjson
import pytest

from onnx_files import field, value_info
from panelwise.errors import InputError
from panelwise.evaluation import get_solver
from panelwise.reading import OnnxEncoder

pytestmark = pytest.mark.extra


def model(output="image_embeds", sides=("n", 3)):
    """Mean colour of the picture: GlobalAveragePool, then Flatten (onnx.proto, IR 8, opset 13)."""
    pool = field(1, "pixel_values") + field(2, "pooled") + field(4, "GlobalAveragePool")
    flat = field(1, "pooled") + field(2, output) + field(4, "Flatten")
    graph = field(1, pool) + field(1, flat) + field(2, "mean")
    graph += field(11, value_info("pixel_values", ("n", 3, "h", "w")))
    graph += field(12, value_info(output, sides))
    return field(1, 8) + field(7, graph) + field(8, field(2, 13))


CONFIG = {
    "size": {"height": 8, "width": 8},
    "resample": 2,
    "rescale_factor": 1 / 255,
    "image_mean": [0.5, 0.5, 0.5],
    "image_std": [0.5, 0.25, 0.5],
}


@pytest.fixture
def saved(tmp_path):
    pytest.importorskip("onnxruntime", reason="needs the extra [ocr]")

    def save(config=CONFIG, data=None, place="onnx/vision_model.onnx"):
        path = tmp_path / place
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_bytes(model() if data is None else data)
        if config is not None:
            (tmp_path / "preprocessor_config.json").write_bytes(orjson.dumps(config))
        return path

    return save


def flat(colour, height=20, width=31):
    return np.zeros((height, width, 3), np.uint8) + np.array(colour, np.uint8)


def test_the_vector_is_what_the_model_makes_of_the_prepared_pixels(saved):
    colour = (200, 100, 50)
    expected = (np.array(colour) / 255 - 0.5) / np.array([0.5, 0.25, 0.5])
    (row,) = OnnxEncoder(saved()).encode([flat(colour)])
    assert row == pytest.approx(expected / np.linalg.norm(expected), abs=1e-5)


def test_more_pictures_than_a_batch_come_in_their_order(saved):
    colours = [(12 * k, 255 - 12 * k, 30) for k in range(20)]
    encoder = OnnxEncoder(saved())
    rows = encoder.encode([flat(colour) for colour in colours])
    alone = [encoder.encode([flat(colour)])[0] for colour in colours]
    assert rows == pytest.approx(np.stack(alone), abs=1e-6)
    assert encoder.encode([]).shape == (0, 3)


def test_the_shortest_edge_and_the_middle(saved):
    config = CONFIG | {
        "size": {"shortest_edge": 10},
        "do_center_crop": True,
        "crop_size": {"height": 10, "width": 10},
    }
    picture = flat((0, 0, 0), 20, 60)
    picture[:, 20:40] = (255, 255, 255)  # exactly the middle square is white
    picture[:, :20] = (255, 0, 0)
    (row,) = OnnxEncoder(saved(config)).encode([picture])
    white = np.array([1.0, 2.0, 1.0])
    assert row == pytest.approx(white / np.linalg.norm(white), abs=1e-5)


def test_its_identity_names_model_and_preprocessing_by_hash(saved):
    one = OnnxEncoder(saved()).identity()
    other = OnnxEncoder(saved(CONFIG | {"resample": 3})).identity()
    assert one["model"] == other["model"]
    assert one["preprocessing"] != other["preprocessing"]


@pytest.mark.parametrize(
    ("config", "data", "told"),
    [
        (None, None, "no preprocessor_config.json beside it"),
        ({"resample": 2}, None, "preprocessor_config.json: .*size"),
        (CONFIG, b"not a model", "cannot be loaded"),
        (CONFIG, model("other", ("n", 3, 1)), "an image encoder takes one batch|cannot be loaded"),
    ],
)
def test_what_cannot_be_used_is_one_line(saved, config, data, told):
    with pytest.raises(InputError, match=told) as caught:
        OnnxEncoder(saved(config, data)).encode([flat((1, 2, 3))])
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("prefix", ["onnx:", ""])  # a path alone, as it was written first
def test_the_baseline_takes_an_encoder_by_name(saved, prefix):
    path = saved()
    solver = get_solver("baseline:similar/max", {"encoder": f"{prefix}{path}"})
    assert solver.identity()["encoder"] == OnnxEncoder(path).identity()
    with pytest.raises(InputError, match=r"nothing\.onnx: no such file"):
        get_solver("baseline:similar", {"encoder": f"{prefix}{path.parent / 'nothing.onnx'}"})
