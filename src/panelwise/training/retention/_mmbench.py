"""MMBench as published: a table with tabs, pictures in base64."""

from __future__ import annotations

import base64
import binascii
import csv
import sys
from collections import Counter
from collections.abc import Mapping
from io import TextIOWrapper
from pathlib import Path

from panelwise.errors import InputError
from panelwise.files import open_regular
from panelwise.training.retention._question import SuiteQuestion, SuiteQuestions

COLUMNS = ("index", "question", "A", "B", "answer", "image")
LICENCE = "Apache-2.0 as its publisher states; pictures from other data sets"


def mmbench_questions(path: Path) -> SuiteQuestions:
    """The questions of a file such as ``mmbench_dev_en.tsv``.

    A picture that is the index of another row is that row's. Rows without a right answer (the test
    split's) are left out. Each question is asked once: the paper of MMBench asks it with its
    options rotated, which ``panelwise`` does by a transform.

    Raises:
        InputError: when it is no such table.
    """
    csv.field_size_limit(min(sys.maxsize, 2**31 - 1))
    try:
        with open_regular(path) as file, TextIOWrapper(file, "utf-8", newline="") as stream:
            rows = list(csv.DictReader(stream, delimiter="\t"))
    except (UnicodeDecodeError, csv.Error) as error:
        raise InputError(
            f"{path}: cannot be read as a table with tabs ({error}); give MMBench's file"
        ) from None
    lacking = [name for name in COLUMNS if rows and name not in rows[0]]
    if not rows or lacking:
        raise InputError(
            f"{path}: not MMBench: {'no rows' if not rows else 'no column ' + lacking[0]};"
            f" give a file with the columns {', '.join(COLUMNS)}"
        )
    pictures = {row["index"]: row["image"] for row in rows}
    left_out: Counter[str] = Counter()
    found = []
    for row in rows:
        question = _question(row, pictures, path)
        if question is None:
            left_out["without a right answer"] += 1
        else:
            found.append(question)
    title = f"MMBench ({path.stem})"
    return SuiteQuestions("mmbench", title, path.name, LICENCE, tuple(found), left_out)


def _question(
    row: Mapping[str, str], pictures: Mapping[str, str], path: Path
) -> SuiteQuestion | None:
    letters = [letter for letter in "ABCD" if _given(row.get(letter))]
    if row["answer"] not in letters:
        return None
    image = row["image"] or ""
    if len(image) <= 64 and image in pictures:
        image = pictures[image]
    try:
        picture = base64.b64decode(image, validate=True)
    except (binascii.Error, ValueError):
        raise InputError(f"{path}: the picture of row {row['index']} is not base64") from None
    hint = f"{row['hint']}\n" if _given(row.get("hint")) else ""
    return SuiteQuestion(
        row["index"],
        (0, f"\n{hint}{row['question']}"),
        (picture,),
        tuple(row[letter] for letter in letters),
        letters.index(row["answer"]),
        row.get("category") or "all",
    )


def _given(cell: str | None) -> bool:
    """Whether a cell says something; pandas writes what is missing as nan."""
    return bool(cell) and cell != "nan"
