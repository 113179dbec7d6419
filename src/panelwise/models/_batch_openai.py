"""OpenAI's Batch API, which services that are compatible with OpenAI's offer as well.

Sources: OpenAI's API reference (Files, Batch) and "Batch API", as of November 2026: a file of at
most 50,000 requests and 200 MB; results within 24 hours, for half the price.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

import orjson

from panelwise.errors import PermanentError, ProviderError, RateLimitedError
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

ENDPOINT = "/v1/chat/completions"
ENDED = frozenset({"completed", "failed", "expired", "cancelled"})
_LABEL = "panelwise"
_FULL = "token_limit_exceeded"  # too much in the queue: a later batch of the same is taken


class OpenAIBatches(Batches):
    """``POST /v1/files``, ``POST /v1/batches``."""

    max_requests = 50_000
    max_bytes = 190_000_000
    half_price = "platform.openai.com/docs/guides/batch"
    endpoint = ENDPOINT

    def wrapped(self, request: BatchRequest) -> list[bytes]:
        """A line of the input file."""
        head = {"custom_id": request.id, "method": "POST", "url": self.endpoint}
        return [orjson.dumps(head)[:-1] + b',"body":', *request.body, b"}"]

    async def submit(self, token: str, requests: Sequence[Sequence[bytes]]) -> str:
        """Upload the file, then make the batch; the token is in its metadata."""
        boundary = secrets.token_hex(16)
        before = (
            f'--{boundary}\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nbatch\r\n'
            f'--{boundary}\r\nContent-Disposition: form-data; name="file";'
            f' filename="{token}.jsonl"\r\nContent-Type: application/jsonl\r\n\r\n'
        )
        form = [before.encode(), *joined(requests, b"\n"), f"\n\r\n--{boundary}--\r\n".encode()]
        kind = {"Content-Type": f"multipart/form-data; boundary={boundary}"}
        file = id_in(await self._service.json("/files", form, headers=kind))
        batch = {
            "input_file_id": file,
            "endpoint": self.endpoint,
            "completion_window": "24h",
            "metadata": {_LABEL: token},
        }
        return id_in(await self._service.json("/batches", [orjson.dumps(batch)]))

    async def find(
        self, token: str, count: int, since: datetime, known: Collection[str]
    ) -> str | None:
        """The batch with the token in its metadata."""
        after = ""
        for _ in range(MOST_PAGES):
            page = await self._service.json("/batches", query=f"limit=100{after}")
            listed = objects_in(page.get("data"))
            for one in listed:
                metadata = one.get("metadata")
                if isinstance(metadata, dict) and metadata.get(_LABEL) == token:
                    return id_in(one)
            if not page.get("has_more") or not listed:
                break
            after = f"&after={in_path(id_in(listed[-1]))}"
        return None

    async def state(self, batch: str) -> BatchState:
        """As ``GET /v1/batches/ID`` says."""
        found = await self._service.json(f"/batches/{in_path(batch)}")
        status = str(found.get("status"))
        files = [found.get(key) for key in ("output_file_id", "error_file_id")]
        done = number_in(found.get("request_counts"), "completed", "failed")
        results = tuple(file for file in files if isinstance(file, str) and file)
        return BatchState(status in ENDED, done, results, _failure(status, found.get("errors")))

    async def results(self, state: BatchState) -> list[BatchResult]:
        """The lines of the output file and of the error file."""
        found = []
        for file in state.results:
            records = await self._service.records(f"/files/{in_path(file)}/content")
            found += [self._result(record, state) for record in records if "custom_id" in record]
        return found

    def _result(self, record: dict[str, Any], state: BatchState) -> BatchResult:
        name = str(record["custom_id"])
        response, error = record.get("response"), record.get("error")
        status, body = 500, None
        if isinstance(response, dict):
            status, body = number_in(response, "status_code") or 500, response.get("body")
        if status == 200 and isinstance(body, dict):
            return BatchResult(name, body)
        if isinstance(error, dict) and error.get("code") == "batch_expired":
            return BatchResult(name, expired())
        if isinstance(error, dict) and error.get("code") == "batch_cancelled":
            return BatchResult(name, cancelled())
        if body or error:
            return BatchResult(name, self._failed(status, body or {"error": error}))
        return BatchResult(name, state.failure or PermanentError(NO_RESULT))


def _failure(status: str, errors: Any) -> ProviderError | None:
    """What the requests of a batch ended in that have no line."""
    if status == "expired":
        return expired()
    if status == "cancelled":
        return cancelled()
    if status != "failed":
        return None
    said = objects_in(errors.get("data") if isinstance(errors, dict) else errors)
    words = f"the batch was refused: {words_of(said) or 'no reason given'}"
    full = any(one.get("code") == _FULL for one in said)
    return RateLimitedError(words) if full else PermanentError(words)
