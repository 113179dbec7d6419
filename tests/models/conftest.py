"""A real server on loopback that answers as it is told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

import orjson
import pytest
from aiohttp import web

from loopback import serving


@dataclass
class ChatServer:
    """``reply`` makes the answer; ``received`` holds each request's path, headers and JSON."""

    reply: Callable[[dict], web.StreamResponse] | None = None
    delay: float = 0.0
    url: str = ""
    received: list[tuple[str, dict, dict]] = field(default_factory=list)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        body = orjson.loads(await request.read())
        self.received.append((request.path_qs, dict(request.headers), body))
        await asyncio.sleep(self.delay)
        assert self.reply is not None
        return self.reply(body)


@pytest.fixture
def server():
    chat = ChatServer()
    with serving(web.route("*", "/{tail:.*}", chat.handle)) as chat.url:
        yield chat
