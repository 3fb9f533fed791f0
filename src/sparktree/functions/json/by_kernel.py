"""JSON that the kernel reads by itself: well-formed text and a constant path."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sparktree.functions.core.declare import Call
from sparktree.functions.json.leaves import default
from sparktree.functions.json.scalars import DAY_SIZE
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import PATTERN
from sparktree.types import (
    STRING,
    UUID,
    Array,
    Date,
    DateTime,
    DateTime64,
    Decimal,
    Enum,
    Float,
    Integer,
    IPv4,
    IPv6,
    Map,
    Nullable,
    String,
    Tuple,
    Type,
)
from sparktree.types.numeric import is_wide

Case = tuple[Sql, Sql]  # when it applies, and the value then
Cases = Callable[[Sql, "Path"], Sequence[Case]]  # of a text and a path

# The kernel's parser takes trailing commas, words for floats and numbers beyond the greatest one;
# integers of more than 64 bits are floats to it, but strings to ClickHouse; it does not take the
# byte order mark; escaped bytes are not its text.
_LARGE = r"[0-9][eE]\+?[0-9]{3}|[0-9]{20}|-9[0-9]{18}"
_ODD = sql.string(rf",\s*[\]}}]|[Nn][Aa][Nn]|[Ii][Nn][Ff]|{_LARGE}|^\x{{FEFF}}|{PATTERN}")


@dataclass(frozen=True, slots=True)
class Form:
    """What a function gives where there is nothing, and the cases that the kernel can answer."""

    nothing: Sql
    cases: Cases


@dataclass(frozen=True, slots=True)
class Path:
    """A path in the kernel's terms, and those on its way where an array must be."""

    text: str = "$"
    arrays: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()

    @property
    def sql(self) -> Sql:
        """The path as a kernel literal."""
        return sql.string(self.text)

    def all(self, wildcard: str) -> Sql:
        """What lies below: `[*]` elements or `.*` values."""
        return sql.string(self.text + wildcard)


def constant_path(call: Call, end: int) -> Path | None:
    """The steps between the text and `end`; None if the kernel has no path for them."""
    path = Path()
    for position in range(1, end):
        argument = call.arguments[position]
        step = argument.value if argument.is_constant else None
        if isinstance(step, str) and step and not any(c in step for c in '"*\\'):
            path = Path(f'{path.text}."{step}"', path.arrays, (*path.keys, step))
        elif isinstance(step, int) and 0 < abs(step) < 1 << 31:
            place = f"[{step - 1}]" if step > 0 else f"[#{step}]"
            path = Path(path.text + place, (*path.arrays, path.text))
        else:
            return None
    return path


def by_cases(text: Sql, path: Path, form: Form, slow: Callable[[Sql], Sql]) -> Sql:
    """The value where a case applies; whatever else there may be is left to `slow`."""

    def choose(t: Sql) -> Sql:
        nothing = Sql(f"(NOT json_valid({t}) OR {_kind(t, path)} IS NULL)")
        # A number is also a place in an object, which the kernel does not know.
        objects = [Sql(f"{_type(t, p)} = 'OBJECT'") for p in path.arrays]
        odd = sql.any_of([is_odd(t), *objects])
        found = form.cases(t, path)
        return sql.case(
            (sql.is_null(t), sql.NULL), (odd, slow(t)), (nothing, form.nothing), *found,
            otherwise=slow(t),
        )  # fmt: skip

    return sql.let(text, choose)


