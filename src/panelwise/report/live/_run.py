"""A run that may still be going on, read again when something was written to it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from panelwise.analysis import RunData, TaskSummary, summarise
from panelwise.errors import PanelwiseError, UnavailableError
from panelwise.evaluation import Profiles, Run, RunState, Version, read_state, run_version
from panelwise.packs import Pack
from panelwise.report._report_run import ItemKey
from panelwise.tasks import Item

AT_REST = 4.0  # a summary that took a second is made anew after as many seconds at the earliest


@dataclass(frozen=True, slots=True)
class ScoresSoFar:
    """What the analysis said of a run, and of how many samples.

    ``pending`` while it is still at work on newer ones; ``fault`` says why there is nothing.
    """

    summaries: tuple[TaskSummary, ...] = ()
    n: int = 0
    pending: bool = False
    fault: str = ""


class LiveRun:
    """A run that is served.

    Attributes:
        id: its name in addresses.
        path: its folder.
    """

    def __init__(
        self,
        address: str,
        path: Path,
        packs_of: Callable[[Run], Sequence[Pack]],
        pool: ThreadPoolExecutor,
    ) -> None:
        self.id = address
        self.path = path
        self._packs_of = packs_of
        self._pool = pool
        self._lock = threading.RLock()
        self._version: Version = ()
        self._state: RunState | None = None
        self._items: tuple[tuple[object, ...], Mapping[ItemKey, Item]] | None = None
        self._scores = ScoresSoFar()
        self._scored: RunState | None = None
        self._at_work: Future[ScoresSoFar] | None = None
        self._not_before = 0.0

    def state(self) -> RunState:
        """The run as it is now; as it was last where it cannot be read at this moment.

        Raises:
            InputError: when it could never be read.
        """
        with self._lock:
            version = run_version(self.path)
            if self._state is None or version != self._version:
                try:
                    self._state = read_state(self.path)
                    self._version = version
                except PanelwiseError:
                    if self._state is None:
                        raise
            return self._state

    def opened(self) -> Run:
        """The run as it is now, for its name, model, profiles and packs."""
        return Run(self.path, dict(self.state().config))

    def packs(self) -> Sequence[Pack]:
        """The packs that were asked.

        Raises:
            InputError: when one has moved or changed.
        """
        return self._packs_of(self.opened())

    def items(self) -> Mapping[ItemKey, Item]:
        """The items that were to be answered, pack by pack.

        Raises:
            InputError: as ``packs``.
        """
        with self._lock:
            config = self.state().config
            asked = (*(entry["hash"] for entry in config["packs"]), config["limit"])
            if self._items is None or self._items[0] != asked:
                found = {
                    ItemKey(pack.hash, item.id): item
                    for pack in self.packs()
                    for item in pack.items()[: config["limit"]]
                }
                self._items = asked, found
            return self._items[1]

    def scores(self, wait: float = 0.0) -> ScoresSoFar:
        """What the analysis says of the samples so far.

        Args:
            wait: how many seconds to wait for newer figures; until there are some, the last ones.
        """
        state = self.state()
        with self._lock:
            current = self._scored is state
            if not current and self._at_work is None and time.monotonic() >= self._not_before:
                self._at_work = self._pool.submit(self._score, state)
            work = self._at_work
        if work is not None:
            with suppress(TimeoutError):
                work.result(wait)
        with self._lock:
            pending = self._scored is not state
            found = self._scores
            return ScoresSoFar(found.summaries, found.n, pending, found.fault)

    def _score(self, state: RunState) -> ScoresSoFar:
        began, found = time.monotonic(), ScoresSoFar(fault="an error of Panelwise, see its output")
        try:
            found = ScoresSoFar(self._summarise(state), len(state.results))
        except PanelwiseError as error:
            found = ScoresSoFar(n=len(state.results), fault=str(error))
        finally:
            with self._lock:
                self._scores, self._scored, self._at_work = found, state, None
                self._not_before = time.monotonic() + AT_REST * (time.monotonic() - began)
        return found

    def _summarise(self, state: RunState) -> tuple[TaskSummary, ...]:
        run = Run(self.path, dict(state.config))
        items: dict[str, list[Item]] = {}
        for key, item in self.items().items():
            items.setdefault(key.pack, []).append(item)
        profiles: Profiles = run.profiles
        if any(item.withheld for some in items.values() for item in some):
            raise UnavailableError("the right answers are withheld, so there are no scores")
        return summarise(
            RunData(run.name, run.model, profiles.default, items, state.results, profiles.by_task)
        )
