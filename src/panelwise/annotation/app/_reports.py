"""The report of the dashboard: computed in a process of its own, while pages show the last one."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from panelwise.annotation._forms import project_forms
from panelwise.annotation._project import Project, open_project
from panelwise.annotation._state import State
from panelwise.annotation.quality import QualityReport, quality_report
from panelwise.errors import PanelwiseError
from panelwise.wording import counted, shortened
from panelwise.workers import Companion

PATIENCE = 0.5  # seconds that a page waits for a report; small projects need less
LONGEST_FAULT = 300  # characters
LOG = logging.getLogger("panelwise.annotation")
Compute = Callable[[], QualityReport]


@dataclass(frozen=True, slots=True)
class ShownReport:
    """What a page shows.

    Attributes:
        report: the last one; ``None`` before the first.
        at: when its computation began, in seconds since 1970.
        computing: whether the next one is being computed.
        fault: why the last computation failed; empty: it did not.
    """

    report: QualityReport | None
    at: float
    computing: bool
    fault: str

    def age(self, state: State) -> str:
        """How old the report is, given the present state."""
        if self.report is None:
            return ""
        given = sum(len(one.submissions) for one in list(state.people.values()))
        since = given - sum(one.submissions for one in self.report.people)
        words = f"As of {datetime.fromtimestamp(self.at, UTC):%H:%M} UTC"
        if since > 0:
            words += f", {counted(since, 'answer')} ago"
        return words + ("; computing…" if self.computing else ".")


class Reports:
    """The last report; asking for it starts the computation of the next one if the log went on.

    Args:
        compute: returns a report of the present moment; called in a thread, one call at a time.
    """

    def __init__(self, compute: Compute) -> None:
        self._compute = compute
        self._changed = threading.Condition()
        self._shown = ShownReport(None, 0.0, computing=False, fault="")

    @property
    def last(self) -> QualityReport | None:
        """The last report, whatever its age."""
        return self._shown.report

    def latest(self, events: int) -> ShownReport:
        """The last report, or one that is ready within half a second.

        Args:
            events: in the log now; a report on fewer is out of date.
        """
        with self._changed:
            self._begin(events)
            self._changed.wait_for(lambda: not self._shown.computing, PATIENCE)
            if not self._shown.fault:
                self._begin(events)
            return self._shown

    def _begin(self, events: int) -> None:
        shown = self._shown
        if shown.computing or (shown.report is not None and shown.report.events >= events):
            return
        self._shown = ShownReport(shown.report, shown.at, computing=True, fault=shown.fault)
        threading.Thread(target=self._run, name="panelwise-report", daemon=True).start()

    def _run(self) -> None:
        at, fault = time.time(), ""
        report = None
        try:
            report = self._compute()
        except PanelwiseError as error:
            fault = _line(error)
            LOG.error("The report of the dashboard could not be computed: %s", fault)  # noqa: TRY400 - one line
        except Exception as error:
            # A fault of ours: the page says so in a line, and the log has where it happened.
            fault = f"{type(error).__name__}: {_line(error)}"
            LOG.exception("The report of the dashboard could not be computed: %s", fault)
        with self._changed:
            old = self._shown
            kept = (old.report, old.at) if report is None else (report, at)
            self._shown = ShownReport(*kept, computing=False, fault=fault)
            self._changed.notify_all()


def _line(error: Exception) -> str:
    return shortened(" ".join(str(error).split()), LONGEST_FAULT)


def report_process(project: Project) -> Compute:
    """Reports by a process that reads the log by itself, so that nobody's work waits for them."""
    url = project.store.engine.url.render_as_string(hide_password=False)
    return Companion(_reporter, str(project.folder), url)


def _reporter(folder: str, url: str) -> Compute:
    project = open_project(folder, database=url, alone=False)
    state = project.work.state

    def compute() -> QualityReport:
        state.replay(project.store.events(after=state.last))
        return quality_report(state, project_forms(project))

    return compute
