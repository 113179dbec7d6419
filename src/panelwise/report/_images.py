"""The pictures of a report: each once, under its hash, linked rather than copied."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

from panelwise.report._report_run import ReportRun
from panelwise.tasks import ImageEntry, Item

_SUFFIXES = {
    "image/png": ".png",
    "image/jpeg": ".jpg",
    "image/webp": ".webp",
    "image/gif": ".gif",
    "image/bmp": ".bmp",
    "image/avif": ".avif",
}
_HASH = re.compile(r"[0-9a-f]{64}")


class Gallery:
    """Brings images into ``folder`` when they are first asked for.

    A hard link costs no space; where the pack lies on another disk the file is copied.

    Attributes:
        count, size: pictures so far, and their bytes.
    """

    def __init__(self, folder: Path, runs: Sequence[ReportRun]) -> None:
        self.folder = folder
        self.count = 0
        self.size = 0
        self._runs = runs
        self._links: dict[str, str | None] = {}

    def link(self, image: ImageEntry) -> str | None:
        """An image's address relative to the report; ``None`` when no run has it."""
        if image.sha256 not in self._links:
            self._links[image.sha256] = self._bring(image)
        return self._links[image.sha256]

    def bring_all(self, items: Iterable[Item]) -> None:
        """Bring every image of the items, of the one-image form too."""
        for item in items:
            for rendering in (item.rendering, item.single_image):
                for image in rendering.images if rendering else ():
                    self.link(image)

    def _bring(self, image: ImageEntry) -> str | None:
        """A pack is untrusted: its hash becomes a file name only if it is a hash."""
        suffix = _SUFFIXES.get(image.media_type)
        if suffix is None or not _HASH.fullmatch(image.sha256):
            return None
        paths = (run.image_path(image.sha256) for run in self._runs)
        source = next((path for path in paths if path is not None), None)
        if source is None:
            return None
        self.folder.mkdir(exist_ok=True)
        target = self.folder / f"{image.sha256}{suffix}"
        try:
            os.link(source.resolve(), target)
        except OSError:
            shutil.copyfile(source, target)
        self.count += 1
        self.size += target.stat().st_size
        return f"{self.folder.name}/{target.name}"
