"""The seam between a run and providers' batch services: many requests handed in, fetched later.

A provider is one class. It hands in requests as its documentation says, finds again what may or may
not have arrived, says how far a batch is, and gives back what was answered. Requests and answers
themselves are those of the provider's chat.
"""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from urllib.parse import quote

import orjson

from panelwise.errors import PermanentError, ProviderError, TransientError, UnreadableAnswerError
from panelwise.models._api import ChatApi
from panelwise.models._failures import one_line
from panelwise.models._service import Service

MOST_PAGES = 20
"""Of a provider's list of batches, which is looked through for one that may have arrived."""
NO_RESULT = "the batch ended without a result for this request"


class BatchRequest(NamedTuple):
    """One request of a batch: the id under which its answer comes back, and its body."""

    id: str
    body: Sequence[bytes]


class BatchResult(NamedTuple):
    """What became of one request: the provider's answer as JSON, or an error."""

    id: str
    answer: dict[str, Any] | ProviderError


@dataclass(frozen=True, slots=True)
class BatchState:
    """How far a batch is.

    Attributes:
        ended: whether the provider works on it no more.
        done: requests that it has finished, as far as it says.
        results: where they are to be had, in the provider's own terms.
        failure: what requests without a result ended in.
    """

    ended: bool
    done: int = 0
    results: tuple[str, ...] = ()
    failure: ProviderError | None = None


class UnsureError(Exception):
    """Whether a batch arrived cannot be said before others have ended; ask again later."""


class Batches(ABC):
    """A provider's batch service.

    Args:
        service: the connection, with its key.
        api: the provider's chat, which knows its failures.
        model: who is asked.

    Attributes:
        max_requests, max_bytes: of one batch.
        half_price: where the provider says that it asks for half the price.
    """

    max_requests: int
    max_bytes: int
    half_price: str

    def __init__(self, service: Service, api: ChatApi, model: str) -> None:
        self._service, self._api, self._model = service, api, model

    @abstractmethod
    def wrapped(self, request: BatchRequest) -> list[bytes]:
        """A request as it is written into a batch; its length counts towards ``max_bytes``."""

    @abstractmethod
    async def submit(self, token: str, requests: Sequence[Sequence[bytes]]) -> str:
        """Hand in wrapped requests; returns the provider's id of the batch.

        Args:
            token: a name of our own by which :meth:`find` knows the batch again.
            requests: as :meth:`wrapped` wrote them.

        Raises:
            ProviderError: after a transient one the batch may have arrived all the same.
        """

    @abstractmethod
    async def find(
        self, token: str, count: int, since: datetime, known: Collection[str]
    ) -> str | None:
        """The id of a batch of which it is not known whether it arrived; ``None``: it did not.

        Args:
            token: that it was handed in with.
            count: of its requests.
            since: when it was handed in.
            known: ids of others.

        Raises:
            UnsureError: when that cannot be said yet.
            ProviderError: one of its classes.
        """

    @abstractmethod
    async def state(self, batch: str) -> BatchState:
        """How far a batch is.

        Raises:
            ProviderError: one of its classes.
        """

    @abstractmethod
    async def results(self, state: BatchState) -> list[BatchResult]:
        """What became of the requests of a batch that ended, in any order.

        Raises:
            ProviderError: one of its classes.
        """

    def _failed(self, status: int, body: Any) -> ProviderError:
        """The error of one request, as if it had been answered so by itself."""
        return self._api.failure(status, {}, orjson.dumps(body), self._service.clean)


def new_token() -> str:
    """A name for a batch that nothing else has."""
    return f"pw-{secrets.token_hex(8)}"


def expired() -> ProviderError:
    """Of a request that the provider had no time for."""
    return TransientError("the batch expired before this request was answered")


def cancelled() -> ProviderError:
    """Of a request that somebody took back."""
    return PermanentError("the batch was cancelled")


def id_in(answer: dict[str, Any], field: str = "id") -> str:
    """The text in a field.

    Raises:
        UnreadableAnswerError: when there is none.
    """
    value = answer.get(field)
    if not isinstance(value, str) or not value:
        raise UnreadableAnswerError(f"the answer has no {field}")
    return value


def number_in(counts: Any, *fields: str) -> int:
    """The sum of some numbers of an object; what is no number counts as 0."""
    values = [str(counts.get(field)) for field in fields] if isinstance(counts, dict) else []
    return sum(int(one) for one in values if one.isdecimal() and len(one) < 10)


def objects_in(value: Any) -> list[dict[str, Any]]:
    """The objects of a list."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def is_since(text: Any, since: datetime) -> bool:
    """Whether a time as a provider writes it is not before another, by an hour at most."""
    try:
        at = datetime.fromisoformat(str(text).replace("Z", "+00:00"))
    except ValueError:
        return True
    return at.tzinfo is None or at.timestamp() > since.timestamp() - 3600


def in_path(name: str) -> str:
    """A provider's id as a part of a path."""
    return quote(name, safe="/-_.")


def joined(requests: Iterable[Sequence[bytes]], between: bytes) -> Iterator[bytes]:
    """The chunks of all, with something between two."""
    for number, chunks in enumerate(requests):
        if number:
            yield between
        yield from chunks


def words_of(errors: Iterable[Any]) -> str:
    """Messages of a provider's errors in one line."""
    said = [str(one.get("message") or one) if isinstance(one, dict) else str(one) for one in errors]
    return one_line("; ".join(dict.fromkeys(said)))
