"""Made-up packs and runs: small pages with numbered panels, answers of every outcome."""

from __future__ import annotations

import hashlib
import io
import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from panelwise.analysis import (
    Breakdown,
    CircularScore,
    Comparison,
    Estimate,
    MetricSummary,
    PairedDifference,
    PairedTest,
    PairScore,
    PositionBias,
    RunData,
    TaskSummary,
    compare,
)
from panelwise.evaluation import TAXONOMIES, ErrorClass, ErrorClasses, Result
from panelwise.metrics import choice_scores, ordering_scores
from panelwise.profile import RECOMMENDED
from panelwise.rendering import cells_of, cook
from panelwise.report import ItemKey, ReportRun
from panelwise.tasks import (
    OUTCOMES,
    BestConstant,
    ImageEntry,
    Item,
    Option,
    Outcome,
    Rendering,
    SourcePage,
    Status,
    Turn,
)

PACK = hashlib.sha256(b"pack").hexdigest()
ORDERING, CHOICE = "made-up.ordering", "made-up.choice"
STATUSES: dict[Outcome, Status] = {
    "correct": "ok",
    "partial": "ok",
    "wrong": "ok",
    "no_answer": "empty",
    "unparsed": "invalid",
    "refused": "refusal",
    "truncated": "truncated",
    "unsupported": "unsupported",
    "provider_error": "error",
}
WORDS = ("the", "panel", "shows", "a", "girl", "who", "runs", "over", "roofs", "at", "dawn")
COLOURS = ("#f4b860", "#7fb7be", "#d3f3ee", "#c98bb9", "#f7d4bc", "#8fb996")


@dataclass
class World:
    """Items, the files of their images, and runs over them."""

    folder: Path
    items: dict[ItemKey, Item] = field(default_factory=dict)
    runs: list[ReportRun] = field(default_factory=list)

    def image_path(self, sha256: str) -> Path | None:
        path = self.folder / sha256
        return path if path.is_file() else None

    def add_run(self, name: str, results: list[Result], **changes: object) -> None:
        settings = {
            "model": f"made-up/{name}",
            "profile_name": "recommended",
            "image_path": self.image_path,
            "configuration": {"settings": {"temperature": 0}, "versions": {"panelwise": "0"}},
        }
        self.runs.append(
            ReportRun(name=name, items=self.items, results=results, **(settings | changes))
        )

    @property
    def comparison(self) -> Comparison:
        """What the analysis says of the runs."""
        packs: dict[str, list[Item]] = {}
        for key, item in self.items.items():
            packs.setdefault(key.pack, []).append(item)
        return compare(
            [
                RunData(run.name, run.model, RECOMMENDED, packs, tuple(run.results))
                for run in self.runs
            ]
        )


