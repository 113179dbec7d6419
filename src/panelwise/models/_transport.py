"""The seam between providers' formats and the network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol


class HttpAnswer(NamedTuple):
    """What a server answered."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Transport(Protocol):
    """Whatever sends bytes to a URL: aiohttp, or a stand-in."""

    async def post(self, url: str, headers: dict[str, str], body: Sequence[bytes]) -> HttpAnswer:
        """Send ``body`` (chunks) and return the answer, whatever its status.

        Raises:
            TransientError: when no whole answer came.
            PermanentError: when none ever will.
        """
        ...

    async def get(self, url: str, headers: dict[str, str]) -> HttpAnswer:
        """Ask for ``url``; everything else as for ``post``. For lists and files."""
        ...

    async def close(self) -> None: ...
