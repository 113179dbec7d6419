"""What a report shows of one run."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from panelwise.analysis import RunData
from panelwise.evaluation import (
    Decoding,
    ErrorClasses,
    Result,
    Run,
    decoding_of_run,
    error_classes_of,
)
from panelwise.profile import RECOMMENDED, Profile
from panelwise.report._judges import JudgeReport, People, read_judges, read_people
from panelwise.tasks import Item


class ItemKey(NamedTuple):
    """An item's address: ids are unique only within a pack."""

    pack: str
    item: str


@dataclass(frozen=True, slots=True)
class ReportRun:
    """One run, as the report's sample browser needs it.

    Attributes:
        name: the run's name, as in ``TaskSummary.run``.
        model: who answered, in the grammar of names.
        profile_name: the profile that scored it.
        items: what was asked, by the pack's content hash and the item's id.
        results: what became of it; an item without a result counts as not asked yet.
        image_path: the file of an image by its hash; ``None`` when the pack holds no images.
        configuration: what ``run.json`` says; printed under "Methods".
        profile: that profile itself, by whose rules answers are drawn beside what is right.
        errors: kinds of its mistakes, as models and people filed them.
        task_profiles: task → its profile, where it is another.
        judges: who marked its open answers.
        people: their marks of some of them, beside the judges'.
    """

    name: str
    model: str
    profile_name: str
    items: Mapping[ItemKey, Item]
    results: Sequence[Result]
    image_path: Callable[[str], Path | None] = lambda sha256: None
    configuration: Mapping[str, Any] = field(default_factory=dict)
    profile: Profile = RECOMMENDED
    judges: Sequence[JudgeReport] = ()
    people: People | None = None
    errors: Sequence[ErrorClasses] = ()
    task_profiles: Mapping[str, Profile] = field(default_factory=dict)

    def profile_of(self, task: str) -> Profile:
        """The profile that scored a task."""
        return self.task_profiles.get(task, self.profile)

    @property
    def left_out(self) -> str | None:
        """Of people's answers: whose were left out on purpose, as a sentence."""
        without = self.configuration.get("identity", {}).get("without")
        if not without:
            return None
        return (
            f"{self.name}: the answers of {', '.join(map(str, without))} were left out on request."
        )

    @property
    def decoding(self) -> Mapping[str, Decoding]:
        """The decoding parameters that were sent, task by task, as far as they are known."""
        return decoding_of_run(self.configuration)

    @property
    def packs(self) -> Sequence[Mapping[str, Any]]:
        """What ``run.json`` says of its packs: name, hash, and the rest."""
        return tuple(self.configuration.get("packs", ()))

    @property
    def manifests(self) -> Mapping[str, Mapping[str, Any]]:
        """The manifests of its packs by their hash."""
        found = self.configuration.get("pack_manifests", {}).values()
        return {manifest["hash"]: manifest for manifest in found if "hash" in manifest}

    @property
    def own_configuration(self) -> dict[str, Any]:
        """The configuration without the packs' manifests, which runs share."""
        return {key: one for key, one in self.configuration.items() if key != "pack_manifests"}

    @property
    def changed_settings(self) -> tuple[str, ...]:
        """The settings of the model and of the profile that are not the defaults."""
        given = self.configuration.get("settings", {})
        of_model = (f"{key}={value}" for key, value in given.items())
        return (*self.profile_name.split("+")[1:], *of_model)

    @property
    def has_prices(self) -> bool:
        """Whether its prices were given as settings."""
        return any(one.startswith(("price_in=", "price_out=")) for one in self.changed_settings)

    @property
    def command(self) -> str:
        """The command that makes this run again, with the packs by their names."""
        names = [str(pack["name"]) for pack in self.packs]
        options = [("--model", self.model), ("--profile", self.profile_name.split("+")[0])]
        options += [("--set", one) for one in self.changed_settings]
        for option, default in (("limit", None), ("repeats", 1)):
            value = self.configuration.get(option, default)
            options += [(f"--{option}", str(value))] if value != default else []
        return command_lines(["panelwise", "evaluate", *names], [*options, ("--out", self.name)])

    @property
    def model_versions(self) -> tuple[str, ...]:
        """The model ids that the provider said answered, sorted."""
        return tuple(sorted({result.model for result in self.results if result.model}))


def command_lines(words: Sequence[str], options: Sequence[tuple[str, str]]) -> str:
    r"""A command for a shell, each option on its own line, so that no page breaks one in two.

    >>> print(command_lines(["panelwise", "report", "a"], [("--title", "A and B"), ("--out", "c")]))
    panelwise report a \
      --title 'A and B' \
      --out c
    """
    return " \\\n  ".join([shlex.join(words), *map(shlex.join, options)])


def report_run(run: Run) -> ReportRun:
    """What a report shows of a run on disk.

    Raises:
        InputError: when a pack has moved or changed, or a record of judges is damaged.
    """
    items: dict[ItemKey, Item] = {
        ItemKey(pack, item.id): item
        for pack, group in RunData.of(run).items.items()
        for item in group
    }

    def image_path(sha256: str) -> Path | None:
        paths = (pack.image_path(sha256) for pack in run.packs)
        return next((path for path in paths if path is not None), None)

    return ReportRun(
        name=run.name,
        model=run.model,
        profile_name=run.profile.name,
        items=items,
        results=tuple(run.results()),
        image_path=image_path,
        configuration=_configuration(run),
        profile=run.profile,
        task_profiles=run.profiles.by_task,
        judges=read_judges(run.path),
        people=read_people(run.path),
        errors=error_classes_of(run),
    )


def _configuration(run: Run) -> dict[str, Any]:
    """What ``run.json`` and its packs say, without where they lie on somebody's disk."""
    packs = [
        {key: value for key, value in entry.items() if key not in ("path", "relative_path")}
        for entry in run.config["packs"]
    ]
    manifests = {pack.name: pack.manifest for pack in run.packs}
    return dict(run.config) | {"packs": packs, "pack_manifests": manifests}
