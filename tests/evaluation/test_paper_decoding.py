"""Decoding as each paper did it: what is sent in ``paper``, stored, continued and cached."""

from __future__ import annotations

import dataclasses
import json
import sqlite3
from pathlib import Path

import pytest

from loopback import chat
from panelwise.benchmarks import DECODINGS, decoding_of, list_tasks
from panelwise.cli import run as panelwise
from panelwise.errors import InputError, SettingError
from panelwise.evaluation import ModelSolver, Run, evaluate, plan_run
from panelwise.models import Capabilities, Sampling
from panelwise.packs import Made, write_pack

ORDERING = "stripcipher.reordering_generation"
SORTING = "comicvqa.panel_sorting"
PARAMETERS = ("temperature", "top_p", "top_k", "seed", "max_tokens", "reasoning_effort")


@pytest.fixture
def packs(make_pack, tmp_path):
    items = make_pack(2).items()

    def of(task):
        made = [Made(dataclasses.replace(item, task=task), {}) for item in items]
        return write_pack(tmp_path / task, made, {"task": task}, "A pack.")

    return [of(ORDERING), of(SORTING)]


@pytest.fixture
def server():
    with chat(lambda body: "[2, 0, 1]") as served:
        yield served


def parameters(body):
    return {key: body[key] for key in PARAMETERS if key in body}


@pytest.mark.parametrize(
    ("task", "model", "sampling"),
    [  # protocol/tables/models_evaluated.csv
        ("chromic.panel_reordering", "openai/gpt-4o", {}),
        ("chromic.chrono_mcq", "hf/Qwen/Qwen2.5-VL-7B-Instruct", {}),
        (ORDERING, "openai/gpt-4o-2024-11-20", {}),
        (ORDERING, "http://h/v1#deepseek-ai/Janus-Pro-7B", {}),
        (ORDERING, "hf/MAGAer13/mplug-owl2-llama2-7b", {"temperature": 0.7}),
        (ORDERING, "hf/llava-hf/llava-v1.6-mistral-7b-hf", {"temperature": 0.2}),
        (ORDERING, "hf/liuhaotian/llava-v1.5-13b", {"temperature": 0.2}),
        (ORDERING, "http://h/v1#Vision-CAIR/MiniGPT-4", {"temperature": 1.0}),
        (ORDERING, "hf/llava-hf/LLaVA-NeXT-Video-7B-hf", {}),
        (ORDERING, "hf/THUDM/cogvlm-chat-hf", {"temperature": 0.4, "top_p": 0.8, "top_k": 1}),
        (ORDERING, "hf/nyu-visionx/cambrian-13b", {"temperature": 0.2}),
        (ORDERING, "qwen2.5vl:7b", {"temperature": 0.01, "top_p": 0.001, "top_k": 1}),
        (ORDERING, "Qwen/Qwen2-VL-7B-Instruct", {"temperature": 0.01, "top_p": 0.001, "top_k": 1}),
        (ORDERING, "hf/Qwen/Qwen3-VL-8B-Instruct", {}),
        (ORDERING, "hf/OpenGVLab/InternVL2_5-26B", {"temperature": 0.0}),
        (ORDERING, "hf/openbmb/MiniCPM-o-2_6", {}),
        ("mangavqa.manga_ocr", "hf/hal-utokyo/MangaLMM", {"temperature": 0.0, "max_tokens": 4096}),
        ("mangavqa.manga_vqa", "hf/hal-utokyo/MangaLMM", {"seed": 0, "max_tokens": 256}),
        ("mangavqa.manga_vqa", "gemini/gemini-2.5-flash", {}),
        (SORTING, "http://h/v1#google/gemma-3-27b-it", {"temperature": 0.0, "max_tokens": 2048}),
        (
            SORTING,
            "openrouter/openai/gpt-5.1",
            {"temperature": 0.0, "top_p": 1.0, "max_tokens": 2048, "reasoning": "off"},
        ),
        ("comix.detection", "openai/gpt-4o", {}),
        ("of.another", "openai/gpt-4o", {}),
    ],
)
def test_each_paper_s_parameters_for_each_of_its_models(task, model, sampling):
    assert decoding_of(task).preset_for(model).sampling.given() == sampling


