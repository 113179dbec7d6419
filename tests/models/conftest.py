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
    """``reply`` makes the answer; ``received`` holds each request's path, headers and JSON.

    ``listed`` answers a list of models, where there is one.
    """

    reply: Callable[[dict], web.StreamResponse] | None = None
    listed: dict | None = None
    delay: float = 0.0
    url: str = ""
    received: list[tuple[str, dict, dict]] = field(default_factory=list)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.method == "GET":
            return web.json_response(self.listed, status=200 if self.listed else 404)
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
