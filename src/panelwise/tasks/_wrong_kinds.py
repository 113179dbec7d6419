"""Which kind each wrong option of an item is: ``temporal``, ``object_state``, another story.

``meta["wrong"]`` lists the kinds of the wrong options in the order of the options, the right one
left out. So it says nothing without the right answer, and a withheld pack has neither.
"""

from __future__ import annotations

from panelwise.tasks._item import Item


def rotation_id(question: str, turn: int) -> str:
    """The id of an item whose options are those of a question, ``turn`` places further on."""
    return f"{question}/turn{turn}"


def wrong_kinds(item: Item) -> tuple[str | None, ...]:
    """The kind of each option in their order, ``None`` for the right one.

    Empty where the kinds are not known: no list, one of another length than there are wrong
    options, or a rotation whose id does not say how far it was turned. A rotation keeps the list
    of its question.
    """
    listed = item.meta.get("wrong")
    if item.withheld or not isinstance(listed, str) or not isinstance(item.gold, int):
        return ()
    kinds: list[str | None] = [part.strip() for part in listed.split(",")]
    count, turn = len(item.options), _turn(item)
    if turn is None or len(kinds) != count - 1 or not all(kinds):
        return ()
    kinds.insert((item.gold + turn) % count, None)
    return (*kinds[turn:], *kinds[:turn])


def _turn(item: Item) -> int | None:
    """How many places the options of an item are turned; 0 for one that is no rotation."""
    of = item.meta.get("rotation_of")
    if not isinstance(of, str):
        return 0
    turns = range(len(item.options))
    return next((turn for turn in turns if item.id == rotation_id(of, turn)), None)
