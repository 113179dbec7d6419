"""What a training will do: checked before weights are loaded, and kept as ``training.json``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import orjson

from panelwise.errors import InputError, MissingExtraError
from panelwise.files import read_json_bytes
from panelwise.models import find_checkpoint
from panelwise.outputs import write_file
from panelwise.packs import Findings, Pack, look_at_pictures, part_of, write_subset
from panelwise.profile import Profile
from panelwise.tasks import Item
from panelwise.training._leaks import leaks
from panelwise.training._licences import BookLicence, book_licences, required, statements
from panelwise.training.recipes import Prepared, TrainingRecipe

PLAN = "training.json"
PACKS = "packs"
UNSEEN = "-unseen"  # after the name of a pack without what the training has shown
PACKAGES = ("torch", "transformers", "trl", "peft", "accelerate")


@dataclass(frozen=True, slots=True)
class HeldOut:
    """A pack on which the model is evaluated before and after.

    Attributes:
        name: of its runs.
        note: what must be said of its scores.
    """

    name: str
    pack: Pack
    note: str = ""


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """A training that can be carried out.

    Attributes:
        model: the folder or name of the base checkpoint.
        licences: of the books that are trained on.
    """

    recipe: TrainingRecipe
    model: str
    seed: int
    out: Path
    train: tuple[Pack, ...]
    tests: tuple[HeldOut, ...]
    prepared: Prepared
    profile: Profile
    limit: int | None
    record: Mapping[str, Any]
    licences: tuple[BookLicence, ...]


def require_train_extra(what: str) -> None:
    """See that the packages of training are installed, without importing them.

    Raises:
        MissingExtraError: when one is not.
    """
    if any(find_spec(name) is None for name in PACKAGES):
        raise MissingExtraError.of(what, "train")


def make_plan(
    recipe: TrainingRecipe,
    model: str,
    train: Sequence[Pack],
    tests: Sequence[Pack],
    out: Path,
    *,
    profile: Profile,
    seed: int | None,
    limit: int | None,
    licences: Sequence[str],
    resume: bool,
) -> TrainingPlan:
    """Everything that can be checked without weights.

    Raises:
        UserError: for a mistake in any of it; nothing was trained then.
    """
    require_train_extra(f"training {recipe.name}")
    source = model.removeprefix("hf/")
    checkpoint = find_checkpoint(source)
    chosen = recipe.hyper.seeds.value[0] if seed is None else seed
    prepared = recipe.samples(train, chosen, profile)
    if limit is not None:
        prepared = Prepared(prepared.samples[:limit], {**prepared.facts, "limit": limit})
    record = _record(recipe, source, checkpoint.fingerprint(), train, tests, chosen, limit, profile)
    _prepare_folder(out, record, resume=resume)
    planned = tuple(_tests(recipe, prepared, train, tests, out))
    books = _licences(train, prepared, licences)
    return TrainingPlan(
        recipe,
        source,
        chosen,
        out,
        tuple(train),
        planned,
        prepared,
        profile,
        limit,
        record,
        books,
    )


def _licences(
    train: Sequence[Pack], prepared: Prepared, stated: Sequence[str]
) -> tuple[BookLicence, ...]:
    """The licences of the books that are trained on.

    Raises:
        InputError: when one does not allow it and nobody said that it does.
    """
    items: dict[str, list[str]] = {}
    for sample in prepared.samples:
        for source in sample.item.sources if sample.item else ():
            items.setdefault(source.book, []).append(sample.id)
    return required(book_licences(train, items, statements(stated)), "training data")


def _record(
    recipe: TrainingRecipe,
    model: str,
    fingerprint: str,
    train: Sequence[Pack],
    tests: Sequence[Pack],
    seed: int,
    limit: int | None,
    profile: Profile,
) -> dict[str, Any]:
    stated = {name: one.value for name, one in recipe.stated().items() if name != "bases"}
    return {
        "recipe": recipe.name,
        "model": model,
        "checkpoint": fingerprint,
        "seed": seed,
        "limit": limit,
        "profile": profile.name,
        "settings": {name: _plain(value) for name, value in stated.items()},
        "train": [pack.hash for pack in train],
        "tests": [pack.hash for pack in tests],
        "versions": {name: _version(name) for name in PACKAGES},
    }


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _prepare_folder(out: Path, record: Mapping[str, Any], *, resume: bool) -> None:
    """Begin a folder, or see that the training in it is the one that was asked for.

    Raises:
        InputError: when it holds something else, or another training; names the first difference.
    """
    kept = out / PLAN
    if not kept.is_file():
        if out.exists() and any(out.iterdir()):
            raise InputError(f"{out} is not empty and holds no training; give a new --out")
        out.mkdir(parents=True, exist_ok=True)
        write_file(kept, orjson.dumps(record, option=orjson.OPT_INDENT_2))
        return
    if not resume:
        raise InputError(f"{out} holds a training; continue it with --resume, or give a new --out")
    try:
        was = orjson.loads(read_json_bytes(kept))
    except orjson.JSONDecodeError:
        raise InputError(f"{kept}: damaged; give a new --out") from None
    for name, value in orjson.loads(orjson.dumps(record)).items():
        if was.get(name) != value:
            old, new = _difference(was.get(name), value)
            raise InputError(
                f"{out} holds a training with another {name} ({old}; now {new}); give what was"
                " given then, or a new --out"
            )


def _difference(was: Any, now: Any) -> tuple[Any, Any]:
    """Of two mappings the first entry that differs."""
    if isinstance(was, dict) and isinstance(now, dict):
        for name in now:
            if was.get(name) != now[name]:
                return f"{name} {was.get(name)}", f"{name} {now[name]}"
    return was, now


def _tests(
    recipe: TrainingRecipe,
    prepared: Prepared,
    train: Sequence[Pack],
    tests: Sequence[Pack],
    out: Path,
) -> list[HeldOut]:
    """The tests, without what was trained on; where a paper left that in, both."""
    trained = {id(sample.item): sample.item for sample in prepared.samples if sample.item}
    pages = {source.sha256 for item in trained.values() for source in item.sources}
    parts = [(pack, part_of(pack, look_at_pictures(pack))) for pack in train] if tests else []
    found: list[HeldOut] = []
    for name, pack in _named(tests):
        apart = bool(recipe.seen_apart) and {i.task for i in pack.items()} <= {*recipe.seen_apart}
        if not apart:
            beside = (pack, part_of(pack, look_at_pictures(pack)))
            Findings.of(leaks(parts, [beside])).require(f"training and test ({name})")
            found.append(HeldOut(name, pack))
            continue
        unseen = [item.id for item in pack.items() if not _shows(item, pages)]
        whole = len(unseen) == len(pack)
        if unseen and not whole:
            rest = _subset(pack, unseen, out / PACKS / (name + UNSEEN))
            found.append(
                HeldOut(name + UNSEEN, rest, "headline: pictures that were not trained on")
            )
        note = "" if whole else f"as in the paper: {len(pack) - len(unseen)} items show pictures"
        found.append(HeldOut(name, pack, note and f"{note} that were trained on"))
    return found


def _subset(pack: Pack, ids: Sequence[str], out: Path) -> Pack:
    return Pack.open(out) if out.is_dir() else write_subset(pack, ids, out)


def _shows(item: Item, pages: set[str]) -> bool:
    return any(source.sha256 in pages for source in item.sources)


def _named(tests: Sequence[Pack]) -> list[tuple[str, Pack]]:
    """Each with a name of its own."""
    names = [pack.name for pack in tests]
    return [
        (name if names.count(name) == 1 else f"{name}-{pack.hash[:8]}", pack)
        for name, pack in zip(names, tests, strict=True)
    ]
