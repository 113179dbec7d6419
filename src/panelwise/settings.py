"""Sections of settings: typed choices, declared next to the code that obeys them.

A section is a frozen dataclass. Each field has a meaning, the values it takes, a default (the value
of the profile ``recommended``), the value on which all five papers agree where it is another one,
and where it comes from. Sections are found by the entry points ``panelwise.settings``, those of
Panelwise and those of other packages in the same way; none is imported before it is needed.

>>> from dataclasses import dataclass
>>> @dataclass(frozen=True, slots=True)
... class BalloonSettings(Section):
...     section: ClassVar[str] = "balloons"
...     least_area: int = setting(64, "the smallest balloon in pixels", least=1)
>>> settings_of(BalloonSettings)["least_area"].name
'balloons.least_area'
"""

from __future__ import annotations

import dataclasses
import difflib
import inspect
import warnings
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Literal,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from panelwise._flat_settings import FLAT_NAMES
from panelwise.errors import RenamedSettingWarning, SettingError
from panelwise.registry import Registry

if TYPE_CHECKING:
    from pydantic import TypeAdapter

Value = TypeVar("Value")


def _fault(name: str, found: Any) -> str:
    """What is wrong with a registered section; empty if nothing is."""
    if not (inspect.isclass(found) and issubclass(found, Section)):
        return "is no subclass of panelwise.settings.Section"
    own = getattr(found, "section", None)
    return "" if own == name else f"calls itself '{own}'; use one name"


SECTIONS = Registry("section of settings", "panelwise.settings", fault=_fault)
MOST = 1_000_000


class Section:
    """The base of all sections; a subclass is a frozen dataclass whose fields are settings.

    Attributes:
        section: its name, the part of a key before the dot, as in ``ordering.ndcg_gain``.
    """

    __slots__ = ()
    section: ClassVar[str]


def setting(
    default: Value,
    about: str,
    source: str = "",
    *,
    papers: Value | None = None,
    least: float = 0,
    most: float = MOST,
) -> Value:
    """A field of a section.

    Args:
        default: the value of ``recommended``.
        about: what it decides, in one sentence without a full stop.
        source: where the values come from: handles of the specification, or a paper's paragraph.
        papers: what all five papers did, where that is another value; the bare profile ``paper``.
        least: the smallest number allowed.
        most: the largest number allowed.
    """
    facts = {"about": about, "source": source, "papers": papers, "least": least, "most": most}
    return dataclasses.field(default=default, metadata=facts)


@dataclasses.dataclass(frozen=True, slots=True)
class SettingInfo:
    """What is known of one setting.

    Attributes:
        name: section and key, ``ordering.ndcg_gain``.
        about: its meaning.
        source: where its values come from.
        default: the value of ``recommended``.
        papers: the value of the bare profile ``paper``.
        hint: its type; ``least`` and ``most`` bound a number.
    """

    name: str
    about: str
    source: str
    default: Any
    papers: Any
    hint: Any
    least: float
    most: float

    @property
    def values(self) -> str:
        """The values that it takes, in words."""
        if get_origin(self.hint) is Literal:
            return ", ".join(map(str, get_args(self.hint)))
        if self.hint is bool:
            return "true, false"
        if self.hint is str:
            return "text"
        kind = "whole number" if self.hint is int else "number"
        return f"{kind} from {self.least:g}" + ("" if self.most == MOST else f" to {self.most:g}")

    def read(self, value: object) -> Any:
        """A text, as typed on a command line, or a value of its type as the setting's value.

        Raises:
            SettingError: for anything that it cannot be.
        """
        from pydantic import ValidationError

        try:
            return _adapter(self.hint, self.least, self.most).validate_python(value)
        except ValidationError as error:
            wanted = self._wanted(value, error.errors()[0]["type"])
        raise SettingError(f"{self.name}={value}: {wanted}")

    def _wanted(self, value: object, fault: str) -> str:
        if get_origin(self.hint) is Literal:
            names = sorted(map(str, get_args(self.hint)))
            near = difflib.get_close_matches(str(value), names, n=1, cutoff=0.5)
            hint = f"; did you mean '{near[0]}'?" if near else ""
            return f"must be one of {', '.join(names)}{hint}"
        if self.hint is bool:
            return "must be true or false"
        if self.hint is str:
            return "must be a string"
        if fault in {"greater_than_equal", "less_than_equal", "finite_number"}:
            return f"must be between {self.least:.0f} and {self.most:.0f}"
        return "must be a whole number" if self.hint is int else "must be a number"


@cache
def _adapter(hint: Any, least: float, most: float) -> TypeAdapter[Any]:
    from pydantic import Field, TypeAdapter

    if hint in {int, float}:
        return TypeAdapter(Annotated[hint, Field(ge=least, le=most, allow_inf_nan=False)])
    return TypeAdapter(hint)


