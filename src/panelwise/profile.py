"""Profiles: the choices that the papers left open, as one value.

A profile has a name and sections of settings (:mod:`panelwise.settings`); it knows none of them.
Source: specification 1.4 and 8. ``paper`` is the closest reproduction of what the authors did,
mistakes included; ``recommended`` is the resolution of the ambiguity register and the default.
Five papers did different things, so ``PAPER`` holds only what all of them did; every task declares
the values of its own paper, and :meth:`Profile.as_in` puts them in (``benchmarks``).
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from panelwise._flat_settings import FLAT_NAMES
from panelwise.errors import InputError, SettingError
from panelwise.registry import did_you_mean
from panelwise.settings import SECTIONS, Section, all_sections, find_setting, settings_of

Chosen = TypeVar("Chosen", bound=Section)
Changes = Mapping[str, object]
_DEPARTURE = re.compile(r"\+(?=[\w.]+=)")


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """Every choice of specification section 8 that a built task or a score depends on.

    Two profiles are equal when they choose the same, whether the departures in their names are
    written with sections or, as in older runs, without.

    Attributes:
        name: ``paper`` or ``recommended``, with ``+section.key=value`` for each departure from it.
        sections: those that differ from what the profile's base has.
        unread: sections that no installed package declares, name and JSON: kept as they are.
    """

    name: str
    sections: tuple[Section, ...] = ()
    unread: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        differing = [one for one in self.sections if one != _base(type(one), self.of_paper)]
        ordered = tuple(sorted(differing, key=lambda one: one.section))
        object.__setattr__(self, "sections", ordered)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Profile):
            return NotImplemented
        return self._meaning() == other._meaning()

    def __hash__(self) -> int:
        return hash(self._meaning())

    def _meaning(self) -> tuple[object, ...]:
        base, *departures = _DEPARTURE.split(self.name)
        return base, tuple(sorted(map(_in_sections, departures))), self.sections, self.unread

    def section(self, declared: type[Chosen]) -> Chosen:
        """The settings of one section.

        >>> from panelwise.rendering import CompositeSettings
        >>> RECOMMENDED.section(CompositeSettings).tags
        True
        """
        for one in self.sections:
            if isinstance(one, declared):
                return one
        return _base(declared, self.of_paper)

    def with_sections(self, *sections: Section) -> Profile:
        """A copy with whole sections exchanged, under the same name."""
        kinds = tuple(type(one) for one in sections)
        kept = [one for one in self.sections if not isinstance(one, kinds)]
        return dataclasses.replace(self, sections=(*kept, *sections))

    def with_settings(
        self, settings: Changes | None = None, /, **sections: Changes | Section
    ) -> Profile:
        """A copy with settings changed; the changes are part of its name.

        Args:
            settings: name → value, or its text as typed on a command line. The flat names that
                settings had before they had sections are understood, with a warning.
            sections: section → its changes by key, or the section as a typed value.

        Raises:
            SettingError: for an unknown setting or a value that it cannot take.

        >>> RECOMMENDED.with_settings({"ordering.ndcg_gain": "exp2"}).name
        'recommended+ordering.ndcg_gain=exp2'
        >>> RECOMMENDED.with_settings(ordering={"repair": False}).name
        'recommended+ordering.repair=false'
        """
        given = dict(settings or {})
        for name, one in sections.items():
            values = _fields(one) if isinstance(one, Section) else one
            given |= {f"{name}.{key}": value for key, value in values.items()}
        changes = {}
        for key, value in given.items():
            _, known = find_setting(key)
            changes[known.name] = known.read(value)
        typed = {name for name, one in sections.items() if isinstance(one, Section)}
        named = {key: value for key, value in changes.items() if key.partition(".")[0] not in typed}
        return self._changed(changes, keep=named.keys() if self.of_paper else ())

    @property
    def of_paper(self) -> bool:
        """Whether this is ``paper``, or ``paper`` with changes."""
        return self.name.partition("+")[0] == "paper"

    def as_in(self, paper: Profile) -> Profile:
        """``paper`` with the values of one paper; any other profile is returned as it is.

        What somebody chose differently, by a setting or otherwise, stays chosen.
        """
        if not self.of_paper:
            return self
        chosen = {}
        for departure in _DEPARTURE.split(self.name)[1:]:
            name = _in_sections(departure).partition("=")[0]
            if name.partition(".")[0] in SECTIONS:
                chosen[name] = self._value(name)
        for one in self.sections:
            bare = _base(type(one), self.of_paper)
            chosen |= {
                f"{one.section}.{key}": value
                for key, value in _fields(one).items()
                if value != getattr(bare, key)
            }
        return paper._changed(chosen)

    def _value(self, name: str) -> Any:
        declared, _ = find_setting(name)
        return getattr(self.section(declared), name.partition(".")[2])

    def _changed(self, changes: Changes, *, keep: Iterable[str] = ()) -> Profile:
        """A copy whose name says what changed, and what of ``keep`` was set to what it was.

        ``paper`` keeps it: a paper's own value must not replace what a user asked for.
        """
        said = {name: v for name, v in changes.items() if name in keep or self._value(name) != v}
        suffix = "".join(f"+{name}={str(said[name]).lower()}" for name in sorted(said))
        by_section: dict[type[Section], dict[str, object]] = {}
        for name, value in said.items():
            declared, _ = find_setting(name)
            by_section.setdefault(declared, {})[name.partition(".")[2]] = value
        sections = [_with(self.section(one), values) for one, values in by_section.items()]
        return dataclasses.replace(self.with_sections(*sections), name=self.name + suffix)

    def as_dict(self) -> dict[str, Any]:
        """All choices of all sections as plain values: ``name``, and ``sections`` by their names.

        >>> RECOMMENDED.as_dict()["sections"]["masking"]
        {'text_fill': 'local'}
        """
        unread = {name: json.loads(text) for name, text in self.unread}
        known = {name: _fields(self.section(one)) for name, one in all_sections().items()}
        return {"name": self.name, "sections": unread | known}

    def flat(self) -> dict[str, Any]:
        """The settings that had flat names, by those: what names of folders were worked out from.

        >>> RECOMMENDED.flat()["ndcg_gain"]
        'linear_n_1'
        """
        return {"name": self.name} | {flat: self._value(name) for flat, name in FLAT_NAMES.items()}

    @staticmethod
    def stored_names(fields: Mapping[str, Any]) -> frozenset[str]:
        """The settings that a stored profile holds, as ``section.key``.

        Settings that were added after it was stored are not among them.

        >>> Profile.stored_names({"name": "paper", "sections": {"masking": {"text_fill": "local"}}})
        frozenset({'masking.text_fill'})
        """
        if "sections" not in fields:
            return frozenset(FLAT_NAMES[key] for key in fields if key in FLAT_NAMES)
        return frozenset(f"{name}.{key}" for name, one in fields["sections"].items() for key in one)

    @classmethod
    def stored(cls, fields: Mapping[str, Any], where: str, paper: Profile | None = None) -> Profile:
        """A profile as :meth:`as_dict` gave it, or as it was stored before there were sections.

        A setting that is not stored was added later. In ``paper`` it has the value of the task's
        own paper, in any other profile the default. A section that no installed package declares
        is kept as it is.

        Args:
            fields: the stored form.
            where: what it was read from, for messages.
            paper: the ``paper`` profile of the task; without it, what all papers share.

        Raises:
            InputError: when it is damaged, or holds settings that are not known.
        """
        name = fields.get("name")
        if not isinstance(name, str):
            raise InputError(f"{where}: damaged (name: is no text); restore it from a copy")
        nested = _nested(fields, where) if "sections" not in fields else fields["sections"]
        if "sections" in fields and (later := fields.keys() - {"name", "sections"}):
            raise InputError(f"{where}: '{min(later)}' is not known; damaged, or newer")
        if not isinstance(nested, dict) or not all(isinstance(v, dict) for v in nested.values()):
            raise InputError(f"{where}: damaged (sections: no settings); restore it from a copy")
        known = all_sections()
        base = cls(name) if paper is None or not cls(name).of_paper else paper
        found = [_read(base.section(one), nested.get(key, {}), where) for key, one in known.items()]
        unread = sorted(nested.keys() - known)
        kept = tuple((key, json.dumps(nested[key], sort_keys=True)) for key in unread)
        return cls(name, tuple(found), kept)


RECOMMENDED = Profile("recommended")
# What holds for all five papers: each section says it, with the source (``setting(papers=…)``).
# What one paper alone did is declared by its benchmark.
PAPER = Profile("paper")
PROFILES = {"paper": PAPER, "recommended": RECOMMENDED}


def get_profile(name: str = "recommended", settings: Changes | None = None) -> Profile:
    """The profile called ``name`` with ``settings`` changed.

    Raises:
        SettingError: for an unknown profile, setting or value.
    """
    if name not in PROFILES:
        raise SettingError(f"unknown profile '{name}'; {did_you_mean(name, PROFILES)}")
    return PROFILES[name].with_settings(settings)


def parse_settings(pairs: Iterable[str]) -> dict[str, str]:
    """``["key=value", …]`` as a dictionary.

    Raises:
        SettingError: for a pair without ``=``.
    """
    settings: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key.strip():
            raise SettingError(f"'{pair}' is not key=value; write {key.strip() or 'key'}=VALUE")
        settings[key.strip()] = value.strip()
    return settings


def _base(declared: type[Chosen], of_paper: bool) -> Chosen:
    """What a section is in the profile that a name begins with."""
    kind: Any = declared  # mypy takes no class for hashable
    found: Chosen = _base_of(kind, of_paper)
    return found


@cache
def _base_of(declared: Any, of_paper: bool) -> Any:
    if not of_paper:
        return declared()
    return declared(**{key: one.papers for key, one in settings_of(declared).items()})


def _fields(section: Section) -> dict[str, Any]:
    return {key: getattr(section, key) for key in settings_of(type(section))}


def _with(section: Section, values: Mapping[str, object]) -> Section:
    whole: Any = section  # every section is a dataclass, which the type cannot say
    changed: Section = dataclasses.replace(whole, **values)
    return changed


def _in_sections(departure: str) -> str:
    """A departure in a profile's name, written with its section."""
    key, _, value = departure.partition("=")
    return f"{FLAT_NAMES.get(key, key)}={value}"


def _nested(fields: Mapping[str, Any], where: str) -> dict[str, dict[str, Any]]:
    """The settings of a profile that was stored before there were sections, by section."""
    nested: dict[str, dict[str, Any]] = {}
    for key, value in fields.items():
        if key == "name":
            continue
        if key not in FLAT_NAMES:
            raise InputError(f"{where}: '{key}' is not known; damaged, or newer")
        section, _, inside = FLAT_NAMES[key].partition(".")
        nested.setdefault(section, {})[inside] = value
    return nested


def _read(base: Section, values: Mapping[str, object], where: str) -> Section:
    """A section with the values that are stored; the others are those of ``base``."""
    known = settings_of(type(base))
    for key in values:
        if key not in known:
            name = f"{base.section}.{key}"
            raise InputError(f"{where}: '{name}' is not known; damaged, or newer")
    try:
        return _with(base, {key: known[key].read(value) for key, value in values.items()})
    except SettingError as error:
        raise InputError(f"{where}: damaged ({error}); restore it from a copy") from None
