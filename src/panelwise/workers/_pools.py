"""Threads, processes and event loops that end with what started them.

``concurrent.futures`` waits for everything queued when it is interrupted, and worker processes
outlive a parent that is killed. Neither happens here.
"""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Generic, TypeVar

from panelwise.errors import UnavailableError

T = TypeVar("T")
NOT_STARTED = "the process that computes it could not start"
# Called with what is counted ("books", "pages"), how many are done, and how many there are to do.
StepProgress = Callable[[str, int, int], None]


def run_async(
    work: Callable[[], Coroutine[Any, Any, T]], stop: Callable[[], None] | None = None
) -> T:
    """What a coroutine returns, for code that is not asynchronous.

    Where a loop is running already (a notebook), the work has a thread and a loop of its own, and
    this call blocks until it is done.

    Args:
        work: makes the coroutine.
        stop: called from this thread when Ctrl-C is pressed while the other one works; by default
            the work is cancelled. The interrupt is raised when the work has ended.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work())
    done: Future[T] = Future()
    task: Future[tuple[asyncio.AbstractEventLoop, asyncio.Task[Any]]] = Future()

    async def begin() -> T:
        current = asyncio.current_task()
        assert current is not None
        task.set_result((asyncio.get_running_loop(), current))
        return await work()

    def run() -> None:
        try:
            done.set_result(asyncio.run(begin()))
        except BaseException as error:  # noqa: BLE001 - raised again where it was asked
            done.set_exception(error)

    def cancel() -> None:
        loop, current = task.result()
        loop.call_soon_threadsafe(current.cancel)

    thread = threading.Thread(target=run, name="panelwise-loop")
    try:
        thread.start()
        wait_for([done])  # a second Thread.join after an interrupted one would not wait
    except KeyboardInterrupt:
        (stop or cancel)()
        wait_for([done])
        raise
    return done.result()


@contextmanager
def threads(count: int | None = None, name: str = "panelwise") -> Iterator[ThreadPoolExecutor]:
    """A pool of threads, one a core; what has not begun when the block ends is dropped."""
    pool = ThreadPoolExecutor(count or os.cpu_count() or 1, thread_name_prefix=name)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def processes(count: int) -> Iterator[ProcessPoolExecutor]:
    """A pool of processes that end at once when the block is left by an error or Ctrl-C.

    They end as well when this process dies, even by SIGKILL.
    """
    listen, tell = multiprocessing.Pipe(duplex=False)
    pool = ProcessPoolExecutor(count, initializer=_start_worker, initargs=(listen,))
    try:
        yield pool
    except BaseException:
        # Cancelled work first, workers then: CPython before 3.12 sets an exception on work that is
        # pending when a worker ends, and the thread that manages the pool dies where that work was
        # cancelled before. Shutting down without waiting forgets the thread, hence the name.
        manager: threading.Thread | None = getattr(pool, "_executor_manager_thread", None)
        pool.shutdown(wait=False, cancel_futures=True)
        tell.send_bytes(b"stop")  # nobody takes it out, so that every worker sees it
        if manager is not None:
            manager.join()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        listen.close()
        tell.close()


def _start_worker(listen: Connection) -> None:
    """Leave Ctrl-C to the parent, which says what to do, and watch it."""
    # A fork inherits garbage of its parent, and must not finalise it: a session of onnxruntime
    # waits for threads that only the parent has.
    gc.freeze()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    assert parent is not None
    threading.Thread(target=_leave, args=(listen, parent.sentinel), daemon=True).start()


def _leave(listen: Connection, parent: int) -> None:
    wait([listen, parent])
    os._exit(1)


class Companion(Generic[T]):
    """A process that computes one thing whenever it is called, and keeps what it needs for it.

    It starts at the first call, and ends when it is not called for ``idle`` seconds, when it is
    closed, and when this process dies, even by SIGKILL. It leaves the processor to others first.

    Args:
        make: called once in the process; returns what is called each time. It must be a function
            of a module.
        given: its arguments.
        idle: seconds.
    """

    def __init__(
        self, make: Callable[..., Callable[[], T]], *given: Any, idle: float = 600.0
    ) -> None:
        self._task = make, given, idle
        self._lock = threading.Lock()
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None

    def __call__(self) -> T:
        """What it computes; blocks until then, but not other threads.

        Raises:
            UnavailableError: when it fails, or the process ends or cannot start; the next call
                starts another one.
        """
        with self._lock:
            if self._process is None or self._pipe is None or not self._process.is_alive():
                self._start()
            assert self._pipe is not None
            try:
                self._pipe.send(None)
                done, value = self._pipe.recv()
            except (EOFError, OSError):
                self.close()
                raise UnavailableError("the process that computes it has ended") from None
            if not done:
                self.close()
                raise UnavailableError(value)
            result: T = value
            return result

    def close(self) -> None:
        """End the process, if there is one."""
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        if process is not None:
            process.terminate()
            process.join()
        if pipe is not None:
            pipe.close()

    def _start(self) -> None:
        self.close()
        # Not a fork: other threads may hold locks, which nobody would release in a copy.
        context = multiprocessing.get_context("spawn")
        try:
            ours, theirs = context.Pipe()
        except OSError as error:
            raise UnavailableError(f"{NOT_STARTED}: {error}") from None
        process = context.Process(
            target=_accompany, args=(theirs, *self._task), name="panelwise-companion", daemon=True
        )
        try:
            process.start()
        except OSError as error:  # for instance too many processes, or too little memory
            ours.close()
            raise UnavailableError(f"{NOT_STARTED}: {error}") from None
        finally:
            theirs.close()
        self._process, self._pipe = process, ours


def _accompany(
    pipe: Connection, make: Callable[..., Callable[[], Any]], given: tuple[Any, ...], idle: float
) -> None:
    """The life of a companion."""
    never, _kept = multiprocessing.Pipe(duplex=False)
    _start_worker(never)
    os.nice(5)
    compute: Callable[[], Any] | None = None
    while pipe.poll(idle):
        try:
            pipe.recv()
        except EOFError:
            return
        try:
            compute = compute or make(*given)
            found = True, compute()
        except Exception as error:  # noqa: BLE001 - raised again where it was called
            found = False, f"{type(error).__name__}: {error}"
        pipe.send(found)
