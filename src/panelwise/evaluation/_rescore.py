"""Stored responses read again by the extractors and the scoring of today."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from panelwise.benchmarks import profile_for, require_obeyed
from panelwise.errors import InputError
from panelwise.evaluation._folder import locked, versions, write_copy
from panelwise.evaluation._keys import now
from panelwise.evaluation._profiles import Profiles
from panelwise.evaluation._read_again import READ_FIELDS, read_again
from panelwise.evaluation._run import Run
from panelwise.evaluation._store import RunStore, read_config
from panelwise.profile import Profile, get_profile


def rescore(
    run: Run | str | Path,
    profile: str | Profile | None = None,
    settings: Mapping[str, str] | None = None,
) -> Run:
    """Read and score every stored response again; nobody is asked.

    Scores and profile change in one transaction: a kill leaves the old ones or the new ones. The
    configuration records when it was done, under which profile and versions, and how many samples
    changed. Rows without a response (failures) stay as they are.

    Args:
        run: its folder is changed in place; what was opened before keeps the old profile, so go on
            with the run that is returned.
        profile: to read and score by from now on; the run's own when not given. ``paper`` means,
            for every task, what its own paper did.
        settings: changes to it, as texts.

    Raises:
        SettingError: for an unknown profile, key or value.
        InputError: when the run or one of its packs is gone, or another process writes to it.
    """
    run = run if isinstance(run, Run) else Run.open(run)
    require_obeyed(settings or (), {item.task for item in run.items()})
    with locked(run.path), closing(RunStore(run.path)) as store:
        run = Run(run.path, read_config(run.path), run.packs)  # as it is, now that nobody writes
        after = _profiles(run, profile, settings or {})
        with store.transaction():
            changed = _read_again(run, store, after)
            record = {
                "at": now(),
                "changed": changed,
                "profile_before": run.profiles.default.as_dict(),
                "versions": versions(),
            }
            rescored = [*run.config["rescored"], record]
            config = run.config | after.as_config() | {"rescored": rescored}
            store.write_config(config)
        write_copy(run.path, config)
    return Run(run.path, config, run.packs)


def _profiles(run: Run, profile: str | Profile | None, settings: Mapping[str, str]) -> Profiles:
    """Another profile as every task of a run means it, or the run's own, with changes."""
    changes = dict(settings)
    if profile is None:
        own = run.profiles
        by_task = {task: one.with_settings(changes) for task, one in own.by_task.items()}
        return Profiles(own.default.with_settings(changes), by_task)
    base = profile if isinstance(profile, Profile) else get_profile(profile)
    base = base.with_settings(changes)
    tasks = dict.fromkeys(item.task for item in run.items())
    return Profiles.of(base, {task: profile_for(task, base) for task in tasks})


def _read_again(run: Run, store: RunStore, profiles: Profiles) -> int:
    """Update every row that is now read or scored otherwise; returns how many."""
    items = {(pack.hash, item.id): item for pack in run.packs for item in pack.items()}
    changed = 0
    for old, response in run.answers():
        if response is None:
            continue
        item = items.get((old.pack, old.item))
        if item is None:
            raise InputError(
                f"{run.path} holds an answer to '{old.item}', which none of its packs asks;"
                " restore it from a copy"
            )
        new = read_again(old, item, response, profiles.of_task(item.task))
        if any(getattr(old, name) != getattr(new, name) for name in READ_FIELDS):
            changed += 1
            store.update(new)
    return changed
