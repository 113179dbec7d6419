"""The run itself: every sample is answered, read, scored and stored, many at a time."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from panelwise.errors import (
    InputError,
    ProviderError,
    RunError,
    TooManyImagesError,
    UnsupportedRequestError,
)
from panelwise.evaluation._cache import ResponseCache, cache_key
from panelwise.evaluation._codec import response_from_bytes, response_to_bytes
from panelwise.evaluation._keys import SampleKey, now
from panelwise.evaluation._profiles import Profiles
from panelwise.evaluation._progress import Progress, ProgressState, Speed
from panelwise.evaluation._result import Result
from panelwise.evaluation._solver import Question, Reply, Solver
from panelwise.evaluation._store import RunStore
from panelwise.models import Asked, Asker, Budget, Pace, Patience, Response, StoppedError, within
from panelwise.packs import Pack
from panelwise.profile import Profile
from panelwise.tasks import Item, Parsed, outcome_of, read_response, score_answer

TICK = 0.1
NO_SINGLE_FORM = "the item shows several images and has no form with one"


class PlannedSample(NamedTuple):
    """One item to be asked once."""

    pack: Pack
    item: Item
    repeat: int

    @property
    def key(self) -> SampleKey:
        """Its name in the store."""
        return SampleKey(self.pack.hash, self.item.id, self.repeat)


class FiledReply(NamedTuple):
    """A reply, and the request in the store that it answers; ``None`` where nothing was sent."""

    reply: Reply
    request: int | None = None


@dataclass(slots=True)
class Counts:
    """Samples so far.

    ``missing`` counts those that a replay found no stored answer for.
    """

    total: int
    resumed: int
    done: int
    cached: int = 0
    failed: int = 0
    missing: int = 0


class Engine:
    """One session of a run.

    Args:
        solver: who answers.
        store: where samples end up.
        cache: answers of earlier runs; ``None`` to do without.
        profiles: how answers are read and scored, task by task.
        caps: most money (US dollars) and most tokens, over all sessions.
        patience: how long to bear with the service.
        progress: who watches.
        replay: let the cache alone answer for a costly solver.
        note: what the solver said beforehand, for the progress display.
    """

    def __init__(
        self,
        solver: Solver,
        store: RunStore,
        cache: ResponseCache | None,
        profiles: Profiles,
        *,
        caps: tuple[float | None, int | None] = (None, None),
        patience: Patience | None = None,
        progress: Progress | None = None,
        replay: bool = False,
        note: str | None = None,
    ) -> None:
        self._solver = solver
        self._store = store
        self._cache = cache if solver.costly else None
        self._profiles = profiles
        self._progress = progress
        self._note = note
        self._replay = replay and solver.costly
        self._identity = solver.identity()
        self._pace = Pace(solver.concurrency)
        self._budget = Budget(*caps, store.usage())
        self._asker = Asker(solver.name, self._pace, self._budget, patience)
        self._fewest_refused: float = math.inf
        self._counts = Counts(0, 0, 0)
        self._speed = Speed()

    async def run(self, samples: Sequence[PlannedSample], total: int) -> str:
        """Answer ``samples``; returns ``complete`` or why it stopped early.

        Raises:
            RunError: when the service cannot be worked with, or a replay lacks answers.
        """
        self._counts = Counts(total, total - len(samples), total - len(samples))
        ticker = asyncio.create_task(self._tick())
        tasks = [asyncio.create_task(work) for work in self._workers(samples)]
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in (ticker, *tasks):
                task.cancel()
            await asyncio.gather(ticker, *tasks, return_exceptions=True)
            self._store.commit()
            self._show(finished=True)
        if self._asker.fatal is not None:
            raise self._asker.fatal
        if self._counts.missing:
            raise RunError(
                f"replay: {self._counts.missing} of {total} answers are not stored;"
                " run once without replay"
            )
        return self._asker.stopped or "complete"

    @property
    def stopped(self) -> str | None:
        """Why nothing more is sent; ``None`` while all is well."""
        return self._asker.stopped

    def stop(self) -> None:
        """Send nothing more and end when everything in flight has arrived."""
        self._asker.stop("interrupted")

    def _workers(self, samples: Sequence[PlannedSample]) -> list[Coroutine[Any, Any, None]]:
        """What is done at the same time to answer all samples."""
        workers = min(self._solver.concurrency if self._solver.costly else 1, len(samples))
        queue = iter(samples)
        return [self._work(queue) for _ in range(workers)]

    async def _work(self, queue: Iterator[PlannedSample]) -> None:
        for sample in queue:
            if self._asker.stopped is not None:
                return
            try:
                await self._finish(sample)
            except StoppedError:
                return

    async def _finish(self, sample: PlannedSample) -> None:
        question = self._question(sample)
        if await self._finish_stored(sample, question):
            return
        if not self._solver.costly:
            await asyncio.sleep(0)
            reply = await self._solver.answer(question)
            self._file(sample, question, Asked(FiledReply(reply), None, 1))
        else:
            question, asked = await self._ask(sample, question)
            self._file(sample, question, asked)
            self._asker.settled(asked)

    async def _finish_stored(self, sample: PlannedSample, question: Question) -> bool:
        """Take the answer from the cache, if it may come from nowhere else or is there."""
        stored = self._recall(question)
        if stored is not None:
            question, body = stored
            await asyncio.sleep(0)  # nothing else here waits, and others want a turn
            response = replace(response_from_bytes(body), cost=0.0)
            self._file(sample, question, Asked(FiledReply(Reply(response)), None, 0), body)
        elif self._replay:
            self._counts.missing += 1
        return stored is not None or self._replay

    def _question(self, sample: PlannedSample) -> Question:
        """The item in the form that the solver takes, as far as is known."""
        item = sample.item
        images = len(item.rendering.images)
        too_many = images >= self._fewest_refused or (
            images > 1 and not self._solver.several_images
        )
        single = too_many and item.single_image is not None
        profile = self._profiles.of_task(item.task)
        return Question(item, sample.pack, single, sample.repeat, profile)

    def _recall(self, question: Question) -> tuple[Question, bytes] | None:
        """A stored answer; a replay also takes one to the single-image form."""
        if self._cache is None:
            return None
        forms = [question]
        if self._replay and question.item.single_image is not None and not question.single_image:
            forms.append(replace(question, single_image=True))
        for form in forms:
            body = self._cache.get(self._key(form))
            if body is not None:
                return form, body
        return None

    async def _ask(
        self, sample: PlannedSample, question: Question
    ) -> tuple[Question, Asked[FiledReply]]:
        """Ask; when the item's images are too many or too much, ask with one image."""
        if len(question.rendering.images) > 1 and not self._solver.several_images:
            return question, Asked(None, UnsupportedRequestError(NO_SINGLE_FORM), 0)
        asked = await self._asker.ask(partial(self._send, question, sample.key))
        error = asked.error
        several = len(question.rendering.images) > 1
        fallback = several and not question.single_image and question.item.single_image is not None
        if isinstance(error, UnsupportedRequestError) and fallback:
            question = replace(question, single_image=True)
            single = await self._asker.ask(partial(self._send, question, sample.key))
            if isinstance(error, TooManyImagesError) and single.answer is not None:
                count = len(question.item.rendering.images)
                self._fewest_refused = min(self._fewest_refused, count)
            asked = replace(single, attempts=asked.attempts + single.attempts)
        return question, asked

    async def _send(self, question: Question, key: SampleKey) -> FiledReply:
        """Ask once. The request is written down before it is sent, because it may be billed."""
        rendering = "single_image" if question.single_image else "default"
        request = self._store.sent(key, rendering)
        try:
            await self._store.durable()
            reply = await within(self._solver.timeout, self._solver.answer(question))
        except Exception as error:  # of the service; or a user's mistake or a bug: none answered
            self._store.failed(request, error)
            raise
        except BaseException:
            self._store.interrupted(request)
            raise
        self._asker.spent(reply.response)
        return FiledReply(reply, request)

    def _file(
        self,
        sample: PlannedSample,
        question: Question,
        asked: Asked[FiledReply],
        cached: bytes | None = None,
    ) -> None:
        """Read, score and store what became of a sample; ``cached`` is its stored answer."""
        reply, request = asked.answer or (None, None)
        response = reply.response if reply else None
        body = cached
        trouble: RunError | None = None
        if body is None and response is not None:
            body = response_to_bytes(response)
            if self._cache is not None:  # before it is read: it was paid for
                try:
                    self._cache.put(self._key(question), body)
                    self._cache.commit_soon()
                except InputError as error:  # the run may have room for it
                    trouble = RunError(str(error))
        result = read_result(
            sample.key,
            sample.item,
            response,
            asked.error,
            question.profile,
            note=reply.note if reply else None,
            rendering="single_image" if question.single_image else "default",
            attempts=asked.attempts,
            cached=cached is not None,
        )
        self._store.add(result, body, request)
        if self._solver.costly and cached is None:
            self._store.commit_soon()
        self._counts.done += 1
        self._counts.cached += result.cached
        self._counts.failed += result.outcome == "provider_error"
        if trouble is not None:
            raise trouble

    def _key(self, question: Question) -> bytes:
        return answer_key(self._solver, self._identity, question)

    async def _tick(self) -> None:
        while True:
            self._store.commit()
            self._show()
            await asyncio.sleep(TICK)

    def _show(self, *, finished: bool = False) -> None:
        if self._progress is None:
            return
        counts, pause = self._counts, self._pace.pause
        rate = self._speed.per_second(counts.done)
        self._progress.update(
            ProgressState(
                total=counts.total,
                done=counts.done,
                resumed=counts.resumed,
                cached=counts.cached,
                failed=counts.failed,
                in_flight=self._pace.in_flight,
                concurrency=self._pace.limit,
                rate=rate,
                eta=(counts.total - counts.done) / rate if rate else None,
                waiting_on=f"429: {pause:.0f} s" if pause >= 0.5 else self._waiting_on(),
                cost=self._budget.cost if self._solver.priced else None,
                tokens=self._budget.tokens,
                note=self._note,
                finished=finished,
            )
        )

    def _waiting_on(self) -> str | None:
        return self._asker.trouble


