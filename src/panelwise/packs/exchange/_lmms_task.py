"""The functions that the YAML beside this file names, for lmms-eval.

Written by ``panelwise export --to lmms-eval`` and the same for every pack: everything that differs
is in the data. Where panelwise is installed, it reads and scores the answers. Elsewhere a plain
reader does, which knows only these forms:

- a choice: the whole answer is a label ("B", "(B)", "B."), or else the last label that follows the
  word "answer" ("The answer is B");
- an order: the last list in brackets, or else the whole answer, if its numbers are those of the
  prompt, each once.

What it cannot read is wrong, nothing is guessed. For numbers to be published, import the log with
``panelwise import-log``: panelwise tells unread, refused and failed answers apart.
"""

from __future__ import annotations

import json
import re
from typing import Any

try:
    from panelwise.packs.exchange._lmms_eval import score_row
except ImportError:
    score_row = None  # type: ignore[assignment]

Doc = dict[str, Any]


def doc_to_visual(doc: Doc) -> list[Any]:
    """The pictures, in the item's own order."""
    return [image.convert("RGB") for image in doc["images"]]


def doc_to_text(doc: Doc, lmms_eval_specific_kwargs: Any = None) -> str:
    """The words, for models that take all pictures before them."""
    return str(doc["question"])


def doc_to_target(doc: Doc) -> str:
    """The right answer."""
    return str(doc["answer"])


def doc_to_messages(doc: Doc, lmms_eval_specific_kwargs: Any = None) -> list[dict[str, Any]]:
    """The conversation exactly as panelwise sends it, words and pictures in their places."""
    pictures = doc_to_visual(doc)
    return [
        {
            "role": turn["role"],
            "content": [
                {"type": "text", "text": part}
                if isinstance(part, str)
                else {"type": "image", "url": pictures[part]}
                for part in turn["parts"]
            ],
        }
        for turn in json.loads(doc["messages"])
    ]


def process_results(doc: Doc, results: list[str]) -> dict[str, Any]:
    """Metric → value of the answer; ``item_id`` goes into the log, so that it can be imported."""
    score = plain_score if score_row is None else score_row
    return {"item_id": doc["id"], **score(doc, results[0])}


def plain_score(doc: Doc, text: str) -> dict[str, float]:
    """What ``panelwise`` would say of an answer in one of the forms above; 0 for any other."""
    gold = list(doc["gold"])
    if doc["labels"]:  # to choose among
        return {"accuracy": float(plain_label(doc["labels"], text) == doc["labels"][gold[0]])}
    order = plain_order(doc["n"], doc["index_base"], text)
    accepted = json.loads(doc.get("accepted") or "[]") or [gold]
    right = [sum(a == b for a, b in zip(order or (), one, strict=False)) for one in accepted]
    return {"exact_match": float(order in accepted), "accuracy": max(right) / len(gold)}


def plain_label(labels: list[str], text: str) -> str | None:
    """The label that an answer names, if it does so plainly."""
    any_label = "|".join(re.escape(label) for label in labels)
    alone = re.fullmatch(rf"\W*({any_label})\W*", text)
    if alone:
        return alone[1]
    said = re.findall(rf"[Aa]nswer(?:\s+is)?\W*\b({any_label})\b(?!\w)", text)
    return said[-1] if said else None


def plain_order(n: int, base: int, text: str) -> list[int] | None:
    """The shown indices that an answer lists, each once; ``None`` when it does not."""
    lists = re.findall(r"\[([\d\s,]*)\]", text)
    wanted = lists[-1] if lists else text
    if not re.fullmatch(r"[\d\s,>\-→.]*", wanted):
        return None
    order = [int(number) - base for number in re.findall(r"\d+", wanted)]
    return order if sorted(order) == list(range(n)) else None