def test_every_task_of_ours_has_its_paper_s_decoding():
    assert all(decoding_of(task.id) in DECODINGS.values() for task in list_tasks())


def test_a_family_is_known_by_the_checkpoint_where_a_folder_s_name_says_nothing():
    preset = decoding_of(ORDERING).preset_for("hf/checkpoints/final", "qwen2_5_vl")
    assert preset.models == "Qwen2-VL and Qwen2.5-VL"


def test_a_run_over_two_papers_sends_each_task_its_own(server, packs, capsys):
    model = f"{server.url}#cogvlm2-chat"
    names = [str(pack.path) for pack in packs]
    arguments = ["evaluate", *names, "--model", model, "--profile", "paper", "--out", "run"]
    assert panelwise([*arguments, "--set", "concurrency=1"]) == 0
    cogvlm = {"temperature": 0.4, "top_p": 0.8, "top_k": 1}
    comicvqa = {"temperature": 0.0, "max_tokens": 2048}
    assert [parameters(body) for body in server.bodies] == [cogvlm] * 2 + [comicvqa] * 2
    said = capsys.readouterr().err
    line = "temperature 0.4, top_p 0.8, top_k 1 (StripCipher App. C, CogVLM)"
    assert f"decoding of {ORDERING}: {line}" in said
    assert f"decoding of {SORTING}: temperature 0, max_tokens 2048 (ComicVQA App. B.4" in said
    run = Run.open("run")
    assert run.decoding[ORDERING].sent == run.decoding[ORDERING].preset == cogvlm
    assert run.config["identity"]["sampling"] == {}
    assert run.config["identity"]["sampling_by_task"] == {ORDERING: cogvlm, SORTING: comicvqa}

    assert panelwise(["report", "run", "--out", "report"]) == 0
    assert line in Path("report/headline.csv").read_text("utf-8-sig")
    assert line in Path("report/index.html").read_text("utf-8")


def test_recommended_sends_nothing_and_what_the_user_sets_wins(server, packs):
    model = f"{server.url}#cogvlm2-chat"
    evaluate(packs[0], model, out="plain")
    assert parameters(server.bodies.pop()) == {}
    evaluate(packs[0], model, out="asked", decoding="paper")
    assert parameters(server.bodies.pop()) == {"temperature": 0.4, "top_p": 0.8, "top_k": 1}
    evaluate(packs[0], model, out="off", profile="paper", decoding="default")
    settings = {"temperature": "0.9", "reasoning": "off"}
    run = evaluate(packs[0], model, out="own", profile="paper", settings=settings)
    sent = {"temperature": 0.9, "top_p": 0.8, "top_k": 1, "reasoning_effort": "none"}
    assert parameters(server.bodies.pop()) == sent
    assert run.decoding[ORDERING].preset == {"top_p": 0.8, "top_k": 1}
    said = str(run.decoding[ORDERING])
    assert said.endswith("(StripCipher App. C, CogVLM); set by you: temperature, reasoning")
    with pytest.raises(SettingError, match="decoding=best: must be paper or default"):
        plan_run(packs[0], model, decoding="best")


def test_the_cache_is_keyed_by_what_is_sent(server, packs):
    """An answer to the same parameters is the same answer, whoever set them."""
    model = f"{server.url}#gemma"
    evaluate(packs[0], model, out="plain")
    assert len(server.bodies) == 2
    evaluate(packs[0], model, out="paper", profile="paper")  # StripCipher: nothing for Gemma
    assert len(server.bodies) == 2
    evaluate(packs[1], model, out="comicvqa", profile="paper")
    assert len(server.bodies) == 4
    settings = {"temperature": "0", "max_tokens": "2048"}
    evaluate(packs[1], model, out="set", settings=settings)
    assert len(server.bodies) == 4


