"""HTTP servers on loopback, each in a thread of its own, whose answers a test writes."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from aiohttp import web

CHAT = "/v1/chat/completions"


@contextmanager
def serving(*routes: web.RouteDef) -> Iterator[str]:
    """A server with these routes; the URL of its ``/v1``."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    async def start() -> web.AppRunner:
        app = web.Application(client_max_size=1 << 30)
        app.router.add_routes(routes)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        return runner

    runner = asyncio.run_coroutine_threadsafe(start(), loop).result()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
    finally:
        asyncio.run_coroutine_threadsafe(runner.cleanup(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def completion(text: str | None, finish: str = "stop", **message: object) -> dict:
    """The JSON of an answer, as OpenAI's chat completions give it."""
    return {
        "model": "m-1",
        "choices": [{"message": {"content": text, **message}, "finish_reason": finish}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10},
    }


@dataclass
class Chat:
    """``script`` maps the JSON of a request to the words of a reply, or to a whole response."""

    script: Callable[[dict], str | web.Response]
    url: str = ""
    bodies: list[dict] = field(default_factory=list)
    delay: float = 0.0

    @property
    def users(self) -> list[str]:
        """The user turns that came, in order."""
        return [said(body, "user") for body in self.bodies]

    async def handle(self, request: web.Request) -> web.StreamResponse:
        body = json.loads(await request.read())
        self.bodies.append(body)
        await asyncio.sleep(self.delay)
        reply = self.script(body)
        return reply if isinstance(reply, web.Response) else web.json_response(completion(reply))


def said(body: dict, role: str) -> str:
    """The words of a request's first turn of a role."""
    content = next(turn["content"] for turn in body["messages"] if turn["role"] == role)
    parts = [{"text": content}] if isinstance(content, str) else content
    return "".join(part.get("text", "") for part in parts)


@contextmanager
def chat(script: Callable[[dict], str | web.Response]) -> Iterator[Chat]:
    """A server that speaks OpenAI's chat completions."""
    server = Chat(script)
    with serving(web.post(CHAT, server.handle)) as server.url:
        yield server
