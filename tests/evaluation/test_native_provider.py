"""A native provider from outside is one file and an entry point; evaluate, draft, judge use it."""

from __future__ import annotations

import asyncio
import json
import os

import pytest
from aiohttp import web

from drawn import draw_book
from loopback import serving
from open_answers import open_pack
from panelwise.comics import open_comics
from panelwise.drafting import draft_panel_metadata, get_writer
from panelwise.errors import PluginError, RunError, UnknownNameError
from panelwise.evaluation import evaluate, judge_run
from panelwise.models import get_model
from plug_in import install, walks

__all__ = ["install"]
# Shaped as Anthropic's own API is: another path, another header for the key, system apart from the
# messages, other names for images, tokens and reasons, errors in an envelope of its own.
# It is the provider that CONTRIBUTING.md adds.
NATIVE = walks()["model"]


class Server:
    """Busy and overloaded at first, then answers ``says``; refuses any other key."""

    def __init__(self):
        self.says, self.received, self.troubles = "[2, 0, 1]", [], []

    async def handle(self, request):
        if request.headers.get("x-api-key") != "nk-secret-secret":
            error = {"type": "authentication_error", "message": "invalid x-api-key nk-other-other"}
            return web.json_response({"type": "error", "error": error}, status=401)
        if self.troubles:
            status, kind = self.troubles.pop()
            error = {"type": kind, "message": "not now"}
            headers = {"Retry-After": "0"}
            return web.json_response({"error": error}, status=status, headers=headers)
        self.received.append(json.loads(await request.read()))
        return web.json_response(
            {
                "model": "m-native",
                "content": [{"type": "text", "text": self.says}],
                "stop_reason": "end_turn",
                "usage": {"input_tokens": 1000, "output_tokens": 10},
            }
        )


@pytest.fixture
def native(install, monkeypatch):
    server = Server()
    with serving(web.post("/v1/messages", server.handle)) as url:
        monkeypatch.setenv("NATIVE_URL", url)
        monkeypatch.setenv("NATIVE_KEY", "nk-secret-secret")
        points = "native = native_provider:native\nnothing = native_provider:nothing"
        code = NATIVE.code + "\nnothing = object()\n"
        install(NATIVE.module, code, {"panelwise.models": points})
        yield server


def test_evaluate_asks_it_with_images_system_retries_and_a_price(native, make_pack, hasty):
    native.troubles = [(529, "overloaded_error"), (429, "rate_limit_error"), (500, "api_error")]
    settings = {"temperature": "0.5", "price_in": "1", "price_out": "100", "concurrency": "1"}
    run = evaluate(make_pack(2, images=2), "native/m", settings=settings, patience=hasty)
    assert [result.outcome for result in run.results()] == ["correct"] * 2
    assert [result.attempts for result in run.results()] == [4, 1]
    assert [result.cost for result in run.results()] == [0.002, 0.002]
    assert run.config["model"] == "native/m"
    assert run.config["identity"] == {
        "solver": "model",
        "model": {"api": "native.messages", "url": os.environ["NATIVE_URL"], "model": "m"},
        "sampling": {"temperature": 0.5},
    }
    body = native.received[0]
    assert body["temperature"] == 0.5
    kinds = [part["type"] for part in body["messages"][0]["content"]]
    assert kinds == ["image", "image", "text"]


def test_a_refused_key_is_named_by_its_variable_and_never_repeated(
    native, make_pack, monkeypatch, hasty
):
    monkeypatch.setenv("NATIVE_KEY", "nk-other-other")
    settings = {"concurrency": "1"}
    with pytest.raises(RunError, match="the key came from NATIVE_KEY") as caught:
        evaluate(make_pack(3), "native/m", out="run", settings=settings, patience=hasty)
    assert "nk-other-other" not in str(caught.value)


def test_drafting_and_judging_ask_it_by_the_same_name(native, tmp_path):
    native.says = "A red square on white paper."
    [book] = open_comics(draw_book(tmp_path / "comic", [2]))
    drafts = draft_panel_metadata(book, get_writer("native/m", settings={"max_tokens": "99"}))
    assert [draft.status for draft in drafts] == ["accepted"] * 2
    assert native.received[0]["max_tokens"] == 99

    pack = open_pack(tmp_path / "questions", {"Who is it?": ("Bea",)})
    answers = tmp_path / "answers.jsonl"
    answers.write_text(json.dumps({"id": pack.items()[0].id, "answer": "It is Bea."}))
    native.says = "7"
    [judged] = judge_run(evaluate(pack, f"recorded:{answers}"), ["native/judge"])
    assert (judged.judge, judged.mean) == ("native/judge", 7.0)
    assert native.received[-1]["temperature"] == 0  # judges decode greedily unless settings say so
    assert native.received[-1]["system"][0]["text"]


def test_python_asks_it_directly_and_reads_what_is_wrong_with_a_name(native, make_pack):
    model = get_model("native/m", {"temperature": "0"})
    evaluate(make_pack(1), model)
    assert native.received[0]["temperature"] == 0
    asyncio.run(model.close())
    with pytest.raises(UnknownNameError, match=r"did you mean native/NAME\?"):
        get_model("natve/m")
    with pytest.raises(PluginError, match="of native_provider is no Provider but of type object"):
        get_model("nothing/m")
