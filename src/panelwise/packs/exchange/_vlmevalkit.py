"""VLMEvalKit: one TSV with base64 pictures; its prediction files.

What its loader does decides what is written (``vlmeval/dataset/image_base.py``, ``image_mcq.py``,
``dataset/__init__.py`` and ``smp/file.py`` of open-compass/VLMEvalKit):

- a file ``NAME.tsv`` in ``$LMUData`` is a data set of its own: multiple choice when it has columns
  ``A`` and ``B``, otherwise open questions, and of type MCQ unless ``openended`` is in its name;
- several pictures are a list in one cell, with ``image_path`` naming as many files; all pictures
  are sent before the words; a row without a picture is left out;
- the options are written out below the question by the loader itself;
- pandas reads the file, to which a cell ``None`` or ``NA`` is an empty one.
"""

from __future__ import annotations

import base64
import csv
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import orjson

from panelwise.errors import InputError, MissingExtraError, UnavailableError
from panelwise.files import MAX_LINE_BYTES, open_regular, text_lines
from panelwise.outputs import new_folder
from panelwise.packs._pack import Pack
from panelwise.packs.exchange._log import LoggedAnswer, read_json_records
from panelwise.packs.exchange._words import (
    Exported,
    file_name,
    final,
    flat_text,
    gold_text,
    image_bytes,
    plain_name,
)
from panelwise.tasks import LETTERS, Item, get_kind, lettered
from panelwise.wording import counted

_OTHERS = "export to lmms-eval, huggingface or openai-batch"
# What pandas.read_csv takes for an empty cell.
_EMPTY = {
    *("", "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN"),
    *("<NA>", "N/A", "NA", "NULL", "NaN", "None", "n/a", "nan", "null"),
}
_INDEX = re.compile(r"(\d{1,9})(?:\.0*)?", re.ASCII)
_FAILED = "Failed to obtain answer via API"


def write_vlmevalkit(pack: Pack, out: str | Path) -> Exported:
    """Write ``NAME.tsv`` for choices, ``NAME_openended.tsv`` for orders.

    Cells are the very words and bytes: the file is read by a program, and an apostrophe put
    before a ``=`` against spreadsheets would change the question.

    Raises:
        UnavailableError: for options that are pictures or not lettered from A, for items without
            pictures, and for words that the loader takes for an empty cell.
    """
    items = pack.items()
    for item in items:
        _check(item)
    choice = get_kind(items[0].kind).form == "option"
    letters = LETTERS[: max(len(item.options) for item in items)]
    columns = ["index", "id", "image", "image_path", "question", *letters, "answer", "category"]
    name = plain_name(pack.name) + ("" if choice else "_openended")
    with new_folder(out) as folder:
        path = folder / f"{name}.tsv"
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, delimiter="\t", lineterminator="\n")
            writer.writerow(columns)
            for index, item in enumerate(items):
                row = _row(pack, item, index)
                writer.writerow([row.get(column, "") for column in columns])
    several = sum(bool(item.accepted) for item in items)
    command = f"PRED_FORMAT=tsv python run.py --data {name} --model MODEL --mode infer"
    note = f"with {path.name} in $LMUData: {command}"
    return Exported(
        "vlmevalkit", Path(out), final([path], folder, out), len(items), (note, *_notes(several))
    )


def _notes(several: int) -> list[str]:
    """What its one column for the right answer cannot say."""
    said = f"{counted(several, 'item')} with several right orders, of which the file holds only one"
    return [f"{said}; score the answers with panelwise import-log"] if several else []


def _row(pack: Pack, item: Item, index: int) -> dict[str, str]:
    pictures = [
        base64.b64encode(image_bytes(pack, image)).decode() for image in item.rendering.images
    ]
    return {
        "index": str(index),
        "id": item.id,
        "image": _cell(pictures),
        "image_path": _cell([file_name(image) for image in item.rendering.images]),
        "question": question_of(item),
        **{option.label: option.text or "" for option in item.options},
        "answer": gold_text(item),
        "category": str(item.meta.get("category") or item.task),
    }


