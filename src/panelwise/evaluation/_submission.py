"""Answers to a hidden test set, scored by the holder of its right answers. Source: MS-20."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from panelwise.benchmarks import profile_for, require_obeyed
from panelwise.errors import InputError, SettingError
from panelwise.evaluation._codec import response_to_bytes
from panelwise.evaluation._folder import CONFIG, SCHEMA_VERSION, locked, versions, write_copy
from panelwise.evaluation._keys import now
from panelwise.evaluation._profiles import Profiles
from panelwise.evaluation._read_again import read_again
from panelwise.evaluation._recorded import recorded_answers
from panelwise.evaluation._result import Result
from panelwise.evaluation._run import Run
from panelwise.evaluation._store import DATABASE, RunStore
from panelwise.folders import wrong_folder
from panelwise.models import Response
from panelwise.packs import GoldKey, Pack
from panelwise.profile import Profile, get_profile
from panelwise.settings import is_setting
from panelwise.tasks.kinds import BoxSettings
from panelwise.wording import counted

_Answer = tuple[str, int]
NO_ANSWER = "no answer was submitted"
SHOWN = 5


@dataclass(frozen=True, slots=True)
class _Submitted:
    """Answers by public id and repeat; the configuration of the run that they come from."""

    name: str
    answers: dict[_Answer, tuple[Result, Response | None]]
    config: Mapping[str, Any]


def score_submission(
    submission: str | Path,
    pack: Pack | str | Path,
    key: str | Path,
    out: str | Path,
    *,
    profile: str | Profile = "recommended",
    settings: Mapping[str, str] | None = None,
    allow_missing: bool = False,
) -> Run:
    """Score answers to a public pack by the pack with the right answers.

    The result is a run like any other, of the same samples under the pack's own ids: it has the
    figures that a run on the pack itself would have. How answers are read and scored is the
    holder's choice; of the submission's own profile only the model's coordinate frame counts.

    Args:
        submission: the folder of a run on the public pack, or a file of recorded answers.
        pack: with the right answers.
        key: the file that :func:`panelwise.packs.withhold` wrote.
        out: a new folder for the run.
        profile: how answers are read and scored.
        settings: changes to it.
        allow_missing: count items without an answer as unanswered instead of refusing.

    Raises:
        InputError: for another pack, changed items, unknown, missing or repeated answers.
    """
    opened = pack if isinstance(pack, Pack) else Pack.open(pack)
    gold = GoldKey.read(key)
    gold.check(opened, key)
    folder = Path(out)
    if folder.exists() and any(folder.iterdir()):
        raise InputError(f"{folder} holds something already; give a new folder with --out")
    found = _submitted(Path(submission), gold)
    repeats = _checked(found, gold, allow_missing=allow_missing)
    profiles = _profiles(opened, profile, settings or {}, found.config)
    config = _config(folder, opened, found, profiles, dict(settings or {}), repeats)
    items = {item.id: item for item in opened.items()}
    with locked(folder), closing(RunStore(folder)) as store, store.transaction():
        for public, item_id in gold.items.items():
            for repeat in range(repeats):
                stored, response = found.answers.get((public, repeat)) or _nothing(repeat)
                moved = dataclasses.replace(stored, pack=opened.hash, item=item_id)
                item = items[item_id]
                result = read_again(moved, item, response, profiles.of_task(item.task))
                body = None if response is None else response_to_bytes(response)
                store.add(result, body)
        store.write_config(config)
    write_copy(folder, config)
    return Run(folder, config, [opened])


def _submitted(path: Path, key: GoldKey) -> _Submitted:
    if path.is_dir() and ((path / DATABASE).is_file() or (path / CONFIG).is_file()):
        return _from_run(path, key)
    if path.is_dir():
        raise InputError(f"{wrong_folder(path, 'a run')}; or give a file of answers")
    answers: dict[_Answer, tuple[Result, Response | None]] = {}
    for (pack, item, repeat), response in recorded_answers(path).items():
        if pack is not None and pack != key.public:
            raise InputError(
                f"{path}: answers '{item}' of pack {pack[:16]}…, not of {key.public[:16]}…; answer"
                " the pack that was published"
            )
        if (item, repeat) in answers:
            raise InputError(f"{path}: two answers to '{item}'; remove one")
        answers[item, repeat] = (_result(item, repeat, response), response)
    return _Submitted(path.name, answers, {})


def _from_run(path: Path, key: GoldKey) -> _Submitted:
    run = Run.open(path)
    hashes = [entry["hash"] for entry in run.config["packs"]]
    if key.public not in hashes:
        known = {result.item for result in run.results()} & key.items.keys()
        why = "its items were changed" if known else "it is another pack"
        raise InputError(
            f"{path}: answers pack {hashes[0][:16]}…, not {key.public[:16]}…: {why};"
            " answer the pack that was published"
        )
    answers: dict[_Answer, tuple[Result, Response | None]] = {}
    for result, response in run.answers():
        if result.pack != key.public:
            continue
        if (result.item, result.repeat) in answers:
            raise InputError(f"{path}: two answers to '{result.item}'; restore it from a copy")
        answers[result.item, result.repeat] = (result, response)
    return _Submitted(run.name, answers, run.config)


def _checked(found: _Submitted, key: GoldKey, *, allow_missing: bool) -> int:
    """How many repeats were submitted.

    Raises:
        InputError: for answers to no item, and for items without an answer.
    """
    unknown = sorted({item for item, _ in found.answers if item not in key.items})
    if unknown:
        raise InputError(
            f"{found.name}: answers {_few(unknown)}, which the published pack does not ask;"
            " answer the pack that was published"
        )
    repeats = 1 + max((repeat for _, repeat in found.answers), default=0)
    missing = [
        item for item in key.items if any((item, k) not in found.answers for k in range(repeats))
    ]
    if missing and not allow_missing:
        raise InputError(
            f"{found.name}: no answer to {len(missing)} of {counted(len(key.items), 'item')}:"
            f" {_few(missing)}; answer them, or count them as unanswered with --allow-missing"
        )
    return repeats


def _few(names: Sequence[str]) -> str:
    shown = ", ".join(f"'{name}'" for name in names[:SHOWN])
    return shown + (f" and {len(names) - SHOWN} more" if len(names) > SHOWN else "")


def _profiles(
    pack: Pack,
    profile: str | Profile,
    settings: Mapping[str, str],
    submitted: Mapping[str, Any],
) -> Profiles:
    for name in settings:
        if not is_setting(name):
            raise SettingError(f"'{name}' is no setting of a profile; see panelwise settings")
    require_obeyed(settings, {item.task for item in pack.items()})
    base = profile if isinstance(profile, Profile) else get_profile(profile)
    base = base.with_settings(dict(settings))
    by_task = {item.task: profile_for(item.task, base) for item in pack.items()}
    if submitted:
        theirs = Profiles.read(submitted)
        by_task = {task: _in_frame(one, theirs.of_task(task)) for task, one in by_task.items()}
    return Profiles.of(base, by_task)


def _in_frame(profile: Profile, theirs: Profile) -> Profile:
    """With the frame that the model's coordinates are in, unless the holder chose one (AMB-30)."""
    boxes, frame = profile.section(BoxSettings), theirs.section(BoxSettings).coord_frame
    if not boxes.declared_frame or boxes.coord_frame != "pixels":
        return profile
    return profile.with_sections(dataclasses.replace(boxes, coord_frame=frame))


