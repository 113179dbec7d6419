"""Who writes drafts: any model, or the press, which knows the truth."""

from __future__ import annotations

import dataclasses
from typing import Any, Protocol, cast

from panelwise.errors import (
    SettingError,
    UnknownNameError,
)
from panelwise.models import (
    OPENAI_URL,
    Model,
    OpenAIModel,
    Request,
    Response,
    Sampling,
    openai_price,
    url_without_secrets,
)


class Writer(Protocol):
    """Whoever writes drafts when asked."""

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
        sampling: decoding parameters; by default the provider's own.
    """

    def __init__(self, model: Model, sampling: Sampling | None = None) -> None:
        self._model = model
        self._sampling = sampling or Sampling()

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model.name

    def identity(self) -> dict[str, Any]:
        """The model and the decoding parameters that are sent."""
        sampling = dataclasses.asdict(self._sampling)
        sent = {key: value for key, value in sampling.items() if value is not None}
        return {"model": self._model.identity(), "sampling": sent}

    async def write(self, request: Request) -> Response:
        """Ask the model once."""
        return await self._model.generate(dataclasses.replace(request, sampling=self._sampling))

    async def close(self) -> None:
        """Close the model's connections."""
        await self._model.close()


def as_writer(who: Writer | Model) -> Writer:
    """A writer as it is; a model as a writer with the provider's own decoding parameters."""
    if hasattr(who, "write"):
        return cast(Writer, who)
    return ModelWriter(who)


def model_writer(name: str, sampling: Sampling | None = None) -> Writer:
    """The writer that a name stands for.

    Args:
        name: ``openai/MODEL`` or ``http://host:port/v1#MODEL``.
        sampling: decoding parameters; by default the provider's own.

    Raises:
        UnknownNameError: for any other name.
        SettingError: for a URL that does not name a model.

    >>> model_writer("http://localhost:8000/v1#qwen").name
    'http://localhost:8000/v1#qwen'
    """
    if name.startswith(("http://", "https://")):
        url, _, model = name.partition("#")
        if not model:
            shown = url_without_secrets(url)
            raise SettingError(f"{shown} does not name a model; write {shown}#MODEL")
        return ModelWriter(OpenAIModel(model, url), sampling)
    prefix, _, model = name.partition("/")
    if prefix != "openai" or not model:
        raise UnknownNameError(
            f"unknown writer '{name}'; write openai/MODEL, http://host:port/v1#MODEL, or, for"
            " comics of the press, press:truth"
        )
    return ModelWriter(OpenAIModel(model, OPENAI_URL, price=openai_price(model)), sampling)
