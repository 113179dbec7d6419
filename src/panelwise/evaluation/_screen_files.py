"""A screening on disk: every panel, and those that a person is to look at.

Source: CX-8; AMB-52.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import orjson

from panelwise.errors import InputError
from panelwise.evaluation._screen import OFFENCE_CLASSES, Screening
from panelwise.files import read_json_bytes


def write_screening(screening: Screening, out: str | Path) -> Path | None:
    """Write every panel as a line of JSON, and beside it, once, the ones for a person.

    In ``NAME-check.jsonl`` a person replaces the ``null`` of ``checked`` by their own class. A file
    that is there already is left as it is: somebody may have been at work in it.

    Returns:
        The file for a person; ``None`` when it was there.

    Raises:
        InputError: when a file cannot be written.
    """
    out = Path(out)
    check = check_file(out)
    keys = ("id", "book", "page", "panel", "text", "offence")
    lines = [{key: getattr(one, key) for key in keys} for one in screening.to_check]
    fresh = not check.exists()
    try:
        _write(out, screening.panels)
        if fresh:
            _write(check, [line | {"checked": None} for line in lines])
    except OSError as error:
        raise InputError(f"{out}: cannot be written ({error.strerror or error})") from None
    return check if fresh else None


def check_file(out: Path) -> Path:
    """Where the panels for a person stand."""
    return out.with_name(f"{out.stem}-check.jsonl")


def read_checked(path: str | Path, screening: Screening) -> dict[str, int]:
    """Panel id → the class that a person gave; lines whose ``checked`` is ``null`` are not done.

    Raises:
        InputError: one line: the file, the line, and what is wrong there.
    """
    known = {panel.id for panel in screening.panels}
    lines = read_json_bytes(Path(path)).split(b"\n")
    checked: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        where = f"{path}, line {number}"
        try:
            told = orjson.loads(line)
        except orjson.JSONDecodeError:
            raise InputError(f"{where}: not JSON") from None
        id_ = told.get("id") if isinstance(told, dict) else None
        if not isinstance(id_, str) or "checked" not in told:
            raise InputError(f'{where}: write {{"id": "…", "checked": -1 to 5}}')
        if id_ not in known or id_ in checked:
            problem = "was checked before" if id_ in checked else "is no panel of this screening"
            raise InputError(f"{where}: '{id_[:80]}' {problem}")
        if told["checked"] is None:
            continue
        if type(told["checked"]) is not int or told["checked"] not in OFFENCE_CLASSES:
            raise InputError(f"{where}: checked is {told['checked']!r:.40}; give -1 to 5, or null")
        checked[id_] = told["checked"]
    return checked


def _write(path: Path, lines: Sequence[object]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(orjson.dumps(line) + b"\n" for line in lines))
