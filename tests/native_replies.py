"""What the providers' documentation prints: requests with everything in them, and replies."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

from panelwise.models import ImagePart, Message, Request, Sampling, TextPart

# A PNG of one pixel, and the same with other bytes behind it: sent as they are, not decoded.
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
SYSTEM, BEFORE, AFTER = "You read “comics”.", "First page:", "What happens? \u0000 \\ \n"


def picture(folder: Path, name: str = "a.png", more: bytes = b"") -> ImagePart:
    data = PIXEL + more
    (folder / name).write_bytes(data)
    suffix = Path(name).suffix[1:]
    return ImagePart(hashlib.sha256(data).hexdigest(), f"image/{suffix}", folder / name)


def conversation(folder: Path, **sampling) -> Request:
    """System words, a turn with two pictures between words, an answer, another question."""
    one, two = picture(folder), picture(folder, "b.png", b"more")
    turns = (
        Message("system", (TextPart(SYSTEM),)),
        Message("user", (TextPart(BEFORE), one, two, TextPart(AFTER))),
        Message("assistant", (TextPart("A cat falls."),)),
        Message("user", (TextPart("And then?"),)),
    )
    return Request(turns, Sampling(**sampling))


def claude(*blocks: dict, stop: str = "end_turn", **more) -> dict:
    """A message, as "Messages" of Anthropic's API reference prints it."""
    return {
        "id": "msg_013Zva2CMHLNnXjNJJKqJ2EF",
        "type": "message",
        "role": "assistant",
        "model": "claude-sonnet-4-5-20250929",
        "content": list(blocks),
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": {
            "input_tokens": 2095,
            "cache_creation_input_tokens": 100,
            "cache_read_input_tokens": 5,
            "output_tokens": 503,
            "service_tier": "standard",
        },
    } | more


def words(text: str) -> dict:
    return {"type": "text", "text": text, "citations": None}


THOUGHT = {"type": "thinking", "thinking": "Hm, [1, 0]?", "signature": "EqQBCgIYAhIM1gbcDa9GJwZA"}
REDACTED = {"type": "redacted_thinking", "data": "EmwKAhgBEgy3va3pzix"}


def gemini_reply(*parts: dict, finish: str = "STOP", **more) -> dict:
    """A response, as "Generating content" of the Gemini API reference prints it."""
    return {
        "candidates": [
            {"content": {"parts": list(parts), "role": "model"}, "finishReason": finish, "index": 0}
        ],
        "usageMetadata": {
            "promptTokenCount": 1295,
            "candidatesTokenCount": 20,
            "thoughtsTokenCount": 480,
            "totalTokenCount": 1795,
            "promptTokensDetails": [
                {"modality": "TEXT", "tokenCount": 5},
                {"modality": "IMAGE", "tokenCount": 1290},
            ],
        },
        "modelVersion": "gemini-2.5-flash",
        "responseId": "mAitaLmkHPPlz7IPvtfUqQ4",
    } | more


def completion(**choice) -> dict:
    """A completion, as OpenRouter's "Usage accounting" prints it."""
    message = {"role": "assistant", "content": "Fine.", "reasoning": "Hm."}
    return {
        "id": "gen-1",
        "model": "google/gemini-2.5-flash",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"} | choice],
        "usage": {
            "prompt_tokens": 194,
            "completion_tokens": 2,
            "total_tokens": 196,
            "cost": 0.00095,
            "cost_details": {"upstream_inference_cost": None},
        },
    }


def google_error(code: int, status: str, message: str, *details: dict) -> dict:
    error = {"code": code, "message": message, "status": status}
    return {"error": error | ({"details": list(details)} if details else {})}


QUOTA = google_error(
    429,
    "RESOURCE_EXHAUSTED",
    "You exceeded your current quota. Please retry in 46.7s.",
    {"@type": "type.googleapis.com/google.rpc.Help", "links": []},
    {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "46.7s"},
)
