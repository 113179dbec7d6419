"""``panelwise show``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from panelwise.cli._output import gold_line, write_json, write_line

if TYPE_CHECKING:
    from panelwise.tasks import Item, Pack, Rendering


def show(
    pack: Annotated[Path, typer.Argument(help="A pack.")],
    item: Annotated[str | None, typer.Option(help="An item's id; the first by default.")] = None,
    out: Annotated[Path | None, typer.Option(help="Write the item's images here.")] = None,
    single_image: Annotated[
        bool, typer.Option("--single-image", help="As sent to a model that takes one image.")
    ] = False,
    profile: Annotated[str, typer.Option(help="For the chance level.")] = "recommended",
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Show exactly what would be sent for an item, what counts as right, and chance."""
    from panelwise.benchmarks import profile_for
    from panelwise.errors import InputError
    from panelwise.tasks import Pack, get_kind

    opened = Pack.open(pack)
    if len(opened) == 0:
        raise InputError(f"{pack}: holds no items")
    one = opened.item(item) if item else opened.items()[0]
    if single_image and one.single_image is None:
        raise InputError(f"item {one.id} has no form of its own for one image; it needs none")
    rendering = (one.single_image if single_image else None) or one.rendering
    chance = get_kind(one.kind).chance(one, profile_for(one.task, profile))
    images = [_image(opened, rendering, index, out) for index in range(len(rendering.images))]
    facts = _facts(opened, one, rendering, images, chance)
    if as_json:
        write_json(facts, indent=True)
    else:
        _print(facts)


def _image(pack: Pack, rendering: Rendering, index: int, out: Path | None) -> dict[str, Any]:
    entry = rendering.images[index]
    source = pack.image_path(entry.sha256)
    shown = None if source is None else str(source)
    if out is not None and source is not None:
        out.mkdir(parents=True, exist_ok=True)
        target = out / f"image-{index + 1}.{entry.media_type.rpartition('/')[2]}"
        target.write_bytes(source.read_bytes())
        shown = str(target)
    return {
        "file": shown,
        "pixels": [entry.width, entry.height],
        "bytes": entry.size,
        "media_type": entry.media_type,
        "sha256": entry.sha256,
    }


def _facts(
    pack: Pack,
    item: Item,
    rendering: Rendering,
    images: list[dict[str, Any]],
    chance: dict[str, float],
) -> dict[str, Any]:
    right: Any = item.gold
    if isinstance(item.gold, int):
        right = item.options[item.gold].label
    elif isinstance(item.gold, tuple):
        right = [index + item.index_base for index in item.gold]
    return {
        "pack": {"path": str(pack.path), "hash": pack.hash, "items": len(pack)},
        "id": item.id,
        "task": item.task,
        "prompt_id": rendering.prompt_id,
        "messages": [
            {
                "role": turn.role,
                "parts": [
                    {"text": part} if isinstance(part, str) else {"image": part + 1}
                    for part in turn.parts
                ],
            }
            for turn in rendering.turns
        ],
        "images": images,
        "options": {o.label: o.text or f"image {(o.image or 0) + 1}" for o in item.options},
        "right": right,
        "chance": chance,
        "sources": [{"book": s.book, "page": s.page, "path": s.path} for s in item.sources],
        "meta": item.meta,
    }


def _print(facts: dict[str, Any]) -> None:
    write_line(f"item      {facts['id']}")
    write_line(f"task      {facts['task']}, prompt {facts['prompt_id']}")
    for message in facts["messages"]:
        write_line(f"--- {message['role']}")
        write_line(_text(message["parts"]))
    write_line("---")
    for number, image in enumerate(facts["images"], 1):
        width, height = image["pixels"]
        where = image["file"] or "not in this pack (annotations only)"
        size = f"{width}×{height} px, {image['bytes'] / 1024:.0f} KB, {image['media_type']}"
        write_line(f"image {number}   {size}  {where}")
    right = facts["right"]
    write_line(f"right     {_json(right) if isinstance(right, dict) else right}")
    chance = ", ".join(f"{name} {value:.3f}" for name, value in facts["chance"].items()) or "–"
    write_line(f"chance    {chance}")
    write_line(f"gold      {gold_line([facts['meta']])}")
    for source in facts["sources"]:
        write_line(f"from      {source['book']}: {source['path']}")


def _json(value: dict[str, Any]) -> str:
    import orjson

    return orjson.dumps(value).decode()


def _text(parts: list[dict[str, Any]]) -> str:
    """The words as they are sent, and every image on a line of its own."""
    text = ""
    after_image = False
    for part in parts:
        said = part["text"] if "text" in part else f"[image {part['image']}]"
        apart = (after_image or "image" in part) and text and not text.endswith("\n")
        text += "\n" * bool(apart and not said.startswith("\n")) + said
        after_image = "image" in part
    return text


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(show)
