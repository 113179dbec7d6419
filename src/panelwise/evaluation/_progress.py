"""The progress of a run."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class ProgressState:
    """A run at one moment.

    Attributes:
        total: samples of the run.
        done: stored so far, those of earlier sessions included.
        resumed: were stored by earlier sessions.
        cached: were answered from the cache in this session.
        failed: ended in ``provider_error``.
        in_flight: requests on their way.
        concurrency: how many may be on their way at present.
        rate: samples per second over the last half minute.
        eta: seconds to the end at that rate; ``None`` while unknown.
        waiting_on: why nothing moves ("429: 12 s"), if so.
        cost: US dollars so far; ``None`` when no price is known.
        tokens: so far, in and out.
        note: what the solver said beforehand ("recorded answers to 12 of 20 items").
        finished: whether this is the last state.
    """

    total: int
    done: int = 0
    resumed: int = 0
    cached: int = 0
    failed: int = 0
    in_flight: int = 0
    concurrency: int = 0
    rate: float = 0.0
    eta: float | None = None
    waiting_on: str | None = None
    cost: float | None = None
    tokens: int = 0
    note: str | None = None
    finished: bool = False


class Progress(Protocol):
    """An observer of a run, such as the line on a terminal."""

    def update(self, state: ProgressState) -> None:
        """Called about ten times a second, at the start, and once at the end."""
        ...


class Speed:
    """Samples per second over the last ``window`` seconds."""

    def __init__(self, window: float = 30.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._window = window
        self._clock = clock
        self._points: deque[tuple[float, int]] = deque()

    def per_second(self, done: int) -> float:
        """The rate, ``done`` being finished now."""
        now = self._clock()
        self._points.append((now, done))
        while self._points[0][0] < now - self._window:
            self._points.popleft()
        then, before = self._points[0]
        return (done - before) / (now - then) if now > then else 0.0
