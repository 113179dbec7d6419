"""Fifty annotators at once on 10,000 items: how long the next item and a submission take.

The server is ``panelwise annotate`` as its own process, on SQLite and then, where a PostgreSQL is
installed, on PostgreSQL. Every annotator signs in, opens the next item, fetches its pictures, saves
a draft, submits, and comes back five seconds after the item before, as somebody who works fast
does. The CPU of the server and of the load generator, and the machine's load, are printed: where
something else is running, the times are worse than they have to be. Afterwards the log is read and
compared with what was acknowledged: nothing may be lost or counted twice.

Issue: p95 of the next item and of a submission below 150 ms on two cores.
"""

from __future__ import annotations

import asyncio
import hashlib
import html
import importlib.util
import json
import os
import random
import re
import resource
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp

from panelwise.annotation import as_procedure, create_project, open_project, units_of_pack
from panelwise.packs import Made, Pack, write_pack
from panelwise.tasks import ImageEntry, Item, Rendering, SourcePage, Turn
from panelwise.web.accounts import Accounts, AccountSettings, HashSettings

PEOPLE, ITEMS, EACH, SECONDS, WARM = 50, 10_000, 5.0, 60.0, 10.0
BAR = 150  # milliseconds
PICTURES = 60  # different ones, of 40 KB
PASSWORD = "four panels and a gutter"
PROCEDURE = {
    "name": "load",
    "title": "Panels into order",
    "instructions": "Put the panels into story order.",
    "stages": [{"name": "solve", "role": "annotator"}],
}
BINARIES = sorted(Path("/usr/lib/postgresql").glob("*/bin"))


@dataclass
class Measured:
    """What the annotators saw.

    Attributes:
        milliseconds: of every request after the warm-up, by what it was for.
        acknowledged: keys of submissions that the server said it has.
        refused: answers that were none, by status.
    """

    milliseconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    acknowledged: list[str] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)


def make_pack(folder: Path, count: int) -> Pack:
    """Ordering items with three pictures each."""
    draw = random.Random(0)
    pool = [draw.randbytes(40_000) for _ in range(PICTURES)]
    entries = [_entry(picture) for picture in pool]

    def made(number: int) -> Made:
        chosen = draw.sample(range(PICTURES), 3)
        item = Item(
            id=f"book{number % 20}/{number:06d}",
            task="bench.ordering",
            kind="ordering",
            n=3,
            rendering=Rendering(
                (Turn("user", (0, 1, 2, f"Item {number}. Put the panels into order.")),),
                tuple(entries[one] for one in chosen),
                "bench/1",
            ),
            gold=(2, 0, 1),
            sources=(SourcePage(f"book{number % 20}", str(number), "page.jpg", "0" * 64),),
        )
        return Made(item, {entries[one].sha256: pool[one] for one in chosen})

    return write_pack(folder, map(made, range(count)), {"task": "bench.ordering"}, "Noise.")


def _entry(picture: bytes) -> ImageEntry:
    sha256 = hashlib.sha256(picture).hexdigest()
    return ImageEntry(sha256, sha256, 400, 300, "image/jpeg", len(picture), {})


def make_project(folder: Path, pack: Pack, database: str) -> None:
    """A project with every item of a pack, and an account for each annotator."""
    create_project(folder, as_procedure(PROCEDURE, "load"), packs=[pack.path], database=database)
    with open_project(folder, database=database) as project:
        project.add_units(units_of_pack(pack))
        cheap = AccountSettings(hashes=HashSettings(passes=1, kibibytes=8, lanes=1))
        accounts = Accounts(project.store.engine, cheap)
        for number in range(PEOPLE):
            accounts.add(f"person{number}", f"Person {number}", ["annotator"], PASSWORD)