def known_any_case(text: Sql, path: Path, form: Form, slow: Callable[[Sql], Sql]) -> Sql:
    """As `known`, for a path of keys alone, each the first that is the same in lower case."""

    def part(json: Sql) -> Sql:
        at = sql.string("$")
        for key in path.keys:
            same = sql.function(["_k"], Sql(f'lower("_k") = lower({sql.string(key)})'))
            found = Sql(f"list_filter(json_keys({json}, {at}), {same})[1]")
            at = sql.op("||", at, sql.string('."'), found, sql.string('"'))
        return sql.cast(sql.call("json_extract", json, at), "VARCHAR")

    def choose(t: Sql) -> Sql:
        odd = sql.any_of([is_odd(t), sql.call("contains", t, sql.string("\\"))])
        # The kernel looks for keys in every text, so they must all be JSON.
        json = sql.case((Sql(f"json_valid({t})"), t))
        inside = sql.let(
            sql.let(json, part),
            lambda p: sql.case(
                (sql.is_null(p), form.nothing), *form.cases(p, Path()), otherwise=slow(t)
            ),
        )
        return sql.case((sql.is_null(t), sql.NULL), (odd, slow(t)), otherwise=inside)

    return sql.let(text, choose)


def is_odd(text: Sql) -> Sql:
    """Whether the kernel cannot tell whether the text is JSON."""
    return sql.call("regexp_matches", text, _ODD)


# Numbers that the kernel may write in another way: zeros behind the point, exponents, many digits.
_OTHER_NUMBER = r"[0-9]\.([0-9]*0)?([^0-9]|$)|[0-9][eE]|[0-9]{16}|0\.000|[0-9]{9}\.|[0-9]\.[0-9]{8}"
_OTHER_TEXT = sql.string(rf"{_OTHER_NUMBER}|\\|\x7f")


def _type(text: Sql, path: str) -> Sql:
    # Of a text that is no JSON, the kernel would not tell it but fail.
    return Sql(f"(CASE WHEN json_valid({text}) THEN json_type({text}, {sql.string(path)}) END)")


def _kind(text: Sql, path: Path) -> Sql:
    return sql.call("json_type", text, path.sql)


def _is(text: Sql, path: Path, *kinds: str) -> Sql:
    return Sql(f"({_kind(text, path)} IN ({', '.join(map(sql.string, kinds))}))")


def _value(text: Sql, path: Path) -> Sql:
    return sql.call("json_extract_string", text, path.sql)


def _same(text: Sql) -> Sql:
    """Whether the kernel writes the JSON as ClickHouse does."""
    return sql.op("NOT", sql.call("regexp_matches", text, _OTHER_TEXT))


def _integer(kernel: str, nothing: str = "") -> Form:
    def cases(text: Sql, path: Path) -> Sequence[Case]:
        value = sql.try_cast(_value(text, path), kernel)
        fits = sql.all_of([_is(text, path, "UBIGINT", "BIGINT"), sql.is_known(value)])
        return ((fits, value), _null(text, path, none))

    none = Sql(nothing or f"CAST(0 AS {kernel})")
    return Form(none, cases)


def _null(text: Sql, path: Path, nothing: Sql) -> Case:
    """A null is nothing, too."""
    return _is(text, path, "NULL"), nothing


def _float(kernel: str, nothing: str = "") -> Form:
    def cases(text: Sql, path: Path) -> Sequence[Case]:
        number = _is(text, path, "DOUBLE", "UBIGINT", "BIGINT")
        return ((number, sql.cast(_value(text, path), kernel)), _null(text, path, none))

    none = Sql(nothing or f"CAST(0 AS {kernel})")
    return Form(none, cases)


def _bool(text: Sql, path: Path) -> Sequence[Case]:
    value = sql.cast(sql.op("=", _value(text, path), sql.string("true")), "UTINYINT")
    return ((_is(text, path, "BOOLEAN"), value), _null(text, path, _ZERO))


def _string(nothing: str = "''") -> Form:
    def cases(text: Sql, path: Path) -> Sequence[Case]:
        return ((_is(text, path, "VARCHAR"), _value(text, path)), _null(text, path, Sql(nothing)))

    return Form(Sql(nothing), cases)


def _has(text: Sql, path: Path) -> Sequence[Case]:
    return ((sql.TRUE, sql.cast(1, "UTINYINT")),)


