"""Strings with ClickHouse's escapes, and the texts of enums and addresses."""

from __future__ import annotations

from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types.text_settings import TextSettings
from sparktree.types.texts import Enum

# The backslash first, so that it does not escape the others' backslashes.
_BACKSLASHED = (("\\", "\\\\"), ("\b", "\\b"), ("\f", "\\f"), ("\n", "\\n"), ("\r", "\\r"),
                ("\t", "\\t"), ("\0", "\\0"))  # fmt: skip
_QUOTE = (("'", "\\'"),)
_JSON_COMMON = (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t"), ("\r", "\\r"),
                ("\b", "\\b"), ("\f", "\\f"))  # fmt: skip
_JSON_RARE = tuple(
    (chr(code), f"\\u{code:04X}")
    for code in (*range(32), 0x2028, 0x2029)
    if chr(code) not in "\n\t\r\b\f"
)


def _replaced(text: Sql, pairs: tuple[tuple[str, str], ...]) -> Sql:
    for old, new in pairs:
        text = sql.call("replace", text, sql.string(old), sql.string(new))
    return text


def escaped(text: Sql) -> Sql:
    """Backslash escapes as in TabSeparated; most strings need none, so that is tested first."""
    return sql.let(text, _escaped)


def _escaped(text: Sql) -> Sql:
    needed = sql.call("regexp_matches", text, sql.string(r"[\x00-\x0d'\\]"))
    return sql.case((needed, _replaced(text, _BACKSLASHED + _QUOTE)), otherwise=text)


def quoted_text(text: Sql, settings: TextSettings) -> Sql:
    """In single quotes with backslash escapes, as inside arrays."""
    return sql.op("||", sql.string("'"), escaped(text), sql.string("'"))


def csv_quoted(text: Sql) -> Sql:
    """In double quotes, the quote doubled."""
    return sql.op(
        "||",
        sql.string('"'),
        sql.call("replace", text, sql.string('"'), sql.string('""')),
        sql.string('"'),
    )


def json_quoted(text: Sql, settings: TextSettings) -> Sql:
    """A JSON string."""
    return sql.let(text, lambda named: _json_quoted(named, settings))


def _json_quoted(text: Sql, settings: TextSettings) -> Sql:
    slash = (("/", "\\/"),) if settings.output_format_json_escape_forward_slashes else ()
    common = _replaced(text, _JSON_COMMON + slash)
    rare = sql.call("regexp_matches", text, sql.string(r"[\x00-\x1f\x{2028}\x{2029}]"))
    needed = sql.call("regexp_matches", text, sql.string(r'[\x00-\x1f"\\/\x{2028}\x{2029}]'))
    body = sql.case(
        (sql.op("NOT", needed), text),
        (rare, _replaced(common, _JSON_RARE)),
        otherwise=common,
    )
    return sql.op("||", sql.string('"'), body, sql.string('"'))


def enum_text(type_: Enum, value: Sql) -> Sql:
    """The name of an enum's number."""
    numbers = sql.array(*(sql.integer(number) for _, number in type_.values))
    names = sql.array(*(sql.string(name) for name, _ in type_.values))
    return Sql(f"{names}[list_position({numbers}, {value})]")


def ipv4_text(value: Sql) -> Sql:
    """The four bytes in decimal."""
    bytes_ = (sql.cast(Sql(f"(({value} >> {shift}) & 255)"), "VARCHAR") for shift in (24, 16, 8, 0))
    return sql.op(" || '.' || ", *bytes_)


def ipv6_text(value: Sql) -> Sql:
    """Eight groups in hexadecimal, the longest run of zeros cut out, a mapped IPv4 at the end."""
    hexed = sql.call("lower", sql.call("lpad", sql.call("to_hex", value), 32, sql.string("0")))
    tail = sql.cast(sql.op("%", value, 4294967296), "UINTEGER")
    is_compatible = Sql(f"({value} BETWEEN 65536 AND 4294967295)")
    is_mapped = Sql(f"({value} BETWEEN {0xFFFF << 32} AND {(0xFFFF << 32) + 0xFFFFFFFF})")
    return sql.case(
        (sql.is_null(value), sql.NULL),
        (is_compatible, sql.op("||", sql.string("::"), ipv4_text(tail))),
        (is_mapped, sql.op("||", sql.string("::ffff:"), ipv4_text(tail))),
        otherwise=sql.let(sql.let(hexed, _groups), _without_zero_run),
    )


def _groups(hexed: Sql) -> Sql:
    """`:a:b:...:h:` without leading zeros."""
    groups = (
        f"coalesce(nullif(ltrim({hexed}[{start}:{start + 3}], '0'), ''), '0')"
        for start in range(1, 33, 4)
    )
    return Sql("(':' || " + " || ':' || ".join(groups) + " || ':')")


def _without_zero_run(groups: Sql) -> Sql:
    runs = [(":" + "0:" * length) for length in range(8, 1, -1)]
    cut = sql.case(
        *(
            (
                sql.call("contains", groups, sql.string(run)),
                sql.call("regexp_replace", groups, sql.string(run), sql.string("::")),
            )
            for run in runs
        ),
        otherwise=groups,
    )
    return sql.let(cut, _without_outer_colons)


def _without_outer_colons(text: Sql) -> Sql:
    starts = sql.case((sql.call("prefix", text, sql.string("::")), 1), otherwise=2)
    size = sql.call("length", text)
    ends = sql.case(
        (sql.call("suffix", text, sql.string("::")), size), otherwise=sql.op("-", size, 1)
    )
    return Sql(f"{text}[{starts}:{ends}]")
