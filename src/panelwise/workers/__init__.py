"""Work in threads, processes and on a cluster, all of which ends with its parent.

An :class:`WorkEngine` does many independent pieces of work, on this machine or on a Ray cluster.
"""

from panelwise.workers._choose import engine
from panelwise.workers._engine import LOCAL, LocalEngine, WorkEngine
from panelwise.workers._fingerprint import fingerprint
from panelwise.workers._finished import Codec, ResultStore, WorkPiece, finished
from panelwise.workers._pools import Companion, StepProgress, processes, run_async, threads

__all__ = [
    "LOCAL",
    "Codec",
    "Companion",
    "LocalEngine",
    "ResultStore",
    "StepProgress",
    "WorkEngine",
    "WorkPiece",
    "engine",
    "fingerprint",
    "finished",
    "processes",
    "run_async",
    "threads",
]
