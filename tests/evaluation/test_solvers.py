"""Baselines and recorded answers: through the same door as a model's."""

from __future__ import annotations

import hashlib
import sqlite3
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import numpy as np
import orjson
import pytest
from PIL import Image

from panelwise.cli import run
from panelwise.comics import encode_png
from panelwise.errors import InputError, SettingError, UnavailableError, UnknownNameError
from panelwise.evaluation import Question, Run, evaluate, get_solver
from panelwise.models import family_of
from panelwise.packs import Made, write_pack
from panelwise.reading import continuity_order
from panelwise.tasks import ImageEntry, Item, Rendering, SourcePage, Turn


def outcomes(run):
    return Counter(result.outcome for result in run.results())


def answers(run):
    return {result.item: result.answer for result in run.results()}


def test_the_oracle_is_always_right(make_pack):
    for name, choice in (("order", False), ("choose", True)):
        run = evaluate(make_pack(9, name, choice=choice), "baseline:oracle")
        assert outcomes(run) == {"correct": 9}
        assert {result.status for result in run.results()} == {"ok"}


@pytest.mark.parametrize("semantics", ["order_list", "rank_list", "either"])
def test_the_oracle_is_right_however_answers_are_read(make_pack, semantics):
    run = evaluate(
        make_pack(3), "baseline:oracle", settings={"ordering.order_semantics": semantics}
    )
    assert outcomes(run) == {"correct": 3}


def test_fixed_orders(make_pack):
    pack = make_pack(2)
    for name, order in {
        "identity": (0, 1, 2),
        "reversed": (2, 1, 0),
        "constant": (1, 2, 0),
    }.items():
        assert set(answers(evaluate(pack, f"baseline:{name}", out=name)).values()) == {order}


def test_the_constant_choice_is_the_first_option(make_pack):
    run = evaluate(make_pack(3, choice=True), "baseline:constant")
    assert set(answers(run).values()) == {0}


def test_random_is_near_chance_and_depends_on_the_seed_alone(make_pack):
    pack = make_pack(1200)
    first = evaluate(pack, "baseline:random", out="first")
    again = evaluate(pack, "baseline:random", out="again")
    other = evaluate(pack, "baseline:random", out="other", settings={"seed": "1"})
    assert answers(first) == answers(again) != answers(other)
    frequency = Counter(answers(first).values())
    assert len(frequency) == 6
    assert all(140 < count < 260 for count in frequency.values())  # 200 ± 4.6 sigma


@pytest.mark.parametrize("choice", [False, True])
def test_the_noisy_oracle_is_wrong_as_often_as_it_was_told(make_pack, choice):
    pack = make_pack(1000, choice=choice)
    for noise in (0.0, 0.3, 1.0):
        run = evaluate(
            pack, "baseline:noisy_oracle", out=f"n{noise}", settings={"noise": str(noise)}
        )
        assert abs(outcomes(run)["correct"] / 1000 - (1 - noise)) < 0.06
        assert noise not in (0.0, 1.0) or outcomes(run)["correct"] == 1000 * (1 - noise)


def test_continuity_orders_what_a_pack_shows(tmp_path):
    strip = np.tile(np.linspace(0, 255, 180).astype(np.uint8)[:, None], (3, 60)).T[..., None]
    strip = np.repeat(strip[:60], 3, axis=2)
    shown = [strip[:, start : start + 60] for start in (120, 0, 60)]
    images, entries = {}, []
    for pixels in shown:
        data = encode_png(Image.fromarray(np.ascontiguousarray(pixels)))
        sha256 = hashlib.sha256(data).hexdigest()
        images[sha256] = data
        recipe = {"kind": "crop", "panels": [{"page": "p", "box": [0, 0, 60, 60]}]}
        entries.append(ImageEntry(sha256, sha256, 60, 60, "image/png", len(data), recipe))
    rendering = Rendering((Turn("user", (0, 1, 2, "Order these.")),), tuple(entries), "test/1")
    source = SourcePage("book", "1", "p.png", "0" * 64)
    item = Item("strip", "test.ordering", "ordering", 3, rendering, (1, 2, 0), (source,))
    pack = write_pack(tmp_path / "strips", [Made(item, images)], {"task": "test.ordering"}, "")
    assert set(answers(evaluate(pack, "baseline:continuity")).values()) == {
        continuity_order(pack.panel_images(item))
    }


