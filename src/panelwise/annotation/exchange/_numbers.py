"""Random numbers instead of people's names, the same in every release of a project. CV-12."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping
from pathlib import Path

from panelwise.errors import InputError
from panelwise.files import read_json_bytes
from panelwise.outputs import write_file

FILE = "numbers.json"


def person_numbers(folder: Path, names: Iterable[str]) -> Mapping[str, str]:
    """A number of each person, such as ``P-402917``; drawn once and kept in the project.

    The file stays with the project and is never exported: who has it can undo the release.

    Raises:
        InputError: when the file is damaged or cannot be written.
    """
    file = folder / FILE
    kept: dict[str, str] = {}
    if file.is_file():
        try:
            kept = json.loads(read_json_bytes(file))
        except ValueError:
            raise InputError(
                f"{file}: damaged; restore it from a copy, or remove it to number people anew"
            ) from None
    new = [name for name in dict.fromkeys(names) if name not in kept]
    taken = set(kept.values())
    for name in new:
        number = f"P-{secrets.randbelow(900_000) + 100_000}"
        while number in taken:
            number = f"P-{secrets.randbelow(900_000) + 100_000}"
        taken.add(number)
        kept[name] = number
    if new:
        write_file(file, json.dumps(kept, indent=1, ensure_ascii=False).encode())
        file.chmod(0o600)
    return kept
