"""Anthropic, Gemini, OpenRouter and Azure: what they are sent, and what their replies mean."""

from __future__ import annotations

import asyncio
import base64
import json
import re

import pytest
from aiohttp import web

from native_replies import (
    AFTER,
    BEFORE,
    PIXEL,
    QUOTA,
    REDACTED,
    SYSTEM,
    THOUGHT,
    claude,
    completion,
    conversation,
    gemini_reply,
    google_error,
    picture,
    words,
)
from panelwise.errors import (
    FilteredError,
    KeyRefusedError,
    NotServedError,
    PermanentError,
    ProviderError,
    RateLimitedError,
    SettingError,
    TransientError,
    UnreadableAnswerError,
    UnsupportedRequestError,
)
from panelwise.evaluation import require_taken_by
from panelwise.models import (
    DECODING,
    ConfiguredModel,
    Message,
    Request,
    Response,
    TextPart,
    get_model,
)

KEY = "sk-this-is-a-secret-key-0123456789"
HELLO = Request((Message("user", (TextPart("Hello"),)),))
ONE, TWO = (base64.b64encode(PIXEL + more).decode() for more in (b"", b"more"))
NAMES = {
    "anthropic": "anthropic/claude-sonnet-4-5",
    "gemini": "gemini/gemini-2.5-flash",
    "openrouter": "openrouter/google/gemini-2.5-flash",
    "azure": "azure/my-gpt-4o",
}


