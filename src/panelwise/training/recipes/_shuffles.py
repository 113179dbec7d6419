"""Several shuffles of one sequence of frames, as items of their own (SC-E2; AMB-23)."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator, Mapping
from dataclasses import replace

from panelwise.errors import InputError
from panelwise.tasks import (
    Item,
    Option,
    Rendering,
    balanced_orders,
    circled,
    distractors,
    lettered,
    story_order,
)

_Order = tuple[int, ...]


def several_orders(lengths: Mapping[str, int], count: int, seed: int) -> dict[str, list[_Order]]:
    """Different gold orders for each sequence, none of them the shown order.

    Among all sequences of one length every order is right equally often, to within one as long as
    a sequence need not repeat it: a constant answer earns no more than chance.

    Args:
        lengths: sequence → number of frames.
        count: orders of each.
        seed: of the training.

    Raises:
        InputError: when a sequence is too short for so many.

    Source: StripCipher "Does fine-tuning with reorder task help?"; AMB-23.

    >>> [sorted(some) for some in several_orders({"a": 3, "b": 3}, 2, seed=1).values()]
    [[(1, 2, 0), (2, 0, 1)], [(1, 0, 2), (2, 1, 0)]]
    """
    by_length: dict[int, list[str]] = defaultdict(list)
    for key, n in lengths.items():
        by_length[n].append(key)
    found: dict[str, list[_Order]] = {}
    for n, keys in by_length.items():
        if n < 3 and count > n - 1:
            raise InputError(
                f"'{keys[0]}' has {n} frames, which cannot be shuffled in {count} ways;"
                " train on strips of at least 3 frames"
            )
        found.update(_handed_out(sorted(keys), balanced_orders(n, "non_identity", seed), count))
    return {key: found[key] for key in lengths}


def _handed_out(
    keys: list[str], orders: Iterator[_Order], count: int
) -> Iterator[tuple[str, list[_Order]]]:
    """The next orders for each; one that a sequence has already waits for the next sequence."""
    waiting: deque[_Order] = deque()
    for key in keys:
        some: list[_Order] = []
        held: list[_Order] = []
        while len(some) < count:
            order = waiting.popleft() if waiting else next(orders)
            (held if order in some else some).append(order)
        waiting.extendleft(reversed(held))
        yield key, some


def reshuffled(item: Item, gold: _Order, *, right: int | None = None, seed: int = 0) -> Item:
    """An item of a strip with its frames in another shuffle.

    Args:
        item: that shows every frame as a picture of its own.
        gold: the new shown index of the frame that comes first, second, …
        right: of a choice, the place of the right option.
        seed: of the wrong options.

    Raises:
        InputError: when its frames are not pictures of their own, or the prompt lacks its options.
    """
    was = story_order(item)
    images = item.rendering.images
    if was is None or len(images) != len(was) or len(was) != len(gold):
        raise InputError(
            f"item '{item.id}' does not show each frame of a strip as a picture of its own; train"
            " on packs of stripcipher.reordering_generation and stripcipher.reordering_choice"
        )
    moved = {gold[place]: images[shown] for place, shown in enumerate(was)}
    shown_images = tuple(moved[index] for index in range(len(gold)))
    rendering = replace(item.rendering, images=shown_images)
    new = replace(item, id=f"{item.id}#{'-'.join(map(str, gold))}", single_image=None, accepted=())
    if not item.options:
        return replace(new, rendering=rendering, gold=gold)
    assert right is not None
    orders = distractors(gold, len(item.options) - 1, "non_identity", seed, new.id)
    orders.insert(right, gold)
    options = tuple(
        Option(old.label, text=circled([index + item.index_base for index in order]))
        for old, order in zip(item.options, orders, strict=True)
    )
    rendering = _with_options(rendering, item, options)
    return replace(new, rendering=rendering, gold=right, options=options)


def _with_options(rendering: Rendering, item: Item, options: tuple[Option, ...]) -> Rendering:
    """The prompt with other options in the place of the item's."""
    before, after = lettered(item.options), lettered(options)
    if before not in rendering.text:
        raise InputError(f"the prompt of item '{item.id}' does not list its options; leave it out")
    turns = tuple(
        replace(
            turn,
            parts=tuple(
                part.replace(before, after) if isinstance(part, str) else part
                for part in turn.parts
            ),
        )
        for turn in rendering.turns
    )
    return replace(rendering, turns=turns)
