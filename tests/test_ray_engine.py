"""The Ray engine on two nodes of one core: equal bytes, whatever is killed on the way.

``PAGES=2000 TEXT_PAGES=200 pytest -m slow -s tests/test_ray_engine.py`` prints the figures of
docs/measured.md; by default there are fewer pages. ``COMICS=FOLDER`` takes pages that were drawn
before: CBZ files, and in ``damaged`` a picture that cannot be decoded, ``001.png``.
"""

from __future__ import annotations

import filecmp
import os
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from panelwise.outputs import Kept
from panelwise.reading import can_read_texts

ray = pytest.importorskip("ray", reason="needs the extra [ray]")
pytestmark = [pytest.mark.slow, pytest.mark.extra]

PAGES = int(os.environ.get("PAGES", "60"))
TEXT_PAGES = int(os.environ.get("TEXT_PAGES", "6"))
PANELWISE = [sys.executable, "-m", "panelwise"]


class Nodes:
    """A Ray cluster of two nodes with one core each, on this machine."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster

        os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
        memory = {"num_cpus": 1, "object_store_memory": 100 << 20}
        self._cluster = Cluster(initialize_head=True, head_node_args=memory)
        self._memory = memory
        self._second = None
        self.add()

    @property
    def address(self) -> str:
        return self._cluster.address

    def add(self) -> None:
        self._second = self._cluster.add_node(**self._memory)

    @property
    def session(self) -> bytes:
        """Names the cluster in the command lines of its processes."""
        return Path(self._cluster.head_node.get_session_dir_path()).name.encode()

    def worker_pids(self) -> list[int]:
        """Processes that are reading a page for us now."""
        return [
            pid
            for pid, title in processes_of_ray()
            if title.startswith(b"ray::_run") and self.session in command_line(parent_of(pid))
        ]

    def object_store_bytes(self) -> int:
        """Memory that the nodes have used for objects so far; it is not given back."""
        used = 0
        for pid, title in processes_of_ray():
            if self.session in title and b"raylet" in title.split(b"\0")[0]:
                with suppress(OSError):
                    used += sum(map(blocks_of, Path(f"/proc/{pid}/fd").iterdir()))
        return used

    def kill(self) -> None:
        """The second node, as a power cut would."""
        self._cluster.remove_node(self._second, allow_graceful=False)

    def stop(self) -> None:
        self._cluster.shutdown()


@pytest.fixture(scope="module")
def nodes() -> Iterator[Nodes]:
    found = Nodes()
    yield found
    found.stop()


@pytest.fixture(scope="module")
def comics(tmp_path_factory) -> Path:
    """At least ``PAGES`` different pages, without what the press knows of them, one damaged."""
    folder = tmp_path_factory.mktemp("library")
    given = os.environ.get("COMICS")  # drawn before, by an earlier run
    if given:
        return Path(given)
    panelwise("press", "--out", folder / "drawn", "--books", -(-PAGES // 3), "--seed", 17)
    library = folder / "comics"
    library.mkdir()
    for path in sorted((folder / "drawn").glob("*.cbz")):
        path.rename(library / path.name)
    damaged = library / "damaged"
    damaged.mkdir()
    with zipfile.ZipFile(min(library.glob("*.cbz"))) as archive:
        (damaged / "001.png").write_bytes(archive.read("001.png")[:3000])
    return library


def panelwise(*words: object, code: int = 0, address: str = "") -> float:
    """Run a command to its end; how long it took."""
    started = time.monotonic()
    done = subprocess.run(
        command(*words), env=environment(address), capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done.stderr
    return time.monotonic() - started


def command(*words: object) -> list[str]:
    return [*PANELWISE, *map(str, words)]


def environment(address: str) -> dict[str, str]:
    return {**os.environ, **({"RAY_ADDRESS": address} if address else {})}


def stored(out: Path) -> dict[Path, int]:
    """The finished pieces of a result, with the time at which each was written."""
    files = (path for path in Kept.of(out).folder.glob("??/*") if "." not in path.name)
    return {path: path.stat().st_mtime_ns for path in files}


def processes_of_ray() -> list[tuple[int, bytes]]:
    """Workers and raylets of all clusters, with their command lines."""
    pids = [int(folder.name) for folder in Path("/proc").glob("[0-9]*")]
    named = ((pid, command_line(pid)) for pid in pids)
    return [
        (pid, title) for pid, title in named if title.startswith(b"ray::") or b"raylet" in title
    ]


def command_line(pid: int) -> bytes:
    """Empty for a process that has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def parent_of(pid: int) -> int:
    """0 for a process that has ended."""
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def until(condition: Callable[[], object], seconds: float = 900) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def blocks_of(opened: Path) -> int:
    """Of an open file, if it is one of the object store."""
    try:
        return opened.stat().st_blocks * 512 if "plasma" in str(opened.readlink()) else 0
    except OSError:
        return 0


