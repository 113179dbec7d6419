"""Pages of comics: panels, texts, characters, speakers, and who is who.

The data of a unit: ``pages``, each with ``page`` (SHA-256 of its image, by which drafts and
corrections find it), ``picture`` (``sha256``, ``width``, ``height``, ``alt``), ``language`` and
``vertical``; and ``blind``: whether the fields start empty. What a screen builds on, such as the
texts whose speakers are asked, comes from the stages before it, else from the draft of the page.

Source: specification 1.2, 1.5; CX-2, MS-14.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from panelwise.annotation._events import Submission
from panelwise.annotation._procedure import WorkStage
from panelwise.annotation._unit import WorkUnit
from panelwise.annotation.screens._page_agreement import (
    same_links,
    same_people,
    same_shapes,
    same_texts,
)
from panelwise.annotation.screens._page_drafts import PageDraft, settled
from panelwise.annotation.screens._screen import BaseWorkScreen, ScreenView, WordsBlock
from panelwise.annotation.screens._sources import ProjectSources, ScreenPicture
from panelwise.errors import InputError
from panelwise.tasks.forms import Field, Form, GivenShape, GroupsField, LinksField, ShapesField

PageFields = Callable[[WorkUnit, WorkStage, Sequence[PageDraft]], Sequence[Field]]
Agree = Callable[[Mapping[str, Any], Mapping[str, Any]], bool]


class PageScreen(BaseWorkScreen):
    """One aspect of a page, or of several pages of a book.

    Args:
        name: as a stage names it, and the field that it asks.
        title: in a few words, what is to be done.
        advice: how, in one or two sentences.
        fields: of a unit, from the drafts of its pages.
        agree: whether two answers are the same.
    """

    def __init__(
        self, name: str, title: str, advice: str, fields: PageFields, agree: Agree
    ) -> None:
        self.name = name
        self.title = title
        self._advice = advice
        self._fields = fields
        self._agree = agree

    def view(self, unit: WorkUnit, stage: WorkStage, sources: ProjectSources) -> ScreenView:
        """The pages; with the draft where that is to be corrected, and where it comes from."""
        drafts = page_drafts(unit, sources)
        pictures = tuple(draft.picture for draft in drafts)
        form = Form(tuple(self._fields(unit, stage, drafts)))
        blocks: list[WordsBlock] = []
        initial: dict[str, Any] = {}
        if stage.type == "adjudicate" and unit.candidates:
            blocks = passes(unit.candidates, self.name)
            initial = dict(unflagged(unit.candidates))
        elif not unit.data.get("blind"):
            if self.name == "speakers":
                initial = {"speakers": _draft_links(unit, stage, drafts[0])}
            if self.name == "identities":
                initial = {"identities": _draft_names(drafts)}
            by = ", ".join(dict.fromkeys(one.by for one in drafts if one.by and one.has(self.name)))
            if by:
                blocks = [WordsBlock(f"The draft to correct comes from: {by}.", "draft")]
        return ScreenView(self.title, tuple(blocks), form, pictures, self._advice, initial)

    def same(self, one: Submission, other: Submission) -> bool:
        """Equal flags, or the same within what a hand can draw."""
        if one.flag or other.flag:
            return one.flag == other.flag
        return self._agree(one.values, other.values)

    def right(self, unit: WorkUnit, values: Mapping[str, Any], sources: ProjectSources) -> bool:
        """The same as the unit's ``known`` values, within what a hand can draw."""
        del sources
        known: Mapping[str, Any] = unit.data.get("known") or {}
        return bool(known) and self._agree(values, known)


def page_drafts(unit: WorkUnit, sources: ProjectSources) -> tuple[PageDraft, ...]:
    """The pages of a unit with their drafts.

    Raises:
        InputError: for a unit without pages.
    """
    pages = unit.data.get("pages")
    if not isinstance(pages, list | tuple) or not pages:
        raise InputError(
            f"unit {unit.id}: its data has no pages; give comics with panelwise annotate --comic"
        )
    found = []
    for index, one in enumerate(pages):
        try:
            picture = ScreenPicture(**one["picture"])
            draft = sources.draft(one["page"])
        except (KeyError, TypeError):
            raise InputError(
                f"unit {unit.id}: a page needs page, a hash, and picture with sha256, width and"
                " height"
            ) from None
        found.append(
            PageDraft(draft, picture, index, one.get("language", ""), bool(one.get("vertical")))
        )
    return tuple(found)


