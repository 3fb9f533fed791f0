"""simpleJSON (visitParam): fields of JSON in strings, found by their names without parsing."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from sparktree.functions.declare import Call
from sparktree.functions.forms import LATIN, Kernel
from sparktree.functions.rows import Row
from sparktree.functions.text_functions import text_function
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import FLOAT64, INT64, STRING, UINT8, UINT64, Type


def _after(data: bytes, name: bytes) -> bytes | None:
    place = data.find(b'"' + name + b'":')
    return None if place < 0 else data[place + len(name) + 3 :]


def _simple_raw(data: bytes, name: bytes) -> bytes:
    """A quote ends a string unless a backslash stands before it, be that escaped itself."""
    rest = _after(data, name)
    if rest is None:
        return b""
    depth, in_string = 0, False
    for found in _SIGNS.finditer(rest):
        sign = found.group()
        if sign.endswith(b'"'):
            in_string ^= not in_string or sign == b'"'
        elif in_string or sign.startswith(b"\\"):
            continue
        elif sign in (b"[", b"{"):
            depth += 1
        elif depth == 0:
            return rest[: found.start()]
        else:
            depth -= sign != b","
    return b""


_SIGNS = re.compile(rb'\\*"|\\+|[\[\]{},]')
_ESCAPE = re.compile(rb"\\(?:u([0-9a-fA-F]{4})(?:\\u([0-9a-fA-F]{4}))?|(.))", re.DOTALL)
_ESCAPED = {b"b": b"\b", b"f": b"\f", b"n": b"\n", b"r": b"\r", b"t": b"\t"}


def _escaped(found: re.Match[bytes]) -> bytes:
    """What an escape in a string stands for: an unknown one for its letter."""
    first, second, letter = found.groups()
    if letter is not None:
        return _ESCAPED.get(letter, letter)
    units = [int(unit, 16).to_bytes(2, "little") for unit in (first, second) if unit]
    return b"".join(units).decode("utf-16-le", "replace").encode()


def _simple_string(data: bytes, name: bytes) -> bytes:
    rest = _after(data, name)
    found = None if rest is None else _STRING.match(rest)
    return b"" if found is None else _ESCAPE.sub(_escaped, found.group(1))


_STRING = re.compile(rb'"((?:[^"\\]|\\.)*)"', re.DOTALL)


def _kernel_simple(read: Callable[[Sql], Sql], nothing: str) -> Kernel:
    """`read` gives the value of what stands behind the name."""

    def lower(call: Call, text: Sql, name: Sql) -> Sql:
        field = f'"{call.value(1) or ""}":'
        place = sql.call("instr", text, sql.string(field))
        value = read(sql.call("substring", text, f"{place} + {len(field)}"))
        return sql.case((sql.op("=", place, "0"), nothing), otherwise=value)

    return lower


def _kernel_text(kind: str, form: str, hopeless: str | None = None) -> Kernel:
    """What the first group of a form finds; texts of another form are left to Python, unless it is
    `hopeless` to look there."""

    def lower(call: Call, text: Sql, name: Sql) -> Sql:
        def read(rest: Sql) -> Sql:
            known = sql.call("regexp_matches", rest, sql.string(form))
            found = sql.call("regexp_extract", rest, sql.string(form), "1")
            vain = [] if hopeless is None else [(hopeless.format(rest), "''")]
            slow = sql.call(f"st_simpleJSON{kind}_2", text, name)
            return sql.case((known, found), *vain, otherwise=slow)

        return _kernel_simple(lambda rest: sql.let(rest, read), "''")(call, text, name)  # type: ignore[return-value]

    return lower


_QUOTED = r'"(?:[^"\\]|\\+[^\\])*"'  # as ClickHouse sees it, which looks one byte back


def _balanced(depth: int) -> str:
    """Arrays and objects, so many inside of one another at most."""
    inner = f"|{_balanced(depth - 1)}" if depth > 1 else ""
    return rf'[\[{{](?:{_QUOTED}|[^"\[\]{{}}]{inner})*[\]}}]'


_RAW_FORM = rf'^((?:{_QUOTED}|[^"\[\]{{}},]|{_balanced(4)})*)[\]}},]'
_STRING_FORM = r'^"([^"\\]*)"'


def _kernel_number(kernel: str, pattern: str) -> Kernel:
    def read(rest: Sql) -> Sql:
        digits = sql.call("regexp_extract", rest, sql.string(rf'^"?({pattern})'), "1")
        return sql.coalesce(sql.try_cast(digits, kernel), f"CAST(0 AS {kernel})")

    return _kernel_simple(read, f"CAST(0 AS {kernel})")


_WHOLE, _REAL = "-?[0-9]+", r"-?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?"
_FALSE, _TRUE = "CAST(0 AS UTINYINT)", "CAST(1 AS UTINYINT)"


@dataclass(frozen=True, slots=True)
class _Simple:
    """A function that looks for a name, without parsing the rest."""

    kind: str
    result: Type
    doc: str
    shown: str
    kernel: Kernel
    row: Row | None = None  # for texts that the kernel has no way for


_SIMPLE = (
    _Simple(
        "Has",
        UINT8,
        "Whether there is a field of that name.",
        "1",
        _kernel_simple(lambda rest: Sql(_TRUE), _FALSE),
    ),
    _Simple(
        "ExtractInt",
        INT64,
        "The integer of a field.",
        "5",
        _kernel_number("BIGINT", _WHOLE),
    ),
    _Simple(
        "ExtractUInt",
        UINT64,
        "The unsigned integer of a field.",
        "5",
        _kernel_number("UBIGINT", _WHOLE),
    ),
    _Simple(
        "ExtractFloat",
        FLOAT64,
        "The number of a field.",
        "5",
        _kernel_number("DOUBLE", _REAL),
    ),
    _Simple(
        "ExtractBool",
        UINT8,
        "The truth value of a field.",
        "0",
        _kernel_simple(lambda rest: Sql(f"CAST(starts_with({rest}, 'true') AS UTINYINT)"), _FALSE),
    ),
    _Simple(
        "ExtractRaw",
        STRING,
        "The text of a field as it is.",
        "5",
        _kernel_text("ExtractRaw", _RAW_FORM),
        _simple_raw,
    ),
    _Simple(
        "ExtractString",
        STRING,
        "The string of a field.",
        "",
        _kernel_text("ExtractString", _STRING_FORM, "NOT starts_with({}, '\"')"),
        _simple_string,
    ),
)
for _simple in _SIMPLE:
    text_function(
        f"simpleJSON{_simple.kind}",
        "tt" if _simple.result == STRING else "Ct",
        _simple.result,
        _simple.row,
        kernel=_simple.kernel,
        odd=LATIN if _simple.row is None else None,
        aliases=(f"visitParam{_simple.kind}",),
        constant_arguments=(1,),
        family="json",
        doc=_simple.doc,
        example=(f"simpleJSON{_simple.kind}('{{\"a\":5}}', 'a')", _simple.shown),
    )
