"""Screens of ratings and categories, as the papers asked for them, in our words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from panelwise.annotation._unit import WorkUnit
from panelwise.annotation.screens._screen import ScreenView
from panelwise.annotation.screens._study import Fields, StudyScreen, options_of, texts_of
from panelwise.errors import FormError
from panelwise.tasks.forms import ChoiceField, Field, FormValues, ScaleField, TextField

FAITHFULNESS = {
    5: "almost fully aligned; only minor omissions or wording",
    4: "core characters and main actions right; secondary details missing",
    3: "partial; noticeable errors such as confused roles",
    2: "few correct elements; main actions or roles wrong",
    1: "unrelated",
}
ERROR_CATEGORIES = (
    "causal reasoning: cause and effect were not understood",
    "character state: somebody's identity, emotion or pose was confused",
    "object state: the presence or movement of a thing was missed",
    "scene transition: a change of scene, viewpoint or time was missed",
    "dialogue-related: what is said or narrated was misread",
    "ambiguity: the chosen option is plausible, too",
)
ERROR_SPANS = (
    "local: two adjacent panels",
    "short-range: three adjacent panels",
    "global: all panels",
)
STRIP_CATEGORIES = (
    "satirical: criticises by irony or exaggeration",
    "inspiring: encourages",
    "touching: moves to sympathy or affection",
    "philosophical: reflects on life or morality",
    "critical: names what is wrong, seriously",
    "humorous: entertains",
)
OFFENCE = {-1: "cannot be judged", 0: "not offensive", 5: "extremely offensive"}
HOW_MADE = ("as it is", "refined", "rewritten")


def fixed(*fields: Field) -> Fields:
    """The same fields for every unit."""

    def same(unit: WorkUnit) -> Sequence[Field]:
        del unit
        return fields

    return same


def _candidates(unit: WorkUnit) -> Sequence[Field]:
    options = options_of(texts_of(unit, "candidates"))
    return (
        ChoiceField("best", "Which candidate is best?", options),
        ChoiceField("made", "How do you use it?", options_of(HOW_MADE)),
        TextField("text", "The answer, if you changed it", lines=3, required=False),
    )


FAITHFULNESS_SCREEN = StudyScreen(
    "faithfulness",
    "Rate the description",
    "Compare it with the panels: characters, appearance, actions, setting, dialogue, order.",
    fixed(ScaleField("score", "How faithful is it?", 1, 5, FAITHFULNESS, uncertain=True)),
)
ERROR_CATEGORY = StudyScreen(
    "error-category",
    "Why is this answer wrong?",
    "Choose the one dominant reason, and how many panels it takes to see it.",
    fixed(
        ChoiceField("category", "Reason", options_of(ERROR_CATEGORIES)),
        ChoiceField("span", "Span", options_of(ERROR_SPANS)),
    ),
)
STRIP_CATEGORY = StudyScreen(
    "strip-category",
    "What kind of comic is it?",
    "Choose the category that fits best.",
    fixed(ChoiceField("category", "Category", options_of(STRIP_CATEGORIES))),
)


class UniqueOrderScreen(StudyScreen):
    """Whether the shown order is the only one; another order is one of the same panels (SC-8)."""

    def clean(self, view: ScreenView, values: Any) -> FormValues:
        """Another order only where there is one, with each panel once."""
        clean = super().clean(view, values)
        other = str(clean.get("other") or "").strip()
        panels = list(range(1, len(view.pictures) + 1))
        named = [int(one) for one in re.findall(r"[0-9]+", other)]
        if other and clean["unique"] == 0:
            raise FormError("other", "you said that the order is the only one",
                            "leave this empty, or answer no")  # fmt: skip
        if other and len(panels) > 1 and sorted(named) != panels:
            raise FormError("other", f"this is not an order of the panels 1 to {len(panels)}",
                            "write the number of each panel once, with spaces between")  # fmt: skip
        if other and named == panels:
            raise FormError("other", "this is the order of the comic",
                            "write another one, or leave this empty")  # fmt: skip
        return clean


UNIQUE_ORDER = UniqueOrderScreen(
    "unique-order",
    "Is this the only order?",
    "The panels are in the order of the comic. Could another order tell a story as well?",
    fixed(
        ChoiceField("unique", "Is it the only order that makes sense?", options_of(("yes", "no"))),
        TextField("other", "If no: another order, as panel numbers", required=False),
    ),
    decides=("unique",),
)
QUESTION_AXES = StudyScreen(
    "question-axes",
    "What does the question need?",
    "Classify the question, not how hard it is.",
    fixed(
        ChoiceField("required", "Where is the answer?",
                    options_of(("in one panel", "in several panels of the page"))),
        ChoiceField("answer_type", "What is the answer?",
                    options_of(("words of the page, exactly", "a description"))),
        ChoiceField("asks", "What does it ask?",
                    options_of(("who", "what", "when", "where", "why", "how"))),
    ),
)  # fmt: skip
OPEN_MARK = StudyScreen(
    "open-mark",
    "Is the answer right?",
    "Compare it with the page, not with how it is worded.",
    fixed(ChoiceField("mark", "Mark", options_of(("wrong", "partly right, half a mark", "right")))),
)
JUDGE_MARK = StudyScreen(
    "judge-mark",
    "Mark the answer",
    "Compare the answer with the reference answer.",
    fixed(ScaleField("mark", "Mark", 1, 10, {1: "wrong", 10: "the same in substance"})),
)
HARMFUL = StudyScreen(
    "harmful",
    "Could this offend?",
    "Judge the panel's texts and picture together.",
    fixed(ScaleField("offence", "How offensive is it?", -1, 5, OFFENCE)),
)
CANDIDATES = StudyScreen(
    "candidates",
    "Choose the right answer",
    "Take the best candidate as it is, refine it, or write a new one.",
    _candidates,
    decides=("best", "made", "text"),
)
