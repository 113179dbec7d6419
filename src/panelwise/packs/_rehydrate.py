"""Give an annotations-only pack its images back from the owner's copies of the comics."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass

from panelwise.comics import Book, ComicImage
from panelwise.errors import InputError, UnsafeInputError
from panelwise.packs._making import Sources, picture
from panelwise.packs._pack import Pack, store_images, write_items, write_manifest
from panelwise.rendering import pages_of
from panelwise.tasks import ImageEntry, Item, Rendering
from panelwise.wording import counted


@dataclass(frozen=True, slots=True)
class Rehydrated:
    """What was made again.

    ``reencoded`` counts images whose pixels are identical but whose bytes another library version
    encoded differently; the items now name the new bytes, and the pack's hash is unchanged.
    """

    pack: Pack
    images: int
    reencoded: int


def rehydrate_pack(pack: Pack, books: Iterable[Book]) -> Rehydrated:
    """Make a pack's images from comics and check every one.

    Pages are recognised by the hash of their bytes, whatever their names are now.

    Raises:
        InputError: when pages are missing or differ, or a picture comes out differently; the
            pack then still counts as one without images.
    """
    items = pack.items()
    pages = _find_pages(pack, items, books)
    renewed: list[Item] = []
    for item in items:
        try:
            renewed.append(_renew(pack, item, pages))
        except UnsafeInputError as error:
            raise UnsafeInputError(f"{pack.path}: item {item.id}: {error}") from None
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            raise InputError(
                f"{pack.path}: item {item.id}: damaged recipe; restore the pack from a copy"
            ) from error
    before = {entry.sha256 for item in items for entry in _entries(item)}
    after = {entry.sha256 for item in renewed for entry in _entries(item)}
    if after != before:
        write_items(pack.path, renewed)
    write_manifest(pack.path, pack.manifest | {"images": True})
    return Rehydrated(Pack.open(pack.path), len(after), len(after - before))


def _renew(pack: Pack, item: Item, pages: dict[str, ComicImage]) -> Item:
    """The item with its images made, checked and stored."""
    needed = {sha for entry in _entries(item) for sha in pages_of(entry.recipe)}
    sources = Sources.decoded({sha: pages[sha] for sha in needed})

    def renew(rendering: Rendering) -> Rendering:
        entries = tuple(_make_again(pack, item, entry, sources) for entry in rendering.images)
        return dataclasses.replace(rendering, images=entries)

    return dataclasses.replace(
        item,
        rendering=renew(item.rendering),
        single_image=item.single_image and renew(item.single_image),
    )


def _make_again(pack: Pack, item: Item, entry: ImageEntry, sources: Sources) -> ImageEntry:
    made, data = picture(entry.recipe, sources)
    if made.pixels != entry.pixels:
        versions = pack.manifest.get("versions")
        built_by = versions.get("panelwise") if isinstance(versions, dict) else None
        raise InputError(
            f"{pack.path}: item {item.id}: the picture made from your copy differs from the one"
            " that the pack describes; rehydrate with the version of panelwise that built it"
            f" ({built_by or 'unknown'})"
        )
    store_images(pack.path, {made.sha256: data})
    return dataclasses.replace(entry, sha256=made.sha256, size=made.size)


def _entries(item: Item) -> list[ImageEntry]:
    single = item.single_image.images if item.single_image else ()
    return [*item.rendering.images, *single]


def _find_pages(pack: Pack, items: list[Item], books: Iterable[Book]) -> dict[str, ComicImage]:
    needed = {
        source.sha256: f"{source.book}/{source.path}" for item in items for source in item.sources
    }
    found: dict[str, ComicImage] = {}
    looked_at = 0
    for book in books:
        for page in book.pages:
            if page.image is not None:
                looked_at += 1
                if page.image.sha256 in needed:
                    found[page.image.sha256] = page.image
    missing = [name for sha, name in needed.items() if sha not in found]
    if missing:
        raise InputError(
            f"{pack.path}: {len(missing)} of {counted(len(needed), 'page')} are not among the"
            f" {looked_at} that you gave, or differ by a byte; first: {missing[0]}; give the same"
            " files that the pack was built from"
        )
    return found
