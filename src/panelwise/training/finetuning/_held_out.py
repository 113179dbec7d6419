"""What a training is tested on: nothing that it has shown, or both parts of a pack apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from panelwise.errors import InputError
from panelwise.models import ImagePart
from panelwise.packs import Findings, Pack, Part, look_at_pictures, part_of, write_subset
from panelwise.training._leaks import LOOKALIKES, leaks
from panelwise.training.recipes import Prepared, TrainingRecipe

PACKS = "packs"
UNSEEN = "-unseen"  # after the name of a pack without what the training has shown


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


def held_out(
    recipe: TrainingRecipe,
    prepared: Prepared,
    train: Sequence[Pack],
    tests: Sequence[Pack],
    out: Path,
) -> list[HeldOut]:
    """The tests of a training, in the order in which they are carried out.

    A pack of a task that the recipe lists as ``seen_apart`` may show what was trained on. It is
    tested twice then: without those items, in a pack below ``out`` (the headline), and as a whole
    (the paper's number).

    Args:
        recipe: of the training.
        prepared: its samples.
        train: the packs that they come from.
        tests: packs to test on.
        out: the folder of the training.

    Raises:
        InputError: when another test shares a page, book, template or look-alike with a training
            pack, or any test shows a natural picture of the training.

    Source: StripCipher "Does fine-tuning with reorder task help?"; AMB-23.
    """
    parts = [_part(pack) for pack in train] if tests else []
    found: list[HeldOut] = []
    for name, pack in _named(tests):
        _require_other_pictures(name, pack, prepared)
        tasks = {item.task for item in pack.items()}
        if tasks <= {*recipe.seen_apart}:
            found += _apart(
                name, pack, [(one, _trained(part, prepared)) for one, part in parts], out
            )
            continue
        Findings.of(leaks(parts, [_part(pack)])).require(f"training and test ({name})")
        found.append(HeldOut(name, pack))
    return found


def _require_other_pictures(name: str, pack: Pack, prepared: Prepared) -> None:
    """Natural pictures belong to no pack, so they are compared byte for byte."""
    natural = {
        part.sha256
        for sample in prepared.samples
        if sample.item is None
        for message in sample.messages
        for part in message.parts
        if isinstance(part, ImagePart)
    }
    ids = [
        item.id
        for item in pack.items()
        if any(image.sha256 in natural for image in item.rendering.images)
    ]
    if ids:
        raise InputError(
            f"test {name}: {len(ids)} of {len(pack)} items show natural pictures of the training"
            f" ('{ids[0]}' is the first); remove these from the natural pictures or from the test"
        )


def _part(pack: Pack) -> tuple[Pack, Part]:
    return pack, part_of(pack, look_at_pictures(pack))


def _trained(part: Part, prepared: Prepared) -> Part:
    """The items of a pack whose pages are trained on; a recipe may use a part of it."""
    pages = {
        source.sha256
        for sample in prepared.samples
        if sample.item
        for source in sample.item.sources
    }
    kept = [item for item in part.items if any(one.sha256 in pages for one in item.sources)]
    return replace(part, items=kept)


def _apart(name: str, pack: Pack, trained: Sequence[tuple[Pack, Part]], out: Path) -> list[HeldOut]:
    """The items on pictures that were not trained on, then all of them."""
    pages = {one.sha256 for _, part in trained for item in part.items for one in item.sources}
    own = _part(pack)
    alike = {item for one in leaks(trained, [own]) if one.gate == LOOKALIKES for item in one.items}
    unseen = [
        item.id
        for item in pack.items()
        if item.id not in alike and not any(one.sha256 in pages for one in item.sources)
    ]
    seen = len(pack) - len(unseen)
    if not seen:
        return [HeldOut(name, pack)]
    note = (
        f"as in the paper: {seen} of {len(pack)} items show pictures that were trained on, or"
        " look like them"
    )
    whole = HeldOut(name, pack, note)
    if not unseen:
        return [whole]
    rest = out / PACKS / (name + UNSEEN)
    kept = Pack.open(rest) if rest.is_dir() else write_subset(pack, unseen, rest)
    return [HeldOut(name + UNSEEN, kept, "headline: pictures that were not trained on"), whole]


def _named(tests: Sequence[Pack]) -> list[tuple[str, Pack]]:
    """Each with a name of its own."""
    names = [pack.name for pack in tests]
    return [
        (name if names.count(name) == 1 else f"{name}-{pack.hash[:8]}", pack)
        for name, pack in zip(names, tests, strict=True)
    ]
