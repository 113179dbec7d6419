"""The papers' experiments: each runs on packs of the press, and fills the paper's own table."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from aiohttp import web

from changed_answers import one_wrong_answer
from loopback import chat, said
from panelwise.analysis import PublishedCell, published_table
from panelwise.benchmarks import build
from panelwise.drafting import PressWriter, draft_descriptions
from panelwise.errors import InputError, SettingError, UnknownNameError
from panelwise.evaluation import Run, rescore
from panelwise.experiments import (
    BySize,
    Experiment,
    Mean,
    Measurement,
    PackPlan,
    PacksFrom,
    RunOptions,
    describe,
    get_experiment,
    list_experiments,
    paper_table,
    run_experiment,
)
from panelwise.experiments._described import known_descriptions, score_drafts
from panelwise.metrics.resampling import BookFamily
from panelwise.packs import Pack
from panelwise.report import paired_lines

OURS = [one for one in list_experiments() if one.handle.startswith(("CH-", "SC-"))]
RUNNING = [one for one in OURS if one.packs]
BASELINES = ("baseline:random", "baseline:noisy_oracle")
METADATA = {"group", "note"}  # of the published files; no columns of the papers
FEW = RunOptions(limit=3, cache=False)


@pytest.fixture(scope="session")
def two_books(press_folder: Path, tmp_path_factory) -> Path:
    """The two smaller of the printed books: Japanese, and without a word."""
    small = tmp_path_factory.mktemp("small")
    lines = (press_folder / "pages.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    starts = [at for at, line in enumerate(lines) if line.startswith('{"format"')]
    (small / "pages.jsonl").write_text("".join(lines[starts[1] :]), encoding="utf-8")
    for name in ("book-0002.cbz", "book-0003.cbz"):
        (small / name).symlink_to(press_folder / name)
    return small


@pytest.fixture(scope="session")
def packs_of(two_books: Path, press_folder: Path, tmp_path_factory) -> Callable[[Experiment], Path]:
    """``packs_of(plan)``: a folder with the plan's packs, under the names that it gives them."""
    built: dict[str, Path] = {}

    def pack(one: PackPlan, profile: str) -> Path:
        key = f"{one.task} {one.transforms} {one.settings}"
        if key not in built:
            built[key] = tmp_path_factory.mktemp("packs") / "pack"
            few_panels = one.task == "chromic.panel_reordering"  # at most four on a page
            build(
                one.task,
                press_folder if few_panels else two_books,
                out=built[key],
                profile=profile,
                transforms=one.transforms,
                settings=dict(one.settings),
            )
        return built[key]

    def folder(plan: Experiment) -> Path:
        made = tmp_path_factory.mktemp("experiment")
        for one in plan.packs:
            (made / one.name).symlink_to(pack(one, plan.profile))
        return made

    return folder


def always_the_first(body: dict) -> str:
    """A model that answers option A, or the order that it is shown."""
    return "A" if has_options(body) else "[0, 1, 2, 3]"


def has_options(body: dict) -> bool:
    return re.search(r"^\W*A\W", said(body, "user"), re.MULTILINE) is not None


@pytest.mark.parametrize("plan", RUNNING, ids=lambda plan: plan.handle)
def test_an_experiment_runs_on_baselines_and_a_served_model(plan, packs_of, two_books, tmp_path):
    with chat(always_the_first) as server:
        models = (*BASELINES, f"{server.url}#tiny-3B")
        drafted = any(pack.drafted for pack in plan.packs)
        source = PacksFrom((two_books,)) if drafted else PacksFrom(packs=packs_of(plan))
        done = run_experiment(plan, models, tmp_path, source=source, options=FEW)
    assert not done.stopped
    assert {cell.model for cell in done.table.measured} == set(models)
    assert len(done.table.measured) == len(models) * len(plan.columns) * max(1, len(plan.groups))
    scored = [cell for cell in done.table.measured if cell.score.value is not None]
    assert scored
    for cell in done.table.measured:
        assert (cell.score.value is None) <= bool(cell.note), "an empty cell says why"
        assert cell.score.value is None or cell.score.n
        assert cell.score.value is None or cell.score.chance is not None or cell.note
    names = {"table.md", "table.tex", "table.csv", "table.json", "cells.csv"}
    assert names <= {path.name for path in tmp_path.iterdir()}
    assert len(list(tmp_path.glob("figure*.svg"))) == len(done.figures)
    assert bool(done.figures) == (plan.figure is not None)


