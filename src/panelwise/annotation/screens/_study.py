"""Studies: fixed questions about material that is stored with the unit.

The data of a unit of a study: ``pictures`` (``sha256``, ``width``, ``height``, ``alt``), ``texts``
(``name``, ``text``, ``role``), and for some screens ``options``, ``candidates`` or ``drafts``. A
draft is shown next to its panel if there are as many pictures as drafts, or if ``panels`` says for
each draft where its panel is (``picture``: an index, ``box``: ``[x0, y0, x1, y1]``). What must stay
hidden, such as the source of a text, is in ``hidden`` and never shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from panelwise.annotation._events import Submission
from panelwise.annotation._procedure import WorkStage
from panelwise.annotation._unit import WorkUnit
from panelwise.annotation.screens._screen import (
    BaseWorkScreen,
    PictureBlock,
    ScreenBlock,
    ScreenStep,
    ScreenView,
    WordsBlock,
    WordsRole,
)
from panelwise.annotation.screens._sources import ProjectSources, ScreenPicture
from panelwise.errors import InputError
from panelwise.tasks import Option
from panelwise.tasks.forms import Field, Form

Fields = Callable[[WorkUnit], Sequence[Field]]
Steps = Callable[[Form], tuple[ScreenStep, ...]]
ROLES = ("text", "heading", "draft", "answer")


class StudyScreen(BaseWorkScreen):
    """Pictures and texts of a unit, and the same questions about each.

    Args:
        name: as a stage names it.
        title: in a few words, what is to be done.
        advice: how, in one or two sentences.
        fields: of a unit.
        decides: the fields by which two answers agree; empty: all.
        steps: of a form; none: the screen has no steps.
    """

    def __init__(
        self,
        name: str,
        title: str,
        advice: str,
        fields: Fields,
        decides: Sequence[str] = (),
        steps: Steps | None = None,
    ) -> None:
        self.name = name
        self.title = title
        self._advice = advice
        self._fields = fields
        self._decides = tuple(decides)
        self._steps = steps

    def view(self, unit: WorkUnit, stage: WorkStage, sources: ProjectSources) -> ScreenView:
        """Everything of the unit's data but what is hidden."""
        del stage, sources
        pictures = tuple(_picture(one, unit.id) for one in unit.data.get("pictures", ()))
        # Words first: below a large picture they would be out of sight.
        blocks: list[ScreenBlock] = [_words(one, unit.id) for one in unit.data.get("texts", ())]
        several = len(pictures) > 1
        blocks += [PictureBlock(i, f"Panel {i + 1}" * several) for i in range(len(pictures))]
        form = Form(tuple(self._fields(unit)))
        steps = self._steps(form) if self._steps is not None else ()
        return ScreenView(self.title, tuple(blocks), form, pictures, self._advice, steps=steps)

    def same(self, one: Submission, other: Submission) -> bool:
        """Equal in the fields that decide."""
        if one.flag or other.flag or not self._decides:
            return one.said == other.said
        return all(one.values.get(key) == other.values.get(key) for key in self._decides)


def texts_of(unit: WorkUnit, key: str, least: int = 1) -> list[str]:
    """A list of texts in the data of a unit.

    Raises:
        InputError: when there are fewer.
    """
    found = unit.data.get(key)
    if not isinstance(found, list | tuple) or len(found) < least:
        number = len(found) if isinstance(found, list | tuple) else 0
        raise InputError(f"unit {unit.id}: its data has {number} {key}; give at least {least}")
    return [str(one) for one in found]


def options_of(texts: Sequence[str]) -> tuple[Option, ...]:
    """Options with numbers as labels, which are their keys; F would be the key of a report.

    >>> [option.label for option in options_of(["yes", "no"])]
    ['1', '2']
    """
    return tuple(Option(str(i + 1), text) for i, text in enumerate(texts))


def _picture(given: Mapping[str, Any], unit: str) -> ScreenPicture:
    try:
        return ScreenPicture(
            str(given["sha256"]), int(given["width"]), int(given["height"]),
            str(given.get("alt", "")),
        )  # fmt: skip
    except (KeyError, TypeError, ValueError):
        raise InputError(f"unit {unit}: a picture needs sha256, width and height") from None


def _words(given: Mapping[str, Any], unit: str) -> WordsBlock:
    role = given.get("role", "text")
    if role not in ROLES or "text" not in given:
        raise InputError(f"unit {unit}: a text needs text, and a role from {', '.join(ROLES)}")
    return WordsBlock(
        str(given["text"]), cast(WordsRole, role), str(given.get("name", "")),
        str(given.get("language", "")),
    )  # fmt: skip
