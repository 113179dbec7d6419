"""Whatever a service does, every sample ends as exactly one outcome, and nothing hangs."""

from __future__ import annotations

import sqlite3
import time
import zlib
from pathlib import Path

import pytest
from aiohttp import web

from panelwise.cli import run as command
from panelwise.errors import InputError, RunError, SettingError, UnreachableError
from panelwise.evaluation import Patience, evaluate
from panelwise.models import Capabilities, Request, Response


def only(run):
    (result,) = run.results()
    return result


def test_answers_are_read_scored_and_stored(server, make_pack):
    run = evaluate(make_pack(3), server.name)
    results = list(run.results())
    assert [result.item for result in results] == ["book0/0000", "book1/0001", "book2/0002"]
    assert {result.outcome for result in results} == {"correct"}
    assert results[0].answer == (2, 0, 1)
    assert results[0].response == "[2, 0, 1]"
    assert results[0].scores["exact_match"] == 1.0
    assert (results[0].tokens_in, results[0].tokens_out) == (100, 10)
    assert results[0].cost is None
    assert results[0].model == "m-1"
    assert results[0].attempts == 1
    assert not results[0].cached
    assert run.status == "complete"
    assert len(run) == 3


@pytest.mark.parametrize(
    ("text", "finish", "message", "outcome"),
    [
        ("[0, 1, 2]", "stop", {}, "wrong|partial"),
        ("I see three panels.", "stop", {}, "unparsed"),
        ("", "stop", {}, "no_answer"),
        (None, "stop", {}, "no_answer"),
        (None, "stop", {"refusal": "I can't."}, "refused"),
        ("", "content_filter", {}, "refused"),
        ("Let me think about the", "length", {}, "truncated"),
    ],
)
def test_outcomes_of_answers(server, make_pack, answer, text, finish, message, outcome):
    server.script = lambda asked: answer(text, finish, **message)
    assert only(evaluate(make_pack(1), server.name)).outcome in outcome.split("|")


def test_a_fault_that_passes_is_asked_again(server, make_pack, answer, fail, hasty):
    server.script = lambda asked: fail(500) if asked.nth < 3 else answer()
    result = only(evaluate(make_pack(1), server.name, patience=hasty))
    assert result.outcome == "correct"
    assert result.attempts == 3


def test_half_a_json_is_asked_again(server, make_pack, answer, hasty):
    server.script = lambda asked: (
        web.Response(body=b'{"choices": [{"mess') if asked.nth < 2 else answer()
    )
    assert only(evaluate(make_pack(1), server.name, patience=hasty)).attempts == 2


def test_what_is_never_a_completion_is_asked_for_twice(server, make_pack, answer, hasty):
    server.script = lambda asked: (
        web.Response(text="<html>Log in</html>") if "0001" in asked.item else answer()
    )
    bad = next(
        result
        for result in evaluate(make_pack(3), server.name, patience=hasty).results()
        if result.item == "book1/0001"
    )
    assert bad.outcome == "provider_error"
    assert bad.attempts == server.counts["book1/0001"] == 2
    assert "not JSON" in bad.error


def test_a_paid_answer_with_impossible_counts_is_kept(server, make_pack, answer):
    counts = {"prompt_tokens": (1 << 64) - 1, "completion_tokens": -3}
    server.script = lambda asked: answer(refusal=None) | {"usage": counts, "model": ["m"]}
    result = only(evaluate(make_pack(1), server.name))
    assert result.outcome == "correct"
    assert (result.tokens_in, result.tokens_out, result.model) == (None, None, None)


def test_a_key_that_the_service_repeats_is_in_no_file(
    server, make_pack, answer, fail, own_cache, tmp_path, monkeypatch
):
    key = "sk-proj-R9vQ2xWm4tLzKp8sYd"
    monkeypatch.setenv("PANELWISE_API_KEY", key)
    server.script = lambda asked: (
        answer(f"[2, 0, 1] {asked.headers['Authorization']}") | {"model": key, "fingerprint": key}
        if "0001" in asked.item
        else fail(400, "x" * 395 + asked.headers["Authorization"])
    )
    run = evaluate(make_pack(3), server.name, out=tmp_path / "run")
    (told,) = [result for result in run.results() if result.response]
    assert told.response == "[2, 0, 1] Bearer ***"
    stored = sqlite3.connect(tmp_path / "run" / "results.sqlite").execute(
        "SELECT body FROM results WHERE body IS NOT NULL"
    )
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert any(own_cache in path.parents for path in files)
    for data in (*(path.read_bytes() for path in files), *(zlib.decompress(b) for (b,) in stored)):
        assert key[:12].encode() not in data


def test_a_fault_that_stays_is_a_provider_error_after_six_tries(
    server, make_pack, answer, fail, hasty
):
    server.script = lambda asked: fail(500, "boom") if "0001" in asked.item else answer()
    run = evaluate(make_pack(3), server.name, patience=hasty)
    bad = next(result for result in run.results() if result.item == "book1/0001")
    assert bad.outcome == "provider_error"
    assert bad.status == "error"
    assert bad.attempts == server.counts["book1/0001"] == 6
    assert "500" in bad.error
    assert "boom" in bad.error
    assert bad.scores == {}
    assert bad.response is None