def answer_key(solver: Solver, identity: Mapping[str, Any], question: Question) -> bytes:
    """Under what an answer is cached; ``identity`` is the solver's own, worked out once."""
    identity_for = getattr(solver, "identity_for", None)
    decides = identity_for(question) if identity_for else identity
    return cache_key(decides, question.rendering, question.repeat)


def read_result(
    key: SampleKey,
    item: Item,
    response: Response | None,
    error: ProviderError | None,
    profile: Profile,
    *,
    note: str | None = None,
    **sent: Any,
) -> Result:
    """What a response, or the lack of one, says under a profile.

    Args:
        key: of the sample.
        item: what was asked.
        response: what was answered, if anything.
        error: why nothing was.
        profile: to read and score by.
        note: of the solver, about its answer.
        sent: fields of the result that say how the item was asked.
    """
    if response is not None:
        parsed = read_response(
            item,
            response.text,
            finish_reason=response.finish_reason,
            refusal=response.refusal,
            profile=profile,
        )
    elif isinstance(error, UnsupportedRequestError):
        parsed = Parsed("unsupported", reason=str(error))
    else:
        parsed = Parsed("error", reason=str(error))
    return Result(
        pack=key.pack,
        item=key.item,
        repeat=key.repeat,
        outcome=outcome_of(item, parsed, profile),
        status=parsed.status,
        response=response.text if response else None,
        refusal=response.refusal if response else None,
        finish_reason=response.finish_reason if response else None,
        error=note if error is None else str(error) or note,
        rule=parsed.rule,
        reason=None if error else parsed.reason,
        flags=parsed.flags,
        answer=parsed.answer,
        scores=score_answer(item, parsed, profile),
        tokens_in=response.tokens_in if response else None,
        tokens_out=response.tokens_out if response else None,
        cost=response.cost if response else None,
        latency=response.latency if response and response.batch is None else None,
        model=response.model if response else None,
        finished=now(),
        **sent,
    )
