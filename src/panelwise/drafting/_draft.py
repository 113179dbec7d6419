"""A draft: what was asked, everything that was answered, what was checked, what came of it.

Nothing is dropped. A draft whose checks fail is asked again with the reasons, at most twice; then
it is set aside for a person, with every raw answer and every reason. Drafts lie in a file of JSON
lines, one a line, so that work that was stopped goes on where it stood.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import orjson

from panelwise.comics import PanelRef
from panelwise.drafting._pictures import DraftPicture
from panelwise.errors import InputError
from panelwise.files import first_fault, json_lines, not_json
from panelwise.models import Response
from panelwise.outputs import cannot_write
from panelwise.tasks import Prompt

DraftKind = Literal[
    "descriptions",
    "panel_metadata",
    "questions",
    "distractors",
    "frames",
    "weak_distractors",
    "candidate",
    "text_only",
    "reading",
]
DraftStatus = Literal["accepted", "for_a_person"]
TRIES = 3  # one and two more
_OPENING = b'{"key":'  # of every line of a file of drafts


@dataclass(frozen=True, slots=True)
class Target:
    """What a draft is about.

    Attributes:
        book: id of the book.
        story: id of the story (of the page, where a page tells a story of its own).
        panels: the panels shown or described, in reading order.
        part: which of several drafts of one kind it is ("set A", "set A question 2", or the id of
            the page).
    """

    book: str
    story: str
    panels: tuple[PanelRef, ...]
    part: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """A check by name; ``reason`` says why it failed, ``None`` that it passed."""

    name: str
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Try:
    """One answer as it came, and what the checks said of it."""

    response: str
    checks: tuple[Check, ...]
    finish_reason: str = "stop"
    refusal: str | None = None
    model: str | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    cost: float | None = None

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why it was rejected; empty when it was not."""
        return tuple(check.reason for check in self.checks if check.reason is not None)


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft and where it comes from.

    Attributes:
        key: hash of everything that decided it: target, wording, words, pictures, writer.
        prompt_id, prompt_sha256: the wording.
        words_sha256: the wording as it was filled in for this target.
        writer, writer_sha256: name and identity of the writer.
        pictures: hashes of the pictures as they were sent.
        tries: every answer, in order.
        result: what the last answer was read as, plain values whose shape depends on ``kind``;
            kept also when its checks failed, for the person who mends it.
        status: ``accepted`` when the last try passed every check.
        problem: what kept the writer from being asked or from answering, if something did.
    """

    key: str
    kind: DraftKind
    target: Target
    prompt_id: str
    prompt_sha256: str
    words_sha256: str
    writer: str
    writer_sha256: str
    status: DraftStatus
    pictures: tuple[str, ...] = ()
    tries: tuple[Try, ...] = ()
    result: dict[str, Any] | None = None
    problem: str | None = None

    @property
    def reasons(self) -> tuple[str, ...]:
        """Everything that was ever wrong with it, in order."""
        given = tuple(reason for attempt in self.tries for reason in attempt.reasons)
        return given if self.problem is None else (*given, self.problem)

    @property
    def readable(self) -> bool:
        """Whether its result has the shape of its kind, so that a person can correct it."""
        from panelwise.drafting._results import fault_of

        return fault_of(self.kind, self.result, self.target.panels) is None


@dataclass(frozen=True, slots=True)
class DraftReading:
    """What an answer was read as, and what the checks say of it."""

    result: dict[str, Any] | None
    checks: tuple[Check, ...]

    @property
    def passed(self) -> bool:
        """Whether something was read and no check failed."""
        return self.result is not None and all(check.reason is None for check in self.checks)


@dataclass(frozen=True)
class Job:
    """A draft to be written.

    Attributes:
        words: the prompt as filled in.
        read: reads and checks an answer.
        tries: how many answers are asked for at most.
        problem: why it cannot be asked at all; it is then set aside at once.
    """

    kind: DraftKind
    target: Target
    prompt: Prompt
    words: str
    read: Callable[[Response], DraftReading]
    pictures: tuple[DraftPicture, ...] = field(default=())
    tries: int = TRIES
    problem: str | None = None

    @cached_property
    def words_sha256(self) -> str:
        """Hash of the words."""
        return hashlib.sha256(self.words.encode()).hexdigest()

    def key(self, writer_sha256: str) -> str:
        """Hash of everything that decides the draft."""
        target = [self.target.book, self.target.story, self.target.panels, self.target.part]
        pictures = [picture.key for picture in self.pictures]
        decided = [self.kind, target, self.prompt.sha256, self.words_sha256, pictures]
        return _hashed([*decided, writer_sha256])


def identity_hash(identity: dict[str, Any]) -> str:
    """Hash of a writer's identity."""
    return _hashed(identity)


