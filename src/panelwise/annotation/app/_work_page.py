"""One page of work: what a screen shows, as markup."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from panelwise.annotation._assignment import Assignment
from panelwise.annotation._events import Submission
from panelwise.annotation._procedure import WorkStage
from panelwise.annotation._project import Project
from panelwise.annotation._unit import WorkUnit
from panelwise.annotation.app._answers import FilledField, filled_fields
from panelwise.annotation.app._markup import (
    WorkImage,
    WorkSettings,
    drawn_images,
    render,
    work_markup,
)
from panelwise.annotation.app._passes import compared_fields, drawn_passes, pass_names
from panelwise.annotation.app._steps import page_steps
from panelwise.annotation.screens import (
    PageScreen,
    PictureBlock,
    ScreenBlock,
    ScreenPicture,
    ScreenView,
    VerdictScreen,
    WordsBlock,
    WorkScreen,
    screen_of,
)

if TYPE_CHECKING:
    from markupsafe import Markup


LONGEST_CAPTION = 24  # characters of words such as "Frame 12:"


@dataclass(frozen=True, slots=True)
class WorkPage:
    """What the page's template needs."""

    title: str
    help: str
    work: Markup
    stage: str
    round: int
    instructions: str = ""
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
    token = item_token(project.work.state.seed, person, unit.id)
    view = screen_of(stage, project.procedure, unit).view(unit, stage, project.sources)
    before = draft or {}
    settings = WorkSettings(
        steps=page_steps(view, held, person),
        step=f"/work/{token}/step",
        id=f"{token}-{stage.name}-{unit.round}",
        submit=f"/work/{token}",
        draft=f"/work/{token}/draft",
        undo="/undo",
        prefetch=_pictures_ahead(project, person),
        csrf=csrf,
        values=before.get("values") or {},
        note=str(before.get("note", "")),
        flag=str(before.get("flag", "")),
        reason=str(before.get("reason", "")),
        aside=before.get("aside") or {},
        restored=bool(draft),
    )
    return page_of(project, unit, stage, lambda i, _: f"/pictures/{token}/{i}", settings)


def _pictures_ahead(project: Project, person: str) -> list[str]:
    """The addresses of the pictures that the person needs next."""
    ahead = project.work.ahead(person)
    if ahead is None:
        return []
    token = item_token(project.work.state.seed, person, ahead.unit.id)
    screen = screen_of(ahead.stage, project.procedure, ahead.unit)
    pictures = screen.view(ahead.unit, ahead.stage, project.sources).pictures
    return [f"/pictures/{token}/{index}" for index in range(len(pictures))]


def page_of(
    project: Project,
    unit: WorkUnit,
    stage: WorkStage,
    address: Callable[[int, ScreenPicture], str],
    settings: WorkSettings,
) -> WorkPage:
    """The page of a unit in a stage.

    Args:
        project: for what the unit shows.
        unit: to be worked on.
        stage: that it is in.
        address: of a picture, by its place and itself.
        settings: without values where nothing was filled in before.
    """
    screen = screen_of(stage, project.procedure, unit)
    view = screen.view(unit, stage, project.sources)
    images = tuple(
        WorkImage(address(i, one), one.width, one.height, one.alt)
        for i, one in enumerate(view.pictures)
    )
    settings = replace(settings, values=settings.values or dict(view.initial))
    answered: tuple[FilledField, ...] = ()
    if isinstance(screen, VerdictScreen):
        form, given = screen.answer_of(unit, stage, project.sources)
        answered = filled_fields(form, given.values) if given and not given.flag else ()
    passes = unit.candidates if stage.type == "adjudicate" else ()
    shown = _shown(view, images, answered, settings.steps)
    differing = _compared(screen, view, images, passes)
    # Words alone come first: below the pictures nobody would see them.
    shown = shown + differing if "data-picture" in differing else differing + shown
    work = work_markup(view.form.as_json(), images, settings, shown=shown)
    return WorkPage(
        view.title, view.help, work, stage.name, unit.round, stage.instructions, answered, images
    )


def _shown(
    view: ScreenView,
    images: Sequence[WorkImage],
    answered: Sequence[FilledField],
    steps: Sequence[Mapping[str, Any]],
) -> Markup:
    """The blocks in order, without the pictures that a field draws, and then the answer.

    A picture that a field draws only in some of the steps is there for the other steps.
    """
    drawn = set(drawn_images(view.form.as_json()["fields"]))
    drawn = drawn.intersection(*(one["drawn"] for one in steps))
    # What is next to an answer needs no other place; of a part of it, all is to be seen, too.
    beside = [one for one in answered if not one.shapes and one.box is None]
    drawn |= {one.picture for one in beside if one.picture is not None}
    # A card or an option has the number of its picture, and needs no caption.
    blocks = [
        block
        for block in captioned(view.blocks)
        if not (isinstance(block, PictureBlock) and block.index in drawn)
    ]
    return render("shown", blocks=blocks, images=images, answered=answered)


def _compared(
    screen: WorkScreen,
    view: ScreenView,
    images: Sequence[WorkImage],
    passes: Sequence[Submission],
) -> Markup:
    """The answers that differ, for the adjudicator: in words, and on the pictures."""
    drawn = [
        (images[index], json.dumps([one.as_json() for one in each]))
        for index, each in sorted(drawn_passes(view.form, passes).items())
    ]
    # Screens of pages put the words among their blocks.
    fields = () if isinstance(screen, PageScreen) else compared_fields(view.form, passes)
    return render("passes", names=pass_names(passes), fields=fields, drawn=drawn, images=images)


def captioned(blocks: Sequence[ScreenBlock]) -> list[ScreenBlock]:
    """The blocks, where a line such as "Frame 2:" is the caption of the picture below it."""
    made: list[ScreenBlock] = []
    for block in blocks:
        before = made[-1] if made else None
        if isinstance(block, PictureBlock) and not block.caption and isinstance(before, WordsBlock):
            made[-1], caption = _split_caption(before)
            made.append(PictureBlock(block.index, caption))
        else:
            made.append(block)
    return [one for one in made if not isinstance(one, WordsBlock) or one.text.strip()]


def _split_caption(block: WordsBlock) -> tuple[WordsBlock, str]:
    """Words without a last line such as "Frame 2:", which announces a picture; and that line."""
    head, _, last = block.text.rstrip().rpartition("\n")
    if last.endswith(":") and len(last) <= LONGEST_CAPTION:
        return replace(block, text=head), last[:-1]
    return block, ""
