"""Other programs' prediction logs, scored by us as if the answers had come to us."""

from __future__ import annotations

import csv
import importlib.util
import json
from collections.abc import Callable
from pathlib import Path

import pytest

import panelwise
from drawn import draw_book
from panelwise.errors import InputError, MissingExtraError, UnknownNameError
from panelwise.packs import Pack
from panelwise.packs.exchange import Imported, import_log
from panelwise.profile import RECOMMENDED
from panelwise.tasks import Item, read_response, score_answer

TASKS = [
    "chromic.panel_reordering",
    "stripcipher.reordering_generation",
    "stripcipher.reordering_choice",
]
Answers = dict[str, str]


@pytest.fixture(scope="module")
def packs(tmp_path_factory) -> dict[str, Pack]:
    folder = tmp_path_factory.mktemp("packs")
    book = draw_book(folder / "book", [3, 4, 3, 4, 3, 4])
    return {task: panelwise.build(task, book, out=folder / task) for task in TASKS}


def right(item: Item) -> str:
    """The right answer as a model would put it."""
    if item.kind == "choice":
        return f"The answer is {item.options[item.gold].label}."
    return f"Panel by panel:\n\n{[index + item.index_base for index in item.gold]}"


def perfect(pack: Pack) -> Answers:
    return {item.id: right(item) for item in pack.items()}


# The logs as those programs write them.


def vlmevalkit_log(pack: Pack, answers: Answers, path: Path, *, ids: bool = True) -> Path:
    """A prediction file: the data set without its pictures, and a column more."""
    rows = [
        {"index": k, "id": item.id, "question": "…", "prediction": answers[item.id]}
        for k, item in enumerate(pack.items())
        if item.id in answers
    ]
    rows = rows if ids else [{k: v for k, v in row.items() if k != "id"} for row in rows]
    if path.suffix == ".json":
        path.write_text(json.dumps(rows))
        return path
    with path.open("w", newline="") as file:
        delimiter = "\t" if path.suffix == ".tsv" else ","
        writer = csv.DictWriter(file, list(rows[0]), delimiter=delimiter)
        writer.writeheader()
        writer.writerows(rows)
    return path


def lmms_log(pack: Pack, answers: Answers, path: Path) -> Path:
    """A samples file: no document; ``resps`` only where a filter changed them."""
    lines = []
    for k, item in enumerate(pack.items()):
        if item.id in answers:
            line = {"doc_id": k, "target": "…", "item_id": item.id, "accuracy": 0.5}
            if k % 2:
                line |= {"resps": [answers[item.id]], "filtered_resps": "cut"}
            else:
                line |= {"filtered_resps": answers[item.id]}
            lines.append(json.dumps(line))
    path.write_text("\n".join(lines) + "\n")
    return path


def batch_line(item_id: str, answer: str, finish: str = "stop", **message) -> str:
    body = {
        "object": "chat.completion",
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": answer, **message},
                "finish_reason": finish,
            }
        ],
    }
    response = {"status_code": 200, "request_id": "r", "body": body}
    return json.dumps({"id": "b", "custom_id": item_id, "response": response, "error": None})


def batch_log(pack: Pack, answers: Answers, path: Path) -> Path:
    """An output file, whose lines come in any order."""
    lines = [batch_line(item_id, answer) for item_id, answer in answers.items()]
    path.write_text("\n".join(reversed(lines)) + "\n")
    return path


LOGS: dict[str, tuple[str, Callable[[Pack, Answers, Path], Path]]] = {
    "vlmevalkit": ("log.tsv", vlmevalkit_log),
    "lmms-eval": ("log.jsonl", lmms_log),
    "openai-batch": ("log.jsonl", batch_log),
}
sources = pytest.mark.parametrize("source", sorted(LOGS))


def imported(source: str, pack: Pack, answers: Answers, folder: Path) -> Imported:
    name, write = LOGS[source]
    return import_log(write(pack, answers, folder / name), source, pack, folder / "answers.jsonl")


