"""People as contestants: what they filled in goes through the same path as any model's answer.

Source: AMB-42; CH-17, SC-16, CV-11.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from panelwise.errors import FormError, InputError
from panelwise.evaluation._settings import PEOPLE_SETTINGS
from panelwise.evaluation._solver import Question, Reply, Solver
from panelwise.files import MAX_BYTES, first_fault, json_records, read_json_bytes
from panelwise.models import Provider, Response
from panelwise.tasks import get_kind
from panelwise.wording import counted

MAX_VALUES = 2_000_000  # of JSON
LEVELS: dict[int | str, str] = {1: "low", 2: "medium", 3: "high"}


class FilledForm(BaseModel):
    """What one person filled in for one item, as a line of a file holds it.

    ``confidence`` is 1 (low), 2 or 3 (high), as in CHROMIC's baseline, or that word. ``values`` are
    ``None`` where the person saw the item and gave no answer.
    """

    model_config = ConfigDict(strict=True)
    id: str
    worker: Annotated[str, Field(min_length=1, max_length=200)]
    values: dict[str, Any] | None
    pack: str | None = None
    seconds: Annotated[float, Field(ge=0)] | None = None
    confidence: Literal[1, 2, 3, "low", "medium", "high"] | None = None


_LINE = TypeAdapter(FilledForm)


class PeopleSolver:
    """Answers of a group of people, by item; repeat k is the k-th person who answered the item.

    Args:
        path: JSON lines or a JSON list of ``{"id": …, "worker": …, "values": …}``, optionally with
            ``pack`` (its hash), ``seconds`` and ``confidence`` (1 to 3, or low, medium, high).
            ``values`` are those of the item's form.
        group: what the people have in common; the run is called ``human/GROUP``.
        without: people whose answers were left out of the file, as the run records them.

    Raises:
        InputError: when it cannot be read, or somebody answers an item twice.
    """

    several_images = True
    costly = False
    priced = False
    concurrency = 1
    timeout = None

    def __init__(self, path: Path, group: str = "", *, without: Sequence[str] = ()) -> None:
        self.name = f"human/{group or path.stem}"
        self._path = path
        data = read_json_bytes(path, MAX_VALUES)
        self._digest = hashlib.sha256(data).hexdigest()
        self._answers = _by_item(data, path)
        self._without = sorted(without)

    def identity(self) -> dict[str, Any]:
        """The group, the hash of what they answered, and who was left out."""
        left_out = {"without": self._without} if self._without else {}
        return {"solver": self.name, "sha256": self._digest, **left_out}

    def check(self, questions: Sequence[Question]) -> str | None:
        """How many items are answered, when not all; every form is checked.

        Raises:
            InputError: when none is, an item has fewer answers than the run has repeats, or values
                do not fit their form.
        """
        asked: dict[tuple[str, str], int] = {}
        for question in questions:
            key = (question.pack.hash, question.item.id)
            asked[key] = max(asked.get(key, 0), question.repeat + 1)
            if self._find(question) is not None:
                self._text(question)
        found = {key: len(self._of(*key)) for key in asked}
        answered = {key: count for key, count in found.items() if count}
        if not answered:
            raise InputError(
                f"{self._path}: answers none of the {len(asked)} items in the packs, such as"
                f" '{questions[0].item.id}'; write the packs' item ids"
            )
        short = next((key for key, count in answered.items() if count < asked[key]), None)
        if short is not None:
            least = min(answered.values())
            people = counted(answered[short], "person", "people")
            raise InputError(
                f"{self._path}: {people} answered '{short[1]}', and the run asks {asked[short]}"
                f" times; give --repeats {least}, or answers of {asked[short]} people to every item"
            )
        if len(answered) == len(asked):
            return None
        return f"people answered {len(answered)} of {len(asked)} items"

    async def answer(self, question: Question) -> Reply:
        """What a person filled in, written as a model would write it; else a note."""
        found = self._find(question)
        if found is None:
            return Reply(Response(""), note="nobody answered")
        sure = found.confidence
        raw = {} if sure is None else {"confidence": LEVELS.get(sure, sure)}
        seconds = found.seconds or 0.0
        response = Response(self._text(question), model=found.worker, raw=raw, latency=seconds)
        return Reply(response, note="gave no answer" if found.values is None else None)

    async def close(self) -> None:
        """Nothing is open."""
        return

    def _of(self, pack: str, item: str) -> list[FilledForm]:
        answers = self._answers.get(item, [])
        return [one for one in answers if one.pack in (None, pack)]

    def _find(self, question: Question) -> FilledForm | None:
        answers = self._of(question.pack.hash, question.item.id)
        return answers[question.repeat] if question.repeat < len(answers) else None

    def _text(self, question: Question) -> str:
        found = self._find(question)
        assert found is not None, "looked for before"
        kind, item = get_kind(question.item.kind), question.item
        if found.values is None:
            return ""
        try:
            values = kind.answer_form(item).check(found.values)
            answer = kind.read_form(item, values, question.profile)
        except FormError as error:
            where = f"{self._path}: '{item.id}' by {found.worker}"
            raise InputError(f"{where}: {error}") from None
        return kind.write(item, answer, question.profile)


def _by_item(data: bytes, path: Path) -> dict[str, list[FilledForm]]:
    """The forms of each item, ordered by person: repeat k is one person where all answered all."""
    answers: dict[str, list[FilledForm]] = {}
    seen: dict[tuple[str, str, str | None], str] = {}
    for record in json_records(io.BytesIO(data), str(path), line_bytes=MAX_BYTES):
        try:
            line = _LINE.validate_python(record.value)
        except ValidationError as error:
            wanted = 'write {"id": "…", "worker": "…", "values": {…}}'
            raise InputError(f"{record.where}: {first_fault(error)}; {wanted}") from None
        key = (line.id, line.worker, line.pack)
        if key in seen:
            raise InputError(
                f"{path}: {seen[key]} and {record.place} are both answers of '{line.worker}' to"
                f" '{line.id}'; remove one"
            )
        seen[key] = record.place
        answers.setdefault(line.id, []).append(line)
    return {item: sorted(lines, key=lambda one: one.worker) for item, lines in answers.items()}


def _people(rest: str, values: dict[str, Any]) -> Solver:
    return PeopleSolver(Path(rest), **values)


people_solver = Provider(
    "human:FILE",
    'people\'s answers from a file of lines {"id", "worker", "values"}: by field of their form',
    _people,
    PEOPLE_SETTINGS,
)
