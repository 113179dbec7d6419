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

__all__ = [
    "SCRIPT",
    "STATIC",
    "STYLES",
    "WorkImage",
    "WorkSettings",
    "field_markup",
    "picture_markup",
    "static_files",
    "work_markup",
]
