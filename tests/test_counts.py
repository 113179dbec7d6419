"""Counts in the README and the docs are those of the program.

Every sentence that counts tasks, formats, styles and the like is computed here; a new one fails
until it is computed, too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from panelwise.analysis import audit_papers, recompute_published
from panelwise.benchmarks import BENCHMARKS, PAPERS
from panelwise.comics.datasets import layout_names
from panelwise.comics.formats import format_names
from panelwise.tasks import OUTCOMES
from panelwise_press import ANTHOLOGY, Language, get_suite
from panelwise_press.layouts import LAYOUTS
from panelwise_press.stories import TEMPLATES
from panelwise_press.styles import STYLES
from panelwise_press.worlds import CHAPTER_TEMPLATES

ROOT = Path(__file__).resolve().parents[1]
NUMERALS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen"
)
UNITS = NUMERALS.split()
WORDS = {word: number for number, word in enumerate(UNITS)} | {
    f"{tens}{f'-{unit}' if unit else ''}": 10 * ten + one
    for ten, tens in enumerate(("twenty", "thirty", "forty", "fifty"), 2)
    for one, unit in enumerate(("", *UNITS[1:10]))
}
NUMBER = rf"(\d+(?:,\d{{3}})*|{'|'.join(sorted(WORDS, key=len, reverse=True))})"


@cache
def verdicts() -> Counter[str]:
    return Counter(finding.verdict for finding in audit_papers())


@cache
def comix() -> tuple[int, int]:
    """CoMix's own tasks, and those of ours: end to end, or over a chapter."""
    names = [name for name in BENCHMARKS.names() if name.startswith("comix.")]
    ours = [n for n in names if n.endswith(("_chapter", "_end_to_end", ".page_structure"))]
    return len(names) - len(ours), len(ours)


def suite_books() -> int:
    return len(get_suite("press-v1").entries)


# File, sentence with N for each number, what each number is.
CLAIMS: list[tuple[str, str, Callable[[], tuple[int, ...]]]] = [
    ("README.md", "the tasks of N papers", lambda: (len(PAPERS),)),
    (
        "docs/commands.md",
        "# N tasks: those of N papers, and",
        lambda: (len(BENCHMARKS.names()), len(PAPERS)),
    ),
    ("README.md", "draws N comics", lambda: (len(ANTHOLOGY),)),
    ("README.md", "in N layouts and languages", lambda: (len({b.layout for b in ANTHOLOGY}),)),
    ("README.md", "in N layouts and languages", lambda: (len({b.language for b in ANTHOLOGY}),)),
    (
        "docs/commands.md",
        "# N consistency checks of the N papers' tables",
        lambda: (verdicts().total(), len(PAPERS)),
    ),
    ("README.md", "N annotation formats", lambda: (len(format_names()),)),
    ("README.md", "CoMix's N, and N more with CoMix's metrics", comix),
    (
        "README.md",
        "in N styles, N layouts and N languages",
        lambda: (len(STYLES), len(LAYOUTS), len(get_args(Language))),
    ),
    ("docs/press.md", "has the words in all N", lambda: (len(get_args(Language)),)),
    ("docs/press.md", "words in N languages", lambda: (len(get_args(Language)),)),
    ("docs/press.md", "in all N languages", lambda: (len(get_args(Language)),)),
    ("docs/press.md", "Of the N templates", lambda: (len(TEMPLATES),)),
    (
        "docs/press.md",
        "There are N chapter templates with N questions each",
        lambda: (
            len(CHAPTER_TEMPLATES),
            *{len(template.questions) for template in CHAPTER_TEMPLATES.values()},
        ),
    ),
    (
        "docs/press.md",
        "draws N books (N stories, N books per layout)",
        lambda: (
            suite_books(),
            sum(entry.stories for entry in get_suite("press-v1").entries),
            suite_books() // len(LAYOUTS),
        ),
    ),
    ("docs/published.md", "every check of the N papers", lambda: (len(PAPERS),)),
    (
        "docs/published.md",
        "N checks, of which N agree, N disagree, and N cannot be checked",
        lambda: (
            verdicts().total(),
            *(verdicts()[kind] for kind in ("agrees", "disagrees", "cannot be checked")),
        ),
    ),
    (
        "docs/published.md",
        "recomputes N figures; N agree",
        lambda: (
            len(found := recompute_published()),
            sum(one.agrees for one in found),
        ),
    ),
    ("docs/report-files.md", "and the N outcomes", lambda: (len(OUTCOMES),)),
]
# Counts of other things, or of what was done once: a figure there is history, not a property.
OTHERS = {
    "docs/specification.md": ["five papers"],
    "docs/measured.md": [
        "in three languages (.47 to .60)",
        "876 responses in 23 languages",
        "Five styles of the press",
        "items of thirteen tasks",
        "two readers each",
    ],
    "docs/judging.md": ["300 printed books in five languages"],
    "docs/tutorial-stripcipher.md": ["the mean of three tasks"],
    "docs/report-files.md": ["the mean of three tasks"],
    "docs/tasks.md": ["scores under the two profiles"],
}
COUNTED = (
    "(?:annotation )?formats|tasks|styles|layouts|languages|templates"
    "|(?:(?:print|publish)ed )?tables|checks|outcomes|readers|baselines|profiles|transforms|papers"
    "|data sets"
)


