"""Signatures of requests to S3 and other services (AWS Signature Version 4)."""

from __future__ import annotations

import datetime
import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import quote

from sparktree.stores.http import Request


@dataclass(frozen=True, slots=True)
class Credentials:
    """Who asks. What is secret shows in no text of it."""

    access_key: str
    secret_key: str = field(repr=False)
    session_token: str = field(default="", repr=False)


def target_of(path: str, query: Mapping[str, str]) -> str:
    """A path and a query, encoded as the signature wants them."""
    encoded = quote(path, safe="/~", errors="surrogateescape")
    if not query:
        return encoded
    return f"{encoded}?{_query(query)}"


def _query(query: Mapping[str, str]) -> str:
    pairs = sorted((_strict(k), _strict(v)) for k, v in query.items())
    return "&".join(f"{k}={v}" for k, v in pairs)


def _strict(text: str) -> str:
    return quote(text, safe="~", errors="surrogateescape")


def signed(
    request: Request,
    host: str,
    credentials: Credentials | None,
    region: str,
    service: str = "s3",
) -> Request:
    """The request with the headers that prove who sends it; none if nobody is named."""
    headers = {"host": host, **request.headers}
    if credentials is None:
        return Request(request.method, request.target, headers, request.body)
    now = datetime.datetime.now(datetime.UTC)
    moment = now.strftime("%Y%m%dT%H%M%SZ")
    digest = hashlib.sha256(request.body).hexdigest()
    headers |= {"x-amz-date": moment, "x-amz-content-sha256": digest}
    if credentials.session_token:
        headers["x-amz-security-token"] = credentials.session_token
    path, _, query = request.target.partition("?")
    names = sorted(name.lower() for name in headers)
    lowered = {name.lower(): value for name, value in headers.items()}
    lines = "".join(f"{name}:{lowered[name].strip()}\n" for name in names)
    listed = ";".join(names)
    canonical = "\n".join((request.method, path, query, lines, listed, digest))
    scope = f"{moment[:8]}/{region}/{service}/aws4_request"
    hashed = hashlib.sha256(canonical.encode()).hexdigest()
    key = f"AWS4{credentials.secret_key}".encode()
    for step in (moment[:8], region, service, "aws4_request"):
        key = hmac.new(key, step.encode(), hashlib.sha256).digest()
    text = f"AWS4-HMAC-SHA256\n{moment}\n{scope}\n{hashed}"
    signature = hmac.new(key, text.encode(), hashlib.sha256).hexdigest()
    headers["authorization"] = (
        f"AWS4-HMAC-SHA256 Credential={credentials.access_key}/{scope},"
        f" SignedHeaders={listed}, Signature={signature}"
    )
    return Request(request.method, request.target, headers, request.body)
