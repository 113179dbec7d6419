"""A run through a provider's batch service: hand in, wait, fetch; continued after any kill.

A batch is written into the run's log before it is handed in, and its id as soon as it is known. So
nothing is handed in twice: a batch that may have arrived is looked for before its requests are
asked again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from panelwise.errors import (
    NotServedError,
    PermanentError,
    ProviderError,
    RateLimitedError,
    RunError,
    SettingError,
    TransientError,
    UnsupportedRequestError,
)
from panelwise.evaluation._batch_log import BatchedRequest, OpenBatch
from panelwise.evaluation._engine import NO_SINGLE_FORM, Engine, FiledReply, PlannedSample
from panelwise.evaluation._solver import ModelSolver, Question, Solver
from panelwise.models import (
    Asked,
    Batches,
    BatchRequest,
    BatchResult,
    BatchState,
    Patience,
    StoppedError,
    UnsureError,
    new_token,
)
from panelwise.wording import counted

T = TypeVar("T")
LONGER = 1.5  # each wait between two looks, than the one before
NO_RESULT = PermanentError("the batch ended without a result for this request")
GONE = PermanentError("the service no longer knows the batch")


@dataclass(slots=True)
class _Ask:
    """A sample that has no answer yet, and how often it was asked in this session."""

    sample: PlannedSample
    question: Question
    attempts: int = 0

    @property
    def form(self) -> str:
        return "single_image" if self.question.single_image else "default"


class BatchEngine(Engine):
    """One session of a run whose requests are handed in as batches.

    Args:
        solver: a model whose provider has a batch service.
        args, kwargs: as for :class:`Engine`.

    Raises:
        SettingError: for any other solver.
    """

    def __init__(self, solver: Solver, *args: Any, **kwargs: Any) -> None:
        self._model, self._batches = batch_service(solver)
        self._patience: Patience = kwargs.get("patience") or Patience()
        super().__init__(solver, *args, **kwargs)
        self._asks: dict[Any, _Ask] = {}
        self._open: list[OpenBatch] = []
        self._finished: dict[int, int] = {}

    def _workers(self, samples: Sequence[PlannedSample]) -> list[Coroutine[Any, Any, None]]:
        return [self._batched(samples)]

    async def _batched(self, samples: Sequence[PlannedSample]) -> None:
        try:
            waiting = await self._begin(samples)
            wait = self._patience.first_poll
            while (waiting or self._open) and self._asker.stopped is None:
                again = [ask for batch in list(self._open) for ask in await self._look(batch)]
                await self._hand_in(waiting)
                waiting = again  # after the wait: what expired or was too much may fail again
                if waiting or self._open:
                    await self._asker.pause(wait)
                    wait = min(self._patience.longest_poll, wait * LONGER)
        except StoppedError:
            return

    async def _begin(self, samples: Sequence[PlannedSample]) -> list[_Ask]:
        """What is to be asked; samples in batches of earlier sessions are waited for."""
        left = {sample.key: sample for sample in samples}
        self._open = [] if self._replay else self._store.batches.open()
        for batch in self._open:
            for request in batch.requests:
                sample = left.pop(request.key, None)
                if sample is not None:
                    single = request.rendering == "single_image"
                    question = replace(self._question(sample), single_image=single)
                    self._asks[request.key] = _Ask(sample, question, 1)
        found = []
        for sample in left.values():
            question = self._question(sample)
            if await self._finish_stored(sample, question):
                continue
            ask = _Ask(sample, question)
            if len(question.rendering.images) > 1 and not self._solver.several_images:
                self._give_up(ask, UnsupportedRequestError(NO_SINGLE_FORM))
            else:
                found.append(ask)
        return found

    async def _hand_in(self, asks: Sequence[_Ask]) -> None:
        """Hand in all, in as many batches as the provider's limits want."""
        group: list[tuple[_Ask, Sequence[bytes]]] = []
        size = 0
        for ask in asks:
            try:
                body = self._model.batch_body(ask.question)
            except UnsupportedRequestError as error:
                self._conclude(ask, error)
                continue
            length = sum(map(len, self._batches.wrapped(BatchRequest("0" * 64, body)))) + 1
            if length > self._batches.max_bytes:
                limit = f"a batch holds {self._batches.max_bytes} bytes"
                self._conclude(ask, UnsupportedRequestError(f"{length} bytes; {limit}"))
                continue
            full = len(group) == self._batches.max_requests
            if full or size + length > self._batches.max_bytes:
                await self._submit(group)
                group, size = [], 0
            group.append((ask, body))
            size += length
        if group:
            await self._submit(group)

    async def _submit(self, group: Sequence[tuple[_Ask, Sequence[bytes]]]) -> None:
        """Hand in one batch; where no answer says that it arrived, it stays open."""
        samples = [(ask.sample.key, ask.form) for ask, _ in group]
        batch = self._store.batches.begin(new_token(), samples)
        self._open.append(batch)
        requests = [
            self._batches.wrapped(BatchRequest(batch.id_of(request), body))
            for request, (_, body) in zip(batch.requests, group, strict=True)
        ]
        for ask, _ in group:
            ask.attempts += 1
            self._asks[ask.sample.key] = ask
        may_be_there = False

        async def send() -> str:
            nonlocal may_be_there
            found = await self._find(batch) if may_be_there else None
            may_be_there = True
            return found or await self._batches.submit(batch.token, requests)

        try:
            asked = await self._asker.ask(send)
        except UnsureError:
            return
        if asked.answer is not None:
            self._store.batches.submitted(batch, asked.answer)
        elif asked.error is not None:
            if not isinstance(asked.error, TransientError | RateLimitedError):
                self._store.batches.lost(batch, str(asked.error))
            self._end(asked.error)

    async def _look(self, batch: OpenBatch) -> list[_Ask]:
        """See how far a batch is; fetch it when it ended. Returns what is to be asked again."""
        try:
            if batch.name is None and not await self._found(batch):
                return self._never_arrived(batch)
        except UnsureError:
            return []
        name = str(batch.name)
        try:
            state = await self._call(lambda: self._batches.state(name))
            self._finished[batch.id] = state.done
            if not state.ended:
                return []
            found = await self._call(lambda: self._batches.results(state))
        except NotServedError:
            state, found = BatchState(True, failure=GONE), []
        return self._fetch(batch, state, found)

    async def _found(self, batch: OpenBatch) -> bool:
        name = await self._call(lambda: self._find(batch))
        if name is not None:
            self._store.batches.submitted(batch, name)
        return name is not None

    async def _find(self, batch: OpenBatch) -> str | None:
        known = self._store.batches.known()
        return await self._batches.find(batch.token, len(batch.requests), batch.submitted, known)

    def _never_arrived(self, batch: OpenBatch) -> list[_Ask]:
        self._store.batches.lost(batch, "the batch did not arrive")
        self._close(batch)
        return [ask for request in batch.requests if (ask := self._asks.pop(request.key, None))]

    def _fetch(
        self, batch: OpenBatch, state: BatchState, results: Sequence[BatchResult]
    ) -> list[_Ask]:
        """Read, score and store the results; returns what is to be asked again."""
        answers = {result.id: result.answer for result in results}
        again: list[_Ask] = []
        for request in batch.requests:
            ask = self._asks.pop(request.key, None)
            if ask is None:
                continue
            answer = answers.get(batch.id_of(request), state.failure or NO_RESULT)
            if self._conclude(ask, answer, request, str(batch.name)):
                again.append(ask)
        self._store.batches.fetched(batch)
        self._store.commit_soon()
        self._close(batch)
        return again

    def _conclude(
        self,
        ask: _Ask,
        answer: dict[str, Any] | ProviderError,
        request: BatchedRequest | None = None,
        batch: str = "",
    ) -> bool:
        """File an answer, or an error that stays; whether the sample is to be asked again."""
        try:
            reply = self._model.read_batched(answer, batch)
        except ProviderError as error:
            if request is not None:
                self._store.failed(request.request, error)
            if self._is_asked_again(ask, error):
                return True
            self._give_up(ask, error)
            return False
        self._asker.spent(reply.response)
        filed = FiledReply(reply, request.request if request else None)
        asked = Asked(filed, None, ask.attempts)
        self._file(ask.sample, ask.question, asked)
        self._asker.settled(asked)
        return False

    def _is_asked_again(self, ask: _Ask, error: ProviderError) -> bool:
        """Whether another try may help: later, or with one image."""
        several = len(ask.question.rendering.images) > 1 and not ask.question.single_image
        if isinstance(error, UnsupportedRequestError):
            if several and ask.sample.item.single_image is not None:
                ask.question = replace(ask.question, single_image=True)
                return True
            return False
        if isinstance(error, RateLimitedError):
            return ask.attempts < self._patience.rate_limit_tries
        return isinstance(error, TransientError) and ask.attempts < self._patience.tries

    def _give_up(self, ask: _Ask, error: ProviderError) -> None:
        asked: Asked[FiledReply] = Asked(None, error, ask.attempts)
        self._file(ask.sample, ask.question, asked)
        self._asker.settled(asked)

    async def _call(self, send: Callable[[], Awaitable[T]]) -> T:
        """Ask the service about a batch.

        Raises:
            NotServedError: when it knows no such thing.
            StoppedError: when the run ends, for an interrupt or another error.
        """
        asked = await self._asker.ask(send)
        if asked.error is None:
            return asked.answer  # type: ignore[return-value]  # None is an answer here
        if not isinstance(asked.error, NotServedError):
            self._end(asked.error)
        raise asked.error

    def _end(self, error: ProviderError) -> None:
        fatal = RunError(f"stopped: the batch service failed: {error}")
        fatal.__cause__ = error
        self._asker.stop("stopped: error", fatal)
        raise StoppedError

    def _close(self, batch: OpenBatch) -> None:
        self._open.remove(batch)
        self._finished.pop(batch.id, None)

    def _waiting_on(self) -> str | None:
        if not self._open:
            return super()._waiting_on()
        total = sum(len(batch.requests) for batch in self._open)
        done = sum(self._finished.values())
        batches = counted(len(self._open), "batch", "batches")
        return f"{batches} at the service, {done} of {total} requests done"


def batch_service(solver: Solver) -> tuple[ModelSolver, Batches]:
    """The batch service of a solver's provider.

    Raises:
        SettingError: where there is none.
    """
    found = solver.batches if isinstance(solver, ModelSolver) else None
    if found is None or not isinstance(solver, ModelSolver):
        raise SettingError(f"batch: {solver.name} has no batch service; leave out --batch")
    return solver, found
