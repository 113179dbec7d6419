"""MangaVQA: questions about spreads of Manga109, beside somebody's own copy of it.

Source: specification 4.2 (MV-2); github.com/manga109/MangaLMM, evaluation/inference_VQA.py
(columns, and ``images/TITLE/NNN.jpg`` by ``image_number``). Not checked on real files: which words
the released columns use was not found, so values are recognised by what they say, and those that
are not are reported.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any, cast

from panelwise.comics._model import Book, Page, Source
from panelwise.comics._story import Event, PanelRef, Story, StoryQuestion
from panelwise.comics.datasets._entry import Loaded
from panelwise.comics.datasets._tree import Tree, look_through
from panelwise.comics.formats import lines_of, manga109, read_bytes
from panelwise.errors import InputError

_FACETS = ("required_info", "w5h1", "understanding_type")
_COLUMNS = ("title", "image_number", "question", "answer", *_FACETS)
# Facet → what it is called here → the words by which it is known; the first is taken for others.
_WORDS: Mapping[str, Mapping[str, str]] = {
    "required_info": {
        "several_panels": r"page|multi|several|ページ|複数",
        "one_panel": r"panel|single|one|コマ|単",
    },
    "w5h1": {
        "what": r"what|何|なに",
        **{"who": r"who|誰|だれ", "when": r"when|いつ", "where": r"where|どこ"},
        **{"why": r"why|なぜ|どうして", "how": r"how|どの|どう"},
    },
    "understanding_type": {
        "descriptive": r"descri|記述|説明",
        "exact": r"exact|extract|抽出|抜き出し",
    },
}
ROWS_AT_ONCE = 1000


@dataclass(frozen=True, slots=True)
class _Row:
    """A question, its page by title and three digits, and where it stands."""

    title: str
    page: str
    question: str
    answer: str
    facets: Mapping[str, str]
    where: str


def load_mangavqa(root: Path, source: Source) -> Loaded:
    """A book for each title that is asked about, with the spreads asked about and no others.

    Wants Manga109's ``annotations/TITLE.xml`` and ``images/TITLE/NNN.jpg`` anywhere in ``root``,
    and the questions as Parquet or JSON lines. Each spread tells a story of its own, whose panels
    all are evidence: which one proves an answer is not said.

    Raises:
        InputError: for rows or annotations that are not as published, or when no question has its
            spread.
    """
    tree = look_through(root)
    files = {
        PurePosixPath(file).stem: root / file for file in tree.matching("**/annotations/*.xml")
    }
    left_out: Counter[str] = Counter()
    asked: dict[str, dict[str, list[_Row]]] = {}
    for row in _rows(tree):
        if row.title in files:
            asked.setdefault(row.title, {}).setdefault(row.page, []).append(row)
        else:
            left_out[f"no annotations/{row.title}.xml"] += 1
    books = [_book(files[title], pages, source, left_out) for title, pages in asked.items()]
    books = [book for book in books if book.pages]
    if not books:
        raise InputError(
            f"{root}: none of the spreads that the questions are about was found; put Manga109's"
            " annotations/ and images/ into this folder"
        )
    lines = (f"{root}: {why}: {n} question{'s'[: n > 1]}" for why, n in left_out.items())
    return Loaded(tuple(books), tuple(lines))


def _book(
    file: Path, asked: Mapping[str, list[_Row]], source: Source, left_out: Counter[str]
) -> Book:
    """The book with the spreads that are asked about, and their questions as stories."""
    [book] = manga109.read(file)
    known = {page.id: page for page in book.pages}
    pages: list[Page] = []
    stories: list[Story] = []
    for id_ in sorted(asked):
        page = known.get(id_)
        why = _why_not(page)
        if page is None or why:
            left_out[f"{book.id}, spread {id_}: {why}"] += len(asked[id_])
            continue
        pages.append(replace(page, story=id_))
        stories.append(_story(page, asked[id_], left_out))
    return replace(book, pages=tuple(pages), stories=tuple(stories), source=source)


def _why_not(page: Page | None) -> str:
    """Why a spread cannot be asked about, if so."""
    if page is None:
        return "not in the annotations"
    if page.image is None:
        return "no image"
    return "" if page.panels else "no panels"


def _story(page: Page, rows: list[_Row], left_out: Counter[str]) -> Story:
    panels = tuple(PanelRef(page.id, at) for at in range(len(page.panels)))
    questions = []
    for number, row in enumerate(rows, 1):
        facets = {name: _facet(name, row.facets[name], left_out) for name in _FACETS}
        questions.append(
            StoryQuestion(
                id=f"{page.id}-{number}",
                task="reading",
                question=row.question,
                answer=row.answer,
                evidence=panels,
                answer_type=cast(Any, facets["understanding_type"]),
                required=cast(Any, facets["required_info"]),
                interrogative=cast(Any, facets["w5h1"]),
                language="ja",
            )
        )
    return Story(page.id, tuple(Event(panel, "") for panel in panels), questions=tuple(questions))


def _facet(name: str, value: str, left_out: Counter[str]) -> str:
    """What a value means here; an unknown one is reported, and taken for the first."""
    for meaning, words in _WORDS[name].items():
        if re.search(words, value, re.IGNORECASE):
            return meaning
    first = next(iter(_WORDS[name]))
    left_out[f"{name} '{value[:40]}' is not known and is treated as {first}"] += 1
    return first


def _rows(tree: Tree) -> Iterator[_Row]:
    """The questions of every table that has the columns."""
    found = False
    for file in (*tree.matching("**/*.parquet"), *tree.matching("**/*.jsonl")):
        path = tree.root / file
        read = _parquet if path.suffix == ".parquet" else _json_lines
        for number, plain in enumerate(read(path), 1):
            if number == 1 and any(name not in plain for name in _COLUMNS):
                break  # another table of the copy, such as the training set's
            found = True
            yield _row(plain, f"{path}, row {number}")
    if not found:
        raise InputError(
            f"{tree.root}: no Parquet or JSONL with columns {', '.join(_COLUMNS)};"
            " give the folder of a copy of MangaVQA"
        )


def _row(plain: Mapping[str, Any], where: str) -> _Row:
    words = {name: plain.get(name) for name in _COLUMNS if name != "image_number"}
    for name, value in words.items():
        if not isinstance(value, str) or not (value.strip() or name in _FACETS):
            more = "" if name in _FACETS else " that is not empty"
            raise InputError(f"{where}: {name} must be a string{more}")
    number = plain.get("image_number")
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < 1_000_000:
        raise InputError(f"{where}: image_number must be a whole number from 0 to 999999")
    cells = {name: cast(str, value).strip() for name, value in words.items()}
    facets = {name: cells[name] for name in _FACETS}
    page = f"{number:03}"
    return _Row(cells["title"], page, cells["question"], cells["answer"], facets, where)


def _parquet(path: Path) -> Iterator[Mapping[str, Any]]:
    import pyarrow as pa
    from pyarrow import parquet

    try:
        with parquet.ParquetFile(path) as opened:
            names = [name for name in _COLUMNS if name in opened.schema_arrow.names]
            for batch in opened.iter_batches(ROWS_AT_ONCE, columns=names):
                yield from batch.to_pylist()
    except (OSError, pa.ArrowException) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise InputError(f"{path}: cannot be read as a table ({reason})") from None


def _json_lines(path: Path) -> Iterator[Mapping[str, Any]]:
    for line in lines_of(read_bytes(path), path):
        plain = line.value()
        if not isinstance(plain, dict):
            raise InputError(f"{line.where}: expected an object")
        yield plain
