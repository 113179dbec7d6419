"""A smaller pack that is like the whole: the same mix of books and lengths.

Which items are in it depends on their ids alone, so that packs of the same items, put in other
ways, have the same ones.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from panelwise.errors import InputError
from panelwise.packs._making import Made
from panelwise.packs._pack import Pack, write_pack
from panelwise.tasks import Item

_MORE = "panelwise: a stratified subset"  # what ids are hashed with


def stratified(items: Sequence[Item], most: int) -> list[str]:
    """The ids of at most so many items, in the pack's order, spread over books and lengths.

    Every combination of book and number of panels (or options) is a stratum. Strata give one item
    after the other, in turns, until there are enough; which item comes first in a stratum, and
    which stratum in a turn, is drawn by a hash of the ids. The rotations of a question stay
    together, and so do all items of a family, which are one text with several pictures.

    Raises:
        InputError: for fewer than one item.
    """
    if most < 1:
        raise InputError(f"a subset of {most} items; give at least 1")
    questions: dict[str, list[Item]] = {}
    for item in items:
        questions.setdefault(question_of(item), []).append(item)
    strata: dict[tuple[str, str], list[str]] = {}
    for question, some in questions.items():
        strata.setdefault(_stratum(some[0]), []).append(question)
    ordered = [sorted(names, key=_drawn) for names in strata.values()]
    turns = sorted(
        (turn, _drawn(name), name) for names in ordered for turn, name in enumerate(names)
    )
    chosen: set[str] = set()
    count = 0
    for _, _, name in turns:
        if count + len(questions[name]) <= most:
            chosen.add(name)
            count += len(questions[name])
    return [item.id for item in items if question_of(item) in chosen]


def question_of(item: Item) -> str:
    """What an item belongs to: its family, or what it is a rotation of, or itself."""
    if item.family is not None:
        return f"family {item.family}"
    of = item.meta.get("rotation_of")
    return of if isinstance(of, str) else item.id


def write_subset(pack: Pack, ids: Collection[str], out: str | Path) -> Pack:
    """A new pack with some of a pack's items.

    Raises:
        InputError: when none of them is in the pack, or the folder holds something.
    """
    wanted = [item for item in pack.items() if item.id in set(ids)]
    if not wanted:
        raise InputError(f"{pack.path}: none of the {len(ids)} chosen items is in it")
    images = bool(pack.manifest.get("images", True))
    kept = {"schema_version", "items", "hash", "images", "findings"}
    manifest = {key: value for key, value in pack.manifest.items() if key not in kept}
    manifest["subset_of"] = {"hash": pack.hash, "items": len(pack)}
    card = (
        f"# {pack.manifest.get('title', pack.name)}, a part\n\n"
        f"{{items}} of the {len(pack)} items of the pack {pack.hash[:16]}, spread over its books"
        " and lengths. Hash {hash}.\n\nFindings: {findings}\n\n{guessing}\n"
    )
    return write_pack(
        out, with_pictures(pack, wanted, images=images), manifest, card, images=images
    )


def with_pictures(pack: Pack, items: Iterable[Item], *, images: bool) -> Iterable[Made]:
    """Items of a pack with the bytes of their pictures, to be written to another."""
    for item in items:
        forms = (item.rendering, item.single_image)
        hashes = {image.sha256 for form in forms if form is not None for image in form.images}
        paths = {sha: pack.image_path(sha) for sha in sorted(hashes)} if images else {}
        yield Made(item, {sha: path.read_bytes() for sha, path in paths.items() if path})


def _stratum(item: Item) -> tuple[str, str]:
    panels = item.meta.get("panels")
    return item.book, str(panels if isinstance(panels, int) else item.n)


def _drawn(name: str) -> str:
    return hashlib.sha256(f"{_MORE} {name}".encode()).hexdigest()