def test_silence_is_a_provider_error_in_bounded_time(server, make_pack, hasty):
    server.delay = 30
    started = time.monotonic()
    quick = Patience(tries=2, first_wait=0.01)
    result = only(evaluate(make_pack(1), server.name, patience=quick, settings={"timeout": "0.2"}))
    assert result.outcome == "provider_error"
    assert "no answer within 0.2 s" in result.error
    assert time.monotonic() - started < 5


@pytest.mark.parametrize(
    ("address", "said"),
    [("127.0.0.1:9", "refused"), ("no-such-host.invalid:1", "no-such-host.invalid")],
)
def test_a_server_that_was_never_there_ends_the_run_at_once(make_pack, address, said):
    # With the patience for a server that was there, this took 26 seconds.
    started = time.monotonic()
    with pytest.raises(RunError, match=said) as caught:
        evaluate(make_pack(30), f"http://{address}/v1#m", out="run")
    assert time.monotonic() - started < 5
    message = str(caught.value)
    assert "start the server or correct the address" in message
    assert "continue it with --out run" in message
    assert "\n" not in message


def test_a_server_that_was_there_is_waited_for(make_pack):
    class Restarting:
        """Answers once, is away for four requests, and comes back."""

        name, capabilities, asked = "restarting", Capabilities(concurrency=1), 0

        def identity(self):
            return {"model": "restarting"}

        async def generate(self, request: Request) -> Response:
            self.asked += 1
            if 2 <= self.asked <= 5:
                raise UnreachableError("cannot connect to host:1 (refused)")
            return Response("[2, 0, 1]")

        async def close(self):
            return

    run = evaluate(make_pack(3), Restarting(), patience=Patience(first_wait=0.01))
    assert [result.outcome for result in run.results()] == ["correct"] * 3
    assert [result.attempts for result in run.results()] == [1, 5, 1]


def test_no_try_of_a_sample_starts_after_its_time(server, make_pack, fail):
    server.script = lambda asked: fail(500)
    patience = Patience(first_wait=0.2, per_sample=0.3, tries=1000)
    assert only(evaluate(make_pack(1), server.name, patience=patience)).attempts <= 4


def test_retry_after_is_honoured_by_all_workers(server, make_pack, answer, fail):
    times = []

    def script(asked):
        times.append(time.monotonic())
        return fail(429, "slow down", **{"Retry-After": "1"}) if len(times) == 1 else answer()

    server.script = script
    run = evaluate(make_pack(30), server.name)
    assert {result.outcome for result in run.results()} == {"correct"}
    after = [moment - times[0] for moment in times]
    assert not [moment for moment in after if 0.6 < moment < 0.95]


def test_rate_limits_are_not_for_ever(server, make_pack, fail, hasty):
    server.script = lambda asked: fail(429, **{"Retry-After": "0.01"})
    result = only(evaluate(make_pack(1), server.name, patience=hasty))
    assert result.outcome == "provider_error"
    assert result.attempts == 5


def test_a_service_that_asks_to_wait_for_hours_ends_the_run(server, make_pack, fail):
    server.script = lambda asked: fail(429, "daily quota", **{"Retry-After": "7200"})
    with pytest.raises(RunError, match="asks to wait 120 minutes: 429"):
        evaluate(make_pack(2), server.name, out="run")


def test_a_bad_key_is_asked_once_per_sample_and_stops_the_run(
    server, make_pack, fail, monkeypatch, tmp_path
):
    monkeypatch.setenv("PANELWISE_API_KEY", "sk-hush-hush")
    server.script = lambda asked: fail(401, "Incorrect API key provided: sk-hush-hush")
    settings = {"concurrency": "1"}
    with pytest.raises(RunError) as caught:
        evaluate(make_pack(50), server.name, out="run", settings=settings)
    message = str(caught.value)
    assert "the first 3 samples failed alike: 401" in message
    assert message.endswith("; set the right key, then continue the run with --out run")
    assert "\n" not in message
    assert max(server.counts.values()) == 1
    assert len(server.asked) == 3
    written = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"hush-hush" not in written + message.encode()


def test_a_wrong_model_needs_another_and_a_folder_of_its_own(server, make_pack, fail, answer):
    server.script = lambda asked: fail(404, "No such model.")
    pack = make_pack(12)
    with pytest.raises(RunError) as caught:
        evaluate(pack, server.name, out="run", settings={"concurrency": "5"})
    message = str(caught.value)
    sent = len(server.asked)
    assert f"the first 3 samples ({sent} requests) failed alike: 404 Not Found" in message
    assert message.endswith(
        "give another --model and a new folder with --out; run stays this model's"
    )
    assert "continue" not in message
    server.script = lambda asked: answer()
    both = rf"a run with the model {server.name}, not {server.name}-2; give a new folder"
    with pytest.raises(InputError, match=both):
        evaluate(pack, f"{server.name}-2", out="run")
    assert evaluate(pack, f"{server.name}-2", out="run-2").status == "complete"


