"""Who can be asked: a request with text and images in, a response out."""

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

__all__ = [
    "Capabilities",
    "FinishReason",
    "ImagePart",
    "Message",
    "Model",
    "Request",
    "Response",
    "Role",
    "Sampling",
    "TextPart",
]
