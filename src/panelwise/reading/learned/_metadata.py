"""The metadata of an ONNX file, read without a library for ONNX."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from panelwise.errors import InputError

MARK = "panelwise.detector"  # the key by which a file says that it is one of ours
_MOST_BYTES = 256 << 20
_METADATA, _KEY, _VALUE = 14, 1, 2  # of ModelProto, and of StringStringEntryProto in it


def onnx_metadata(path: Path) -> dict[str, str]:
    """Key → value of ``metadata_props``; empty for a file that is no ONNX.

    Raises:
        InputError: when the file cannot be read.
    """
    try:
        if path.stat().st_size > _MOST_BYTES:
            return {}
        data = memoryview(path.read_bytes())
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    try:
        entries = [dict(_fields(value)) for number, value in _fields(data) if number == _METADATA]
        return {
            bytes(entry[_KEY]).decode(): bytes(entry.get(_VALUE, b"")).decode() for entry in entries
        }
    except (ValueError, KeyError, IndexError):
        return {}


def _fields(message: memoryview) -> Iterator[tuple[int, memoryview]]:
    """Number and bytes of each field that has a length; the others are passed over."""
    at = 0
    while at < len(message):
        key, at = _varint(message, at)
        kind = key & 7
        if kind == 0:
            _, at = _varint(message, at)
        elif kind == 2:
            length, at = _varint(message, at)
            if at + length > len(message):
                raise ValueError("a field reaches beyond its message")
            yield key >> 3, message[at : at + length]
            at += length
        elif kind in (1, 5):
            at += 8 if kind == 1 else 4
        else:
            raise ValueError(f"no field has the wire type {kind}")


def _varint(message: memoryview, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = message[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
        if shift > 63:
            raise ValueError("a number of more than 64 bits")
