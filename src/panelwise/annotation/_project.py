"""A project: a folder with its sources, and the log of all work in a database.

``project.json`` names the packs and where the log is; ``work.sqlite`` is the log, unless it is kept
in PostgreSQL, whose address is not written down, as it may hold a password.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import orjson
from pydantic import BaseModel, ConfigDict, ValidationError

from panelwise.annotation._events import SYSTEM, LogEntry, Submission
from panelwise.annotation._procedure import Procedure
from panelwise.annotation._store import Store
from panelwise.annotation._unit import Purpose, WorkUnit
from panelwise.annotation._work import Work
from panelwise.annotation.screens import ProjectSources, get_screen, screen_of
from panelwise.errors import InputError
from panelwise.files import first_fault, read_regular
from panelwise.folders import wrong_folder
from panelwise.outputs import new_folder, write_file
from panelwise.packs import Pack

FILE, LOG, PICTURES = "project.json", "work.sqlite", "pictures"
DATABASE = "PANELWISE_DATABASE"


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    version: Literal[1]
    title: str
    procedure: str
    database: Literal["sqlite", "url"]
    packs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NewUnit:
    """A unit to be worked on.

    Attributes:
        id: unique in the project.
        book: what it is from.
        data: what its screen needs; ``known`` holds the right values of a unit with a known answer,
            ``family`` the family of the book, if it has one.
        purpose: ``work``, ``hidden_gold``, ``qualification`` or ``training``.
    """

    id: str
    book: str
    data: Mapping[str, Any]
    purpose: Purpose = "work"


class Project:
    """An open project; a context manager that closes its database."""

    def __init__(self, folder: Path, title: str, sources: ProjectSources, store: Store) -> None:
        self.folder = folder
        self.title = title
        self.sources = sources
        self.store = store
        self.work = Work(store, right=self._right, same=self.same)
        if not self.work.state.is_open:
            raise InputError(
                f"{folder}: its database holds no project; restore it, or give the right --database"
            )

    def __enter__(self) -> Project:
        """The project itself."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Close the database."""
        self.close()

    @property
    def procedure(self) -> Procedure:
        """How the work goes."""
        return self.work.state.procedure

    def add_units(self, units: Iterable[NewUnit]) -> int:
        """Add units; those that are there already stay as they are. Returns how many are new."""
        known = self.work.state.units
        new = {unit.id: unit for unit in units if unit.id not in known}
        self.work.add(
            [
                LogEntry(
                    "unit_added",
                    SYSTEM,
                    unit.id,
                    body={"book": unit.book, "purpose": unit.purpose, "data": dict(unit.data)},
                )
                for unit in new.values()
            ]
        )
        return len(new)

    def missing_picture(self, sha256: str) -> InputError:
        """The error for a picture that no source of the project has."""
        place = self.folder / PICTURES
        return InputError(f"picture {sha256[:12]}… is in no source; put it into {place}")

    def close(self) -> None:
        """Close the database."""
        self.store.close()

    def _right(self, unit: WorkUnit, values: Mapping[str, Any]) -> bool:
        stage = self.procedure.stages[0]
        return screen_of(stage, self.procedure, unit).right(unit, values, self.sources)

    @staticmethod
    def same(screen: str, one: Submission, other: Submission) -> bool:
        """Whether two answers given on a screen agree."""
        return get_screen(screen).same(one, other)


def create_project(
    folder: str | Path,
    procedure: Procedure,
    *,
    packs: Sequence[str | Path] = (),
    title: str = "",
    seed: int = 0,
    database: str = "",
) -> None:
    """Make a project; it has no units and no people yet.

    Args:
        folder: does not exist yet, or is empty.
        procedure: how the work goes; stored with the project.
        packs: folders of packs whose items or pictures are worked on.
        title: shown to everybody who takes part.
        seed: of every random choice.
        database: a URL of PostgreSQL; empty: a file in the folder.

    Raises:
        InputError: when a screen of the procedure or a pack is not there, or the folder holds
            something.
    """
    if is_project(Path(folder)):
        raise InputError(
            f"{folder} is a project already; leave out --procedure and packs to serve it"
        )
    for stage in procedure.stages:
        if stage.type == "label":
            get_screen(stage.screen)
    opened = [Pack.open(path) for path in packs]
    with new_folder(folder) as part:
        kept = _File(
            version=1,
            title=title or procedure.title,
            procedure=procedure.name,
            database="url" if database else "sqlite",
            packs=tuple(os.path.relpath(Path(path).resolve(), Path(folder).resolve())
                        for path in packs),
        )  # fmt: skip
        write_file(part / FILE, orjson.dumps(kept.model_dump(), option=orjson.OPT_INDENT_2))
        body = {"procedure": procedure.model_dump(mode="json"), "seed": seed, "title": kept.title,
                "packs": [pack.hash for pack in opened]}  # fmt: skip
        store = Store(database or f"sqlite:///{part.resolve() / LOG}")
        try:
            if next(iter(store.events()), None) is not None:
                raise InputError("the database holds a project already; give another --database")
            store.append([LogEntry("opened", SYSTEM, body=body)], 1)
        finally:
            store.close()


def open_project(folder: str | Path, *, database: str = "", alone: bool = True) -> Project:
    """Open a project.

    Args:
        folder: as it was created.
        database: the URL, if it is not a file in the folder; else ``PANELWISE_DATABASE`` is used.
        alone: refuse to open it while another process serves it; ``False`` only for reading.

    Raises:
        InputError: when it is no project, or another process serves it.
    """
    path = Path(folder)
    kept = _read(path)
    url = f"sqlite:///{(path / LOG).resolve()}"
    if kept.database == "url":
        url = database or os.environ.get(DATABASE, "")
        if not url:
            raise InputError(f"{path}: give the address of its database: --database or {DATABASE}")
    elif database and database not in (url, os.environ.get(DATABASE)):
        raise InputError(f"{path} keeps its log in its folder; leave out --database")
    packs = [Pack.open(path / one) for one in kept.packs]
    store = Store(url)
    try:
        if alone:
            store.lock()
        return Project(path, kept.title, ProjectSources(packs, [path / PICTURES]), store)
    except BaseException:
        store.close()
        raise


def is_project(folder: Path) -> bool:
    """Whether a folder holds a project."""
    return (folder / FILE).is_file()


def family_data(family: str | None) -> dict[str, str]:
    """What the data of a unit says of its book's family: nothing of a book without one."""
    return {} if family is None else {"family": family}


def units_of_pack(pack: Pack, purpose: Purpose = "work") -> list[NewUnit]:
    """Every item of a pack as a unit to be solved."""
    return [
        NewUnit(f"{purpose[0]}-{pack.hash[:8]}-{item.id}", item.book,
                {"pack": pack.hash, "item": item.id, **family_data(item.family)}, purpose)
        for item in pack.items()
    ]  # fmt: skip


def _read(folder: Path) -> _File:
    file = folder / FILE
    if not file.is_file():
        raise InputError(wrong_folder(folder, "an annotation project"))
    try:
        return _File.model_validate_json(read_regular(file))
    except ValidationError as error:
        raise InputError(
            f"{file}: damaged ({first_fault(error)}); restore it from a copy"
        ) from None
