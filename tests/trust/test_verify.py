"""``verify`` names every single thing that was changed after a run."""

from __future__ import annotations

import csv
import json
import shutil

import pytest

import changes_on_disk as changes
from panelwise.cli import run
from panelwise.errors import InputError
from panelwise.evaluation import Run, rescore
from panelwise.trust import verify

WRONG = "book0/page2"  # answered [2, 1, 0], and [0, 2, 1] is right
UNREAD = "book1/page3"


def set_in(path: str, value: object):
    """A change of one value in nested JSON."""

    def change(fields: dict) -> None:
        *way, last = path.split("/")
        for key in way:
            fields = fields[int(key)] if isinstance(fields, list) else fields[key]
        assert fields[last] != value
        fields[last] = value

    return change


def results(assignment: str, item: str = WRONG):
    """A change of one row of the results."""
    return lambda folder: changes.sql(
        folder, f"UPDATE results SET {assignment} WHERE item = '{item}'"
    )


IN_RUN = {
    "a score": (results('scores = \'{"exact_match":1.0,"accuracy":1.0}\''), WRONG, "scores."),
    "no score": (results("scores = NULL"), WRONG, "scores."),
    "an outcome": (results("outcome = 'correct'"), WRONG, "outcome"),
    "a status": (results("status = 'ok'", UNREAD), UNREAD, "status"),
    "an answer": (results("answer = '[0,2,1]'"), WRONG, "answer"),
    "a flag": (results("flags = '[\"identity\"]'"), WRONG, "flags"),
    "a rule": (results("rule = 'another'"), WRONG, "rule"),
    "a reason": (results("reason = 'another'", UNREAD), UNREAD, "reason"),
    "how it ended": (results("finish_reason = 'length'"), WRONG, "finish_reason"),
    "which model answered": (results("model = 'm-2'"), WRONG, "model"),
    "the tokens": (results("tokens_in = 1"), WRONG, "tokens_in"),
    "the cost": (results("cost = 1.5"), WRONG, "cost"),
    "the latency": (results("latency = 0.001"), WRONG, "latency"),
    "the form that was sent": (results("rendering = 'single_image'"), WRONG, "rendering"),
    "a response": (
        lambda folder: changes.body(folder, WRONG, set_in("text", "[0, 2, 1]")),
        WRONG,
        "scores.",
    ),
    "a response alone, to the same effect": (
        lambda folder: changes.body(folder, WRONG, set_in("text", "Well: [2, 1, 0]")),
        WRONG,
        "response",
    ),
    "a refusal": (
        lambda folder: changes.body(folder, WRONG, set_in("refusal", "no")),
        WRONG,
        "refus",
    ),
    "a row deleted": (
        lambda folder: changes.sql(folder, f"DELETE FROM results WHERE item = '{WRONG}'"),
        WRONG,
        "the run asks it and stores no result",
    ),
    "an answer that never came": (
        results("body = NULL"),
        WRONG,
        "no response is stored, although its status is 'ok'",
    ),
    "an answer that the model could not give": (
        results("body=NULL, outcome='unsupported', status='unsupported', scores=NULL, answer=NULL"),
        WRONG,
        "a request was answered at",
    ),
    "a failure of the service": (
        results("body=NULL, outcome='provider_error', status='error', scores=NULL, answer=NULL"),
        WRONG,
        "a request was answered at",
    ),
    "a row of another repeat": (results("repeat = 1"), WRONG, "no such question"),
    "a row of another item": (results("item = 'book0/page99'"), "book0/page99", "no such question"),
    "the pack of the rows": (
        lambda folder: changes.sql(folder, "UPDATE packs SET hash = 'f'"),
        WRONG,
        "no such question",
    ),
    "the profile": (
        lambda folder: changes.config(
            folder, set_in("profile/sections/scoring/invalid_policy", "valid_only")
        ),
        "run.json against results.sqlite",
        "profile.sections.scoring.invalid_policy: stored zero, found valid_only",
    ),
    "the profile in both places": (
        lambda folder: changes.config(
            folder, set_in("profile/sections/scoring/invalid_policy", "valid_only"), copy=True
        ),
        "profile of test.ordering",
        "invalid_policy: stored valid_only, found zero",
    ),
    "how answers are read": (
        lambda folder: changes.config(
            folder, set_in("profile/sections/ordering/order_semantics", "rank_list"), copy=True
        ),
        "book0/page0",
        "answer",
    ),
    "the limit": (
        lambda folder: changes.config(folder, set_in("limit", 2), copy=True),
        WRONG,
        "no such question",
    ),
    "the samples": (
        lambda folder: changes.config(folder, set_in("samples", 5), copy=True),
        "configuration",
        "samples: stored 5, found 6",
    ),
    "the repeats": (
        lambda folder: changes.config(folder, set_in("repeats", 2), copy=True),
        WRONG,
        "repeat 1: the run asks it",
    ),
    "the status": (
        lambda folder: changes.config(folder, set_in("status", "interrupted"), copy=True),
        "run",
        "not complete (its status is interrupted)",
    ),
    "the prompts": (
        lambda folder: changes.config(folder, set_in("prompts", ["test/2"]), copy=True),
        "configuration",
        "prompts.0: stored test/2, found test/1",
    ),
    "the model in the copy": (
        lambda folder: changes.record(folder / "run/run.json", set_in("model", "openai/gpt-9")),
        "run.json",
        "model: stored openai/gpt-9",
    ),
    "the copy": (lambda folder: (folder / "run/run.json").unlink(), "run.json", "missing"),
    "the pack that was asked": (
        lambda folder: changes.config(folder, set_in("packs/0/hash", "e" * 64), copy=True),
        "pack",
        "content hash: stored eeee",
    ),
}
IN_PACK = {
    "gold": (
        lambda folder: changes.items(folder, lambda rows: rows[2].update(gold=[2, 1, 0])),
        "pack",
        "content hash",
    ),
    "gold, and the hash of it": (
        lambda folder: changes.items(
            folder, lambda rows: rows[2].update(gold=[2, 1, 0]), rehash=True
        ),
        f"sample '{WRONG}'",
        "scores.accuracy",
    ),
    "the words sent": (
        lambda folder: changes.items(
            folder, lambda rows: rows[2]["rendering"].update(turns='[{"role":"user","parts":[0]}]')
        ),
        "pack",
        "content hash",
    ),
    "the words shown": (
        lambda folder: changes.items(folder, lambda rows: rows[2].update(prompt="Easy.")),
        WRONG,
        "prompt: stored Easy.",
    ),
    "the book": (
        lambda folder: changes.items(folder, lambda rows: rows[2].update(book="another")),
        WRONG,
        "book: stored another",
    ),
    "an item deleted": (
        lambda folder: changes.items(folder, lambda rows: rows.pop()),
        "pack",
        "holds 5 items",
    ),
    "a picture": (
        lambda folder: next((folder / "pack/images").iterdir()).write_bytes(b"another"),
        "images",
        "SHA-256",
    ),
    "pictures swapped": (changes.swap_pictures, "book0/page0", "shows other pixels"),
    "a picture deleted": (
        lambda folder: next((folder / "pack/images").iterdir()).unlink(),
        "book",
        "is missing",
    ),
    "the hash": (
        lambda folder: changes.record(folder / "pack/manifest.json", set_in("hash", "d" * 64)),
        "pack",
        "content hash",
    ),
    "the task": (
        lambda folder: changes.record(folder / "pack/manifest.json", set_in("task", "test.easy")),
        "pack",
        "task: stored test.easy",
    ),
}
IN_REPORT = {
    "the headline": (
        lambda folder: changes.text(folder / "report/headline.csv", ",0.5,", ",0.9,"),
        "headline.csv",
        "score: stored 0.9, found 0.5",
    ),
    "a sample": (
        lambda folder: changes.text(folder / "report/samples.csv", ",wrong,", ",correct,"),
        "samples.csv",
        "outcome: stored correct, found wrong",
    ),
    "the summary": (
        lambda folder: changes.record(folder / "report/summary.json", set_in("summaries/0/n", 7)),
        "summary.json",
        "summaries.0.n: stored 7, found 6",
    ),
    "the table in Markdown": (
        lambda folder: changes.text(folder / "report/tables.md", "0.500", "0.900"),
        "tables.md",
        "0.900",
    ),
    "a table deleted": (
        lambda folder: (folder / "report/breakdowns.csv").unlink(),
        "breakdowns.csv",
        "the table is missing",
    ),
}


