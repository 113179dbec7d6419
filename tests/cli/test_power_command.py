"""``panelwise power``: of packs, of a run, of two runs."""

from __future__ import annotations

import json

import pytest

import panelwise
from drawn import draw_book
from panelwise.analysis import (
    items_for_mcnemar,
    mcnemar_power,
    smallest_above,
    smallest_mcnemar,
)
from panelwise.cli import run

N, RIGHT, WRONG = 40, 14, 2  # items; that only the first run gets right, and only the second


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A pack of one book, and two recorded runs on it: 38 right and 26 right."""
    folder = tmp_path_factory.mktemp("power")
    book = draw_book(folder / "book", [3] * N)
    pack = panelwise.build("stripcipher.reordering_generation", book, out=folder / "pack")
    rows = {"first": [], "second": []}
    for number, item in enumerate(pack.items()):
        gold = "-".join(str(index + 1) for index in item.gold)
        wrong = "-".join(str(index + 1) for index in (*item.gold[1:], item.gold[0]))
        right = {"first": number >= WRONG, "second": number < N - RIGHT}
        for name, lines in rows.items():
            answer = gold if right[name] else wrong
            lines.append(json.dumps({"id": item.id, "answer": answer}))
    for name, lines in rows.items():
        (folder / f"{name}.jsonl").write_text("\n".join(lines))
        panelwise.evaluate(pack, f"recorded:{folder / name}.jsonl", out=folder / name)
    return folder


def power(capsys, *arguments):
    assert run(["power", *map(str, arguments), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_pack_says_what_its_items_can_show(folder, capsys):
    [found] = power(capsys, folder / "pack", "--discordance", "0.4")
    assert (found["n"], found["books"], found["design_effect"]) == (N, 1, 1.0)
    assert found["difference"] == pytest.approx(smallest_mcnemar(N, 0.4))
    assert found["chance"] == pytest.approx(1 / 5)  # the shown order is never right
    assert found["above_chance"] == pytest.approx(smallest_above(N, 1 / 5))
    [of_run] = power(capsys, folder / "first", "--discordance", "0.4")
    assert of_run == found
    [more] = power(capsys, folder / "pack", "--discordance", "0.4", "--power", "0.95")
    assert more["difference"] > found["difference"]


def test_two_runs_say_how_many_items_tell_them_apart(folder, capsys):
    [found] = power(capsys, folder / "first", folder / "second")
    assert found["test"]["difference"]["value"] == pytest.approx((RIGHT - WRONG) / N)
    assert found["discordance"] == pytest.approx((RIGHT + WRONG) / N)
    assert found["items"] == items_for_mcnemar(0.3, 0.4)
    assert mcnemar_power(found["items"], 0.3, 0.4) >= 0.8
    assert found["items_at_least"] < found["items"] < found["items_at_most"]
    assert found["detectable"] == pytest.approx(smallest_mcnemar(N, 0.4))


def test_in_words_and_what_cannot_be_mixed(folder, capsys):
    assert run(["power", str(folder / "first"), str(folder / "second")]) == 0
    assert "first − second" in capsys.readouterr().out
    assert run(["power", str(folder / "first"), str(folder / "pack")]) == 2
    assert "packs and runs cannot be mixed" in capsys.readouterr().err


def test_a_pack_without_its_right_answers_says_what_two_models_can_show(folder, capsys):
    hidden, key = folder / "hidden", folder / "key"
    assert run(["withhold", str(folder / "pack"), "--out", str(hidden), "--key", str(key)]) == 0
    capsys.readouterr()
    [found] = power(capsys, hidden)
    assert found["difference"] == pytest.approx(smallest_mcnemar(N, 0.5))
    assert (found["chance"], found["above_chance"]) == (None, None)
    models = ["--model", "baseline:identity", "--model", "baseline:random"]
    assert run(["evaluate", str(hidden), *models, "--dry-run"]) == 0
    assert run(["evaluate", str(hidden), *models, "--out", str(folder / "runs")]) == 0
    assert capsys.readouterr().err.count("not scored, because the right answers are withheld") == 2


@pytest.fixture
def small(tmp_path):
    """A pack of twelve items from six books."""
    comics = draw_book(tmp_path / "comics", [3] * 12)
    lines = [json.loads(line) for line in (comics / "pages.jsonl").read_text().splitlines()]
    for number, line in enumerate(lines):
        line["book"] = f"book{number // 2}"
    (comics / "pages.jsonl").write_text("\n".join(map(json.dumps, lines)))
    out = tmp_path / "pack"
    return panelwise.build("stripcipher.reordering_generation", comics, out=out).path


def test_no_difference_is_larger_than_the_share_of_items_that_differ(small, capsys):
    [possible] = power(capsys, small, "--discordance", "0.9", "--power", "0.6")
    assert (possible["n"], possible["books"]) == (12, 6)
    assert 0 < possible["difference"] <= 0.9
    [impossible] = power(capsys, small, "--discordance", "0.1", "--power", "0.95")
    assert impossible["difference"] is None


def test_the_reason_is_said_where_no_difference_can_be_shown(small, capsys):
    assert run(["power", str(small), "--discordance", "0.1", "--power", "0.95"]) == 0
    said = " ".join(capsys.readouterr().err.split())
    assert "no MDD: if two models differ on 10% of so few items, no difference is shown" in said
    assert "sums over pages" not in said
