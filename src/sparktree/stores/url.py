"""Files of web servers, each by its address."""

from __future__ import annotations

import email.utils
import re
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import BinaryIO, cast
from urllib.parse import quote

import pyarrow as pa

from sparktree.disks.ranges import RangeReader
from sparktree.errors import Code, Error, not_implemented
from sparktree.stores.http import Limits, Request, Response, UnreachableError, send, shown
from sparktree.stores.store import ListedFile, Staged, Store, Writing

_QUERY = "\ue03f"  # stands for the `?` of an address, which is no wildcard
_BEGIN, _END = "\ue07b", "\ue07d"  # around options of which the first that answers is taken
_MARKS = re.compile(f"[{_BEGIN}{_END}]")
_FIRST_OF = re.compile(r"\{([^{}]*\|[^{}]*)\}")
_CHOICE_OF_PORTS = re.compile(r":([^,|:]*\{.*)")
_SHOWN_SIGNS = str.maketrans({_QUERY: "?", _BEGIN: "{", _END: "}"})
_SAFE = "/%:@!$&'()*+,;=~-._"
_NO_HEAD = frozenset({400, 403, 405, 501})  # of servers that know GET only
_SHOWN = 1000  # characters of a server's answer in an error
_MEMORY = 1 << 24


@dataclass(frozen=True)
class UrlStore:
    """A web server; a key is a path with its query, before it maybe the host."""

    endpoint: str  # scheme://host, or only the scheme if there is a choice of hosts
    headers: Mapping[str, str] = field(default_factory=dict)
    many: bool = False  # whether an address with choices is read, of which some may lead nowhere
    limits: Limits = field(default_factory=Limits)

    def list(self, prefix: str, *, deep: bool = False) -> Iterator[ListedFile]:
        """The file of that address, or of the first of several that has it; servers show no
        folders."""
        places = _places(prefix)
        errors = []
        for place in places:
            try:
                found = self._look(place, may_be_absent=self.many and len(places) == 1)
            except Error as error:
                if len(places) == 1:
                    raise
                errors.append(error)
                continue
            if found is not None:
                yield replace(found, key=prefix, found_under=place)
            return
        raise Error(
            Code.NETWORK_ERROR,
            f"All uri ({len(places)}) options are unreachable: "
            + ", ".join(error.message for error in errors),
        )

    def _look(self, key: str, *, may_be_absent: bool) -> ListedFile | None:
        answer = self._send("HEAD", key)
        told_size = answer.status // 100 != 2 or "content-length" in answer.headers
        if answer.status in _NO_HEAD or not told_size:
            answer = self._send("GET", key)
        if answer.status == 404 and may_be_absent:
            return None
        self._check(answer, key)
        told = answer.headers
        size = int(told.get("content-length", 0)) or len(answer.body)
        moment = email.utils.parsedate_tz(told.get("last-modified", ""))
        when = float(email.utils.mktime_tz(moment)) if moment else 0.0
        return ListedFile(key, size, when, told.get("etag", "").strip('"'))

    def open(self, found: ListedFile) -> BinaryIO:
        """The file by ranges, or whole if the server gives no ranges."""
        whole: list[bytes] = []

        def fetch(position: int, count: int) -> bytes:
            if not whole:
                span = f"bytes={position}-{position + count - 1}"
                answer = self._send("GET", found.at, {"range": span})
                self._check(answer, found.at)
                if answer.status == 206:
                    return answer.body
                whole.append(answer.body)
            return whole[0][position : position + count]

        return cast(BinaryIO, RangeReader(found.size, fetch))

    def arrow(self, found: ListedFile) -> pa.NativeFile:
        """The same for Arrow."""
        return pa.PythonFile(self.open(found), "r")

    def display_path(self, key: str) -> str:
        """The path, with its query."""
        path = f"/{key.partition('/')[2]}" if "/" in key else key
        return path.translate(_SHOWN_SIGNS)

    def begin(self, key: str) -> str:
        """Nothing: a file is sent in one request."""
        return ""

    def stage(self, key: str, insert: str, begun: str = "") -> Writing:
        """A file that is sent in one request once it is complete."""
        if len(_places(key)) > 1:
            raise Error(
                Code.DATABASE_ACCESS_DENIED,
                f"The URL '{self.display_path(key)}' has options: it can only be read.",
            )
        return _UrlFile(self, key)

    def publish(self, staged: Staged, *, replaces: bool = False) -> None:
        """Nothing more: the server has it."""

    def withdraw(self, staged: Staged, *, shown: bool = True) -> None:
        """What a server took cannot be taken back."""

    def sweep(self, prefix: str, insert: str) -> None:
        """Nothing is left behind."""

    def post(self, key: str, body: bytes) -> None:
        """Send a file."""
        self._check(self._send("POST", key, body=body), key)

    def _send(
        self, method: str, key: str, more: Mapping[str, str] | None = None, body: bytes = b""
    ) -> Response:
        host, slash, rest = key.partition("/")
        server = f"{self.endpoint}{host}"
        path, sign, query = f"{slash}{rest}".partition(_QUERY)
        target = (
            quote(path or "/", safe=_SAFE) + ("?" if sign else "") + quote(query, safe="?" + _SAFE)
        )
        headers = {"host": server.partition("://")[2], **self.headers, **(more or {})}
        # A server that took a POST and did not answer would get it twice.
        limits = self.limits if method != "POST" else Limits(attempts=1)
        try:
            return send(server, lambda: Request(method, target, headers, body), limits)
        except UnreachableError as error:
            raise Error(Code.POCO_EXCEPTION, str(error)) from error

    def _check(self, answer: Response, key: str) -> None:
        if answer.status // 100 == 2:
            return
        body = answer.body[:_SHOWN].decode("utf-8", "replace")
        place = shown(self.endpoint + key.translate(_SHOWN_SIGNS))
        raise Error(
            Code.RECEIVED_ERROR_FROM_REMOTE_IO_SERVER,
            f"Received error from remote server {place}."
            f" HTTP status code: {answer.status}, body length: {len(answer.body)} bytes,"
            f" body: '{body}'",
        )