@pytest.mark.parametrize("plan", [p for p in OURS if p.table], ids=lambda plan: plan.handle)
def test_the_layout_is_the_papers(plan):
    """Printed cells, in the order of the published file, under all of its columns."""
    printed = published_table(plan.table)
    table = paper_table(plan, [])
    if plan.models_in == "columns" or isinstance(plan.figure, BySize):
        assert [column.key for column in table.columns if column.key in printed.columns] == [
            column.key
            for column in table.columns
            if plan.handle != "CH-E9" or column.key != "Overall"
        ]
    else:
        wanted = [name for name in printed.columns if name not in METADATA]
        assert [column.key for column in table.columns] == wanted
    first = printed.columns[0]
    assert [row.cells[0] for row in table.rows] == [
        row[first].printed
        for row in printed.rows
        if not plan.rows or row[first].printed in plan.rows
    ]
    cells = [c.printed for row in table.rows for c in row.cells if isinstance(c, PublishedCell)]
    assert any(cells)
    assert all(not row.measured for row in table.rows)


def test_every_experiment_of_the_specification_has_a_plan():
    handles = {one.handle for one in OURS}
    assert {f"CH-E{n}" for n in range(1, 11)} <= handles
    assert {f"SC-E{n}" for n in range(1, 10)} <= handles
    for one in OURS:
        assert one.runs or one.waits_for, f"{one.handle} neither runs nor says what it waits for"
        assert one.handle in describe(one)


@pytest.mark.parametrize("name", ["SC-E1", "sc-e1", "stripcipher.t4", "stripcipher.t04"])
def test_handle_and_alias_name_the_same_experiment(name):
    assert get_experiment(name).handle == "SC-E1"


def test_an_unknown_experiment_gets_the_nearest():
    with pytest.raises(UnknownNameError, match=r"did you mean 'stripcipher\.t4'"):
        get_experiment("stripcipher.t44")


def right_answers(pack: Pack, where: Path, wrong: str = "") -> None:
    """A recording that answers every question right, but one."""
    lines = []
    for item in pack.items():
        right = item.options[item.gold].label
        other = next(one.label for one in item.options if one.label != right)
        lines.append({"id": item.id, "answer": other if item.id == wrong else right})
    where.write_text("\n".join(map(json.dumps, lines)))


def test_one_changed_answer_changes_exactly_its_cells(packs_of, tmp_path):
    plan = get_experiment("CH-E4")
    source = PacksFrom(packs=packs_of(plan))
    pack = Pack.open(source.packs / "questions")
    changed = next(item for item in pack.items() if item.meta["perspective"] == "CAS")
    values = {}
    for name, wrong in (("all-right", ""), ("one-wrong", changed.id)):
        right_answers(pack, tmp_path / f"{name}.jsonl", wrong)
        models = [f"recorded:{tmp_path / name}.jsonl"]
        done = run_experiment(plan, models, tmp_path / name, source=source)
        values[name] = {cell.column: cell.score.value for cell in done.table.measured}
    differing = {
        name
        for name in values["all-right"]
        if values["all-right"][name] != values["one-wrong"][name]
    }
    assert differing == {"CAS"}
    assert values["all-right"]["CAS"] == 1


BY_ANSWERS = [
    one for one in RUNNING if any(isinstance(column, Measurement) for column in one.columns)
]


@pytest.mark.slow
@pytest.mark.parametrize("plan", BY_ANSWERS, ids=lambda plan: plan.handle)
def test_one_wrong_answer_changes_its_cells_in_every_experiment(plan, packs_of, tmp_path):
    change = one_wrong_answer(plan, packs_of(plan), tmp_path)
    assert change.own <= change.differing <= change.with_means


