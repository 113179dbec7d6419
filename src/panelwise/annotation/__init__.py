"""Human work: procedures, an append-only log, assignment, screens and the web application."""

from panelwise.annotation._assignment import Assignment, Queue, Why
from panelwise.annotation._events import SYSTEM, Event, Submission
from panelwise.annotation._procedure import (
    Consent,
    HiddenGold,
    Pay,
    Procedure,
    Qualification,
    Stage,
    as_procedure,
    procedure_names,
    read_procedure,
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
from panelwise.annotation._unit import Purpose, Unit
from panelwise.annotation._work import FLAGS, Answer, LeaseLostError, NotAllowedError, Work

__all__ = [
    "FLAGS",
    "SYSTEM",
    "Answer",
    "Assignment",
    "Consent",
    "DuplicateKeyError",
    "Event",
    "HiddenGold",
    "LeaseLostError",
    "LogUnavailableError",
    "NewUnit",
    "NotAllowedError",
    "Pay",
    "Procedure",
    "Project",
    "Purpose",
    "Qualification",
    "Queue",
    "Stage",
    "State",
    "Store",
    "Submission",
    "Unit",
    "Why",
    "Work",
    "Worker",
    "as_procedure",
    "create_project",
    "is_project",
    "open_project",
    "procedure_names",
    "read_procedure",
    "units_of_pack",
]
