"""Accounts of a web application: people, passwords, sessions, roles, invitations, a security log.

``Accounts`` knows nothing of HTTP. ``install_accounts`` adds its pages to an application of
FastAPI and refuses every request that has no session, or that another site makes.
"""

from panelwise.web.accounts._accounts import Accounts
from panelwise.web.accounts._database import open_database, reading, writing
from panelwise.web.accounts._install import (
    csrf_of,
    form_field,
    install_accounts,
    note_refusal,
    require,
    signed_in,
)
from panelwise.web.accounts._invitations import Invitation
from panelwise.web.accounts._log import SecurityEntry
from panelwise.web.accounts._people import Account
from panelwise.web.accounts._settings import ADMIN, ROLES, AccountSettings, HashSettings, Throttle

__all__ = [
    "ADMIN",
    "ROLES",
    "Account",
    "AccountSettings",
    "Accounts",
    "HashSettings",
    "Invitation",
    "SecurityEntry",
    "Throttle",
    "csrf_of",
    "form_field",
    "install_accounts",
    "note_refusal",
    "open_database",
    "reading",
    "require",
    "signed_in",
    "writing",
]
