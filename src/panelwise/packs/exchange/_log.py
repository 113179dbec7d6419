"""Answers that another program recorded, turned into ours.

Each format reads its log into :class:`LoggedAnswer`; here they are matched with a pack's items, and
whatever does not match is counted and said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from panelwise.errors import InputError
from panelwise.files import json_records, open_regular
from panelwise.models import FinishReason
from panelwise.outputs import write_file
from panelwise.packs._pack import Pack
from panelwise.packs.exchange._words import gold_text
from panelwise.tasks import Item
from panelwise.wording import counted

_NO_LOG = "give the file in which the other harness stored its answers"
_NO_JSON = f"{_NO_LOG}, as a JSON list or with one JSON value on each line"


@dataclass(frozen=True, slots=True)
class LoggedAnswer:
    """One answer in a log.

    Attributes:
        id: the item's id, where the log keeps it.
        position: the item's place in the pack, where the log counts instead.
        text: what was answered; ``None`` when the request failed.
        where: of the log, for messages.
        gold: the right answer that the log states, by which a place is checked.
    """

    id: str | None
    position: int | None
    text: str | None
    where: str
    repeat: int = 0
    finish_reason: FinishReason = "stop"
    refusal: str | None = None
    gold: str | None = None


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of a log.

    Attributes:
        path: the answers, to be evaluated as ``recorded:PATH``.
        answers: how many were written, of how many items of the pack.
        items: that pack's items.
        missing: ids of items without an answer, failed ones included.
        failed: ids of items whose request failed: they stay without an answer.
        unknown: what the log answers that is not in the pack.
    """

    path: Path
    answers: int
    items: int
    missing: tuple[str, ...]
    failed: tuple[str, ...]
    unknown: tuple[str, ...]

    @property
    def notes(self) -> tuple[str, ...]:
        """The problems found, one line each."""
        unknown, failed = counted(len(self.unknown), "answer"), counted(len(self.failed), "request")
        problems = (
            (self.unknown, f"{unknown} left out, to items that are not in the pack"),
            (self.failed, f"{failed} failed; the items count as not answered"),
            (self.missing, f"no answer to {len(self.missing)} of {self.items} items"),
        )
        return tuple(f"{what}, such as '{ids[0]}'" for ids, what in problems if ids)


def match_answers(pack: Pack, found: Iterable[LoggedAnswer], out: Path, log: str) -> Imported:
    """Write the answers that are to a pack's items as recorded answers, one JSON object a line.

    Raises:
        InputError: when none is, when two are to one item, or ``out`` exists or cannot be written.
    """
    items = pack.items()
    known = {item.id: item for item in items}
    seen: dict[tuple[str, int], str] = {}
    failed: list[str] = []
    unknown: list[str] = []
    answered: set[str] = set()
    lines: list[bytes] = []
    for answer in found:
        item = _item_of(answer, items, known)
        if item is None:
            unknown.append(answer.id or f"{answer.position}")
            continue
        key = (item.id, answer.repeat)
        if key in seen:
            raise InputError(
                f"{log}: {seen[key]} and {answer.where} both answer '{item.id}'; remove one"
            )
        seen[key] = answer.where
        if answer.text is None:
            failed.append(item.id)
        else:
            answered.add(item.id)
            lines.append(_line(pack, item, answer))
    if not seen:
        if not unknown:
            raise InputError(f"{log}: no answers; {_NO_LOG}")
        raise InputError(
            f"{log}: no answer belongs to an item of {pack.path}: {len(unknown)} in all, such as"
            f" '{unknown[0]}', while the pack has '{items[0].id}'; give the pack that was exported"
        )
    if out.exists():
        raise InputError(f"{out}: exists already; give a new file with --out")
    write_file(out, b"".join(lines))
    missing = tuple(item.id for item in items if item.id not in answered)
    return Imported(out, len(lines), len(items), missing, tuple(failed), tuple(unknown))


def _item_of(answer: LoggedAnswer, items: list[Item], known: dict[str, Item]) -> Item | None:
    """An id decides; a place only where there is no id, and if the gold there is the same."""
    if answer.id is not None:
        return known.get(answer.id)
    if answer.position is None or not 0 <= answer.position < len(items):
        return None
    item = items[answer.position]
    return item if answer.gold is None or answer.gold == gold_text(item) else None


def _line(pack: Pack, item: Item, answer: LoggedAnswer) -> bytes:
    record: dict[str, Any] = {"id": item.id, "pack": pack.hash, "answer": answer.text}
    if answer.repeat:
        record["repeat"] = answer.repeat
    if answer.finish_reason != "stop":
        record["finish_reason"] = answer.finish_reason
    if answer.refusal:
        record["refusal"] = answer.refusal
    return orjson.dumps(record) + b"\n"


def read_json_records(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Where it stands and the object, for each of JSON lines or of one JSON list.

    Raises:
        InputError: for what is not JSON, or no object.
    """
    with open_regular(path) as stream:
        for record in json_records(stream, str(path), advice=_NO_JSON):
            if not isinstance(record.value, dict):
                raise InputError(
                    f"{path}: {record.place} is not a JSON object; give the log as it was written"
                )
            yield record.place, record.value
