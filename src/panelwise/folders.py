"""What a folder holds, by the names of its files, and the line for a folder of the wrong sort."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Literal, get_args

from panelwise.wording import counted, first_of

Sort = Literal["a pack", "a run", "an annotation project", "a report"]
# The files by which each is known: all of them, or any. Nothing is imported to look.
_ALL = {"a pack": ("manifest.json", "items.parquet"), "a report": ("summary.json", "index.html")}
_ANY = {"a run": ("results.sqlite", "run.json"), "an annotation project": ("project.json",)}
_MADE_BY = {
    "a pack": "panelwise build makes a pack",
    "a run": "panelwise evaluate makes a run",
    "an annotation project": "panelwise annotate --procedure makes a project",
    "a report": "panelwise report makes a report",
}
_TAKEN_BY = {
    "a pack": "a pack goes to panelwise show, check or evaluate",
    "a run": "a run goes to panelwise report, compare or verify",
    "an annotation project": "a project goes to panelwise annotate, annotations or quality",
    "a report": "a report goes to panelwise leaderboard",
}
_SHOWN = 3
_LOOKED_AT = 1000  # subfolders; more are not listed for a message


def sort_of(folder: Path) -> Sort | None:
    """What a folder is; ``None`` for comics and anything else."""
    for sort in get_args(Sort):
        if sort in _ALL and all((folder / name).is_file() for name in _ALL[sort]):
            return sort  # type: ignore[no-any-return]
        if sort in _ANY and any((folder / name).is_file() for name in _ANY[sort]):
            return sort  # type: ignore[no-any-return]
    return None


def wrong_folder(folder: Path, *wanted: Sort) -> str:
    """The line for a folder that is none of the sorts that a command takes.

    Says what it is, what was expected, and what to give, or which command takes it.
    """
    expected = " or ".join(wanted)
    if not folder.exists():
        return f"{folder} is not {expected}: no such folder; check the path ({_made(wanted)})"
    if not folder.is_dir():
        return f"{folder} is not {expected} but a file; give a folder ({_made(wanted)})"
    found = sort_of(folder)
    if found is not None:
        return f"{folder} is {found}, not {expected}; {_made(wanted)}, and {_TAKEN_BY[found]}"
    inside: dict[Sort, list[str]] = {}
    for path in islice(_subfolders(folder), _LOOKED_AT):
        if (sort := sort_of(path)) is not None:
            inside.setdefault(sort, []).append(path.name)
    fitting = next((sort for sort in wanted if sort in inside), next(iter(inside), None))
    if fitting is None:
        lacking = f"{folder} is not {expected} ({_lacks(wanted)}); {_made(wanted)}"
        return _of_a_part(folder, wanted) or lacking
    names = inside[fitting]
    held = f"{counted(len(names), _noun(fitting))} ({first_of(names, _SHOWN)})"
    if fitting in wanted:
        several = fitting == "a run" and len(names) > 1
        one = "one of them, such as " if several else ""
        also = f", or all as {folder / '*'} if the command takes several" if several else ""
        return f"{folder} is not {fitting} but holds {held}; give {one}{folder / names[0]}{also}"
    return f"{folder} is not {expected} but holds {held}; {_made(wanted)}"


def _of_a_part(folder: Path, wanted: tuple[Sort, ...]) -> str | None:
    """The line for a folder that has some of the files of what is wanted."""
    for sort in wanted:
        missing = [name for name in _ALL.get(sort, ()) if not (folder / name).is_file()]
        if missing and len(missing) < len(_ALL[sort]):
            return (
                f"{folder} is not a whole {_noun(sort)}: {missing[0]} is missing; copy the"
                f" {_noun(sort)} again, or make another one ({_MADE_BY[sort]})"
            )
    return None


def _subfolders(folder: Path) -> Iterator[Path]:
    try:
        yield from sorted(path for path in folder.iterdir() if path.is_dir())
    except OSError:  # a folder that may not be listed is described without its contents
        return


def _lacks(wanted: tuple[Sort, ...]) -> str:
    files = (" and ".join(_ALL[sort]) if sort in _ALL else _ANY[sort][-1] for sort in wanted)
    return f"no {', no '.join(files)} in it"


def _noun(sort: Sort) -> str:
    return sort.partition(" ")[2]


def _made(wanted: tuple[Sort, ...]) -> str:
    return ", ".join(_MADE_BY[sort] for sort in wanted)
