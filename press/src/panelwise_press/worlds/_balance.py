"""Which worlds a family prints: few, and every answer of every question in as many as any other.

The worlds are a regular fraction of all combinations. A world is a linear function of a few random
bits: a variable of two values is one sum of some of them, one of four values is two such sums. Any
two variables are independent of each other, so that none says anything about another.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Mapping, Sequence

from panelwise_press.worlds._variables import Variable, World, worlds_of

_TRIES = 400
Answers = Mapping[tuple[str, ...], Mapping[str, str]]


def balanced_worlds(
    variables: Sequence[Variable], answers: Answers, rng: random.Random
) -> tuple[World, ...]:
    """The worlds to print: as few as there are with everything balanced.

    Balanced are the right answers of every question, the values of every variable, and those of
    every two variables together. With other numbers of values than two and four, all worlds.

    Args:
        variables: of the template.
        answers: by the values of a world, the right option of every question; in all worlds
            together each option of a question is right equally often.
        rng: chooses among sets of one size.
    """
    full = worlds_of(variables)
    if not {len(variable.values) for variable in variables} <= {2, 4}:
        return full
    bits = 2
    while 2**bits < len(full):
        for _ in range(_TRIES):
            columns = _columns(variables, bits, rng)
            if columns is None:
                break
            found = _worlds(variables, columns, bits, rng)
            if _even(found, answers):
                return tuple(world for world in full if world in found)
        bits += 1
    return full


def _columns(
    variables: Sequence[Variable], bits: int, rng: random.Random
) -> list[tuple[int, ...]] | None:
    """The sums that decide each variable, as masks of bits; those of two variables share nothing.

    ``None`` where there are too few.
    """
    free = set(range(1, 2**bits))
    found = []
    for variable in sorted(variables, key=lambda one: -len(one.values)):
        spans: list[tuple[int, ...]]
        if len(variable.values) == 2:
            spans = [(mask,) for mask in sorted(free)]
        else:
            pairs = itertools.combinations(sorted(free), 2)
            spans = [(one, two) for one, two in pairs if one ^ two in free]
        if not spans:
            return None
        chosen = rng.choice(spans)
        free -= {*chosen, chosen[0] ^ chosen[-1]}
        found.append((variable.name, chosen))
    by_name = dict(found)
    return [by_name[variable.name] for variable in variables]


def _worlds(
    variables: Sequence[Variable],
    columns: Sequence[tuple[int, ...]],
    bits: int,
    rng: random.Random,
) -> list[World]:
    """The world of every combination of bits, all of them moved by one random step."""
    step = rng.randrange(2 ** (2 * len(variables)))
    worlds: list[World] = []
    for state in range(2**bits):
        world = {}
        for at, (variable, masks) in enumerate(zip(variables, columns, strict=True)):
            value = 0
            for mask in masks:
                value = 2 * value + (mask & state).bit_count() % 2
            moved = value ^ (step >> 2 * at) % len(variable.values)
            world[variable.name] = variable.values[moved]
        worlds.append(world)
    return worlds


def _even(worlds: Sequence[World], answers: Answers) -> bool:
    """Whether every answer of every question is right in as many worlds as any other."""
    known = {key for right in answers.values() for key in right.items()}
    counts = Counter(one for world in worlds for one in answers[tuple(world.values())].items())
    options = Counter(question for question, _ in known)
    return all(counts[one] * options[one[0]] == len(worlds) for one in known)
