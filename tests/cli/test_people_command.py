"""People's answers from a file of forms: a run like any other, and the figures of the group."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from panelwise.cli import run
from panelwise.errors import InputError
from panelwise.evaluation import PeopleSolver, Run
from panelwise.packs import Pack

TASK = "chromic.chrono_mcq"


def write(path: Path, lines) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


@pytest.fixture
def asked(pack_of: Callable[..., Pack]) -> Pack:
    return pack_of(TASK)


def right(item) -> dict[str, int]:
    return {"option": item.gold}


def wrong(item) -> dict[str, int]:
    return {"option": (item.gold + 1) % item.n}


def otherwise(item) -> dict[str, int]:
    return {"option": (item.gold + 2) % item.n}


# Of each of four items: what Ann, Bo and Cy fill in. By hand: Ann 4, Bo 3, Cy 1 of 4 right, so that
# the mean is 8/12; of the votes three are right, and the last is a tie of three, one of them right.
FILLED = [(right, right, wrong), (right, right, wrong), (right, right, right),
          (right, wrong, otherwise)]  # fmt: skip
NAMES = ("Ann", "Bo", "Cy")


def lines(asked: Pack) -> list[dict]:
    return [
        {"id": item.id, "worker": name, "values": choose(item), "seconds": 30, "confidence": sure}
        for item, choices in zip(asked.items()[:4], FILLED, strict=True)
        for name, choose, sure in zip(NAMES, choices, (3, 2, 1), strict=True)
    ]


def test_a_group_is_a_run_with_its_mean_majority_best_and_worst(asked, tmp_path, capsys):
    file = write(tmp_path / "readers.jsonl", reversed(lines(asked)))
    out = tmp_path / "run"
    ask = ["evaluate", str(asked.path), "--model", f"human:{file}", "--limit", "4"]
    assert run([*ask, "--repeats", "3", "--out", str(out)]) == 0
    opened = Run.open(out)
    assert opened.model == "human/readers"
    assert [result.model for result in opened.results()] == [*NAMES] * 4
    capsys.readouterr()
    assert run(["people", str(out), "--json"]) == 0
    [found] = json.loads(capsys.readouterr().out)
    assert found["mean"] == pytest.approx(8 / 12)
    assert found["majority"] == pytest.approx((3 + 1 / 3) / 4)
    assert found["voted"] == 4
    assert [(one["person"], one["items"], one["score"]) for one in found["individuals"]] == [
        ("Ann", 4, 1.0),
        ("Bo", 4, 0.75),
        ("Cy", 4, 0.25),
    ]
    assert found["seconds"] == 30
    assert run(["people", str(out)]) == 0
    assert "1.000 (Ann)" in (shown := capsys.readouterr().out)
    assert "0.250 (Cy)" in shown
    assert run(["calibration", str(out), "--json"]) == 0
    [confident] = json.loads(capsys.readouterr().out)
    assert (confident["source"], confident["answers"]) == ("recorded", 12)


def test_each_item_needs_an_answer_for_each_repeat(asked, tmp_path, capsys):
    file = write(tmp_path / "readers.jsonl", lines(asked)[:-1])
    ask = ["evaluate", str(asked.path), "--model", f"human:{file}", "--limit", "4"]
    assert run([*ask, "--repeats", "3", "--out", str(tmp_path / "run")]) == 2
    fault = capsys.readouterr().err
    assert f"2 people answered '{asked.items()[3].id}', and the run asks 3 times" in fault
    assert "give --repeats 2" in fault


BAD = [
    ({"values": {"option": 9}}, "field 'option': 9 is not the number of any option"),
    ({"values": {"gold": 1}}, "the form: there is no field 'gold'"),
    ({"worker": ""}, "worker"),
    ({"confidence": 4}, "confidence: must be 1, 2, 3, 'low', 'medium' or 'high'"),
]


@pytest.mark.parametrize(("change", "fault"), BAD, ids=[fault for _, fault in BAD])
def test_what_does_not_fit_the_form_is_refused_before_the_run(
    asked, tmp_path, capsys, change, fault
):
    file = write(tmp_path / "f.jsonl", [lines(asked)[0] | change])
    out = tmp_path / "run"
    ask = ["evaluate", str(asked.path), "--model", f"human:{file}", "--limit", "1"]
    assert run([*ask, "--out", str(out)]) == 2
    assert fault in capsys.readouterr().err
    assert not (out / "run.json").exists()


def test_nobody_answers_an_item_twice(asked, tmp_path):
    line = lines(asked)[0]
    file = write(tmp_path / "f.jsonl", [line, line])
    with pytest.raises(InputError, match="line 1 and line 2 are both answers of 'Ann' to"):
        PeopleSolver(file)


def test_a_run_without_people_has_no_figures_of_people(asked, tmp_path, capsys):
    out = tmp_path / "run"
    ask = ["evaluate", str(asked.path), "--model", "baseline:constant", "--out", str(out)]
    assert run(ask) == 0
    assert run(["people", str(out)]) == 2
    assert "evaluate with --model human:FILE" in capsys.readouterr().err
