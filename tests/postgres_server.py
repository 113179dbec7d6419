"""A PostgreSQL of our own, for tests."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

BINARIES = sorted(Path("/usr/lib/postgresql").glob("*/bin"))


@contextmanager
def postgres_server(folder: Path) -> Iterator[str]:
    """The URL of a PostgreSQL server on a free port of loopback; skips where there is none."""
    pytest.importorskip("psycopg", reason="needs the extra [postgres]")
    binaries = shutil.which("initdb") and Path(shutil.which("initdb")).parent
    binaries = binaries or (BINARIES[-1] if BINARIES else None)
    if binaries is None:
        pytest.skip("no PostgreSQL server is installed")
    user = {}
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        user = {"user": "postgres"}
        shutil.chown(folder, "postgres")
        for parent in folder.parents[:3]:
            parent.chmod(parent.stat().st_mode | 0o011) if parent != Path("/tmp") else None
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
    yield f"postgresql://panelwise@127.0.0.1:{port}/postgres"
    subprocess.run([*control, "-m", "fast", "stop"], check=False, **quiet)
