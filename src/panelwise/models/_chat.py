"""A model behind a URL, whatever its provider's format."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from panelwise.errors import FilteredError, ProviderError, SettingError
from panelwise.models._api import ChatApi, Home
from panelwise.models._batches import Batches
from panelwise.models._families import family_of
from panelwise.models._images import EncodedImages
from panelwise.models._prices import Price
from panelwise.models._request import Capabilities, Request, Response, Sampling
from panelwise.models._service import Service
from panelwise.models._transport import Transport


class ChatModel:
    """A model behind a URL.

    The key is read from the environment when the first request is sent: the provider's own
    variable for the provider's own address, ``PANELWISE_API_KEY`` for any other URL (a key is never
    shown to another host). It appears in no name, error, log or run.

    Args:
        api: the provider's format.
        model: the id that the service knows it by.
        url: up to the version (``/v1``); user and password in it are sent, and never written.
        home: the provider, whose own address gives models their name and has its own key.
        timeout: seconds for a whole request.
        connect_timeout: seconds for reaching the server.
        concurrency: most requests at once.
        price: what tokens cost; ``None`` leaves it to the service to say, or unknown.
        batches: the provider's batch service; ``None`` where it has none.
        batch_price: the same for requests of a batch; by default ``price``.
        capabilities: what the model can take.
        transport: replaces the network, for tests.

    Raises:
        SettingError: for a URL that is none.
    """

    def __init__(
        self,
        api: ChatApi,
        model: str,
        url: str,
        *,
        home: Home,
        batches: type[Batches] | None = None,
        timeout: float = 600.0,
        connect_timeout: float = 20.0,
        concurrency: int = 64,
        price: Price | None = None,
        batch_price: Price | None = None,
        capabilities: Capabilities | None = None,
        transport: Transport | None = None,
    ) -> None:
        self.model = model
        self.price = price
        self.batch_price = batch_price or price
        self.capabilities = replace(
            capabilities or Capabilities(),
            concurrency=concurrency,
            timeout=timeout,
            priced=price is not None or (capabilities is not None and capabilities.priced),
        )
        self._api, self._batches = api, batches
        self._images = EncodedImages()
        self._service = Service(
            model,
            url,
            api,
            timeout=timeout,
            connect_timeout=connect_timeout,
            concurrency=concurrency,
            transport=transport,
            home=home,
        )

    @property
    def name(self) -> str:
        """``PROVIDER/MODEL`` or ``URL#MODEL``, without secrets."""
        return self._service.name

    def identity(self) -> dict[str, Any]:
        """What decides the answer besides the request."""
        return {"api": self._api.id, "url": self._service.public_url, "model": self.model}

    def check_sampling(self, sampling: Sampling) -> None:
        """Refuse decoding parameters that the provider does not take for this model.

        Raises:
            SettingError: names the parameter.
        """
        self._api.check(sampling, self.model)

    def default_max_tokens(self, sampling: Sampling) -> int | None:
        """The longest answer where ``sampling`` limits none, if it is known."""
        return self._api.default_max_tokens(sampling, self.model)

    async def generate(self, request: Request) -> Response:
        """Ask once. A filter that refuses the input counts as a refusal, not as a failure.

        Raises:
            SettingError: when a provider's own service is asked without a key, or with a decoding
                parameter that it does not take.
            InputError: when an image is missing or changed.
            ProviderError: one of its classes.
        """
        body = self.body(request)
        started = time.perf_counter()
        try:
            answer = await self._service.post(body)
        except FilteredError as refused:
            return _filtered(refused)
        latency = time.perf_counter() - started
        return self._said(answer, self.price, latency=latency)

    def body(self, request: Request) -> Sequence[bytes]:
        """A request as it is sent, or written into a batch; errors as for :meth:`generate`."""
        self._service.authorised()  # before images are read in vain
        self.check_sampling(request.sampling)
        return self._api.body(request, self.model, self._images)

    @property
    def batches(self) -> Batches | None:
        """The provider's batch service; ``None`` where it has none."""
        make = self._batches
        return None if make is None else make(self._service, self._api, self.model)

    def read_batched(self, answer: dict[str, Any] | ProviderError, batch: str) -> Response:
        """The response to a request that was part of a batch.

        Args:
            answer: as it came back.
            batch: the provider's id of the batch.

        Raises:
            ProviderError: the answer, if it is one; or because there is no message in it.
        """
        if isinstance(answer, FilteredError):
            return replace(_filtered(answer), batch=batch)
        if isinstance(answer, ProviderError):
            raise answer
        error = self._api.failure_in(answer, self._service.clean)
        if error is not None:
            raise error
        return self._said(answer, self.batch_price, batch=batch)

    async def close(self) -> None:
        """Close all connections; a later ``generate`` opens new ones."""
        await self._service.close()

    def _said(self, answer: dict[str, Any], price: Price | None, **known: Any) -> Response:
        said = self._api.response(answer)
        cost = price.cost(said.tokens_in, said.tokens_out) if price else said.cost
        return replace(said, cost=cost, raw=answer, **known)


def _filtered(error: FilteredError) -> Response:
    return Response("", finish_reason="content_filter", refusal=str(error))


def service_options(
    values: dict[str, Any], model: str, listed: Price | None = None
) -> dict[str, Any]:
    """The arguments of :class:`ChatModel` that values of ``SERVICE_SETTINGS`` stand for.

    Args:
        values: those that were given.
        model: its name; its family says in which coordinate frame it answers.
        listed: the price where none was given.

    Raises:
        SettingError: for half a price.
    """
    if ("price_in" in values) != ("price_out" in values):
        raise SettingError("price_in and price_out belong together; set both (US$ per 1M tokens)")
    price = Price(values["price_in"], values["price_out"]) if "price_in" in values else listed
    several = values.get("images", "several") == "several"
    limits: dict[str, Any] = {
        key: values[key] for key in ("timeout", "concurrency") if key in values
    }
    family = family_of(model)
    can = Capabilities(several_images=several)
    if family and family.frame:
        can = replace(can, coordinate_frame=family.frame)
    half = listed.halved() if listed and price is listed else None
    return {"price": price, "batch_price": half, "capabilities": can, **limits}
