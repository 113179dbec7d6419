"""10,000 units and 30,000 answers by 50 people: how long everything that reads all of it takes.

Opening, ``panelwise quality`` and ``panelwise annotations export`` are processes of their own, with
their peak memory. Then ``panelwise annotate`` serves the project: the dashboard is opened over HTTP
while people work, and the times of the next item and of a submission are printed without and with
a report being computed, and those of each page of the dashboard. On SQLite, and on PostgreSQL where
one is installed.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from annotation_load import PASSWORD, PEOPLE, Annotator, Measured, cpu_of, postgres, served
from panelwise.annotation import LogEntry, NewUnit, as_procedure, create_project, open_project
from panelwise.web.accounts import Accounts, AccountSettings, HashSettings

UNITS, EACH, CATEGORIES, SECONDS, WARM = 10_000, 3, 6, 40.0, 5.0
PATIENCE = 240.0  # seconds, after which no report is waited for
LOOKS = 20  # at each page of the dashboard
PAGES = (
    "/dashboard", "/dashboard/agreement", "/dashboard/people", "/dashboard/items",
    "/dashboard/units", "/dashboard/units?place=label&page=50", "/dashboard/unit?id=w3",
    "/dashboard/report.json",
)  # fmt: skip
PROCEDURE = {
    "name": "large",
    "title": "Kinds of strips",
    "instructions": "Name the kind of each strip.",
    "stages": [{"name": "label", "role": "annotator", "people": EACH + 1,
                "screen": "strip-category"}],
}  # fmt: skip


def make_project(folder: Path, database: str, units: int) -> None:
    """A project in which each unit has three answers and waits for one more."""
    create_project(folder, as_procedure(PROCEDURE, "large"), database=database)
    with open_project(folder, database=database) as project:
        texts = [{"name": "Strip", "text": "A strip about a thing.", "role": "text"}]
        project.add_units(
            NewUnit(f"w{number}", f"book-{number % 200}", {"texts": texts}, "work")
            for number in range(units)
        )
        cheap = AccountSettings(hashes=HashSettings(passes=1, kibibytes=8, lanes=1))
        accounts = Accounts(project.store.engine, cheap)
        people = [
            accounts.add(f"person{number}", f"Person {number}", ["annotator"], PASSWORD).id
            for number in range(PEOPLE)
        ]
        accounts.add("root", "Root", ["admin"], PASSWORD)
        first = project.work.state.last + 1
        project.store.append(list(_events(people, units)), first)


def _events(people: list[str], units: int) -> Iterator[LogEntry]:
    draw, at = random.Random(0), 1_750_000_000.0
    for person in people:
        yield LogEntry("joined", person, body={"roles": ["annotator"]}, at=at)
    clocks = dict.fromkeys(people, at)
    for number in range(units * EACH):
        unit, person = f"w{number % units}", people[(number + number // units) % PEOPLE]
        right = random.Random(unit).randrange(CATEGORIES)
        given = right if draw.random() < 0.85 else draw.randrange(CATEGORIES)
        seconds = draw.uniform(8, 40)
        clocks[person] += seconds + (4000 if draw.random() < 0.01 else 0)
        body = {"role": "annotator", "values": {"category": given}, "seconds": seconds}
        about = (person, unit, "label", 1)
        yield LogEntry("leased", *about, {"until": clocks[person] + 1800}, at=clocks[person])
        yield LogEntry("submitted", *about, body, f"key-{number:08d}", clocks[person])


class Labeller(Annotator):
    """Somebody who names kinds of strips."""

    def answer(self, draw: random.Random) -> Any:
        """A category."""
        return draw.randrange(CATEGORIES)


def of_process(command: list[str]) -> str:
    """Seconds, of them with a processor, and peak memory of a process."""
    before = time.perf_counter()
    code = (
        "import resource, subprocess, sys; done = subprocess.run(sys.argv[1:],"
        " stdout=subprocess.DEVNULL); used = resource.getrusage(resource.RUSAGE_CHILDREN);"
        " print(used.ru_maxrss, used.ru_utime + used.ru_stime); sys.exit(done.returncode)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *command], check=True, capture_output=True, text=True
    )
    memory, used = done.stdout.split()
    took = time.perf_counter() - before
    return f"{took:6.1f} s, {float(used):5.1f} s of CPU, {int(memory) // 1024:5d} MB"


async def get(admin: Annotator, url: str, path: str) -> tuple[float, str]:
    """Seconds of a page, and the page."""
    before = time.perf_counter()
    async with admin.session.get(url.rstrip("/") + path) as answer:
        text = await answer.text()
        assert answer.status in (200, 202), text
    return time.perf_counter() - before, text


async def admin_looks(url: str, until: float, said: Callable[[str], None]) -> None:
    """Look at the dashboard every three seconds, and say how long it took."""
    admin = Annotator(url, 0, Measured())
    await admin.sign_in("root")
    times, seen, first = [], set(), 0.0
    started = time.perf_counter()
    while time.perf_counter() < (until if first else max(until, started + PATIENCE)):
        took, text = await get(admin, url, "/dashboard")
        times.append(took)
        if found := re.search(r'data-events="(\d+)"', text):
            first = first or time.perf_counter() - started
            seen.add(found[1])
        await asyncio.sleep(3)
    await admin.close()
    reported = f"first report after {first:.1f} s" if first else f"no report in {PATIENCE:.0f} s"
    said(f"dashboard over HTTP: {reported}; {len(times)} answers, median"
         f" {sorted(times)[len(times) // 2]:.2f} s, slowest {max(times):.2f} s;"
         f" {len(seen)} different reports")  # fmt: skip


async def admin_pages(url: str, process: int, said: Callable[[str], None]) -> None:
    """Every page of the dashboard, again and again, while nobody works."""
    admin = Annotator(url, 0, Measured())
    await admin.sign_in("root")
    for path in PAGES:
        before = cpu_of(process)
        got = [await get(admin, url, path) for _ in range(LOOKS)]
        times = sorted(took for took, _ in got)
        p50, p95 = (times[int(LOOKS * part)] * 1000 for part in (0.5, 0.95))
        used = (cpu_of(process) - before) * 1000 / LOOKS
        said(f"{path:32} p50 {p50:5.0f} ms, p95 {p95:5.0f} ms, CPU {used:4.0f} ms,"
             f" {len(got[-1][1]) // 1024:4d} kB")  # fmt: skip
    await admin.close()


async def work(url: str, process: int, *, looking: bool, said: Callable[[str], None]) -> None:
    """Everybody works, with or without an admin who looks at the dashboard all the time."""
    measured = Measured()
    people = [Labeller(url, number, measured) for number in range(PEOPLE)]
    for person in people:
        await person.sign_in()
    started, used = time.perf_counter(), cpu_of(process)
    begin, end = started + WARM, started + WARM + SECONDS
    tasks = [person.work(begin, end) for person in people]
    if looking:
        tasks.append(admin_looks(url, end, said))
    await asyncio.gather(*tasks)
    used = cpu_of(process) - used
    share = used / (time.perf_counter() - started)
    each = used * 1000 / max(1, len(measured.acknowledged))
    for what in ("next", "submit"):
        times = sorted(measured.milliseconds[what])
        p50, p95 = (times[int(len(times) * part)] for part in (0.5, 0.95))
        with_it = "with the dashboard open" if looking else "without the dashboard"
        said(f"{what} {with_it}: {len(times)}, p50 {p50:.0f} ms, p95 {p95:.0f} ms,"
             f" max {times[-1]:.0f} ms; server {share:.0%} of a core, {each:.0f} ms of CPU for"
             " each submission with all its requests")  # fmt: skip
    said(f"refused: {dict(measured.refused) or 'none'}")


def main(shared: Path | None = None, *, units: int = UNITS) -> None:
    """Measure and print; ``shared`` is not needed."""
    with tempfile.TemporaryDirectory() as name, postgres(Path(name) / "postgres") as url:
        for database in ("", url) if url else ("",):
            kind = "PostgreSQL" if database else "SQLite"

            def said(words: str, kind: str = kind) -> None:
                print(f"{kind:<12}{words} (load {os.getloadavg()[0]:.0f})", flush=True)

            folder = Path(name) / kind
            make_project(folder, database, units)
            os.environ["PANELWISE_DATABASE"] = database
            opening = "import sys, panelwise.annotation as a; a.open_project(sys.argv[1])"
            said(f"opening {of_process([sys.executable, '-c', opening, str(folder)])}")
            program = [sys.executable, "-m", "panelwise"]
            said(f"quality {of_process([*program, 'quality', str(folder)])}")
            out = str(Path(name) / f"out-{kind}")
            exporting = [*program, "annotations", "export", str(folder), "--out", out]
            said(f"export  {of_process(exporting)}")
            with served(folder, database) as (address, process):
                asyncio.run(work(address, process, looking=False, said=said))
                asyncio.run(work(address, process, looking=True, said=said))
                asyncio.run(admin_pages(address, process, said))
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(f"this program: {used.ru_utime + used.ru_stime:.0f} s of CPU")


if __name__ == "__main__":
    main(units=int(sys.argv[1]) if len(sys.argv) > 1 else UNITS)
