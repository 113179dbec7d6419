"""Trust for third parties: checking runs and packs again, and signing what they hold."""

from panelwise.trust._manifest import SIGNATURE, SIGNED
from panelwise.trust._minisign import PublicKey, require_signing
from panelwise.trust._sign import (
    needs_password,
    new_key,
    read_public_key,
    readable_by_others,
    sign,
)
from panelwise.trust._types import CheckedFigure, Difference, Signature, Verification
from panelwise.trust._verify import verify

__all__ = [
    "SIGNATURE",
    "SIGNED",
    "CheckedFigure",
    "Difference",
    "PublicKey",
    "Signature",
    "Verification",
    "needs_password",
    "new_key",
    "read_public_key",
    "readable_by_others",
    "require_signing",
    "sign",
    "verify",
]
