"""What the pages show of a run: how far it is, what it costs, what it scores so far."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from markupsafe import Markup

from panelwise.analysis import TaskSummary
from panelwise.errors import PanelwiseError
from panelwise.evaluation import Result, Run, RunState
from panelwise.report._charts import axis_for, strip
from panelwise.report._naming import task_title
from panelwise.report._outcomes import Funnel, funnel, outcome_bar
from panelwise.report._report_run import ItemKey
from panelwise.report._standing import verdict_words
from panelwise.report._words import full_scale, metric_label
from panelwise.report.live import _words
from panelwise.report.live._run import LiveRun
from panelwise.tasks import Item, Outcome

PACE_SECONDS = 60.0
QUIET_SECONDS = 120.0  # a run that writes nothing for so long may have died
MOST_ERRORS = 5


@dataclass(frozen=True, slots=True)
class TaskScore:
    """A task's score so far.

    ``of`` is how many samples it will have in the end.
    """

    summary: TaskSummary
    title: str
    metric: str
    verdict: str
    strip: Markup
    funnel: Funnel
    of: int


@dataclass(frozen=True, slots=True)
class RunView:
    """A run at one moment, in words.

    ``tone`` is ``running``, ``quiet``, ``complete`` or ``stopped``; ``fault`` says why the run
    cannot be shown, ``score_fault`` why there are no scores.
    """

    id: str
    name: str
    model: str = ""
    profile: str = ""
    status: str = ""
    tone: str = "stopped"
    done: int = 0
    total: int = 0
    bar: Markup | None = None
    facts: tuple[tuple[str, str], ...] = ()
    outcomes: Mapping[Outcome, int] | None = None
    tasks: tuple[TaskScore, ...] = ()
    scored: int = 0
    pending: bool = False
    score_fault: str = ""
    errors: tuple[tuple[str, int], ...] = ()
    fault: str = ""
    written: float = 0.0

    @property
    def running(self) -> bool:
        """Whether something more may come."""
        return self.tone in ("running", "quiet")


def run_view(run: LiveRun, wait: float = 0.0) -> RunView:
    """A run as it is now.

    Args:
        run: to be shown.
        wait: how many seconds to wait for newer scores.
    """
    name = run.path.resolve().name
    try:
        state = run.state()
        opened = run.opened()
        profile = opened.profile.name
    except PanelwiseError as error:
        return RunView(run.id, name, status="unreadable", fault=str(error))
    scores = run.scores(wait)
    done, total = len(state.results), len(opened)
    status, tone = _status(state, opened)
    outcomes = Counter(result.outcome for result in state.results)
    totals = _totals(run) if scores.summaries else {}
    return RunView(
        id=run.id,
        name=name,
        model=opened.model,
        profile=profile,
        status=status,
        tone=tone,
        done=done,
        total=total,
        bar=outcome_bar(outcomes, f"Outcomes of {name}", total),
        facts=tuple(_facts(state, total, tone)),
        outcomes=outcomes,
        tasks=tuple(
            _task_score(one, totals.get(one.task, 0) * opened.repeats) for one in scores.summaries
        ),
        scored=scores.n,
        pending=scores.pending,
        score_fault=scores.fault,
        errors=_errors(state.results),
        written=state.written,
    )


def pace_of(results: Sequence[Result], now: float) -> float:
    """Samples per second over the last minute."""
    ends = [end for result in results if (end := _seconds(result.finished)) > now - PACE_SECONDS]
    if not ends:
        return 0.0
    return len(ends) / max(1.0, min(PACE_SECONDS, now - min(ends)))


def item_of(result: Result, items: Mapping[ItemKey, Item]) -> Item | None:
    """The item that a result answers, where its pack is here."""
    return items.get(ItemKey(result.pack, result.item))


def _status(state: RunState, run: Run) -> tuple[str, str]:
    if run.status != "running":
        return run.status, "complete" if run.status == "complete" else "stopped"
    quiet = time.time() - state.written
    if quiet > QUIET_SECONDS:
        return f"running, nothing new for {_words.duration(quiet)}", "quiet"
    return "running", "running"


def _facts(state: RunState, total: int, tone: str) -> list[tuple[str, str]]:
    usage, done = state.usage, len(state.results)
    facts = []
    if tone == "running":
        pace = pace_of(state.results, time.time())
        left = _words.duration((total - done) / pace) if pace else "unknown"
        facts += [
            ("pace", _words.rate(pace)),
            ("time left", left),
            ("in flight", str(state.in_flight)),
        ]
    if usage.requests:
        facts.append(("cost", _words.cost(usage)))
    if usage.counted:
        facts.append(("tokens in", f"{usage.tokens_in:,}"))
        facts.append(("tokens out", f"{usage.tokens_out:,}"))
    cached = sum(result.cached for result in state.results)
    if cached:
        facts.append(("from the cache", f"{cached:,}"))
    lasted = _lasted(state)
    if lasted and tone != "running":
        facts.append(("time", _words.duration(lasted)))
    return facts


def _lasted(state: RunState) -> float:
    """Seconds of all sessions that came to an end."""
    return sum(
        max(0.0, _seconds(str(one["finished"])) - _seconds(str(one.get("started", ""))))
        for one in state.config["sittings"]
        if one.get("finished") and one.get("started")
    )


def _errors(results: Sequence[Result]) -> tuple[tuple[str, int], ...]:
    """What services and readers of answers complained about, most frequent first."""
    found = Counter(result.error for result in results if result.error)
    return tuple(found.most_common(MOST_ERRORS))


def _totals(run: LiveRun) -> Mapping[str, int]:
    return Counter(item.task for item in run.items().values())


def _task_score(summary: TaskSummary, of: int) -> TaskScore:
    score = summary.score
    axis = axis_for([score.value, score.low, score.high, *full_scale(summary)])
    guess = summary.headline.guess
    return TaskScore(
        summary=summary,
        title=task_title(summary.task),
        metric=metric_label(summary.headline_metric),
        verdict=verdict_words(summary, named=False) if summary.n else "",
        strip=strip(score, guess, axis, f"{summary.task}, {summary.run}"),
        funnel=funnel(summary),
        of=max(of, summary.n),
    )


def _seconds(text: str) -> float:
    """An ISO 8601 time in seconds since 1970; 0 for what is none."""
    try:
        return datetime.fromisoformat(text).timestamp()
    except ValueError:
        return 0.0
