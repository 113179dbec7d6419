"""10,000 units and 30,000 answers by 50 people: how long everything that reads all of it takes.

Opening, ``panelwise quality`` and ``panelwise annotations export`` are processes of their own, with
their peak memory. Then ``panelwise annotate`` serves the project: the dashboard is opened over HTTP
while people work, and the times of the next item and of a submission are printed without and with
a report being computed. On SQLite, and on PostgreSQL where one is installed.
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
    """Seconds and peak memory of a process."""
    before = time.perf_counter()
    code = (
        "import resource, subprocess, sys; done = subprocess.run(sys.argv[1:],"
        " stdout=subprocess.DEVNULL); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
        "; sys.exit(done.returncode)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *command], check=True, capture_output=True, text=True
    )
    return f"{time.perf_counter() - before:6.1f} s {int(done.stdout) // 1024:6d} MB"


async def admin_looks(url: str, until: float, said: Callable[[str], None]) -> None:
    """Look at the dashboard every three seconds, and say how long it took."""
    admin = Annotator(url, 0, Measured())
    await admin.sign_in("root")
    times, seen, first = [], set(), 0.0
    started = time.perf_counter()
    while time.perf_counter() < until:
        before = time.perf_counter()
        async with admin.session.get(f"{url.rstrip('/')}/dashboard") as answer:
            text = await answer.text()
            assert answer.status == 200, text
        times.append(time.perf_counter() - before)
        if found := re.search(r'data-events="(\d+)"', text):
            first = first or time.perf_counter() - started
            seen.add(found[1])
        await asyncio.sleep(3)
    await admin.close()
    said(f"dashboard over HTTP: first report after {first:.1f} s; {len(times)} answers, median"
         f" {sorted(times)[len(times) // 2]:.2f} s, slowest {max(times):.2f} s;"
         f" {len(seen)} different reports")  # fmt: skip


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
    share = (cpu_of(process) - used) / (time.perf_counter() - started)
    for what in ("next", "submit"):
        times = sorted(measured.milliseconds[what])
        p50, p95 = (times[int(len(times) * part)] for part in (0.5, 0.95))
        with_it = "with the dashboard open" if looking else "without the dashboard"
        said(f"{what} {with_it}: {len(times)}, p50 {p50:.0f} ms, p95 {p95:.0f} ms,"
             f" max {times[-1]:.0f} ms; server {share:.0%} of a core")  # fmt: skip
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
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(f"this program: {used.ru_utime + used.ru_stime:.0f} s of CPU")


if __name__ == "__main__":
    main(units=int(sys.argv[1]) if len(sys.argv) > 1 else UNITS)
