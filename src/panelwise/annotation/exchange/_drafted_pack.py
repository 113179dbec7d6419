"""Accepted work on drafts as a pack: people's questions, options and answers, asked of comics.

The accepted answers become descriptions and questions of the comics' stories, and the pack is built
from these like any other. Source: CH-11, SC-9.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from panelwise.annotation._project import Project
from panelwise.annotation._unit import WorkUnit
from panelwise.annotation.exchange._drafts import target_of
from panelwise.benchmarks import build
from panelwise.comics import Book, PanelRef, StoryQuestion
from panelwise.drafting import choice_question, frame_question, with_material, write_books
from panelwise.errors import InputError
from panelwise.packs import Pack
from panelwise.tasks import normalised
from panelwise.wording import argument, counted

KEEP = 0  # the first option of "Is it worth keeping?"
AS_IT_IS = 0  # the first option of "How do you use it?"
_CHOICE = "chromic.chrono_mcq"
_BY_STRIP = {
    "frame": "stripcipher.frame_prediction",
    "meaning": "stripcipher.narrative_comprehension",
}
DESCRIBED = "chromic.description_reordering"


@dataclass
class Material:
    """What accepted answers put into stories.

    Attributes:
        descriptions: by book, story and panel.
        questions: by book, with the id of their story.
        units: how many accepted units are in it.
        undefined: how many are not, by reason.
        writers: how many units of it each model drafted.
    """

    descriptions: dict[str, dict[str, dict[PanelRef, str]]] = field(default_factory=dict)
    questions: dict[str, list[tuple[str, StoryQuestion]]] = field(default_factory=dict)
    units: int = 0
    undefined: Counter[str] = field(default_factory=Counter)
    writers: Counter[str] = field(default_factory=Counter)


def drafted_task(project: Project, task: str) -> str:
    """The task that accepted work on drafts makes a pack of; empty where the work is on a pack.

    Raises:
        InputError: when ``task`` is none that the work can make, or several are and it is empty.
    """
    screen = project.procedure.stages[0].screen
    if screen not in _MAKES:
        return ""
    abouts = {
        unit.data["hidden"]["about"]
        for unit in project.work.state.work_units()
        if "about" in unit.data.get("hidden", {})
    }
    can = [_BY_STRIP[one] for one in sorted(abouts)] or _TASKS[screen]
    if task in can or (len(can) == 1 and not task):
        return task or can[0]
    asked = f"no pack of {task}" if task else "several packs"
    raise InputError(f"{project.folder}: its work makes {asked}; give --task {' or '.join(can)}")


def no_items(project: Project, undefined: Mapping[str, int]) -> InputError:
    """Why accepted work makes no pack: there is none, or it gives no items, by reason."""
    if not undefined:
        return InputError(
            f"{project.folder}: no unit is accepted yet; panelwise quality"
            f" {argument(project.folder)} shows what is open"
        )
    why = "; ".join(f"{counted(count, 'unit')} {reason}" for reason, count in undefined.items())
    return InputError(f"{project.folder}: the accepted units make no items: {why}")


def drafted_pack(
    project: Project, task: str, books: Sequence[Book], folder: Path, by: str
) -> tuple[Pack, Material]:
    """Build a pack of accepted work on drafts.

    Args:
        project: whose first stage works on drafts.
        task: of the pack.
        books: the comics that the drafts are about.
        folder: for the comics with what was accepted, and the pack.
        by: who vouches for the answers: ``people``, or ``model NAME``.

    Raises:
        InputError: when nothing was accepted, or the comics lack a book of the work.
        UnavailableError: when the task can ask none of it.
    """
    screen = project.procedure.stages[0].screen
    found = Material()
    for unit in project.work.state.work_units():
        if unit.place != "accepted" or unit.answer is None:
            continue
        why = _MAKES[screen](unit, found) if "target" in unit.data.get("hidden", {}) else UNKNOWN
        if why:
            found.undefined[why] += 1
        else:
            found.units += 1
            found.writers.update(set(unit.data["hidden"].get("writers", ())))
    if not found.units:
        raise no_items(project, found.undefined)
    used = {*found.descriptions, *found.questions}
    if missing := sorted(used - {book.id for book in books}):
        raise InputError(
            f"the work is on '{missing[0]}', which is not among the comics; give the comics that"
            " the drafts are about with --comics"
        )
    author = "human" if by == "people" else by.removeprefix("model ")
    filled = [
        with_material(book, found.descriptions.get(book.id, {}), found.questions.get(book.id, ()),
                      author)
        for book in books
        if book.id in used
    ]  # fmt: skip
    write_books(filled, folder / "comics")
    return build(task, folder / "comics", out=folder / "pack"), found


UNKNOWN = "whose comic is not recorded: made of lines, not of drafts"


def _described(unit: WorkUnit, found: Material) -> str:
    values, target = _values(unit), target_of(unit.data["hidden"])
    if values.get("order") not in (None, 0):
        return "whose panels are not in order"
    texts = [str(values.get(f"panel_{k}") or "") for k in range(1, len(target.panels) + 1)]
    if not all(text.strip() for text in texts):
        return "in which a panel has no description"
    story = found.descriptions.setdefault(target.book, {}).setdefault(target.story, {})
    story.update(zip(target.panels, texts, strict=True))
    return ""


def _corrected(unit: WorkUnit, found: Material) -> str:
    """A question with the words, options and right option that were accepted."""
    values, hidden = _values(unit), unit.data["hidden"]
    if values["keep"] != KEEP:
        return "which people dropped"
    drafted = hidden["options"]
    texts = [str(values.get(f"option_{k}") or "") for k in range(1, len(drafted) + 1)]
    right = int(values["right"])
    if len({normalised(text) for text in texts}) < len(texts) or not all(texts):
        return "with an option that is empty or there twice"
    asked = {**hidden["question"], "question": values["question"], "answer": texts[right]}
    wrong = [_as_drafted(text, drafted[k]) for k, text in enumerate(texts) if k != right]
    return _add(unit, found, choice_question(target_of(hidden), asked, wrong))


def _as_drafted(text: str, drafted: Mapping[str, Any]) -> dict[str, Any]:
    """A wrong option; its kind of error is known only if nobody changed it."""
    if drafted.get("right") or text != drafted["text"]:
        return {"text": text, "error": "unspecified", "panel": None}
    return dict(drafted)


def _three(unit: WorkUnit, found: Material) -> str:
    hidden = unit.data["hidden"]
    wrong = [hidden["options"][k] for k in _values(unit)["chosen"]]
    return _add(unit, found, choice_question(target_of(hidden), hidden["question"], wrong))


def _answered(unit: WorkUnit, found: Material) -> str:
    """The candidate that was chosen, refined or rewritten, with the drafted wrong options."""
    values, hidden = _values(unit), unit.data["hidden"]
    text = str(values.get("text") or "").strip()
    if values["made"] == AS_IT_IS:
        text = unit.data["candidates"][values["best"]]
    if not text:
        return "refined or rewritten without a text"
    wrong = [one for one in hidden["wrong"] if normalised(one["text"]) != normalised(text)]
    if len(wrong) < 3:
        return "for which fewer than three wrong options were drafted"
    asked = {"question": hidden["question"], "answer": text}
    target = target_of(hidden)
    return _add(unit, found, frame_question(target, hidden["about"], asked, wrong[:3]))


def _add(unit: WorkUnit, found: Material, question: StoryQuestion) -> str:
    """Keep a question, unless the story has one in the same words."""
    target = target_of(unit.data["hidden"])
    kept = found.questions.setdefault(target.book, [])
    words = _words(target.story, question)
    if any(_words(*one) == words for one in kept):
        return "in the words of another question of the story"
    kept.append((target.story, question))
    return ""


def _words(story: str, question: StoryQuestion) -> tuple[str, ...]:
    return story, question.task, normalised(question.question), normalised(question.answer)


def _values(unit: WorkUnit) -> Mapping[str, Any]:
    assert unit.answer is not None, "only accepted units are asked for"
    return unit.answer.values


_MAKES: Mapping[str, Callable[[WorkUnit, Material], str]] = {
    "description": _described,
    "question": _corrected,
    "distractors": _three,
    "candidates": _answered,
}
_TASKS: Mapping[str, list[str]] = {
    "description": [DESCRIBED],
    "question": [_CHOICE],
    "distractors": [_CHOICE],
    "candidates": list(_BY_STRIP.values()),
}
