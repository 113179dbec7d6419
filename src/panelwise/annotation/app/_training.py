"""The page after an item of the training: what was answered, what is right, and the item itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from panelwise.annotation._project import Project
from panelwise.annotation._unit import WorkUnit
from panelwise.annotation.app._answers import filled_fields
from panelwise.annotation.app._markup import WorkImage
from panelwise.annotation.screens import screen_of


def training_page(
    project: Project, unit: WorkUnit, values: Mapping[str, Any], token: str
) -> dict[str, Any]:
    """What the template ``feedback`` needs.

    Args:
        project: with the sources of the pictures.
        unit: of the training.
        values: that the person answered.
        token: of the unit, in this person's addresses.
    """
    stage = project.procedure.stages[0]
    screen = screen_of(stage, project.procedure, unit)
    view = screen.view(unit, stage, project.sources)
    images = [
        WorkImage(f"/pictures/{token}/{i}", one.width, one.height, one.alt)
        for i, one in enumerate(view.pictures)
    ]
    return {
        "title": "Right" if screen.right(unit, values, project.sources) else "Not right",
        "given": filled_fields(view.form, values),
        "known": filled_fields(view.form, screen.known(unit, project.sources)),
        "blocks": view.blocks,
        "images": images,
    }
