"""Work that can be interrupted: what is finished is stored, and is not done again."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from panelwise.workers._engine import WorkEngine

J = TypeVar("J")
R = TypeVar("R")


class ResultStore(Protocol):
    """Where finished results are stored by key: :class:`panelwise.outputs.Kept`."""

    def get(self, key: str) -> bytes | None:
        """What was stored under a key, if anything."""
        ...

    def holds(self, key: str) -> bool:
        """Whether something was stored under a key."""
        ...

    def put(self, key: str, data: bytes) -> None:
        """Store a result, so that it is there whole or not at all."""
        ...


class WorkPiece(NamedTuple, Generic[J]):
    """A piece of work whose result can be recognised.

    Attributes:
        name: what messages call it.
        key: a hash of everything that its result depends on.
        job: what the work is called with.
    """

    name: str
    key: str
    job: J


class Codec(NamedTuple, Generic[J, R]):
    """How results become bytes, where the work is done, and results again, where they are used.

    Attributes:
        encode: from a result to bytes.
        decode: from bytes and the job to an equal result.
    """

    encode: Callable[[R], bytes]
    decode: Callable[[bytes, J], R]


def finished(
    engine: WorkEngine,
    do: Callable[[J], R],
    pieces: Iterable[WorkPiece[J]],
    store: ResultStore | None,
    codec: Codec[J, R],
    *,
    in_python: bool = False,
) -> Iterator[R]:
    """The results of pieces of work, in their order; those in the store are not computed again.

    Results are stored by the worker that computes them. Whatever is killed then, no finished
    result is lost, and results do not pass through the memory of an engine.

    Args:
        engine: where the work is done.
        do: as for :meth:`WorkEngine.map`.
        pieces: the work.
        store: where results are stored; ``None`` returns them directly.
        codec: of the results.
        in_python: as for :meth:`WorkEngine.map`.
    """
    if store is None:
        yield from engine.map(partial(_do, do), pieces, in_python=in_python)
        return
    waiting: deque[WorkPiece[J]] = deque()

    def unfinished() -> Iterator[WorkPiece[J]]:
        for piece in pieces:
            waiting.append(piece)
            if not store.holds(piece.key):
                yield piece

    stored = engine.map(
        partial(_finish, do, codec.encode, store), unfinished(), in_python=in_python
    )
    for _ in chain(stored, [None]):  # the last ones may have been in the store
        while waiting and (data := store.get(waiting[0].key)) is not None:
            yield codec.decode(data, waiting.popleft().job)


def _do(do: Callable[[Any], R], piece: WorkPiece[Any]) -> R:
    return do(piece.job)


def _finish(
    do: Callable[[Any], R], encode: Callable[[R], bytes], store: ResultStore, piece: WorkPiece[Any]
) -> None:
    store.put(piece.key, encode(do(piece.job)))
