"""``evaluate``: packs and a model in, a run on disk out."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

from panelwise.errors import (
    InputError,
    KeyRefusedError,
    NotServedError,
    PermanentError,
    RunError,
    SettingError,
)
from panelwise.evaluation._batch_engine import BatchEngine, batch_service
from panelwise.evaluation._cache import ResponseCache
from panelwise.evaluation._database import unwritable
from panelwise.evaluation._engine import Engine
from panelwise.evaluation._folder import locked, versions, write_copy
from panelwise.evaluation._keys import now
from panelwise.evaluation._plan import PackSource, RunPlan, make_plan
from panelwise.evaluation._progress import Progress
from panelwise.evaluation._run import Run
from panelwise.evaluation._solver import Question, Solver
from panelwise.evaluation._store import RunStore, remove_unanswered
from panelwise.models import Model, Patience
from panelwise.profile import Profile
from panelwise.wording import argument, counted
from panelwise.workers import run_async


def evaluate(
    packs: PackSource | Sequence[PackSource],
    model: str | Solver | Model,
    *,
    out: str | Path | None = None,
    profile: str | Profile = "recommended",
    settings: Mapping[str, str] | None = None,
    limit: int | None = None,
    max_cost: float | None = None,
    max_tokens_total: int | None = None,
    repeats: int = 1,
    replay: bool = False,
    progress: Progress | None = None,
    cache: bool = True,
    patience: Patience | None = None,
    decoding: str | None = None,
    batch: bool = False,
) -> Run:
    """Let a model answer packs; continues the run that ``out`` holds, if it holds one.

    The first Ctrl-C (or SIGTERM) sends nothing more and waits for what is in flight, the second
    gives that up; the same call continues the run either way.

    Args:
        packs: one or several, opened or as paths.
        model: a name (``openai/gpt-4o``, ``baseline:random`` …), a model or a solver.
        out: the run's folder. Without one, the newest under ``runs`` that the same call left
            unfinished, or else a new ``runs/<model>-<pack>-<time>``. What is stored there is never
            asked again, except what ended in ``provider_error``.
        profile: how answers are read and scored; ``paper`` is each task's own paper.
        settings: of the profile and of the model, as texts.
        limit: the first so many items of every pack.
        max_cost: US dollars, over all sessions; when reached, nothing more is sent.
        max_tokens_total: the same for tokens in and out.
        repeats: how often every item is asked.
        replay: never touch the network; answers come from the cache.
        progress: who watches.
        cache: whether answers are looked up and kept across runs.
        patience: how long to bear with the service.
        decoding: ``paper`` sends the parameters that each task's paper used with this model,
            ``default`` only those in ``settings``; without it the profile decides.
        batch: use the provider's batch service; the same call fetches what a kill leaves there.

    Raises:
        UserError: for a mistake; nothing was asked then.
        UnavailableError: when the model cannot answer this kind of item at all.
        RunError: when the service cannot be worked with, or a replay lacks answers; the run stays.
        KeyboardInterrupt: after Ctrl-C or SIGTERM; it names the run's folder.
    """
    plan = make_plan(packs, model, out, profile, settings or {}, limit, repeats, decoding)
    return carry_out(
        plan,
        max_cost=max_cost,
        max_tokens_total=max_tokens_total,
        replay=replay,
        progress=progress,
        cache=cache,
        patience=patience,
        batch=batch,
    )


def plan_run(
    packs: PackSource | Sequence[PackSource],
    model: str | Solver | Model,
    *,
    out: str | Path | None = None,
    profile: str | Profile = "recommended",
    settings: Mapping[str, str] | None = None,
    limit: int | None = None,
    repeats: int = 1,
    decoding: str | None = None,
    alone: bool = True,
) -> RunPlan:
    """What :func:`evaluate` would do with these arguments, checked; nothing is asked or written.

    A run of several that share settings is not ``alone``: it may have settings of the profile that
    only the tasks of the others obey.

    Raises:
        UserError: for a mistake in any of it.
    """
    asked = (profile, settings or {}, limit, repeats, decoding)
    return make_plan(packs, model, out, *asked, alone=alone)


def carry_out(
    plan: RunPlan,
    *,
    max_cost: float | None = None,
    max_tokens_total: int | None = None,
    replay: bool = False,
    progress: Progress | None = None,
    cache: bool = True,
    patience: Patience | None = None,
    batch: bool = False,
) -> Run:
    """Do what a plan says; arguments, errors and Ctrl-C as for :func:`evaluate`."""
    caps = (max_cost, max_tokens_total)
    session = _Session(plan, caps, replay, progress, cache, patience, batch)
    kept = f"the run is kept; continue it with --out {argument(plan.folder)}"
    if batch:
        kept = f"the batches go on; fetch them with --batch --out {argument(plan.folder)}"
    try:
        run_async(session.answer, session.stop)
    except (asyncio.CancelledError, KeyboardInterrupt):  # the second Ctrl-C, or an early one
        raise KeyboardInterrupt(kept) from None
    run = Run.open(plan.folder, plan.packs)
    if run.status == "interrupted":
        raise KeyboardInterrupt(kept)
    return run


async def evaluate_async(
    packs: PackSource | Sequence[PackSource],
    model: str | Solver | Model,
    *,
    out: str | Path | None = None,
    profile: str | Profile = "recommended",
    settings: Mapping[str, str] | None = None,
    limit: int | None = None,
    max_cost: float | None = None,
    max_tokens_total: int | None = None,
    repeats: int = 1,
    replay: bool = False,
    progress: Progress | None = None,
    cache: bool = True,
    patience: Patience | None = None,
    decoding: str | None = None,
    batch: bool = False,
) -> Run:
    """As :func:`evaluate`, in the caller's event loop; cancelling it leaves a run to continue."""
    plan = make_plan(packs, model, out, profile, settings or {}, limit, repeats, decoding)
    caps = (max_cost, max_tokens_total)
    await _Session(plan, caps, replay, progress, cache, patience, batch, own_loop=False).answer()
    return Run.open(plan.folder, plan.packs)


