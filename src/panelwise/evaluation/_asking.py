"""Asking one question until it is answered, or until asking again makes no sense.

Every retry is bounded: by kind of failure, by number, by time. A deterministic fault that is
retried for ever is the worst that a harness can do to its user.
"""

from __future__ import annotations

import asyncio
import random
import re
import time
from dataclasses import dataclass

from panelwise.errors import (
    ProviderError,
    RateLimitedError,
    RunError,
    TransientError,
    UnreachableError,
    UnreadableAnswerError,
    UnsupportedRequestError,
)
from panelwise.evaluation._pace import Pace
from panelwise.evaluation._solver import Question, Reply, Solver
from panelwise.evaluation._store import RunStore, SampleKey, Usage

BLIND = "stopped: the service does not count its tokens, so no cap can be kept; run without a cap"


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a run bears with a service.

    Attributes:
        tries: requests per sample that may meet a transient fault.
        first_wait, longest_wait: seconds before the second try; doubled, with jitter, up to that.
        rate_limit_tries: requests per sample that may be told "too many requests".
        longest_rate_limit: a service that asks to wait longer than these seconds ends the run,
            which can be continued then.
        per_sample: seconds after which no further try of a sample starts.
        alike: this many samples that fail alike, before any succeeds, end the run.
        alike_later: the same, in a row, after some have succeeded.
        unreadable: requests per sample that may be answered with no completion (HTML, cut JSON):
            a proxy does so once, a wrong address always.
        unreachable: requests per sample to an address where nobody listens, before anything has
            been answered in this sitting: a server that was never there ends the run at once.
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


class StoppedError(Exception):
    """The run stops dispatching; this sample was not answered."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What became of a question: a reply or the last error, and how many requests it took."""

    reply: Reply | None
    error: ProviderError | None
    attempts: int
    request: int | None = None


class Budget:
    """Caps on money and tokens. They stop dispatch; they never make up an answer.

    A request in flight counts at the mean of those answered, so that a cap is not overrun by
    everything that is on its way when it is met.
    """

    def __init__(self, used: Usage, max_cost: float | None, max_tokens: int | None) -> None:
        self.max_cost = max_cost
        self.max_tokens = max_tokens
        self.cost = used.cost + used.interrupted_cost
        self.tokens = used.tokens_in + used.tokens_out
        self._priced, self._counted = used.priced, used.counted
        self._paid = used.cost

    def spent(self, reply: Reply) -> bool:
        """Count an answered request; false when a cap can no longer be kept.

        A service that does not count its tokens could overrun any cap unseen.
        """
        response = reply.response
        if response.cost is not None:
            self.cost += response.cost
            self._paid += response.cost
            self._priced += 1
        if response.refusal is not None:
            return True  # a filter that lets nothing through counts nothing
        if response.tokens_in is None or response.tokens_out is None:
            return self.max_tokens is None and (self.max_cost is None or response.cost is not None)
        self.tokens += response.tokens_in + response.tokens_out
        self._counted += 1
        return self.max_cost is None or response.cost is not None

    def reached(self, in_flight: int) -> str | None:
        """The name of the cap that another request would overrun, if any."""
        mean_cost = self._paid / self._priced if self._priced else 0.0
        mean_tokens = self.tokens / self._counted if self._counted else 0.0
        if self.max_cost is not None and self.cost + in_flight * mean_cost >= self.max_cost:
            return "cost cap"
        if self.max_tokens is not None and (
            self.tokens + in_flight * mean_tokens >= self.max_tokens
        ):
            return "token cap"
        return None


