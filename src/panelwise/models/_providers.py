"""The providers that come with Panelwise: what its entry points lead to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from panelwise.errors import SettingError
from panelwise.models._api import OPENAI, OPENAI_URL
from panelwise.models._chat import service_options
from panelwise.models._embeddings import OpenAIEmbeddings
from panelwise.models._encoders import TextEncoder, UseEncoder, WordsEncoder
from panelwise.models._names import Provider
from panelwise.models._openai import OpenAIModel
from panelwise.models._prices import openai_price
from panelwise.models._request import Model
from panelwise.models._service import OTHER_KEY, url_without_secrets
from panelwise.models._settings import HOSTED_SETTINGS, LOCAL_SETTINGS, SERVICE_SETTINGS
from panelwise.models._transformers import TransformersModel
from panelwise.models._transformers_encoder import TransformersEncoder

_EMBED = {
    "words": "shared words in any language; no weights, no meaning",
    "use": "Universal Sentence Encoder, 16 languages; needs the extra [embed]",
}
_ENCODERS: dict[str, Callable[[], TextEncoder]] = {"words": WordsEncoder, "use": UseEncoder}
_EMBEDDING_SETTINGS = {key: SERVICE_SETTINGS[key] for key in ("timeout", "concurrency")}


def _openai(rest: str, values: dict[str, Any]) -> Model:
    url = values.pop("url", OPENAI_URL)
    price = openai_price(rest) if OPENAI.is_at(url) else None
    return OpenAIModel(rest, url, **service_options(values, rest, price))


def _at_url(rest: str, values: dict[str, Any]) -> Model:
    url, model = _url_and_model(rest)
    return OpenAIModel(model, url, **service_options(values, model))


def _local(rest: str, values: dict[str, Any]) -> Model:
    several = values.pop("images", "several") == "several"
    return TransformersModel(rest, several_images=several, **values)


def _openai_encoder(rest: str, values: dict[str, Any]) -> TextEncoder:
    return OpenAIEmbeddings(rest, OPENAI_URL, **values)


def _encoder_at_url(rest: str, values: dict[str, Any]) -> TextEncoder:
    url, model = _url_and_model(rest)
    return OpenAIEmbeddings(model, url, **values)


def _url_and_model(rest: str) -> tuple[str, str]:
    url, _, model = rest.partition("#")
    if not model:
        known = url_without_secrets(url)
        parts = urlsplit(known)
        address = known if parts.path.strip("/") else urlunsplit(parts._replace(path="/v1"))
        raise SettingError(f"{known} does not name a model; write {address}#MODEL")
    return url, model


openai = Provider(
    "openai/NAME",
    "OpenAI's service; key in OPENAI_API_KEY",
    _openai,
    HOSTED_SETTINGS,
    refused=frozenset({"top_k"}),
    keys=OPENAI.variables,
    named=r"gpt-|chatgpt-|o\d",
)
url = Provider(
    "http://HOST:PORT/v1#NAME",
    "any OpenAI-compatible server; key in PANELWISE_API_KEY",
    _at_url,
    SERVICE_SETTINGS,
    keys=(OTHER_KEY,),
)
hf = Provider(
    "hf/PATH",
    "a checkpoint of transformers, from a folder or ORG/NAME; needs the extra [hf]",
    _local,
    LOCAL_SETTINGS,
    refused=frozenset({"logprobs"}),
    seed=0,
)
openai_encoder = Provider(
    "openai/NAME",
    "OpenAI's embeddings; key in OPENAI_API_KEY",
    _openai_encoder,
    _EMBEDDING_SETTINGS,
)
url_encoder = Provider(
    "http://HOST:PORT/v1#NAME",
    "any server of OpenAI's embeddings; key in PANELWISE_API_KEY",
    _encoder_at_url,
    _EMBEDDING_SETTINGS,
)
hf_encoder = Provider(
    "hf/PATH",
    "pictures by CLIP, SigLIP or DINOv2, from a folder or ORG/NAME; needs the extra [hf]",
    lambda rest, _: TransformersEncoder(rest),
)
embed = Provider[TextEncoder](
    "embed:NAME",
    "an encoder in this process",
    lambda rest, _: _ENCODERS[rest](),
    members=lambda: _EMBED,
)