def _drawn(unit: WorkUnit, shapes: tuple[GivenShape, ...]) -> tuple[GivenShape, ...]:
    """What a field starts with: nothing where people work blind."""
    return () if unit.data.get("blind") else shapes


def _panels(unit: WorkUnit, stage: WorkStage, drafts: Sequence[PageDraft]) -> list[Field]:
    del stage
    draft = drafts[0]
    return [
        ShapesField(
            "panels", "Panels in reading order", draft.size, ("panel",), polygons=True,
            ordered=True, initial=_drawn(unit, draft.panels),
        )
    ]  # fmt: skip


def _texts(unit: WorkUnit, stage: WorkStage, drafts: Sequence[PageDraft]) -> list[Field]:
    del stage
    draft = drafts[0]
    return [
        ShapesField(
            "texts", "Texts in reading order", draft.size, ("text",), polygons=True, ordered=True,
            texts=True, initial=_drawn(unit, draft.texts), language=draft.language,
            vertical=draft.vertical,
        )
    ]  # fmt: skip


def _characters(unit: WorkUnit, stage: WorkStage, drafts: Sequence[PageDraft]) -> list[Field]:
    del stage
    draft = drafts[0]
    return [
        ShapesField(
            "characters", "Characters and faces", draft.size, ("character", "face"), names=True,
            initial=_drawn(unit, draft.characters),
            help="The same name for the same person on every page.",
        )
    ]  # fmt: skip


def _speakers(unit: WorkUnit, stage: WorkStage, drafts: Sequence[PageDraft]) -> list[Field]:
    texts = _marked("T", "text", settled(unit, stage, "texts"), drafts[0].texts)
    people = settled(unit, stage, "characters")
    bodies = [one for one in people or () if one["class"] == "character"]
    characters = _marked("C", "character", None if people is None else bodies, drafts[0].bodies)
    return [LinksField("speakers", "Who says what?", (*texts, *characters), "text", "character")]


def _draft_links(unit: WorkUnit, stage: WorkStage, draft: PageDraft) -> list[dict[str, Any]]:
    """The links of the draft between shapes that are still there."""
    texts = settled(unit, stage, "texts")
    people = settled(unit, stage, "characters")
    starts = [one.id for one in draft.texts] if texts is None else [one["id"] for one in texts]
    ends = [one.id for one in draft.bodies] if people is None else [
        one["id"] for one in people if one["class"] == "character"
    ]  # fmt: skip
    if not ends:
        return [{"from": f"T{i}", "to": None} for i in range(1, len(starts) + 1)]
    known, linked = {one.id for one in draft.texts}, dict(draft.links)
    links: list[dict[str, Any]] = []
    for number, start in enumerate(starts, 1):
        end = linked.get(start)
        if end in ends:
            links.append({"from": f"T{number}", "to": f"C{ends.index(end) + 1}"})
        elif linked and start in known and end is None:  # said by nobody who is seen
            links.append({"from": f"T{number}", "to": None})
    return links


def _identities(unit: WorkUnit, stage: WorkStage, drafts: Sequence[PageDraft]) -> list[Field]:
    del unit, stage
    shapes = tuple(
        GivenShape(mark, one.label, one.box, image=index) for mark, index, one in _bodies(drafts)
    )
    return [GroupsField("identities", "Who is who?", shapes)]


def _draft_names(drafts: Sequence[PageDraft]) -> dict[str, str]:
    """The group of each character whom the draft names."""
    return {mark: one.name for mark, _, one in _bodies(drafts) if one.name}


def _bodies(drafts: Sequence[PageDraft]) -> Iterator[tuple[str, int, GivenShape]]:
    """Every character: its mark, ``page.number``, the index of its picture, and itself."""
    for draft in drafts:
        for number, one in enumerate(draft.bodies, 1):
            yield f"{draft.index + 1}.{number}", draft.index, one


