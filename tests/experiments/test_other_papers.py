"""Experiments of MangaVQA, ComicVQA and CoMix: each runs and fills its paper's own table."""

from __future__ import annotations

import json
import statistics
from base64 import b64decode
from collections.abc import Callable, Iterable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from changed_answers import one_wrong_answer
from loopback import chat, said
from panelwise.analysis import PublishedCell, published_table
from panelwise.benchmarks import profile_for
from panelwise.errors import InputError, SettingError, UserError
from panelwise.evaluation import ScreenedPanel, Screening, check_file, write_screening
from panelwise.experiments import (
    AsPrinted,
    Experiment,
    Measurement,
    PacksFrom,
    RunOptions,
    describe,
    get_experiment,
    list_experiments,
    paper_table,
    run_experiment,
)
from panelwise.models import TextPart
from panelwise.packs import Pack
from panelwise.tasks import get_kind

OURS = [one for one in list_experiments() if one.handle.startswith(("MV-", "CV-", "CX-"))]
RUNNING = [one for one in OURS if one.runs]
METADATA = {"group", "note", "underlined", "bold_cells"}
FEW = RunOptions(limit=2, cache=False)
AFTER = "After manual check"


@pytest.fixture(scope="session")
def packs_of(pack_of: Callable[..., Pack], tmp_path_factory) -> Callable[[Experiment], Path]:
    """``packs_of(plan)``: a folder with the plan's packs; collections share their comics."""

    def folder(plan: Experiment) -> Path:
        made = tmp_path_factory.mktemp("experiment")
        for one in plan.packs:
            profile = "recommended" if one.task.startswith("comicvqa") else plan.profile
            pack = pack_of(one.task, profile=profile)  # few pages of the press have six panels
            (made / one.name).symlink_to(pack.path.resolve())
        return made

    return folder


def right_answers(pack: Pack, where: Path, **changed: str) -> None:
    """A recording of right answers, written as the prompt asks for them, but for some items."""
    lines = []
    for item in pack.items():
        kind = get_kind(item.kind)
        profile = profile_for(item.task, "paper")
        text = changed.get(item.id) or kind.write(item, item.gold, profile)
        lines.append({"id": item.id, "answer": text})
    where.write_text("\n".join(map(json.dumps, lines)), "utf-8")


def replayed(packs: Iterable[Pack]) -> Callable[[dict], str]:
    """A served model that knows the right answers, by the words and pictures of a request."""
    right: dict[tuple[str, ...], str] = {}
    for pack in packs:
        for item in pack.items():
            parts = [part for message in pack.messages(item) for part in message.parts]
            key = tuple(p.text if isinstance(p, TextPart) else p.sha256 for p in parts)
            right[key] = get_kind(item.kind).write(item, item.gold, profile_for(item.task, "paper"))

    def answer(body: dict) -> str:
        said: list[str] = []
        for turn in body["messages"]:
            content = turn["content"]
            for part in [{"text": content}] if isinstance(content, str) else content:
                url = part.get("image_url", {}).get("url", "").partition("base64,")[2]
                said.append(sha256(b64decode(url)).hexdigest() if url else part["text"])
        return right[tuple(said)]

    return answer


def mark(body: dict) -> str:
    return "9" if "?" in said(body, "user") else "4"


# Those in whose table every kind of column occurs run always, the others with the slow tests.
ALWAYS = ("CV-E2", "CX-T4", "MV-E8", "MV-E10", "MV-E15")
TRIED = [
    pytest.param(one, id=one.handle, marks=() if one.handle in ALWAYS else pytest.mark.slow)
    for one in RUNNING
]


