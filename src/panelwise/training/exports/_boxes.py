"""COCO and YOLO: the boxes of pages, for detectors.

Several items may show one picture (a page in two packs): it is stored once, with the boxes of all
of them, a box that several have listed once. A picture lists the classes that were annotated on
it, so that a trainer can leave the others out of its loss instead of taking their absence for
background.

Source: COCO, "Data format"; Ultralytics, "Object detection datasets" (a file of labels for each
picture, a line ``class cx cy width height`` for each box, as fractions).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from panelwise.geometry import Box
from panelwise.outputs import write_file
from panelwise.tasks import ImageEntry, Item
from panelwise.tasks.kinds import GoldBox, gold_boxes
from panelwise.training._example import TrainingExample
from panelwise.training.exports._format import (
    ExportJob,
    TrainingFormat,
    picture_path,
    store_pictures,
)

CLASSES = ("panel", "text", "balloon", "character", "face", "sound")


@dataclass(slots=True)
class BoxedPicture:
    """A picture with everything that items say of it; boxes are in pixels of the picture."""

    example: TrainingExample
    entry: ImageEntry
    classes: dict[str, None] = field(default_factory=dict)
    boxes: dict[GoldBox, None] = field(default_factory=dict)


def boxed_pictures(examples: Iterable[TrainingExample]) -> list[BoxedPicture]:
    """The pictures of examples with their boxes, in the order in which they first occur."""
    found: dict[str, BoxedPicture] = {}
    for one in examples:
        [entry] = one.item.rendering.images
        picture = found.setdefault(entry.sha256, BoxedPicture(one, entry))
        boxes = picture_boxes(one.item)
        picture.classes |= dict.fromkeys(annotated(one.item))
        picture.boxes |= dict.fromkeys(boxes)
    return list(found.values())


def picture_boxes(item: Item) -> tuple[GoldBox, ...]:
    """The boxes of gold in pixels of the picture that is shown, cut off at its edges."""
    assert isinstance(item.gold, dict)
    [entry], (width, height) = item.rendering.images, item.gold["size"]
    across, down = entry.width / width, entry.height / height

    def placed(box: Box) -> Box:
        x0, x1 = (min(max(value * across, 0), entry.width) for value in (box.x0, box.x1))
        y0, y1 = (min(max(value * down, 0), entry.height) for value in (box.y0, box.y1))
        return Box(x0, y0, x1, y1)

    return tuple(GoldBox(one.label, placed(one.box), one.text) for one in gold_boxes(item))


def annotated(item: Item) -> tuple[str, ...]:
    """The classes that gold speaks of, those without a box among them."""
    assert isinstance(item.gold, dict)
    if "classes" in item.gold:
        return tuple(map(str, item.gold["classes"]))
    lists = [key for key, value in item.gold.items() if isinstance(value, list) and key != "size"]
    return tuple(sorted(key.removesuffix("s") for key in lists))


def class_names(pictures: Iterable[BoxedPicture]) -> list[str]:
    """All classes: the usual ones in their order, then others by name."""
    used = {name for one in pictures for name in one.classes}
    used |= {box.label for one in pictures for box in one.boxes}
    return [*(name for name in CLASSES if name in used), *sorted(used.difference(CLASSES))]


def _refuses(example: TrainingExample) -> str | None:
    item = example.item
    if not (isinstance(item.gold, dict) and "size" in item.gold):
        return f"{item.kind} items have no boxes to be found on a page"
    count = len(item.rendering.images)
    return None if count == 1 else f"it shows {count} pictures, and boxes are of one"


def _write_coco(job: ExportJob, folder: Path) -> Sequence[str]:
    pictures = boxed_pictures(job.examples)
    names = class_names(pictures)
    numbers = {name: number for number, name in enumerate(names, 1)}
    store_pictures((one.example for one in pictures), folder)
    annotations: list[dict[str, Any]] = []
    for number, one in enumerate(pictures, 1):
        for gold in one.boxes:
            x0, y0, x1, y1 = gold.box
            annotations.append(
                {
                    "id": len(annotations) + 1,
                    "image_id": number,
                    "category_id": numbers[gold.label],
                    "bbox": [x0, y0, x1 - x0, y1 - y0],
                    "area": (x1 - x0) * (y1 - y0),
                    "iscrowd": 0,
                }
                | ({} if gold.text is None else {"text": gold.text})
            )
    record = {
        "info": {"description": "exported by panelwise", "version": "1"},
        "licenses": [],
        "images": [_coco_image(number, one) for number, one in enumerate(pictures, 1)],
        "annotations": annotations,
        "categories": [{"id": numbers[name], "name": name} for name in names],
    }
    options = orjson.OPT_APPEND_NEWLINE
    write_file(folder / "annotations.json", orjson.dumps(record, option=options))
    return ()


def _coco_image(number: int, one: BoxedPicture) -> dict[str, Any]:
    [part] = one.example.images
    return {
        "id": number,
        "file_name": picture_path(part),
        "width": one.entry.width,
        "height": one.entry.height,
        "book": one.example.item.book,
        "annotated": sorted(one.classes),
    }


def _write_yolo(job: ExportJob, folder: Path) -> Sequence[str]:
    pictures = boxed_pictures(job.examples)
    names = class_names(pictures)
    store_pictures((one.example for one in pictures), folder, "images/train")
    for one in pictures:
        lines = [_yolo_line(names.index(gold.label), gold.box, one.entry) for gold in one.boxes]
        path = folder / "labels" / "train" / f"{one.entry.sha256}.txt"
        write_file(path, "".join(f"{line}\n" for line in lines).encode())
    listed = "".join(f"  {number}: {name}\n" for number, name in enumerate(names))
    text = f"train: images/train\nval: images/train  # {_NO_VAL}\nnames:\n{listed}"
    write_file(folder / "data.yaml", text.encode())
    partly = [one for one in pictures if set(names) - set(one.classes)]
    notes = [f"data.yaml: {_NO_VAL}"]
    if partly:
        lacking = ", ".join(sorted(set(names) - set(partly[0].classes)))
        notes.append(
            f"{len(partly)} pictures are not annotated with every class (the first lacks"
            f" {lacking}); YOLO takes that for background, COCO lists it as 'annotated'"
        )
    return notes


_NO_VAL = "YOLO wants a validation set; these are the training pictures, test with panelwise"


def _yolo_line(number: int, box: Box, entry: ImageEntry) -> str:
    values = (
        (box.x0 + box.x1) / 2 / entry.width,
        (box.y0 + box.y1) / 2 / entry.height,
        (box.x1 - box.x0) / entry.width,
        (box.y1 - box.y0) / entry.height,
    )
    return " ".join([str(number), *(f"{value:.10f}" for value in values)])


COCO = TrainingFormat("coco", "detectors that read COCO", _write_coco, _refuses, responses=False)
YOLO = TrainingFormat("yolo", "detectors that read YOLO", _write_yolo, _refuses, responses=False)
