"""lmms-eval: a task folder with its own data; its sample logs.

Read beside lmms_eval 0.7.3 (``api/task.py``, ``evaluator.py``,
``loggers/evaluation_tracker.py``): a task's data set is opened with ``datasets.load_dataset`` as
its YAML says; a log has no document, so the item's id travels among the results.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from panelwise.errors import InputError
from panelwise.outputs import new_folder
from panelwise.packs._pack import Pack
from panelwise.packs.exchange._log import LoggedAnswer, read_json_records
from panelwise.packs.exchange._parquet import write_shards
from panelwise.packs.exchange._words import Exported, final, plain_name
from panelwise.tasks import Item, Option, Rendering
from panelwise.tasks.kinds import get_kind, read_response, score_answer

_TASK_FILE = Path(__file__).with_name("_lmms_task.py")  # copied, not imported
_FAILED = ("[LMMS_EVAL_REQUEST_FAILED", "[LMMS_EVAL_BUDGET_EXCEEDED")
# lmms-eval stops an answer at its first blank line unless its task names other stop words, or none.
_YAML = """\
task: {name}
dataset_path: parquet
dataset_kwargs:
  data_files:
    test: {files}
test_split: test
output_type: generate_until
doc_to_visual: !function utils.doc_to_visual
doc_to_text: !function utils.doc_to_text
doc_to_messages: !function utils.doc_to_messages
doc_to_target: !function utils.doc_to_target
process_results: !function utils.process_results
generation_kwargs:
  max_new_tokens: 4096
  temperature: 0
  do_sample: false
  until: []
metric_list:
{metrics}metadata:
  - version: 1.0
    pack: {hash}
"""
_METRIC = "  - metric: {}\n    aggregation: mean\n    higher_is_better: true\n"


def write_lmms_eval(pack: Pack, out: str | Path) -> Exported:
    """Write ``NAME.yaml``, ``utils.py`` and ``data/*.parquet``.

    The YAML names its data by absolute path, because lmms-eval resolves others from wherever it
    is started: a folder that is moved is exported again, or its ``test:`` line corrected.
    """
    name = f"panelwise_{plain_name(pack.name)}"
    metrics = get_kind(pack.items()[0].kind).exported_metrics
    with new_folder(out) as folder:
        shards = write_shards(pack, folder / "data")
        utils = folder / "utils.py"
        utils.write_text(_TASK_FILE.read_text(encoding="utf-8"), encoding="utf-8")
        task = folder / f"{name}.yaml"
        task.write_text(
            _YAML.format(
                name=name,
                files=_quoted(str(Path(out).resolve() / "data" / "test-*.parquet")),
                metrics="".join(map(_METRIC.format, metrics)),
                hash=_quoted(pack.hash),
            ),
            encoding="utf-8",
        )
        files = final((task, utils, *shards), folder, out)
    note = f"run: lmms-eval --include_path {out} --tasks {name} --log_samples --output_path LOGS"
    return Exported("lmms-eval", Path(out), files, len(pack), (note,))


def _quoted(text: str) -> str:
    """A text as YAML: every JSON string is one."""
    return orjson.dumps(text).decode()


def score_row(row: dict[str, Any], text: str) -> dict[str, float]:
    """Metric → value of an answer to a row of an exported data set, in the recommended profile.

    An answer that cannot be read is wrong: 0.

    Args:
        row: as ``export_pack`` wrote it; its pictures are not looked at.
        text: the response.

    >>> row = {"id": "a", "task": "t", "kind": "ordering", "n": 3, "gold": [2, 0, 1],
    ...     "labels": [], "options": [], "index_base": 1, "example": []}
    >>> score_row(row, "The order is [3, 1, 2]."), score_row(row, "[3, 2, 1]")["exact_match"]
    ({'exact_match': 1.0, 'accuracy': 1.0}, 0.0)
    """
    from panelwise.profile import RECOMMENDED

    item = _item(row)
    scores = score_answer(item, read_response(item, text, profile=RECOMMENDED), RECOMMENDED)
    metrics = get_kind(item.kind).exported_metrics
    return {metric: float(scores.get(metric, 0.0)) for metric in metrics}


def _item(row: dict[str, Any]) -> Item:
    """What reading and scoring an answer needs of an item."""
    gold = tuple(row["gold"])
    options = zip(row["labels"], row["options"], strict=True)
    return Item(
        id=row["id"],
        task=row["task"],
        kind=row["kind"],
        n=row["n"],
        rendering=Rendering((), (), ""),
        gold=gold[0] if get_kind(row["kind"]).form == "option" else gold,
        sources=(),
        options=tuple(Option(label, text=text) for label, text in options),
        index_base=row["index_base"],
        example=tuple(row["example"]) or None,
        accepted=tuple(tuple(order) for order in orjson.loads(row.get("accepted") or "[]")),
    )


def read_lmms_eval(path: Path) -> Iterator[LoggedAnswer]:
    """The answers of a ``*_samples_*.jsonl``: what the model said, before any filter.

    Several responses to one document are repeats.

    Raises:
        InputError: for a log without responses in words.
    """
    for where, record in read_json_records(path):
        item_id = record.get("item_id")
        position = record.get("doc_id")
        if item_id is None and not isinstance(position, int):
            raise InputError(
                f"{path}: {where} has no doc_id; give a *_samples_*.jsonl of lmms-eval"
            )
        texts = list(_texts(record.get("resps", record.get("filtered_resps"))))
        if not texts:
            raise InputError(
                f"{path}: {where} has no text in resps or filtered_resps; give the samples file"
                " that lmms-eval wrote"
            )
        for repeat, text in enumerate(texts):
            said = None if text.startswith(_FAILED) else text
            gold = record.get("target")
            yield LoggedAnswer(
                item_id if isinstance(item_id, str) else None,
                position if isinstance(position, int) else None,
                said,
                where,
                repeat,
                gold=gold if isinstance(gold, str) else None,
            )


def _texts(value: Any) -> Iterator[str]:
    """The texts in lists of lists; a log nests them by requests and repeats."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)