@pytest.fixture(autouse=True)
def keys(monkeypatch):
    for name in ("ANTHROPIC", "GEMINI", "GOOGLE", "OPENROUTER", "AZURE_OPENAI", "OPENAI"):
        monkeypatch.delenv(f"{name}_API_KEY", raising=False)
    for name in ("AZURE_OPENAI_ENDPOINT", "OPENAI_API_VERSION"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PANELWISE_API_KEY", KEY)


def ask(model: ConfiguredModel, request: Request = HELLO) -> Response:
    async def go():
        try:
            return await model.generate(request)
        finally:
            await model.close()

    return asyncio.run(go())


def sent(server, name: str, request: Request, reply: dict, **settings: str):
    """Path, headers and body of the one request that a model sends."""
    server.reply = lambda _: web.json_response(reply)
    ask(get_model(name, {"url": server.url, **settings}), request)
    [(path, headers, body)] = server.received
    return path, headers, body


def read(server, provider: str, reply: dict | str, status: int = 200, **headers: str) -> Response:
    text = reply if isinstance(reply, str) else json.dumps(reply)
    server.reply = lambda _: web.Response(text=text, status=status, headers=headers)
    return ask(get_model(NAMES[provider], {"url": server.url}))


# What is sent.


def test_anthropic_gets_system_words_in_front_and_the_original_bytes(server, tmp_path):
    request = conversation(tmp_path, temperature=0.0, top_k=3, max_tokens=99)
    path, headers, body = sent(server, NAMES["anthropic"], request, claude(words("Fine.")))
    assert path == "/v1/messages"
    assert headers["x-api-key"] == KEY
    assert headers["anthropic-version"] == "2023-06-01"
    assert "Authorization" not in headers

    def image(data):
        source = {"type": "base64", "media_type": "image/png", "data": data}
        return {"type": "image", "source": source}

    def text(said):
        return {"type": "text", "text": said}

    assert body == {
        "model": "claude-sonnet-4-5",
        "system": [text(SYSTEM)],
        "messages": [
            {"role": "user", "content": [text(BEFORE), image(ONE), image(TWO), text(AFTER)]},
            {"role": "assistant", "content": [text("A cat falls.")]},
            {"role": "user", "content": [text("And then?")]},
        ],
        "max_tokens": 99,
        "temperature": 0.0,
        "top_k": 3,
    }


def test_gemini_gets_the_model_in_the_path_and_inline_data(server, tmp_path):
    request = conversation(tmp_path, temperature=0.5, top_p=0.9, top_k=3, seed=7, max_tokens=99)
    path, headers, body = sent(server, NAMES["gemini"], request, gemini_reply({"text": "Fine."}))
    assert path == "/v1/models/gemini-2.5-flash:generateContent"
    assert headers["x-goog-api-key"] == KEY
    images = [{"inlineData": {"mimeType": "image/png", "data": data}} for data in (ONE, TWO)]
    assert body == {
        "systemInstruction": {"parts": [{"text": SYSTEM}]},
        "contents": [
            {"role": "user", "parts": [{"text": BEFORE}, *images, {"text": AFTER}]},
            {"role": "model", "parts": [{"text": "A cat falls."}]},
            {"role": "user", "parts": [{"text": "And then?"}]},
        ],
        "generationConfig": {
            "temperature": 0.5,
            "topP": 0.9,
            "topK": 3,
            "seed": 7,
            "maxOutputTokens": 99,
        },
    }


def test_openrouter_takes_only_providers_that_know_every_parameter(server, tmp_path):
    request = conversation(tmp_path, temperature=0.0, seed=1, reasoning=2000)
    path, headers, body = sent(server, NAMES["openrouter"], request, completion())
    assert path == "/v1/chat/completions"
    assert headers["Authorization"] == f"Bearer {KEY}"
    messages = body.pop("messages")
    assert messages[0] == {"role": "system", "content": SYSTEM}
    assert messages[1]["content"][1]["image_url"]["url"] == f"data:image/png;base64,{ONE}"
    assert body == {
        "model": "google/gemini-2.5-flash",
        "temperature": 0.0,
        "seed": 1,
        "reasoning": {"max_tokens": 2000},
        "provider": {"require_parameters": True},
    }


def test_nothing_set_is_nothing_sent(server):
    _, _, body = sent(server, NAMES["openrouter"], HELLO, completion())
    assert set(body) == {"model", "messages"}
    server.received.clear()
    _, _, body = sent(server, NAMES["gemini"], HELLO, gemini_reply({"text": "Hi"}))
    assert set(body) == {"contents"}
    server.received.clear()
    _, _, body = sent(server, NAMES["anthropic"], HELLO, claude(words("Hi")))
    assert body.keys() == {"model", "messages", "max_tokens"}  # Anthropic requires the last


@pytest.mark.parametrize(
    ("version", "path"),
    [
        ("v1", "/openai/v1/chat/completions"),
        ("2024-10-21", "/openai/deployments/my-gpt-4o/chat/completions?api-version=2024-10-21"),
    ],
)
def test_azure_gets_its_key_at_its_own_endpoint_alone(server, tmp_path, monkeypatch, version, path):
    monkeypatch.setenv("AZURE_OPENAI_ENDPOINT", server.url.removesuffix("/v1"))
    monkeypatch.setenv("AZURE_OPENAI_API_KEY", "azure-key-0123456789abcdef")
    monkeypatch.setenv("OPENAI_API_VERSION", version)
    server.reply = lambda _: web.json_response(completion())
    model = get_model("azure/my-gpt-4o", {"max_tokens": "9", "reasoning": "off"})
    assert model.name == "azure/my-gpt-4o"
    ask(model, conversation(tmp_path))
    [(asked, headers, body)] = server.received
    assert asked == path
    assert headers["api-key"] == "azure-key-0123456789abcdef"
    assert "Authorization" not in headers
    del body["messages"]
    assert body == {
        "model": "my-gpt-4o",
        "max_completion_tokens": 9,  # and no reasoning_effort: GPT-4o refuses the field
    }
    server.received.clear()
    monkeypatch.setenv("AZURE_OPENAI_ENDPOINT", "https://mine.openai.azure.com")
    _, headers, _ = sent(server, "azure/my-gpt-4o", HELLO, completion())
    assert headers["api-key"] == KEY  # PANELWISE_API_KEY, since this is another host


def test_azure_without_an_endpoint_says_how_to_name_it():
    with pytest.raises(SettingError, match="azure/x needs its endpoint; set AZURE_OPENAI_ENDPOINT"):
        get_model("azure/x")
    with pytest.raises(SettingError, match=r"api_version=2024: must be v1, or a date"):
        get_model("azure/x", {"api_version": "2024"})


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("anthropic/claude-opus-5", "anthropic/claude-opus-5 needs a key; set ANTHROPIC_API_KEY"),
        ("gemini/gemini-2.5-pro", "needs a key; set GEMINI_API_KEY or GOOGLE_API_KEY"),
        ("openrouter/a/b", "openrouter/a/b needs a key; set OPENROUTER_API_KEY"),
    ],
)
def test_no_key_is_said_before_anything_is_sent(name, message):
    with pytest.raises(SettingError, match=message):
        ask(get_model(name))


