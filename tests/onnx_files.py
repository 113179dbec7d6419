"""ONNX files written by hand, field by field (onnx.proto, IR 8, opset 13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np


def field(number: int, value: int | str | bytes) -> bytes:
    """One field of a protocol buffer message: a whole number, or bytes with their length."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def value_info(name: str, sides: Sequence[int | str], kind: int = 1) -> bytes:
    dims = b"".join(
        field(1, field(2, side) if isinstance(side, str) else field(1, side)) for side in sides
    )
    return field(1, name) + field(2, field(1, field(1, kind) + field(2, dims)))


FLOATS, WHOLE = 1, 7


def constant(
    inputs: Mapping[str, Sequence[int | str]],
    outputs: Mapping[str, np.ndarray],
    metadata: Mapping[str, str],
) -> bytes:
    """A model that gives the same values whatever it is given; sizes of pictures are int64."""
    graph = b""
    for name in outputs:
        graph += field(1, field(1, f"{name}_stored") + field(2, name) + field(4, "Identity"))
    graph += field(2, "constant")
    for name, values in outputs.items():
        dims = b"".join(field(1, side) for side in values.shape)
        tensor = dims + field(2, kind_of(values)) + field(8, f"{name}_stored")
        graph += field(5, tensor + field(9, values.tobytes()))
    for name, sides in inputs.items():
        graph += field(11, value_info(name, sides, FLOATS if len(sides) == 4 else WHOLE))
    for name, values in outputs.items():
        graph += field(12, value_info(name, values.shape, kind_of(values)))
    said = b"".join(field(14, field(1, key) + field(2, text)) for key, text in metadata.items())
    return field(1, 8) + field(7, graph) + field(8, field(2, 13)) + said


def kind_of(values: np.ndarray) -> int:
    return FLOATS if values.dtype == np.float32 else WHOLE
