"""Suites: tasks by models by transforms from one YAML file, resumable, with a quick part."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from loopback import chat
from panelwise.analysis import summarise
from panelwise.errors import InputError, SettingError, UserError
from panelwise.experiments import RunOptions, read_suite, run_suite
from panelwise.packs import Pack, stratified, write_subset

WHOLE = """
comics: [{comics}]
tasks:
  - task: stripcipher.narrative_comprehension
    name: questions
models: [baseline:random, {model}]
transforms: ["blur:1", "blur:4", text_only]
limit: 6
quick: 16
"""


@pytest.fixture
def suite(tmp_path: Path, press_folder: Path):
    """``suite(model)``: a file that names the printed books."""

    def write(model: str = "baseline:constant", text: str = WHOLE) -> Path:
        file = tmp_path / "suite.yaml"
        file.write_text(text.format(comics=press_folder, model=model))
        return file

    return write


def test_a_suite_asks_every_model_in_every_way(suite, tmp_path):
    with chat(lambda body: "A") as server:
        model = f"{server.url}#m"
        options = RunOptions(cache=False)
        done = run_suite(suite(f'"{model}"'), tmp_path / "out", options=options)
        asked = len(server.bodies)
        assert asked == 4 * 6
        assert run_suite(suite(f'"{model}"'), tmp_path / "out", options=options).table == done.table
        assert len(server.bodies) == asked, "the same call asks nothing again"
        assert any("image_url" not in str(body) for body in server.bodies)
    assert not done.stopped
    names = ["questions", "questions blur:1", "questions blur:4", "questions text_only"]
    assert list(done.packs) == names
    assert [column.heading for column in done.table.columns] == [
        *("Task", "Put as", "Metric"),
        *("baseline:random", "m"),
    ]
    for cell in done.table.measured:
        run = done.runs[cell.model][cell.column]
        [summary] = summarise(run)
        assert cell.score == summary.score
    curve, ways = done.figures
    assert [point.at for point in curve.series[0].points] == [0, 1, 4]
    assert [point.label for point in ways.series[0].points] == ["plain", "text_only"]
    [test] = ways.series[0].tests
    assert test.n == 6


def test_quick_takes_the_same_questions_of_every_way(suite, tmp_path):
    done = run_suite(suite(), tmp_path / "out", quick=True)
    chosen = {name: [item.id for item in pack.items()] for name, pack in done.packs.items()}
    assert len(set(map(tuple, chosen.values()))) == 1
    assert {len(ids) for ids in chosen.values()} == {16 // 4}
    assert done.folder == tmp_path / "out/quick"


def test_quick_stays_within_the_limit_and_does_not_mix_two_choices(suite, tmp_path):
    text = WHOLE.replace("limit: 6", "limit: 3")
    done = run_suite(suite(text=text), tmp_path / "out", quick=True)
    whole = Pack.open(tmp_path / "out/packs/questions").items()
    assert [item.id for item in done.packs["questions"].items()] == [one.id for one in whole[:3]]
    with pytest.raises(InputError, match="was made with other values of quick, limit or repeats"):
        run_suite(suite(), tmp_path / "out", quick=True)


@pytest.mark.parametrize(
    ("where", "key", "fault"),
    [
        (
            "models",
            "noise: 0.5",
            "models: nothing in this call .* 'noise'; baseline:random",
        ),
        (
            "tasks",
            "text.normaliser: raw",
            "tasks: nothing .* strip",
        ),
        ("settings", "temperature: 0", "settings: nothing .* 'temperature'; baseline:random and"),
        ("settings", "text.normaliser: raw", "settings: nothing .* 'text.normaliser'; stripcipher"),
        ("settings", "seed: 3", ""),
        ("settings", "strips.shortest: 2", ""),
    ],
)
def test_a_setting_that_nothing_in_a_suite_takes_is_refused(tmp_path, where, key, fault):
    own = {one: f"settings: {{{key}}}" if one == where else "" for one in ("tasks", "models")}
    file = tmp_path / "suite.yaml"
    file.write_text(
        f"""
tasks:
  - task: stripcipher.narrative_comprehension
    {own["tasks"]}