def test_repeats_of_random_differ(make_pack):
    run = evaluate(make_pack(40), "baseline:random", repeats=2)
    rounds = [
        [result.answer for result in run.results() if result.repeat == repeat] for repeat in (0, 1)
    ]
    assert rounds[0] != rounds[1]


@pytest.mark.parametrize("name", ["identity", "reversed", "continuity"])
def test_an_order_is_no_answer_to_a_choice(make_pack, name):
    packs = [make_pack(2, name="orders"), make_pack(1, name="choices", choice=True)]
    with pytest.raises(UnavailableError, match=f"baseline:{name} orders panels"):
        evaluate(packs, f"baseline:{name}", out="run")
    assert not Path("run").exists()


def test_continuity_needs_the_images_of_every_pack(make_pack):
    bare = make_pack(2, name="bare", images=3)
    for path in (bare.path / "images").iterdir():
        path.unlink()
    with pytest.raises(InputError, match="panelwise rehydrate"):
        evaluate([make_pack(1, images=3), bare], "baseline:continuity", out="run")
    assert not Path("run").exists()


def test_baselines_cost_nothing_and_need_no_images(make_pack):
    pack = make_pack(2, images=2)
    for path in (pack.path / "images").iterdir():
        path.unlink()
    run = evaluate(pack, "baseline:random", max_cost=0.01)
    assert len(list(run.results())) == 2
    assert run.usage.requests == 0


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("baseline:randm", "unknown baseline 'randm'; did you mean 'random'"),
        ("openia/gpt-4o", "unknown model 'openia/gpt-4o'; did you mean openai/NAME"),
        (
            "random",
            "unknown model 'random'; did you mean baseline:random. .*baseline:NAME, h",
        ),
        ("people:x", "unknown model 'people:x'; known: anthropic/NAME"),
        ("gpt-4o", "mean openai/gpt-4o. Known: .*openai/NAME, .*baseline:NAME, .*recorded:FILE"),
    ],
)
def test_unknown_names(name, message):
    with pytest.raises(UnknownNameError, match=message):
        get_solver(name)


def test_a_url_must_say_which_model():
    with pytest.raises(SettingError, match="write http://h:1/v1#MODEL"):
        get_solver("http://h:1/v1")


def test_names_of_solvers():
    assert get_solver("openai/gpt-4o").name == "openai/gpt-4o"
    assert get_solver("http://h:1/v1#org/model").name == "http://h:1/v1#org/model"
    assert get_solver("http://me:pw@h:1/v1/#m").name == "http://h:1/v1#m"


def test_openai_prices_are_known_and_can_be_overridden():
    assert get_solver("openai/gpt-4o").priced
    assert not get_solver("openai/some-new-model").priced
    assert get_solver("openai/some-new-model", {"price_in": "1", "price_out": "2"}).priced


def test_recorded_answers(make_pack, tmp_path):
    lines = [
        {"id": "book0/0000", "answer": "The order is [2, 0, 1]."},
        {"id": "book1/0001", "answer": [2, 0, 1]},
        {"id": "book2/0002", "answer": "", "refusal": "I won't."},
    ]
    path = tmp_path / "answers.jsonl"
    path.write_bytes(b"\n".join(map(orjson.dumps, lines)) + b"\n\n")
    results = list(evaluate(make_pack(4), f"recorded:{path}").results())
    assert [result.outcome for result in results] == [
        "correct",
        "no_answer",
        "correct",
        "refused",
    ]
    assert results[1].item == "book0/0003"
    assert results[1].error == "no recorded answer"