def test_what_nobody_changed_agrees(place):
    found = verify(place / "run", report=place / "report")
    assert found.differences == ()
    assert (found.samples, found.rescored, found.items) == (6, 6, 6)
    [figure] = found.figures
    assert figure.stored == figure.found == 0.5
    assert verify(place / "pack").holds


def test_words_that_describe_a_figure_may_change_and_the_figure_may_not(place):
    """Another version may word the best constant answer differently."""
    lines = (place / "report/headline.csv").read_text("utf-8-sig").splitlines()
    [row] = csv.DictReader(lines)
    changes.text(place / "report/headline.csv", row["constant_answer"], "always the same order")
    changes.text(place / "report/summary.json", row["constant_answer"], "always the same order")
    assert verify(place / "run", report=place / "report").differences == ()
    constant = f",{row['chance']},{row['constant']},"
    changes.text(place / "report/headline.csv", constant, f",{row['chance']},0.75,")
    [found] = verify(place / "run", report=place / "report").differences
    assert (found.what, found.stored, found.found) == ("constant", "0.75", row["constant"])


@pytest.mark.parametrize("name", IN_RUN)
def test_a_change_in_the_run_is_named(place, name):
    change, where, what = IN_RUN[name]
    change(place)
    lines = list(map(str, verify(place / "run").differences))
    assert any(where in line and what in line for line in lines), lines


