"""A pack: a benchmark's items in a folder, with or without their images.

``manifest.json`` (what it is and how it was made), ``items.parquet``, ``images/<sha256>`` (each
stored once) and ``README.md`` (the data card). A pack written with ``images=False`` carries
recipes and hashes; :func:`panelwise.rehydrate` makes the images again from the owner's copies.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import orjson
from pydantic import BaseModel, ConfigDict, NonNegativeInt, ValidationError

from panelwise.comics import decode_rgb
from panelwise.errors import InputError
from panelwise.files import read_json_bytes
from panelwise.folders import wrong_folder
from panelwise.models import ImagePart, Message, TextPart
from panelwise.outputs import new_folder, place, write_file
from panelwise.packs._codec import content, item_from_row, item_to_row, schema
from panelwise.packs._integrity import Stamp, verify
from panelwise.packs._making import Made
from panelwise.packs._table import read_table
from panelwise.packs.gates import check_items
from panelwise.profile import RECOMMENDED
from panelwise.rendering import cells_of
from panelwise.tasks import Item, Rendering, guess_table
from panelwise.wording import argument

if TYPE_CHECKING:
    import pyarrow as pa
    from numpy.typing import NDArray

SCHEMA_VERSION = 1
MANIFEST, ITEMS, IMAGES, CARD = "manifest.json", "items.parquet", "images", "README.md"
_SHA256 = re.compile(r"[0-9a-f]{64}")


class _Manifest(BaseModel):
    """The types of what every command reads from a manifest; it holds more."""

    model_config = ConfigDict(strict=True)

    task: str
    hash: str
    items: NonNegativeInt
    profile: dict[str, Any] = {}
    books: list[dict[str, Any]] = []
    excluded: dict[str, Any] = {}
    findings: list[dict[str, Any]] = []


class Pack:
    """A pack on disk.

    Attributes:
        path: its folder.
        manifest: what ``manifest.json`` says.
    """

    def __init__(self, path: Path, manifest: dict[str, Any]) -> None:
        self.path = path
        self.manifest = manifest
        self._verified: dict[str, Stamp] = {}

    @classmethod
    def open(cls, path: str | Path, *, whole: bool = False) -> Pack:
        """The pack in a folder, verified: its items and pictures are those it was built with.

        Args:
            path: the folder.
            whole: hash every part, also those that did not change since they were hashed.

        Raises:
            InputError: when there is none, it was written by a newer version, or a part of it
                changed since it was built.
        """
        folder = Path(path)
        manifest_path = folder / MANIFEST
        if not manifest_path.is_file() or not (folder / ITEMS).is_file():
            raise InputError(wrong_folder(folder, "a pack"))
        try:
            manifest = orjson.loads(read_json_bytes(manifest_path))
            version = manifest["schema_version"]
            if version != SCHEMA_VERSION:
                raise InputError(
                    f"{manifest_path}: schema version {version}, this panelwise reads"
                    f" {SCHEMA_VERSION}; read it with the panelwise that built it"
                )
            _Manifest.model_validate(manifest)
        except (orjson.JSONDecodeError, KeyError, TypeError, ValidationError):
            raise InputError(f"{manifest_path}: damaged; build the pack again") from None
        pack = cls(folder, manifest)
        pack._verified = verify(
            folder / ITEMS, folder / IMAGES, pack.hash, pack._content_hash, whole=whole
        )
        return pack

    @property
    def hash(self) -> str:
        """Hash of what the items mean: equal for packs with the same pixels, prompts and gold."""
        return str(self.manifest["hash"])

    @property
    def withheld(self) -> bool:
        """Whether its right answers are withheld: it can be answered, and not scored."""
        return any(item.withheld for item in self._items)

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.path.resolve().name

    def __len__(self) -> int:
        return int(self.manifest["items"])

    def __repr__(self) -> str:
        return f"Pack({str(self.path)!r}, {self.manifest['task']}, {len(self)} items)"

    def _repr_html_(self) -> str:
        """What it holds, and the prompt of its first item, for notebooks."""
        from panelwise.notebook import facts_html

        facts = (
            ("task", self.manifest["task"]),
            ("items", len(self)),
            ("profile", self.manifest.get("profile", {}).get("name")),
            ("hash", self.hash[:16]),
            ("first item", self._items[0].id if len(self) else None),
            ("its prompt", self._items[0].rendering.text if len(self) else None),
        )
        return facts_html(f"Pack {self.path}", facts)

    def items(self) -> list[Item]:
        """All items, in the pack's order."""
        return list(self._items)

    def item(self, item_id: str) -> Item:
        """The item with this id.

        Raises:
            InputError: when there is none.
        """
        for item in self._items:
            if item.id == item_id:
                return item
        raise InputError(
            f"{self.path}: no item '{item_id}'; the first of {len(self)} is '{self._items[0].id}'"
        )

    def item_hashes(self) -> dict[str, str]:
        """Item id → hash of what the item means, in the pack's order (see ``hash``)."""
        return {item.id: hashlib.sha256(content(item)).hexdigest() for item in self._items}

    def image_path(self, sha256: str) -> Path | None:
        """The file of an image, ``None`` when the pack does not hold it.

        A pack may come from a stranger, and what this names is sent to models: a name must be a
        hash and no path, and a link, which may lead to any file, must lead to the bytes it names.
        """
        path = self.path / IMAGES / sha256
        if not _SHA256.fullmatch(sha256) or not path.is_file():
            return None
        if path.is_symlink() and hashlib.sha256(path.read_bytes()).hexdigest() != sha256:
            return None
        return path

    def has_images(self, item: Item) -> bool:
        """Whether every image of an item is at hand."""
        return all(self.image_path(image.sha256) for image in item.rendering.images)

    def messages(self, item: Item, single_image: bool = False) -> tuple[Message, ...]:
        """Exactly what is sent for an item.

        Raises:
            InputError: when the pack holds no images.
        """
        rendering = (item.single_image if single_image else None) or item.rendering
        return tuple(
            Message(
                turn.role,
                tuple(
                    TextPart(part) if isinstance(part, str) else self._part(rendering, part)
                    for part in turn.parts
                ),
            )
            for turn in rendering.turns
        )

    def panel_images(self, item: Item) -> list[NDArray[np.uint8]]:
        """The shown panels as RGB pixels ``(height, width, 3)``, in shown order."""
        found: list[NDArray[np.uint8]] = []
        for entry in item.rendering.images:
            path = self._existing(entry.sha256)
            pixels = np.asarray(decode_rgb(path.read_bytes(), str(path)))
            for x0, y0, x1, y1 in cells_of(entry.recipe):
                found.append(pixels[y0:y1, x0:x1])
        return found

    def to_arrow(self) -> pa.Table:
        """The items as a table."""
        return read_table(self.path / ITEMS)

    @cached_property
    def _items(self) -> list[Item]:
        import pyarrow as pa

        try:
            return [
                item_from_row(row, f"{self.path / ITEMS}, item {number}")
                for number, row in enumerate(self.to_arrow().to_pylist(), 1)
            ]
        except (pa.ArrowException, KeyError, TypeError, ValueError):
            raise InputError(f"{self.path / ITEMS}: damaged; build the pack again") from None

    def _content_hash(self) -> str:
        if len(self._items) != len(self):
            raise InputError(
                f"{self.path / ITEMS} holds {len(self._items)} items, {MANIFEST} says {len(self)};"
                " build the pack again"
            )
        return content_hash(self._items)

    def _part(self, rendering: Rendering, index: int) -> ImagePart:
        entry = rendering.images[index]
        path = self._existing(entry.sha256)
        untouched = self._verified.get(entry.sha256) == Stamp.of(path.stat())
        return ImagePart(entry.sha256, entry.media_type, path, untouched)

    def _existing(self, sha256: str) -> Path:
        path = self.image_path(sha256)
        if path is None:
            raise InputError(
                f"{self.path} holds no image {sha256[:12]}…; restore the pictures with"
                f" panelwise rehydrate {argument(self.path)} COMICS"
            )
        return path


