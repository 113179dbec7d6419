"""Pools: the possible answers of open questions, which each family shows once each.

Nothing in the text of a family says which member of a pool one of its books shows. As every member
is shown in exactly one of its :data:`SIZE` books, an answer that does not depend on the pictures is
right in one of them.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache

from panelwise_press._scene import LANGUAGES, Language
from panelwise_press._translations import read_toml
from panelwise_press.worlds._balance import balanced_worlds
from panelwise_press.worlds._variables import Variable, World, worlds_of

SIZE = 24
"""Members of a pool, and books of a family that has one."""
Forms = Mapping[Language, tuple[str, ...]]
Pool = Mapping[str, Forms]
"""Member -> in each language every form that counts as it, the best one first."""


@cache
def named_pool(name: str) -> Pool:
    """A pool of ``pools.toml``, or ``times``: every half hour of a clock face."""
    tables = read_toml(__name__, "pools.toml")
    if name == "times":
        return _times({key: _forms(table) for key, table in tables["numbers"].items()})
    return {key: _forms(table) for key, table in tables[name].items()}


def all_forms(pool: Pool, member: str, language: Language) -> tuple[str, ...]:
    """Every form of a member, those of a language first, each once."""
    ordered = (language, *(one for one in LANGUAGES if one != language))
    return tuple(dict.fromkeys(form for one in ordered for form in pool[member][one]))


def printed_worlds(
    variables: Sequence[Variable],
    answers: Mapping[tuple[str, ...], Mapping[str, str]],
    closed: Sequence[str],
    rng: random.Random,
) -> tuple[World, ...]:
    """The worlds of a family: balanced, and every member of a pool in exactly one of them.

    Args:
        variables: of the template; those of :data:`SIZE` values are drawn from pools.
        answers: by the values of a world, the right answer of every question.
        closed: the ids of questions with options; no pool decides their answers.
        rng: chooses.

    Raises:
        ValueError: if the worlds without pools do not divide :data:`SIZE`.
    """
    pooled = [variable for variable in variables if is_pooled(variable)]
    if not pooled:
        return balanced_worlds(variables, answers, rng)
    rest = [variable for variable in variables if variable not in pooled]
    first = {variable.name: variable.values[0] for variable in pooled}
    asked = {}
    for world in worlds_of(rest):
        right = answers[_values(variables, {**world, **first})]
        asked[tuple(world.values())] = {key: right[key] for key in closed}
    base = balanced_worlds(rest, asked, rng)
    if SIZE % len(base):
        raise ValueError(f"{len(base)} worlds without pools do not divide {SIZE}")
    drawn = {variable.name: rng.sample(variable.values, SIZE) for variable in pooled}
    worlds = []
    for at in range(SIZE):
        shown = {name: members[at] for name, members in drawn.items()}
        world = {**base[at % len(base)], **shown}
        worlds.append({variable.name: world[variable.name] for variable in variables})
    return tuple(worlds)


def is_pooled(variable: Variable) -> bool:
    """Whether the values of a variable are the members of a pool."""
    return len(variable.values) == SIZE


def paired(members: Sequence[str], rng: random.Random) -> dict[str, str]:
    """Each member with another, which has it for its own: what is shown beside the right answer.

    As either may be the right one, seeing both does not say which.
    """
    mixed = rng.sample(members, len(members))
    halves = dict(zip(mixed[::2], mixed[1::2], strict=True))
    return halves | {other: one for one, other in halves.items()}


def _values(variables: Sequence[Variable], world: World) -> tuple[str, ...]:
    return tuple(world[variable.name] for variable in variables)


def _forms(table: Mapping[Language, Sequence[str]]) -> Forms:
    return {language: tuple(table[language]) for language in LANGUAGES}


def _times(numbers: Pool) -> Pool:
    """``4:30`` and the like; a clock face does not tell morning from afternoon."""
    return {
        f"{hour}:{minute:02}": _time(hour, minute, numbers[str(hour)])
        for hour in range(1, 13)
        for minute in (0, 30)
    }


def _time(hour: int, minute: int, words: Forms) -> Forms:
    later = (hour + 12) % 24
    written = tuple(
        f"{n}{sign}{minute:02}" for sign in ":." for n in (hour, f"{hour:02}", f"{later:02}")
    )
    en, fr, es = words["en"][1], words["fr"][-1], words["es"][-1]
    if hour == 1:  # "un" and "uno" are articles, too
        fr, es = "une", "una"
    half = minute == 30
    ja, zh = words["ja"][1], "两" if hour == 2 else words["zh"][1]
    return {
        "en": (*written, *((f"half past {en}", f"{en} thirty") if half else (f"{en} o'clock", en))),
        "ja": tuple(
            form
            for n in (hour, ja)
            for form in ((f"{n}時半", f"{n}時30分") if half else (f"{n}時", f"{n}時ちょうど"))
        ),
        "fr": tuple(
            form
            for n in (hour, fr)
            for form in (
                (f"{n} h 30", f"{n}h30", f"{n} heures et demie", f"{n} heure et demie")
                if half
                else (f"{n} h", f"{n}h", f"{n}h00", f"{n} heures", f"{n} heure")
            )
        ),
        "es": tuple(f"{n} y media" if half else f"{n} en punto" for n in (hour, es)),
        "zh": tuple(
            form
            for n in (hour, zh)
            for form in ((f"{n}点半", f"{n}点30分") if half else (f"{n}点", f"{n}点整"))
        ),
    }
