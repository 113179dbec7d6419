"""A page in one go: panels to confirm, who is seen, and who says each of the texts that are given.

For comics whose publishers annotated panels and texts. Both come from the draft of the page, also
where people work blind; panels that a reader found are not shown to them.

Source: specification 1.2, 1.5; CX-2, CX-8, MS-14.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from panelwise.annotation._events import Submission
from panelwise.annotation._procedure import WorkStage
from panelwise.annotation._unit import WorkUnit
from panelwise.annotation.screens._page_agreement import (
    drawn_links,
    same_drawn_links,
    same_people,
    same_shapes,
)
from panelwise.annotation.screens._page_drafts import PageDraft
from panelwise.annotation.screens._pages import page_drafts, passes, unflagged
from panelwise.annotation.screens._screen import BaseWorkScreen, ScreenView, WordsBlock
from panelwise.annotation.screens._sources import ProjectSources
from panelwise.errors import FormError
from panelwise.tasks.forms import (
    Form,
    FormColumn,
    FormValues,
    GivenShape,
    LinksField,
    RowsField,
    ShapesField,
)

VOICES = ("off-page", "narration", "sound", "unsure")
"""What a text is that nobody who is seen says: by somebody not seen, a caption, a sound or a sign,
or one cannot decide."""


class WholePageScreen(BaseWorkScreen):
    """Panels, characters, faces, speakers and voices of one page."""

    name = "whole-page"
    title = "Panels, who is seen, who says what"

    def view(self, unit: WorkUnit, stage: WorkStage, sources: ProjectSources) -> ScreenView:
        """The page with the annotation's panels and texts; other fields start empty if blind."""
        draft = page_drafts(unit, sources)[0]
        form = _form(draft, blind=bool(unit.data.get("blind")))
        blocks: list[WordsBlock] = []
        initial: dict[str, Any] = {}
        if stage.type == "adjudicate" and unit.candidates:
            names = ("panels", "characters", "speakers", "voices")
            blocks = passes(unit.candidates, *names)
            initial = dict(unflagged(unit.candidates))
        return ScreenView(
            self.title, tuple(blocks), form, (draft.picture,),
            "Mend panels only where they are wrong. Give the same person the same name on every"
            " page of the comic, and ? to somebody you cannot recognise.",
            initial,
        )  # fmt: skip

    def clean(self, view: ScreenView, values: Any) -> FormValues:
        """As the form checks it; and every text that nobody seen says has one voice."""
        clean = view.form.check(values)
        silent = [link["from"] for link in clean["speakers"] if link["to"] is None]
        voiced = [row["text"] for row in clean["voices"] or ()]
        twice = next((text for text in voiced if voiced.count(text) > 1), None)
        if twice is not None:
            raise FormError("voices", f"{twice} has two rows", "keep one of them")
        if missing := next((text for text in silent if text not in voiced), None):
            raise FormError(
                "voices",
                f"nobody who is seen says {missing}",
                f"add a row with {missing} and a voice, or link it to a character",
            )
        if extra := next((text for text in voiced if text not in silent), None):
            raise FormError(
                "voices",
                f"{extra} has a row and is linked to a character",
                f"delete the row, or link {extra} to nobody",
            )
        return clean

    def same(self, one: Submission, other: Submission) -> bool:
        """Equal flags, or the same within what a hand can draw."""
        if one.flag or other.flag:
            return one.flag == other.flag
        return _agree(one.values, other.values)

    def right(self, unit: WorkUnit, values: Mapping[str, Any], sources: ProjectSources) -> bool:
        """The same as the unit's ``known`` values, within what a hand can draw."""
        del sources
        known: Mapping[str, Any] = unit.data.get("known") or {}
        return bool(known) and _agree(values, known)


def _form(draft: PageDraft, *, blind: bool) -> Form:
    panels: Sequence[GivenShape] = () if blind and draft.page.panels_found else draft.panels
    texts = draft.texts
    marks = tuple(text.id for text in texts)
    columns = (
        FormColumn("text", "Text", marks),
        FormColumn("voice", "Voice", VOICES),
        FormColumn("name", "Whose, if known"),
    )
    return Form((
        ShapesField("panels", "Panels in reading order", draft.size, ("panel",), polygons=True,
                    ordered=True, initial=tuple(panels)),
        ShapesField("characters", "Characters and faces", draft.size, ("character", "face"),
                    names=True, initial=() if blind else draft.characters),
        LinksField("speakers", "Who says what?", "characters", "text", "character", given=texts),
        RowsField("voices", "Texts that nobody who is seen says", columns, required=False,
                  needed="a row for each", most=max(1, len(texts))),
    ))  # fmt: skip


def _agree(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return (
        same_shapes(one["panels"], other["panels"], ordered=True)
        and same_people(one["characters"], other["characters"])
        and same_drawn_links(
            drawn_links(one["speakers"], one["characters"]),
            drawn_links(other["speakers"], other["characters"]),
        )
        and _voices(one) == _voices(other)
    )


def _voices(values: Mapping[str, Any]) -> set[tuple[str, str]]:
    return {(row["text"], row["voice"]) for row in values.get("voices") or ()}


WHOLE_PAGE = WholePageScreen()
