"""Items joined with what was answered to them, and the scores of those without an answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from panelwise.errors import InputError
from panelwise.evaluation import Result, Run
from panelwise.metrics import MetricInfo
from panelwise.metrics.resampling import FEWEST_BOOKS
from panelwise.profile import Profile
from panelwise.tasks import (
    OUTCOME_OF_STATUS,
    Guessed,
    Guesses,
    Item,
    added_scores,
    get_kind,
    guesses_of,
    item_weight,
    ranking_metric,
    unread_scores,
)

PackItem = tuple[str, str]


@dataclass(frozen=True, slots=True)
class RunData:
    """What an analysis needs to know of a run.

    Attributes:
        name: of the run.
        model: who answered.
        profile: how answers were read and scored, by ``profile_of`` where tasks differ.
        items: pack's content hash → its items that were to be answered.
        results: what became of each sample; items may be missing (a run stopped early) or occur
            several times (repeats).
        task_profiles: task → its profile, where it is another (``paper`` in several papers).
    """

    name: str
    model: str
    profile: Profile
    items: Mapping[str, Sequence[Item]]
    results: Sequence[Result]
    task_profiles: Mapping[str, Profile] = field(default_factory=dict)

    def profile_of(self, task: str) -> Profile:
        """How answers to one task were read and scored."""
        return self.task_profiles.get(task, self.profile)

    @classmethod
    def of(cls, run: Run) -> RunData:
        """The data of a run on disk.

        Raises:
            InputError: when a pack has moved or changed.
        """
        limit = run.config["limit"]
        items = {pack.hash: pack.items()[:limit] for pack in run.packs}
        run.require_right_answers()
        profiles = run.profiles
        results = tuple(run.results())
        return cls(run.name, run.model, profiles.default, items, results, profiles.by_task)


@dataclass(frozen=True, slots=True)
class Sample:
    """One answered item.

    Attributes:
        pack: the content hash of the item's pack.
        readable: whether an answer was read from the response.
        scores: of the answer, or what the invalid policy gives in its stead.
        guessed: what random and constant answers score on this item.
        weight: 1, or the number of panels of an ordering under ``scoring.average=panel``.
    """

    pack: str
    item: Item
    result: Result
    readable: bool
    scores: Mapping[str, float]
    guessed: Guessed
    weight: float

    @property
    def key(self) -> PackItem:
        """Pack and item: what two runs have in common."""
        return self.pack, self.item.id

    @property
    def question(self) -> PackItem:
        """Pack and question: the item, or what it is a rotation of.

        The rotations of one question vary together; as samples on their own they would make
        intervals too narrow.
        """
        of = self.item.meta.get("rotation_of")
        return self.pack, of if isinstance(of, str) else self.item.id


@dataclass(frozen=True, slots=True)
class TaskSamples:
    """All samples of one task of a run, with the items that they answer.

    ``guesses`` are the constant answers that were tried on all of its items.
    """

    task: str
    kind: str
    items: tuple[Item, ...]
    samples: tuple[Sample, ...]
    guesses: Guesses
    ranked_by: str | None = None

    @property
    def metrics(self) -> Mapping[str, MetricInfo]:
        """The metrics of the task's kind."""
        return get_kind(self.kind).metrics

    @property
    def headline(self) -> str:
        """The metric that models are ranked by; the kind's own while nobody has judged answers.

        ``ranked_by`` where a comparison needs another.
        """
        if self.ranked_by is not None:
            return self.ranked_by
        return ranking_metric(self.items[0], (sample.scores for sample in self.samples))


def samples_by_task(run: RunData) -> list[TaskSamples]:
    """The samples of a run, task by task in the order of its items.

    Raises:
        InputError: for a result of an item that the run's packs do not hold.
    """
    items = {(pack, item.id): item for pack, some in run.items.items() for item in some}
    results: dict[PackItem, list[Result]] = {key: [] for key in items}
    for result in run.results:
        if (result.pack, result.item) not in items:
            raise InputError(
                f"run {run.name}: its packs have no item '{result.item}'; give the packs it was "
                "made with"
            )
        results[result.pack, result.item].append(result)
    tasks: dict[tuple[str, str], list[PackItem]] = {}
    for key, item in items.items():
        tasks.setdefault((item.task, item.kind), []).append(key)
    return [
        _task_samples(task, kind, {key: items[key] for key in keys}, results, run.profile_of(task))
        for (task, kind), keys in tasks.items()
    ]


def _task_samples(
    task: str,
    kind: str,
    items: Mapping[PackItem, Item],
    results: Mapping[PackItem, Sequence[Result]],
    profile: Profile,
) -> TaskSamples:
    guesses, guessed = guesses_of(list(items.values()), profile)
    samples = tuple(
        _sample(key[0], item, result, one, profile)
        for (key, item), one in zip(items.items(), guessed, strict=True)
        for result in results[key]
    )
    return TaskSamples(task, kind, tuple(items.values()), samples, guesses)


def _sample(pack: str, item: Item, result: Result, guessed: Guessed, profile: Profile) -> Sample:
    readable = OUTCOME_OF_STATUS[result.status] is None
    return Sample(
        pack=pack,
        item=item,
        result=result,
        readable=readable,
        scores=_scores(item, result, readable, profile),
        guessed=guessed,
        weight=item_weight(item, profile),
    )


def _scores(item: Item, result: Result, readable: bool, profile: Profile) -> Mapping[str, float]:
    """What was stored; with what the answer scores by metrics that were installed since."""
    if not readable:
        return unread_scores(item, profile) | result.scores
    if result.answer is None:
        return result.scores
    return added_scores(get_kind(item.kind), item, result.answer, profile) | result.scores


def few_books(samples: Sequence[Sample]) -> int | None:
    """How many books (or families) the items share, where these are too few to be the clusters.

    Answers from a file that names no books are not known to share one.
    """
    books = {sample.item.cluster for sample in samples}
    if len(books) == 1 and not any(sample.item.sources[0].path for sample in samples):
        return None
    shared = len(books) < len({sample.question for sample in samples})
    return len(books) if shared and len(books) < FEWEST_BOOKS else None
