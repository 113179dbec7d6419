"""One real item for the first screen: its picture, what is right and what a model answered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, NamedTuple

from markupsafe import Markup

from panelwise.evaluation import Result, is_baseline
from panelwise.rendering import cells_of
from panelwise.report._gallery import right_answer
from panelwise.report._images import Gallery
from panelwise.report._links import item_link
from panelwise.report._naming import task_title
from panelwise.report._report_run import ItemKey, ReportRun
from panelwise.report._samples import CUT_KINDS
from panelwise.report._words import OUTCOME_WORDS
from panelwise.tasks import AnswerForm, ImageEntry, Item, Outcome, get_kind, nearest_order
from panelwise.tasks.overlay import Overlay, Rectangle
from panelwise.wording import shortened, whole_words

MOST_PICTURES = 8
QUESTION_LETTERS, ANSWER_LETTERS = 180, 160
_FORMS: tuple[AnswerForm, ...] = ("order", "option", "document")
_READ: tuple[Outcome, ...] = ("correct", "partial", "wrong")
_CROP = Markup(
    '<svg class="crop" viewBox="{} {} {} {}" width="{}" height="{}" aria-hidden="true">'
    '<image href="{}" width="{}" height="{}" preserveAspectRatio="none"/></svg>'
)
_NUMBER = Markup(
    '<circle cx="{:.0f}" cy="{:.0f}" r="{:.0f}"/>'
    '<text x="{:.0f}" y="{:.0f}" font-size="{:.0f}">{}</text>'
)
_NUMBER_PART = 0.24  # of the shorter side of a panel
_BOX = Markup('<rect class="{}" x="{:.0f}" y="{:.0f}" width="{:.0f}" height="{:.0f}"/>')


class ShownPicture(NamedTuple):
    """A picture as it was sent, with the boxes and the numbers of its panels drawn on it."""

    source: str
    width: int
    height: int
    boxes: Markup
    numbers: Markup


class ShownPanel(NamedTuple):
    """One panel of an order: cut out of its picture where there is one."""

    crop: Markup | None
    label: str
    right: bool | None


class ShownAnswer(NamedTuple):
    """An answer in words, and as panels where it is an order."""

    words: str
    steps: tuple[ShownPanel, ...] = ()


@dataclass(frozen=True, slots=True)
class Example:
    """An item with what is right and one answer to it.

    Attributes:
        task: the title of its task.
        item: its id.
        link: to the item in the sample browser.
        question: the end of the prompt's first words.
        pictures: as sent, at most ``MOST_PICTURES``.
        more: how many more pictures there are.
        right: what counts as right.
        who: whose answer is shown.
        outcome: what became of it, and its sign.
        given: that answer.
    """

    task: str
    item: str
    link: str
    question: str
    pictures: tuple[ShownPicture, ...]
    more: int
    right: ShownAnswer
    who: str
    outcome: Outcome
    given: ShownAnswer

    @property
    def title(self) -> str:
        """What is shown."""
        right = self.outcome == "correct"
        return f"{'A right' if right else 'A wrong'} answer of {self.who}"

    @property
    def words(self) -> str:
        """The outcome in words."""
        return OUTCOME_WORDS[self.outcome].label


def example(runs: Sequence[ReportRun], order: Sequence[str], gallery: Gallery) -> Example | None:
    """An item that some model answered and got wrong, if there is one; ``None`` without answers.

    Args:
        runs: of the report.
        order: names of the runs, the best first.
        gallery: which pictures the report has.
    """
    place = {name: number for number, name in enumerate(order)}
    models = [run for run in runs if not is_baseline(run.model)] or list(runs)
    ordered = sorted(models, key=lambda run: place.get(run.name, len(place)))
    found = max(
        ((_interest(item, result, gallery), -number, run, key, item, result)
         for number, run in enumerate(ordered)
         for key, item, result in _read(run)),
        key=lambda one: one[:2],
        default=None,
    )  # fmt: skip
    if found is None:
        return None
    _, _, run, key, item, result = found
    pictures = tuple(_pictures(item, result, run, gallery))
    return Example(
        task=task_title(item.task),
        item=item.id,
        link=item_link(item.id, run.name, key.pack),
        question=whole_words(" ".join(_question(item).split()), QUESTION_LETTERS),
        pictures=pictures[:MOST_PICTURES],
        more=len(pictures[MOST_PICTURES:]),
        right=_right(item, gallery),
        who=run.name,
        outcome=result.outcome,
        given=_given(item, result, run, gallery),
    )


def _read(run: ReportRun) -> Iterator[tuple[ItemKey, Item, Result]]:
    for result in run.results:
        key = ItemKey(result.pack, result.item)
        if result.outcome in _READ and result.answer is not None and key in run.items:
            yield key, run.items[key], result


def _interest(item: Item, result: Result, gallery: Gallery) -> tuple[bool, int, int]:
    """Items with a picture, then wrong orders before options before documents."""
    has = bool(item.rendering.images) and all(map(gallery.link, item.rendering.images))
    form = get_kind(item.kind).form
    return has, -_FORMS.index(form), _READ.index(result.outcome) > 0


def _question(item: Item) -> str:
    texts = [part for turn in item.rendering.turns for part in turn.parts if isinstance(part, str)]
    return max(texts, key=len, default="")


def _pictures(
    item: Item, result: Result, run: ReportRun, gallery: Gallery
) -> Iterator[ShownPicture]:
    overlay = _overlay(item, result, run)
    numbers = count(item.index_base)
    for number, image in enumerate(item.rendering.images):
        link, marks = gallery.link(image), _numbers(item, image, numbers)
        if link is not None:
            boxes = _boxes(overlay, number)
            yield ShownPicture(link.preview, image.width, image.height, boxes, marks)


def _numbers(item: Item, image: ImageEntry, numbers: Iterator[int]) -> Markup:
    """The numbers by which an order names the panels of a picture, in their upper left corners."""
    if get_kind(item.kind).form != "order" or image.recipe.get("kind") not in CUT_KINDS:
        return Markup()
    marks = []
    for (x0, y0, x1, y1), number in zip(cells_of(image.recipe), numbers, strict=False):
        size = _NUMBER_PART * min(x1 - x0, y1 - y0)
        middle = (x0 + 0.6 * size, y0 + 0.6 * size)
        marks.append(_NUMBER.format(*middle, size / 2, *middle, 0.75 * size, number))
    return Markup("").join(marks)


def _overlay(item: Item, result: Result, run: ReportRun) -> Overlay | None:
    profile = run.profile_of(item.task)
    return get_kind(item.kind).overlay(item, result.answer, profile, result.scores)


def _boxes(overlay: Overlay | None, number: int) -> Markup:
    views = [view for view in overlay.views if view.picture == number] if overlay else []
    marks = [mark for mark in views[0].marks if isinstance(mark, Rectangle)] if views else []
    return Markup("").join(
        _BOX.format(m.state, x0, y0, x1 - x0, y1 - y0)
        for m in marks
        for x0, y0, x1, y1 in (tuple(m.corners),)
    )


def _right(item: Item, gallery: Gallery) -> ShownAnswer:
    if isinstance(item.gold, dict):
        return ShownAnswer("")  # the picture and the sentence about the answer show it
    return _answer(item, item.gold, gallery, right=None)


def _given(item: Item, result: Result, run: ReportRun, gallery: Gallery) -> ShownAnswer:
    if isinstance(result.answer, dict):
        overlay = _overlay(item, result, run)
        return ShownAnswer(overlay.summary if overlay else shortened(result.response or "", 120))
    right = item.gold
    if isinstance(right, tuple) and isinstance(result.answer, tuple):
        right = nearest_order(item, result.answer)
    return _answer(item, result.answer, gallery, right=right)


def _answer(item: Item, answer: Any, gallery: Gallery, right: Any) -> ShownAnswer:
    if isinstance(answer, int):
        option = item.options[answer]
        return ShownAnswer(
            shortened(f"{option.label}. {option.text or ''}".rstrip(" ."), ANSWER_LETTERS)
        )
    crops = _crops(item, gallery)
    steps = tuple(
        ShownPanel(
            crops[index] if index < len(crops) else None,
            str(index + item.index_base),
            None if right is None else place < len(right) and right[place] == index,
        )
        for place, index in enumerate(answer or ())
    )
    words = (
        right_answer(item) if right is None else str([i + item.index_base for i in answer or ()])
    )
    return ShownAnswer(words, steps)


def _crops(item: Item, gallery: Gallery) -> list[Markup | None]:
    """Each shown panel, cut out of the picture that it was sent in."""
    found: list[Markup | None] = []
    for image in item.rendering.images:
        if image.recipe.get("kind") not in CUT_KINDS:
            continue
        link = gallery.link(image)
        for x0, y0, x1, y1 in cells_of(image.recipe):
            size = (x1 - x0, y1 - y0)
            crop = (
                _CROP.format(x0, y0, *size, *size, link.preview, image.width, image.height)
                if link
                else None
            )
            found.append(crop)
    return found
