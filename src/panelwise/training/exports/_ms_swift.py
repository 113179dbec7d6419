"""ms-swift: its messages format, with boxes as ``objects`` where a family's template writes them.

For Qwen's families ms-swift replaces ``<bbox>`` with the numbers that the family was trained on:
pixels of the picture as its processor resizes it (Qwen2.5-VL), thousandths (Qwen2-VL, Qwen3-VL).
It knows the size to which it resizes, so its numbers are right at any ``MAX_PIXELS``. Other
families' templates put signs around boxes that a prompt did not ask for (InternVL: ``<box>``);
their boxes are written out as evaluation reads them.

Source: ms-swift, "Custom dataset", section Grounding, and ``swift/template/base.py``
(``normalize_bbox``), ``templates/qwen.py`` and ``templates/internvl.py`` (``replace_bbox``).
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import orjson

from panelwise.models import family_of
from panelwise.profile import Profile
from panelwise.tasks import get_kind
from panelwise.tasks.kinds import BoxSettings, gold_boxes, gold_in_frame
from panelwise.training._example import TrainingExample
from panelwise.training.exports._format import (
    IMAGE_MARK,
    ExportJob,
    TrainingFormat,
    alternating,
    flat_messages,
    picture_path,
    store_pictures,
    write_lines,
)

DATA = "train.jsonl"
BOX_MARK = "<bbox>"
GROUNDED = ("Qwen2-VL", "Qwen2.5-VL", "Qwen3-VL", "MangaLMM")
_BOX = re.compile(r'(?<!\\)("bbox(?:_2d)?": )(\[[^\[\]]*\])')


def _write(job: ExportJob, folder: Path) -> Sequence[str]:
    store_pictures(job.examples, folder)
    family = family_of(job.model) if job.model else None
    grounded = family is not None and family.name in GROUNDED
    records = [_record(one, job.profiles[one.item.task], grounded) for one in job.examples]
    write_lines(folder / DATA, records)
    notes = [f"train with: ROOT_IMAGE_DIR={{out}} swift sft --dataset {{out}}/{DATA} …"]
    if grounded and any("objects" in record for record in records):
        notes.append(
            "set QWENVL_BBOX_FORMAT=new, so that boxes are written as lists of numbers, which is"
            " what panelwise evaluate reads"
        )
    return notes


def _record(example: TrainingExample, profile: Profile, grounded: bool) -> dict[str, Any]:
    messages = flat_messages(example)
    record: dict[str, Any] = {
        "id": example.id,
        "messages": messages,
        "images": [picture_path(part) for part in example.shown],
    }
    if grounded and gold_boxes(example.item):
        messages[-1]["content"], boxes = marked_boxes(example, profile)
        record["objects"] = {"ref": [], "bbox": boxes}
    return record


def marked_boxes(example: TrainingExample, profile: Profile) -> tuple[str, list[list[float]]]:
    """The response with ``<bbox>`` for each box, and the boxes in pixels of the picture.

    Page and picture may differ in size; ms-swift counts in pixels of the picture.
    """
    item = example.item
    assert isinstance(item.gold, dict)
    boxes = dataclasses.replace(profile.section(BoxSettings), coord_frame="pixels")
    pixels = profile.with_sections(boxes)
    text = get_kind(item.kind).write(item, gold_in_frame(item, pixels), pixels)
    picture, (width, height) = item.rendering.images[0], item.gold["size"]
    across, down = picture.width / width, picture.height / height
    found: list[list[float]] = []

    def mark(match: re.Match[str]) -> str:
        x0, y0, x1, y1 = orjson.loads(match[2])
        found.append([x0 * across, y0 * down, x1 * across, y1 * down])
        return match[1] + BOX_MARK

    return _BOX.sub(mark, text), found


MS_SWIFT = TrainingFormat(
    "ms-swift",
    "ms-swift",
    _write,
    alternating,
    marks=(IMAGE_MARK, "<video>", "<audio>", BOX_MARK, "<ref-object>"),
)
