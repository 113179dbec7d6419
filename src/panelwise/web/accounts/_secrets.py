"""Passwords and tokens: what is checked, and what is stored of them."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
import unicodedata

from panelwise.errors import InputError, MissingExtraError
from panelwise.web.accounts._settings import AccountSettings, HashSettings

TOKEN_BYTES = 32
LONGEST_PASSWORD = 1024


def new_token() -> str:
    """256 random bits, as they go into a cookie or an address."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def stored(token: str) -> str:
    """What the database keeps of a token. Tokens are random: a plain hash is enough."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def csrf_token(session: str) -> str:
    """What forms of a session carry; only those who know the session's token can compute it."""
    return hmac.new(session.encode(errors="replace"), b"panelwise csrf", "sha256").hexdigest()


def is_csrf_token(given: str | None, session: str | None) -> bool:
    """Whether a request's token belongs to its session, compared in constant time.

    >>> is_csrf_token(csrf_token("a"), "a"), is_csrf_token(csrf_token("a"), "b")
    (True, False)
    """
    if not given or not session:
        return False
    return hmac.compare_digest(given.encode(errors="replace"), csrf_token(session).encode())


class Passwords:
    """Hashes passwords with argon2id.

    Raises:
        MissingExtraError: when the extra ``annotate`` is not installed.
    """

    def __init__(self, settings: HashSettings) -> None:
        try:
            from argon2 import PasswordHasher
        except ImportError:
            raise MissingExtraError.of("hashing passwords", "annotate") from None
        self._hasher = PasswordHasher(settings.passes, settings.kibibytes, settings.lanes)
        self._free = threading.BoundedSemaphore(settings.at_once)
        self._nobodys = self.hash(new_token())

    def hash(self, password: str) -> str:
        """What is stored: algorithm, parameters, salt and hash."""
        with self._free:
            return str(self._hasher.hash(_normal(password)))

    def fits(self, password: str, hashed: str | None) -> bool:
        """Whether a password is the right one; takes as long where nobody has such a name."""
        from argon2.exceptions import InvalidHashError, VerificationError

        with self._free:
            try:
                self._hasher.verify(
                    self._nobodys if hashed is None else hashed,
                    _normal(password[: LONGEST_PASSWORD + 1]),
                )
            except (VerificationError, InvalidHashError):
                return False
        return hashed is not None

    def is_outdated(self, hashed: str) -> bool:
        """Whether a hash was made with other parameters."""
        return bool(self._hasher.check_needs_rehash(hashed))


def check_password(password: str, settings: AccountSettings, *names: str) -> str:
    """A password that may be chosen.

    Length is what counts (NIST SP 800-63B); a name repeated, or one key held down, is too easy.

    Raises:
        InputError: for one that is too short, too long or too easy.
    """
    least = settings.least_length
    if len(password) < least:
        raise InputError(f"the password has {len(password)} characters; choose at least {least}")
    if len(password) > LONGEST_PASSWORD:
        raise InputError(f"the password is too long; choose at most {LONGEST_PASSWORD} characters")
    rest = _normal(password).decode().casefold()
    for name in names:
        if len(name) > 2:
            rest = rest.replace(_normal(name).decode().casefold(), "")
    if len(set(rest)) < 5:
        raise InputError("the password is too easy to guess; choose a few words that you remember")
    return password


def _normal(password: str) -> bytes:
    """Keyboards write the same letter in several ways."""
    return unicodedata.normalize("NFKC", password).encode(errors="replace")
