"""What a run is going to do, checked before anything is asked or written."""

from __future__ import annotations

import dataclasses
import os
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from panelwise.benchmarks import profile_for, require_obeyed
from panelwise.errors import InputError, SettingError
from panelwise.evaluation._decoding import (
    Decoding,
    as_config,
    decoding_for,
    decoding_of_run,
    sending,
)
from panelwise.evaluation._engine import PlannedSample
from panelwise.evaluation._folder import CONFIG, LOCK, SCHEMA_VERSION, locked, versions
from panelwise.evaluation._keys import now
from panelwise.evaluation._profiles import Profiles
from panelwise.evaluation._run import items_of
from panelwise.evaluation._settings import USUAL_SETTINGS
from panelwise.evaluation._solver import Solver, as_solver, refused_by, settings_of
from panelwise.evaluation._store import DATABASE, read_config
from panelwise.metrics import CoordFrame
from panelwise.models import Model
from panelwise.packs import Pack
from panelwise.profile import Profile, get_profile
from panelwise.settings import current_name, is_setting, unknown_setting
from panelwise.tasks.kinds import BoxSettings

PackSource = str | Path | Pack
AskedIn = Callable[[Path], tuple[Solver, dict[str, Any]]]
"""A run's solver and configuration in a folder, which may hold a run that goes on."""


@dataclass(frozen=True, slots=True)
class RunPlan:
    """A run before it starts.

    Attributes:
        config: what ``run.json`` will say.
        samples: all of the run, stored ones included.
        decoding: the parameters that are sent for each task.
    """

    folder: Path
    packs: tuple[Pack, ...]
    solver: Solver
    profiles: Profiles
    config: dict[str, Any]
    samples: tuple[PlannedSample, ...]
    decoding: Mapping[str, Decoding]


def make_plan(
    packs: PackSource | Sequence[PackSource],
    model: str | Solver | Model,
    out: str | Path | None,
    profile: str | Profile,
    settings: Mapping[str, str],
    limit: int | None,
    repeats: int,
    decoding: str | None = None,
    *,
    alone: bool = True,
) -> RunPlan:
    """Open and check everything that a run needs.

    A run that is ``alone`` has no settings that none of its tasks obeys; other settings may be
    meant for other runs of the same experiment.

    A run that began before papers' decoding was sent goes on as it began.

    Raises:
        UserError: for a mistake in any of it.
    """
    for name, value in (("repeats", repeats), ("limit", limit)):
        if value is not None and value < 1:
            raise SettingError(f"{name}={value}: must be at least 1")
    if not isinstance(settings, Mapping):
        raise SettingError('settings: give them by name, such as {"temperature": "0"}')
    given = [packs] if isinstance(packs, str | Path | Pack) else list(packs)
    opened = tuple(pack if isinstance(pack, Pack) else Pack.open(pack) for pack in given)
    _check_packs(opened, limit)
    taken = settings_of(model) - refused_by(model) if isinstance(model, str) else set[str]()
    for_profile, for_solver = split_settings(settings, taken)
    solver = as_solver(model, for_solver)
    if alone:
        tasks_asked = dict.fromkeys(item.task for pack in opened for item in items_of(pack, limit))
        require_obeyed(for_profile, tasks_asked)
    profiles = _profiles(opened, limit, profile, for_profile, solver)
    samples = tuple(
        PlannedSample(pack, item, repeat)
        for repeat in range(repeats)
        for pack in opened
        for item in items_of(pack, limit)
    )

    tasks = {sample.item.task: profiles.of_task(sample.item.task) for sample in samples}
    chosen = decoding_for(solver, tasks, decoding)

    def asked_in(folder: Path) -> tuple[Solver, dict[str, Any]]:
        sends = _sends_presets(folder)
        asked = sending(solver, chosen) if sends else solver
        config = _config(folder, opened, asked, profiles, dict(settings), limit, repeats)
        config |= {"samples": len(samples)} | ({"decoding": as_config(chosen)} if sends else {})
        return asked, _continued(folder, config) if folder.exists() else config

    folder = Path(out) if out is not None else _usual_folder(solver, opened, asked_in)
    asked, config = asked_in(folder)
    return RunPlan(folder, opened, asked, profiles, config, samples, decoding_of_run(config))


