"""What is handed in to batch services, judged by the official SDKs' request models."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from native_replies import SYSTEM, conversation
from panelwise.models import BatchRequest, get_model

pytestmark = pytest.mark.extra


@pytest.fixture(autouse=True)
def keys(monkeypatch):
    for name in ("OPENAI_API_KEY", "AZURE_OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.setenv(name, "k")


class Recorded:
    """A connection that takes everything and keeps it."""

    def __init__(self, real: Any) -> None:
        self.sent: list[tuple[str, bytes]] = []
        self._real = real

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    async def exchange(self, path: str, body=None, **_: Any) -> Any:
        self.sent.append((path, b"".join(body or [])))
        return SimpleNamespace(
            headers={"X-Goog-Upload-URL": "https://host/upload/v1beta/files?u=1"}
        )

    async def json(self, path: str, body=None, **more: Any) -> dict[str, Any]:
        await self.exchange(path, body, **more)
        return {"id": "made", "name": "batches/made", "file": {"name": "files/made"}}


def handed_in(tmp_path, name: str, **settings: str) -> tuple[list[bytes], list[tuple[str, bytes]]]:
    """Two requests as they are written into a batch, and every body that leaves."""
    model = get_model(name, settings)
    chat = model.model
    body = chat.body(replace(conversation(tmp_path), sampling=model.sampling))
    batches = chat.batches
    batches._service = service = Recorded(batches._service)
    wrapped = [batches.wrapped(BatchRequest(f"{k}" * 64, body)) for k in range(2)]
    asyncio.run(batches.submit("token", wrapped))
    return [b"".join(one) for one in wrapped], service.sent


def plain(value: Any) -> Any:
    """What a validated parameter holds, iterables walked."""
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, str | bytes | int | float | None):
        return value
    return [plain(one) for one in value]


@pytest.mark.parametrize(
    ("name", "endpoint"),
    [("openai/gpt-4o", "/v1/chat/completions"), ("azure/deployed", "/chat/completions")],
)
def test_openais_and_azures_lines_and_batch(tmp_path, name, endpoint, monkeypatch):
    pytest.importorskip("openai")
    from openai.types.batch_create_params import BatchCreateParams
    from openai.types.chat.completion_create_params import CompletionCreateParamsNonStreaming
    from pydantic import TypeAdapter

    monkeypatch.setenv("AZURE_OPENAI_ENDPOINT", "https://mine.openai.azure.com")
    lines, [(files, form), (path, created)] = handed_in(tmp_path, name, temperature="0")
    assert (files, path) == ("/files", "/batches")
    chat = TypeAdapter(CompletionCreateParamsNonStreaming)
    for k, line in enumerate(map(json.loads, lines)):
        assert line.keys() == {"custom_id", "method", "url", "body"}
        assert (line["custom_id"], line["method"]) == (f"{k}" * 64, "POST")
        assert line["url"] == endpoint
        assert plain(chat.validate_python(line["body"])) == line["body"]
        assert line["body"]["model"] == name.split("/")[1]
    content = b"\n".join(lines)
    assert b'name="purpose"\r\n\r\nbatch\r\n' in form
    assert content in form
    body = json.loads(created)
    if name.startswith("azure"):  # Azure's reference has its own word for the same
        assert body.pop("endpoint") == endpoint
        body["endpoint"] = "/v1/chat/completions"
    made = TypeAdapter(BatchCreateParams)
    assert plain(made.validate_python(body)) == body


def test_anthropics_batch(tmp_path):
    pytest.importorskip("anthropic")
    from anthropic.types.messages.batch_create_params import BatchCreateParams
    from pydantic import TypeAdapter

    _, [(path, sent)] = handed_in(tmp_path, "anthropic/claude-haiku-4-5", reasoning="2048")
    body = json.loads(sent)
    assert path == "/messages/batches"
    made = TypeAdapter(BatchCreateParams)
    assert plain(made.validate_python(body)) == body
    assert [one["custom_id"] for one in body["requests"]] == ["0" * 64, "1" * 64]
    assert all(len(one["custom_id"]) <= 64 for one in body["requests"])  # Anthropic's limit


def test_googles_lines_and_batch(tmp_path):
    pytest.importorskip("google.genai")
    from google.genai import types

    lines, sent = handed_in(tmp_path, "gemini/gemini-2.5-flash", temperature="0", reasoning="off")
    for k, line in enumerate(map(json.loads, lines)):
        assert (line.keys(), line["key"]) == ({"key", "request"}, f"{k}" * 64)
        body = line["request"]
        assert body.keys() <= {"contents", "systemInstruction", "generationConfig"}
        read = [types.Content.model_validate(one) for one in body["contents"]]
        assert [one.role for one in read] == ["user", "model", "user"]
        system = types.Content.model_validate(body["systemInstruction"])
        assert system.parts[0].text == SYSTEM
        config = types.GenerationConfig.model_validate(body["generationConfig"])
        assert (config.temperature, config.thinking_config.thinking_budget) == (0.0, 0)
    [(_, about), (_, content), (path, created)] = sent
    file = types.File.model_validate(json.loads(about)["file"])
    assert (file.display_name, file.mime_type) == ("token", "application/jsonl")
    assert content == b"\n".join(lines) + b"\n"
    batch = json.loads(created)["batch"]
    assert path == "/models/gemini-2.5-flash:batchGenerateContent"
    job = types.BatchJob.model_validate({"displayName": batch["displayName"]})
    source = types.BatchJobSource.model_validate(batch["inputConfig"])
    assert (job.display_name, source.file_name) == ("token", "files/made")
