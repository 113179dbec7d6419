"""Projects whose work is done by simulated people, some of them unreliable, without a browser."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from panelwise.annotation import (
    Assignment,
    HumanAnswer,
    NewUnit,
    Project,
    as_procedure,
    create_project,
    open_project,
)

CATEGORIES = 6
Answer = Callable[[random.Random, int, int, str], int]
"""Of the right category, how many answers were given before, and the unit: a category."""


def category_unit(number: int, purpose: Any = "work", seed: int = 0) -> NewUnit:
    right = random.Random(f"{seed}-{purpose}-{number}").randrange(CATEGORIES)
    texts = [{"name": "Strip", "text": f"A strip about thing {number}.", "role": "text"}]
    data = {"texts": texts, "right": right}
    if purpose != "work":
        data["known"] = {"category": right}
    return NewUnit(f"{purpose[0]}{number}", f"book-{number % 8}", data, purpose)


def honest(accuracy: float) -> Answer:
    def answer(rng: random.Random, right: int, place: int, unit: str) -> int:
        del place, unit
        return right if rng.random() < accuracy else (right + rng.randrange(1, 6)) % 6

    return answer


def careless(rng: random.Random, right: int, place: int, unit: str) -> int:
    del right, place, unit
    return rng.choice((0, 1, 1, 2))


def tiring(rng: random.Random, right: int, place: int, unit: str) -> int:
    del unit
    keen = max(0.0, 1 - place / 100)
    return right if rng.random() < 0.95 * keen + (1 - keen) / 6 else rng.randrange(6)


def copying(errors: int) -> Answer:
    """People with the same ``errors`` give the same answers, two of three wrong."""

    def answer(rng: random.Random, right: int, place: int, unit: str) -> int:
        del rng, place
        return (right + random.Random(f"{errors}-{unit}").choice((0, 1, 2))) % 6

    return answer


class Clock:
    def __init__(self, now: float = 1_750_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def make_project(folder: Path, units: int, known: int = 0, **procedure: Any) -> Project:
    plan = {"name": "strips", "title": "Strips", "instructions": "Look at the whole strip.",
            "pay": {"per_hour": 12, "currency": "USD"}} | procedure  # fmt: skip
    create_project(folder, as_procedure(plan, "test"), title="Kinds of strips", seed=5)
    project = open_project(folder)
    project.add_units(category_unit(i) for i in range(units))
    project.add_units(category_unit(i, "hidden_gold") for i in range(known))
    return project


def work_through(
    project: Project,
    people: Mapping[str, Answer],
    reviewers: Mapping[str, float] | None = None,
    seed: int = 0,
) -> None:
    """Everybody works in turns until nobody gets anything; reviewers are wrong that often."""
    rng, work = random.Random(seed), project.work
    reviewers = reviewers or {}
    for name in people:
        work.join(name, ["annotator"])
    for name in reviewers:
        work.join(name, ["inspector"])
    count = dict.fromkeys((*people, *reviewers), 0)
    going = list(count)
    while going:
        name = rng.choice(going)
        found = work.next(name)
        if not isinstance(found, Assignment):
            going.remove(name)
            if found == "wait" and reviewers and name in people:
                continue
            continue
        if name in people:
            right = int(found.unit.data["right"])
            given = people[name](rng, right, count[name], found.unit.id)
            values: dict[str, Any] = {"category": given}
            going = list(count) if reviewers else going
        else:
            answer = found.unit.answer
            assert answer is not None
            fits = answer.values["category"] == found.unit.data["right"]
            fits = fits if rng.random() >= reviewers[name] else not fits
            values = {"verdict": "accept"} if fits else {"verdict": "reject", "reason": "wrong"}
            going = list(count)
        seconds = 20 + 10 * rng.random()
        work.submit(name, found.unit.id, HumanAnswer(f"{name}-{count[name]:08d}", values, seconds))
        count[name] += 1
