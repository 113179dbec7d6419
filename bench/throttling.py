"""What refusals cost: a run against services that refuse 6 % of requests, beside one that refuses
none.

The services are processes on loopback that answer after 0.2 s, in the shapes of three providers:
OpenAI's refusals say nothing about when to ask again, Anthropic's have ``Retry-After``, Gemini's a
``RetryInfo`` in the body. Refusals are drawn at random, whatever is sent, as a provider's shared
limits are. Issue: a ratio below 2.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from harness_overhead import make_pack
from panelwise.evaluation import Run, evaluate
from panelwise.packs import Pack

SAMPLES = 1000
CONCURRENCY = 32
SERVER = """
import asyncio, json, random, sys
from aiohttp import web
shape, share = sys.argv[1], float(sys.argv[2])
draw = random.Random(0)
said = "The order is [2, 0, 1]."
ANSWERS = {
    "openai": {"choices": [{"message": {"role": "assistant", "content": said},
        "finish_reason": "stop"}], "usage": {"prompt_tokens": 90, "completion_tokens": 9}},
    "anthropic": {"type": "message", "role": "assistant", "model": "m", "stop_reason": "end_turn",
        "content": [{"type": "text", "text": said}],
        "usage": {"input_tokens": 90, "output_tokens": 9}},
    "gemini": {"candidates": [{"content": {"role": "model", "parts": [{"text": said}]},
        "finishReason": "STOP"}],
        "usageMetadata": {"promptTokenCount": 90, "candidatesTokenCount": 9}},
}
REFUSALS = {
    "openai": ({"error": {"type": "requests", "code": "rate_limit_exceeded",
        "message": "Rate limit reached"}}, {}),
    "anthropic": ({"type": "error", "error": {"type": "rate_limit_error", "message": "slow down"}},
        {"Retry-After": "1"}),
    "gemini": ({"error": {"code": 429, "status": "RESOURCE_EXHAUSTED", "message": "quota",
        "details": [{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "1s"}]}},
        {}),
}

async def answer(request):
    await request.read()
    if draw.random() < share:
        body, headers = REFUSALS[shape]
        return web.json_response(body, status=429, headers=headers)
    await asyncio.sleep(0.2)
    return web.json_response(ANSWERS[shape])

async def main():
    app = web.Application(client_max_size=2**26)
    app.router.add_post("/{path:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    print(site._server.sockets[0].getsockname()[1], flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""
MODELS = {  # name, path below the server, variable of the key
    "openai": ("http://127.0.0.1:{port}/v1#m", None),
    "anthropic": ("anthropic/claude-3-5-haiku-latest", "http://127.0.0.1:{port}"),
    "gemini": ("gemini/gemini-2.0-flash", "http://127.0.0.1:{port}/v1beta"),
}


@contextmanager
def service(shape: str, share: float) -> Iterator[int]:
    """The port of a service that refuses a share of requests."""
    command = [sys.executable, "-c", SERVER, shape, str(share)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert process.stdout is not None
    try:
        yield int(process.stdout.readline())
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def seconds(pack: Pack, shape: str, share: float, out: Path) -> float:
    """Wall seconds of a whole run."""
    name, url = MODELS[shape]
    os.environ["PANELWISE_CACHE"] = str(out) + "-cache"
    os.environ["PANELWISE_API_KEY"] = "none"
    with service(shape, share) as port:
        settings = {"concurrency": str(CONCURRENCY)}
        if url is not None:
            settings["url"] = url.format(port=port)
        started = time.perf_counter()
        run = evaluate(pack, name.format(port=port), out=out, settings=settings)
        taken = time.perf_counter() - started
    _check(run)
    return taken


def _check(run: Run) -> None:
    wrong = [one for one in run.results() if one.outcome == "provider_error"]
    if wrong:
        raise SystemExit(f"{len(wrong)} samples were not answered: {wrong[0].error}")


def main(shared: Path | None = None) -> None:
    """Measure and print; ``shared`` is not needed."""
    print(f"{SAMPLES} samples, {CONCURRENCY} at once, 0.2 s each")
    print(f"{'service':<12}{'none refused':>16}{'6 % refused':>16}{'ratio':>8}{'bar':>6}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pack = make_pack(folder / "pack", SAMPLES, 0)
        for shape in MODELS:
            none, some = (
                seconds(pack, shape, share, folder / f"{shape}-{share}") for share in (0.0, 0.06)
            )
            print(f"{shape:<12}{none:>14.1f} s{some:>14.1f} s{some / none:>7.2f}x{'2x':>6}")


if __name__ == "__main__":
    main()
