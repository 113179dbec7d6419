"""The task that CONTRIBUTING.md adds works as a plug-in, from its entry point to its items."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

TEXT = (Path(__file__).resolve().parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
USE = """
import panelwise

panelwise.print_comics("comics", books=2, layout="strip", seed=1)
pack = panelwise.build("mytasks.true_statement", "comics", out="pack", seed=1)
for item in pack.items():
    assert "{" not in item.rendering.text, item.rendering.text
    assert len(item.options) == 4
[summary] = panelwise.summarise(panelwise.evaluate(pack, "baseline:oracle", out="run"))
assert summary.score.value == 1, summary.headline
"""


def test_the_example_of_a_new_task_is_found_built_and_scored(tmp_path):
    [code] = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    [points] = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    (tmp_path / "mytasks.py").write_text(code, encoding="utf-8")
    installed = tmp_path / "mytasks-1.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: mytasks\nVersion: 1\n")
    [line] = [line.strip() for line in points.splitlines() if line.strip().startswith('"mytasks.')]
    entry = line.replace('"', "")
    (installed / "entry_points.txt").write_text(f"[panelwise.benchmarks]\n{entry}\n")
    done = subprocess.run(
        [sys.executable, "-c", USE],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
