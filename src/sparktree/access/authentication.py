"""How users prove who they are. Only hashes are kept, and compared in constant time."""

from __future__ import annotations

import hashlib
import hmac
import importlib
import secrets
from collections.abc import Callable, Mapping
from typing import Any

from sparktree.access.entities import Method
from sparktree.errors import Code, Error
from sparktree.sql.statements.access import Authentication

# Answered alike whether a user, its password or its host is the wrong one.
FAILED = "Authentication failed: password is incorrect, or there is no user with such name."
_BCRYPT_ROUNDS = 12
# By their own names; what they need (a directory server, keys, tokens) is not here.
_ELSEWHERE = frozenset(
    ("ldap", "kerberos", "ssh_key", "http", "jwt", "scram_sha256_password", "scram_sha256_hash",
     "one_time_password")
)  # fmt: skip


def _sha256(password: str, salt: str) -> str:
    return hashlib.sha256((password + salt).encode()).hexdigest()


def _double_sha1(password: str, _: str = "") -> str:
    once = hashlib.sha1(password.encode(), usedforsecurity=False).digest()
    return hashlib.sha1(once, usedforsecurity=False).hexdigest()


def _bcrypt() -> Any:
    try:
        return importlib.import_module("bcrypt")
    except ImportError:
        raise Error(
            Code.SUPPORT_IS_DISABLED,
            "Passwords hashed by bcrypt need the package bcrypt: pip install 'sparktree[bcrypt]'.",
        ) from None


# The hash of a password, by the type of the method.
_HASHES: Mapping[str, Callable[[str, str], str]] = {
    "plaintext_password": _sha256,  # of the configuration, which is where it stands in full
    "sha256_password": _sha256,
    "double_sha1_password": _double_sha1,
}


def method_of(written: Authentication, valid_until: float | None) -> Method:
    """What IDENTIFIED WITH means."""
    kind = written.method or "sha256_password"
    if kind == "no_password":
        return Method(kind, valid_until=valid_until)
    if kind == "ssl_certificate":
        names = tuple(f"CN:{name}" for name in written.common_names)
        names += tuple(f"SAN:{name}" for name in written.alternative_names)
        return Method(kind, names=names, valid_until=valid_until)
    if kind in _ELSEWHERE:
        raise Error(Code.SUPPORT_IS_DISABLED, f"Authentication by {kind} is not supported.")
    if kind == "plaintext_password":
        raise Error(
            Code.BAD_ARGUMENTS,
            "Authentication type plaintext_password is not allowed, check the setting"
            " allow_plaintext_password in the server configuration",
        )
    secret = written.secret or ""
    if kind.endswith("_hash"):
        base = kind.removesuffix("_hash") + "_password"
        hashed = secret if base == "bcrypt_password" else _checked(kind, secret)
        return Method(base, hashed, written.salt or "", valid_until=valid_until)
    return hashed_password(kind, secret, valid_until)


# How a configuration says it: by the names of the elements.
_CONFIGURED = ("password", "password_sha256_hex", "password_scram_sha256_hex",
               "password_double_sha1_hex", "no_password", "ldap", "kerberos", "ssl_certificates",
               "ssh_keys", "http_authentication")  # fmt: skip


def configured_method(user: str, given: Mapping[str, list[str]], names: tuple[str, ...]) -> Method:
    """How a user of a configuration proves who it is; the password in it is kept as a hash."""
    found = [kind for kind in _CONFIGURED if kind in given]
    if not found:
        listed = ", ".join(f"'{kind}'" for kind in _CONFIGURED)
        raise Error(
            Code.BAD_ARGUMENTS,
            f"At least one authentication type (one of {listed}) must be specified for user {user}"
            f" in path users.{user}",
        )
    if len(found) > 1:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Cannot specify multiple authentication methods for user {user} at users.{user}."
            " Specify only one authentication method",
        )
    kind, text = found[0], next(iter(given[found[0]]), "")
    if kind == "no_password":
        return Method(kind)
    if kind == "ssl_certificates":
        return Method("ssl_certificate", names=names)
    if kind == "password":
        return hashed_password("plaintext_password", text)
    if kind in ("password_sha256_hex", "password_double_sha1_hex"):
        base = kind.removesuffix("_hex").removeprefix("password_")
        return Method(f"{base}_password", _configured_hash(base, text))
    raise Error(Code.SUPPORT_IS_DISABLED, f"Authentication by {kind} is not supported.")


def _configured_hash(kind: str, text: str) -> str:
    try:
        return _checked(f"{kind}_hash", text)
    except Error:
        raise Error(
            Code.BAD_ARGUMENTS,
            "Cannot read password hash in hex, check for valid characters [0-9a-fA-F] and length",
        ) from None


def hashed_password(kind: str, password: str, valid_until: float | None = None) -> Method:
    """The method with the hash of a password."""
    if kind == "bcrypt_password":
        made = _bcrypt().hashpw(password.encode(), _bcrypt().gensalt(_BCRYPT_ROUNDS))
        return Method(kind, made.decode(), valid_until=valid_until)
    if kind not in _HASHES:
        raise Error(Code.BAD_ARGUMENTS, f"Unknown authentication method {kind}")
    salt = "" if kind == "double_sha1_password" else secrets.token_hex(32).upper()
    return Method(kind, _HASHES[kind](password, salt), salt, valid_until=valid_until)


def _checked(kind: str, text: str) -> str:
    size = 64 if kind == "sha256_hash" else 40
    if len(text) != size or not all(c in "0123456789abcdefABCDEF" for c in text):
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Password hash for the '{kind.upper()}' authentication type has length"
            f" {len(text) // 2} but must be exactly {size // 2} bytes.",
        )
    return text.lower()


def proves(method: Method, password: str, now: float) -> bool:
    """Whether a password satisfies the method."""
    if method.valid_until is not None and now > method.valid_until:
        return False
    if method.type == "no_password":
        return True
    if method.type == "bcrypt_password":
        return bool(_bcrypt().checkpw(password.encode(), method.hash.encode()))
    hashing = _HASHES.get(method.type)
    if hashing is None:
        return False
    return hmac.compare_digest(hashing(password, method.salt), method.hash)


def proves_certificate(method: Method, names: frozenset[str], now: float) -> bool:
    """Whether a client's certificate (`CN:...`, `SAN:...`) satisfies the method."""
    if method.type != "ssl_certificate" or (method.valid_until or now) < now:
        return False
    return bool(names.intersection(method.names))


def pretend(password: str) -> None:
    """Take the time of a comparison: how long a refusal takes must not tell who exists."""
    hmac.compare_digest(_sha256(password, "salt"), _sha256("", "salt"))


def failure(user: str) -> Error:
    """The one answer to a user who is not who he says."""
    return Error(Code.AUTHENTICATION_FAILED, f"{user}: {FAILED}")
