"""``make bench``: benchmarks by name, one after the other."""

import os
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).resolve().parents[1] / "bench" / "run.py"
POOLED = """
from concurrent.futures import ProcessPoolExecutor


def doubled(number):
    return 2 * number


def main(shared):
    with ProcessPoolExecutor(1) as pool:
        print(shared.name, sum(pool.map(doubled, [1, 2, 3])))
"""


def _bench(*arguments: str, path: Path | None = None) -> str:
    environment = os.environ | ({"PYTHONPATH": str(path)} if path else {})
    command = [sys.executable, str(BENCH), *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_benchmark_may_use_processes(tmp_path):
    (tmp_path / "pooled.py").write_text(POOLED)
    found = _bench(str(tmp_path / "comics"), "pooled", path=tmp_path)
    assert found == "\n# pooled\n\ncomics 12\n"


def test_without_comics_a_benchmark_says_in_a_line_that_it_is_skipped(tmp_path):
    found = _bench(str(tmp_path), "panel_detection", "reading_order")
    said = [line for line in found.splitlines() if line and not line.startswith("#")]
    assert len(said) == 2
    assert all("skipped" in line and str(tmp_path) in line for line in said)