def recipe_of(page: str, shown: tuple[int, ...], size: int) -> dict[str, object]:
    """A composite of a page that is a stair of panels."""
    boxes = [[20 + 110 * (k % 2), 20 + 90 * (k // 2), 120 + 110 * (k % 2), 100 + 90 * (k // 2)]
             for k in range(size)]  # fmt: skip
    return {
        "version": 1,
        "kind": "composite",
        "panels": [{"page": page, "box": boxes[k]} for k in shown],
        "aspect": 3.0,
        "gutter": 8,
        "side": 640,
        "tags": [str(k) for k in range(size)],
    }


def page_image(size: int, seed: int) -> Image.Image:
    page = Image.new("RGB", (250, 20 + 90 * ((size + 1) // 2)), "white")
    draw = ImageDraw.Draw(page)
    for k in range(size):
        x, y = 20 + 110 * (k % 2), 20 + 90 * (k // 2)
        draw.rectangle((x, y, x + 99, y + 79), COLOURS[(k + seed) % 6], "black", 2)
        draw.ellipse((x + 30, y + 20, x + 70, y + 60), "white", "black", 2)
        draw.text((x + 46, y + 33), "abcdefgh"[k], "black")
    return page


def ordering_item(world: World, number: int, size: int, *, item_id: str | None = None) -> Item:
    """An ordering item; its composite is drawn once per size and stored if ``folder`` exists."""
    rng = random.Random(number)
    gold = list(range(size))
    while gold == sorted(gold):
        rng.shuffle(gold)
    shown = tuple(gold.index(k) for k in range(size))
    page = hashlib.sha256(f"page {number}".encode()).hexdigest()
    recipe = recipe_of(page, shown, size)
    cells = cells_of(recipe)
    width, height = max(c[2] for c in cells) + 8, max(c[3] for c in cells) + 8
    sha256 = hashlib.sha256(f"{size} {shown} {number % 6}".encode()).hexdigest()
    if world.folder.is_dir() and not (world.folder / sha256).is_file():
        stream = io.BytesIO()
        cook(recipe, {page: page_image(size, number)}).save(stream, "PNG")
        (world.folder / sha256).write_bytes(stream.getvalue())
    image = ImageEntry(sha256, sha256, width, height, "image/png", 1, recipe)
    text = f"The panels 0…{size - 1} are shuffled. Give the reading order as a list."
    return Item(
        id=item_id or f"book-{number % 15:02d}/page-{number:04d}",
        task=ORDERING,
        kind="ordering",
        n=size,
        rendering=Rendering((Turn("user", (0, text)),), (image,), "made-up.ordering/1"),
        gold=tuple(gold),
        sources=(SourcePage(f"book-{number % 15:02d}", str(number), f"p{number}.png", page),),
        meta={"direction": "rtl" if number % 3 else "ltr", "language": None},
    )


def choice_item(world: World, number: int) -> Item:
    ordering = ordering_item(world, number, 4)
    orders = list(itertools.permutations(range(4)))[:4]
    return Item(
        id=ordering.id,
        task=CHOICE,
        kind="choice",
        n=4,
        rendering=Rendering(
            ordering.rendering.turns, ordering.rendering.images, "made-up.choice/1"
        ),
        gold=number % 4,
        options=tuple(
            Option(letter, text="-".join(map(str, order)))
            for letter, order in zip("ABCD", orders, strict=True)
        ),
        sources=ordering.sources,
        meta={"panels": 4},
    )


def result_of(item: Item, outcome: Outcome, rng: random.Random, **changes: object) -> Result:
    """A result with this outcome and everything that goes with it."""
    status = STATUSES[outcome]
    answer: tuple[int, ...] | int | None = None
    scores: dict[str, float] = {}
    if status == "ok" and isinstance(item.gold, tuple):
        order = list(item.gold)
        if outcome != "correct":
            order = list(range(item.n)) if rng.random() < 0.5 else order[::-1]
        answer, scores = tuple(order), ordering_scores(order, item.gold)
    elif status == "ok":
        answer = item.gold if outcome == "correct" else (item.gold + 1) % 4
        scores = choice_scores(answer, item.gold, 4)
    silent = outcome in ("no_answer", "unsupported", "provider_error")
    words = " ".join(rng.choices(WORDS, k=25))
    said = answer if isinstance(answer, int) or answer is None else list(answer)
    values: dict[str, object] = {
        "pack": PACK,
        "item": item.id,
        "outcome": outcome,
        "status": status,
        "response": ("" if outcome == "no_answer" else None) if silent else f"{words}\n\n{said}",
        "refusal": "I can't help with that." if outcome == "refused" else None,
        "error": "503 service unavailable" if outcome == "provider_error" else None,
        "finish_reason": "length" if outcome == "truncated" else "stop",
        "rule": "last_list" if status == "ok" else None,
        "reason": "wrong length" if outcome == "unparsed" else None,
        "flags": ("identity",) if answer == tuple(range(item.n)) else (),
        "answer": answer,
        "scores": scores,
        "tokens_in": 900,
        "tokens_out": 60,
        "cost": 0.0012,
        "latency": 1.4,
        "model": "made-up-2026-03-01",
        "finished": "2026-11-21T04:00:00.000+00:00",
    }
    return Result(**(values | changes))


def make_world(folder: Path, items: int, runs: int, *, images: bool = True) -> World:
    """``runs`` runs over ``items`` ordering items, better runs first; every outcome occurs."""
    if images:
        folder.mkdir(parents=True, exist_ok=True)
    world = World(folder)
    for number in range(items):
        item = ordering_item(world, number, 3 + number % 4)
        world.items[ItemKey(PACK, item.id)] = item
    for run in range(runs):
        rng = random.Random(run)
        weights = [60 - 15 * run, 12, 18, 2, 4, 2, 2, 1, 1]
        forced = itertools.cycle(OUTCOMES)
        results = [
            result_of(
                item,
                next(forced) if place < len(OUTCOMES) else rng.choices(OUTCOMES, weights)[0],
                rng,
            )
            for place, item in enumerate(world.items.values())
        ]
        world.add_run(f"model-{'abc'[run]}", results)
    return world


def summary_of(run: str = "model-a", task: str = ORDERING, **changes: object) -> TaskSummary:
    """A summary with round numbers."""
    estimate = Estimate(0.625, 0.5511, 0.6994, 200, "cluster_bounded")
    constant = BestConstant(0.115, "the order [1, 0, 2]")
    metric = MetricSummary(
        "exact_match", estimate, estimate, estimate, 0.0912, True, 0.5873, constant
    )
    values: dict[str, object] = {
        "run": run,
        "model": f"made-up/{run}",
        "task": task,
        "kind": "ordering",
        "profile": "recommended",
        "prompt_ids": ("made-up.ordering/1",),
        "n": 200,
        "headline_metric": "exact_match",
        "metrics": {"exact_match": metric},
        "coverage": 0.94,
        "outcomes": {"correct": 125, "partial": 33, "wrong": 30, "refused": 5, "unparsed": 7},
        "statuses": {"ok": 188, "refusal": 5, "invalid": 7},
        "rules": {"last_list": 188},
        "mean_n_all": 4.5,
        "mean_n_valid": 4.4,
        "breakdowns": (),
        "bias": PositionBias(),
        "tokens_in": 180_000,
        "tokens_out": 12_000,
        "cost": 0.24,
        "mean_latency": 1.4,
    }
    return TaskSummary(**(values | changes))


def pair_of_runs(value: float, **changes: object) -> dict[str, object]:
    difference = Estimate(value, value - 0.05, value + 0.05, 200, "cluster_student")
    values: dict[str, object] = {
        "first": "model-a",
        "second": "model-b",
        "task": ORDERING,
        "metric": "exact_match",
        "n": 200,
        "difference": difference,
        "common_valid_difference": difference,
        "only_first_right": 31,
        "only_second_right": 9,
    }
    return values | changes


def paired_test(value: float, p_holm: float, **changes: object) -> PairedTest:
    tested = {"test": "mcnemar", "units": 200, "p": p_holm / 3, "p_holm": p_holm}
    return PairedTest(**(pair_of_runs(value) | tested | changes))


def untested_pair(value: float, first: str = "model-a", second: str = "guess") -> PairedDifference:
    return PairedDifference(**pair_of_runs(value, first=first, second=second))


def breakdown_row(key: str, value: str, score: float | None, n: int) -> Breakdown:
    spread = (None, None) if score is None else (score - 0.1, score + 0.1)
    return Breakdown(key, value, n, 1.0, Estimate(score, *spread, n, "wilson"), 0.25)


def circular_score() -> CircularScore:
    """Fifty questions of four options."""
    return CircularScore(
        questions=50,
        unfinished=2,
        all_right=Estimate(0.34, 0.22, 0.48, 50, "wilson"),
        mean=Estimate(0.61, 0.5, 0.71, 50, "bounded"),
        consistent=Estimate(0.7, 0.56, 0.81, 50, "wilson"),
        chance=1 / 256,
        mean_chance=1 / 4,
        consistent_chance=1 / 64,
    )


def pair_score() -> PairScore:
    """Forty pairs of four options, mostly answered alike."""
    return PairScore(
        texts=40,
        pairs=40,
        both_right=Estimate(0.05, 0.01, 0.16, 40, "wilson"),
        chance=1 / 16,
        knowing_chance=1 / 12,
        alike=Estimate(0.9, 0.77, 0.96, 40, "wilson"),
        expected_alike=0.222,
        did_not_look=True,
    )


def mistakes_of(run: ReportRun) -> ErrorClasses:
    """Every wrong answer of a run filed by a model, in turn by all kinds."""
    wrong = [result for result in run.results if result.outcome == "wrong"]
    kinds = itertools.cycle(TAXONOMIES["comicvqa"].categories)
    classes = tuple(
        ErrorClass(PACK, one.item, 0, run.items[one.pack, one.item].task, "book", kind, "local")
        for one, kind in zip(wrong, kinds, strict=False)
    )
    counts = (len(wrong), 0, 0, False)
    return ErrorClasses(run.name, run.model, "judge", "comicvqa", *counts, "", classes)


@dataclass(frozen=True)
class Makers:
    """The builders above, for tests."""

    world: Callable[..., World] = make_world
    empty: Callable[..., World] = World
    ordering: Callable[..., Item] = ordering_item
    choice: Callable[..., Item] = choice_item
    result: Callable[..., Result] = result_of
    summary: Callable[..., TaskSummary] = summary_of
    test: Callable[..., PairedTest] = paired_test
    difference: Callable[..., PairedDifference] = untested_pair
    row: Callable[..., Breakdown] = breakdown_row
    circular: Callable[[], CircularScore] = circular_score
    pairs: Callable[[], PairScore] = pair_score
    mistakes: Callable[[ReportRun], ErrorClasses] = mistakes_of
    pack: str = PACK


@pytest.fixture(scope="session")
def make() -> Makers:
    return Makers()


@pytest.fixture
def visit(chromium):
    """Opens a page of a report; whatever leaves the disk or is complained about is an error."""
    contexts = []

    def open_page(folder, page="samples.html", size=(1366, 768), **settings):
        width, height = size
        context = chromium.new_context(viewport={"width": width, "height": height}, **settings)
        contexts.append(context)
        tab = context.new_page()
        tab.complaints = []
        tab.on("console", lambda message: tab.complaints.append(message.text))
        tab.on("pageerror", lambda error: tab.complaints.append(str(error)))
        tab.on("dialog", lambda dialog: (tab.complaints.append(dialog.message), dialog.dismiss()))
        tab.on("requestfailed", lambda request: tab.complaints.append(request.url))
        tab.on("request", lambda request: _only_disk(tab, request.url))
        tab.goto(f"file://{folder}/{page}")
        if page.startswith("samples"):
            tab.wait_for_selector("html[data-ready-ms]")
        return tab

    yield open_page
    for context in contexts:
        for tab in context.pages:
            assert tab.complaints == []
        context.close()


def _only_disk(tab, url):
    if not url.startswith("file://"):
        tab.complaints.append(f"network: {url}")
