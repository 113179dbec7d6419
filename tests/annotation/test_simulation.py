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
    import annotation_pages
    import annotation_screens
    import annotation_simulation
    import browser_crew
    import browser_hands
    import simulated_people

    yield sys.modules
    for module in (annotation_pages, annotation_screens, annotation_simulation, browser_crew,
                   browser_hands, simulated_people):  # fmt: skip
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
    screens.study_project(folder, press_folder, 3, 1, ("distractors", "question", "harmful"))
    crew = bench["simulated_people"].crew
    with simulation.open_project(folder) as project:
        truth = simulation.truth_of(project)
    people = bench["browser_crew"].Crew(
        bench["browser_crew"].Server(folder),
        [*crew(3, {}, count=2, accuracy=(1.0, 1.0)),
         *crew(3, {}, count=1, roles=("inspector",), prefix="inspector")],
        truth, lambda _: (), kill_at=3, minutes=5,
    )  # fmt: skip
    simulation.served(people.server, people)
    with simulation.open_project(folder) as project:
        simulation.check_log(project, people)
        counts = simulation.screens_of(project)
    assert people.killed
    assert people.mistyped == []
    assert counts == {"distractors": 2, "question": 2, "harmful": 2}


def test_what_a_page_sends_is_compared_with_what_was_meant(bench):
    as_wanted = bench["browser_hands"].as_wanted
    body = {"id": "C1", "class": "character", "box": [10, 10, 50, 90], "name": "Ida"}
    meant = {"characters": [body], "speakers": [{"from": "T1", "to": "C1"}], "voices": []}
    drawn = body | {"id": "s1", "box": [11, 10, 50, 89]}
    sent = {"characters": [drawn], "speakers": [{"from": "T1", "to": "s1"}]}
    assert as_wanted(sent, meant)
    assert not as_wanted(sent | {"characters": [drawn | {"name": "Emil"}]}, meant)
    assert not as_wanted(sent | {"speakers": [{"from": "T1", "to": None}]}, meant)
    assert not as_wanted(sent | {"characters": []}, meant)


def test_texts_of_somebody_who_was_not_drawn_have_a_voice(bench):
    fields = [{"name": name, "type": "rows"} for name in ("characters", "speakers", "voices")]
    values = {"characters": [], "speakers": [{"from": "T1", "to": "C1"}], "voices": []}
    said = bench["simulated_people"].tidy(fields, values)
    assert said["speakers"] == [{"from": "T1", "to": None}]
    assert said["voices"] == [{"text": "T1", "voice": "off-page"}]


def test_colluders_share_an_answer_to_a_screen_not_to_an_item(bench):
    people = bench["simulated_people"].crew(5, {"colluding": 2}, count=2, accuracy=(1.0, 1.0))
    for name in ("offence", "unique"):
        fields = [{"name": name, "type": "scale", "low": 0, "high": 1}]
        for one in people:
            for item in ("u1", "u2", "u3"):
                assert set(one.answer(item, fields, {name: 1})) == {name}


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.extra
@pytest.mark.parametrize("screen", ["panels", "texts", "characters", "speakers", "identities",
                                    "whole-page"])  # fmt: skip
def test_pages_are_drawn_by_mouse_and_keyboard(bench, browser, tmp_path, press_folder, screen):
    simulation, crew = bench["annotation_simulation"], bench["simulated_people"].crew
    folder = tmp_path / "project"
    bench["annotation_pages"].page_project(folder, press_folder, 3, 1, screen)
    with simulation.open_project(folder) as project:
        truth = simulation.truth_of(project)
    people = bench["browser_crew"].Crew(
        bench["browser_crew"].Server(folder), crew(3, {}, count=2, accuracy=(1.0, 1.0)),
        truth, lambda _: (),
    )  # fmt: skip
    simulation.served(people.server, people)
    with simulation.open_project(folder) as project:
        simulation.check_log(project, people)
        [unit] = project.work.state.units.values()
        assert unit.place == "accepted"
        assert all(simulation.is_right(project, unit.id, one, truth) for one in unit.history)
    assert people.mistyped == people.stalls == []


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
