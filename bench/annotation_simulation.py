"""Thirteen annotators and seven inspectors, some of them unreliable, take press projects to an end.

``python bench/annotation_simulation.py`` runs three parts, each with what it found:

- *cross-check*: StripCipher's procedure through the pages of ``panelwise annotate``, from
  invitation and consent to release, in headless Chromium; the server is killed in the middle.
- *screens*: every other screen, also in Chromium, so often each.
- *detection*: larger crews at the same log without a browser, and whom ``review_workers`` suspects.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import panelwise
from annotation_pages import PAGES, is_page_right, page_project, truth_of_pages
from annotation_screens import (
    CROWDED,
    DECIDE,
    ONCE,
    STUDIES,
    solve_project,
    study_project,
    suspected,
)
from browser_crew import CHROMIUM, Crew, Server
from panelwise.annotation import (
    Project,
    Purpose,
    Submission,
    create_project,
    open_project,
    read_procedure,
    units_of_pack,
)
from panelwise.annotation.screens import get_screen, screen_of
from panelwise.metrics import wilson
from panelwise.metrics.agreement import agreement_interval
from panelwise.packs import Pack
from panelwise.workers import LocalEngine
from panelwise_press import BookPlan, press
from simulated_people import CAREFUL, HURRIED, crew

Known = dict[str, dict[str, Any]]
TEST_ITEMS = 20
PAGE_BOOKS, PAGE_SCALE = 12, 0.5  # books to draw on, large enough for a hand
SOLVING = ("solve", "solve-with-confidence")
FAULTS = {"careless": 2, "colluding": 2, "tiring": 2, "unskilled": 1}


def main(shared: Path | None = None, arguments: Sequence[str] = ()) -> None:
    """Run the parts that are asked for; ``shared`` is not needed."""
    del shared
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--part", choices=("cross-check", "screens", "detection"), action="append")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--units", type=int, default=100, help="of the cross-check")
    parser.add_argument("--each", type=int, default=200, help="submissions of each screen")
    parser.add_argument("--screen", action="append", help="only this one; may be repeated")
    parser.add_argument("--crews", type=int, default=10, help="crews of each error model")
    parser.add_argument("--at-once", type=int, default=4, help="people who act at the same time")
    parser.add_argument("--minutes", type=float, default=60.0, help="at most, for each part")
    given = parser.parse_args(arguments)
    parts = given.part or ["cross-check", "screens", "detection"]
    if set(parts) - {"detection"} and not any(path.exists() for path in CHROMIUM):
        print("annotation in a browser: not measured, needs Chromium")
        parts = ["detection"]
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for part in parts:
            print(f"\n{part}, seed {given.seed}", flush=True)
            if part == "cross-check":
                cross_check(root, given.seed, given.units, given.at_once, given.minutes)
            elif part == "screens":
                all_screens(root, given.seed, given.each, given.at_once, given.minutes,
                            given.screen or ())  # fmt: skip
            else:
                detection(root, given.seed, given.crews)


def press_books(root: Path, seed: int, count: int, scale: float = 0.3) -> Path:
    """Small books of the press, five stories each."""
    comics = root / f"press-{seed}-{count}-{scale}"
    if not comics.exists():
        plans = [BookPlan(seed * 100 + k, "clean", "western", "en", 5, scale=scale)
                 for k in range(count)]  # fmt: skip
        press(plans, comics, engine=LocalEngine(2))
    return comics


def cross_check(root: Path, seed: int, units: int, at_once: int, minutes: float) -> dict[str, Any]:
    """StripCipher's cross-check of multiple-choice items, from consent to release."""
    books = press_books(root, seed, -(-(units + 32) // 22))
    pack = panelwise.build("chromic.chrono_mcq", books, out=root / "questions", seed=seed)
    folder = root / "cross-check"
    create_project(folder, read_procedure("stripcipher.cross-check"), packs=[pack.path], seed=seed)
    with open_project(folder) as project:
        add_split(project, pack, units)
        truth = truth_of(project)
        letters = {name: right_lines(project, name) for name in project.work.state.units}
    annotators = crew(seed, FAULTS, expected=max(1, units // 12))
    roles = ("inspector", "examiner")
    judges = crew(seed, {"careless": 1}, count=7, roles=roles, accuracy=(0.93, 0.99),
                  prefix="inspector")  # fmt: skip
    for one in judges[:2]:
        one.roles = (*one.roles, "adjudicator")
    server = Server(folder)
    people = Crew(server, [*annotators, *judges], truth, letters.__getitem__, at_once,
                  kill_at=260 + units, minutes=minutes)  # fmt: skip
    began = time.monotonic()
    served(server, people)
    with open_project(folder) as project:
        found = gates(project) | accuracy_of(project, truth)
        print_counts(found)
        check_log(project, people)
    submitted = len(people.sent)
    spent = time.monotonic() - began
    print(f"  {submitted} submissions by browser in {spent:.0f} s; server killed: {people.killed}")
    return found | {"submissions": submitted, "killed": people.killed}


def add_split(project: Project, pack: Pack, units: int) -> None:
    """The first items of a pack are the test, every twelfth of the rest is hidden gold."""
    every = [item.id for item in pack.items()]
    test = set(every[:: max(1, len(every) // TEST_ITEMS)][:TEST_ITEMS])
    rest = [name for name in every if name not in test]
    hidden = set(rest[::12])
    work = set([name for name in rest if name not in hidden][:units])
    chosen_for: dict[Purpose, set[str]] = {
        "qualification": test, "hidden_gold": hidden, "work": work,
    }  # fmt: skip
    for purpose, chosen in chosen_for.items():
        of_pack = units_of_pack(pack, purpose)
        project.add_units([one for one in of_pack if one.data["item"] in chosen])


def truth_of(project: Project) -> Known:
    """What the press knows, by unit."""
    stage, procedure = project.procedure.stages[0], project.procedure
    if stage.screen in PAGES:
        return truth_of_pages(project)
    return {
        name: unit.data.get("hidden", {}).get("truth")
        or dict(screen_of(stage, procedure, unit).known(unit, project.sources))
        for name, unit in project.work.state.units.items()
    }


def right_lines(project: Project, name: str) -> list[str]:
    """The right answer to a choice, as the screen of an inspector has it."""
    unit, stage = project.work.state.units[name], project.procedure.stages[0]
    screen = screen_of(stage, project.procedure, unit)
    [chosen] = screen.known(unit, project.sources).values()
    field = screen.view(unit, stage, project.sources).form.as_json()["fields"][0]
    option = field["options"][chosen]
    return [f"{option['label']}: {option['text']}" if option.get("text") else option["label"]]


def served(server: Server, people: Crew) -> None:
    """Serve a project while the crew works on it."""
    server.start()
    try:
        asyncio.run(people.run())
    finally:
        server.end()
    if people.stalls:
        print(
            f"  {len(people.stalls)} pages did not go on: {Counter(people.stalls).most_common(3)}"
        )
    if people.mistyped:
        print(f"  {len(people.mistyped)} answers sent other than meant: {people.mistyped[:2]}")
    if people.faults:
        raise RuntimeError(f"the pages complained: {people.faults[:3]}")


def gates(project: Project) -> dict[str, Any]:
    """How many people and units came through each gate of a procedure."""
    state = project.work.state
    tested = [one for one in state.people.values() if one.qualified is not None]
    units = state.work_units()
    stages = Counter(one.stage for unit in units for one in unit.history)
    pairs = [[one.accepts for one in unit.history if one.stage == "inspect" and one.round == k]
             for unit in units for k in range(1, unit.round + 1)]  # fmt: skip
    agreement = agreement_interval([pair for pair in pairs if len(pair) == 2], "alpha_nominal")
    gold = [ok for person in state.people.values() for ok in person.hidden.values()]
    return {
        "consented": sum(one.agreed is True for one in state.people.values()),
        "qualified": f"{sum(bool(one.qualified) for one in tested)} of {len(tested)}",
        "answers": stages["annotate"],
        "inspections": stages["inspect"],
        "votes": stages["vote"],
        "spot checks": stages["spot-check"],
        "hidden gold": f"{sum(gold)} of {len(gold)} right",
        "paused": sum(bool(one.paused) for one in state.people.values()),
        "redone": sum(unit.round > 1 for unit in units),
        "sent back": sum(unit.sent_back > 0 for unit in units),
        "removed": sum(unit.place == "removed" for unit in units),
        "accepted": sum(unit.place == "accepted" for unit in units),
        "open": sum(not unit.done for unit in units),
        "agreement of inspectors (alpha)": agreement.value,
    }


def accuracy_of(project: Project, truth: Known) -> dict[str, Any]:
    """How many first answers, and accepted ones, are those of the press."""
    units = project.work.state.work_units()
    first = [unit.history[0].values == truth[unit.id] for unit in units if unit.history]
    accepted = [unit.answer is not None and unit.answer.values == truth[unit.id]
                for unit in units if unit.place == "accepted"]  # fmt: skip
    return {"first answers right": share(first), "accepted answers right": share(accepted)}


def share(right: Sequence[bool]) -> str:
    """A share with its interval."""
    if not right:
        return "none"
    low, high = wilson(sum(right), len(right))
    return f"{sum(right)} of {len(right)} ({sum(right) / len(right):.3f}; {low:.3f} to {high:.3f})"


def check_log(project: Project, people: Crew) -> None:
    """Nothing is lost, counted twice or changed between the browsers and the log.

    Raises:
        RuntimeError: when something is.
    """
    stored = [event for event in project.store.events() if event.name == "submitted"]
    keys = Counter(event.key for event in stored)
    lost, unknown = set(people.sent) - set(keys), set(keys) - set(people.sent)
    twice = [key for key, count in keys.items() if count > 1]
    changed = [one.key for one in stored if one.key in people.sent
               and not same_values(people.sent[one.key], one.unit, one.body["values"])]  # fmt: skip
    folded = sum(len(one.submissions) for one in project.work.state.people.values())
    print(
        f"  log: {len(stored)} submissions, {len(lost)} lost, {len(unknown)} that no browser sent,"
        f" {len(twice)} twice, {len(changed)} changed; {folded} in the state"
    )
    if lost or unknown or twice or changed or folded != len(people.sent):
        raise RuntimeError("the log differs from what the browsers sent")


def same_values(sent: Mapping[str, Any], unit: str, kept: Mapping[str, Any]) -> bool:
    """Whether the log has what a browser sent."""
    given = dict(sent["values"])
    if "verdict" in given:
        given["verdict"] = ("accept", "reject")[given["verdict"]]
    return sent["unit"] == unit and all(kept.get(key) == value for key, value in given.items())


def print_counts(found: Mapping[str, Any]) -> None:
    """A line for each."""
    for name, value in found.items():
        print(f"  {name}: {value:.3f}" if isinstance(value, float) else f"  {name}: {value}")


def all_screens(
    root: Path, seed: int, each: int, at_once: int, minutes: float, wanted: Sequence[str] = ()
) -> dict[str, int]:
    """Every screen through the pages; submissions of each. ``wanted``: only these screens."""
    books = press_books(root, seed, max(3, -(-each // 42)))  # enough items for ``each`` answers
    studies = [one for one in STUDIES if one in wanted or not wanted]
    counts: Counter[str] = Counter()
    if studies:
        study_project(root / "studies", books, seed, round(each * ONCE), studies)
        counts.update(screens_taken(root / "studies", seed, each, at_once, minutes))
    for screen in SOLVING:
        if screen in wanted or not wanted:
            solve_project(root / screen, books, seed, each, screen)
            counts.update(screens_taken(root / screen, seed, each, at_once, minutes))
    for screen in PAGES:
        if screen in wanted or not wanted:
            larger = press_books(root, seed, PAGE_BOOKS, scale=PAGE_SCALE)
            page_project(root / screen, larger, seed, round(each * ONCE), screen)
            counts.update(screens_taken(root / screen, seed, each, at_once, minutes))
    return dict(counts)


def screens_taken(folder: Path, seed: int, each: int, at_once: int, minutes: float) -> Counter[str]:
    """A crew works through a project; the server is killed on the way. Submissions by screen."""
    with open_project(folder) as project:
        truth = truth_of(project)
    judges = crew(seed, {"careless": 1}, count=7, roles=("inspector",), accuracy=(0.93, 0.99),
                  prefix="inspector")  # fmt: skip
    people = Crew(Server(folder), [*crew(seed, FAULTS, expected=each), *judges], truth,
                  lambda _: (), at_once, kill_at=each // 2, minutes=minutes)  # fmt: skip
    began = time.monotonic()
    served(people.server, people)
    with open_project(folder) as project:
        counts = screens_of(project)
        print_screens(project, truth)
        check_log(project, people)
    print(f"  {len(people.sent)} submissions in {time.monotonic() - began:.0f} s;"
          f" server killed: {people.killed}", flush=True)  # fmt: skip
    return counts


def screens_of(project: Project) -> Counter[str]:
    """Submissions by screen, and for solving by the type of the field."""
    return Counter(
        screen_named(one) for unit in project.work.state.units.values() for one in unit.history
    )


def screen_named(one: Submission) -> str:
    """The screen of a submission; for solving with the fields."""
    screen = one.stage.removesuffix(DECIDE)
    return f"{screen} ({', '.join(one.values)})" if screen in SOLVING else screen


def print_screens(project: Project, truth: Known) -> None:
    """Submissions of each screen, how many answers are right at first and at last, and seconds."""
    given: dict[str, list[tuple[str, Submission]]] = {}
    for unit in project.work.state.units.values():
        for one in unit.history:
            given.setdefault(screen_named(one), []).append((unit.id, one))
    for name, answers in sorted(given.items()):
        last = dict(answers)
        first = [one for one in answers if not one[1].stage.endswith(DECIDE)]
        right = [is_right(project, unit, one, truth) for unit, one in first]
        final = [is_right(project, unit, one, truth) for unit, one in last.items()]
        seconds = statistics.median(one.seconds for _, one in answers)
        print(f"  {name}: {len(answers)} submissions on {len(last)} items,"
              f" {len(answers) - len(first)} decided; answers right {share(right)},"
              f" final {share(final)}; median {seconds:.1f} s on the page", flush=True)  # fmt: skip


def is_right(project: Project, unit: str, one: Submission, truth: Known) -> bool:
    """Whether the answer is what the press knows to be true; shapes as a hand can draw them."""
    screen, known = one.stage.removesuffix(DECIDE), truth[unit]
    asked = project.work.state.units[unit]
    if screen in PAGES:
        return is_page_right(asked, screen, one.values, known)
    if screen in SOLVING:  # as the kind scores it: drawn boxes never equal the truth exactly
        return bool(get_screen(screen).right(asked, one.values, project.sources))
    return all(known[key] == value for key, value in one.values.items() if key in known)


def detection(root: Path, seed: int, crews: int, units: int = 600) -> dict[str, float]:
    """Precision and recall of finding unreliable people, without a browser.

    Colluders who hurry make errors that they have in common. Those who copy from somebody careful
    are right nearly as often as others, so what they have in common says less.
    """
    measured: dict[str, float] = {}
    for name, copied in (("hurried", HURRIED), ("careful", CAREFUL)):
        found = there = hits = 0
        by_fault: Counter[str] = Counter()
        for screen in ("strip-category", "harmful"):
            for k in range(crews):
                folder = root / f"{screen}-{name}-{k}"
                flagged, bad = suspected(folder, screen, seed * 1000 + k, units, CROWDED, copied)
                hits += len(flagged & set(bad))
                found, there = found + len(flagged), there + len(bad)
                by_fault.update(fault for who, fault in bad.items() if who in flagged)
        measured |= {f"precision ({name})": hits / max(1, found),
                     f"recall ({name})": hits / max(1, there)}  # fmt: skip
        print(f"  {name} colluders: found {dict(by_fault)} of {2 * 2 * crews} of each fault")
    alarms = [suspected(root / f"honest-{k}", "strip-category", seed * 1000 + k, units, {}, CAREFUL)
              for k in range(crews)]  # fmt: skip
    print_counts(measured)
    suspects = sum(bool(flagged) for flagged, _ in alarms)
    print(f"  honest crews in which somebody is suspected: {suspects} of {crews}")
    return measured


if __name__ == "__main__":
    main(arguments=sys.argv[1:])