@pytest.mark.parametrize("plan", TRIED)
def test_an_experiment_runs_on_baselines_and_a_served_model(plan, packs_of, tmp_path):
    folder = packs_of(plan)
    knows = replayed(Pack.open(folder / pack.name) for pack in plan.packs)
    with chat(mark) as judge, chat(knows) as server:
        models = ["baseline:noisy_oracle", "baseline:empty", f"{server.url}#tiny-3B"]
        options = replace(FEW, judges=(f"{judge.url}#judge", f"{judge.url}#second"))
        done = run_experiment(
            plan, models, tmp_path / "out", source=PacksFrom(packs=folder), options=options
        )
    assert not done.stopped
    assert server.bodies
    cells = done.table.measured
    rows = ["all 3 given"] if plan.together else models
    assert {cell.model for cell in cells} == set(rows)
    assert len(cells) == len(rows) * len(plan.columns)
    assert all(cell.score.value is not None or cell.note for cell in cells), "says why not"
    asked = [one for one in plan.columns if isinstance(one, Measurement)]
    if not any(one.metric in ("seconds_per_image", "people_r") for one in asked):
        mine = [cell for cell in cells if cell.model == rows[-1]]
        assert any(cell.score.value is not None for cell in mine)
    assert len(list((tmp_path / "out").glob("figure*.svg"))) == len(done.figures)


@pytest.mark.parametrize("plan", [p for p in OURS if p.table], ids=lambda plan: plan.handle)
def test_the_layout_is_the_papers(plan):
    """Printed cells, in the order of the published file, under its columns and first cells."""
    printed = published_table(plan.table)
    table = paper_table(plan, [])
    keys = [column.key for column in table.columns]
    first = plan.labels[0][0]
    if plan.table == "published_scalars":
        known = {row[first].printed for row in printed.rows if row["paper"].printed in plan.rows}
        assert {one.column for one in plan.columns if one.metric != "mean_confidence"} <= known
    else:
        assert keys == [name for name in printed.columns if name not in METADATA]
        assert [row.cells[0] for row in table.rows] == [row[first].printed for row in printed.rows]
    cells = [c.printed for row in table.rows for c in row.cells if isinstance(c, PublishedCell)]
    assert any(cells)


def test_every_experiment_of_the_specification_has_a_plan():
    handles = {one.handle for one in OURS}
    assert {f"MV-E{n}" for n in range(1, 16)} <= handles
    assert {f"CV-E{n}" for n in range(1, 7)} <= handles
    assert {f"CX-T{n}" for n in ("1", "2", "3", "4", "5", "6a", "6b", "8")} <= handles
    for one in OURS:
        assert one.runs or one.waits_for, f"{one.handle} neither runs nor says what it waits for"
        assert one.handle in describe(one)
    assert get_experiment("mangavqa.tg").handle == "MV-E4b"


@pytest.mark.parametrize("handle", ["CX-T3", "CX-T4", "CX-T5", "CX-T6a"])
def test_the_weights_of_an_average_reproduce_the_printed_one(handle):
    """Of every row but one of Table 6a, whose average is off by a tenth."""
    *_, average = get_experiment(handle).columns
    for row in published_table(get_experiment(handle).table).rows:
        parts = [row[name].value for name in average.of]
        mean = sum(w * part for w, part in zip(average.weights, parts, strict=True))
        assert mean / sum(average.weights) == pytest.approx(row["avg"].value, abs=0.1)


def boxes(pack: Pack, where: Path, labels: set[str], missing: str = "") -> None:
    """Recorded boxes of some classes with scores, all but one of the page ``missing``."""
    lines = []
    for item in pack.items():
        found = [
            {"class": one["class"], "bbox": one["box"], "score": 0.9 - at / 100}
            for at, one in enumerate(item.gold["boxes"])
            if one["class"] in labels
        ]
        lines.append({"id": item.id, "answer": found[1:] if item.id == missing else found})
    where.write_text("\n".join(map(json.dumps, lines)), "utf-8")


