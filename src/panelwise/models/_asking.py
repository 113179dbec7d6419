"""Asking a service until it answers, or until asking again makes no sense.

Retries, pace and caps of all that is asked over a network: items of packs, drafts, judges, vectors.
Every retry is bounded: by kind of failure, by number, by time. A deterministic fault that is
retried for ever is the worst that a harness can do to its user.
"""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from panelwise.errors import (
    ProviderError,
    RateLimitedError,
    RunError,
    TransientError,
    UnreachableError,
    UnreadableAnswerError,
    UnsupportedRequestError,
)
from panelwise.models._budget import Budget
from panelwise.models._pace import Pace
from panelwise.models._request import Response

T = TypeVar("T")
BLIND = "stopped: the service does not count its tokens, so no cap can be kept; run without a cap"


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to bear with a service; a sample is whatever is asked: an item, a draft, texts.

    Attributes:
        tries: requests per sample that may meet a transient fault.
        first_wait, longest_wait: seconds before the second try; doubled, with jitter, up to that.
        rate_limit_tries: requests per sample that may be refused with "too many requests".
        longest_rate_limit: a service that asks to wait longer than these seconds ends the run,
            which can be continued then.
        per_sample: seconds after which no further try of a sample starts.
        alike: this many samples that fail alike, before any succeeds, end the run.
        alike_later: the same, in a row, after some have succeeded.
        unreadable: requests per sample that may be answered with no completion (HTML, cut JSON):
            a proxy does so once, a wrong address always.
        first_poll, longest_poll: seconds between two looks at a batch; half as long again each
            time, up to that.
        unreachable: requests per sample to an address where nobody listens, before anything has
            been answered in this session: a server that was never there ends the run at once.
    """

    tries: int = 6
    first_wait: float = 1.0
    longest_wait: float = 60.0
    rate_limit_tries: int = 50
    longest_rate_limit: float = 600.0
    per_sample: float = 1800.0
    alike: int = 3
    alike_later: int = 25
    unreadable: int = 2
    unreachable: int = 2
    first_poll: float = 10.0
    longest_poll: float = 300.0


class StoppedError(Exception):
    """The run stops dispatching; this sample was not answered."""


@dataclass(frozen=True, slots=True)
class Asked(Generic[T]):
    """What became of a request: an answer or the last error, and how often it was sent."""

    answer: T | None
    error: ProviderError | None
    attempts: int


class Asker:
    """Sends requests at the service's pace, and stops everything when something is wrong.

    Args:
        name: of whichever model is asked, for messages.
        pace: how many requests are in flight.
        budget: caps that stop further requests; without one nothing is counted.
        patience: how long to bear with the service.

    Attributes:
        stopped: why no further request is sent; ``None`` while all is well.
        fatal: the error that the work ends with, if it was that; its ``__cause__`` is the
            service's error, where samples failed alike.
        trouble: what a sample last waited for.
        succeeded: whether any sample was answered.
    """

    def __init__(
        self,
        name: str,
        pace: Pace,
        budget: Budget | None = None,
        patience: Patience | None = None,
    ) -> None:
        self.stopped: str | None = None
        self.fatal: BaseException | None = None
        self.trouble: str | None = None
        self.succeeded = False
        self._name = name
        self._pace = pace
        self._budget = budget or Budget()
        self._patience = patience or Patience()
        self._stop_event = asyncio.Event()
        self._random = random.Random(0)  # spreads retries; decides no answer
        self._sent = 0  # requests, those in flight and those sent again included
        self._seen = False  # whether a server was there at all
        self._alike: tuple[str, int] = ("", 0)

    def stop(self, reason: str, fatal: BaseException | None = None) -> None:
        """Send nothing more; what is in flight is waited for."""
        if self.stopped is None:
            self.stopped, self.fatal = reason, fatal
            self._stop_event.set()
            self._pace.close()

    async def ask(self, send: Callable[[], Awaitable[T]]) -> Asked[T]:
        """Ask until answered or hopeless.

        Args:
            send: sends the request once, and calls :meth:`spent` with what was answered.

        Raises:
            StoppedError: when everything stops before this sample is settled.
        """
        patience = self._patience
        deadline = time.monotonic() + patience.per_sample
        faults = limited = unreadable = 0
        while True:
            try:
                answer = await self._once(send)
                return Asked(answer, None, faults + limited + 1)
            except ProviderError as met:
                error, attempts = met, faults + limited + 1
            if isinstance(error, RateLimitedError):
                limited += 1
                again = limited < patience.rate_limit_tries
                hint = error.retry_after
                wait = self._backoff(limited) if hint is None else hint
            elif isinstance(error, TransientError):
                faults += 1
                unreadable += isinstance(error, UnreadableAnswerError)
                again = faults < patience.tries and unreadable < patience.unreadable
                wait = self._backoff(faults)
                if isinstance(error, UnreachableError) and faults >= patience.unreachable:
                    self._stop_unless_seen(error)
                self.trouble = f"{error}; asking again"
            else:
                again, wait = False, 0.0
            if not again or time.monotonic() + wait > deadline:
                return Asked(None, error, attempts)
            await self.pause(wait)

    async def answer(self, send: Callable[[], Awaitable[T]]) -> T:
        """As :meth:`ask`, for callers that cannot continue without the answer.

        Raises:
            ProviderError: the last that was met.
            RunError: when everything stopped.
        """
        try:
            asked = await self.ask(send)
        except StoppedError:
            raise self.fatal or RunError(str(self.stopped)) from None
        if asked.answer is None:
            assert asked.error is not None
            raise asked.error
        return asked.answer

    def spent(self, response: Response) -> None:
        """Count what an answer cost; stops everything when a cap can no longer be kept."""
        if not self._budget.spent(response):
            self.stop("stopped: error", RunError(BLIND))

    def settled(self, asked: Asked[T]) -> None:
        """Look at what became of a sample: failures that are all alike end the run."""
        error = asked.error
        if error is None or isinstance(error, UnsupportedRequestError):
            self.succeeded = self.succeeded or error is None
            self._alike = ("", 0)
            self.trouble = None
            return
        signature = re.sub(r"[\da-f]{4,}|\d+", "#", f"{type(error).__name__}: {error}")
        count = self._alike[1] + 1 if self._alike[0] == signature else 1
        self._alike = (signature, count)
        bound = self._patience.alike_later if self.succeeded else self._patience.alike
        if count >= bound:
            which = f"{count} samples in a row" if self.succeeded else f"the first {count} samples"
            if not self.succeeded and self._sent > count:  # others were in flight, or sent again
                which += f" ({self._sent} requests)"
            fatal = RunError(f"stopped: {which} failed alike: {error}")
            fatal.__cause__ = error
            self.stop("stopped: error", fatal)

    async def _once(self, send: Callable[[], Awaitable[T]]) -> T:
        """One request."""
        sent_at = await self._pace.acquire()
        try:
            self._check()
            self._sent += 1
            answer = await send()
        except ProviderError as error:
            self._seen = self._seen or not isinstance(error, UnreachableError)
            if isinstance(error, RateLimitedError):
                self._slow_down(error, sent_at)
            raise
        else:
            self._pace.answered()
            self._seen = True
            return answer
        finally:
            self._pace.release()

    def _check(self) -> None:
        if self.stopped is None:
            cap = self._budget.reached(self._pace.in_flight - 1)
            if cap is not None:
                self.stop(f"stopped: {cap}")
        if self.stopped is not None:
            raise StoppedError

    def _stop_unless_seen(self, error: UnreachableError) -> None:
        """End the run when no server was ever there; one that was may be starting again."""
        if not self._seen:
            what = f"{self._name}: {error}; start the server or correct the address"
            self.stop("stopped: error", RunError(f"stopped: {what}"))
            raise StoppedError

    def _slow_down(self, error: RateLimitedError, sent_at: float) -> None:
        self._pace.refused(sent_at, error.retry_after)
        wait = max(self._pace.pause, error.retry_after or 0.0)
        if wait > self._patience.longest_rate_limit:
            minutes = wait / 60
            self.stop(
                "stopped: rate limit",
                RunError(f"stopped: the service asks to wait {minutes:.0f} minutes: {error}"),
            )

    def _backoff(self, faults: int) -> float:
        longest = min(self._patience.longest_wait, self._patience.first_wait * 2.0 ** (faults - 1))
        return longest * (0.5 + 0.5 * self._random.random())

    async def pause(self, seconds: float) -> None:
        """Wait, but no longer than until everything stops."""
        try:
            async with asyncio.timeout(seconds):
                await self._stop_event.wait()
        except TimeoutError:
            return


async def within(seconds: float | None, answer: Awaitable[T]) -> T:
    """What is answered in time; ``None`` waits for ever.

    Raises:
        TransientError: when nothing was.
    """
    try:
        async with asyncio.timeout(seconds):
            return await answer
    except TimeoutError:
        raise TransientError(f"no answer within {seconds:g} s") from None
