"""Who can be asked: a request with text and images in, a response out."""

from panelwise.models._openai import OPENAI_URL, OpenAIModel, url_without_secrets
from panelwise.models._prices import PRICES_DATE, Price, openai_price
from panelwise.models._request import (
    Capabilities,
    FinishReason,
    ImagePart,
    Message,
    Model,
    Request,
    Response,
    Role,
    Sampling,
    TextPart,
)
from panelwise.models._transport import HttpAnswer, Transport

__all__ = [
    "OPENAI_URL",
    "PRICES_DATE",
    "Capabilities",
    "FinishReason",
    "HttpAnswer",
    "ImagePart",
    "Message",
    "Model",
    "OpenAIModel",
    "Price",
    "Request",
    "Response",
    "Role",
    "Sampling",
    "TextPart",
    "Transport",
    "openai_price",
    "url_without_secrets",
]
