"""Answers from anywhere: lines of ``{"id", "gold", "answer"}`` as items and responses.

``answer`` is a model's raw text, or what somebody else already read from it. Either way it passes
through the same extractors, so that a list of the wrong length is unparsed here, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr, ValidationError

from panelwise.errors import InputError, SettingError
from panelwise.registry import did_you_mean
from panelwise.tasks._draft import LETTERS
from panelwise.tasks._item import MAX_GOLD, Answer, Item, Option, Rendering, SourcePage
from panelwise.tasks.kinds import (
    GOLD_OF_LINES,
    Gold,
    ask_for_all,
    ask_for_given,
    gold_document,
    written,
)

_RENDERING = Rendering((), (), "unknown")
MAX_ANSWERS = 200_000  # in one file, all held in memory
KINDS: tuple[str, ...] = ("ordering", "choice", *GOLD_OF_LINES)
AnyGold = TypeVar("AnyGold")


@dataclass(frozen=True, slots=True)
class AnsweredItem:
    """An item and the response to it.

    ``structured`` marks a response that was a list or an object in the file, not a model's words:
    there is no reasoning and no refusal to look for in it.
    """

    item: Item
    response: str
    structured: bool = False


class _Line(BaseModel, Generic[AnyGold]):
    model_config = ConfigDict(extra="ignore")

    id: StrictStr | StrictInt
    gold: AnyGold
    answer: Any = Field(...)
    book: StrictStr | None = None


class _IndexLine(_Line[list[StrictInt] | StrictInt | StrictStr]):
    options: Annotated[list[StrictStr], Field(min_length=2, max_length=26)] | None = None
    example: list[StrictInt] | None = None


_LINES: dict[str, type[_Line[Any]]] = {
    "ordering": _IndexLine,
    "choice": _IndexLine,
    **{kind: _Line[gold] for kind, gold in GOLD_OF_LINES.items()},  # type: ignore[valid-type]
}


def read_answer_lines(kind: str, lines: Iterable[str], name: str) -> Iterator[AnsweredItem]:
    """The items and responses of a file.

    Ordering: ``gold`` is a list of panel numbers in story order, from 0 or from 1. Choice: ``gold``
    is a letter or a position from 0, ``options`` the texts of the options (four unnamed ones when
    absent). The other kinds: ``docs/scoring.md``. Optional: ``book``, the cluster for intervals.

    Args:
        kind: ``ordering``, ``choice``, ``spotting``, ``detection``, ``speakers``, ``identities``,
            ``structure``,
            ``reading_order``, ``naming``, ``dialogue`` or ``answer``.
        lines: of JSON; blank ones are passed over.
        name: of the file, for messages.

    Raises:
        SettingError: for an unknown kind.
        InputError: one line with file, line number and what is wrong.
    """
    if kind not in KINDS:
        raise SettingError(f"cannot score '{kind}'; {did_you_mean(kind, KINDS)}")
    parsed = list(_parsed(kind, lines, name))
    if kind == "detection":
        ask_for_all(line.gold for _, line in parsed)
    if kind == "identities":
        ask_for_given((line.gold, line.answer) for _, line in parsed)
    for where, line in parsed:
        if kind == "ordering":
            yield _ordering(line, where)
        elif kind == "choice":
            yield _choice(line, where)
        else:
            yield _document(kind, line)


def _parsed(kind: str, lines: Iterable[str], name: str) -> Iterator[tuple[str, Any]]:
    """Every line with the place where it stands."""
    seen: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        where = f"{name}, line {number}"
        found = _parse(kind, line, where)
        if _parts(found.gold) > MAX_GOLD:
            raise InputError(f"{where}: gold of more than {MAX_GOLD} parts; that is no page")
        key = str(found.id)
        if len(seen) >= MAX_ANSWERS:
            raise InputError(f"{where}: more than {MAX_ANSWERS} answers; score them in parts")
        if key in seen:
            raise InputError(f"{where}: id '{key}' stands in line {seen[key]} already")
        seen[key] = number
        yield where, found
    if not seen:
        raise InputError(f'{name}: no answers; write lines of {{"id", "gold", "answer"}}')


def _parse(kind: str, line: str, where: str) -> _Line[Any]:
    try:
        return _validated(_LINES[kind], line.strip())
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        # Of a gold that may be this or that, pydantic's further steps name types, not places.
        steps = first["loc"] if kind in GOLD_OF_LINES else first["loc"][:1]
        place = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)
        told = first["msg"].removeprefix("Value error, ")
        raise InputError(f"{where}: {place[1:] + ': ' if place else ''}{told}") from None


def _validated(shape: type[_Line[Any]], line: str) -> _Line[Any]:
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


def _document(kind: Any, line: _Line[Gold]) -> AnsweredItem:
    structured = isinstance(line.answer, list | dict)
    gold = gold_document(line.gold, line.answer if structured else None)
    response = written(kind, line.answer, gold) if structured else _text(line.answer)
    # Words are read as a model's words, whoever wrapped them in an object.
    ranked_by = {"headline": "map_at_r"} if gold.get("asked") == ["similarity"] else {}
    item = _item(line, kind, line.gold.n, gold, meta=ranked_by)
    return AnsweredItem(item, response, structured and kind != "answer")


def _ordering(line: _IndexLine, where: str) -> AnsweredItem:
    gold = line.gold
    base = _base(gold)
    if not isinstance(gold, list) or base is None or len(gold) < 2:
        shown = _shortened(gold)
        raise InputError(f"{where}: gold {shown} does not list 0…n−1 or 1…n once each, n ≥ 2")
    example = tuple(k - base for k in line.example) if line.example else None
    order = tuple(index - base for index in gold)
    item = _item(line, "ordering", len(gold), order, index_base=base, example=example)
    return AnsweredItem(item, _text(line.answer))


def _parts(gold: Any) -> int:
    """How much there is to compare an answer with."""
    return len(gold) if isinstance(gold, list) else getattr(gold, "n", 1)


def _shortened(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 80 else f"{shown[:77]}…"


def _base(gold: object) -> Literal[0, 1] | None:
    if not isinstance(gold, list):
        return None
    numbers = sorted(gold)
    if numbers == list(range(len(gold))):
        return 0
    return 1 if numbers == list(range(1, len(gold) + 1)) else None


def _choice(line: _IndexLine, where: str) -> AnsweredItem:
    texts: list[str | None] = [*line.options] if line.options else [None] * 4
    options = tuple(Option(LETTERS[k], text=text) for k, text in enumerate(texts))
    labels = [option.label for option in options]
    gold = line.gold
    if isinstance(gold, str) and gold.strip().upper() in labels:
        gold = labels.index(gold.strip().upper())
    if not isinstance(gold, int) or not 0 <= gold < len(options):
        raise InputError(
            f"{where}: gold {_shortened(line.gold)} is none of {', '.join(labels)}"
            f" nor a position from 0 to {len(options) - 1}"
        )
    answer = line.answer
    if isinstance(answer, int) and not isinstance(answer, bool) and 0 <= answer < len(options):
        answer = labels[answer]
    item = _item(line, "choice", len(options), gold, options=options)
    return AnsweredItem(item, _text(answer))


def _item(line: _Line[Any], kind: str, n: int, gold: Answer, **more: Any) -> Item:
    source = SourcePage(line.book or "answers", str(line.id), "", "")
    return Item(
        id=str(line.id),
        task="answers",
        kind=kind,
        n=n,
        rendering=_RENDERING,
        gold=gold,
        sources=(source,),
        **more,
    )


def _text(answer: object) -> str:
    return "" if answer is None else str(answer)