def answered(read: Callable[[str], DraftReading]) -> Callable[[Response], DraftReading]:
    """Refusals, cut and empty answers fail a check of their own; others are read by ``read``."""

    def check(response: Response) -> DraftReading:
        reason = None
        if response.refusal or response.finish_reason == "content_filter":
            reason = f"it was refused: {response.refusal or 'content filter'}"
        elif response.finish_reason == "length":
            reason = "it was cut off; write it shorter"
        elif not response.text.strip():
            reason = "it was empty"
        if reason is not None:
            return DraftReading(None, (Check("answered", reason),))
        reading = read(response.text)
        return DraftReading(reading.result, (Check("answered"), *reading.checks))

    return check


def read_drafts(path: str | Path) -> list[Draft]:
    """The drafts of a file; of two with one key the later counts, at the place of the first.

    A last line that was not finished, because the program was killed, is passed over.

    Raises:
        InputError: for a file that cannot be read or is none of drafts.
    """
    return _read(Path(path))[0]


def _read(path: Path) -> tuple[list[Draft], bytes]:
    """The drafts of a file, and a last line that was not finished."""
    from pydantic import TypeAdapter, ValidationError

    from panelwise.drafting._results import fault_of

    adapter = TypeAdapter(Draft)
    found: dict[str, Draft] = {}
    rest = b""
    for line in json_lines(path):
        if not line.ended:
            rest = line.data
            break
        try:
            draft = adapter.validate_json(line.data)
        except ValidationError as error:
            if error.errors()[0]["type"] == "json_invalid":
                said, wanted = error.errors()[0]["msg"], "give a file that panelwise draft wrote"
                raise InputError(not_json(line.where, said, line.data, wanted)) from None
            fault: str | None = first_fault(error)
        else:
            counts = draft.status == "accepted" or (draft.kind == "text_only" and draft.result)
            fault = fault_of(draft.kind, draft.result, draft.target.panels) if counts else None
        if fault is not None:
            problem = f"{line.where}: not a draft ({fault})"
            raise InputError(f"{problem}; give a file that panelwise draft wrote")
        found[draft.key] = draft
    return list(found.values()), rest


class DraftFile:
    """Drafts on disk as they are made; accepted ones are remembered.

    Args:
        path: a file of JSON lines, new or to be continued; ``None`` keeps nothing.

    Raises:
        InputError: when the file cannot be written, or holds something else.
    """

    def __init__(self, path: str | Path | None) -> None:
        self._path = None if path is None else Path(path)
        self._accepted: dict[str, Draft] = {}
        if self._path is None:
            return
        drafts, rest = _read(self._path) if self._path.exists() else ([], b"")
        if not (rest.startswith(_OPENING) or _OPENING.startswith(rest)):
            raise InputError(f"{path} does not contain drafts; give another --out")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("ab") as file:
                file.truncate(file.tell() - len(rest))  # a line that was being written
        except OSError as error:
            raise cannot_write(self._path, error) from None
        self._accepted = {draft.key: draft for draft in drafts if draft.status == "accepted"}

    def accepted(self, key: str) -> Draft | None:
        """The accepted draft under a key, if there is one."""
        return self._accepted.get(key)

    def add(self, draft: Draft) -> None:
        """Write a draft down."""
        if self._path is not None:
            with self._path.open("ab") as file:
                file.write(orjson.dumps(draft, default=list) + b"\n")
        if draft.status == "accepted":
            self._accepted[draft.key] = draft


def accepted(drafts: Sequence[Draft], kind: DraftKind) -> list[Draft]:
    """The accepted drafts of one kind, in order."""
    return [draft for draft in drafts if draft.kind == kind and draft.status == "accepted"]


def _hashed(value: Any) -> str:
    plain = orjson.dumps(value, default=list, option=orjson.OPT_SORT_KEYS)  # PanelRef as a list
    return hashlib.sha256(plain).hexdigest()
