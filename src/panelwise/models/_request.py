"""What any model is asked and what it answers, free of any provider's wire format."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Literal, Protocol

Role = Literal["system", "user", "assistant"]
FinishReason = Literal["stop", "length", "content_filter", "other"]
Reasoning = Literal["off", "low", "medium", "high"] | int
"""How much a model may reason before it answers: a word, or a budget of tokens."""


@dataclass(frozen=True, slots=True)
class TextPart:
    """Words of a message."""

    text: str


@dataclass(frozen=True, slots=True)
class ImagePart:
    """A picture of a message: original bytes on disk, known by their hash.

    ``trusted``: the file is known to be unchanged since it was hashed, and need not be hashed
    again before it is sent.
    """

    sha256: str
    media_type: str
    path: Path
    trusted: bool = False


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation."""

    role: Role
    parts: tuple[TextPart | ImagePart, ...]


@dataclass(frozen=True, slots=True)
class Sampling:
    """Decoding parameters; ``None`` leaves the provider's default and is not sent.

    ``logprobs`` asks for the log-probabilities of the answer's tokens.
    """

    temperature: float | None = None
    top_p: float | None = None
    top_k: int | None = None
    seed: int | None = None
    max_tokens: int | None = None
    reasoning: Reasoning | None = None
    logprobs: Literal["on"] | None = None

    def given(self) -> dict[str, Any]:
        """Those that are set, by name.

        >>> Sampling(temperature=0.0, reasoning="off").given()
        {'temperature': 0.0, 'reasoning': 'off'}
        """
        values = {one.name: getattr(self, one.name) for one in fields(self)}
        return {name: value for name, value in values.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Request:
    """A conversation to be continued by the model."""

    messages: tuple[Message, ...]
    sampling: Sampling = field(default_factory=Sampling)

    @property
    def images(self) -> tuple[ImagePart, ...]:
        """All pictures, in the order in which they are sent."""
        return tuple(
            part
            for message in self.messages
            for part in message.parts
            if isinstance(part, ImagePart)
        )


@dataclass(frozen=True, slots=True)
class Response:
    """What a model answered.

    Attributes:
        text: the answer as it came, nothing stripped.
        finish_reason: why the model stopped, in our four words.
        refusal: the provider's own refusal field, when it has one.
        model: the model id that the provider says answered.
        tokens_in, tokens_out: as the provider counts them, ``None`` when it does not say.
        cost: in US dollars, when a price is known.
        latency: seconds from sending the request to the last byte, without waiting in queues.
        raw: the provider's JSON answer, for the record.
        batch: the provider's id of the batch that the request was part of; ``None``: it was sent
            by itself. Nothing is known of its latency then.
    """

    text: str
    finish_reason: FinishReason = "stop"
    refusal: str | None = None
    model: str | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    cost: float | None = None
    latency: float = 0.0
    raw: dict[str, Any] = field(default_factory=dict)
    batch: str | None = None


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a model can take, and in which numbers it says where something is.

    Attributes:
        coordinate_frame: the name of one of ``panelwise.metrics.COORDINATE_FRAMES``.
            Source: AMB-30.
        concurrency: most requests at once.
        timeout: seconds after which a request is given up; ``None``: never.
        priced: whether responses say what they cost.
    """

    images: bool = True
    several_images: bool = True
    coordinate_frame: str = "pixels"
    concurrency: int = 64
    timeout: float | None = 600.0
    priced: bool = False


class Model(Protocol):
    """Anything that continues a conversation.

    One that does not take every decoding parameter has a method ``check_sampling(sampling)`` that
    raises ``SettingError`` for those; it is called before anything is asked. One that limits
    answers by itself has a method ``default_max_tokens(sampling)``, which estimates use.

    ``identity`` names everything besides the request that decides the answer (model id, URL,
    parameters), as plain values without secrets: the response cache is keyed by it.
    """

    @property
    def name(self) -> str: ...

    @property
    def capabilities(self) -> Capabilities: ...

    def identity(self) -> dict[str, Any]: ...

    async def generate(self, request: Request) -> Response:
        """Ask once; retries are the caller's business.

        Raises:
            ProviderError: one of its classes in ``panelwise.errors``.
        """
        ...

    async def close(self) -> None: ...


def check_sampling(model: Model, sampling: Sampling) -> None:
    """Refuse decoding parameters that a model says it does not take.

    Raises:
        SettingError: names the parameter, and what is taken instead.
    """
    check = getattr(model, "check_sampling", None)
    if check is not None:
        check(sampling)


def longest_answer(model: Model, sampling: Sampling) -> int | None:
    """The most tokens of an answer; ``None`` where the provider decides."""
    default = getattr(model, "default_max_tokens", None)
    if sampling.max_tokens is not None or default is None:
        return sampling.max_tokens
    found: int | None = default(sampling)
    return found