def write_pack(
    path: str | Path,
    made: Iterable[Made],
    manifest: dict[str, Any],
    card: str,
    *,
    images: bool = True,
) -> Pack:
    """Write items to a new folder and open it as a pack.

    The same items give the same bytes: nothing in a pack tells the time or the machine.

    Args:
        path: a folder that is empty or does not exist.
        made: items with their image bytes.
        manifest: everything but ``schema_version``, ``items``, ``hash`` and ``images``.
        card: the text of ``README.md``; ``{items}``, ``{hash}``, ``{findings}`` and
            ``{guessing}`` are filled in.
        images: whether to store the images.

    Raises:
        InputError: when a quality gate refuses an item (:func:`check_items`), or when the folder
            holds something already or cannot be written; nothing is left then.
    """
    with new_folder(path) as folder:
        fill_pack(folder, made, manifest, card, images=images, name=str(path))
    return Pack.open(path)


def fill_pack(
    folder: Path,
    made: Iterable[Made],
    manifest: dict[str, Any],
    card: str,
    *,
    images: bool = True,
    name: str,
) -> None:
    """Write the files of a pack into a folder that nobody reads yet (:func:`new_folder`).

    The arguments are those of :func:`write_pack`; ``name`` is what messages call the pack.

    Raises:
        InputError: when a quality gate refuses an item.
    """
    items: list[Item] = []
    for one in made:
        items.append(one.item)
        if images:
            store_images(folder, one.images)
    findings = check_items(items)
    findings.require(name)
    write_items(folder, items)
    digest = content_hash(items)
    text = card.replace("{items}", str(len(items))).replace("{hash}", digest)
    text = text.replace("{findings}", findings.as_list() or "Nothing.")
    if "{guessing}" in text:
        text = text.replace("{guessing}", guess_table(items, RECOMMENDED))
    (folder / CARD).write_text(text, encoding="utf-8")
    facts = {"schema_version": SCHEMA_VERSION, "items": len(items), "hash": digest}
    facts["findings"] = findings.records()
    write_manifest(folder, manifest | facts | {"images": images})


def store_images(folder: Path, images: Mapping[str, bytes | Path]) -> None:
    """Write images under their hashes, each once."""
    (folder / IMAGES).mkdir(exist_ok=True)
    for sha256, data in images.items():
        target = folder / IMAGES / sha256
        if target.exists():
            continue
        if isinstance(data, bytes):
            write_file(target, data)
        else:
            place(data, target)


def write_items(folder: Path, items: Sequence[Item]) -> None:
    """Write ``items.parquet``."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.Table.from_pylist([item_to_row(item) for item in items], schema=schema())
    stream = pa.BufferOutputStream()
    pq.write_table(table, stream, compression="zstd", row_group_size=4096)
    write_file(folder / ITEMS, stream.getvalue())


def write_manifest(folder: Path, manifest: dict[str, Any]) -> None:
    """Write ``manifest.json``."""
    options = orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE
    write_file(folder / MANIFEST, orjson.dumps(manifest, option=options))


def content_hash(items: Iterable[Item]) -> str:
    """Hash of what items mean, whatever encoder wrote their images."""
    digest = hashlib.sha256()
    for item in items:
        digest.update(content(item) + b"\n")
    return digest.hexdigest()
