"""The state of a training of the small model, and its steps."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from panelwise.models.small_vlm import SmallVlm, option_words, word_vectors, words_of
from panelwise.training._steps import save_whole
from panelwise.training.small_vlm._groups import PictureGroup
from panelwise.training.small_vlm._options import SmallVlmOptions

if TYPE_CHECKING:
    from numpy.typing import NDArray

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
        lora = [one for one in model.language.parameters() if one.requires_grad]
        trained = [*model.projector.parameters(), *model.finder.parameters(), *lora]
        return cls(model, torch.optim.AdamW(trained, lr=options.rate, weight_decay=0.05))

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
        groups: the questions.
        features: of all pictures; the last are those of a blank one.
        options: of the training.
    """

    def __init__(
        self,
        state: SmallVlmState,
        groups: Sequence[PictureGroup],
        features: NDArray[np.float32],
        options: SmallVlmOptions,
    ) -> None:
        import torch

        self._state, self._groups, self._options = state, groups, options
        self._features = features
        words = sorted({word for one in groups for text in one.options for word in words_of(text)})
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
        rng = np.random.default_rng([options.seed, state.step])
        count = min(len(self._groups), options.word_batch if finding else options.batch)
        some = [self._groups[k] for k in rng.choice(len(self._groups), count, replace=False)]
        for group in state.optimiser.param_groups:
            group["lr"] = options.rate_at(state.step)
        state.model.projector.train()
        loss, right = self._word_loss(some) if finding else self._choice_loss(some)
        state.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        trained = [one for part in state.optimiser.param_groups for one in part["params"]]
        torch.nn.utils.clip_grad_norm_(trained, _CLIP)
        state.optimiser.step()
        state.step += 1
        return {"step": state.step, "loss": float(loss.detach()), "right": right}

    def _word_loss(self, some: Sequence[PictureGroup]) -> tuple[Any, float]:
        """Which words are true of a picture, and which option they speak for.

        A word is found where any token points towards its embedding.
        """
        import torch
        from torch.nn import functional

        model = self._state.model
        words, has = option_words([text for one in some for text in one.options])
        numbers = [number for one in some for number in one.pictures]
        tokens = model.projector(torch.from_numpy(self._features[numbers]))
        logits = model.finder(tokens, torch.stack([self._vectors[word] for word in words]))
        found = functional.binary_cross_entropy_with_logits(logits, has, reduction="sum")
        scores, at = logits @ has.T, 0
        rows = []
        for one in some:
            end = at + len(one.options)
            rows.append(scores[at:end, at:end])
            at = end
        loss, right = _chosen(rows)
        return loss + found / (10 * len(numbers)), right

    def _choice_loss(self, some: Sequence[PictureGroup]) -> tuple[Any, float]:
        return _chosen([group_scores(self._state.model, one, self._features) for one in some])


def group_scores(model: SmallVlm, group: PictureGroup, features: NDArray[np.float32]) -> Any:
    """The score of every option (column) for every picture of a group (row)."""
    import torch

    shown = [torch.from_numpy(features[[number]]) for number in group.pictures]
    blank = torch.from_numpy(features[-1:])
    return model.compared(group.question, group.options, shown, blank)


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
