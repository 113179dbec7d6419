"""The suites by name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from panelwise.errors import SettingError, UnknownNameError
from panelwise.packs import Pack
from panelwise.registry import unknown_name
from panelwise.training.retention._everyday import everyday_questions
from panelwise.training.retention._mmbench import mmbench_questions
from panelwise.training.retention._mmmu import mmmu_questions
from panelwise.training.retention._panels import panel_questions
from panelwise.training.retention._question import SuiteQuestions, write_choice_pack

_WORLDS, _PUBLISHED = "drawn with panelwise press --worlds", "downloaded"
SUITES: dict[str, tuple[Callable[[Path], SuiteQuestions], str] | None] = {
    "everyday": None,
    "panels": (panel_questions, _WORLDS),
    "mmbench": (mmbench_questions, _PUBLISHED),
    "mmmu": (mmmu_questions, _PUBLISHED),
}
"""Name → what reads its files, and how they are to be had; ``None``: it has none."""


def write_suite(name: str, path: Path | None, out: str | Path) -> Pack:
    """A suite as a pack.

    Args:
        name: ``everyday``, ``panels``, ``mmbench`` or ``mmmu``.
        path: its published files, or drawn families for ``panels``; none for ``everyday``.
        out: a new folder.

    Raises:
        UnknownNameError: for another name.
        SettingError: when the path is missing, or there is one too many.
        InputError: when the files are not those of the suite.
    """
    if name not in SUITES:
        raise UnknownNameError(unknown_name("suite", name, SUITES))
    files = SUITES[name]
    if files is None:
        if path is not None:
            raise SettingError(f"{name} is drawn and takes no files")
        return write_choice_pack(everyday_questions(), out)
    read, how = files
    if path is None:
        raise SettingError(f"{name} has to be {how}; give the path of its files")
    return write_choice_pack(read(path), out)
