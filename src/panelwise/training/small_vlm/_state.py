"""The state of a training of the small model, and its steps."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from panelwise.models.small_vlm import (
    REFERENCES,
    SmallVlm,
    option_words,
    texts_have,
    word_vectors,
    words_of,
)
from panelwise.training._steps import save_whole
from panelwise.training.small_vlm._groups import PictureGroup, PictureGroups
from panelwise.training.small_vlm._options import SmallVlmOptions
from panelwise.training.small_vlm._pictures import CutOuts
from panelwise.training.small_vlm._varied import varied

if TYPE_CHECKING:
    from numpy.typing import NDArray

ENCODER_RATE = 0.3  # of the learning rate of the other parts
_CLIP = 1.0  # norm of the gradient


@dataclass(slots=True)
class SmallVlmState:
    """The model, the optimiser, and how many steps were made."""

    model: SmallVlm
    optimiser: Any
    step: int = 0
    cpu_seconds: float = 0.0
    _began: float = field(default_factory=time.process_time)  # less what earlier processes spent

    @classmethod
    def begin(cls, model: SmallVlm, options: SmallVlmOptions) -> SmallVlmState:
        """Random weights; dropout begins from the seed."""
        import torch

        torch.manual_seed(options.seed)
        if not options.steps:
            model.finder.trust.data.zero_()
        lora = [one for one in model.language.parameters() if one.requires_grad]
        slow = [one for one in model.encoder.parameters() if one.requires_grad]
        new = (model.projector, model.finder, model.letters)
        fast = [*(one for part in new for one in part.parameters()), *lora]
        parts = [{"params": fast, "share": 1.0}, {"params": slow, "share": ENCODER_RATE}]
        return cls(model, torch.optim.AdamW(parts, lr=options.rate, weight_decay=0.05))

    def save(self, path: Path) -> None:
        """Write everything, and how much processor time it took."""
        import torch

        self.cpu_seconds = time.process_time() - self._began
        saved = {
            "model": self.model.trained(),
            "optimiser": self.optimiser.state_dict(),
            "rng": torch.get_rng_state(),
            "step": self.step,
            "cpu_seconds": self.cpu_seconds,
        }
        save_whole(saved, path)

    def load(self, path: Path) -> None:
        """Take over what :meth:`save` wrote."""
        import torch

        saved = torch.load(path, map_location="cpu", weights_only=True)
        self.model.take(saved["model"])
        self.optimiser.load_state_dict(saved["optimiser"])
        torch.set_rng_state(saved["rng"])
        self.step, self.cpu_seconds = saved["step"], saved["cpu_seconds"]
        self._began = time.process_time() - self.cpu_seconds


class GroupSteps:
    """Makes the steps of a training.

    Args:
        state: what changes.
        data: the questions and their pictures.
        options: of the training.
    """

    def __init__(self, state: SmallVlmState, data: PictureGroups, options: SmallVlmOptions) -> None:
        import torch

        self._state, self._data, self._options = state, data, options
        self._shown = [one for one in data.groups if not one.is_lettering]
        self._written = [one for one in data.groups if one.is_lettering]
        texts = [*data.pictures.details, *(text for one in self._shown for text in one.options)]
        words = sorted({word for text in texts for word in words_of(text)})
        model = state.model
        self._vectors = dict(
            zip(words, word_vectors(words, model.table, model.tokens), strict=True)
        )
        if state.step == 0:
            model.finder.centre.copy_(torch.stack([*self._vectors.values()]).mean(0))

    def __call__(self) -> Mapping[str, float]:
        """Make the next step; a line of the log."""
        import torch

        state, options = self._state, self._options
        finding = state.step < options.word_steps
        if state.step == options.word_steps:
            refer(state.model, self._data, options.seed)
        rng = np.random.default_rng([options.seed, state.step])
        some = _drawn(self._shown, options.word_batch if finding else options.batch, rng)
        for part in state.optimiser.param_groups:
            part["lr"] = part["share"] * options.rate_at(state.step)
        state.model.encoder.train(finding)
        state.model.projector.train()
        loss, right = self._word_loss(some, rng) if finding else self._choice_loss(some)
        line = {"right": right}
        if finding and self._written:
            texts = _drawn(self._written, options.lettering_batch, rng)
            more, line["read"] = self._lettering_loss(texts, rng)
            loss = loss + more
        state.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        trained = [one for part in state.optimiser.param_groups for one in part["params"]]
        torch.nn.utils.clip_grad_norm_(trained, _CLIP)
        state.optimiser.step()
        state.step += 1
        return {"step": state.step, "loss": float(loss.detach()), **line}

    def _word_loss(
        self, some: Sequence[PictureGroup], rng: np.random.Generator
    ) -> tuple[Any, float]:
        """Which words are true of a picture, and which option they speak for.

        A word is found where any token points towards its embedding. An option is compared with
        those of its group, and its picture with all pictures of the step.
        """
        import torch
        from torch.nn import functional

        model, pictures = self._state.model, self._data.pictures
        texts = [text for one in some for text in one.options]
        numbers = [number for one in some for number in one.pictures]
        true = [
            f"{text} {pictures.details[number]}"
            for text, number in zip(texts, numbers, strict=True)
        ]
        words, right = option_words(true)
        said = [set(words_of(text)) for text in texts]
        has = torch.tensor([[float(word in one) for word in words] for one in said])
        shown = torch.from_numpy(pictures.array(numbers)).float()
        tokens = model.seen(varied(shown, true, rng))
        vectors = torch.stack([self._vectors[word] for word in words])
        near = model.finder.near(tokens, vectors)
        logits = near + model.finder.rarity(vectors - model.finder.centre)[:, 0]
        found = functional.binary_cross_entropy_with_logits(logits, right, reduction="sum")
        scores = (near - near.mean(0)) @ has.T
        loss, chosen = _chosen(_own(scores, some))
        whose = functional.cross_entropy(scores.T, torch.arange(len(scores)))
        return loss + whose / 2 + found / (10 * len(numbers)), chosen

    def _lettering_loss(
        self, some: Sequence[PictureGroup], rng: np.random.Generator
    ) -> tuple[Any, float]:
        """Which pairs of letters are written in a picture, and which option they speak for."""
        import torch
        from torch.nn import functional

        model = self._state.model
        numbers = [number for one in some for number in one.pictures]
        texts = [text for one in some for text in one.options]
        shown = torch.from_numpy(self._data.pictures.array(numbers)).float()
        clear = model.written(varied(shown, texts, rng, mirror=False))
        has = texts_have(texts)
        found = functional.binary_cross_entropy_with_logits(
            model.letters.log_odds(clear), has, reduction="sum"
        )
        loss, chosen = _chosen(_own((clear - clear.mean(0)) @ has.T / 10, some))
        return loss + found / (20 * len(numbers)), chosen

    def _choice_loss(self, some: Sequence[PictureGroup]) -> tuple[Any, float]:
        return _chosen([group_scores(self._state.model, one, self._data.pictures) for one in some])


def refer(model: SmallVlm, data: PictureGroups, seed: int) -> None:
    """Take the pictures that others are compared with from those of the training."""
    import torch

    rng = np.random.default_rng(seed)
    model.eval()
    with torch.inference_mode():
        shown = _some_pictures([one for one in data.groups if not one.is_lettering], data, rng)
        model.finder.references.copy_(model.seen(shown))
        if written := [one for one in data.groups if one.is_lettering]:
            model.letters.usual.copy_(model.written(_some_pictures(written, data, rng)).mean(0))


def _some_pictures(
    groups: Sequence[PictureGroup], data: PictureGroups, rng: np.random.Generator
) -> NDArray[np.uint8]:
    numbers = sorted({number for one in groups for number in one.pictures})
    some = rng.choice(numbers, REFERENCES, replace=len(numbers) < REFERENCES)
    return data.pictures.array(some.tolist())


def group_scores(model: SmallVlm, group: PictureGroup, pictures: CutOuts) -> Any:
    """The score of every option (column) for every picture of a group (row)."""
    if group.is_lettering:
        return model.read(pictures.array(group.pictures), group.options)
    seen = model.seen(pictures.array(group.pictures))
    return model.compared(group.question, group.options, seen[:, None])


def _drawn(
    groups: Sequence[PictureGroup], count: int, rng: np.random.Generator
) -> list[PictureGroup]:
    chosen = rng.choice(len(groups), min(count, len(groups)), replace=False)
    return [groups[k] for k in chosen]


def _own(scores: Any, groups: Sequence[PictureGroup]) -> list[Any]:
    """Of all pictures (rows) and options (columns) of a step, those of each group."""
    ends = np.cumsum([len(one.options) for one in groups])
    return [
        scores[end - len(one.options) : end, end - len(one.options) : end]
        for one, end in zip(groups, ends.tolist(), strict=True)
    ]


def _chosen(groups: Sequence[Any]) -> tuple[Any, float]:
    """The mean loss of choosing an option for each picture and a picture for each option.

    Also the share of pictures whose right option has the highest score. Right is the diagonal.
    """
    import torch
    from torch.nn.functional import cross_entropy

    loss, right, count = torch.zeros(()), 0, 0
    for scores in groups:
        wanted = torch.arange(len(scores))
        loss = loss + cross_entropy(scores, wanted, reduction="sum")
        loss = loss + cross_entropy(scores.T, wanted, reduction="sum")
        right += int((scores.argmax(1) == wanted).sum())
        count += len(scores)
    return loss / (2 * count), right / count