def settings_of(section: type[Section]) -> Mapping[str, SettingInfo]:
    """Key → what is known of it, in the order of declaration."""
    kind: Any = section  # mypy takes no class for hashable
    found: Mapping[str, SettingInfo] = _declared(kind)
    return found


@cache
def _declared(section: Any) -> Mapping[str, SettingInfo]:
    hints = get_type_hints(section)
    found = {}
    for field in dataclasses.fields(section):
        facts = dict(field.metadata)
        if facts["papers"] is None:
            facts["papers"] = field.default
        name = f"{section.section}.{field.name}"
        found[field.name] = SettingInfo(
            name=name, default=field.default, hint=hints[field.name], **facts
        )
    return found


def section_named(name: str) -> type[Section]:
    """The class of a section, imported now.

    Raises:
        UnknownNameError: for a name that nobody registered.
        PluginError: when what is registered is no section of that name.
    """
    found: type[Section] = SECTIONS.get(name)
    return found


def all_sections() -> dict[str, type[Section]]:
    """Every installed section by name; a broken one is named in a warning and left out.

    Raises:
        SettingError: when none is registered: the installation is older than its source.
    """
    if not SECTIONS.names():
        raise SettingError(
            "this installation registers no settings; it is older than its source:"
            " install it again (pip install -e . in a checkout)"
        )
    return dict(SECTIONS.working())


def all_settings() -> Iterator[SettingInfo]:
    """Every setting of every installed section."""
    for section in all_sections().values():
        yield from settings_of(section).values()


def setting_names() -> list[str]:
    """The names of all settings, as ``ordering.ndcg_gain``."""
    return [one.name for one in all_settings()]


def is_setting(key: str) -> bool:
    """Whether a key is meant for a profile: an older flat name, or one of two parts."""
    return "." in key or key in FLAT_NAMES


def current_name(key: str) -> str:
    """The name of a setting, given that or the flat name that it had before."""
    return FLAT_NAMES.get(key, key)


def find_setting(key: str) -> tuple[type[Section], SettingInfo]:
    """The setting of a name, or of the flat name that it had before sections; and its section.

    Raises:
        SettingError: for a name that no installed section has.
    """
    name = current_name(key)
    if name != key:
        message = f"the setting '{key}' is now called '{name}'"
        warnings.warn(message, RenamedSettingWarning, stacklevel=2)
    section, _, inside = name.partition(".")
    if section in SECTIONS:
        found = section_named(section)
        if inside in settings_of(found):
            return found, settings_of(found)[inside]
    raise SettingError(unknown_setting(key))


def require_taken(keys: Iterable[str], takers: Mapping[str, Collection[str]]) -> None:
    """Refuse a setting that nobody in a call takes; it would change nothing.

    Args:
        keys: as they were given.
        takers: models and tasks → the keys they take; ``composite.*`` is a whole section, ``*``
            any key.

    Raises:
        SettingError: for such a key; the line lists who takes which keys.

    >>> require_taken(["noise"], {"baseline:random": ["seed"], "baseline:oracle": ["seed"]})
    Traceback (most recent call last):
    ...
    panelwise.errors.SettingError: nothing in this call takes the setting 'noise'; \
baseline:random and baseline:oracle take seed
    """
    taken = {key for some in takers.values() for key in some}
    for key in keys:
        name = current_name(key)
        if taken & {name, "*", f"{name.partition('.')[0]}.*"}:
            continue
        raise SettingError(f"nothing in this call takes the setting '{key}'; {_in_words(takers)}")


def unknown_setting(
    key: str, others: Collection[str] = (), takers: Mapping[str, Collection[str]] | None = None
) -> str:
    """The line for a key that is none: the nearest name, and where all are listed.

    Args:
        key: what was typed.
        others: names of models' settings, which may have been meant, too.
        takers: models → the keys they take.
    """
    known = {name: name for name in others}
    for name in setting_names():
        known |= {name: name, name.partition(".")[2]: name}
    near = difflib.get_close_matches(key, known, n=1, cutoff=0.7)
    hint = f"did you mean '{known[near[0]]}'? " if near else ""
    more = f"; {_in_words(takers)}" if takers else ""
    taken = {name for some in (takers or {}).values() for name in some}
    if takers and near and near[0] in others and near[0] not in taken:
        hint = f"nothing in this call takes '{near[0]}', either; "
    return (
        f"unknown setting '{key}'; {hint}panelwise settings lists those of prompts and"
        f" scoring{more}"
    )


def _in_words(takers: Mapping[str, Collection[str]]) -> str:
    """Which models and tasks take which keys, in words."""
    by_keys: dict[str, list[str]] = {}
    for who, some in takers.items():
        by_keys.setdefault(", ".join(sorted(some)) or "none", []).append(who)
    return "; ".join(
        f"{' and '.join(some)} {'take' if len(some) > 1 else 'takes'} {names}"
        for names, some in by_keys.items()
    )
