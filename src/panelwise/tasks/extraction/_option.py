"""The extractor ladder for choices.

Source: specification 7.0, 7.2. A declared option ("the answer is: X", "B is correct", a boxed or
tagged answer, a JSON key; the last one) decides first; then a response that is one label; one
that leads with a label ("B. She hides …"), or ends with one; then the text of exactly one option.
A letter in a sentence is no answer: "A man …", "I …", "between B and C", "not D" are never read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from panelwise.tasks._item import Option
from panelwise.tasks.extraction._cues import NEGATION, Reading, rejected
from panelwise.tasks.extraction._declared import declared
from panelwise.tasks.extraction._label import (
    CLOSE,
    FOLLOW,
    NAME,
    OPEN,
    OR,
    Choice,
    FoundLabel,
    label_alone,
    latin_labels,
    led,
    numbered_labels,
    worded,
)
from panelwise.tasks.extraction._text import retracted


def read_option(text: str, options: Sequence[Option]) -> Reading[int]:
    """The index of the option that a plain text chooses.

    >>> options = [Option("A", "It rains."), Option("B", "She leaves.")]
    >>> read_option("The answer is B.", options).answer
    1
    >>> read_option("She leaves", options).rule, read_option("A man sits.", options).answer
    ('option_text', None)
    """
    if all(option.label.isascii() for option in options):
        text = latin_labels(text)
    if all(option.label.isdigit() for option in options):
        text = numbered_labels(text)
    choice = Choice(text, tuple(options))
    for rule, rung in RUNGS:
        found = rung(choice)
        if found is None:
            continue
        if found.ambiguous or found.option is None:
            if found.ambiguous:
                return Reading(None, reason=f"ambiguous: {found.ambiguous}", unclear=True)
            return Reading(None, reason=f"out of range: no option {found.label}")
        if retracted(choice.text[found.end :]):
            return Reading(None, reason=f"retracted: {found.label} is taken back")
        return Reading(found.option, rule=rule, final=rule != "last_bracket")
    return Reading(None, reason=_why_nothing(choice), unclear=True)


def _whole(choice: Choice) -> FoundLabel | None:
    return label_alone(choice, choice.text)


def _leading(choice: Choice) -> FoundLabel | None:
    """A first line that is a label, or opens with a marked one: ``B.``, ``**B)** She hides …``."""
    if not choice.lines or len(set(_markers(choice))) > 1:  # the options are being gone through
        return None
    first = led(choice, choice.lines[0])
    if first is None:
        return None
    end = choice.text.find(choice.lines[0]) + first.end
    return FoundLabel(first.option, first.label, end, first.ambiguous)


def _markers(choice: Choice) -> list[str]:
    """The labels that open a line or a sentence: "A. …", "Option B: …"."""
    mark = rf"(?:{CLOSE}[.):]| -|(?=\n)|$)"
    opening = rf"(?:^|[\n.;!?])[-•\s]*{NAME}{OPEN}(?P<label>{choice.label}){mark}"
    return [match.group("label").casefold() for match in re.finditer(opening, choice.text, re.I)]


def _final_line(choice: Choice) -> FoundLabel | None:
    """A last line that is one label, unless other lines are other labels.

    A small letter there is more likely the end of a wrapped sentence.
    """
    alone = [hit for line in choice.lines if (hit := label_alone(choice, line)) is not None]
    last = label_alone(choice, choice.lines[-1]) if choice.lines else None
    if last is None or len({hit.label for hit in alone}) > 1:
        return None
    if re.search(r"\b[a-z]\W*$", choice.lines[-1]) and len(choice.lines) > 1:
        return None
    return FoundLabel(last.option, last.label, len(choice.text))


def _last_bracket(choice: Choice) -> FoundLabel | None:
    """A response that ends with ``(B)`` or ``[B]``, the only label in brackets.

    Not for options that are numbered: ``[1]`` at the end of a sentence is a reference.
    """
    if all(option.label.isdigit() for option in choice.options):
        return None
    bracketed = list(re.finditer(rf"(?<!\w)[(\[](?P<label>{choice.label})[)\]]", choice.text))
    if not bracketed or len({match.group("label") for match in bracketed}) > 1:
        return None
    last = bracketed[-1]
    sentence = re.split(r"[.!?\n]\s", choice.text[max(0, last.start() - 120) : last.start()])[-1]
    if choice.text[last.end() :].strip(" .!\n\"'") or NEGATION.search(sentence):
        return None
    if rejected(choice.text, last.start(), last.end()):
        return None
    label = last.group("label")
    return FoundLabel(choice.by_label.get(label.casefold()), label, last.end())


def _option_text(choice: Choice) -> FoundLabel | None:
    """The whole response, its first or its last line is the text of exactly one option."""
    if not choice.lines:
        return None
    whole = worded(choice, choice.text)
    if whole:
        return whole
    hits = {choice.same_text(line) for line in (choice.lines[0], choice.lines[-1])} - {None}
    if len(hits) != 1:
        return None
    option = hits.pop()
    assert option is not None
    return FoundLabel(option, choice.options[option].label, len(choice.text))


def _why_nothing(choice: Choice) -> str:
    """The reason for an unread text: several options named, one merely mentioned, or none."""
    named = list(dict.fromkeys(_mentions(choice)))
    if len(named) > 1:
        return f"ambiguous: {', '.join(named[:6])} are named and none is declared"
    if named:
        return f"none found: {named[0]} is mentioned but not chosen"
    return "none found: no option is named"


def _mentions(choice: Choice) -> Iterator[str]:
    pattern = re.compile(
        rf"(?<![\w'-]){OPEN}(?P<label>{choice.label}){CLOSE}(?:{FOLLOW}|(?=\s*{OR}))"
    )
    for match in pattern.finditer(choice.text):
        if match.group("label").casefold() in choice.by_label:
            yield match.group("label")


RUNGS: tuple[tuple[str, Callable[[Choice], FoundLabel | None]], ...] = (
    ("declared", declared),
    ("whole", _whole),
    ("leading", _leading),
    ("final_line", _final_line),
    ("option_text", _option_text),
    ("last_bracket", _last_bracket),
)
