"""Who can be asked: a request with text and images in, a response out."""

from panelwise.models._anthropic import anthropic
from panelwise.models._api import OPENAI_URL, Api, ChatApi, Home
from panelwise.models._asking import Asked, Asker, Patience, StoppedError, within
from panelwise.models._azure import AZURE_SETTINGS, azure
from panelwise.models._batches import (
    Batches,
    BatchRequest,
    BatchResult,
    BatchState,
    UnsureError,
    new_token,
)
from panelwise.models._budget import Budget, Usage
from panelwise.models._chat import ChatModel, service_options
from panelwise.models._embeddings import OpenAIEmbeddings
from panelwise.models._encoders import (
    TextEncoder,
    UseEncoder,
    WordsEncoder,
)
from panelwise.models._families import FAMILIES, Family, family_of, seen_by
from panelwise.models._gemini import gemini
from panelwise.models._images import IMAGE, EncodedImages, body_chunks
from panelwise.models._legible import LEGIBLE, letter_height, letters_as_seen
from panelwise.models._names import (
    ENCODERS,
    MODELS,
    ConfiguredModel,
    Provider,
    find_provider,
    forms_of,
    get_encoder,
    get_model,
    make_named,
    shown,
    split_name,
)
from panelwise.models._openai import OpenAIModel
from panelwise.models._openrouter import openrouter
from panelwise.models._pace import Pace
from panelwise.models._prices import PRICES_DATE, Price, anthropic_price, gemini_price, openai_price
from panelwise.models._providers import (
    embed,
    hf,
    hf_encoder,
    openai,
    openai_encoder,
    url,
    url_encoder,
)
from panelwise.models._request import (
    Capabilities,
    FinishReason,
    ImagePart,
    Message,
    Model,
    Reasoning,
    Request,
    Response,
    Role,
    Sampling,
    TextPart,
    check_sampling,
    longest_answer,
)
from panelwise.models._seeing import Seen
from panelwise.models._service import url_without_secrets
from panelwise.models._settings import (
    DECODING,
    HOSTED_SETTINGS,
    LOCAL_SETTINGS,
    SERVICE_SETTINGS,
    Setting,
    number,
    one_of,
    read_settings,
    whole,
)
from panelwise.models._transformers import TransformersModel
from panelwise.models._transformers_answer import chat_inputs, picture_of
from panelwise.models._transformers_checkpoint import Checkpoint, find_checkpoint
from panelwise.models._transformers_encoder import TransformersEncoder
from panelwise.models._transformers_load import LoadedModel, load_checkpoint
from panelwise.models._transport import HttpAnswer, Transport

__all__ = [
    "AZURE_SETTINGS",
    "DECODING",
    "ENCODERS",
    "FAMILIES",
    "HOSTED_SETTINGS",
    "IMAGE",
    "LEGIBLE",
    "LOCAL_SETTINGS",
    "MODELS",
    "OPENAI_URL",
    "PRICES_DATE",
    "SERVICE_SETTINGS",
    "Api",
    "Asked",
    "Asker",
    "BatchRequest",
    "BatchResult",
    "BatchState",
    "Batches",
    "Budget",
    "Capabilities",
    "ChatApi",
    "ChatModel",
    "Checkpoint",
    "ConfiguredModel",
    "EncodedImages",
    "Family",
    "FinishReason",
    "Home",
    "HttpAnswer",
    "ImagePart",
    "LoadedModel",
    "Message",
    "Model",
    "OpenAIEmbeddings",
    "OpenAIModel",
    "Pace",
    "Patience",
    "Price",
    "Provider",
    "Reasoning",
    "Request",
    "Response",
    "Role",
    "Sampling",
    "Seen",
    "Setting",
    "StoppedError",
    "TextEncoder",
    "TextPart",
    "TransformersEncoder",
    "TransformersModel",
    "Transport",
    "UnsureError",
    "Usage",
    "UseEncoder",
    "WordsEncoder",
    "anthropic",
    "anthropic_price",
    "azure",
    "body_chunks",
    "chat_inputs",
    "check_sampling",
    "embed",
    "family_of",
    "find_checkpoint",
    "find_provider",
    "forms_of",
    "gemini",
    "gemini_price",
    "get_encoder",
    "get_model",
    "hf",
    "hf_encoder",
    "letter_height",
    "letters_as_seen",
    "load_checkpoint",
    "longest_answer",
    "make_named",
    "new_token",
    "number",
    "one_of",
    "openai",
    "openai_encoder",
    "openai_price",
    "openrouter",
    "picture_of",
    "read_settings",
    "seen_by",
    "service_options",
    "shown",
    "split_name",
    "url",
    "url_encoder",
    "url_without_secrets",
    "whole",
    "within",
]
