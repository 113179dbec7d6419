"""The pictures of a report: each once, under its hash, small enough to be mailed."""

from __future__ import annotations

import re
import shutil
from collections.abc import Container, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from PIL import Image

from panelwise.comics import decode_rgb
from panelwise.errors import InputError
from panelwise.report._report_run import ItemKey, ReportRun
from panelwise.tasks import ImageEntry, Item
from panelwise.workers import threads

LONGEST = 1024  # pixels of a picture that is sent alone
LONGEST_OF_SEVERAL = 384  # of one of several, which are shown beside each other, 176 high
JPEG_QUALITY = 75  # frames of a manga: 33 KB where the PNG has 80, in half a millisecond
FEW_BYTES = 32 << 10  # a picture that is as small already is taken as it is
MEDIA_TYPES = {
    "image/png": ".png",
    "image/jpeg": ".jpg",
    "image/webp": ".webp",
    "image/gif": ".gif",
    "image/bmp": ".bmp",
    "image/avif": ".avif",
}
_HASH = re.compile(r"[0-9a-f]{64}")


class PictureLink(NamedTuple):
    """A picture's address relative to the report, and that of its original where it lies near."""

    preview: str
    original: str | None
    size: int


class Gallery:
    """Brings previews of images into ``folder``; the originals stay in their packs.

    Attributes:
        count, size: pictures so far, and their bytes.
    """

    def __init__(self, folder: Path, runs: Sequence[ReportRun], report: Path) -> None:
        self.folder = folder
        self._report = report
        self.count = 0
        self.size = 0
        self._runs = runs
        self._links: dict[str, PictureLink | None] = {}

    def link(self, image: ImageEntry) -> PictureLink | None:
        """Where an image is; ``None`` when it was not brought, or no run has it."""
        return self._links.get(image.sha256)

    def bring(self, items: Mapping[ItemKey, Item], sent_single: Container[ItemKey]) -> None:
        """Bring the images of the items; of the one-image form only where it was sent."""
        longest: dict[str, int] = {}
        entries: dict[str, ImageEntry] = {}
        for key, item in items.items():
            single = item.single_image if key in sent_single else None
            for rendering in filter(None, (item.rendering, single)):
                bound = LONGEST if len(rendering.images) == 1 else LONGEST_OF_SEVERAL
                for image in rendering.images:
                    entries[image.sha256] = image
                    longest[image.sha256] = max(bound, longest.get(image.sha256, 0))
        with threads() as pool:  # Pillow releases the lock
            links = pool.map(lambda image: self._bring(image, longest[image.sha256]),
                             entries.values())  # fmt: skip
            self._links = dict(zip(entries, links, strict=True))
        found = [link for link in self._links.values() if link is not None]
        self.count, self.size = len(found), sum(link.size for link in found)

    def _bring(self, image: ImageEntry, longest: int) -> PictureLink | None:
        """A pack is untrusted: its hash becomes a file name only if it is a hash."""
        suffix = MEDIA_TYPES.get(image.media_type)
        if suffix is None or not _HASH.fullmatch(image.sha256):
            return None
        paths = (run.image_path(image.sha256) for run in self._runs)
        source = next((path for path in paths if path is not None), None)
        if source is None:
            return None
        self.folder.mkdir(exist_ok=True)
        small = max(image.width, image.height) <= longest and source.stat().st_size <= FEW_BYTES
        target = self.folder / f"{image.sha256}{suffix if small else '.jpg'}"
        if small:
            shutil.copyfile(source, target)
        elif not _write_preview(source, target, longest):
            return None
        original = None if small else self._original(source)
        return PictureLink(f"{self.folder.name}/{target.name}", original, target.stat().st_size)

    def _original(self, source: Path) -> str | None:
        """The relative path of an original next to the report: both can be moved together.

        A path outside it would show readers of the report the folders of somebody's disk.
        """
        try:
            inside = source.resolve().relative_to(self._report.resolve().parent)
        except ValueError:
            return None
        return "../" + quote(inside.as_posix())


def _write_preview(source: Path, target: Path, longest: int) -> bool:
    """Write a smaller JPEG; false for a file that is no picture."""
    try:
        picture = decode_rgb(source.read_bytes(), source.name)
    except InputError:
        return False
    picture.thumbnail((longest, longest), Image.Resampling.LANCZOS)
    picture.save(target, "JPEG", quality=JPEG_QUALITY)
    return True
