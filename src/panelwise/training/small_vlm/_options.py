"""What determines a training of the small model, and which files it writes."""

from __future__ import annotations

from dataclasses import dataclass

from panelwise.errors import SettingError

OPTIONS, CARD, SCORES, MODEL = "small-vlm.json", "README.md", "scores.json", "model"


@dataclass(frozen=True, slots=True)
class SmallVlmOptions:
    """Everything but the data that the weights follow from.

    Attributes:
        seed: of weights, order of questions and dropout.
        word_steps: first, encoder and projector learn which words describe a picture, and which
            letters are written in it.
        steps: then, projector and adapter learn to choose options with the language model.
        word_batch, batch: questions in a step of each kind.
        lettering_batch: questions about lettering besides those of ``word_batch``.
        word_rate, rate: the highest learning rates (AdamW).
        threads: of torch; another number adds floating-point numbers in another order.
    """

    seed: int = 0
    word_steps: int = 600
    steps: int = 0
    word_batch: int = 10
    batch: int = 2
    lettering_batch: int = 2
    word_rate: float = 1e-3
    rate: float = 4e-4
    threads: int = 2

    @property
    def all_steps(self) -> int:
        """Of both kinds."""
        return self.word_steps + self.steps

    def check(self) -> None:
        """Refuse values that cannot be used.

        Raises:
            SettingError: naming the value.
        """
        if self.steps < 0:
            raise SettingError(f"--steps {self.steps}: give 0 or more")
        for name in ("word_steps", "word_batch", "batch", "threads"):
            if getattr(self, name) < 1:
                option = name.replace("_", "-")
                raise SettingError(f"--{option} {getattr(self, name)}: give at least 1")

    def rate_at(self, step: int) -> float:
        """The learning rate of a step: in each part it rises over a tenth, then falls to 0."""
        words = step < self.word_steps
        at, count = (step, self.word_steps) if words else (step - self.word_steps, self.steps)
        done = (at + 1) / count
        return (self.word_rate if words else self.rate) * min(1.0, 10 * done, 1.5 * (1.01 - done))
