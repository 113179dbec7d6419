"""Two processes that exchange gradients (accelerate on gloo) train as one does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import panelwise
from learners import learner, motion_book
from panelwise.training.finetuning import read_log

for needed in ("torch", "transformers", "trl", "peft", "accelerate", "datasets"):
    pytest.importorskip(needed, reason="needs the extra [train]")
pytestmark = [pytest.mark.slow, pytest.mark.extra]
SCRIPT = Path(__file__).with_name("trainers") / "two_processes.py"


def test_losses_are_those_of_one_process(tmp_path):
    book = motion_book(tmp_path / "book", 6, seed=6)
    pack = panelwise.build("stripcipher.reordering_generation", book, out=tmp_path / "pack")
    base = learner(tmp_path / "base", [pack.items()[0].rendering.text], width=32)
    losses = {}
    for processes in (1, 2):
        out = tmp_path / f"out-{processes}"
        out.mkdir()
        launch = [sys.executable, "-m", "torch.distributed.run", "--standalone"]
        done = subprocess.run(
            [
                *launch,
                f"--nproc-per-node={processes}",
                str(SCRIPT),
                str(base),
                str(out),
                str(pack.path),
            ],
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(sys.path),
                "ACCELERATE_USE_CPU": "true",
                "OMP_NUM_THREADS": "1",
            },
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-3000:]
        expected = {f"process {at} of {processes}, gloo" for at in range(processes)}
        assert expected <= set(done.stdout.splitlines())
        losses[processes] = [line["loss"] for line in read_log(out / "log.jsonl")]
    assert len(losses[1]) >= 3
    assert losses[2] == pytest.approx(losses[1], rel=1e-4)
    print(losses)
