"""What every setting is, and what it is in each paper, as a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from panelwise.benchmarks._papers import BENCHMARKS, PAPERS, get_task, paper_of
from panelwise.profile import Profile
from panelwise.rendering import CompositeSettings, MaskingSettings
from panelwise.settings import (
    Section,
    all_sections,
    current_name,
    find_setting,
    is_setting,
    require_taken,
    settings_of,
)
from panelwise.tasks import Task
from panelwise.tasks.kinds import get_kind


@dataclass(frozen=True, slots=True)
class SettingRow:
    """One setting.

    Attributes:
        name: section and key, ``ordering.ndcg_gain``.
        about: what it decides.
        values: the values that it takes, in words.
        recommended: its value in the profile ``recommended``, and its default.
        papers: paper → its value in ``paper``.
        source: where the values come from.
    """

    name: str
    about: str
    values: str
    recommended: Any
    papers: dict[str, Any]
    source: str


def sections_of(task: Task) -> tuple[type[Section], ...]:
    """The sections of settings that a task obeys: its items', its wordings' and its kind's."""
    declared: Sequence[type[Section]] = getattr(task, "settings", ())
    found = {one.section: one for one in (*declared, *get_kind(task.kind).settings)}
    return tuple(found[name] for name in sorted(found))


def require_obeyed(
    settings: Iterable[str], tasks: Iterable[str], *, transforms: Sequence[str] = ()
) -> None:
    """Refuse a setting of the profile that none of these tasks obeys; other keys are passed over.

    Args:
        settings: the keys that were given.
        tasks: names; a task that is not installed, or does not declare its settings, may obey any.
        transforms: with which items are built; they draw pictures and mask texts.

    Raises:
        SettingError: for an unknown setting, and for one that nothing here obeys.
    """
    keys = [key for key in settings if is_setting(key)]
    for key in keys:
        find_setting(current_name(key))  # a profile warns of a former name when it reads it
    takers = {task: _obeyed(task) for task in dict.fromkeys(tasks)}
    if transforms:
        drawn = (CompositeSettings, MaskingSettings)
        takers["transforms"] = {f"{one.section}.*" for one in drawn}
    require_taken(keys, takers)


def require_scoring_obeys(settings: Iterable[str], kind: str) -> None:
    """Refuse a setting that scoring answers of a kind, without a task, does not obey.

    Args:
        settings: the keys that were given.
        kind: how the answers are read and scored ("choice").

    Raises:
        SettingError: for a setting that the kind does not obey.
        UnknownNameError: for a kind that there is not.
    """
    require_taken(settings, {kind: {f"{one.section}.*" for one in get_kind(kind).settings}})


def _obeyed(name: str) -> set[str]:
    if name not in BENCHMARKS or not hasattr(task := get_task(name), "settings"):
        return {"*"}
    return {f"{one.section}.*" for one in sections_of(task)}


def setting_rows(task: str | None = None) -> list[SettingRow]:
    """Every setting of every installed section, or of those that a task obeys.

    Args:
        task: a name from ``panelwise list tasks``; then ``papers`` has its own paper alone.

    Raises:
        UnknownNameError: for a task that is not installed.

    >>> rows = {row.name: row for row in setting_rows("stripcipher.frame_prediction")}
    >>> rows["scoring.unanswered"].papers
    {'stripcipher': 'drop'}
    """
    if task is None:
        papers, sections = dict(PAPERS), tuple(all_sections().values())
    else:
        papers = {task.partition(".")[0]: paper_of(task)}
        sections = sections_of(get_task(task))
    return [row for section in sections for row in _rows(section, papers)]


def _rows(section: type[Section], papers: dict[str, Profile]) -> list[SettingRow]:
    chosen = {name: profile.section(section) for name, profile in papers.items()}
    return [
        SettingRow(
            known.name,
            known.about,
            known.values,
            known.default,
            {name: getattr(one, key) for name, one in chosen.items()},
            known.source,
        )
        for key, known in settings_of(section).items()
    ]
