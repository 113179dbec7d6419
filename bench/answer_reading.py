"""How well answers are read: the extractor ladders on answers that were written to be awkward.

Run: ``python bench/answer_reading.py``. The corpus and its conventions are described in
``tests/data/awkward_answers.md``; its author had not seen the extractors. Figures:

coverage      of the lines that hold an answer, the share that was read right;
false parses  of all answers read, the share that is wrong or should not have been read;
status        of all lines, the share with the expected status.

Lines that a careful reader could read either way ("contested") are counted apart.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from panelwise.metrics import wilson
from panelwise.profile import RECOMMENDED
from panelwise.tasks import Item, Option, Parsed, Rendering, read_response

CORPUS = Path(__file__).parents[1] / "tests" / "data" / "awkward_answers.jsonl"


@dataclass(frozen=True)
class Line:
    """One answer, what it means, and what was read."""

    id: str
    kind: str
    category: str
    contested: bool
    expected: tuple[int, ...] | int | None
    expected_status: str
    response: str
    why: str
    parsed: Parsed

    @property
    def read(self) -> bool:
        return self.parsed.answer is not None

    @property
    def right(self) -> bool:
        return self.read and self.parsed.answer == self.expected

    @property
    def false(self) -> bool:
        """Read, but wrong or not to be read."""
        return self.read and not self.right


def read_line(row: dict[str, Any]) -> Line:
    """A line of the corpus, read by the ladder of its kind."""
    labels, texts = row["options"] or (), row["option_texts"] or ()
    texts = texts or [None] * len(labels)
    ordering = row["kind"] == "ordering"
    example = row["example"]
    item = Item(
        id=row["id"],
        task="awkward",
        kind=row["kind"],
        n=row["n"],
        rendering=Rendering((), (), "awkward"),
        gold=tuple(range(row["n"]))[::-1] if ordering else 0,
        sources=(),
        options=tuple(Option(a, text=b) for a, b in zip(labels, texts, strict=True)),
        index_base=row["index_base"] if ordering else 0,
        example=tuple(k - row["index_base"] for k in example) if example else None,
    )
    parsed = read_response(
        item, row["response"], finish_reason=row["finish_reason"], profile=RECOMMENDED
    )
    expected = row["expected"]
    return Line(
        row["id"],
        row["kind"],
        row["category"],
        bool(row.get("contested")),
        tuple(expected) if isinstance(expected, list) else expected,
        row["expected_status"],
        row["response"],
        row["why"],
        parsed,
    )


def corpus() -> list[Line]:
    """Every line of the corpus, read."""
    with CORPUS.open(encoding="utf-8") as lines:
        return [read_line(json.loads(line)) for line in lines]


def share(hits: int, n: int) -> str:
    """A share with its 95 % Wilson interval."""
    if not n:
        return "–"
    low, high = wilson(hits, n)
    return f"{hits}/{n} = {hits / n:.3f} [{low:.3f}, {high:.3f}]"


def figures(title: str, lines: list[Line]) -> str:
    """One row of a table."""
    answers = [line for line in lines if line.expected is not None]
    read = [line for line in lines if line.read]
    right = sum(line.right for line in lines)
    status = sum(line.parsed.status == line.expected_status for line in lines)
    return (
        f"| {title} | {share(right, len(answers))} | {share(sum(x.false for x in read), len(read))}"
        f" | {sum(not line.read for line in answers)} | {share(status, len(lines))} |"
    )


def table(groups: Iterable[tuple[str, list[Line]]]) -> Iterator[str]:
    """Rows of figures under their heading."""
    yield "| lines | coverage | false parses | missed | status |"
    yield "|---|---|---|--:|---|"
    for title, lines in groups:
        yield figures(title, lines)


def main(shared: Path | None = None) -> None:
    """Print the figures by kind, then by category (``shared`` is not needed)."""
    del shared
    lines = corpus()
    settled = [line for line in lines if not line.contested]
    print("\n".join(table(_by_kind(settled, "settled") + _by_kind(lines, "all"))))
    by_category: dict[str, list[Line]] = defaultdict(list)
    for line in settled:
        by_category[f"{line.kind}: {line.category}"].append(line)
    print("\n" + "\n".join(table(sorted(by_category.items()))))


def _by_kind(lines: list[Line], which: str) -> list[tuple[str, list[Line]]]:
    kinds = sorted({line.kind for line in lines})
    parts = [(f"{which}, {k}", [line for line in lines if line.kind == k]) for k in kinds]
    return [*parts, (f"{which}, both", lines)]


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