class _Session:
    """From the start of the work on a run to its end, whatever that is."""

    def __init__(
        self,
        plan: RunPlan,
        caps: tuple[float | None, int | None],
        replay: bool,
        progress: Progress | None,
        cache: bool,
        patience: Patience | None,
        batch: bool,
        *,
        own_loop: bool = True,
    ) -> None:
        self._plan = plan
        self._caps = caps
        self._replay = replay
        self._progress = progress
        self._use_cache = (cache or replay) and plan.solver.costly
        self._patience = patience
        self._batch = batch
        self._own_loop = own_loop
        self._engine: Engine | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._note = self._check()

    async def answer(self) -> None:
        """Work on the run until it is complete or stops; its configuration says which."""
        begun = self._plan.folder.exists()
        try:
            await self._work()
        except SettingError:
            if not begun:  # a missing key, for instance
                remove_unanswered(self._plan.folder)
            raise

    async def _work(self) -> None:
        plan = self._plan
        kept = f"the run is kept; continue it with --out {argument(plan.folder)}"
        self._loop = asyncio.get_running_loop()
        with ExitStack() as stack:
            stack.enter_context(locked(plan.folder))
            store = stack.enter_context(closing(RunStore(plan.folder)))
            self._check_batches(store)
            cache = ResponseCache() if self._use_cache else None
            if cache is not None:
                stack.callback(cache.close)
            with store.transaction():
                interrupted = store.recover()
                config = plan.config | {"status": "running"}
                record = {"started": now(), "interrupted_before": interrupted}
                record |= {"versions": versions()} | ({"batch": True} if self._batch else {})
                config["sittings"] = [*config["sittings"], record]
                store.write_config(config)
            write_copy(plan.folder, config)
            status = "interrupted"
            try:
                make = BatchEngine if self._batch else Engine
                self._engine = make(
                    plan.solver,
                    store,
                    cache,
                    plan.profiles,
                    caps=self._caps,
                    patience=self._patience,
                    progress=self._progress,
                    replay=self._replay,
                    note=self._note,
                )
                status = await self._answer(self._engine, store)
            except RunError as error:
                status = (self._engine and self._engine.stopped) or "stopped: error"
                advice = _what_now(error.__cause__, plan.folder, self._batch)
                raise RunError(str(error), advice) from None
            except sqlite3.Error as error:  # a full disk, for instance
                status = "stopped: error"
                store.rollback()
                raise RunError(unwritable(plan.folder, error), kept) from error
            except Exception:
                status = "stopped: error"
                raise
            finally:
                record |= {"finished": now(), "status": status}
                config |= {"status": status, "finished": record["finished"]}
                _finish(store, plan.folder, config)
                await plan.solver.close()

    def stop(self) -> None:
        """Ask the session, from another thread, to end."""
        if self._loop is not None and self._engine is not None:
            self._loop.call_soon_threadsafe(self._engine.stop)

    async def _answer(self, engine: Engine, store: RunStore) -> str:
        answered = store.answered()
        samples = [sample for sample in self._plan.samples if sample.key not in answered]
        with self._interrupts(engine):
            return await engine.run(samples, len(self._plan.samples))

    @contextmanager
    def _interrupts(self, engine: Engine) -> Iterator[None]:
        """Ctrl-C: first stop, then cancel. Only where the loop and the main thread are ours.

        SIGTERM is the same, unless the program that called us has a handler for it.
        """
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task is not None

        def interrupt() -> None:
            if engine.stopped == "interrupted":
                task.cancel()
            engine.stop()

        if not self._own_loop or threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {one: signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM)}
        if before[signal.SIGTERM] not in (signal.SIG_DFL, signal.default_int_handler):
            del before[signal.SIGTERM]
        try:
            for one in before:
                loop.add_signal_handler(one, interrupt)
        except NotImplementedError:  # Windows: asyncio.run cancels us, which is clean as well
            yield
            return
        try:
            yield
        finally:
            for one, handler in before.items():
                loop.remove_signal_handler(one)
                signal.signal(one, handler)

    def _check(self) -> str | None:
        """Refuse what cannot go well while nothing is written yet; what the solver has to say."""
        solver = self._plan.solver
        if self._caps[0] is not None and solver.costly and not solver.priced:
            raise SettingError(
                f"a cost cap needs the price of {solver.name};"
                " set price_in and price_out (US$ per 1M tokens)"
            )
        if self._batch:
            batch_service(solver)
            if self._caps != (None, None):
                raise SettingError(
                    "a batch is sent as a whole, so no cap can be kept; leave out --max-cost"
                    " and --max-tokens-total (--dry-run estimates the cost) or --batch"
                )
        if solver.costly and self._replay:
            return None  # the cache answers, and needs no images
        several = solver.several_images
        return solver.check(
            [
                Question(item, pack, not several, repeat, self._plan.profiles.of_task(item.task))
                for pack, item, repeat in self._plan.samples
            ]
        )

    def _check_batches(self, store: RunStore) -> None:
        """Ask nothing that lies at a batch service a second time."""
        waiting = sum(len(batch.requests) for batch in store.batches.open())
        if waiting and not self._batch and not self._replay:
            raise InputError(
                f"{self._plan.folder}: the service holds batches with {counted(waiting, 'request')}"
                " of this run; continue with --batch"
            )


def _what_now(cause: BaseException | None, folder: Path, batch: bool) -> str:
    """What to do about a run that stopped: continuing alone mends no wrong model or key."""
    if isinstance(cause, NotServedError) and batch:
        return (
            "if the service has no batches, continue without --batch; otherwise give another"
            f" --model and a new folder with --out; {folder} stays this model's"
        )
    if isinstance(cause, NotServedError):
        return f"give another --model and a new folder with --out; {folder} stays this model's"
    if isinstance(cause, KeyRefusedError):
        return f"set the right key, then continue the run with --out {argument(folder)}"
    if isinstance(cause, PermanentError):
        return f"fix that first, then continue the run with --out {argument(folder)}"
    return f"the run is kept; continue it with --out {argument(folder)}"


def _finish(store: RunStore, folder: Path, config: dict[str, Any]) -> None:
    """Record how a session ended.

    Where the disk has no room for that either, the run stays "running" as after a kill, and the
    session's own error says what happened.
    """
    failed = config["status"] == "stopped: error"
    with suppress(InputError) if failed else nullcontext():
        with store.transaction():
            store.write_config(config)
        write_copy(folder, config)
