"""A drafting session: jobs in, drafts out, several at a time."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from panelwise.drafting._draft import Check, Draft, DraftFile, Job, Try, identity_hash
from panelwise.drafting._prompts import AGAIN
from panelwise.drafting._writer import Writer, as_writer
from panelwise.errors import FilteredError, InputError, PermanentError, RunError
from panelwise.models import (
    Asker,
    Budget,
    ImagePart,
    Message,
    Model,
    Pace,
    Patience,
    Request,
    Response,
    StoppedError,
    TextPart,
)
from panelwise.workers import StepProgress, run_async

T = TypeVar("T")
"""Called with what is being written, how many are done, how many there are."""
CONCURRENCY = 8


@dataclass(frozen=True, slots=True)
class Asking:
    """How a writer is asked.

    Attributes:
        concurrency: most requests at once.
        max_cost: US dollars for one call; when reached, nothing more is sent.
        patience: how long to bear with the service.
    """

    concurrency: int = CONCURRENCY
    max_cost: float | None = None
    patience: Patience | None = None


class Session:
    """A writer, a file of drafts, and a folder for the pictures that are sent."""

    def __init__(
        self,
        writer: Writer,
        file: DraftFile,
        folder: Path,
        asking: Asking,
        progress: StepProgress | None,
    ) -> None:
        self.writer = writer
        self._file = file
        self._folder = folder
        self._concurrency = asking.concurrency
        self._asker = Asker(
            writer.name, Pace(asking.concurrency), Budget(asking.max_cost), asking.patience
        )
        self._refused: PermanentError | None = None
        self._progress = progress
        self._writer_sha256 = identity_hash(writer.identity())

    async def write(self, jobs: Sequence[Job]) -> list[Draft]:
        """A draft for every job, in the order of the jobs; accepted ones are not asked again.

        Raises:
            RunError: when the writer cannot be reached, will answer nobody, or has cost as much
                as it may; what was written before is kept.
        """
        drafts: dict[int, Draft] = {}
        waiting = iter(enumerate(jobs))

        async def work() -> None:
            for at, job in waiting:
                drafts[at] = await self._draft(job)
                if self._progress is not None:
                    self._progress(job.kind, len(drafts), len(jobs))

        workers = [asyncio.create_task(work()) for _ in range(min(self._concurrency, len(jobs)))]
        try:
            await asyncio.gather(*workers)
        finally:
            for worker in workers:
                worker.cancel()
        if self._refused is not None and not self._asker.succeeded:
            raise self._stopped(f"stopped: {self.writer.name}: {self._refused}")
        return [drafts[at] for at in range(len(jobs))]

    async def _draft(self, job: Job) -> Draft:
        before = self._file.accepted(job.key(self._writer_sha256))
        if before is not None:
            return before
        if job.problem is not None:
            draft = self._draft_of(job, (), [], None, job.problem)
        else:
            draft = await self._asked(job)
        self._file.add(draft)
        return draft

    async def _asked(self, job: Job) -> Draft:
        try:
            parts = tuple(
                [await asyncio.to_thread(picture.part, self._folder) for picture in job.pictures]
            )
        except InputError as error:  # one damaged page is no reason to stop
            return self._draft_of(job, (), [], None, str(error))
        tries: list[Try] = []
        result = problem = None
        while len(tries) < job.tries:
            words = job.words
            if tries:
                words += AGAIN + "; ".join(tries[-1].reasons) + ". Write all of it anew."
            response, problem = await self._response(_request(words, parts))
            if response is None:
                break
            reading = job.read(response)
            tries.append(_try_of(response, reading.checks))
            result = reading.result
            if reading.passed:
                break
        return self._draft_of(job, parts, tries, result, problem)

    async def _response(self, request: Request) -> tuple[Response | None, str | None]:
        """The writer's answer, or why there is none.

        Raises:
            RunError: when nobody will be answered.
        """

        async def send() -> Response:
            response = await self.writer.write(request)
            self._asker.spent(response)
            return response

        try:
            asked = await self._asker.ask(send)
        except StoppedError:
            why = self._asker.fatal or f"{self._asker.stopped} of {self.writer.name}"
            raise self._stopped(str(why)) from None
        error = asked.error
        if isinstance(error, FilteredError):
            return Response("", finish_reason="content_filter", refusal=str(error)), None
        self._asker.settled(asked)
        if isinstance(error, PermanentError):
            self._refused = error
        if error is not None:
            return None, str(error)
        return asked.answer, None

    def _stopped(self, fault: str) -> RunError:
        return RunError(fault, "what was written is kept, and the same command continues")

    def _draft_of(
        self,
        job: Job,
        parts: tuple[ImagePart, ...],
        tries: list[Try],
        result: dict[str, Any] | None,
        problem: str | None,
    ) -> Draft:
        good = bool(tries) and not tries[-1].reasons and result is not None and problem is None
        return Draft(
            key=job.key(self._writer_sha256),
            kind=job.kind,
            target=job.target,
            prompt_id=job.prompt.id,
            prompt_sha256=job.prompt.sha256,
            words_sha256=job.words_sha256,
            writer=self.writer.name,
            writer_sha256=self._writer_sha256,
            status="accepted" if good else "for_a_person",
            pictures=tuple(part.sha256 for part in parts),
            tries=tuple(tries),
            result=result,
            problem=problem,
        )


def run_session(
    writer: Writer | Model,
    out: str | Path | None,
    asking: Asking,
    progress: StepProgress | None,
    work: Callable[[Session], Coroutine[Any, Any, T]],
) -> T:
    """Do some work in a session, from a program or from a notebook whose loop is running."""

    async def begin() -> T:
        someone = as_writer(writer)
        session = Session(someone, DraftFile(out), Path(folder), asking, progress)
        try:
            return await work(session)
        finally:
            await someone.close()

    # The folder outlives the loop, which waits at its end for threads that still draw pictures.
    with tempfile.TemporaryDirectory(prefix="panelwise-drafts-") as folder:
        return run_async(begin)


def _request(words: str, parts: tuple[ImagePart, ...]) -> Request:
    return Request((Message("user", (*parts, TextPart(words))),))


def _try_of(response: Response, checks: tuple[Check, ...]) -> Try:
    return Try(
        response.text,
        checks,
        response.finish_reason,
        response.refusal,
        response.model,
        response.tokens_in,
        response.tokens_out,
        response.cost,
    )
