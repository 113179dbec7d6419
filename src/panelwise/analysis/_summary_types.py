"""What an analysis of runs says, as plain data for tables and pages."""

from __future__ import annotations

from dataclasses import dataclass, field

from panelwise.analysis._estimate import SIGNIFICANT, Estimate, Score
from panelwise.analysis._finding_types import Condition, MistakeKind, PositionBias
from panelwise.analysis._pair_types import PairScore
from panelwise.metrics import ClassDetection
from panelwise.metrics.resampling import BookUnit
from panelwise.tasks import BestConstant, Outcome, Status


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


@dataclass(frozen=True, slots=True)
class MetricSummary:
    """One metric over one set of items.

    Attributes:
        metric: its name ("exact_match").
        all_items: over all items with a result, answers that could not be read scored by the
            ``scoring.invalid_policy``, or as ``zero`` where that leaves them out.
        valid_only: over readable answers alone.
        headline: the one of the two that the run's profile reports.
        chance: expected value of a uniform random answer on the very items of the headline, among
            the orders that the shuffle rule allows (AMB-10).
        higher_is_better: direction.
        chance_adjusted: ``(value − chance) / (best − chance)`` of the headline value.
        constant: the constant answer that scores best on these items; ``None`` where none has a
            value.
        why_no_chance: why ``chance`` or ``constant`` is ``None``, in a sentence; else empty.
    """

    metric: str
    all_items: Estimate
    valid_only: Estimate
    headline: Estimate
    chance: float | None
    higher_is_better: bool
    chance_adjusted: float | None
    constant: BestConstant | None = None
    why_no_chance: str = ""

    @property
    def score(self) -> Score:
        """What the run's profile reports: ``headline`` with ``chance``."""
        shown = self.headline
        return Score(shown.value, shown.low, shown.high, shown.n, shown.method, self.chance)

    @property
    def guess(self) -> float | None:
        """The better of a random and of the best constant answer: what a score must beat."""
        known = [self.chance, self.constant.value if self.constant else None]
        values = [value for value in known if value is not None]
        return (max if self.higher_is_better else min)(values, default=None)


@dataclass(frozen=True, slots=True)
class Breakdown:
    """The headline metric for one value of one fact ("panels" = 4).

    ``n`` counts samples; ``score.n`` those behind the score, where the profile leaves some out.
    ``few_books`` is how many books its items share where these are too few to be the clusters of
    the interval, which is then too narrow (as :attr:`TaskSummary.few_books`); else ``None``.
    """

    key: str
    value: str
    n: int
    coverage: float
    score: Estimate
    chance: float | None
    answered_identity: float | None = None
    constant: BestConstant | None = None
    few_books: int | None = None


@dataclass(frozen=True, slots=True)
class CircularScore:
    """Questions that were asked once for every rotation of their options (MS-3).

    Chance is that of an independent uniform guesser: one who guesses each of the k rotations anew
    among the k options.

    Attributes:
        questions: how many were asked in all rotations.
        unfinished: how many were asked in some only; they count nowhere.
        all_right: share of the questions answered right in every rotation: the circular score.
        mean: share of right answers, averaged over a question's rotations. Every place holds the
            right option once, so that no liking for a place helps or harms.
        consistent: share of the questions answered with the same words in every rotation.
        chance: expected ``all_right`` of the guesser, k^-k.
        mean_chance: expected ``mean``, 1/k.
        consistent_chance: expected ``consistent``, k^(1-k).
    """

    questions: int
    unfinished: int
    all_right: Estimate
    mean: Estimate
    consistent: Estimate
    chance: float | None
    mean_chance: float | None
    consistent_chance: float | None


@dataclass(frozen=True, slots=True)
class RepeatSummary:
    """The same items asked several times.

    Attributes:
        repeats: how many times.
        items: that were answered in all of them; only they count here.
        scores: the headline's value in each repeat.
        sd: the standard deviation of these between repeats; of one repeat's score, how much chance
            in decoding moves it.
        same_answer: share of all pairs of repeats of an item that were read as the same answer.
        same_score: share of these pairs with the same score.
    """

    repeats: int
    items: int
    scores: tuple[float | None, ...]
    sd: float | None
    same_answer: float | None
    same_score: float | None


