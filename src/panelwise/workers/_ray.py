"""The engine that works on a Ray cluster.

Plain tasks of Ray core: one for each piece of work, a few for each core at a time. Ray repeats a
task whose worker or machine ends. Ray Data, which moves blocks of rows between stages, has nothing
to move here: the rows are paths, and a worker stores its result itself.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, chdir, contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from panelwise.errors import RunError, UnavailableError
from panelwise.workers._engine import WorkEngine
from panelwise.workers._ray_nodes import (
    SharedFiles,
    check_nodes,
    problem_here,
    refuse_addresses,
)

J = TypeVar("J")
R = TypeVar("R")
ADDRESS = "RAY_ADDRESS"
AHEAD = 2  # tasks for each core: while one runs, the next is on its way
RETRIES = 5  # of a task whose worker or machine ended
STORE_BYTES = 128 << 20  # of an instance of our own: results are files, so it stays nearly empty
_SETTINGS = {
    "RAY_USAGE_STATS_ENABLED": "0",  # nothing is reported to anyone
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # says how this will change in a later version
}


class RayEngine:
    """Does work in tasks of a Ray cluster.

    Args:
        ray: the module, connected.
        shared: what a machine must have that joins later.
    """

    name = "ray"

    def __init__(self, ray: Any, shared: SharedFiles) -> None:
        self._ray = ray
        self._shared = shared
        self._begun: dict[int, deque[tuple[Any, Any]]] = {}

    def map(
        self, do: Callable[[J], R], jobs: Iterable[J], *, in_python: bool = False
    ) -> Iterator[R]:
        """What ``do`` returns for each job, in the order of the jobs.

        Raises:
            RunError: when the worker of a job ended again and again, or the cluster is gone.
        """
        task = self._ray.remote(_run).options(num_cpus=1, max_retries=RETRIES)
        ahead: deque[tuple[J, Any]] = deque()
        self._begun[id(ahead)] = ahead
        try:
            for number, job in enumerate(jobs):
                if number % 64 == 0:  # machines come and go
                    most = AHEAD * max(1, int(self._ray.cluster_resources().get("CPU", 1)))
                ahead.append((job, task.remote(self._shared, do, job)))
                while len(ahead) > most:
                    yield self._result(*ahead[0])
                    ahead.popleft()
            while ahead:
                yield self._result(*ahead[0])
                ahead.popleft()
        finally:
            self._cancel(ahead)
            self._begun.pop(id(ahead), None)

    def cancel(self) -> None:
        """End what is going on, while Ray is connected; iterators may be closed after that."""
        for ahead in self._begun.values():
            self._cancel(ahead)

    def _cancel(self, ahead: deque[tuple[J, Any]]) -> None:
        while ahead:
            self._ray.cancel(ahead.popleft()[1], force=True)

    def _result(self, job: Any, task: Any) -> Any:
        ray = self._ray
        try:
            return ray.get(task)
        except ray.exceptions.RayTaskError as error:  # an exception of the work itself
            raise error.cause from None
        except ray.exceptions.RayError as error:
            name = getattr(job, "name", "a piece of work")
            raise RunError(
                f"{name}: {_reason(error)}",
                "what is finished is kept, and the same command continues",
            ) from None


def _run(shared: SharedFiles, do: Callable[[J], R], job: J) -> R:
    """Runs on a worker, in a process that it keeps for the next task."""
    fault = _checked(tuple(shared.code.items()))
    if fault is not None:
        import socket

        raise RunError(f"machine {socket.gethostname()} {fault}")
    if not Path(shared.folder).is_dir():  # every path that was given is absolute
        return do(job)
    with chdir(shared.folder):
        return do(job)


@lru_cache(4)
def _checked(code: tuple[tuple[str, str], ...]) -> str | None:
    return problem_here(SharedFiles(dict(code), {}, None, ""))


def _reason(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    what = lines[0] if lines else "no reason is given"
    return f"its Ray worker ended {RETRIES + 1} times ({type(error).__name__}: {what[:200]})"


@contextmanager
def ray_engine(
    inputs: Sequence[Path], out: Path | None, packages: Sequence[str]
) -> Iterator[WorkEngine]:
    """The engine, connected and checked; what it began ends with the block.

    Where the program is connected to Ray already, this connection is used and stays.
    """
    refuse_addresses([*inputs, *([] if out is None else [out])])
    for name, value in _SETTINGS.items():
        os.environ.setdefault(name, value)
    import ray

    connected = ray.is_initialized()
    if not connected:
        _connect(ray)
    with ExitStack() as at_the_end:
        if not connected:
            at_the_end.callback(ray.shutdown)
        engine = RayEngine(ray, check_nodes(ray, inputs, out, packages))
        at_the_end.callback(engine.cancel)
        yield engine


def _connect(ray: Any) -> None:
    """Join the cluster at ``$RAY_ADDRESS``, or start one on this machine.

    Raises:
        UnavailableError: when that fails.
    """
    address = os.environ.get(ADDRESS, "local")
    if address.startswith("ray://"):
        raise UnavailableError(
            f"{ADDRESS}={address}: clients outside the cluster are not supported; run the command"
            f" on a machine of the cluster with {ADDRESS}=HOST:6379"
        )
    options: dict[str, Any] = {}
    if address == "local":
        options = {"object_store_memory": STORE_BYTES, "include_dashboard": False}
    main = threading.current_thread() is threading.main_thread()
    before = signal.getsignal(signal.SIGTERM)
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, **options)
    except (ConnectionError, RuntimeError, ValueError, OSError) as error:
        where = "on this machine" if address == "local" else f"at {ADDRESS}={address}"
        reason = " ".join(str(error).split())[:200] or type(error).__name__
        raise UnavailableError(f"Ray cannot be started or reached {where}: {reason}") from None
    if main:
        signal.signal(signal.SIGTERM, before)  # Ray's own would leave without a word
