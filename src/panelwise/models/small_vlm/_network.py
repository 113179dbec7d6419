"""From features of a picture to tokens of a language model, and options scored by it.

A picture is a grid of features (``build_encoder``). The *projector* turns it into tokens in the
space of the language model's word embeddings. The language model, adapted by LoRA, says how likely
each option is after these tokens and the question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from panelwise.models.small_vlm._sight import CHANNELS, GRID

TOKENS = GRID**2  # of a picture


@dataclass(frozen=True, slots=True)
class VlmShape:
    """Sizes of the trained parts.

    Attributes:
        channels: of the features.
        width: of the projector.
        heads: of its attention.
        rank: of LoRA; 0 without an adapter.
    """

    channels: int = CHANNELS
    width: int = 160
    heads: int = 4
    rank: int = 8


@dataclass(frozen=True, slots=True)
class OptionsAsked:
    """One question about pictures, and the options to be scored.

    Attributes:
        pictures: tokens of each, n × TOKENS × embedding.
        question: token ids of the question, which follow the pictures.
        options: token ids of each option.
    """

    pictures: Any
    question: Sequence[int]
    options: Sequence[Sequence[int]]


def build_projector(shape: VlmShape, embedding: int, seed: int) -> Any:
    """A ``torch.nn.Module`` from features to tokens, with random weights.

    It takes n × channels × GRID × GRID and gives n × TOKENS × embedding.
    """
    import torch
    from torch import nn

    class Projector(nn.Module):  # type: ignore[misc, unused-ignore]
        def __init__(self) -> None:
            super().__init__()
            width = shape.width
            self.even = nn.GroupNorm(1, shape.channels)
            self.narrow = nn.Conv2d(shape.channels, width, 1)
            self.near = nn.Conv2d(width, width, 3, padding=1)
            self.place = nn.Parameter(torch.randn(1, GRID**2, width) * 0.02)
            self.drop = nn.Dropout(0.2)
            self.across = nn.TransformerEncoderLayer(
                width, shape.heads, 2 * width, batch_first=True, norm_first=True
            )
            self.out = nn.Linear(width, embedding)

        def forward(self, features: Any) -> Any:
            x = torch.relu(self.narrow(self.even(features)))
            x = x + torch.relu(self.near(x))
            x = self.across(self.drop(x.flatten(2).transpose(1, 2) + self.place))
            return self.out(x)

    with torch.random.fork_rng([]):
        torch.manual_seed(seed)
        return Projector()


def option_scores(language: Any, asked: Sequence[OptionsAsked]) -> list[Any]:
    """The log-probability of every option of every question, summed over its tokens.

    The options of a question are branches of one sequence: each sees pictures, question and itself.
    All questions are computed in one pass, padded on the right.

    Returns:
        a tensor for each question, one number for each option.
    """
    import torch

    table = language.get_input_embeddings()
    plans = [_branches(len(one.pictures) * TOKENS, one) for one in asked]
    longest = max(len(plan.ids) for plan in plans)
    rows, masks, places = [], [], []
    for plan, one in zip(plans, asked, strict=True):
        words = table(torch.tensor(plan.ids[plan.pictured :])).to(language.dtype)
        row = torch.cat([one.pictures.flatten(0, 1).to(language.dtype), words])
        rows.append(torch.nn.functional.pad(row, (0, 0, 0, longest - len(row))))
        masks.append(_mask(plan, longest, language.dtype))
        places.append(torch.tensor(plan.places + [0] * (longest - len(plan.places))))
    hidden = language.get_decoder()(
        inputs_embeds=torch.stack(rows),
        attention_mask=torch.stack(masks)[:, None],
        position_ids=torch.stack(places),
        use_cache=False,
    ).last_hidden_state
    return [_sums(language, row, plan) for row, plan in zip(hidden, plans, strict=True)]


@dataclass(frozen=True, slots=True)
class _Plan:
    """One sequence: token ids (-1 in place of pictures), their branch (0: prefix) and position."""

    ids: list[int]
    branches: list[int]
    places: list[int]
    pictured: int
    prefix: int


def _branches(pictured: int, asked: OptionsAsked) -> _Plan:
    prefix = pictured + len(asked.question)
    ids, branches = [-1] * pictured + list(asked.question), [0] * prefix
    places = list(range(prefix))
    for number, option in enumerate(asked.options, 1):
        ids += option
        branches += [number] * len(option)
        places += range(prefix, prefix + len(option))
    return _Plan(ids, branches, places, pictured, prefix)


def _mask(plan: _Plan, longest: int, dtype: Any) -> Any:
    """What each token sees: earlier ones of the prefix and of its own branch; padding, itself."""
    import torch

    branch = torch.tensor(plan.branches + [-1] * (longest - len(plan.branches)))
    same = (branch[:, None] == branch[None]) | (branch[None] == 0)
    seen = same & torch.ones(longest, longest, dtype=torch.bool).tril()
    return torch.zeros(longest, longest, dtype=dtype).masked_fill(
        ~(seen | torch.eye(longest, dtype=torch.bool)), torch.finfo(dtype).min
    )


def _sums(language: Any, hidden: Any, plan: _Plan) -> Any:
    """Log-probabilities by option: each token is predicted by the one before it in its branch."""
    import torch

    ends = list(range(plan.prefix, len(plan.ids)))
    before = [k - 1 if plan.branches[k - 1] == plan.branches[k] else plan.prefix - 1 for k in ends]
    logits = language.get_output_embeddings()(hidden[before]).float()
    right = torch.tensor([plan.ids[k] for k in ends])
    found = logits.log_softmax(-1).gather(1, right[:, None])[:, 0]
    options = torch.tensor([plan.branches[k] - 1 for k in ends])
    return torch.zeros(max(plan.branches)).index_add(0, options, found)
