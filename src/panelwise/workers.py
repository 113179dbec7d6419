"""Threads and processes that end with the process that started them.

``concurrent.futures`` waits for everything queued when it is interrupted, and worker processes
outlive a parent that is killed. Neither happens here.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait


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
