"""Offline sheets: the work of one person in a folder, and the file that comes back.

The folder holds a page that works from a disk, with the widgets of the work page, and the pictures.
What it asks is kept in the project (``sheets/ID.json``), so that a returned file can speak only of
that person's items.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import secrets
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from panelwise.annotation._assignment import Assignment
from panelwise.annotation._given import Elsewhere, HumanAnswer
from panelwise.annotation._members import member_id
from panelwise.annotation._project import Project
from panelwise.annotation._returned import reserve
from panelwise.annotation._state import Worker
from panelwise.annotation.app._answers import FilledField, filled_fields
from panelwise.annotation.app._bundle import classic_script
from panelwise.annotation.app._markup import STATIC, STYLES, WorkSettings
from panelwise.annotation.app._work_page import WorkPage, page_of
from panelwise.annotation.screens import ScreenPicture, screen_of
from panelwise.errors import InputError, UserError
from panelwise.files import first_fault, read_json_bytes
from panelwise.outputs import new_folder, write_file

if TYPE_CHECKING:
    from markupsafe import Markup

KEPT = "sheets"
DAY = 24 * 3600.0
MAX_VALUES = 2_000_000
_ID = re.compile(r"[0-9a-f]{24}")
SUFFIXES = {"image/png": ".png", "image/jpeg": ".jpg", "image/webp": ".webp", "image/gif": ".gif"}


@dataclass(frozen=True, slots=True)
class WrittenPersonSheet:
    """A sheet that was written: its id, its folder, and how many items are on it."""

    id: str
    folder: Path
    items: int


@dataclass(frozen=True, slots=True)
class TakenSheet:
    """What became of a returned file.

    Attributes:
        person: who filled it in.
        taken: how many answers were stored.
        known: how many were stored before; they count once.
        left: how many items have no answer yet.
        refused: the others, with the reason.
        outcomes: what follows from them: the test passed or not, a pause.
    """

    person: str
    taken: int
    known: int
    left: int
    refused: tuple[str, ...]
    outcomes: tuple[str, ...] = ()


def write_person_sheet(
    project: Project, person: str, out: str | Path, *, items: int = 50, days: float = 30
) -> WrittenPersonSheet:
    """Reserve items for a person and write them as a folder with ``index.html``.

    ``person`` is a member's id, sign-in name or displayed name.

    Raises:
        NotAllowedError: when the person may not work, or nothing is left to do.
        InputError: when the folder holds something or cannot be written.
    """
    work, sheet, called = project.work, secrets.token_hex(12), person
    person = member_id(project, called)
    who = work.state.people.get(person)
    asked = project.procedure.consent is not None and who is not None and who.agreed is None
    found = reserve(work, person, items, work.now + days * DAY, name=called)
    pages: list[WorkPage] = []
    pictures: dict[str, ScreenPicture] = {}

    def address(index: int, picture: ScreenPicture) -> str:
        del index
        name = _file_name(project, picture)
        pictures[name] = picture
        return f"pictures/{name}"

    kept: list[dict[str, Any]] = []
    feedback: list[tuple[FilledField, ...]] = []
    for number, one in enumerate(found, 1):
        settings = WorkSettings(id=f"{sheet}-{number}", submit=str(number))
        pages.append(page_of(project, one.unit, one.stage, address, settings))
        feedback.append(_feedback(project, one))
        kept.append(_kept(project, one))
    with new_folder(out) as folder:
        (folder / "pictures").mkdir()
        for name, picture in pictures.items():
            source = project.sources.picture(picture.sha256)
            assert source is not None, "its name says that it is there"
            shutil.copyfile(source.path, folder / "pictures" / name)
        page = _page(project, sheet, pages, feedback, asked)
        (folder / "index.html").write_text(page, encoding="utf-8")
    record = {"version": 1, "person": person, "consent": asked, "items": kept}
    file = project.folder / KEPT / f"{sheet}.json"
    write_file(file, json.dumps(record, ensure_ascii=False).encode())
    return WrittenPersonSheet(sheet, Path(out), len(found))


def take_sheet(project: Project, path: str | Path) -> TakenSheet:
    """Store the answers of a returned file in order; a file that comes twice counts once.

    Consent, the test and hidden items have the consequences that they have on the page of work: who
    declined or fails gets nothing stored beyond that, who is paused nothing more.

    Raises:
        InputError: when it is no file of a sheet of this project.
    """
    path = Path(path)
    returned = _returned(path)
    kept = _record(project, returned.sheet, path)
    work, person = project.work, kept["person"]
    who = work.state.people[person]
    before = replace(who)
    if kept.get("consent") and returned.consent is not None and who.agreed is None:
        work.consent(person, returned.consent)
    taken = known = 0
    refused: list[str] = []
    for number, item in enumerate(kept["items"], 1):
        given = returned.answers.get(str(number))
        if given is None:
            continue
        try:
            new = _take(project, person, item, given, f"{returned.sheet}-{number}")
        except UserError as error:
            refused.append(f"item {number}: {error}")
            continue
        taken += new
        known += not new
    strange = sorted(returned.answers.keys() - {str(i + 1) for i in range(len(kept["items"]))})
    refused += [f"item {name[:20]!r}: not on this sheet" for name in strange[:5]]
    left = sum(str(i + 1) not in returned.answers for i in range(len(kept["items"])))
    outcomes = tuple(_outcomes(before, who))
    return TakenSheet(person, taken, known, left, tuple(refused), outcomes)


def _outcomes(before: Worker, after: Worker) -> Iterator[str]:
    if after.agreed is False and before.agreed is None:
        yield "did not agree to the consent"
    if after.attempts > before.attempts:
        yield "passed the test" if after.qualified else "did not pass the test"
    if after.paused and not before.paused:
        yield f"paused: {after.paused}"


def _take(project: Project, person: str, item: Mapping[str, Any], given: Any, key: str) -> bool:
    unit = project.work.state.units.get(item["unit"])
    if unit is None:
        raise InputError("the project has no such item")
    values: Mapping[str, Any] = {}
    if key not in project.work.state.keys and not given.flag:
        stage = project.procedure.stage(item["stage"])
        screen = screen_of(stage, project.procedure, unit)
        values = screen.clean(screen.view(unit, stage, project.sources), given.values)
    answer = HumanAnswer(
        key, values, given.seconds, given.flag, given.reason or str(values.get("reason", "")),
        given.note, item["shown"],
    )  # fmt: skip
    given_to = Elsewhere(unit.id, item["stage"], item["round"], "offline")
    return project.work.take(person, given_to, answer)


def _kept(project: Project, one: Assignment) -> dict[str, Any]:
    screen = screen_of(one.stage, project.procedure, one.unit)
    shown = screen.view(one.unit, one.stage, project.sources).digest
    return {"unit": one.unit.id, "stage": one.stage.name, "round": one.unit.round, "shown": shown}


def _feedback(project: Project, one: Assignment) -> tuple[FilledField, ...]:
    """The right answer to an item of the training, which is shown once it is answered."""
    if one.unit.purpose != "training":
        return ()
    screen = screen_of(one.stage, project.procedure, one.unit)
    form = screen.view(one.unit, one.stage, project.sources).form
    return filled_fields(form, screen.known(one.unit, project.sources))


def _file_name(project: Project, picture: ScreenPicture) -> str:
    source = project.sources.picture(picture.sha256)
    if source is None:
        raise project.missing_picture(picture.sha256)
    return f"{picture.sha256}{SUFFIXES.get(source.media_type, '.png')}"


def _returned(path: Path) -> Any:
    from pydantic import BaseModel, ConfigDict, Field, ValidationError

    class Given(BaseModel):
        model_config = ConfigDict(extra="ignore")
        values: dict[str, Any] = {}
        seconds: float = 0.0
        note: str = ""
        flag: str = ""
        reason: str = ""

    class File(BaseModel):
        version: Literal[1]
        sheet: str = Field(pattern=f"^{_ID.pattern}$")
        answers: dict[str, Given] = Field(max_length=10_000)
        consent: bool | None = None

    data = read_json_bytes(path, MAX_VALUES)
    try:
        return File.model_validate_json(data)
    except ValidationError as error:
        raise InputError(
            f"{path}: not the answers of a sheet: {first_fault(error)}; give the file that"
            " was downloaded from the sheet"
        ) from None


def _record(project: Project, sheet: str, path: Path) -> dict[str, Any]:
    file = project.folder / KEPT / f"{sheet}.json"  # the id is checked: hexadecimal digits only
    if not file.is_file():
        raise InputError(
            f"{path}: sheet {sheet} is not of {project.folder}; give the project that it is of"
        )
    found: dict[str, Any] = json.loads(read_json_bytes(file))
    return found


def _page(
    project: Project,
    sheet: str,
    pages: list[WorkPage],
    feedback: list[tuple[FilledField, ...]],
    asked: bool,
) -> str:
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    names = (*STYLES, "pages.css")
    style = "\n".join((STATIC / name).read_text(encoding="utf-8") for name in names)
    script = classic_script()
    jinja = Environment(
        loader=PackageLoader("panelwise.annotation.app", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
    )
    return jinja.get_template("sheet.html.j2").render(
        sheet=sheet,
        title=project.title,
        instructions=project.procedure.instructions,
        pages=pages,
        feedback=feedback,
        consent=_consent(project) if asked else {},
        style=Markup(style),  # noqa: S704 - our own files
        script=Markup(script),  # noqa: S704 - our own files
        style_hash=_hash(style),
        script_hash=_hash(script),
    )


def _consent(project: Project) -> dict[str, str]:
    consent = project.procedure.consent
    return {name: getattr(consent, name) for name in type(consent).model_fields} if consent else {}


def _hash(text: str) -> Markup:
    """As a content security policy names an inline style or script that it lets pass."""
    from markupsafe import Markup

    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return Markup(f"'sha256-{digest}'")  # noqa: S704 - a hash of our own file