def test_a_condition_without_a_score_is_not_tested(packs_of, tmp_path):
    """Unreadable answers are left out under ``paper``: an empty cell has no difference and no p."""
    plan = get_experiment("SC-E3")
    first, *others = [pack.name for pack in plan.packs]
    source = PacksFrom(packs=packs_of(plan))
    for name in (first, *others):
        lines = [
            {"id": item.id, "answer": "no idea" if name == others[0] else "A"}
            for item in Pack.open(source.packs / name).items()
        ]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, lines)))
    models = [f"recorded:{tmp_path}/{{pack}}.jsonl"]
    done = run_experiment(plan, models, tmp_path / "out", source=source)
    lines = paired_lines(done.figures)
    empty = [line for line in lines if "has no score" in line]
    assert empty
    assert all(": —, p = —: " in line for line in empty)
    assert not any("p = 1.000" in line for line in empty)
    tested = {test.first for figure in done.figures for s in figure.series for test in s.tests}
    assert len(tested) + len(empty) == sum(
        len(series.points) - 1 for figure in done.figures for series in figure.series
    )


def test_a_model_that_refuses_all_pictures_has_no_score_and_the_reason(packs_of, tmp_path):
    """A language model behind an OpenAI-compatible server, as llama.cpp answers for it."""
    refusal = {"error": {"message": "image input is not supported"}}

    def no_pictures(body):
        pictures = "image_url" in json.dumps(body["messages"])
        return web.json_response(refusal, status=500) if pictures else "A"

    plan = get_experiment("CH-E8")
    with chat(no_pictures) as server:
        done = run_experiment(plan, [f"{server.url}#tiny"], tmp_path,
                              source=PacksFrom(packs=packs_of(plan)), options=FEW)  # fmt: skip
    cells = {cell.column: cell for cell in done.table.measured}
    assert cells["Txt-only"].score.n == 3
    assert (cells["Multimodal"].score.value, cells["Multimodal"].failed) == (None, False)
    assert "it takes none of the items: 500" in cells["Multimodal"].note
    assert "image input is not supported" in cells["Multimodal"].note


def test_people_answer_as_a_recording_for_each_pack(packs_of, tmp_path):
    """Of a pack for which there is no file, the cell says so."""
    plan = get_experiment("CH-E5")
    source = PacksFrom(packs=packs_of(plan))
    right_answers(Pack.open(source.packs / "questions"), tmp_path / "questions.jsonl")
    model = f"recorded:{tmp_path}/{{pack}}.jsonl"
    done = run_experiment(
        plan, [model], tmp_path / "out", source=source, named={model: "Human evaluation"}
    )
    descriptions, questions = done.table.measured
    assert descriptions.score.value is None
    assert "no file" in descriptions.note
    assert questions.score.value == 1
    assert questions.difference.value == pytest.approx(1 - 0.679)
    assert questions.printed_n == 165


def test_a_model_that_the_paper_prints_gets_its_difference(packs_of, tmp_path):
    plan = get_experiment("SC-E3")
    with chat(always_the_first) as server:
        models = [f"{server.url}#gpt-4o-mini", f"{server.url}#other"]
        source = PacksFrom(packs=packs_of(plan))
        done = run_experiment(plan, models, tmp_path, source=source, options=FEW)
    known = [cell for cell in done.table.measured if cell.model == models[0]]
    assert [cell.printed.printed for cell in known] == ["53.23", "51.03", "49.56"]
    assert [cell.difference.value for cell in known] == pytest.approx(
        [
            cell.score.value - printed
            for cell, printed in zip(known, (0.5323, 0.5103, 0.4956), strict=True)
        ]
    )
    assert all(cell.difference.low < cell.difference.value < cell.difference.high for cell in known)
    assert all(cell.printed is None for cell in done.table.measured if cell.model == models[1])


def test_the_same_call_asks_nothing_again(packs_of, tmp_path):
    plan = get_experiment("SC-E6")
    source = PacksFrom(packs=packs_of(plan))
    with chat(always_the_first) as server:
        models = [f"{server.url}#m"]
        first = run_experiment(plan, models, tmp_path, source=source, options=FEW)
        asked = len(server.bodies)
        second = run_experiment(plan, models, tmp_path, source=source, options=FEW)
        assert asked
        assert len(server.bodies) == asked
    assert first.table == second.table


