"""OpenRouter: ``openrouter/VENDOR/NAME``. OpenAI's chat completions with fields of its own.

Sources: OpenRouter's documentation ("Reasoning tokens", "Usage accounting", "Provider routing",
"Errors and debugging"), as of November 2026.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from panelwise.errors import FilteredError, ProviderError
from panelwise.models._answer_json import read_json
from panelwise.models._api import Clean, Home
from panelwise.models._chat import ChatModel, service_options
from panelwise.models._failures import error_in_answer, failure
from panelwise.models._names import Provider
from panelwise.models._openai import OpenAIChat
from panelwise.models._request import Model, Response, Sampling
from panelwise.models._settings import HOSTED_SETTINGS

HOME = Home("openrouter", "https://openrouter.ai/api/v1", ("OPENROUTER_API_KEY",))


class OpenRouterChat(OpenAIChat):
    """OpenRouter's chat completions.

    It forwards a request to one of many providers, and drops parameters that this one does not
    know. ``require_parameters`` leaves only providers that take all of them.
    """

    id = "openrouter.chat"

    def check(self, sampling: Sampling, model: str) -> None:
        """Everything is taken; what a model's providers do not know is refused by the router."""
        return

    def parameters(self, sampling: Sampling, model: str) -> dict[str, Any]:
        """OpenAI's, with OpenRouter's ``reasoning``."""
        sent = super().parameters(replace(sampling, reasoning=None), model)
        wanted = sampling.reasoning
        if isinstance(wanted, int):
            sent["reasoning"] = {"max_tokens": wanted}
        elif wanted is not None:
            sent["reasoning"] = {"effort": "none" if wanted == "off" else wanted}
        return sent | ({"provider": {"require_parameters": True}} if sent else {})

    def response(self, answer: dict[str, Any]) -> Response:
        """The response in a completion, with the dollars that it cost."""
        usage = answer.get("usage")
        cost = usage.get("cost") if isinstance(usage, dict) else None
        if not isinstance(cost, int | float) or isinstance(cost, bool) or cost < 0:
            return super().response(answer)
        return replace(super().response(answer), cost=float(cost))

    def failure(
        self, status: int, headers: Mapping[str, str], body: bytes, clean: Clean
    ) -> ProviderError:
        """As for OpenAI; 403 with reasons is a moderation that flagged the input."""
        error = failure(status, headers, body, clean)
        return FilteredError(str(error)) if status == 403 and _is_flagged(body) else error

    def failure_in(self, answer: dict[str, Any], clean: Clean) -> ProviderError | None:
        """An error next to the choices, or in the first choice: the model broke off."""
        choices = answer.get("choices")
        first = choices[0] if isinstance(choices, list) and choices else None
        error = first.get("error") if isinstance(first, dict) else None
        if not error:
            return error_in_answer(answer, clean)
        alone = {"error": error}
        return error_in_answer(alone, clean)


def _is_flagged(body: bytes) -> bool:
    try:
        answer = read_json(body, str)
    except ProviderError:
        return False
    error = answer.get("error") if isinstance(answer, dict) else None
    metadata = error.get("metadata") if isinstance(error, dict) else None
    return isinstance(metadata, dict) and "reasons" in metadata


def _make(rest: str, values: dict[str, Any]) -> Model:
    url = values.pop("url", HOME.url)
    options = service_options(values, rest)
    if HOME.is_at(url):  # every answer says what it cost
        options["capabilities"] = replace(options["capabilities"], priced=True)
    return ChatModel(OpenRouterChat(), rest, url, home=HOME, **options)


openrouter = Provider(
    "openrouter/VENDOR/NAME",
    "OpenRouter, which forwards to many services; key in OPENROUTER_API_KEY",
    _make,
    HOSTED_SETTINGS,
    keys=HOME.variables,
)
