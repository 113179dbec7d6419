"""Workers end with whoever started them."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading

import pytest

from panelwise.workers import processes, threads

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