def measured(
    handle: str, models: list[str], packs: Path, out: Path, limit: int | None = None
) -> dict[str, float | None]:
    options = RunOptions(limit=limit)
    done = run_experiment(handle, models, out, source=PacksFrom(packs=packs), options=options)
    return {cell.column: cell.score.value for cell in done.table.measured}


def test_a_class_that_is_never_found_counts_in_one_table_and_not_in_the_other(packs_of, tmp_path):
    packs = packs_of(get_experiment("CX-T3"))
    for name in ("DCM", "eBD", "comics", "Pop"):
        pack = Pack.open(packs / f"detection_{name}")
        boxes(pack, tmp_path / f"detection_{name}.jsonl", {"panel", "character", "text"})
    model = [f"recorded:{tmp_path}/{{pack}}.jsonl"]
    every = measured("CX-T3", model, packs, tmp_path / "t3", limit=2)
    predictable = measured("CX-T4", model, packs, tmp_path / "t4", limit=2)
    assert every == dict.fromkeys(("DCM", "eBD", "comics", "Pop", "avg"), pytest.approx(0.75))
    assert predictable == dict.fromkeys(("DCM", "eBD", "comics", "Pop", "avg"), pytest.approx(1))
    boxes(
        pack, tmp_path / "detection_Pop.jsonl", {"panel", "character", "text"}, pack.items()[0].id
    )
    changed = measured("CX-T3", model, packs, tmp_path / "t3-changed", limit=2)
    differing = {name for name in every if every[name] != pytest.approx(changed[name])}
    assert differing == {"Pop", "avg"}
    lost = 0.75 - changed["Pop"]
    assert every["avg"] - changed["avg"] == pytest.approx(0.3177 * lost, rel=1e-3)


def test_one_changed_answer_changes_exactly_its_rows(packs_of, tmp_path):
    packs = packs_of(get_experiment("CV-E2"))
    pack = Pack.open(packs / "two_panel_order")
    item = next(item for item in pack.items() if item.meta["against"] == "32")
    wrong = next(one.label for one in item.options if one is not item.options[item.gold])
    found = {}
    for name, changed in (("right", {}), ("wrong", {item.id: wrong})):
        right_answers(pack, tmp_path / f"{name}.jsonl", **changed)
        model = f"recorded:{tmp_path / name}.jsonl"
        found[name] = measured("CV-E2", [model], packs, tmp_path / name)
    differing = {key for key in found["right"] if found["right"][key] != found["wrong"][key]}
    assert differing == {"23 vs 32", "average"}
    assert set(found["right"].values()) == {1}


# Cells of all recordings together, and of texts by size and place, have tests of their own below.
BY_ANSWERS = [one for one in RUNNING if not one.together and one.handle != "MV-E14"]


@pytest.mark.slow
@pytest.mark.parametrize("plan", BY_ANSWERS, ids=lambda plan: plan.handle)
def test_one_wrong_answer_changes_its_cells_in_every_experiment(plan, packs_of, tmp_path):
    change = one_wrong_answer(plan, packs_of(plan), tmp_path)
    assert change.own <= change.differing <= change.with_means


def test_each_judge_has_a_column_and_people_are_held_against_their_mean(packs_of, tmp_path):
    packs = packs_of(get_experiment("MV-E7"))
    first, second = Pack.open(packs / "manga_vqa").items()[:2]
    marks = [{"id": first.id, "mark": 6}, {"id": second.id, "mark": 9}]
    (tmp_path / "people.jsonl").write_text("\n".join(map(json.dumps, marks)))
    question = get_kind(second.kind).to_judge(second, None).question

    def judged(body: dict) -> str:
        return "8" if body["model"] == "kind" or question in said(body, "user") else "3"

    with chat(judged) as server:
        judges = (f"{server.url}#kind", f"{server.url}#strict")
        options = replace(FEW, judges=judges, human=(str(tmp_path / "people.jsonl"),))
        source, models = PacksFrom(packs=packs), ["baseline:oracle"]
        done = run_experiment("MV-E7", models, tmp_path / "e7", source=source, options=options)
        people = run_experiment("MV-E8", models, tmp_path / "e8", source=source, options=options)
    assert [cell.score.value for cell in done.table.measured] == [8, (3 + 8) / 2]
    gap, correlation = people.table.measured
    assert gap.score.value == pytest.approx((6 + 9) / 2 - ((8 + 3) / 2 + 8) / 2)
    assert correlation.score.value == pytest.approx(1)
    printed = {row.cells[0]: row.cells[1].printed for row in people.table.rows}
    assert printed == {"Gap of mean marks": "0.61", "Correlation": "0.91"}


