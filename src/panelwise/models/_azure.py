"""Azure OpenAI: ``azure/DEPLOYMENT``. OpenAI's chat completions at a resource of one's own.

Sources: Azure OpenAI reference ("v1 API", "Chat completions", "Content filtering", "Batch"), as of
November 2026.
"""

from __future__ import annotations

import os
import re
from typing import Any
from urllib.parse import urlencode, urlsplit, urlunsplit

from panelwise.errors import SettingError
from panelwise.models._api import Home
from panelwise.models._batch_openai import OpenAIBatches
from panelwise.models._chat import ChatModel, service_options
from panelwise.models._names import Provider
from panelwise.models._openai import OpenAIOwnChat
from panelwise.models._request import Model
from panelwise.models._settings import HOSTED_SETTINGS, Setting

ENDPOINT, API_VERSION, KEY = "AZURE_OPENAI_ENDPOINT", "OPENAI_API_VERSION", "AZURE_OPENAI_API_KEY"
AZURE_HOSTS = (".openai.azure.com", ".cognitiveservices.azure.com", ".services.ai.azure.com")


class AzureChat(OpenAIOwnChat):
    """Azure's chat completions."""

    id = "azure.chat"
    models_path = None  # deployments are listed by the management interface alone
    no_list = "check the name: the Azure portal lists the deployments"

    def headers(self, key: str) -> dict[str, str]:
        """The key."""
        return {"api-key": key} if key else {}


class AzureBatches(OpenAIBatches):
    """``POST /openai/v1/files``, ``POST /openai/v1/batches``, for a deployment of a batch type."""

    half_price = "learn.microsoft.com/azure/ai-foundry/openai/how-to/batch"
    endpoint = "/chat/completions"


def _version(text: str) -> str:
    if not re.fullmatch(r"v1|\d{4}-\d{2}-\d{2}(-preview)?", text):
        raise ValueError
    return text


AZURE_SETTINGS = HOSTED_SETTINGS | {
    "api_version": Setting(_version, "v1, or a date such as 2024-10-21 or 2025-04-01-preview")
}


def _make(rest: str, values: dict[str, Any]) -> Model:
    endpoint = values.pop("url", os.environ.get(ENDPOINT, "")).strip()
    version = values.pop("api_version", os.environ.get(API_VERSION, "").strip() or "v1")
    if not endpoint:
        raise SettingError(
            f"azure/{rest} needs its endpoint; set {ENDPOINT} or url to"
            " https://RESOURCE.openai.azure.com"
        )
    url, path = _address(endpoint, version)
    home = Home("azure", url if _is_azure(url) else "https://azure.invalid", (KEY,))
    options = service_options(values, rest)
    return ChatModel(AzureChat(path), rest, url, home=home, batches=AzureBatches, **options)


def _address(endpoint: str, version: str) -> tuple[str, str]:
    """URL and path of chat completions at an endpoint, by version of the interface.

    >>> _address("https://mine.openai.azure.com/", "v1")
    ('https://mine.openai.azure.com/openai/v1', '/chat/completions')
    >>> _address("https://mine.openai.azure.com", "2024-10-21")[0]
    'https://mine.openai.azure.com/openai?api-version=2024-10-21'
    """
    parts = urlsplit(endpoint)
    base = re.sub(r"/openai(/v1)?$", "", parts.path.rstrip("/")) + "/openai"
    if version == "v1":
        return urlunsplit((parts.scheme, parts.netloc, f"{base}/v1", "", "")), "/chat/completions"
    query = urlencode({"api-version": version})
    url = urlunsplit((parts.scheme, parts.netloc, base, query, ""))
    return url, "/deployments/{model}/chat/completions"


def _is_azure(url: str) -> bool:
    """Whether the key of Azure may be sent there: Azure's hosts, and the endpoint of the
    environment, which belongs to that key.
    """
    here, own = urlsplit(url), urlsplit(os.environ.get(ENDPOINT, "").strip())
    is_own = bool(own.hostname) and (here.hostname, here.port) == (own.hostname, own.port)
    return is_own or (here.scheme == "https" and (here.hostname or "").endswith(AZURE_HOSTS))


azure = Provider(
    "azure/DEPLOYMENT",
    f"a deployment of Azure OpenAI; endpoint in {ENDPOINT}, key in {KEY}",
    _make,
    AZURE_SETTINGS,
    refused=frozenset({"top_k"}),
    keys=(KEY,),
)
