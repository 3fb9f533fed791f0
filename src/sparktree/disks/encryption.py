"""How files of an encrypted disk are written: ClickHouse's header, then AES in counter mode.

The counter goes on from a random number of the file's own, so that any place can be read by itself.
Nothing in the mode tells a changed byte; the checksums of parts do, which are of the plain bytes.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from sparktree.disks.siphash import siphash128
from sparktree.errors import Code, Error

KEY_BYTES = {"AES_128_CTR": 16, "AES_192_CTR": 24, "AES_256_CTR": 32}
HEADER_BYTES = 64
_SIGNATURE = b"ENC"
_VERSION = 2
_IDS = dict(enumerate(KEY_BYTES))
_FINGERPRINT, _START = slice(7, 23), slice(23, 39)
_BLOCK = 16  # bytes of AES
_SEED = (0x4368456E63727970, 0x7465644469736B46)  # what ClickHouse makes fingerprints with


def _library() -> ModuleType:
    """What computes AES; only encrypted disks need it."""
    try:
        from cryptography.hazmat.primitives import ciphers  # noqa: PLC0415
    except ImportError:
        raise Error(
            Code.SUPPORT_IS_DISABLED,
            "Encrypted disks need the package cryptography: pip install 'sparktree[disks]'.",
        ) from None
    return ciphers


def fingerprint(key: bytes) -> bytes:
    """What a file says of the key that it was written with."""
    return siphash128(key, _SEED)


@dataclass(frozen=True, slots=True)
class Encryption:
    """The keys that files may have been written with, and how new ones are."""

    algorithm: str
    current: bytes = field(repr=False)
    keys: tuple[bytes, ...] = field(repr=False)

    def cipher(self) -> Cipher:
        """What encrypts a new file."""
        return Cipher(self.algorithm, self.current, os.urandom(_BLOCK))

    def cipher_of(self, header: bytes, path: str) -> Cipher:
        """What decrypts the file that begins with the header, or DATA_ENCRYPTION_ERROR."""
        if header[:3] != _SIGNATURE or len(header) < HEADER_BYTES:
            raise Error(
                Code.DATA_ENCRYPTION_ERROR,
                f"Wrong signature, this is not an encrypted file: '{path}'",
            )
        version = int.from_bytes(header[3:5], "little")
        if version != _VERSION:
            raise Error(
                Code.DATA_ENCRYPTION_ERROR,
                f"Version {version} of the header is not supported: '{path}'",
            )
        algorithm = _IDS.get(int.from_bytes(header[5:7], "little"))
        if algorithm is None:
            raise Error(Code.DATA_ENCRYPTION_ERROR, f"Unknown encryption algorithm: '{path}'")
        found = header[_FINGERPRINT]
        for key in self.keys:
            if len(key) == KEY_BYTES[algorithm] and fingerprint(key) == found:
                return Cipher(algorithm, key, header[_START])
        raise Error(
            Code.DATA_ENCRYPTION_ERROR,
            f"Not found an encryption key required to decipher file '{path}'",
        )


@dataclass(frozen=True, slots=True)
class Cipher:
    """One file's algorithm, key and number at which the counter starts."""

    algorithm: str
    key: bytes = field(repr=False)
    start: bytes

    def header(self) -> bytes:
        """What the file begins with."""
        algorithm = next(number for number, name in _IDS.items() if name == self.algorithm)
        first = _SIGNATURE + _VERSION.to_bytes(2, "little") + algorithm.to_bytes(2, "little")
        return (first + fingerprint(self.key) + self.start).ljust(HEADER_BYTES, b"\0")

    def at(self, position: int) -> Any:
        """Encrypts or decrypts (in this mode it is the same) bytes from a place on, by `update`."""
        ciphers = _library()
        counter = (int.from_bytes(self.start, "big") + position // _BLOCK) % (1 << 8 * _BLOCK)
        mode = ciphers.modes.CTR(counter.to_bytes(_BLOCK, "big"))
        working = ciphers.Cipher(ciphers.algorithms.AES(self.key), mode).encryptor()
        working.update(bytes(position % _BLOCK))
        return working
