"""Human work: procedures, an append-only log, assignment, screens and the web application."""

from panelwise.annotation._assignment import Assignment, NoWork, Queue
from panelwise.annotation._events import SYSTEM, LogEntry, Submission
from panelwise.annotation._procedure import (
    Consent,
    HiddenGold,
    Pay,
    Procedure,
    Qualification,
    WorkStage,
    as_procedure,
    procedure_names,
    read_procedure,
    with_known_items,
)
from panelwise.annotation._project import (
    NewUnit,
    Project,
    create_project,
    is_project,
    open_project,
    units_of_pack,
)
from panelwise.annotation._state import State, Worker
from panelwise.annotation._store import DuplicateKeyError, LogUnavailableError, Store
from panelwise.annotation._unit import Purpose, WorkUnit
from panelwise.annotation._work import FLAGS, HumanAnswer, LeaseLostError, NotAllowedError, Work

__all__ = [
    "FLAGS",
    "SYSTEM",
    "Assignment",
    "Consent",
    "DuplicateKeyError",
    "HiddenGold",
    "HumanAnswer",
    "LeaseLostError",
    "LogEntry",
    "LogUnavailableError",
    "NewUnit",
    "NoWork",
    "NotAllowedError",
    "Pay",
    "Procedure",
    "Project",
    "Purpose",
    "Qualification",
    "Queue",
    "State",
    "Store",
    "Submission",
    "Work",
    "WorkStage",
    "WorkUnit",
    "Worker",
    "as_procedure",
    "create_project",
    "is_project",
    "open_project",
    "procedure_names",
    "read_procedure",
    "units_of_pack",
    "with_known_items",
]
