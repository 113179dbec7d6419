"""What a run cost and what became of its questions, over all tasks: counts, no scores.

Source: MS-6, MS-9.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from panelwise.evaluation import is_baseline
from panelwise.report._headline import unread_rule
from panelwise.report._outcomes import outcome_bar
from panelwise.report._report_run import ItemKey, ReportRun
from panelwise.report._words import MISSING, OUTCOME_WORDS, count
from panelwise.tasks import Outcome
from panelwise.wording import counted

# What keeps an answer from being read, in the order of the columns.
UNREAD: tuple[Outcome, ...] = (
    *("refused", "unparsed", "no_answer", "truncated", "unsupported", "provider_error"),
)


@dataclass(frozen=True, slots=True)
class RunTotals:
    """One run over all its tasks.

    Attributes:
        run: its name.
        outcomes: of all samples that have one.
        missing: how many items it was not asked yet.
        cost: dollars; ``None`` where no answer has a price.
        unpriced: how many answers have none, if others have.
        tokens_in, tokens_out: as the provider counted; ``None`` where it did not.
        requests: sent, retries included; ``None`` for baselines and recordings, which send none.
        cached: answers that were taken from an earlier run.
        seconds: the time that answers took, added up, as measured or recorded; ``None`` where it
            is not known, and for baselines.
        timed: how many answers that is the time of.
        bar: of the outcomes.
        unread_rules: what its profiles make of the answers that could not be read; empty without.
    """

    run: str
    baseline: bool
    outcomes: Mapping[Outcome, int]
    missing: int
    cost: float | None
    unpriced: int
    tokens_in: int | None
    tokens_out: int | None
    requests: int | None
    cached: int
    seconds: float | None
    timed: int
    bar: Markup
    unread_rules: tuple[str, ...] = ()

    @property
    def per_answer(self) -> float | None:
        """Seconds for an answer, on average."""
        return self.seconds / self.timed if self.seconds is not None and self.timed else None

    @property
    def samples(self) -> int:
        """How many were asked."""
        return sum(self.outcomes.values())

    @property
    def unread(self) -> int:
        """How many answers could not be read, for whatever reason."""
        return sum(self.outcomes.get(outcome, 0) for outcome in UNREAD)

    @property
    def lost(self) -> list[str]:
        """How many answers of each sort could not be read, and how many are missing."""
        missing = [f"{count(self.missing)} missing"] if self.missing else []
        return [*unread_words(self.outcomes), *missing]

    @property
    def plain(self) -> dict[str, object]:
        """The numbers, for ``summary.json``."""
        return {
            "samples": self.samples,
            "outcomes": dict(self.outcomes),
            "cost": self.cost,
            "unpriced": self.unpriced,
            "tokens_in": self.tokens_in,
            "tokens_out": self.tokens_out,
            "requests": self.requests,
            "cached": self.cached,
            "seconds": self.seconds,
        }


@dataclass(frozen=True, slots=True)
class AllTotals:
    """The runs of a report; those of models first.

    Attributes:
        rows: a run each.
        columns: the outcomes without a readable answer that occur.
        said: the sums.
    """

    rows: tuple[RunTotals, ...]
    columns: tuple[Outcome, ...]
    said: str

    @property
    def unread_said(self) -> tuple[str, str]:
        """How many answers could not be read or are missing, and of which runs.

        Those of baselines are counted apart where there are models.
        """
        peers = self.peers
        unread, of = sum(row.unread for row in peers), sum(row.samples for row in peers)
        missing = sum(row.missing for row in self.rows)
        whose = "answers of models" if len(peers) < len(self.rows) else "answers"
        lost = f"{count(missing) if missing else 'none'} missing"
        verdict = f"{count(unread)} of {count(of)} {whose} could not be read, {lost}."
        if self.unread_rules:
            verdict = f"{verdict[:-1]}. They are {' or '.join(self.unread_rules)}."
        said = [f"{row.run} {', '.join(row.lost)}" for row in self.rows if row.lost]
        more = [f"{'; '.join(said)}."] if said else []
        if len(peers) < len(self.rows):
            others = [row for row in self.rows if row.baseline]
            asked = count(sum(row.samples for row in others))
            more.append(f"Of baselines: {count(sum(row.unread for row in others))} of {asked}.")
        return verdict, " ".join(more)

    @property
    def unread_rules(self) -> tuple[str, ...]:
        """What becomes of the models' answers that could not be read; several if profiles differ.

        Empty where all answers were read.
        """
        return tuple(dict.fromkeys(rule for row in self.peers for rule in row.unread_rules))

    @property
    def peers(self) -> tuple[RunTotals, ...]:
        """The models; the baselines where there is no model."""
        return tuple(row for row in self.rows if not row.baseline) or self.rows

    @property
    def cost(self) -> float | None:
        """What all runs cost; ``None`` where no price is known."""
        return _sum(row.cost for row in self.rows)

    @property
    def cost_said(self) -> tuple[str, str]:
        """What all runs cost, and each."""
        costs = [(row.run, row.cost) for row in self.rows if row.cost is not None]
        if not costs:
            return "No prices known.", ""
        each = ", ".join(f"{run} {dollars(cost)}" for run, cost in costs)
        return f"{dollars(self.cost)} in all.", f"{each}."

    @property
    def has_gaps(self) -> bool:
        """Whether the cost, tokens, requests or time of some run are not known."""
        return any(
            value is None
            for row in self.rows
            for value in (row.tokens_in, row.tokens_out, row.requests, row.seconds)
        )

    @property
    def unit(self) -> tuple[str, int]:
        """The unit of all times, and how many seconds it has."""
        longest = max((row.seconds or 0.0 for row in self.rows), default=0.0)
        return ("s", 1) if longest < 120 else ("min", 60) if longest < 7200 else ("h", 3600)

    @property
    def seen(self) -> tuple[Outcome, ...]:
        """The outcomes that occur, as the legend names them."""
        return tuple(
            outcome for outcome in OUTCOME_WORDS if any(r.outcomes.get(outcome) for r in self.rows)
        )


def totals_of(run: ReportRun) -> RunTotals:
    """Counts and sums over a run's results."""
    results = run.results
    outcomes: Counter[Outcome] = Counter(result.outcome for result in results)
    asked = [one for one in results if one.tokens_in is not None or one.cost is not None]
    sent = bool(asked) or any(one.outcome == "provider_error" for one in results)
    cost = _sum(one.cost for one in results)
    answered = [one for one in results if one.outcome not in ("provider_error", "unsupported")]
    return RunTotals(
        run=run.name,
        baseline=is_baseline(run.model),
        outcomes=outcomes,
        missing=len(run.items.keys() - {(one.pack, one.item) for one in results}),
        cost=cost,
        unpriced=0 if cost is None else sum(one.cost is None for one in answered),
        tokens_in=_whole(one.tokens_in for one in results),
        tokens_out=_whole(one.tokens_out for one in results),
        requests=sum(one.attempts for one in results) if sent else None,
        cached=sum(one.cached for one in results),
        seconds=None if is_baseline(run.model) else _sum(one.latency for one in results),
        timed=sum(one.latency is not None for one in results),
        bar=outcome_bar(outcomes, f"Outcomes of {run.name} on all tasks") if results else Markup(),
        unread_rules=_unread_rules(run),
    )


