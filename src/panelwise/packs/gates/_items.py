"""Gates that one item passes or not, and the one that compares items with each other."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence

from panelwise.packs._findings import Finding
from panelwise.tasks import (
    ImageEntry,
    Item,
    Rendering,
    accepted_problem,
    get_kind,
    normalised,
    question_of,
)
from panelwise.wording import counted

PictureCheck = Callable[[ImageEntry], str | None]
"""What is wrong with a picture's stored bytes, ``None`` when nothing is."""


def id_gate(items: Sequence[Item]) -> Iterator[Finding]:
    """Answers are stored by id, so that an id stands for one item."""
    for name, count in Counter(item.id for item in items).items():
        if count > 1 or not name:
            what = f"{count} items have this id" if name else "an item has no id"
            yield Finding("ids", "refuse", (name,), what, "give every item an id of its own")


def gold_gate(items: Sequence[Item]) -> Iterator[Finding]:
    """The right answer must be one that can be given."""
    for item in items:
        wrong = _gold_problem(item)
        if wrong:
            remedy = "correct the gold or the options, or leave the item out"
            yield Finding("gold", "refuse", (item.id,), wrong, remedy)


def _gold_problem(item: Item) -> str | None:
    if get_kind(item.kind).form == "order":
        whole = isinstance(item.gold, tuple) and sorted(item.gold) == list(range(item.n))
        no_order = f"gold {item.gold!r} is not an order of the {item.n} things shown"
        return accepted_problem(item) if whole else no_order
    if isinstance(item.gold, dict):
        return None if item.gold else "gold is empty"
    count = len(item.options)
    if count < 2:
        return f"{counted(count, 'option')}, and a choice needs at least 2"
    if item.n != count:
        return f"states {item.n} options, but has {count}"
    if not isinstance(item.gold, int) or not 0 <= item.gold < count:
        return f"gold {item.gold!r} is not among the {count} options"
    labels = Counter(normalised(option.label) for option in item.options)
    twice = [label for label, uses in labels.items() if uses > 1]
    return f"two options have the label '{twice[0]}'" if twice else None


def options_gate(items: Sequence[Item]) -> Iterator[Finding]:
    """Two equal options are both right or both wrong, and no answer tells them apart."""
    for item in items:
        labels: dict[str, list[str]] = defaultdict(list)
        for place, option in enumerate(item.options):
            meaning = _meaning(item, place)
            if meaning is not None:
                labels[meaning].append(option.label)
        equal = [" = ".join(same) for same in labels.values() if len(same) > 1]
        if equal:
            what = f"options {', '.join(equal)} say or show the same"
            remedy = "replace all of them but one, or leave the item out"
            yield Finding("equal options", "refuse", (item.id,), what, remedy)


def _meaning(item: Item, place: int) -> str | None:
    """What an option says and shows; ``None`` for a cell of which nothing is known but its label.

    Options that lie together in one picture are distinguished by the crops of its recipe.
    """
    option, images = item.options[place], item.rendering.images
    if option.image is None or not 0 <= option.image < len(images):
        return None if option.text is None else f"words {normalised(option.text)}"
    shown = images[option.image]
    if sum(other.image == option.image for other in item.options) > 1 and option.text is None:
        cells = shown.recipe.get("options", ())
        if len(cells) != len(item.options):
            return None
        return f"cuts {[(cut['page'], cut['box']) for cut in cells[place]]}"
    return f"words {normalised(option.text or '')} pixels {shown.pixels}"


def source_gate(items: Sequence[Item]) -> Iterator[Finding]:
    """Without its page an item has no licence, no cluster and no part of a split."""
    for item in items:
        if not item.sources or not all(source.book and source.sha256 for source in item.sources):
            what = (
                "names no page that it was made from"
                if not item.sources
                else "names a page without its book or hash"
            )
            remedy = "give book, page and hash of each source page"
            yield Finding("source", "refuse", (item.id,), what, remedy)


def picture_gate(items: Sequence[Item], check: PictureCheck | None) -> Iterator[Finding]:
    """Every picture that is sent must be there; its bytes are looked at when ``check`` is given."""
    problems: dict[str, str | None] = {}
    for item in items:
        for rendering in _renderings(item):
            wrong = _shown_problem(item, rendering)
            for entry in rendering.images:
                if check is not None and entry.sha256 not in problems:
                    problems[entry.sha256] = check(entry)
                wrong = wrong or problems.get(entry.sha256)
            if wrong:
                remedy = "build or rehydrate the pack again"
                yield Finding("pictures", "refuse", (item.id,), wrong, remedy)
                break


def _renderings(item: Item) -> list[Rendering]:
    return [item.rendering, *([item.single_image] if item.single_image else [])]


def _shown_problem(item: Item, rendering: Rendering) -> str | None:
    """What is wrong with which pictures are shown, whatever is on them."""
    count = len(rendering.images)
    shown = [part for turn in rendering.turns for part in turn.parts if isinstance(part, int)]
    if any(not 0 <= part < count for part in shown):
        return f"shows picture {max(shown) + 1} of {count}"
    if set(shown) != set(range(count)):
        return f"shows {len(set(shown))} of its {count} pictures"
    if any(entry.width < 1 or entry.height < 1 for entry in rendering.images):
        return "has a picture without a pixel"
    images = [option.image for option in item.options if option.image is not None]
    beyond = rendering is item.rendering and any(not 0 <= image < count for image in images)
    return f"an option is picture {max(images) + 1} of {count}" if beyond else None


def repeat_gate(items: Sequence[Item]) -> Iterator[Finding]:
    """One question counted twice weighs twice, and its interval is too narrow.

    The same words and pictures in the same order are refused; the same ones in another order
    (options rotated, panels shuffled again) are flagged, because packs of all orders are made so.
    """
    same_pictures: dict[tuple[str, ...], list[Item]] = defaultdict(list)
    for item in items:
        same_pictures[tuple(sorted(_pixels(item)))].append(item)
    for together in same_pictures.values():
        if len(together) > 1:
            yield from _repeats(together)


def _repeats(items: Sequence[Item]) -> Iterator[Finding]:
    """Among items that show the same pictures."""
    exact: dict[tuple[object, ...], list[Item]] = defaultdict(list)
    for item in items:
        exact[normalised(item.rendering.text), _pixels(item)].append(item)
    yield from (_repeated(same) for same in exact.values() if len(same) > 1)
    loose: dict[tuple[object, ...], list[str]] = defaultdict(list)
    for item in (same[0] for same in exact.values()):
        options = sorted(_meaning(item, k) or "" for k in range(len(item.options)))
        loose[normalised(question_of(item)), tuple(options)].append(item.id)
    for ids in loose.values():
        if len(ids) > 1:
            what = f"{len(ids)} items put the same words and pictures in different orders"
            remedy = "count them as one cluster, or keep one"
            yield Finding("reordered questions", "flag", tuple(ids), what, remedy)


def _pixels(item: Item) -> tuple[str, ...]:
    return tuple(entry.pixels for entry in item.rendering.images)


def _repeated(same: Sequence[Item]) -> Finding:
    answers = {repr(item.gold) for item in same}
    what = f"{len(same)} items ask the same words of the same pictures"
    if len(answers) > 1:
        what += " and have different right answers"
    ids = tuple(item.id for item in same)
    if not any(item.rendering.images for item in same):
        # Items about pictures, asked without them: what is measured is a prior.
        return Finding("blind questions", "flag", ids, what, "read their score as a prior only")
    return Finding("duplicate questions", "refuse", ids, what, "keep one and leave out the others")