Measures = dict[str, float | None]


@dataclass(frozen=True, slots=True)
class DetectionPrecision:
    """What the scores of found boxes are worth.

    Attributes:
        classes: an entry per class, in the order in which pages ask for them.
        ap50: of each class, with its interval.
        mean: ``ap50``, ``ap``, ``ar10`` and ``ar100``, mean over the classes that occur; one that
            was never found counts 0.
        mean_ap50: the first of these with its interval.
        predictable: the classes that the detector can find at all; ``None`` when nobody said.
        mean_predictable: the mean over these alone, where somebody did.
        mean_predictable_ap50: the first of these with its interval.
        pages: pages, those without a readable answer included: there nothing was found.
        limit: how many boxes of one class on a page ``ap50`` and ``ap`` look at.
        has_scores: whether the boxes came with scores; without, there is one operating point.
        notes: why these figures are not to be trusted, if they are not.
    """

    classes: tuple[ClassDetection, ...]
    ap50: dict[str, Estimate]
    mean: Measures
    mean_ap50: Estimate
    predictable: tuple[str, ...] | None
    mean_predictable: Measures | None
    mean_predictable_ap50: Estimate | None
    pages: int
    limit: int
    has_scores: bool
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TaskSummary:
    """One run on one task of its packs: a row of the headline table and what is behind it.

    ``precision`` is of detection only: what the scores of its boxes are worth, or why nothing can
    be said of that. ``few_books`` is how many books its items share where these are too few to
    count by: intervals and tests then take the items for independent, and are too narrow. The books
    of a family count as one; ``unit`` is then ``family``.
    ``repeats`` is of runs that asked every item several times, ``pairs`` of items of which two have
    one text and different answers. ``mistakes`` has the kinds of its
    wrong answers, where they have kinds; ``conditions`` the facts of items, tested one by one.
    ``tokens_in``, ``tokens_out`` and ``cost`` are ``None`` where no answer says, ``mean_latency``
    for baselines too.
    """

    run: str
    model: str
    task: str
    kind: str
    profile: str
    prompt_ids: tuple[str, ...]
    n: int
    headline_metric: str
    metrics: dict[str, MetricSummary]
    coverage: float
    outcomes: dict[Outcome, int]
    statuses: dict[Status, int]
    rules: dict[str, int]
    mean_n_all: float
    mean_n_valid: float | None
    breakdowns: tuple[Breakdown, ...]
    bias: PositionBias
    tokens_in: int | None
    tokens_out: int | None
    cost: float | None
    mean_latency: float | None
    renderings: dict[str, int] = field(default_factory=dict)
    circular: CircularScore | None = None
    precision: DetectionPrecision | str | None = None
    few_books: int | None = None
    repeats: RepeatSummary | None = None
    pairs: PairScore | None = None
    mistakes: tuple[MistakeKind, ...] = ()
    conditions: tuple[Condition, ...] = ()
    unit: BookUnit = "book"

    @property
    def headline(self) -> MetricSummary:
        """The metric that ranks, with all that is known of it."""
        return self.metrics[self.headline_metric]

    @property
    def score(self) -> Score:
        """The score that ranks: value, interval, n and chance; ``headline`` has the rest."""
        return self.headline.score

    def _repr_html_(self) -> str:
        """Every metric with its interval and chance, for notebooks."""
        from panelwise.notebook import facts_html, table_html

        facts = (
            ("profile", self.profile),
            ("items", self.n),
            ("coverage", f"{self.coverage:.3f}"),
            ("outcomes", ", ".join(f"{name} {k}" for name, k in self.outcomes.items() if k)),
        )
        headers = ("metric", "score", "95 % interval", "n", "random", "best constant")
        rows = (
            (
                metric.metric + (" (headline)" if metric.metric == self.headline_metric else ""),
                _figure(metric.headline.value),
                f"[{_figure(metric.headline.low)}, {_figure(metric.headline.high)}]",
                str(metric.headline.n),
                _figure(metric.chance),
                _figure(metric.constant.value if metric.constant else None),
            )
            for metric in self.metrics.values()
        )
        return facts_html(f"{self.model} on {self.task}", facts) + table_html(headers, rows)


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """Two runs on the items that both answered or should have; first minus second.

    ``common_valid_difference`` is that of the items which both answered readably. The 95 %
    intervals are of this pair alone.
    """

    first: str
    second: str
    task: str
    metric: str
    n: int
    difference: Estimate
    common_valid_difference: Estimate
    only_first_right: int | None
    only_second_right: int | None


