"""Answers from anywhere: lines of ``{"id", "gold", "answer"}`` as items and responses.

``answer`` is a model's raw text, or what somebody else already read from it. Either way it passes
through the same extractors, so that a list of the wrong length is unparsed here, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from panelwise.errors import InputError, SettingError
from panelwise.files import not_json
from panelwise.registry import did_you_mean
from panelwise.tasks._item import MAX_GOLD, Item, Rendering, SourcePage, Turn
from panelwise.tasks.kinds import KINDS, AnswerLine, get_kind
from panelwise.wording import plain_fault, shortened

_RENDERING = Rendering((), (), "unknown")
MAX_ANSWERS = 200_000  # in one file, all held in memory


@dataclass(frozen=True, slots=True)
class AnsweredItem:
    """An item and the response to it.

    ``structured`` marks a response that was a list or an object in the file, not a model's words:
    there is no reasoning and no refusal to look for in it.
    """

    item: Item
    response: str
    structured: bool = False


def line_shape(kind: str) -> type[AnswerLine[Any]]:
    """What a line of a file holds that is scored as a kind.

    Raises:
        SettingError: for an unknown kind, or one of which files are not scored.
    """
    shape = get_kind(kind).line if kind in KINDS else None
    if shape is None:
        scored = [known for known, made in KINDS.working() if getattr(made, "line", None)]
        if kind in KINDS:
            raise SettingError(
                f"cannot score '{kind}' from a file, only in a run (panelwise evaluate);"
                f" of files: {', '.join(scored)}"
            )
        raise SettingError(f"cannot score '{kind}'; {did_you_mean(kind, scored)}")
    return shape


def read_answer_lines(kind: str, lines: Iterable[str], name: str) -> Iterator[AnsweredItem]:
    """The items and responses of a file.

    What a line holds is the kind's to say (``Kind.line``); in words: ``docs/scoring.md``. Optional:
    ``book``, the cluster for intervals.

    Args:
        kind: the name of a task kind.
        lines: of JSON; blank ones are passed over.
        name: of the file, for messages.

    Raises:
        SettingError: for an unknown kind, or one of which files are not scored.
        InputError: one line with file, line number and what is wrong.
    """
    shape = line_shape(kind)
    parsed = list(_parsed(shape, lines, name))
    shape.complete([line for _, line in parsed])
    for where, line in parsed:
        try:
            yield _answered(kind, line)
        except InputError as error:
            raise InputError(f"{where}: {error}") from None


def _answered(kind: str, line: AnswerLine[Any]) -> AnsweredItem:
    read = line.read()
    item = Item(
        id=str(line.id),
        task="answers",
        kind=kind,
        n=read.n,
        rendering=_RENDERING if line.pair is None else _sent(str(line.pair)),
        gold=read.gold,
        sources=(SourcePage(line.book or "answers", str(line.id), "", ""),),
        options=read.options,
        index_base=read.index_base,
        example=read.example,
        accepted=read.accepted,
        meta=dict(read.meta),
    )
    return AnsweredItem(item, read.response, read.structured)


def _sent(name: str) -> Rendering:
    """What was sent, of which a file has only a name."""
    return Rendering((Turn("user", (name,)),), (), _RENDERING.prompt_id)


def _parsed(
    shape: type[AnswerLine[Any]], lines: Iterable[str], name: str
) -> Iterator[tuple[str, AnswerLine[Any]]]:
    """Every line with the place where it stands."""
    seen: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        where = f"{name}, line {number}"
        found = _parse(shape, line, where)
        if found.parts > MAX_GOLD:
            raise InputError(
                f"{where}: gold has {found.parts} parts (panels, boxes or texts), and at most"
                f" {MAX_GOLD} are read; make several lines of it"
            )
        key = str(found.id)
        if len(seen) >= MAX_ANSWERS:
            raise InputError(f"{where}: more than {MAX_ANSWERS} answers; score them in parts")
        if key in seen:
            raise InputError(
                f"{where}: id '{key}' is already in line {seen[key]}; remove one, or rename it"
            )
        seen[key] = number
        yield where, found
    if not seen:
        raise InputError(f'{name}: no answers; write lines of {{"id", "gold", "answer"}}')


def _parse(shape: type[AnswerLine[Any]], line: str, where: str) -> AnswerLine[Any]:
    try:
        return _validated(shape, line.strip())
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        if first["type"] == "json_invalid":
            data, advice = line.strip().encode(errors="replace"), "docs/scoring.md shows the lines"
            raise InputError(not_json(where, first["msg"], data, advice)) from None
        steps = first["loc"] if shape.exact_places else first["loc"][:1]
        place = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)
        problem = plain_fault(first["msg"])
        if first["type"] == "missing":
            problem += f"; found {shortened(', '.join(map(str, first['input'])), 60) or 'nothing'}"
        problem = f"{place[1:]}: {problem}" if place else problem
        raise InputError(f"{where}: {problem}; docs/scoring.md shows the lines") from None


def _validated(shape: type[AnswerLine[Any]], line: str) -> AnswerLine[Any]:
    """The line, also where a string in it has half of a character, as models may write."""
    try:
        return shape.model_validate_json(line)
    except ValidationError as error:
        if error.errors(include_url=False)[0]["type"] != "json_invalid":
            raise
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            raise error from None
    return shape.model_validate(value)
