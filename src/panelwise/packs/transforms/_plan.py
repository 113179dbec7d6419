"""Planning a task with transforms: pages are moved first, then items are planned and changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from panelwise.comics import Book
from panelwise.errors import SettingError
from panelwise.packs.transforms._moves import (
    Moves,
    is_quarter_turn,
    moved_books,
    says_reading,
    says_sides,
    scanned,
    shows_pages,
    turns_sides,
    with_moved_cuts,
)
from panelwise.packs.transforms._transforms import Transform, get_transform
from panelwise.profile import Profile
from panelwise.rendering import LEVELS, MOVES
from panelwise.tasks import ItemDraft, Plan, Task


def transformed_plan(
    task: Task, books: Sequence[Book], profile: Profile, seed: int, specs: Sequence[str] = ()
) -> Plan:
    """What a task makes of books under transforms; ``meta["transform"]`` of every item names them.

    Where whole pages are shown, mirror, rotation and resolution move the pages before items are
    planned, so that boxes, sizes, reading direction and wording are those of the moved pages. Where
    panels are shown, mirror and rotation move each of them, and resolution reduces the picture.
    Items whose words speak of left and right are left out where a move would make them false.

    Raises:
        SettingError: for an unknown transform, or one that these items cannot undergo.
        UnavailableError: when no item is left; the text says what was in the way.
    """
    changes = {spec: get_transform(spec) for spec in specs}  # before anything is planned
    plan = with_whole_families(task.plan(books, profile, seed), books).check(task.id)
    if not specs:
        return plan
    on_pages = [spec for spec in specs if spec.partition(":")[0] in MOVES]
    if on_pages and any(map(shows_pages, plan.drafts)):
        moved = moved_books(books, _amounts(on_pages))
        plan = with_whole_families(task.plan(moved, profile, seed), moved).check(task.id)
    elif on_pages:
        on_pages = [spec for spec in on_pages if not spec.startswith("resolution")]
        plan.drafts = [with_moved_cuts(draft, _amounts(on_pages)) for draft in plan.drafts]
    _check_order(specs, on_pages)
    drafts = _true_ones(plan, on_pages)
    for spec in specs:
        if spec not in on_pages:
            drafts = _changed(plan, drafts, spec, changes[spec], profile)
    amounts, name = _amounts(on_pages), "+".join(specs)
    plan.drafts = [
        replace(scanned(draft, amounts), meta={**draft.meta, "transform": name}) for draft in drafts
    ]
    return plan.check(task.id)


def with_whole_families(plan: Plan, books: Sequence[Book]) -> Plan:
    """The plan without items that only some books of a family have.

    Every answer is right in as many books of a family as any other. If some of them were left out,
    for instance because the order of their panels is not unique, this would no longer hold.
    """
    members: dict[str, set[str]] = defaultdict(set)
    for book in books:
        if book.family is not None:
            members[book.family].add(book.id)
    asked: dict[tuple[object, str], set[str]] = defaultdict(set)
    for draft in plan.drafts:
        asked[_text_of(draft)] |= {draft.sources[0].book, *draft.shared_by}
    kept = []
    for draft in plan.drafts:
        family = draft.meta.get("family")
        whole = family is None or asked[_text_of(draft)] == members[str(family)]
        if whole:
            kept.append(draft)
        else:
            plan.excluded["left out in another book of the family"] += 1
    plan.drafts = kept
    return plan


def _text_of(draft: ItemDraft) -> tuple[object, str]:
    """The family and the item's id without its book: the same in all books of the family."""
    return draft.meta.get("family"), draft.id.removeprefix(draft.sources[0].book)


def _changed(
    plan: Plan, drafts: Sequence[ItemDraft], spec: str, change: Transform, profile: Profile
) -> list[ItemDraft]:
    """Drafts after a transform; those of which nothing is left are counted."""
    made: list[ItemDraft] = []
    for draft in drafts:
        new = change(draft, profile)
        plan.excluded[f"{spec} covers what is asked for"] += not new
        made += new
    plan.excluded += type(plan.excluded)()  # drops counts of zero
    if spec == "rotations" and not any("rotation_of" in draft.meta for draft in made):
        raise SettingError("rotations: these items have no options in words; leave it out")
    return made


def _amounts(specs: Sequence[str]) -> Moves:
    """Moves as effects: ``rotation:2`` is ``("rotation", 5.0)``."""
    parts = [spec.partition(":") for spec in specs]
    return tuple((name, LEVELS[name][int(level) - 1]) for name, _, level in parts)


def _check_order(specs: Sequence[str], on_pages: Sequence[str]) -> None:
    """Refuse to move pages after pictures made of them were worsened."""
    worse = [at for at, spec in enumerate(specs) if ":" in spec and spec not in on_pages]
    late = [spec for at, spec in enumerate(specs) if worse and at > worse[0] and spec in on_pages]
    if late:
        raise SettingError(
            f"{late[0]}: put it before {specs[worse[0]]}; pages are mirrored, rotated and resized"
            " before the pictures made of them are degraded"
        )


def _true_ones(plan: Plan, on_pages: Sequence[str]) -> list[ItemDraft]:
    """Drafts whose words stay true when pages are moved; others are counted as left out.

    Raises:
        SettingError: where rows become columns and the words say how the page is read.
    """
    amounts = _amounts(on_pages)
    if not turns_sides(amounts):
        return plan.drafts
    kept: list[ItemDraft] = []
    for draft in plan.drafts:
        if is_quarter_turn(amounts) and says_reading(draft):
            turn = next(spec for spec in on_pages if is_quarter_turn(_amounts([spec])))
            raise SettingError(
                f"{turn}: {draft.task} says in which direction a page is read, and a page that is"
                " turned on its side is read in none of them; leave the transform out"
            )
        if says_sides(draft):
            plan.excluded["speaks of left and right, which the transform exchanges"] += 1
        else:
            kept.append(draft)
    return kept