def test_one_changed_mark_of_a_person_changes_the_rows_of_people_alone(packs_of, tmp_path):
    """Two people; all marks of an answer are averaged, and each person has a figure alone."""
    packs = packs_of(get_experiment("MV-E8"))
    items = Pack.open(packs / "manga_vqa").items()[:3]
    questions = [get_kind(item.kind).to_judge(item, None).question for item in items]
    files = (tmp_path / "ann.jsonl", tmp_path / "ben.jsonl")

    def write(path: Path, *marks: int) -> None:
        lines = [{"id": i.id, "mark": m} for i, m in zip(items, marks, strict=True)]
        path.write_text("\n".join(map(json.dumps, lines)))

    def judged(body: dict) -> str:
        text = said(body, "user")
        return next(str(m) for q, m in zip(questions, (2, 5, 8), strict=True) if q in text)

    write(files[0], 2, 5, 8)
    found = []
    with chat(judged) as server:
        judges = (f"{server.url}#judge",)
        options = replace(FEW, limit=3, judges=judges, human=tuple(map(str, files)))
        for marks in ((4, 5, 6), (4, 5, 9)):
            write(files[1], *marks)
            done = run_experiment(
                "MV-E8",
                ["baseline:oracle"],
                tmp_path / "out",
                source=PacksFrom(packs=packs),
                options=options,
            )
            found.append(done.table.measured)
    (gap, _), (other, correlation) = found
    assert gap.score.value == pytest.approx(0)
    assert other.score.value == pytest.approx((2 + 5 + 8 + 4 + 5 + 9) / 6 - 5)
    assert f"{files[0]} 0.00, {files[1]} 1.00" in other.note
    means = [3, 5, 8.5]
    assert correlation.score.value == pytest.approx(statistics.correlation([2, 5, 8], means))


def test_without_a_judge_a_mark_is_empty_and_says_what_to_give(packs_of, tmp_path):
    packs = packs_of(get_experiment("MV-E1"))
    done = run_experiment(
        "MV-E1", ["baseline:oracle"], tmp_path, source=PacksFrom(packs=packs), options=FEW
    )
    ocr, vqa = done.table.measured
    assert ocr.score.value == 1
    assert (vqa.score.value, vqa.note) == (None, "not judged; give --judge MODEL")


def test_a_baseline_gets_the_settings_that_it_takes_and_no_others(packs_of, tmp_path):
    source = PacksFrom(packs=packs_of(get_experiment("CV-E5")))
    models = ["baseline:noisy_oracle", "baseline:oracle", "baseline:similar"]

    def run(where: str, **settings: str):
        options = replace(FEW, settings=settings)
        return run_experiment("CV-E5", models, tmp_path / where, source=source, options=options)

    with pytest.raises(
        SettingError,
        match=r"nothing in this call takes the setting 'temperature'; baseline:noisy_oracle takes"
        r" noise, seed; baseline:oracle takes seed; baseline:similar takes encoder$",
    ):
        run("nobody", noise="1", temperature="0")
    with pytest.raises(SettingError, match=r"'text.normaliser'; comicvqa\.missing_panel takes com"):
        run("nobody", **{"text.normaliser": "raw"})
    assert not (tmp_path / "nobody").exists()
    done = run("noise", noise="1")
    right = {c.model: c.score.value for c in done.table.measured if c.column == "Accuracy"}
    assert (right["baseline:noisy_oracle"], right["baseline:oracle"]) == (0, 1)
    with pytest.raises(UserError, match="unknown embed 'feature'"):
        run("encoder", encoder="embed:feature")


