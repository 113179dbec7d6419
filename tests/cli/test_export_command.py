"""``panelwise export`` and ``panelwise import-log``: out to another program and back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from drawn import draw_book
from panelwise.cli import run


@pytest.fixture
def pack(tmp_path: Path, capsys) -> Path:
    book = draw_book(tmp_path / "book", [3, 4, 3])
    out = tmp_path / "pack"
    assert run(["build", "stripcipher.reordering_choice", str(book), "--out", str(out)]) == 0
    capsys.readouterr()
    return out


def test_a_batch_goes_out_and_its_answers_come_back(pack, tmp_path, capsys):
    folder, log, answers = tmp_path / "batch", tmp_path / "results.jsonl", tmp_path / "a.jsonl"
    arguments = ["export", str(pack), "--to", "openai-batch", "--out", str(folder)]
    assert run([*arguments, "--model", "some/model"]) == 0
    said = capsys.readouterr().err
    assert f"3 items written to {folder} (1 file)" in said
    assert "vllm run-batch" in said
    requests = [json.loads(line) for line in (folder / "batch-00001.jsonl").open()]
    message = {"role": "assistant", "content": "A"}
    response = {"status_code": 200, "body": {"choices": [{"message": message}]}}
    log.write_text(
        "\n".join(
            json.dumps({"custom_id": request["custom_id"], "response": response})
            for request in requests[1:]
        )
    )
    arguments = ["import-log", str(log), "--from", "openai-batch", "--pack", str(pack)]
    assert run([*arguments, "--out", str(answers)]) == 0
    said = capsys.readouterr().err
    assert "2 answers written" in said
    assert "no answer to 1 of 3 items" in said
    model = f"recorded:{answers}"
    assert run(["evaluate", str(pack), "--model", model, "--out", str(tmp_path / "run")]) == 0


@pytest.mark.parametrize("to", ["vlmevalkit", "lmms-eval", "huggingface"])
def test_every_format_is_written(pack, tmp_path, to):
    assert run(["export", str(pack), "--to", to, "--out", str(tmp_path / to)]) == 0
    assert any((tmp_path / to).iterdir())


def test_mistakes_are_one_line_and_exit_2(pack, tmp_path, capsys):
    arguments = ["export", str(pack), "--out", str(tmp_path / "out"), "--to"]
    assert run([*arguments, "vlmeval"]) == 2
    assert "did you mean 'vlmevalkit'" in capsys.readouterr().err
    assert run([*arguments, "openai-batch"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "--model" in said
