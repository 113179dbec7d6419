"""Engines: where many independent pieces of work are done."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Protocol, TypeVar

from panelwise.workers._pools import processes, threads

J = TypeVar("J")
R = TypeVar("R")


class WorkEngine(Protocol):
    """Does the same to many things, several at a time.

    An engine decides where work is done and never what comes out: the results are those of
    ``map(do, jobs)``.
    """

    @property
    def name(self) -> str:
        """``local`` or ``ray``."""
        ...

    def map(
        self, do: Callable[[J], R], jobs: Iterable[J], *, in_python: bool = False
    ) -> Iterator[R]:
        """What ``do`` returns for each job, in the order of the jobs.

        Jobs are taken when there is room for them, so that at most a few for each core are in
        memory. An exception of ``do`` is raised here and ends the work. Abandoning the iterator
        ends it as well.

        Args:
            do: a function of a module, or a ``partial`` of one.
            jobs: what it is called with. Pictures should be given as paths.
            in_python: whether it holds the interpreter lock most of the time.
        """
        ...


@dataclass(frozen=True, slots=True)
class LocalEngine:
    """Uses the cores of this machine: threads, or processes for work that holds the lock.

    Attributes:
        count: how many at a time; by default one for each core.
    """

    count: int | None = None

    @property
    def name(self) -> str:
        """``local``."""
        return "local"

    def map(
        self, do: Callable[[J], R], jobs: Iterable[J], *, in_python: bool = False
    ) -> Iterator[R]:
        """What ``do`` returns for each job, in the order of the jobs."""
        count = self.count or os.cpu_count() or 1
        if count == 1 and not in_python:
            yield from map(do, jobs)
            return
        pool_of = processes if in_python else threads
        with pool_of(count) as pool:
            ahead: deque[Future[R]] = deque()
            for job in jobs:
                ahead.append(pool.submit(do, job))
                if len(ahead) > count:
                    yield ahead.popleft().result()
            while ahead:
                yield ahead.popleft().result()


LOCAL = LocalEngine()
