"""Keys and signatures in the files of minisign, so that anybody can check them with that tool.

Public key: ``"Ed" + id[8] + key[32]``. Secret key: ``"Ed" + kdf[2] + "B2" + salt[32] + opslimit[8]
+ memlimit[8] + (id[8] + seed[32] + key[32] + checksum[32])``, the part in brackets XORed with
scrypt of the password unless ``kdf`` is zero. Signature: ``"ED" + id[8] + signature[64]`` of the
BLAKE2b-512 hash of the file, and a second one of the first with the trusted comment. All are base64
below a line of comment. Source: https://jedisct1.github.io/minisign/#signature-format
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from panelwise.errors import InputError, MissingExtraError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

ED, PREHASHED, SCRYPT, BLAKE2B, PLAIN = b"Ed", b"ED", b"Sc", b"B2", b"\0\0"
UNTRUSTED, TRUSTED = "untrusted comment: ", "trusted comment: "
# What minisign itself takes: a gibibyte of memory and a few seconds for every guess of a password.
OPSLIMIT, MEMLIMIT = 33_554_432, 1_073_741_824
MOST_MEMORY = 1 << 31
_ID, _KEY, _SIGNATURE, _SALT, _LIMIT, _CHECKSUM = 8, 32, 64, 32, 8, 32


@dataclass(frozen=True, slots=True)
class PublicKey:
    """Whose signatures are trusted."""

    id: bytes
    key: bytes

    @property
    def name(self) -> str:
        """Its id, as minisign prints it."""
        return self.id[::-1].hex().upper()

    @property
    def text(self) -> str:
        """One line of base64, as ``minisign -P`` takes it."""
        return _base64(ED + self.id + self.key)

    def as_file(self) -> str:
        """The content of ``minisign.pub``."""
        return f"{UNTRUSTED}minisign public key {self.name}\n{self.text}\n"

    @classmethod
    def read(cls, text: str, where: str) -> PublicKey:
        """From a file's content, or from the one line of base64.

        Raises:
            InputError: when it is no public key.
        """
        data = _decoded(_lines(text, where)[-1], 2 + _ID + _KEY, where, "public key")
        if data[:2] != ED:
            raise InputError(
                f"{where}: not a minisign public key; give one that panelwise keygen wrote"
            )
        return cls(data[2 : 2 + _ID], data[2 + _ID :])


@dataclass(frozen=True, slots=True)
class SecretKey:
    """What signs. Never printed: neither its text nor its ``repr`` has the key."""

    id: bytes
    seed: bytes = field(repr=False)

    @classmethod
    def new(cls) -> SecretKey:
        """A key of the system's random numbers."""
        return cls(secrets.token_bytes(_ID), secrets.token_bytes(_KEY))

    @property
    def public(self) -> PublicKey:
        """The key that checks what this one signs."""
        return PublicKey(self.id, _private(self.seed).public_key().public_bytes_raw())

    def as_file(self, password: str | None, limits: tuple[int, int] = (OPSLIMIT, MEMLIMIT)) -> str:
        """The content of a secret key's file.

        Args:
            password: ``None`` to write the key as it is.
            limits: scrypt's operations and bytes of memory.
        """
        public = self.public.key
        checksum = _checksum(self.id + self.seed + public)
        body = self.id + self.seed + public + checksum
        if password is None:
            head = ED + PLAIN + BLAKE2B + bytes(_SALT + 2 * _LIMIT)
            kind = "unencrypted"
        else:
            salt = secrets.token_bytes(_SALT)
            body = _xor(body, _stream(password, salt, *limits, len(body)))
            head = ED + SCRYPT + BLAKE2B + salt
            head += b"".join(limit.to_bytes(_LIMIT, "little") for limit in limits)
            kind = "encrypted"
        return f"{UNTRUSTED}minisign {kind} secret key\n{_base64(head + body)}\n"

    @classmethod
    def read(cls, text: str, password: str | None, where: str) -> SecretKey:
        """From a file's content.

        Raises:
            InputError: when it is no secret key, or the password is wrong or missing.
        """
        body_length = _ID + 2 * _KEY + _CHECKSUM
        head_length = 6 + _SALT + 2 * _LIMIT
        line = _lines(text, where)[-1]
        data = _decoded(line, head_length + body_length, where, "secret key")
        head, body = data[:head_length], data[head_length:]
        if head[:2] != ED or head[4:6] != BLAKE2B or head[2:4] not in (SCRYPT, PLAIN):
            raise InputError(
                f"{where}: not a minisign secret key; give one that panelwise keygen wrote"
            )
        if head[2:4] == SCRYPT:
            if password is None:
                raise InputError(f"{where} is encrypted; give its password")
            salt, rest = head[6 : 6 + _SALT], head[6 + _SALT :]
            limits = [int.from_bytes(part, "little") for part in (rest[:_LIMIT], rest[_LIMIT:])]
            if limits[1] > MEMLIMIT:
                raise InputError(
                    f"{where}: asks for {limits[1] >> 20} MiB of memory; make another with"
                    " panelwise keygen"
                )
            body = _xor(body, _stream(password, salt, limits[0], limits[1], len(body)))
        plain, checksum = body[:-_CHECKSUM], body[-_CHECKSUM:]
        key = cls(plain[:_ID], plain[_ID : _ID + _KEY])
        right = hmac.compare_digest(_checksum(plain), checksum)
        if not right or key.public.key != plain[_ID + _KEY :]:
            raise InputError(
                f"{where}: wrong password, or a damaged key; try again, or give a copy"
            )
        return key


