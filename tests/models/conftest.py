"""A real server on loopback that answers as it is told."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

import orjson
import pytest
from aiohttp import web


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
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    async def start() -> web.AppRunner:
        app = web.Application(client_max_size=1 << 30)
        app.router.add_route("*", "/{tail:.*}", chat.handle)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        chat.url = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
        return runner

    runner = asyncio.run_coroutine_threadsafe(start(), loop).result()
    yield chat
    asyncio.run_coroutine_threadsafe(runner.cleanup(), loop).result()
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()