def question_of(item: Item) -> str:
    """The words of an item without the list of its options, which the loader adds."""
    text = flat_text(item.rendering)
    listed = lettered(item.options)
    return text.replace("\n" + listed, "", 1) if item.options else text


def _cell(values: list[str]) -> str:
    """One value as it is, several as a list that Python reads."""
    return values[0] if len(values) == 1 else orjson.dumps(values).decode()


def _check(item: Item) -> None:
    if not item.rendering.images:
        raise UnavailableError(
            f"item '{item.id}' has no picture, and VLMEvalKit leaves such rows out; {_OTHERS}"
        )
    if any(option.image is not None for option in item.options):
        raise UnavailableError(
            f"item '{item.id}' has pictures for options, and VLMEvalKit's columns A, B, … hold"
            f" words only; {_OTHERS}"
        )
    labels = [option.label for option in item.options]
    if labels != list(LETTERS[: len(labels)]):
        raise UnavailableError(
            f"item '{item.id}' labels its options {', '.join(labels)}, and VLMEvalKit A, B, …;"
            f" {_OTHERS}"
        )
    for option in item.options:
        if (option.text or "").strip() in _EMPTY:
            raise UnavailableError(
                f"item '{item.id}': VLMEvalKit takes option {option.label}, '{option.text}', for"
                f" an empty cell; {_OTHERS}"
            )


def read_vlmevalkit(path: Path) -> Iterator[LoggedAnswer]:
    """The answers of a prediction file: ``.tsv``, ``.csv``, ``.json``, ``.jsonl``, ``.xlsx``.

    A row is known by its column ``id``, or, where that is gone, by ``index``.

    Raises:
        InputError: for another kind of file, or one without predictions.
    """
    for number, row in enumerate(_rows(path), start=1):
        if "prediction" not in row:
            raise InputError(f"{path}: row {number} has no 'prediction'; give the prediction file")
        item_id = str(row.get("id") or "") or None
        position = _position(row.get("index"))
        text = row["prediction"]
        text = "" if text is None else str(text)
        failed = text.startswith(_FAILED)
        gold = str(row["answer"]) if "answer" in row else None
        where = f"row {number}"
        yield LoggedAnswer(item_id, position, None if failed else text, where, gold=gold)


def _position(index: Any) -> int | None:
    """A row's place: a whole number, which a spreadsheet may have made into 3.0."""
    found = _INDEX.fullmatch(str(index))
    return int(found[1]) if found else None


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    suffix = path.suffix.lower()
    if suffix in (".tsv", ".csv"):
        return _separated(path, "\t" if suffix == ".tsv" else ",")
    if suffix in (".json", ".jsonl"):
        return (row for _, row in read_json_records(path))
    if suffix == ".xlsx":
        return _sheet(path)
    with open_regular(path):
        pass  # a file that is missing is named as such
    raise InputError(
        f"{path}: not predictions of VLMEvalKit; give a .tsv, .csv, .json, .jsonl or .xlsx file"
    )


def _separated(path: Path, delimiter: str) -> Iterator[dict[str, Any]]:
    before = csv.field_size_limit(MAX_LINE_BYTES)  # the module's own is shorter than some reasoning
    try:
        yield from csv.DictReader(text_lines(path), delimiter=delimiter)
    except csv.Error as error:
        raise InputError(f"{path}: not a table ({error}); give the prediction file") from None
    finally:
        csv.field_size_limit(before)  # it is the whole process's


def _sheet(path: Path) -> Iterator[dict[str, Any]]:
    try:
        openpyxl: Any = import_module("openpyxl")  # optional, and without types
    except ImportError:
        raise MissingExtraError(
            f"{path}: save it as .tsv, or pip install openpyxl to have .xlsx read"
        ) from None
    try:
        sheet = openpyxl.load_workbook(path, read_only=True, data_only=True).active
    except Exception as error:  # noqa: BLE001 - its errors have no other root
        reason = " ".join(str(error).split())[:200]
        raise InputError(f"{path}: not an Excel workbook ({reason}); save it as .tsv") from None
    rows = sheet.iter_rows(values_only=True)
    names = [str(name) for name in next(rows, ())]
    return (dict(zip(names, row, strict=False)) for row in rows)