class _UrlFile:
    def __init__(self, store: UrlStore, key: str) -> None:
        self._store, self._key = store, key
        self._file = tempfile.SpooledTemporaryFile(_MEMORY)  # noqa: SIM115  # closed when finished

    def write(self, data: bytes | memoryview) -> int:
        return self._file.write(data)

    def finish(self) -> Staged:
        size = self._file.tell()
        self._file.seek(0)
        self._store.post(self._key, self._file.read())
        self._file.close()
        return Staged(self._key, "", (), size)

    def discard(self) -> None:
        self._file.close()


def url_store(url: str, headers: Mapping[str, str]) -> tuple[Store, str]:
    """The server of an address and the path there, or BAD_ARGUMENTS."""
    scheme, sign, rest = url.partition("://")
    if not sign:
        raise Error(Code.BAD_ARGUMENTS, "Empty protocol in the URL")
    if scheme.lower() not in ("http", "https"):
        raise Error(Code.BAD_ARGUMENTS, f"Unknown protocol in the URL: {scheme}")
    host, _, path = rest.partition("/")
    if not host:
        raise Error(Code.BAD_ARGUMENTS, f"The URL '{url}' has no host")
    port = _CHOICE_OF_PORTS.search(host)
    if port is not None:
        raise Error(Code.POCO_EXCEPTION, f"Bad URI syntax: bad or invalid port number: {port[1]}")
    if "*" in rest:
        raise Error(
            Code.SUPPORT_IS_DISABLED,
            "Wildcard expansion for `url` from HTTP index pages is not supported.",
        )
    many = "{" in _FIRST_OF.sub("", rest)
    rest = _FIRST_OF.sub(_marked, rest).replace("?", _QUERY)
    host, _, path = rest.partition("/")
    scheme = f"{scheme.lower()}://"
    if any(c in host for c in f"{{{_BEGIN}"):
        return UrlStore(scheme, dict(headers), many), f"{host}/{path}"
    return UrlStore(f"{scheme}{host}", dict(headers), many), f"/{path}"


def _marked(group: re.Match[str]) -> str:
    """Options of which the first is taken that leads somewhere: no choice that a pattern makes."""
    if "," in group[0]:
        raise not_implemented(f"The options {group[0]} of an address, of two kinds at once.")
    return f"{_BEGIN}{group[1]}{_END}"


def _places(key: str) -> list[str]:
    """The keys that a key stands for, in the order in which they are tried."""
    pieces = [piece.split("|") if i % 2 else [piece] for i, piece in enumerate(_MARKS.split(key))]
    return ["".join(chosen) for chosen in product(*pieces)]


def without_query(key: str) -> str:
    """The path alone."""
    return key.partition(_QUERY)[0]