@contextmanager
def served(folder: Path, database: str) -> Iterator[tuple[str, int]]:
    """``panelwise annotate`` as a process: its URL and its number."""
    command = [sys.executable, "-m", "panelwise", "annotate", str(folder), "--port", "0"]
    if database:
        command += ["--database", database]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip(), process.pid
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """The URL of a PostgreSQL of our own, with its settings as they are; empty without one."""
    found = shutil.which("initdb")
    binaries = Path(found).parent if found else (BINARIES[-1] if BINARIES else None)
    if binaries is None:
        yield ""
        return
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": "/"}
    folder.mkdir()
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        quiet["user"] = "postgres"
        shutil.chown(folder, "postgres")
        folder.parent.chmod(0o711)
    data = folder / "data"
    command = [str(binaries / "initdb"), "-D", str(data), "-U", "panelwise", "-A", "trust", "-N"]
    subprocess.run(command, check=True, **quiet)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    control = [str(binaries / "pg_ctl"), "-D", str(data), "-w"]
    options = f"-h 127.0.0.1 -p {port} -c unix_socket_directories="
    subprocess.run([*control, "-o", options, "start"], check=True, **quiet)
    try:
        yield f"postgresql+psycopg://panelwise@127.0.0.1:{port}/postgres"
    finally:
        subprocess.run([*control, "-m", "fast", "stop"], check=False, **quiet)


class Annotator:
    """Somebody with a browser.

    Args:
        url: of the server.
        number: whose account it is.
        measured: what is measured goes there.
    """

    def __init__(self, url: str, number: int, measured: Measured) -> None:
        self._url = url.rstrip("/")
        self._number = number
        self._measured = measured
        self.session = aiohttp.ClientSession(
            cookie_jar=aiohttp.CookieJar(unsafe=True), headers={"accept": "text/html"}
        )

    def answer(self, draw: random.Random) -> Any:
        """What goes into the field of the form."""
        return draw.sample(range(3), 3)

    async def close(self) -> None:
        """Close every connection."""
        await self.session.close()

    async def sign_in(self, name: str = "") -> None:
        """Before anything is measured, as hashing a password takes long on purpose."""
        async with self.session.get(f"{self._url}/sign-in") as page:
            found = re.search(r'name="csrf" value="(\w+)"', await page.text())
        assert found is not None
        fields = {"csrf": found[1], "name": name or f"person{self._number}", "password": PASSWORD}
        async with self.session.post(f"{self._url}/sign-in", data=fields) as answer:
            if answer.status != 200:
                raise SystemExit(f"signing in: {answer.status} {await answer.text()}")

    async def work(self, begin: float, end: float) -> None:
        """An item every five seconds, from a moment of one's own within the first five."""
        draw = random.Random(self._number)
        due = time.perf_counter() + draw.random() * EACH
        while due < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            await self._item(draw, counts=due >= begin, due=due)
            due += EACH
        await self.close()

    async def _item(self, draw: random.Random, *, counts: bool, due: float) -> None:
        page = (await self._ask("GET", "/work", "next", counts)).decode()
        found = re.search(r'data-work="([^"]+)"', page)
        if found is None:
            self._measured.refused["no item"] += 1
            return
        given = json.loads(html.unescape(found[1]))
        for address in re.findall(r"/pictures/\w+/\d+", html.unescape(page))[:3]:
            await self._ask("GET", address, "picture", counts)
        [name] = [json.loads(html.unescape(one))["name"]
                  for one in re.findall(r'data-field="([^"]+)"', page)]  # fmt: skip
        values = {name: self.answer(draw)}
        thinks = due + EACH * (0.5 + 0.4 * draw.random()) - time.perf_counter()
        await asyncio.sleep(max(0.0, thinks))
        await self._ask("PUT", given["draft"], "draft", counts, given["csrf"], {"values": values})
        key = secrets.token_hex(16)
        body = {"key": key, "values": values, "seconds": 2.5, "note": "", "flag": "", "reason": ""}
        said = await self._ask("POST", given["submit"], "submit", counts, given["csrf"], body)
        if said:
            self._measured.acknowledged.append(key)

    async def _ask(
        self, method: str, path: str, what: str, counts: bool, csrf: str = "", body: Any = None
    ) -> bytes:
        headers = {"x-csrf-token": csrf} if csrf else {}
        started = time.perf_counter()
        async with self.session.request(
            method, f"{self._url}{path}", json=body, headers=headers
        ) as answer:
            said = await answer.read()
        if answer.status != 200:
            self._measured.refused[f"{what} {answer.status}"] += 1
            return b""
        if counts:
            self._measured.milliseconds[what].append((time.perf_counter() - started) * 1000)
        return said


