"""Encryption that S3 does: what requests have to say of it."""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sparktree.errors import Code, Error

_KEY = "server_side_encryption_customer_key_base64"
_KMS = "server_side_encryption_kms_"
_KEY_BYTES = 32  # of AES-256, the one algorithm there is
_HEADER = "x-amz-server-side-encryption"


@dataclass(frozen=True, slots=True)
class ServerSideEncryption:
    """Headers for requests about one object."""

    always: Mapping[str, str] = field(default_factory=dict, repr=False)  # with the customer's key
    at_creation: Mapping[str, str] = field(default_factory=dict, repr=False)  # of KMS

    def headers(self, method: str, query: Mapping[str, str]) -> Mapping[str, str]:
        """What a request about an object says; the server remembers what an upload began with."""
        if method in ("GET", "HEAD"):
            return self.always
        if method == "PUT":
            return self.always if "uploadId" in query else {**self.always, **self.at_creation}
        if method == "POST":
            begins = "uploads" in query
            return {**self.always, **self.at_creation} if begins else self.always
        return {}

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> ServerSideEncryption:
        """By the tags of a disk or an endpoint, or INVALID_CONFIG_PARAMETER."""
        return cls(_with_key(str(told.get(_KEY) or "")), _with_kms(told))


def _with_key(text: str) -> dict[str, str]:
    if not text:
        return {}
    try:
        key = base64.b64decode(text, validate=True)
    except binascii.Error:
        raise _wrong("is not encoded with base64") from None
    if len(key) != _KEY_BYTES:
        raise _wrong(f"has {len(key)} bytes, a key of AES-256 has {_KEY_BYTES}")
    digest = hashlib.md5(key, usedforsecurity=False).digest()
    return {
        f"{_HEADER}-customer-algorithm": "AES256",
        f"{_HEADER}-customer-key": base64.b64encode(key).decode(),
        f"{_HEADER}-customer-key-md5": base64.b64encode(digest).decode(),
    }


def _with_kms(told: Mapping[str, Any]) -> dict[str, str]:
    names = {
        "key_id": "aws-kms-key-id", "encryption_context": "context",
        "bucket_key_enabled": "bucket-key-enabled",
    }  # fmt: skip
    given = {name: str(told.get(f"{_KMS}{name}") or "") for name in names}
    if not any(given.values()):
        return {}
    flag = given["bucket_key_enabled"].lower()
    if flag not in ("", "0", "1", "true", "false"):
        raise Error(
            Code.INVALID_CONFIG_PARAMETER, f"<{_KMS}bucket_key_enabled> is no Bool: '{flag}'"
        )
    if flag:
        given["bucket_key_enabled"] = "true" if flag in ("1", "true") else "false"
    said = {f"{_HEADER}-{names[name]}": text for name, text in given.items() if text}
    return {_HEADER: "aws:kms", **said}


def _wrong(what: str) -> Error:
    return Error(Code.INVALID_CONFIG_PARAMETER, f"The key in <{_KEY}> {what}.")
