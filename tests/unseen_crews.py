"""Crews with faults and error models that the tests of unreliable workers were not made with.

Written after the tests had their final form, and run once. Items differ in difficulty and in how
tempting their wrong answers are (an item response model). Everybody works through them in nearly
the same order, as the program hands them out; five of thirteen people answer each.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

import numpy as np

from panelwise.metrics.agreement import WorkerAnswer

PEOPLE, ITEMS, OVERLAP = 13, 600, 5
COPIED = {
    "careless person": (-0.4, 0.0), "hurried person": (0.5, 1.0), "careful person": (2.6, 3.4),
}  # fmt: skip
ORDINARY, CAREFUL = (1.2, 3.0), (2.6, 3.4)
ALONE = (
    "tires late", "careless in bursts", "always the first", "by the order of keys", "random",
    "prefers an answer", "hurries",
)  # fmt: skip
TOGETHER = (
    "ring of three", *(f"copies a {who}" for who in COPIED), "copies half of a hurried person",
    "copies half of an ordinary person",
)  # fmt: skip


@dataclass(frozen=True)
class Setting:
    """What is asked: how many answers there are, and how honest people differ.

    Attributes:
        classes: how many answers there are.
        common: share of items of which the first answer is the right one, beside an equal share.
        scale: whether answers are marks, and people lenient or strict.
        skills: of honest people, from and to.
        pace: how much people differ in speed.
        fixed: of some people, how lenient they are, or their skill where there is no scale.
        late: whether hard items come late.
        items: how many there are.
    """

    classes: int = 6
    common: float = 0.0
    scale: bool = False
    skills: tuple[float, float] = ORDINARY
    pace: float = 0.25
    fixed: dict[int, float] = field(default_factory=dict)
    late: bool = False
    items: int = ITEMS

    @property
    def distance(self) -> Callable[[int, int], float] | None:
        return (lambda a, b: abs(a - b) / (self.classes - 1)) if self.scale else None


CHOICE = Setting()
YES_OR_NO = Setting(classes=2, common=0.4)
MARKS = Setting(classes=10, scale=True)
HONEST = {
    "six options": CHOICE,
    "everybody careful": Setting(skills=CAREFUL),
    "some quick, some slow": Setting(pace=0.5),
    "two experts": Setting(skills=(0.8, 1.8), fixed={0: 9.0, 1: 9.0}),
    "hard items late": Setting(late=True),
    "yes or no, seven in ten yes": YES_OR_NO,
    "yes or no, nine in ten yes": Setting(classes=2, common=0.8),
    "marks, everybody a little lenient or strict": MARKS,
    "marks, one strict": Setting(classes=10, scale=True, fixed={0: -2.0}),
    "marks, two equally lenient": Setting(classes=10, scale=True, fixed={0: 1.6, 1: 1.6}),
}


@dataclass
class Items:
    """Items of a setting: right answers, difficulty, and what people take for right otherwise."""

    setting: Setting
    random: np.random.Generator

    def __post_init__(self) -> None:
        random, classes, items = self.random, self.setting.classes, self.setting.items
        self.truth = random.integers(0, classes, items)
        self.truth[random.random(items) < self.setting.common] = 0
        self.difficulty = 0.7 * random.normal(size=items)
        if self.setting.late:
            self.difficulty = np.sort(self.difficulty)
        self.tempting = random.dirichlet(np.full(classes, 0.7), items)

    def answer(self, item: int, skill: float, offset: float) -> int:
        """An honest one."""
        random, truth = self.random, int(self.truth[item])
        if self.setting.scale:
            noise = random.standard_t(6) * 1.6 / (1 + max(0.0, skill))
            return int(np.clip(round(truth + offset + noise), 0, self.setting.classes - 1))
        if random.random() < 1 / (1 + np.exp(self.difficulty[item] - skill)):
            return truth
        shares = self.tempting[item] + 0.02
        shares[truth] = 0
        return int(random.choice(len(shares), p=shares / shares.sum()))


@dataclass(frozen=True, slots=True)
class Person:
    """How somebody works, apart from any fault.

    Attributes:
        skill: on the scale of the items' difficulty.
        offset: how lenient the person is with marks.
        favourite: the answer of somebody who prefers one.
        pace: of the time that others take.
    """

    skill: float
    offset: float
    favourite: int
    pace: float


@dataclass(frozen=True, slots=True)
class Simulated:
    """A simulated crew with all that the answers depend on.

    Attributes:
        answers: in the order in which they were given.
        bad: the unreliable people and their faults.
        groups: those who copy, the source first.
        items: right answers, difficulty and tempting mistakes.
        people: everybody.
    """

    answers: list[WorkerAnswer]
    bad: dict[str, str]
    groups: list[list[str]]
    items: Items
    people: dict[str, Person]


def unseen_crew(
    setting: Setting, faults: tuple[str, ...], seed: int
) -> tuple[list[WorkerAnswer], dict[str, str]]:
    """Answers in the order in which they were given, and the unreliable people."""
    crew = simulated_crew(setting, faults, seed)
    return crew.answers, crew.bad


def simulated_crew(
    setting: Setting, faults: tuple[str, ...], seed: int, *, honest: bool = False
) -> Simulated:
    """A crew with these faults; if ``honest``, the people who would have them work as all others.

    A fault of a group concerns two people, or three: the one who is copied is among them.
    """
    random = np.random.default_rng([16, seed])
    items = Items(setting, random)
    names = [f"w{k:02}" for k in random.permutation(PEOPLE)]
    bad: dict[str, str] = {}
    groups: list[list[str]] = []
    for fault in faults:
        size = 1 if fault in ALONE else 3 if fault == "ring of three" else 2
        group = names[len(bad) : len(bad) + size]
        bad |= dict.fromkeys(group, fault)
        groups.append(group)
    tasks = handed_out(random, names, setting.items)
    sources: dict[tuple[str, int], int] = {}
    people: dict[str, Person] = {}
    answers = []
    for group in [*groups, *([name] for name in names[len(bad) :])]:
        for name in group:
            fault = bad.get(name, "")
            people[name] = person(items, "" if honest and fault in ALONE else fault,
                                  names.index(name))  # fmt: skip
            fault = "" if honest else fault
            answers += work(items, name, people[name], fault, tasks[name], group, sources)
    order: dict[tuple[str, Hashable], int] = {
        (name, item): place for name, own in tasks.items() for place, item in enumerate(own)
    }
    answers.sort(key=lambda one: order[one.worker, one.item])
    bad = {} if honest else bad
    return Simulated(answers, bad, [one for one in groups if len(one) > 1], items, people)


def person(items: Items, fault: str, number: int) -> Person:
    random, setting = items.random, items.setting
    skill, offset = random.uniform(*skills_of(fault, setting)), 0.5 * random.normal()
    if setting.scale:
        offset = setting.fixed.get(number, offset)
    else:
        skill = setting.fixed.get(number, skill)
    pace = np.exp(setting.pace * random.normal()) * (0.2 if fault == "hurries" else 1.0)
    return Person(skill, offset, int(random.integers(setting.classes)), pace)


def work(
    items: Items,
    name: str,
    who: Person,
    fault: str,
    tasks: list[int],
    group: list[str],
    given: dict[tuple[str, int], int],
) -> list[WorkerAnswer]:
    """One person's answers; those who copy come after the one they copy from."""
    random, classes = items.random, items.setting.classes
    burst = bool(random.random() < 0.5)
    answers = []
    for place, item in enumerate(tasks):
        burst = (random.random() < 0.96) == burst
        answer = items.answer(item, who.skill, who.offset)
        if random.random() < inattention(fault, place / len(tasks), burst):
            answer = blind(random, fault, place, who.favourite, classes)
        if name != group[0] and random.random() < copies(fault):
            answer = given.get((group[0], item), answer)
        given[name, item] = answer
        seconds = float(15 * who.pace * np.exp(0.4 * random.normal()))
        answers.append(WorkerAnswer(name, item, answer, seconds))
    return answers


