"""Projects for the simulation of annotation: every study's screen, orders and boxes, and crews.

The material of the studies is made up: a page of the press and words that say which answer is
right. The right values are in ``hidden``, which no page shows.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import panelwise
from panelwise.annotation import (
    Assignment,
    HumanAnswer,
    NewUnit,
    Procedure,
    Project,
    as_procedure,
    create_project,
    open_project,
    units_of_pack,
)
from panelwise.annotation.screens import get_screen
from panelwise.comics import ComicImage
from panelwise.metrics.agreement import WorkerAnswer, WorkerFinding, review_workers
from simulated_people import BAD, Accuracy, SimulatedPerson, crew

STUDIES = (
    "faithfulness", "error-category", "distractors", "candidates", "description", "question",
    "editing", "unique-order", "open-mark", "judge-mark", "harmful", "strip-category",
    "question-axes",
)  # fmt: skip
CROWDED = {"careless": 2, "colluding": 2, "tiring": 2}
OVERLAP = 5
DECIDE = "-decide"  # end of the name of the stage in which an inspector decides
ONCE = 0.45  # units for each submission of a screen: two people each, and some are decided
EVERYBODY = 13


def chain(screens: Sequence[str], people: int = 1, *, decided: bool = False) -> Procedure:
    """A procedure in which each unit passes these screens one after the other.

    With ``decided``, an inspector decides where the answers to a screen differ.
    """
    after = [*screens[1:], "accepted"]
    stages: list[dict[str, Any]] = []
    for name, then in zip(screens, after, strict=True):
        stages.append({"name": name, "type": "label", "role": "annotator", "screen": name,
                       "people": people, "then": then})  # fmt: skip
        if decided:
            stages[-1]["disagree"] = f"{name}{DECIDE}"
            stages.append({"name": f"{name}{DECIDE}", "type": "adjudicate", "role": "inspector",
                           "then": then})  # fmt: skip
    told = {"name": "simulation", "title": "Every screen", "instructions": "Read, then answer."}
    return as_procedure(told | {"stages": stages}, "simulation")


def study_project(
    folder: Path, books: Path, seed: int, units: int, studies: Sequence[str] = STUDIES
) -> None:
    """Units that pass the screens of studies, each answered twice."""
    create_project(folder, chain(studies, 2, decided=True), seed=seed)
    pages = [page.image for book in panelwise.open(books) for page in book.pages if page.image]
    dice = random.Random(seed)
    pictures = [_kept(folder / "pictures", one) for one in pages[:12]]
    with open_project(folder) as project:
        project.add_units(
            NewUnit(f"study-{k:04}", f"book-{k % 12}", _material(dice, pictures[k % len(pictures)]))
            for k in range(units)
        )


def _kept(folder: Path, image: ComicImage) -> dict[str, Any]:
    """A picture in the folder of a project's own pictures, as a unit names it."""
    folder.mkdir(exist_ok=True)
    width, height = image.size
    suffix = "png" if image.media_type == "image/png" else "jpg"
    (folder / f"{image.sha256}.{suffix}").write_bytes(image.read())
    return {"sha256": image.sha256, "width": width, "height": height, "alt": "A page of the press"}


def _material(dice: random.Random, picture: dict[str, Any]) -> dict[str, Any]:
    right = dice.randrange(6)
    options = [f"She {verb} the bridge" for verb in
               ("crosses", "leaves", "paints", "guards", "measures", "forgets")]  # fmt: skip
    drafts = ["A girl runs to the bridge.", "She waits for the rain to stop."]
    truth = {
        "score": dice.randint(1, 5), "category": dice.randrange(6), "span": dice.randrange(3),
        "chosen": sorted(dice.sample(range(6), 3)), "best": dice.randrange(3), "made": 1,
        "text": "She crosses the bridge at dawn.", "order": 0, "panel_1": drafts[0],
        "panel_2": "She waits under the bridge for the rain to stop.", "keep": 0,
        "question": "What does she do last?", "right": right, "unique": dice.randrange(2),
        "mark": dice.randint(1, 2), "offence": dice.randint(-1, 5), "required": dice.randrange(2),
        "answer_type": dice.randrange(2), "asks": dice.randrange(6),
        "answer": "She crosses the bridge.",
    }  # fmt: skip
    truth |= {f"option_{k + 1}": option for k, option in enumerate(options)}
    texts = [
        {"name": "Question", "text": "What does she do last?", "role": "heading"},
        {"name": "Answer", "text": options[right], "role": "answer"},
    ]
    shown = {"pictures": [picture], "texts": texts, "options": options, "drafts": drafts}
    asked = {"candidates": options[:3], "question": "What does she do"}
    return shown | asked | {"hidden": {"truth": truth}}


def solve_project(folder: Path, books: Path, seed: int, each: int, screen: str = "solve") -> None:
    """Orders of panels and boxes on pages, each item by several people."""
    packs = [panelwise.build(task, books, out=folder.with_name(f"{folder.name}-{task}"), seed=seed)
             for task in ("stripcipher.reordering_generation", "comix.detection")]  # fmt: skip
    create_project(folder, chain([screen], EVERYBODY), packs=[one.path for one in packs],
                   seed=seed)  # fmt: skip
    with open_project(folder) as project:
        for pack in packs:
            project.add_units(units_of_pack(pack)[: -(-each // EVERYBODY)])


def suspected(
    folder: Path, screen: str, seed: int, units: int, faults: Mapping[str, int], copied: Accuracy
) -> tuple[set[str], dict[str, str]]:
    """Who is suspected of a crew that answers to one screen, and who is to blame for what."""
    people = crew(seed, faults, expected=units * OVERLAP // 13, copied=copied)
    create_project(folder, chain([screen], OVERLAP), seed=seed)
    dice = random.Random(seed)
    nothing = {"sha256": "0" * 64, "width": 10, "height": 10}
    with open_project(folder) as project:
        project.add_units(NewUnit(f"u{k:04}", f"book-{k % 12}", _material(dice, nothing))
                          for k in range(units))  # fmt: skip
        work_without_browser(project, people, dice)
        found = review_workers(answers_of(project))
    return _names(found), {one.name: one.fault for one in people if one.fault in BAD}


def work_without_browser(
    project: Project, people: Sequence[SimulatedPerson], dice: random.Random
) -> None:
    """Everybody in random turns, until nobody has anything left to do."""
    work, stage = project.work, project.procedure.stages[0]
    screen, busy = get_screen(stage.screen), list(people)
    for one in people:
        work.join(one.name, one.roles)
    while busy:
        one = dice.choice(busy)
        found = work.next(one.name)
        if not isinstance(found, Assignment):
            busy.remove(one)
            continue
        fields = screen.view(found.unit, stage, project.sources).form.as_json()["fields"]
        known = found.unit.data["hidden"]["truth"]
        values = one.answer(found.unit.id, fields, {f["name"]: known[f["name"]] for f in fields})
        one.submissions += 1
        key = f"{one.name}-{one.submissions:06}"
        work.submit(one.name, found.unit.id, HumanAnswer(key, values, one.seconds()))


def answers_of(project: Project) -> list[WorkerAnswer]:
    """The answers of a project's first stage as the tests of agreement take them."""
    stage = project.procedure.stages[0].name
    given = [one for unit in project.work.state.work_units() for one in unit.history
             if one.stage == stage]  # fmt: skip
    given.sort(key=lambda one: one.seq)
    return [WorkerAnswer(one.person, one.unit, one.said, one.seconds) for one in given]


def _names(found: Sequence[WorkerFinding]) -> set[str]:
    return {name for finding in found for name in finding.workers}
