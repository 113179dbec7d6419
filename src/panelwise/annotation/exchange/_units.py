"""Units from elsewhere: lines of JSON, and wrong answers of a run. Source: CV-13, MS-18."""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from panelwise.annotation._procedure import WorkStage
from panelwise.annotation._project import PICTURES, NewUnit, Project, family_data
from panelwise.annotation._unit import Purpose, WorkUnit
from panelwise.annotation.screens import screen_of
from panelwise.errors import FormError, InputError
from panelwise.evaluation import Run
from panelwise.files import first_fault, json_records, open_regular
from panelwise.outputs import write_file
from panelwise.packs import Pack
from panelwise.profile import get_profile
from panelwise.tasks import Answer, ImageEntry, Item
from panelwise.tasks.kinds import get_kind

MAX_LINE = 1 << 20
_Hash = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class _Picture(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    sha256: _Hash
    width: Annotated[int, Field(ge=1, le=100_000)]
    height: Annotated[int, Field(ge=1, le=100_000)]
    alt: str = ""


class _Data(BaseModel):
    """What every screen has checked before it is shown."""

    model_config = ConfigDict(extra="allow", strict=True)
    pictures: list[_Picture] = []


class _UnitLine(BaseModel):
    """A line of a file of units; ``known`` holds the values that are right."""

    model_config = ConfigDict(extra="forbid", strict=True)
    id: Annotated[str, Field(pattern=r"^[\w.:/ -]{1,200}$")]
    book: Annotated[str, Field(max_length=200)] = ""
    purpose: Purpose = "work"
    data: dict[str, Any]
    known: dict[str, Any] | None = None


_LINE = TypeAdapter(_UnitLine)
_DATA = TypeAdapter(_Data)


def units_from_lines(project: Project, path: str | Path) -> list[NewUnit]:
    """Units of a file of lines ``{"id", "book", "purpose", "data", "known"}``, all checked.

    Every unit must make a view on the screen of the first stage, its pictures must be among the
    sources of the project, and known values must fit the form.

    Raises:
        InputError: the line and what is wrong there.
    """
    stage = project.procedure.stages[0]
    found: dict[str, NewUnit] = {}
    with open_regular(Path(path)) as stream:
        for record in json_records(stream, str(path), line_bytes=MAX_LINE):
            try:
                line = _LINE.validate_python(record.value)
                _DATA.validate_python(line.data)
            except ValidationError as error:
                raise InputError(
                    f"{record.where}: not a unit ({first_fault(error)}); write"
                    f' {{"id": "…", "book": "…", "data": {{…}}}}, where data is what the screen'
                    f" '{stage.screen}' shows (docs/annotating.md)"
                ) from None
            if line.id in found:
                raise InputError(f"{record.where}: id '{line.id}' was used before; change it")
            try:
                found[line.id] = _checked(project, stage, line)
            except (FormError, InputError) as error:
                raise InputError(f"{record.where}: {error}") from None
            except KeyError as error:
                raise InputError(f"{record.where}: its data has no {error}; add it") from None
            except (AttributeError, TypeError, ValueError):  # of a value of another type
                raise InputError(
                    f"{record.where}: its data is not what the screen '{stage.screen}' shows;"
                    ' write "texts" as [{"text": "…"}] and "pictures" as [{"sha256": "…",'
                    ' "width": …, "height": …}], as docs/annotating.md says'
                ) from None
    return list(found.values())


def units_from_run(
    project: Project, run: Run, *, mistakes: bool, most: int, seed: int
) -> list[NewUnit]:
    """A sample of what a model answered, to be judged by people.

    Each unit shows the item as the model saw it, the right answer, and the model's. Who the model
    is stays hidden. The pictures are copied into the project.

    Args:
        project: that the units are for.
        run: with its packs.
        mistakes: only wrong answers (CV-13); otherwise every answer that could be read (MV-6).
        most: how many are drawn.
        seed: of the draw.

    Raises:
        InputError: when no answer is of that kind, or the first stage's screen cannot show it.
    """
    items = {(pack.hash, item.id): (pack, item) for pack in run.packs for item in pack.items()}
    wanted = ("wrong",) if mistakes else ("correct", "partial", "wrong", "unscored")
    found = [
        one
        for one in run.results()
        if one.outcome in wanted and one.answer is not None and one.repeat == 0
    ]
    if not found:
        what = "wrong answer" if mistakes else "answer that could be read"
        raise InputError(f"{run.path}: has no {what}; give another run")
    found.sort(key=lambda one: (one.pack, one.item))
    drawn = random.Random(seed).sample(found, min(most, len(found)))
    units = []
    for one in drawn:
        pack, item = items[one.pack, one.item]
        about = {"model": run.model, "pack": one.pack, "item": one.item}
        digest = hashlib.sha256(json.dumps([mistakes, *about.values()]).encode()).hexdigest()[:20]
        assert one.answer is not None, "looked at before"
        given = one.response if not item.options and one.response else _said(item, one.answer)
        data = {
            "pictures": [
                {"sha256": image.sha256, "width": image.width, "height": image.height,
                 "alt": f"picture {i + 1}"}
                for i, image in enumerate(item.rendering.images)
            ],
            "texts": [
                {"text": item.rendering.text},
                {"text": _said(item, item.gold), "name": "Right answer", "role": "answer"},
                {"text": given, "name": "Answer of a model", "role": "answer"},
            ],
            "hidden": about, **family_data(item.family),
        }  # fmt: skip
        unit = NewUnit(f"run-{digest}", item.book, data)
        _check_shown(project, unit, mistakes=mistakes)
        for image in item.rendering.images:
            _copy(project, pack, image)
        units.append(unit)
    return units


def _check_shown(project: Project, unit: NewUnit, *, mistakes: bool) -> None:
    """Refuse a unit of a run that the screen of the first stage is not made for."""
    stage = project.procedure.stages[0]
    shown = WorkUnit(unit.id, unit.book, unit.purpose, dict(unit.data))
    try:
        screen_of(stage, project.procedure, shown).view(shown, stage, project.sources)
    except (KeyError, InputError):
        what, by = ("mistakes", "comicvqa.errors") if mistakes else ("answers", "mangavqa.judge")
        raise InputError(
            f"{project.folder}: the first stage '{stage.name}' shows the screen '{stage.screen}',"
            f" which cannot show a run's {what}; make a project with --procedure {by}"
        ) from None


def _checked(project: Project, stage: WorkStage, line: _UnitLine) -> NewUnit:
    if line.purpose != "work" and not line.known:
        raise InputError(f"a unit for {line.purpose} needs its known values")
    data = dict(line.data)
    unit = WorkUnit(line.id, line.book, line.purpose, data)
    view = screen_of(stage, project.procedure, unit).view(unit, stage, project.sources)
    if line.known:
        fields = {field.name: field for field in view.form.fields}
        if strange := next((name for name in line.known if name not in fields), None):
            raise InputError(f"known: there is no field '{strange}'; fields: {', '.join(fields)}")
        data["known"] = {key: fields[key].check(value, {}) for key, value in line.known.items()}
    for picture in view.pictures:
        if project.sources.picture(picture.sha256) is None:
            raise project.missing_picture(picture.sha256)
    return NewUnit(line.id, line.book, data, line.purpose)


def _said(item: Item, answer: Answer) -> str:
    """An answer in words: of an option its label and text."""
    if isinstance(answer, int) and 0 <= answer < len(item.options):
        option = item.options[answer]
        return f"{option.label}: {option.text}" if option.text else option.label
    return get_kind(item.kind).write(item, answer, get_profile())


def _copy(project: Project, pack: Pack, image: ImageEntry) -> None:
    source = pack.image_path(image.sha256)
    if source is None:
        raise InputError(f"{pack.path}: has no pictures; restore them with panelwise rehydrate")
    if project.sources.picture(image.sha256) is None:
        suffix = ".jpg" if image.media_type == "image/jpeg" else ".png"
        write_file(project.folder / PICTURES / f"{image.sha256}{suffix}", source.read_bytes())
