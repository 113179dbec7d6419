"""Short forms for what a story says and asks, for the templates of every theme."""

from __future__ import annotations

from panelwise_press._scene import Line, LineKind, Shot, words
from panelwise_press._story import Asked, WrongAnswer, WrongKind
from panelwise_press._teller import Teller

Wrong = tuple[WrongKind, str] | tuple[WrongKind, str, str]


def says(
    speaker: str, en: str, ja: str, fr: str, es: str, zh: str, kind: LineKind = "speech"
) -> Line:
    """What somebody says, thinks, shouts or whispers, in every language."""
    return Line(words(en, ja, fr, es, zh), kind, speaker)


def sound(at: str, en: str, ja: str, fr: str, es: str, zh: str) -> Line:
    """A sound that comes from a thing or a person."""
    return Line(words(en, ja, fr, es, zh), "sound", None, at)


def asked(question: str, answer: str, beats: tuple[str, ...], *wrong: Wrong) -> Asked:
    """A question, its answer, the beats that prove it, and wrong answers with their kinds."""
    return Asked(question, answer, wrongs(*wrong), beats)


def wrongs(*wrong: Wrong) -> tuple[WrongAnswer, ...]:
    """Wrong answers from their kinds, texts and, where they borrow one, the beats they are from."""
    return tuple(WrongAnswer(text, kind, *source) for kind, text, *source in wrong)


def any_shot(teller: Teller) -> Shot:
    """A shot that holds everything on the stage, from a chance distance."""
    return "wide" if teller.chance() else "medium"
