"""``panelwise show``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from panelwise.cli._output import gold_line, say, write_json, write_line
from panelwise.wording import argument, counted, shortened

if TYPE_CHECKING:
    from panelwise.packs import Pack
    from panelwise.tasks import Item, Rendering

MOST_ORDERS = 10  # that are right, one a line
LONGEST_RIGHT = 60  # characters of what is right, in a list

ItemId = Annotated[str | None, typer.Option(help="Show the item with this id.")]
Positions = Annotated[
    str | None,
    typer.Option(help="Show the items at these positions in the pack: 3, 3-7, or 1,5-9."),
]
RandomCount = Annotated[
    int | None, typer.Option(min=1, help="Show N items, drawn at random.", metavar="N")
]
Listed = Annotated[
    bool, typer.Option("--list", help="Print one line per item: position, id, right answer.")
]
HtmlFile = Annotated[
    Path | None, typer.Option(help="Write the items with their images to this HTML file.")
]
SingleImage = Annotated[
    bool,
    typer.Option("--single-image", help="Show what is sent to a model that takes one image."),
]
ChanceProfile = Annotated[
    str, typer.Option(help="The profile that chance is computed under: recommended or paper.")
]


def show(
    pack: Annotated[Path, typer.Argument(help="The pack to show.")],
    item: ItemId = None,
    items: Positions = None,
    random: RandomCount = None,
    seed: Annotated[int, typer.Option(help="The seed of the random draw.")] = 0,
    listed: Listed = False,
    html: HtmlFile = None,
    out: Annotated[
        Path | None, typer.Option(help="Write the items' images to this folder.")
    ] = None,
    single_image: SingleImage = False,
    profile: ChanceProfile = "recommended",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show each item's prompt, images and right answer.

    Prints the prompt and images exactly as they are sent, the right answer, and chance.

    Without options it shows the first item; --list and --html take all items.
    """
    from panelwise.errors import InputError
    from panelwise.packs import Pack

    opened = Pack.open(pack)
    if len(opened) == 0:
        raise InputError(f"{pack} holds no items")
    chosen = _chosen(opened, item, items, random, seed)
    if html is not None:
        from panelwise.report import write_gallery

        every = chosen or opened.items()
        say(f"{counted(len(every), 'item')} written to {write_gallery(opened, every, html)}")
        return
    if listed:
        _list(opened, chosen or opened.items())
        return
    several = chosen is not None and item is None
    facts = []
    for number, one in enumerate(chosen or opened.items()[:1], 1):
        folder = out / f"{number:03d}" if out and several else out
        facts.append(_shown(opened, one, single_image, profile, folder))
    if as_json:
        write_json(facts if several else facts[0], indent=True)
        return
    only = not opened.manifest.get("images", True)
    missing = _missing(str(pack), annotations_only=only)
    for number, fact in enumerate(facts):
        if number:
            write_line("")
        _print(fact, missing)
    if chosen is None and len(opened) > 1:
        say(f"item 1 of {len(opened)}; --list, --items, --random and --html show others")


def _chosen(
    pack: Pack, item: str | None, places: str | None, count: int | None, seed: int
) -> list[Item] | None:
    """The items that were asked for, in the pack's order; ``None`` when none were named."""
    from random import Random

    from panelwise.errors import SettingError

    if (item is not None) + (places is not None) + (count is not None) > 1:
        raise SettingError("--item, --items and --random each choose items; give one of them")
    if item is not None:
        return [pack.item(item)]
    every = pack.items()
    if places is not None:
        return [every[at] for at in _positions(places, len(every))]
    if count is not None:
        drawn = Random(seed).sample(range(len(every)), min(count, len(every)))
        return [every[at] for at in sorted(drawn)]
    return None