def _profiles(
    packs: Sequence[Pack],
    limit: int | None,
    profile: str | Profile,
    settings: Mapping[str, str],
    solver: Solver,
) -> Profiles:
    """The profile as every task of the packs means it."""
    base = profile if isinstance(profile, Profile) else get_profile(profile)
    base = base.with_settings(dict(settings))
    tasks = dict.fromkeys(item.task for pack in packs for item in items_of(pack, limit))
    by_task = {
        task: _in_declared_frame(profile_for(task, base), settings, solver) for task in tasks
    }
    return Profiles.of(base, by_task)


def _in_declared_frame(profile: Profile, given: Mapping[str, str], solver: Solver) -> Profile:
    """The profile with the frame that the model declares, unless the user said which (AMB-30)."""
    declared: CoordFrame = getattr(solver, "coordinate_frame", "pixels")
    boxes = profile.section(BoxSettings)
    said = "boxes.coord_frame" in map(current_name, given) or boxes.coord_frame != "pixels"
    if said or not boxes.declared_frame:
        return profile
    return profile.with_sections(dataclasses.replace(boxes, coord_frame=declared))


def split_settings(
    settings: Mapping[str, str], taken: Collection[str]
) -> tuple[dict[str, str], dict[str, str]]:
    """Settings of the profile, and settings of the solver.

    Raises:
        SettingError: for a key that neither knows.
    """
    for_profile = {key: text for key, text in settings.items() if is_setting(key)}
    for_solver = {key: text for key, text in settings.items() if key not in for_profile}
    for key in for_solver:
        if key not in taken and key not in USUAL_SETTINGS:
            known = USUAL_SETTINGS.union(taken)
            raise SettingError(unknown_setting(key, known, {"the model": taken}))
    return for_profile, for_solver


def _given_twice(first: Path, second: Path) -> str:
    if first.resolve() == second.resolve():
        return f"{second} is given twice; give each pack once"
    return f"{second} holds the same items as {first}; give one of them"


def _check_packs(packs: Sequence[Pack], limit: int | None) -> None:
    if not packs:
        raise InputError("no pack to run; name at least one")
    hashes = [pack.hash for pack in packs]
    for index, pack in enumerate(packs):
        if pack.hash in hashes[:index]:
            raise InputError(_given_twice(packs[hashes.index(pack.hash)].path, pack.path))
        ids = [item.id for item in items_of(pack, limit)]
        if not ids:
            raise InputError(f"{pack.path} holds no items; build a pack from more pages")
        if len(set(ids)) < len(ids):
            twice = next(item for item in ids if ids.count(item) > 1)
            raise InputError(f"{pack.path}: two items are called '{twice}'; build it again")


def _config(
    folder: Path,
    packs: Sequence[Pack],
    solver: Solver,
    profiles: Profiles,
    settings: dict[str, str],
    limit: int | None,
    repeats: int,
) -> dict[str, Any]:
    prompts = {item.rendering.prompt_id for pack in packs for item in items_of(pack, limit)}
    return {
        "schema_version": SCHEMA_VERSION,
        "status": "running",
        "model": solver.name,
        "identity": solver.identity(),
        "several_images": solver.several_images,
        "packs": [
            {
                "name": pack.name,
                "hash": pack.hash,
                "task": pack.manifest.get("task"),
                "items": len(pack),
                "path": str(pack.path.resolve()),
                "relative_path": _relative(pack.path, folder),
            }
            for pack in packs
        ],
        "prompts": sorted(prompts),
        **profiles.as_config(),
        "settings": settings,
        "limit": limit,
        "repeats": repeats,
        "versions": versions(),
        "started": now(),
        "finished": None,
        "sittings": [],
        "rescored": [],
    }