def recorded(done: Imported) -> list[dict]:
    return [json.loads(line) for line in done.path.read_text().splitlines()]


def scores(pack: Pack, done: Imported) -> list[float]:
    """Of every recorded answer, by our own reading and scoring."""
    items = {item.id: item for item in pack.items()}
    return [
        score_answer(
            items[record["id"]],
            read_response(items[record["id"]], record["answer"], profile=RECOMMENDED),
            RECOMMENDED,
        ).get("accuracy", 0.0)
        for record in recorded(done)
    ]


@sources
@pytest.mark.parametrize("task", TASKS)
def test_a_perfect_log_scores_one(packs, tmp_path, source, task):
    pack = packs[task]
    done = imported(source, pack, perfect(pack), tmp_path)
    assert scores(pack, done) == [1.0] * len(pack)
    assert (done.answers, done.missing, done.unknown, done.failed) == (len(pack), (), (), ())
    assert done.notes == ()


@sources
def test_a_constant_log_is_right_where_the_constant_is(packs, tmp_path, source):
    pack = packs["stripcipher.reordering_choice"]
    constant = pack.items()[0].gold
    done = imported(source, pack, {item.id: "ABCD"[constant] for item in pack.items()}, tmp_path)
    expected = {item.id: float(item.gold == constant) for item in pack.items()}
    assert 0 < sum(expected.values()) < len(pack)
    found = dict(zip([record["id"] for record in recorded(done)], scores(pack, done), strict=True))
    assert found == expected


@sources
def test_an_imported_log_is_evaluated(packs, tmp_path, source):
    pack = packs["stripcipher.reordering_choice"]
    done = imported(source, pack, perfect(pack), tmp_path)
    run = panelwise.evaluate(pack, f"recorded:{done.path}", out=tmp_path / "run")
    assert [result.outcome for result in run.results()] == ["correct"] * len(pack)


@sources
def test_what_does_not_match_is_counted_and_said(packs, tmp_path, source):
    pack = packs["chromic.panel_reordering"]
    first, *others = perfect(pack).items()
    name, write = LOGS[source]
    log = write(pack, dict(others), tmp_path / name)
    log.write_text(log.read_text().replace(others[0][0], "somewhere/else"))
    done = import_log(log, source, pack, tmp_path / "answers.jsonl")
    assert done.unknown == ("somewhere/else",)
    assert done.missing == (first[0], others[0][0])
    assert done.answers == len(pack) - 2
    assert done.notes == (
        "1 answer left out, to items that are not in the pack, such as 'somewhere/else'",
        f"no answer to 2 of {len(pack)} items, such as '{first[0]}'",
    )


@sources
def test_a_log_of_another_pack_is_refused(packs, tmp_path, source):
    log = LOGS[source][1](packs[TASKS[0]], perfect(packs[TASKS[0]]), tmp_path / LOGS[source][0])
    log.write_text(log.read_text().replace("pages/", "others/"))
    with pytest.raises(InputError, match="6 in all, such as 'others/00"):
        import_log(log, source, packs[TASKS[0]], tmp_path / "answers.jsonl")
    assert not (tmp_path / "answers.jsonl").exists()


@pytest.mark.parametrize(
    ("source", "failure"),
    [
        ("vlmevalkit", "Failed to obtain answer via API."),
        ("lmms-eval", "[LMMS_EVAL_REQUEST_FAILED after 5 retries] timeout"),
        ("lmms-eval", "[LMMS_EVAL_BUDGET_EXCEEDED]"),
    ],
)
def test_a_failure_written_as_an_answer_is_none(packs, tmp_path, source, failure):
    pack = packs["chromic.panel_reordering"]
    first = pack.items()[0].id
    done = imported(source, pack, perfect(pack) | {first: failure}, tmp_path)
    assert (done.failed, done.missing) == ((first,), (first,))
    assert first not in [record["id"] for record in recorded(done)]
    assert "1 request failed" in done.notes[0]


