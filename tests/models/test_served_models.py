"""A 404 names what is served, a 401 the variable that holds the key."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest
from aiohttp import web

from loopback import CHAT, serving
from panelwise.errors import KeyRefusedError, NotServedError, TransientError
from panelwise.models import Message, OpenAIEmbeddings, OpenAIModel, Request, TextPart

HELLO = Request((Message("user", (TextPart("Hello"),)),))
KEY = "sk-proj-R9vQ2/xWm+4tLzKp8sYd"


class Refusing:
    """A server that refuses every chat; ``listed`` answers its list of models."""

    def __init__(self, status: int, words: object, listed: object = None):
        self.status, self.words, self.listed = status, words, listed
        self.seen: Counter[str] = Counter()
        self.keys: set[str | None] = set()

    async def chat(self, request: web.Request) -> web.Response:
        self.seen["chat"] += 1
        return web.json_response(self.words, status=self.status)

    async def models(self, request: web.Request) -> web.Response:
        self.seen["models"] += 1
        self.keys.add(request.headers.get("Authorization"))
        await asyncio.sleep(0.01)
        if isinstance(self.listed, web.Response):
            return self.listed
        return web.json_response(self.listed)

    def said(self, name: str = "qwen2-vl-7b", times: int = 1, path: str = "") -> list[str]:
        """What the refusals of ``times`` requests at once say."""

        async def go(url: str) -> list[BaseException]:
            model = OpenAIModel(name, url)
            try:
                asked = [model.generate(HELLO) for _ in range(times)]
                return await asyncio.gather(*asked, return_exceptions=True)
            finally:
                await model.close()

        routes = [web.post(CHAT, self.chat)]
        routes += [] if self.listed is None else [web.get("/v1/models", self.models)]
        with serving(*routes) as url:
            refusals = asyncio.run(go(url + path))
        wanted = KeyRefusedError if self.status in (401, 403) else NotServedError
        assert {type(refusal) for refusal in refusals} == {wanted}
        return [str(refusal).replace(url, "URL") for refusal in refusals]


def models(*names: object) -> dict:
    return {"object": "list", "data": [{"id": name, "object": "model"} for name in names]}


def no_model(name: str) -> dict:
    return {"error": {"message": f"The model `{name}` does not exist.", "code": 404}}


@pytest.mark.parametrize("status", [404, 400])
def test_an_unknown_model_is_answered_with_those_that_are_served(status):
    server = Refusing(status, no_model("qwen2-vl-7b"), models("Qwen2-VL-7B", "qwen2-vl-72b"))
    (words,) = server.said()
    assert words.endswith(
        "The model `qwen2-vl-7b` does not exist; did you mean 'qwen2-vl-72b'?"
        " It serves Qwen2-VL-7B, qwen2-vl-72b"
    )


def test_the_list_is_asked_for_once_with_the_key_and_its_words_are_clean(monkeypatch):
    monkeypatch.setenv("PANELWISE_API_KEY", KEY)
    listed = models(f"leaks-{KEY}", "two\nlines", 7, None, "m" * 5000)
    server = Refusing(404, no_model("x"), listed)
    said = server.said(times=20)
    assert server.seen == {"chat": 20, "models": 1}
    assert server.keys == {f"Bearer {KEY}"}
    assert len(set(said)) == 1
    assert "leaks-***, " in said[0]
    assert "two lines" in said[0]
    assert "\n" not in said[0]
    assert len(said[0]) < 500


def test_of_many_models_ten_are_named():
    server = Refusing(404, no_model("x"), models(*(f"model-{k:03}" for k in range(400))))
    assert server.said("model-250x")[0].endswith(
        "; did you mean 'model-250'? It serves "
        + ", ".join(f"model-{k:03}" for k in range(10))
        + " and 390 more"
    )


def test_a_listed_model_that_does_not_chat():
    server = Refusing(404, {"error": "no chat template"}, models("qwen2-vl-7b"))
    assert server.said()[0].endswith(
        "; the service lists 'qwen2-vl-7b', but does not answer for it at URL/chat/completions"
    )


@pytest.mark.parametrize(
    "listed",
    [
        web.Response(status=500),
        web.Response(text="<html>"),
        web.json_response([1]),
        web.json_response({"data": {"id": "x"}}),
        web.Response(status=302, headers={"Location": "http://elsewhere.invalid/"}),
    ],
)
def test_an_address_with_no_list_of_models_is_in_doubt_itself(listed):
    server = Refusing(404, {"detail": "Not Found"}, listed)
    assert server.said() == [
        "404 Not Found: Not Found; no list of models was found next to URL/chat/completions;"
        " check the address: most end in /v1"
    ]


def test_a_path_that_does_not_exist():
    (words,) = Refusing(404, {}).said(path="/api")
    assert "no list of models was found next to URL/api/chat/completions" in words


def test_a_list_that_never_comes_does_not_hold_the_message_up(monkeypatch):
    monkeypatch.setattr("panelwise.models._served.SECONDS", 0.0)
    assert "no list of models was found" in Refusing(404, {}, models("x")).said()[0]


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_is_named_by_its_variable_and_never_shown(monkeypatch, status):
    monkeypatch.setenv("PANELWISE_API_KEY", KEY)
    server = Refusing(
        status, {"error": {"message": f"Incorrect API key provided: {KEY}"}}, models()
    )
    (words,) = server.said()
    assert words.endswith(
        "Incorrect API key provided: ***; the key came from PANELWISE_API_KEY;"
        " set it to one for URL"
    )
    assert not server.seen["models"]
    monkeypatch.delenv("PANELWISE_API_KEY")
    assert server.said()[0].endswith("; no key was sent, since PANELWISE_API_KEY is not set")


def test_a_key_in_the_url_is_named_as_such(monkeypatch):
    monkeypatch.delenv("PANELWISE_API_KEY", raising=False)
    server = Refusing(401, {"error": "no"}, models())
    assert server.said(path="?api-key=hunter22")[0].endswith("; the key is the one in the URL")


def test_an_openai_key_is_named_by_its_own_variable(monkeypatch):
    from panelwise.models import HttpAnswer

    class Network:
        async def post(self, url, headers, body):
            return HttpAnswer(401, {}, b"{}")

    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with pytest.raises(KeyRefusedError, match="the key came from OPENAI_API_KEY; set it to one"):
        asyncio.run(OpenAIModel("gpt-4o", transport=Network()).generate(HELLO))


def test_embeddings_name_what_is_served_too():
    server = Refusing(404, no_model("bge"), models("bge-m3"))
    with (
        serving(
            web.post("/v1/embeddings", server.chat), web.get("/v1/models", server.models)
        ) as url,
        pytest.raises(NotServedError, match="did you mean 'bge-m3'"),
    ):
        OpenAIEmbeddings("bge-m", url).encode(["a"])


def test_a_server_fault_is_not_explained():
    async def broken(_: web.Request) -> web.Response:
        return web.json_response({"error": "model not found in cache, loading"}, status=503)

    with serving(web.post(CHAT, broken)) as url:
        model = OpenAIModel("m", url)
        with pytest.raises(TransientError, match=r"loading$"):
            asyncio.run(model.generate(HELLO))
        asyncio.run(model.close())
