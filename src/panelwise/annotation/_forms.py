"""The forms that a project's units are answered with."""

from __future__ import annotations

from collections.abc import Callable

from panelwise.annotation._procedure import WorkStage
from panelwise.annotation._project import Project
from panelwise.annotation._unit import WorkUnit
from panelwise.annotation.screens import ScreenView, WorkScreen, get_screen
from panelwise.tasks.forms import Form


def answer_screen(project: Project, stage: WorkStage) -> WorkScreen:
    """The screen on which answers of a stage are given, or on which those it is about were."""
    labels = [one for one in project.procedure.stages if one.type == "label"]
    return get_screen((stage if stage.type == "label" else labels[0]).screen)


def answer_view(project: Project, unit: WorkUnit, stage: WorkStage) -> ScreenView:
    """What people who answer a unit see."""
    return answer_screen(project, stage).view(unit, stage, project.sources)


def project_forms(project: Project) -> Callable[[WorkUnit, WorkStage], Form]:
    """The form of a unit in a stage, for :func:`panelwise.annotation.quality.quality_report`."""
    return lambda unit, stage: answer_view(project, unit, stage).form
