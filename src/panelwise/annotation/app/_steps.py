"""Steps of a screen on the work page: which are done, and which may be done next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from panelwise.annotation._assignment import Assignment
from panelwise.annotation._steps import DoneStep, steps_done
from panelwise.annotation.app._markup import drawn_images
from panelwise.annotation.screens import ScreenStep, ScreenView
from panelwise.errors import InputError
from panelwise.tasks.forms import Form

MAX_SECONDS = 24 * 3600.0


def page_steps(view: ScreenView, held: Assignment, person: str) -> list[dict[str, Any]]:
    """The steps as ``steps.js`` reads them; empty where the stage has none."""
    if not held.stage.steps:
        return []
    done = steps_done(held.unit, person, held.stage.name)
    fields = view.form.as_json()["fields"]
    return [
        {"name": one.name, "number": one.number, "title": one.title, "fields": list(one.fields),
         "reads": list(one.reads), "done": one.name in done, "drawn": _drawn(one, fields)}
        for one in view.steps
    ]  # fmt: skip


def _drawn(step: ScreenStep, fields: Sequence[Mapping[str, Any]]) -> list[int]:
    """The pictures that the fields of a step draw; the others are shown next to the fields."""
    seen = {*step.fields, *step.reads}
    return sorted(drawn_images([one for one in fields if one["name"] in seen]))


def done_step(view: ScreenView, held: Assignment, person: str, body: Mapping[str, Any]) -> DoneStep:
    """The step that a browser says is done.

    Raises:
        InputError: for a step that is not there, or whose turn has not come.
        FormError: for a value that a field of the step does not take.
    """
    name = body.get("step")
    step = next((one for one in view.steps if one.name == name), None)
    if step is None or not held.stage.steps:
        raise InputError("this item has no such step; load the page again")
    _require_before(view, held, person, step)
    return _done(view, step, body.get("values"), body.get("seconds", 0))


def last_step(
    view: ScreenView, held: Assignment, person: str, body: Mapping[str, Any]
) -> DoneStep | None:
    """The step that a submission ends; ``None`` where the stage has none.

    Raises:
        InputError: when another step is not done yet.
    """
    if not held.stage.steps or not view.steps:
        return None
    _require_before(view, held, person, view.steps[-1])
    return _done(view, view.steps[-1], body.get("values"), body.get("step_seconds", 0))


def _require_before(view: ScreenView, held: Assignment, person: str, step: ScreenStep) -> None:
    done = steps_done(held.unit, person, held.stage.name)
    for one in view.steps[: view.steps.index(step)]:
        if one.name not in done:
            raise InputError(
                f"step {one.number} ({one.title}) comes before step {step.number};"
                " load the page again"
            )


def _done(view: ScreenView, step: ScreenStep, values: Any, seconds: Any) -> DoneStep:
    given = values if isinstance(values, dict) else {}
    form = Form(tuple(one for one in view.form.fields if one.name in step.fields))
    clean = form.check({key: value for key, value in given.items() if key in step.fields})
    is_time = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if not is_time or not 0 <= seconds <= MAX_SECONDS:
        raise InputError(f"the seconds of a step must be a number from 0 to {MAX_SECONDS:g}")
    return DoneStep(step.name, step.number, step.title, clean, float(seconds))
