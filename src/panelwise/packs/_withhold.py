"""A hidden test set: a pack without its right answers, and the key that only its holder has.

Everything that could tell the right answer leaves the public pack: gold, counts of gold, facts
(``meta``), sources, recipes (a cell's place on its page is its place in the order), ids (they name
pages), the order of items (right options are balanced along it), seeds, findings, the data card.
What remains is what a model is sent. Source: MS-20.
"""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
from pydantic import BaseModel, ConfigDict, ValidationError

from panelwise.errors import InputError
from panelwise.files import read_json_bytes
from panelwise.outputs import cannot_write, new_folder
from panelwise.packs._codec import content
from panelwise.packs._pack import (
    CARD,
    SCHEMA_VERSION,
    Pack,
    content_hash,
    store_images,
    write_items,
    write_manifest,
)
from panelwise.tasks import WITHHELD, Item, Option, Rendering, Turn, get_kind
from panelwise.wording import argument

FORMAT = 1
KEPT = ("task", "kind", "title", "headline", "profile", "prompts")  # of the manifest
SHORTEST = 16  # hexadecimal digits of a public id
_CARD = """\
# {title}

{count} items without right answers, made to be a hidden test set: the publisher of this pack
keeps the answers and scores what you send.

    panelwise evaluate THIS_FOLDER --model MODEL --out RUN

Send back the folder RUN, or a file with a line `{{"id": …, "answer": …}}` for every item of
`items.parquet`.

Content hash: `{hash}`.
Commitment to the right answers (SHA-256): `{commitment}`.
"""


class GoldKey(BaseModel):
    """What the holder of a hidden test set keeps: which public item is which.

    Attributes:
        format: of this file.
        pack: content hash of the pack with the right answers.
        public: content hash of the pack without.
        salt: random bytes, hexadecimal; ids and commitment are made with it.
        commitment: what the public pack states, so that right answers cannot be changed later.
        items: public id → id.
    """

    model_config = ConfigDict(strict=True)

    format: int
    pack: str
    public: str
    salt: str
    commitment: str
    items: dict[str, str]

    @classmethod
    def read(cls, path: str | Path) -> GoldKey:
        """The key in a file.

        Raises:
            InputError: when it is none.
        """
        try:
            key = cls.model_validate(orjson.loads(read_json_bytes(Path(path))))
        except (orjson.JSONDecodeError, ValidationError):
            raise InputError(
                f"{path}: not a key of panelwise withhold, or damaged; give the file that"
                " --key wrote"
            ) from None
        if key.format != FORMAT:
            raise InputError(
                f"{path}: format {key.format}, this panelwise reads {FORMAT}; read it with the"
                " panelwise that wrote it"
            )
        return key

    def check(self, pack: Pack, path: str | Path) -> None:
        """Whether a pack is the one whose right answers were withheld.

        Raises:
            InputError: when it is another, or its right answers are not those committed to.
        """
        if pack.hash != self.pack:
            raise InputError(
                f"{pack.path}: its hash is {pack.hash[:16]}…, and {path} is of {self.pack[:16]}…;"
                " give the pack that was withheld"
            )
        if commitment_of(pack, self.salt) != self.commitment:
            raise InputError(
                f"{path}: its commitment is not that of the right answers of {pack.path}; give"
                " the key that was written with the published pack"
            )


@dataclass(frozen=True, slots=True)
class WithheldPack:
    """A hidden test set.

    Attributes:
        public: the pack without right answers, to be published.
        key: the file to be kept.
        notes: what the holder should know.
    """

    public: Pack
    key: Path
    notes: tuple[str, ...]


