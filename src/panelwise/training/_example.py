"""An item of a pack as something to learn from: what is sent, and the response to learn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from panelwise.errors import UnavailableError, UnknownNameError
from panelwise.models import ImagePart, Message, TextPart
from panelwise.packs import Pack
from panelwise.profile import Profile
from panelwise.registry import did_you_mean
from panelwise.tasks import Item, Parsed, get_kind, read_response
from panelwise.tasks.kinds import gold_in_frame

LOST = "discarded"  # of an answer that is a list: how many entries could not be read


@dataclass(frozen=True, slots=True)
class TrainingExample:
    """A conversation that ends with the response to be learnt.

    Attributes:
        id: of the item; ``item#k`` where one item gives several examples.
        item: as in the pack.
        images: its pictures as the pack stores them, in the order of ``item.rendering.images``.
        response: the right answer in the words and numbers in which evaluation reads it.
    """

    id: str
    item: Item
    images: tuple[ImagePart, ...]
    response: str

    @property
    def prompt(self) -> tuple[Message, ...]:
        """The messages that evaluation sends, pictures in their places."""
        return tuple(
            Message(
                turn.role,
                tuple(
                    TextPart(part) if isinstance(part, str) else self.images[part]
                    for part in turn.parts
                ),
            )
            for turn in self.item.rendering.turns
        )

    @property
    def conversation(self) -> tuple[Message, ...]:
        """The prompt and then the response; the loss is on the last message only."""
        return (*self.prompt, Message("assistant", (TextPart(self.response),)))

    @property
    def shown(self) -> tuple[ImagePart, ...]:
        """The pictures in the order in which they are sent; one sent twice is listed twice."""
        parts = (part for message in self.prompt for part in message.parts)
        return tuple(part for part in parts if isinstance(part, ImagePart))


def training_examples(
    pack: Pack, *, profile: Profile, tasks: Sequence[str] = ()
) -> Iterator[TrainingExample]:
    """The items of a pack with their right answers, in the pack's order.

    The response is written by the item's kind from gold. Numbers of boxes are in the profile's
    coordinate frame (``boxes.coord_frame``), so that a model learns to answer in the numbers in
    which it will be read. Where several orders are right, the response is the gold one.

    Args:
        pack: a pack with its pictures.
        profile: how its answers will be read.
        tasks: the tasks to take; all of them where none is given.

    Raises:
        UnavailableError: when the right answers are withheld, or when a response could not be
            read again, so that a model that learnt it would score nothing; names the item.
        UnknownNameError: for a task that the pack does not hold.
        InputError: when a picture is missing.

    Source: SC-E2, MV-12, MS-22.
    """
    items = pack.items()
    if pack.withheld:
        raise UnavailableError(
            f"{pack.path}: its right answers are withheld; train on the pack that it was made from"
        )
    held = dict.fromkeys(item.task for item in items)
    for task in tasks:
        if task not in held:
            raise UnknownNameError(f"{pack.path}: no task '{task}'; {did_you_mean(task, held)}")
    for item in items:
        if not tasks or item.task in tasks:
            yield _example(pack, item, profile)


def _example(pack: Pack, item: Item, profile: Profile) -> TrainingExample:
    pairs = (
        pair
        for turn, message in zip(item.rendering.turns, pack.messages(item), strict=True)
        for pair in zip(turn.parts, message.parts, strict=True)
    )
    placed = {index: part for index, part in pairs if isinstance(part, ImagePart)}
    images = tuple(placed[index] for index in range(len(item.rendering.images)))
    response = get_kind(item.kind).write(item, gold_in_frame(item, profile), profile)
    parsed = read_response(item, response, profile=profile)
    if parsed.answer is None or (isinstance(parsed.answer, dict) and parsed.answer.get(LOST)):
        raise UnavailableError(
            f"{pack.path}: item '{item.id}': its right answer, written out, cannot be read again"
            f" ({_why(parsed)}); leave the item out"
        )
    return TrainingExample(item.id, item, images, response)


def _why(parsed: Parsed) -> str:
    return parsed.reason or parsed.status
