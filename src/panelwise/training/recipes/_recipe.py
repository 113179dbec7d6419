"""What a training recipe is: every number with where it comes from.

Source: specification 3.7 (SC-E2), 4.4 (MV-12).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Generic, Literal, TypeVar

from panelwise.errors import SettingError, UnavailableError
from panelwise.packs import Pack
from panelwise.profile import RECOMMENDED, Profile
from panelwise.registry import did_you_mean
from panelwise.training.recipes._sample import Prepared

Value = TypeVar("Value")
Origin = Literal["paper", "code", "ours", "given"]
"""The paper, its released code, this project, or the user."""


@dataclass(frozen=True, slots=True)
class Stated(Generic[Value]):
    """A value and where it comes from.

    Attributes:
        note: what must be known of it, such as why it is ours.
        choices: the values that it may have; empty where any of its type will do.
    """

    value: Value
    origin: Origin
    note: str = ""
    choices: tuple[Value, ...] = ()


def paper(value: Value, note: str = "", choices: tuple[Value, ...] = ()) -> Stated[Value]:
    """A value that the paper prints."""
    return Stated(value, "paper", note, choices)


def code(value: Value, note: str = "", choices: tuple[Value, ...] = ()) -> Stated[Value]:
    """A value of the paper's released code."""
    return Stated(value, "code", note, choices)


def ours(value: Value, note: str = "", choices: tuple[Value, ...] = ()) -> Stated[Value]:
    """A value that neither states."""
    return Stated(value, "ours", note, choices)


_FITS_ALL = ours(1, "one sample at a time fits any machine; a batch is accumulated")
SCHEDULES = ("cosine", "linear", "constant", "constant_with_warmup")
_EVERY = ours(500, "steps between checkpoints")


@dataclass(frozen=True, slots=True)
class Hyperparameters:
    """How a model is trained.

    Attributes:
        epochs: passes over the samples.
        batch: samples a step, over all devices and accumulated passes.
        device_batch: samples in one forward pass.
        learning_rate, schedule, warmup: the peak, its course, and the share of steps that rise.
        weight_decay, clip: of AdamW; the largest norm of a gradient.
        method: ``full`` or ``lora``.
        lora_rank, lora_alpha, lora_dropout: of the adapter, where the method is ``lora``.
        precision: of the forward pass where there is CUDA; ``fp32`` is used elsewhere.
        checkpointing: whether activations are computed again to save memory.
        max_length: most tokens of a sample; a longer one is refused, never cut.
        min_pixels, max_pixels: area to which the processor resizes a picture; 0: as it is set.
        seeds: of the runs; the first is the default.
        save_every: steps between checkpoints.
    """

    epochs: Stated[float]
    batch: Stated[int]
    learning_rate: Stated[float]
    schedule: Stated[str]
    warmup: Stated[float]
    max_length: Stated[int]
    seeds: Stated[tuple[int, ...]]
    method: Stated[str]
    weight_decay: Stated[float] = field(default=ours(0.0))
    clip: Stated[float] = field(default=ours(1.0))
    device_batch: Stated[int] = field(default=_FITS_ALL)
    lora_rank: Stated[int] = field(default=ours(8))
    lora_alpha: Stated[int] = field(default=ours(16))
    lora_dropout: Stated[float] = field(default=ours(0.05))
    precision: Stated[str] = field(default=ours("bf16", choices=("bf16", "fp32")))
    checkpointing: Stated[str] = field(default=ours("on", choices=("on", "off")))
    min_pixels: Stated[int] = field(default=ours(0, "the checkpoint's own"))
    max_pixels: Stated[int] = field(default=ours(0, "the checkpoint's own"))
    save_every: Stated[int] = field(default=_EVERY)

    @property
    def limits(self) -> dict[str, int]:
        """``min_pixels`` and ``max_pixels``, where they are not the checkpoint's own."""
        named = {"min_pixels": self.min_pixels.value, "max_pixels": self.max_pixels.value}
        return {name: value for name, value in named.items() if value}


Options = Mapping[str, Any]
"""The values of a recipe's own options, by name, and its limits of pixels."""