def test_the_use_of_the_object_store_is_seen(nodes):
    before = nodes.object_store_bytes()
    ray.init(address=nodes.address, log_to_driver=False)
    try:
        kept = ray.put(bytes(20 << 20))
        assert nodes.object_store_bytes() >= before + (20 << 20)
        del kept
    finally:
        ray.shutdown()


@pytest.mark.parametrize("texts", [False, True], ids=["panels", "texts"])
def test_worker_node_and_driver_are_killed_and_every_page_is_written_once(
    texts, nodes, comics, tmp_path, monkeypatch
):
    if texts and not can_read_texts():
        pytest.skip("needs the extra [ocr]")
    library, total = some_of(comics, TEXT_PAGES if texts else PAGES, tmp_path)
    what = ["read", *library, "--texts" if texts else "--no-texts"]
    monkeypatch.setenv("PANELWISE_CACHE", str(tmp_path / "cache-local"))
    local = panelwise(*what, "--out", tmp_path / "local", code=3)
    monkeypatch.setenv("PANELWISE_CACHE", str(tmp_path / "cache-ray"))
    out = tmp_path / "ray"
    words = command(*what, "--out", out, "--engine", "ray")
    started = time.monotonic()
    log = (tmp_path / "log").open("w")
    driver = subprocess.Popen(words, env=environment(nodes.address), stdout=log, stderr=log)
    try:
        peak, at_first = 0, nodes.object_store_bytes()

        def reached(share: float) -> Callable[[], bool]:
            def enough() -> bool:
                nonlocal peak
                peak = max(peak, nodes.object_store_bytes() - at_first)
                assert driver.poll() is None, (tmp_path / "log").read_text()
                return len(stored(out)) >= share * total

            return enough

        until(reached(0.2))
        until(nodes.worker_pids)
        os.kill(nodes.worker_pids()[0], signal.SIGKILL)
        until(reached(0.4))
        nodes.kill()
        until(reached(0.6))
        nodes.add()
        until(reached(0.7))
        driver.kill()
        driver.wait()
        until(lambda: not nodes.worker_pids())  # nothing goes on without its driver
    finally:
        driver.kill()
    before = stored(out)
    assert not out.exists()
    assert len(before) >= 0.7 * total
    # A thing that sees which pieces the second driver writes: it deletes them at its end.
    watcher = subprocess.Popen(words, env=environment(nodes.address), stdout=log, stderr=log)
    changed: set[Path] = set()
    while watcher.poll() is None:
        now = stored(out)
        changed |= {path for path, when in before.items() if now.get(path, when) != when}
        time.sleep(0.05)
    took = time.monotonic() - started
    assert watcher.returncode == 3, (tmp_path / "log").read_text()
    assert not changed, "a finished page was written again"
    lines = (out / "pages.jsonl").read_bytes().splitlines()
    assert len(lines) == len(set(lines)) == total - 1  # one is damaged
    assert (out / "pages.jsonl").read_bytes() == (tmp_path / "local/pages.jsonl").read_bytes()
    assert "001.png: damaged image" in (tmp_path / "log").read_text()
    assert peak <= 16 << 20
    print(
        f"{total} pages, texts {texts}: local {local:.0f} s, ray with three kills {took:.0f} s,"
        f" object store at most {peak >> 20} MiB, {len(before)} pages kept after the last kill"
    )


