"""The forms and pictures of accepted units, as other tools need them."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from panelwise.annotation._events import Submission
from panelwise.annotation._project import Project
from panelwise.annotation._unit import WorkUnit
from panelwise.annotation.screens import ScreenPicture, ScreenView, screen_of
from panelwise.tasks.forms import Field, GivenShape, GroupsField, LinksField

SUFFIXES = {"image/png": ".png", "image/jpeg": ".jpg", "image/webp": ".webp", "image/gif": ".gif"}


@dataclass(frozen=True, slots=True)
class SeenUnit:
    """A unit with what its first screen shows and asks, and its accepted answer."""

    unit: WorkUnit
    view: ScreenView
    answer: Submission | None


def seen_units(project: Project) -> Iterator[SeenUnit]:
    """Every unit to be worked on; its answer once it is accepted."""
    stage = project.procedure.stages[0]
    for unit in project.work.state.work_units():
        view = screen_of(stage, project.procedure, unit).view(unit, stage, project.sources)
        answer = unit.answer if unit.place == "accepted" else None
        yield SeenUnit(unit, view, answer)


def given_shapes(field: Field) -> Sequence[GivenShape]:
    """The shapes that a field of links or groups is about, where nobody draws them."""
    match field:
        case LinksField():
            return field.given if isinstance(field.shapes, str) else field.shapes
        case GroupsField() if not isinstance(field.shapes, str):
            return field.shapes
    return ()


def source_of(field: LinksField | GroupsField, shape: str, label: str = "") -> str:
    """The field that a shape is from: this one where it is given, else that in which it is drawn.

    Args:
        field: of links or groups.
        shape: its id.
        label: its class; empty if it can be any.
    """
    given = any(one.id == shape and label in ("", one.label) for one in given_shapes(field))
    return field.name if given else str(field.shapes)


def picture_name(project: Project, picture: ScreenPicture) -> str:
    """The name of a picture's file: its hash, so that nothing in it comes from outside.

    Raises:
        InputError: when no source of the project has it.
    """
    found = project.sources.picture(picture.sha256)
    if found is None:
        raise project.missing_picture(picture.sha256)
    return f"{picture.sha256}{SUFFIXES.get(found.media_type, '.png')}"


def copy_pictures(project: Project, pictures: Iterable[ScreenPicture], folder: Path) -> int:
    """Copy pictures into a folder, each once."""
    folder.mkdir(parents=True, exist_ok=True)
    names = {}
    for one in pictures:
        names[picture_name(project, one)] = one
    for name, one in names.items():
        found = project.sources.picture(one.sha256)
        assert found is not None, "named before"
        shutil.copyfile(found.path, folder / name)
    return len(names)