def test_a_service_that_dies_for_good_stops_the_run(server, make_pack, answer, fail):
    server.script = lambda asked: fail(500) if len(server.asked) > 20 else answer()
    patience = Patience(tries=2, first_wait=0.01, alike_later=5)
    with pytest.raises(RunError, match="5 samples in a row failed alike: 500"):
        evaluate(make_pack(100), server.name, patience=patience)


def test_different_bad_requests_do_not_stop_the_run(server, make_pack, fail):
    words = iter(["cat", "dog", "cow", "hen", "pig", "fox"])
    server.script = lambda asked: fail(400, f"the picture shows a {next(words)}")
    run = evaluate(make_pack(6), server.name, settings={"concurrency": "1"})
    assert {result.outcome for result in run.results()} == {"provider_error"}


def test_no_images_at_all_is_unsupported(server, make_pack, fail):
    server.script = lambda asked: fail(400, "this model does not support image input")
    result = only(evaluate(make_pack(1, images=1), server.name))
    assert result.outcome == "unsupported"
    assert result.attempts == 1


def test_a_run_in_which_nothing_was_taken_fails_in_one_line(server, make_pack, fail, capsys):
    server.script = lambda asked: fail(400, "this model does not support image input")
    pack = str(make_pack(2, images=1).path)
    assert command(["evaluate", pack, "--model", server.name, "--out", "none"]) == 1
    assert "takes none of the 2 samples: 400" in capsys.readouterr().err
    assert command(["evaluate", pack, "--model", server.name, "--out", "none"]) == 1


def test_a_missing_key_leaves_no_folder(make_pack, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(SettingError, match="needs a key; set OPENAI_API_KEY"):
        evaluate(make_pack(3), "openai/gpt-4o", out="run")
    assert not Path("run").exists()


def test_too_many_images_fall_back_to_one_and_the_run_learns_it(server, make_pack, answer, fail):
    server.script = lambda asked: (
        fail(400, "At most 1 image(s) may be provided in one prompt.")
        if asked.images > 1
        else answer()
    )
    pack = make_pack(5, images=3, single=True)
    run = evaluate(pack, server.name, settings={"concurrency": "1"})
    results = list(run.results())
    assert {result.outcome for result in results} == {"correct"}
    assert {result.rendering for result in results} == {"single_image"}
    assert [asked.images for asked in server.asked] == [3, 1, 1, 1, 1, 1]
    assert sum(result.attempts for result in results) == 6


def test_one_image_by_setting(server, make_pack):
    pack = make_pack(2, images=3, single=True)
    run = evaluate(pack, server.name, settings={"images": "one"})
    assert [asked.images for asked in server.asked] == [1, 1]
    assert {result.rendering for result in run.results()} == {"single_image"}


def test_one_image_by_setting_and_no_such_form(server, make_pack):
    result = only(evaluate(make_pack(1, images=3), server.name, settings={"images": "one"}))
    assert result.outcome == "unsupported"
    assert "no form with one" in result.error
    assert result.attempts == len(server.asked) == 0


def test_a_pack_without_images_is_one_line(server, make_pack):
    whole, bare = make_pack(2, name="whole", images=1), make_pack(3, name="bare", images=1)
    missing = bare.items()[2].rendering.images[0].sha256
    (bare.path / "images" / missing).unlink()
    with pytest.raises(InputError, match="panelwise rehydrate"):
        evaluate([whole, bare], server.name, out="run")
    assert not server.asked
    assert not Path("run").exists()


def test_repeats_ask_again_with_another_seed(server, make_pack):
    settings = {"seed": "5", "temperature": "1"}
    run = evaluate(make_pack(2), server.name, repeats=3, settings=settings)
    assert len(list(run.results())) == len(run) == 6
    assert sorted(asked.body["seed"] for asked in server.asked) == [5, 5, 6, 6, 7, 7]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"temprature": "1"}, "unknown setting 'temprature'; did you mean 'temperature'\\?"),
        ({"nope": "1"}, "panelwise settings lists those of prompts and scoring; .* takes concurr"),
        ({"temperature": "hot"}, "temperature=hot: must be a number from 0 to 5"),
        ({"temperature": "nan"}, "temperature=nan: must be a number"),
        ({"max_tokens": "0"}, "max_tokens=0: must be a whole number from 1"),
        ({"images": "two"}, "images=two: must be several or one"),
        ({"price_in": "1"}, "price_in and price_out belong together"),
        ({"noise": "0.5"}, "has no setting 'noise'"),
    ],
)
def test_wrong_settings_are_one_line(server, make_pack, settings, message):
    with pytest.raises(SettingError, match=message):
        evaluate(make_pack(1), server.name, settings=settings)


def test_settings_of_profile_and_model_travel_together(server, make_pack):
    run = evaluate(
        make_pack(1), server.name, settings={"ordering.ndcg_gain": "exp2", "temperature": "0"}
    )
    assert run.profile.name == "recommended+ordering.ndcg_gain=exp2"
    assert server.asked[0].body["temperature"] == 0
    assert run.config["identity"]["sampling"] == {"temperature": 0.0}