def test_a_key_is_never_shown_to_another_host(server, monkeypatch):
    for variable in ("ANTHROPIC_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY"):
        monkeypatch.setenv(variable, "own-key-0123456789abcdef")
    replies = {
        "anthropic": claude(words("Hi")),
        "gemini": gemini_reply({"text": "Hi"}),
        "openrouter": completion(),
    }
    for provider, reply in replies.items():
        sent(server, NAMES[provider], HELLO, reply)
        assert "own-key" not in str(server.received)
        server.received.clear()


@pytest.mark.parametrize("provider", ["anthropic", "gemini", "openrouter"])
def test_a_key_that_is_repeated_in_an_error_is_masked(server, provider):
    server.reply = lambda _: web.json_response({"error": {"message": f"bad {KEY}"}}, status=400)
    with pytest.raises(ProviderError) as refused:
        ask(get_model(NAMES[provider], {"url": server.url}))
    assert KEY not in str(refused.value)


def test_pictures_in_formats_that_are_not_taken(server, tmp_path):
    odd = Request((Message("user", (picture(tmp_path, "a.tiff"),)),))
    for provider in ("anthropic", "gemini"):
        with pytest.raises(UnsupportedRequestError, match="takes no image/tiff"):
            ask(get_model(NAMES[provider], {"url": server.url}), odd)
    assert not server.received


# Reasoning.


@pytest.mark.parametrize(
    ("name", "reasoning", "field", "value"),
    [
        ("anthropic/claude-sonnet-4-5", "off", "thinking", {"type": "disabled"}),
        (
            "anthropic/claude-sonnet-4-5",
            "2048",
            "thinking",
            {"type": "enabled", "budget_tokens": 2048},
        ),
        ("anthropic/claude-sonnet-4-5", "2048", "max_tokens", 18_048),
        ("anthropic/claude-opus-5", "low", "thinking", {"type": "adaptive"}),
        ("anthropic/claude-opus-5", "low", "output_config", {"effort": "low"}),
        ("anthropic/claude-3-haiku-20240307", "off", "thinking", None),
        ("anthropic/claude-3-haiku-20240307", "off", "max_tokens", 4096),
        ("openrouter/a/b", "off", "reasoning", {"effort": "none"}),
        ("openrouter/a/b", "high", "reasoning", {"effort": "high"}),
    ],
)
def test_reasoning_as_each_provider_writes_it(server, name, reasoning, field, value):
    reply = completion() if name.startswith("openrouter") else claude(words("Hi"))
    _, _, body = sent(server, name, HELLO, reply, reasoning=reasoning)
    assert body.get(field) == value


