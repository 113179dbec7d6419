"""``panelwise annotations``: a sheet goes out, its file comes back, and the answers are a run."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra annotate")

from panelwise.annotation import as_procedure, create_project, open_project, units_of_pack
from panelwise.cli import run
from panelwise.packs import Pack, write_subset

PLAN = {
    "name": "plain", "title": "Plain", "instructions": "Answer.",
    "stages": [{"name": "solve", "role": "reader", "screen": "solve-with-confidence"}],
}  # fmt: skip


def test_a_sheet_comes_back_and_is_a_run(
    pack_of: Callable[..., Pack], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = pack_of("chromic.chrono_mcq")
    pack = write_subset(whole, [item.id for item in whole.items()[:2]], tmp_path / "pack")
    project = tmp_path / "project"
    create_project(project, as_procedure(PLAN, "test"), packs=[pack.path])
    with open_project(project) as opened:
        opened.add_units(units_of_pack(pack))
        opened.work.join("Ann", ["reader"])
    ask = ["annotations", "sheet", str(project), "--person"]
    assert run([*ask, "Zed", "--out", str(tmp_path / "zed")]) != 0
    assert "Zed is not a member of this project" in capsys.readouterr().err
    assert run([*ask, "Ann", "--out", str(tmp_path / "ann")]) == 0
    assert (tmp_path / "ann" / "index.html").is_file()
    [kept] = (project / "sheets").iterdir()
    given = {"values": {"option": 1, "confidence": 2}, "seconds": 3}
    file = tmp_path / "answers.json"
    answers = {"1": given, "2": {"values": {"option": 77}}}
    file.write_text(json.dumps({"version": 1, "sheet": kept.stem, "answers": answers}))
    capsys.readouterr()
    assert run(["annotations", "take", str(project), str(file)]) == 1  # one is refused
    said = capsys.readouterr().err
    assert "1 answer of Ann" in said
    assert "refused item 2: field 'option': 77 is not the number of any option" in said
    out = tmp_path / "run"
    assert run(["annotations", "run", str(project), "--group", "g", "--out", str(out)]) == 0
    assert "1 item left out" in capsys.readouterr().err
    assert run(["annotations", "add", str(project)]) == 2
    assert "nothing to add" in capsys.readouterr().err
    again = ["annotations", "add", str(project), "--units", str(file), "--procedure"]
    assert run([*again, "chromic.baseline"]) == 2
    assert "leave out --procedure to add to it" in capsys.readouterr().err
