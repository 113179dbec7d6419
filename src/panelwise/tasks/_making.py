"""From a plan to finished items: decode, cut, compose, encode, hash.

One page is decoded once and its pictures are made together; pages are worked on by several
threads, because decoding and encoding release the interpreter lock.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from PIL import Image

from panelwise.comics import decode_rgb, encode_png, pixel_hash
from panelwise.errors import UnsafeInputError
from panelwise.profile import Profile
from panelwise.tasks._item import ImageEntry, Item, Rendering, Turn
from panelwise.tasks._panel_ordering import ItemDraft, PanelOrdering, Prompt, facts
from panelwise.tasks._render import Pages, Recipe, cook


@dataclass(frozen=True, slots=True)
class Made:
    """A finished item and the bytes of its pictures, by hash."""

    item: Item
    images: dict[str, bytes]


def make_items(
    task: PanelOrdering, drafts: Iterable[ItemDraft], profile: Profile
) -> Iterator[Made]:
    """Finished items, in the order of the drafts.

    Raises:
        InputError: when a page is damaged, or a panel absurdly larger than it.
        SettingError: when the panels do not fit into the picture that the profile asks for.
    """
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        yield from pool.map(lambda draft: make_item(task, draft, profile), drafts)


def make_item(task: PanelOrdering, draft: ItemDraft, profile: Profile) -> Made:
    """One finished item."""
    image = draft.page.image
    assert image is not None
    pages = {draft.source.sha256: decode_rgb(image.read(), image.source.name)}
    store: dict[str, bytes] = {}
    rendering = _rendering(task, draft, profile, task.prompt(profile), draft.images, pages, store)
    single = None
    if draft.single_image is not None and task.single_image_prompt is not None:
        prompt = task.single_image_prompt(profile)
        recipes = (draft.single_image,)
        single = _rendering(task, draft, profile, prompt, recipes, pages, store)
    item = Item(
        id=draft.item_id,
        task=task.id,
        kind=task.kind,
        n=len(draft.options) or draft.n,
        rendering=rendering,
        gold=draft.gold if draft.right is None else draft.right,
        sources=(draft.source,),
        single_image=single,
        options=draft.options,
        index_base=task.index_base,
        example=task.example(profile, draft.n),
        meta=facts(task, draft, profile) | ({"panels": draft.n} if draft.options else {}),
    )
    return Made(item, store)


def picture(recipe: Recipe, pages: Pages) -> tuple[Image.Image, bytes]:
    """The picture of a recipe and its PNG bytes; grey art is stored as grey, a third the size."""
    image = cook(recipe, pages)
    if _is_grey(image):
        return image, encode_png(image.convert("L"))
    return image, encode_png(image)


def _rendering(
    task: PanelOrdering,
    draft: ItemDraft,
    profile: Profile,
    prompt: Prompt,
    recipes: tuple[Recipe, ...],
    pages: Pages,
    store: dict[str, bytes],
) -> Rendering:
    try:
        entries = tuple(_entry(recipe, pages, store) for recipe in recipes)
    except UnsafeInputError as error:
        raise UnsafeInputError(f"{draft.item_id}: {error}") from None
    example = task.example(profile, draft.n) or ()
    text = prompt.fill(
        N=draft.n,
        last=draft.n - 1 + task.index_base,
        options="\n".join(f"{option.label}. {option.text}" for option in draft.options),
        example="-".join(str(index + task.index_base) for index in example),
    )
    parts = lay_out(text, len(entries), prompt.image_label, task.index_base)
    return Rendering((Turn("user", parts),), entries, prompt.id)


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


def _entry(recipe: Recipe, pages: Pages, store: dict[str, bytes]) -> ImageEntry:
    image, data = picture(recipe, pages)
    sha256 = hashlib.sha256(data).hexdigest()
    store[sha256] = data
    return ImageEntry(
        sha256, pixel_hash(image), image.width, image.height, "image/png", len(data), recipe
    )


def _is_grey(image: Image.Image) -> bool:
    pixels = np.asarray(image)
    return bool(
        (pixels[..., 0] == pixels[..., 1]).all() and (pixels[..., 1] == pixels[..., 2]).all()
    )