def test_a_missed_text_changes_the_recall_of_its_class_orientation_and_size_alone(
    packs_of, tmp_path
):
    packs = packs_of(get_experiment("MV-E14"))
    pack = Pack.open(packs / "manga_ocr")
    kind, paper = get_kind("spotting"), profile_for("mangavqa.manga_ocr", "paper")

    def size(item, text) -> str:
        (left, top, right, bottom), (width, height) = text["box"], item.gold["size"]
        share = (right - left) * (bottom - top) / (width * height)
        return "Small" if share < 0.0005 else "Medium" if share < 0.005 else "Large"

    sized = [
        (size(item, text), item, at)
        for item in pack.items()[:4]
        for at, text in enumerate(item.gold["texts"])
        if text["text"] is not None  # nobody has to find those
    ]
    assert len({one for one, *_ in sized}) > 1
    name, item, at = next(one for one in sized if one[0] == "Medium")
    kept = [text for k, text in enumerate(item.gold["texts"]) if k != at]
    missed = item.gold["texts"][at]
    found = {}
    for which, changed in (
        ("all", {}),
        ("missed", {item.id: kind.write(item, {"texts": kept}, paper)}),
    ):
        right_answers(pack, tmp_path / f"{which}.jsonl", **changed)
        model = f"recorded:{tmp_path / which}.jsonl"
        found[which] = measured("MV-E14", [model], packs, tmp_path / which, limit=4)
    differing = {key for key, value in found["all"].items() if value != found["missed"][key]}
    left, top, right, bottom = missed["box"]
    orientation = "Vertical" if bottom - top > right - left else "Horizontal"
    possible = {name, orientation, missed["class"].capitalize()}
    assert differing == possible & found["all"].keys()
    of_size = sum(one == name for one, *_ in sized)
    assert (found["all"][name], found["missed"][name]) == (1, pytest.approx(1 - 1 / of_size))


def test_stages_of_a_model_are_rows(packs_of, tmp_path):
    packs = packs_of(get_experiment("MV-E3"))
    source, named = PacksFrom(packs=packs), {"baseline:oracle": "MangaLMM"}
    models = ["baseline:oracle", "baseline:empty"]
    done = run_experiment("MV-E3", models, tmp_path, source=source, options=FEW, named=named)
    rows = [row.cells for row in done.table.rows if row.measured]
    assert [row[0] for row in rows] == [
        f"{stage}, {model}" for model in models for stage in ("Detection", "End-to-end")
    ]
    assert [row[3].score.value for row in rows] == [1, 1, 0, 0]
    assert [row[3].printed and row[3].printed.printed for row in rows] == [
        "78.6",
        "71.5",
        None,
        None,
    ]


def test_a_collection_that_is_not_given_leaves_its_cell_and_the_average_empty(
    press_folder, tmp_path
):
    (tmp_path / "Pop").symlink_to(press_folder)
    done = run_experiment(
        "CX-T5",
        ["baseline:closest"],
        tmp_path / "out",
        source=PacksFrom(comics=(tmp_path / "Pop",)),
        options=FEW,
    )
    cells = {cell.column: cell for cell in done.table.measured}
    assert cells["Pop"].score.value is not None
    assert "no folder 'DCM' in --comics" in cells["DCM"].note
    assert cells["avg"].note == "DCM, eBD, comics not measured"


def test_what_waits_for_people_alone_takes_no_model(tmp_path):
    with pytest.raises(SettingError, match="lacks people: two annotators"):
        run_experiment("CV-E4", ["baseline:random"], tmp_path)


