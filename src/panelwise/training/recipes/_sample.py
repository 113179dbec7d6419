"""What a model learns from: a conversation and the response to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from panelwise.models import Message
from panelwise.tasks import Item


@dataclass(frozen=True, slots=True)
class TrainingSample:
    """One sample of a training.

    Attributes:
        id: unique within the training.
        part: of the mix that it belongs to, such as ``ocr``.
        messages: what the model is shown, exactly as in an evaluation.
        response: what it learns to say; empty where rewards decide.
        item: that the answer is scored by; ``None`` for pictures from elsewhere.
    """

    id: str
    part: str
    messages: tuple[Message, ...]
    response: str
    item: Item | None = None


@dataclass(frozen=True, slots=True)
class Prepared:
    """The samples of a training and what is known of them.

    Attributes:
        samples: in a fixed order; the trainer shuffles them by its seed.
        facts: what the card says about them, by name.
    """

    samples: tuple[TrainingSample, ...]
    facts: Mapping[str, str | int | float] = field(default_factory=dict)

    @property
    def mix(self) -> dict[str, int]:
        """How many samples each part has."""
        counts: dict[str, int] = {}
        for sample in self.samples:
            counts[sample.part] = counts.get(sample.part, 0) + 1
        return counts
