"""What a report shows of one run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from panelwise.evaluation import Decoding, Result, decoding_of_run
from panelwise.profile import RECOMMENDED, Profile
from panelwise.report._judges import JudgeReport, People
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
    task_profiles: Mapping[str, Profile] = field(default_factory=dict)

    def profile_of(self, task: str) -> Profile:
        """The profile that scored a task."""
        return self.task_profiles.get(task, self.profile)

    @property
    def decoding(self) -> Mapping[str, Decoding]:
        """The decoding parameters that were sent, task by task, as far as they are known."""
        return decoding_of_run(self.configuration)

    @property
    def model_versions(self) -> tuple[str, ...]:
        """The model ids that the provider said answered, sorted."""
        return tuple(sorted({result.model for result in self.results if result.model}))
