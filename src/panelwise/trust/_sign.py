"""Keys in files, and signed manifests of runs and packs."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

from panelwise.errors import InputError
from panelwise.evaluation import Run
from panelwise.files import read_regular
from panelwise.outputs import cannot_write, write_file
from panelwise.packs import Pack
from panelwise.trust._manifest import (
    SIGNATURE,
    SIGNED,
    manifest_bytes,
    manifest_differences,
    manifest_of,
    read_manifest,
)
from panelwise.trust._minisign import (
    PublicKey,
    SecretKey,
    check_signature,
    is_encrypted,
    sign_bytes,
    signing_key_id,
)
from panelwise.trust._types import Difference, Signature

MOST = 1 << 20  # bytes of a key or a signature
UNSIGNED = "missing, so nothing shows who signed the folder; ask for the signed folder"


def new_key(path: str | Path, password: str | None) -> PublicKey:
    """Write a new secret key, and its public key to the same name with ``.pub`` at the end.

    Args:
        path: a new file; only its owner may read it.
        password: by which it is encrypted; ``None`` writes it as it is.

    Raises:
        InputError: when one of the files exists or cannot be written.
        MissingExtraError: without the extra ``sign``.
    """
    secret_path, public_path = Path(path), Path(f"{path}.pub")
    for taken in (secret_path, public_path):
        if taken.exists():
            raise InputError(f"{taken}: already exists; give a new file")
    key = SecretKey.new()
    text = key.as_file(password)
    try:
        secret_path.parent.mkdir(parents=True, exist_ok=True)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        with os.fdopen(os.open(secret_path, flags, 0o600), "w", encoding="ascii") as stream:
            stream.write(text)
    except OSError as error:
        raise cannot_write(secret_path, error) from None
    write_file(public_path, key.public.as_file().encode())
    return key.public


def needs_password(path: str | Path) -> bool:
    """Whether a secret key is encrypted.

    Raises:
        InputError: when it is no secret key.
    """
    return is_encrypted(_text(Path(path)), str(path))


def readable_by_others(path: str | Path) -> bool:
    """Whether others than its owner may read a key's file."""
    return os.name == "posix" and bool(Path(path).stat().st_mode & 0o077)


def sign(subject: Run | Pack, key: str | Path, password: str | None = None) -> Path:
    """Write a manifest of a run or a pack, and its signature in the format of minisign.

    What is signed is what the folder holds now; check it first with :func:`verify`.

    Args:
        subject: a complete run, or a pack.
        key: the file of a secret key.
        password: of an encrypted key.

    Returns:
        The manifest; the signature is next to it, with ``.minisig`` at the end.

    Raises:
        InputError: when the key cannot be used, or the folder cannot be written.
    """
    secret = SecretKey.read(_text(Path(key)), password, str(key))
    if isinstance(subject, Run) and subject.status != "complete":
        raise InputError(
            f"{subject.path} is not complete ({subject.status}); finish it, then sign it"
        )
    data = manifest_bytes(manifest_of(subject))
    now = datetime.now(UTC)
    what = "run" if isinstance(subject, Run) else "pack"
    shown = "".join(mark if mark.isascii() and mark.isprintable() else "?" for mark in subject.name)
    comment = f"timestamp:{int(now.timestamp())}\tfile:{SIGNED}\t{what}:{shown}"
    write_file(subject.path / SIGNED, data)
    write_file(subject.path / SIGNATURE, sign_bytes(data, secret, comment).encode())
    return subject.path / SIGNED


def read_public_key(trusted: str | Path) -> PublicKey:
    """A public key from a file, or from its line of base64.

    Raises:
        InputError: when it is neither.
    """
    path = Path(trusted)
    if path.is_file():
        return PublicKey.read(_text(path), str(path))
    try:
        return PublicKey.read(str(trusted), str(trusted))
    except InputError:
        raise InputError(
            f"{trusted}: no such file, and not a minisign public key; give the file NAME.pub that"
            " panelwise keygen wrote, or the line in it"
        ) from None


def signature_differences(
    subject: Run | Pack, trusted: str | Path | None
) -> tuple[Signature | None, list[Difference]]:
    """Whether a folder is as it was signed, and by whom.

    Args:
        subject: a run or a pack.
        trusted: the public key; without one, the manifest is compared and its signature is not.

    Raises:
        InputError: when the public key is none.
        MissingExtraError: without the extra ``sign``.
    """
    signed, written = subject.path / SIGNED, subject.path / SIGNATURE
    key = None if trusted is None else read_public_key(trusted)
    if not signed.is_file() or not written.is_file():
        missing = written if signed.is_file() else signed
        if key is None and not written.is_file():
            return None, []
        return None, [Difference.fault(missing, "file", UNSIGNED)]
    try:
        text = _text(written)
        comment = ""
        if key is not None:
            comment = check_signature(signed.read_bytes(), text, key, str(written))
        name = signing_key_id(text, str(written))
        differences = manifest_differences(read_manifest(signed), subject)
    except InputError as error:
        said = str(error).removeprefix(f"{written}: ")
        return None, [Difference.fault(written, "signature", f"does not hold: {said}")]
    return Signature(name, comment, key is not None), differences


def _text(path: Path) -> str:
    return read_regular(path, MOST).decode("utf-8", errors="replace")
