"""A run that stops, for whatever reason, goes on where it was."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter

import pytest
from aiohttp import web

from panelwise.errors import InputError, RunError, SettingError
from panelwise.evaluation import Run, evaluate, evaluate_async

PRICED = {"price_in": "1000", "price_out": "1000"}  # 0.11 dollars per answer of the test server


def test_what_is_stored_is_not_asked_again(server, make_pack):
    pack = make_pack(6)
    evaluate(pack, server.name, out="run", limit=4, cache=False)
    run = evaluate(pack, server.name, out="run", cache=False)
    assert len(list(run.results())) == 6
    assert set(server.counts.values()) == {1}
    assert len(run.config["sittings"]) == 2


def test_provider_errors_are_asked_again(server, make_pack, answer, fail, hasty):
    server.script = lambda asked: fail(500) if "0001" in asked.item else answer()
    pack = make_pack(3)
    evaluate(pack, server.name, out="run", cache=False, patience=hasty)
    server.script = lambda asked: answer()
    run = evaluate(pack, server.name, out="run", cache=False)
    assert [result.outcome for result in run.results()] == ["correct"] * 3
    assert server.counts["book0/0000"] == 1
    assert server.counts["book1/0001"] == 7


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"settings": {"temperature": "1"}}, r"another decoding \(temperature\)"),
        ({"profile": "paper"}, "another profile"),
        ({"limit": 1}, "a run of 3 samples, more than the 1 asked for"),
    ],
)
def test_another_run_does_not_go_into_the_same_folder(server, make_pack, change, message):
    pack = make_pack(3)
    evaluate(pack, server.name, out="run")
    with pytest.raises(InputError, match=message):
        evaluate(pack, server.name, out="run", **change)


def test_a_folder_that_is_no_run_is_left_alone(make_pack, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").write_text("x")
    with pytest.raises(InputError, match="not a run"):
        evaluate(make_pack(1), "baseline:oracle", out="mine")


def test_two_processes_do_not_write_one_run(server, make_pack):
    server.delay = 1.0
    pack = make_pack(1)
    first = threading.Thread(target=evaluate, args=(pack, server.name), kwargs={"out": "run"})
    first.start()
    while not server.asked:
        time.sleep(0.01)
    with pytest.raises(InputError, match="another process is working on this run"):
        evaluate(pack, server.name, out="run")
    first.join()


def test_the_cost_cap_stops_dispatch_and_a_higher_one_goes_on(server, make_pack):
    pack = make_pack(40)
    server.delay = 0.02
    options = {"out": "run", "settings": PRICED, "cache": False}
    run = evaluate(pack, server.name, max_cost=1.15, **options)
    assert run.status == "stopped: cost cap"
    results = list(run.results())
    assert 1.0 <= sum(result.cost for result in results) < 1.15 + 0.11
    assert {result.outcome for result in results} == {"correct"}
    assert len(server.asked) == len(results)
    run = evaluate(pack, server.name, max_cost=100.0, **options)
    assert run.status == "complete"
    assert len(list(run.results())) == len(server.asked) == 40
    assert run.usage.cost == pytest.approx(40 * 0.11)


def test_the_same_call_goes_on_in_the_folder_that_it_made(server, make_pack):
    pack = make_pack(40)
    server.delay = 0.02
    options = {"settings": PRICED, "cache": False}
    first = evaluate(pack, server.name, max_cost=1.15, **options)
    assert first.status == "stopped: cost cap"
    again = evaluate(pack, server.name, max_cost=100.0, **options)
    assert (again.path, again.status) == (first.path, "complete")
    assert len(server.asked) == 40
    assert evaluate(pack, server.name, max_cost=100.0, **options).path != first.path
    assert evaluate(pack, server.name, limit=2, **options).path != first.path


def test_the_token_cap(server, make_pack):
    run = evaluate(make_pack(40), server.name, max_tokens_total=1100, cache=False)
    assert run.status == "stopped: token cap"
    assert run.usage.tokens_in + run.usage.tokens_out <= 1100 + 110 * 8


def test_a_cap_without_a_price_is_refused(server, make_pack):
    with pytest.raises(SettingError, match="a cost cap needs the price of http"):
        evaluate(make_pack(1), server.name, max_cost=1.0)
    assert not server.asked


def test_a_cap_that_cannot_be_kept_stops_the_run(server, make_pack, answer):
    server.script = lambda asked: answer() | {"usage": None}
    with pytest.raises(RunError, match="does not count its tokens"):
        evaluate(make_pack(30), server.name, max_tokens_total=10**6, out="run")
    assert len(list(Run.open("run").results())) == len(server.asked) < 30


def test_a_refusing_filter_counts_nothing_and_breaks_no_cap(server, make_pack):
    server.script = lambda asked: web.json_response(
        {"error": {"code": "content_filter", "message": "no"}}, status=400
    )
    run = evaluate(make_pack(3), server.name, max_cost=1.0, settings=PRICED)
    assert {result.outcome for result in run.results()} == {"refused"}
    assert run.status == "complete"


def test_a_running_event_loop_is_no_obstacle(server, make_pack):
    pack = make_pack(2)

    async def notebook():
        return evaluate(pack, server.name, out="run")

    assert len(list(asyncio.run(notebook()).results())) == 2


def test_cancelling_leaves_a_run_to_continue(server, make_pack):
    server.delay = 0.05
    pack = make_pack(60)

    async def main():
        task = asyncio.create_task(evaluate_async(pack, server.name, out="run", cache=False))
        while len(server.asked) < 20:
            await asyncio.sleep(0.01)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(main())
    assert Run.open("run").status == "interrupted"
    goes_on_without_asking_twice(server, pack)


CHILD = """
import sys
from panelwise.evaluation import evaluate
evaluate(sys.argv[1], sys.argv[2], out="run", cache=sys.argv[3] == "cache",
         settings={"price_in": "1000", "price_out": "1000"})