def skills_of(fault: str, setting: Setting) -> tuple[float, float]:
    for who, skills in COPIED.items():
        if fault.endswith(who):
            return skills
    return {"ring of three": (0.5, 2.0), "hurries": (0.0, 1.0)}.get(fault, setting.skills)


def copies(fault: str) -> float:
    return 0.5 if "half" in fault else 0.85 if fault in TOGETHER else 0.0


def inattention(fault: str, progress: float, burst: bool) -> float:
    """The share of answers without a look at the item."""
    match fault:
        case "tires late":
            return float(1 / (1 + np.exp(-12 * (progress - 0.6))))
        case "careless in bursts":
            return 0.95 * burst
        case "always the first" | "by the order of keys" | "random":
            return 0.9
        case "prefers an answer":
            return 0.7
    return 0.0


def blind(random: np.random.Generator, fault: str, place: int, favourite: int, classes: int) -> int:
    match fault:
        case "always the first":
            return 0
        case "by the order of keys":
            return place % classes
        case "prefers an answer" if random.random() < 0.6:
            return favourite
    return int(random.integers(classes))


def blind_shares(fault: str, place: int, favourite: int, classes: int) -> list[float]:
    """The probability of each answer that :func:`blind` may give."""
    match fault:
        case "always the first":
            likely, share = 0, 1.0
        case "by the order of keys":
            likely, share = place % classes, 1.0
        case "prefers an answer":
            likely, share = favourite, 0.6
        case _:
            likely, share = 0, 0.0
    return [share * (answer == likely) + (1 - share) / classes for answer in range(classes)]


def handed_out(random: np.random.Generator, names: list[str], items: int) -> dict[str, list[int]]:
    """Items of each person, five people for each item, in nearly the same order."""
    tasks: dict[str, list[int]] = {name: [] for name in names}
    for item in range(items):
        tie = {name: random.random() for name in names}
        for name in sorted(names, key=lambda one: (len(tasks[one]) // 4, tie[one]))[:OVERLAP]:
            tasks[name].append(item)
    return tasks


def several_faults(seed: int) -> tuple[str, ...]:
    """Two or three different faults of single people, and one of a group."""
    random = np.random.default_rng([17, seed])
    alone = random.choice(ALONE, int(random.integers(2, 4)), replace=False)
    return *(str(one) for one in alone), str(random.choice(TOGETHER))
