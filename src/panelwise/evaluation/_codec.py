"""Responses to and from the compressed bytes that runs and the cache keep."""

from __future__ import annotations

import zlib

import orjson

from panelwise.models import Response


def response_to_bytes(response: Response) -> bytes:
    """Everything that came back, the provider's own JSON included.

    The text usually stands in that JSON a second time; within zlib's window a repetition costs
    a few bytes.
    """
    return zlib.compress(
        orjson.dumps(
            {
                "text": response.text,
                "finish_reason": response.finish_reason,
                "refusal": response.refusal,
                "model": response.model,
                "tokens_in": response.tokens_in,
                "tokens_out": response.tokens_out,
                "cost": response.cost,
                "latency": response.latency,
                "raw": response.raw,
            }
        )
    )


def response_from_bytes(data: bytes) -> Response:
    """The response that :func:`response_to_bytes` wrote."""
    return Response(**orjson.loads(zlib.decompress(data)))