def _positions(text: str, count: int) -> list[int]:
    """``3``, ``3-7`` or ``1,5-9``, counted from one, as positions from zero."""
    import re

    from panelwise.errors import SettingError

    found: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d{1,9})\s*(?:-\s*(\d{1,9})\s*)?", part)
        if match is None:
            raise SettingError(f"--items {text}: write positions such as 3, 3-7 or 1,5-9")
        first, last = int(match[1]), int(match[2] or match[1])
        if first > last:
            raise SettingError(f"--items {text}: write {last}-{first}")
        if not 1 <= first <= last <= count:
            raise SettingError(f"--items {text}: the pack has items 1 to {count}")
        found += range(first - 1, last)
    return sorted(set(found))


def _list(pack: Pack, items: list[Item]) -> None:
    from panelwise.report import right_answer

    place = {one.id: number for number, one in enumerate(pack.items(), 1)}
    width = max(len(one.id) for one in items)
    for one in items:
        right = " ".join(right_answer(one).split())
        cut = shortened(right, LONGEST_RIGHT)
        write_line(f"{place[one.id]:>5}  {one.id:<{width}}  {cut}")


def _shown(
    pack: Pack, one: Item, single_image: bool, profile: str, out: Path | None
) -> dict[str, Any]:
    from panelwise.benchmarks import profile_for
    from panelwise.errors import InputError
    from panelwise.tasks import get_kind

    if single_image and one.single_image is None:
        raise InputError(
            f"item {one.id} has no separate form for one image; leave out --single-image"
        )
    rendering = (one.single_image if single_image else None) or one.rendering
    profile_of_task = profile_for(one.task, profile)
    chance = {} if one.withheld else get_kind(one.kind).chance(one, profile_of_task)
    images = [_image(pack, rendering, index, out) for index in range(len(rendering.images))]
    return _facts(pack, one, rendering, images, chance)


def _image(pack: Pack, rendering: Rendering, index: int, out: Path | None) -> dict[str, Any]:
    from panelwise.outputs import write_file

    entry = rendering.images[index]
    source = pack.image_path(entry.sha256)
    shown = None if source is None else str(source)
    if out is not None and source is not None:
        target = out / f"image-{index + 1}.{entry.media_type.rpartition('/')[2]}"
        write_file(target, source.read_bytes())
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
    elif item.withheld:
        right = "withheld"
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
        "accepted": [[at + item.index_base for at in order] for order in item.accepted],
        "chance": chance,
        "sources": [{"book": s.book, "page": s.page, "path": s.path} for s in item.sources],
        "meta": item.meta,
    }


def _print(facts: dict[str, Any], missing: str) -> None:
    write_line(f"item      {facts['id']}")
    write_line(f"task      {facts['task']}, prompt {facts['prompt_id']}")
    for message in facts["messages"]:
        write_line(f"--- {message['role']}")
        write_line(_text(message["parts"]))
    write_line("---")
    for number, image in enumerate(facts["images"], 1):
        width, height = image["pixels"]
        where = image["file"] or missing
        size = f"{width}×{height} px, {image['bytes'] / 1024:.0f} KB, {image['media_type']}"
        write_line(f"image {number}   {size}  {where}")
    right = facts["right"]
    write_line(f"right     {_json(right) if isinstance(right, dict) else right}")
    others = [order for order in facts["accepted"] if order != right]
    for order in others[:MOST_ORDERS]:
        write_line(f"  or      {order}")
    if (left := len(others) - MOST_ORDERS) > 0:
        write_line(f"  or      {counted(left, 'other order')} (--json lists them)")
    chance = ", ".join(f"{name} {value:.3f}" for name, value in facts["chance"].items()) or "–"
    write_line(f"chance    {chance}")
    write_line(f"gold      {gold_line([facts['meta']])}")
    for source in facts["sources"]:
        write_line(f"from      {source['book']}: {source['path']}")


def _missing(path: str, *, annotations_only: bool) -> str:
    """What is printed in place of the path of a picture that a pack does not hold."""
    why = " (annotations only)" if annotations_only else ""
    return f"not in this pack{why}; panelwise rehydrate {argument(path)} COMICS restores it"


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