def _marked(
    letter: str,
    label: str,
    drawn: Sequence[Mapping[str, Any]] | None,
    draft: Sequence[GivenShape],
) -> tuple[GivenShape, ...]:
    """Shapes under marks that are written on the picture, ``T1``, ``T2``, …"""
    if drawn is None:
        return tuple(
            GivenShape(f"{letter}{i}", label, one.box, one.polygon, one.text, one.name)
            for i, one in enumerate(draft, 1)
        )
    return tuple(
        GivenShape(
            f"{letter}{i}", label, tuple(one["box"]), tuple(map(tuple, one.get("polygon", ()))),
            one.get("text", ""), one.get("name", ""),
        )
        for i, one in enumerate(drawn, 1)
    )  # fmt: skip


def unflagged(candidates: Sequence[Submission]) -> Mapping[str, Any]:
    """The values of the first answer that is no flag."""
    return next((one.values for one in candidates if not one.flag), {})


def passes(candidates: Sequence[Submission], *fields: str) -> list[WordsBlock]:
    """The answers that differ, in a line for each field; the first of them is filled in."""
    words = []
    for number, one in enumerate(candidates, 1):
        if one.flag:
            said = f"flagged as {one.flag}: {one.reason}"
            words.append(WordsBlock(said, "answer", f"Pass {number}"))
            continue
        for field in fields:
            name = f"Pass {number}, {field}" if len(fields) > 1 else f"Pass {number}"
            words.append(WordsBlock(_in_words(one.values.get(field)), "answer", name))
    return [*words, WordsBlock("The first pass that is not flagged is filled in. Mend it.")]


def _in_words(value: Any) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{shape}: {name}" for shape, name in value.items()) or "nothing"
    lines = []
    for number, one in enumerate(value or (), 1):
        if "from" in one:
            lines.append(f"{one['from']} → {one['to'] or 'nobody'}")
            continue
        if "voice" in one:
            lines.append(f"{one['text']}: {one['voice']} {one['name']}".rstrip())
            continue
        said = " ".join(str(one[key]) for key in ("name", "text") if one.get(key))
        at = ", ".join(f"{edge:.0f}" for edge in one["box"])
        lines.append(f"{number} {one['class']} ({at}) {said}".rstrip())
    return "; ".join(lines) or "nothing"


PANELS = PageScreen(
    "panels",
    "Panels and their order",
    "Every panel once, in the order in which they are read; outlines where a box would not do.",
    _panels,
    lambda one, other: same_shapes(one["panels"], other["panels"], ordered=True),
)
TEXTS = PageScreen(
    "texts",
    "Texts and what they say",
    "Every text once, in the order in which they are read, written as it is lettered.",
    _texts,
    lambda one, other: same_texts(one["texts"], other["texts"]),
)
CHARACTERS = PageScreen(
    "characters",
    "Characters and faces",
    "A box around everybody who is seen, and around every face; a name where one is known.",
    _characters,
    lambda one, other: same_people(one["characters"], other["characters"]),
)
SPEAKERS = PageScreen(
    "speakers",
    "Who says what",
    "Each text to the character who says it; captions, sounds and those not seen to nobody.",
    _speakers,
    lambda one, other: same_links(one["speakers"], other["speakers"]),
)
IDENTITIES = PageScreen(
    "identities",
    "Who is who",
    "Everybody into a group with a name; the same group for the same person.",
    _identities,
    lambda one, other: same_groups_of(one["identities"], other["identities"]),
)
PAGE_SCREENS = tuple(screen.name for screen in (PANELS, TEXTS, CHARACTERS, SPEAKERS, IDENTITIES))


def same_groups_of(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Whether the same shapes are together, whatever the groups are called."""
    return _together(one) == _together(other)


def _together(groups: Mapping[str, str]) -> set[frozenset[str]]:
    return {
        frozenset(shape for shape, name in groups.items() if name == group)
        for group in groups.values()
    }
