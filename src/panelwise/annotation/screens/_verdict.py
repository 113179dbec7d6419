"""A verdict on another person's answer: accept it, or reject it with a reason.

Source: SC-13 to SC-15.
"""

from __future__ import annotations

from typing import Any

from panelwise.annotation._events import Submission
from panelwise.annotation._procedure import WorkStage
from panelwise.annotation._unit import WorkUnit
from panelwise.annotation.screens._screen import BaseWorkScreen, ScreenView, WordsBlock, WorkScreen
from panelwise.annotation.screens._sources import ProjectSources
from panelwise.errors import FormError
from panelwise.tasks import Option
from panelwise.tasks.forms import ChoiceField, Form, FormValues, TextField

VERDICTS = ("accept", "reject")


class VerdictScreen(BaseWorkScreen):
    """The screen of an answer with the answer filled in, and a verdict asked.

    Args:
        answered: the screen on which the answer was given.
    """

    name = "verdict"
    title = "Check this answer"

    def __init__(self, answered: WorkScreen) -> None:
        self._answered = answered

    def view(self, unit: WorkUnit, stage: WorkStage, sources: ProjectSources) -> ScreenView:
        """What the first person saw and answered; who it was is not shown."""
        seen = self._answered.view(unit, stage, sources)
        given, words = unit.answer, []
        title, advice = self.title, ""
        if given is not None and given.flag:
            # An item may show an answer of its own, which is not what is to be checked.
            title, advice = "Check this report", "If the report is accepted, the item is left out."
            report = f"{given.flag}: {given.reason}"
            words.append(WordsBlock(report, "answer", "The report to check"))
        elif seen.help:
            advice = f"Advice to the person who answered: {seen.help}"
        words += [
            WordsBlock(reason, "objection", "Objection") for reason in unit.objections if reason
        ]
        options = tuple(Option(label=name.capitalize()) for name in VERDICTS)
        form = Form(
            (
                ChoiceField("verdict", "Is it right?", options),
                TextField("reason", "If you reject it: why?", lines=2, required=False,
                          needed="needed for a rejection",
                          help="What you write here is kept with the verdict, also if you accept."),
            )
        )  # fmt: skip
        # Words first: below a large picture they would be out of sight.
        return ScreenView(title, (*words, *seen.blocks), form, seen.pictures, advice)

    def clean(self, view: ScreenView, values: Any) -> FormValues:
        """``accept`` or ``reject``, and the reason: a rejection needs one, and any is kept."""
        clean = view.form.check(values)
        verdict = VERDICTS[clean["verdict"]]
        if verdict == "reject" and not (clean["reason"] or "").strip():
            raise FormError("reason", "a rejection needs a reason", "say what is wrong")
        return {"verdict": verdict} | ({"reason": clean["reason"]} if clean["reason"] else {})

    def answer_of(
        self, unit: WorkUnit, stage: WorkStage, sources: ProjectSources
    ) -> tuple[Form, Submission | None]:
        """The form of the answer that is judged, and the answer."""
        return self._answered.view(unit, stage, sources).form, unit.answer
