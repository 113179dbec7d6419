"""Downloads of a corrected comic: the same files that the command line writes."""

from __future__ import annotations

import shutil
import tempfile
import threading
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from panelwise.annotation._correcting import (
    corrected_exports,
    export_corrected,
    export_file_name,
)
from panelwise.annotation._corrections import corrections_of
from panelwise.annotation._project import Project
from panelwise.comics import Book
from panelwise.web.accounts import ADMIN, form_field, require

_DATE = (1980, 1, 1, 0, 0, 0)  # the same files give the same bytes


class Downloads:
    """The page of exports and what is downloaded from it, for admins alone.

    Args:
        project: of corrections.
        book: the comic as it was opened.
        page: makes a page in the look of the application.
    """

    def __init__(self, project: Project, book: Book, page: Callable[..., Any]) -> None:
        self._project = project
        self._book = book
        self._page = page
        self._admin = require(ADMIN)
        self._lock = threading.Lock()  # one export at a time: each has a comic in memory

    @property
    def routes(self) -> Sequence[tuple[str, str, Callable[..., Any]]]:
        """Method, path and handler of every page."""
        return (("GET", "/export", self.choose), ("POST", "/export", self.download))

    def choose(self, request: Any) -> Any:
        """The exports, and how much of the comic was corrected."""
        self._admin(request)
        done = len(corrections_of(self._project.work.state))
        return self._page(request, "export", "Export", exports=corrected_exports(), done=done,
                          book=self._book)  # fmt: skip

    def download(self, request: Any) -> Any:
        """One export as a file; deleted when it was sent."""
        from starlette.background import BackgroundTask
        from starlette.responses import FileResponse

        self._admin(request)
        name = form_field(request, "to")
        named = Path(export_file_name(self._book, name).replace("/", "_")).name
        folder = Path(tempfile.mkdtemp(prefix="panelwise-export-"))
        try:
            with self._lock:
                export_corrected(self._project, self._book, name, folder / named)
            file = _one_file(folder, folder / named)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        done = BackgroundTask(shutil.rmtree, folder, ignore_errors=True)
        return FileResponse(file, filename=file.name, background=done,
                            media_type="application/octet-stream")  # fmt: skip


def _one_file(folder: Path, file: Path) -> Path:
    """The file of an export; with what lies next to it, where there is something, as a ZIP."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    if files == [file]:
        return file
    packed = folder / f"{file.name}.zip"
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for path in files:
            name = zipfile.ZipInfo(path.relative_to(folder).as_posix(), _DATE)
            archive.writestr(name, path.read_bytes())
    return packed
