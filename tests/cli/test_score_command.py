"""``panelwise score`` for what stands on a page."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from panelwise.cli import run

SIZE = [500, 800]
TEXT = {"box": [250, 80, 450, 200], "text": "HELLO"}


def file_of(folder: Path, *lines: tuple[object, object]) -> str:
    path = folder / "answers.jsonl"
    rows = [{"id": k, "gold": gold, "answer": answer} for k, (gold, answer) in enumerate(lines)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(path)


def boxes(*some: tuple[str, list[float]], **score: float) -> list[dict]:
    return [{"class": label, "box": box, **score} for label, box in some]


PANEL, OTHER = ("panel", [0, 0, 100, 100]), ("panel", [0, 200, 100, 300])
WORDS, FACE = ("text", [10, 10, 30, 30]), ("face", [50, 50, 70, 70])


def detected(folder: Path, *answers: list[dict]) -> str:
    gold = {"size": SIZE, "boxes": boxes(PANEL, WORDS, FACE)}
    return file_of(folder, *((gold, answer) for answer in answers))


def as_json(capsys, *arguments: str) -> dict:
    assert run(["score", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def refused(capsys, *arguments: str) -> str:
    assert run(["score", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1, said.err
    return said.err


def test_the_table_says_all_that_a_score_must_carry(tmp_path, capsys):
    path = file_of(tmp_path, ({"size": SIZE, "texts": [TEXT]}, [TEXT]), ("x", "y"))
    assert "line 2: gold" in refused(capsys, "spotting", path)
    path = file_of(tmp_path, ("a cat", "a cat"), ("a dog", None))
    assert run(["score", "answer", path]) == 0
    said = capsys.readouterr().out
    assert "(recommended)" in said
    [row] = [row.split() for row in said.splitlines() if row.startswith("anls")]
    #         score    interval   chance, best constant,  adjusted n  coverage readable only
    assert row == ["anls", "0.500", *row[2:4], "–", *row[5:8], "–", "2", "50.0%", "1.000"]
    assert " ".join(row[5:8]) == '0.500 ("a cat")'


def test_another_coordinate_frame_that_scores_much_better_is_mentioned(tmp_path, capsys):
    thousandths = {"box": [500, 100, 900, 250], "text": "HELLO"}
    path = file_of(tmp_path, ({"size": SIZE, "texts": [TEXT]}, [thousandths]))
    assert run(["score", "spotting", path]) == 0
    assert "use --set boxes.coord_frame=thousandths" in capsys.readouterr().err
    meant = as_json(capsys, "spotting", path, "--set", "boxes.coord_frame=thousandths")
    assert meant["metrics"]["e2e_hmean_ned"]["headline"]["value"] == 1
    assert meant["profile"] == "recommended+boxes.coord_frame=thousandths"
    assert meant["notes"] == []


def test_average_precision_of_boxes_with_scores(tmp_path, capsys):
    path = detected(tmp_path, boxes(OTHER, score=0.9) + boxes(PANEL, score=0.8))
    found = as_json(capsys, "detection", path, "--predictable", "panel,text")["detection"]
    by_class = {one["label"]: one for one in found["classes"]}
    assert by_class["panel"]["ap50"] == 0.5  # the right one comes second
    assert by_class["panel"]["ar10"] == by_class["panel"]["ar100"] == 1
    assert by_class["text"]["ap50"] == by_class["face"]["ap50"] == 0
    assert found["mean"]["ap50"] == pytest.approx(0.5 / 3)
    assert found["mean_predictable"]["ap50"] == 0.25
    assert found["notes"] == []


def test_average_precision_stands_below_the_table(tmp_path, capsys):
    path = detected(tmp_path, boxes(PANEL, score=0.8))
    assert run(["score", "detection", path, "--predictable", "panel"]) == 0
    said = capsys.readouterr().out
    assert said.index("mean_f1") < said.index("average precision, 1 page, coverage 100.0%")
    assert "mean of all classes  0.333" in said
    assert "mean of panel        1.000" in said


def test_scores_that_are_tied_or_absent_are_flagged(tmp_path, capsys):
    tied = detected(tmp_path, boxes(PANEL, OTHER, score=0.5) + boxes(WORDS, score=0.4))
    assert "67% of the boxes share their score" in as_json(capsys, "detection", tied)["notes"][0]
    absent = detected(tmp_path, boxes(PANEL))
    said = as_json(capsys, "detection", absent)
    assert "one operating point" in said["notes"][0]
    assert said["detection"]["mean"]["ap50"] == pytest.approx(1 / 3)


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), "0.9", None, True])
def test_where_some_boxes_have_no_score_there_is_no_average_precision(tmp_path, capsys, bad):
    path = detected(tmp_path, boxes(PANEL, score=0.8) + boxes(WORDS, score=bad))
    said = as_json(capsys, "detection", path)
    assert said["detection"] is None
    assert "1 of 2 boxes have no score" in said["notes"][0]
    assert said["metrics"]["recall_text"]["headline"]["value"] == 1


def test_a_page_without_a_readable_answer_found_nothing(tmp_path, capsys):
    good = boxes(PANEL, score=0.8)
    path = detected(tmp_path, good, "I cannot see anything")
    said = as_json(capsys, "detection", path)
    assert said["detection"]["pages"] == 2
    assert {one["label"]: one["ar10"] for one in said["detection"]["classes"]}["panel"] == 0.5
    assert said["coverage"] == 0.5


def test_predictable_classes_are_checked(tmp_path, capsys):
    path = detected(tmp_path, boxes(PANEL, score=0.8))
    assert "did you mean 'panel'" in refused(
        capsys, "detection", path, "--predictable", "panels,text"
    )
    assert (
        "kind 'answer' have none. Leave it out, or score one of these kinds: detection"
        in refused(capsys, "answer", path, "--predictable", "text")
    )


def test_text_that_is_not_utf_8_is_named_by_line(tmp_path, capsys):
    path = tmp_path / "latin.jsonl"
    path.write_bytes(b'{"id": 1, "gold": "a", "answer": "a"}\n{"id": 2, "gold": "\xe9"}\n')
    assert "latin.jsonl, line 2 is not UTF-8" in refused(capsys, "answer", str(path))
    path.write_bytes("\ufeff".encode() + b'{"id": 1, "gold": "a", "answer": "a"}\r\n')
    assert as_json(capsys, "answer", str(path))["n"] == 1
    path.write_bytes(b"\n")
    assert "no answers" in refused(capsys, "answer", str(path))
    assert "cannot be read" in refused(capsys, "answer", str(tmp_path))


def test_standard_input(capsys, monkeypatch):
    words = '{"id": 1, "gold": "café", "answer": "Café"}\n'.encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(words), encoding="ascii"))
    assert as_json(capsys, "answer", "-")["metrics"]["exact"]["headline"]["value"] == 1


@pytest.mark.parametrize("kind", ["transcript", "mark"])
def test_other_kinds_are_none(tmp_path, capsys, kind):
    path = file_of(tmp_path, ("a", "a"))
    assert f"cannot score '{kind}'" in refused(capsys, kind, path)


def test_a_task_is_answered_with_its_kind(tmp_path, capsys):
    line = refused(capsys, "chromic.chrono_mcq", file_of(tmp_path, ("a", "a")))
    assert line.endswith("is a task; give the kind of its answers instead: choice\n")


def test_few_books_are_told(tmp_path, capsys):
    """Twelve answers of five books: books differ more than their answers, and nobody knows how."""
    lines = [
        {"id": k, "gold": "B", "answer": "B" if k % 2 else "C", "book": f"b{k % 5}"}
        for k in range(12)
    ]
    path = tmp_path / "few.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    assert run(["score", "choice", str(path)]) == 0
    assert "only 5 books: the intervals treat items as" in capsys.readouterr().err
    lines[0]["book"] = "b6"
    path.write_text("\n".join(map(json.dumps, lines)))
    assert run(["score", "choice", str(path)]) == 0
    assert "too few" not in capsys.readouterr().err
    path.write_text("\n".join(json.dumps(one | {"book": None}) for one in lines))
    assert run(["score", "choice", str(path)]) == 0
    assert "too few" not in capsys.readouterr().err, "nobody said which books"


def test_a_setting_that_the_kind_does_not_obey_is_refused(tmp_path, capsys):
    path = file_of(tmp_path, ("B", "B"))
    line = refused(capsys, "choice", path, "--set", "boxes.coord_frame=thousandths")
    assert line == (
        "panelwise: nothing in this call takes the setting 'boxes.coord_frame'; choice takes"
        " scoring.*\n"
    )
    assert run(["score", "choice", path, "--set", "scoring.unanswered=drop"]) == 0
    capsys.readouterr()
    line = refused(capsys, "answer", path, "--set", "strips.shortest=2")
    assert "answer takes judge.*, text.*" in line


def test_a_file_in_the_place_of_the_kind_is_named_as_such(tmp_path, capsys):
    path = file_of(tmp_path, ("a", "a"))
    line = refused(capsys, path, "answer")
    assert line.endswith(f"The kind comes first, then the file: answer {path}\n")
