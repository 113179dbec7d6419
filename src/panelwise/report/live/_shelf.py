"""What is served: packs and runs, found in the folders that were given."""

from __future__ import annotations

import hashlib
import re
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from panelwise.errors import InputError, PanelwiseError
from panelwise.evaluation import Run
from panelwise.opening import what_is
from panelwise.packs import Pack
from panelwise.report.live._run import LiveRun
from panelwise.tasks import ImageEntry

DEPTH = 4  # of folders below those that were given
MOST_FOLDERS = 2_000
SCAN_SECONDS = 3.0
_TAME = re.compile(r"[^A-Za-z0-9._-]+")


class LivePack:
    """A pack that is served.

    Attributes:
        id: its name in addresses.
        pack: opened.
        pictures: hash → media type of all pictures that its items name.
    """

    def __init__(self, pack: Pack) -> None:
        self.id = address_of(pack.path)
        self.pack = pack
        images: dict[str, ImageEntry] = {}
        for item in pack.items():
            for rendering in filter(None, (item.rendering, item.single_image)):
                images |= {image.sha256: image for image in rendering.images}
        self.pictures = {sha256: image.media_type for sha256, image in images.items()}


class Shelf:
    """Packs and runs by their names in addresses; nothing else can be asked for.

    Attributes:
        paths: what was given.
        faults: path → why it cannot be shown.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        for path in paths:
            if not path.is_dir():
                raise InputError(
                    f"{path}: not a folder; give a pack, a run, or a folder that holds some"
                )
        self.paths = tuple(paths)
        self.faults: dict[Path, str] = {}
        self._packs: dict[Path, LivePack] = {}
        self._runs: dict[Path, LiveRun] = {}
        self._scanned = -SCAN_SECONDS
        self._lock = threading.RLock()
        self._summaries = ThreadPoolExecutor(1, thread_name_prefix="panelwise-view")

    def look(self) -> None:
        """Look for new packs and runs, unless that was done just now."""
        with self._lock:
            if time.monotonic() - self._scanned < SCAN_SECONDS:
                return
            runs: dict[Path, LiveRun] = {}
            packs: list[Path] = []
            for path in _found(self.paths):
                if what_is(path) == "a pack":
                    packs.append(path)
                else:
                    runs[path] = self._runs.get(path) or self._live(path)
            self._runs = runs
            self.faults = {}
            for path in packs:
                self._open(path)
            self._scanned = time.monotonic()

    @property
    def runs(self) -> list[LiveRun]:
        """The runs, in the order of their paths."""
        return list(self._runs.values())

    @property
    def packs(self) -> list[LivePack]:
        """The packs, with those that runs led to, each once."""
        with self._lock:
            found: dict[str, LivePack] = {}
            for one in self._packs.values():
                found.setdefault(one.pack.hash, one)
            return list(found.values())

    def run(self, address: str) -> LiveRun | None:
        """The run with this name in addresses."""
        self.look()
        return next((run for run in self.runs if run.id == address), None)

    def pack(self, address: str) -> LivePack | None:
        """The pack with this name in addresses."""
        self.look()
        return next((pack for pack in self.packs if pack.id == address), None)

    def picture(self, sha256: str) -> tuple[Path, str] | None:
        """File and media type of a picture that an item of a pack here names."""
        for one in self.packs:
            media_type = one.pictures.get(sha256)
            path = one.pack.image_path(sha256) if media_type else None
            if media_type and path:
                return path, media_type
        return None

    def packs_of(self, run: Run) -> tuple[Pack, ...]:
        """The packs of a run, which are then served as well.

        Raises:
            InputError: when one has moved or changed.
        """
        with self._lock:
            found = Run(run.path, run.config, [one.pack for one in self._packs.values()]).packs
            for pack in found:
                place = pack.path.resolve()
                if place not in self._packs:
                    self._packs[place] = LivePack(pack)
            return found

    def close(self) -> None:
        """End what is being computed."""
        self._summaries.shutdown(wait=False, cancel_futures=True)

    def _live(self, path: Path) -> LiveRun:
        return LiveRun(address_of(path), path, self.packs_of, self._summaries)

    def _open(self, path: Path) -> None:
        if path.resolve() in self._packs:
            return
        try:
            self._packs[path.resolve()] = LivePack(Pack.open(path))
        except PanelwiseError as error:
            self.faults[path] = str(error)


def address_of(path: Path) -> str:
    """A folder's name in addresses: its name, tamed, and six digits of its path's hash.

    >>> address_of(Path("/tmp/a b/../<run>"))[:-7]
    'run'
    """
    whole = path.resolve()
    digest = hashlib.sha256(str(whole).encode(errors="surrogateescape")).hexdigest()
    return f"{_TAME.sub('-', whole.name).strip('-.')}-{digest[:6]}".lstrip("-")


def _found(paths: Sequence[Path]) -> Iterator[Path]:
    """Packs and runs among folders and in them, breadth first; links are not followed."""
    waiting = [(path, 0) for path in paths]
    seen: set[Path] = set()
    for path, depth in waiting:
        place = path.resolve()
        if place in seen:
            continue
        seen.add(place)
        if what_is(path) != "comics":
            yield path
        elif depth < DEPTH and len(waiting) < MOST_FOLDERS:
            waiting += [(below, depth + 1) for below in _folders(path)]


def _folders(path: Path) -> list[Path]:
    try:
        below = sorted(path.iterdir())
    except OSError:  # somebody else's, or gone by now
        return []
    return [one for one in below if one.is_dir() and not one.is_symlink() and one.name[:1] != "."]
