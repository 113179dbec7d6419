"""LLaMA-Factory: messages in the sharegpt format, and the ``dataset_info.json`` that names them.

What its loader does decides what is written (``llamafactory/data/converter.py`` and
``mm_plugin.py``): an optional system message, then user and assistant in turn; every ``<image>``
in the words is the place of the next picture; paths are sought in ``media_dir``, which is
``dataset_dir`` by default; a conversation that breaks a rule is left out with a warning.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import orjson

from panelwise.outputs import write_file
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

DATASET = "panelwise"
DATA = "train.jsonl"
INFO = {
    DATASET: {
        "file_name": DATA,
        "formatting": "sharegpt",
        "columns": {"messages": "messages", "images": "images"},
        "tags": {
            "role_tag": "role",
            "content_tag": "content",
            "user_tag": "user",
            "assistant_tag": "assistant",
            "system_tag": "system",
        },
    }
}


def _write(job: ExportJob, folder: Path) -> Sequence[str]:
    store_pictures(job.examples, folder)
    records = (
        {
            "id": one.id,
            "messages": flat_messages(one),
            "images": [picture_path(part) for part in one.shown],
        }
        for one in job.examples
    )
    write_lines(folder / DATA, records)
    options = orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
    write_file(folder / "dataset_info.json", orjson.dumps(INFO, option=options))
    return (f"train with: dataset_dir: {{out}}, dataset: {DATASET}",)


LLAMA_FACTORY = TrainingFormat(
    "llama-factory",
    "LLaMA-Factory",
    _write,
    alternating,
    marks=(IMAGE_MARK, "<video>", "<audio>"),
)