def test_another_profile_is_refused_in_the_same_folder(two_books, tmp_path):
    plan = get_experiment("SC-E6")
    source = PacksFrom(comics=(two_books,))
    run_experiment(plan, ["baseline:random"], tmp_path, source=source)
    assert Run.open(tmp_path / "runs/baseline-random--comprehension").status == "complete"
    with pytest.raises(InputError, match="other settings, profile or seed"):
        run_experiment(
            plan,
            ["baseline:random"],
            tmp_path,
            source=source,
            options=RunOptions(profile="recommended"),
        )


def test_a_run_that_was_scored_again_stays_in_its_experiment(packs_of, tmp_path):
    """Under the profile that it has now, with a note; another one that is asked for is refused."""
    plan = get_experiment("SC-E3")
    source, models = PacksFrom(packs=packs_of(plan)), ["baseline:random"]
    first = run_experiment(plan, models, tmp_path, source=source)
    again = tmp_path / "runs" / "baseline-random--whole"
    rescore(Run.open(again))
    same = run_experiment(plan, models, tmp_path, source=source)
    assert same.table == first.table, "scored again under its own profile"
    rescore(Run.open(again), "recommended")
    done = run_experiment(plan, models, tmp_path, source=source)
    [note] = set(done.table.notes) - set(first.table.notes)
    assert note.startswith("baseline:random on whole: scored again under recommended")
    assert not any(series.tests for figure in done.figures for series in figure.series)
    options = RunOptions(profile="paper")
    with pytest.raises(InputError, match=r"panelwise rescore .*--profile paper undoes"):
        run_experiment(plan, models, tmp_path, source=source, options=options)
    rescore(Run.open(again), "paper")
    back = run_experiment(plan, models, tmp_path, source=source, options=options)
    assert back.table == first.table
    assert back.figures == first.figures


def test_an_experiment_that_waits_takes_no_model(tmp_path):
    with pytest.raises(SettingError, match="lacks people: annotators"):
        run_experiment("SC-E8", ["baseline:random"], tmp_path)
    assert run_experiment("SC-E8", [], tmp_path).table.rows == ()


def test_a_mean_of_columns_counts_a_failed_one_as_zero(packs_of, tmp_path):
    plan = get_experiment("SC-E1")

    def mute_at_orders(body: dict) -> str:
        return "A" if has_options(body) else "no idea"

    with chat(mute_at_orders) as server:
        done = run_experiment(
            plan, [f"{server.url}#m"], tmp_path, source=PacksFrom(packs=packs_of(plan)), options=FEW
        )
    *columns, average = done.table.measured
    assert [cell.failed for cell in columns] == [False, False, False, True]
    known = [cell.score.value for cell in columns if not cell.failed]
    assert average.score.value == pytest.approx(sum(known) / 4)
    assert "R-G failed, counted as 0" in average.note


def test_a_mean_of_nothing_but_failed_columns_is_0_without_an_interval(packs_of, tmp_path):
    plan = get_experiment("SC-E1")
    with chat(lambda body: "no idea") as server:
        done = run_experiment(
            plan, [f"{server.url}#m"], tmp_path, source=PacksFrom(packs=packs_of(plan)), options=FEW
        )
    average = done.table.measured[-1].score
    assert (average.value, average.low, average.high) == (0.0, None, None)


def test_weak_and_strong_options_of_one_question_are_a_pair(two_books, tmp_path):
    plan = get_experiment("SC-E9")
    done = run_experiment(plan, ["baseline:random"], tmp_path, source=PacksFrom((two_books,)))
    for figure in done.figures:
        [series] = figure.series
        [test] = series.tests
        assert test.n == min(point.score.n for point in series.points) > 0