@pytest.mark.parametrize("name", IN_PACK)
def test_a_change_in_the_pack_is_named(place, name):
    change, where, what = IN_PACK[name]
    change(place)
    lines = list(map(str, verify(place / "run").differences))
    assert any(where in line and what in line for line in lines), lines
    assert not verify(place / "pack").holds or "hash of it" in name


@pytest.mark.parametrize("name", IN_REPORT)
def test_a_change_in_the_report_is_named(place, name):
    change, where, what = IN_REPORT[name]
    change(place)
    lines = list(map(str, verify(place / "run", report=place / "report").differences))
    assert any(where in line and what in line for line in lines), lines


def test_both_numbers_are_printed_for_a_changed_score(place):
    changes.sql(place, f"UPDATE results SET scores = '{{\"accuracy\":0.9}}' WHERE item = '{WRONG}'")
    found = verify(place / "run")
    assert f"sample '{WRONG}': scores.accuracy: stored 0.9, found 0.0" in map(
        str, found.differences
    )
    [figure] = found.figures
    assert figure.found == 0.5


def test_a_run_and_its_pack_may_move_together_and_apart(place):
    changes.config(place, set_in("packs/0/path", str(place / "nowhere")), copy=True)
    assert verify(place / "run").holds
    (place / "elsewhere").mkdir()
    shutil.move(place / "pack", place / "elsewhere/pack")
    with pytest.raises(InputError, match="--pack"):
        verify(place / "run")
    assert verify(place / "run", [place / "elsewhere/pack"]).holds


def test_the_readers_own_pack_is_held_against_a_run_and_a_pack_that_were_changed_together(place):
    shutil.copytree(place / "pack", place / "mine")
    changes.items(place, lambda rows: rows[2].update(gold=[2, 1, 0]), rehash=True)
    digest = json.loads((place / "pack/manifest.json").read_text())["hash"]
    changes.config(place, set_in("packs/0/hash", digest), copy=True)
    changes.sql(place, f"UPDATE packs SET hash = '{digest}'")
    rescore(place / "run")
    assert verify(place / "run").holds
    found = verify(place / "run", [place / "mine"])
    lines = list(map(str, found.differences))
    assert any("mine: content hash" in line for line in lines), lines
    assert any(f"'{WRONG}': scores.exact_match: stored 1.0, found 0.0" in one for one in lines)