def test_a_recording_of_other_items_is_refused(make_pack):
    pack = make_pack(4)
    Path("answers.jsonl").write_text(
        '{"id": "other/1", "answer": "[2, 0, 1]"}\n{"id": "x", "answer": ""}'
    )
    said = (
        "it answers 2 items, such as 'other/1', but the packs have 4 others, such as 'book0/0000'"
    )
    with pytest.raises(InputError, match=said):
        evaluate(pack, "recorded:answers.jsonl", out="run")
    assert not Path("run").exists()
    Path("answers.jsonl").write_text("")
    with pytest.raises(InputError, match=r"answers\.jsonl: no answers in it; .* 'book0/0000'"):
        evaluate(pack, "recorded:answers.jsonl", out="run")


def test_a_recorded_line_without_an_answer_is_refused_and_an_empty_answer_is_not(make_pack):
    pack = make_pack(1)
    Path("answers.jsonl").write_text('{"id": "book0/0000", "respons": "[2, 0, 1]"}')
    with pytest.raises(InputError, match=r"line 1: answer: missing; found id, respons; write"):
        evaluate(pack, "recorded:answers.jsonl", out="run")
    Path("answers.jsonl").write_text('{"id": "book0/0000", "answer": null}')
    [result] = evaluate(pack, "recorded:answers.jsonl", out="run").results()
    assert result.outcome == "no_answer"


def test_settings_are_given_by_name(make_pack):
    with pytest.raises(SettingError, match="settings: give them by name, such as"):
        evaluate(make_pack(1), "baseline:random", out="run", settings=["temperature=0"])


def test_answers_that_fit_items_of_two_packs_must_name_their_pack(make_pack):
    first, second = make_pack(2), make_pack(3, "second")
    lines = [{"id": item.id, "answer": "[2, 0, 1]"} for item in second.items()]
    file = Path("answers.jsonl")
    file.write_bytes(b"\n".join(map(orjson.dumps, lines)))
    said = r"answers\.jsonl: the answer to 'book0/0000' fits items of several packs; evaluate one"
    with pytest.raises(InputError, match=said):
        evaluate([first, second], "recorded:answers.jsonl", out="both")
    named = [
        one | {"pack": pack.hash}
        for pack in (first, second)
        for one in lines[: len(list(pack.items()))]
    ]
    file.write_bytes(b"\n".join(map(orjson.dumps, named)))
    run = evaluate([first, second], "recorded:answers.jsonl", out="both")
    assert outcomes(run) == {"correct": 5}


def test_a_recording_of_some_of_the_items_says_so(make_pack):
    class Watcher:
        notes: ClassVar[set[str | None]] = set()

        def update(self, state):
            self.notes.add(state.note)

    Path("answers.jsonl").write_text('{"id": "book0/0000", "answer": "[2, 0, 1]"}')
    run = evaluate(make_pack(3), "recorded:answers.jsonl", progress=Watcher())
    assert Watcher.notes == {"recorded answers to 1 of 3 items"}
    assert outcomes(run) == {"correct": 1, "no_answer": 2}


def test_a_json_list_of_recorded_answers(make_pack, tmp_path):
    (tmp_path / "answers.json").write_text('[{"id": "book0/0000", "answer": "[2, 0, 1]"}]')
    assert outcomes(evaluate(make_pack(1), "recorded:answers.json")) == {"correct": 1}


def test_a_run_can_be_taken_as_recorded_answers(server, make_pack):
    pack = make_pack(3)
    first = evaluate(pack, server.name, out="first")
    again = evaluate(pack, "recorded:first", out="again", replay=True)
    assert answers(first) == answers(again)
    assert len(server.asked) == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"id": "a", "answer": "x"}\n\n{"id": "a", "answer": "y"}', "line 1 and line 3 both"),
        ('{"id": "a", "answer": "x"}\n{"id": ', "answers.jsonl, line 2: not JSON"),
        ('{"item": "a"}', "answers.jsonl, line 1: id: missing; write"),
        ('{"id": "a", "answer": 1.5}', r"answers.jsonl, line 1: answer\.\S+: must be"),
        ('{"id": "a", "finish_reason": "done"}', "finish_reason: must be 'stop'"),
        ('{"id": "a", "repeat": [1]}', "answers.jsonl, line 1: repeat: "),
        ('{"id": "a", "repeat": -1}', "answers.jsonl, line 1: repeat: "),
        ('{"id": "a", "pack": ["x"]}', "answers.jsonl, line 1: pack: "),
        ('{"id": "a", "refusal": true}', "answers.jsonl, line 1: refusal: "),
        ("[null]", "answers.jsonl, entry 1: must be "),
    ],
)  # fmt: skip
def test_bad_recordings_are_one_line(tmp_path, text, message):
    (tmp_path / "answers.jsonl").write_text(text)
    with pytest.raises(InputError, match=message):
        get_solver("recorded:answers.jsonl")


