"""Work done elsewhere: reserved for a person in one go, as the page of work would give it."""

from __future__ import annotations

from collections.abc import Mapping

from panelwise.annotation._assignment import REFUSED, Assignment, NoWork
from panelwise.annotation._events import LogEntry
from panelwise.annotation._work import NotAllowedError, Work

_WHY: Mapping[NoWork, str] = {
    **REFUSED,
    "not_qualified": "the person did not pass the test, or its sheet has not come back",
}


def reserve(work: Work, person: str, most: int, until: float, *, name: str) -> list[Assignment]:
    """Reserve a person's next units, until a time in seconds since 1970.

    They are those that the page of work would show, in its order: the training, the test, and work
    with hidden items in it. After a test nothing follows; its result decides on the next sheet.
    ``name`` is what messages call the person.

    Raises:
        NotAllowedError: when the person takes no part or may not work, or nothing is left to do.
    """
    who = work.state.people.get(person)
    if who is None:
        raise NotAllowedError(
            f"{name} is not a member of this project; its admin invites people on the page 'People'"
        )
    found = work.plan(person, most)
    if isinstance(found, str):
        if found == "paused":
            raise NotAllowedError(f"{name} is paused: {who.paused}")
        raise NotAllowedError(f"{_WHY.get(found, 'there is nothing to do')}: {name}")
    body = {"until": until}
    work.add([LogEntry("leased", person, one.unit.id, one.stage.name, one.unit.round, body)
              for one in found])  # fmt: skip
    return found
