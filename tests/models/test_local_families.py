"""Families of local checkpoints: tiny random ones of the real classes answer packs, in batches."""

from __future__ import annotations

import asyncio
import hashlib
from importlib.util import find_spec

import pytest
from PIL import Image

from panelwise.cli import run
from panelwise.errors import UnsupportedRequestError
from panelwise.evaluation import Run
from panelwise.models import ImagePart, Message, Request, Sampling, TextPart, TransformersModel
from panelwise.packs import Made, write_pack
from panelwise.tasks import ImageEntry, Item, Rendering, SourcePage, Turn

pytest.importorskip("torch", reason="needs the extra [hf]")
pytest.importorskip("transformers", reason="needs the extra [hf]")
pytestmark = pytest.mark.extra
FAMILIES = [
    "qwen2.5-vl",
    "gemma-3",
    pytest.param(
        "smolvlm",
        marks=pytest.mark.skipif(
            find_spec("num2words") is None, reason="its processor needs num2words"
        ),
    ),
    "qwen2-vl",
    "qwen3-vl",
    "internvl",
    "llava",
    "idefics3",
    pytest.param(
        "phi-4-multimodal",
        marks=pytest.mark.skipif(
            find_spec("torchvision") is None, reason="its image processor needs torchvision"
        ),
    ),
]
# The words that stand for a picture in a prompt, and families that refuse texts which spell them.
PICTURE = {
    "qwen2.5-vl": "<|vision_start|><|image_pad|><|vision_end|>",
    "gemma-3": "<boi>",
    "smolvlm": "<image>",
    "qwen2-vl": "<|image_pad|>",
    "qwen3-vl": "<|image_pad|>",
    "internvl": "<IMG_CONTEXT>",
    "llava": "<image>",
    "idefics3": "<image>",
    "phi-4-multimodal": "<|endoftext10|>",
}
REFUSES = {"internvl", "idefics3"}


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory):
    from tiny_checkpoints import checkpoint as make

    return lambda name: make(name, tmp_path_factory.mktemp("checkpoints") / name)


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("PANELWISE_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def make_pack(tmp_path):
    """Items with 0 or more pictures, and one-image forms of those that have several."""

    def make(*images: int, name: str = "pack"):
        return write_pack(
            tmp_path / name,
            [item(tmp_path, number, count) for number, count in enumerate(images)],
            {"task": "test.ordering"},
            "A pack.",
        )

    return make


def item(folder, number: int, count: int) -> Made:
    data = []
    for k in range(count):
        path = folder / f"{number}-{k}.png"
        Image.new("RGB", (60 + 30 * k, 90 - 10 * number), (80 * k, 40 * number, 0)).save(path)
        data.append(path.read_bytes())
    entries = [
        ImageEntry(sha, sha, 60 + 30 * k, 90 - 10 * number, "image/png", len(content), {})
        for k, content in enumerate(data)
        for sha in [hashlib.sha256(content).hexdigest()]
    ]

    def shown(some):
        parts = (*range(len(some)), f"Order these{' please' * number}.")
        return Rendering((Turn("user", parts),), tuple(some), "test/1")

    made = Item(
        str(number),
        "test.ordering",
        "ordering",
        3,
        shown(entries),
        (1, 2, 0),
        (SourcePage("book", str(number), "p.png", "0" * 64),),
        single_image=shown(entries[:1]) if count > 1 else None,
    )
    return Made(made, {one.sha256: content for one, content in zip(entries, data, strict=True)})


def evaluated(pack, folder, out: str, *settings: str) -> list:
    given = [word for one in settings for word in ("--set", one)]
    command = ["evaluate", str(pack.path), "--model", f"hf/{folder}", "--out", out]
    assert run([*command, "--max-tokens", "6", "--no-cache", *given]) == 0
    return list(Run.open(out).answers())


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_answers_a_pack_one_by_one_and_in_batches_alike(checkpoint, make_pack, family):
    folder, pack = checkpoint(family), make_pack(2, 1, 3)
    alone = evaluated(pack, folder, "alone")
    together = evaluated(pack, folder, "together", "batch=3")
    assert [result.outcome for result, _ in alone].count("provider_error") == 0
    for (one, response), (other, batched) in zip(alone, together, strict=True):
        assert one.response == other.response
        assert (one.tokens_in, one.tokens_out) == (other.tokens_in, other.tokens_out)
        assert response.raw == batched.raw
        assert response.raw["image_tokens"] > 0
        assert {"image_sizes", "tile_size"} & response.raw.keys()
    # of one pass, so that all took equally long; one by one nothing is that equal
    assert len({response.latency for _, response in together}) == 1
    assert len({response.latency for _, response in alone}) == 3


def test_a_model_of_one_image_gets_the_form_with_one(checkpoint, make_pack):
    found = evaluated(make_pack(3, 1), checkpoint("llava"), "run", "images=one", "batch=2")
    assert [result.rendering for result, _ in found] == ["single_image", "default"]
    assert [len(response.raw["image_sizes"]) for _, response in found] == [1, 1]


def test_a_language_model_takes_packs_without_pictures_and_no_others(checkpoint, make_pack, capsys):
    folder = checkpoint("llama")
    found = evaluated(make_pack(0, 0, 0), folder, "words", "batch=2")
    assert all(response.tokens_out for _, response in found)
    pack = make_pack(1, name="pictures")
    assert run(["evaluate", str(pack.path), "--model", f"hf/{folder}", "--out", "no"]) == 2
    [line] = capsys.readouterr().err.splitlines()[-1:]
    assert "is a language model, and item '0' has pictures" in line


def asked(*texts: str, **sampling) -> list[Request]:
    options = Sampling(**({"max_tokens": 6} | sampling))
    return [Request((Message("user", (TextPart(text),)),), options) for text in texts]


def together(model: TransformersModel, requests, **options) -> list:
    async def ask():
        return await asyncio.gather(*map(model.generate, requests), **options)

    return asyncio.run(ask())


def test_draws_are_not_batched_and_a_bad_request_fails_alone(checkpoint, tmp_path):
    folder = str(checkpoint("llama"))
    alone, batched = TransformersModel(folder), TransformersModel(folder, batch=4)
    requests = asked("a", "bcd", "efghij", temperature=1.0, seed=3)
    expected = [asyncio.run(alone.generate(request)).text for request in requests]
    assert [one.text for one in together(batched, requests)] == expected
    requests = [*asked("a", "b"), *asked("c" * 9000), *asked("d", max_tokens=3)]
    *fine, long, short = together(batched, requests, return_exceptions=True)
    assert [one.text for one in fine] == [
        asyncio.run(alone.generate(request)).text for request in requests[:2]
    ]
    assert "the prompt is" in str(long)
    assert short.tokens_out <= 3
    data = tmp_path / "a.png"
    Image.new("RGB", (9, 9)).save(data)
    part = ImagePart(hashlib.sha256(data.read_bytes()).hexdigest(), "image/png", data)
    [refused] = together(batched, [Request((Message("user", (part,)),))], return_exceptions=True)
    assert "language model without images" in str(refused)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_text_that_spells_a_picture_is_text_or_refused(checkpoint, tmp_path, family):
    """One token a byte: the longer text costs its own length, and no picture comes with it."""
    data = tmp_path / "a.png"
    Image.new("RGB", (60, 90), (200, 10, 10)).save(data)
    picture = ImagePart(hashlib.sha256(data.read_bytes()).hexdigest(), "image/png", data)
    word, model = PICTURE[family], TransformersModel(str(checkpoint(family)), batch=4)
    whole, halves = [TextPart(f"a{word}z")], [TextPart(f"a{word[:3]}"), TextPart(f"{word[3:]}z")]
    parts = [[TextPart("az")], whole, halves, [picture, TextPart("az")], [picture, *whole]]
    requests = [Request((Message("user", tuple(some)),), Sampling(max_tokens=2)) for some in parts]
    plain, *spelt, seen, both = together(model, requests, return_exceptions=True)
    assert plain.tokens_in < seen.tokens_in
    if family in REFUSES:
        for error in (*spelt, both):
            assert isinstance(error, UnsupportedRequestError)
            assert f"the text spells {word}, which the processor does not take" in str(error)
        return
    assert {one.tokens_in for one in spelt} == {plain.tokens_in + len(word)}
    assert both.tokens_in == seen.tokens_in + len(word)
    assert both.raw["image_tokens"] == seen.raw["image_tokens"]
