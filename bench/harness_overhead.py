"""What the harness itself costs: CPU per sample, bytes per sample, a cached re-run, start-up.

The model is a process on loopback that answers at once, so all that is measured is ours. Beside
every figure stands the bar that we set ourselves, what Inspect AI 0.3.285 was measured at on the
same kind of machine, and, for the requests, the physical limit of the same run: a bare aiohttp
client that posts the same bytes, already encoded, and does nothing else. With images, most of
the difference is SHA-256 (every image is checked once) and base64 of 1.2 MB, both in C.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from panelwise.packs import Made, Pack, write_pack
from panelwise.tasks import ImageEntry, Item, Rendering, SourcePage, Turn

IMAGE_BYTES = 200_000
IMAGES = 6
CONCURRENCY = 16

NULL_SERVER = """
import asyncio, sys
BODY = (b'{"id":"chatcmpl-0","object":"chat.completion","created":0,"model":"null","choices":'
        b'[{"index":0,"message":{"role":"assistant","content":"The order is [2, 0, 1]."},'
        b'"finish_reason":"stop"}],"usage":{"prompt_tokens":900,"completion_tokens":9,'
        b'"total_tokens":909}}')
ANSWER = (b"HTTP/1.1 200 OK\\r\\nContent-Type: application/json\\r\\nContent-Length: %d\\r\\n\\r\\n"
          % len(BODY)) + BODY

class Null(asyncio.Protocol):
    def connection_made(self, transport):
        self.transport, self.head, self.left = transport, b"", 0
    def data_received(self, data):
        if self.left == 0:
            self.head += data
            head, mark, rest = self.head.partition(b"\\r\\n\\r\\n")
            if not mark:
                return
            name = b"content-length:"
            line = next(l for l in head.lower().split(b"\\r\\n") if l.startswith(name))
            self.left, self.head = int(line[len(name):]) - len(rest), b""
        else:
            self.left -= len(data)
        if self.left == 0:
            self.transport.write(ANSWER)