@dataclass(frozen=True, slots=True)
class PairedTest(PairedDifference):
    """The test of a difference.

    ``test`` is ``mcnemar`` (exact; 0/1 scores of independent items), ``sign_flip`` (paired
    permutation test by item), ``sign_flip_by_book`` or ``sign_flip_by_family``, for figures of sums
    ``exchange``, ``exchange_by_book`` or ``exchange_by_family``; ``p_holm`` is corrected over all
    pairs that are tested, ``pairs`` of them, and decides the verdict. ``p`` is of this pair alone.
    ``units`` counts what is exchanged: books, families or items. ``least_p_holm`` is the least
    ``p_holm`` that so many units allow.
    """

    test: str
    units: int
    p: float
    p_holm: float
    pairs: int = 1
    least_p_holm: float = 0.0

    @property
    def differs(self) -> bool:
        """The verdict: whether the corrected test shows a difference."""
        return self.p_holm < SIGNIFICANT

    @property
    def differs_alone(self) -> bool:
        """Whether the pair alone shows a difference that the correction takes away."""
        return self.p < SIGNIFICANT and not self.differs

    @property
    def remark(self) -> str:
        """Which of interval and verdict is which, where only one of them says "different"."""
        low, high = self.difference.low, self.difference.high
        apart = low is not None and high is not None and not low <= 0 <= high
        if self.differs_alone:
            return f"shown by this pair alone, not after correction for {self.pairs} pairs"
        if low is None or apart == self.differs:
            return ""
        return "the interval is approximate, the verdict is the test's"

    @property
    def too_few(self) -> bool:
        """Whether so few units are exchanged that no outcome could show a difference at 5 %.

        All differences on one side is the rarest outcome, 2 of ``2 ** units`` patterns; its p
        counts as corrected over ``pairs``. An interval may leave out 0 all the same: from a handful
        of books it is a rough guess.
        """
        return max(2 * 0.5**self.units, self.least_p_holm) >= SIGNIFICANT


@dataclass(frozen=True, slots=True)
class Column:
    """One column of an average: a task, or one value of its breakdown.

    ``failed``: no answer could be read; the column counts 0.
    """

    name: str
    score: Estimate
    chance: float | None
    n: int
    failed: bool


@dataclass(frozen=True, slots=True)
class Average:
    """An average over tasks that a paper prints, for one model.

    Attributes:
        name: of the average ("StripCipher AVG, four columns").
        score: its value, and the same average of the ends of its columns' intervals; no value
            while a task is missing.
        chance: the same average of chance levels.
        columns: what is averaged, failed columns as 0.
        missing: tasks that were not asked.
    """

    model: str
    profile: str
    name: str
    score: Estimate
    chance: float | None
    columns: tuple[Column, ...]
    missing: tuple[str, ...]

    @property
    def failed(self) -> int:
        """How many columns failed."""
        return sum(column.failed for column in self.columns)

    @property
    def remark(self) -> str:
        """What a reader must know of the value: which columns failed, what is missing."""
        failed = ", ".join(column.name for column in self.columns if column.failed)
        said = [f"failed, counted as 0: {failed}"] if failed else []
        if self.missing:
            said.append(f"no average: {', '.join(self.missing)} not asked")
        return "; ".join(said)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Several runs side by side; ``averages`` over tasks as the papers print them.

    ``baseline_differences`` are those of pairs with a baseline, which are not tested where there
    is a model: whether a run is better than guessing is judged in one place, against the expected
    score of guessing, which has no error; the run of a baseline is one sample of it.
    """

    summaries: tuple[TaskSummary, ...]
    tests: tuple[PairedTest, ...]
    averages: tuple[Average, ...] = ()
    baseline_differences: tuple[PairedDifference, ...] = ()
