"""Provider batch services: handed in once, fetched later, read like any other answer."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from batch_servers import AZURE, SERVERS, batch_server
from panelwise.errors import InputError, RunError, SettingError
from panelwise.evaluation import Patience, Run, evaluate, requests_of
from panelwise.evaluation._batch_log import BatchLog
from panelwise.models import Price, openai_price, service_options
from panelwise.models._batch_anthropic import MessageBatches
from panelwise.models._batch_openai import OpenAIBatches

QUICK = Patience(first_wait=0.01, longest_wait=0.02, first_poll=0.01, longest_poll=0.02)


@pytest.fixture(params=SERVERS)
def server(request):
    with batch_server(request.param) as running:
        yield running


@pytest.fixture
def openai():
    with batch_server("openai") as running:
        yield running


def run_batch(pack, server, out="run", **options) -> Run:
    given = {"settings": server.settings, "patience": QUICK, "batch": True} | options
    return evaluate(pack, server.model, out=out, **given)


def handed_in(server) -> int:
    return sum(len(batch.requests) for batch in server.batches)


class KilledError(BaseException):
    """What a SIGKILL is to the code that it hits."""


def test_a_batch_is_a_run_like_any_other(server, make_pack):
    server.script = lambda item, nth: "[0, 1, 2]" if "0001" in item else "[2, 0, 1]"
    pack = make_pack(5, images=2)
    run = run_batch(pack, server)
    assert run.status == "complete"
    wrong = [one.item for one in run.results() if one.outcome != "correct"]
    assert wrong == ["book1/0001"]
    [batch] = server.batches
    assert len(batch.requests) == 5
    for result, response in run.answers():
        assert response.batch.endswith(batch.id)
        assert result.latency is None
        assert result.tokens_in > 0
        assert result.attempts == 1
    assert {one.state for one in requests_of(run)} == {"answered"}
    assert run.config["sittings"][0]["batch"] is True
    # the cache serves a run that asks one by one, and asks nothing
    again = run_batch(pack, server, out="again", batch=False)
    assert [one.cached for one in again.results()] == [True] * 5
    assert len(server.batches) == 1


def test_azure_takes_a_batch_at_its_own_paths(make_pack):
    with batch_server(AZURE) as server:
        run = run_batch(make_pack(3, images=1), server)
        assert [one.outcome for one in run.results()] == ["correct"] * 3
        [batch] = server.batches
        assert {body["model"] for body in batch.requests.values()} == {"deployed"}


def test_what_expired_or_failed_is_asked_again_and_no_more_often_than_online(server, make_pack):
    def script(item: str, nth: int) -> str:
        if "0001" in item and nth == 1:
            return "expired"
        if "0002" in item:
            return "overloaded"
        return "[2, 0, 1]"

    server.script = script
    pack = make_pack(4)
    run = run_batch(pack, server, patience=replace(QUICK, tries=3))
    outcomes = {one.item: one.outcome for one in run.results()}
    assert outcomes.pop("book2/0002") == "provider_error"
    assert set(outcomes.values()) == {"correct"}
    tried = {one.item: one.attempts for one in run.results()}
    assert tried["book2/0002"] == 3
    assert tried["book1/0001"] == 2
    server.script = lambda item, nth: "[2, 0, 1]"
    run = run_batch(pack, server)  # the same command asks again for what failed
    assert {one.outcome for one in run.results()} == {"correct"}
    assert handed_in(server) == len(requests_of(run))


def test_an_item_that_has_too_many_images_is_asked_with_one(openai, make_pack):
    openai.script = lambda item, nth: "too many images" if nth == 1 else "[2, 0, 1]"
    run = run_batch(make_pack(2, images=3, single=True), openai)
    assert [one.rendering for one in run.results()] == ["single_image"] * 2
    assert [one.outcome for one in run.results()] == ["correct"] * 2


def test_a_filter_is_a_refusal_and_a_missing_line_an_error(openai, make_pack):
    openai.script = lambda item, nth: "filtered" if "0000" in item else "missing"
    run = run_batch(make_pack(2), openai)
    outcomes = {one.item: one.outcome for one in run.results()}
    assert outcomes == {"book0/0000": "refused", "book1/0001": "provider_error"}


@pytest.mark.parametrize("step", ["begin", "submitted", "fetched"])
def test_killed_at_any_step_it_goes_on_and_hands_nothing_in_twice(
    server, make_pack, monkeypatch, step
):
    """Before the batch left; after it left and before its id was known; when it was read."""
    pack = make_pack(3)
    real = getattr(BatchLog, step)

    def killed(log, *given):
        if step == "begin":
            real(log, *given)
        raise KilledError

    with monkeypatch.context() as patched:
        patched.setattr(BatchLog, step, killed)
        with pytest.raises(KilledError):
            run_batch(pack, server)
    arrived = handed_in(server)
    assert arrived == (0 if step == "begin" else 3)
    run = run_batch(pack, server)
    assert {one.outcome for one in run.results()} == {"correct"}
    assert handed_in(server) == 3
    assert len(server.batches) == 1


def test_an_answer_that_got_lost_is_no_reason_to_hand_in_twice(server, make_pack):
    """The provider took the batch and its answer broke off: 599 here, a timeout elsewhere."""
    server.faults = [("create", 599)]
    run = run_batch(make_pack(3), server)
    assert {one.outcome for one in run.results()} == {"correct"}
    assert len(server.batches) == 1
    assert "list" in server.calls


def test_anthropic_knows_our_batch_among_others_of_the_same_size(make_pack):
    with batch_server("anthropic") as server:
        stranger = {f"other-{k}": {"said": f"Item <x{k}>"} for k in range(3)}
        server.take("", stranger)
        server.take("", stranger)
        server.faults = [("create", 599)]
        run = run_batch(make_pack(3), server)
        assert {one.outcome for one in run.results()} == {"correct"}
        assert len(server.batches) == 3


def test_batches_keep_to_the_limits_of_the_provider(openai, make_pack, monkeypatch):
    monkeypatch.setattr(OpenAIBatches, "max_requests", 2)
    run_batch(make_pack(5), openai)
    assert [len(batch.requests) for batch in openai.batches] == [2, 2, 1]
    monkeypatch.setattr(OpenAIBatches, "max_requests", 50)
    monkeypatch.setattr(OpenAIBatches, "max_bytes", 900)
    run_batch(make_pack(5, name="other", images=1), openai, out="other-run")
    sizes = [len(file) for name, file in openai.files.items() if name.startswith("file-")][3:]
    assert max(sizes) <= 900
    assert len(sizes) > 1
    monkeypatch.setattr(OpenAIBatches, "max_bytes", 100)
    run = run_batch(make_pack(1, name="third", images=2), openai, out="third-run")
    [result] = run.results()
    assert result.outcome == "unsupported"
    assert "a batch holds 100 bytes" in result.error


def test_a_full_queue_is_waited_for_and_a_refused_file_ends_the_run(openai, make_pack):
    openai.script = lambda item, nth: "queue full" if nth == 1 else "[2, 0, 1]"
    run = run_batch(make_pack(1), openai)
    assert [one.outcome for one in run.results()] == ["correct"]
    openai.script = lambda item, nth: "refused as a whole"
    with pytest.raises(RunError, match="failed alike: the batch was refused: bad line"):
        run_batch(make_pack(4, name="other"), openai, out="other-run")


def test_a_service_without_batches_is_one_line(make_pack, server, monkeypatch):
    server.faults = [("create", 404)]
    said = "the batch service failed: 404 Not Found: no; at http.*; .*continue without --batch"
    with pytest.raises(RunError, match=said):
        run_batch(make_pack(1), server)
    with pytest.raises(SettingError, match="a/b has no batch service; leave out --batch"):
        evaluate(make_pack(1, name="other"), "openrouter/a/b", batch=True)
    with pytest.raises(SettingError, match="leave out --max-cost"):
        run_batch(make_pack(1, name="third"), server, out="x", max_tokens_total=9)


def test_a_batch_that_the_service_forgot_is_an_error_of_its_items(openai, make_pack, monkeypatch):
    pack = make_pack(1)
    with monkeypatch.context() as patched:
        patched.setattr(OpenAIBatches, "state", _killed)
        with pytest.raises(KilledError):
            run_batch(pack, openai)
    openai.batches.clear()
    [result] = run_batch(pack, openai).results()
    assert result.error == "the service no longer knows the batch"


def test_asking_one_by_one_what_lies_at_the_service_is_refused(openai, make_pack, monkeypatch):
    openai.looks = 10_000
    pack = make_pack(2)
    with monkeypatch.context() as patched:
        patched.setattr(OpenAIBatches, "state", _killed)
        with pytest.raises(KilledError):
            run_batch(pack, openai)
    with pytest.raises(InputError, match="run: the service holds batches with 2 requests"):
        run_batch(pack, openai, batch=False)


async def _killed(*_):
    raise KilledError


def test_ctrl_c_leaves_the_batch_and_the_same_command_fetches_it(openai, make_pack, tmp_path):
    """A real process, interrupted while it waits."""
    openai.looks = 10_000
    pack = make_pack(2)
    command = [sys.executable, "-m", "panelwise", "evaluate", str(pack.path), "--batch"]
    command += ["--model", openai.model, "--out", "run"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    while "create" not in openai.calls:
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    words = process.communicate()[1]
    assert process.returncode == 130, words
    assert "the batches go on; fetch them with --batch --out run" in words
    openai.batches[0].looks = 0
    run = run_batch(pack, openai)
    assert [one.outcome for one in run.results()] == ["correct"] * 2
    assert len(openai.batches) == 1


def test_listed_prices_are_halved_and_given_ones_taken_as_they_are(openai, make_pack):
    listed = openai_price("gpt-4o")
    assert service_options({}, "gpt-4o", listed)["batch_price"] == Price(1.25, 5.0)
    given = {"price_in": 1.0, "price_out": 2.0}
    assert service_options(given, "gpt-4o", listed)["batch_price"] is None
    settings = {"price_in": "1", "price_out": "100"}
    run = run_batch(make_pack(1), openai, settings=settings)
    assert [one.cost for one in run.results()] == [pytest.approx((100 + 1000) / 1e6)]


def test_the_key_goes_to_no_other_host_whatever_an_answer_names(make_pack):
    """Anthropic's ``results_url`` and Google's upload address name hosts of their own."""
    assert MessageBatches.max_requests == 100_000
    for provider in ("anthropic", "gemini"):
        with batch_server(provider) as server:  # both servers name hosts that do not exist
            run = run_batch(make_pack(1, name=provider), server, out=f"run-{provider}")
            assert [one.outcome for one in run.results()] == ["correct"]
