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
from panelwise.packs import Pack
from panelwise.profile import Profile
from panelwise.training._licences import BookLicence, book_licences, required, statements
from panelwise.training.finetuning._held_out import HeldOut, held_out
from panelwise.training.recipes import Prepared, TrainingRecipe

PLAN = "training.json"
PACKAGES = ("torch", "transformers", "trl", "peft", "accelerate")


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
    planned = tuple(held_out(recipe, prepared, train, tests, out))
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
