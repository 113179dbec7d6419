"""Human work: procedures, an append-only log, assignment, screens and the web application."""

from panelwise.annotation._assignment import Assignment, NoWork, Queue
from panelwise.annotation._book_exports import (
    ExportFormat,
    export_book,
    export_format,
    export_names,
)
from panelwise.annotation._books import (
    ANNOTATED,
    add_comics,
    add_pages,
    read_book_for,
    units_of_book,
    with_drafts,
)
from panelwise.annotation._correcting import (
    CORRECTING,
    CorrectedExport,
    corrected_book,
    corrected_exports,
    correcting_project,
    export_corrected,
    export_file_name,
    project_corrections,
)
from panelwise.annotation._corrections import (
    Correction,
    corrected,
    corrections_of,
    read_corrections,
    write_corrections,
)
from panelwise.annotation._events import SYSTEM, LogEntry, Submission
from panelwise.annotation._forms import project_forms
from panelwise.annotation._given import FLAGS, Elsewhere, HumanAnswer
from panelwise.annotation._members import member_id, member_name
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
from panelwise.annotation._work import LeaseLostError, NotAllowedError, Work

__all__ = [
    "ANNOTATED",
    "CORRECTING",
    "FLAGS",
    "SYSTEM",
    "Assignment",
    "Consent",
    "CorrectedExport",
    "Correction",
    "DuplicateKeyError",
    "Elsewhere",
    "ExportFormat",
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
    "add_comics",
    "add_pages",
    "as_procedure",
    "corrected",
    "corrected_book",
    "corrected_exports",
    "correcting_project",
    "corrections_of",
    "create_project",
    "export_book",
    "export_corrected",
    "export_file_name",
    "export_format",
    "export_names",
    "is_project",
    "member_id",
    "member_name",
    "open_project",
    "procedure_names",
    "project_corrections",
    "project_forms",
    "read_book_for",
    "read_corrections",
    "read_procedure",
    "units_of_book",
    "units_of_pack",
    "with_drafts",
    "with_known_items",
    "write_corrections",
]