"""


def start(pack, server, cache="no-cache"):
    return subprocess.Popen(
        [sys.executable, "-c", CHILD, str(pack.path), server.name, cache],
        stderr=subprocess.PIPE,
    )


def stored(path="run"):
    try:
        return Counter(result.item for result in Run.open(path).results())
    except InputError:
        return Counter()


def goes_on_without_asking_twice(server, pack, **options):
    """Finish the run; every request beyond one per item is on record as lost in flight."""
    run = evaluate(pack, server.name, out="run", cache=False, **options)
    results = list(run.results())
    assert len(results) == len(pack)
    assert {result.outcome for result in results} == {"correct"}
    usage = run.usage
    assert usage.answered == len(pack)
    assert usage.requests == usage.answered + usage.interrupted
    # What was written down may have been killed before it left: the server saw no more than that.
    written = dict(
        sqlite3.connect("run/results.sqlite").execute(
            "SELECT item, COUNT(*) FROM requests GROUP BY item"
        )
    )
    for item, count in server.counts.items():
        assert 1 <= count <= written[item]
    return run


def test_ctrl_c_waits_for_what_is_in_flight_and_sends_nothing_more(server, make_pack):
    server.delay = 0.3
    pack = make_pack(200)
    child = start(pack, server)
    while len(server.asked) < 4:
        time.sleep(0.01)
    child.send_signal(signal.SIGINT)
    errors = child.communicate(timeout=20)[1].decode()
    assert child.returncode != 0
    assert "KeyboardInterrupt" in errors
    assert Run.open("run").status == "interrupted"
    assert sum(stored().values()) == len(server.asked) < 200
    server.delay = 0
    run = goes_on_without_asking_twice(server, pack, settings=PRICED)
    assert run.usage.interrupted == 0


def test_a_second_ctrl_c_gives_up_what_is_in_flight(server, make_pack):
    server.delay = 60
    child = start(make_pack(20), server)
    while len(server.asked) < 4:
        time.sleep(0.01)
    for _ in range(2):
        child.send_signal(signal.SIGINT)
        time.sleep(0.3)
    errors = child.communicate(timeout=10)[1].decode()
    assert "KeyboardInterrupt" in errors
    run = Run.open("run")
    assert run.status == "interrupted"
    assert run.usage.interrupted == run.usage.requests > 0


def kill_and_resume(server, pack, kills):
    """Kill -9 at uneven moments; returns the finished run."""
    kept: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    for number in range(kills):
        before = len(server.asked)
        child = start(pack, server)
        deadline = time.monotonic() + 20
        while len(server.asked) < before + 5 + 7 * (number % 3) and child.poll() is None:
            assert time.monotonic() < deadline
            time.sleep(0.002)
        time.sleep(0.011 * (number % 5))
        os.kill(child.pid, signal.SIGKILL)
        child.communicate()
        now = stored()
        assert set(now.values()) <= {1}
        assert now >= kept, "a stored answer was lost"
        assert all(server.counts[item] == asked[item] for item in kept), "asked again"
        kept, asked = now, Counter(server.counts)
    return goes_on_without_asking_twice(server, pack, settings=PRICED)


@pytest.mark.alone
def test_kill_minus_nine_five_times(server, make_pack):
    server.delay = 0.02
    run = kill_and_resume(server, make_pack(150), 5)
    assert run.usage.interrupted <= 5 * 64
    assert run.usage.cost == pytest.approx(150 * 0.11)
    if run.usage.interrupted:
        assert run.usage.interrupted_cost == pytest.approx(run.usage.interrupted * 0.11)


@pytest.mark.slow
def test_kill_minus_nine_twenty_times(server, make_pack):
    server.delay = 0.02
    run = kill_and_resume(server, make_pack(600), 20)
    assert run.usage.cost == pytest.approx(600 * 0.11)
