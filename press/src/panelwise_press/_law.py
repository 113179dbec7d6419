"""Laws and keys of suites: which families a suite has, and what their seeds follow from.

A law says how many families there are of which templates. Their seeds follow from a key, which is
the name of the suite unless a secret key is given. Nobody can know the books of a secret suite
without its key.

Source: MS-4.
"""

from __future__ import annotations

import hmac
import random
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any, Literal

from panelwise.errors import SettingError
from panelwise_press.worlds import CHAPTER_TEMPLATES, WORLD_TEMPLATES, FamilyPlan, family_plans

SUITES = "panelwise_press.suites"
LAW = ".toml"
_SHORTEST_KEY, _FEWEST_CHARACTERS = 16, 8


@dataclass(frozen=True, slots=True)
class FamilyGroup:
    """A group of families of a law.

    Attributes:
        templates: all world templates whose questions have ``options``, all whose answers come from
            a ``pool``, all ``chapters``, or the names of some.
        each: how many families there are of each template.
        layout: of all, or ``any`` for all layouts equally often.
        pages: of chapters, how many pages they have; each number equally often.
    """

    templates: Literal["options", "pool", "chapters"] | tuple[str, ...]
    each: int
    layout: str = "any"
    pages: tuple[int, ...] = ()

    @property
    def names(self) -> list[str]:
        """The names of the templates."""
        if isinstance(self.templates, tuple):
            return sorted(self.templates)
        if self.templates == "chapters":
            return sorted(CHAPTER_TEMPLATES)
        open_ = {name for name, one in WORLD_TEMPLATES.items() if one.open_questions}
        return sorted(open_ if self.templates == "pool" else WORLD_TEMPLATES.keys() - open_)

    def plans(self, seed: int) -> list[FamilyPlan]:
        """The families, with styles, layouts and languages that are spread evenly by a seed."""
        plans = family_plans(
            self.each * len(self.names),
            layout=self.layout,
            language="any",
            seed=seed,
            templates=self.names,
            pages=self.pages[0] if self.pages else None,
        )
        if not self.pages:
            return plans
        return [
            replace(plan, pages=self.pages[at % len(self.pages)]) for at, plan in enumerate(plans)
        ]


def read_law(name: str) -> tuple[FamilyGroup, ...]:
    """The law of a suite of the package."""
    text = files(SUITES).joinpath(f"{name}{LAW}").read_text("utf-8")
    return tuple(map(_group, tomllib.loads(text)["families"]))


def _group(table: Mapping[str, Any]) -> FamilyGroup:
    """A group as a law has it, its lists as tuples."""
    values: dict[str, Any] = {
        key: tuple(one) if isinstance(one, list) else one for key, one in table.items()
    }
    return FamilyGroup(**values)


def lawful_plans(law: Sequence[FamilyGroup], name: str) -> dict[str, FamilyPlan]:
    """The families of a law with public seeds, by their ids in the suite of this name.

    Templates, styles, layouts, languages and numbers of pages are those of the law, whatever the
    key.
    """
    plans = [plan for number, group in enumerate(law) for plan in group.plans(number)]
    named = {f"{name}-{number:03d}": plan for number, plan in enumerate(plans, 1)}
    return {one: with_key(plan, name, one) for one, plan in named.items()}


def with_key(plan: FamilyPlan, key: str, name: str) -> FamilyPlan:
    """The family with the seed that follows from a key and the family's id in the suite."""
    digest = hmac.digest(key.encode(), name.encode(), "sha256")
    return _with_seed(plan, int.from_bytes(digest[:8], "big"))


def next_plan(plan: FamilyPlan) -> FamilyPlan:
    """The family that replaces one that cannot be drawn, with a seed that follows from its seed."""
    return _with_seed(plan, random.Random(plan.book.seed).getrandbits(64))


def fingerprint_of(key: str) -> str:
    """Eight hexadecimal digits that identify a key and do not reveal it."""
    return hmac.digest(key.encode(), b"fingerprint", "sha256").hex()[:8]


def check_key(key: str) -> None:
    """Refuse a key that can be guessed.

    Raises:
        SettingError: for one that is too short or repeats few characters.
    """
    if len(key) < _SHORTEST_KEY or len(set(key)) < _FEWEST_CHARACTERS:
        raise SettingError(
            f"--secret: this key can be guessed; use at least {_SHORTEST_KEY} characters,"
            f" {_FEWEST_CHARACTERS} of them different, such as the output of 'openssl rand -hex 16'"
        )


def _with_seed(plan: FamilyPlan, seed: int) -> FamilyPlan:
    return replace(plan, book=replace(plan.book, seed=seed))
