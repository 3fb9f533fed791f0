"""The page for browsers at `/play`: files of the package; nothing comes in from elsewhere."""

from __future__ import annotations

import gzip
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from http import HTTPStatus
from importlib.resources import files

from sparktree.server.http.handlers import Captured, Handler, Pattern, Rule
from sparktree.server.http.messages import Request, Response

_READING = frozenset({"GET", "HEAD"})
_TYPES = {
    "app.js": "text/javascript; charset=UTF-8",
    "app.css": "text/css; charset=UTF-8",
    "LICENSES.txt": "text/plain; charset=UTF-8",
}
# Style attributes are allowed: browsers put some into text that is being edited.
_RULES = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; "
    "style-src-attr 'unsafe-inline'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_ALWAYS = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}


@dataclass(frozen=True, slots=True)
class _File:
    """A file of the page, as it goes over the wire."""

    plain: bytes
    zipped: bytes
    tag: str


def page_rules() -> Iterator[Rule]:
    """The page, the files that it asks for, and the way to it from the address alone."""
    yield Rule(_page, _READING, Pattern("/play"))
    for name in _TYPES:
        yield Rule(_file_of(name), _READING, Pattern(f"/page/{name}"))
    browser = (("accept", Pattern(r"regex:.*\btext/html\b.*")),)
    yield Rule(_to_page, frozenset({"GET"}), Pattern("/"), whole_url=True, headers=browser)


def _page(request: Request, response: Response, captured: Captured) -> None:
    """A new number for styles with every answer: only what carries it may add some."""
    nonce = secrets.token_urlsafe(16)
    text = _read("index.html").plain.replace(b"{nonce}", nonce.encode())
    response.headers |= _ALWAYS | {
        "Content-Security-Policy": _RULES.format(nonce=nonce),
        "Cache-Control": "no-store",
    }
    response.send(HTTPStatus.OK, text, Content_Type="text/html; charset=UTF-8")


def _to_page(request: Request, response: Response, captured: Captured) -> None:
    response.send(HTTPStatus.FOUND, Location="play")


def _file_of(name: str) -> Handler:
    def answer(request: Request, response: Response, captured: Captured) -> None:
        file = _read(name)
        response.headers |= _ALWAYS | {
            "ETag": file.tag,
            "Cache-Control": "no-cache",
            "Vary": "Accept-Encoding",
        }
        if request.headers.get("if-none-match") == file.tag:
            response.send(HTTPStatus.NOT_MODIFIED)
        elif "gzip" in request.headers.get("accept-encoding", ""):
            response.headers["Content-Encoding"] = "gzip"
            response.send(HTTPStatus.OK, file.zipped, Content_Type=_TYPES[name])
        else:
            response.send(HTTPStatus.OK, file.plain, Content_Type=_TYPES[name])

    return answer


@cache
def _read(name: str) -> _File:
    data = files("sparktree.server").joinpath("page", name).read_bytes()
    tag = f'"{sha256(data).hexdigest()[:20]}"'
    return _File(data, gzip.compress(data, 9, mtime=0), tag)
