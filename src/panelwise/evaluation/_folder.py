"""The folder of a run: ``run.json``, a copy of its configuration, and a lock for its writer."""

from __future__ import annotations

import platform
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import orjson
from pydantic import BaseModel, ConfigDict, NonNegativeInt, PositiveInt, ValidationError

from panelwise.errors import InputError
from panelwise.files import damaged, first_fault, read_json_bytes
from panelwise.folders import wrong_folder
from panelwise.outputs import cannot_write, take_lock, write_file

SCHEMA_VERSION = 1
CONFIG, LOCK = "run.json", ".lock"
_LIBRARIES = ("panelwise", "numpy", "pillow", "opencv-python-headless", "aiohttp", "orjson")


class _RunAsked(BaseModel):
    model_config = ConfigDict(strict=True)

    hash: str
    path: str
    relative_path: str
    task: str


class _Decoding(BaseModel):
    model_config = ConfigDict(strict=True)

    sent: dict[str, Any]
    preset: dict[str, Any] = {}
    left_out: dict[str, str] = {}
    models: str = ""
    source: str = ""


class _Configuration(BaseModel):
    """The types of what is read from a configuration; it may hold more."""

    model_config = ConfigDict(strict=True)

    status: str
    model: str
    identity: dict[str, Any]
    packs: list[_RunAsked]
    profile: dict[str, Any]
    task_profiles: dict[str, dict[str, Any]] = {}
    limit: NonNegativeInt | None
    repeats: PositiveInt
    samples: NonNegativeInt
    sittings: list[dict[str, Any]]
    rescored: list[dict[str, Any]]
    settings: dict[str, Any] = {}
    decoding: dict[str, _Decoding] = {}
    prompts: list[str] = []
    versions: dict[str, Any] = {}
    started: str = ""


def read_copy(folder: Path) -> dict[str, Any]:
    """What ``run.json`` says: all that is known of runs written before their results held it.

    Raises:
        InputError: when it is missing, damaged, or of a newer version.
    """
    path = folder / CONFIG
    if not path.is_file():
        raise InputError(wrong_folder(folder, "a run"))
    return parse_config(read_json_bytes(path), path)


def parse_config(data: bytes | str, path: Path) -> dict[str, Any]:
    """A configuration from its JSON; ``path`` names it in messages.

    Raises:
        InputError: when it is damaged, or of a newer version.
    """
    try:
        config = orjson.loads(data)
        schema = config["schema_version"]
    except (orjson.JSONDecodeError, KeyError, TypeError):
        raise InputError(f"{path}: damaged; restore it from a copy") from None
    if schema != SCHEMA_VERSION:
        raise InputError(f"{path}: schema version {schema}, this panelwise reads {SCHEMA_VERSION}")
    try:
        _Configuration.model_validate(config)
    except ValidationError as error:
        raise InputError(damaged(str(path), first_fault(error))) from None
    return dict(config)


def write_copy(folder: Path, config: Mapping[str, Any]) -> None:
    """Replace ``run.json`` in one step, after the results: a kill leaves it a step behind.

    Raises:
        InputError: when the folder cannot be written.
    """
    options = orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
    write_file(folder / CONFIG, orjson.dumps(config, option=options))


@cache
def versions() -> dict[str, str]:
    """Versions of Python and of the libraries that can change a result."""
    found = {"python": platform.python_version(), "platform": platform.platform(terse=True)}
    for library in _LIBRARIES:
        try:
            found[library] = version(library)
        except PackageNotFoundError:  # another OpenCV wheel, for instance
            continue
    return found


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other processes from writing to the same run; the system frees it after a kill.

    Raises:
        InputError: when another process is writing to it.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = take_lock(folder / LOCK)
    except OSError as error:
        raise cannot_write(folder, error) from None
    if lock is None:
        raise InputError(f"{folder}: another process is working on this run; wait until it ends")
    with lock:
        yield