@pytest.mark.parametrize(
    ("name", "reasoning", "config"),
    [
        ("gemini-2.5-flash", "off", {"thinkingBudget": 0}),
        ("gemini-2.5-flash-lite", "512", {"thinkingBudget": 512}),
        ("gemini-2.5-pro", "128", {"thinkingBudget": 128}),
        ("gemini-3-flash-preview", "medium", {"thinkingLevel": "medium"}),
        ("gemini-2.0-flash", "off", None),
    ],
)
def test_reasoning_of_gemini(server, name, reasoning, config):
    reply = gemini_reply({"text": "Hi"})
    _, _, body = sent(server, f"gemini/{name}", HELLO, reply, reasoning=reasoning)
    assert body.get("generationConfig", {}).get("thinkingConfig") == config


def test_reasoning_at_an_openai_compatible_server(server):
    """Off is said in OpenAI's words and, for vLLM and its like, to the chat template."""
    server.reply = lambda _: web.json_response(completion())
    ask(get_model(f"{server.url}#m", {"reasoning": "off"}))
    ask(get_model(f"{server.url}#m", {"reasoning": "high"}))
    off, high = (body for _, _, body in server.received)
    assert off["reasoning_effort"] == "none"
    assert off["chat_template_kwargs"] == {"enable_thinking": False}
    assert high["reasoning_effort"] == "high"
    assert "chat_template_kwargs" not in high


@pytest.mark.parametrize(
    ("name", "settings", "message"),
    [
        ("anthropic/claude-sonnet-4-5", {"seed": "1"}, "seed=1: Anthropic takes no seed"),
        ("anthropic/claude-sonnet-4-5", {"temperature": "1.5"}, "1.5: Anthropic takes 0 to 1"),
        ("anthropic/claude-opus-4-7", {"temperature": "0"}, "takes no sampling parameters"),
        (
            "anthropic/claude-sonnet-4-5",
            {"temperature": "0", "reasoning": "2000"},
            "temperature=0: next to reasoning, Anthropic takes only temperature=1",
        ),
        (
            "anthropic/claude-sonnet-4-5",
            {"max_tokens": "1024", "reasoning": "2000"},
            "max_tokens=1024 must hold the 2000 tokens of reasoning and the answer; set it higher",
        ),
        ("anthropic/claude-sonnet-4-5", {"reasoning": "500"}, "budgets begin at 1024"),
        ("anthropic/claude-sonnet-4-5", {"reasoning": "low"}, "takes off or a number of tokens"),
        ("anthropic/claude-opus-5", {"reasoning": "2000"}, "takes off, low, medium or high"),
        ("anthropic/claude-fable-5", {"reasoning": "off"}, "claude-fable-5 always thinks"),
        ("anthropic/claude-3-opus-20240229", {"reasoning": "2000"}, "has no thinking"),
        ("gemini/gemini-2.5-pro", {"reasoning": "off"}, "takes a number of tokens from 128"),
        ("gemini/gemini-2.5-flash", {"reasoning": "low"}, "takes off or a number of tokens"),
        ("gemini/gemini-3-pro-preview", {"reasoning": "off"}, "takes low, medium or high"),
        ("gemini/gemini-2.0-flash", {"reasoning": "low"}, "has no thinking; leave it out"),
        ("gemini/gemini-2.5-flash", {"top_k": "-1"}, "top_k=-1: Gemini takes 1 or more"),
        ("openai/gpt-4o", {"top_k": "5"}, "top_k=5: OpenAI takes no top_k; leave it out"),
        (
            "openai/gpt-5",
            {"reasoning": "2000"},
            "gpt-5 always reasons; it takes low, medium or high",
        ),
        ("openai/gpt-4.1", {"reasoning": "2000"}, "gpt-4.1 has no reasoning; leave it out"),
        ("openai/gpt-5.1", {"reasoning": "2000"}, "chat completions take off, low, medium or high"),
        ("openai/gpt-5-mini", {"reasoning": "off"}, "gpt-5-mini always reasons; it takes low"),
        ("openai/o4-mini", {"temperature": "0"}, "temperature=0: o4-mini takes only 1"),
        ("openai/gpt-4o", {"reasoning": "low"}, "reasoning=low: gpt-4o has no reasoning; leave"),
        ("http://h:1/v1#m", {"reasoning": "2000"}, "reasoning=2000: chat completions take off"),
    ],
)
def test_what_a_provider_cannot_take_is_refused_before_anything_is_asked(name, settings, message):
    with pytest.raises(SettingError, match=message) as refused:
        get_model(name, settings)
    assert "\n" not in str(refused.value)


