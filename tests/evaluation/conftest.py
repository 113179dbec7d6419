"""Packs made of words, and a scripted model server on loopback."""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import orjson
import pytest
from aiohttp import web

from loopback import CHAT, completion, serving
from panelwise.evaluation import Patience
from panelwise.packs import Made, Pack, write_pack
from panelwise.tasks import ImageEntry, Item, Option, Rendering, SourcePage, Turn

HASTY = Patience(first_wait=0.01, longest_wait=0.05, rate_limit_tries=5)
GOLD = (2, 0, 1)


def entry(data: bytes) -> ImageEntry:
    sha256 = hashlib.sha256(data).hexdigest()
    return ImageEntry(sha256, sha256, 8, 8, "image/png", len(data), {"kind": "test"})


def make_item(number: int, images: int = 0, single: bool = False, choice: bool = False) -> Made:
    item_id = f"book{number % 3}/{number:04d}"
    frames = [f"frame {number} {k}".encode() for k in range(images)]
    joined = [f"joined {number}".encode()] if single else []
    words = f"Item <{item_id}>: put the panels in order."

    def rendering(pictures: list[bytes]) -> Rendering:
        parts = (*range(len(pictures)), words)
        return Rendering((Turn("user", parts),), tuple(map(entry, pictures)), "test/1")

    item = Item(
        id=item_id,
        task="test.choice" if choice else "test.ordering",
        kind="choice" if choice else "ordering",
        n=4 if choice else 3,
        rendering=rendering(frames),
        gold=2 if choice else GOLD,
        sources=(SourcePage(f"book{number % 3}", str(number), "p.png", "0" * 64),),
        single_image=rendering(joined) if single else None,
        options=tuple(Option(letter, text=f"order {letter}") for letter in "ABCD" if choice),
        index_base=0,
    )
    return Made(item, {hashlib.sha256(data).hexdigest(): data for data in frames + joined})


@pytest.fixture
def make_pack(tmp_path: Path) -> Callable[..., Pack]:
    def make(count: int = 3, name: str = "pack", **options) -> Pack:
        made = [make_item(number, **options) for number in range(count)]
        return write_pack(tmp_path / name, made, {"task": made[0].item.task}, "A pack.")

    return make


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PANELWISE_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "cache"


@pytest.fixture
def hasty() -> Patience:
    return HASTY


@dataclass
class Asked:
    """One request: the item it was about, the how-manieth for it, its images and JSON."""

    item: str
    nth: int
    images: int
    body: dict
    headers: dict


def answering(text: str | None = "[2, 0, 1]", finish: str = "stop", **message) -> dict:
    return completion(text, finish, **message)


def failing(status: int, message: str = "no", **headers: str) -> web.Response:
    return web.json_response({"error": {"message": message}}, status=status, headers=headers)


@dataclass
class ModelServer:
    """``script`` makes each answer: JSON to send with status 200, or a whole response."""

    script: Callable[[Asked], dict | web.StreamResponse] = lambda asked: answering()
    delay: float = 0.0
    url: str = ""
    asked: list[Asked] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def name(self) -> str:
        return f"{self.url}#m"

    async def handle(self, request: web.Request) -> web.StreamResponse:
        body = orjson.loads(await request.read())
        content = body["messages"][0]["content"]
        parts = [{"text": content}] if isinstance(content, str) else content
        words = "".join(part.get("text", "") for part in parts)
        item = re.findall("<(.*?)>", words)[0]
        self.counts[item] += 1
        images = sum("image_url" in part for part in parts)
        asked = Asked(item, self.counts[item], images, body, dict(request.headers))
        self.asked.append(asked)
        await asyncio.sleep(self.delay)
        answer = self.script(asked)
        return web.json_response(answer) if isinstance(answer, dict) else answer


@pytest.fixture
def server():
    scripted = ModelServer()
    with serving(web.post(CHAT, scripted.handle)) as scripted.url:
        yield scripted


@pytest.fixture
def answer():
    """Makers of answers for scripts."""
    return answering


@pytest.fixture
def fail():
    return failing
