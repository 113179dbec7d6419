"""Whether the configuration of a run agrees with its copy, its packs and its own names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from panelwise.benchmarks import profile_for
from panelwise.errors import InputError, UserError
from panelwise.evaluation import Run, copied_config
from panelwise.packs import Pack
from panelwise.profile import Profile, get_profile, parse_settings
from panelwise.settings import all_sections, settings_of
from panelwise.trust._types import Difference, differing

# Chosen by the model's own declaration, and so not in a profile's name (AMB-30).
DECLARED = "sections.boxes.coord_frame"
_SECTIONS = "sections."


def config_differences(run: Run, packs: Mapping[str, Pack]) -> Iterator[Difference]:
    """``run.json`` against ``results.sqlite``; the profile against its name; the prompts."""
    try:
        copy = copied_config(run)
    except InputError as error:
        yield Difference.fault(run.path / "run.json", "file", error)
    else:
        yield from differing("run.json against results.sqlite", copy, run.config)
    yield from _profile_differences(run)
    if len(packs) == len(run.config["packs"]):
        limit = run.config["limit"]
        items = [item for pack in packs.values() for item in pack.items()[:limit]]
        prompts = sorted({item.rendering.prompt_id for item in items})
        yield from differing("configuration", run.config["prompts"], prompts, "prompts")
    if run.status != "complete":
        yield Difference.fault(run.path, "status", f"not complete (its status is {run.status})")


def _profile_differences(run: Run) -> Iterator[Difference]:
    """A profile is what its name says: no setting was changed behind it."""
    profiles = run.profiles
    for task in dict.fromkeys([*(str(e["task"]) for e in run.config["packs"]), *profiles.by_task]):
        stored = profiles.of_task(task)
        try:
            named = _named(stored.name, task)
        except UserError:  # of another version, or of a plug-in that is not here
            unknown = f"this panelwise has no profile '{stored.name}'"
            yield Difference.fault(f"profile of {task}", "name", unknown)
            continue
        known = _stored_names(run, task)
        for found in differing(f"profile of {task}", stored.as_dict(), named.as_dict()):
            of_setting = found.what.startswith(_SECTIONS)
            newer = of_setting and _setting_of(found.what) not in known
            if found.what != DECLARED and not newer:
                yield found


def newer_settings(run: Run) -> tuple[str, ...]:
    """The settings that panelwise has and the stored profiles of a run have not."""
    now = {f"{name}.{key}" for name, one in all_sections().items() for key in settings_of(one)}
    tasks = {str(entry["task"]) for entry in run.config["packs"]}
    return tuple(sorted(now.difference(*(_stored_names(run, task) for task in tasks))))


def _stored_names(run: Run, task: str) -> frozenset[str]:
    stored = run.config.get("task_profiles", {}).get(task, run.config["profile"])
    return Profile.stored_names(stored)


def _setting_of(leaf: str) -> str:
    """``sections.boxes.padding.0`` is a part of the setting ``boxes.padding``."""
    return ".".join(leaf.removeprefix(_SECTIONS).split(".")[:2])


def _named(name: str, task: str) -> Profile:
    base, *departures = name.split("+")
    return profile_for(task, get_profile(base, parse_settings(departures)))
