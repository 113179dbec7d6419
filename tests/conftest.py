"""Fixtures shared by all tests."""

from __future__ import annotations

import gc
import importlib.util
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from postgres_server import postgres_server

# A gate must say the same of the same tree twice; everybody else draws new examples each time.
# Forty examples each keep `make test` within its minutes; a search goes on with every run.
settings.register_profile("gate", derandomize=True, deadline=None, max_examples=40)
settings.register_profile("search", deadline=None, max_examples=40)
settings.load_profile("gate" if os.environ.get("CI") else "search")

pytest_plugins = ["press_packs"]
# Doctests are sought in every module; this one needs the extra [hf] to be imported.
collect_ignore = [] if importlib.util.find_spec("torch") else ["tiny_checkpoints.py"]
CHROMIUM = (Path("/usr/bin/chromium"), Path("/usr/bin/chromium-browser"))
SHARED = Path(__file__).resolve().parents[2] / "shared"


# Modules that share what takes long to make: each set is run by one worker, and made once.
TOGETHER = {
    "packs of every task": (
        "tests/cli/test_legible",
        "tests/cli/test_people_command",
        "tests/cli/test_providers",
        "tests/tasks/test_task_",
        "tests/packs/test_task_",
        "tests/packs/test_exchange",
        "tests/training/test_training_examples",
        "tests/training/test_trainers",
        "tests/trust/test_hidden_gold",
    ),
    "drafts": ("tests/drafting/",),
    "reading tasks": ("tests/benchmarks/test_reading_tasks",),
    "printed books": ("tests/press/test_printing",),
    "reports": ("tests/report/test_report_pages", "tests/report/test_report_reading_kinds"),
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One worker runs a module or a set of modules, so that it makes their fixtures once."""
    for item in items:
        module = item.nodeid.partition("::")[0]
        sets = (name for name, paths in TOGETHER.items() if item.nodeid.startswith(paths))
        item.add_marker(pytest.mark.xdist_group(next(sets, module)))


def pytest_collection_finish() -> None:
    """Thousands of tests stay in memory until the end: the collector need not look at them.

    Modules that tests import later stay, too, so it looks at the rest less often (a tenth of the
    time of ``tests/tasks``).
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What tests remember of packs stays out of the user's cache."""
    os.environ.setdefault("PANELWISE_CACHE", str(tmp_path_factory.mktemp("cache")))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real comics and annotations beside the repository."""
    if not SHARED.is_dir():
        pytest.skip(f"needs the comics and annotations in {SHARED.name}/ beside the repository")
    return SHARED


@pytest.fixture(scope="module")  # Playwright keeps a loop running in this thread while it lives
def chromium() -> Iterator[object]:
    """A headless Chromium that reaches nothing outside."""
    playwright = pytest.importorskip("playwright.sync_api", reason="needs the extra [browser]")
    path = next((path for path in CHROMIUM if path.exists()), None)
    if path is None:
        pytest.skip("needs Chromium")
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=arguments)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def postgres():
    """The URL of a PostgreSQL server on a free port of loopback."""
    with postgres_server() as url:
        yield url


@pytest.fixture(scope="session")
def axe() -> Callable[[object], list[tuple[str, str, str]]]:
    """Faults that axe-core finds on an open page: (impact, rule, element)."""
    spec = importlib.util.find_spec("axe_core_python")
    if spec is None or spec.origin is None:
        pytest.skip("needs the extra [browser]")
    script = (Path(spec.origin).parent / "axe.min.js").read_text("utf-8")

    def run(tab):
        tab.evaluate(script)
        found = tab.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [
            (fault["impact"], fault["id"], fault["nodes"][0]["html"][:200])
            for fault in found["violations"]
        ]

    return run
