"""Whether a pack is what it was built as, pictures included."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from panelwise.errors import InputError
from panelwise.folders import wrong_folder
from panelwise.packs import Pack, look_at_pictures
from panelwise.trust._types import Difference


@dataclass(frozen=True, slots=True)
class FoundPacks:
    """The packs of a run that could be opened, and what is wrong with any of them.

    Attributes:
        packs: the hash by which the run knows a pack → the pack that is there now.
        differences: all that is wrong with them.
        notes: what could not be compared.
    """

    packs: Mapping[str, Pack]
    differences: tuple[Difference, ...]
    notes: tuple[str, ...]


def find_packs(
    folder: Path, config: Mapping[str, Any], given: Sequence[str | Path | Pack]
) -> FoundPacks:
    """Open the packs that a run names, and check them.

    Raises:
        InputError: when one is not where the run says, and was not given.
    """
    differences: list[Difference] = []
    opened = [
        _opened(one.path if isinstance(one, Pack) else Path(one), differences) for one in given
    ]
    known = {pack.hash: pack for pack in opened if pack is not None}
    wanted = [entry["hash"] for entry in config["packs"]]
    others = [pack for key, pack in known.items() if key not in wanted]
    packs: dict[str, Pack] = {}
    notes: list[str] = []
    for entry in config["packs"]:
        # Of one pack that the run does not name, the scores tell in which items it differs.
        pack = known.get(entry["hash"]) or (others.pop(0) if others else None)
        pack = pack or _at_its_place(folder, entry, differences)
        if pack is None:
            notes.append(f"answers to {entry['path']} were not scored again")
            continue
        packs[entry["hash"]] = pack
        differences += _entry_differences(entry, pack)
        differences += check_pack(pack)
        if not pack.manifest.get("images", True):
            notes.append(f"{pack.path}: built without pictures, so none were compared")
    for pack in others:
        wrong = f"the run has no pack of its content hash, {pack.hash}"
        differences.append(Difference.fault(f"pack {pack.path}", "content hash", wrong))
    return FoundPacks(packs, tuple(differences), tuple(notes))


def check_pack(pack: Pack) -> Iterator[Difference]:
    """What an opened pack says of itself, beyond the hashes that opening it compared."""
    pictures = look_at_pictures(pack)
    used = {
        entry.sha256: item.id
        for item in reversed(pack.items())
        for rendering in (item.rendering, item.single_image or item.rendering)
        for entry in rendering.images
    }
    for sha256, problem in pictures.problems.items():
        where = f"{pack.path}, item '{used[sha256]}'"
        yield Difference.fault(where, "picture", problem)
    columns = pack.to_arrow().select(["id", "book", "prompt"]).to_pylist()
    for row, item in zip(columns, pack.items(), strict=True):
        where = f"{pack.path}, item '{item.id}'"
        if row["book"] != item.book:
            yield Difference.of(where, "book", row["book"], item.book)
        if row["prompt"] != item.rendering.text:
            yield Difference.of(where, "prompt", row["prompt"], item.rendering.text)
    tasks = sorted({item.task for item in pack.items()})
    if tasks and pack.manifest["task"] not in tasks:
        yield Difference.of(f"{pack.path}", "task", pack.manifest["task"], ", ".join(tasks))


def _at_its_place(
    folder: Path, entry: Mapping[str, Any], differences: list[Difference]
) -> Pack | None:
    """The pack where the run says it is, whatever its hash; ``None`` when it does not open."""
    for place in _places(folder, entry):
        return _opened(place, differences)
    raise InputError(
        f"{entry['path']}: the pack of {folder} is gone; give its new folder with --pack"
    )


def _places(folder: Path, entry: Mapping[str, Any]) -> list[Path]:
    places = (folder / entry["relative_path"], Path(entry["path"]))
    return [place for place in places if (place / "manifest.json").is_file()]


def _opened(path: Path, differences: list[Difference]) -> Pack | None:
    """A pack, every part hashed; what is wrong with it otherwise."""
    if not path.is_dir():
        raise InputError(wrong_folder(path, "a pack"))
    try:
        return Pack.open(path, whole=True)
    except InputError as error:
        differences.append(Difference.fault(path, "pack", error))
        return None


def _entry_differences(entry: Mapping[str, Any], pack: Pack) -> Iterator[Difference]:
    facts = {"hash": pack.hash, "items": len(pack), "task": pack.manifest.get("task")}
    for key, found in facts.items():
        if entry.get(key, found) != found:
            what = "content hash" if key == "hash" else key
            yield Difference.of(f"pack {pack.path}", what, entry[key], found)
