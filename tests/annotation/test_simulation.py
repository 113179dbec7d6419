"""Simulated people at a served project in Chromium: bench/annotation_simulation.py, made small."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).resolve().parents[2] / "bench"


@pytest.fixture
def bench(monkeypatch):
    """The modules of the simulation."""
    pytest.importorskip("fastapi", reason="needs the extra [annotate]")
    monkeypatch.syspath_prepend(str(BENCH))
    import annotation_screens
    import annotation_simulation
    import browser_crew
    import simulated_people

    yield sys.modules
    for module in (annotation_screens, annotation_simulation, browser_crew, simulated_people):
        sys.modules.pop(module.__name__, None)


@pytest.fixture
def browser(bench):
    pytest.importorskip("playwright.async_api", reason="needs the extra [browser]")
    if not any(path.exists() for path in bench["browser_crew"].CHROMIUM):
        pytest.skip("needs Chromium")


@pytest.mark.browser
@pytest.mark.extra
def test_people_work_through_screens_and_a_killed_server_loses_nothing(
    bench, browser, tmp_path, press_folder
):
    screens, simulation = bench["annotation_screens"], bench["annotation_simulation"]
    folder = tmp_path / "project"
    screens.study_project(folder, press_folder, 3, 2, ("distractors", "question", "harmful"))
    with simulation.open_project(folder) as project:
        truth = simulation.truth_of(project)
    people = bench["browser_crew"].Crew(
        bench["browser_crew"].Server(folder),
        bench["simulated_people"].crew(3, {"careless": 1}, count=2),
        truth, lambda _: (), kill_at=3,
    )  # fmt: skip
    simulation.served(people.server, people)
    with simulation.open_project(folder) as project:
        simulation.check_log(project, people)
        counts = simulation.screens_of(project)
    assert people.killed
    assert counts == {"distractors": 2, "question": 2, "harmful": 2}


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.extra
def test_a_cross_check_goes_from_consent_to_release(bench, browser, tmp_path):
    found = bench["annotation_simulation"].cross_check(tmp_path, 7, 12, 4, 10.0)
    assert found["consented"] == 20
    assert found["open"] == 0
    assert found["accepted"] + found["removed"] == 12
    assert found["killed"]


@pytest.mark.slow
@pytest.mark.extra
def test_unreliable_people_are_found_in_the_log(bench, tmp_path):
    found = bench["annotation_simulation"].detection(tmp_path, 5, 3)
    assert found["precision (hurried)"] >= 0.9
    assert found["recall (hurried)"] >= 0.9
