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

__all__ = [
    "SCRIPT",
    "STATIC",
    "STYLES",
    "WorkImage",
    "WorkSettings",
    "annotation_app",
    "field_markup",
    "picture_markup",
    "serve_project",
    "static_files",
    "work_markup",
]
