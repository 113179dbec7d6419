"""Run by the Python of an environment with pycocotools: what it finds in a COCO export."""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path


def main(folder: Path) -> dict:
    from pycocotools.coco import COCO
    from pycocotools.cocoeval import COCOeval

    with contextlib.redirect_stdout(sys.stderr):
        known = COCO(str(folder / "annotations.json"))
        everything = known.loadAnns(known.getAnnIds())
        keys = ("image_id", "category_id", "bbox")
        results = known.loadRes([{k: one[k] for k in keys} | {"score": 1.0} for one in everything])
        scored = COCOeval(known, results, "bbox")
        scored.evaluate()
        scored.accumulate()
        scored.summarize()
    names = {one["id"]: one["name"] for one in known.loadCats(known.getCatIds())}
    found = {}
    for image in known.loadImgs(known.getImgIds()):
        boxes = known.loadAnns(known.getAnnIds(imgIds=[image["id"]]))
        found[image["file_name"]] = [[names[one["category_id"]], one["bbox"]] for one in boxes]
    return {"images": found, "precision": float(scored.stats[0])}


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(json.dumps(main(Path(sys.argv[1]))))