@dataclass(frozen=True, slots=True)
class TrainingRecipe:
    """A training of a paper, or of our own, as one value.

    Attributes:
        name: as ``panelwise train`` takes it.
        title: in a few words.
        source: paragraphs of the paper and of the specification.
        bases: checkpoints that are trained.
        objective: ``responses`` (supervised) or ``rewards`` (GRPO).
        needs: the packs that it is trained on, in words.
        tests: the packs that it is evaluated on, in words.
        hyper: how it is trained.
        options: values of its own, such as which data are used.
        prepare: packs, options and seed to samples.
        answer_tokens: most tokens of an answer in the evaluations, by task; others have the
            model's own limit.
        seen_apart: tasks whose test items may show pictures of the training: the score of the
            others is the headline, that of all is ``paper`` (AMB-23).
        published: the tables with the paper's results.
        untried: what could not be tried with this recipe, for its card.
    """

    name: str
    title: str
    source: str
    bases: Stated[tuple[str, ...]]
    objective: Literal["responses", "rewards"]
    needs: str
    tests: str
    hyper: Hyperparameters
    prepare: Callable[[Sequence[Pack], Options, Profile, int], Prepared]
    options: Mapping[str, Stated[Any]] = field(default_factory=dict)
    answer_tokens: Mapping[str, Stated[int]] = field(default_factory=dict)
    seen_apart: tuple[str, ...] = ()
    published: tuple[str, ...] = ()
    untried: tuple[str, ...] = ()

    def with_settings(self, given: Mapping[str, str]) -> TrainingRecipe:
        """A copy with hyperparameters and options changed, which are marked as given.

        Args:
            given: name → text, as typed on a command line.

        Raises:
            SettingError: for an unknown name or a value that it cannot have.
        """
        hyper, options, tokens = self.hyper, dict(self.options), dict(self.answer_tokens)
        named = {one.name for one in fields(hyper)} - {"seeds"}
        for name, text in given.items():
            if name in named:
                changed: Any = {name: _read(name, getattr(hyper, name), text)}
                hyper = replace(hyper, **changed)
            elif name in options:
                options[name] = _read(name, options[name], text)
            elif name == "answer_tokens":
                most = _read(name, ours(1), text)
                tokens = dict.fromkeys([*tokens, "*"], most)
            else:
                known = sorted([*named, *options, "answer_tokens"])
                hint = did_you_mean(name, known)
                raise SettingError(f"{self.name} has no setting '{name}'; {hint}")
        return replace(self, hyper=hyper, options=options, answer_tokens=tokens)

    def samples(self, packs: Sequence[Pack], seed: int, profile: Profile = RECOMMENDED) -> Prepared:
        """What is learnt from packs, in the order of training before it is shuffled.

        Raises:
            InputError: when the packs are not those that it needs.
            UnavailableError: when the right answers of one are withheld.
        """
        for pack in packs:
            if pack.withheld:
                raise UnavailableError(
                    f"{pack.path}: its right answers are withheld; train on the pack that it was"
                    " made from"
                )
        values = {name: one.value for name, one in self.options.items()} | self.hyper.limits
        return self.prepare(packs, values, profile, seed)

    def stated(self) -> dict[str, Stated[Any]]:
        """All its values by name, for lists and cards."""
        hyper = {one.name: getattr(self.hyper, one.name) for one in fields(self.hyper)}
        tokens = {f"answer_tokens of {task}": one for task, one in self.answer_tokens.items()}
        return {"bases": self.bases, **self.options, **hyper, **tokens}


def _read(name: str, now: Stated[Any], text: str) -> Stated[Any]:
    """A text as a value of the same type.

    >>> _read("epochs", paper(1.0), "3"), _read("method", ours("full"), "lora").value
    (Stated(value=3.0, origin='given', note='', choices=()), 'lora')
    """
    kind = type(now.value)
    try:
        value = kind(text)
    except ValueError:
        words = {int: "a whole number", float: "a number"}[kind]
        raise SettingError(f"{name}={text}: give {words}") from None
    if kind in (int, float) and value < 0:
        raise SettingError(f"{name}={text}: it must not be negative")
    if now.choices and value not in now.choices:
        known = ", ".join(map(str, now.choices))
        raise SettingError(f"{name}={text}: give one of {known}")
    return Stated(value, "given", "", now.choices)
