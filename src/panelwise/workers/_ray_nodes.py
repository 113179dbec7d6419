"""Whether every machine of a cluster can do the work: the same code, the same files."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from panelwise.errors import InputError, UnavailableError
from panelwise.workers._fingerprint import fingerprint

SECONDS = 120.0  # for the first task on a machine, which imports the libraries
_ADDRESS = re.compile(r"([a-z][a-z0-9+.-]+):/")  # of two letters at least: c:/ is a disk
_MARK = "panelwise-visible"


@dataclass(frozen=True, slots=True)
class SharedFiles:
    """What every machine must have: code by its hash, inputs as they look here, the output.

    Attributes:
        code: package → fingerprint.
        looks: path → :func:`look_of` it on this machine.
        mark: a file next to the result, and what is in it.
        folder: the working directory, to which relative paths refer.
    """

    code: Mapping[str, str]
    looks: Mapping[str, str]
    mark: tuple[str, str] | None
    folder: str


def refuse_addresses(paths: Sequence[Path]) -> None:
    """Refuse addresses of remote storage, which no machine sees as files.

    Raises:
        InputError: for the first one.
    """
    for path in paths:
        found = _ADDRESS.match(str(path))
        if found and not path.exists():
            raise InputError(
                f"{path}: {found[1]} addresses are not supported; mount the storage on every"
                " machine under one path, and give this path"
            )


def look_of(path: Path) -> str:
    """How a file or folder looks: its size, or a hash of the names in it; ``missing``."""
    try:
        if path.is_dir():
            names = "\0".join(sorted(entry.name for entry in path.iterdir()))
            return f"a folder with {hashlib.sha256(names.encode('utf-8', 'replace')).hexdigest()}"
        return f"{path.stat().st_size} bytes"
    except OSError:
        return "missing"


def problem_here(shared: SharedFiles) -> str | None:
    """Runs on each machine: what it lacks, in words; ``None`` when it can do the work."""
    for package, expected in shared.code.items():
        if fingerprint(package) != expected:
            return (
                f"has another version of {package}, or of the libraries it uses; install the same"
                " versions on all machines"
            )
    for path, expected in shared.looks.items():
        found = look_of(Path(path))
        if found == "missing":
            return f"does not see {path}; mount it there under the same path"
        if found != expected:
            return f"sees other files at {path} than this machine; mount the same folder there"
    if shared.mark is not None:
        path, text = shared.mark
        try:
            seen = Path(path).read_text("ascii") == text
        except OSError:
            seen = False
        if not seen:
            folder = Path(path).parent
            return f"does not see the folder of the result, {folder}; mount it there as well"
    return None


def check_nodes(
    ray: Any, inputs: Sequence[Path], out: Path | None, packages: Sequence[str]
) -> SharedFiles:
    """Ask every machine of a cluster whether it can do the work.

    A machine that leaves the cluster meanwhile, such as one that was killed a moment ago and is
    still listed, does not count.

    Raises:
        InputError: naming the first that cannot, and why.
        UnavailableError: when one does not answer.
    """
    looks = {str(path.absolute()): look_of(path) for path in inputs}
    code = {package: fingerprint(package) for package in packages}
    mark = _mark(out)
    folder = str(Path.cwd())
    shared = SharedFiles(code, looks, mark, folder)
    try:
        tasks = [(node, _asked(ray, node, shared)) for node in _workers(ray)]
        for node, task in tasks:
            fault = _answer(ray, _name(node), task)
            if fault is not None and _is_there(ray, node):
                raise InputError(f"machine {_name(node)} {fault}")
    finally:
        if mark is not None:
            Path(mark[0]).unlink(missing_ok=True)
    return SharedFiles(code, {}, None, folder)


def _mark(out: Path | None) -> tuple[str, str] | None:
    """A file in the nearest folder of the result that exists."""
    if out is None:
        return None
    folder = out.absolute()
    while not folder.is_dir():
        folder = folder.parent
    text = secrets.token_hex(16)
    path = folder / f".{text[:8]}.{_MARK}"
    try:
        path.write_text(text, "ascii")
    except OSError as error:
        raise InputError(f"{out}: cannot be written ({error.strerror or error})") from None
    return str(path), text


def _workers(ray: Any) -> list[dict[str, Any]]:
    return [node for node in ray.nodes() if node["Alive"] and node["Resources"].get("CPU")]


def _is_there(ray: Any, node: Mapping[str, Any]) -> bool:
    return any(one["NodeID"] == node["NodeID"] for one in _workers(ray))


def _name(node: Mapping[str, Any]) -> str:
    return f"{node['NodeManagerHostname']} ({node['NodeID'][:8]})"


def _asked(ray: Any, node: Mapping[str, Any], shared: SharedFiles) -> Any:
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    there = NodeAffinitySchedulingStrategy(node["NodeID"], soft=False)
    task = ray.remote(problem_here).options(num_cpus=0, scheduling_strategy=there, max_retries=1)
    return task.remote(shared)


def _answer(ray: Any, name: str, task: Any) -> str | None:
    try:
        answer: str | None = ray.get(task, timeout=SECONDS)
    except ray.exceptions.GetTimeoutError:
        raise UnavailableError(
            f"machine {name} did not answer in {SECONDS:.0f} seconds; look at it with ray status"
        ) from None
    except ray.exceptions.RayError as error:
        reason = str(error).strip().splitlines()[-1] if str(error).strip() else type(error).__name__
        return f"cannot run Panelwise ({reason}); install the same version there"
    return answer
