"""The official SDKs as judges: they would send what we send, and read replies as we read them.

The extra ``[sdk]`` brings them; nothing in Panelwise uses them.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest
from aiohttp import web

from native_replies import (
    AFTER,
    BEFORE,
    PIXEL,
    REDACTED,
    SYSTEM,
    THOUGHT,
    claude,
    completion,
    conversation,
    gemini_reply,
    words,
)
from panelwise.models import Response, get_model

pytestmark = pytest.mark.extra

IMAGES = [PIXEL, PIXEL + b"more"]
CODED = [base64.b64encode(data).decode() for data in IMAGES]


@pytest.fixture(autouse=True)
def no_keys(monkeypatch):
    for name in list(os.environ):
        if name.endswith(("_API_KEY", "_BASE_URL", "_AUTH_TOKEN", "_ENDPOINT")):
            monkeypatch.delenv(name)


def ours(server, tmp_path, name: str, reply: dict, **settings: str) -> tuple[dict, Response]:
    """The body that we send, and how we read the reply."""
    server.reply = lambda _: web.json_response(reply)
    if "#" not in name:
        settings["url"] = server.url
    model = get_model(name.replace("URL", server.url), settings)

    async def go():
        try:
            return await model.generate(conversation(tmp_path))
        finally:
            await model.close()

    said = asyncio.run(go())
    [(_, _, body)] = server.received
    server.received.clear()
    return body, said


def theirs(server, send: Callable[[], Any]) -> tuple[dict, Any]:
    """The body that an SDK sends, and how it reads the same reply."""
    answer = send()
    [(_, _, body)] = server.received
    return body, answer


def plain(value: Any) -> Any:
    """What a validated parameter holds: iterables of TypedDicts are read only when walked."""
    if isinstance(value, Mapping):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        return value
    return [plain(one) for one in value]


# Anthropic.


def anthropic_turns() -> list[dict]:
    def image(data: str) -> dict:
        source = {"type": "base64", "media_type": "image/png", "data": data}
        return {"type": "image", "source": source}

    text = [{"type": "text", "text": said} for said in (BEFORE, AFTER, "A cat falls.", "And then?")]
    return [
        {"role": "user", "content": [text[0], *map(image, CODED), text[1]]},
        {"role": "assistant", "content": [text[2]]},
        {"role": "user", "content": [text[3]]},
    ]


@pytest.mark.parametrize(
    ("name", "settings", "more"),
    [
        (
            "claude-haiku-4-5",
            {"temperature": "0", "top_k": "5"},
            # the SDK's own parameters are those of the newest models, which take neither
            {"extra_body": {"temperature": 0.0, "top_k": 5}},
        ),
        (
            "claude-haiku-4-5",
            {"reasoning": "2048"},
            {"thinking": {"type": "enabled", "budget_tokens": 2048}, "max_tokens": 18_048},
        ),
        ("claude-haiku-4-5", {"reasoning": "off"}, {"thinking": {"type": "disabled"}}),
        (
            "claude-opus-5",
            {"reasoning": "medium"},
            {"thinking": {"type": "adaptive"}, "output_config": {"effort": "medium"}},
        ),
    ],
)
def test_anthropics_sdk(server, tmp_path, name, settings, more):
    anthropic = pytest.importorskip("anthropic")
    from anthropic.types.message_create_params import MessageCreateParamsNonStreaming
    from pydantic import TypeAdapter

    reply = claude(THOUGHT, REDACTED, words("The answer is B."))
    body, said = ours(server, tmp_path, f"anthropic/{name}", reply, **settings)
    adapter = TypeAdapter(MessageCreateParamsNonStreaming)
    sampling = more.get("extra_body", {})
    assert (
        plain(adapter.validate_python(body)) | sampling == body
    )  # nothing was dropped that the model does not know

    client = anthropic.Anthropic(api_key="k", base_url=server.url.removesuffix("/v1"))
    sent = {"model": name, "max_tokens": 16_000, "messages": anthropic_turns()} | more
    sent["system"] = [{"type": "text", "text": SYSTEM}]
    # the raw request: the SDK itself advises against budgets on newer models
    expected, message = theirs(server, lambda: client.messages.create(**sent))
    assert body == expected
    blocks = [block.text for block in message.content if block.type == "text"]
    assert said.text == "".join(blocks) == "The answer is B."
    assert said.tokens_out == message.usage.output_tokens
    usage = message.usage
    cached = usage.cache_creation_input_tokens + usage.cache_read_input_tokens
    assert said.tokens_in == usage.input_tokens + cached


def test_anthropics_words_for_stopping_and_failing_are_known():
    pytest.importorskip("anthropic")
    from typing import get_args

    from anthropic.types import StopReason

    from panelwise.models._anthropic import FINISH_REASONS

    unknown = set(get_args(StopReason)) - set(FINISH_REASONS)
    assert unknown == {"tool_use", "pause_turn"}  # no tools are offered


# Gemini.


@pytest.mark.parametrize(
    ("name", "settings", "config"),
    [
        (
            "gemini-2.5-flash",
            {"temperature": "0", "top_p": "0.5", "top_k": "5", "seed": "7", "max_tokens": "99"},
            {"temperature": 0.0, "top_p": 0.5, "top_k": 5, "seed": 7, "max_output_tokens": 99},
        ),
        ("gemini-2.5-flash", {"reasoning": "off"}, {"thinking_budget": 0}),
        ("gemini-2.5-pro", {"reasoning": "512"}, {"thinking_budget": 512}),
        ("gemini-3-flash", {"reasoning": "low"}, {"thinking_level": "low"}),
    ],
)
def test_googles_sdk(server, tmp_path, name, settings, config):
    genai = pytest.importorskip("google.genai")
    from google.genai import types

    reply = gemini_reply({"text": "Hm, A?", "thought": True}, {"text": "The answer is B."})
    body, said = ours(server, tmp_path, f"gemini/{name}", reply, **settings)
    base = server.url.removesuffix("/v1")
    options = types.HttpOptions(base_url=base, api_version="v1")
    client = genai.Client(api_key="k", vertexai=False, http_options=options)
    images = [types.Part.from_bytes(data=data, mime_type="image/png") for data in IMAGES]
    before, after, cat, then = (
        types.Part(text=said) for said in (BEFORE, AFTER, "A cat falls.", "And then?")
    )
    turns = [
        types.Content(role="user", parts=[before, *images, after]),
        types.Content(role="model", parts=[cat]),
        types.Content(role="user", parts=[then]),
    ]
    if config.keys() <= {"thinking_budget", "thinking_level"}:
        config = {"thinking_config": types.ThinkingConfig(**config)}
    wanted = types.GenerateContentConfig(system_instruction=SYSTEM, **config)
    expected, answer = theirs(
        server,
        lambda: client.models.generate_content(model=name, contents=turns, config=wanted),
    )
    assert as_models(body) == as_models(expected)
    assert said.text == answer.text == "The answer is B."
    usage = answer.usage_metadata
    assert said.tokens_in == usage.prompt_token_count
    assert said.tokens_out == usage.candidates_token_count + usage.thoughts_token_count


def as_models(body: dict) -> tuple:
    """A body in the SDK's own request models, which refuse fields that Google does not know.

    The SDK mixes spellings (``thinking_budget``, base64 for URLs), and names a role for system
    words; Google takes either.
    """
    from google.genai import types

    assert body.keys() <= {"contents", "systemInstruction", "generationConfig"}
    contents = [types.Content.model_validate_json(json.dumps(one)) for one in body["contents"]]
    system = types.Content.model_validate_json(json.dumps(body["systemInstruction"]))
    config = types.GenerationConfig.model_validate_json(json.dumps(body["generationConfig"]))
    return contents, system.parts, config


def test_every_word_that_google_stops_with_is_known():
    pytest.importorskip("google.genai")
    from google.genai import types

    from panelwise.models._gemini import FINISH_REASONS

    unknown = {reason.value for reason in types.FinishReason} - set(FINISH_REASONS)
    other = {"FINISH_REASON_UNSPECIFIED", "LANGUAGE", "OTHER", "CONTINUATION", "NO_IMAGE"}
    tools = {"MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS"}
    faults = {"MISSING_THOUGHT_SIGNATURE", "MALFORMED_RESPONSE", "PUP_LIMITED_DISABLED"}
    drawing = {"IMAGE_PROHIBITED_CONTENT", "IMAGE_OTHER", "IMAGE_RECITATION"}
    assert unknown <= other | tools | faults | drawing


# OpenAI's, at three addresses.


@pytest.mark.parametrize(
    ("name", "settings", "more"),
    [
        ("URL#m", {"temperature": "0", "max_tokens": "9"}, {"temperature": 0.0, "max_tokens": 9}),
        ("URL#m", {"reasoning": "high", "seed": "3"}, {"reasoning_effort": "high", "seed": 3}),
        ("azure/m", {"reasoning": "off"}, {"reasoning_effort": "none"}),
        ("azure/m", {"max_tokens": "9"}, {"max_completion_tokens": 9}),
        (
            "openrouter/m",
            {"reasoning": "2000"},
            {
                "extra_body": {
                    "reasoning": {"max_tokens": 2000},
                    "provider": {"require_parameters": True},
                }
            },
        ),
    ],
)
def test_openais_sdk(server, tmp_path, name, settings, more):
    openai = pytest.importorskip("openai")
    from openai.types.chat.completion_create_params import CompletionCreateParamsNonStreaming
    from pydantic import TypeAdapter

    body, said = ours(server, tmp_path, name, completion(), **settings)
    if not name.startswith("openrouter"):
        adapter = TypeAdapter(CompletionCreateParamsNonStreaming)
        assert plain(adapter.validate_python(body)) == body

    def image(data: str) -> dict:
        return {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{data}"}}

    text = [{"type": "text", "text": words} for words in (BEFORE, AFTER)]
    turns = [
        {"role": "system", "content": SYSTEM},
        {"role": "user", "content": [text[0], *map(image, CODED), text[1]]},
        {"role": "assistant", "content": "A cat falls."},
        {"role": "user", "content": "And then?"},
    ]
    client = openai.OpenAI(api_key="k", base_url=server.url)
    expected, answer = theirs(
        server,
        lambda: client.chat.completions.create(model="m", messages=turns, **more),
    )
    assert body == expected
    assert said.text == answer.choices[0].message.content == "Fine."
    assert said.tokens_in == answer.usage.prompt_tokens