def plain(file: str) -> str:
    return " ".join((ROOT / file).read_text(encoding="utf-8").split())


def pattern_of(sentence: str) -> str:
    return NUMBER.join(re.escape(part) for part in re.split(r"\bN\b", sentence))


def value(text: str) -> int:
    return WORDS[text.lower()] if text.lower() in WORDS else int(text.replace(",", ""))


@pytest.mark.parametrize(
    ("file", "sentence", "counts"), CLAIMS, ids=[f"{file}: {words}" for file, words, _ in CLAIMS]
)
def test_a_count_is_that_of_the_program(file, sentence, counts):
    found = list(re.finditer(pattern_of(sentence), plain(file), re.IGNORECASE))
    assert found, f"{file} no longer says: {sentence}"
    for match in found:
        assert tuple(map(value, match.groups())) == counts(), match[0]


FILES = ["README.md", *(f"docs/{page.name}" for page in sorted((ROOT / "docs").glob("*.md")))]


@pytest.mark.parametrize("file", FILES)
def test_no_count_is_left_uncomputed(file):
    text = plain(file)
    known = [
        *(pattern_of(sentence) for name, sentence, _ in CLAIMS if name == file),
        *(re.escape(words) for words in OTHERS.get(file, ())),
    ]
    for words in known:
        text = re.sub(words, " ", text, flags=re.IGNORECASE)
    left = re.search(rf"(?<![\w.])(?:{NUMBER}) (?:{COUNTED})\b", text, re.IGNORECASE)
    assert left is None, f"{file} counts '{left[0]}': add it to CLAIMS in {Path(__file__).name}"


def rows_of(file: str, heading: str) -> list[str]:
    """The names in the first column of the table under a header row."""
    table = (ROOT / file).read_text(encoding="utf-8").partition(heading)[2].partition("\n\n")[0]
    return re.findall(r"^\| `([^`]+)` \|", table, re.MULTILINE)


def test_tables_list_what_there_is():
    formats = rows_of("docs/formats.md", "| name | files | contents |")
    assert sorted(formats) == format_names()
    layouts = rows_of("docs/data.md", "| `--from` | layout | gives |")
    assert sorted(layouts) == layout_names()
    headings = re.findall(r"^## `?([\w.]+)`?$", (ROOT / "docs/tasks.md").read_text("utf-8"), re.M)
    assert sorted(headings) == BENCHMARKS.names()
