"""What a format of training data is, and what several of them share."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from panelwise.errors import InputError
from panelwise.models import ImagePart, TextPart
from panelwise.outputs import write_file
from panelwise.packs.exchange import SUFFIXES
from panelwise.profile import Profile
from panelwise.training._example import TrainingExample

IMAGES = "images"
IMAGE_MARK = "<image>"


@dataclass(frozen=True, slots=True)
class ExportJob:
    """What is written: examples that passed every check.

    Attributes:
        examples: in the packs' order.
        profiles: task → how its answers are read.
        model: the name of the model to be trained; empty where none was given.
    """

    examples: Sequence[TrainingExample]
    profiles: Mapping[str, Profile]
    model: str = ""


@dataclass(frozen=True, slots=True)
class TrainingFormat:
    """A format that a trainer reads.

    Attributes:
        name: as ``--to`` takes it.
        trainer: who reads it.
        write: writes the files of a job into a folder; returns notes for the user, a line each.
        refuses: why the format has no place for an example; ``None`` where it has.
        marks: texts that the trainer replaces wherever they are written.
        responses: whether it holds responses; the others hold boxes, in pixels.
    """

    name: str
    trainer: str
    write: Callable[[ExportJob, Path], Sequence[str]]
    refuses: Callable[[TrainingExample], str | None]
    marks: tuple[str, ...] = ()
    responses: bool = True


def any_example(example: TrainingExample) -> str | None:
    """A format that has a place for everything."""
    del example
    return None


def alternating(example: TrainingExample) -> str | None:
    """Trainers that train on every assistant message need a prompt without one."""
    roles = [message.role for message in example.prompt]
    asked = roles[1:] if roles[:1] == ["system"] else roles
    if asked == ["user"]:
        return None
    return f"its prompt has messages of {', '.join(roles)}, and the trainer takes one user message"


def picture_bytes(part: ImagePart) -> bytes:
    """The bytes of a picture as the pack was built with them.

    Raises:
        InputError: when they were changed since.
    """
    data = part.path.read_bytes()
    if hashlib.sha256(data).hexdigest() != part.sha256:
        raise InputError(f"{part.path}: changed since the pack was built; build it again")
    return data


def picture_path(part: ImagePart, folder: str = IMAGES) -> str:
    """Where an export keeps a picture, relative to its folder."""
    return f"{folder}/{part.sha256}{SUFFIXES.get(part.media_type, '.png')}"


def store_pictures(examples: Iterable[TrainingExample], folder: Path, under: str = IMAGES) -> None:
    """Write the pictures of examples, each once."""
    for part in {part.sha256: part for one in examples for part in one.images}.values():
        write_file(folder / picture_path(part, under), picture_bytes(part))


def flat_messages(example: TrainingExample) -> list[dict[str, str]]:
    """The conversation with ``<image>`` where a picture is shown."""
    return [
        {
            "role": message.role,
            "content": "".join(
                part.text if isinstance(part, TextPart) else IMAGE_MARK for part in message.parts
            ),
        }
        for message in example.conversation
    ]


def write_lines(path: Path, records: Iterable[dict[str, Any]]) -> None:
    """JSON Lines, keys in the order given."""
    write_file(path, b"".join(orjson.dumps(record) + b"\n" for record in records))