models:
  - model: baseline:random
    {own["models"]}
  - model: baseline:constant
{f"settings: {{{key}}}" if where == "settings" else ""}
"""
    )
    if not fault:
        assert read_suite(file).settings
        return
    with pytest.raises(SettingError, match=fault):
        read_suite(file)


@pytest.mark.parametrize("value", ["temprature: 0", "temperature: warm"])
def test_a_faulty_setting_of_a_model_is_found_before_packs_are_built(suite, tmp_path, value):
    model = f"{{model: 'http://localhost:1/v1#m', settings: {{{value}}}}}"
    with pytest.raises(SettingError, match=value.partition(":")[0]):
        run_suite(suite(model), tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_an_interrupted_suite_names_its_own_folder(suite, tmp_path, monkeypatch):
    def interrupted(*arguments, **more):
        raise KeyboardInterrupt("the run is kept; continue it with --out runs/x")

    monkeypatch.setattr("panelwise.experiments._model_runs.carry_out", interrupted)
    with pytest.raises(KeyboardInterrupt, match=r"command continues what is in .*out'?$"):
        run_suite(suite(), tmp_path / "out")


def test_a_subset_is_spread_over_books_and_lengths(pack_of, tmp_path):
    pack = pack_of("chromic.chrono_mcq")
    strata = Counter((item.book, item.meta["panels"]) for item in pack.items())
    ids = stratified(pack.items(), len(strata))
    part = write_subset(pack, ids, tmp_path / "part")
    assert {(item.book, item.meta["panels"]) for item in part.items()} == set(strata)
    assert part.items() == [item for item in pack.items() if item.id in set(ids)]
    assert all(part.has_images(item) for item in part.items())
    assert Pack.open(tmp_path / "part").manifest["subset_of"]["hash"] == pack.hash
    assert stratified(pack.items(), 10_000) == [item.id for item in pack.items()]


def test_rotations_of_a_question_stay_together(pack_of):
    items = pack_of("chromic.chrono_mcq", transforms=("rotations",)).items()
    ids = stratified(items, 9)
    assert len(ids) == 8
    assert len({name.partition("/turn")[0] for name in ids}) == 2


@pytest.mark.parametrize(
    ("text", "said_so"),
    [
        ("tasks: [chromic.chrono_mcq", "not YAML"),
        ("- a list", "not a suite; write tasks: and models:"),
        ("tasks: [chromic.chrono_mcq]", "the key 'models:' is missing; add it"),
        (
            "tasks: [chromic.chrono_mcq]\nmodels: [a]\nmodel: b",
            "unknown key 'model'; did you mean 'models'?",
        ),
        ("tasks: [a.b, a.b]\nmodels: [a]", "unknown task 'a.b'"),
        (
            "tasks: [{task: chromic.chrono_mcq, settings: {nope: 1}}]\nmodels: [a]",
            "unknown setting 'nope'",
        ),
        (
            "tasks: [chromic.chrono_mcq, chromic.chrono_mcq]\nmodels: [a]",
            "twice among the tasks; give each a name:",
        ),
        (
            "tasks: [chromic.chrono_mcq]\nmodels: [a]\ntransforms: [blurr]",
            "suite.yaml: transforms.0: unknown transform 'blurr'; did you mean 'blur:1'?",
        ),
        (
            "tasks: [chromic.chrono_mcq]\nmodels: [baseline:randm]",
            "suite.yaml: models.0: unknown baseline 'randm'; did you mean 'random'?",
        ),
    ],
)
def test_a_faulty_file_is_refused_in_one_line(text, said_so, tmp_path):
    file = tmp_path / "suite.yaml"
    file.write_text(text)
    with pytest.raises(UserError) as raised:
        read_suite(file)
    assert said_so in str(raised.value)
    assert "\n" not in str(raised.value)


def test_settings_of_a_suite_may_be_those_of_its_models(tmp_path):
    file = tmp_path / "suite.yaml"
    file.write_text("tasks: [chromic.chrono_mcq]\nmodels: [openai/m]\nsettings: {temperature: 0}")
    assert read_suite(file).settings == {"temperature": 0}


def test_a_way_that_a_task_cannot_be_put_in_leaves_its_cells_empty(suite, tmp_path):
    text = """
comics: [{comics}]
tasks: [stripcipher.reordering_choice]
models: [{model}]
transforms: [text_only]
"""
    done = run_suite(suite(text=text), tmp_path / "out")
    plain, blind = done.table.measured
    assert plain.score.value is not None
    assert blind.score.value is None
    assert "nothing is left without them" in blind.note
