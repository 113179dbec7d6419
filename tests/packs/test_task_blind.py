"""``panelwise check --blind`` on packs of the press, and what it refuses to do."""

from __future__ import annotations

import json

from panelwise.cli import run
from panelwise.packs import Pack

MCQ = "chromic.chrono_mcq"


def test_questions_that_are_asked_once_are_rejected_by_name_and_numbers(pack_of, capsys):
    packs = [str(pack_of(task).path) for task in (MCQ, "comicvqa.missing_panel")]
    count = len(pack_of(MCQ))
    assert run(["check", *packs, "--blind"]) == 1
    said = capsys.readouterr()
    table = {line.split()[0]: line.split()[1:] for line in said.out.splitlines()[1:3]}
    assert table[MCQ] == [*[str(count)] * 3, "1.000", "0.250", "0.750", "rejected"]
    assert table["comicvqa.missing_panel"][3:] == ["0.250", "0.250", "0.000", "passes"]
    (rejected,) = [line for line in said.out.splitlines() if line.startswith("reject")]
    assert f"{MCQ}: up to 1.000 of the answers can be right without pixels" in rejected
    assert "0.270 is allowed" in rejected
    assert "cannot show that these items need their pictures" in rejected
    assert said.err.endswith("checked without pixels: 1 rejected\n")


def test_descriptions_are_evidence_and_pass_as_json(pack_of, capsys):
    pack = str(pack_of("chromic.description_reordering").path)
    assert run(["check", pack, "--blind", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    (task,) = found["tasks"]
    assert (task["sort"], task["refused"], found["findings"]) == ("evidence", False, [])
    assert task["gap"] == task["bound"] - task["chance"] > 0.5


def test_other_checks_are_not_made_together_with_it(pack_of, tmp_path, capsys):
    pack = str(pack_of(MCQ).path)
    assert run(["check", pack, "--blind", "--known", str(tmp_path)]) == 2
    assert "leave out --split and --known" in capsys.readouterr().err


def test_a_text_only_model_is_asked_the_words_alone(pack_of, tmp_path, capsys, monkeypatch):
    """One that knows every answer is above chance; nothing of a picture is sent."""
    monkeypatch.chdir(tmp_path)
    pack = pack_of(MCQ)
    known = tmp_path / "known.jsonl"
    lines = [{"id": i.id, "answer": i.options[i.gold].label} for i in pack.items()]
    known.write_text("\n".join(map(json.dumps, lines)))
    asked = ["check", str(pack.path), str(pack_of("comicvqa.missing_panel").path), "--blind"]
    assert run([*asked, "--model", f"recorded:{known}", "--out", "blind"]) == 1
    said = capsys.readouterr()
    (row,) = [
        line.split() for line in said.out.splitlines() if line.startswith(MCQ) and "[" in line
    ]
    assert row[1:3] == [str(len(pack)), "1.000"]
    assert (
        "comicvqa.missing_panel: asks about pictures only, so the model was not asked" in said.out
    )
    assert (
        f"reject  text-only model: {MCQ}: 1.000 right from words alone, chance is 0.250" in said.out
    )
    (bare,) = [Pack.open(folder) for folder in (tmp_path / "blind/packs").iterdir()]
    assert not any(item.rendering.images or item.single_image for item in bare.items())
    assert run([*asked, "--model", f"recorded:{known}", "--out", "blind", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert [(one["task"], one["refused"]) for one in found["tasks"]] == [(MCQ, True)]
    assert found["not_asked"] == ["comicvqa.missing_panel"]


def test_options_of_the_model_need_a_model(pack_of, capsys):
    pack = str(pack_of(MCQ).path)
    assert run(["check", pack, "--blind", "--limit", "3"]) == 2
    assert "name a model" in capsys.readouterr().err
    assert run(["check", pack, "--model", "baseline:random"]) == 2
    assert "is for --blind; add it" in capsys.readouterr().err
