"""Samples as tensors: the prompt of an evaluation, then the response, which alone is learnt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from panelwise.errors import InputError, PanelwiseError
from panelwise.models import LoadedModel, Request, chat_inputs
from panelwise.training.recipes import TrainingSample

IGNORED = -100  # the label of a token that is not learnt

# Per token, like input_ids; everything else that a processor returns is about pictures.
_PER_TOKEN = ("input_ids", "attention_mask", "labels", "mm_token_type_ids", "token_type_ids")


def response_labels(prompt: Sequence[int], response: Sequence[int]) -> list[int]:
    """The labels of a prompt followed by a response: those of the response.

    >>> response_labels([5, 6, 7], [8, 2])
    [-100, -100, -100, 8, 2]
    """
    return [IGNORED] * len(prompt) + list(response)


@dataclass(frozen=True, slots=True)
class Encoder:
    """Turns samples into tensors by a checkpoint's own processor.

    Attributes:
        loaded: the checkpoint.
        max_length: most tokens of a sample.
    """

    loaded: LoadedModel
    max_length: int

    def encode(self, sample: TrainingSample) -> dict[str, Any]:
        """``input_ids``, ``attention_mask`` and ``labels`` of shape (1, tokens), and the pictures.

        The prompt is tokenised as in an evaluation. The response ends with the token that ends a
        turn.

        Raises:
            InputError: for a sample that is too long, whose response spells a control token, or
                that the processor does not take.
        """
        import torch

        try:
            inputs = dict(chat_inputs(self.loaded, [Request(sample.messages)]))
        except PanelwiseError as error:
            raise InputError(f"sample '{sample.id}': {error}") from error
        prompt = inputs["input_ids"][0].tolist()
        response = self.response_tokens(sample)
        length = len(prompt) + len(response)
        if length > self.max_length:
            raise InputError(
                f"sample '{sample.id}' is {length} tokens long ({len(response)} of them the"
                f" response), of at most {self.max_length}; set max_pixels lower or max_length"
                " higher, or leave the item out"
            )
        added = torch.tensor([response], dtype=torch.long)
        encoded = dict(inputs)
        encoded["input_ids"] = torch.cat([inputs["input_ids"], added], dim=1)
        encoded["attention_mask"] = torch.ones(1, length, dtype=torch.long)
        encoded["labels"] = torch.tensor([response_labels(prompt, response)])
        for name in ("mm_token_type_ids", "token_type_ids"):
            if name in inputs:
                words = torch.zeros_like(added)
                encoded[name] = torch.cat([torch.as_tensor(inputs[name]), words], dim=1)
        return encoded

    def response_tokens(self, sample: TrainingSample) -> list[int]:
        """The response as the chat template writes it, up to the token that ends the turn.

        Raises:
            InputError: when the response spells a control token, or the template rewrites it.
        """
        tokenizer = self.loaded.tokenizer
        control = set(tokenizer.get_added_vocab()) | set(tokenizer.all_special_tokens)
        spelt = sorted(word for word in control if word in sample.response)
        if spelt:
            raise InputError(
                f"sample '{sample.id}': the response spells the control token {spelt[0]}, which"
                " would end or alter the turn; correct the text or leave the item out"
            )
        written = self._written(sample.response)
        if written is None:
            raise InputError(
                f"sample '{sample.id}': the chat template does not put a response after the prompt"
                " unchanged, so prompts of training and evaluation would differ; use a checkpoint"
                " whose template does"
            )
        tokens: list[int] = tokenizer(written, add_special_tokens=False)["input_ids"]
        ends = self.loaded.ends or [tokenizer.eos_token_id]
        last = next((k for k, token in enumerate(tokens) if token in ends), None)
        return [*tokens, ends[0]] if last is None else tokens[: last + 1]

    def _written(self, response: str) -> str | None:
        """What the template writes after a prompt for a response; ``None``: it rewrites either."""
        asked = [{"role": "user", "content": self._content("?")}]
        said = [*asked, {"role": "assistant", "content": self._content(response)}]
        template = self.loaded.processor.apply_chat_template
        prompt = template(asked, tokenize=False, add_generation_prompt=True)
        whole = template(said, tokenize=False, add_generation_prompt=False)
        if not whole.startswith(prompt):
            return None
        written: str = whole[len(prompt) :]
        return written if response.strip() in written else None

    def _content(self, text: str) -> Any:
        return [{"type": "text", "text": text}] if self.loaded.takes_images else text


def collate(rows: Sequence[dict[str, Any]], pad: int) -> dict[str, Any]:
    """Encoded samples as one batch: texts padded on the right, pictures one after the other."""
    import torch

    longest = max(row["input_ids"].shape[1] for row in rows)
    filling = {"input_ids": pad, "labels": IGNORED}
    batch: dict[str, Any] = {}
    for name in dict.fromkeys(key for row in rows for key in row):
        values = [torch.as_tensor(row[name]) for row in rows if name in row]
        if name in _PER_TOKEN:
            values = [
                torch.nn.functional.pad(
                    one, (0, longest - one.shape[1]), value=filling.get(name, 0)
                )
                for one in values
            ]
        elif values[0].ndim == 5:  # pictures in tiles, of which some have more than others
            most = max(one.shape[1] for one in values)
            values = [
                torch.nn.functional.pad(one, (0, 0) * 3 + (0, most - one.shape[1]))
                for one in values
            ]
        batch[name] = torch.cat(values)
    return batch