class Asker:
    """Asks questions at the service's pace, and stops everything when something is wrong.

    Attributes:
        stopped: why no further request is sent; ``None`` while all is well.
        fatal: the error that the run ends with, if it was that.
        trouble: what a sample last waited for.
    """

    def __init__(
        self, solver: Solver, store: RunStore, pace: Pace, budget: Budget, patience: Patience
    ) -> None:
        self.stopped: str | None = None
        self.fatal: BaseException | None = None
        self.trouble: str | None = None
        self._solver = solver
        self._store = store
        self._pace = pace
        self._budget = budget
        self._patience = patience
        self._stop_event = asyncio.Event()
        self._random = random.Random(0)  # spreads retries; decides no answer
        self._seen = False  # whether a server was there at all
        self._succeeded = False
        self._alike: tuple[str, int] = ("", 0)

    def stop(self, reason: str, fatal: BaseException | None = None) -> None:
        """Send nothing more; what is in flight is waited for."""
        if self.stopped is None:
            self.stopped, self.fatal = reason, fatal
            self._stop_event.set()
            self._pace.close()

    async def ask(self, question: Question, key: SampleKey) -> Asked:
        """Ask until answered or hopeless.

        Raises:
            StoppedError: when the run stops before this question is settled.
        """
        patience = self._patience
        deadline = time.monotonic() + patience.per_sample
        faults = refusals = unreadable = 0
        while True:
            asked = await self._once(question, key)
            attempts = faults + refusals + 1
            if isinstance(asked, Asked):
                return Asked(asked.reply, None, attempts, asked.request)
            error = asked
            if isinstance(error, RateLimitedError):
                refusals += 1
                again, wait = refusals < patience.rate_limit_tries, 0.0  # Pace does the waiting
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
            await self._sleep(wait)

    def settled(self, asked: Asked) -> None:
        """Look at what became of a sample: failures that are all alike end the run."""
        error = asked.error
        if error is None or isinstance(error, UnsupportedRequestError):
            self._succeeded = self._succeeded or error is None
            self._alike = ("", 0)
            self.trouble = None
            return
        signature = re.sub(r"[\da-f]{4,}|\d+", "#", f"{type(error).__name__}: {error}")
        count = self._alike[1] + 1 if self._alike[0] == signature else 1
        self._alike = (signature, count)
        bound = self._patience.alike_later if self._succeeded else self._patience.alike
        if count >= bound:
            which = f"{count} samples in a row" if self._succeeded else f"the first {count} samples"
            self.stop("stopped: error", RunError(f"stopped: {which} failed alike: {error}"))

    async def _once(self, question: Question, key: SampleKey) -> Asked | ProviderError:
        """One request: the reply, or the error that it met."""
        sent_at = await self._pace.acquire()
        try:
            self._check()
            rendering = "single_image" if question.single_image else "default"
            request = self._store.sent(key, rendering)
            try:
                async with asyncio.timeout(self._solver.timeout):
                    reply = await self._solver.answer(question)
            except TimeoutError:
                error: ProviderError = TransientError(
                    f"no answer within {self._solver.timeout:g} s"
                )
            except ProviderError as caught:
                error = caught
            except Exception as wrong:  # a user's mistake or a bug: no service answered
                self._store.failed(request, wrong)
                raise
            except BaseException:
                self._store.interrupted(request)
                raise
            else:
                self._pace.answered()
                self._seen = True
                if not self._budget.spent(reply):
                    self.stop("stopped: error", RunError(BLIND))
                return Asked(reply, None, 1, request)
            self._store.failed(request, error)
            self._seen = self._seen or not isinstance(error, UnreachableError)
            if isinstance(error, RateLimitedError):
                self._told_to_wait(error, sent_at)
            return error
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
            what = f"{self._solver.name}: {error}; start the server or correct the address"
            self.stop("stopped: error", RunError(f"stopped: {what}"))
            raise StoppedError

    def _told_to_wait(self, error: RateLimitedError, sent_at: float) -> None:
        self._pace.refused(sent_at, error.retry_after)
        if self._pace.pause > self._patience.longest_rate_limit:
            minutes = self._pace.pause / 60
            self.stop(
                "stopped: rate limit",
                RunError(f"stopped: the service asks to wait {minutes:.0f} minutes: {error}"),
            )

    def _backoff(self, faults: int) -> float:
        longest = min(self._patience.longest_wait, self._patience.first_wait * 2.0 ** (faults - 1))
        return longest * (0.5 + 0.5 * self._random.random())

    async def _sleep(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._stop_event.wait()
        except TimeoutError:
            return
