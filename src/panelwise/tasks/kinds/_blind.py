"""An item as a reader sees it who gets everything that is sent except the pixels.

The order in which options and panels are shown is shuffled for each item, so it says nothing about
what is right, and two items that differ in it alone were sent the same. Whether it was shuffled
well is checked elsewhere (the gates "gold positions" and "gold orders").
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from panelwise.tasks._item import Item, Option, Rendering
from panelwise.tasks._plain_words import last_place

_MARK = "\0"  # where an option was
_SIGNS = " .:)]-"  # between an option's label and its words


@dataclass(frozen=True, slots=True)
class BlindView:
    """What such a reader sees of an item, and what the right answer is in terms of it.

    Attributes:
        sent: everything that is sent except pixels; the same for all shuffles of an item.
        answers: every right answer, in terms that a shuffle does not change, and the probability
            that a reader who gives it is marked right. That is 1, or less where several of the
            things to choose from or to order differ in their pixels only.
        chance: the probability that a random answer is right; ``None`` where answers are not
            chosen from a list.
    """

    sent: str
    answers: Mapping[str, float]
    chance: float | None


def sent_with(item: Item, words: str, things: Sequence[str]) -> str:
    """One text for everything that is sent: the words, and the shuffled things in no order."""
    return json.dumps([item.n, words, sorted(things)], ensure_ascii=False)


def words_sent(item: Item, *, options: Sequence[Option] = (), apart: Collection[int] = ()) -> str:
    """The words of all messages, with the size of each picture in its place.

    Args:
        item: what is sent, in both of its forms.
        options: their words are left out where they are listed under their labels. Words that are
            not listed so stay, so that no two different questions become one.
        apart: pictures whose size is left out, because they are the shuffled things themselves.
    """
    forms = [_words(item.rendering, options, apart)]
    if item.single_image is not None:
        forms.append(_words(item.single_image, options, ()))
    return "\n\n".join(forms)


def picture_size(item: Item, picture: int) -> str:
    """Width and height of a picture, in words."""
    image = item.rendering.images[picture]
    return f"{image.width}x{image.height}"


def _words(rendering: Rendering, options: Sequence[Option], apart: Collection[int]) -> str:
    def shown(part: str | int) -> str:
        if isinstance(part, str):
            return part
        image = rendering.images[part]
        size = "" if part in apart else f" {image.width}x{image.height}"
        return f"[picture{size}]"

    turns = (f"{turn.role}: {''.join(map(shown, turn.parts))}" for turn in rendering.turns)
    return _without_options("\n\n".join(turns), options)


def _without_options(text: str, options: Sequence[Option]) -> str:
    """A text with a mark in the place of each option, if all are listed in the order of labels."""
    left, places = text, dict[str, int]()
    for option in sorted(options, key=lambda one: -len(one.text or "")):
        words = option.text
        if not words:
            continue
        at = last_place(left, words)
        if at < 0 or not left[:at].rstrip(_SIGNS).endswith(option.label):
            return text
        left = left[:at] + _MARK * len(words) + left[at + len(words) :]
        places[option.label] = at
    in_order = [places[option.label] for option in options if option.label in places]
    if in_order != sorted(in_order):
        return text
    for option in reversed(options):
        if option.label in places:
            at, end = places[option.label], places[option.label] + len(option.text or "")
            left = left[:at] + _MARK + left[end:]
    return left