def _config(
    folder: Path,
    pack: Pack,
    found: _Submitted,
    profiles: Profiles,
    settings: dict[str, str],
    repeats: int,
) -> dict[str, Any]:
    theirs = found.config
    entry = {
        "name": pack.name,
        "hash": pack.hash,
        "task": pack.manifest.get("task"),
        "items": len(pack),
        "path": str(pack.path.resolve()),
        "relative_path": str(pack.path.resolve()),
    }
    return {
        "schema_version": SCHEMA_VERSION,
        "status": "complete",
        "model": theirs.get("model", f"recorded:{found.name}"),
        "identity": theirs.get("identity", {"solver": "recorded"}),
        "several_images": theirs.get("several_images", True),
        "packs": [entry],
        "prompts": sorted({item.rendering.prompt_id for item in pack.items()}),
        **profiles.as_config(),
        "settings": settings,
        "limit": None,
        "repeats": repeats,
        "samples": len(pack) * repeats,
        "versions": versions(),
        "started": theirs.get("started", now()),
        "finished": now(),
        "sittings": [],
        "rescored": [],
        "submission": {"name": found.name, "status": theirs.get("status")},
    }


def _nothing(repeat: int) -> tuple[Result, Response]:
    response = Response("")
    return dataclasses.replace(_result("", repeat, response), error=NO_ANSWER), response


def _result(item: str, repeat: int, response: Response) -> Result:
    """A row that is read again before it is stored."""
    result = Result(pack="", item=item, repeat=repeat, outcome="unscored", status="unscored")
    return dataclasses.replace(result, response=response.text, finished=now())
