"""Who can be asked: a request with text and images in, a response out."""

from panelwise.models._asking import Asked, Asker, Patience, StoppedError, within
from panelwise.models._budget import Budget, Usage
from panelwise.models._embeddings import OpenAIEmbeddings
from panelwise.models._encoders import (
    TextEncoder,
    UseEncoder,
    WordsEncoder,
    text_encoder,
)
from panelwise.models._openai import OpenAIModel
from panelwise.models._pace import Pace
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
from panelwise.models._service import OPENAI_URL, url_without_secrets
from panelwise.models._transformers import TransformersModel
from panelwise.models._transport import HttpAnswer, Transport

__all__ = [
    "OPENAI_URL",
    "PRICES_DATE",
    "Asked",
    "Asker",
    "Budget",
    "Capabilities",
    "FinishReason",
    "HttpAnswer",
    "ImagePart",
    "Message",
    "Model",
    "OpenAIEmbeddings",
    "OpenAIModel",
    "Pace",
    "Patience",
    "Price",
    "Request",
    "Response",
    "Role",
    "Sampling",
    "StoppedError",
    "TextEncoder",
    "TextPart",
    "TransformersModel",
    "Transport",
    "Usage",
    "UseEncoder",
    "WordsEncoder",
    "openai_price",
    "text_encoder",
    "url_without_secrets",
    "within",
]
