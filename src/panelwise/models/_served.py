"""What a service serves, asked for once when it does not know the model: names for a message."""

from __future__ import annotations

import asyncio
import difflib
from collections.abc import Callable
from typing import Any

from panelwise.errors import ProviderError
from panelwise.models._answer_json import read_json
from panelwise.models._transport import Transport
from panelwise.wording import first_of

SECONDS = 10.0
MOST_NAMES = 10
MOST_COMPARED = 5_000  # OpenRouter lists 400
LONGEST_NAME = 200  # llama.cpp and vLLM name a model by the path of its file


class Served:
    """The models of a service, from its ``/models``.

    However many requests meet a 404, the list is asked for once.

    Args:
        url: of the list, with its secrets; ``None`` where there is none.
        endpoint: of the request that failed, without secrets.
        listed: the names in such a list; ``None`` when it is none.
        no_list: what to do where it cannot be read.
    """

    def __init__(
        self,
        url: str | None,
        endpoint: str,
        listed: Callable[[Any], list[str] | None],
        no_list: str,
    ) -> None:
        self._url = url
        self._endpoint = endpoint
        self._listed, self._no_list = listed, no_list
        self._one_at_a_time = asyncio.Lock()
        self._names: list[str] | None = None
        self._asked = False

    async def hint(
        self,
        model: str,
        transport: Transport,
        headers: dict[str, str],
        clean: Callable[[str], str],
    ) -> str:
        """Why the service may not know a model, in half a line. Never raises.

        Args:
            model: that was asked for.
            transport: to ask with.
            headers: that carry the key.
            clean: removes secrets from the names.
        """
        async with self._one_at_a_time:
            if not self._asked:
                self._asked = True  # first: a second loop may not find the lock taken
                self._names = await self._ask(transport, headers, clean)
        if self._names is None:
            return f"no list of models was found next to {self._endpoint}; {self._no_list}"
        if not self._names:
            return "the service lists no models"
        if model in self._names:
            return f"the service lists '{model}', but does not answer for it at {self._endpoint}"
        near = difflib.get_close_matches(model, self._names, n=1, cutoff=0.5)
        listed = first_of(self._names, MOST_NAMES)
        return f"did you mean '{near[0]}'? It serves {listed}" if near else f"it serves {listed}"

    async def _ask(
        self, transport: Transport, headers: dict[str, str], clean: Callable[[str], str]
    ) -> list[str] | None:
        """The sorted names of the models; ``None`` without a list."""
        if self._url is None:
            return None
        try:
            async with asyncio.timeout(SECONDS):
                answer = await transport.get(self._url, headers)
            content = read_json(answer.body, clean) if answer.status == 200 else None
        except (ProviderError, TimeoutError):
            return None
        names = self._listed(content)
        if names is None:
            return None
        short = (" ".join(name.split())[:LONGEST_NAME] for name in names[:MOST_COMPARED])
        return sorted({name for name in short if name})
