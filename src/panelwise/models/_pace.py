"""How many requests are in flight: as many as the service bears, found out while asking.

Additive increase, multiplicative decrease, as TCP does it: the limit doubles with every full
round of answers until the service first says "too many", from then on grows by an eighth (at
least one) per round, and is halved when it says so again. It grows only while it is the limit that
holds requests back. ``Retry-After`` then stops all workers, not only the one that received it.

A service that is shared refuses a request now and then, however few are sent: with 6 % of refusals
at random, halving at each made a run eleven times as long (``bench/throttling.py``). A refusal
therefore counts as "too many" only where more than a quarter of the last answers were refusals;
otherwise only the request that was refused waits.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import deque
from collections.abc import Callable

FIRST_LIMIT = 8
LONGEST_PAUSE = 60.0
LAST_ANSWERS = 20
TOO_MANY = 0.25  # of the last answers; with 6 % at random, 1 refusal in 40 meets four of 19 others
GROWING = 0.1  # most refusals among the last answers at which more is tried


class Pace:
    """Permits for requests.

    Args:
        ceiling: never more in flight than this.
        clock: seconds, monotonic.
    """

    def __init__(self, ceiling: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.ceiling = ceiling
        self.limit = min(FIRST_LIMIT, ceiling)
        self.in_flight = 0
        self._clock = clock
        self._open_at = 0.0
        self._slow_start = True
        self._answers = 0
        self._saturated = False
        self._cut_at = float("-inf")
        self._limited = 0
        self._last: deque[bool] = deque(maxlen=LAST_ANSWERS)  # whether each was refused
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._closed = False
        self._random = random.Random(0)  # spreads retries; decides no answer

    @property
    def pause(self) -> float:
        """Seconds until the service may be asked again; 0 when it may be now."""
        return max(0.0, self._open_at - self._clock())

    async def acquire(self) -> float:
        """Wait for a permit; returns when it was given, which ``refused`` wants to know."""
        while not self._closed and (self.pause > 0 or self.in_flight >= self.limit):
            loop = asyncio.get_running_loop()
            turn = loop.create_future()
            self._waiting.append(turn)
            if self.pause > 0:
                loop.call_later(self.pause + 0.05 * self._random.random(), _resolve, turn)
            else:
                self._saturated = True
            await turn
        self.in_flight += 1
        if self.in_flight >= self.limit:
            self._saturated = True
        return self._clock()

    def release(self) -> None:
        """Give a permit back."""
        self.in_flight -= 1
        self._wake()

    def answered(self) -> None:
        """The service answered: after a full, saturated round it gets more to do."""
        self._limited = 0
        self._last.append(False)
        self._answers += 1
        if self._answers < self.limit:
            return
        if self._saturated and self._share_refused <= GROWING:
            more = self.limit if self._slow_start else max(1, self.limit // 8)
            self.limit = min(self.ceiling, self.limit + more)
        self._answers, self._saturated = 0, False
        self._wake()

    def refused(self, sent_at: float, retry_after: float | None) -> None:
        """The service said "too many requests".

        Args:
            sent_at: when the request's permit was given. Rate limits met by requests that were
                already out at the last cut say nothing new and cut no further.
            retry_after: seconds that it asks to wait; doubled pauses when it does not say.
        """
        if sent_at > self._cut_at:
            self._last.append(True)
            if self._share_refused <= TOO_MANY:
                return
            self._slow_start = False
            self._limited += 1
            self._cut_at = self._clock()
            self.limit = max(1, self.limit // 2)
            self._answers = 0
            self._last.clear()
        if retry_after is None:
            retry_after = min(LONGEST_PAUSE, 2.0 ** (self._limited - 1))
        self._open_at = max(self._open_at, self._clock() + retry_after)

    @property
    def _share_refused(self) -> float:
        """Of the last answers; a single answer is all there is to go by."""
        return sum(self._last) / len(self._last) if self._last else 0.0

    def close(self) -> None:
        """End all waiting: waiting tasks get a permit and see that the run is over."""
        self._closed = True
        while self._waiting:
            _resolve(self._waiting.popleft())

    def _wake(self) -> None:
        free = self.limit - self.in_flight
        while self._waiting and free > 0:
            free -= _resolve(self._waiting.popleft())


def _resolve(turn: asyncio.Future[None]) -> bool:
    if turn.done():
        return False
    turn.set_result(None)
    return True
