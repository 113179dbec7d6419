"""MangaLMM's trainings on a small model, and the alarm for a lost format (MS-21; MV-E2, MV-E10).

A small random Qwen2.5-VL is first taught to answer questions about pictures. It is then tuned on
reading texts alone, as MangaLMM was, or on texts, questions and natural pictures together.
"""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import panelwise
from panelwise.profile import PAPER
from panelwise.training.recipes import MANGALMM
from panelwise.training.retention import write_choice_pack

for needed in ("torch", "transformers", "trl", "peft", "accelerate", "datasets"):
    pytest.importorskip(needed, reason="needs the extra [train]")
pytestmark = [pytest.mark.extra, pytest.mark.slow]

from coloured_pages import colour_questions, coloured_book, conversations  # noqa: E402
from learners import learner, without_lookalikes  # noqa: E402
from panelwise.training.finetuning import read_log, train  # noqa: E402

CHANCE = 1 / 4
SETTINGS = {
    "learning_rate": "1e-3",
    "batch": "16",
    "device_batch": "16",
    "checkpointing": "off",
    "answer_tokens": "48",
}


@pytest.fixture(scope="module")
def setup(tmp_path_factory):
    """Pages to read and to ask about, natural conversations, held-out packs, a random model."""
    folder = tmp_path_factory.mktemp("retention")
    packs = {}
    for part, pages, seed in (("train", 160, 1), ("test", 20, 2)):
        book = coloured_book(folder / part, pages, seed)
        for kind in ("ocr", "vqa"):
            out = folder / f"{part}-{kind}"
            task = f"mangavqa.manga_{kind}"
            packs[part, kind] = panelwise.build(task, book, out=out, profile="paper")
    taught = colour_questions(160, seed=3)
    asked = {one.id: one for one in write_choice_pack(taught, folder / "taught").items()}
    prompts = {name: item.rendering.text for name, item in asked.items()}
    natural = conversations(taught, folder / "natural", prompts)
    colours = write_choice_pack(colour_questions(120, seed=4), folder / "everything")
    pages = packs["train", "ocr"]
    trained = [packs["train", kind] for kind in ("ocr", "vqa")]
    samples = MANGALMM.samples(trained, 0, PAPER).samples
    words = [item.rendering.text for pack in trained for item in pack.items()]
    words += [one.response for one in samples] + list(prompts.values())
    return SimpleNamespace(
        folder=folder,
        train=trained,
        natural=str(natural),
        colours=without_lookalikes(colours, pages, folder / "colours", most=60),
        texts=without_lookalikes(packs["test", "ocr"], pages, folder / "texts", most=4),
        questions=without_lookalikes(packs["test", "vqa"], pages, folder / "questions", most=4),
        base=learner(folder / "base", words),
    )


def trained_on(setup, name, model, tests, **settings):
    out = setup.folder / name
    given = SETTINGS | settings
    done = train(MANGALMM, str(model), setup.train, tests, out=out, profile=PAPER, settings=given)
    losses = [line["loss"] for line in read_log(out / "log.jsonl")]
    assert losses[-1] < losses[0] / 2
    return done


@pytest.fixture(scope="module")
def seeing(setup):
    """T_VQA with natural pictures: it has been taught pictures."""
    tests = [setup.questions, setup.colours]
    return trained_on(
        setup, "vqa", setup.base, tests, data="vqa", natural=setup.natural, epochs="10"
    )


@pytest.fixture(scope="module")
def reading(setup, seeing):
    """T_OCR after that, and nothing else."""
    tests = [setup.texts, setup.colours]
    return trained_on(setup, "ocr", seeing.folder, tests, data="ocr", epochs="8")


@pytest.fixture(scope="module")
def mixed(setup, seeing):
    """Both, with natural pictures."""
    tests = [setup.texts, setup.colours]
    return trained_on(
        setup, "both", seeing.folder, tests, data="both", natural=setup.natural, epochs="4"
    )


def colours_of(done):
    """The test on colours: signs of collapse, and the scores before and after."""
    [one] = [one for one in done.compared if one.test.name == "colours"]
    [(before, after)] = one.pairs()
    return one, before.headline.headline, after.headline.headline


def test_the_first_model_has_learnt_pictures(seeing):
    one, before, after = colours_of(seeing)
    assert before.value <= 0.5
    assert after.low > CHANCE
    assert one.collapses == ()
    assert "- natural: 160 of 320 samples (50.0%)" in seeing.card.read_text()


def test_texts_alone_make_it_lose_the_format_and_the_alarm_says_so(reading):
    """Here it says the same letter to every picture, as far from the truth as a guess."""
    one, before, after = colours_of(reading)
    assert before.low > CHANCE
    assert after.low < CHANCE
    assert one.collapses
    card = reading.card.read_text()
    for found in one.collapses:
        assert f"- **{found.sign}** on colours (retention.colours): {found.words}" in card


def test_the_mix_keeps_it_and_the_alarm_is_silent(mixed):
    one, before, after = colours_of(mixed)
    assert before.low > CHANCE
    assert after.low > CHANCE
    assert one.collapses == ()
    card = mixed.card.read_text()
    assert "No sign" in card
    for part in ("ocr", "vqa", "natural"):
        assert f"- {part}: 160 of 480 samples (33.3%)" in card
