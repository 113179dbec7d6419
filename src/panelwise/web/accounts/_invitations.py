"""Invitations in the database: addresses by which somebody becomes a person with roles, once."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from panelwise.web.accounts._secrets import new_token, stored
from panelwise.web.accounts._tables import tables

if TYPE_CHECKING:
    from sqlalchemy import Connection


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation that nobody has used yet.

    Attributes:
        id: what it is called in lists; of no use to those who want to use it.
        roles: what the invited person will be.
        note: whom it is for.
        expires: seconds since 1970.
    """

    id: str
    roles: frozenset[str]
    note: str
    expires: float


def add_invitation(
    connection: Connection,
    roles: Collection[str],
    note: str,
    *,
    by: str | None,
    now: float,
    expires: float,
) -> tuple[str, Invitation]:
    """An invitation with its token, of which the database keeps the hash."""
    from sqlalchemy import insert

    token = new_token()
    made = Invitation("i" + secrets.token_hex(6), frozenset(roles), note, expires)
    values = {"id": made.id, "roles": " ".join(sorted(roles)), "note": note, "invited_by": by}
    connection.execute(
        insert(tables().invitations).values(
            **values, token=stored(token), created=now, expires=expires
        )
    )
    return token, made


def open_invitations(
    connection: Connection, now: float, token: str | None = None
) -> tuple[Invitation, ...]:
    """Invitations that can still be used; or the one with a token."""
    from sqlalchemy import select

    known = tables().invitations
    found = select(known).where(*_usable(now)).order_by(known.c.created)
    if token is not None:
        found = found.where(known.c.token == stored(token))
    return tuple(
        Invitation(row.id, frozenset(row.roles.split()), row.note, float(row.expires))
        for row in connection.execute(found)
    )


def use_invitation(connection: Connection, token: str, person: str, now: float) -> bool:
    """Mark an invitation as used; false when somebody was faster, or it has expired."""
    from sqlalchemy import update

    known = tables().invitations
    usable = update(known).where(known.c.token == stored(token), *_usable(now))
    changed: int = connection.execute(usable.values(ended=now, person=person)).rowcount
    return changed == 1


def revoke_invitation(connection: Connection, invitation: str, now: float) -> bool:
    """Make an invitation useless; false when it is so already."""
    from sqlalchemy import update

    known = tables().invitations
    usable = update(known).where(known.c.id == invitation, *_usable(now))
    changed: int = connection.execute(usable.values(ended=now)).rowcount
    return changed == 1


def _usable(now: float) -> tuple[Any, ...]:
    known = tables().invitations
    return known.c.ended.is_(None), known.c.expires > now