def test_a_run_from_before_goes_on_as_it_began(server, packs):
    """It sent nothing but the user's own parameters; half a run must not be asked differently."""
    model = f"{server.url}#gemma"
    arguments = {"out": "run", "profile": "paper", "settings": {"top_p": "0.5"}}
    evaluate(packs[1], model, limit=1, decoding="default", **arguments)
    with sqlite3.connect("run/results.sqlite") as database:
        (body,) = database.execute("SELECT body FROM configuration").fetchone()
        config = json.loads(body)
        del config["decoding"]
        database.execute("UPDATE configuration SET body = ?", (json.dumps(config),))
    for limit in (2, 2):  # and once more
        run = evaluate(packs[1], model, limit=limit, **arguments)
    assert (len(run), run.status, run.decoding) == (2, "complete", {})
    assert [parameters(body) for body in server.bodies] == [{"top_p": 0.5}] * 2


def test_a_run_is_not_continued_with_other_decoding(server, packs):
    model = f"{server.url}#gemma"
    evaluate(packs[1], model, out="run", profile="paper")
    with pytest.raises(InputError, match=r"another decoding \(max_tokens, temperature\)"):
        evaluate(packs[1], model, out="run", profile="paper", decoding="default")


class Narrow:
    """A model that takes neither ``top_k`` nor an amount of reasoning."""

    name = "narrow/cogvlm"
    capabilities = Capabilities()

    def identity(self):
        return {"model": "cogvlm"}

    def check_sampling(self, sampling):
        for key in ("top_k", "reasoning"):
            if getattr(sampling, key) is not None:
                raise SettingError(f"{key}={getattr(sampling, key)}: not taken here; leave it out")

    async def close(self):
        pass


def test_what_a_model_cannot_take_is_left_out_of_a_preset_and_refused_from_a_user(packs):
    plan = plan_run(packs[0], ModelSolver(Narrow()), profile="paper")
    found = plan.decoding[ORDERING]
    assert found.sent == {"temperature": 0.4, "top_p": 0.8}
    assert found.left_out == {"top_k": "top_k=1: not taken here; leave it out"}
    assert plan.config["decoding"][ORDERING]["left_out"] == found.left_out
    assert "left out: top_k (top_k=1: not taken here" in str(found)
    with pytest.raises(SettingError, match="top_k=5: not taken here"):
        plan_run(packs[0], ModelSolver(Narrow(), Sampling(top_k=5)), profile="paper")


@pytest.mark.parametrize(
    ("model", "sent", "left_out"),
    [
        *(
            (model, {"temperature": 0.0, "top_p": 1.0, "max_tokens": 2048, "reasoning": "off"}, [])
            for model in ("gpt-4.1", "gpt-5.1")  # the first never reasons: nothing is sent for it
        ),
        ("o3", {"max_tokens": 2048}, ["temperature", "top_p", "reasoning"]),
        ("gpt-5-mini", {"max_tokens": 2048}, ["temperature", "top_p", "reasoning"]),
    ],
)
def test_openai_s_own_service_gets_what_its_models_take(packs, model, sent, left_out):
    found = plan_run(packs[1], f"openai/{model}", profile="paper").decoding[SORTING]
    assert found.sent == sent
    assert list(found.left_out) == left_out


@pytest.mark.parametrize(
    ("model", "key", "value"),
    [("gpt-4o", "top_k", "1"), ("gpt-4o", "reasoning", "low"), ("o3", "temperature", "0")],
)
def test_what_openai_refuses_is_an_error_where_the_user_set_it(packs, model, key, value):
    with pytest.raises(SettingError, match=f"{key}={value}"):
        plan_run(packs[0], f"openai/{model}", settings={key: value})
