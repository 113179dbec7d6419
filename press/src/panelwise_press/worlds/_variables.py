"""Variables, and the worlds that they span."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

World = Mapping[str, str]
"""The value of every variable of a template."""


@dataclass(frozen=True, slots=True)
class Variable:
    """Something that may be one way or another, and is drawn: who opens the box, what is in it.

    Attributes:
        name: unique in its template.
        values: all that it may be, each as likely as any other. Roles, if it says who does
            something.
    """

    name: str
    values: tuple[str, ...]


def worlds_of(variables: Sequence[Variable]) -> tuple[World, ...]:
    """Every combination of values, in a fixed order.

    >>> worlds_of([Variable("who", ("a", "b")), Variable("what", ("cup", "hat"))])[1]
    {'who': 'a', 'what': 'hat'}
    """
    names = [variable.name for variable in variables]
    return tuple(
        dict(zip(names, values, strict=True))
        for values in itertools.product(*(variable.values for variable in variables))
    )
