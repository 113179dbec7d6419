"""``panelwise evaluate``: estimates before a run, several models, repeats, no cache."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from aiohttp import web

import panelwise
from drawn import draw_book
from loopback import chat
from panelwise.cli import run
from panelwise.evaluation import Run, estimated_tokens
from panelwise.models import openai_price, seen_by

N = 6


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    folder = tmp_path_factory.mktemp("drawn")
    book = draw_book(folder / "book", [3] * (N + 1))
    return panelwise.build("chromic.panel_reordering", book, out=folder / "pack")


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("PANELWISE_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def server():
    with chat(lambda body: "[0, 1, 2]") as served:
        yield served


def evaluate(pack, *arguments):
    return run(["evaluate", str(pack.path), "--limit", str(N), *arguments])


def dry(pack, capsys, *arguments):
    assert evaluate(pack, "--dry-run", "--json", *arguments) == 0
    return json.loads(capsys.readouterr().out)


def test_a_dry_run_counts_what_would_be_sent_and_sends_and_writes_nothing(pack, server, capsys):
    model = f"{server.url}#m"
    arguments = ["--model", model, "--out", "run", "--repeats", "2", "--max-tokens", "100"]
    prices = ["--set", "price_in=10", "--set", "price_out=100"]
    [found] = dry(pack, capsys, *arguments, *prices, "--pace", "30")
    assert server.bodies == []
    assert not Path("run").exists()
    assert not Path("cache/responses.sqlite").exists()
    [task] = found["tasks"]
    items = pack.items()[:N]
    words = [
        "".join(p for t in i.rendering.turns for p in t.parts if isinstance(p, str)) for i in items
    ]
    tokens = 2 * sum(map(estimated_tokens, words))
    assert task == {
        "task": "chromic.panel_reordering",
        "samples": 2 * N,
        "items": N,
        "stored": 0,
        "cached": 0,
        "requests": 2 * N,
        "images": 2 * N,
        "image_bytes": 2 * sum(image.size for i in items for image in i.rendering.images),
        "text_tokens": tokens,
        "image_tokens": None,
        "longest_answer": 100,
    }
    assert found["input_cost"] == pytest.approx(tokens * 10 / 1e6)
    assert found["answers_cost"] == pytest.approx(2 * N * 100 * 100 / 1e6)
    assert found["hours"] == pytest.approx(2 * N / 30 / 60)
    assert found["power"]["chromic.panel_reordering"]["n"] == N


def test_a_dry_run_knows_the_cache_and_the_run_that_goes_on(pack, server, capsys):
    model = ["--model", f"{server.url}#m"]
    assert run(["evaluate", str(pack.path), *model, "--limit", "2", "--out", "run"]) == 0
    capsys.readouterr()

    def counts(*arguments):
        [found] = dry(pack, capsys, *model, *arguments)
        return [found["tasks"][0][key] for key in ("stored", "cached", "requests")]

    assert counts("--out", "run") == [2, 0, N - 2]
    assert counts("--out", "another") == [0, 2, N - 2]
    assert counts("--out", "another", "--no-cache") == [0, 0, N]
    assert counts("--out", "another", "--temperature", "0") == [0, 0, N]


@pytest.mark.parametrize(
    ("model", "arguments", "longest"),
    [
        ("anthropic/claude-3-5-sonnet", [], 4096),
        ("anthropic/claude-opus-4-5", [], 16_000),
        ("anthropic/claude-opus-4-5", ["--set", "reasoning=2000"], 18_000),
        ("anthropic/claude-opus-4-5", ["--max-tokens", "300"], 300),
        ("openai/gpt-4o", [], None),
    ],
)
def test_a_dry_run_counts_the_limit_that_a_provider_requires(
    pack, capsys, model, arguments, longest
):
    [found] = dry(pack, capsys, "--model", model, *arguments)
    assert found["tasks"][0]["longest_answer"] == longest
    assert (found["answers_cost"] is None) == (longest is None)


def test_a_dry_run_in_words(pack, capsys):
    models = ["--model", "openai/gpt-4o", "--model", "baseline:random"]
    assert evaluate(pack, "--dry-run", *models) == 0
    said = capsys.readouterr()
    assert "openai/gpt-4o, not run" in said.out
    assert "decoding: the provider's defaults" in said.out
    assert "for what is sent; answers unknown: no --max-tokens" in said.out
    assert "hours unknown: give --pace" in said.out
    assert "\nnothing is sent\n" in said.out
    *_, paid, free, both = said.out.splitlines()
    assert [line.split()[0] for line in (paid, free, both)] == [*models[1::2], "all"]
    assert paid.split()[1:] == both.split()[1:]
    assert "MDD: the smallest difference between two models" in said.err


def test_a_dry_run_of_a_batch_has_the_price_of_the_batch(pack, capsys):
    def found(*more):
        model = ["--model", "openai/gpt-4o", "--max-tokens", "100", *more]
        [one] = dry(pack, capsys, *model)
        return one

    single, batch = found(), found("--batch")
    assert single["batch"] is None
    assert batch["input_cost"] == pytest.approx(single["input_cost"] / 2)
    assert batch["answers_cost"] == pytest.approx(single["answers_cost"] / 2)
    assert batch["batch"] == "half the listed price (platform.openai.com/docs/guides/batch)"
    given = ("--set", "price_in=1", "--set", "price_out=2")
    assert found("--batch", *given)["input_cost"] == found(*given)["input_cost"]
    assert evaluate(pack, "--dry-run", "--batch", "--model", "openai/gpt-4o") == 0
    assert "as a batch: half the listed price (platform.openai.com" in capsys.readouterr().out
    assert evaluate(pack, "--dry-run", "--batch", "--model", "baseline:random") == 2
    assert "baseline:random has no batch service" in capsys.readouterr().err


def test_image_tokens_are_those_that_the_makers_publish(pack, capsys):
    [found] = dry(pack, capsys, "--model", "openai/gpt-4o")
    sizes = [(i.width, i.height) for item in pack.items()[:N] for i in item.rendering.images]
    tokens = sum(seen_by("openai/gpt-4o", *size).tokens for size in sizes)
    [task] = found["tasks"]
    assert task["image_tokens"] == tokens > 0
    price = openai_price("gpt-4o")
    assert found["input_cost"] == pytest.approx(price.cost(tokens + task["text_tokens"], 0))


def test_no_cache_asks_again_and_keeps_nothing(pack, server):
    model = ["--model", f"{server.url}#m"]
    assert evaluate(pack, *model, "--out", "kept") == 0
    assert evaluate(pack, *model, "--out", "cached") == 0
    assert len(server.bodies) == N
    assert evaluate(pack, *model, "--out", "anew", "--no-cache") == 0
    assert len(server.bodies) == 2 * N
    assert evaluate(pack, *model, "--out", "x", "--no-cache", "--replay") == 2


def test_several_models_have_a_run_each_and_one_table(pack, server, capsys):
    models = ["--model", f"{server.url}#big/model", "--model", "baseline:random"]
    settings = ["--set", "seed=7", "--temperature", "0.5"]
    assert evaluate(pack, *models, *settings, "--out", "runs") == 0
    assert sorted(path.name for path in Path("runs").iterdir()) == ["baseline-random", "big-model"]
    assert {body["temperature"] for body in server.bodies} == {0.5}  # the baseline knows none
    assert Run.open("runs/baseline-random").config["identity"]["seed"] == 7
    said = capsys.readouterr().out
    assert "big-model − baseline-random" in said
    assert said.count("run: runs/") == 2
    assert evaluate(pack, *models, "--out", "runs/big-model") == 2  # is a run itself
    assert "--out is the folder of their runs" in capsys.readouterr().err
    assert evaluate(pack, *models[:2], *models[:2]) == 2
    assert "is given twice" in capsys.readouterr().err


def test_one_that_stops_leaves_the_others_and_the_exit_code_says_so(pack, capsys):
    def script(body):
        if body["model"] == "bad":
            return web.json_response({"error": {"message": "no such model"}}, status=404)
        return "[0, 1, 2]"

    with chat(script) as server:
        models = [f"{server.url}#{name}" for name in ("bad", "good")]
        given = [part for model in models for part in ("--model", model)]
        assert evaluate(pack, *given, "--out", "runs", "--json") == 1
    said = capsys.readouterr()
    found = json.loads(said.out)
    assert list(found["runs"].values()) == ["runs/good"]
    assert list(found["stopped"]) == [models[0]]
    assert f"stopped: {models[0]}" in said.err
    assert Run.open("runs/good").status == "complete"


def test_a_mistake_with_one_model_is_found_before_any_is_asked(pack, server):
    models = ["--model", f"{server.url}#m", "--model", "nothing/m"]
    assert evaluate(pack, *models, "--out", "runs") == 2
    assert server.bodies == []
    assert not Path("runs").exists()


def test_models_of_one_name_at_two_servers_have_two_folders(pack, server):
    with chat(lambda body: "[0, 1, 2]") as other:
        models = [part for one in (server, other) for part in ("--model", f"{one.url}#m")]
        assert evaluate(pack, *models, "--out", "runs") == 0
    assert len(list(Path("runs").iterdir())) == 2


def test_repeats_say_how_much_the_score_moves(pack, capsys):
    """Asked twice: always the same right answer to some, another to one, none to one."""
    asked: dict[str, int] = {}

    def script(body):
        image = json.dumps(body["messages"])
        number = list(asked).index(image) if image in asked else len(asked)
        asked[image] = asked.get(image, 0) + 1
        again = asked[image] == 2
        gold = json.dumps(pack.items()[number].gold)
        wrong = "[1, 0, 2]" if gold != "[1, 0, 2]" else "[0, 2, 1]"
        return wrong if again and number == 0 else "I cannot say." if number == 1 else gold

    with chat(script) as server:
        model = ["--model", f"{server.url}#m", "--set", "concurrency=1", "--repeats", "2"]
        settings = ["--set", "ordering.repair=false", "--no-cache"]
        assert evaluate(pack, *model, *settings, "--out", "run", "--json") == 0
        assert run(["rescore", "run"]) == 0
    said = capsys.readouterr().out
    [task] = json.loads(said[: said.rindex("}") + 1])["tasks"]
    found = task["repeats"]
    first, second = found["scores"]
    assert (found["repeats"], found["items"]) == (2, N)
    assert first == pytest.approx((N - 1) / N)  # one of six unreadable
    assert second < first
    assert found["sd"] == pytest.approx((first - second) / 2**0.5)
    assert found["same_answer"] == found["same_score"] == pytest.approx((N - 1) / N)
    assert f"2 repeats of {N} items: 0.833" in said
    assert run(["report", "run", "--out", "report"]) == 0
    assert "repeat_sd" in Path("report/headline.csv").read_text("utf-8-sig")
    assert "Standard deviation" in Path("report/index.html").read_text("utf-8")
    assert "| run | 2 | 6 |" in Path("report/tables.md").read_text("utf-8")


def test_an_assumed_pace_is_not_taken_for_a_limit(pack, capsys):
    assert run(["evaluate", str(pack), "--model", "baseline:random", "--pace", "30"]) == 2
    assert "--pace is used only with --dry-run" in capsys.readouterr().err
