"""The cache: one key per thing that decides an answer, and no answer to another question."""

from __future__ import annotations

import dataclasses

import pytest

from panelwise.errors import RunError
from panelwise.evaluation import ModelSolver, cache_key, evaluate, get_solver
from panelwise.models import OpenAIModel, Sampling
from panelwise.tasks import Rendering, Turn


def identity(model="m", url="http://h:1/v1", **sampling):
    return ModelSolver(OpenAIModel(model, url), Sampling(**sampling)).identity()


@pytest.fixture
def rendering(make_pack):
    return make_pack(1, images=2).items()[0].rendering


def test_the_same_question_has_the_same_key(rendering):
    again = dataclasses.replace(rendering)
    assert cache_key(identity(), rendering) == cache_key(identity(), again)


def test_everything_that_decides_an_answer_changes_the_key(rendering):
    first, second = rendering.images
    (turn,) = rendering.turns
    words = turn.parts[-1]

    def said(*parts, role="user"):
        return dataclasses.replace(rendering, turns=(Turn(role, parts),))

    def shown(*images):
        return dataclasses.replace(rendering, images=images)

    keys = [
        cache_key(identity(), rendering),
        cache_key(identity("m2"), rendering),
        cache_key(identity(url="http://h:2/v1"), rendering),
        cache_key(identity(temperature=0.0), rendering),
        cache_key(identity(temperature=1.0), rendering),
        cache_key(identity(top_p=1.0), rendering),
        cache_key(identity(top_k=1), rendering),
        cache_key(identity(seed=1), rendering),
        cache_key(identity(max_tokens=1), rendering),
        cache_key(identity(), rendering, repeat=1),
        cache_key(identity(), said(0, 1, words + " ")),
        cache_key(identity(), said(1, 0, words)),
        cache_key(identity(), said(0, 1, words, role="system")),
        cache_key(identity(), said(0, words)),
        cache_key(identity(), shown(first, dataclasses.replace(second, sha256="0" * 64))),
    ]
    assert len(set(keys)) == len(keys)


def test_the_same_bytes_sent_are_the_same_question_however_they_are_stored(rendering):
    (turn,) = rendering.turns
    swapped = dataclasses.replace(
        rendering,
        images=rendering.images[::-1],
        turns=(Turn(turn.role, (1, 0, turn.parts[-1])),),
    )
    assert cache_key(identity(), swapped) == cache_key(identity(), rendering)


def test_what_does_not_decide_an_answer_keeps_the_key(rendering):
    renamed = dataclasses.replace(rendering, prompt_id="another/name")
    settings = {"timeout": "5", "concurrency": "3", "price_in": "1", "price_out": "2"}
    solver = get_solver("http://h:1/v1#m", settings)
    plain = get_solver("http://h:1/v1#m")
    assert cache_key(solver.identity(), rendering) == cache_key(plain.identity(), renamed)


@pytest.mark.parametrize(
    ("name", "settings", "repeat", "key"),
    [
        (
            "http://me:pw@h:1/v1?api-key=abc#m",
            {"temperature": "0", "seed": "3"},
            1,
            "8bcb099522cbfb378bf5943eef1c255aa50e0c3be0e3c412908ee3b92e0a2513",
        ),
        (
            "openai/gpt-4o",
            {"max_tokens": "5"},
            0,
            "4fda408d660cf1fb976155385f5c1f8d511db0c813b74307917a9b63742f1058",
        ),
    ],
)
def test_answers_that_were_paid_for_before_are_found_again(name, settings, repeat, key):
    words = Rendering((Turn("user", ("Order these.",)),), (), "test/1")
    identity = get_solver(name, settings).identity()
    assert cache_key(identity, words, repeat).hex() == key


def test_keys_hold_no_secret(monkeypatch):
    monkeypatch.setenv("PANELWISE_API_KEY", "sk-hush")
    assert "sk-hush" not in str(get_solver("http://me:sk-hush@h:1/v1#m").identity())


def test_a_second_run_asks_nobody_and_costs_nothing(server, make_pack):
    settings = {"price_in": "1", "price_out": "1"}
    first = evaluate(make_pack(5), server.name, out="first", settings=settings)
    second = evaluate(make_pack(5, "same"), server.name, out="second", settings=settings)
    assert len(server.asked) == 5
    assert [result.answer for result in second.results()] == [
        result.answer for result in first.results()
    ]
    for result in second.results():
        assert result.cached
        assert result.attempts == 0
        assert result.cost == 0.0
        assert result.tokens_in == 100
    assert second.usage.requests == 0


def test_without_the_cache_everything_is_asked(server, make_pack):
    pack = make_pack(2)
    evaluate(pack, server.name, out="first")
    evaluate(pack, server.name, out="second", cache=False)
    assert len(server.asked) == 4


def test_failures_are_not_kept_but_refusals_are(server, make_pack, answer, fail, hasty):
    def script(asked):
        return fail(500) if "0000" in asked.item else answer(None, refusal="I can't.")

    server.script = script
    pack = make_pack(3)
    evaluate(pack, server.name, out="first", patience=hasty)
    asked = len(server.asked)
    server.script = lambda asked: answer()
    second = list(evaluate(pack, server.name, out="second").results())
    assert len(server.asked) == asked + 1
    assert [result.outcome for result in second] == ["correct", "refused", "refused"]


def test_replay_touches_no_network(server, make_pack):
    pack = make_pack(4)
    evaluate(pack, server.name, out="first", limit=3)
    asked = len(server.asked)
    replayed = evaluate(pack, server.name, out="replayed", limit=3, replay=True)
    assert len(list(replayed.results())) == 3
    with pytest.raises(RunError, match="replay: 1 of 4 answers are not stored"):
        evaluate(pack, server.name, out="too-much", replay=True)
    assert len(server.asked) == asked


def test_replay_of_answers_to_the_one_image_form(server, make_pack, answer, fail):
    server.script = lambda asked: fail(400, "too many images") if asked.images > 1 else answer()
    pack = make_pack(2, images=3, single=True)
    evaluate(pack, server.name, out="first")
    asked = len(server.asked)
    replayed = list(evaluate(pack, server.name, out="replayed", replay=True).results())
    assert {result.rendering for result in replayed} == {"single_image"}
    assert len(server.asked) == asked


def test_replay_needs_no_images(server, make_pack):
    pack = make_pack(1, images=2)
    evaluate(pack, server.name, out="first")
    for path in (pack.path / "images").iterdir():
        path.unlink()
    assert len(list(evaluate(pack, server.name, out="second", replay=True).results())) == 1
