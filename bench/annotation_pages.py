"""Projects of pages for the simulation of annotation: what the press drew is drawn anew, blind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import panelwise
from annotation_screens import chain
from panelwise.annotation import (
    NewUnit,
    Project,
    WorkUnit,
    add_pages,
    create_project,
    open_project,
    units_of_book,
)
from panelwise.annotation.screens import (
    PAGE_SCREENS,
    WHOLE_PAGE,
    ProjectSources,
    get_screen,
    page_drafts,
)
from panelwise.tasks.forms import GivenShape

PAGES = (*PAGE_SCREENS, WHOLE_PAGE.name)
TOGETHER = 2  # pages of a book whose characters are sorted into people
VOICES = {"narration": "narration", "onomatopoeia": "sound", "scene_text": "sound"}


def page_project(folder: Path, books: Path, seed: int, units: int, screen: str) -> None:
    """Pages for one screen, each by two people; pages with few characters, and again if need be."""
    create_project(folder, chain([screen], 2, decided=True), seed=seed)
    found: list[tuple[int, NewUnit]] = []
    with open_project(folder) as project:
        for book in panelwise.open(books):
            add_pages(folder, book)
            pages = units_of_book(book, WHOLE_PAGE.name, blind=True)
            crowd = [len(page.characters) for page in book.pages]
            if screen == "identities":
                pages = [_together(pages[k : k + TOGETHER]) for k in range(0, len(pages), TOGETHER)]
                crowd = [sum(crowd[k : k + TOGETHER]) for k in range(0, len(crowd), TOGETHER)]
            found += zip(crowd, pages, strict=True)
        found.sort(key=lambda pair: pair[0])
        few = [unit for _, unit in found[: max(1, len(found) // 2)]]
        project.add_units(
            replace(few[k % len(few)], id=f"{few[k % len(few)].id}-{k // len(few)}")
            for k in range(units)
        )


def _together(pages: Sequence[NewUnit]) -> NewUnit:
    """Pages of a book as one unit."""
    every = [page for one in pages for page in one.data["pages"]]
    return replace(pages[0], data={**pages[0].data, "pages": every})


def truth_of_pages(project: Project) -> dict[str, dict[str, Any]]:
    """What the press drew, as the values of each unit's screen."""
    screen = project.procedure.stages[0].screen
    return {
        name: page_truth(unit, screen, project.sources)
        for name, unit in project.work.state.units.items()
    }


def page_truth(unit: WorkUnit, screen: str, sources: ProjectSources) -> dict[str, Any]:
    """The right values of a screen of pages."""
    drafts = page_drafts(unit, sources)
    draft = drafts[0]
    linked = dict(draft.links)
    links = [{"from": one.id, "to": linked.get(one.id)} for one in draft.texts]
    kinds = [text.kind for text in draft.page.texts or ()]
    voices = [
        {"text": one.id, "voice": VOICES.get(str(kind), "off-page")}
        for one, kind in zip(draft.texts, kinds, strict=True)
        if one.id not in linked
    ]
    every = {
        "panels": _plain(draft.panels),
        "texts": _plain(draft.texts, "text"),
        "characters": _plain(draft.characters, "name"),
        "speakers": links,
        "voices": voices,
        "identities": {
            f"{one.index + 1}.{i}": body.name or "?"
            for one in drafts
            for i, body in enumerate(one.bodies, 1)
        },
    }
    fields = ("panels", "characters", "speakers", "voices")
    return {key: every[key] for key in (fields if screen == WHOLE_PAGE.name else (screen,))}


def _plain(shapes: Sequence[GivenShape], *more: str) -> list[dict[str, Any]]:
    """Shapes as a form has them, boxes alone."""
    return [
        {"id": one.id, "class": one.label, "box": [float(edge) for edge in one.box or ()]}
        | {key: getattr(one, key) for key in more}
        for one in shapes
    ]


def is_page_right(
    unit: WorkUnit, screen: str, values: Mapping[str, Any], truth: Mapping[str, Any]
) -> bool:
    """Whether an answer is what the press drew, within what a hand can draw."""
    known = replace(unit, data={**unit.data, "known": truth})
    return get_screen(screen).right(known, values, ProjectSources())