def test_a_run_whose_answers_are_damaged_is_no_recording(server, make_pack):
    evaluate(make_pack(1), server.name, out="first")
    with sqlite3.connect("first/results.sqlite") as database:
        database.execute("UPDATE results SET body = x'00'")
    with pytest.raises(InputError, match=r"answer to 'book0/0000': damaged"):
        get_solver("recorded:first")


def test_a_recording_that_is_missing():
    with pytest.raises(InputError, match=r"nowhere\.jsonl: cannot be read"):
        get_solver("recorded:nowhere.jsonl")


def test_default_folders_do_not_collide(make_pack):
    pack = make_pack(1)
    names = [evaluate(pack, "baseline:random").path for _ in range(3)]
    assert len(set(names)) == 3
    assert all(path.parent.name == "runs" for path in names)
    assert names[0].name.startswith("baseline-random-pack-")
    assert Run.open(names[0]).model == "baseline:random"


def test_two_panels_leave_the_noisy_oracle_one_way_to_be_wrong(tmp_path):
    rendering = Rendering((Turn("user", ("Order these.",)),), (), "test/1")
    source = SourcePage("book", "1", "p.png", "0" * 64)
    meta = {"shuffle": "non_identity"}
    item = Item("two", "test.ordering", "ordering", 2, rendering, (1, 0), (source,), meta=meta)
    pack = write_pack(tmp_path / "two", [Made(item, {})], {"task": "test.ordering"}, "")
    wrong = evaluate(pack, "baseline:noisy_oracle", settings={"noise": "1"})
    assert set(answers(wrong).values()) == {(0, 1)}


def test_pictures_that_a_provider_refuses_are_said_before_anything_is_sent(
    make_pack, monkeypatch, capsys
):
    pack = make_pack(3, images=2)
    questions = [Question(item, pack, repeat=repeat) for item in pack.items() for repeat in (0, 1)]
    solver = get_solver("anthropic/claude-haiku-4-5")
    assert solver.check(questions) is None
    strict = replace(family_of("claude-haiku-4-5"), most_images=1)
    monkeypatch.setattr("panelwise.evaluation._refused_pictures.family_of", lambda _: strict)
    said = (
        "anthropic/claude-haiku-4-5 is known to refuse the pictures of 3 items"
        f" ({questions[0].item.id}: 2 pictures, at most 1)"
    )
    assert solver.check(questions) == said
    assert run(["evaluate", str(pack.path), "--model", solver.name, "--dry-run"]) == 0
    assert f"warning: {said}" in capsys.readouterr().out


def test_a_judge_that_takes_no_temperature_is_asked_without_one():
    greedy = get_solver("openai/gpt-4o", greedy=True)
    assert greedy.identity()["sampling"] == {"temperature": 0.0}
    newest = get_solver("anthropic/claude-opus-5", {"max_tokens": "9"}, greedy=True)
    assert newest.identity()["sampling"] == {"max_tokens": 9}
    with pytest.raises(SettingError, match=r"temperature=0\.5: claude-opus-5 takes no sampling"):
        get_solver("anthropic/claude-opus-5", {"temperature": "0.5"}, greedy=True)
    with pytest.raises(SettingError, match="seed=1: Anthropic takes no seed"):
        get_solver("anthropic/claude-opus-5", {"seed": "1"}, greedy=True)
