"""A folder that is a Hugging Face data set: parquet shards and a card."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import orjson

from panelwise.outputs import new_folder
from panelwise.packs._pack import Pack
from panelwise.packs.exchange._parquet import write_shards
from panelwise.packs.exchange._words import Exported, final
from panelwise.tasks import Item, get_kind

# Licences that the hub has a name for, as people write them in ours.
_CC = ("by", "by-sa", "by-nc", "by-nd", "by-nc-sa", "by-nc-nd")
_HUB_LICENCES = {f"cc-{kind}-{version}" for kind in _CC for version in ("2.0", "3.0", "4.0")} | {
    "cc0-1.0",
    "apache-2.0",
    "mit",
    "unknown",
}
_SIZES = ((10**3, "n<1K"), (10**4, "1K<n<10K"), (10**5, "10K<n<100K"), (10**6, "100K<n<1M"))
_CARD = """\
---
pretty_name: {pretty_name}
license: {licence}
task_categories: {categories}
size_categories: {sizes}
tags: {tags}
configs:
- config_name: default
  data_files:
  - split: test
    path: data/test-*.parquet
---

# {title}

{items} items of `{task}`, exported from a pack of panelwise with content hash `{hash}`.

```
from datasets import load_dataset
data = load_dataset(FOLDER, split="test")
```

{warning}| column | what it holds |
|---|---|
| `question` | the words; `<image k>` names the k-th of `images` where it stands among them |
| `messages` | the conversation as JSON: `role` and `parts`, a number being a place in `images` |
| `images` | the pictures, byte for byte those of the pack |
| `labels`, `options` | of a choice; an option that is a picture is `<image k>` |
| `answer` | the right answer as it is to be written; of other kinds the gold as JSON |
| `gold` | place of the right option, or the shown panels in story order, from 0; else empty |
| `accepted` | where several orders are right, all of them as a JSON list, from 0; else empty |
| `index_base` | the number that the question gives the first panel |
| `meta` | facts to break scores down by, as JSON |

## Sources

| book | author | licence | may be passed on | where |
|---|---|---|---|---|
{ledger}
"""
_WARNING = """\
**Not to be passed on as it is:** not every source below may be given away in full. Publish a pack
built with `--annotations-only` instead.

"""


def write_huggingface(pack: Pack, out: str | Path) -> Exported:
    """Write ``data/*.parquet`` and ``README.md``; ``load_dataset(FOLDER)`` opens them."""
    items = pack.items()
    books = list(pack.manifest.get("books") or ())
    private = any(book.get("redistribution") != "full" for book in books) or not books
    with new_folder(out) as folder:
        shards = write_shards(pack, folder / "data")
        card = folder / "README.md"
        card.write_text(_card(pack, items, books, private), encoding="utf-8")
        files = final((card, *shards), folder, out)
    warning = "not every source may be passed on in full: keep this data set to yourself"
    notes = (warning,) if private else ()
    return Exported("huggingface", Path(out), files, len(items), notes)


def _card(pack: Pack, items: list[Item], books: list[dict[str, Any]], private: bool) -> str:
    title = str(pack.manifest.get("title") or pack.manifest["task"])
    tags = ["comics", "vision-language", "panelwise", items[0].kind]
    ledger = (
        " | ".join(
            _cell(book.get(key)) for key in ("title", "author", "licence", "redistribution", "url")
        )
        for book in ({**book, "title": book.get("title") or book.get("id")} for book in books)
    )
    return _CARD.format(
        pretty_name=_json(title),
        licence=licence_of(books),
        categories=_json(_categories(items)),
        sizes=_json([_size(len(items))]),
        tags=_json(tags),
        title=title,
        items=len(items),
        task=pack.manifest["task"],
        hash=pack.hash,
        warning=_WARNING if private else "",
        ledger="\n".join(f"| {line} |" for line in ledger),
    )


def licence_of(books: list[dict[str, Any]]) -> str:
    """The hub's name for the licence of all books, ``other`` when it has none or they differ.

    >>> licence_of([{"licence": "CC BY 4.0"}, {"licence": "cc-by-4.0"}])
    'cc-by-4.0'
    """
    words = {str(book.get("licence") or "unknown").strip().lower() for book in books}
    names = {re.sub(r"[\s-]+", "-", word) for word in words} or {"unknown"}
    name = "other" if len(names) > 1 else names.pop()
    return name if name in _HUB_LICENCES else "other"


def _categories(items: list[Item]) -> list[str]:
    pictures = any(item.rendering.images for item in items)
    asked = ["visual-question-answering" if pictures else "question-answering"]
    return asked + ["multiple-choice"] * (get_kind(items[0].kind).form == "option")


def _size(count: int) -> str:
    return next((name for limit, name in _SIZES if count < limit), "n>1M")


def _json(value: Any) -> str:
    """A value as YAML: all JSON is."""
    return orjson.dumps(value).decode()


def _cell(value: Any) -> str:
    """A cell of a table in Markdown."""
    return " ".join(str(value or "").split()).replace("|", "\\|")