# VLMEvalKit.


@pytest.mark.parametrize("suffix", [".tsv", ".csv", ".json"])
@pytest.mark.parametrize("ids", [True, False])
def test_predictions_come_in_several_kinds_of_file(packs, tmp_path, suffix, ids):
    pack = packs["chromic.panel_reordering"]
    log = vlmevalkit_log(pack, perfect(pack), tmp_path / f"log{suffix}", ids=ids)
    done = import_log(log, "vlmevalkit", pack, tmp_path / "answers.jsonl")
    assert scores(pack, done) == [1.0] * len(pack)


def test_long_reasoning_is_read(packs, tmp_path):
    pack = packs["chromic.panel_reordering"]
    answers = {key: "hm. " * 50_000 + text for key, text in perfect(pack).items()}
    done = imported("vlmevalkit", pack, answers, tmp_path)
    assert [record["answer"] for record in recorded(done)] == list(answers.values())


def test_a_sheet_is_read_or_the_way_out_named(packs, tmp_path):
    log = tmp_path / "log.xlsx"
    log.write_bytes(b"PK")
    if importlib.util.find_spec("openpyxl") is None:
        with pytest.raises(MissingExtraError, match=r"save it as \.tsv"):
            import_log(log, "vlmevalkit", packs[TASKS[0]], tmp_path / "answers.jsonl")
        return
    import openpyxl

    pack = packs[TASKS[0]]
    book = openpyxl.Workbook()
    book.active.append(["index", "id", "prediction"])
    for k, (item_id, answer) in enumerate(perfect(pack).items()):
        book.active.append([k, item_id, answer])
    book.save(log)
    done = import_log(log, "vlmevalkit", pack, tmp_path / "answers.jsonl")
    assert scores(pack, done) == [1.0] * len(pack)


@pytest.mark.parametrize("index", ["²", "9" * 400 + ".9", "9" * 6000, "1e3", "-1", "x", ""])
def test_an_index_that_is_no_place_is_no_answer(packs, tmp_path, index):
    log = tmp_path / "log.tsv"
    log.write_text(f"index\tprediction\n{index}\tA\n", encoding="utf-8")
    with pytest.raises(InputError, match="1 in all"):
        import_log(log, "vlmevalkit", packs[TASKS[0]], tmp_path / "answers.jsonl")


def test_a_table_without_line_ends_is_not_taken_into_memory(packs, tmp_path):
    log = tmp_path / "log.tsv"
    with log.open("wb") as stream:
        stream.truncate(100 << 20)
    with pytest.raises(InputError, match=r"log.tsv, line 1: longer than 16 MiB"):
        import_log(log, "vlmevalkit", packs[TASKS[0]], tmp_path / "answers.jsonl")


# lmms-eval.


def test_a_place_in_the_log_counts_only_with_the_same_gold(packs, tmp_path):
    pack = packs["stripcipher.reordering_choice"]
    log = tmp_path / "log.jsonl"
    lines = [
        {"doc_id": k, "target": item.options[item.gold].label, "filtered_resps": "A"}
        for k, item in enumerate(pack.items())
    ]
    lines[0]["target"] = "Z"
    log.write_text("\n".join(map(json.dumps, lines)))
    done = import_log(log, "lmms-eval", pack, tmp_path / "answers.jsonl")
    assert (done.answers, done.unknown) == (len(pack) - 1, ("0",))


def test_several_responses_are_repeats(packs, tmp_path):
    pack = packs["stripcipher.reordering_choice"]
    log = tmp_path / "log.jsonl"
    lines = [
        {"doc_id": k, "item_id": item.id, "resps": [["A"], ["B"]], "filtered_resps": ["A", "B"]}
        for k, item in enumerate(pack.items())
    ]
    log.write_text("\n".join(map(json.dumps, lines)))
    done = import_log(log, "lmms-eval", pack, tmp_path / "answers.jsonl")
    assert [(r["answer"], r.get("repeat", 0)) for r in recorded(done)] == [
        ("A", 0),
        ("B", 1),
    ] * len(pack)


