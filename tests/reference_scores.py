"""What scikit-learn and pycocotools say, written down so that every test run can hold it.

``python tests/reference_scores.py`` (with the extra ``reference``) writes
``tests/data/reference_scores.json``; the file names the versions that it was written with.
"""

from __future__ import annotations

import contextlib
import io
import json
import random
from pathlib import Path
from typing import Any

from panelwise.geometry import Box
from panelwise.metrics import DetectionPage, FoundBox, TrueBox

FILE = Path(__file__).parent / "data" / "reference_scores.json"
CLASSES = ["panel", "character", "text", "face"]


def load() -> dict[str, Any]:
    """The reference values."""
    return json.loads(FILE.read_text("utf-8"))


def random_pages(seed: int, count: int = 40) -> list[DetectionPage]:
    """Pages with near misses, inventions, other classes and regions to ignore."""
    rng = random.Random(seed)
    pages = []
    for _ in range(count):
        theirs, mine = [], []
        for _ in range(rng.randrange(14)):
            box = Box.from_xywh(
                *(rng.randrange(60) for _ in "xy"), *(rng.randint(5, 40) for _ in "wh")
            )
            theirs.append(TrueBox(box, rng.choice(CLASSES[:3]), rng.random() < 0.1))
            if rng.random() < 0.8:
                shift = [rng.randint(-4, 4) for _ in range(2)]
                near = Box.from_xywh(box.x0 + shift[0], box.y0 + shift[1], box.width, box.height)
                label = theirs[-1].label if rng.random() < 0.9 else "face"
                mine.append(FoundBox(near, label, round(rng.random(), 2)))
        mine += [
            FoundBox(Box.from_xywh(rng.randrange(80), 0, 9, 9), rng.choice(CLASSES), rng.random())
            for _ in range(rng.randrange(6))
        ]
        pages.append(DetectionPage(mine, theirs))
    return pages


def coco_stats(pages: list[DetectionPage], label: str, limit: int) -> dict[str, float]:
    """What pycocotools says of one class."""
    from pycocotools import coco
    from pycocotools import cocoeval as evaluation

    category = CLASSES.index(label) + 1

    def annotation(box, place: int, **facts):
        size = [box.box.x0, box.box.y0, box.box.width, box.box.height]
        kind = CLASSES.index(box.label) + 1
        return {"image_id": place, "category_id": kind, "bbox": size, "area": box.box.area, **facts}

    gold = coco.COCO()
    gold.dataset = {
        "images": [{"id": place} for place in range(len(pages))],
        "categories": [{"id": index + 1, "name": name} for index, name in enumerate(CLASSES)],
        "annotations": [
            annotation(box, place, iscrowd=int(box.ignore))
            for place, page in enumerate(pages)
            for box in page.true
        ],
    }
    for number, entry in enumerate(gold.dataset["annotations"], start=1):
        entry["id"] = number
    with contextlib.redirect_stdout(io.StringIO()):
        gold.createIndex()
        answers = gold.loadRes(
            [
                annotation(box, place, score=box.score)
                for place, page in enumerate(pages)
                for box in page.found
            ]
        )
        scorer = evaluation.COCOeval(gold, answers, "bbox")
        scorer.params.catIds = [category]
        scorer.params.maxDets = [10, 100, limit]
        scorer.evaluate()
        scorer.accumulate()
    precision = scorer.eval["precision"][:, :, 0, 0, 2]
    recall = scorer.eval["recall"][:, 0, 0, :].mean(axis=0)
    return {
        "ap50": precision[0].mean(),
        "ap": precision.mean(),
        "ar10": recall[0],
        "ar100": recall[1],
        "ar_limit": recall[2],
    }


def written(pages: list[DetectionPage]) -> list[dict[str, Any]]:
    """Pages as JSON."""
    return [
        {
            "found": [[*corners(one.box), one.label, one.score] for one in page.found],
            "true": [[*corners(one.box), one.label, one.ignore] for one in page.true],
        }
        for page in pages
    ]


def corners(box: Box) -> list[float]:
    return [box.x0, box.y0, box.x1, box.y1]


def pages_of(case: dict[str, Any]) -> list[DetectionPage]:
    """The pages of a written case."""
    return [
        DetectionPage(
            [FoundBox(Box(*one[:4]), *one[4:]) for one in page["found"]],
            [TrueBox(Box(*one[:4]), *one[4:]) for one in page["true"]],
        )
        for page in case["pages"]
    ]


def groupings(rng: random.Random) -> list[dict[str, Any]]:
    """Groupings of characters: small and unlike each other, and one of three hundred."""
    from sklearn import metrics

    cases = []
    for n in (2, 3, 5, 8, 13, 21, 34, 34, 34):
        gold = [rng.randrange(max(2, n // 4)) for _ in range(n)]
        cases.append(([who if rng.random() < 0.7 else rng.randrange(9) for who in gold], gold))
    cases += [([1, 1, 1, 1], [1, 2, 3, 4]), ([1, 2, 3], [1, 1, 1]), ([5, 5], [7, 7])]
    gold = [rng.randrange(20) for _ in range(300)]
    cases.append(([who if rng.random() < 0.7 else 99 for who in gold], gold))
    return [
        {
            "predicted": predicted,
            "gold": gold,
            "ami": float(metrics.adjusted_mutual_info_score(gold, predicted)),
            "nmi": float(metrics.normalized_mutual_info_score(gold, predicted)),
            "ari": float(metrics.adjusted_rand_score(gold, predicted)),
        }
        for predicted, gold in cases
    ]


def ratings(rng: random.Random) -> list[dict[str, Any]]:
    """Marks of two raters from 1 to 5, with Cohen's κ in its three weightings."""
    from sklearn import metrics

    cases = []
    for n in (4, 9, 17, 30, 60):
        first = [rng.randint(1, 5) for _ in range(n)]
        second = [min(5, max(1, mark + rng.choice((-2, -1, 0, 0, 0, 1)))) for mark in first]
        kappas = {
            name or "none": float(
                metrics.cohen_kappa_score(first, second, weights=name, labels=[1, 2, 3, 4, 5])
            )
            for name in (None, "linear", "quadratic")
        }
        cases.append({"first": first, "second": second, "kappa": kappas})
    return cases


def detections() -> list[dict[str, Any]]:
    """Pages of boxes with what COCO's own code says of each class."""
    cases = []
    for seed in (11, 12):
        pages = random_pages(seed, 12)
        stats = {
            label: {key: float(value) for key, value in coco_stats(pages, label, 100).items()}
            for label in CLASSES[:3]
        }
        cases.append({"pages": written(pages), "stats": stats})
    return cases


def main() -> None:
    """Write the file anew."""
    from importlib.metadata import version

    rng = random.Random(7)
    data = {
        "script": "tests/reference_scores.py",
        "versions": {name: version(name) for name in ("scikit-learn", "pycocotools", "numpy")},
        "groupings": groupings(rng),
        "ratings": ratings(rng),
        "detection": detections(),
    }
    FILE.write_text(json.dumps(data) + "\n", "utf-8")


if __name__ == "__main__":
    main()