def test_what_cannot_be_measured_says_why(packs_of, tmp_path):
    plan = get_experiment("MV-E10")
    why = {one.column: one.why for one in plan.columns if isinstance(one, AsPrinted)}
    assert set(why) == {"mmmu_acc", "mmbench_acc"}
    source = PacksFrom(packs=packs_of(plan))
    done = run_experiment(plan, ["baseline:oracle"], tmp_path, source=source, options=FEW)
    *_, benchmark = done.table.measured
    assert (benchmark.score.value, benchmark.note) == (None, why["mmbench_acc"])


def test_agreement_of_people_is_one_row_and_one_answer_changes_one_cell(packs_of, tmp_path):
    """Three people; the independent value is Fleiss' formula over the chosen places."""
    packs = packs_of(get_experiment("CV-E6"))
    orders = {name: Pack.open(packs / name).items() for name in ("missing_panel", "panel_sorting")}

    def write(person: int, changed: str = "") -> None:
        for name, items in orders.items():
            lines = []
            for k, item in enumerate(items):
                place = (k + (person == 2 and k % 2) + (name == changed and k == 0)) % item.n
                lines.append({"id": item.id, "answer": item.options[place].label})
            (tmp_path / f"{person}-{name}.jsonl").write_text("\n".join(map(json.dumps, lines)))

    def kappa(items, changed: bool) -> float:
        rows = []
        for k, item in enumerate(items):
            row = [0] * 4
            for person in range(3):
                row[
                    (k + (person == 2 and k % 2) + (changed and person == 0 and k == 0)) % item.n
                ] += 1
            rows.append(row)
        seen = sum(n * (n - 1) for row in rows for n in row) / (6 * len(rows))
        chance = sum((sum(row[j] for row in rows) / (3 * len(rows))) ** 2 for j in range(4))
        return (seen - chance) / (1 - chance)

    found = []
    for changed in ("", "panel_sorting"):
        for person in range(3):
            write(person, changed if person == 0 else "")
        done = run_experiment(
            "CV-E6",
            [f"recorded:{tmp_path}/{person}-{{pack}}.jsonl" for person in range(3)],
            tmp_path / f"out{changed}",
            source=PacksFrom(packs=packs),
        )
        *kappas, unsure, too = done.table.measured
        assert unsure.score.value is too.score.value is None, "no answer has a confidence"
        found.append([cell.score.value for cell in kappas])
        printed = [cell.printed.printed for cell in done.table.measured if cell.printed]
    missing, sorting = orders.values()
    assert found[0] == pytest.approx([kappa(missing, False), kappa(sorting, False)])
    assert found[1] == pytest.approx([kappa(missing, False), kappa(sorting, True)])
    assert found[0][1] != found[1][1]
    assert len(printed) in (0, 2)


def test_one_changed_confidence_of_a_person_changes_one_cell(packs_of, tmp_path):
    """What people filled in has their confidence; the kappas and the other task stay."""
    packs = packs_of(get_experiment("CV-E6"))
    asked = {name: Pack.open(packs / name).items() for name in ("missing_panel", "panel_sorting")}

    def write(sure: int) -> None:
        for name, items in asked.items():
            lines = [
                {
                    "id": item.id,
                    "worker": worker,
                    "values": {"option": (k + (worker == "Ann")) % item.n},
                    "confidence": sure if (name, worker, k) == ("missing_panel", "Ann", 0) else 2,
                }
                for k, item in enumerate(items)
                for worker in ("Ann", "Ben")
            ]
            (tmp_path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, lines)))

    found = []
    for sure in (2, 3):
        write(sure)
        done = run_experiment(
            "CV-E6",
            [f"human:{tmp_path}/{{pack}}.jsonl"],
            tmp_path / f"out{sure}",
            source=PacksFrom(packs=packs),
            options=RunOptions(repeats=2),
        )
        found.append({cell.column: cell.score.value for cell in done.table.measured})
    before, after = found
    assert {key for key in before if before[key] != after[key]} == {"Confidence, missing panel"}
    assert before["Confidence, missing panel"] == before["Confidence, panel sorting"] == 2
    answers = 2 * len(asked["missing_panel"])
    assert after["Confidence, missing panel"] == pytest.approx(2 + 1 / answers)