def test_a_run_scored_again_by_another_profile_agrees(place):
    rescore(place / "run", "paper", {"scoring.invalid_policy": "valid_only"})
    assert verify(place / "run").differences == ()


def test_a_judged_run_agrees_and_a_changed_mark_is_named(judged):
    assert verify(judged / "run").differences == ()
    changes.sql(judged, "UPDATE results SET scores = '{\"judge\":10.0}' WHERE repeat = 0")
    lines = list(map(str, verify(judged / "run").differences))
    assert any("scores.judge: stored 10.0, found [7.0]" in line for line in lines), lines


def test_a_changed_answer_of_a_judge_is_named(judged):
    [place] = (judged / "run/judging").glob("*/try-1-*")
    changes.sql(place, "UPDATE results SET answer = '{\"mark\":10}' WHERE repeat = 0")
    lines = list(map(str, verify(judged / "run").differences))
    assert any("judging/" in line and "answer.mark: stored 10, found 7" in line for line in lines)


def test_a_change_of_response_and_scores_together_needs_a_signature(place):
    """What no check of a run against itself can find."""
    for fields in ("text", "raw/choices/0/message/content"):
        changes.body(place, WRONG, set_in(fields, "[0, 2, 1]"))
    rescore(place / "run")
    found = verify(place / "run")
    assert [d.where for d in found.differences] == []
    assert Run.open(place / "run").config["rescored"][-1]["changed"] == 1


def test_the_command_prints_what_differs_and_exits_1(place, capsys):
    from panelwise.cli import run as panelwise

    assert panelwise(["verify", str(place / "run"), "--report", str(place / "report")]) == 0
    assert "agrees" in capsys.readouterr().err
    changes.sql(place, f"UPDATE results SET outcome = 'correct' WHERE item = '{WRONG}'")
    assert panelwise(["verify", str(place / "run")]) == 1
    printed = capsys.readouterr()
    assert f"sample '{WRONG}': outcome: stored correct, found wrong" in printed.out
    assert panelwise(["verify", str(place / "run"), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["holds"] is False


def test_a_run_from_before_a_setting_existed_agrees_and_the_setting_is_named(place):
    """What the stored profile lacks cannot be compared, whatever its value would be today."""
    rescore(place / "run", "paper")

    def without_it(fields: dict) -> None:
        for profile in (fields["profile"], *fields["task_profiles"].values()):
            assert profile["sections"]["ordering"].pop("repair") is False
            del profile["sections"]["sequences"]["several_orders"]

    changes.config(place, without_it, copy=True)
    found = verify(place / "run")
    assert found.differences == ()
    [note] = found.notes
    assert note.startswith("stored before these settings existed, so they were not compared: ")
    assert note.endswith(": ordering.repair, sequences.several_orders")


@pytest.mark.parametrize(
    ("option", "given", "says"),
    [
        ("--report", "reprot", "reprot is not a report: no such folder; check the path"),
        ("--pack", ".", "is not a pack"),
        ("--trust", "foo", "foo: "),
    ],
)
def test_what_is_no_report_pack_or_key_is_a_mistake_and_no_difference(
    place, tmp_path, capsys, monkeypatch, option, given, says
):
    from panelwise.cli import run as panelwise

    monkeypatch.chdir(tmp_path)
    assert panelwise(["verify", str(place / "run"), option, given]) == 2
    said = capsys.readouterr()
    assert says in said.err
    assert not said.out


def test_a_damaged_pack_is_one_plain_line(place, capsys):
    picture = next((place / "pack/images").iterdir())
    picture.write_bytes(b"another")
    assert run(["verify", str(place / "pack")]) == 1
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith(f"{picture}: changed since the pack was built")
    assert line.count(str(place / "pack")) == 1
