"""Services that speak OpenAI's embeddings: OpenAI, vLLM, Ollama, llama.cpp."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import orjson

from panelwise.errors import PermanentError
from panelwise.models._api import OPENAI_URL, Api
from panelwise.models._asking import Asker, Patience
from panelwise.models._pace import Pace
from panelwise.models._service import Service
from panelwise.models._transport import Transport
from panelwise.models._vectors import unit_rows
from panelwise.workers import run_async

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BATCH = 128  # texts a request; OpenAI takes 2,048, small servers time out on those
_LARGEST = 1e30  # what a float32 surely holds


class OpenAIEmbeddings:
    """An encoder behind an OpenAI-compatible URL; keys as for :class:`OpenAIModel`.

    Args:
        model: the id that the service knows it by.
        url: up to and including ``/v1``; user and password in it are sent, and never written.
        timeout, connect_timeout: seconds for a whole request, and for reaching the server.
        concurrency: most requests at once.
        patience: how long to bear with the service; a sample is a batch of texts.
        transport: replaces the network, for tests.

    Raises:
        SettingError: for a URL that is none.
    """

    def __init__(
        self,
        model: str,
        url: str = OPENAI_URL,
        *,
        timeout: float = 120.0,
        connect_timeout: float = 20.0,
        concurrency: int = 4,
        patience: Patience | None = None,
        transport: Transport | None = None,
    ) -> None:
        self.model = model
        self.concurrency = concurrency
        self.patience = patience
        self._service = Service(
            model,
            url,
            Api("/embeddings"),
            timeout=timeout,
            connect_timeout=connect_timeout,
            concurrency=concurrency,
            transport=transport,
        )

    @property
    def name(self) -> str:
        """``openai/MODEL`` or ``URL#MODEL``, without secrets."""
        return self._service.name

    def identity(self) -> dict[str, Any]:
        """What decides the vectors besides the texts."""
        return {"api": "openai.embeddings", "url": self._service.public_url, "model": self.model}

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The same as :meth:`encode_async`, from code that is not asynchronous.

        Inside a running loop (a notebook) it works in a thread of its own, and blocks.
        """
        return run_async(lambda: self._once(texts))

    async def encode_async(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text, ``(n, dimensions)`` float32 of length 1; zeros for an empty text.

        Equal texts are sent once, in batches of 128, empty ones never. Without any text to send
        the dimensions are unknown, and 0.

        Raises:
            SettingError: when OpenAI's service is asked without a key.
            ProviderError: one of its classes, when every try failed.
            RunError: when there is no server at the address, or it asks to wait too long.
        """
        import numpy as np

        distinct = [text for text in dict.fromkeys(texts) if text.strip()]
        found = await self._ask_all(distinct)
        width = len(found[0]) if found else 0
        if any(len(row) != width for row in found):
            raise PermanentError(f"{self.name} answered vectors of several lengths")
        rows = dict(zip(distinct, found, strict=True))
        nothing = [0.0] * width
        vectors = [rows.get(text, nothing) for text in texts]
        return unit_rows(np.array(vectors, np.float32).reshape(len(texts), width))

    async def close(self) -> None:
        """Close all connections; a later call opens new ones."""
        await self._service.close()

    async def _once(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Connections belong to a loop, and this loop ends with the call."""
        try:
            return await self.encode_async(texts)
        finally:
            await self.close()

    async def _ask_all(self, texts: list[str]) -> list[list[float]]:
        """All batches beside each other; the first that fails for good ends the others."""
        asker = Asker(self.name, Pace(self.concurrency), patience=self.patience)
        try:
            async with asyncio.TaskGroup() as group:
                tasks = [
                    group.create_task(asker.answer(partial(self._batch, texts[at : at + BATCH])))
                    for at in range(0, len(texts), BATCH)
                ]
        except ExceptionGroup as failed:
            raise failed.exceptions[0] from None
        return [row for task in tasks for row in task.result()]

    async def _batch(self, texts: list[str]) -> list[list[float]]:
        body = orjson.dumps({"model": self.model, "input": texts, "encoding_format": "float"})
        return _vectors(await self._service.post([body]), len(texts))


def _vectors(answer: dict[str, Any], expected: int) -> list[list[float]]:
    """The vectors of one answer in the order of its texts.

    Raises:
        PermanentError: when they are not one vector of finite numbers for each text.
    """
    rows: dict[int, list[float]] = {}
    data = answer.get("data")
    for entry in data if isinstance(data, list) else ():
        at = entry.get("index", len(rows)) if isinstance(entry, dict) else None
        if isinstance(at, int) and _is_vector(entry.get("embedding")):
            rows[at] = entry["embedding"]
    if sorted(rows) != list(range(expected)):
        raise PermanentError(f"the answer does not have one vector for each of {expected} texts")
    return [rows[at] for at in range(expected)]


def _is_vector(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(number, (int, float)) and abs(number) <= _LARGEST for number in value
    )
