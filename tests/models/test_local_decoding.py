"""What is known of a local checkpoint before it is loaded: its frame, and how it may be decoded."""

from __future__ import annotations

import json

import pytest

from panelwise.errors import SettingError
from panelwise.models import Sampling, TransformersModel, get_model
from panelwise.models import _transformers as module
from panelwise.models._transformers_answer import thinking


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    monkeypatch.setattr(module, "require_extra", lambda _: None)


def checkpoint(folder, model_type: str, **files: dict) -> str:
    (folder / "config.json").write_text(json.dumps({"model_type": model_type}))
    (folder / "model.safetensors").write_bytes(b"")
    for name, content in files.items():
        (folder / f"{name}.json").write_text(json.dumps(content))
    return str(folder)


SMALL, LARGE = {"max_pixels": 2_116_800}, {"size": {"longest_edge": 12_845_056}}


@pytest.mark.parametrize(
    ("model_type", "files", "limits", "frame"),
    [
        ("qwen2_5_vl", {}, {}, "qwen_pixels_12mp"),
        ("qwen2_5_vl", {"preprocessor_config": SMALL}, {}, "qwen_pixels"),
        ("qwen2_5_vl", {"preprocessor_config": LARGE}, {}, "qwen_pixels_12mp"),
        ("qwen2_5_vl", {"processor_config": {"image_processor": SMALL}}, {}, "qwen_pixels"),
        ("qwen2_5_vl", {"preprocessor_config": LARGE}, SMALL, "qwen_pixels"),
        ("qwen2_vl", {}, {}, "thousandths"),
        ("qwen3_vl_moe", {}, {}, "thousandths"),
        ("internvl", {}, {}, "thousandths"),
        ("gemma3", {}, {}, "pixels"),
        ("something_new", {}, {}, "pixels"),
    ],
)
def test_the_frame_of_a_checkpoint(tmp_path, model_type, files, limits, frame):
    model = TransformersModel(checkpoint(tmp_path, model_type, **files), **limits)
    assert model.capabilities.coordinate_frame == frame


@pytest.mark.parametrize("reasoning", ["low", "2000"])
def test_an_amount_of_reasoning_is_refused(tmp_path, reasoning):
    name = f"hf/{checkpoint(tmp_path, 'qwen3_vl')}"
    with pytest.raises(SettingError, match=rf"reasoning={reasoning}: hf/.* takes off, or nothing"):
        get_model(name, {"reasoning": reasoning})
    assert get_model(name, {"reasoning": "off"}).sampling.reasoning == "off"


def test_off_reaches_the_chat_template_or_is_refused():
    off = Sampling(reasoning="off")
    switch = "{% if enable_thinking is false %}<think>\n\n</think>{% endif %}"
    assert thinking(switch, off) == {"enable_thinking": False}
    assert thinking("{{ message }}", off) == {}
    assert thinking("assistant\n<think>\n", Sampling()) == {}
    with pytest.raises(SettingError, match="reasoning=off: the checkpoint's chat template has no"):
        thinking("assistant\n<think>\n", off)
