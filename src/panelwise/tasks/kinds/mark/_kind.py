"""The kind ``mark``: a judge gives a whole number from 1 to 10.

An item is one answer to be judged; there is no gold, and the mark is the score. Source:
specification 7.0 (judge), 7.6; AMB-32.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from panelwise.metrics import MetricInfo
from panelwise.profile import Profile
from panelwise.tasks._item import Answer, Document, Item, Outcome, Parsed
from panelwise.tasks.forms import Form, FormValues, ScaleField
from panelwise.tasks.kinds._guesses import Guesses
from panelwise.tasks.kinds._presentation import Presentation
from panelwise.tasks.kinds._question import from_books
from panelwise.tasks.kinds._settings import JudgeSettings
from panelwise.tasks.kinds.documents import DocumentKind, document
from panelwise.tasks.overlay import Overlay
from panelwise.wording import counted

LOWEST, HIGHEST = 1, 10
_NUMBER = re.compile(r"(?<![\d.,/\-–−])(\d+)(?:[.,](\d+))?(?:\s?(?:/|out of)\s?(\d+))?")
_SCALE = re.compile(r"\b1 ?(?:to|-|–|−) ?10\b")  # "from 1 to 10" is what was asked, no mark

MARKS: dict[str, MetricInfo] = {
    "mark": MetricInfo(
        "mark",
        "a judge's mark from 1 to 10",
        best=float(HIGHEST),
        worst=lambda n: float(LOWEST),
        label="Mark (1 to 10)",
    )
}


WHY_NOT = (
    "No chance level: there is no right mark, so that a constant or random one is neither good nor"
    " bad. How well a judge agrees with people is measured by panelwise judge --people."
)


class MarkKind(DocumentKind):
    """Answers are a judge's marks from 1 to 10."""

    name = "mark"
    settings = (JudgeSettings,)
    headline = "mark"
    presentation = Presentation(
        "a whole number from 1 to 10", "Full marks", counted="answers to mark"
    )

    @property
    def metrics(self) -> Mapping[str, MetricInfo]:
        return MARKS

    def read(self, item: Item, text: str, profile: Profile) -> Parsed:
        """The number of a reply, if it is whole and from 1 to 10: ``8``, ``8/10``.

        A number out of range, a fraction, a share of something else than ten, and a second number
        that says otherwise are no marks; what they were meant to say is not guessed.
        """
        del item, profile
        numbers = list(_NUMBER.finditer(_SCALE.sub("", text)))
        if not numbers:
            return Parsed("invalid", reason="none found: no number", unclear=True)
        found = numbers[0]
        whole, fraction, of = found.groups()
        if (fraction or "").strip("0") or of not in (None, str(HIGHEST)):
            return Parsed("invalid", reason=f"no mark: {found[0][:20]}")
        if len(whole) > 3 or not LOWEST <= int(whole) <= HIGHEST:
            return Parsed("invalid", reason=f"out of range: {whole[:20]}")
        if others := [one[1] for one in numbers if one[1].lstrip("0") != whole.lstrip("0")]:
            return Parsed("invalid", reason=f"ambiguous: {whole} or {others[0][:20]}", unclear=True)
        return Parsed("ok", {"mark": int(whole)}, "number", None, ("final",))

    def write(self, item: Item, answer: Answer, profile: Profile) -> str:
        """The bare number."""
        del item, profile
        return str(document(answer)["mark"])

    def score(self, item: Item, answer: Answer, profile: Profile) -> dict[str, float]:
        """The mark itself."""
        del item, profile
        return {"mark": float(document(answer)["mark"])}

    def invalid_scores(self, item: Item, profile: Profile) -> dict[str, float] | None:
        """The lowest mark, or nothing, as the profile says (AMB-32)."""
        del item
        return (
            {"mark": float(LOWEST)} if profile.section(JudgeSettings).failures == "lowest" else {}
        )

    def guesses(self, items: Sequence[Item], profile: Profile) -> Guesses:
        """None: nothing says which mark is right."""
        del items, profile
        return Guesses({}, WHY_NOT, {"": WHY_NOT})

    def outcome(self, item: Item, answer: Answer, profile: Profile) -> Outcome:
        """``correct`` for full marks, ``wrong`` for the lowest."""
        del item, profile
        mark = document(answer)["mark"]
        return "correct" if mark == HIGHEST else "wrong" if mark == LOWEST else "partial"

    def question(self, items: Sequence[Item]) -> str:
        """The mark of each answer."""
        asked = f"{counted(len(items), 'answer')} to questions {from_books(items)}"
        return f"{asked}: which mark from {LOWEST} to {HIGHEST} does each of them deserve?"

    def draw(self, item: Item, answer: Document, profile: Profile) -> Overlay | None:
        """The mark itself; what was judged is in the prompt."""
        del item, profile
        said = f"Mark: {answer['mark']} of {HIGHEST}." if answer else "No mark was given."
        return Overlay(said)

    def answer_form(self, item: Item) -> Form:
        """A mark from 1 to 10."""
        del item
        label = "Which mark does the answer deserve?"
        return Form((ScaleField("mark", label, LOWEST, HIGHEST),))

    def read_form(self, item: Item, values: FormValues, profile: Profile) -> Answer:
        """The mark."""
        del item, profile
        return {"mark": values["mark"]}

    def fill_form(self, item: Item, answer: Answer, profile: Profile) -> FormValues:
        """The mark of an answer."""
        del item, profile
        return {"mark": document(answer)["mark"]}
