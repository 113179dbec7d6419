"""Answers from a file: a run made elsewhere, a person's list, another harness's export."""

from __future__ import annotations

import hashlib
import io
import zlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from panelwise.errors import InputError
from panelwise.evaluation._codec import response_from_bytes
from panelwise.evaluation._database import reading
from panelwise.evaluation._predicted_pages import holds_predictions
from panelwise.evaluation._predictions import Predictions
from panelwise.evaluation._solver import Question, Reply, Solver
from panelwise.evaluation._store import DATABASE
from panelwise.files import MAX_BYTES, damaged, first_fault, json_records, read_json_bytes
from panelwise.models import FinishReason, Provider, Response
from panelwise.wording import counted

MAX_VALUES = 2_000_000  # of JSON: some 500,000 answers with their ids
RecordKey = tuple[str | None, str, int]


class _Entry(BaseModel):
    """One recorded answer as a file holds it."""

    model_config = ConfigDict(strict=True)
    id: str
    answer: str | int | list[Any] | dict[str, Any] | None = None
    pack: str | None = None
    repeat: Annotated[int, Field(ge=0)] | None = None
    finish_reason: FinishReason | None = None
    refusal: str | None = None
    confidence: Annotated[float, Field(ge=0, le=1)] | Literal["low", "medium", "high"] | None = None
    seconds: Annotated[float, Field(gt=0)] | None = None


_ENTRY = TypeAdapter(_Entry)


class Recorded:
    """Answers by item id.

    Args:
        path: JSON lines or a JSON list of ``{"id": …, "answer": …}`` (a text, or a list or an
            object, which is written out), optionally with ``pack`` (its hash), ``repeat``,
            ``finish_reason``, ``refusal``, ``confidence`` (0 to 1, or low, medium, high) and
            ``seconds``, the time that it took; or the folder of a run.

    Raises:
        InputError: when it cannot be read, or answers one item twice.
    """

    several_images = True
    costly = False
    priced = False
    concurrency = 1
    timeout = None

    def __init__(self, path: Path) -> None:
        self.name = f"recorded:{path.name}"
        self._path = path
        if path.is_dir():
            self._answers, self._digest = _from_run(path)
        else:
            self._answers, self._digest = _from_file(path)

    def identity(self) -> dict[str, Any]:
        """The recording's hash."""
        return {"solver": "recorded", "sha256": self._digest}

    def check(self, questions: Sequence[Question]) -> str | None:
        """How many of the items it answers, when not all.

        Raises:
            InputError: when it answers none: another pack's answers, or other ids; or when one
                answer fits items of several packs.
        """
        self._require_one_pack(questions)
        asked = {(question.pack.hash, question.item.id) for question in questions}
        answered = {
            (question.pack.hash, question.item.id)
            for question in questions
            if self._find(question) is not None
        }
        if not answered:
            ids = list(dict.fromkeys(item for _, item, _ in self._answers))
            if not ids:
                raise InputError(
                    f"{self._path}: no answers in it; write one line for each item, with its id,"
                    f" such as '{questions[0].item.id}', and the answer"
                )
            first = f", such as '{ids[0]}'" if ids else ""
            same = any(item in ids for _, item in asked)
            why = "; its answers are to other packs or repeats" if same else ""
            raise InputError(
                f"{self._path}: it answers {counted(len(ids), 'item')}{first}, but the packs have"
                f" {counted(len(asked), 'other')}, such as '{questions[0].item.id}'{why}; write the"
                " packs' item ids"
            )
        if len(answered) == len(asked):
            return None
        return f"recorded answers to {len(answered)} of {len(asked)} items"

    def _require_one_pack(self, questions: Sequence[Question]) -> None:
        """Refuse answers that do not name their pack, where several packs have their ids."""
        packs: dict[str, set[str]] = {}
        for question in questions:
            item = question.item.id
            if (question.pack.hash, item, question.repeat) not in self._answers:
                packs.setdefault(item, set()).add(question.pack.hash)
        for key in self._answers:
            if key[0] is None and len(packs.get(key[1], ())) > 1:
                raise InputError(
                    f"{self._path}: the answer to '{key[1]}' fits items of several packs; evaluate"
                    ' one pack at a time, or add "pack", the pack\'s hash, to each line'
                )

    async def answer(self, question: Question) -> Reply:
        """The recorded answer, or an empty one with a note."""
        found = self._find(question)
        return Reply(Response(""), note="no recorded answer") if found is None else Reply(found)

    def _find(self, question: Question) -> Response | None:
        item, repeat = question.item.id, question.repeat
        return self._answers.get(
            (question.pack.hash, item, repeat), self._answers.get((None, item, repeat))
        )

    async def close(self) -> None:
        """Nothing is open."""
        return


