"""Where units come from: packs, runs and comics, found again by their hashes."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import orjson

from panelwise.errors import InputError
from panelwise.files import damaged
from panelwise.packs import Pack
from panelwise.tasks import Item

_DIGITS = hashlib.sha256().digest_size * 2


@dataclass(frozen=True, slots=True)
class ScreenPicture:
    """A picture of a screen: ``sha256`` of its file."""

    sha256: str
    width: int
    height: int
    alt: str = ""


@dataclass(frozen=True, slots=True)
class PictureFile:
    """Where a picture lies; only pictures of the project's sources are ever served."""

    path: Path
    media_type: str


class ProjectSources:
    """The packs and pictures of a project.

    Args:
        packs: opened packs.
        pictures: folders of pictures, named by their SHA-256.
    """

    def __init__(self, packs: Sequence[Pack] = (), pictures: Sequence[Path] = ()) -> None:
        self._packs = {pack.hash: pack for pack in packs}
        self._folders = tuple(pictures)

    @property
    def packs(self) -> Mapping[str, Pack]:
        """The packs by hash."""
        return self._packs

    def item(self, pack: str, item: str) -> Item:
        """An item of a pack.

        Raises:
            InputError: when the project does not have the pack, or the pack the item.
        """
        found = self._packs.get(pack)
        if found is None:
            raise InputError(f"pack {pack[:12]}… is not in the project; name one of its packs")
        if item not in self._items[pack]:
            raise InputError(f"pack {found.name} has no item {item!r}; name one of its items")
        return self._items[pack][item]

    def load(self) -> None:
        """Read every pack now, so that nobody who works has to wait for it."""
        _ = self._items, self._media

    def picture(self, sha256: str) -> PictureFile | None:
        """The file of a picture; ``None`` where no source has it."""
        if len(sha256) != _DIGITS or not sha256.isalnum():
            return None
        for pack in self._packs.values():
            path = pack.image_path(sha256)
            if path is not None:
                return PictureFile(path, self._media.get(sha256, "image/png"))
        for folder in self._folders:
            for media, suffix in (("image/png", ".png"), ("image/jpeg", ".jpg")):
                path = folder / f"{sha256}{suffix}"
                if path.is_file():
                    return PictureFile(path, media)
        return None

    def draft(self, page: str) -> dict[str, Any]:
        """What is known of a page before anybody worked on it, by the SHA-256 of its image.

        Empty where nothing is. ``page`` is the page as our own format has it, ``by`` says who
        found it, ``names`` has the names of identities.

        Raises:
            InputError: for a draft that is no JSON object.
        """
        if len(page) != _DIGITS or not page.isalnum():
            return {}
        path = next((one for folder in self._folders if (one := folder / f"{page}.json").is_file()),
                    None)  # fmt: skip
        if path is None:
            return {}
        try:
            found = orjson.loads(path.read_bytes())
        except orjson.JSONDecodeError:
            raise InputError(damaged(str(path), "not JSON")) from None
        if not isinstance(found, dict):
            raise InputError(damaged(str(path), "not a JSON object"))
        return found

    @cached_property
    def _items(self) -> dict[str, dict[str, Item]]:
        return {name: {one.id: one for one in pack.items()} for name, pack in self._packs.items()}

    @cached_property
    def _media(self) -> dict[str, str]:
        return {
            image.sha256: image.media_type
            for pack in self._packs.values()
            for item in pack.items()
            for rendering in (item.rendering, item.single_image)
            if rendering is not None
            for image in rendering.images
        }
