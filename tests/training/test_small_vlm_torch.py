"""The network and the training of the small model: a tiny language model, no download."""

import numpy as np
import pytest
from PIL import Image

torch = pytest.importorskip("torch", reason="needs the extra [small-vlm]")
transformers = pytest.importorskip("transformers", reason="needs the extra [small-vlm]")
pytest.importorskip("peft", reason="needs the extra [small-vlm]")
pytestmark = pytest.mark.extra

from panelwise.comics import Book, ComicImage, Page, encode_png  # noqa: E402
from panelwise.geometry import Box  # noqa: E402
from panelwise.models.small_vlm import (  # noqa: E402
    CHANNELS,
    CONFIG,
    FINE,
    GRID,
    MIDDLE,
    SIDE,
    TOKENS,
    WEIGHTS,
    OptionsAsked,
    SmallVlm,
    VlmShape,
    adapted,
    build_encoder,
    build_finder,
    build_letters,
    build_projector,
    option_scores,
)
from panelwise.training.small_vlm import (  # noqa: E402
    PictureGroup,
    PictureGroups,
    SmallVlmOptions,
    looking_scores,
)
from panelwise.training.small_vlm._card import write_card  # noqa: E402
from panelwise.training.small_vlm._pictures import CutOuts  # noqa: E402
from panelwise.training.small_vlm._state import (  # noqa: E402
    GroupSteps,
    SmallVlmState,
    group_scores,
    refer,
)
from panelwise.training.small_vlm._varied import varied  # noqa: E402

SHAPE = VlmShape(channels=3, width=16, heads=2, rank=2)


class Words:
    """A tokenizer of whole words."""

    eos_token_id = 1

    def __call__(self, words, **_):
        return {"input_ids": [2 + sum(word.encode()) % 60 for word in words.split()]}


