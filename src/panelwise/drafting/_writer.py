"""What writes drafts: any model, or anything else that answers when asked."""

from __future__ import annotations

import dataclasses
from typing import Any, Protocol, cast

from panelwise.models import (
    ConfiguredModel,
    Model,
    Price,
    Request,
    Response,
    Sampling,
    check_sampling,
)


class Writer(Protocol):
    """Anything that writes drafts when asked."""

    @property
    def name(self) -> str:
        """In the grammar of names, without secrets."""
        ...

    def identity(self) -> dict[str, Any]:
        """What decides its answers besides the request: plain values, no secrets."""
        ...

    async def write(self, request: Request) -> Response:
        """Answer once; retries are drafting's business.

        Raises:
            ProviderError: one of its classes.
        """
        ...

    async def close(self) -> None:
        """Let go of connections; a later ``write`` may open new ones."""
        ...


class ModelWriter:
    """Lets a model write.

    Args:
        model: who is asked.
        sampling: decoding parameters, by default those the model was configured with.
    """

    def __init__(self, model: Model, sampling: Sampling | None = None) -> None:
        if isinstance(model, ConfiguredModel):
            sampling = sampling or model.sampling
            model = model.model
        self._model = model
        self._sampling = sampling or Sampling()
        check_sampling(model, self._sampling)

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model.name

    def identity(self) -> dict[str, Any]:
        """The model and the decoding parameters that are sent."""
        sampling = dataclasses.asdict(self._sampling)
        sent = {key: value for key, value in sampling.items() if value is not None}
        return {"model": self._model.identity(), "sampling": sent}

    @property
    def price(self) -> Price | None:
        """What the model's tokens cost, where that is known."""
        found: Price | None = getattr(self._model, "price", None)
        return found

    @property
    def max_tokens(self) -> int | None:
        """The most tokens of an answer; ``None`` where the provider decides."""
        return self._sampling.max_tokens

    async def write(self, request: Request) -> Response:
        """Ask the model once."""
        return await self._model.generate(dataclasses.replace(request, sampling=self._sampling))

    async def close(self) -> None:
        """Close the model's connections."""
        await self._model.close()


def as_writer(who: Writer | Model) -> Writer:
    """A writer as it is; a model as a writer with its own decoding parameters."""
    return cast(Writer, who) if hasattr(who, "write") else ModelWriter(who)
