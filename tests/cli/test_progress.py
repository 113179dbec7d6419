"""Progress where there is no terminal: a log gets a line now and then, not a line an item."""

from __future__ import annotations

from panelwise.cli import _output
from panelwise.cli._output import RunProgress, building
from panelwise.evaluation import ProgressState


def state(done, total=4):
    return ProgressState(total, done, finished=done == total)


def test_a_log_gets_a_line_a_minute(capsys, monkeypatch):
    clock = iter(range(0, 1000, 25))
    monkeypatch.setattr(_output.time, "monotonic", lambda: float(next(clock)))
    with building() as update:
        for done in range(1, 9):
            update("pages", done, 8)
    said = capsys.readouterr().err.splitlines()
    assert 1 <= len(said) <= 4
    assert all(line.startswith("pages: ") for line in said)


def test_a_run_of_a_moment_says_its_end_alone(capsys):
    progress = RunProgress("model")
    for done in range(5):
        progress.update(state(done))
    progress.close()
    assert capsys.readouterr().err.splitlines() == ["model: 4/4"]


def test_a_long_run_says_how_far_it_is(capsys, monkeypatch):
    monkeypatch.setattr(_output, "LOG_SECONDS", 0.0)
    progress = RunProgress("model")
    for done in range(5):
        progress.update(state(done))
    progress.close()
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 5
    assert lines[-1] == "model: 4/4"