def some_of(comics: Path, pages: int, folder: Path) -> tuple[list[Path], int]:
    """Comics with at least so many pages, and the damaged one; how many there are."""
    chosen, count = [comics / "damaged"], 1
    for path in sorted(comics.glob("*.cbz")):
        if count > pages:
            break
        with zipfile.ZipFile(path) as archive:
            count += sum(name.endswith(".png") for name in archive.namelist())
        chosen.append(path)
    return chosen, count


def same(one: Path, other: Path) -> bool:
    """Whether two folders hold the same files."""
    names = sorted(path.relative_to(one) for path in one.rglob("*") if path.is_file())
    assert names == sorted(path.relative_to(other) for path in other.rglob("*") if path.is_file())
    return all(filecmp.cmp(one / name, other / name, shallow=False) for name in names)


def test_books_of_the_press_are_the_same(nodes, tmp_path):
    words = ["press", "--books", 3, "--seed", 5, "--chapters", 1]
    panelwise(*words, "--out", tmp_path / "local")
    panelwise(*words, "--out", tmp_path / "ray", "--engine", "ray", address=nodes.address)
    assert same(tmp_path / "local", tmp_path / "ray")


def test_packs_are_the_same(nodes, comics, tmp_path):
    library, _ = some_of(comics, 12, tmp_path)
    words = ["build", "chromic.panel_reordering", *library]
    panelwise(*words, "--out", tmp_path / "local", code=3)
    panelwise(*words, "--out", tmp_path / "ray", "--engine", "ray", address=nodes.address, code=3)
    assert same(tmp_path / "local", tmp_path / "ray")


def test_a_mistake_is_one_line(nodes, comics, tmp_path):
    for words, said in (
        (["read", "s3://bucket/comics", "--out", tmp_path / "a"], "s3 addresses are not supported"),
        (
            ["read", comics, "--no-texts", "--out", "gs://bucket/a"],
            "gs addresses are not supported",
        ),
    ):
        done = subprocess.run(
            command(*words, "--engine", "ray"),
            env=environment(nodes.address),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 2
        assert said in done.stderr.splitlines()[-1]
    refused = subprocess.run(
        command("read", comics, "--no-texts", "--out", tmp_path / "a", "--engine", "ray"),
        env=environment("ray://127.0.0.1:1"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert refused.returncode == 2
    assert len(refused.stderr.splitlines()) == 1


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_ray_of_this_machine_ends_with_the_command(how, comics, tmp_path):
    out = tmp_path / "out"
    words = command("read", comics, "--no-texts", "--out", out, "--engine", "ray")
    environment_here = {key: value for key, value in os.environ.items() if key != "RAY_ADDRESS"}
    # A shell that starts tests in the background has them, and all below them, ignore Ctrl-C.
    ours = signal.signal(signal.SIGINT, signal.default_int_handler)
    driver = subprocess.Popen(words, env=environment_here, stderr=subprocess.PIPE, text=True)
    signal.signal(signal.SIGINT, ours)
    until(lambda: len(stored(out)) >= 2 or driver.poll() is not None)
    children = descendants(driver.pid)
    assert children
    driver.send_signal(how)
    _, said = driver.communicate(timeout=120)
    assert driver.returncode == {signal.SIGKILL: -9}.get(how, 130), said
    if how != signal.SIGKILL:
        assert "the same command continues" in said.splitlines()[-1]
    until(lambda: not [pid for pid in children if Path(f"/proc/{pid}/exe").exists()])
    assert stored(out)


def descendants(pid: int) -> set[int]:
    """All processes that a process started, directly or not."""
    parents = {
        int(folder.name): parent_of(int(folder.name)) for folder in Path("/proc").glob("[0-9]*")
    }
    found = {pid}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {pid}
