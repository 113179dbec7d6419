"""Workers end with whoever started them."""

from __future__ import annotations

import asyncio
import gc
import multiprocessing.process
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from typing import ClassVar

import pytest

from panelwise.errors import UnavailableError
from panelwise.workers import Companion, processes, run_async, threads

PARENT = """
import os, time
from panelwise.workers import processes

def work(seconds):
    os.write(1, b"%d\\n" % os.getpid())
    time.sleep(seconds)

with processes(2) as pool:
    list(pool.map(work, [60, 60, 60, 60]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_processes_die_with_their_parent(how):
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert [int(parent.stdout.readline()) for _ in range(2)]  # both are at work
    parent.send_signal(how)
    assert parent.wait(60) != 0
    # The workers hold the other end of these pipes, which close with the last of them; two that
    # lived on would name themselves again for the jobs that were left.
    assert parent.stdout.read() == b""
    assert parent.stderr.read().count(b"Traceback") <= 1


class Held:
    """Garbage in a circle, which only the collector finds; it says where it was finalised."""

    finalised_in: ClassVar[list[int]] = []

    def __init__(self) -> None:
        self.me = self

    def __del__(self) -> None:
        self.finalised_in.append(os.getpid())


def collected(_: int) -> list[int]:
    gc.collect()
    return Held.finalised_in


@pytest.mark.skipif(
    multiprocessing.get_start_method() != "fork", reason="only a fork inherits garbage"
)
def test_workers_do_not_finalise_what_their_parent_has_thrown_away():
    """A session of onnxruntime would wait there for threads that only its own process has."""
    gc.disable()
    try:
        Held()
        with processes(1) as pool:
            assert pool.submit(collected, 0).result() == []
    finally:
        gc.enable()
    gc.collect()
    assert Held.finalised_in == [os.getpid()]


def test_workers_end_after_the_pool_has_forgotten_cancelled_work(monkeypatch):
    """However late the pool hears of it: its thread would die of work that was cancelled."""
    failed = []
    monkeypatch.setattr(threading, "excepthook", failed.append)
    shutdown = ProcessPoolExecutor.shutdown

    def late(pool, **how):
        time.sleep(0.2)
        shutdown(pool, **how)

    monkeypatch.setattr(ProcessPoolExecutor, "shutdown", late)
    with pytest.raises(KeyboardInterrupt), processes(1) as pool:  # noqa: PT012
        assert pool.submit(abs, -1).result() == 1
        waiting = [pool.submit(time.sleep, 60) for _ in range(4)]
        waiting[-1].cancel()
        raise KeyboardInterrupt
    assert waiting[-1].cancelled()
    assert not failed


def test_a_companion_that_cannot_start_says_why_and_can_be_closed(monkeypatch):
    """``close`` raised AttributeError of a process that was never started."""

    def refused(process):
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(multiprocessing.process.BaseProcess, "start", refused)
    companion = Companion(lambda: None)
    for _ in range(2):
        with pytest.raises(UnavailableError, match=r"could not start: .*temporarily unavailable"):
            companion()
        companion.close()


def test_processes_give_their_results():
    with processes(2) as pool:
        assert list(pool.map(abs, range(-5, 0))) == [5, 4, 3, 2, 1]


def test_queued_work_is_dropped_after_an_error():
    started = threading.Event()
    done = []

    def work(number):
        started.wait(10)
        done.append(number)

    with pytest.raises(KeyboardInterrupt), threads(1) as pool:  # noqa: PT012
        results = pool.map(work, range(50))
        assert results
        threading.Timer(0.01, started.set).start()
        raise KeyboardInterrupt
    assert len(done) <= 1


async def doubled(number):
    await asyncio.sleep(0)
    if number < 0:
        raise ValueError("negative")
    return 2 * number


def test_a_coroutine_runs_from_plain_code_and_where_a_loop_runs_already():
    async def notebook():
        return run_async(lambda: doubled(2)), threading.active_count()

    before = threading.active_count()
    assert run_async(lambda: doubled(1)) == 2
    assert asyncio.run(notebook()) == (4, before)
    with pytest.raises(ValueError, match="negative"):
        run_async(lambda: doubled(-1))
    with pytest.raises(ValueError, match="negative"):
        asyncio.run(asyncio.wait_for(_blocking(-1), 5))


async def _blocking(number):
    return run_async(lambda: doubled(number))


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize("given", [False, True])
def test_an_interrupt_in_a_notebook_ends_the_work_and_is_raised(given):
    ended = []
    stopped = threading.Event()

    async def work():
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
        try:
            for _ in range(500):
                await asyncio.sleep(0.01)
                if stopped.is_set():
                    break
        finally:
            ended.append(asyncio.current_task().cancelling())

    async def notebook():
        run_async(work, stopped.set if given else None)

    loop = asyncio.new_event_loop()  # asyncio.run has a handler of its own for Ctrl-C
    with pytest.raises(KeyboardInterrupt):
        loop.run_until_complete(notebook())
    loop.close()
    assert ended == [0 if given else 1]
