"""The web application for people: forms in a browser."""

from panelwise.annotation.app._markup import (
    SCRIPT,
    STATIC,
    STYLES,
    WorkImage,
    WorkSettings,
    field_markup,
    picture_markup,
    static_files,
    work_markup,
)
from panelwise.annotation.app._serve import annotation_app, serve_project
from panelwise.annotation.app._sheets import (
    TakenSheet,
    WrittenPersonSheet,
    take_sheet,
    write_person_sheet,
)

__all__ = [
    "SCRIPT",
    "STATIC",
    "STYLES",
    "TakenSheet",
    "WorkImage",
    "WorkSettings",
    "WrittenPersonSheet",
    "annotation_app",
    "field_markup",
    "picture_markup",
    "serve_project",
    "static_files",
    "take_sheet",
    "work_markup",
    "write_person_sheet",
]
