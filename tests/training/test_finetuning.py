"""Fine-tuning on a small random Qwen2.5-VL of the real class, with TRL and PEFT."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

import panelwise
from panelwise.errors import InputError, SettingError
from panelwise.training.finetuning import (
    IGNORED,
    Encoder,
    collate,
    make_trainable,
    read_log,
    train,
    trainable_parameters,
)
from panelwise.training.recipes import MANGALMM, RECIPES, REORDER, TrainingSample, lora

torch = pytest.importorskip("torch", reason="needs the extra [train]")
transformers = pytest.importorskip("transformers", reason="needs the extra [train]")
for needed in ("trl", "peft", "accelerate", "datasets"):
    pytest.importorskip(needed, reason="needs the extra [train]")
pytestmark = pytest.mark.extra

from learners import learner, motion_book  # noqa: E402
from panelwise.models import Message, TextPart, find_checkpoint, load_checkpoint  # noqa: E402

QUICK = {
    "learning_rate": "1e-3",
    "batch": "4",
    "device_batch": "4",
    "checkpointing": "off",
    "answer_tokens": "8",
    "save_every": "2",
}


@pytest.fixture(scope="module")
def setup(tmp_path_factory):
    """Packs of six strips to train on and three to test on, and a checkpoint of width 32."""
    folder = tmp_path_factory.mktemp("training")
    packs = {}
    for part, count in {"train": 6, "test": 3}.items():
        book = motion_book(folder / part, count, seed=count)
        for kind in ("generation", "choice"):
            out = folder / f"{part}-{kind}"
            packs[part, kind] = panelwise.build(f"stripcipher.reordering_{kind}", book, out=out)
    texts = [pack.items()[0].rendering.text for pack in packs.values()]
    base = learner(folder / "base", texts, width=32)
    trained = [packs["train", "generation"], packs["train", "choice"]]
    tests = [packs["test", "generation"], packs["test", "choice"]]
    return SimpleNamespace(folder=folder, base=base, train=trained, tests=tests)


def carried_out(setup, name, recipe=REORDER, **options):
    options = {"settings": QUICK, "licences": ["drawn for this test"]} | options
    tests = options.pop("tests", [])
    out = setup.folder / name
    return train(recipe, str(setup.base), setup.train, tests, out=out, **options), out


@pytest.fixture(scope="module")
def whole(setup):
    """A training in one piece: 24 samples, 6 steps."""
    return carried_out(setup, "whole", tests=setup.tests)


def weights(folder):
    return (folder / "model.safetensors").read_bytes()


@pytest.fixture(scope="module")
def loaded(setup):
    return load_checkpoint(find_checkpoint(str(setup.base)), "base", {})


def test_the_labels_are_the_response_and_its_end_written_by_hand(setup, loaded):
    """Prompt tokens by the template spelled out here; the response is all that is learnt."""
    encoder, words = Encoder(loaded, 2048), loaded.tokenizer
    picture, end = "<|vision_start|>" + "<|image_pad|>" * 4 + "<|vision_end|>", "<end>"
    for sample in REORDER.samples(setup.train, seed=0).samples[:4]:
        encoded = encoder.encode(sample)
        asked = "".join(
            part.text if isinstance(part, TextPart) else picture
            for part in sample.messages[0].parts
        )
        prompt = words(f"user: {asked}{end}\nassistant: ", add_special_tokens=False).input_ids
        response = words(f"{sample.response}{end}", add_special_tokens=False).input_ids
        assert encoded["input_ids"][0].tolist() == prompt + response
        assert encoded["labels"][0].tolist() == [IGNORED] * len(prompt) + response
        assert words.decode(response) == f"{sample.response}{end}"


def test_padding_is_neither_learnt_nor_attended(setup, loaded):
    encoder = Encoder(loaded, 2048)
    short = TrainingSample("short", "x", (Message("user", (TextPart("Hi"),)),), "1-2")
    strip = REORDER.samples(setup.train, seed=0).samples[0]
    rows = [encoder.encode(short), encoder.encode(strip)]
    batch = collate(rows, pad=0)
    filled = rows[0]["input_ids"].shape[1]
    assert batch["labels"][0, filled:].unique().tolist() == [IGNORED]
    assert batch["attention_mask"].sum(1).tolist() == [row["input_ids"].shape[1] for row in rows]
    assert batch["pixel_values"].shape[0] == 3 * 16
    alone = [loaded.model(**row).loss for row in rows]
    learnt = [(row["labels"] >= 0).sum() for row in rows]
    together = loaded.model(**batch).loss
    mean = (alone[0] * learnt[0] + alone[1] * learnt[1]) / sum(learnt)
    assert together.item() == pytest.approx(mean.item(), rel=1e-4)


def test_a_sample_that_is_too_long_is_refused_before_the_training(setup):
    with pytest.raises(InputError, match=r"sample '.*' is \d+ tokens long .* of at most 40"):
        carried_out(setup, "long", settings=QUICK | {"max_length": "40"})


def test_a_response_that_would_end_the_turn_is_refused(loaded):
    sample = TrainingSample("evil", "x", (Message("user", (TextPart("Hi"),)),), "1<end>2")
    with pytest.raises(InputError, match="'evil': the response spells the control token <end>"):
        Encoder(loaded, 2048).encode(sample)


def test_the_loss_falls_and_every_step_is_logged(whole):
    done, out = whole
    lines = read_log(out / "log.jsonl")
    assert [line["step"] for line in lines] == [1, 2, 3, 4, 5, 6]
    assert lines[-1]["loss"] < lines[0]["loss"]
    assert (done.folder / "loss.svg").read_text().count("<polyline") == 2


def test_the_card_says_what_was_done_and_what_came_of_it(whole):
    card = whole[0].card.read_text()
    assert "| learning_rate | 0.001 | given |" in card
    assert "| sequences | 790 | paper |" in card
    assert "- generation: 12 of 24 samples (50.0%)" in card
    assert "| test-generation | exact_match | 3 |" in card
    assert "after − before" in card
    assert "; stated: drawn for this test" in card
    assert "## Not tried" in card


def test_before_and_after_are_runs_on_the_same_packs(whole):
    done, out = whole
    assert {path.name for path in (out / "runs").iterdir()} == {
        f"{when}-test-{kind}" for when in ("before", "after") for kind in ("generation", "choice")
    }
    for one in done.compared:
        [test] = one.comparison.tests
        assert (test.n, test.first[:6], test.second[:5]) == (3, "before", "after")


def test_the_export_is_a_checkpoint_that_evaluate_takes(setup, whole, tmp_path):
    done, _ = whole
    again = panelwise.evaluate(
        setup.tests[0],
        f"hf/{done.folder}",
        out=tmp_path / "run",
        settings={"temperature": "0", "seed": "0", "max_tokens": "8"},
        cache=False,
    )
    before = {one.item: one.response for one in done.compared[0].after.results()}
    assert {one.item: one.response for one in again.results()} == before


class StoppedError(Exception):
    """Stands for a kill between two steps."""


@pytest.mark.slow
def test_interrupted_and_resumed_equals_uninterrupted_bit_for_bit(setup, whole):
    def stop(figures, steps):
        if figures["step"] == 3:
            raise StoppedError

    with pytest.raises(StoppedError):
        carried_out(setup, "resumed", tests=setup.tests, watch=stop)
    out = setup.folder / "resumed"
    assert [path.name for path in (out / "checkpoints").glob("checkpoint-*")] == ["checkpoint-2"]
    half = out / "checkpoints" / "checkpoint-3"  # as a kill while it is written leaves it
    half.mkdir()
    (half / "model.safetensors").write_bytes(b"")
    done, _ = carried_out(setup, "resumed", tests=setup.tests, resume=True)
    assert weights(done.folder) == weights(whole[0].folder)
    assert (out / "log.jsonl").read_bytes() == (whole[1] / "log.jsonl").read_bytes()
    assert done.card.read_text() == whole[0].card.read_text()


def test_another_seed_gives_another_model(setup, whole):
    done, _ = carried_out(setup, "seed 1", seed=1)
    assert weights(done.folder) != weights(whole[0].folder)


def test_a_training_is_not_continued_as_another(setup, whole):
    with pytest.raises(InputError, match="continue it with --resume"):
        carried_out(setup, "whole", tests=setup.tests)
    with pytest.raises(InputError, match=r"another settings \(learning_rate 0.001; now"):
        carried_out(setup, "whole", settings=QUICK | {"learning_rate": "1"}, resume=True)


def test_books_without_a_licence_are_refused_unless_it_is_stated(setup):
    with pytest.raises(InputError, match="names no licence"):
        carried_out(setup, "unlicensed", licences=())


def test_a_test_pack_that_was_trained_on_is_refused(setup):
    with pytest.raises(InputError, match=r"page leak|book leak"):
        carried_out(setup, "leak", tests=setup.train[:1])


def test_a_batch_that_cannot_be_divided_is_refused(setup):
    with pytest.raises(SettingError, match="batch=4 is not a multiple of device_batch=3"):
        carried_out(setup, "odd", settings=QUICK | {"device_batch": "3"})


def test_responses_that_do_not_fill_a_batch_are_refused_before_the_first_evaluation(setup):
    grpo = RECIPES["reorder.grpo"]
    with pytest.raises(SettingError, match="batch=4 is not a multiple of responses=3"):
        carried_out(
            setup, "three", grpo, settings=QUICK | {"responses": "3"}, tests=setup.tests[:1]
        )
    assert not (setup.folder / "three" / "runs").exists()


def test_an_adapter_is_trained_alone_and_merged(setup, loaded):
    options = {"method": "lora", "epochs": "0.5"}
    done, _ = carried_out(setup, "adapter", settings=QUICK | options)
    import safetensors.torch

    before = safetensors.torch.load_file(setup.base / "model.safetensors")
    after = safetensors.torch.load_file(done.folder / "model.safetensors")
    assert before.keys() == after.keys()
    changed = {name for name in before if not torch.equal(before[name], after[name])}
    assert changed
    assert all("_proj" in name and "visual" not in name and "mlp" not in name for name in changed)


@pytest.mark.slow
def test_rewards_train_a_model_to_its_card(setup):
    """Checkpoints are saved on the way, with the processor; before and after on a held-out pack."""
    options = {"responses": "4", "response_tokens": "6", "sequences": "2", "epochs": "0.5"}
    options |= {"method": "full", "temperature": "1.0"}
    grpo = RECIPES["reorder.grpo"]
    done, out = carried_out(setup, "grpo", grpo, settings=QUICK | options, tests=setup.tests[:1])
    lines = read_log(out / "log.jsonl")
    assert [line["step"] for line in lines] == [1, 2, 3, 4]
    assert all(line["reward"] <= 1 for line in lines)
    assert not (out / "checkpoints").exists()
    [one] = done.compared
    assert [len(list(run.results())) for run in (one.before, one.after)] == [3, 3]
    card = done.card.read_text()
    assert "| test-generation | exact_match | 3 |" in card
    assert "| responses | 4 | given |" in card
    assert "4 steps; loss" in card
    again = load_checkpoint(find_checkpoint(str(done.folder)), "trained", {})
    assert Encoder(again, 2048).encode(REORDER.samples(setup.train, 0).samples[0])


QWEN = {  # of the published configurations
    "3B": {
        "text": (2048, 11008, 36, 16, 2, 151_936, True),
        "out": 2048,
        "full": 3_754_622_976,
        "lora": 3_686_400,
    },
    "7B": {
        "text": (3584, 18944, 28, 28, 4, 152_064, False),
        "out": 3584,
        "full": 8_292_166_656,
        "lora": 5_046_272,
    },
}


@pytest.mark.parametrize("size", QWEN)
def test_the_real_configurations_train_the_expected_number_of_parameters(size):
    """Without weights: full, and LoRA of rank 8 on q, k, v and o of every layer."""
    hidden, inner, layers, heads, grouped, words, tied = QWEN[size]["text"]
    config = transformers.Qwen2_5_VLConfig(
        text_config={
            "hidden_size": hidden,
            "intermediate_size": inner,
            "num_hidden_layers": layers,
            "num_attention_heads": heads,
            "num_key_value_heads": grouped,
            "vocab_size": words,
            "tie_word_embeddings": tied,
            "max_position_embeddings": 128_000,
            "rope_parameters": {
                "rope_type": "default",
                "mrope_section": [16, 24, 24],
                "rope_theta": 1_000_000.0,
            },
        },
        vision_config={
            "depth": 32,
            "hidden_size": 1280,
            "intermediate_size": 3420,
            "num_heads": 16,
            "out_hidden_size": QWEN[size]["out"],
            "fullatt_block_indexes": [7, 15, 23, 31],
        },
        tie_word_embeddings=tied,
    )
    with torch.device("meta"):
        model = transformers.Qwen2_5_VLForConditionalGeneration(config)
    model.tie_weights()
    assert trainable_parameters(make_trainable(model, MANGALMM.hyper)) == QWEN[size]["full"]
    with torch.device("meta"):
        adapted = make_trainable(model, lora(MANGALMM).hyper)
    assert trainable_parameters(adapted) == QWEN[size]["lora"]
    side = hidden // heads * grouped
    assert QWEN[size]["lora"] == layers * 8 * (2 * (hidden + hidden) + 2 * (hidden + side))


def test_training_json_records_what_is_needed_to_do_it_again(whole):
    record = json.loads((whole[1] / "training.json").read_text())
    assert record["recipe"] == "stripcipher.reorder"
    assert record["settings"]["learning_rate"] == 1e-3
    assert len(record["train"]) == 2
    assert set(record["versions"]) >= {"torch", "transformers", "trl", "peft"}
