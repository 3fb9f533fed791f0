"""Azure's Shared Key: a signature over what a request asks for."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
from dataclasses import dataclass, field
from email.utils import formatdate
from urllib.parse import parse_qsl

from sparktree.errors import Code, Error
from sparktree.stores.http import Request

_VERSION = "2021-12-02"  # of the interface
# Headers that are signed by their place, in this order; the date is in one of Azure's own.
_PLACES = (
    "content-encoding", "content-language", "content-length", "content-md5", "content-type",
    "date", "if-modified-since", "if-match", "if-none-match", "if-unmodified-since", "range",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Account:
    """Who asks. The key shows in no text of it."""

    name: str
    key: str = field(repr=False)

    def secret(self) -> bytes:
        """The key as bytes, or BAD_ARGUMENTS."""
        try:
            return base64.b64decode(self.key, validate=True)
        except binascii.Error:
            raise Error(
                Code.BAD_ARGUMENTS, f"The key of the Azure account '{self.name}' is no Base64."
            ) from None


def signed(request: Request, account: Account | None) -> Request:
    """The request with the headers that prove who sends it; none if nobody is named."""
    headers = {**request.headers, "x-ms-date": formatdate(usegmt=True), "x-ms-version": _VERSION}
    if account is not None:
        text = _signed_text(request, headers, account)
        digest = hmac.new(account.secret(), text.encode(), hashlib.sha256).digest()
        signature = base64.b64encode(digest).decode()
        headers["authorization"] = f"SharedKey {account.name}:{signature}"
    return Request(request.method, request.target, headers, request.body)


def _signed_text(request: Request, headers: dict[str, str], account: Account) -> str:
    length = str(len(request.body)) if request.body else ""
    told = {**headers, "content-length": length}
    path, _, query = request.target.partition("?")
    own = [f"{name}:{headers[name]}" for name in sorted(headers) if name.startswith("x-ms-")]
    asked = [f"{name}:{value}" for name, value in sorted(parse_qsl(query, keep_blank_values=True))]
    places = (told.get(name, "") for name in _PLACES)
    return "\n".join((request.method, *places, *own, f"/{account.name}{path}", *asked))
