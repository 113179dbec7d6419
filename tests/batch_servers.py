"""The batch services of OpenAI, Anthropic and Google on loopback, in their documented shapes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web

from loopback import completion, serving
from native_replies import claude, gemini_reply, words


def now() -> str:
    """The time as the providers write it."""
    return datetime.now(UTC).isoformat().replace("+00:00", "Z")


@dataclass
class HandedIn:
    """A batch at the provider: its requests by id, and how many looks it takes until it ends."""

    id: str
    label: str
    requests: dict[str, dict]
    looks: int
    file: str = ""


@dataclass
class BatchServer:
    """``script`` maps an item's id and the how-manieth time it came to the words of an answer, or
    to one of ``expired``, ``overloaded``, ``too many images``, ``filtered``.
    """

    script: Callable[[str, int], str] = lambda item, nth: "[2, 0, 1]"
    looks: int = 1
    url: str = ""
    settings: dict[str, str] = field(default_factory=dict)
    batches: list[HandedIn] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    items: list[str] = field(default_factory=list)
    faults: list[Any] = field(default_factory=list)  # of the calls that hand a batch in
    calls: list[str] = field(default_factory=list)

    @property
    def model(self) -> str:
        raise NotImplementedError

    def take(self, label: str, requests: dict[str, dict]) -> HandedIn:
        batch = HandedIn(f"b_{len(self.batches)}", label, requests, self.looks)
        self.batches.append(batch)
        return batch

    def is_done(self, batch: HandedIn) -> bool:
        batch.looks -= 1
        return batch.looks < 0

    def said(self, body: dict) -> str:
        """What is to be answered to a request."""
        item = re.findall(r"Item <(.*?)>", json.dumps(body))[0]
        self.items.append(item)
        return self.script(item, self.items.count(item))

    def find(self, request: web.Request) -> HandedIn:
        found = [one for one in self.batches if one.id == request.match_info["id"]]
        if not found:
            raise web.HTTPNotFound(text='{"error": {"message": "no such batch"}}')
        return found[0]

    def trouble(self, point: str) -> web.Response | None:
        """A fault at a call; "lost" ones arrive all the same."""
        self.calls.append(point)
        if self.faults and self.faults[0][0] == point:
            return web.json_response({"error": {"message": "no"}}, status=self.faults.pop(0)[1])
        return None


class OpenAIServer(BatchServer):
    """Files, batches, an output file and an error file."""

    base = "/v1"
    endpoint = "/v1/chat/completions"

    @property
    def model(self) -> str:
        return f"{self.url}#m"

    def routes(self) -> list[web.RouteDef]:
        return [
            web.post(f"{self.base}/files", self.upload),
            web.post(f"{self.base}/batches", self.create),
            web.get(f"{self.base}/batches", self.list),
            web.get(f"{self.base}/batches/{{id}}", self.show),
            web.get(f"{self.base}/files/{{id}}/content", self.content),
        ]

    async def upload(self, request: web.Request) -> web.Response:
        form = await request.post()
        assert form["purpose"] == "batch"
        name = f"file-{len(self.files)}"
        self.files[name] = form["file"].file.read()
        assert form["file"].filename.endswith(".jsonl")
        about = {"id": name, "object": "file", "bytes": len(self.files[name]), "purpose": "batch"}
        return self.trouble("upload") or web.json_response(about)

    async def create(self, request: web.Request) -> web.Response:
        body = await request.json()
        assert body["completion_window"] == "24h"
        assert body["endpoint"] == self.endpoint
        lines = [json.loads(line) for line in self.files[body["input_file_id"]].splitlines()]
        assert {(one["method"], one["url"]) for one in lines} == {("POST", body["endpoint"])}
        if (fault := self.trouble("create")) is not None and fault.status != 599:
            return fault
        requests = {one["custom_id"]: one["body"] for one in lines}
        batch = self.take(body["metadata"]["panelwise"], requests)
        return fault or web.json_response(self.about(batch, "validating"))

    def about(self, batch: HandedIn, status: str, **more: object) -> dict:
        return {
            "id": batch.id,
            "object": "batch",
            "endpoint": self.endpoint,
            "errors": None,
            "status": status,
            "output_file_id": None,
            "error_file_id": None,
            "request_counts": {"total": len(batch.requests), "completed": 0, "failed": 0},
            "metadata": {"panelwise": batch.label},
        } | more

    async def list(self, request: web.Request) -> web.Response:
        self.calls.append("list")
        after = request.query.get("after")
        newest = list(reversed(self.batches))
        start = next((k + 1 for k, one in enumerate(newest) if one.id == after), 0)
        page = newest[start : start + 1]
        data = [self.about(one, "in_progress") for one in page]
        more = start + 1 < len(newest)
        return web.json_response({"object": "list", "data": data, "has_more": more})

    async def show(self, request: web.Request) -> web.Response:
        if (fault := self.trouble("show")) is not None:
            return fault
        batch = self.find(request)
        if not self.is_done(batch):
            return web.json_response(self.about(batch, "in_progress"))
        done, failed = [], []
        status = "completed"
        for name, body in batch.requests.items():
            line = {"id": f"batch_req_{name}", "custom_id": name, "error": None}
            match self.said(body):
                case "refused as a whole":
                    errors = {
                        "object": "list",
                        "data": [{"code": "invalid", "message": "bad line"}],
                    }
                    return web.json_response(self.about(batch, "failed", errors=errors))
                case "queue full":
                    message = "Enqueued token limit reached"
                    errors = {"data": [{"code": "token_limit_exceeded", "message": message}]}
                    return web.json_response(self.about(batch, "failed", errors=errors))
                case "expired":
                    status = "expired"
                    why = "This request could not be executed before the completion window expired."
                    error = {"code": "batch_expired", "message": why}
                    failed.append(line | {"response": None, "error": error})
                case "missing":
                    continue
                case ("overloaded" | "too many images" | "filtered") as fault:
                    code, said = FAULTS[fault]
                    error = {"message": said, "type": "x", "code": fault_code(fault)}
                    response = {"status_code": code, "request_id": "r", "body": {"error": error}}
                    failed.append(line | {"response": response})
                case text:
                    response = {"status_code": 200, "request_id": "r", "body": completion(text)}
                    done.append(line | {"response": response})
        files = {}
        for kind, lines in (("output_file_id", done), ("error_file_id", failed)):
            if lines:
                files[kind] = f"{kind}-{batch.id}"
                text = "".join(json.dumps(line) + "\n" for line in lines)
                self.files[files[kind]] = text.encode()
        counts = {"total": len(batch.requests), "completed": len(done), "failed": len(failed)}
        return web.json_response(self.about(batch, status, request_counts=counts, **files))

    async def content(self, request: web.Request) -> web.Response:
        return self.trouble("content") or web.Response(body=self.files[request.match_info["id"]])


FAULTS = {
    "overloaded": (500, "The server had an error"),
    "too many images": (400, "At most 1 image(s) may be provided in one request."),
    "filtered": (400, "The response was filtered"),
}


def fault_code(fault: str) -> str | None:
    return "content_filter" if fault == "filtered" else None


class AzureServer(OpenAIServer):
    """The same at another path, with requests for another address; a dated version is asked for."""

    base = "/openai"
    endpoint = "/chat/completions"

    @property
    def model(self) -> str:
        return "azure/deployed"

    async def show(self, request: web.Request) -> web.Response:
        assert request.query["api-version"] == "2024-10-21"
        return await super().show(request)


class AnthropicServer(BatchServer):
    """Message Batches: all in one body, results as JSON lines at ``results_url``."""

    @property
    def model(self) -> str:
        return "anthropic/claude-sonnet-4-5"

    def routes(self) -> list[web.RouteDef]:
        return [
            web.post("/v1/messages/batches", self.create),
            web.get("/v1/messages/batches", self.list),
            web.get("/v1/messages/batches/{id}", self.show),
            web.get("/v1/messages/batches/{id}/results", self.content),
        ]

    async def create(self, request: web.Request) -> web.Response:
        assert request.headers["anthropic-version"] == "2023-06-01"
        body = await request.json()
        requests = {one["custom_id"]: one["params"] for one in body["requests"]}
        assert all(re.fullmatch("[a-zA-Z0-9_-]{1,64}", name) for name in requests)
        if (fault := self.trouble("create")) is not None and fault.status != 599:
            return fault
        batch = self.take("", requests)
        return fault or web.json_response(self.about(batch, ended=False))

    def about(self, batch: HandedIn, *, ended: bool) -> dict:
        count, kind = len(batch.requests), "succeeded" if ended else "processing"
        counts = dict.fromkeys(("processing", "succeeded", "errored", "canceled", "expired"), 0)
        results = f"https://api.anthropic.com/v1/messages/batches/{batch.id}/results"
        return {
            "id": batch.id,
            "type": "message_batch",
            "processing_status": "ended" if ended else "in_progress",
            "request_counts": counts | {kind: count},
            "created_at": now(),
            "ended_at": now() if ended else None,
            "results_url": results if ended else None,
        }

    async def list(self, request: web.Request) -> web.Response:
        self.calls.append("list")
        newest = list(reversed(self.batches))
        data = [self.about(one, ended=self.is_done(one)) for one in newest]
        last = newest[-1].id if newest else None
        return web.json_response({"data": data, "has_more": False, "last_id": last})

    async def show(self, request: web.Request) -> web.Response:
        batch = self.find(request)
        return web.json_response(self.about(batch, ended=self.is_done(batch)))

    async def content(self, request: web.Request) -> web.Response:
        lines = []
        for name, body in reversed(self.find(request).requests.items()):  # in any order
            match self.said(body):
                case "expired":
                    result = {"type": "expired"}
                case ("overloaded" | "too many images" | "filtered") as fault:
                    kind = "api_error" if fault == "overloaded" else "invalid_request_error"
                    error = {"type": kind, "message": FAULTS[fault][1]}
                    result = {"type": "errored", "error": {"type": "error", "error": error}}
                case text:
                    result = {"type": "succeeded", "message": claude(words(text))}
            lines.append(json.dumps({"custom_id": name, "result": result}))
        return web.Response(text="\n".join(lines) + "\n", content_type="application/binary")


class GeminiServer(BatchServer):
    """An uploaded file, a long-running operation, a file of responses."""

    @property
    def model(self) -> str:
        return "gemini/gemini-2.5-flash"

    def routes(self) -> list[web.RouteDef]:
        return [
            web.post("/upload/v1/files", self.start),
            web.post("/upload/v1/session", self.upload),
            web.post("/v1/models/{model}", self.create),
            web.get("/v1/batches", self.list),
            web.get("/v1/batches/{id}", self.show),
            web.get("/download/v1/files/{id}", self.content),
        ]

    async def start(self, request: web.Request) -> web.Response:
        assert request.headers["X-Goog-Upload-Command"] == "start"
        assert request.headers["X-Goog-Upload-Protocol"] == "resumable"
        assert (await request.json())["file"]["mimeType"] == "application/jsonl"
        url = f"https://elsewhere.example{urlsplit(str(request.url)).path[:10]}/session?upload_id=9"
        return web.Response(headers={"X-Goog-Upload-URL": url})

    async def upload(self, request: web.Request) -> web.Response:
        assert request.query["upload_id"] == "9"
        assert request.headers["X-Goog-Upload-Command"] == "upload, finalize"
        name = f"files/in-{len(self.files)}"
        self.files[name] = await request.read()
        return web.json_response({"file": {"name": name, "state": "ACTIVE"}})

    async def create(self, request: web.Request) -> web.Response:
        assert request.match_info["model"] == "gemini-2.5-flash:batchGenerateContent"
        batch = (await request.json())["batch"]
        content = self.files[batch["inputConfig"]["fileName"]]
        lines = [json.loads(line) for line in content.splitlines()]
        if (fault := self.trouble("create")) is not None and fault.status != 599:
            return fault
        made = self.take(batch["displayName"], {one["key"]: one["request"] for one in lines})
        return fault or web.json_response(self.about(made, "BATCH_STATE_PENDING"))

    def about(self, batch: HandedIn, state: str, file: str | None = None) -> dict:
        stats = {"requestCount": str(len(batch.requests))}
        kind = "type.googleapis.com/google.ai.generativelanguage.v1main.GenerateContentBatch"
        metadata = {
            "@type": kind,
            "model": "models/gemini-2.5-flash",
            "displayName": batch.label,
            "state": state,
            "batchStats": stats,
            "name": f"batches/{batch.id}",
        }
        found: dict = {"name": f"batches/{batch.id}", "metadata": metadata}
        if file:
            stats["successfulRequestCount"] = stats["requestCount"]
            metadata["output"] = {"responsesFile": file}
            found |= {"done": True, "response": {"responsesFile": file}}
        return found

    async def list(self, request: web.Request) -> web.Response:
        self.calls.append("list")
        operations = [self.about(one, "BATCH_STATE_RUNNING") for one in self.batches]
        return web.json_response({"operations": operations})

    async def show(self, request: web.Request) -> web.Response:
        batch = self.find(request)
        if not self.is_done(batch):
            return web.json_response(self.about(batch, "BATCH_STATE_RUNNING"))
        lines, said = [], [(name, self.said(body)) for name, body in batch.requests.items()]
        if any(text == "expired" for _, text in said):
            return web.json_response(self.about(batch, "BATCH_STATE_EXPIRED") | {"done": True})
        for name, text in said:
            if text in FAULTS:
                code = 13 if text == "overloaded" else 3
                line = {"key": name, "error": {"code": code, "message": FAULTS[text][1]}}
            else:
                line = {"key": name, "response": gemini_reply({"text": text})}
            lines.append(json.dumps(line))
        file = f"files/out-{batch.id}"
        self.files[file] = "\n".join(lines).encode()
        return web.json_response(self.about(batch, "BATCH_STATE_SUCCEEDED", file))

    async def content(self, request: web.Request) -> web.Response:
        assert request.query["alt"] == "media"
        name = "files/" + request.match_info["id"].removesuffix(":download")
        return web.Response(body=self.files[name])


AZURE = "azure"
SERVERS = {"openai": OpenAIServer, "anthropic": AnthropicServer, "gemini": GeminiServer}


@contextmanager
def batch_server(provider: str) -> Iterator[BatchServer]:
    """A provider's batch service; its address is a setting of the native models."""
    server = (SERVERS | {AZURE: AzureServer})[provider]()
    with serving(*server.routes()) as server.url:
        if provider == AZURE:
            server.settings = {"url": server.url.removesuffix("/v1"), "api_version": "2024-10-21"}
        elif provider != "openai":
            server.settings = {"url": server.url}
        yield server