def _unread_rules(run: ReportRun) -> tuple[str, ...]:
    keys = [ItemKey(one.pack, one.item) for one in run.results if one.outcome in UNREAD]
    items = [run.items[key] for key in keys if key in run.items]
    tasks = dict.fromkeys((item.task, item.kind) for item in items)
    return tuple(dict.fromkeys(unread_rule(task, kind, run) for task, kind in tasks))


def all_totals(runs: Sequence[ReportRun], order: Sequence[str]) -> AllTotals:
    """Every run's totals, in the order of the first table."""
    named = {run.name: totals_of(run) for run in runs}
    rows = tuple(named[name] for name in order if name in named)
    columns = tuple(o for o in UNREAD if any(row.outcomes.get(o) for row in rows))
    return AllTotals(rows, columns, _sums(rows))


def _sums(rows: Sequence[RunTotals]) -> str:
    """All runs together, in a line; the time of requests apart from that of recorded answers."""
    samples = counted(sum(row.samples for row in rows), "sample")
    cost = _sum(row.cost for row in rows)
    requests = _whole(row.requests for row in rows)
    measured = _sum(row.seconds for row in rows if row.requests is not None)
    recorded = _sum(row.seconds for row in rows if row.requests is None)
    parts = [samples, dollars(cost) if cost is not None else "no prices known"]
    parts += [counted(requests, "request")] if requests is not None else []
    parts += [f"{duration(measured)} of answering"] if measured is not None else []
    parts += [f"{duration(recorded)} in recordings"] if recorded is not None else []
    return " · ".join(parts)


def dollars(value: float | None) -> str:
    """A cost that is never rounded to nothing.

    >>> dollars(None), dollars(0.0), dollars(0.004), dollars(0.171), dollars(1234.5)
    ('—', '$0.00', '< $0.01', '$0.17', '$1,234.50')
    """
    if value is None:
        return MISSING
    return "< $0.01" if 0 < value < 0.005 else f"${value:,.2f}"


def cost_words(value: float | None, *, baseline: bool) -> str:
    """A cost in a table that says why there is none.

    >>> cost_words(0.5, baseline=False), cost_words(None, baseline=False)
    ('$0.50', 'not recorded')
    """
    return dollars(value) if value is not None else "none" if baseline else "not recorded"


def duration(seconds: float | None) -> str:
    """A time in the unit that one would say.

    >>> duration(0.04), duration(43.2), duration(600), duration(9000), duration(None)
    ('< 1 s', '43 s', '10 min', '2.5 h', '—')
    """
    if seconds is None:
        return MISSING
    if seconds < 1:
        return "< 1 s"
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:,.1f} h"


def unread_words(outcomes: Mapping[Outcome, int]) -> list[str]:
    """How many answers of each sort could not be read.

    >>> unread_words({"correct": 3, "refused": 2, "provider_error": 1})
    ['2 refused', '1 error']
    """
    found = ((outcome, outcomes.get(outcome, 0)) for outcome in UNREAD)
    return [f"{count(n)} {OUTCOME_WORDS[outcome].label}" for outcome, n in found if n]


def _sum(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return math.fsum(known) if known else None


def _whole(values: Iterable[int | None]) -> int | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None
