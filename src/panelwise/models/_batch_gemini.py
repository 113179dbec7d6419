"""Google's Gemini Batch API.

Sources: Gemini API reference (``models.batchGenerateContent``, ``media.upload``) and "Batch API",
as of November 2026: a file of at most 2 GB; results within 24 hours, for half the price. The
smaller limit here is ours, since a batch is put together in memory.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

import orjson

from panelwise.errors import PermanentError, ProviderError, UnreadableAnswerError
from panelwise.models._batches import (
    MOST_PAGES,
    NO_RESULT,
    Batches,
    BatchRequest,
    BatchResult,
    BatchState,
    cancelled,
    expired,
    id_in,
    in_path,
    joined,
    number_in,
    objects_in,
    words_of,
)

_STATUSES = {3: 400, 4: 504, 5: 404, 7: 403, 8: 429, 9: 400, 11: 400, 12: 501, 14: 503, 16: 401}
"""gRPC's numbers, in which errors of single requests come."""


class GeminiBatches(Batches):
    """``POST /v1beta/models/NAME:batchGenerateContent`` with an uploaded file."""

    max_requests = 50_000
    max_bytes = 190_000_000
    half_price = "ai.google.dev/gemini-api/docs/batch-api"

    def wrapped(self, request: BatchRequest) -> list[bytes]:
        """A line of the input file."""
        key = orjson.dumps({"key": request.id})[:-1]
        return [key + b',"request":', *request.body, b"}"]

    async def submit(self, token: str, requests: Sequence[Sequence[bytes]]) -> str:
        """Upload the file, then make the batch; the token is its display name."""
        content = [*joined(requests, b"\n"), b"\n"]
        size, kind = sum(map(len, content)), "application/jsonl"
        start = {
            "X-Goog-Upload-Protocol": "resumable",
            "X-Goog-Upload-Command": "start",
            "X-Goog-Upload-Header-Content-Length": str(size),
            "X-Goog-Upload-Header-Content-Type": kind,
        }
        about = orjson.dumps({"file": {"displayName": token, "mimeType": kind}})
        answer = await self._service.exchange(f"//upload{self._root}/files", [about], headers=start)
        upload = urlsplit(answer.headers.get("X-Goog-Upload-URL", ""))
        if not upload.path:
            raise UnreadableAnswerError("the answer has no X-Goog-Upload-URL")
        send = {"X-Goog-Upload-Offset": "0", "X-Goog-Upload-Command": "upload, finalize"}
        done = await self._service.json(
            "//" + upload.path.lstrip("/"),
            content,
            headers=send | {"Content-Type": kind},
            query=upload.query,
        )
        file = done.get("file")
        name = id_in(file if isinstance(file, dict) else {}, "name")
        batch = {"displayName": token, "inputConfig": {"fileName": name}}
        path = f"/models/{in_path(self._model)}:batchGenerateContent"
        return id_in(await self._service.json(path, [orjson.dumps({"batch": batch})]), "name")

    async def find(
        self, token: str, count: int, since: datetime, known: Collection[str]
    ) -> str | None:
        """The batch with the token as its display name."""
        after = ""
        for _ in range(MOST_PAGES):
            page = await self._service.json("/batches", query=f"pageSize=100{after}")
            for one in objects_in(page.get("operations")):
                if _metadata(one).get("displayName") == token:
                    return id_in(one, "name")
            token_of_next = page.get("nextPageToken")
            if not isinstance(token_of_next, str) or not token_of_next:
                break
            after = f"&pageToken={in_path(token_of_next)}"
        return None

    async def state(self, batch: str) -> BatchState:
        """As ``GET /v1beta/batches/ID`` says: an operation with the batch as its metadata."""
        found = await self._service.json(f"/{in_path(batch)}")
        about = _metadata(found)
        state = str(about.get("state")).removeprefix("BATCH_STATE_").removeprefix("JOB_STATE_")
        stats = about.get("batchStats")
        done = number_in(stats, "successfulRequestCount", "failedRequestCount")
        response, output = found.get("response"), about.get("output")
        files = [one.get("responsesFile") for one in (response, output) if isinstance(one, dict)]
        results = tuple(dict.fromkeys(file for file in files if isinstance(file, str) and file))
        ended = bool(found.get("done")) or state in ("SUCCEEDED", "FAILED", "CANCELLED", "EXPIRED")
        return BatchState(ended, done, results, self._failure(state, found.get("error")))

    async def results(self, state: BatchState) -> list[BatchResult]:
        """The lines of the file of responses."""
        found = []
        for file in state.results:
            path = f"//download{self._root}/{in_path(file)}:download"
            records = await self._service.records(path, query="alt=media")
            found += [self._result(record) for record in records if "key" in record]
        return found

    @property
    def _root(self) -> str:
        """The path of the service, which uploads and downloads have before their own."""
        return self._service.base_path

    def _result(self, record: dict[str, Any]) -> BatchResult:
        name, response, error = str(record["key"]), record.get("response"), record.get("error")
        if isinstance(response, dict):
            return BatchResult(name, response)
        if not isinstance(error, dict):
            return BatchResult(name, PermanentError(NO_RESULT))
        code = number_in(error, "code")
        status = code if code >= 400 else _STATUSES.get(code, 500)
        return BatchResult(name, self._failed(status, {"error": error}))

    def _failure(self, state: str, error: Any) -> ProviderError | None:
        if state == "EXPIRED":
            return expired()
        if state == "CANCELLED":
            return cancelled()
        if state == "FAILED" or error:
            said = words_of([error]) if error else "no reason given"
            return PermanentError(f"the batch failed: {said}")
        return None


def _metadata(operation: dict[str, Any]) -> dict[str, Any]:
    found = operation.get("metadata")
    return found if isinstance(found, dict) else {}
