"""The data card of a pack: what it is, how it was made, what may be done with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from panelwise.files import read_regular
from panelwise.outputs import write_file
from panelwise.tasks import Task, Voucher

_CARD = """\
---
pretty_name: {title}
tags: [comics, vision-language, {kind}]
configs:
  - config_name: default
    data_files: items.parquet
---

# {title}

{{items}} items of `{task}`, profile `{profile}`, seed {seed}.
Content hash `{{hash}}`.

Canary `panelwise-canary-{{hash}}`: nothing with this line belongs in training data.

- **Question.** {asked}
- **Scores.** {headline}, and all other metrics, with chance on these items and 95 % intervals
  (`panelwise evaluate`, `panelwise report`).
- **Specification.** {source}.
{orders}\
- **Transforms.** {transforms}.
- **Source of the right answers.** {gold}. The facts `panels_from`, `order_from` … give it for each
  item, `books` in the manifest for each book.
{passed_over}\

## What guessing scores

Under the profile `recommended`, without looking at a picture. The best constant answer is chosen
with knowledge of the right answers, so on few items it is above chance by accident.

{{guessing}}

## Findings of the quality gates

{{findings}}

## Pitfalls

{traps}

## What was left out

{excluded}

## Images and licences

{images}

| book | licence | may be passed on | pages | direction |
|---|---|---|---|---|
{ledger}

## Wording

{prompts}
"""
_WITH_IMAGES = (
    "Images are stored in `images/`. Unless every book below may be passed on in full, give"
    " this pack away only as built with `--annotations-only`."
)
_WITHOUT_IMAGES = (
    "No images: recipes, boxes and hashes only. `panelwise rehydrate` makes the images from"
    " your own copies of the books and checks every one."
)


def data_card(task: Task, manifest: dict[str, Any], *, images: bool) -> str:
    """The text of a pack's ``README.md``; what the writer knows is left open."""
    excluded = [
        f"- {reason}: {count} {manifest['excluded_unit']}"
        for reason, count in manifest["excluded"].items()
    ]
    ledger = [
        f"| {_cell(book['title'] or book['id'])} | {_cell(book['licence'])} |"
        f" {book['redistribution']} | {book['pages']} | {', '.join(book['directions'])} |"
        for book in manifest["books"]
    ]
    prompts = [
        f"`{p['id']}` ({p['status']}; {p['source']}), sha256 `{p['sha256'][:16]}…`:\n\n"
        + "\n".join(f"    {line}" for line in _words(p).splitlines())
        for p in manifest["prompts"]
    ]
    return _CARD.format(
        title=task.title,
        kind=task.kind,
        task=task.id,
        profile=manifest["profile"]["name"],
        seed=manifest["seed"],
        asked=task.asked,
        headline=task.headline,
        source=task.source,
        orders=_orders(manifest) + _strips(manifest),
        gold=gold_words(manifest),
        passed_over=_passed_over(manifest),
        transforms=", ".join(manifest["transforms"]) or "None",
        traps="\n".join(f"- {trap}" for trap in task.traps) or "Nothing known.",
        excluded="\n".join(excluded) or "Nothing.",
        images=_WITH_IMAGES if images else _WITHOUT_IMAGES,
        ledger="\n".join(ledger),
        prompts="\n\n".join(prompts),
    )


def gold_words(manifest: dict[str, Any]) -> str:
    """Who vouches for which part of the gold, in a line."""
    parts = [str(Voucher(part, sources)) for part, sources in manifest.get("gold", {}).items()]
    return ". ".join(parts) or "Not recorded"


def _passed_over(manifest: dict[str, Any]) -> str:
    """Which files beside the pages were not read, though they may be annotations."""
    names = ", ".join(f"`{_cell(name)}`" for name in manifest.get("passed_over", ()))
    return f"- **Not read**, though they may be annotations: {names}.\n" if names else ""


def _orders(manifest: dict[str, Any]) -> str:
    """By which rule the orders were shuffled, for tasks that show any."""
    rule = manifest.get("shuffle")
    line = f"- **Orders shown.** Seeded per item, balanced per length, rule `{rule}`.\n"
    return line if rule else ""


def _strips(manifest: dict[str, Any]) -> str:
    """How many strips are whole stories, for tasks that are about strips."""
    strips = manifest.get("strips", {})
    said = {
        "story": "{} whole stories, joined across pages where they run on",
        "page": "{} pages that count as a strip each, because no story is annotated there",
    }
    parts = [said[unit].format(count) for unit, count in strips.items()]
    return f"- **Strips.** {'; '.join(parts)}.\n" if parts else ""


def say_with_images(card: Path) -> None:
    """Make the card of a pack that was given its images back say so, if it is as we wrote it.

    Raises:
        InputError: when it cannot be read or written.
    """
    if card.is_file():
        found = read_regular(card)
        changed = found.replace(_WITHOUT_IMAGES.encode(), _WITH_IMAGES.encode())
        if changed != found:
            write_file(card, changed)


def _words(prompt: dict[str, str]) -> str:
    """All that a prompt says, the system's message first."""
    system = prompt.get("system")
    return (f"{system}\n\n" if system else "") + prompt["image_label"] + prompt["text"]


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