# What replies mean.


def test_thinking_is_no_part_of_claudes_answer_and_all_tokens_count(server):
    said = read(server, "anthropic", claude(THOUGHT, REDACTED, words("[2, "), words("0, 1]")))
    assert (said.text, said.finish_reason, said.refusal) == ("[2, 0, 1]", "stop", None)
    assert (said.tokens_in, said.tokens_out) == (2200, 503)
    assert said.model == "claude-sonnet-4-5-20250929"


@pytest.mark.parametrize(
    ("stop", "reason"),
    [
        ("max_tokens", "length"),
        ("model_context_window_exceeded", "length"),
        ("stop_sequence", "stop"),
        ("pause_turn", "other"),
    ],
)
def test_why_claude_stopped(server, stop, reason):
    said = read(server, "anthropic", claude(words("So"), stop=stop))
    assert (said.text, said.finish_reason) == ("So", reason)


def test_claude_refuses(server):
    details = {"type": "refusal", "category": "bio", "explanation": "No recipes."}
    said = read(server, "anthropic", claude(stop="refusal", stop_details=details))
    assert (said.text, said.finish_reason) == ("", "content_filter")
    assert said.refusal == "bio: No recipes."
    said = read(server, "anthropic", claude(stop="refusal"))
    assert said.refusal == "refusal"


def test_thoughts_are_no_part_of_geminis_answer_but_are_paid(server):
    reply = gemini_reply(
        {"text": "Hm, A?", "thought": True}, {"text": "The answer "}, {"text": "is B."}
    )
    said = read(server, "gemini", reply)
    assert (said.text, said.finish_reason, said.refusal) == ("The answer is B.", "stop", None)
    assert (said.tokens_in, said.tokens_out) == (1295, 500)
    assert said.model == "gemini-2.5-flash"


def test_gemini_cut_while_it_thought(server):
    reply = gemini_reply(finish="MAX_TOKENS")
    del reply["candidates"][0]["content"]["parts"]
    del reply["usageMetadata"]["candidatesTokenCount"]
    said = read(server, "gemini", reply)
    assert (said.text, said.finish_reason, said.tokens_out) == ("", "length", 480)


@pytest.mark.parametrize(
    "reason", ["SAFETY", "RECITATION", "PROHIBITED_CONTENT", "BLOCKLIST", "SPII"]
)
def test_an_answer_that_gemini_blocks_is_a_refusal(server, reason):
    reply = gemini_reply(finish=reason)
    del reply["candidates"][0]["content"]
    said = read(server, "gemini", reply)
    assert (said.text, said.finish_reason, said.refusal) == ("", "content_filter", reason)


def test_a_prompt_that_gemini_blocks_is_a_refusal(server):
    reply = {
        "promptFeedback": {"blockReason": "PROHIBITED_CONTENT"},
        "usageMetadata": {"promptTokenCount": 12559, "totalTokenCount": 12559},
        "modelVersion": "gemini-1.5-flash-002",
    }
    said = read(server, "gemini", reply)
    assert (said.finish_reason, said.refusal) == ("content_filter", "PROHIBITED_CONTENT")
    assert (said.tokens_in, said.tokens_out) == (12559, 0)


def test_openrouter_says_what_an_answer_cost(server):
    said = read(server, "openrouter", completion())
    assert (said.text, said.cost, said.tokens_in) == ("Fine.", 0.00095, 194)
    model = get_model(NAMES["openrouter"])
    assert model.capabilities.priced
    server.reply = lambda _: web.json_response(completion())
    dear = get_model(NAMES["openrouter"], {"url": server.url, "price_in": "1e6", "price_out": "0"})
    assert ask(dear).cost == 194.0  # one's own price counts before the service's


