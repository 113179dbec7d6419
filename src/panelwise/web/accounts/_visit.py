"""Who makes a request, and whether the request is one of our own pages'."""

from __future__ import annotations

import hashlib
import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qsl

from panelwise.errors import InputError
from panelwise.web import AsgiEvent
from panelwise.web.accounts._people import Account
from panelwise.web.accounts._secrets import csrf_token, is_csrf_token

KEY = "panelwise.visit"  # in the scope of ASGI
HEADER = "x-csrf-token"
FIELD = "csrf"
FORM = "application/x-www-form-urlencoded"
MOST_FIELDS = 200


@dataclass(frozen=True, slots=True)
class Visit:
    """What is known of a request before the application sees it.

    Attributes:
        token: the session's token, or that of a visitor who has not signed in yet.
        account: who is signed in.
        address: where the request comes from.
        secure: whether it came by https.
        form: the fields of a form, with all their values.
    """

    token: str = field(repr=False)
    account: Account | None
    address: str
    secure: bool
    form: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)

    @property
    def csrf(self) -> str:
        """What forms and scripts of this visitor have to send back."""
        return csrf_token(self.token)

    def field(self, name: str) -> str:
        """The last value of a field; empty when there is none."""
        return self.form.get(name, ("",))[-1]


def headers_of(scope: AsgiEvent) -> dict[str, str]:
    """Headers by name in small letters."""
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in
            scope["headers"]}  # fmt: skip


def network_address(scope: AsgiEvent) -> str:
    """What attempts from one place are counted by: an address, or a network of IPv6.

    Those who have one IPv6 address usually have 2⁶⁴ of them.

    >>> network_address({"client": ("2001:db8::1:2", 1)}), network_address({"client": None})
    ('2001:db8::/64', 'unknown')
    """
    client = scope.get("client")
    try:
        number = ipaddress.ip_address(client[0] if client else "")
    except ValueError:
        return "unknown"
    if isinstance(number, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((number, 64), strict=False))
    return str(number)


def cookie_name(database: str, secure: bool) -> str:
    """The cookie's name: another for each database, as servers on one host share cookies.

    Browsers accept a name that begins with ``__Host-`` from this host by https only.
    """
    name = "panelwise-" + hashlib.sha256(database.encode()).hexdigest()[:12]
    return f"__Host-{name}" if secure else name


def read_cookie(headers: Mapping[str, str], name: str) -> str:
    """The value of a cookie; empty when there is none."""
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(name)
    except CookieError:
        return ""
    return "" if found is None else found.value


def set_cookie(name: str, value: str, *, secure: bool, seconds: float) -> str:
    """A ``Set-Cookie`` header; 0 seconds delete the cookie."""
    flags = f"Path=/; HttpOnly; SameSite=Lax; Max-Age={int(seconds)}"
    return f"{name}={value}; {flags}" + ("; Secure" if secure else "")


def is_foreign(headers: Mapping[str, str], scope: AsgiEvent, public_origin: str) -> bool:
    """Whether a browser says that another site sends this request.

    Programs that are no browsers send neither header; they need the token like everybody.
    """
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return True
    origin = headers.get("origin")
    own = f"{scope.get('scheme', 'http')}://{headers.get('host', '')}".lower()
    return origin is not None and origin.lower() not in {own, public_origin or own}


def is_ours(headers: Mapping[str, str], visit: Visit) -> bool:
    """Whether a request brings the token of its session, in a header or a field."""
    return is_csrf_token(headers.get(HEADER) or visit.field(FIELD), visit.token)


def read_form(headers: Mapping[str, str], body: bytes) -> dict[str, tuple[str, ...]]:
    """The fields of a form; none for another type of content.

    Raises:
        InputError: for too many fields.
    """
    if headers.get("content-type", "").partition(";")[0].strip().lower() != FORM:
        return {}
    found: dict[str, tuple[str, ...]] = {}
    try:
        pairs = parse_qsl(
            body.decode("latin-1"), keep_blank_values=True, max_num_fields=MOST_FIELDS
        )
    except ValueError:
        raise InputError(f"a form may have {MOST_FIELDS} fields at most") from None
    for name, value in pairs:
        found[name] = (*found.get(name, ()), value)
    return found


def is_plain_path(path: str) -> bool:
    r"""Whether a path means the same to everybody who reads it.

    >>> [is_plain_path(path) for path in ("/work", "/static/../work", "//evil", "/a\\b", "/a%")]
    [True, False, False, False, True]
    """
    return (
        path.startswith("/")
        and path.isprintable()
        and "\\" not in path
        and "//" not in path
        and not {".", ".."} & {*path.split("/")}
    )


def local_path(given: str, home: str) -> str:
    """Where to go after signing in: a path of our own, else the first page.

    >>> [local_path(one, "/") for one in ("/work?a=1", "//evil.test", "https://evil.test", "")]
    ['/work?a=1', '/', '/', '/']
    """
    return given if is_plain_path(given.partition("?")[0]) and given.isprintable() else home


def visit_of(request: Any) -> Visit:
    """The visit of a request of Starlette's.

    Raises:
        InputError: in an application without ``install_accounts``.
    """
    found = request.scope.get(KEY)
    if not isinstance(found, Visit):
        raise InputError("this application has no accounts; call install_accounts first")
    return found
