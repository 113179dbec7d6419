"""The state of a training of the small model, and its steps."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from panelwise.models.small_vlm import OptionsAsked, SmallVlm, option_scores
from panelwise.training._steps import save_whole
from panelwise.training.small_vlm._groups import PictureGroup
from panelwise.training.small_vlm._options import SmallVlmOptions

if TYPE_CHECKING:
    from numpy.typing import NDArray

_CLIP = 1.0  # norm of the gradient
_SHARP = 3.0  # so tokens that find a word are as long as embeddings are
_WORD = re.compile(r"[a-z0-9:]+")
_SAY_NOTHING = frozenset(
    "a an the and of with in to at on is for by who it as which from".split()  # noqa: SIM905
)


@dataclass(slots=True)
class SmallVlmState:
    """The model, what finds words in its tokens, the optimiser, and how many steps were made."""

    model: SmallVlm
    finder: Any
    optimiser: Any
    step: int = 0
    cpu_seconds: float = 0.0
    _began: float = field(default_factory=time.process_time)  # less what earlier processes spent

    @classmethod
    def begin(cls, model: SmallVlm, options: SmallVlmOptions) -> SmallVlmState:
        """Random weights; dropout begins from the seed."""
        import torch

        torch.manual_seed(options.seed)
        width = model.language.config.hidden_size
        finder = torch.nn.Linear(width, 1)
        torch.nn.init.zeros_(finder.weight)
        torch.nn.init.constant_(finder.bias, -4.0)  # most words do not describe a picture
        lora = [one for one in model.language.parameters() if one.requires_grad]
        trained = [*model.projector.parameters(), *finder.parameters(), *lora]
        return cls(model, finder, torch.optim.AdamW(trained, lr=options.rate, weight_decay=0.05))

    def save(self, path: Path) -> None:
        """Write everything, and how much processor time it took."""
        import torch

        self.cpu_seconds = time.process_time() - self._began
        saved = {
            "model": self.model.trained(),
            "finder": self.finder.state_dict(),
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
        self.finder.load_state_dict(saved["finder"])
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
        self._words, vectors = _vocabulary(state.model, groups)
        centred = vectors - vectors.mean(0)
        self._vectors = vectors / vectors.std()
        self._directions = torch.nn.functional.normalize(centred, dim=1)

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

        has = torch.stack([self._has(text) for one in some for text in one.options])
        used = has.any(0)
        numbers = [number for one in some for number in one.pictures]
        tokens = self._state.model.projector(torch.from_numpy(self._features[numbers]))
        near = torch.logsumexp(_SHARP * tokens @ self._directions[used].T, 1) - np.log(
            tokens.shape[1]
        )
        logits = near + self._state.finder(self._vectors[used])[:, 0]
        has = has[:, used].float()
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

    def _has(self, text: str) -> Any:
        import torch

        found = set(words_of(text))
        return torch.tensor([word in found for word in self._words])


def group_scores(model: SmallVlm, group: PictureGroup, features: NDArray[np.float32]) -> Any:
    """The score of every option (column) for every picture of a group (row)."""
    import torch

    question = model.prepared(group.question, group.options)
    numbers = [*group.pictures, len(features) - 1]
    asked = [OptionsAsked(torch.from_numpy(features[[k]]), *question) for k in numbers]
    rows = option_scores(model.language, model.projector, asked)
    return torch.stack(rows[:-1]) - rows[-1]


def words_of(text: str) -> list[str]:
    """Words that say something.

    >>> words_of("A girl with curly hair, at 5:00.")
    ['girl', 'curly', 'hair', '5:00']
    """
    return [word for word in _WORD.findall(text.lower()) if word not in _SAY_NOTHING]


def _vocabulary(model: SmallVlm, groups: Sequence[PictureGroup]) -> tuple[list[str], Any]:
    """All words of the options, and for each the mean embedding of its tokens."""
    import torch

    words = sorted({word for one in groups for text in one.options for word in words_of(text)})
    table = model.language.get_input_embeddings().weight.detach()
    rows = [table[model.tokens(f" {word}")].float().mean(0) for word in words]
    return words, torch.stack(rows)


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
