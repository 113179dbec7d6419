"""A screening on disk: every panel, and those that a person is to look at.

Source: CX-8; AMB-52.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import orjson
from pydantic import TypeAdapter, ValidationError

from panelwise.errors import InputError, UnsafeInputError
from panelwise.evaluation._screen import OFFENCE_CLASSES, ScreenedPanel, Screening
from panelwise.files import first_fault, json_lines
from panelwise.outputs import write_file

MOST_PANELS = 1_000_000
_PANEL = TypeAdapter(ScreenedPanel)
Classes = dict[str, tuple[str, int | None]]
"""Panel id → where a person's class stands, for messages, and the class, if there is one."""


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
    if fresh:
        _write(check, [line | {"checked": None} for line in lines])
    _write(out, screening.panels)
    return check if fresh else None


def check_file(out: Path) -> Path:
    """Where the panels for a person stand."""
    return out.with_name(f"{out.stem}-check.jsonl")


def read_screening(path: str | Path) -> Screening:
    """The panels of a screening file. Its name stands for the model, which the file does not name.

    Raises:
        InputError: one line: the file, the line, and what is wrong there.
    """
    path, panels = Path(path), list[ScreenedPanel]()
    seen: set[str] = set()
    for line in json_lines(path):
        try:
            panel = _PANEL.validate_python(line.value())
        except ValidationError as error:
            wanted = "give what panelwise screen --out wrote"
            raise InputError(f"{line.where}: {first_fault(error)}; {wanted}") from None
        if panel.offence is not None and panel.offence not in OFFENCE_CLASSES:
            raise InputError(f"{line.where}: offence is {panel.offence}; give -1 to 5")
        if panel.id in seen:
            raise InputError(f"{line.where}: '{panel.id[:80]}' is there twice; remove one")
        seen.add(panel.id)
        panels.append(panel)
        if len(panels) > MOST_PANELS:
            raise UnsafeInputError(f"{line.where}: more than {MOST_PANELS} panels; split the file")
    if not panels:
        raise InputError(f"{path}: holds no panel; give what panelwise screen --out wrote")
    return Screening(path.stem, "", "", tuple(panels), {})


def read_checked(path: str | Path, screening: Screening) -> dict[str, int]:
    """Panel id → the class that a person gave; lines whose ``checked`` is ``null`` are not done.

    Raises:
        InputError: one line: the file, the line, and what is wrong there.
    """
    return only_screened(read_classes(path), screening)


def read_classes(path: str | Path) -> Classes:
    """What a person filled in, before it is known which panels there are.

    Raises:
        InputError: as :func:`read_checked`.
    """
    found: Classes = {}
    for line in json_lines(Path(path)):
        where, entry = line.where, line.value()
        id_ = entry.get("id") if isinstance(entry, dict) else None
        if not isinstance(id_, str) or "checked" not in entry:
            raise InputError(f'{where}: write {{"id": "…", "checked": -1 to 5}}')
        if id_ in found:
            raise InputError(f"{where}: '{id_[:80]}' was checked before; remove one of the lines")
        given = entry["checked"]
        if given is not None and (type(given) is not int or given not in OFFENCE_CLASSES):
            raise InputError(
                f"{where}: checked is {orjson.dumps(given).decode():.40}; give -1 to 5, or null"
            )
        found[id_] = (where, given)
        if len(found) > MOST_PANELS:
            raise UnsafeInputError(f"{where}: more than {MOST_PANELS} panels; split the file")
    return found


def only_screened(classes: Classes, screening: Screening) -> dict[str, int]:
    """The classes that were given, all of panels that were screened.

    Raises:
        InputError: naming the line of another panel.
    """
    known = {panel.id for panel in screening.panels}
    for id_, (where, _) in classes.items():
        if id_ not in known:
            raise InputError(
                f"{where}: '{id_[:80]}' is not a panel of this screening; remove the line"
            )
    return {id_: given for id_, (_, given) in classes.items() if given is not None}


def _write(path: Path, lines: Sequence[object]) -> None:
    write_file(path, b"".join(orjson.dumps(line) + b"\n" for line in lines))
