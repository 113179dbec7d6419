"""Threads, processes and event loops that end with what started them.

``concurrent.futures`` waits for everything queued when it is interrupted, and worker processes
outlive a parent that is killed. Neither happens here.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

T = TypeVar("T")
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
        tell.send_bytes(b"stop")  # nobody takes it out, so that every worker sees it
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        listen.close()
        tell.close()


def _start_worker(listen: Connection) -> None:
    """Leave Ctrl-C to the parent, which says what to do, and watch it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    assert parent is not None
    threading.Thread(target=_leave, args=(listen, parent.sentinel), daemon=True).start()


def _leave(listen: Connection, parent: int) -> None:
    wait([listen, parent])
    os._exit(1)
