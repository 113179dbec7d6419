"""``hf/PATH`` as an image encoder: tiny random CLIP, SigLIP and DINOv2 of the real classes."""

from __future__ import annotations

import json

import numpy as np
import pytest

from panelwise.errors import InputError
from panelwise.evaluation import get_solver
from panelwise.models import TransformersEncoder
from panelwise.reading import get_image_encoder

torch = pytest.importorskip("torch", reason="needs the extra [hf]")
transformers = pytest.importorskip("transformers", reason="needs the extra [hf]")
pytestmark = pytest.mark.extra
FAMILIES = ["clip", "siglip", "dinov2"]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Family → the model as it was made, and the folder of its checkpoint."""
    from tiny_checkpoints import encoder

    folder = tmp_path_factory.mktemp("encoders")
    return {name: (encoder(name, folder / name), folder / name) for name in FAMILIES}


@pytest.fixture(scope="module")
def pictures():
    rng = np.random.default_rng(0)
    sides = [(20 + k, 61 - k) for k in range(19)]  # more than a batch, each of another shape
    return [rng.integers(0, 256, (height, width, 3), dtype=np.uint8) for height, width in sides]


def by_hand(model, folder, picture):
    """One picture by the whole model, as its documentation says."""
    prepared = transformers.AutoImageProcessor.from_pretrained(folder)(picture, return_tensors="pt")
    with torch.inference_mode():
        if hasattr(model, "get_image_features"):
            row = model.get_image_features(**prepared).pooler_output[0]
        else:
            row = model(**prepared).last_hidden_state[0, 0]  # the class token, normalised
    return (row / row.norm()).numpy()


@pytest.mark.parametrize("family", FAMILIES)
def test_vectors_are_those_of_the_whole_model_one_picture_at_a_time(made, pictures, family):
    model, folder = made[family]
    rows = get_image_encoder(f"hf/{folder}").encode(pictures)
    assert rows.dtype == np.float32
    expected = [by_hand(model, folder, picture) for picture in pictures]
    np.testing.assert_allclose(rows, expected, atol=1e-5)
    assert np.ptp(rows, axis=0).max() > 0.01  # pictures differ
    assert len(get_image_encoder(f"hf/{folder}").encode([])) == 0


def test_too_large_a_batch_is_halved(made, pictures, monkeypatch):
    encoder = TransformersEncoder(str(made["dinov2"][1]))
    expected = encoder.encode(pictures)
    model, _ = encoder._loaded
    sizes, forward = [], model.forward

    def small(pixel_values, **more):
        sizes.append(len(pixel_values))
        if len(pixel_values) > 4:
            raise torch.OutOfMemoryError("CUDA out of memory")
        return forward(pixel_values=pixel_values, **more)

    monkeypatch.setattr(model, "forward", small)
    np.testing.assert_allclose(encoder.encode(pictures), expected, atol=1e-5)
    assert sizes[:3] == [16, 8, 4]


def test_the_identity_is_that_of_the_bytes(made, tmp_path):
    identities = [get_image_encoder(f"hf/{folder}").identity() for _, folder in made.values()]
    assert len({one["checkpoint"] for one in identities}) == 3
    assert [one["model_type"] for one in identities] == FAMILIES


def test_a_baseline_looks_with_it(made, tmp_path):
    folder = made["clip"][1]
    solver = get_solver("baseline:similar", {"encoder": f"hf/{folder}"})
    assert solver.identity()["encoder"]["model_type"] == "clip"


def changed(folder, to, **config):
    """A copy of a checkpoint with other values in its config."""
    to.mkdir()
    for path in folder.iterdir():
        (to / path.name).write_bytes(path.read_bytes())
    path = to / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | config))
    return to


def test_what_cannot_be_used_is_said_in_one_line(made, tmp_path):
    folder = made["dinov2"][1]
    other = changed(folder, tmp_path / "other", model_type="llama")
    deeper = changed(folder, tmp_path / "deeper", num_hidden_layers=3)
    bare = changed(folder, tmp_path / "bare")
    (bare / "preprocessor_config.json").unlink()
    picture = [np.zeros((9, 9, 3), np.uint8)]
    for path, words in [
        (other, "llama is not an image encoder; known: clip, siglip, siglip2, dinov2"),
        (deeper, "of its weights are missing"),
        (bare, "cannot be loaded"),
        (tmp_path / "none", "no folder of that name"),
    ]:
        with pytest.raises(InputError, match=words) as raised:
            get_image_encoder(f"hf/{path}").encode(picture)
        assert "\n" not in str(raised.value)
