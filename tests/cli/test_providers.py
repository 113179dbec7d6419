"""``panelwise evaluate`` with every native provider, each a server on loopback."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re

import pytest
from aiohttp import web

from loopback import serving
from native_replies import THOUGHT, claude, completion, gemini_reply, words
from panelwise.cli import run
from panelwise.evaluation import Run

SECRET = "key-of-another-address-0123456789"


@pytest.fixture(scope="module")
def pack(pack_of):
    return pack_of("chromic.panel_reordering")


@pytest.fixture(autouse=True)
def alone(tmp_path, monkeypatch):
    for name in [
        name for name in os.environ if re.search("_API_KEY$|_ENDPOINT$|API_VERSION$", name)
    ]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PANELWISE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PANELWISE_API_KEY", SECRET)
    monkeypatch.chdir(tmp_path)


def of_anthropic(body: dict) -> list[str]:
    """The pictures of a request, in base64."""
    blocks = [block for turn in body["messages"] for block in turn["content"]]
    return [one["source"]["data"] for one in blocks if one["type"] == "image"]


def of_gemini(body: dict) -> list[str]:
    parts = [part for turn in body["contents"] for part in turn["parts"]]
    return [part["inlineData"]["data"] for part in parts if "inlineData" in part]


def of_chat(body: dict) -> list[str]:
    contents = [turn["content"] for turn in body["messages"]]
    parts = [part for content in contents if isinstance(content, list) for part in content]
    urls = [part["image_url"]["url"] for part in parts if part["type"] == "image_url"]
    return [url.partition(",")[2] for url in urls]


def chat_reply(text: str) -> dict:
    return completion(message={"role": "assistant", "content": text})


PROVIDERS = {
    "anthropic/claude-opus-5": (of_anthropic, lambda text: claude(THOUGHT, words(text))),
    "gemini/gemini-2.5-flash": (
        of_gemini,
        lambda text: gemini_reply({"text": "Hm.", "thought": True}, {"text": text}),
    ),
    "openrouter/google/gemini-2.5-flash": (of_chat, chat_reply),
    "azure/my-gpt-4o": (of_chat, chat_reply),
}


@pytest.mark.parametrize("name", PROVIDERS)
def test_a_whole_evaluation(pack, name, capsys):
    """Each item is answered rightly, but for the first, which comes after a 429 and is wrong."""
    pictures_of, reply = PROVIDERS[name]
    gold = {
        tuple(image.sha256 for image in item.rendering.images): item.gold for item in pack.items()
    }
    wrong = next(iter(gold))
    refusals = []

    async def handle(request: web.Request) -> web.Response:
        pictures = pictures_of(json.loads(await request.read()))
        shown = tuple(hashlib.sha256(base64.b64decode(one)).hexdigest() for one in pictures)
        order = list(gold[shown])
        if shown == wrong:
            order = [*order[1:], order[0]]  # nothing is in its place
            if not refusals:
                refusals.append(shown)
                words = f"slow down, {SECRET}"
                headers = {"Retry-After": "0"}
                return web.json_response({"error": {"message": words}}, status=429, headers=headers)
        return web.json_response(reply(json.dumps(order)))

    with serving(web.post("/{tail:.*}", handle)) as url:
        arguments = ["--model", name, "--out", "run", "--set", f"url={url}", "--json"]
        assert run(["evaluate", str(pack.path), *arguments]) == 0
    done = Run.open("run")
    assert done.status == "complete"
    output = capsys.readouterr()
    assert SECRET not in output.out + output.err
    outcomes = [result.outcome for result in done.results()]
    assert sorted(outcomes) == ["correct"] * (len(gold) - 1) + ["wrong"]
    assert refusals