def test_first_descriptions_count_with_and_without_preprocessing(two_books, tmp_path):
    """A model that writes the same two descriptions to every page, and the press's own truth."""
    plan = get_experiment("CH-E10")
    two = json.dumps({"description": "panel1 : A kite ; panel2 : A boat ;"})
    with chat(lambda body: two) as server:
        models = ["press:truth", f"{server.url}#m"]
        done = run_experiment(plan, models, tmp_path, source=PacksFrom((two_books,)))
        asked = len(server.bodies)
        again = run_experiment(plan, models, tmp_path, source=PacksFrom((two_books,)))
    assert done.table == again.table
    assert asked
    values = {(cell.model, cell.column): cell.score.value for cell in done.table.measured}
    exact = [one.heading for one in plan.columns if one.metric != "likeness"]
    assert {values[models[0], heading] for heading in exact} == {1}
    assert values[models[1], "Right number, direct"] < 0.5
    assert values[models[1], "Own panel, direct"] < 0.5
    tests = [test for figure in done.figures for test in figure.series[1].tests]
    assert len(tests) == 3
    assert len(list(tmp_path.glob("figure-*.svg"))) == 3


@pytest.mark.parametrize(
    ("key", "fault"),
    [
        ("ordering.ndcg_gain=exp2", "nothing in this call takes the setting 'ordering.ndcg_gain'"),
        ("temprature=0", "nothing in this call takes the setting 'temprature'"),
        ("temperature=warm", "temperature"),
    ],
)
def test_a_setting_that_no_writer_takes_is_refused_before_comics_are_drawn(key, fault, tmp_path):
    key, value = key.split("=")
    options = RunOptions(settings={key: value})
    models = ["press:truth", "http://127.0.0.1:9/v1#m"]
    with pytest.raises(SettingError, match=re.escape(fault)):
        run_experiment("CH-E10", models, tmp_path / "out", options=options)
    assert not (tmp_path / "out").exists()


def test_a_writer_gets_the_settings_that_it_takes_and_no_others(two_books, tmp_path):
    two = json.dumps({"description": "panel1 : A kite ; panel2 : A boat ;"})
    options = RunOptions(settings={"temperature": "0.5"})
    with chat(lambda body: two) as server:
        models = ["press:truth", f"{server.url}#m"]
        run_experiment("CH-E10", models, tmp_path, source=PacksFrom((two_books,)), options=options)
    assert {body["temperature"] for body in server.bodies} == {0.5}


@pytest.mark.parametrize(
    ("flaw", "wrong"), [("wrong_count", "panel_count"), ("wrong_order", "own_panel")]
)
def test_a_flaw_of_a_first_answer_costs_its_own_score(flaw, wrong, press_books):
    writer = PressWriter(press_books, flaw=flaw)
    drafts = draft_descriptions(press_books, writer)
    scores = score_drafts(drafts, known_descriptions(press_books), {})
    means = {name: sum(u.value for u in some) / len(some) for name, some in scores.items()}
    assert means[wrong] < 0.5
    assert means["panel_count"] == 1 or wrong == "panel_count"


def test_pages_of_a_family_are_one_cluster(press_books):
    drafts = draft_descriptions(press_books, PressWriter(press_books))
    known, books = known_descriptions(press_books), [book.id for book in press_books]
    families = {books[0]: "kites"}
    for units in score_drafts(drafts, known, families).values():
        assert {unit.cluster for unit in units} == {BookFamily("kites"), *books[1:]}


def test_a_table_by_parts_has_a_row_for_each_part_of_each_model(two_books, tmp_path):
    plan = get_experiment("CH-E7")
    source = PacksFrom((two_books,))
    done = run_experiment(plan, ["baseline:oracle"], tmp_path, source=source)
    ours = [row for row in done.table.rows if row.measured]
    assert [row.cells[0] for row in ours] == ["WC, baseline:oracle", "JC, baseline:oracle"]
    assert set(done.packs) == {pack.name for pack in plan.packs}
    for cell in done.table.measured:
        assert cell.score.value in (None, 5.0)


def test_a_plan_that_names_what_it_lacks_is_refused():
    with pytest.raises(ValueError, match="no pack or column 'b'"):
        Experiment(
            handle="X",
            alias="x.t1",
            title="",
            asks="",
            source="",
            packs=(PackPlan("a", "chromic.chrono_mcq"),),
            columns=(Measurement("c", "C", "b"), Mean("d", "D", ("c",))),
        )