# OpenAI batch.


def test_a_batch_keeps_refusals_and_cut_answers_and_counts_errors(packs, tmp_path):
    pack = packs["stripcipher.reordering_choice"]
    a, b, c, d, *_ = [item.id for item in pack.items()]
    failed = {"custom_id": c, "response": None, "error": {"code": "batch_expired"}}
    refused = {"custom_id": d, "response": {"status_code": 400, "body": {"error": {}}}}
    log = tmp_path / "log.jsonl"
    log.write_text(
        "\n".join(
            [
                batch_line(a, "I was about to", finish="length"),
                batch_line(b, None, refusal="I can't help with that"),
                json.dumps(failed),
                json.dumps(refused),
            ]
        )
    )
    done = import_log(log, "openai-batch", pack, tmp_path / "answers.jsonl")
    one, two = recorded(done)
    assert one["finish_reason"] == "length"
    assert (two["answer"], two["refusal"]) == ("", "I can't help with that")
    assert done.failed == (c, d)


def test_parts_of_a_batch_are_read_together(packs, tmp_path):
    pack = packs["chromic.panel_reordering"]
    answers = list(perfect(pack).items())
    parts = [
        batch_log(pack, dict(answers[:2]), tmp_path / "one.jsonl"),
        batch_log(pack, dict(answers[2:]), tmp_path / "two.jsonl"),
    ]
    done = import_log(parts, "openai-batch", pack, tmp_path / "answers.jsonl")
    assert (done.answers, done.missing) == (len(pack), ())


# Mistakes.


def test_mistakes_are_one_line(packs, tmp_path):
    pack = packs["chromic.panel_reordering"]
    out = tmp_path / "answers.jsonl"
    log = tmp_path / "log.jsonl"

    def told(source: str, text: str) -> str:
        log.write_text(text)
        with pytest.raises(InputError) as caught:
            import_log(log, source, pack, out)
        assert "\n" not in str(caught.value)
        return str(caught.value)

    first = pack.items()[0].id
    twice = "\n".join([batch_line(first, "A")] * 2)
    assert "line 1 and line 2 both answer" in told("openai-batch", twice)
    request = json.dumps({"custom_id": first, "method": "POST", "url": "/v1", "body": {}})
    assert "give the batch's output file" in told("openai-batch", request)
    assert "no doc_id" in told("lmms-eval", "{}")
    assert "no text in resps" in told("lmms-eval", '{"doc_id": 0, "resps": [[0.5, true]]}')
    assert "no 'prediction'" in told("vlmevalkit", '{"index": 0}')
    assert "not JSON" in told("openai-batch", "{")
    over_lines = told("vlmevalkit", '{\n "x": 1\n}')
    assert "; give the file in which the other harness stored its answers, as" in over_lines
    assert "not a JSON object" in told("openai-batch", "3")
    with pytest.raises(InputError, match="cannot be read"):
        import_log(tmp_path / "none.tsv", "vlmevalkit", pack, out)
    with pytest.raises(InputError, match=r"none: cannot be read .*check the path"):
        import_log(tmp_path / "none", "vlmevalkit", pack, out)
    (tmp_path / "log.pkl").write_bytes(b"rows")
    with pytest.raises(InputError, match="not predictions of VLMEvalKit"):
        import_log(tmp_path / "log.pkl", "vlmevalkit", pack, out)
    with pytest.raises(UnknownNameError, match="did you mean 'vlmevalkit'"):
        import_log(log, "vlmeval", pack, out)
    out.write_text("kept")
    with pytest.raises(InputError, match="exists already"):
        imported("openai-batch", pack, perfect(pack), tmp_path)
    assert out.read_text() == "kept"