def screening(path: Path, classes: dict[str, int], checked: dict[str, int]) -> Path:
    panels = tuple(
        ScreenedPanel(id_, id_.partition("/")[0], "1", k, "words", code, "ok")
        for k, (id_, code) in enumerate(classes.items(), 1)
    )
    write_screening(Screening("m", "", "paper", panels, {}), path)
    lines = [{"id": id_, "checked": code} for id_, code in checked.items()]
    check_file(path).write_text("\n".join(map(json.dumps, lines)))
    return path


def test_one_changed_class_changes_its_cells_of_the_table_of_offence(tmp_path):
    """A person's class moves a panel in the last column alone, a model's unchecked one in both."""
    classes = {"a/1#1": -1, "a/1#2": 0, "a/1#3": 0, "b/1#1": 3, "b/1#2": 5}
    people = {"b/1#1": 2, "b/1#2": 5}

    def cells(name: str, by_model: dict[str, int], by_people: dict[str, int]):
        path = screening(tmp_path / name / "screened.jsonl", classes | by_model, people | by_people)
        done = run_experiment("CX-T8", [], tmp_path / name / "out", screened=[path])
        assert [row.cells[0] for row in done.table.rows] == [str(code) for code in range(-1, 6)]
        return {cell.column: cell for cell in done.table.measured}

    def differing(one, other) -> set[str]:
        return {key for key in one if one[key].score.value != other[key].score.value}

    for name in ("first", "people", "model"):
        (tmp_path / name).mkdir()
    first = cells("first", {}, {})
    assert first["0 Neutral, Auto"].score.value == pytest.approx(2 / 5)
    assert first["0 Neutral, Auto"].printed.printed == "13.3"
    assert first["0 Neutral, Auto"].difference.value == pytest.approx(2 / 5 - 0.133)
    violent = "3 Sexual/Angry/Violent"
    assert first[f"{violent}, Auto"].score.value == pytest.approx(1 / 5)
    assert first[f"{violent}, After manual check"].score.value == 0
    humorous = "2 Humorous/Sarcastic, After manual check"
    assert differing(first, cells("people", {}, {"b/1#1": 3})) == {
        humorous,
        f"{violent}, After manual check",
    }
    both = {f"{of}, {when}" for of in ("0 Neutral", "1 Informal") for when in ("Auto", AFTER)}
    assert differing(first, cells("model", {"a/1#3": 1}, {})) == both


def test_a_screening_that_nobody_has_checked_says_so(tmp_path):
    path = screening(tmp_path / "screened.jsonl", {"a/1#1": 4, "a/1#2": 3}, {})
    table = run_experiment("CX-T8", [], tmp_path / "out", screened=[path]).table
    after = [cell for cell in table.measured if cell.column.endswith(AFTER)]
    assert all(c.score.value is None and "nobody has checked" in c.note for c in after)
    screening(path, {"a/1#1": 4, "a/1#2": 3}, {"a/1#1": 4})
    table = run_experiment("CX-T8", [], tmp_path / "out", screened=[path]).table
    assert "1 of 2 panels checked" in table.measured[-1].note
    with pytest.raises(SettingError, match="takes no --screened"):
        run_experiment("CX-T5", [], tmp_path / "t5", screened=[path])
    path.write_text('{"id": "a/1#1"}')
    with pytest.raises(InputError, match=r"screened.jsonl, line 1|screened.jsonl:1"):
        run_experiment("CX-T8", [], tmp_path / "out", screened=[path])