def is_encrypted(text: str, where: str) -> bool:
    """Whether a secret key's file needs a password.

    Raises:
        InputError: when it is no such file.
    """
    try:
        return base64.b64decode(_lines(text, where)[-1])[2:4] == SCRYPT
    except binascii.Error:
        raise InputError(
            f"{where}: not a minisign secret key; give one that panelwise keygen wrote"
        ) from None


def sign_bytes(data: bytes, key: SecretKey, comment: str) -> str:
    """The content of a ``.minisig`` file.

    Args:
        data: what is signed.
        key: by whom.
        comment: one line that is signed with it.
    """
    private = _private(key.seed)
    signature = private.sign(hashlib.blake2b(data).digest())
    whole = private.sign(signature + comment.encode())
    return (
        f"{UNTRUSTED}signature from minisign secret key {key.public.name}\n"
        f"{_base64(PREHASHED + key.id + signature)}\n"
        f"{TRUSTED}{comment}\n{_base64(whole)}\n"
    )


def check_signature(data: bytes, text: str, key: PublicKey, where: str) -> str:
    """The trusted comment of a signature that holds.

    Raises:
        InputError: when it is of another key, or does not hold.
    """
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        raise MissingExtraError.of("checking a signature", "sign") from None

    first, comment, second, found = _parts(text, where)
    if found != key.id:
        name = PublicKey(found, b"").name
        raise InputError(
            f"{where}: signed by key {name}, not by {key.name}; give key {name} if you trust it"
        )
    algorithm, signature = first[:2], first[2 + _ID :]
    signed = hashlib.blake2b(data).digest() if algorithm == PREHASHED else data
    try:
        public = Ed25519PublicKey.from_public_bytes(key.key)
        public.verify(signature, signed)
        public.verify(second, signature + comment.encode())
    except InvalidSignature:
        raise InputError(f"{where}: the signature does not hold; the file was changed") from None
    return comment


def signing_key_id(text: str, where: str) -> str:
    """The id of the key that a signature names; nothing is checked.

    Raises:
        InputError: when it is no signature.
    """
    return PublicKey(_parts(text, where)[3], b"").name


def _parts(text: str, where: str) -> tuple[bytes, str, bytes, bytes]:
    """The first signature, the trusted comment, the second signature, the key's id."""
    lines = text.split("\n")
    if len(lines) < 4 or not lines[2].startswith(TRUSTED):
        raise InputError(f"{where}: not a minisign signature; sign it with panelwise sign")
    first = _decoded(lines[1], 2 + _ID + _SIGNATURE, where, "signature")
    if first[:2] not in (PREHASHED, ED):
        raise InputError(f"{where}: not a minisign signature; sign it with panelwise sign")
    second = _decoded(lines[3], _SIGNATURE, where, "signature")
    return first, lines[2].removeprefix(TRUSTED).removesuffix("\r"), second, first[2 : 2 + _ID]


def require_signing() -> None:
    """Make sure that keys can be made and used.

    Raises:
        MissingExtraError: without the extra ``sign``.
    """
    _private(bytes(32))


def _private(seed: bytes) -> Ed25519PrivateKey:
    try:
        from cryptography.hazmat.primitives.asymmetric import ed25519
    except ImportError:
        raise MissingExtraError.of("signing", "sign") from None
    return ed25519.Ed25519PrivateKey.from_private_bytes(seed)


def _checksum(plain: bytes) -> bytes:
    return hashlib.blake2b(ED + plain, digest_size=_CHECKSUM).digest()


def _stream(password: str, salt: bytes, opslimit: int, memlimit: int, length: int) -> bytes:
    n, r, p = _scrypt_costs(opslimit, memlimit)
    return hashlib.scrypt(
        password.encode(), salt=salt, n=n, r=r, p=p, maxmem=MOST_MEMORY - 1, dklen=length
    )


def _scrypt_costs(opslimit: int, memlimit: int) -> tuple[int, int, int]:
    """N, r and p for two limits, as libsodium chooses them.

    >>> _scrypt_costs(OPSLIMIT, MEMLIMIT), _scrypt_costs(524_288, 16_777_216)
    ((1048576, 8, 1), (16384, 8, 1))
    """
    opslimit, r = max(32768, opslimit), 8
    small = opslimit < memlimit // 32
    most = opslimit // (r * 4) if small else memlimit // (r * 128)
    exponent = 1
    while exponent < 63 and 1 << exponent <= most // 2:
        exponent += 1
    p = 1 if small else min(0x3FFFFFFF, opslimit // 4 // (1 << exponent)) // r
    return 1 << exponent, r, max(1, p)


def _xor(left: bytes, right: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(left, right, strict=True))


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _lines(text: str, where: str) -> Sequence[str]:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines or len(lines) > 2:
        raise InputError(f"{where}: not a minisign key; give one that panelwise keygen wrote")
    return lines


_GIVEN_BY = {
    "public key": "give the public key that panelwise keygen wrote",
    "secret key": "give the secret key that panelwise keygen wrote",
    "signature": "sign it with panelwise sign",
}


def _decoded(line: str, length: int, where: str, what: str) -> bytes:
    try:
        data = base64.b64decode(line.strip(), validate=True)
    except (binascii.Error, ValueError):
        data = b""
    if len(data) != length:
        raise InputError(f"{where}: not a minisign {what}; {_GIVEN_BY[what]}")
    return data