def _length(text: Sql, path: Path) -> Sequence[Case]:
    size = sql.cast(sql.call("json_array_length", text, path.sql), "UBIGINT")
    keys = sql.cast(sql.call("len", sql.call("json_keys", text, path.sql)), "UBIGINT")
    none = (_is(text, path, "VARCHAR", "BOOLEAN", "UBIGINT", "BIGINT"), Sql("CAST(0 AS UBIGINT)"))
    return ((_is(text, path, "ARRAY"), size), (_is(text, path, "OBJECT"), keys), none)


def _raw(text: Sql, path: Path) -> Sequence[Case]:
    found = sql.cast(sql.call("json_extract", text, path.sql), "VARCHAR")
    return ((_same(text), found),)


def _array_raw(text: Sql, path: Path) -> Sequence[Case]:
    items = sql.cast(sql.call("json_extract", text, path.all("[*]")), "VARCHAR[]")
    array = sql.all_of([_is(text, path, "ARRAY"), _same(text)])
    return ((array, items), (sql.op("NOT", _is(text, path, "ARRAY")), _NO_TEXTS))


def _keys(text: Sql, path: Path) -> Sequence[Case]:
    is_object = _is(text, path, "OBJECT")
    keys = sql.call("json_keys", text, path.sql)
    return ((is_object, keys), (sql.op("NOT", is_object), _NO_TEXTS))


def _pairs_raw(text: Sql, path: Path) -> Sequence[Case]:
    is_object = _is(text, path, "OBJECT")
    values = sql.cast(sql.call("json_extract", text, path.all(".*")), "VARCHAR[]")
    keys = sql.call("json_keys", text, path.sql)
    pairs = sql.cast(sql.call("list_zip", keys, values), _PAIRS)
    return (
        (sql.all_of([is_object, _same(text)]), pairs),
        (sql.op("NOT", is_object), sql.cast(Sql("[]"), _PAIRS)),
    )


def _kind_number(text: Sql, path: Path) -> Sequence[Case]:
    names = (("VARCHAR", 34), ("ARRAY", 91), ("BOOLEAN", 98), ("DOUBLE", 100), ("OBJECT", 123))
    simple = ((_is(text, path, name), sql.cast(n, "TINYINT")) for name, n in names)
    small = Sql(f"TRY_CAST({_value(text, path)} AS BIGINT) IS NOT NULL")
    integer = sql.all_of([_is(text, path, "UBIGINT", "BIGINT"), small])
    return (*simple, (integer, Sql("CAST(105 AS TINYINT)")))


def value_form(nothing: Sql, with_containers: bool) -> Form:
    """How JSON_VALUE reads: scalars as their texts, and perhaps arrays and objects as JSON."""

    def cases(text: Sql, path: Path) -> Sequence[Case]:
        scalar = (_is(text, path, "VARCHAR", "BOOLEAN", "UBIGINT", "BIGINT"), _value(text, path))
        container = _is(text, path, "ARRAY", "OBJECT")
        if not with_containers:
            return scalar, (container, nothing)
        found = sql.cast(sql.call("json_extract", text, path.sql), "VARCHAR")
        return scalar, (sql.all_of([container, _same(text)]), found)

    return Form(nothing, cases)


def _query(text: Sql, path: Path) -> Sequence[Case]:
    found = sql.cast(sql.call("json_extract", text, path.sql), "VARCHAR")
    return ((_same(text), sql.op("||", sql.string("["), found, sql.string("]"))),)


def _array_length(text: Sql, path: Path) -> Sequence[Case]:
    is_array = _is(text, path, "ARRAY")
    size = sql.cast(sql.call("json_array_length", text), "UBIGINT")
    return ((is_array, size), (sql.op("NOT", is_array), sql.NULL))


