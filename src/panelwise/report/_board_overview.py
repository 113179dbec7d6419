"""All boards of a leaderboard at once: who took which, and a mean over the same tasks only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from panelwise.analysis import Estimate
from panelwise.report._boards import Board, BoardEntry


@dataclass(frozen=True, slots=True)
class OverviewRow:
    """A model, with its entry on every board.

    Attributes:
        name: the model's; with the run's where it has several runs on one board.
        entries: in the order of the boards; ``None`` for one that it did not take.
        mean: over the boards that are averaged; ``None`` for a model that lacks one of them.
    """

    name: str
    entries: tuple[BoardEntry | None, ...]
    mean: Estimate | None

    @property
    def taken(self) -> int:
        """How many boards it took."""
        return sum(entry is not None for entry in self.entries)


@dataclass(frozen=True, slots=True)
class BoardOverview:
    """Models by boards; ``averaged`` is the number of boards in a mean, 0 where there is none."""

    rows: tuple[OverviewRow, ...]
    averaged: int


def board_overview(boards: Sequence[Board]) -> BoardOverview | None:
    """Every model on every board; ``None`` where there is one board, or no model.

    A mean is over all boards whose scores go from 0 to 1, higher being better. A model that lacks
    one of them has no mean: the mean of the others would be compared with one of other tasks.
    """
    names = _names(boards)
    if len(boards) < 2 or not names:
        return None
    averaged = [k for k, board in enumerate(boards) if _is_share(board)]
    rows = []
    for name, places in names.items():
        entries = tuple(places.get(k) for k in range(len(boards)))
        rows.append(OverviewRow(name, entries, _mean([entries[k] for k in averaged])))
    rows.sort(key=lambda row: (-row.taken, -(row.mean.value or 0.0) if row.mean else 1.0, row.name))
    has_mean = len(averaged) > 1 and any(row.mean for row in rows)
    return BoardOverview(tuple(rows), len(averaged) if has_mean else 0)


def _names(boards: Sequence[Board]) -> dict[str, dict[int, BoardEntry]]:
    """Model → board → its entry; runs of one model on one board are rows of their own."""
    several = {
        entry.model
        for board in boards
        for entry in board.models
        if sum(other.model == entry.model for other in board.models) > 1
    }
    found: dict[str, dict[int, BoardEntry]] = {}
    for k, board in enumerate(boards):
        for entry in board.models:
            name = f"{entry.model}, {entry.run}" if entry.model in several else entry.model
            found.setdefault(name, {})[k] = entry
    return found


def _is_share(board: Board) -> bool:
    values = [entry.score.value for entry in (*board.models, *board.baselines)]
    known = [value for value in values if value is not None]
    return board.higher_is_better and bool(known) and all(0 <= value <= 1 for value in known)


def _mean(entries: Sequence[BoardEntry | None]) -> Estimate | None:
    """The mean of scores and of their bounds, as if all rose together: rather too wide."""
    scores = [entry.score for entry in entries if entry is not None]
    if len(scores) < len(entries) or not scores:
        return None
    value, low, high = (
        _mean_of([getattr(score, name) for score in scores]) for name in ("value", "low", "high")
    )
    if value is None:
        return None
    return Estimate(value, low, high, min(score.n for score in scores), "mean_of_intervals")


def _mean_of(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known and len(known) == len(values) else None
