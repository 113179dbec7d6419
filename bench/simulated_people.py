"""People with known faults, for simulations of annotation: what each would answer, and how fast.

The faults are written for the simulation and differ from those that the tests of
``panelwise.metrics.agreement`` were made with: half-hearted people look at every fifth item and
prefer the first option otherwise, tiring people lose attention in steps, and colluders take four of
five answers from the one of them who saw the item first.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Values = dict[str, Any]
LOOKS = 0.2  # share of items that a careless person looks at
COPIES = 0.8  # share of answers that colluders have in common
Accuracy = tuple[float, float]
CAREFUL: Accuracy = (0.86, 0.97)
HURRIED: Accuracy = (0.55, 0.75)  # of people who collude to save work
ATTENTION = (1.0, 0.95, 0.6, 0.2)  # of a tiring person, by quarter of the work
RELATIONS = ("links", "groups")
BAD = ("careless", "colluding", "tiring")


@dataclass
class SimulatedPerson:
    """Somebody who takes part.

    Attributes:
        name: to sign in with.
        roles: in the procedure.
        fault: ``careless``, ``colluding``, ``tiring``, ``unskilled`` (fails the test), or empty.
        accuracy: share of right answers while attentive.
        expected: how many answers the person will give, which tiring depends on.
        shared: answers that colluders have in common, by item and fields; the same dictionary for
            all. One item passes several screens.
        submissions: given so far.
    """

    name: str
    roles: tuple[str, ...]
    fault: str
    accuracy: float
    expected: int
    dice: random.Random
    shared: dict[tuple[str, ...], Values] = field(default_factory=dict)
    submissions: int = 0

    def answer(
        self, item: str, fields: Sequence[Mapping[str, Any]], truth: Values, *, test: bool = False
    ) -> Values:
        """What this person fills in; in a test everybody but the unskilled is careful.

        A scale without a right value, such as confidence, gets any value.
        """
        felt = {one["name"]: blind(one, None, self.dice) for one in fields
                if one["type"] == "scale" and one["name"] not in truth}  # fmt: skip
        return tidy(fields, self._meant(item, fields, felt | truth, test=test))

    def _meant(
        self, item: str, fields: Sequence[Mapping[str, Any]], truth: Values, *, test: bool
    ) -> Values:
        if test:
            right = self.fault != "unskilled" or self.dice.random() < 0.6
            return dict(truth) if right else self._wrong(item, fields, truth)
        own = self._own(item, fields, truth)
        if self.fault == "colluding":
            asked = (item, *(one["name"] for one in fields))
            first = self.shared.setdefault(asked, own)
            return dict(first) if self.dice.random() < COPIES else own
        return own

    def accepts(self, right: bool) -> bool:
        """The verdict on an answer that is right or wrong; careless inspectors accept all."""
        if self.fault == "careless":
            return True
        return right if self.dice.random() < self.accuracy else not right

    def seconds(self) -> float:
        """How long the last answer took."""
        pace = 4.0 if self.fault == "careless" else 14.0
        return pace * self.dice.lognormvariate(0, 0.4)

    def _own(self, item: str, fields: Sequence[Mapping[str, Any]], truth: Values) -> Values:
        if self.fault == "careless" and self.dice.random() > LOOKS:
            return {one["name"]: blind(one, truth.get(one["name"]), self.dice) for one in fields}
        attention = 1.0
        if self.fault == "tiring":
            attention = ATTENTION[min(3, 4 * self.submissions // max(1, self.expected))]
        if self.dice.random() > attention:
            return {one["name"]: blind(one, truth.get(one["name"]), self.dice) for one in fields}
        right = self.dice.random() < self.accuracy
        return dict(truth) if right else self._wrong(item, fields, truth)

    def _wrong(self, item: str, fields: Sequence[Mapping[str, Any]], truth: Values) -> Values:
        """One field is wrong; three of five mistakes are those that the item tempts to."""
        dice = random.Random(item) if self.dice.random() < 0.6 else self.dice
        drawn = any(one["type"] == "shapes" for one in fields)
        one = dice.choice(
            [each for each in fields if each["type"] != "rows"] if drawn else fields[:1]
        )
        return dict(truth) | {one["name"]: other(one, truth.get(one["name"]), dice)}


def crew(
    seed: int,
    faults: Mapping[str, int],
    *,
    count: int = 13,
    expected: int = 50,
    roles: Sequence[str] = ("annotator",),
    accuracy: Accuracy = CAREFUL,
    copied: Accuracy = HURRIED,
    prefix: str = "annotator",
) -> list[SimulatedPerson]:
    """People in random order, of whom so many have each fault.

    ``accuracy`` is from and to, ``copied`` the same for those who collude.
    """
    dice = random.Random(f"{seed}:{prefix}")
    kinds = [kind for kind, number in faults.items() for _ in range(number)]
    kinds += [""] * (count - len(kinds))
    dice.shuffle(kinds)
    shared: dict[tuple[str, ...], Values] = {}
    return [
        SimulatedPerson(
            f"{prefix}{k + 1}", tuple(roles), kind,
            dice.uniform(*(copied if kind == "colluding" else accuracy)), expected,
            random.Random(f"{seed}:{prefix}:{k}"), shared,
        )
        for k, kind in enumerate(kinds)
    ]  # fmt: skip


def blind(one: Mapping[str, Any], truth: Any, dice: random.Random) -> Any:
    """A value that is given without a look: often the first option."""
    match one["type"]:
        case "choice":
            return 0 if dice.random() < 0.5 else dice.randrange(len(one["options"]))
        case "several":
            return list(range(one["least"]))
        case "order":
            return dice.sample(range(len(one["cards"])), len(one["cards"]))
        case "scale":
            return dice.randint(one["low"], one["high"])
        case "shapes":
            return list(truth)[:1]
    return same_for_all(truth) if one["type"] in RELATIONS else truth


def other(one: Mapping[str, Any], truth: Any, dice: random.Random) -> Any:
    """A value that is wrong."""
    match one["type"]:
        case "choice":
            count = len(one["options"])
            return (truth + dice.randrange(1, count)) % count
        case "several":
            left = [k for k in range(len(one["options"])) if k not in truth]
            return sorted([*truth[1:], dice.choice(left)])
        case "order":
            at = dice.randrange(len(truth) - 1)
            swapped = list(truth)
            swapped[at], swapped[at + 1] = swapped[at + 1], swapped[at]
            return swapped
        case "scale":
            near = [v for v in (truth - 1, truth + 1) if one["low"] <= v <= one["high"]]
            return dice.choice(near)
        case "shapes":
            return mistaken(one, list(truth), dice)
    return one_elsewhere(truth, dice) if one["type"] in RELATIONS else f"not {truth}"


def same_for_all(truth: Any) -> Any:
    """Everything linked to the same character, or in the same group."""
    if isinstance(truth, dict):
        return dict.fromkeys(truth, next(iter(truth.values())))
    end = next((link["to"] for link in truth if link["to"] is not None), None)
    return [link | {"to": end} for link in truth]


def one_elsewhere(truth: Any, dice: random.Random) -> Any:
    """One link to somebody else or nobody, or one shape in another group."""
    if isinstance(truth, dict):
        moved = dice.choice(list(truth))
        names = [name for name in truth.values() if name != truth[moved]]
        return truth | {moved: dice.choice(names or ["Somebody else"])}
    at = dice.randrange(len(truth))
    ends = dict.fromkeys([*(link["to"] for link in truth), None])
    left = [end for end in ends if end != truth[at]["to"]] or [None]
    return [*truth[:at], truth[at] | {"to": dice.choice(left)}, *truth[at + 1 :]]


def mistaken(one: Mapping[str, Any], shapes: list[Any], dice: random.Random) -> list[Any]:
    """One mistake: a shape missed, out of place, out of order, or with other words."""
    kinds = ["missed", "shifted", *(["order"] if one.get("ordered") and len(shapes) > 1 else []),
             *(["word"] if one.get("texts") or one.get("names") else [])]  # fmt: skip
    at = dice.randrange(len(shapes))
    match dice.choice(kinds):
        case "missed":
            return shapes[:at] + shapes[at + 1 :]
        case "shifted":
            x0, y0, x1, y1 = shapes[at]["box"]
            by = 0.7 * (x1 - x0)
            by = by if x1 + by <= one["size"][0] else -min(by, x0)
            return [
                *shapes[:at],
                shapes[at] | {"box": [x0 + by, y0, x1 + by, y1]},
                *shapes[at + 1 :],
            ]
        case "order":
            at = min(at, len(shapes) - 2)
            return [*shapes[:at], shapes[at + 1], shapes[at], *shapes[at + 2 :]]
    key = "text" if one.get("texts") else "name"
    return [*shapes[:at], shapes[at] | {key: f"{shapes[at][key]} not"}, *shapes[at + 1 :]]


def tidy(fields: Sequence[Mapping[str, Any]], values: Values) -> Values:
    """Where voices are asked: texts whose speaker was not drawn are said by somebody not seen."""
    if not any(one["name"] == "voices" for one in fields):
        return values
    drawn = {one["id"] for one in values["characters"] if one["class"] == "character"}
    links = [link if link["to"] in drawn else link | {"to": None} for link in values["speakers"]]
    voices = {row["text"]: row for row in values["voices"]}
    return values | {
        "speakers": links,
        "voices": [voices.get(link["from"], {"text": link["from"], "voice": "off-page"})
                   for link in links if link["to"] is None],
    }  # fmt: skip
