"""Anthropic's Message Batches.

Sources: Anthropic's API reference (Message Batches) and "Batch processing", as of November 2026:
at most 100,000 requests and 256 MB; results within 24 hours, for half the price.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

import orjson

from panelwise.errors import PermanentError
from panelwise.models._batches import (
    MOST_PAGES,
    NO_RESULT,
    Batches,
    BatchRequest,
    BatchResult,
    BatchState,
    UnsureError,
    cancelled,
    expired,
    id_in,
    in_path,
    is_since,
    joined,
    number_in,
    objects_in,
)

PATH = "/messages/batches"
_DONE = ("succeeded", "errored", "canceled", "expired")


class MessageBatches(Batches):
    """``POST /v1/messages/batches``.

    A batch carries no name of ours. One that may have arrived is known by the ids in its results,
    which are to be had when it ended.
    """

    max_requests = 100_000
    max_bytes = 200_000_000
    half_price = "platform.claude.com/docs/en/build-with-claude/batch-processing"

    def wrapped(self, request: BatchRequest) -> list[bytes]:
        """An entry of ``requests``."""
        name = orjson.dumps({"custom_id": request.id})[:-1]
        return [name + b',"params":', *request.body, b"}"]

    async def submit(self, token: str, requests: Sequence[Sequence[bytes]]) -> str:
        """All requests in one body."""
        body = [b'{"requests":[', *joined(requests, b","), b"]}"]
        return id_in(await self._service.json(PATH, body))

    async def find(
        self, token: str, count: int, since: datetime, known: Collection[str]
    ) -> str | None:
        """The batch of so many requests whose results have the token in their ids."""
        unsure = False
        for one in await self._listed(since):
            size = number_in(one.get("request_counts"), "processing", *_DONE)
            if id_in(one) in known or size != count:
                continue
            if one.get("processing_status") != "ended":
                unsure = True
            elif one.get("results_url") and await self._is_ours(one, token):
                return id_in(one)
        if unsure:
            raise UnsureError
        return None

    async def state(self, batch: str) -> BatchState:
        """As ``GET /v1/messages/batches/ID`` says."""
        found = await self._service.json(f"{PATH}/{in_path(batch)}")
        done = number_in(found.get("request_counts"), *_DONE)
        if found.get("processing_status") != "ended":
            return BatchState(False, done)
        url = found.get("results_url")
        gone = PermanentError("the results of the batch are no longer kept")
        return BatchState(True, done, (url,) if url else (), None if url else gone)

    async def results(self, state: BatchState) -> list[BatchResult]:
        """The lines at ``results_url``."""
        records = [one for url in state.results for one in await self._service.records(_path(url))]
        return [self._result(record) for record in records if "custom_id" in record]

    def _result(self, record: dict[str, Any]) -> BatchResult:
        name, result = str(record["custom_id"]), record.get("result")
        result = result if isinstance(result, dict) else {}
        kind, message = result.get("type"), result.get("message")
        if kind == "succeeded" and isinstance(message, dict):
            return BatchResult(name, message)
        if kind == "expired":
            return BatchResult(name, expired())
        if kind == "canceled":
            return BatchResult(name, cancelled())
        error = result.get("error")
        error = error if isinstance(error, dict) else {}
        said = error if error.get("type") == "error" else {"type": "error", "error": error}
        failure = self._api.failure_in(said, self._service.clean) if error else None
        return BatchResult(name, failure or PermanentError(NO_RESULT))

    async def _listed(self, since: datetime) -> list[dict[str, Any]]:
        """The batches since a time, the newest first."""
        found: list[dict[str, Any]] = []
        after = ""
        for _ in range(MOST_PAGES):
            page = await self._service.json(PATH, query=f"limit=100{after}")
            listed = objects_in(page.get("data"))
            recent = [one for one in listed if is_since(one.get("created_at"), since)]
            found += recent
            if not page.get("has_more") or len(recent) < len(listed) or not listed:
                break
            after = f"&after_id={in_path(id_in(listed[-1]))}"
        return found

    async def _is_ours(self, batch: dict[str, Any], token: str) -> bool:
        records = await self._service.records(_path(str(batch["results_url"])))
        return any(str(one.get("custom_id")).startswith(token) for one in records)


def _path(url: str) -> str:
    """The path of a URL from its root: the key goes to no other host, whatever the URL says."""
    return "//" + urlsplit(url).path.lstrip("/")