def _recorded(rest: str, _: dict[str, Any]) -> Solver:
    path = Path(rest)
    return Predictions(path) if holds_predictions(path) else Recorded(path)


recorded_solver = Provider(
    "recorded:FILE",
    'answers from a file of lines {"id", "answer"}, from a run, or boxes of a detector or an OCR',
    _recorded,
)


def recorded_answers(path: Path) -> dict[RecordKey, Response]:
    """The answers in a file, by pack's hash (or ``None``), item's id and repeat.

    Raises:
        InputError: when it cannot be read, or answers one item twice.
    """
    return _from_file(path)[0]


def _from_file(path: Path) -> tuple[dict[RecordKey, Response], str]:
    data = read_json_bytes(path, MAX_VALUES)
    answers: dict[RecordKey, Response] = {}
    seen: dict[RecordKey, str] = {}
    for record in json_records(io.BytesIO(data), str(path), line_bytes=MAX_BYTES):
        key, response = _entry(record.value, record.where)
        if key in seen:
            raise InputError(
                f"{path}: {seen[key]} and {record.place} both answer '{key[1]}'; remove one, or if"
                ' two packs have such an item, add "pack", its pack\'s hash, to each line'
            )
        seen[key] = record.place
        answers[key] = response
    return answers, hashlib.sha256(data).hexdigest()


def _entry(record: Any, where: str) -> tuple[RecordKey, Response]:
    wanted = 'write {"id": "…", "answer": "…"}, and "confidence" from 0 to 1 where it is known'
    try:
        found = _ENTRY.validate_python(record)
    except ValidationError as error:
        raise InputError(f"{where}: {first_fault(error)}; {wanted}") from None
    if not found.model_fields_set & {"answer", "refusal", "finish_reason"}:
        raise InputError(f"{where}: answer: missing; found {', '.join(record)}; {wanted}")
    answer = found.answer
    if isinstance(answer, list | dict):
        answer = orjson.dumps(answer).decode()
    text = "" if answer is None else str(answer)
    finish, seconds = found.finish_reason or "stop", found.seconds or 0.0
    raw = {} if found.confidence is None else {"confidence": found.confidence}
    response = Response(text, finish_reason=finish, refusal=found.refusal, raw=raw, latency=seconds)
    return (found.pack, found.id, found.repeat or 0), response


def _from_run(folder: Path) -> tuple[dict[RecordKey, Response], str]:
    digest = hashlib.sha256()
    answers: dict[RecordKey, Response] = {}
    with reading(folder / DATABASE) as database:
        rows = database.execute(
            "SELECT hash, item, repeat, body FROM results JOIN packs ON packs.id = pack"
            " WHERE body IS NOT NULL ORDER BY pack, item, repeat"
        )
        for pack, item, repeat, body in rows:
            try:
                response = response_from_bytes(body)
            except (ValueError, TypeError, zlib.error) as error:
                where = f"{folder / DATABASE}: the answer to '{item}'"
                raise InputError(damaged(where, error)) from None
            digest.update(f"{pack}\x1f{item}\x1f{repeat}\x1f".encode() + body)
            answers[pack, item, repeat] = replace(response, cost=0.0)  # paid before
    return answers, digest.hexdigest()