def _relative(path: Path, folder: Path) -> str:
    """A pack's path from the run's folder, so that both can be moved together."""
    try:
        return Path(os.path.relpath(path.resolve(), folder.resolve())).as_posix()
    except ValueError:  # another drive
        return str(path.resolve())


def _sends_presets(folder: Path) -> bool:
    """Whether a run in a folder sends papers' decoding: all but those from before it existed."""
    try:
        return "decoding" in read_config(folder)
    except InputError:
        return True  # no run, or one that cannot be continued in any way


def _continued(folder: Path, config: dict[str, Any]) -> dict[str, Any]:
    """The configuration of a run that goes on, when it is the same run.

    Raises:
        InputError: when the folder holds something else.
    """
    if not folder.is_dir():
        raise InputError(f"{folder} is a file; give a new folder with --out")
    names = {path.name for path in folder.iterdir()}
    if not names & {CONFIG, DATABASE}:
        if names - {LOCK}:
            raise InputError(
                f"{folder} holds something that is not a run; give a new folder with --out"
            )
        return config
    try:
        old = read_config(folder)
    except InputError:
        if CONFIG in names:
            raise
        return config  # killed before it had begun
    same = ("model", "identity", "several_images")
    differing = [key for key in same if old[key] != config[key]]
    if "model" in differing:  # everything else about a model differs with it
        raise InputError(
            f"{folder} holds a run with the model {old['model']}, not {config['model']}; give a"
            " new folder with --out"
        )
    if "identity" in differing:
        differing[differing.index("identity")] = _what_differs(old["identity"], config["identity"])
    if Profiles.read(old) != Profiles.read(config):
        differing.append("profile")
    if [pack["hash"] for pack in old["packs"]] != [pack["hash"] for pack in config["packs"]]:
        differing.append("set of packs")
    if differing:
        raise InputError(
            f"{folder} holds a run with another {' and '.join(differing)}; give a new folder"
        )
    if old["samples"] > config["samples"]:
        raise InputError(
            f"{folder} holds a run of {old['samples']} samples, more than the"
            f" {config['samples']} asked for; raise the limit or give a new folder"
        )
    kept = ("started", "sittings", "rescored")
    return config | {key: old[key] for key in kept}


def _what_differs(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    """Which part of an identity: the decoding parameters, by name, or more than that."""
    decoding = ("sampling", "sampling_by_task")
    if any(old.get(key) != new.get(key) for key in (old.keys() | new.keys()) - {*decoding}):
        return "identity"
    sent = [
        {None: one.get("sampling", {}), **one.get("sampling_by_task", {})} for one in (old, new)
    ]
    tasks = [task for task in {**sent[0], **sent[1]} if sent[0].get(task) != sent[1].get(task)]
    keys = {
        key
        for task in tasks
        for key in {**sent[0].get(task, {}), **sent[1].get(task, {})}
        if sent[0].get(task, {}).get(key) != sent[1].get(task, {}).get(key)
    }
    return f"decoding ({', '.join(sorted(keys))})"


def _usual_folder(solver: Solver, packs: Sequence[Pack], asked_in: AskedIn) -> Path:
    """The newest run under ``runs`` that the same call left unfinished, or a new folder."""
    names = [solver.name.removeprefix("http://").removeprefix("https://"), packs[0].name]
    name = "-".join(re.sub(r"[^\w.]+", "-", part).strip("-.") for part in names)
    for folder in sorted(Path("runs").glob(f"{name}-*"), reverse=True):
        if _is_unfinished(folder, asked_in):
            return folder
    time = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    folder = Path("runs") / f"{name}-{time}"
    number = 2
    while folder.exists():
        folder = Path("runs") / f"{name}-{time}-{number}"
        number += 1
    return folder


def _is_unfinished(folder: Path, asked_in: AskedIn) -> bool:
    """Whether a folder holds the run that is to be made, stopped before its end."""
    try:
        old = read_config(folder)
        _, wanted = asked_in(folder)
        with locked(folder):  # nobody is at work on it
            return bool(old["status"] != "complete" and old["samples"] == wanted["samples"])
    except InputError:
        return False