def withhold(
    pack: Pack, out: str | Path, key: str | Path, *, salt: str | None = None
) -> WithheldPack:
    """Write a pack without right answers, and the key with which its holder scores answers.

    Args:
        pack: with its pictures; it stays as it is.
        out: a new folder: the public pack.
        key: a new file, which only its owner may read.
        salt: random bytes, hexadecimal; new ones when not given.

    Raises:
        InputError: when the pack lacks pictures or is withheld already, or a file exists.
    """
    key = Path(key)
    if key.exists():
        raise InputError(f"{key}: exists already; give a new file")
    if Path(out).resolve() in key.resolve().parents:
        raise InputError(
            f"{key} is inside {out}, which is to be published; give --key a place outside"
        )
    if pack.withheld:
        raise InputError(
            f"{pack.path} holds no right answers to withhold; give the pack that it was made from"
        )
    if not all(pack.has_images(item) for item in pack.items()):
        raise InputError(
            f"{pack.path} lacks pictures; restore them with panelwise rehydrate"
            f" {argument(pack.path)} COMICS"
        )
    salt = salt or secrets.token_hex(32)
    names = {_public_id(item.id, salt): item for item in pack.items()}
    items = [_bare(names[name], name) for name in sorted(names)]
    digest, commitment = content_hash(items), commitment_of(pack, salt)
    known = {name: item.id for name, item in sorted(names.items())}
    kept = GoldKey(
        format=FORMAT,
        pack=pack.hash,
        public=digest,
        salt=salt,
        commitment=commitment,
        items=known,
    )
    with new_folder(out) as folder:
        for sha256 in sorted({one.sha256 for item in items for one in _entries(item)}):
            path = pack.image_path(sha256)
            assert path is not None, "checked before"
            store_images(folder, {sha256: path.read_bytes()})
        write_items(folder, items)
        write_manifest(folder, _manifest(pack, items, digest, commitment))
        title = str(pack.manifest.get("title") or pack.manifest["task"])
        card = _CARD.format(title=title, count=len(items), hash=digest, commitment=commitment)
        (folder / CARD).write_text(card, encoding="utf-8")
        _write_key(key, kept)  # without its key nobody could score the pack
    return WithheldPack(Pack.open(out), key, _notes(pack))


def commitment_of(pack: Pack, salt: str) -> str:
    """A hash of all items with their right answers, which nobody can guess without the salt."""
    digest = hmac.new(bytes.fromhex(salt), digestmod=hashlib.sha256)
    for line in sorted(content(item) for item in pack.items()):
        digest.update(line + b"\n")
    return digest.hexdigest()


def _public_id(item_id: str, salt: str) -> str:
    digest = hmac.new(bytes.fromhex(salt), b"id:" + item_id.encode(), hashlib.sha256)
    return digest.hexdigest()[:SHORTEST]


def _bare(item: Item, name: str) -> Item:
    """What a model is sent of an item, and what a guesser may know."""
    rendering, order = _shown(item.rendering, item.options)
    listed = get_kind(item.kind).form != "document"
    return Item(
        id=name,
        task=item.task,
        kind=item.kind,
        n=item.n if listed else 0,  # of a document it counts what is to be found
        rendering=rendering,
        gold=WITHHELD,
        sources=(),
        single_image=item.single_image and _shown(item.single_image, ())[0],
        options=tuple(
            option
            if option.image is None
            else dataclasses.replace(option, image=order[option.image])
            for option in item.options
        ),
        index_base=item.index_base,
    )


def _shown(rendering: Rendering, options: tuple[Option, ...]) -> tuple[Rendering, dict[int, int]]:
    """A rendering whose pictures are listed as they are shown, without recipes."""
    shown = [part for turn in rendering.turns for part in turn.parts if isinstance(part, int)]
    shown += [option.image for option in options if option.image is not None]
    order = {old: new for new, old in enumerate(dict.fromkeys(shown))}
    images = tuple(
        dataclasses.replace(rendering.images[old], recipe={"kind": "withheld"}) for old in order
    )
    turns = tuple(
        Turn(turn.role, tuple(p if isinstance(p, str) else order[p] for p in turn.parts))
        for turn in rendering.turns
    )
    return Rendering(turns, images, rendering.prompt_id), order


def _entries(item: Item) -> tuple[Any, ...]:
    single = item.single_image.images if item.single_image else ()
    return (*item.rendering.images, *single)


def _manifest(pack: Pack, items: list[Item], digest: str, commitment: str) -> dict[str, Any]:
    kept = {key: pack.manifest[key] for key in KEPT if key in pack.manifest}
    facts = {"schema_version": SCHEMA_VERSION, "items": len(items), "hash": digest}
    withheld = {"withheld": {"commitment": commitment}, "images": True, "books": [], "findings": []}
    return kept | facts | withheld


def _notes(pack: Pack) -> tuple[str, ...]:
    if pack.manifest.get("seed") != 0:
        return ()
    return (
        "it was built with seed 0: anybody with the comics can build it again and read the right"
        " answers; build it with a secret --seed",
    )


def _write_key(path: Path, key: GoldKey) -> None:
    """Write the key so that only its owner may read it."""
    data = orjson.dumps(key.model_dump(), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        with os.fdopen(os.open(path, flags, 0o600), "wb") as stream:
            stream.write(data)
    except OSError as error:
        raise cannot_write(path, error) from None