_PAIRS = "STRUCT(f1 VARCHAR, f2 VARCHAR)[]"
_NO_TEXTS = Sql("CAST([] AS VARCHAR[])")
_ZERO = Sql("CAST(0 AS UTINYINT)")
FORMS: dict[str, Form] = {
    "JSONExtractInt": _integer("BIGINT"),
    "JSONExtractUInt": _integer("UBIGINT"),
    "JSONExtractFloat": _float("DOUBLE"),
    "JSONExtractBool": Form(_ZERO, _bool),
    "JSONExtractString": _string(),
    "JSONExtractRaw": Form(Sql("''"), _raw),
    "JSONExtractArrayRaw": Form(_NO_TEXTS, _array_raw),
    "JSONExtractKeys": Form(_NO_TEXTS, _keys),
    "JSONExtractKeysAndValuesRaw": Form(sql.cast(Sql("[]"), _PAIRS), _pairs_raw),
    "JSONHas": Form(_ZERO, _has),
    "JSONLength": Form(Sql("CAST(0 AS UBIGINT)"), _length),
    "JSONType": Form(Sql("CAST(0 AS TINYINT)"), _kind_number),
    "JSON_EXISTS": Form(_ZERO, _has),
    "JSON_QUERY": Form(Sql("''"), _query),
    "JSONArrayLength": Form(sql.NULL, _array_length),
}


Read = Callable[[Sql, Type], Sql]  # the value of a text, the type's default if it is none


def typed_form(type_: Type, read: Read) -> Form | None:
    """How JSONExtract reads a type; None for those that the kernel has no way to read."""
    plain = type_.inner
    nothing = "NULL" if type_.nullable else ""
    if isinstance(plain, String):
        return _string(nothing or "''")
    if isinstance(plain, Integer) and plain.bits <= 64:
        return _integer(plain.kernel, nothing)
    if isinstance(plain, Float) and plain.bits >= 32:
        return _float(plain.kernel, nothing)
    if isinstance(plain, Array) and (listed := _kinds_of(plain.of)):
        return Form(plain.default(), _elements(plain, listed))
    if isinstance(plain, Map) and (listed := _kinds_of(plain.value)):
        return Form(plain.default(), _members(plain, listed)) if plain.key == STRING else None
    if isinstance(plain, Tuple) and plain.names is not None:
        return Form(plain.default(), _fields(plain)) if all(map(_kinds_of, plain.of)) else None
    return _by_text(type_, read) if isinstance(plain, _IN_TEXT) and not is_wide(plain) else None


_IN_TEXT = (Date, DateTime, DateTime64, Decimal, UUID, IPv4, IPv6, Enum)


def _by_text(type_: Type, read: Read) -> Form:
    """Values that stand in JSON as texts; of numbers only Decimals are known to be the same."""
    kinds = ("VARCHAR", "UBIGINT", "BIGINT") if isinstance(type_.inner, Decimal) else ("VARCHAR",)
    none = Sql("NULL") if type_.nullable else default(type_.inner)

    def cases(text: Sql, path: Path) -> Sequence[Case]:
        value = _value(text, path)
        fits = sql.all_of([_is(text, path, *kinds), *_as_written(type_.inner, value)])
        if isinstance(type_.inner, Decimal):  # a number with more digits may be an error
            few = Sql(f"(strlen({value}) <= {type_.inner.precision - type_.inner.scale})")
            fits = sql.all_of([fits, sql.any_of([few, _is(text, path, "VARCHAR")])])
        return ((fits, read(value, type_)), _null(text, path, none))

    return Form(none, cases)


def _as_written(type_: Type, value: Sql) -> list[Sql]:
    """What must be true of a text that elsewhere may also be another spelling of a value."""
    if isinstance(type_, Date):
        return [Sql(f"(strlen({value}) <= {DAY_SIZE})")]
    if isinstance(type_, Enum):
        names = ", ".join(sql.string(name) for name, _ in type_.values)
        return [Sql(f"({value} IN ({names}))")]
    return []


