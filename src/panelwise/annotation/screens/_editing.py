"""Editing drafts: descriptions, questions and wrong options, by the six steps of the guideline.

Source: CH-9, CH-11, CH-15.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from panelwise.annotation._unit import WorkUnit
from panelwise.annotation.screens._screen import ScreenStep, ScreenView
from panelwise.annotation.screens._study import StudyScreen, options_of, texts_of
from panelwise.errors import FormError, InputError
from panelwise.tasks.forms import ChoiceField, Field, Form, FormValues, SeveralField, TextField

KEEP, DROP = range(2)


def description_fields(unit: WorkUnit) -> Sequence[Field]:
    """A description panel by panel, starting from the drafts."""
    drafts, beside = texts_of(unit, "drafts"), _beside(unit)
    order = ChoiceField("order", "Are all panels there, in the right order?",
                        options_of(("yes", "no")))  # fmt: skip
    panels = tuple(
        TextField(f"panel_{i + 1}", f"Panel {i + 1}", lines=3, initial=draft, **beside(i))
        for i, draft in enumerate(drafts)
    )
    return (order, *panels)


def _beside(unit: WorkUnit) -> Callable[[int], dict[str, Any]]:
    """The picture of each panel: of its own, or a part of a page where the unit says which."""
    drafts, pictures = texts_of(unit, "drafts"), unit.data.get("pictures", ())
    parts = unit.data.get("panels", ())
    if parts and len(parts) != len(drafts):
        raise InputError(
            f"unit {unit.id}: {len(drafts)} drafts, but {len(parts)} panels; give each a panel"
        )
    if parts:
        places = [_place(one, len(pictures), unit.id) for one in parts]
        return lambda i: {"image": places[i][0], "box": places[i][1]}
    return lambda i: {"image": i} if len(pictures) == len(drafts) else {}


def _place(given: Any, pictures: int, unit: str) -> tuple[int, tuple[float, ...]]:
    try:
        index, box = int(given["picture"]), tuple(float(edge) for edge in given["box"])
    except (KeyError, TypeError, ValueError):
        index, box = -1, ()
    if not 0 <= index < pictures or len(box) != 4 or box[2] <= box[0] or box[3] <= box[1]:
        raise InputError(
            f"unit {unit}: a panel needs picture, a number below {pictures}, and box, the four"
            " numbers x0, y0, x1 and y1"
        )
    return index, box


def question_fields(unit: WorkUnit) -> Sequence[Field]:
    """A question and its options, starting from the drafts."""
    options = texts_of(unit, "options", 2)
    return (
        _kept(),
        _worded(unit),
        ChoiceField("right", "Which option is right?", options_of(options)),
        *(TextField(f"option_{i + 1}", f"Option {chr(ord('A') + i)}", initial=option)
          for i, option in enumerate(options)),
    )  # fmt: skip


def _kept() -> ChoiceField:
    keeping = "It draws on several panels, is not trivial, and one option is right."
    return ChoiceField("keep", "Is it worth keeping?", options_of(("keep", "drop")), help=keeping)


def _worded(unit: WorkUnit) -> TextField:
    return TextField("question", "Question", lines=2, initial=str(unit.data.get("question", "")))


def distractor_fields(unit: WorkUnit) -> Sequence[Field]:
    """Three of six wrong options."""
    return (_chosen(unit),)


def _chosen(unit: WorkUnit, **more: Any) -> SeveralField:
    options = options_of(texts_of(unit, "options", 4))
    label = "Which three are the most misleading, and still wrong?"
    return SeveralField("chosen", label, options, least=3, most=3, **more)


def editing_fields(unit: WorkUnit) -> Sequence[Field]:
    """All that an annotator edits of a comic: description, question, answer, wrong options."""
    return (
        *description_fields(unit),
        _kept(),
        _worded(unit),
        TextField("answer", "Its answer", initial=str(unit.data.get("answer", ""))),
        _chosen(
            unit,
            required=False,
            needed="needed unless the question is dropped",
            help="Not needed if the question is dropped.",
        ),
    )


def guideline_steps(form: Form) -> tuple[ScreenStep, ...]:
    """The steps of the guideline that a form has fields for (CH-15)."""
    names = [one.name for one in form.fields]
    panels = tuple(name for name in names if name.startswith("panel_"))
    options = tuple(name for name in names if name.startswith("option_") or name == "answer")
    asked = tuple(name for name in ("keep", "question", "right") if name in names)
    steps = []
    if panels:
        steps += [
            ScreenStep("order", 1, "Check the panels and their order", ("order",), panels),
            ScreenStep("read", 2, "Read the description", (), panels),
            ScreenStep("revise", 3, "Revise the description", panels),
        ]
    if asked:
        read = ("question", *options, *(("chosen",) if "chosen" in names else ()))
        steps += [
            ScreenStep("read-question", 4, "Read the question and its options", (), read),
            ScreenStep("revise-question", 5, "Revise the question, or drop it", asked + options),
        ]
    if "chosen" in names:
        reads = ("question", *options) if asked else ()
        steps.append(
            ScreenStep("choose", 6, "Choose the three most misleading options", ("chosen",), reads)
        )
    return tuple(steps)


class EditingScreen(StudyScreen):
    """All six steps; a question that is kept needs three wrong options."""

    def clean(self, view: ScreenView, values: Any) -> FormValues:
        """As the form checks it, and three options unless the question is dropped."""
        clean = super().clean(view, values)
        if clean["keep"] == KEEP and not clean.get("chosen"):
            raise FormError("chosen", "a question that is kept needs wrong options", "choose three")
        return clean


DISTRACTORS = StudyScreen(
    "distractors",
    "Choose three wrong options",
    "They should mislead, and be wrong for a careful reader.",
    distractor_fields,
    steps=guideline_steps,
)
DESCRIPTION = StudyScreen(
    "description",
    "Correct the description",
    "First check the panels and their order, then read, then revise what is wrong or unclear.",
    description_fields,
    steps=guideline_steps,
)
QUESTION = StudyScreen(
    "question",
    "Correct the question",
    "Read the question and its options, then revise it, or drop it.",
    question_fields,
    steps=guideline_steps,
)
EDITING = EditingScreen(
    "editing",
    "Edit the comic's texts",
    "Facts first, then wording; the meaning stays. Nothing may contradict the pictures.",
    editing_fields,
    steps=guideline_steps,
)
