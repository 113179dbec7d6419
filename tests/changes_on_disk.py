"""Changes of runs, packs and reports on disk, as somebody who wants a better score makes them."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from panelwise.packs import Pack

Row = dict[str, object]


def sql(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(folder / "run/results.sqlite")) as database:
        for statement in statements:
            assert database.execute(statement).rowcount, f"changed nothing: {statement}"
        database.commit()


def body(folder: Path, item: str, change: Callable[[dict], object]) -> None:
    """Change a stored response."""
    with closing(sqlite3.connect(folder / "run/results.sqlite")) as database:
        (data,) = database.execute("SELECT body FROM results WHERE item = ?", (item,)).fetchone()
        fields = json.loads(zlib.decompress(data))
        change(fields)
        packed = zlib.compress(json.dumps(fields).encode())
        database.execute("UPDATE results SET body = ? WHERE item = ?", (packed, item))
        database.commit()


def config(folder: Path, change: Callable[[dict], object], *, copy: bool = False) -> None:
    """Change the configuration in ``results.sqlite``, and in ``run.json`` with ``copy``."""
    with closing(sqlite3.connect(folder / "run/results.sqlite")) as database:
        (text,) = database.execute("SELECT body FROM configuration").fetchone()
        fields = json.loads(text)
        change(fields)
        database.execute("UPDATE configuration SET body = ?", (json.dumps(fields),))
        database.commit()
    if copy:
        (folder / "run/run.json").write_text(json.dumps(fields))


def record(path: Path, change: Callable[[dict], object]) -> None:
    """Change a file of JSON."""
    fields = json.loads(path.read_text())
    change(fields)
    path.write_text(json.dumps(fields))


def items(folder: Path, change: Callable[[list[Row]], object], *, rehash: bool = False) -> None:
    """Change ``items.parquet``; with ``rehash`` the manifest states the new content hash."""
    path = folder / "pack/items.parquet"
    table = pq.read_table(path)
    rows = table.to_pylist()
    change(rows)
    pq.write_table(pa.Table.from_pylist(rows, schema=table.schema), path)
    if rehash:
        manifest = json.loads((folder / "pack/manifest.json").read_text())
        opened = Pack(folder / "pack", manifest)
        manifest["hash"] = opened._content_hash()
        (folder / "pack/manifest.json").write_text(json.dumps(manifest))


def text(path: Path, old: str, new: str) -> None:
    whole = path.read_text(encoding="utf-8")
    assert old in whole
    path.write_text(whole.replace(old, new, 1), encoding="utf-8")


def swap_pictures(folder: Path) -> None:
    """Point two items at each other's pictures: every file keeps the name of its hash."""

    def swap(rows: list[Row]) -> None:
        one, other = (row["rendering"]["images"][0] for row in rows[:2])
        one["sha256"], other["sha256"] = other["sha256"], one["sha256"]

    items(folder, swap, rehash=True)
