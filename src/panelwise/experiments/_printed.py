"""Which printed row or column is of the model that was measured."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from panelwise.analysis import PublishedRow, PublishedTable

_DATE = re.compile(r"[-_@](\d{4}-\d{2}-\d{2}|\d{8}|latest)$")
_TUNED = re.compile(r"[-_](instruct|chat|it|hf|vision-?instruct)$")
SIZES = ("size", "params")  # columns that say how large a model is
_SIZE = re.compile(r"(?<![\d.])(\d+(?:\.\d+)?)\s*b(?![a-z])", re.IGNORECASE)


def plain_name(model: str) -> str:
    """A model's name as papers and services may both write it.

    >>> plain_name("openai/gpt-4o-2024-11-20"), plain_name("GPT-4o")
    ('gpt4o', 'gpt4o')
    >>> plain_name("http://h:1/v1#Qwen/Qwen2.5-VL-7B-Instruct"), plain_name("Qwen-2.5-VL 7B")
    ('qwen25vl7b', 'qwen25vl7b')
    """
    name = re.split(r"[#/]", model)[-1].lower()
    name = _TUNED.sub("", _DATE.sub("", name))
    return re.sub(r"[^0-9a-z]", "", name)


def billions(text: str) -> float | None:
    """A model's size in billions of parameters, as its name or a table's cell says it.

    >>> billions("Qwen2.5-VL-7B-Instruct"), billions("3B"), billions("gpt-4o")
    (7.0, 3.0, None)
    """
    found = _SIZE.search(text)
    return float(found[1]) if found else None


def family(model: str) -> str:
    """A model's name without its size.

    >>> family("http://h:1/v1#Qwen2.5-VL-7B-Instruct"), family("LLaVA-v1.6")
    ('Qwen2.5-VL', 'LLaVA-v1.6')
    """
    name = _TUNED.sub("", re.split(r"[#/]", model)[-1])
    name = re.sub(r"-?instruct$", "", name, flags=re.IGNORECASE)
    return _SIZE.sub("", name).strip("-_ ") or name


def rows_of(table: PublishedTable, firsts: Sequence[str]) -> tuple[PublishedRow, ...]:
    """The rows of a table that belong to an experiment."""
    first = table.columns[0]
    return tuple(row for row in table.rows if not firsts or row[first].printed in firsts)


def by_name(labels: Sequence[str]) -> list[str]:
    """Labels with the one that names models first: a table may begin with sizes.

    >>> by_name(["size", "ft_data"])
    ['ft_data', 'size']
    """
    return sorted(labels, key=lambda label: label in SIZES)


def printed_row(
    model: str, rows: Iterable[PublishedRow], labels: Sequence[str], given: Mapping[str, str]
) -> PublishedRow | None:
    """The row of the model that was measured; ``None`` where there is none, or several.

    ``given`` maps a measured model to the words of its row, where the names differ.
    """
    wanted = plain_name(given.get(model, model))
    found = [row for row in rows if wanted in _names(row, labels)]
    return found[0] if len(found) == 1 else None


def _names(row: PublishedRow, labels: Sequence[str]) -> set[str]:
    """What a row may be called: by its first cell, and by that and any further label."""
    cells = [row[label].printed for label in labels if label in row.cells]
    first, *more = cells
    sized = [cell for cell in more if billions(cell) is not None]
    base = [first] if not sized else [f"{first} {size}" for size in sized]
    longer = [f"{one} {cell}" for one in base for cell in more if cell and cell not in sized]
    return {plain_name(name.replace("/", " ")) for name in (*base, *longer)}


def printed_model(
    model: str, models: Iterable[tuple[str, str]], given: Mapping[str, str]
) -> str | None:
    """The published column of the model that was measured, where models are columns."""
    wanted = plain_name(given.get(model, model))
    sizeless = re.sub(r"\d+b$", "", wanted)
    found = [column for column, name in models if plain_name(name) in (wanted, sizeless)]
    return found[0] if len(found) == 1 else None
