"""Change the code in small ways and see whether a test fails: ``make mutants``.

A sample of all small changes (mutants) of what computes, reads and orders is drawn by seed. Each is
made in memory, in a process of its own, and meets the quickest tests that reach the changed
function; the working tree is never touched. Ends with 1 where less than 85 % are killed.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import resource
import signal
import sys
import tempfile
import time
import traceback
import types
from collections.abc import Callable, Iterable, Iterator
from importlib.machinery import SourceFileLoader
from pathlib import Path

from mutations import Mutant, mutants_of

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "panelwise"
EQUIVALENT = Path(__file__).with_name("mutants_equivalent.json")
CODE = (
    "metrics/*.py",
    "analysis/**/*.py",
    "tasks/extraction/_*.py",
    "tasks/kinds/answer/_kind.py",
    "tasks/kinds/documents/_boxes.py",
    "tasks/kinds/speakers/_kind.py",
    "tasks/kinds/documents/_lists.py",
    "tasks/kinds/mark/_kind.py",
    "tasks/kinds/documents/_marked.py",
    "tasks/kinds/documents/_speaker_links.py",
    "tasks/kinds/structure/_kind.py",
    "tasks/kinds/*/_line.py",
    "reading/orders/_*.py",
    "reading/_text_order.py",
)
TESTS = (
    "tests/metrics",
    "tests/analysis",
    "tests/benchmarks/test_papers.py",
    "tests/cli/test_audit_command.py",
    "tests/cli/test_score_command.py",
    "tests/drafting/test_check_sheet.py",
    "tests/models/test_hostile_answers.py",
    "tests/tasks/test_extract_*.py",
    "tests/tasks/test_documents_*.py",
    "tests/tasks/test_answer_lines_documents.py",
    "tests/tasks/test_structure.py",
    "tests/tasks/test_marks.py",
    "tests/tasks/test_*_kind.py",
    "tests/reading/test_order_*.py",
    "tests/evaluation/test_screening.py",
    "src/panelwise/analysis/**/_*.py",  # their doctests
    "src/panelwise/metrics/_*.py",
    "src/panelwise/tasks/extraction/_*.py",
    "src/panelwise/reading/orders/_*.py",
)
MARKS = "not slow and not shared and not browser and not alone and not extra"
KILLED_AT_LEAST, EQUIVALENT_AT_MOST = 0.85, 0.05
SECONDS = 15.0  # of tests a mutant meets, the quickest first
WORKERS = 2
MEMORY = 16 * 2**30
SURVIVED, KILLED, UNREACHED, BROKEN = 10, 11, 12, 13
VERDICTS = {SURVIVED: "survived", KILLED: "killed", UNREACHED: "no test", BROKEN: "broken"}
Reach = dict[str, dict[str, float]]  # "file:function" -> test -> seconds


class Campaign:
    """A pytest plugin: the tests are collected once, and every mutant is a fork of that moment."""

    def __init__(self, mutants: list[Mutant], reach: Path, out: int) -> None:
        self.mutants, self.reach_file, self.out = mutants, reach, out
        self.failed = False
        self.verdicts: dict[int, str] = {}

    def pytest_runtest_logreport(self, report: types.SimpleNamespace) -> None:
        self.failed = self.failed or report.failed

    def pytest_runtestloop(self, session: types.SimpleNamespace) -> bool:
        session.config._tmp_path_factory.getbasetemp()  # made once, before the first fork
        self.tests = {item.nodeid: item for item in session.items}
        if not self.reach_file.exists():
            self.reach_file.write_text(json.dumps(self.measure()))
        reach: Reach = json.loads(self.reach_file.read_text())
        self.say(f"{len(self.tests)} tests, {len(self.mutants)} mutants")

        def job(mutant: Mutant) -> Callable[[], int]:
            return lambda: self.meet(mutant, reach)

        def done(index: int, verdict: str) -> None:
            self.verdicts[index] = verdict
            if verdict != "killed":
                self.say(f"{len(self.verdicts)}: {verdict} {self.mutants[index]}")

        pool([job(mutant) for mutant in self.mutants], done)
        return True

    def say(self, line: str) -> None:
        os.write(self.out, f"{line}\n".encode())

    def measure(self) -> Reach:
        """Which tests reach which function, and how long they take; failing ones are left out."""
        folder = Path(tempfile.mkdtemp())
        modules = sorted({name.split("::")[0] for name in self.tests})

        def job(index: int) -> Callable[[], int]:
            return lambda: self.trace(modules[index], folder / f"{index}.json")

        pool([job(index) for index in range(len(modules))], lambda i, v: self.say(modules[i]))
        reach: Reach = {}
        for part in sorted(folder.iterdir()):
            for function, tests in json.loads(part.read_text()).items():
                reach.setdefault(function, {}).update(tests)
        return reach

    def trace(self, module: str, out: Path) -> int:
        reach: Reach = {}
        reached: set[str] = set()
        names = {str(path): str(path.relative_to(ROOT)) for path in files()}

        def call(frame: types.FrameType, event: str, argument: object) -> None:
            name = names.get(frame.f_code.co_filename)
            if name:
                reached.add(f"{name}:{frame.f_code.co_qualname.split('.<')[0]}")

        def note(name: str) -> None:
            for function in [] if self.failed else reached:
                reach.setdefault(function, {})[name] = time.process_time() - began
            reached.clear()
            self.failed = False

        before, began = "", time.process_time()
        sys.settrace(call)
        for name in self.run([name for name in self.tests if name.split("::")[0] == module]):
            note(before)
            before, began = name, time.process_time()
        sys.settrace(None)
        note(before)
        out.write_text(json.dumps(reach))
        return 0

    def run(self, names: list[str]) -> Iterator[str]:
        """Run tests one after the other; their names, each before it runs."""
        for name, following in zip(names, [*names[1:], None], strict=True):
            yield name
            item, after = self.tests[name], self.tests.get(following or "")
            item.ihook.pytest_runtest_protocol(item=item, nextitem=after)

    def meet(self, mutant: Mutant, reach: Reach) -> int:
        """In a fork: change the code and run its tests until one fails."""
        chosen = {k: v for k, v in quickest(mutant, reach).items() if k in self.tests}
        if not chosen:
            return UNREACHED
        code = compile(mutant.tree(ROOT), str(ROOT / mutant.file), "exec")
        # What was bound at import, names or inner functions, is made anew only by a new start.
        if not function_of(mutant, reach) or has_inner(mutant):
            order = [
                str(Path(__file__)),
                "--one",
                mutant.file,
                str(mutant.place),
                str(mutant.way),
                *chosen,
            ]
            os.environ["MUTANT_SECONDS"] = str(20 + 10 * sum(chosen.values()))
            os.execv(sys.executable, [sys.executable, *order])
        replace(code, mutant)
        for name in self.run(list(chosen)):
            if self.failed:
                break
            signal.setitimer(signal.ITIMER_PROF, 2 + 10 * chosen[name])
        return KILLED if self.failed else SURVIVED


def files() -> list[Path]:
    return sorted(path for pattern in CODE for path in SOURCE.glob(pattern))


def quickest(mutant: Mutant, reach: Reach) -> dict[str, float]:
    """The tests of the function (for constants: of the file), the quickest first."""
    tests: dict[str, float] = {}
    for function, some in reach.items():
        name, _, qualname = function.partition(":")
        if name == mutant.file and function_of(mutant, reach) in ("", qualname):
            tests.update(some)
    chosen: dict[str, float] = {}
    total = 0.0
    for name, seconds in sorted(tests.items(), key=lambda pair: pair[1]):
        total += seconds
        if chosen and total > SECONDS:
            break
        chosen[name] = seconds
    return chosen


def function_of(mutant: Mutant, reach: Reach) -> str:
    """The function a test reaches; "" for what runs at import, or in functions called there."""
    return mutant.function if f"{mutant.file}:{mutant.function}" in reach else ""


def replace(code: types.CodeType, mutant: Mutant) -> None:
    """Give every living function that has the old code of ``mutant.function`` the changed one."""

    def within(code: types.CodeType) -> Iterable[types.CodeType]:
        for part in code.co_consts:
            if isinstance(part, types.CodeType):
                yield part
                yield from within(part)

    file = str(ROOT / mutant.file)
    new = {(c.co_qualname, c.co_firstlineno): c for c in within(code)}
    for thing in gc.get_objects():
        if isinstance(thing, types.FunctionType) and thing.__code__.co_filename == file:
            old = thing.__code__
            if old.co_qualname == mutant.function:
                thing.__code__ = new[old.co_qualname, old.co_firstlineno]


def has_inner(mutant: Mutant) -> bool:
    """Whether a function that was made inside ``mutant.function`` lives; it keeps its old code."""
    inner = f"{mutant.function}.<locals>."
    return any(
        isinstance(thing, types.FunctionType)
        and thing.__code__.co_filename == str(ROOT / mutant.file)
        and thing.__code__.co_qualname.startswith(inner)
        for thing in gc.get_objects()
    )


def pool(jobs: list[Callable[[], int]], done: Callable[[int, str], None]) -> None:
    """Run every job in a fork of its own, ``WORKERS`` at a time."""
    running: dict[int, int] = {}
    waiting = list(enumerate(jobs))
    while waiting or running:
        while waiting and len(running) < WORKERS:
            index, job = waiting.pop(0)
            pid = os.fork()
            if not pid:
                signal.alarm(600)  # for one that only waits
                os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
                code = BROKEN  # what this script did, not the mutant
                try:
                    code = job()
                except Exception:
                    traceback.print_exc()
                    raise
                finally:
                    os._exit(code)
            running[pid] = index
        pid, status = os.wait()
        if pid in running:
            code = os.waitstatus_to_exitcode(status)
            done(running.pop(pid), "timeout" if code < 0 else VERDICTS.get(code, "broken"))


def one(file: str, place: str, way: str, *tests: str) -> int:
    """A process of its own for a change that is made while its module is imported."""
    import pytest

    hide_references()
    every = mutants_of(ROOT, ROOT / file)
    [mutant] = [m for m in every if (m.place, m.way) == (int(place), int(way))]
    original = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, fullname: str) -> types.CodeType | None:
        if Path(self.path) == ROOT / mutant.file:
            return compile(mutant.tree(ROOT), self.path, "exec")
        return original(self, fullname)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]
    signal.setitimer(signal.ITIMER_PROF, float(os.environ["MUTANT_SECONDS"]))
    code = pytest.main(["-q", "-x", "--capture=sys", *tests])
    return SURVIVED if code == 0 else KILLED


def hide_references() -> None:
    """The rate is that of ``make test``, which has no extra; examples are the same every time."""
    for name in ("sklearn", "pycocotools", "pycocotools.coco"):
        sys.modules[name] = None  # type: ignore[assignment]
    os.environ["CI"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sample", type=int, default=250)
    parser.add_argument("--only", default="", help="only files whose path has this in it")
    parser.add_argument("--reach", type=Path, help="keep here which test reaches what")
    parser.add_argument("--one", nargs="+", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        return one(*given.one)
    every = [mutant for path in files() for mutant in mutants_of(ROOT, path)]
    equivalent = known(every)
    mutants = [mutant for mutant in every if given.only in mutant.file]
    mutants = random.Random(given.seed).sample(mutants, min(given.sample, len(mutants)))
    listed = [mutant for mutant in mutants if str(mutant.key()) in equivalent]
    mutants = [mutant for mutant in mutants if mutant not in listed]
    hide_references()
    import pytest

    reach = given.reach or Path(tempfile.mkdtemp()) / "reach.json"
    campaign = Campaign(mutants, reach, os.dup(1))
    paths = [str(path) for pattern in TESTS for path in ROOT.glob(pattern)]
    pytest.main(["-q", "--capture=sys", "-m", MARKS, *paths], plugins=[campaign])
    return report(campaign, len(listed))


def known(every: list[Mutant]) -> set[str]:
    """The mutants that are listed as equivalent; each must still be one of the source's."""
    keys = {str(mutant.key()) for mutant in every}
    entries = json.loads(EQUIVALENT.read_text("utf-8"))
    gone = [entry for entry in entries if str(entry["mutant"]) not in keys or not entry["reason"]]
    if gone:
        sys.exit("\n".join(f"{EQUIVALENT.name}: the source has no {e['mutant']}" for e in gone))
    return {str(entry["mutant"]) for entry in entries}


def report(campaign: Campaign, listed: int) -> int:
    """Print the table of survivors and the rates."""
    verdicts = campaign.verdicts
    counts = {name: list(verdicts.values()).count(name) for name in sorted(set(verdicts.values()))}
    for index in sorted(verdicts, key=lambda i: str(campaign.mutants[i])):
        if verdicts[index] not in ("killed", "timeout"):
            campaign.say(f"{verdicts[index]:<9} {campaign.mutants[index]}")
            campaign.say(f"          {json.dumps(campaign.mutants[index].key())}")
    rate = (counts.get("killed", 0) + counts.get("timeout", 0)) / max(len(verdicts), 1)
    share = listed / max(len(verdicts) + listed, 1)
    campaign.say(f"{counts}, {listed} known as equivalent ({share:.1%}); killed {rate:.1%}")
    enough = rate >= KILLED_AT_LEAST and share <= EQUIVALENT_AT_MOST
    return 0 if enough and len(verdicts) == len(campaign.mutants) else 1


if __name__ == "__main__":
    sys.exit(main())