def cpu_of(process: int) -> float:
    """Seconds of CPU that a process has used."""
    parts = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def own_cpu() -> float:
    """Seconds of CPU that this process has used."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


async def measure(url: str, process: int, seconds: float) -> tuple[Measured, float, float]:
    """Let everybody work; what they saw, and the share of a core of the server and of ourselves."""
    measured = Measured()
    people = [Annotator(url, number, measured) for number in range(PEOPLE)]
    for person in people:
        await person.sign_in()
    before, own, started = cpu_of(process), own_cpu(), time.perf_counter()
    begin, end = started + WARM, started + WARM + seconds
    await asyncio.gather(*(person.work(begin, end) for person in people))
    wall = time.perf_counter() - started
    return measured, (cpu_of(process) - before) / wall, (own_cpu() - own) / wall


def check_log(folder: Path, database: str, acknowledged: list[str]) -> str:
    """Whether the log has what was acknowledged, each once, and no unit twice."""
    with open_project(folder, database=database) as project:
        given = [one for one in project.store.events() if one.name == "submitted"]
    keys, units = Counter(one.key for one in given), Counter(one.unit for one in given)
    lost = [key for key in acknowledged if key not in keys]
    twice = [name for name, times in (*keys.items(), *units.items()) if times > 1]
    if lost or twice:
        raise SystemExit(f"{len(lost)} submissions are lost, {len(twice)} were counted twice")
    return f"{len(acknowledged)} submissions acknowledged, {len(given)} in the log, none twice"


def show(name: str, milliseconds: Mapping[str, list[float]]) -> None:
    """A line for each kind of request."""
    for what in ("next", "submit", "draft", "picture"):
        times = sorted(milliseconds[what])
        p50, p95 = (times[int(len(times) * share)] for share in (0.5, 0.95))
        bar = f"{BAR} ms" if what in ("next", "submit") else ""
        print(f"{name:<12}{what:<9}{len(times):>7}{p50:>9.1f}{p95:>9.1f}{times[-1]:>9.1f}{bar:>9}")


def main(shared: Path | None = None, *, items: int = ITEMS, seconds: float = SECONDS) -> None:
    """Measure and print; ``shared`` is not needed."""
    if importlib.util.find_spec("sqlalchemy") is None:
        print("annotation load: skipped, needs the extra [annotate]")
        return
    print(f"{PEOPLE} annotators, an item each {EACH:g} s, {items:,} items, {os.cpu_count()} cores")
    print(f"{'database':<12}{'request':<9}{'count':>7}{'p50 ms':>9}{'p95 ms':>9}{'max ms':>9}"
          f"{'bar':>9}")  # fmt: skip
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pack = make_pack(folder / "pack", items)
        with postgres(folder / "postgres") as url:
            for database in ("", url) if url else ("",):
                kind = "PostgreSQL" if database else "SQLite"
                project = folder / kind
                make_project(project, pack, database)
                with served(project, database) as (address, process):
                    measured, server, own = asyncio.run(measure(address, process, seconds))
                show(kind, measured.milliseconds)
                said = check_log(project, database, measured.acknowledged)
                print(f"{kind:<12}{said}; refused: {dict(measured.refused) or 'none'}")
                print(f"{kind:<12}CPU: server {server:.0%} of a core, load generator {own:.0%};"
                      f" load of the machine {os.getloadavg()[0]:.1f}")  # fmt: skip
        if not url:
            print("PostgreSQL is not installed here")


if __name__ == "__main__":
    main()
