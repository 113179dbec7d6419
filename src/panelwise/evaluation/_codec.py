"""Responses to and from the compressed bytes that runs and the cache keep."""

from __future__ import annotations

import zlib

import orjson

from panelwise.files import as_declared, check_values
from panelwise.models import Response

MAX_RESPONSE = 128 << 20  # an answer over the wire has at most 32 MiB, and its text a second time


def response_to_bytes(response: Response) -> bytes:
    """Everything that came back, the provider's own JSON included.

    The text usually stands in that JSON a second time; within zlib's window a repetition costs
    a few bytes.
    """
    fields = {
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
    if response.batch is not None:
        fields["batch"] = response.batch
    return zlib.compress(orjson.dumps(fields))


def response_from_bytes(data: bytes) -> Response:
    """The response that :func:`response_to_bytes` wrote.

    Raises:
        InputError: when it holds something else.
        ValueError, TypeError, zlib.error: when it is none.
    """
    unpacker = zlib.decompressobj()
    text = unpacker.decompress(data, MAX_RESPONSE)
    if unpacker.unconsumed_tail:
        raise ValueError(f"a response of more than {MAX_RESPONSE >> 20} MiB")
    fields = orjson.loads(check_values(text, "a stored response"))
    return as_declared(Response, fields, "a stored response")
