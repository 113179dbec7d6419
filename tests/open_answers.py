"""Packs of open questions, and chat servers on loopback that answer or judge them."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from aiohttp import web

from panelwise.tasks import Item, Made, Pack, Rendering, SourcePage, Turn, write_pack

USER = re.compile(
    r'Input:\n"question": (.*),\n"human-written answer": (.*),\n"model\'s response": (.*),\n\n'
    r"Your score:",
    re.DOTALL,
)


def open_pack(folder: Path, gold: Mapping[str, tuple[str, ...]]) -> Pack:
    """A pack of questions without pictures; ``gold`` is question → right answers."""
    made = []
    for number, (question, answers) in enumerate(gold.items()):
        item = Item(
            id=f"book/{number:02d}",
            task="mangavqa.manga_vqa",
            kind="answer",
            n=1,
            rendering=Rendering((Turn("user", (question,)),), (), "test/1"),
            gold={"question": question, "answers": list(answers)},
            sources=(SourcePage("book", str(number), "p.png", "0" * 64),),
            meta={"headline": "judge"},
        )
        made.append(Made(item, {}))
    return write_pack(folder, made, {"task": "mangavqa.manga_vqa"}, "Questions.")


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
        if isinstance(reply, web.Response):
            return reply
        choice = {"message": {"content": reply}, "finish_reason": "stop"}
        usage = {"prompt_tokens": 100, "completion_tokens": 10}
        return web.json_response({"model": "m-1", "choices": [choice], "usage": usage})


def said(body: dict, role: str) -> str:
    """The words of a request's first turn of a role."""
    content = next(turn["content"] for turn in body["messages"] if turn["role"] == role)
    parts = [{"text": content}] if isinstance(content, str) else content
    return "".join(part.get("text", "") for part in parts)


def parts_of(user: str) -> tuple[str, ...]:
    """Question, right answer and response of a user turn to a judge, as they stand there."""
    found = USER.match(user)
    assert found, user
    return found.groups()


@contextmanager
def chat(script: Callable[[dict], str | web.Response]) -> Iterator[Chat]:
    """A server that speaks OpenAI's chat completions."""
    server = Chat(script)
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    async def start() -> web.AppRunner:
        app = web.Application(client_max_size=1 << 28)
        app.router.add_post("/v1/chat/completions", server.handle)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        server.url = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
        return runner

    runner = asyncio.run_coroutine_threadsafe(start(), loop).result()
    try:
        yield server
    finally:
        asyncio.run_coroutine_threadsafe(runner.cleanup(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
