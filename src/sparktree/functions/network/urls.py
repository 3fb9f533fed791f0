"""Parts of URLs, as ClickHouse finds them: quickly, without checking the whole."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from sparktree.errors import Code, Error
from sparktree.functions.core.declare import Argument, Arguments, Call, function, illegal_type
from sparktree.functions.core.family import row
from sparktree.functions.core.lists import transform
from sparktree.functions.core.text_arguments import Takes, check_text
from sparktree.functions.core.text_functions import text_family, text_function
from sparktree.functions.hashes.any_values import CITY_HASH
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import STRING, UINT16, UINT64, Array, Integer, Nothing, String, Type

_STRINGS = Array(STRING)
Part = Callable[[Sql], Sql]

# Patterns of the kernel (re2). ClickHouse looks for `://` in the first 16 characters only.
_SCHEME = r"(?:.[A-Za-z0-9.+\-]{0,12}://|//)?"
_BAD = r" \t<>%{}|\\^~\[\];=&"
_HOST = rf"^(?:[^{_BAD}]*@)?([^{_BAD}@]*\.[^{_BAD}.@]+)$"
_SITE = r"([^.]+)(?:\.(?:(?:com|net|org|co|biz|gov|edu|ac|mil)\.)?[^.]*)?$"


def _matched(text: Sql, pattern: str, group: int = 1) -> Sql:
    """What the group matches; empty if the text does not match."""
    return sql.call("regexp_extract", text, sql.string(pattern), group, sql.string("s"))


def _replaced(text: Sql, pattern: str, by: str) -> Sql:
    return sql.call("regexp_replace", text, sql.string(pattern), sql.string(by), sql.string("s"))


def _domain(url: Sql) -> Sql:
    return _matched(_matched(url, rf"^{_SCHEME}([^:/?#]*)"), _HOST)


def _domain_rfc(url: Sql) -> Sql:
    """As `_domain`, but a password may go before the host."""
    authority = _matched(url, rf"^{_SCHEME}([^{_BAD}/?#]*)(?:[/?#]|$)")
    return _matched(_matched(authority, "^(?:.*@)?([^:@]*)"), _HOST)


# What ends an address wherever it stands, and what does so behind a user's name alone.
_NEVER, _IN_NAMES = r" \t<>{}|\\^\[\]", r";=&~%"
_SCHEMED = r"^(?:[\x00-\x7f][A-Za-z0-9.+-]{0,12}://|//(.))"


def _net_location(url: Sql) -> Sql:
    """What is before the last slash or question mark; behind a user's name, before the first.

    Nothing, if a character that no address has stands among the first 16 where a scheme may be.
    """
    rest = _replaced(url, _SCHEMED, r"\1")
    wrong = rf"^[\x00-\x7f][A-Za-z0-9.+-]{{0,14}}[{_BAD}]"
    return sql.case((_matches(url, wrong), sql.string("")), otherwise=sql.let(rest, _authority))


def _matches(text: Sql, pattern: str) -> Sql:
    return sql.call("regexp_matches", text, sql.string(pattern), sql.string("s"))


def _authority(text: Sql) -> Sql:
    before, inside = rf"[^@#{_NEVER}]*", rf"[^/?#{_IN_NAMES}{_NEVER}]*"
    name = _matched(text, rf"^({before}@{inside})")
    plain = _matched(text, rf"^({before})")
    return sql.case(
        (_matches(text, rf"^{before}@{inside}[{_IN_NAMES}{_NEVER}]"), _cut_at_last(name, "/", "?")),
        (_matches(text, rf"^{before}@"), name),
        (_matches(text, rf"^{before}#"), plain),
        (_matches(text, rf"^{before}[{_NEVER}]"), _cut_at_last(plain, "/", "?")),
        otherwise=_cut_at_last(plain, "/", "?", _IN_NAMES),
    )


def _cut_at_last(text: Sql, *kinds: str) -> Sql:
    """What is before the last character of each kind, where that is least."""
    ends = [sql.call("length", _replaced(text, f"[{k}][^{k}]*$", "")) for k in kinds]
    return sql.call("left", text, sql.call("least", *ends))


def _without_www(host: Part) -> Part:
    return lambda url: _replaced(host(url), r"^www\.", "")


def _cut_www(url: Sql) -> Sql:
    cut = _replaced(url, rf"^({_SCHEME[:-1]}(?:[^:/?#]*@)?)www\.", r"\1")
    return sql.case((Sql(f"starts_with({_domain(url)}, 'www.')"), cut), otherwise=url)


def _top_level(host: Part) -> Part:
    return lambda url: _matched(host(url), r"\.([^.0-9][^.]*)$")


def _port(host: Part) -> Callable[[Call], Sql]:
    def port(call: Call) -> Sql:
        pattern = rf"^{_SCHEME}(?:[^/?#]*@)?[^:/?#@]*:([0-9]+)(?:[/?#]|$)"
        number = sql.try_cast(_matched(call[0], pattern), "UBIGINT")
        default = call[1] if len(call) > 1 else sql.cast(0, "USMALLINT")
        known = Sql(f"({host(call[0])} <> '' AND {number} BETWEEN 1 AND 65535)")
        missing = (sql.is_null(call[0]), sql.NULL)
        return sql.case(missing, (known, sql.cast(number, "USMALLINT")), otherwise=default)

    return port


def _pairs(url: Sql) -> Sql:
    """The parameters behind the question mark and behind the hash; the last one must have a `=`."""
    pieces = sql.call(
        "string_split_regex", _matched(url, r"^(?:[^?]*\?+|[^?#]*#)(.*)$"), sql.string("[&#]")
    )
    return sql.let(
        pieces,
        lambda v: Sql(f"list_filter({v}, lambda p, i: i < len({v}) OR contains(p, '='))"),
    )


def _names(url: Sql) -> Sql:
    return transform(_pairs(url), lambda p: sql.call("split_part", p, sql.string("="), 1))


def _parameter(call: Call) -> Sql:
    name = re.escape(str(call.value(1)))
    return _matched(call[0], rf"^[^?#]*[?#](?:.*?[&#])??{name}=([^&#]*)")


_NO_TEXTS = sql.cast(Sql("[]"), "VARCHAR[]")


def _levels(first: Sql, rest: Sql) -> Sql:
    """The beginnings that end with a separator, and the whole; several in a row count as one."""
    pieces = sql.call("regexp_extract_all", rest, sql.string("[/?#]*[^/?#]+[/?#]?"))

    def beginnings(v: Sql) -> Sql:
        counts = Sql(f"range(1, len({v}) + 1)")
        return transform(counts, lambda i: Sql(f"{first} || array_to_string({v}[1:{i}], '')"))

    return sql.let(pieces, beginnings)


def _hierarchy(url: Sql) -> Sql:
    first = _matched(url, "^[A-Za-z0-9]+://[^/?#]*[/?#]?", 0)
    rest = Sql(f"substring({url}, length({first}) + 1)")
    levels = sql.call("list_concat", sql.array(first), _levels(first, rest))
    whole = sql.case((Sql(f"{url} = ''"), _NO_TEXTS), otherwise=sql.array(url))
    return sql.case((Sql(f"{first} = ''"), whole), otherwise=levels)


def _path_hierarchy(url: Sql) -> Sql:
    host = _matched(url, "^[A-Za-z0-9]+://[^/?#]*", 0)
    path = Sql(f"substring({url}, length({host}) + 1)")
    levels = _levels(Sql(f"left({path}, 1)"), Sql(f"substring({path}, 2)"))
    return sql.case((Sql(f"{host} = '' OR length({path}) < 2"), _NO_TEXTS), otherwise=levels)


def _cut_type(arguments: Arguments) -> Type:
    names = arguments[1].type
    if not isinstance(names, Array):
        check_text(arguments, (Takes.STRING, Takes.STRING))
    elif not arguments[1].is_constant or not isinstance(names.of, String | Nothing):
        raise Error(
            Code.ILLEGAL_COLUMN,
            "Second argument of function cutURLParameter must be constant array of strings",
        )
    return STRING


def _cut_parameters(call: Call) -> Sql:
    given = call.value(1)
    url = call[0]
    for name in given if isinstance(given, list) else [given]:
        url = _cut_parameter(url, re.escape(str(name)))
    return url


def _cut_parameter(text: Sql, name: str) -> Sql:
    def cut(url: Sql) -> Sql:
        before = _matched(url, rf"^([^?#]*(?:[?#]|[?#].*?[?&#])){name}=")

        def without(b: Sql) -> Sql:
            behind = _replaced(Sql(f"substring({url}, length({b}) + 1)"), "^[^&#]*", "")
            joined = Sql(f"{b} || substring({behind}, 2)")
            last = Sql(f"CASE WHEN ends_with({b}, '&') THEN {b}[:-2] ELSE {b} END || {behind}")
            kept = sql.case(
                (Sql(f"starts_with({behind}, '&')"), joined), otherwise=Sql(f"({last})")
            )
            return sql.case((Sql(f"{b} = ''"), url), otherwise=kept)

        return sql.let(before, without)

    return sql.let(text, cut)


def _port_type(arguments: Sequence[Argument]) -> Type:
    if len(arguments) > 1 and arguments[1].type != UINT16:
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Illegal type {arguments[1].type} of second argument of function port. Must be UInt16",
        )
    return UINT16


def _part_of(part: Part, call: Call) -> Sql:
    return part(call[0])


_URL = "'https://user@www.example.com:8080/a/b?x=1&y=2#end'"
_FULL = "https://user@www.example.com:8080/a/b"
text_family(
    _part_of,
    takes=(Takes.STRING_COLUMN,),
    returns=STRING,
    rows=(
        row(
            "protocol",
            lambda u: _matched(u, r"^([A-Za-z][A-Za-z0-9+.\-]*):.{3}"),
            (_URL, "https"),
            "The scheme of a URL.",
        ),
        row("domain", _domain, (_URL, "www.example.com"), "The host of a URL."),
        row(
            "domainRFC",
            _domain_rfc,
            (_URL, "www.example.com"),
            "The host of a URL, with user names as the RFC has them.",
        ),
        row(
            "domainWithoutWWW",
            _without_www(_domain),
            (_URL, "example.com"),
            "The host without `www.`.",
        ),
        row(
            "domainWithoutWWWRFC",
            _without_www(_domain_rfc),
            (_URL, "example.com"),
            "As domainWithoutWWW, by the RFC.",
        ),
        row("topLevelDomain", _top_level(_domain), (_URL, "com"), "The last part of the host."),
        row(
            "topLevelDomainRFC",
            _top_level(_domain_rfc),
            (_URL, "com"),
            "As topLevelDomain, by the RFC.",
        ),
        row(
            "firstSignificantSubdomain",
            lambda u: _matched(_without_www(_domain)(u), _SITE),
            (_URL, "example"),
            "The part of the host that names the site.",
        ),
        row(
            "cutToFirstSignificantSubdomain",
            lambda u: _matched(_without_www(_domain)(u), _SITE, 0),
            (_URL, "example.com"),
            "The host from its significant part on.",
        ),
        row(
            "firstSignificantSubdomainRFC",
            lambda u: _matched(_without_www(_domain_rfc)(u), _SITE),
            (_URL, "example"),
            "As firstSignificantSubdomain, by the RFC.",
        ),
        row(
            "cutToFirstSignificantSubdomainRFC",
            lambda u: _matched(_without_www(_domain_rfc)(u), _SITE, 0),
            (_URL, "example.com"),
            "As cutToFirstSignificantSubdomain, by the RFC.",
        ),
        row(
            "cutToFirstSignificantSubdomainWithWWW",
            lambda u: _matched(_domain(u), _SITE, 0),
            (_URL, "example.com"),
            "As cutToFirstSignificantSubdomain, with www if it is the significant part.",
        ),
        row(
            "cutToFirstSignificantSubdomainWithWWWRFC",
            lambda u: _matched(_domain_rfc(u), _SITE, 0),
            (_URL, "example.com"),
            "As cutToFirstSignificantSubdomainWithWWW, by the RFC.",
        ),
        row(
            "netloc",
            _net_location,
            (_URL, "user@www.example.com:8080"),
            "The host with user, password and port.",
        ),
        row(
            "path",
            lambda u: _matched(u, "^[^/]*(?://[^/]*)?(/[^?#]*)?"),
            (_URL, "/a/b"),
            "The path of a URL.",
        ),
        row(
            "pathFull",
            lambda u: _matched(u, "^[^/]*(?://[^/]*)?(/.*)?$"),
            (_URL, "/a/b?x=1&y=2#end"),
            "The path with query and fragment.",
        ),
        row(
            "queryString",
            lambda u: _matched(u, r"\?([^#]*)"),
            (_URL, "x=1&y=2"),
            "The query of a URL.",
        ),
        row("fragment", lambda u: _matched(u, "#(.*)$"), (_URL, "end"), "The fragment of a URL."),
        row(
            "queryStringAndFragment",
            lambda u: _matched(u, r"^(?:[^?]*\?|[^?#]*)(.*)$"),
            (_URL, "x=1&y=2#end"),
            "Query and fragment.",
        ),
        row(
            "cutWWW",
            _cut_www,
            (_URL, "https://user@example.com:8080/a/b?x=1&y=2#end"),
            "The URL without `www.` at the start of the host.",
        ),
        row(
            "cutQueryString",
            lambda u: _replaced(u, r"\?[^#]*", ""),
            (_URL, _FULL + "#end"),
            "The URL without its query.",
        ),
        row(
            "cutFragment",
            lambda u: sql.call("split_part", u, sql.string("#"), 1),
            (_URL, _FULL + "?x=1&y=2"),
            "The URL without its fragment.",
        ),
        row(
            "cutQueryStringAndFragment",
            lambda u: Sql(
                f"split_part({u}, CASE WHEN contains({u}, '?') THEN '?' ELSE '#' END, 1)"
            ),
            (_URL, _FULL),
            "The URL without query and fragment.",
        ),
    ),
)
for _name, _host in (("port", _domain), ("portRFC", _domain_rfc)):
    text_function(
        _name,
        (Takes.STRING,),
        _port_type,
        optional=(Takes.INTEGER,),
        whole=_port(_host),
        doc="The port of a URL, or the second argument.",
        example=(f"{_name}({_URL})", "8080"),
    )
text_function(
    "extractURLParameter",
    (Takes.STRING, Takes.STRING),
    STRING,
    whole=_parameter,
    constant_arguments=(1,),
    doc="The value of a parameter.",
    example=(f"extractURLParameter({_URL}, 'y')", "2"),
)
text_function(
    "extractURLParameters",
    (Takes.STRING,),
    _STRINGS,
    whole=lambda call: _pairs(call[0]),
    doc="All parameters `name=value`.",
    example=(f"extractURLParameters({_URL})", "['x=1','y=2']"),
)
text_function(
    "extractURLParameterNames",
    (Takes.STRING,),
    _STRINGS,
    whole=lambda call: _names(call[0]),
    doc="The names of all parameters.",
    example=(f"extractURLParameterNames({_URL})", "['x','y']"),
)
text_function(
    "cutURLParameter",
    (Takes.STRING, Takes.ANYTHING),
    _cut_type,
    whole=_cut_parameters,
    constant_arguments=(1,),
    doc="The URL without a parameter, or without several in an array.",
    example=("cutURLParameter('http://a.b/?x=1&y=2', 'x')", "http://a.b/?y=2"),
)
text_function(
    "URLHierarchy",
    (Takes.STRING,),
    _STRINGS,
    whole=lambda call: sql.let(call[0], _hierarchy),
    doc="The URL and its beginnings that end with / or ?.",
    example=("URLHierarchy('http://a.b/c/d')", "['http://a.b/','http://a.b/c/','http://a.b/c/d']"),
)
text_function(
    "URLPathHierarchy",
    (Takes.STRING,),
    _STRINGS,
    whole=lambda call: sql.let(call[0], _path_hierarchy),
    doc="The path and its beginnings that end with / or ?.",
    example=("URLPathHierarchy('http://a.b/c/d')", "['/c/','/c/d']"),
)


def _hash_type(arguments: Arguments) -> Type:
    if not isinstance(arguments[0].type, String):
        raise illegal_type(arguments.function, arguments[0].type)
    if len(arguments) > 1 and not isinstance(arguments[1].type, Integer):
        raise illegal_type(arguments.function, arguments[1].type)
    return UINT64


@function(
    "URLHash",
    args=(1, 2),
    returns=_hash_type,
    constant_arguments=(1,),
    example=("URLHash('https://www.clickhouse.com')", "13614512636072854701"),
)
def url_hash(call: Call) -> Sql:
    """A hash of a URL without /, ? or # at its end, or of so many levels of its hierarchy."""
    url = call[0]
    if len(call) > 1:
        level = int(str(call.value(1)))
        url = (
            sql.let(
                url, lambda v: sql.coalesce(Sql(f"{_hierarchy(v)}[{level + 1}]"), sql.string(""))
            )
            if level >= 0
            else Sql("''")
        )
    bare = sql.call("regexp_replace", url, sql.string("[/?#]$"), sql.string(""))
    return CITY_HASH.texts(bare)
