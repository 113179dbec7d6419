"""People, passwords, invitations and sessions: everything but HTTP."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING

from panelwise.errors import InputError, RefusedError
from panelwise.web.accounts._attempts import Attempts
from panelwise.web.accounts._database import open_database, reading, writing
from panelwise.web.accounts._invitations import (
    Invitation,
    add_invitation,
    open_invitations,
    revoke_invitation,
    use_invitation,
)
from panelwise.web.accounts._log import SecurityEntry, SecurityLog
from panelwise.web.accounts._people import (
    Account,
    account_of,
    add_account,
    checked_roles,
    clean_display,
    clean_name,
    find_accounts,
    require_an_admin,
    set_roles,
)
from panelwise.web.accounts._secrets import Passwords, check_password, new_token
from panelwise.web.accounts._sessions import Sessions
from panelwise.web.accounts._settings import ADMIN, AccountSettings, Throttle
from panelwise.web.accounts._tables import make_tables, tables

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

TERMINAL = "terminal"
WRONG = "The name or the password is wrong."
NO_INVITATION = "This invitation has been used, has expired, or never was one. Ask for a new one."


class Accounts:
    """The accounts of one application, in a database.

    Every method may be called from any thread. ``by`` is the id of the person who does something,
    none at the terminal. ``address`` is the network address that a request came from.

    Args:
        database: an engine of :func:`open_database`, a SQLite file, or a PostgreSQL URL.
        settings: limits, and how passwords are hashed.
        clock: seconds since 1970.

    Raises:
        InputError: when the database cannot be opened, or is of another version.
        MissingExtraError: when the extra ``annotate`` is not installed.
    """

    def __init__(
        self,
        database: Engine | str | Path,
        settings: AccountSettings | None = None,
        *,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.settings = settings or AccountSettings()
        self.engine = open_database(database) if isinstance(database, str | Path) else database
        make_tables(self.engine)
        self._clock = clock
        self._passwords = Passwords(self.settings.hashes)
        self._attempts = Attempts(self.engine, clock)
        self._sessions = Sessions(self.engine, self.settings, clock)
        self.log = SecurityLog(self.engine, clock, self.settings.logged_an_hour)

    # People

    def first_admin(self, name: str, display: str = "") -> str:
        """Add the first admin, and return the password, which is not stored.

        Raises:
            InputError: when there is an admin, or the name cannot be used.
        """
        with reading(self.engine) as connection:
            if any(account.has(ADMIN) for account in find_accounts(connection)):
                raise InputError("there is an admin already, who can invite others; sign in")
        password = new_token()
        self.add(name, display or name, {ADMIN}, password)
        return password

    def add(
        self,
        name: str,
        display: str,
        roles: Collection[str],
        password: str,
        *,
        by: str | None = None,
        address: str = TERMINAL,
    ) -> Account:
        """Add a person.

        Raises:
            InputError: for a name that is taken, or a password that is too easy.
            UnknownNameError: for a role that does not exist.
        """
        name, display, hashed = self._checked(name, display, password)
        given = checked_roles(roles, self.settings.roles)
        with writing(self.engine) as connection:
            made = add_account(connection, name, display, given, hashed, self._clock())
        detail = f"roles: {', '.join(given)}; by {by or TERMINAL}"
        self.log.add("added", person=made.id, address=address, detail=detail)
        return made

    def people(self) -> tuple[Account, ...]:
        """Everybody, by name."""
        with reading(self.engine) as connection:
            return find_accounts(connection)

    def account(self, person: str) -> Account:
        """A person by id.

        Raises:
            UnknownNameError: when there is no such person.
        """
        with reading(self.engine) as connection:
            return account_of(connection, person)

    def give_roles(
        self, person: str, roles: Collection[str], *, by: str | None = None, address: str = TERMINAL
    ) -> Account:
        """Give a person these roles and no other; they hold from the next request on.

        Raises:
            InputError: when no admin would be left.
            UnknownNameError: for a person or a role that does not exist.
        """
        given = checked_roles(roles, self.settings.roles)
        with writing(self.engine) as connection:
            before = account_of(connection, person)
            set_roles(connection, person, given)
            require_an_admin(connection, before)
        detail = f"{', '.join(given)}; by {by or TERMINAL}"
        self.log.add("roles", person=person, address=address, detail=detail)
        return self.account(person)

    def activate(
        self, person: str, active: bool, *, by: str | None = None, address: str = TERMINAL
    ) -> Account:
        """Let a person sign in, or no longer; then all sessions end at once.

        Raises:
            InputError: when no admin would be left.
            UnknownNameError: when there is no such person.
        """
        from sqlalchemy import update

        known = tables().people
        with writing(self.engine) as connection:
            before = account_of(connection, person)
            connection.execute(update(known).where(known.c.id == person).values(active=active))
            if not active:
                require_an_admin(connection, before)
                self._sessions.end_all(connection, person)
        event = "activated" if active else "deactivated"
        self.log.add(event, person=person, address=address, detail=f"by {by or TERMINAL}")
        return self.account(person)

    def reset_password(self, person: str, *, by: str | None = None, address: str = TERMINAL) -> str:
        """A new random password, which is not stored; all sessions end.

        Raises:
            UnknownNameError: when there is no such person.
        """
        account, password = self.account(person), new_token()
        hashed = self._passwords.hash(password)
        with writing(self.engine) as connection:
            self._set_hash(connection, person, hashed)
            self._sessions.end_all(connection, person)
        self._attempts.clear(f"name {account.name}")
        self.log.add(
            "password reset", person=person, address=address, detail=f"by {by or TERMINAL}"
        )
        return password

    # Invitations

    def invite(
        self,
        roles: Collection[str],
        *,
        note: str = "",
        by: str | None = None,
        address: str = TERMINAL,
    ) -> str:
        """The token of a new invitation; it goes into the address ``/invitation/{token}``.

        Raises:
            InputError: for no role, or a note that is too long.
            UnknownNameError: for a role that does not exist.
        """
        given = checked_roles(roles, self.settings.roles)
        note = clean_display(note) if note.strip() else ""
        now = self._clock()
        with writing(self.engine) as connection:
            expires = now + self.settings.invitation
            token, made = add_invitation(connection, given, note, by=by, now=now, expires=expires)
        detail = f"{made.id} for {', '.join(given)}"
        self.log.add("invited", person=by, address=address, detail=detail)
        return token

    def invitations(self) -> tuple[Invitation, ...]:
        """Those that can still be used."""
        with reading(self.engine) as connection:
            return open_invitations(connection, self._clock())

    def invitation(self, token: str) -> Invitation | None:
        """What a token invites to, while it can be used."""
        with reading(self.engine) as connection:
            found = open_invitations(connection, self._clock(), token)
        return found[0] if found else None

    def revoke(self, invitation: str, *, by: str | None = None, address: str = TERMINAL) -> bool:
        """Make an invitation useless, by its id; false when it is so already."""
        with writing(self.engine) as connection:
            done = revoke_invitation(connection, invitation, self._clock())
        if done:
            self.log.add("invitation revoked", person=by, address=address, detail=invitation)
        return done

    def accept(
        self, token: str, name: str, display: str, password: str, *, address: str = TERMINAL
    ) -> str:
        """Become a person by an invitation, and sign in: the token of the session.

        Raises:
            InputError: for a name that is taken, or a password that is too easy.
            RefusedError: when the invitation cannot be used, or no longer.
        """
        invitation = self.invitation(token)
        if invitation is None:
            self.log.refused("no such invitation", address=address)
            raise RefusedError(NO_INVITATION)
        name, display, hashed = self._checked(name, display, password)
        with writing(self.engine) as connection:
            now = self._clock()
            made = add_account(connection, name, display, invitation.roles, hashed, now)
            if not use_invitation(connection, token, made.id, now):
                raise RefusedError(NO_INVITATION)  # and the person is not added
            session = self._sessions.begin(connection, made.id)
        self.log.add("joined", person=made.id, address=address, detail=f"by {invitation.id}")
        return session

    # Sessions

    def sign_in(self, name: str, password: str, *, address: str = TERMINAL) -> str:
        """The token of a new session.

        Message and time are the same for a wrong name, a wrong password and a person who is no
        longer active.

        Raises:
            RefusedError: for these, and for those who tried too often, with the seconds to wait.
        """
        try:
            name = clean_name(name)
        except InputError:
            name = ""
        keys = self._keys(name, address)
        self._try(keys, address)
        account, hashed = self._named(name)
        fits = self._passwords.fits(password, hashed)
        if not fits or account is None or hashed is None or not account.active:
            who = account.id if account else None
            why = "wrong password" if account and account.active else "not active"
            reason = why if account else "unknown name"
            self.log.refused(f"sign-in: {reason}", person=who, address=address)
            raise RefusedError(WRONG)
        renewed = self._passwords.hash(password) if self._passwords.is_outdated(hashed) else None
        with writing(self.engine) as connection:
            if not self._is_current(connection, account.id, hashed):
                raise RefusedError(WRONG)  # changed or deactivated while we were hashing
            if renewed:
                self._set_hash(connection, account.id, renewed)
            session = self._sessions.begin(connection, account.id)
        self._attempts.succeeded(keys, forget=f"name {name}")
        self.log.add("signed in", person=account.id, address=address)
        return session

    def who(self, session: str | None) -> Account | None:
        """Who is signed in with a session's token, if anyone."""
        return self._sessions.account(session)

    def sign_out(self, session: str | None, *, address: str = TERMINAL) -> None:
        """End a session."""
        account = self.who(session)
        self._sessions.end(session)
        if account is not None:
            self.log.add("signed out", person=account.id, address=address)

    def sign_out_everywhere(
        self, person: str, *, by: str | None = None, address: str = TERMINAL
    ) -> None:
        """End all sessions of a person."""
        with writing(self.engine) as connection:
            self._sessions.end_all(connection, person)
        detail = f"by {by or TERMINAL}"
        self.log.add("signed out everywhere", person=person, address=address, detail=detail)

    def change_password(self, session: str, old: str, new: str, *, address: str = TERMINAL) -> str:
        """Change one's own password: all sessions end, and the token of a new one is returned.

        Raises:
            InputError: for a new password that is too easy.
            RefusedError: for a wrong old password, or for those who tried too often.
        """
        account = self.who(session)
        if account is None:
            raise RefusedError("The session has ended. Sign in again.")
        check_password(new, self.settings, account.name, account.display)
        keys = self._keys(account.name, address)
        self._try(keys, address, account.id)
        if not self._passwords.fits(old, self._named(account.name)[1]):
            self.log.refused("password change: wrong password", person=account.id, address=address)
            raise RefusedError("The old password is wrong.")
        hashed = self._passwords.hash(new)
        with writing(self.engine) as connection:
            self._set_hash(connection, account.id, hashed)
            self._sessions.end_all(connection, account.id)
            begun = self._sessions.begin(connection, account.id)
        self._attempts.succeeded(keys, forget=f"name {account.name}")
        self.log.add("password changed", person=account.id, address=address)
        return begun

    def entries(self, count: int = 200) -> tuple[SecurityEntry, ...]:
        """The newest entries of the security log, newest first."""
        return self.log.last(count)

    def _checked(self, name: str, display: str, password: str) -> tuple[str, str, str]:
        """A clean name, a clean name to read, and the hash of a password."""
        name, display = clean_name(name), clean_display(display)
        check_password(password, self.settings, name, display)
        return name, display, self._passwords.hash(password)

    def _keys(self, name: str, address: str) -> dict[str, Throttle]:
        return {
            f"name {name}": self.settings.by_name,
            f"address {address}": self.settings.by_address,
        }

    def _try(self, keys: dict[str, Throttle], address: str, person: str | None = None) -> None:
        wait = self._attempts.begin(keys)
        if wait > 0:
            self.log.refused("too many attempts", person=person, address=address)
            raise RefusedError.after(wait)

    def _named(self, name: str) -> tuple[Account | None, str | None]:
        """A person by name, and the stored hash."""
        from sqlalchemy import select

        known = tables().people
        with reading(self.engine) as connection:
            found = find_accounts(connection, known.c.name == name)
            hashed = connection.execute(select(known.c.password).where(known.c.name == name))
            return (found[0] if found else None), hashed.scalar()

    def _is_current(self, connection: Connection, person: str, hashed: str) -> bool:
        """Whether an active person has this hash still; locks the row."""
        from sqlalchemy import select

        known = tables().people
        row = select(known.c.password).where(known.c.id == person, known.c.active)
        current: str | None = connection.execute(row.with_for_update()).scalar()
        return current == hashed

    def _set_hash(self, connection: Connection, person: str, hashed: str) -> None:
        from sqlalchemy import update

        known = tables().people
        connection.execute(update(known).where(known.c.id == person).values(password=hashed))
