"""One page of work: what a screen shows, as markup."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from panelwise.annotation._assignment import Assignment
from panelwise.annotation._project import Project
from panelwise.annotation.app._answers import FilledField, filled_fields
from panelwise.annotation.app._markup import (
    WorkImage,
    WorkSettings,
    drawn_images,
    render,
    work_markup,
)
from panelwise.annotation.screens import (
    PictureBlock,
    ScreenView,
    VerdictScreen,
    screen_of,
)

if TYPE_CHECKING:
    from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class WorkPage:
    """What the page's template needs."""

    title: str
    help: str
    work: Markup
    stage: str
    round: int
    answered: tuple[FilledField, ...] = ()
    images: tuple[WorkImage, ...] = ()


def item_token(seed: int, person: str, unit: str) -> str:
    """What a unit is called in one person's addresses.

    It says nothing of the unit: whether its answer is known, or what others call it.
    """
    return hashlib.sha256(f"{seed}:{person}:{unit}".encode()).hexdigest()[:32]


def work_page(
    project: Project, person: str, held: Assignment, draft: Mapping[str, Any] | None, csrf: str
) -> WorkPage:
    """The page of a unit that a person has open.

    Args:
        project: for its pictures.
        person: in whose addresses the unit appears.
        held: the unit, and the stage it is in.
        draft: what was filled in before.
        csrf: the session's token.
    """
    unit, stage = held.unit, held.stage
    screen = screen_of(stage, project.procedure, unit)
    view = screen.view(unit, stage, project.sources)
    token = item_token(project.work.state.seed, person, unit.id)
    images = tuple(
        WorkImage(f"/pictures/{token}/{i}", one.width, one.height, one.alt)
        for i, one in enumerate(view.pictures)
    )
    settings = WorkSettings(
        id=f"{token}-{stage.name}-{unit.round}",
        submit=f"/work/{token}",
        draft=f"/work/{token}/draft",
        undo="/undo",
        csrf=csrf,
        values=(draft or {}).get("values") or dict(view.initial),
        note=str((draft or {}).get("note", "")),
    )
    answered: tuple[FilledField, ...] = ()
    if isinstance(screen, VerdictScreen):
        form, given = screen.answer_of(unit, stage, project.sources)
        answered = filled_fields(form, given.values) if given and not given.flag else ()
    shown = _shown(view, images, answered)
    work = work_markup(view.form.as_json(), images, settings, shown=shown)
    return WorkPage(view.title, view.help, work, stage.name, unit.round, answered, images)


def _shown(
    view: ScreenView, images: Sequence[WorkImage], answered: Sequence[FilledField]
) -> Markup:
    """The blocks in order, without the pictures that a field draws, and then the answer."""
    drawn = drawn_images(view.form.as_json()["fields"])
    blocks = [
        block
        for block in view.blocks
        if not (isinstance(block, PictureBlock) and block.index in drawn)
    ]
    return render("shown", blocks=blocks, images=images, answered=answered)
