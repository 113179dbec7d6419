"""The profiles of a run: one for all its tasks, or one for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from panelwise.benchmarks import paper_of
from panelwise.profile import Profile


@dataclass(frozen=True, slots=True)
class Profiles:
    """How the answers of a run are read and scored, task by task.

    Attributes:
        default: of every task that is not in ``by_task``.
        by_task: task → its profile, where it differs: ``paper`` means other values in each paper.
    """

    default: Profile
    by_task: Mapping[str, Profile] = field(default_factory=dict)

    @classmethod
    def of(cls, base: Profile, by_task: Mapping[str, Profile]) -> Profiles:
        """``by_task``, with what all tasks share as the default, or else ``base``."""
        shared = next(iter(by_task.values()), base)
        if any(profile != shared for profile in by_task.values()):
            shared = base
        return cls(shared, {task: one for task, one in by_task.items() if one != shared})

    @classmethod
    def read(cls, config: Mapping[str, Any]) -> Profiles:
        """The profiles that ``run.json`` names; runs of before they were per task have one.

        A setting that was added after a run in ``paper`` has the value of each task's own paper.
        """
        whole, own = config["profile"], config.get("task_profiles", {})
        where = "the profile of the run"
        tasks = {pack["task"] for pack in config.get("packs", ()) if pack.get("task")} | own.keys()
        papers = {paper_of(task) for task in tasks - own.keys()}
        default = Profile.stored(whole, where, papers.pop() if len(papers) == 1 else None)
        by_task = {
            task: Profile.stored(
                own.get(task, whole), f"{where}, {task}" if task in own else where, paper_of(task)
            )
            for task in sorted(tasks)
        }
        return cls(default, {task: one for task, one in by_task.items() if one != default})

    def of_task(self, task: str) -> Profile:
        """The profile of one task."""
        return self.by_task.get(task, self.default)

    def as_config(self) -> dict[str, Any]:
        """As ``run.json`` keeps them."""
        by_task = {task: profile.as_dict() for task, profile in self.by_task.items()}
        return {"profile": self.default.as_dict(), "task_profiles": by_task}
