"""The network and the training of the small model: a tiny language model, no download."""

from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image

torch = pytest.importorskip("torch", reason="needs the extra [small-vlm]")
transformers = pytest.importorskip("transformers", reason="needs the extra [small-vlm]")
pytest.importorskip("peft", reason="needs the extra [small-vlm]")
pytestmark = pytest.mark.extra

from panelwise.models.small_vlm import (  # noqa: E402
    GRID,
    TOKENS,
    OptionsAsked,
    SmallVlm,
    VlmShape,
    adapted,
    build_finder,
    build_projector,
    option_scores,
)
from panelwise.training.small_vlm import PictureGroup, SmallVlmOptions  # noqa: E402
from panelwise.training.small_vlm._state import (  # noqa: E402
    GroupSteps,
    SmallVlmState,
    group_scores,
)

SHAPE = VlmShape(channels=3, width=16, heads=2, rank=2)


class Words:
    """A tokenizer of whole words."""

    eos_token_id = 1

    def __call__(self, words, **_):
        return {"input_ids": [2 + sum(word.encode()) % 60 for word in words.split()]}


def cells(pictures):
    """The mean colour of each cell of the grid."""
    side = pictures.shape[1] // GRID
    shaped = pictures.reshape(len(pictures), GRID, side, GRID, side, 3) / np.float32(255)
    return shaped.mean((2, 4)).transpose(0, 3, 1, 2).astype(np.float32)


@pytest.fixture
def model():
    torch.manual_seed(0)
    config = transformers.LlamaConfig(
        vocab_size=64,
        hidden_size=32,
        intermediate_size=48,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        initializer_range=0.2,
    )
    language = adapted(transformers.LlamaForCausalLM(config), SHAPE.rank, 0)
    projector = build_projector(SHAPE, 32, 0).eval()
    return SmallVlm(
        SHAPE, projector, build_finder(32), language, Words(), SimpleNamespace(features=cells)
    )


def plain_score(model, asked, option):
    """One option after the prefix, as a language model is usually asked."""
    table = model.language.get_input_embeddings()
    seen = asked.pictures.flatten(0, 1)
    words = table(torch.tensor([*asked.question, *option]))
    logits = model.language(inputs_embeds=torch.cat([seen, words])[None]).logits[0]
    start = len(seen) + len(asked.question)
    predicted = logits[start - 1 : start - 1 + len(option)].log_softmax(-1)
    return float(predicted[range(len(option)), list(option)].sum())


def test_options_in_one_sequence_score_as_they_do_alone(model):
    pictures = model.projector(torch.rand(3, 3, GRID, GRID))
    assert pictures.shape == (3, TOKENS, 32)
    asked = [
        OptionsAsked(pictures[:1], [5, 6], [[7], [8, 9, 10], [11, 12]]),
        OptionsAsked(pictures[1:], [13], [[14, 15], [16]]),
    ]
    with torch.no_grad():
        together = option_scores(model.language, asked)
        for scores, one in zip(together, asked, strict=True):
            alone = [plain_score(model, one, option) for option in one.options]
            assert scores.tolist() == pytest.approx(alone, abs=1e-3)


def test_a_blank_picture_changes_the_likelihoods_and_makes_no_option_likelier(model):
    options = ("a red thing", "a blue thing")
    white, red = (Image.new("RGB", (60, 40), colour) for colour in ("white", "red"))
    asked = [
        OptionsAsked(
            model.projector(torch.rand(1, 3, GRID, GRID) * k), *model.prepared("Which?", options)
        )
        for k in (0, 1)
    ]
    with torch.no_grad():
        first, second = option_scores(model.language, asked)
    assert (first - second).abs().min() > 1e-3
    assert model.scores([white], "Which?", options).tolist() == [0, 0]
    assert np.abs(model.scores([red], "Which?", options)).min() > 1e-3


def trained(model, steps, *, stop=None, path=None):
    """Steps on two colours; stopped after ``stop`` and continued from a file."""
    group = PictureGroup("scene", "f", "t", ("It is red now.", "It is blue."), (0, 1))
    options = SmallVlmOptions(word_steps=steps // 2, steps=steps // 2, batch=1, rate=5e-3)
    pictures = np.zeros((3, 192, 192, 3), np.uint8)
    pictures[0, ..., 0] = pictures[1, ..., 2] = pictures[2] = 255
    state = SmallVlmState.begin(model, options)
    if path is not None and path.is_file():
        state.load(path)
    make = GroupSteps(state, [group], cells(pictures), options)
    while state.step < (stop or options.all_steps):
        make()
    if path is not None:
        state.save(path)
    model.projector.eval()
    with torch.no_grad():
        return group_scores(model, group, cells(pictures))


def test_it_learns_which_picture_is_which(model):
    scores = trained(model, 80)
    assert scores.argmax(1).tolist() == [0, 1]


def test_of_the_language_model_only_the_adapter_is_trained(model):
    before = {name: value.clone() for name, value in model.language.state_dict().items()}
    trained(model, 8)
    changed = {
        name for name, value in model.language.state_dict().items() if (value != before[name]).any()
    }
    assert changed
    assert all("lora_" in name for name in changed)


def test_a_resumed_training_ends_in_the_same_weights(model, tmp_path):
    import copy

    other = copy.deepcopy(model)
    trained(model, 12)
    trained(copy.deepcopy(other), 12, stop=7, path=tmp_path / "c.pt")
    trained(other, 12, path=tmp_path / "c.pt")
    for name, value in model.trained().items():
        assert torch.equal(value, other.trained()[name]), name
