"""The pack that a bridge asks: one on disk, or one that is built for the occasion."""

from __future__ import annotations

import atexit
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from panelwise.benchmarks import build
from panelwise.errors import InputError, SettingError, UnavailableError
from panelwise.packs import Pack


def bridged_pack(
    task: str | None,
    pack: str | Path | None,
    comics: str | Sequence[str] | None,
    *,
    profile: str = "recommended",
    settings: Mapping[str, str] | None = None,
    seed: int = 0,
) -> Pack:
    """Open a pack, or build one that lasts as long as this process.

    Args:
        task: whose items; ``None`` for whatever the pack holds.
        pack: the folder of a pack.
        comics: or comics to build one from, one path or several.
        profile: that it is built with.
        settings: changes to the profile, as texts.
        seed: that it is built with.

    Raises:
        SettingError: without pack and comics, or with both.
        InputError: for a pack of another task.
        UnavailableError: for a pack whose right answers are withheld.
    """
    if (pack is None) == (comics is None):
        raise SettingError("give a pack or comics: -T pack=FOLDER, or -T comics=FOLDER")
    if pack is None:
        assert comics is not None
        if task is None:
            raise SettingError("comics alone name no task; give -T pack=FOLDER")
        place = tempfile.TemporaryDirectory(prefix="panelwise-bridge-")
        atexit.register(place.cleanup)
        given = [comics] if isinstance(comics, str) else list(comics)
        out = Path(place.name) / "pack"
        return build(
            task, given, out=out, seed=seed, profile=profile, settings=dict(settings or {})
        )
    opened = Pack.open(pack)
    if opened.withheld:
        raise UnavailableError(
            f"{opened.path}: its right answers are withheld; run it with panelwise evaluate"
        )
    if task is not None and opened.manifest["task"] != task:
        raise InputError(f"{opened.path}: a pack of {opened.manifest['task']}, not of {task}")
    return opened
