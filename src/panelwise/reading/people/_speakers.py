"""Who says a text: where the balloon's tail points, and else who is nearest.

Source: specification 6.5 (CX-7). Measured by ``bench/people_reading.py``.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np

from panelwise.comics import Page, SpeakerLink
from panelwise.geometry import Box, Point
from panelwise.reading._closest import closest_characters, panel_holding
from panelwise.reading.people._heads import head_of
from panelwise.reading.people._tails import Tail, find_tail

if TYPE_CHECKING:
    from numpy.typing import NDArray

# What a character costs for a text whose balloon has a tail. On press pages and Craphound, a half
# or double of any of them changes one link of 141 at most, two of them four.
FROM_TIP = 8.0  # times the distance from the tip to the head, in diagonals of the page
FROM_TEXT = 2.0  # times the distance from the text to the body
TURNED = 1.0  # times the angle between the tail and the head, in radians
ELSEWHERE = 1.0  # in another panel than the text
STEEP = 3.0  # how fast confidence falls with cost
BY_NEARNESS = 0.5  # of the confidence of a link without a tail


class FoundSpeaker(NamedTuple):
    """A link that was found.

    Attributes:
        text, character: positions on the page.
        confidence: in [0, 1]; not calibrated, but it puts links in an order.
        by_tail: whether a tail points there.
    """

    text: int
    character: int
    confidence: float
    by_tail: bool


def find_speakers(page: Page) -> list[FoundSpeaker]:
    """For every text but sounds the character who says it, if there are characters.

    Where a balloon has a tail, the character whose head is near its tip and in its direction; for
    every other text the nearest character, as :func:`closest_characters` says. Captions are linked,
    too: whether a text is spoken at all is not decided here.

    Args:
        page: with texts, characters and, better, panels, faces and its image. Without an image
            all links are by nearness.

    Raises:
        InputError: for a damaged image.
    """
    texts = {at: one.box for at, one in enumerate(page.texts or ()) if one.kind != "onomatopoeia"}
    people = {at: one.box for at, one in enumerate(page.characters)}
    if not texts or not people:
        return []
    panels = [panel.box for panel in page.panels]
    faces = [face.box for face in page.faces]
    nearest = closest_characters(texts, people, panels, faces)
    tails = _tails(page, texts)
    heads = {at: head_of(box, faces) for at, box in people.items()}
    diagonal = math.hypot(page.width, page.height)
    found = []
    for at, text in texts.items():
        tail = tails.get(at)
        if tail is None:
            share = BY_NEARNESS / (1 + math.exp(-STEEP) * (len(people) - 1))
            found.append(FoundSpeaker(at, nearest[at], share, by_tail=False))
            continue
        home = panel_holding(text, panels)
        costs = {
            who: FROM_TIP * _to_box(tail.tip, heads[who]) / diagonal
            + FROM_TEXT * text.distance(body) / diagonal
            + TURNED * _turned(tail, heads[who])
            + ELSEWHERE * (home is not None and panel_holding(body, panels) != home)
            for who, body in people.items()
        }
        best = min(costs, key=lambda who: costs[who])
        others = math.fsum(math.exp(STEEP * (costs[best] - cost)) for cost in costs.values())
        found.append(FoundSpeaker(at, best, 1 / others, by_tail=True))
    return found


def with_speakers(page: Page) -> Page:
    """The page with a link from every text to a character; one that has links stays as it is.

    Texts and characters without an id get one (``t1``, ``c1``). ``certain`` says whether a tail
    points to the speaker.

    Raises:
        InputError: for a damaged image.
    """
    if page.speakers or not page.texts or not page.characters:
        return page
    new = _free("t", [one.id for one in page.texts])
    texts = tuple(one if one.id else replace(one, id=next(new)) for one in page.texts)
    new = _free("c", [one.id for one in page.characters])
    characters = tuple(one if one.id else replace(one, id=next(new)) for one in page.characters)
    links = tuple(
        SpeakerLink(str(texts[one.text].id), str(characters[one.character].id), one.by_tail)
        for one in find_speakers(page)
    )
    return replace(page, texts=texts, characters=characters, speakers=links)


def _free(letter: str, taken: Sequence[str | None]) -> Iterator[str]:
    """Names that are not taken."""
    return (name for at in itertools.count(1) if (name := f"{letter}{at}") not in taken)


def _tails(page: Page, texts: Mapping[int, Box]) -> dict[int, Tail]:
    if page.image is None:
        return {}
    grey: NDArray[np.uint8] = np.asarray(
        cv2.cvtColor(page.image.pixels(), cv2.COLOR_RGB2GRAY), np.uint8
    )
    found = {at: find_tail(grey, box) for at, box in texts.items()}
    return {at: tail for at, tail in found.items() if tail is not None}


def _to_box(point: Point, box: Box) -> float:
    return box.distance(Box(*point, *point))


def _turned(tail: Tail, head: Box) -> float:
    """The angle between a tail and the way to a head, less what the head itself spans."""
    x, y = head.center[0] - tail.root[0], head.center[1] - tail.root[1]
    along = math.atan2(tail.tip[1] - tail.root[1], tail.tip[0] - tail.root[0])
    angle = abs(math.remainder(math.atan2(y, x) - along, math.tau))
    half = math.hypot(head.width, head.height) / (2 * math.sqrt(2))
    return max(0.0, angle - math.atan2(half, max(math.hypot(x, y), 1.0)))