async def main():
    server = await asyncio.get_running_loop().create_server(Null, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()

asyncio.run(main())
"""

CACHED_RERUN = """
import gc, os, sys, time
from panelwise.evaluation import evaluate
from panelwise.packs import Pack
pack, url, small, large = Pack.open(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4]
pack.items()
evaluate(pack, url, out=small, limit=1000, replay=True)

def resident():  # now, not at the peak: loading the pack peaks higher than any run
    gc.collect()
    with open("/proc/self/statm") as memory:
        return int(memory.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20

before = resident()
started = time.perf_counter()
evaluate(pack, url, out=large, replay=True)
wall = time.perf_counter() - started
print(wall, resident() - before)
"""


HELP = "from panelwise.cli import main; main()"


@contextmanager
def null_server() -> Iterator[str]:
    """The URL of a model that answers at once, in a process of its own."""
    process = subprocess.Popen([sys.executable, "-c", NULL_SERVER], stdout=subprocess.PIPE)
    assert process.stdout is not None
    try:
        yield f"http://127.0.0.1:{int(process.stdout.readline())}/v1"
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def make_pack(folder: Path, count: int, images: int) -> Pack:
    """Ordering items with ``images`` pictures of 200 KB of noise each (JPEG is noise to zlib)."""
    noise = random.Random(0)

    def made(number: int) -> Made:
        pictures = [noise.randbytes(IMAGE_BYTES) for _ in range(images)]
        entries = tuple(_entry(picture) for picture in pictures)
        words = f"Question {number}. Put the panels into story order. Answer like [0, 1, 2]."
        item = Item(
            id=f"book{number % 20}/{number:06d}",
            task="bench.ordering",
            kind="ordering",
            n=3,
            rendering=Rendering((Turn("user", (*range(images), words)),), entries, "bench/1"),
            gold=(2, 0, 1),
            sources=(SourcePage(f"book{number % 20}", str(number), "page.jpg", "0" * 64),),
        )
        hashes = [entry.sha256 for entry in entries]
        return Made(item, dict(zip(hashes, pictures, strict=True)))

    return write_pack(folder, map(made, range(count)), {"task": "bench.ordering"}, "Noise.")


def _entry(picture: bytes) -> ImageEntry:
    sha256 = hashlib.sha256(picture).hexdigest()
    return ImageEntry(sha256, sha256, 800, 600, "image/jpeg", len(picture), {})


def harness_cpu(pack: Pack, url: str, out: Path) -> float:
    """Milliseconds of CPU per sample for a whole run, from plan to table on disk."""
    from panelwise.evaluation import evaluate

    pack.items()
    started = time.process_time()
    evaluate(pack, f"{url}#null", out=out, settings={"concurrency": str(CONCURRENCY)})
    return (time.process_time() - started) / len(pack) * 1000


def bare_cpu(bodies: Sequence[bytes], url: str, count: int) -> float:
    """Milliseconds of CPU per request of aiohttp alone, bodies encoded beforehand."""
    import aiohttp

    async def post_all() -> None:
        queue = iter(range(count))
        headers = {"Content-Type": "application/json"}
        async with aiohttp.ClientSession() as session:

            async def work() -> None:
                for number in queue:
                    body = _Ready(bodies[number % len(bodies)])
                    target = f"{url}/chat/completions"
                    async with session.post(target, data=body, headers=headers) as answer:
                        await answer.read()

            await asyncio.gather(*(work() for _ in range(CONCURRENCY)))

    class _Ready(aiohttp.payload.BytesPayload):
        def __init__(self, body: bytes) -> None:  # without the warning about large bodies
            aiohttp.payload.Payload.__init__(self, body)
            self._size = len(body)

    started = time.process_time()
    asyncio.run(post_all())
    return (time.process_time() - started) / count * 1000


def encoded_bodies(pack: Pack, count: int) -> list[bytes]:
    """Request bodies as the client sends them."""
    from panelwise.models import EncodedImages, Request
    from panelwise.models._wire import chat_body

    images = EncodedImages()
    return [
        b"".join(chat_body(Request(pack.messages(item)), "null", images, {}))
        for item in pack.items()[:count]
    ]


def bytes_per_sample(run: Path, count: int) -> float:
    """Everything in a run's folder, compressed responses included."""
    return sum(path.stat().st_size for path in run.iterdir()) / count


def start_up(command: Sequence[str]) -> float | None:
    """Median wall milliseconds beyond a bare interpreter; ``None`` when the command fails."""
    bare: list[float] = []
    full: list[float] = []
    for _ in range(7):
        for times, arguments in ((bare, [sys.executable, "-c", "pass"]), (full, command)):
            started = time.perf_counter()
            done = subprocess.run(arguments, capture_output=True, check=False)
            times.append((time.perf_counter() - started) * 1000)
            if done.returncode:
                return None
    return statistics.median(full) - statistics.median(bare)


def line(what: str, figure: str, bar: str, inspect: str, limit: str = "") -> None:
    print(f"{what:<44}{figure:>16}{bar:>12}{inspect:>14}{limit:>30}")


def measure_requests(folder: Path, url: str, images: int, count: int) -> Path:
    """Print the CPU per sample beside the bare client's; returns the run's folder."""
    pack = make_pack(folder / f"pack{images}", count, images)
    bodies = encoded_bodies(pack, 50)
    harness_cpu(pack, url, folder / f"warm{images}")
    ours, bare = [], []
    for turn in range(3):
        os.environ["PANELWISE_CACHE"] = str(folder / f"cache{images}-{turn}")
        out = folder / f"run{images}-{turn}"
        ours.append(harness_cpu(pack, url, out))
        bare.append(bare_cpu(bodies, url, count))
    cost, limit = statistics.median(ours), statistics.median(bare)
    line(
        f"CPU per sample, {images} images of 200 KB" if images else "CPU per sample, text only",
        f"{cost:.2f} ms",
        "8 ms" if images else "1.5 ms",
        "60-105 ms" if images else "21-31 ms",
        f"{limit:.2f} ms, ours {cost / limit:.1f}x",
    )
    return out


def measure_cached(folder: Path, url: str, count: int) -> None:
    """Print how long a fully cached re-run takes and what it adds to the memory."""
    arguments = [str(folder / "pack0"), f"{url}#null", str(folder / "r1"), str(folder / "r2")]
    done = subprocess.run(
        [sys.executable, "-c", CACHED_RERUN, *arguments], capture_output=True, check=True
    )
    wall, growth = map(float, done.stdout.split())
    scale = count / 10_000
    bar, inspect = f"{10 * scale:g} s", f"{373 * scale:.0f} s"  # 37.3 ms each, measured on 300
    line(f"cached re-run of {count:,}", f"{wall:.2f} s", bar, inspect)
    line(f"  memory, {count:,} beyond 1,000 samples", f"{growth:.1f} MB", "flat", "")


def main(shared: Path | None = None, *, samples: int = 10_000, with_images: int = 300) -> None:
    """Measure and print; ``shared`` is not needed."""
    line("", "panelwise", "bar", "Inspect AI", "bare aiohttp, same bytes")
    with tempfile.TemporaryDirectory() as name, null_server() as url:
        folder = Path(name)
        os.environ["PANELWISE_CACHE"] = str(folder / "warm-cache")
        measure_requests(folder, url, IMAGES, with_images)
        run = measure_requests(folder, url, 0, samples)
        size = bytes_per_sample(run, samples)
        line("bytes per sample, responses included", f"{size:.0f} B", "3 KB", "1.9 KB-1.2 MB")
        measure_cached(folder, url, samples)
    for what, command in {
        "import panelwise": [sys.executable, "-c", "import panelwise"],
        "import panelwise.evaluation": [sys.executable, "-c", "import panelwise.evaluation"],
        "panelwise --help": [sys.executable, "-c", HELP, "--help"],
    }.items():
        wall = start_up(command)
        bar, inspect = ("", "") if "evaluation" in what else ("300 ms", "3000 ms")
        line(what, "fails" if wall is None else f"{wall:.0f} ms", bar, inspect)


if __name__ == "__main__":
    main()
