"""Short forms for what a story says and asks, for the templates of every theme."""

from __future__ import annotations

from panelwise_press._scene import Language, Line, LineKind, Shot
from panelwise_press._story import TemplateQuestion, WrongAnswer, WrongKind
from panelwise_press._template import StoryBuilder

Wrong = tuple[WrongKind, str] | tuple[WrongKind, str, str]


def says(speaker: str, words: dict[Language, str], kind: LineKind = "speech") -> Line:
    """What somebody says, thinks, shouts or whispers, in every language."""
    return Line(words, kind, speaker)


def sound(at: str, words: dict[Language, str]) -> Line:
    """A sound that comes from a thing or a person."""
    return Line(words, "sound", None, at)


def asked(question: str, answer: str, beats: tuple[str, ...], *wrong: Wrong) -> TemplateQuestion:
    """A question, its answer, the beats that prove it, and wrong answers with their kinds."""
    return TemplateQuestion(question, answer, wrongs(*wrong), beats)


def wrongs(*wrong: Wrong) -> tuple[WrongAnswer, ...]:
    """Wrong answers from their kinds, texts and, where they borrow one, the beats they are from."""
    return tuple(WrongAnswer(text, kind, *source) for kind, text, *source in wrong)


def any_shot(builder: StoryBuilder) -> Shot:
    """A shot that holds everything on the stage, from a chance distance."""
    return "wide" if builder.chance() else "medium"
