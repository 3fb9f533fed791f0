"""Parts of URLs, as ClickHouse finds them: quickly, without checking the whole."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from sparktree.errors import Code, Error
from sparktree.functions.declare import Argument
from sparktree.functions.text_functions import text_function
from sparktree.types import STRING, UINT16, Array, Type

_STRINGS = Array(STRING)
_SCHEME = re.compile(rb"([A-Za-z][A-Za-z0-9+\-.]*):")
_HOST_END = re.compile(rb"[/?#]")
_BAD_HOST = re.compile(rb"[ \t<>%{}|\\^~\[\];=&]")


def _protocol(url: bytes) -> bytes:
    match = _SCHEME.match(url)
    return match.group(1) if match else b""


def _after_protocol(url: bytes) -> bytes:
    """What follows `//`, or everything."""
    match = _SCHEME.match(url)
    start = match.end() if match else 0
    return url[start + 2 :] if url[start : start + 2] == b"//" else url


def _checked(host: bytes) -> bytes:
    if _BAD_HOST.search(host) or b"." not in host or b".." in host or host.endswith(b"."):
        return b""
    return host


def _domain(url: bytes) -> bytes:
    rest = _after_protocol(url)
    end = re.search(rb"[:/?#]", rest)
    return _checked((rest[: end.start()] if end else rest).rpartition(b"@")[2])


def _domain_rfc(url: bytes) -> bytes:
    """As `_domain`, but a password may go before the host."""
    rest = _after_protocol(url)
    end = _HOST_END.search(rest)
    authority = rest[: end.start()] if end else rest
    return _checked(authority.rpartition(b"@")[2].split(b":", 1)[0])


Host = Callable[[bytes], bytes]


def _without_www(host: Host) -> Host:
    return lambda url: host(url).removeprefix(b"www.")


def _top_level(host: Host) -> Host:
    def last(url: bytes) -> bytes:
        found = host(url).rpartition(b".")[2]
        return b"" if found[:1].isdigit() else found

    return last


def _port(host: Host) -> Callable[..., int]:
    def port(url: bytes, default: int = 0) -> int:
        name = host(url)
        if not name:
            return default
        rest = _after_protocol(url)
        end = _HOST_END.search(rest)
        authority = (rest[: end.start()] if end else rest).rpartition(b"@")[2]
        number = authority.partition(b":")[2]
        return int(number) if number.isdigit() and 0 < int(number) <= 65535 else default

    return port


def _path_full(url: bytes) -> bytes:
    place = url.find(b"/")
    if place >= 0 and url[place + 1 : place + 2] == b"/":
        place = url.find(b"/", place + 2)
    return url[place:] if place >= 0 else b""


def _path(url: bytes) -> bytes:
    full = _path_full(url)
    end = re.search(rb"[?#]", full)
    return full[: end.start()] if end else full


def _query(url: bytes) -> bytes:
    _, mark, rest = url.partition(b"?")
    return rest.split(b"#", 1)[0] if mark else b""


def _fragment(url: bytes) -> bytes:
    return url.partition(b"#")[2]


def _query_and_fragment(url: bytes) -> bytes:
    match = re.search(rb"[?#]", url)
    if match is None:
        return b""
    return url[match.end() :] if match.group() == b"?" else url[match.start() :]


def _pairs(url: bytes) -> list[bytes]:
    """The parameters `name=value` behind the question mark and behind the hash."""
    start = re.search(rb"[?#]", url)
    if start is None:
        return []
    return [piece for piece in re.split(rb"[&?#]", url[start.end() :]) if b"=" in piece]


def _parameter(url: bytes, name: bytes) -> bytes:
    prefix = name + b"="
    for piece in _pairs(url):
        if piece.startswith(prefix):
            return piece[len(prefix) :]
    return b""


_WITH_HOST = re.compile(rb"[A-Za-z0-9]+://[^/?#]*[/?#]?")


def _hierarchy(url: bytes) -> list[bytes]:
    first = _WITH_HOST.match(url)
    if first is None:
        return [url] if url else []
    return [first.group(), *_levels(url, first.end())]


def _levels(url: bytes, start: int) -> list[bytes]:
    """The beginnings that end with a separator, and the whole; two in a row count as one."""
    levels = []
    while start < len(url):
        match = re.compile(rb"[/?#]").search(url, start + 1)
        start = match.end() if match else len(url)
        levels.append(url[:start])
    return levels


def _path_hierarchy(url: bytes) -> list[bytes]:
    host = re.match(rb"[A-Za-z0-9]+://[^/?#]*", url)
    return _levels(url[host.end() :], 1) if host and host.end() < len(url) - 1 else []


def _cut(url: bytes, start: int, end: int) -> bytes:
    return url[:start] + url[end:]


def _cut_www(url: bytes) -> bytes:
    rest = _after_protocol(url)
    end = re.search(rb"[:/?#]", rest)
    user = (rest[: end.start()] if end else rest).rfind(b"@") + 1
    start = len(url) - len(rest) + user
    return _cut(url, start, start + 4) if url[start : start + 4] == b"www." else url


def _cut_query(url: bytes) -> bytes:
    place = url.find(b"?")
    if place < 0:
        return url
    end = url.find(b"#", place)
    return _cut(url, place, len(url) if end < 0 else end)


def _cut_query_and_fragment(url: bytes) -> bytes:
    match = re.search(rb"[?#]", url)
    return url[: match.start()] if match else url


def _cut_parameter(url: bytes, name: bytes) -> bytes:
    pattern = re.compile(rb"(?<=[?&#])" + re.escape(name) + rb"=[^&#]*&?")
    match = pattern.search(url)
    if match is None:
        return url
    if match.group().endswith(b"&"):
        return _cut(url, match.start(), match.end())
    start = match.start() - 1 if url[match.start() - 1 : match.start()] == b"&" else match.start()
    return _cut(url, start, match.end())


_COMMON = (b"com", b"net", b"org", b"co", b"biz", b"gov", b"edu", b"ac", b"mil")


def _first_significant(url: bytes) -> bytes:
    labels = _domain(url).split(b".")
    if len(labels) < 2:
        return labels[0]
    return labels[-3] if len(labels) > 2 and labels[-2] in _COMMON else labels[-2]


def _cut_to_first(url: bytes) -> bytes:
    host, first = _without_www(_domain)(url), _first_significant(url)
    place = (b"." + host).rfind(b"." + first + b".")
    return host[place:] if first and place >= 0 else b""


def _port_type(arguments: Sequence[Argument]) -> Type:
    if len(arguments) > 1 and arguments[1].type != UINT16:
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Illegal type {arguments[1].type} of second argument of function port. Must be UInt16",
        )
    return UINT16


_URL = "'https://user@www.example.com:8080/a/b?x=1&y=2#end'"
_FULL = "https://user@www.example.com:8080/a/b"
_PARTS = (
    ("protocol", _protocol, "The scheme of a URL.", "https"),
    ("domain", _domain, "The host of a URL.", "www.example.com"),
    (
        "domainRFC",
        _domain_rfc,
        "The host of a URL, with user names as the RFC has them.",
        "www.example.com",
    ),
    ("domainWithoutWWW", _without_www(_domain), "The host without `www.`.", "example.com"),
    (
        "domainWithoutWWWRFC",
        _without_www(_domain_rfc),
        "As domainWithoutWWW, by the RFC.",
        "example.com",
    ),
    ("topLevelDomain", _top_level(_domain), "The last part of the host.", "com"),
    ("topLevelDomainRFC", _top_level(_domain_rfc), "As topLevelDomain, by the RFC.", "com"),
    (
        "firstSignificantSubdomain",
        _first_significant,
        "The part of the host that names the site.",
        "example",
    ),
    (
        "cutToFirstSignificantSubdomain",
        _cut_to_first,
        "The host from its significant part on.",
        "example.com",
    ),
    ("path", _path, "The path of a URL.", "/a/b"),
    ("pathFull", _path_full, "The path with query and fragment.", "/a/b?x=1&y=2#end"),
    ("queryString", _query, "The query of a URL.", "x=1&y=2"),
    ("fragment", _fragment, "The fragment of a URL.", "end"),
    ("queryStringAndFragment", _query_and_fragment, "Query and fragment.", "x=1&y=2#end"),
    (
        "cutWWW",
        _cut_www,
        "The URL without `www.` at the start of the host.",
        "https://user@example.com:8080/a/b?x=1&y=2#end",
    ),
    ("cutQueryString", _cut_query, "The URL without its query.", _FULL + "#end"),
    (
        "cutFragment",
        lambda u: u.partition(b"#")[0],
        "The URL without its fragment.",
        _FULL + "?x=1&y=2",
    ),
    (
        "cutQueryStringAndFragment",
        _cut_query_and_fragment,
        "The URL without query and fragment.",
        _FULL,
    ),
)

for _name, _row, _doc, _shown in _PARTS:
    text_function(
        _name, "s", STRING, _row, doc=_doc, family="urls", example=(f"{_name}({_URL})", _shown)
    )

for _name, _host in (("port", _domain), ("portRFC", _domain_rfc)):
    text_function(
        _name,
        "s|i",
        _port_type,
        _port(_host),
        result_kernel="USMALLINT",
        doc="The port of a URL, or the second argument.",
        family="urls",
        example=(f"{_name}({_URL})", "8080"),
    )
text_function(
    "extractURLParameter",
    "ss",
    STRING,
    _parameter,
    constant_arguments=(1,),
    doc="The value of a parameter.",
    family="urls",
    example=(f"extractURLParameter({_URL}, 'y')", "2"),
)
text_function(
    "extractURLParameters",
    "s",
    _STRINGS,
    _pairs,
    doc="All parameters `name=value`.",
    family="urls",
    example=(f"extractURLParameters({_URL})", "['x=1','y=2']"),
)
text_function(
    "extractURLParameterNames",
    "s",
    _STRINGS,
    lambda u: [p.split(b"=", 1)[0] for p in _pairs(u)],
    doc="The names of all parameters.",
    family="urls",
    example=(f"extractURLParameterNames({_URL})", "['x','y']"),
)
text_function(
    "cutURLParameter",
    "ss",
    STRING,
    _cut_parameter,
    constant_arguments=(1,),
    doc="The URL without a parameter.",
    family="urls",
    example=("cutURLParameter('http://a.b/?x=1&y=2', 'x')", "http://a.b/?y=2"),
)
text_function(
    "URLHierarchy",
    "s",
    _STRINGS,
    _hierarchy,
    doc="The URL and its beginnings that end with / or ?.",
    family="urls",
    example=("URLHierarchy('http://a.b/c/d')", "['http://a.b/','http://a.b/c/','http://a.b/c/d']"),
)
text_function(
    "URLPathHierarchy",
    "s",
    _STRINGS,
    _path_hierarchy,
    doc="The path and its beginnings that end with / or ?.",
    family="urls",
    example=("URLPathHierarchy('http://a.b/c/d')", "['/c/','/c/d']"),
)
