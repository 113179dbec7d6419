"""The seam between requests and providers' formats: all that a native provider has to say.

A provider is one file: a :class:`ChatApi` (a request as bytes, an answer as a response; the way its
failures and its key are written where they differ from OpenAI's) and a :class:`Provider` for its
entry point. Images, connections, secrets, retries, pace and budgets are the same for all.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlsplit

from panelwise.errors import ProviderError
from panelwise.models._failures import error_in_answer, failure
from panelwise.models._images import EncodedImages
from panelwise.models._request import Request, Response, Sampling

OPENAI_URL = "https://api.openai.com/v1"
Clean = Callable[[str], str]
"""Removes secrets from a text."""


@dataclass(frozen=True, slots=True)
class Home:
    """A provider's own address.

    Attributes:
        prefix: of the names of its models there ("openai").
        url: up to the version.
        variables: of the environment, which hold the key; the first that is set counts.
    """

    prefix: str
    url: str
    variables: tuple[str, ...]

    def is_at(self, url: str) -> bool:
        """Whether a URL leads there."""
        there, here = urlsplit(url), urlsplit(self.url)
        return there.hostname == here.hostname and here.port in (None, there.port)


OPENAI = Home("openai", OPENAI_URL, ("OPENAI_API_KEY",))


class Api:
    """One endpoint of a provider's HTTP interface; the defaults are OpenAI's.

    Args:
        path: of the endpoint below the URL; ``{model}`` in it is the model's name.

    Attributes:
        models_path: of the list of models below the URL; ``None`` where there is none.
        no_list: what to do where that list cannot be read.
    """

    models_path: str | None = "/models"
    no_list: str = "check the address: most end in /v1"

    def __init__(self, path: str) -> None:
        self.path = path

    def path_of(self, model: str) -> str:
        """The path for a model."""
        return self.path.replace("{model}", quote(model, safe=""))

    def headers(self, key: str) -> dict[str, str]:
        """The headers of every request; the key is empty where there is none."""
        return {"Authorization": f"Bearer {key}"} if key else {}

    def listed(self, content: Any) -> list[str] | None:
        """The names in the list of models; ``None`` when it is no such list."""
        entries = content.get("data") if isinstance(content, dict) else None
        return names_in(entries, "id")

    def failure(
        self, status: int, headers: Mapping[str, str], body: bytes, clean: Clean
    ) -> ProviderError:
        """The error that an answer other than 200 stands for; ``clean`` goes over its words."""
        return failure(status, headers, body, clean)

    def failure_in(self, answer: dict[str, Any], clean: Clean) -> ProviderError | None:
        """The error in an answer with status 200, if there is one."""
        return error_in_answer(answer, clean)


def names_in(entries: Any, field: str) -> list[str] | None:
    """The texts of one field of a list's objects; ``None`` when it is no list."""
    if not isinstance(entries, list):
        return None
    named = [entry.get(field) for entry in entries if isinstance(entry, dict)]
    return [name for name in named if isinstance(name, str)]


class ChatApi(Api, ABC):
    """How a provider's chat is spoken.

    Attributes:
        id: what identities call it ("openai.chat"); the cache of answers is keyed by it.
    """

    id: str

    def check(self, sampling: Sampling, model: str) -> None:
        """Refuse decoding parameters that the provider is known not to take for a model.

        Called before anything is asked. What is not refused here must be sent.

        Raises:
            SettingError: names the parameter and what is taken instead.
        """
        return

    def default_max_tokens(self, sampling: Sampling, model: str) -> int | None:
        """The longest answer where the sampling limits none; ``None`` where the service decides."""
        del sampling, model
        return None

    @abstractmethod
    def body(self, request: Request, model: str, images: EncodedImages) -> Sequence[bytes]:
        """The body of a request, as chunks whose concatenation is JSON."""

    @abstractmethod
    def response(self, answer: dict[str, Any]) -> Response:
        """What an answer says; cost, latency and the answer itself are added by the caller.

        Raises:
            UnreadableAnswerError: when there is no message in it.
        """