class Cells(torch.nn.Module):
    """An encoder: the mean colour of each cell of the grid, times a weight."""

    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(3))

    def forward(self, pictures):
        shaped = pictures.permute(0, 3, 1, 2) / 255 * self.weight[:, None, None]
        return torch.nn.functional.avg_pool2d(shaped, pictures.shape[1] // GRID)

    def maps(self, pictures):
        """The same, as wide as the features in which letters are found."""
        cells = torch.nn.functional.interpolate(self(pictures), scale_factor=4)
        fine = torch.nn.functional.pad(cells, (0, 0, 0, 0, 0, FINE - 3))
        return fine, torch.zeros(len(pictures), MIDDLE, 2 * GRID, 2 * GRID), self(pictures)


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
    parts = projector, build_finder(32), build_letters(0)
    return SmallVlm(SHAPE, Cells(), *parts, language, Words())


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


def test_another_picture_changes_the_scores(model):
    options = ("a red thing", "a blue thing")
    white, red = (Image.new("RGB", (60, 40), colour) for colour in ("white", "red"))
    with torch.no_grad():
        model.finder.trust.fill_(0.1)
    first, second = (model.scores([one], "Which?", options) for one in (white, red))
    assert np.abs(first - second).min() > 1e-4


def test_a_picture_like_the_references_makes_no_option_likelier(model):
    with torch.no_grad():
        model.finder.trust.fill_(0.1)
        seen = model.seen(np.full((1, SIDE, SIDE, 3), 200))
        model.finder.references.copy_(seen.expand_as(model.finder.references))
        scores = model.compared("Which?", ("a red thing", "a blue thing"), [seen])
    assert scores.tolist() == [pytest.approx([0, 0], abs=1e-3)]


def data():
    """Two colours, a question about them, and one as if a text were written in each."""
    pictures = CutOuts()
    for k, colour in enumerate(("red", "blue")):
        drawn = Image.new("RGB", (SIDE, SIDE), colour)
        page = Page(colour, SIDE, SIDE, image=ComicImage.from_bytes(encode_png(drawn), colour))
        pictures.add(Book("b", (page,)), page, Box(0, 0, SIDE, SIDE), ("warm", "cold")[k])
    group = PictureGroup("scene", "f", "t", ("It is red now.", "It is blue."), (0, 1))
    texts = PictureGroup("lettering", "f", "t", ("Go away!", "Do sit here."), (0, 1))
    return PictureGroups((group, texts), pictures, ("flat",), ("CC0-1.0",), "")


def trained(model, steps, *, stop=None, path=None):
    """Steps on two colours; stopped after ``stop`` and continued from a file."""
    options = SmallVlmOptions(word_steps=steps // 2, steps=steps // 2, batch=1, rate=5e-3)
    given = data()
    state = SmallVlmState.begin(model, options)
    if path is not None and path.is_file():
        state.load(path)
    make = GroupSteps(state, given, options)
    while state.step < (stop or options.all_steps):
        make()
    if path is not None:
        state.save(path)
    model.eval()
    with torch.no_grad():
        return group_scores(model, given.groups[0], given.pictures)


def test_the_encoder_is_trained_as_well(model):
    trained(model, 4)
    assert (model.encoder.weight != 1).any()


def test_pictures_vary_but_numbers_sides_and_lettering_are_not_mirrored():
    half = torch.full((60, 32, 32, 3), 255.0)
    half[:, :, :16] = 0
    texts = ["a clock at 3:00", "on the left"] * 10 + ["a clock"] * 20
    rng = np.random.default_rng(0)
    shown = torch.cat(
        [varied(half[:40], texts, rng), varied(half[40:], texts[:20], rng, mirror=False)]
    )
    dark_left = shown[:, 8:24, 4:12].mean((1, 2, 3)) < shown[:, 8:24, 20:28].mean((1, 2, 3))
    assert dark_left[:20].all()
    assert 3 < dark_left[20:40].sum() < 17
    assert dark_left[40:].all()
    assert len({float(one.mean()) for one in shown}) == 60


def test_it_learns_which_picture_is_which(model):
    scores = trained(model, 80)
    assert scores.argmax(1).tolist() == [0, 1]


def test_it_learns_which_letters_are_written_and_what_they_are_compared_with(model):
    trained(model, 80)
    refer(model, data(), 0)
    assert model.letters.usual.abs().max() > 0.1
    asked, options = "What is written in the balloon?", ("Go away!", "Do sit here.")
    scores = [
        model.scores([Image.new("RGB", (90, 90), colour)], asked, options)
        for colour in ("red", "blue")
    ]
    assert [one.argmax() for one in scores] == [0, 1]
    given = data()
    with torch.no_grad():
        again = group_scores(model, given.groups[1], given.pictures)
    assert np.allclose(again, scores, atol=1e-4)


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


def test_features_of_a_picture_do_not_depend_on_the_others():
    pytest.importorskip("efficientnet_lite_pytorch", reason="needs the extra [small-vlm]")
    encoder = build_encoder(photographs=False).eval()
    pictures = torch.rand(2, SIDE, SIDE, 3) * 255
    with torch.no_grad():
        both, alone = encoder(pictures), encoder(pictures[:1])
    assert both.shape == (2, CHANNELS, GRID, GRID)
    assert torch.allclose(both[:1], alone, atol=1e-4)


def test_the_first_blocks_stay_those_of_photographs():
    pytest.importorskip("efficientnet_lite_pytorch", reason="needs the extra [small-vlm]")
    encoder = build_encoder(photographs=False)
    frozen = {name.split(".")[1] for name, one in encoder.blocks.named_parameters(prefix="blocks")
              if not one.requires_grad}  # fmt: skip
    assert frozen == {"0", "1", "2"}
    before = {name: value.clone() for name, value in encoder.state_dict().items()}
    with torch.no_grad():
        encoder.train()(torch.rand(2, SIDE, SIDE, 3) * 255)
    changed = {name.split(".")[1] for name, value in encoder.state_dict().items()
               if (value != before[name]).any()}  # fmt: skip
    assert changed == {str(k) for k in range(3, 16)}  # their normalisation is learnt


@pytest.mark.parametrize(
    ("steps", "said"),
    [(0, "it uses only the word embeddings"), (40, "has an adapter, trained for 40 steps")],
)
def test_the_card_says_whether_the_language_model_was_trained(steps, said, tmp_path):
    for name in (CONFIG, WEIGHTS):
        (tmp_path / name).write_bytes(b"x")
    groups = tuple(PictureGroup("scene", f, "t", ("one", "two"), (0, 1)) for f in ("f", "g"))
    data = PictureGroups(groups, np.zeros((2, SIDE, SIDE, 3), np.uint8), ("ink",), ("CC0",), "")
    scores = {"all": looking_scores(groups, lambda _: np.eye(2))}
    options = SmallVlmOptions(steps=steps)
    write_card(tmp_path, options, {"training": data, "test": data}, scores, 0, 60.0)
    assert said in (tmp_path / "README.md").read_text("utf-8")
