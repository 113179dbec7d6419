"""MMMU as published: Parquet files, a folder for each subject."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from panelwise.errors import InputError
from panelwise.training.retention._question import SuiteQuestion, SuiteQuestions

COLUMNS = ("id", "question", "options", "answer", "question_type", "image_1")
LICENCE = "Apache-2.0 as its publisher states; pictures from textbooks and the web"
_MARK = re.compile(r"<image (\d)>")


def mmmu_questions(path: Path) -> SuiteQuestions:
    """The multiple-choice questions of a Parquet file or of all ``validation`` files in a folder.

    Open questions, which MMMU scores by rules of its own, are left out and counted: the accuracy is
    of the others, and comparable with printed ones only as far as that.

    Raises:
        InputError: when there is no such file.
    """
    files = [path] if path.is_file() else sorted(path.rglob("validation-*.parquet"))
    if not files:
        raise InputError(f"{path}: no validation-*.parquet in it; give the folder of MMMU")
    left_out: Counter[str] = Counter()
    found = []
    for file in files:
        for row in _rows(file):
            question = _question(row, file)
            if isinstance(question, str):
                left_out[question] += 1
            else:
                found.append(question)
    return SuiteQuestions(
        "mmmu", "MMMU, multiple choice", path.name, "Apache-2.0", tuple(found), left_out
    )


def _rows(file: Path) -> Iterator[Mapping[str, Any]]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        table = pq.read_table(file)
    except (OSError, pa.ArrowException) as error:
        raise InputError(f"{file}: cannot be read ({error})") from None
    lacking = [name for name in COLUMNS if name not in table.column_names]
    if lacking:
        raise InputError(f"{file}: not MMMU: no column {lacking[0]}; give MMMU's files")
    yield from table.to_pylist()


def _question(row: Mapping[str, Any], file: Path) -> SuiteQuestion | str:
    """The question of a row, or why it is none."""
    if row["question_type"] != "multiple-choice":
        return "open"
    try:
        options = [str(one) for one in ast.literal_eval(row["options"])]
    except (ValueError, SyntaxError):
        raise InputError(f"{file}: the options of {row['id']} are not a list") from None
    right = ord(row["answer"][:1] or "?") - ord("A") if len(row["answer"]) == 1 else -1
    if not 0 <= right < len(options):
        return "without a right answer"
    if any(_MARK.search(option) for option in options):
        return "with pictures as options"
    numbers = dict.fromkeys(int(number) for number in _MARK.findall(row["question"]))
    used = [n for n in numbers or (1,) if row.get(f"image_{n}")]
    pictures = [row[f"image_{n}"]["bytes"] for n in used]
    parts: list[str | int] = []
    for k, piece in enumerate(_MARK.split(row["question"])):
        if k % 2 == 0:
            parts += [piece] if piece else []
        elif int(piece) in used:
            parts.append(used.index(int(piece)))
    if not any(isinstance(part, int) for part in parts):
        parts = [*range(len(used)), "\n", *parts]
    # validation_Accounting_1: the subject lies between the split and the number
    subject = "_".join(row["id"].split("_")[1:-1]) or "all"
    return SuiteQuestion(row["id"], tuple(parts), tuple(pictures), tuple(options), right, subject)
