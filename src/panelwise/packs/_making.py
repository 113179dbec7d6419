"""From a plan to finished items: decode, cut, compose, encode, hash.

One page is decoded once and its pictures are made together. Several items are made at a time, by
threads where that is on this machine: decoding and encoding release the interpreter lock.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import orjson
from PIL import Image

from panelwise.comics import ComicImage, encode_png, pixel_hash
from panelwise.errors import UnsafeInputError
from panelwise.packs._codec import item_from_row, item_to_row
from panelwise.packs.transforms import MovedImage
from panelwise.rendering import Pages, Recipe, cook
from panelwise.tasks import ImageEntry, Item, ItemDraft, Rendering, Shown, Turn
from panelwise.workers import LOCAL, Codec, WorkEngine, WorkPiece, fingerprint, finished

if TYPE_CHECKING:
    from panelwise.outputs import Kept


@dataclass(frozen=True, slots=True)
class Made:
    """A finished item and its pictures by hash: bytes, or files that are there already."""

    item: Item
    images: Mapping[str, bytes | Path]


class Sources(NamedTuple):
    """The pages that pictures are made from, by the hash of their bytes: as files, decoded."""

    originals: Mapping[str, ComicImage]
    pages: Pages

    @classmethod
    def decoded(cls, originals: Mapping[str, ComicImage]) -> Sources:
        """Decode every page once.

        Raises:
            InputError: when one is damaged.
        """
        return cls(originals, {sha: image.decode() for sha, image in originals.items()})


def make_items(
    drafts: Iterable[ItemDraft], *, engine: WorkEngine = LOCAL, kept: Kept | None = None
) -> Iterator[Made]:
    """Finished items, in the order of the drafts.

    Args:
        drafts: what to make.
        engine: where the work is done.
        kept: where finished items are stored, so that they are not made again.

    Raises:
        InputError: when a page is damaged, or a panel absurdly larger than it.
        SettingError: when the panels do not fit into the picture that the profile asks for.
    """
    if kept is None:
        return engine.map(make_item, drafts)
    pieces = (WorkPiece(f"item {draft.id}", _key(draft), draft) for draft in drafts)
    codec = Codec(_encoded, partial(_decoded, kept))
    return finished(engine, partial(_make_files, kept), pieces, kept, codec)


def _key(draft: ItemDraft) -> str:
    """A hash of all that decides an item: recipes name the pages by the hashes of their files."""
    facts = f"{fingerprint()} {sorted(draft.pages)} {replace(draft, pages={})!r}"
    return hashlib.sha256(facts.encode("utf-8", "backslashreplace")).hexdigest()


def _make_files(kept: Kept, draft: ItemDraft) -> Made:
    """A finished item whose pictures are stored as files."""
    made = make_item(draft)
    files: dict[str, Path] = {}
    for sha256, data in made.images.items():
        if isinstance(data, bytes) and not kept.holds(sha256):
            kept.put(sha256, data)
        files[sha256] = kept.path(sha256)
    return Made(made.item, files)


def _encoded(made: Made) -> bytes:
    plain = {"item": item_to_row(made.item), "images": list(made.images)}
    return orjson.dumps(plain, option=orjson.OPT_SERIALIZE_NUMPY)


def _decoded(kept: Kept, data: bytes, draft: ItemDraft) -> Made:
    plain = orjson.loads(data)
    files = {sha256: kept.path(sha256) for sha256 in plain["images"]}
    return Made(item_from_row(plain["item"], f"item {draft.id}"), files)


def make_item(draft: ItemDraft) -> Made:
    """One finished item."""
    images = {sha: page.image for sha, page in draft.pages.items() if page.image is not None}
    # Recipes say how pages are moved; they are made from the pages as they are in their files.
    files = {sha: i.unmoved if isinstance(i, MovedImage) else i for sha, i in images.items()}
    sources = Sources.decoded(files)
    store: dict[str, bytes] = {}
    item = Item(
        id=draft.id,
        task=draft.task,
        kind=draft.kind,
        n=draft.n,
        rendering=_rendering(draft, draft.shown, sources, store),
        gold=draft.gold,
        sources=draft.sources,
        single_image=_rendering(draft, draft.single, sources, store) if draft.single else None,
        options=draft.options,
        index_base=draft.index_base,
        example=draft.example,
        accepted=draft.accepted,
        meta=draft.meta,
    )
    return Made(item, store)


def picture(recipe: Recipe, sources: Sources) -> tuple[ImageEntry, bytes]:
    """The picture of a recipe: what a pack notes of it, and its bytes.

    A whole page keeps its own bytes. Others are PNG; grey art is stored as grey, a third the size.
    """
    image = cook(recipe, sources.pages)
    media_type = "image/png"
    if recipe["kind"] == "page" and not {"mask", "effects", "scan"} & recipe.keys():
        original = sources.originals[recipe["page"]]
        data, media_type = original.read(), original.media_type
    else:
        data = encode_png(image.convert("L") if _is_grey(image) else image)
    sha256 = hashlib.sha256(data).hexdigest()
    entry = ImageEntry(
        sha256, pixel_hash(image), image.width, image.height, media_type, len(data), recipe
    )
    return entry, data


def _rendering(
    draft: ItemDraft, shown: Shown, sources: Sources, store: dict[str, bytes]
) -> Rendering:
    try:
        made = [picture(recipe, sources) for recipe in shown.images]
    except UnsafeInputError as error:
        raise UnsafeInputError(f"{draft.id}: {error}") from None
    entries = tuple(entry for entry, _ in made)
    store |= {entry.sha256: data for entry, data in made}
    prompt = shown.prompt
    text = prompt.fill(**shown.values)
    parts = lay_out(text, len(entries), prompt.image_label, draft.index_base)
    first = (Turn("system", (prompt.system,)),) if prompt.system else ()
    return Rendering((*first, Turn("user", parts)), entries, prompt.id)


def lay_out(text: str, count: int, label: str = "", index_base: int = 1) -> tuple[str | int, ...]:
    """A prompt's words with its images put where ``{images}`` stands.

    Args:
        text: the words; images come first when they hold no mark.
        count: how many images there are.
        label: words before each image, ``{k}`` standing for its number.
        index_base: the number of the first image.

    >>> lay_out("{images}Which is first?", 2, "Frame {k}: ")
    ('Frame 1: ', 0, 'Frame 2: ', 1, 'Which is first?')
    """
    before, mark, after = text.partition("{images}")
    if not mark:
        before, after = "", text
    parts: list[str | int] = [before] if before else []
    for index in range(count):
        if label:
            parts.append(label.replace("{k}", str(index + index_base)))
        parts.append(index)
    return (*parts, after) if after else tuple(parts)


def _is_grey(image: Image.Image) -> bool:
    pixels = np.asarray(image)
    return bool(
        (pixels[..., 0] == pixels[..., 1]).all() and (pixels[..., 1] == pixels[..., 2]).all()
    )
