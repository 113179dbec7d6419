"""People and their roles in the database."""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from panelwise.errors import InputError, UnknownNameError
from panelwise.web.accounts._settings import ADMIN
from panelwise.web.accounts._tables import tables

if TYPE_CHECKING:
    from sqlalchemy import Connection

NAME = re.compile(r"[^\W_][\w.@+-]{0,63}")
LONGEST_DISPLAY = 100


@dataclass(frozen=True, slots=True)
class Account:
    """A person who may sign in.

    Attributes:
        id: random, and never used again; what other records name a person by.
        name: what is typed to sign in.
        display: what others read. Any text that can be printed: escape it.
        roles: what the person may do.
        active: whether the person may sign in.
    """

    id: str
    name: str
    display: str
    roles: frozenset[str]
    active: bool

    def has(self, *roles: str) -> bool:
        """Whether the person has one of these roles.

        >>> Account("p1", "kim", "Kim", frozenset({"annotator"}), True).has("annotator", "admin")
        True
        """
        return not self.roles.isdisjoint(roles)


def clean_name(name: str) -> str:
    """A name to sign in with, in one spelling.

    >>> clean_name(" Ada.Lovelace ")
    'ada.lovelace'

    Raises:
        InputError: for one that is empty, too long, or has other characters.
    """
    name = unicodedata.normalize("NFKC", name).strip().casefold()
    if not NAME.fullmatch(name):
        raise InputError(
            "the name to sign in with can have 1 to 64 letters, digits and . _ @ + -, and begins"
            " with a letter or a digit; choose another"
        )
    return name


def clean_display(display: str) -> str:
    """A name that others read, on one line.

    Raises:
        InputError: for one that is empty, too long, or cannot be printed.
    """
    display = " ".join(unicodedata.normalize("NFC", display).split())
    if not display or len(display) > LONGEST_DISPLAY or not display.isprintable():
        raise InputError(f"the name that others see can have 1 to {LONGEST_DISPLAY} characters")
    return display


def checked_roles(roles: Collection[str], known: Mapping[str, str]) -> tuple[str, ...]:
    """Roles that exist, sorted.

    Raises:
        UnknownNameError: for one that does not.
        InputError: for none at all.
    """
    for role in roles:
        if role not in known:
            raise UnknownNameError(f"{role!r} is not a role; choose from {', '.join(known)}")
    if not roles:
        raise InputError(f"no role is given; choose from {', '.join(known)}")
    return tuple(sorted(set(roles)))


def add_account(
    connection: Connection, name: str, display: str, roles: Collection[str], hashed: str, now: float
) -> Account:
    """Add a person; everything is checked already but whether the name is free.

    Raises:
        InputError: when somebody has this name.
    """
    from sqlalchemy import insert
    from sqlalchemy.exc import IntegrityError

    known = tables()
    person = "p" + secrets.token_hex(6)
    values = {"id": person, "name": name, "display": display, "active": True}
    try:
        with connection.begin_nested():
            connection.execute(insert(known.people).values(**values, password=hashed, created=now))
    except IntegrityError:
        raise InputError(f"{name}: somebody has this name; choose another") from None
    set_roles(connection, person, roles)
    return Account(person, name, display, frozenset(roles), True)


def set_roles(connection: Connection, person: str, roles: Collection[str]) -> None:
    """Give a person these roles and no other."""
    from sqlalchemy import delete, insert

    known = tables().roles
    connection.execute(delete(known).where(known.c.person == person))
    connection.execute(insert(known), [{"person": person, "role": role} for role in sorted(roles)])


def find_accounts(connection: Connection, *conditions: Any) -> tuple[Account, ...]:
    """The people to whom conditions on the table of people apply, by name."""
    from sqlalchemy import select

    people, roles = tables().people, tables().roles
    rows = connection.execute(
        select(people, roles.c.role)
        .join_from(people, roles, people.c.id == roles.c.person, isouter=True)
        .where(*conditions)
        .order_by(people.c.name)
    ).all()
    found: dict[str, Account] = {}
    for row in rows:
        had = found[row.id].roles if row.id in found else frozenset[str]()
        has = had | ({row.role} if row.role else frozenset())
        found[row.id] = Account(row.id, row.name, row.display, has, bool(row.active))
    return tuple(found.values())


def account_of(connection: Connection, person: str) -> Account:
    """A person by id.

    Raises:
        UnknownNameError: when there is no such person.
    """
    found = find_accounts(connection, tables().people.c.id == person)
    if not found:
        raise UnknownNameError(f"{person!r}: there is no such person; load the page again")
    return found[0]


def require_an_admin(connection: Connection, before: Account) -> None:
    """Refuse a change of a person that leaves nobody who could undo it.

    Raises:
        InputError: when the person was the last active admin.
    """
    if not (before.active and before.has(ADMIN)):
        return
    everybody = find_accounts(connection, tables().people.c.active)
    if not any(account.has(ADMIN) for account in everybody):
        raise InputError("nobody would be left to administer; make somebody else an admin first")
