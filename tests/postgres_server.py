"""A PostgreSQL of our own, for tests."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

BINARIES = sorted(Path("/usr/lib/postgresql").glob("*/bin"))


@contextmanager
def postgres_server() -> Iterator[str]:
    """The URL of a PostgreSQL server on a free port of loopback; skips where there is none."""
    pytest.importorskip("psycopg", reason="needs the extra [postgres]")
    binaries = shutil.which("initdb") and Path(shutil.which("initdb")).parent
    binaries = binaries or (BINARIES[-1] if BINARIES else None)
    if binaries is None:
        pytest.skip("no PostgreSQL server is installed")
    # Not below pytest's own folder, which only its owner may enter.
    with tempfile.TemporaryDirectory(prefix="panelwise-postgres-") as folder:
        yield from _served(binaries, Path(folder))


def _served(binaries: Path, folder: Path) -> Iterator[str]:
    user = {}
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        user = {"user": "postgres"}
        shutil.chown(folder, "postgres")
    data = folder / "data"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": "/", **user}
    subprocess.run(
        [binaries / "initdb", "-D", data, "-U", "panelwise", "-A", "trust", "-N"],
        check=True, **quiet,
    )  # fmt: skip
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = f"-h 127.0.0.1 -p {port} -c unix_socket_directories= -c fsync=off"
    control = [binaries / "pg_ctl", "-D", data, "-w"]
    subprocess.run([*control, "-o", options, "start"], check=True, **quiet)
    try:
        yield f"postgresql://panelwise@127.0.0.1:{port}/postgres"
    finally:
        subprocess.run([*control, "-m", "fast", "stop"], check=False, **quiet)