RETRY = {"Retry-After": "7"}
OVERLOADED = {
    "type": "error",
    "error": {"type": "overloaded_error", "message": "Overloaded"},
    "request_id": "req_011CSHoEeqs5C35K2UUqR7Fy",
}
BAD_KEY = google_error(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.")
FLAGGED = {
    "error": {
        "code": 403,
        "message": "Your chosen model requires moderation and your input was flagged",
        "metadata": {"reasons": ["violence"], "flagged_input": "…", "provider_name": "OpenAI"},
    }
}
FILTERED = {
    "error": {
        "message": "The response was filtered due to the prompt triggering Azure OpenAI's policy.",
        "type": None,
        "param": "prompt",
        "code": "content_filter",
        "status": 400,
        "innererror": {"code": "ResponsibleAIPolicyViolation", "content_filter_result": {}},
    }
}


def anthropic_error(kind: str, message: str = "no") -> dict:
    return {"type": "error", "error": {"type": kind, "message": message}}


@pytest.mark.parametrize(
    ("provider", "status", "body", "headers", "kind"),
    [
        ("anthropic", 429, anthropic_error("rate_limit_error"), RETRY, RateLimitedError),
        ("anthropic", 529, OVERLOADED, {}, TransientError),
        ("anthropic", 529, OVERLOADED, RETRY, RateLimitedError),
        ("anthropic", 401, anthropic_error("authentication_error"), {}, KeyRefusedError),
        ("anthropic", 402, anthropic_error("billing_error"), {}, PermanentError),
        ("anthropic", 404, anthropic_error("not_found_error"), {}, NotServedError),
        ("anthropic", 413, anthropic_error("request_too_large"), {}, UnsupportedRequestError),
        (
            "anthropic",
            400,
            anthropic_error("invalid_request_error", "messages.0: image exceeds 5 MB maximum"),
            {},
            UnsupportedRequestError,
        ),
        (
            "anthropic",
            400,
            anthropic_error("invalid_request_error", "prompt is too long: 210000 tokens"),
            {},
            UnsupportedRequestError,
        ),
        ("anthropic", 200, OVERLOADED, {}, TransientError),
        ("anthropic", 200, anthropic_error("rate_limit_error"), {}, RateLimitedError),
        ("anthropic", 200, {"type": "message"}, {}, UnreadableAnswerError),
        ("gemini", 429, QUOTA, {}, RateLimitedError),
        ("gemini", 429, [QUOTA], {}, RateLimitedError),
        ("gemini", 200, QUOTA, {}, RateLimitedError),
        ("gemini", 400, BAD_KEY, {}, KeyRefusedError),
        ("gemini", 403, google_error(403, "PERMISSION_DENIED", "no"), {}, KeyRefusedError),
        ("gemini", 404, google_error(404, "NOT_FOUND", "models/x"), {}, NotServedError),
        ("gemini", 503, google_error(503, "UNAVAILABLE", "overloaded"), {}, TransientError),
        ("gemini", 400, google_error(400, "FAILED_PRECONDITION", "region"), {}, PermanentError),
        ("gemini", 200, {"usageMetadata": {}}, {}, UnreadableAnswerError),
        ("openrouter", 402, {"error": {"code": 402, "message": "credits"}}, {}, PermanentError),
        ("openrouter", 429, {"error": {"code": 429, "message": "slow"}}, RETRY, RateLimitedError),
        ("openrouter", 200, {"error": {"code": 502, "message": "down"}}, {}, TransientError),
        (
            "openrouter",
            200,
            completion(error={"code": 502, "message": "cut"}, finish_reason="error"),
            {},
            TransientError,
        ),
        ("azure", 401, {"error": {"code": "401", "message": "denied"}}, {}, KeyRefusedError),
        ("azure", 429, {"error": {"code": "429", "message": "slow"}}, RETRY, RateLimitedError),
        (
            "azure",
            404,
            {"error": {"code": "DeploymentNotFound", "message": "The API deployment"}},
            {},
            NotServedError,
        ),
    ],
)
def test_failures(server, provider, status, body, headers, kind):
    with pytest.raises(ProviderError) as failed:
        read(
            server,
            provider,
            body if isinstance(body, dict) else json.dumps(body),
            status,
            **headers,
        )
    assert type(failed.value) is kind
    if headers and isinstance(failed.value, RateLimitedError):
        assert failed.value.retry_after == 7
    if provider == "gemini" and isinstance(failed.value, RateLimitedError):
        assert failed.value.retry_after == 46.7


@pytest.mark.parametrize(
    ("provider", "status", "body"), [("openrouter", 403, FLAGGED), ("azure", 400, FILTERED)]
)
def test_an_input_that_a_filter_refuses_is_a_refusal(server, provider, status, body):
    said = read(server, provider, body, status)
    assert (said.text, said.finish_reason) == ("", "content_filter")
    assert said.refusal is not None
    assert not isinstance(said, FilteredError)


def test_an_error_that_comes_as_an_event_of_a_stream(server):
    stream = f"event: error\ndata: {json.dumps(OVERLOADED)}\n\n"
    with pytest.raises(TransientError, match="Overloaded") as failed:
        read(server, "anthropic", stream)
    assert not isinstance(failed.value, UnreadableAnswerError)
    with pytest.raises(UnreadableAnswerError):
        read(server, "anthropic", 'event: ping\ndata: {"type": "ping"}\n\n')


def test_an_unknown_model_of_gemini_is_answered_with_those_it_lists(server):
    listed = {"models": [{"name": "models/gemini-2.5-flash"}, {"name": "models/gemini-2.5-pro"}]}

    def reply(body):
        return web.json_response(
            google_error(404, "NOT_FOUND", "models/x is not found"), status=404
        )

    server.reply, server.listed = reply, listed
    with pytest.raises(NotServedError, match=r"did you mean 'gemini-2.5-flash'\? It serves"):
        ask(get_model("gemini/gemini-2.5-flush", {"url": server.url}))
    with pytest.raises(NotServedError, match="the Azure portal lists the deployments"):
        ask(get_model("azure/x", {"url": server.url}))


TAKEN = {"temperature": "0.5", "top_p": "0.5", "top_k": "5", "seed": "1", "max_tokens": "9"}
TAKEN |= {"reasoning": "off", "logprobs": "on"}


def refuses(name: str, settings: dict[str, str]) -> str:
    """Why a model cannot be had with settings; empty when it can."""
    try:
        get_model(name, settings)
    except SettingError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    "name",
    [
        "openai/gpt-4o",
        "azure/gpt-4o",
        "anthropic/claude-haiku-4-5",
        "gemini/gemini-2.5-flash",
        "openrouter/a/b",
        "http://nowhere/v1#m",
    ],
)
def test_the_list_of_settings_holds_what_the_provider_takes(name, monkeypatch):
    monkeypatch.setenv("AZURE_OPENAI_ENDPOINT", "https://mine.openai.azure.com")
    assert TAKEN.keys() == DECODING.keys()
    taken = {key for key, text in TAKEN.items() if not refuses(name, {key: text})}
    message = refuses(name, {"zzz": "1"})
    listed = set(message.partition("nown: ")[2].split(", "))
    assert listed & DECODING.keys() == taken, message
    for asked in ({"zzz": "1"}, {"noise": "0.5"}):  # nobody's, and that of a baseline
        with pytest.raises(SettingError) as caught:
            require_taken_by([name], asked)
        assert set(re.findall(r"\w+", str(caught.value))) & DECODING.keys() == taken
