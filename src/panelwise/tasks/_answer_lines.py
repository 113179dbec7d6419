"""Answers from anywhere: lines of ``{"id", "gold", "answer"}`` as items and responses.

``answer`` is a model's raw text, or what somebody else already read from it. Either way it passes
through the same extractors, so that a list of the wrong length is unparsed here, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr, ValidationError

from panelwise.errors import InputError, SettingError
from panelwise.registry import did_you_mean
from panelwise.tasks._draft import LETTERS
from panelwise.tasks._item import Item, Option, Rendering, SourcePage

_RENDERING = Rendering((), (), "unknown")
KINDS = ("ordering", "choice")


@dataclass(frozen=True, slots=True)
class AnsweredItem:
    """An item and the response to it."""

    item: Item
    response: str


class _Line(BaseModel):
    model_config = ConfigDict(extra="ignore")

    id: StrictStr | StrictInt
    gold: list[StrictInt] | StrictInt | StrictStr
    answer: Any = Field(...)
    options: Annotated[list[StrictStr], Field(min_length=2, max_length=26)] | None = None
    book: StrictStr | None = None
    example: list[StrictInt] | None = None


def read_answer_lines(kind: str, lines: Iterable[str], name: str) -> Iterator[AnsweredItem]:
    """The items and responses of a file.

    Ordering: ``gold`` is a list of panel numbers in story order, from 0 or from 1. Choice: ``gold``
    is a letter or a position from 0, ``options`` the texts of the options (four unnamed ones when
    absent). Optional: ``book``, the cluster for intervals.

    Args:
        kind: ``ordering`` or ``choice``.
        lines: of JSON; blank ones are passed over.
        name: of the file, for messages.

    Raises:
        SettingError: for an unknown kind.
        InputError: one line with file, line number and what is wrong.
    """
    if kind not in KINDS:
        raise SettingError(f"cannot score '{kind}'; {did_you_mean(kind, KINDS)}")
    seen: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        where = f"{name}, line {number}"
        found = _parse(line, where)
        key = str(found.id)
        if key in seen:
            raise InputError(f"{where}: id '{key}' stands in line {seen[key]} already")
        seen[key] = number
        yield _ordering(found, where) if kind == "ordering" else _choice(found, where)
    if not seen:
        raise InputError(f'{name}: no answers; write lines of {{"id", "gold", "answer"}}')


def _parse(line: str, where: str) -> _Line:
    try:
        return _Line.model_validate_json(line.strip())
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"][:1])
        raise InputError(f"{where}: {place + ': ' if place else ''}{first['msg']}") from None


def _ordering(line: _Line, where: str) -> AnsweredItem:
    gold = line.gold
    base = _base(gold)
    if not isinstance(gold, list) or base is None or len(gold) < 2:
        raise InputError(f"{where}: gold {gold!r} does not list 0…n−1 or 1…n once each, n ≥ 2")
    example = tuple(k - base for k in line.example) if line.example else None
    item = Item(
        id=str(line.id),
        task="answers",
        kind="ordering",
        n=len(gold),
        rendering=_RENDERING,
        gold=tuple(index - base for index in gold),
        sources=(_source(line),),
        index_base=base,
        example=example,
    )
    return AnsweredItem(item, _text(line.answer))


def _base(gold: object) -> Literal[0, 1] | None:
    if not isinstance(gold, list):
        return None
    numbers = sorted(gold)
    if numbers == list(range(len(gold))):
        return 0
    return 1 if numbers == list(range(1, len(gold) + 1)) else None


def _choice(line: _Line, where: str) -> AnsweredItem:
    texts: list[str | None] = [*line.options] if line.options else [None] * 4
    options = tuple(Option(LETTERS[k], text=text) for k, text in enumerate(texts))
    labels = [option.label for option in options]
    gold = line.gold
    if isinstance(gold, str) and gold.strip().upper() in labels:
        gold = labels.index(gold.strip().upper())
    if not isinstance(gold, int) or not 0 <= gold < len(options):
        raise InputError(
            f"{where}: gold {line.gold!r} is none of {', '.join(labels)}"
            f" nor a position from 0 to {len(options) - 1}"
        )
    answer = line.answer
    if isinstance(answer, int) and not isinstance(answer, bool) and 0 <= answer < len(options):
        answer = labels[answer]
    item = Item(
        id=str(line.id),
        task="answers",
        kind="choice",
        n=len(options),
        rendering=_RENDERING,
        gold=gold,
        sources=(_source(line),),
        options=options,
    )
    return AnsweredItem(item, _text(answer))


def _source(line: _Line) -> SourcePage:
    return SourcePage(line.book or "answers", str(line.id), "", "")


def _text(answer: object) -> str:
    return "" if answer is None else str(answer)
