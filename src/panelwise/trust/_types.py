"""What a check of a run or a pack found."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from panelwise.wording import shortened

LONGEST = 160  # characters of a value in a message


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not what it should be.

    Attributes:
        where: the file, the pack or the sample.
        what: of it: ``scores.exact_match``, ``outcome``, ``content hash``.
        stored: as it is on disk; empty where nothing is there to be compared.
        found: as it was worked out again; or what is wrong, where nothing could be compared.
    """

    where: str
    what: str
    stored: str
    found: str

    @classmethod
    def of(cls, where: str, what: str, stored: object, found: object) -> Difference:
        """From values of any type."""
        return cls(where, what, written(stored), written(found))

    @classmethod
    def fault(cls, where: object, what: str, fault: object) -> Difference:
        """Of something that is missing, damaged, or should not be there."""
        return cls(str(where), what, "", str(fault).removeprefix(f"{where}: "))

    def __str__(self) -> str:
        if not self.stored:  # the fault may be of a file inside, and name it
            return (
                self.found if self.found.startswith(self.where) else f"{self.where}: {self.found}"
            )
        return f"{self.where}: {self.what}: stored {self.stored}, found {self.found}"


@dataclass(frozen=True, slots=True)
class CheckedFigure:
    """A headline figure as the stored scores give it, and as the responses give it.

    Attributes:
        task: ``benchmark.task``.
        metric: the headline metric.
        n: samples.
        stored: from the scores as they are stored.
        found: from the responses, read and scored again.
    """

    task: str
    metric: str
    n: int
    stored: float | None
    found: float | None


@dataclass(frozen=True, slots=True)
class Signature:
    """A signature that holds.

    Attributes:
        key: id of the key, as minisign prints it.
        comment: the signed comment: when it was signed, and what.
        trusted: whether it was made by the key that the caller trusts.
    """

    key: str
    comment: str
    trusted: bool


@dataclass(frozen=True, slots=True)
class Verification:
    """What :func:`panelwise.trust.verify` found.

    Attributes:
        path: the run or pack.
        samples: how many stored samples were compared; 0 for a pack.
        rescored: how many of them have a response that was read and scored again.
        items: of the packs.
        packs: content hash and folder of each pack that was compared.
        differences: all that is not what it should be; empty when everything agrees.
        notes: what was not checked, and why.
        figures: the headline figures.
        signature: of the signed manifest, when there is one that holds.
    """

    path: Path
    samples: int
    rescored: int
    items: int
    packs: tuple[tuple[str, str], ...]
    differences: tuple[Difference, ...]
    notes: tuple[str, ...]
    figures: tuple[CheckedFigure, ...]
    signature: Signature | None

    @property
    def holds(self) -> bool:
        """Whether nothing differs."""
        return not self.differences


def written(value: object) -> str:
    """A value in one short line."""
    if value is None:
        return "nothing"
    if isinstance(value, str):
        return shortened(" ".join(value.split()), LONGEST) or "an empty text"
    return shortened(orjson.dumps(value, default=str).decode(), LONGEST)


def leaves(value: Any, name: str = "") -> dict[str, Any]:
    """The values in a document by their paths; empty lists and objects are values.

    >>> leaves({"a": {"b": 1}, "c": [2]})
    {'a.b': 1, 'c.0': 2}
    """
    pairs: list[tuple[str, Any]]
    if isinstance(value, dict) and value:
        pairs = [(str(key), part) for key, part in value.items()]
    elif isinstance(value, list | tuple) and value:
        pairs = [(str(number), part) for number, part in enumerate(value)]
    else:
        return {name: value}
    found: dict[str, Any] = {}
    for key, part in pairs:
        found |= leaves(part, f"{name}.{key}" if name else key)
    return found


def differing(where: str, stored: Any, found: Any, name: str = "") -> list[Difference]:
    """Every leaf in which two documents differ."""
    left, right = leaves(stored, name), leaves(found, name)
    return [
        Difference.of(where, key, left.get(key), right.get(key))
        for key in dict.fromkeys([*left, *right])
        if not same(left.get(key), right.get(key))
    ]


def same(left: object, right: object) -> bool:
    """Equality, of numbers up to the last bits: sums may be taken in another order.

    A number is never the same as a truth value.
    """
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, int | float) and isinstance(right, int | float):
        return abs(left - right) <= 1e-9 * max(1.0, abs(left), abs(right))
    return left == right