def _members(map_: Map, kinds: tuple[str, ...]) -> Cases:
    """The pairs of an object whose values are all of these kinds."""

    def cases(text: Sql, path: Path) -> Sequence[Case]:
        values_type = Array(map_.value).kernel
        fits, values = _all_of_kinds(text, path.all(".*"), values_type, kinds)
        pairs = sql.call("list_zip", sql.call("json_keys", text, path.sql), values)
        is_object = _is(text, path, "OBJECT")
        return (
            (sql.all_of([is_object, *fits]), sql.cast(pairs, map_.kernel)),
            (sql.op("NOT", is_object), map_.default()),
        )

    return cases


def _fields(tuple_: Tuple) -> Cases:
    """The members of an object that have the names of a tuple's fields; what is missing is the
    default of its type."""

    def cases(text: Sql, path: Path) -> Sequence[Case]:
        known, values = [_is(text, path, "OBJECT")], []
        for name, type_ in zip(tuple_.names or (), tuple_.of, strict=True):
            if any(c in name for c in '"*\\'):
                return ()
            inner = Path(f'{path.text}."{name}"')
            value = sql.try_cast(_value(text, inner), type_.kernel)
            kind, none = (
                _kind(text, inner),
                Sql(f"(coalesce({_kind(text, inner)}, 'NULL') = 'NULL')"),
            )
            fits = Sql(f"({kind} IN ({', '.join(map(sql.string, _kinds_of(type_)))}))")
            known.append(Sql(f"({none} OR ({fits} AND {value} IS NOT NULL))"))
            values.append(value if type_.nullable else sql.coalesce(value, type_.default()))
        return ((sql.all_of(known), tuple_.pack(*values)),)

    return cases


def _kinds_of(type_: Type) -> tuple[str, ...]:
    """The kinds of values that the kernel reads as values of a type; none if it cannot."""
    type_ = type_.of if isinstance(type_, Nullable) else type_
    if isinstance(type_, String):
        return ("VARCHAR",)
    if isinstance(type_, Integer) and type_.bits <= 64:
        return ("UBIGINT", "BIGINT")
    if isinstance(type_, Float) and type_.bits >= 32:
        return ("DOUBLE", "UBIGINT", "BIGINT")
    return ()


def _elements(array: Array, kinds: tuple[str, ...]) -> Cases:
    def cases(text: Sql, path: Path) -> Sequence[Case]:
        fits, values = _all_of_kinds(text, path.all("[*]"), array.kernel, kinds)
        return ((sql.all_of([_is(text, path, "ARRAY"), *fits]), values),)

    return cases


def _all_of_kinds(
    text: Sql, places: Sql, kernel: str, kinds: tuple[str, ...]
) -> tuple[list[Sql], Sql]:
    """When all values at some places are of these kinds, and their list then."""
    seen = sql.call("list_distinct", sql.call("json_type", text, places))
    allowed = Sql("[" + ", ".join(map(sql.string, kinds)) + "]")
    values = sql.try_cast(sql.call("json_extract_string", text, places), kernel)
    whole = Sql(f"list_count({values}) = len({values})")  # a value that does not fit is NULL
    return [sql.call("list_has_all", allowed, seen), whole], values


def pairs_form(type_: Array) -> Form | None:
    """How JSONExtractKeysAndValues reads values of a simple type, if the kernel can."""
    assert isinstance(type_.of, Tuple)
    value = type_.of.of[1]
    kinds = _kinds_of(value)
    if not kinds:
        return None

    def cases(text: Sql, path: Path) -> Sequence[Case]:
        is_object = _is(text, path, "OBJECT")
        fits, values = _all_of_kinds(text, path.all(".*"), Array(value).kernel, kinds)
        pairs = sql.call("list_zip", sql.call("json_keys", text, path.sql), values)
        return (
            (sql.all_of([is_object, *fits]), sql.cast(pairs, type_.kernel)),
            (sql.op("NOT", is_object), type_.default()),
        )

    return Form(type_.default(), cases)
